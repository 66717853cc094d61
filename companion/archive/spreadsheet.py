"""All games that are over as a table for a spreadsheet: CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from companion.archive.archive import Filed
from companion.hanabi.labels import MOST_SEATS

COLUMNS = (
    "game",
    "started",
    "title",
    "source",
    "ruleset",
    "players",
    *(f"seat_{seat}" for seat in range(MOST_SEATS)),
    "outcome",
    "score",
    "best_score",
    "played",
    "turns",
    "misplays",
    "lost_cards",
    "cards_per_clue",
    "seconds_per_turn",
)
"""What each column is: docs/command-line.md."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What spreadsheets take for the beginning of a formula."""


def spreadsheet(games: Iterable[Filed]) -> str:
    """Return the games that are over as CSV (RFC 4180), the names of the columns first.

    What is empty is not known. Text that a spreadsheet would take for a formula begins with an
    apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for game in games:
        if game.summary is not None and game.figures is not None:
            writer.writerow([_cell(value) for value in _row(game)])
    return out.getvalue()


def _row(game: Filed) -> list[str | int | float | None]:
    said, figures = game.summary, game.figures
    assert said is not None
    assert figures is not None
    names = [*said.names, *[None] * MOST_SEATS][:MOST_SEATS]
    return [
        game.game,
        said.started,
        said.title,
        said.source,
        said.ruleset,
        said.players,
        *names,
        said.outcome.value,
        said.score,
        figures.best,
        said.played,
        said.turns,
        figures.misplays,
        figures.lost,
        None if figures.efficiency is None else round(figures.efficiency, 2),
        figures.seconds,
    ]


def _cell(value: str | float | None) -> str | float:
    if value is None:
        return ""
    if isinstance(value, str):
        text = value.encode("utf-8", "replace").decode()  # a film's name may be no text
        return f"'{text}" if text.lstrip(" \n").startswith(_FORMULA) else text
    return value
