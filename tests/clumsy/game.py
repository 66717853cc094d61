"""One clumsy game: the simulated table, some eyes, a real evening."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.announcements.announcement import Announcement, Asked, TableDiffers
from companion.demonstration.phones import PhoneError
from companion.demonstration.players import Diary
from companion.demonstration.reading_clues import SeatView
from companion.demonstration.robots import Decision
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press
from companion.play.controller import Controller
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    CorrectTap,
    LayDownTap,
    PlayedTap,
    RedoTap,
    Tap,
    TileTap,
)
from companion.play.lobby import Plan
from companion.play.report import result
from companion.record.corrections import Lay, Missed
from companion.record.games import Record
from companion.referee.readings import TableReading
from companion.referee.tokens import TokensDiffer
from tests.clumsy import hasty
from tests.clumsy.eyes import QuickEyes, count_tokens
from tests.clumsy.interludes import INTERLUDES
from tests.clumsy.lays import differing
from tests.clumsy.mischief import KINDS
from tests.clumsy.players import ClumsyPlayers, Interlude, Mischief
from vision.drawing.artwork import LABELS
from vision.simulator import Setting, SimulatedTable, TableError, shuffled_pack

FRAME = 0.25
"""Seconds from one look to the next."""
LAMPS_COUNT = 5
"""At every so manieth table people count with lamps, and no token lies on the mat."""
LONGEST = 3000.0
"""Seconds after which a game that does not end is given up."""


class Notes(Diary):
    """What was truly played, in memory."""

    def __init__(self) -> None:
        self.turns: list[dict[str, Any]] = []

    def write(self, turn: dict[str, Any]) -> None:
        self.turns.append(turn)

    def strike_out(self) -> None:
        self.turns.pop()


class DeskPhone:
    """A phone of one seat, without the web between."""

    def __init__(self, evening: Controller, seat: int) -> None:
        self._evening, self._seat = evening, seat

    def view(self) -> Mapping[str, Any]:
        return self._evening.views()[self._seat]

    def clue(self, target: int, hint: str | int) -> None:
        named = RankHint(hint) if isinstance(hint, int) else ColourHint(Suit(hint))
        self._ask(ClueTap(self._seat, target, named))

    def answer(self, card: str) -> None:
        self._ask(AnswerTap(Card.parse(card)))

    def answer_played(self, played: bool) -> None:
        self._ask(PlayedTap(played))

    def turn_tile(self, tile: str, card: str | None) -> None:
        self._ask(TileTap(self._seat, Tile(tile), card=None if card is None else Card.parse(card)))

    def missed(self, turn: Mapping[str, Any]) -> None:
        laid = Lay(turn["kind"] == "play", turn["slot"], Card.parse(turn["card"]))
        self._ask(CorrectTap(Missed(turn["turn"], laid)))

    def again(self) -> None:
        self._ask(RedoTap())

    def press(self, press: Press) -> None:
        self._evening.press(press)

    def lay_down(self) -> None:
        self._ask(LayDownTap())

    def _ask(self, tap: Tap) -> None:
        reply = self._evening.ask(tap, self._seat)
        if not reply.ok:
            raise PhoneError(reply.message)


@dataclass
class Outcome:
    """How a clumsy game went."""

    seed: int
    made: Counter[str]
    questions: int
    complaints: int
    mentions: int
    moves: Sequence[Mapping[str, Any]]
    true: Sequence[Mapping[str, Any]]
    silent: list[str] = field(default_factory=list)
    stuck: str | None = None

    @property
    def right(self) -> bool:
        """Whether the record has exactly what was played, as far as the cards were shown."""
        return len(self.moves) == len(self.true) and not differing(self.moves, self.true)


class Eyes(Protocol):
    """Whatever looks at the table: quick eyes, or a camera and the real ones."""

    def look(self) -> TableReading | None:
        """Take the next frame; return what the table shows, or None while something moves."""


def quick_eyes(table: SimulatedTable, seed: int) -> Eyes:
    """Look at the table without a picture."""
    return QuickEyes(table, LABELS, seed)


class ClumsyGame:
    """Players, table, eyes and the companion, tick by tick."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        *,
        kinds: Sequence[Mischief] = KINDS,
        interludes: Sequence[Interlude] = INTERLUDES,
        most_turns: int = 1000,
        share: float = 0.4,
        width: int = 2304,
        look: Callable[[SimulatedTable, int], Eyes] = quick_eyes,
        pack: Sequence[str] = (),
        decides: Callable[[SeatView], Decision] = hasty.decide,
    ) -> None:
        players = 2 + seed % 4
        setting = Setting.seeded(players, seed, width)
        self.seed = seed
        self.lamps_count = seed % LAMPS_COUNT == 0
        self.table = SimulatedTable(
            setting, pack or shuffled_pack(seed), seed=seed, tokens=not self.lamps_count
        )
        self.eyes = look(self.table, seed)
        self.said: list[Announcement] = []
        self.false_mentions: list[TokensDiffer] = []
        self.record = Record(folder / f"{seed}.sqlite3")
        self.controller = Controller(
            self.record, Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=self._hear
        )
        self.phones = [DeskPhone(self.controller, seat) for seat in range(players)]
        self.diary = Notes()
        self.people = ClumsyPlayers(
            self.table,
            self.phones,
            self.diary,
            chance=random.Random(seed),
            kinds=kinds,
            interludes=interludes,
            share=share,
            most_turns=most_turns,
            decides=decides,
        )

    def play(self) -> Outcome:
        try:
            while not self.people.over and self.table.t < LONGEST:
                self.tick()
            for _ in range(round(8 / FRAME)):  # what was done last is looked at, too
                self.tick()
        except TableError as impossible:
            # People go by what they were told: a token on record that lies nowhere, say.
            self.people.stuck = f"the table does not allow it: {impossible}"
        return self.outcome()

    def tick(self) -> None:
        self.table.advance(FRAME)
        if not self.people.unplugged:
            self.controller.see(self.eyes.look(), self.table.t)
        self.people.step()

    def _hear(self, said: Announcement) -> None:
        self.said.append(said)
        if isinstance(said, TokensDiffer) and (self.lamps_count or not self._is_true(said)):
            self.false_mentions.append(said)

    def _is_true(self, mention: TokensDiffer) -> bool:
        """Say whether as many discs lie there as was said, and not as many as on record.

        The token may lie right and a turn be missing: one too many was taken back.
        """
        mat, scene = self.table.layout.mat, self.table.scene()
        tracks = ((mention.clues, mat.clue_track), (mention.fuses, mat.fuse_track))
        return all(
            told is None
            or told.table == count_tokens(scene, track, mat.track_diameter) != told.record
            for told, track in tracks
        )

    def outcome(self) -> Outcome:
        now = self.controller.game
        assert now is not None
        moves = result(now)["moves"]
        assert isinstance(moves, list)
        for clue in now.state.clues:
            if clue.open:  # a card that nobody has read yet: where the clue points is unknown
                moves[clue.turn - 1]["touched"] = None
        stuck = self.people.stuck
        if stuck is None and self.table.t >= LONGEST:
            stuck = f"no end: {self.controller.status} {now.differs}"
        silent = list(self.people.silent)
        asked = {now.turn_of(one.serial) for one in now.questions}
        wrong = [
            f"{was}, not {true}"
            for was, true in differing(moves, self.diary.turns)
            if true["turn"] not in asked
        ]
        if stuck is not None and len(moves) <= len(self.diary.turns):
            # Whatever is complained of in the end, what was told before has to be true.
            silent += [text for text in wrong if text not in silent]
        elif not (now.differs or now.waited_for):
            silent += wrong
            if len(moves) != len(self.diary.turns):
                silent.append(f"{len(moves)} turns, not {len(self.diary.turns)}")
        mentions = sum(isinstance(one, TokensDiffer) for one in self.said)
        silent += [f"a token was said to be forgotten: {one}" for one in self.false_mentions]
        self.record.close()
        return Outcome(
            self.seed,
            self.people.made,
            sum(isinstance(one, Asked) for one in self.said),
            sum(isinstance(one, TableDiffers) for one in self.said),
            mentions,
            moves,
            self.diary.turns,
            silent,
            stuck,
        )


def report(outcomes: Sequence[Outcome]) -> str:
    """Say in a few lines how games went."""
    made = sum((outcome.made for outcome in outcomes), Counter[str]())
    turns = sum(len(outcome.true) for outcome in outcomes)
    kinds = ", ".join(f"{kind} {count}" for kind, count in made.most_common())
    return (
        f"\n{len(outcomes)} clumsy games, {turns} turns, {sum(made.values())} times mischief: "
        f"{kinds}\n"
        f"{sum(outcome.right for outcome in outcomes)} records exactly right, "
        f"{sum(outcome.stuck is not None for outcome in outcomes)} games left with a complaint "
        f"or a question, {sum(outcome.questions for outcome in outcomes) / len(outcomes):.2f} "
        f"questions and {sum(outcome.complaints for outcome in outcomes) / len(outcomes):.1f} "
        f"complaints a game, {sum(outcome.mentions for outcome in outcomes)} tokens mentioned, "
        f"silent errors: {sum(bool(outcome.silent) for outcome in outcomes)}"
    )
