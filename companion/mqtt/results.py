"""The results of a table day by day, as a broker keeps them for the club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from companion.record.games import GameSummary

KEPT_DAYS = 7
"""Days of which the results stay at the broker, today included."""


def results(
    games: Iterable[GameSummary], today: date, *, names: bool
) -> Mapping[str, Sequence[Mapping[str, object]]]:
    """Return the games that are over, by the day on which they began, oldest first.

    Args:
        games: what may be said of each game.
        today: the day in UTC, as the record has its moments.
        names: whether it is told who played.
    """
    first = today - timedelta(days=KEPT_DAYS - 1)
    found: dict[str, list[Mapping[str, object]]] = {}
    for game in games:
        day = game.started[:10]
        if not game.laid_down or not first.isoformat() <= day:
            continue
        result: dict[str, object] = {
            "game": game.id,
            "started": game.started,
            "outcome": game.outcome.value,
            "score": game.score,
            "played": game.played,
            "players": game.players,
            "ruleset": game.ruleset,
            "turns": game.turns,
        }
        if names and any(game.names):
            result["names"] = list(game.names)
        found.setdefault(day, []).append(result)
    return {day: found[day] for day in sorted(found)}
