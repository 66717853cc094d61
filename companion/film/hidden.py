"""Films on which a game may be seen that is not over: its hands are hidden there, too."""

from __future__ import annotations

from pathlib import Path

from companion.film.reel import Film, FilmError
from companion.film.shelf import Shelf
from companion.play.lobby import AT_THE_TABLE
from companion.record.file import is_recorded
from companion.record.games import Record, RecordError


def hide_hands(shelf: Shelf, record: Record) -> None:
    """Let nothing be told of films on which a game may be seen that is not over."""
    try:
        game = record.unfinished(AT_THE_TABLE)
        since = None if game is None else record.summary(game).started
    except RecordError:
        since = ""  # what is wrong with the record, others say
    if since is not None:
        shelf.hide(since)


def refuse_hidden(film: Film, records: Path) -> None:
    """Return if nothing is to be seen on ``film`` that is hidden still.

    Args:
        film: what somebody wants to see.
        records: where the games are; there need not be any yet.

    Raises:
        FilmError: a game may be on it that is not over.
        RecordError: nobody can say.
    """
    if not is_recorded(records):
        return
    with Record(records) as record:
        game = record.unfinished(film.label.source)
        started = None if game is None else record.summary(game).started
    if started is not None and film.may_show(started):
        raise FilmError(
            f"game {game} is not over, and its hands may be seen on {film.folder}: end the game"
            " at the table first"
        )
