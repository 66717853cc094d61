"""Games of Hana-awase in the record: an append-only list of steps for each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.hana_table.sitting import Sitting, replay
from companion.hana_table.steps import GameBegan, HanaStep, StepError, step_from_data, step_to_data
from companion.language.phrases import phrase
from companion.record.errors import RecordError, complaining
from companion.record.file import RecordFile
from companion.record.sums import Summed


@dataclass(frozen=True, slots=True)
class HanaGame:
    """A game in the list: its number, when it began (UTC, as text), how many steps it has."""

    id: int
    started: str
    steps: int


class HanaRecord(RecordFile):
    """The games of Hana-awase in a record's file; a context manager, for one thread.

    Raises:
        RecordError: the file cannot be opened, isn't a record, or was written by a newer version.
    """

    def begin(self, began: GameBegan, *, at: str) -> int:
        """Add a game with its first step; return its number. Durable when this returns.

        Raises:
            RecordError: it cannot be written; nothing has changed.
        """
        with self._writing():
            game = self._db.execute("INSERT INTO hana_games (started) VALUES (?)", (at,)).lastrowid
            assert game is not None
            self._insert(game, 1, at, began, self._sums_of(game))
        return game

    def bring(self, steps: Sequence[tuple[str, HanaStep]], *, at: str, number: int) -> int:
        """Add a whole game that was set aside; return its number: ``number``, where that is free.

        A game that has begun at the same moment with the same steps stays as it is.

        Args:
            steps: the moment and the step of each.
            at: when it began.
            number: what it was called.

        Raises:
            RecordError: it cannot be written; nothing has changed.
        """
        wanted = [(moment, json.dumps(step_to_data(step))) for moment, step in steps]
        with self._writing():
            for (known,) in self._db.execute(
                "SELECT id FROM hana_games WHERE started = ?", (at,)
            ).fetchall():
                if [(moment, text) for _, moment, text, _ in self._rows(known)] == wanted:
                    return int(known)
            taken = self._db.execute("SELECT 1 FROM hana_games WHERE id = ?", (number,)).fetchone()
            game = self._db.execute(
                "INSERT INTO hana_games (id, started) VALUES (?, ?)",
                (None if taken else number, at),
            ).lastrowid
            assert game is not None
            sums = self._sums_of(game)
            for seq, (moment, step) in enumerate(steps, 1):
                self._insert(game, seq, moment, step, sums)
        return game

    def dated_steps(self, game: int) -> tuple[tuple[str, HanaStep], ...]:
        """Return all steps of a game in their order, each with the moment it was written.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        with complaining(self._path):
            moments = [at for _, at, _, _ in self._rows(game)]
        return tuple(zip(moments, self.steps(game), strict=True))

    def append(self, game: int, step: HanaStep, *, at: str) -> int:
        """Add a step and return its number, counted from 1. Durable when this returns.

        Raises:
            RecordError: there is no such game or it cannot be written; nothing has changed.
        """
        with self._writing():
            self._must_know(game)
            last, sums = self._summed(game)
            self._insert(game, last + 1, at, step, sums)
        return last + 1

    def steps(self, game: int) -> tuple[HanaStep, ...]:
        """Return all steps of a game in their order.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        with complaining(self._path):
            self._must_know(game)
            rows, sums = self._rows(game), self._sums_of(game)
        steps = []
        for wanted, (seq, at, text, written) in enumerate(rows, 1):
            try:
                if seq != wanted:
                    raise StepError(f"step {wanted} is missing")
                sums.check(written, at, text)
                if not (isinstance(text, str) and isinstance(at, str)):
                    raise StepError("it is no text")
                steps.append(step_from_data(json.loads(text)))
            except (ValueError, LookupError, TypeError, RecursionError) as error:
                raise RecordError(
                    phrase(
                        "game {game} of Hana-awase in {path} is damaged: step {seq}: {why}",
                        game=game,
                        path=self._path,
                        seq=seq,
                        why=error,
                    )
                ) from error
        return tuple(steps)

    def not_as_written(self) -> tuple[int, ...]:
        """Return the games of which a step is missing or has not its sum.

        Raises:
            RecordError: the file cannot be read.
        """
        found = []
        for one in self.games():
            try:
                if not self.steps(one.id):
                    found.append(one.id)
            except RecordError:
                found.append(one.id)
        return tuple(found)

    def sitting(self, game: int) -> Sitting:
        """Return where a game stands by its steps.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        steps = self.steps(game)
        try:
            return replay(steps)
        except (ValueError, LookupError, TypeError) as error:
            raise RecordError(
                phrase(
                    "game {game} of Hana-awase in {path} is damaged: {why}",
                    game=game,
                    path=self._path,
                    why=error,
                )
            ) from error

    def games(self) -> tuple[HanaGame, ...]:
        """Return all games, oldest first, also those whose steps cannot be read.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            rows = self._db.execute(
                "SELECT id, started, (SELECT count(*) FROM hana_steps WHERE game = id)"
                " FROM hana_games ORDER BY id"
            ).fetchall()
        return tuple(HanaGame(game, str(started), steps) for game, started, steps in rows)

    def delete(self, game: int) -> None:
        """Remove a game and all its steps.

        Raises:
            RecordError: there is no such game or it cannot be removed.
        """
        with self._writing():
            self._must_know(game)
            self._db.execute("DELETE FROM hana_games WHERE id = ?", (game,))

    def _insert(self, game: int, seq: int, at: str, step: HanaStep, sums: Summed) -> None:
        text = json.dumps(step_to_data(step))
        self._db.execute(
            "INSERT INTO hana_steps (game, seq, at, step, sum) VALUES (?, ?, ?, ?, ?)",
            (game, seq, at, text, sums.add(at, text)),
        )

    def _rows(self, game: int) -> list[tuple[Any, ...]]:
        return self._db.execute(
            "SELECT seq, at, step, sum FROM hana_steps WHERE game = ? ORDER BY seq", (game,)
        ).fetchall()

    def _sums_of(self, game: int) -> Summed:
        """Return the sums of a game before its first step."""
        return Summed(
            *self._db.execute("SELECT id, started FROM hana_games WHERE id = ?", (game,)).fetchone()
        )

    def _summed(self, game: int) -> tuple[int, Summed]:
        """Return how many steps a game has, and its sums after the last one."""
        last, before = self._db.execute(
            "SELECT max(seq), sum FROM hana_steps WHERE game = ?", (game,)
        ).fetchone()
        sums = self._sums_of(game)
        if isinstance(before, str):
            sums.go_on(before, last)
        else:  # an older companion wrote it: this once all of it is summed
            for _, at, text, _ in self._rows(game):
                sums.add(at, text)
        return int(last or 0), sums

    def _must_know(self, game: int) -> None:
        found = (
            -(2**63) <= game < 2**63
            and self._db.execute("SELECT 1 FROM hana_games WHERE id = ?", (game,)).fetchone()
        )
        if not found:
            raise RecordError(
                phrase(
                    "there is no game {game} of Hana-awase in {path}", game=game, path=self._path
                )
            )
