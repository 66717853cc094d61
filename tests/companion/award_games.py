"""Random games with award tiles, in which the eyes fail for a while as in `disturbed_games`.

Whoever completes a firework with a five turns a tile, says so on a phone before or after his hands
do what it brings, and again for as long as it is not taken, and draws then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from companion.hanabi.cards import Card
from companion.hanabi.moves import Tile
from companion.play.inputs import TileTap, TimedTap
from tests.companion.disturbed_games import DisturbedGame


@dataclass
class AwardGame(DisturbedGame):
    """One game in which tiles are turned.

    Attributes:
        turned: the tiles turned so far.
        untold: what was tapped of them and not taken yet, oldest first.
    """

    keen: float = 0.9
    rash: float = 0.02
    turned: list[Tile] = field(default_factory=list)
    untold: list[TileTap] = field(default_factory=list)

    def _spare(self, slots: list[int]) -> int:
        """Return which card is discarded: one that can be missed, as long as there is one."""
        faces = {slot: Card.parse(self.hands[self.seat][slot]) for slot in slots}
        gone = Counter(turn.get("card") for turn in self.truth if not turn.get("success"))
        missed = [
            slot
            for slot, face in faces.items()
            if self.ruleset.build(face.suit).index(face.rank) >= self.heights[face.suit]
            and gone[face.label] == self.ruleset.copies(face) - 1
        ]
        return self.chance.choice([slot for slot in slots if slot not in missed] or slots)

    def _complete(self, card: Card, slot: int) -> None:
        left = [tile for tile in Tile if tile not in self.turned]
        over = sum(self.heights.values()) == self.ruleset.display
        if card.rank != 5 or self.ruleset.build(card.suit)[-1] != 5 or not left or over:
            super()._complete(card, slot)
            return
        self.game.table.put(self.seat, slot, None)
        self._look(self.chance.choice([1.2, 2.0, 3.4]))
        self._turn_a_tile(left, slot)

    def _turn_a_tile(self, left: list[Tile], slot: int) -> None:
        """Turn one of the tiles that are ``left``; the card of ``slot`` is drawn after that."""
        tile = self.chance.choice(left)
        self.turned.append(tile)
        at = self._comes_back(tile, slot)
        named = None if at is None else Card.parse(self._true(at))
        tap = TileTap(self.seat, tile, card=named)
        if self.chance.random() < 0.5:
            self._tell(tap)
            self._carry_out(tile, at, slot)
        else:
            self._carry_out(tile, at, slot)
            self._tell(tap)

    def _deck(self, slot: int) -> int:
        """Return how many cards the deck has while that for ``slot`` is still to be drawn."""
        return len(self.pack) + bool(self.hands[self.seat][slot])

    def _true(self, at: int) -> str:
        """Return what a discard is, whatever can be read of it."""
        turn = self.turns[self.game.table.discards[at].serial]
        return str(self.truth[turn - 1]["card"])

    def _comes_back(self, tile: Tile, slot: int) -> int | None:
        """Return which of the discards the tile brings back; None: none."""
        piles = range(len(self.game.table.discards))
        if tile is Tile.RETURN and self._deck(slot):
            return self.chance.choice(piles) if piles else None
        if tile in (Tile.RETURN, Tile.RESCUE):
            fitting = [at for at in piles if self._fits(Card.parse(self._true(at)))]
            return self.chance.choice(fitting) if fitting else None
        return None

    def _carry_out(self, tile: Tile, at: int | None, slot: int) -> None:
        table = self.game.table
        if tile is Tile.MENDED_FUSE:
            self.strikes = max(0, self.strikes - 1)
        if tile in (Tile.CLUE_TOKEN, Tile.MENDED_FUSE):
            self.tokens = min(self.tokens + 1, self.ruleset.clue_tokens)
        if at is None:
            return
        card, turn = Card.parse(self._true(at)), self.turns[table.discards[at].serial]
        laid = table.pick_up(at)
        self._unread.pop(laid.serial, None)
        if tile is Tile.RETURN and self._deck(slot):
            self.pack.insert(self.chance.randint(0, len(self.pack)), card.label)
        else:
            again = self._put_down(card.label, self._column(card, begins=True))
            self.turns[again.serial] = turn
            self.heights[card.suit] += 1
        self._look(self.chance.choice([1.2, 2.0, 3.4]))
        if self._is_complete_by(tile, card, slot):
            self._turn_a_tile([one for one in Tile if one not in self.turned], slot)

    def _is_complete_by(self, tile: Tile, card: Card, slot: int) -> bool:
        rescued = tile is Tile.RESCUE or not self._deck(slot)
        whole = self.heights[card.suit] == len(self.ruleset.build(card.suit))
        return rescued and whole and card.rank == 5 and len(self.turned) < len(Tile)

    def _tell(self, tap: TileTap) -> None:
        self.untold.append(tap)
        self._look(0.6)

    def _look(self, still_for: float) -> None:
        super()._look(still_for)
        while self.untold and not self.differs and not self._darkened:
            tap, state = self.untold[0], self.game.now.state
            due = state.award is not None and state.award.seat == tap.seat
            if due and tap.tile not in state.tiles:  # the page of that seat offers it
                self.game._note(self.game.tap(TimedTap(self.game.table.t, tap)))
            if tap.tile not in self.game.now.state.tiles:
                return
            self.untold.pop(0)

    @property
    def waits(self) -> bool:
        """Whether the table waits for an answer, or for a tile to be told."""
        return super().waits or bool(self.untold or self.game.now.questions)

    @property
    def silently_wrong(self) -> list[str]:
        """As in any game, and what lies on the fireworks in the end."""
        wrong = super().silently_wrong
        if wrong or self.differs or self.waits:
            return wrong
        state = self.game.now.state
        if any(
            move.get("card", "") is None or move.get("success", "") is None for move in self.moves
        ):
            return []  # openly
        suits = zip(state.ruleset.colours, state.fireworks, strict=True)
        heights = dict(suits)
        if heights != self.heights:
            return [f"fireworks {heights}, not {self.heights}"]
        lying = Counter(self._true(at) for at in range(len(self.game.table.discards)))
        told = Counter(card.label for card in state.discards if card)
        return [] if lying == told else [f"discards {told}, not {lying}"]
