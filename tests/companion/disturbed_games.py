"""Random games in which the eyes fail for a while, or see nothing at all for some turns.

In a burst nobody can read what is laid or drawn; afterwards it can be read where it lies on top.
In a blackout the mat is out of view for up to three turns; afterwards a column shows its top only.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from companion.hanabi.moves import Hint
from companion.play.inputs import ClueTap, TimedTap
from companion.referee.readings import LaidCard, TableReading
from tests.companion.unread_games import UnreadGame

BURST = 0.12
"""Share of the turns in which a burst begins."""
LONGEST_BURST = 10.0
"""Seconds."""
BLACKOUT = 0.1
"""Share of the turns before which the mat goes out of view."""
MOST_IN_THE_DARK = 3
"""Turns."""


@dataclass
class DisturbedGame(UnreadGame):
    """One game with bursts, or with blackouts.

    Attributes:
        bursts: whether there are bursts in which nothing can be read.
        blackouts: whether the mat goes out of view for some turns.
        refused: how many true clues were refused at first.
    """

    bursts: bool = False
    blackouts: bool = False
    refused: int = 0
    _until: float = 0.0
    _dark: int = 0
    _darkened: bool = False
    _unread: dict[int, str] = field(default_factory=dict)
    _stand_unread: dict[tuple[int, int], str] = field(default_factory=dict)
    _shown: set[int] = field(default_factory=set)
    _waiting: list[tuple[int, ClueTap]] = field(default_factory=list)

    # ------------------------------------------------------------------------- what the eyes do

    def _stood(self, seat: int, slot: int) -> str:
        label = super()._stood(seat, slot)
        self._stand_unread.pop((seat, slot), None)
        if self._in_burst and label != "?":
            self._stand_unread[seat, slot] = label
            return "?"
        return label

    @property
    def _in_burst(self) -> bool:
        return hasattr(self, "game") and self.game.table.t < self._until

    def _turn(self) -> None:
        if self.bursts and not self._in_burst and self.chance.random() < BURST:
            self._until = self.game.table.t + self.chance.uniform(0.0, LONGEST_BURST)
        if self.blackouts and not self._dark and self.chance.random() < BLACKOUT:
            self._dark = self.chance.randint(1, MOST_IN_THE_DARK)
            self._darkened = True
        super()._turn()
        if self._darkened:
            self._dark -= 1
            if not self._dark:
                self._light()

    def play(self, most: int = 60) -> DisturbedGame:
        """Play to the end, or until record and table differ, and look at what lies there then."""
        super().play(most)
        if self._darkened and not self.differs:
            self._light()
            self._look(4.0)
        return self

    def _look(self, still_for: float) -> None:
        """Let time pass and show the table, as far as there is anything to see."""
        table = self.game.table
        if self._darkened:
            table.t += still_for
            table.fireworks_touched += 1
            blind = TableReading(table.t, still_for, mat=False, clear=False)
            self.game._note(self.game.see(blind))
            return
        if not self._in_burst:
            self._read_at_last()
        self.game.look(still_for)
        self._shown |= {card.serial for pile in (*table.columns, table.discards) for card in pile}
        self._tap_again()

    def _light(self) -> None:
        """Show the table again: of what was laid on a column meanwhile only the top shows."""
        table = self.game.table
        self._darkened = False
        for seat in range(self.players):
            table.reach(seat)
        self._number_anew()
        for column in table.columns:
            column[:] = [
                card for card in column if card.serial in self._shown or card is column[-1]
            ]
        for pile in (*table.columns, table.discards):
            pile[:] = [
                card if card.serial in self._shown else replace(card, t=table.t + 1.0)
                for card in pile
            ]
        self.game.move(table.t)
        table.t += 1.0
        self.game._note(self.game.see(table.reading(0.0)))
        self._look(self.chance.choice([1.2, 2.0, 3.4]))

    def _number_anew(self) -> None:
        """Find what was laid meanwhile in the order in which it is looked at, and not laid."""
        table = self.game.table
        new = sorted(
            card.serial
            for pile in (*table.columns, table.discards)
            for card in pile
            if card.serial not in self._shown
        )
        self.chance.shuffle(new)
        before = dict(self.turns)
        for pile in (*table.columns, table.discards):
            for at, card in enumerate(pile):
                if card.serial not in self._shown:
                    pile[at] = replace(card, serial=new.pop())
                    self.turns[pile[at].serial] = before[card.serial]

    def _read_at_last(self) -> None:
        table = self.game.table
        for pile in (*table.columns, table.discards):
            for at, card in enumerate(pile):
                on_top = pile is table.discards or at == len(pile) - 1
                if card.serial in self._unread and on_top:
                    pile[at] = replace(card, label=self._unread.pop(card.serial), candidates=())
        for place, label in self._stand_unread.items():
            table.flicker(*place, label)
        self._stand_unread.clear()

    def _put_down(self, label: str | None, column: int | None, *guesses: str) -> LaidCard:
        table = self.game.table
        unread = label if self._in_burst and not self._darkened else None
        shown = None if unread is not None else label
        laid = table.drop(shown, *guesses) if column is None else table.lay(shown, column, *guesses)
        if unread is not None:
            self._unread[laid.serial] = unread
        return laid

    # ------------------------------------------------------------------------- what people do

    def _say(self, seat: int, target: int, hint: Hint) -> None:
        if self._darkened:
            self.game.move(self.game.table.t)  # hands move above the table
        self._waiting.append((len(self.truth), ClueTap(seat, target, hint)))
        self._tap_again()

    def _tap_again(self) -> None:
        """Tap what was refused again, as people do once their turn is shown."""
        while self._waiting and not self.differs:
            turn, tap = self._waiting[0]
            if len(self.game.now.log) >= turn:
                self._waiting.pop(0)
            elif any(early.tap == tap for early in self.game.now.early):
                return
            else:
                tapped = self.game.tap(TimedTap(self.game.table.t, tap))
                self.refused += "refused" in self.game._note(tapped)
                if len(self.game.now.log) < turn:
                    return

    # ------------------------------------------------------------------------------ the outcome

    @property
    def unearned(self) -> list[int]:
        """The turns on record as misplays that were none."""
        earned = {turn["turn"] for turn in self.truth if turn.get("success") is False}
        moves: list[dict[str, Any]] = self.moves
        return [
            move["turn"]
            for move in moves
            if move.get("success") is False and move["turn"] not in earned
        ]

    @property
    def waits(self) -> bool:
        """Whether the table waits for an answer, or somebody for his clue."""
        return self.game.now.waited_for is not None or bool(self._waiting or self.game.now.early)

    @property
    def silently_wrong(self) -> list[str]:
        """What is wrong on record while the table neither asks nor says that anything differs."""
        if self.differs:
            return []
        if not self.waits and len(self.moves) != len(self.truth):
            return [f"{len(self.moves)} turns, not {len(self.truth)}"]
        return self.wrong

    @property
    def unaided(self) -> bool:
        """Whether the record came to the end without anybody's help."""
        return not self.differs and not self.waits and len(self.moves) == len(self.truth)
