"""The games on record as pages and their readers may use them: a protocol, and the record itself.

Of a game that is not over nothing comes out but what the whole table may know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.entries import events_of
from companion.hanab_live.export import export, filled, for_link
from companion.hanab_live.game import to_data
from companion.hanab_live.link import ADDRESS, encode
from companion.hanab_live.variants import Unsupported
from companion.record import Record, RecordError
from companion.review import Review, StillRunning, review


class NoSuchGame(LookupError):  # noqa: N818 - it says how things are
    """There is no game of that number."""


class NotNow(ValueError):  # noqa: N818 - it says how things are
    """It cannot be done while things are as they are; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Told:
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


class Archive(Protocol):
    """The games on record; every method may be called from any thread.

    Raises:
        NoSuchGame: there is no such game.
        NotNow: it is not over, or the record cannot be used now.
    """

    def review(self, game: int) -> Review:
        """Look at a game that is over again."""

    def told(self, game: int) -> Told:
        """Return a game that is over as another site has it."""


class RecordArchive:
    """The games in a record's file, which is opened for each question: the table may be writing."""

    def __init__(self, path: Path, on_table: Callable[[], int | None] = lambda: None) -> None:
        """Read the file ``path``.

        Args:
            path: the record's file; as long as it is not there, there are no games.
            on_table: returns the number of the game that lies on the table, over or not.
        """
        self._path = path
        self._on_table = on_table

    def review(self, game: int) -> Review:
        """Look at a game that is over again."""
        with self._open(game) as record:
            try:
                return review(record.entries(game))
            except StillRunning as error:
                raise NotNow(str(error)) from error
            except RecordError as error:
                raise NotNow(str(error)) from error

    def told(self, game: int) -> Told:
        """Return a game that is over as another site has it."""
        with self._open(game) as record:
            try:
                entries = record.entries(game)
                if not record.state(game).over:
                    raise NotNow("the game is still running: its hidden cards stay hidden")
            except RecordError as error:
                raise NotNow(str(error)) from error
        try:
            seen = export(events_of(entries))
            live = filled(seen) if seen.missing else seen
        except Unsupported as error:
            return Told(None, None, why=str(error))
        data, made_up = json.loads(json.dumps(to_data(live))), len(seen.missing)
        try:
            return Told(data, ADDRESS + encode(for_link(live)), made_up)
        except Unsupported as error:
            return Told(data, None, made_up, str(error))

    def _open(self, game: int) -> Record:
        if not self._path.exists():  # looking creates nothing
            raise NoSuchGame(f"there is no game {game}: nothing has been recorded yet")
        try:
            record = Record(self._path)
            if not record.knows(game):
                record.close()
                raise NoSuchGame(f"there is no game {game}")
        except RecordError as error:
            raise NotNow(str(error)) from error
        return record
