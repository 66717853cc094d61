"""Amendments as plain data that fits into JSON, and strictly back again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.codec import Data, Leaf
from companion.hanabi.events import Event
from companion.hanabi.moves import Move
from companion.hanabi.notation import codec
from companion.record.corrections import CORRECTIONS, DEEDS, Correction
from companion.record.entries import Amendment, Change, MoveEntry
from companion.record.seating import Seating, seating_from_data, seating_to_data


@dataclass(frozen=True, slots=True)
class _Step:
    """A step, of whose events only the number is written: they stand in the entry."""

    t: float | None
    move: Move
    events: int
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Amendment:
    change: Change
    who: str
    at: str
    turn: int | None
    correction: Correction | None
    replaced: str | None
    steps: tuple[_Step, ...]
    seating: Seating | None = None


_CODEC = codec(CORRECTIONS, DEEDS, leaves={Seating: Leaf(seating_to_data, seating_from_data)})


def amendment_to_data(amendment: Amendment) -> Data:
    """Return an amendment as data; of its steps only how many events each has, not which."""
    return _CODEC.to_object(
        _Amendment(
            amendment.change,
            amendment.who,
            amendment.at,
            amendment.turn,
            amendment.correction,
            amendment.replaced,
            tuple(_Step(one.t, one.move, len(one.events), one.seen) for one in amendment.steps),
            amendment.seating,
        )
    )


def amendment_from_data(data: object, events: Sequence[Event]) -> Amendment:
    """Return the amendment that `amendment_to_data` made ``data`` from.

    Args:
        data: the data.
        events: the events of its steps one after the other, without the start.

    Raises:
        ValueError: ``data`` is no amendment.
    """
    said: _Amendment = _CODEC.from_data(_Amendment, data)
    return Amendment(
        said.change,
        said.who,
        said.at,
        said.turn,
        said.correction,
        said.replaced,
        _with_events(said.steps, events),
        said.seating,
    )


def _with_events(written: Sequence[_Step], events: Sequence[Event]) -> tuple[MoveEntry, ...]:
    steps: list[MoveEntry] = []
    used = 0
    for one in written:
        caused = tuple(events[used : used + one.events])
        steps.append(MoveEntry(one.t, one.move, caused, one.seen))
        used += one.events
    if used != len(events):
        raise ValueError(f"the steps have {used} events, but there are {len(events)}")
    return tuple(steps)
