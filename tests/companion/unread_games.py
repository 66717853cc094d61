"""Random games at a filmed table in which nobody can read some cards, in their rack or on the mat.

Misplays lie on their column for a moment and go to the discards, as they do at a table; there they
may be readable. What the record makes of it is compared with what was truly played.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.play.inputs import AnswerTap, PlayedTap, Tap, TimedTap
from companion.play.report import result
from companion.record.games import Record
from companion.referee.readings import LaidCard
from tests.companion.filmed_table import Game

LATE = 3
"""Turns after which somebody says what a card was."""


@dataclass
class UnreadGame:
    """One game; ``share`` of the cards are unread.

    Attributes:
        keen: how often a card that fits is played at once.
        rash: how often any card is played, whether it fits or not, where none fits.
        truth: what was played, turn by turn, as scripts are told turns.
        turns: the turn in which each card on the mat was laid, by its serial.
    """

    record: Record
    seed: int
    share: float
    answers: bool
    ruleset: Ruleset = STANDARD
    keen: float = 0.5
    rash: float = 0.58
    truth: list[dict[str, Any]] = field(default_factory=list)
    turns: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.players = self.chance.randint(2, 5)
        pack = [card.label for card in self.ruleset.cards for _ in range(self.ruleset.copies(card))]
        self.chance.shuffle(pack)
        size = self.ruleset.hand_size(self.players)
        self.hands = [[pack.pop() for _ in range(size)] for _ in range(self.players)]
        self.pack = pack
        self.hard: set[tuple[int, int]] = set()
        shown = [[self._stood(seat, slot) for slot in range(size)] for seat in range(self.players)]
        self.game = Game(self.record, shown, ruleset=self.ruleset)
        self.heights = dict.fromkeys(self.ruleset.colours, 0)
        self.columns: dict[object, int] = {}
        self.tokens, self.strikes, self.seat = self.ruleset.clue_tokens, 0, 0
        self.left = self.players
        self.said: tuple[int, Hint] | None = None

    def _stood(self, seat: int, slot: int) -> str:
        """Return what a rack shows of a card that was put there just now."""
        self.hard.discard((seat, slot))
        if self.chance.random() < self.share:
            self.hard.add((seat, slot))
            return "?"
        return self.hands[seat][slot]

    def _look(self, still_for: float) -> None:
        """Let time pass and show the table."""
        self.game.look(still_for)

    def _put_down(self, label: str | None, column: int | None, *guesses: str) -> LaidCard:
        """Lay a card on a column, or on the discards; None cannot be read."""
        table = self.game.table
        return table.drop(label, *guesses) if column is None else table.lay(label, column, *guesses)

    def _say(self, seat: int, target: int, hint: Hint) -> None:
        """Tap a clue."""
        self.game.clue(seat, target, hint)

    # -------------------------------------------------------------------------------- the players

    def play(self, most: int = 60) -> UnreadGame:
        """Play to the end, or until record and table differ."""
        while len(self.truth) < most and self.strikes < self.ruleset.strikes and self.left:
            if sum(self.heights.values()) == self.ruleset.display or self._is_lost():
                break
            if not self.pack:
                self.left -= 1
            self._turn()
            self.seat = (self.seat + 1) % self.players
            if self.differs:
                self._look(4.0)
            if self.differs:
                break
            if self.answers:
                self._answer(len(self.truth) - LATE)
        self._look(4.0)
        if self.answers:
            self._answer(len(self.truth))
            self._look(4.0)
        return self

    def _turn(self) -> None:
        hand = self.hands[self.seat]
        there = [slot for slot, label in enumerate(hand) if label]
        fitting = [slot for slot in there if self._fits(Card.parse(hand[slot]))]
        wish = self.chance.random()
        if fitting and wish < self.keen:
            self._lay(self.chance.choice(fitting), played=True)
        elif there and wish < self.rash:
            self._lay(self.chance.choice(there), played=True)
        elif self.tokens and wish < 0.8:
            self._clue()
        elif there and self.tokens < self.ruleset.clue_tokens:
            self._lay(self._spare(there), played=False)
        elif self.tokens:
            self._clue()
        else:
            self._lay(there[0], played=True)

    def _spare(self, slots: list[int]) -> int:
        """Return which of the cards in ``slots`` is discarded."""
        return self.chance.choice(slots)

    def _is_lost(self) -> bool:
        """Say whether a card is gone that all would be lost without."""
        gone = Counter(
            turn["card"] for turn in self.truth if "card" in turn and not turn.get("success")
        )
        return self.ruleset.all_or_nothing and any(
            gone[card.label] == self.ruleset.copies(card) for card in self.ruleset.cards
        )

    def _fits(self, card: Card) -> bool:
        build, height = self.ruleset.build(card.suit), self.heights[card.suit]
        return height < len(build) and build[height] == card.rank

    def _clue(self) -> None:
        # Twice in a row it would be taken for one that two have tapped.
        clues = self._clues()
        target, hint = next((one for one in clues if one != self.said), clues[0])
        self.said = target, hint
        touched = [
            slot
            for slot, label in enumerate(self.hands[target])
            if label and touches(self.ruleset, hint, Card.parse(label))
        ]
        what: dict[str, Any] = {}
        match hint:
            case ColourHint(colour):
                what["colour"] = colour.value
            case RankHint(rank):
                what["value"] = rank
        self.tokens -= 1
        self._note({"kind": "clue", "target": target, **what, "touched": touched})
        self._say(self.seat, target, hint)
        self._look(self.chance.choice([1.2, 2.0, 3.4]))

    def _clues(self) -> list[tuple[int, Hint]]:
        """Return the clues that the seat to move can give."""
        faces = [
            (target, Card.parse(label))
            for target, hand in enumerate(self.hands)
            for label in hand
            if target != self.seat and label
        ]
        hints: list[tuple[int, Hint]] = [(target, RankHint(card.rank)) for target, card in faces]
        hints += [
            (target, ColourHint(card.suit))
            for target, card in faces
            if card.suit in self.ruleset.nameable
        ]
        self.chance.shuffle(hints)
        return hints

    def _lay(self, slot: int, *, played: bool) -> None:
        table, label = self.game.table, self.hands[self.seat][slot]
        hard, card = (self.seat, slot) in self.hard, Card.parse(label)
        shown = None if hard else label
        guesses = self._guesses(label) if hard else ()
        kind = "play" if played else "discard"
        turn: dict[str, Any] = {"kind": kind, "card": label, "slot": slot}
        drawn = self.pack.pop() if self.pack else ""
        self.hands[self.seat][slot] = drawn
        draws = self._stood(self.seat, slot) if drawn else None
        if not played:
            self.tokens += 1
            self._lay_down(shown, None, *guesses)
        elif self._fits(card):
            turn["success"] = True
            self._lay_down(shown, self._column(card, begins=True), *guesses)
            self.heights[card.suit] += 1
            if self.heights[card.suit] == len(self.ruleset.build(card.suit)):
                self._complete(card, slot)
        else:
            turn["success"] = False
            self.strikes += 1
            column = self._column(card, begins=False)
            self._lay_down(shown, column, *guesses)
            table.put(self.seat, slot, None)
            self._look(self.chance.choice([0.6, 1.4]))
            if self.chance.random() < 0.5:
                self._look(self.chance.choice([1.0, 3.2]))
            table.lift(column)
            readable = not hard or self.chance.random() < 0.7
            guesses = () if readable else self._guesses(label)
            self._lay_down(label if readable else None, None, *guesses)
        self._note(turn)
        table.put(self.seat, slot, draws)
        self._look(self.chance.choice([1.2, 2.0, 3.4]))

    def _complete(self, card: Card, slot: int) -> None:
        """Take a token for the firework that ``card`` has completed; it came from ``slot``."""
        self.tokens = min(self.tokens + 1, self.ruleset.clue_tokens)

    def _lay_down(self, label: str | None, column: int | None, *guesses: str) -> None:
        laid = self._put_down(label, column, *guesses)
        self.turns[laid.serial] = len(self.truth) + 1

    def _column(self, card: Card, *, begins: bool) -> int:
        """Return the column of a suit, or the next free one."""
        free = next((i for i, pile in enumerate(self.game.table.columns) if not pile), 0)
        at = self.columns.get(card.suit, free)
        if begins:
            self.columns[card.suit] = at
        return at

    def _guesses(self, label: str) -> tuple[str, ...]:
        others = [card.label for card in self.ruleset.cards]
        match self.chance.randrange(3):
            case 0:
                return ()
            case 1:
                guesses = [label, *self.chance.sample(others, 2)]
            case _:
                guesses = self.chance.sample(others, 3)
        self.chance.shuffle(guesses)
        return tuple(guesses)

    def _note(self, turn: dict[str, Any]) -> None:
        self.truth.append({"turn": len(self.truth) + 1, "seat": self.seat, **turn})

    # ------------------------------------------------------------------------------ who answers

    def _answer(self, newest: int) -> None:
        """Answer the questions about cards that were laid up to turn ``newest``."""
        for _ in range(20):
            game = self.game.now
            asked = game.question
            if asked is None:
                return
            turn = len(game.log) + 1 if asked.first_of else self.turns[asked.serial]
            if turn > newest:
                return
            true = self.truth[turn - 1]
            if asked.first_of and true.get("card") not in asked.options:
                return  # it was a clue that nobody has logged yet
            tap: Tap = AnswerTap(Card.parse(true["card"]))
            if asked.card is not None:
                tap = PlayedTap(true["kind"] == "play")
            said = self.game._note(self.game.tap(TimedTap(self.game.table.t, tap)))
            assert said[0] != "refused", (self.seed, turn, self.game.said[-1])

    # ------------------------------------------------------------------------------ the outcome

    @property
    def differs(self) -> bool:
        """Whether the table says that it differs from the record."""
        return self.game.now.differs is not None

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The turns on record."""
        moves = result(self.game.now)["moves"]
        assert isinstance(moves, list)
        for clue in self.game.now.state.clues:
            if clue.open:  # where it points is not known yet
                moves[clue.turn - 1]["touched"] = None
        return moves

    @property
    def wrong(self) -> list[str]:
        """What the record has otherwise than it was, and neither leaves open nor has asked."""
        asked = {self.game.now.turn_of(one.serial) for one in self.game.now.questions}
        return [
            f"{was}, not {true}"
            for was, true in zip(self.moves, self.truth, strict=False)
            if true["turn"] not in asked
            and (
                was.keys() != true.keys()
                or any(was[key] not in (value, None) for key, value in true.items())
            )
        ]
