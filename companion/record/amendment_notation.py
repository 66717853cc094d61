"""Amendments as plain data that fits into JSON, and strictly back again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.hanabi.events import Event
from companion.hanabi.fields import Fields
from companion.hanabi.notation import move_from_data, move_to_data
from companion.hanabi.plain import Data
from companion.record.corrections import correction_from_data, correction_to_data
from companion.record.entries import Amendment, Change, Step
from companion.record.seating import seating_from_data, seating_to_data


def amendment_to_data(amendment: Amendment) -> Data:
    """Return an amendment as data; of its steps only how many events each has, not which."""
    correction, steps, seating = amendment.correction, amendment.steps, amendment.seating
    return {
        "change": amendment.change.value,
        "who": amendment.who,
        "at": amendment.at,
        "turn": amendment.turn,
        "correction": None if correction is None else correction_to_data(correction),
        "replaced": amendment.replaced,
        "steps": [_step_to_data(step) for step in steps],
        **({} if seating is None else {"seating": seating_to_data(seating)}),
    }


def amendment_from_data(data: object, events: Sequence[Event]) -> Amendment:
    """Return the amendment that `amendment_to_data` made ``data`` from.

    Args:
        data: the data.
        events: the events of its steps one after the other, without the start.

    Raises:
        ValueError: ``data`` is no amendment.
    """
    fields = Fields("an amendment", data)
    amendment = Amendment(
        fields.member("change", Change),
        fields.text("who"),
        fields.text("at"),
        fields.of("turn", lambda value: None if value is None else _count(value)),
        fields.of("correction", lambda one: None if one is None else correction_from_data(one)),
        fields.of("replaced", lambda value: None if value is None else _text(value)),
        fields.of("steps", lambda value: _steps(value, events)),
        fields.of("seating", seating_from_data) if fields.has("seating") else None,
    )
    fields.end()
    return amendment


def _step_to_data(step: Step) -> Data:
    seen = {"seen": list(step.seen)} if step.seen else {}
    return {"t": step.t, "move": move_to_data(step.move), "events": len(step.events), **seen}


def _steps(value: object, events: Sequence[Event]) -> tuple[Step, ...]:
    if not isinstance(value, list):
        raise ValueError(f"wants a list, got {value!r}")
    steps: list[Step] = []
    used = 0
    for one in value:
        fields = Fields("a step", one)
        t = fields.of("t", _moment)
        move = fields.of("move", move_from_data)
        count = fields.count("events")
        seen = fields.each("seen", _text) if fields.has("seen") else ()
        fields.end()
        steps.append(Step(t, move, tuple(events[used : used + count]), seen))
        used += count
    if used != len(events):
        raise ValueError(f"the steps have {used} events, but there are {len(events)}")
    return tuple(steps)


def _moment(value: object) -> float | None:
    if value is None or (isinstance(value, float | int) and not isinstance(value, bool)):
        return None if value is None else float(value)
    raise ValueError(f"wants seconds, got {value!r}")


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"wants a whole number from 0 up, got {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"wants text, got {value!r}")
    return value
