"""An entry of the record as a row of its table, and strictly back."""

from __future__ import annotations

import json
import math

from companion.hanabi.notation import (
    event_from_data,
    event_to_data,
    move_from_data,
    move_to_data,
)
from companion.record.amendment_notation import amendment_from_data, amendment_to_data
from companion.record.entries import Entry

COLUMNS = "seq, t, move, events, seen, amendment"
"""The columns of a row without its sum: the entry's number, and what `entry_to_row` returns."""

EntryRow = tuple[float | None, str | None, str, str | None, str | None]


def entry_to_row(entry: Entry) -> EntryRow:
    """Return an entry as it is written, without its number.

    Raises:
        ValueError: its moment is no number.
    """
    if entry.t is not None and not math.isfinite(entry.t):
        raise ValueError(f"an entry's moment is a number of seconds, got {entry.t}")
    return (
        None if entry.t is None else float(entry.t),  # as it is read again
        None if entry.move is None else json.dumps(move_to_data(entry.move)),
        json.dumps([event_to_data(event) for event in entry.events]),
        json.dumps(entry.seen) if entry.seen else None,
        None if entry.amendment is None else json.dumps(amendment_to_data(entry.amendment)),
    )


def entry_from_row(*row: object) -> Entry:
    """Return the entry that `entry_to_row` made the row from.

    Raises:
        ValueError: it is no such row.
        RecursionError: its text is nested too deeply.
    """
    t, move, events, seen, amendment = row
    if not (t is None or isinstance(t, float)):
        raise ValueError(f"a moment is a number, got {t!r}")
    caused = tuple(event_from_data(event) for event in _list(_parsed(events)))
    return Entry(
        t,
        None if move is None else move_from_data(_parsed(move)),
        caused,
        () if seen is None else tuple(str(one) for one in _list(_parsed(seen))),
        None if amendment is None else amendment_from_data(_parsed(amendment), caused[1:]),
    )


def encodable(text: str) -> str:
    """Return a path as text that SQLite takes, also where its bytes are no valid UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _parsed(text: object) -> object:
    if not isinstance(text, str):
        raise ValueError(f"wants text, got {text!r}")
    return json.loads(text)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"wants a list, got {value!r}")
    return value
