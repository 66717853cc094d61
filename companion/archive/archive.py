"""The games on record as pages and their readers may use them: a protocol, and the record itself.

Of a game that is not over nothing comes out but what the whole table may know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from threading import Lock
from typing import Protocol

from companion.archive.looking_back import review
from companion.archive.review import Review, StillRunning
from companion.archive.statistics import Figures
from companion.files.paths import PICTURES
from companion.files.wall_clock import utc_now
from companion.hanab_live.bringing import REFUSALS, bring, brought, games_in, why_not
from companion.hanab_live.export import export, filled, for_link
from companion.hanab_live.link import ADDRESS, encode
from companion.hanab_live.notation import to_data
from companion.hanab_live.variants import Unsupported
from companion.language.phrases import phrase, said_by
from companion.language.refusal_texts import HANDS_STAY_HIDDEN
from companion.pictures.log import forget_pictures
from companion.record.entries import events_of
from companion.record.file import is_recorded
from companion.record.games import GameSummary, Record, RecordError


class NoSuchGame(LookupError):  # noqa: N818 - it says how things are
    """There is no game of that number."""


class NotNow(ValueError):  # noqa: N818 - it says how things are
    """It cannot be done while things are as they are; one sentence says why."""


@dataclass(frozen=True, slots=True)
class LiveExport:
    """A game that is over, as hanab.live would tell it.

    Attributes:
        live: the game in that site's JSON, cards that nobody saw made up; None: it cannot be.
        link: where the site shows it; None: a link cannot hold it.
        made_up: how many cards were made up.
        why: why the site cannot show it; None where it can.
    """

    live: Mapping[str, object] | None
    link: str | None
    made_up: int = 0
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Filed:
    """A game in the list of games.

    Attributes:
        game: its number.
        summary: what may be said of it to everybody; None: it is damaged.
        figures: the same in numbers; None while it is not over.
    """

    game: int
    summary: GameSummary | None
    figures: Figures | None


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game that was to come in from elsewhere.

    Attributes:
        game: its number on record; None: it cannot be put on record.
        new: whether it was not on record before.
        why: why it cannot be; empty where it is.
    """

    game: int | None
    new: bool = False
    why: str = ""


class Archive(Protocol):
    """The games on record; every method may be called from any thread.

    Raises:
        NoSuchGame: there is no such game.
        NotNow: it is not over, or the record cannot be used now.
    """

    def games(self) -> tuple[Filed, ...]:
        """Return all games, oldest first."""

    def filed(self, game: int) -> Filed:
        """Return what the list of games says of one."""

    def review(self, game: int) -> Review:
        """Look at a game that is over again."""

    def told(self, game: int) -> LiveExport:
        """Return a game that is over as another site has it."""

    def bring(self, text: str) -> tuple[ImportedGame, ...]:
        """Put the games on record that a text holds: hanab.live's JSON, or a game's address."""

    def remark(self, game: int, title: str, names: Sequence[str | None]) -> None:
        """Say what a game is called and who played it, by seat."""

    def delete(self, game: int) -> None:
        """Remove a game for good; the one that lies on the table cannot be."""


class RecordArchive:
    """The games in a record's file, which is opened for each question: the table may be writing."""

    def __init__(self, path: Path, on_table: Callable[[], int | None] = lambda: None) -> None:
        """Read the file ``path``.

        Args:
            path: the record's file; as long as it is not there, there are no games.
            on_table: returns the number of the game that lies on the table, over or not.
        """
        self._path = path
        self._pictures = path.with_name(PICTURES)
        self._on_table = on_table
        self._known: dict[tuple[int, int], Filed] = {}
        self._lock = Lock()

    def games(self) -> tuple[Filed, ...]:
        """Return all games, oldest first; what is known of one is looked up only once."""
        if not self._is_there():
            return ()
        with self._lock, self._open() as record:
            found: dict[tuple[int, int], Filed] = {}
            for key in record.lengths().items():
                known = self._known.get(key)
                found[key] = _filed(record, key[0]) if known is None else _named(record, known)
            self._known = found
        return tuple(found.values())

    def filed(self, game: int) -> Filed:
        """Return what the list of games says of one."""
        with self._open(game) as record:
            return _filed(record, game)

    def review(self, game: int) -> Review:
        """Look at a game that is over again."""
        with self._open(game) as record:
            return review(record.entries(game))

    def told(self, game: int) -> LiveExport:
        """Return a game that is over as another site has it."""
        with self._open(game) as record:
            if not record.state(game).laid_down:
                raise NotNow(HANDS_STAY_HIDDEN)
            events = events_of(record.entries(game))
        try:
            seen = export(events)
            live = filled(seen) if seen.missing else seen
        except Unsupported as error:
            return LiveExport(None, None, why=said_by(error))
        data, made_up = json.loads(json.dumps(to_data(live))), len(seen.missing)
        try:
            return LiveExport(data, ADDRESS + encode(for_link(live)), made_up)
        except Unsupported as error:
            return LiveExport(data, None, made_up, said_by(error))

    def bring(self, text: str) -> tuple[ImportedGame, ...]:
        """Put the games on record that a text holds: hanab.live's JSON, or a game's address."""
        arrived: list[ImportedGame] = []
        try:
            with Record(self._path) as record:
                for data in games_in(text):
                    arrived.append(_arrived(record, data))
        except REFUSALS as error:  # what is no game at all, from here on
            arrived.append(ImportedGame(None, why=why_not(error)))
        except RecordError as error:
            raise NotNow(said_by(error)) from error
        return tuple(arrived)

    def remark(self, game: int, title: str, names: Sequence[str | None]) -> None:
        """Say what a game is called and who played it, by seat."""
        with self._open(game) as record:
            record.remark(game, title=title, names=names)

    def delete(self, game: int) -> None:
        """Remove a game for good; the one that lies on the table cannot be."""
        if self._on_table() == game:
            raise NotNow(phrase("the game is still on the table: begin another one first"))
        with self._open(game) as record:
            record.delete(game)
        forget_pictures(self._pictures, game)

    def _is_there(self) -> bool:
        try:
            return is_recorded(self._path)
        except RecordError as error:
            raise NotNow(said_by(error)) from error

    @contextmanager
    def _open(self, game: int | None = None) -> Iterator[Record]:
        """Open the record in which ``game`` is; looking creates none."""
        if not self._is_there():
            raise NoSuchGame(f"there is no game {game}: nothing has been recorded yet")
        try:
            with Record(self._path) as record:
                if game is not None and not record.knows(game):
                    raise NoSuchGame(f"there is no game {game}")
                yield record
        except NotNow:
            raise
        except (RecordError, StillRunning) as error:
            raise NotNow(said_by(error)) from error
        except ValueError as error:  # its words are left out: they may quote hidden cards
            raise NotNow(phrase("game {game} is damaged", game=game)) from error


def _arrived(record: Record, data: object) -> ImportedGame:
    try:
        return ImportedGame(*bring(record, brought(data), utc_now()))
    except REFUSALS as error:
        return ImportedGame(None, why=why_not(error))


def _filed(record: Record, game: int) -> Filed:
    try:
        summary = record.summary(game)
        if not summary.laid_down:
            return Filed(game, summary, None)
        return Filed(game, summary, _figures(summary, review(record.entries(game))))
    except ValueError:  # a record that is damaged, or whose entries make no game
        return Filed(game, None, None)


def _named(record: Record, filed: Filed) -> Filed:
    """Return a game that is known with what people call it now."""
    if filed.summary is None:
        return filed
    title, names = record.remarks(filed.game)
    figures = filed.figures and replace(filed.figures, names=names)
    return Filed(filed.game, replace(filed.summary, title=title, names=names), figures)


def _figures(summary: GameSummary, seen: Review) -> Figures:
    seconds = [moment.seconds for moment in seen.moments if moment.seconds is not None]
    return Figures(
        game=summary.id,
        players=summary.players,
        names=summary.names,
        best=seen.best,
        outcome=summary.outcome,
        score=summary.score,
        misplays=len(seen.misplays),
        lost=len(seen.losses),
        efficiency=seen.efficiency,
        seconds=round(median(seconds), 1) if seconds else None,
    )
