"""Who may tap what: nobody is told of his own hand by a refusal, nor of anybody's in public."""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.tellers import NOBODY, PUBLIC_PAGE, Teller
from companion.language.phrases import Phrase, Seat, phrase
from companion.language.refusal_texts import NOBODY_SITS_THERE
from companion.play.inputs import (
    CheckTap,
    ClueTap,
    CorrectTap,
    IdentifyTap,
    LayTap,
    NameTap,
    PassTap,
    PhotoTap,
    RearrangeTap,
    RedoTap,
    Tap,
    TapSender,
    TileTap,
    UndoTap,
)
from companion.record.corrections import Correction, Missed, Tell
from companion.views.view import ONLOOKER


def refusal(
    tap: Tap,
    reader: TapSender,
    players: int,
    *,
    watched: bool,
    over: bool = False,
    phones: frozenset[int] = frozenset(),
    due: tuple[int, int] | None = None,
) -> str | None:
    """Return why ``reader`` may not tap ``tap``, as a sentence; None: he may.

    Args:
        tap: what was tapped.
        reader: whose phone it was; None: a page that belongs to no seat.
        players: how many play.
        watched: whether a camera sees what is laid.
        over: whether the game is: hands are laid down, and everybody sees all of them.
        phones: the seats that a phone holds: for them nobody else speaks.
        due: the number of the turn that is about to be taken, and whose it is; None: nobody's.
    """
    if reader == ONLOOKER:
        return phrase("whoever looks on with all hands open only looks")
    match tap:
        case LayTap() if watched:
            return phrase("the camera sees what is laid")
        case LayTap(seat) if not speaks_for(seat, reader, phones):
            return for_its_phone(seat)
        case RearrangeTap(seat) if reader != seat:
            return phrase("a hand is put in order from the phone of the seat that holds it")
        case IdentifyTap(seat) | PhotoTap(seat) | PassTap(seat):
            if not 0 <= seat < players:
                return NOBODY_SITS_THERE
            if not over and not sees_hand_of(seat, reader, players):
                return phrase("the cards of a hand are told by a seat that sees them")
        case TileTap(seat) | NameTap(seat) if not speaks_for(seat, reader, phones):
            return for_its_phone(seat)
        case CorrectTap(correction) if due is not None:
            if tells_now(correction, due[0]) and not speaks_for(due[1], reader, phones):
                return for_its_phone(due[1])
        case CheckTap(clue) if reader != clue.giver:
            return phrase("a clue is looked at from the phone of the seat that is to give it")
        case TileTap(_, _, target, hint) if hint is not None:
            if not sees_hand_of(target, reader, players):
                return phrase("a clue that a tile brings is told by a seat that sees the hand")
    return None


def as_told_by(
    tap: Tap,
    reader: TapSender,
    players: int,
    *,
    who: Teller = NOBODY,
    phones: frozenset[int] = frozenset(),
) -> Tap:
    """Return ``tap`` as it counts from ``reader``.

    A clue that is logged by somebody who does not see the hand it is about is taken as it was
    said: whether the hand bears it out, he is not told. One in another's name says who logged it,
    and waits for that seat's yes where it has a phone.

    Args:
        tap: what was tapped.
        reader: whose phone it was.
        players: how many play.
        who: who it was, where it was no phone.
        phones: the seats that a phone holds.
    """
    if not isinstance(tap, ClueTap):
        return tap
    if not sees_hand_of(tap.target, reader, players):
        tap = replace(tap, blind=True)
    if reader == tap.giver:
        return tap
    return replace(tap, by=teller(reader, who), consent=not speaks_for(tap.giver, reader, phones))


def teller(reader: TapSender, who: Teller = NOBODY) -> Teller:
    """Return who tapped, for the record: ``who`` names what is no phone."""
    return who or (PUBLIC_PAGE if reader is None else Teller(reader))


def asked_first(
    tap: UndoTap | RedoTap | CorrectTap,
    whose: int | None,
    reader: TapSender,
    phones: frozenset[int],
) -> Tap:
    """Return ``tap`` as it counts from ``reader``: the seat whose turn it changes agrees first.

    Args:
        tap: what was tapped.
        whose: the seat whose turn it changes; None: nobody's, or the table itself shows it.
        reader: whose phone it was.
        phones: the seats that a phone holds; for any other seat nobody can be asked.
    """
    if whose is None or speaks_for(whose, reader, phones):
        return tap
    return replace(tap, asks=(whose,))


def for_its_phone(seat: int, *others: int) -> Phrase:
    """Return why nobody but one of these seats may say it."""
    if others:
        return phrase("that can only be said on the phone of another seat")
    return phrase("that can only be said on the phone of {whom}", whom=Seat(seat))


def tells_now(correction: Correction, turn: int) -> bool:
    """Say whether ``correction`` gives a clue in ``turn``, which is about to be taken.

    That puts nothing right that is on record: it is the clue itself.
    """
    match correction:
        case Missed(missed, Tell()):
            return missed == turn
    return False


def speaks_for(seat: int, reader: TapSender, phones: frozenset[int]) -> bool:
    """Say whether ``reader`` may say what ``seat`` does: its own phone, or anybody's without one.

    ``phones`` are the seats that a phone holds.
    """
    return reader == seat or seat not in phones


def sees_hand_of(seat: int | None, reader: TapSender, players: int) -> bool:
    """Say whether ``reader`` plays, and has another hand than that of ``seat``."""
    return reader is not None and 0 <= reader < players and reader != seat
