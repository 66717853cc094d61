"""Games of Hana-awase in the record: an append-only list of steps for each."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.hana_table.sitting import Sitting, replay
from companion.hana_table.steps import GameBegan, Step, StepError, step_from_data, step_to_data
from companion.language.phrases import phrase
from companion.record.complaints import RecordError, complaining
from companion.record.file import RecordFile


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
            self._insert(game, 1, at, began)
        return game

    def append(self, game: int, step: Step, *, at: str) -> int:
        """Add a step and return its number, counted from 1. Durable when this returns.

        Raises:
            RecordError: there is no such game or it cannot be written; nothing has changed.
        """
        with self._writing():
            self._must_know(game)
            (last,) = self._db.execute(
                "SELECT coalesce(max(seq), 0) FROM hana_steps WHERE game = ?", (game,)
            ).fetchone()
            self._insert(game, int(last) + 1, at, step)
        return int(last) + 1

    def steps(self, game: int) -> tuple[Step, ...]:
        """Return all steps of a game in their order.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        with complaining(self._path):
            self._must_know(game)
            rows = self._db.execute(
                "SELECT seq, step FROM hana_steps WHERE game = ? ORDER BY seq", (game,)
            ).fetchall()
        steps = []
        for wanted, (seq, text) in enumerate(rows, 1):
            try:
                if seq != wanted:
                    raise StepError(f"step {wanted} is missing")
                steps.append(step_from_data(json.loads(text)))
            except ValueError as error:
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

    def sitting(self, game: int) -> Sitting:
        """Return where a game stands by its steps.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        steps = self.steps(game)
        try:
            return replay(steps)
        except ValueError as error:
            raise RecordError(
                phrase(
                    "game {game} of Hana-awase in {path} is damaged: {why}",
                    game=game,
                    path=self._path,
                    why=error,
                )
            ) from error

    def games(self) -> tuple[HanaGame, ...]:
        """Return all games, oldest first.

        Raises:
            RecordError: the record is damaged.
        """
        with complaining(self._path):
            rows = self._db.execute(
                "SELECT id, started, (SELECT count(*) FROM hana_steps WHERE game = id)"
                " FROM hana_games ORDER BY id"
            ).fetchall()
        return tuple(HanaGame(*row) for row in rows)

    def delete(self, game: int) -> None:
        """Remove a game and all its steps.

        Raises:
            RecordError: there is no such game or it cannot be removed.
        """
        with self._writing():
            self._must_know(game)
            self._db.execute("DELETE FROM hana_games WHERE id = ?", (game,))

    def _insert(self, game: int, seq: int, at: str, step: Step) -> None:
        text = json.dumps(step_to_data(step))
        self._db.execute(
            "INSERT INTO hana_steps (game, seq, at, step) VALUES (?, ?, ?, ?)",
            (game, seq, at, text),
        )

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
