"""The power goes again and again: nothing that was announced is lost, and nothing is told twice.

The table and its players live in the test and survive; the companion is a process that is killed
at random moments, also while it writes, and started again.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from companion.hanabi.moves import Identify
from companion.hanabi.position import GameState
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all, start
from companion.play.inputs import ClueTap, LayDownTap, PlayedTap, TimedTap
from companion.record.games import Record
from companion.record.history import turns
from tests.companion.corrected_games import fits, possible_clues
from tests.companion.filmed_table import FilmedTable

ROOT = Path(__file__).resolve().parents[2]
CHILD = ROOT / "tests" / "companion" / "killed_companion.py"
STILL = 3.4
PLAYERS = 2
PATIENCE = 60
"""How often something is said again before the record is said to stand still."""


class Companion:
    """The process, started anew whenever it is dead; keeps all that it ever announced."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self.path, self.chance = path, chance
        self.kills = 0
        self.lost_words = 0
        self.told: list[dict[str, Any]] = []
        self._process: subprocess.Popen[bytes] | None = None

    def turns(self) -> int | None:
        """Start it if it is dead; return how many turns its game has, None without a game."""
        if self._process is not None:
            return self._known
        self._process = subprocess.Popen(
            [sys.executable, str(CHILD), str(self.path), str(PLAYERS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        kind, what = self._line() or ("", None)
        assert kind == "ready"
        self._known: int | None = what
        return self._known

    def say(self, message: object, *, kill: bool) -> bool:
        """Tell it something; with ``kill`` it dies some milliseconds later. Say if it was done."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        killer = None
        if kill:
            killer = Timer(self.chance.choice([0.0, 0.002, 0.004, 0.008, 0.016, 0.05]), self._kill)
            killer.start()
        try:
            process.stdin.write(pickle.dumps(message))
            process.stdin.flush()
        except BrokenPipeError:
            pass
        done = False
        while (line := self._line()) is not None:
            kind, what = line
            if kind == "told":
                self.told.append(what)
            elif kind == "done":
                self._known, done = what, True
                break
        if killer is not None:
            killer.join()
            self._bury()
        return done

    @property
    def asks(self) -> bool:
        """Whether it asks how a card came there; what was asked before it died nobody asks now."""
        return self._process is not None and self.told[-1:] != [] and "asks" in self.told[-1]

    def _line(self) -> tuple[str, Any] | None:
        """Return the next line that it wrote whole; None: it is dead."""
        assert self._process is not None
        assert self._process.stdout is not None
        raw = self._process.stdout.readline()
        if not raw.endswith(b"\n"):
            return None
        kind, what = json.loads(raw)
        return kind, what

    def _kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)

    def _bury(self) -> None:
        """Read what it said with its last breath, and check the file that it left."""
        assert self._process is not None
        while (line := self._line()) is not None:
            if line[0] == "told":
                self.told.append(line[1])
        self._process.communicate()
        self._process = None
        self.kills += 1
        db = sqlite3.connect(self.path)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()
            self._process = None


class Players:
    """They play the cards of a deck, misplays among them, and keep a log of their own."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.deck = list(STANDARD.deck)
        self.chance.shuffle(self.deck)
        self.log: list[tuple[object, ...]] = []
        self.alike: set[int] = set()  # turns whose drawn card is the like of the laid one
        self._misplayed: list[tuple[int, str]] = []
        self.state: GameState = start(STANDARD, PLAYERS, 0)[0]
        for hand in self.state.hands:
            for held in hand:
                self._learn(held.id)
        self.table = FilmedTable(
            [[held.card.label if held.card else None for held in hand] for hand in self.state.hands]
        )

    def _learn(self, held: Any) -> None:
        move = Identify(held, self.deck[held])
        self.state = evolve_all(self.state, apply(self.state, move))

    def look(self) -> object:
        """Return the table as it stands still."""
        self.table.t += STILL
        return self.table.reading(STILL)

    def turn(self) -> TimedTap | None:
        """Take a turn with hands, or return the clue to be tapped."""
        from companion.hanabi.moves import Discard, GiveClue, Move, Play

        state, seat = self.state, self.state.to_move
        clues = possible_clues(state)
        self._clear_misplays()
        fitting = [held for held in state.hands[seat] if held.card and fits(state, held.card)]
        move: Move
        tap = None
        full = state.clue_tokens == STANDARD.clue_tokens
        if clues and self.chance.random() < 0.4:
            clue = self.chance.choice(clues)
            move = GiveClue(seat, clue.target, clue.hint)
            tap = TimedTap(self.table.t, ClueTap(seat, clue.target, clue.hint), seat)
            self.log.append((seat, "clue", clue.target, clue.hint))
        else:
            play = full or self.chance.random() < 0.5
            sure = bool(fitting) and self.chance.random() < 0.8
            held = self.chance.choice(fitting if play and sure else list(state.hands[seat]))
            assert held.card is not None
            move = Play(seat, held.id, held.card) if play else Discard(seat, held.id, held.card)
            draws = self.deck[state.next_id].label if state.deck else None
            column = list(STANDARD.colours).index(held.card.suit)
            if play:
                self.table.play(seat, held.slot, column, draws)
                if held not in fitting:
                    self._misplayed.append((column, held.card.label))
            else:
                self.table.discard(seat, held.slot, draws)
            if draws == held.card.label:
                self.alike.add(len(self.log))
            self.log.append((seat, "play" if play else "discard", held.card.label, held.slot))
        before = state.next_id
        self.state = evolve_all(state, apply(state, move))
        if self.state.next_id > before:
            self._learn(before)
        return tap

    def _clear_misplays(self) -> None:
        """Take cards that did not fit to the discards, or leave them lying a while longer."""
        for column, label in tuple(self._misplayed):
            if self.chance.random() < 0.7:
                self._misplayed.remove((column, label))
                pile = self.table.columns[column]
                seen = [index for index, laid in enumerate(pile) if laid.label == label]
                if seen:
                    del pile[seen[-1]]
                self.table.drop(label)

    def check(self, record: Record, game: int) -> None:
        """Compare the record with the players' own log.

        Where a card was drawn in one motion that is the like of the laid one, its slot looks as if
        nobody had been there: a companion that was killed meanwhile may not know which it was.
        """
        events = record.past(game).timeline.events
        written = [_short(turn) for turn in turns(events, public=False)]
        wanted = [_told(one) for one in self.log]
        for at in self.alike:
            if written[at][-1] is None:
                wanted[at] = (*wanted[at][:-1], None)
        assert written == wanted


def _short(turn: dict[str, object]) -> tuple[object, ...]:
    if turn["kind"] == "clue":
        return (turn["seat"], "clue", turn["target"], turn.get("colour", turn.get("value")))
    return (turn["seat"], turn["kind"], turn["card"], turn["slot"])


def _told(one: tuple[object, ...]) -> tuple[object, ...]:
    if one[1] != "clue":
        return one
    hint: Any = one[3]
    return (*one[:3], hint.colour.value if hasattr(hint, "colour") else hint.rank)


def play_on_being_killed(folder: Path, kills: int, seed: int) -> Companion:
    """Play game after game until the companion was killed so often; check all there is."""
    chance = random.Random(seed)
    companion = Companion(folder / "games.sqlite3", chance)
    games: list[Players] = []
    try:
        while companion.kills < kills:
            players = Players(chance.randrange(10**6))
            games.append(players)
            first = len(companion.told)
            _one_game(companion, players, chance, kills)
            with Record(companion.path) as record:
                assert len(record.games()) == len(games)
                players.check(record, len(games))
                written = list(turns(record.past(len(games)).timeline.events, public=True))
            told = [one for one in companion.told[first:] if "kind" in one]
            numbers = [one["turn"] for one in told]
            assert numbers == sorted(set(numbers)), "nothing is told twice, nothing out of turn"
            for one in told:
                turn = written[one["turn"] - 1]
                assert {name: one[name] for name in turn if name != "touched"} == {
                    name: value for name, value in turn.items() if name != "touched"
                }
    finally:
        companion.close()
    return companion


def _one_game(companion: Companion, players: Players, chance: random.Random, kills: int) -> None:
    def may_kill(share: float) -> bool:
        return companion.kills < kills and chance.random() < share

    companion.close()  # a game that is over is followed by another one when it starts anew
    while companion.turns() is None:
        companion.say(players.look(), kill=may_kill(0.8))
    while not players.state.over:
        # They go on when the page is there again: a card that nobody saw before it was laid cannot
        # be told from its twin in the same hand.
        while not companion.say(players.look(), kill=may_kill(0.6)):
            companion.turns()
        companion.turns()
        tap = players.turn()
        for tried in range(PATIENCE):
            # Between a question and its answer the power has to stay for once.
            share = 0.8 if tried < PATIENCE / 2 else 0.0
            if companion.asks:
                answer = PlayedTap(players.log[-1][1] == "play")
                companion.say(TimedTap(players.table.t, answer), kill=may_kill(share))
            elif companion.turns() == len(players.log) - 1 and tap is not None:
                companion.say(tap, kill=may_kill(share))
            else:
                companion.say(players.look(), kill=may_kill(share))
            if companion.turns() in (len(players.log), None):  # None: the game is over
                break
        else:
            pytest.fail(f"the record stands still before {players.log[-1]}: {companion.told[-3:]}")
    # The end counts once the table has laid its hands down; until then the game may go on.
    lay_down = TimedTap(players.table.t, LayDownTap())
    while companion.turns() is not None and not companion.say(lay_down, kill=may_kill(0.8)):
        pass


def test_nothing_announced_is_lost_when_the_companion_is_killed_fifty_times(tmp_path: Path) -> None:
    companion = play_on_being_killed(tmp_path, kills=50, seed=7)
    assert companion.kills >= 50
    assert companion.told


@pytest.mark.long
def test_nothing_announced_is_lost_when_the_companion_is_killed_a_thousand_times(
    tmp_path: Path,
) -> None:
    assert play_on_being_killed(tmp_path, kills=1000, seed=11).kills >= 1000
