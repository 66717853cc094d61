"""Simulated players: they see what a phone of their seat shows, and play like a practised table.

What a clue means they work out as in `companion.demonstration.reading_clues`. Whoever has a card
that is certain to fit plays it; before that he saves what the next player would lose. Else he gives
the clue that lets most cards be played, and discards his oldest card that nobody spoke of where
there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.demonstration.reading_clues import (
    SECOND,
    CommonKnowledge,
    HintValue,
    SeatView,
    copies,
    place,
    touches,
    understood,
)
from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.moves import Tile
from companion.hanabi.ruleset import STANDARD, Ruleset


@dataclass(frozen=True, slots=True)
class LayOnFireworks:
    """Play the card in ``slot``."""

    slot: int


@dataclass(frozen=True, slots=True)
class LayOnDiscards:
    """Discard the card in ``slot``."""

    slot: int


@dataclass(frozen=True, slots=True)
class PlannedClue:
    """Give a clue: ``hint`` is a suit's letter or a rank."""

    target: int
    hint: HintValue


@dataclass(frozen=True, slots=True)
class PlannedTile:
    """Turn the award tile called ``tile``, and bring the discarded ``card`` back."""

    tile: str
    card: str | None = None


WORTH = (
    Tile.RESCUE,
    Tile.MENDED_FUSE,
    Tile.CLUE_TOKEN,
    Tile.RANK_CLUE,
    Tile.COLOUR_CLUE,
    Tile.RETURN,
)
"""The award tiles, from what a game is helped by most; a clue that one brings is not given."""
Decision = LayOnFireworks | LayOnDiscards | PlannedClue


def decide(view: SeatView, rules: Ruleset = STANDARD) -> Decision:
    """Choose what the seat of ``view``, whose turn it is, does now in a game by ``rules``."""
    return _Player(view, rules).decide()


def choose_tile(view: SeatView, tiles: Sequence[Mapping[str, Any]]) -> PlannedTile:
    """Choose which of the ``tiles`` that the page offers whoever earned one turns, and for what."""
    offered = {Tile(one["tile"]): one for one in tiles}
    tokens, all_tokens = view["clue_tokens"]
    idle = {
        Tile.RESCUE: not offered.get(Tile.RESCUE, {}).get("cards"),
        Tile.MENDED_FUSE: not view["strikes"][0],
        Tile.CLUE_TOKEN: tokens == all_tokens,
    }
    tile = min(offered, key=lambda one: (idle.get(one, False), WORTH.index(one)))
    cards = offered[tile]["cards"]
    return PlannedTile(tile.value, cards[0] if cards else None)


class _Player:
    """One player in his turn; he sees all hands but his own."""

    def __init__(self, view: SeatView, rules: Ruleset) -> None:
        self.view, self.rules = view, rules
        self.seat = int(view["reader"])
        self.players = int(view["players"])
        self.tokens, self.all_tokens = view["clue_tokens"]
        self.table = understood(view, rules)
        self.faces: dict[int, str] = {
            card["id"]: card["face"] for hand in view["hands"] for card in hand if card["face"]
        }
        self.nameable = {suit["suit"] for suit in view["fireworks"] if suit["nameable"]}

    def decide(self) -> Decision:
        """Choose."""
        clues = self._clues() if self.tokens else []
        if self.tokens:
            saving = self._saving(clues)
            if saving is not None:
                return saving
        elif self._must_warn():
            return LayOnDiscards(self._least_wanted())
        slot = self._playable()
        if slot is not None:
            return LayOnFireworks(slot)
        if clues:
            worth, clue = max(
                ((worth - self._harm(clue), clue) for worth, clue in clues),
                key=lambda one: (one[0], -_turn_of(one[1], self)),
            )
            kept = self.table.warned == self.seat or self._has_nothing_to_spare()
            if worth > 0 or kept or self.tokens == self.all_tokens:
                return clue
        if self.tokens < self.all_tokens and self.table.hands[self.seat]:
            return LayOnDiscards(self._least_wanted())
        return self._any_clue()

    # ------------------------------------------------------------------------------- own cards

    def _own(self, slot: int) -> frozenset[str]:
        """Return what an own card can be, by its meaning and by what is seen elsewhere."""
        card = self.table.hands[self.seat][slot]
        seen = Counter(self.faces.values()) + self.table.gone
        for suit, height in self.table.heights.items():
            seen.update(f"{suit}{rank}" for rank in self.rules.build(Suit(suit))[:height])
        left = {face for face in self.table.faces if seen[face] < copies(self.rules, face)}
        return self.table.believed(card) & left or self.table.can_be[card] & left

    def _playable(self) -> int | None:
        """Return the slot of a card that is certain to fit; the first to lay, then the oldest."""
        found = []
        for slot, card in self.table.hands[self.seat].items():
            faces = self._own(slot)
            if card in self.table.clued and faces and all(self.table.fits(face) for face in faces):
                found.append((min(place(self.rules, face) for face in faces), card, slot))
        return min(found)[2] if found else None

    def _least_wanted(self) -> int:
        """Return the slot to discard: useless for certain, else the chop, else the least harm."""
        table, hand = self.table, self.table.hands[self.seat]
        useless = [
            slot
            for slot, card in hand.items()
            if all(table.is_useless(face) for face in table.can_be[card])
            or (card in table.clued and self._is_twin(slot))
        ]
        if useless:
            return min(useless, key=lambda slot: hand[slot])
        chop = table.chop(self.seat)
        for slot, card in hand.items():
            if card == chop:
                return slot
        return min(hand, key=lambda slot: (self._risk(slot), hand[slot]))

    def _has_nothing_to_spare(self) -> bool:
        """Say whether all own cards were clued and none is known to be useless."""
        table, hand = self.table, self.table.hands[self.seat].values()
        useless = any(all(table.is_useless(face) for face in table.can_be[card]) for card in hand)
        return not useless and table.chop(self.seat) is None

    def _risk(self, slot: int) -> float:
        """Return how much the game is likely to miss an own card; the only one most of all."""
        faces = self._own(slot) or self.table.faces
        harm = (2 if self._is_single(face) else self.table.is_last(face) for face in faces)
        return sum(harm) / len(faces)

    def _is_twin(self, slot: int) -> bool:
        """Say whether an own card is certain to be one that a clue has touched in another hand."""
        faces = self._own(slot)
        others = {self.faces.get(card) for card in self.table.clued}
        return len(faces) == 1 and next(iter(faces)) in others

    # ------------------------------------------------------------------------------- clues

    def _clues(self) -> list[tuple[float, PlannedClue]]:
        """Return the clues that mislead nobody, with what they are worth."""
        found = []
        for target in range(self.players):
            if target == self.seat:
                continue
            for hint in self._hints(target):
                worth = self._worth(target, hint)
                if worth is not None:
                    found.append((worth, PlannedClue(target, hint)))
        return found

    def _hints(self, target: int) -> list[HintValue]:
        faces = [
            self.faces[card] for card in self.table.hands[target].values() if card in self.faces
        ]
        ranks: list[HintValue] = sorted({int(face[1]) for face in faces})
        colours = {
            colour
            for colour in self.nameable
            if any(touches(self.rules, colour, face) for face in faces)
        }
        return ranks + sorted(colours)

    def _after(self, target: int, hint: HintValue) -> CommonKnowledge:
        table = self.table.copy()
        hand = table.hands[target].values()
        table.clue(
            target,
            hint,
            [card for card in hand if touches(self.rules, hint, self.faces.get(card, ""))],
        )
        table.tokens -= 1
        return table

    def _worth(self, target: int, hint: HintValue) -> float | None:
        """Return what a clue is worth; None: somebody would take a card for what it is not."""
        before, after = self.table, self._after(target, hint)
        worth, chop = 0.0, before.chop(target)
        taken = {
            self.faces[card]
            for card in before.clued
            if card in self.faces and not before.is_useless(self.faces[card])
        }
        for card in after.hands[target].values():
            face = self.faces.get(card)
            if face is None:
                continue
            thought = after.believed(card)
            plays = card in after.clued and all(after.fits(one) for one in thought)
            if plays and not after.fits(face):
                return None
            if card in after.clued and face not in thought and not after.is_useless(face):
                return None
            if card in after.clued and card not in before.clued:
                if before.is_useless(face) or face in taken:
                    worth -= 1.1
                taken.add(face)
                worth += 0.6 if card == chop and self._is_precious(face, card) else 0.05
            had = card in before.clued and all(before.fits(one) for one in before.believed(card))
            if plays and not had:
                worth += 1.0 + (0.2 if place(self.rules, face) == len(RANKS) else 0.0)
            elif card in after.clued and not plays:
                worth += 0.4 * (len(thought) == 1 and len(before.believed(card)) > 1)
                worth += 0.01 * (len(before.can_be[card]) - len(after.can_be[card])) / 5
        return worth - 0.35

    def _saving(self, clues: list[tuple[float, PlannedClue]]) -> PlannedClue | None:
        """Return the clue that keeps the next player from losing a card, where he is about to.

        It may lead him to another card instead: of several clues that one counts after which least
        is lost.
        """
        target, chop = self._in_danger()
        if chop is None:
            return None
        after = {one: self._after(target, one[1].hint) for one in clues if one[1].target == target}
        saves = [one for one, table in after.items() if chop in table.clued]
        plays = [one for one, table in after.items() if table.has_a_play(target)]
        best = max(
            saves or plays, key=lambda one: one[0] - self._loss(after[one], target), default=None
        )
        return None if best is None else best[1]

    def _harm(self, clue: PlannedClue) -> float:
        """Return what the next player loses by a clue: it leads to another card, or is the last."""
        target = (self.seat + 1) % self.players
        after = self._loss(self._after(clue.target, clue.hint), target)
        return max(0.0, after - self._loss(self.table, target))

    def _loss(self, table: CommonKnowledge, seat: int) -> float:
        """Return how much the game would miss what a player discards next, as others see it.

        0: nothing of worth, or he plays or gives a clue instead.
        """
        if table.has_a_play(seat):
            return 0.0
        chop, hand = table.chop(seat), table.hands[seat].values()
        if chop is not None:
            return self._missed(chop)
        return 0.0 if table.tokens else min(map(self._missed, hand), default=0.0)

    def _missed(self, card: int) -> float:
        """Return how much the game would miss a card of another hand: the only one most of all."""
        face = self.faces.get(card, "")
        if not face or not self._is_precious(face, card):
            return 0.0
        return 2.0 if self._is_single(face) else 1.0 if self.table.is_last(face) else 0.5

    def _is_single(self, face: str) -> bool:
        """Say whether the deck has a face only once."""
        return copies(self.rules, face) == 1

    def _in_danger(self) -> tuple[int, int | None]:
        """Return the next player, and the card that he is about to lose; None: nothing of worth."""
        target = (self.seat + 1) % self.players
        chop = self.table.chop(target) if self._loss(self.table, target) else None
        return target, chop

    def _must_warn(self) -> bool:
        """Say whether only a warning keeps the next player from losing a last card."""
        _, chop = self._in_danger()
        last = chop is not None and self.table.is_last(self.faces[chop])
        return last and self.table.has_a_play(self.seat)

    def _is_precious(self, face: str, card: int) -> bool:
        """Say whether the game would miss a card that is about to be discarded."""
        if self.table.is_useless(face):
            return False
        elsewhere = any(other != card and one == face for other, one in self.faces.items())
        if place(self.rules, face) == SECOND and not self._is_single(face):
            return not elsewhere
        return self.table.is_last(face)

    def _any_clue(self) -> PlannedClue:
        """Return some clue: tokens are full and nothing may be discarded."""
        options = [
            (self._touched(target, hint), target, hint)
            for target in range(self.players)
            if target != self.seat
            for hint in self._hints(target)
        ]
        _, target, hint = max(options, key=lambda option: (option[0], option[1], str(option[2])))
        return PlannedClue(target, hint)

    def _touched(self, target: int, hint: HintValue) -> int:
        """Return how many cards of a hand a clue touches."""
        faces = (self.faces.get(card, "") for card in self.table.hands[target].values())
        return sum(touches(self.rules, hint, face) for face in faces)


def _turn_of(clue: PlannedClue, player: _Player) -> int:
    """Return after how many turns the one who is told moves."""
    return (clue.target - player.seat) % player.players
