"""What people have said and no turn has taken up yet, as text for the record, and strictly back.

That is what waits for another seat's yes, and the colours that were named for cards still to be
played. It is no entry of the record: it changes nothing that counts, and a clue that waits tells
something of the hand that it is about, so whoever reads the entries of a game is not to find it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.codec import Family
from companion.hanabi.cards import Suit
from companion.hanabi.notation import codec
from companion.play.game import ColourNamedAhead, Game, Proposal
from companion.play.inputs import (
    ClueTap,
    CorrectTap,
    NewGameTap,
    Proposed,
    RedoTap,
    TapSender,
    UndoTap,
)
from companion.record.corrections import CORRECTIONS, DEEDS


@dataclass(frozen=True, slots=True)
class _Proposal:
    tap: Proposed
    reader: TapSender
    turn: int
    asks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Waiting:
    proposed: tuple[_Proposal, ...] = ()
    named: Mapping[int, Suit] = field(default_factory=dict)


_TAPS = Family(
    "what waits for a yes",
    {
        "clue": ClueTap,
        "undo": UndoTap,
        "redo": RedoTap,
        "correct": CorrectTap,
        "new_game": NewGameTap,
    },
)
_CODEC = codec(_TAPS, CORRECTIONS, DEEDS)


def waiting_to_text(game: Game) -> str:
    """Return what of a game no turn has taken up yet; empty: nothing."""
    if not game.proposed and not game.named:
        return ""
    proposed = tuple(_Proposal(one.tap, one.reader, one.turn, one.asks) for one in game.proposed)
    named = {seat: one.colour for seat, one in game.named.items()}
    return json.dumps(_CODEC.to_object(_Waiting(proposed, named)))


def with_waiting(game: Game, text: str) -> Game:
    """Return a game that is taken up again, with what `waiting_to_text` made ``text`` from.

    A colour was named before anything that the camera sees from now on.

    Raises:
        ValueError: ``text`` is nothing of the kind, or names a seat that the game has not.
    """
    if not text:
        return game
    said: _Waiting = _CODEC.from_data(_Waiting, json.loads(text))
    seats = {*said.named} | {seat for one in said.proposed for seat in _seats(one)}
    if any(seat >= game.state.players for seat in seats):
        raise ValueError(f"there is no seat {max(seats)}")
    if not {*said.named.values()} <= {*game.state.ruleset.nameable}:
        raise ValueError("a colour was named that the game has not")
    return replace(
        game,
        proposed=tuple(Proposal(one.tap, one.reader, one.turn, one.asks) for one in said.proposed),
        named={seat: ColourNamedAhead(colour, -math.inf) for seat, colour in said.named.items()},
    )


def _seats(proposal: _Proposal) -> tuple[int, ...]:
    tap = proposal.tap
    named = (tap.giver, tap.target) if isinstance(tap, ClueTap) else tap.asks
    reader = () if proposal.reader is None else (proposal.reader,)
    return (*proposal.asks, *named, *reader)
