"""Hands that do at a filmed table what they like, in two worlds that differ in hidden faces.

Physical cards have numbers; what is done to them is told by seats, slots and numbers, never by a
face. Whatever was never laid may be any other card of which every clue says the same.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.editions import Options, compose
from companion.hanabi.manners import DrawHabit
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import RearrangeTap, TimedTap
from companion.play.view import view_table
from companion.record.games import Record
from companion.views.view import PUBLIC, Reader
from tests.companion.filmed_table import Game

Deed = tuple[str, int, int, int]
"""What is done, the seat after the one to move that does it, a slot, and a number for the rest."""

LOOKS = (0.6, 0.6, 1.2, 3.4, 9.0, 13.0)
HINTS: Sequence[Hint] = (*map(ColourHint, STANDARD.nameable), *map(RankHint, range(1, 6)))
ORDINARY = (
    *("play", "discard", "clue") * 2,
    *("reach", "busy", "look", "draw", "travel"),
)
"""What is done at most tables; what the rules refuse, and cards that lie elsewhere, included."""
AT_RACKS = (
    *("swap", "slip", "lift", "home", "push_up", "exchange", "one_motion", "say_order"),
    *("rest", "leave", "take_away", "bring_back", "blackout", "undo"),
)
"""What else hands do at racks, and what keeps the eyes from seeing it."""
HABITS = ("to_the_left", "to_the_right", "into_the_gap")
"""How a card is laid and another one drawn, at tables that have a habit of drawing."""


@dataclass
class World:
    """Which face each card has, and which of them no eye can read in a rack."""

    faces: list[str]
    unread: frozenset[int] = frozenset()


@dataclass
class RestlessHands:
    """A game at which hands do ``deeds``; what ``readers`` were told of each is noted."""

    record: Record
    world: World
    players: int
    readers: tuple[Reader, ...]
    told: list[list[str]] = field(default_factory=list)
    laid: set[int] = field(default_factory=set)
    stood: dict[int, set[int]] = field(default_factory=dict)
    clues: list[tuple[Hint, tuple[int, ...]]] = field(default_factory=list)
    lifted: list[tuple[int, int, int]] = field(default_factory=list)
    drawing: DrawHabit = DrawHabit.GAP

    def __post_init__(self) -> None:
        size = STANDARD.hand_size(self.players)
        self.racks: dict[tuple[int, int], int | None] = {}
        self.drawn = 0
        for seat in range(self.players):
            for slot in range(5):
                self._stands(seat, slot, self._next() if slot < size else None)
        hands = [
            [self._label(self.racks[seat, slot]) for slot in range(5)]
            for seat in range(self.players)
        ]
        rules = compose("ours", Options(drawing=self.drawing))
        self.game = Game(self.record, hands, ruleset=rules)

    def _next(self) -> int:
        self.drawn += 1
        return self.drawn - 1

    def _label(self, card: int | None) -> str | None:
        if card is None:
            return None
        return "?" if card in self.world.unread else self.world.faces[card]

    def _stands(self, seat: int, slot: int, card: int | None) -> None:
        self.racks[seat, slot] = card
        if card is not None:
            self.stood.setdefault(card, set()).add(seat)

    def _put(self, seat: int, slot: int, card: int | None) -> None:
        self._stands(seat, slot, card)
        self.game.table.put(seat, slot, self._label(card))

    # ---------------------------------------------------------------------------------- deeds

    def do(self, deeds: Iterable[Deed]) -> RestlessHands:
        """Do all of it, looking at the table after each deed."""
        for kind, step, slot, number in deeds:
            if self.game.now.state.over or self.drawn > 40:
                break
            seat = (self.game.now.state.to_move + step) % self.players
            before = len(self.game.said)
            getattr(self, "_" + kind.replace(" ", "_"))(seat, slot % 5, number)
            self.game.look(LOOKS[number % len(LOOKS)])
            self._tell(before)
        return self

    def _tell(self, before: int) -> None:
        game = self.game.now
        said = [f"{to_data(one)} {sentence(one)}" for one in self.game.said[before:]]
        t = self.game.table.t
        views = (
            view_table(game, reader, t, MemoryAid.FULL, watched=True) for reader in self.readers
        )
        told = [json.dumps(view, sort_keys=True, default=str) for view in views]
        self.told.append([*said, *told, str(self.game.status)])

    def _lay(self, seat: int, slot: int, number: int, column: int | None) -> None:
        card = self.racks[seat, slot]
        if card is None:
            return
        self.laid.add(card)
        table, label = self.game.table, self.world.faces[card]
        shown = None if number % 11 == 0 else label
        if column is None:
            table.drop(shown)
        else:
            table.lay(shown, column)
        self._put(seat, slot, None if number % 5 == 0 else self._next())

    def _play(self, seat: int, slot: int, number: int) -> None:
        self._lay(seat, slot, number, number % 6)

    def _discard(self, seat: int, slot: int, number: int) -> None:
        self._lay(seat, slot, number, None)

    def _draw(self, seat: int, _: int, number: int) -> None:
        for slot in range(STANDARD.hand_size(self.players) + (number % 9 == 0)):
            if slot < 5 and self.racks[seat, slot] is None:
                self._put(seat, slot, self._next())

    def _clue(self, seat: int, slot: int, number: int) -> None:
        target = (seat + 1 + slot % (self.players - 1)) % self.players
        hint = HINTS[number % len(HINTS)]
        cards = [card for card, seats in self.stood.items() if target in seats]
        self.clues.append((hint, tuple(cards)))
        self.game.clue(seat, target, hint)

    def _reach(self, seat: int, _: int, __: int) -> None:
        self.game.table.reach(seat)

    def _busy(self, _: int, __: int, number: int) -> None:
        for _step in range(20 if number % 2 else 8):
            self.game.table.t += 0.25
            self.game.move(self.game.table.t)

    def _travel(self, _: int, __: int, number: int) -> None:
        table = self.game.table
        if table.columns[number % 6]:
            label = table.columns[number % 6][-1].label
            table.lift(number % 6)
            table.drop(label)

    def _look(self, _: int, __: int, ___: int) -> None:
        pass

    # ------------------------------------------------------------------------ deeds at racks

    def _swap(self, seat: int, slot: int, number: int) -> None:
        """Two cards of a hand change places, in full view."""
        one, other = self.racks[seat, slot], self.racks[seat, number % 5]
        if number % 2:
            self._put(seat, slot, None)
            self._put(seat, number % 5, None)
            self.game.look(0.6)
        self._put(seat, slot, other)
        self._put(seat, number % 5, one)

    def _slip(self, seat: int, slot: int, number: int) -> None:
        """Two cards change places behind a hand, each coming to stand as the other stood."""
        one, other = self.racks[seat, slot], self.racks[seat, number % 5]
        if one is not None and other is not None:
            for at, card in ((slot, other), (number % 5, one)):
                self._stands(seat, at, card)
                self.game.table.slip(seat, at, self._label(card))

    def _lift(self, seat: int, slot: int, _: int) -> None:
        card = self.racks[seat, slot]
        if card is not None:
            self.lifted.append((seat, slot, card))
            self._put(seat, slot, None)

    def _home(self, _: int, slot: int, number: int) -> None:
        """A card that was lifted goes where it stood, or into another empty slot."""
        if not self.lifted:
            return
        seat, home, card = self.lifted.pop(number % len(self.lifted))
        empty = [at for at in (slot, home, *range(5)) if self.racks[seat, at] is None]
        if not empty:
            return  # it lies beside the rack
        self._put(seat, home if home in empty and number % 3 else empty[0], card)

    def _push_up(self, seat: int, _: int, number: int) -> None:
        """The cards of a hand are pushed together, to either end."""
        cards = [self.racks[seat, at] for at in range(5)]
        kept = [card for card in cards if card is not None]
        gaps: list[int | None] = [None] * (5 - len(kept))
        for at, card in enumerate([*kept, *gaps] if number % 2 else [*gaps, *kept]):
            if card != cards[at]:
                self._put(seat, at, card)

    def _exchange(self, seat: int, slot: int, number: int) -> None:
        """Two hands exchange a card."""
        there = ((seat + 1) % self.players, number % 5)
        one, other = self.racks[seat, slot], self.racks[there]
        self._put(seat, slot, other)
        self._put(*there, one)

    def _one_motion(self, seat: int, slot: int, number: int) -> None:
        """A card is laid and another one drawn before anybody looks."""
        self._lay(seat, slot, 11 * number + 1, None if number % 2 else number % 6)

    def _to_the_left(self, seat: int, slot: int, number: int) -> None:
        """A card is laid, others are pushed up, and one is drawn at the owner's left end."""
        self._draw_at(seat, slot, number, 4)

    def _to_the_right(self, seat: int, slot: int, number: int) -> None:
        self._draw_at(seat, slot, number, 0)

    def _into_the_gap(self, seat: int, slot: int, number: int) -> None:
        self._draw_at(seat, slot, number, slot)

    def _draw_at(self, seat: int, slot: int, number: int, end: int) -> None:
        if self.racks[seat, slot] is None:
            return
        self._lay(seat, slot, 55 * number, None if number % 2 else number % 6)  # and draw none
        if number % 3:
            self.game.look(LOOKS[number % 4])
        step = 1 if end > slot else -1
        while slot != end and self.racks[seat, slot + step] is not None:
            card = self.racks[seat, slot + step]
            self._put(seat, slot + step, None)
            self._put(seat, slot, card)
            slot += step
        if number % 7 > 3:
            self.game.look(LOOKS[number % 5])
        if number % 6:
            self._put(seat, slot, self._next())

    def _say_order(self, seat: int, slot: int, number: int) -> None:
        """The owner says how he has put his hand."""
        held = [one.slot for one in self.game.now.state.hands[seat]]
        random.Random(number + slot).shuffle(held)
        order: list[int | None] = [None] * 5
        for at, came_from in zip(sorted(held), held, strict=True):
            order[at] = came_from
        self.game.tap(TimedTap(self.game.table.t, RearrangeTap(seat, tuple(order)), seat))

    def _rest(self, seat: int, slot: int, number: int) -> None:
        """A hand rests on a rack."""
        self.game.table.covered |= {(seat, at) for at in range(slot, slot + 1 + number % 4)}
        self._reach(seat, slot, number)

    def _leave(self, _: int, __: int, ___: int) -> None:
        self.game.table.covered = set()

    def _take_away(self, seat: int, _: int, __: int) -> None:
        """A rack is turned away, or taken out of view."""
        self.game.table.hide(seat)

    def _bring_back(self, _: int, __: int, ___: int) -> None:
        for seat in self.game.table.away:
            self.game.table.reach(seat)
        self.game.table.away.clear()

    def _blackout(self, _: int, __: int, number: int) -> None:
        for _step in range(2 + number % 8):
            self.game.table.t += 0.5
            dark = replace(self.game.table.reading(0.0, clear=False), mat=False)
            self.game.see(dark)

    def _undo(self, _: int, __: int, ___: int) -> None:
        self.game.take_back(self.game.table.t)


# ------------------------------------------------------------------------------------ two worlds


def a_pack(chance: random.Random) -> list[str]:
    """Return the cards in the order in which they are drawn; mostly with many alike in front."""
    pack = [card.label for card in STANDARD.cards for _ in range(STANDARD.copies(card))]
    chance.shuffle(pack)
    few = chance.choice((2, 3, 5))
    suits = {suit.value for suit in STANDARD.nameable[:few]}
    pack.sort(key=lambda label: label[0] not in suits or int(label[1]) > 2)
    front = chance.choice((10, 20, 50))
    head = pack[:front]
    chance.shuffle(head)
    return head + pack[front:]


def another(
    world: World, clues: Sequence[tuple[Hint, tuple[int, ...]]], hidden: list[int], seed: int
) -> World:
    """Return a world in which the cards ``hidden`` have each other's faces, as clues allow it.

    Of some on which nothing was said it can be another one that nobody can read, too.
    """
    chance, faces, unread = random.Random(seed), list(world.faces), set(world.unread)
    asked = {card: [hint for hint, cards in clues if card in cards] for card in hidden}

    def may_be(card: int, label: str) -> bool:
        was, face = Card.parse(faces[card]), Card.parse(label)
        return all(touches(STANDARD, h, was) is touches(STANDARD, h, face) for h in asked[card])

    for _ in range(20 * len(hidden)):
        one, two = chance.choice(hidden), chance.choice(hidden)
        if may_be(one, faces[two]) and may_be(two, faces[one]):
            faces[one], faces[two] = faces[two], faces[one]
    for card in hidden:
        if not asked[card] and chance.random() < 0.1:
            unread ^= {card}
    return World(faces, frozenset(unread))


def first_difference(
    folder: Path,
    pack: list[str],
    players: int,
    deeds: Sequence[Deed],
    seed: int,
    *,
    drawing: DrawHabit = DrawHabit.GAP,
) -> str | None:
    """Return what somebody is told that depends on faces hidden from him; None: nothing is.

    Two others are compared with one world: faces differ in the hand of the seat ``seed`` stands
    for, which is told the same as before, as is the public; and in all hands, where the public is.
    """
    chance = random.Random(seed)
    watched = seed % players
    unread = frozenset(card for card in range(50) if chance.random() < chance.choice((0, 0, 0.2)))
    world, clues, laid = World(pack, unread), [], set[int]()
    with Record(folder / "one") as record:
        readers = (PUBLIC, watched)
        one = RestlessHands(record, world, players, readers, drawing=drawing).do(deeds)
        clues, laid = one.clues, one.laid
    for name, of in (("his", {watched}), ("all", set(range(players)))):
        hidden = [c for c in range(50) if c not in laid and one.stood.get(c, set()) <= of]
        with Record(folder / name) as record:
            other = another(world, clues, hidden, seed)
            two = RestlessHands(record, other, players, readers, drawing=drawing).do(deeds)
        for at, (here, there) in enumerate(zip(one.told, two.told, strict=False)):
            if name == "all":
                here, there = ([*s[:-2], s[-1]] for s in (here, there))
            if here != there:
                both = zip(here, there, strict=False)
                first = next((pair for pair in both if pair[0] != pair[1]), (here, there))
                return f"{name}, deed {at} {deeds[at]}: {_around(str(first[0]), str(first[1]))}"
        if len(one.told) != len(two.told):
            return f"{name}: {len(one.told)} deeds, but {len(two.told)}"
    return None


def _around(one: str, two: str) -> str:
    same = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
    return "\n".join(text[max(0, same - 100) : same + 100] for text in (one, two))
