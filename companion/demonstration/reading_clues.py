"""What clues mean to a table of simulated players: one convention, worked out from public events.

All of them know what was clued, played and discarded, so all of them work out the same: which
faces each card can have by the clues alone, and which faces a player takes it for.

- The **chop** is the oldest card of a hand that no clue has touched; it is discarded next.
- A clue is about one card, its **focus**: the chop if it is touched, else the newest card that no
  clue had touched before, else the newest that it touches.
- The focus is a card that can be played, now or after others that are known to come. If it is the
  chop, it can also be one that must not be lost: a card of which there is only one, or the second
  of a firework, told by its rank, or the last copy.
- Nobody clues cards that are of no use: what else a clue touches will be played some day.
- Whoever discards with no clue token left although all know that he could play, warns the next
  player: he has a card that must not be lost, and gives a clue with the token instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.ruleset import STANDARD, Ruleset

SeatView = Mapping[str, Any]
"""The ``game`` object of a seat's page; see `companion.views.view.GameView`."""
HintValue = str | int
"""A suit's letter or a rank."""
SECOND = 2
"""The place in a firework whose two copies are saved as soon as one is about to be lost."""


def touches(rules: Ruleset, hint: HintValue, face: str) -> bool:
    """Say whether a clue touches a card; the face of one that nobody sees is empty."""
    if not face:
        return False
    if isinstance(hint, int):
        return Card.parse(face).rank == hint
    return rules.colour_touches(Suit(hint), Card.parse(face))


def copies(rules: Ruleset, face: str) -> int:
    """Return how many cards of a face the deck has."""
    return rules.copies(Card.parse(face))


def place(rules: Ruleset, face: str) -> int:
    """Return as which card of its firework a face is laid, from 1: its rank, but for black."""
    card = Card.parse(face)
    return rules.build(card.suit).index(card.rank) + 1


def hint_of(name: str) -> HintValue:
    """Return the clue that pages call ``name``."""
    return int(name) if name.isdecimal() else name


@dataclass
class CommonKnowledge:
    """What everybody knows at one moment.

    Attributes:
        rules: what is played.
        heights: how many cards lie on each firework, by the letter of its suit.
        gone: how often each face was discarded.
        hands: the cards of each seat, by slot.
        can_be: the faces that each card can have by the clues about it.
        taken_for: those among them that it is taken for, where a clue was about it.
        clued: the cards that a clue has touched.
        tokens: how many clue tokens there are.
        warned: the seat that was warned by the newest turn not to discard; None: none was.
    """

    rules: Ruleset
    heights: dict[str, int] = field(default_factory=dict)
    gone: Counter[str] = field(default_factory=Counter)
    hands: list[dict[int, int]] = field(default_factory=list)
    can_be: dict[int, frozenset[str]] = field(default_factory=dict)
    taken_for: dict[int, frozenset[str]] = field(default_factory=dict)
    clued: set[int] = field(default_factory=set)
    tokens: int = 0
    warned: int | None = None

    @property
    def faces(self) -> frozenset[str]:
        """All faces of the deck."""
        return frozenset(card.label for card in self.rules.cards)

    def copy(self) -> CommonKnowledge:
        """Return a table that can be changed without changing this."""
        return CommonKnowledge(
            self.rules,
            dict(self.heights),
            Counter(self.gone),
            [dict(hand) for hand in self.hands],
            dict(self.can_be),
            dict(self.taken_for),
            set(self.clued),
            self.tokens,
            self.warned,
        )

    # ------------------------------------------------------------------------- what cards are worth

    def fits(self, face: str) -> bool:
        """Say whether a face can be played now."""
        return self.heights[face[0]] + 1 == place(self.rules, face)

    def is_useless(self, face: str) -> bool:
        """Say whether a face can never be played any more."""
        suit, height, at = face[0], self.heights[face[0]], place(self.rules, face)
        if at <= height:
            return True
        below = (f"{suit}{rank}" for rank in self.rules.build(Suit(suit))[height : at - 1])
        return any(self.gone[one] >= copies(self.rules, one) for one in below)

    def is_last(self, face: str) -> bool:
        """Say whether a face is of use and all its other copies were discarded."""
        return not self.is_useless(face) and self.gone[face] == copies(self.rules, face) - 1

    def believed(self, card: int) -> frozenset[str]:
        """Return the faces that everybody takes a card for, as the fireworks stand now."""
        faces = self.can_be[card]
        if card not in self.clued:
            return faces
        useful = frozenset(face for face in faces if not self.is_useless(face))
        meant = self.taken_for.get(card, faces) & useful
        return meant or useful or faces

    def chop(self, seat: int) -> int | None:
        """Return the card of a hand that is discarded next; None: a clue has touched all."""
        return min(
            (card for card in self.hands[seat].values() if card not in self.clued), default=None
        )

    def promised(self) -> dict[str, int]:
        """Return how high each firework will be once all cards that are known to fit are played."""
        known = {
            next(iter(faces))
            for hand in self.hands
            for card in hand.values()
            if card in self.clued and len(faces := self.believed(card)) == 1
        }
        high = dict(self.heights)
        for suit in self.rules.colours:
            for rank in self.rules.build(suit)[high[suit.value] :]:
                if f"{suit.value}{rank}" not in known:
                    break
                high[suit.value] += 1
        return high

    def has_a_play(self, seat: int) -> bool:
        """Say whether all know that a player has a card that fits."""
        return any(
            card in self.clued and all(self.fits(face) for face in self.believed(card))
            for card in self.hands[seat].values()
        )

    # --------------------------------------------------------------------------- what happens

    def clue(self, target: int, hint: HintValue, touched: Iterable[int]) -> int | None:
        """Take in a clue about the cards ``touched``; return its focus."""
        touched = set(touched)
        chop, high = self.chop(target), self.promised()
        for card in self.hands[target].values():
            told = card in touched
            faces = self.can_be[card]
            kept = frozenset(face for face in faces if touches(self.rules, hint, face) is told)
            self.can_be[card] = kept or self.can_be[card]
        new = touched - self.clued
        self.clued |= touched
        if not touched:
            return None
        focus = chop if chop in new else max(new or touched)
        assert focus is not None
        meant = {
            face
            for face in self.can_be[focus]
            if self.heights[face[0]] < place(self.rules, face) <= high[face[0]] + 1
            and (self.fits(face) or place(self.rules, face) == high[face[0]] + 1)
        }
        if focus == chop:
            meant |= {face for face in self.can_be[focus] if self._is_saved(face, hint)}
        if new or meant:
            self.taken_for[focus] = frozenset(meant) or self.can_be[focus]
        return focus

    def _is_saved(self, face: str, hint: HintValue) -> bool:
        if self.is_useless(face):
            return False
        rare = copies(self.rules, face) == 1 or place(self.rules, face) == SECOND
        if rare and self.gone[face] == 0:
            return hint == int(face[1])
        return self.is_last(face)

    def leave(self, seat: int, slot: int) -> None:
        """Take a card out of a hand."""
        self.hands[seat].pop(slot, None)


def understood(view: SeatView, rules: Ruleset = STANDARD) -> CommonKnowledge:
    """Return what everybody knows by now, worked out from the turns on a page.

    Where the turns do not give the cards that the page shows, as after a hand was put into
    another order or an award tile was turned, nothing is taken from their meaning: only the marks
    of the clues count.
    """
    if view["tiles"]:
        return _by_marks(view, rules)
    players, size = view["players"], rules.hand_size(view["players"])
    table = CommonKnowledge(rules, {suit.value: 0 for suit in rules.colours})
    table.hands = [{slot: seat * size + slot for slot in range(size)} for seat in range(players)]
    table.can_be = dict.fromkeys(range(players * size), table.faces)
    drawn, cards = players * size, rules.deck_size
    most = table.tokens = view["clue_tokens"][1]
    for turn in view["log"]:
        table.warned = None
        if turn["kind"] == "clue":
            table.tokens -= 1
            if turn["target"] is None:  # a button of the panel has only counted it
                return _by_marks(view, rules)
            hand = table.hands[turn["target"]]
            slots = turn.get("touched")
            if slots is None or any(slot not in hand for slot in slots):
                return _by_marks(view, rules)
            hint = turn.get("colour") or turn.get("value")
            table.clue(turn["target"], hint, [hand[slot] for slot in slots])
            continue
        if turn.get("slot") is None or turn.get("card") is None:
            return _by_marks(view, rules)
        if turn["kind"] == "discard" and table.tokens == 0 and table.has_a_play(turn["seat"]):
            table.warned = (turn["seat"] + 1) % players
        fitted = turn["kind"] == "play" and turn["success"]
        complete = fitted and place(rules, turn["card"]) == len(RANKS)
        table.tokens = min(most, table.tokens + (complete or turn["kind"] == "discard"))
        table.leave(turn["seat"], turn["slot"])
        if fitted:
            table.heights[turn["card"][0]] = place(rules, turn["card"])
        else:
            table.gone[turn["card"]] += 1
        if drawn < cards:
            table.hands[turn["seat"]][turn["slot"]] = drawn
            table.can_be[drawn] = table.faces
            drawn += 1
    shown = [{card["slot"]: card["id"] for card in hand} for hand in view["hands"]]
    return table if shown == table.hands else _by_marks(view, rules)


def _by_marks(view: SeatView, rules: Ruleset) -> CommonKnowledge:
    """Return what the marks on the cards alone say."""
    table = CommonKnowledge(rules, {suit["suit"]: suit["height"] for suit in view["fireworks"]})
    table.tokens = view["clue_tokens"][0]
    table.gone = Counter(face for face in view["discards"] if face)
    for hand in view["hands"]:
        table.hands.append({card["slot"]: card["id"] for card in hand})
        for card in hand:
            clues = [hint_of(name) for name in card["clues"]]
            table.can_be[card["id"]] = frozenset(
                face for face in table.faces if all(touches(rules, clue, face) for clue in clues)
            )
            if clues:
                table.clued.add(card["id"])
    return table
