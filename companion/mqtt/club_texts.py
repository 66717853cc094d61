"""A club's tables and results in words, for the terminal; English, as all of its texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.mqtt.club import TableSeen

STATUS = {
    "starting": "starting",
    "waiting_to_start": "ready to start",
    "waiting_for_move": "thinking",
    "reading": "reading a card",
    "cannot_see": "something covers the mat",
    "please_draw": "somebody draws",
    "question": "asks about a card",
    "differs": "table and record differ",
    "paused": "paused",
    "ending": "hands to lay down",
    "over": "over",
    "error": "something has failed",
}
COLUMNS = ("Table", "State", "Turn", "To move", "Score", "Clues", "Fuses", "Deck", "Last event")
RESULTS = ("Began (UTC)", "Table", "Players", "Rules", "Score", "Ended")


def status_text(seen: TableSeen) -> str:
    """Return how a table is, in a few words."""
    if not seen.online:
        return "away"
    status = (seen.state or {}).get("status")
    return STATUS.get(str(status), str(status or "?"))


def row(seen: TableSeen) -> tuple[str, ...]:
    """Return a table as a row of `COLUMNS`."""
    state = seen.state or {}
    return (
        seen.name,
        status_text(seen),
        _shown(state.get("turn")),
        _shown(state.get("to_move")),
        _shown(state.get("score")),
        _of(state, "clue_tokens"),
        _of(state, "fuses"),
        _shown(state.get("deck")),
        _shown(state.get("last_event")),
    )


def line(seen: TableSeen) -> str:
    """Return a table as one line."""
    state = seen.state or {}
    said = f"{seen.name} ({seen.table}): {status_text(seen)}"
    if not seen.online or state.get("turn") is None:
        return said
    fuses = f"{_of(state, 'fuses')} fuses burnt"
    said += (
        f", score {_shown(state.get('score'))}, {_of(state, 'clue_tokens')} clue tokens, {fuses}"
    )
    if state.get("to_move") is not None:
        said += f", turn {state['turn']}: {state['to_move']}"
    return said


def result_row(seen: TableSeen, game: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a game that is over as a row of `RESULTS`."""
    names: Sequence[object] = game.get("names") or ()
    people = ", ".join(str(name) for name in names if name)
    started = _shown(game.get("started"))[:16].replace("T", " ")
    return (
        started,
        seen.name,
        people or _shown(game.get("players")),
        _shown(game.get("ruleset")),
        _shown(game.get("score")),
        _shown(game.get("outcome")).replace("_", " "),
    )


def result_line(seen: TableSeen, game: Mapping[str, Any]) -> str:
    """Return a game that is over as one line."""
    started, table, people, rules, score, ended = result_row(seen, game)
    who = people if game.get("names") else f"{people} players"
    return f"{started} UTC, {table}: score {score}, {ended} ({who}, {rules})"


def clash_text(seen: TableSeen) -> str:
    """Return what is to be done where two tables have one id."""
    return (
        f'two tables go by the id "{seen.table}": give one of them another mqtt.table in its'
        " settings"
    )


def _shown(value: object) -> str:
    return "-" if value is None else str(value)


def _of(state: Mapping[str, Any], key: str) -> str:
    if state.get(key) is None:
        return "-"
    return f"{state[key]} of {_shown(state.get(f'{key}_of'))}"
