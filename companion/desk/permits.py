"""Who may tap what: nobody is told of his own hand by a refusal, nor of anybody's in public."""

from __future__ import annotations

from dataclasses import replace

from companion.desk.taps import (
    CheckTap,
    ClueTap,
    IdentifyTap,
    LayTap,
    PassTap,
    PhotoTap,
    Reader,
    RearrangeTap,
    Tap,
    TileTap,
)
from companion.language.phrases import phrase
from companion.views.view import ONLOOKER


def refusal(
    tap: Tap, reader: Reader, players: int, *, watched: bool, over: bool = False
) -> str | None:
    """Return why ``reader`` may not tap ``tap``, as a sentence; None: he may.

    Args:
        tap: what was tapped.
        reader: whose phone it was; None: a page that belongs to no seat.
        players: how many play.
        watched: whether a camera sees what is laid.
        over: whether the game is: hands are laid down, and everybody sees all of them.
    """
    if reader == ONLOOKER:
        return phrase("whoever looks on with all hands open only looks")
    match tap:
        case LayTap() if watched:
            return phrase("the camera sees what is laid")
        case RearrangeTap(seat) if reader != seat:
            return phrase("a hand is put in order from the phone of the seat that holds it")
        case IdentifyTap(seat) | PhotoTap(seat) | PassTap(seat):
            if not 0 <= seat < players:
                return phrase("nobody sits there in this game")
            if not over and not sees_hand_of(seat, reader, players):
                return phrase("the cards of a hand are told by a seat that sees them")
        case CheckTap(clue) if reader != clue.giver:
            return phrase("a clue is looked at from the phone of the seat that is to give it")
        case TileTap(_, _, target, hint) if hint is not None:
            if not sees_hand_of(target, reader, players):
                return phrase("a clue that a tile brings is told by a seat that sees the hand")
    return None


def as_told_by(tap: Tap, reader: Reader, players: int) -> Tap:
    """Return ``tap`` as it counts from ``reader``.

    A clue that is logged by somebody who does not see the hand it is about is taken as it was
    said: whether the hand bears it out, he is not told.
    """
    if isinstance(tap, ClueTap) and not sees_hand_of(tap.target, reader, players):
        return replace(tap, blind=True)
    return tap


def sees_hand_of(seat: int | None, reader: Reader, players: int) -> bool:
    """Say whether ``reader`` plays, and has another hand than that of ``seat``."""
    return reader is not None and 0 <= reader < players and reader != seat
