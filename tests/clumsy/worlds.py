"""A clumsy game done again, hand for hand, in a world where other faces hide in one hand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.demonstration.phones import PhoneError
from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import touches
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.views.view import PUBLIC
from tests.clumsy.game import FRAME, ClumsyGame, Eyes, quick_eyes
from tests.clumsy.interludes import INTERLUDES
from tests.clumsy.mischief import KINDS
from tests.clumsy.players import Interlude, Mischief
from vision.simulator import SimulatedTable
from vision.simulator.gestures import GestureStep


class Printed(str):
    """A face that knows which card of the pack it is printed on."""

    number: int

    def __new__(cls, label: str, number: int) -> Printed:
        printed = super().__new__(cls, label)
        printed.number = number
        return printed


@dataclass
class Deeds:
    """What hands and thumbs did, by the tick; no deed names a face, but what people say."""

    scripts: list[tuple[int, Sequence[GestureStep]]] = field(default_factory=list)
    taps: list[tuple[int, int, str, tuple[Any, ...]]] = field(default_factory=list)
    unplugged: set[int] = field(default_factory=set)
    ticks: int = 0
    dealt: int = 0
    clues: list[tuple[Hint, frozenset[int]]] = field(default_factory=list)


class World:
    """One game; notes after each tick what ``watched`` and the public can see and hear."""

    def __init__(
        self,
        seed: int,
        watched: int,
        folder: Path,
        pack: Sequence[str],
        *,
        look: Callable[[SimulatedTable, int], Eyes] = quick_eyes,
        kinds: Sequence[Mischief] = KINDS,
        interludes: Sequence[Interlude] = INTERLUDES,
        share: float = 0.4,
        turns: int = 14,
        width: int = 2304,
    ) -> None:
        printed = [Printed(label, number) for number, label in enumerate(pack)]
        self.game = ClumsyGame(
            seed,
            folder,
            most_turns=turns,
            pack=printed,
            look=look,
            kinds=kinds,
            interludes=interludes,
            share=share,
            width=width,
        )
        self._watched = watched
        self.notes: list[str] = []
        self.holders: dict[int, set[int]] = {}
        self.shown: set[int] = set()

    def note(self) -> None:
        evening, said = self.game.controller, self.game.said
        views = evening.views()
        self.notes.append(
            json.dumps(
                [
                    [[to_data(one), sentence(one)] for one in said],
                    repr(evening.panel()),
                    views[PUBLIC],
                    views.get(self._watched),
                ]
            )
        )
        said.clear()
        table = self.game.table
        for seat, rack in enumerate(table.truth()["racks"]):
            for card in filter(None, rack):
                self.holders.setdefault(card.number, set()).add(seat)
        self.shown |= {card.label.number for card in table.scene().lying}  # type: ignore[attr-defined]

    def hidden(self) -> list[int]:
        """The cards of the watched seat that nobody else held and that never lay on the table."""
        rack = self.game.table.truth()["racks"][self._watched]
        cards = [card.number for card in rack if card is not None]
        own = [one for one in cards if self.holders[one] == {self._watched}]
        return [one for one in own if one not in self.shown]

    def undrawn(self) -> list[int]:
        return [number for number in range(STANDARD.deck_size) if number not in self.holders]


def play(world: World) -> Deeds:
    """Play, and write down what was done."""
    deeds, game = Deeds(), world.game
    script = game.table.script

    def noted_script(steps: Sequence[GestureStep]) -> float:
        deeds.scripts.append((deeds.ticks, steps))
        return script(steps)

    deal = game.table.deal

    def noted_deal(hand_size: int) -> None:
        deeds.dealt = deeds.ticks
        deal(hand_size)

    game.table.script = noted_script  # type: ignore[method-assign]
    game.table.deal = noted_deal  # type: ignore[method-assign]
    for seat, phone in enumerate(game.phones):
        for name in ("clue", "answer", "answer_played", "missed", "again", "press"):
            setattr(phone, name, partial(_tapped, deeds, world, seat, name, getattr(phone, name)))
    while not game.people.over and deeds.ticks < 3000:
        game.table.advance(FRAME)
        if game.people.unplugged:
            deeds.unplugged.add(deeds.ticks)
        else:
            game.controller.see(game.eyes.look(), game.table.t)
        game.people.step()
        world.note()
        deeds.ticks += 1
    return deeds


def _tapped(deeds: Deeds, world: World, seat: int, name: str, tap: Any, *arguments: Any) -> None:
    deeds.taps.append((deeds.ticks, seat, name, arguments))
    if name == "clue":
        target, said = arguments
        hint: Hint = RankHint(said) if isinstance(said, int) else ColourHint(Suit(said))
        rack = world.game.table.truth()["racks"][target]
        deeds.clues.append((hint, frozenset(card.number for card in rack if card is not None)))
    tap(*arguments)


def play_again(world: World, deeds: Deeds) -> None:
    """Do the same in another world."""
    game = world.game
    for tick in range(deeds.ticks):
        game.table.advance(FRAME)
        if tick not in deeds.unplugged:
            game.controller.see(game.eyes.look(), game.table.t)
        if tick == deeds.dealt:
            game.table.deal(STANDARD.hand_size(len(game.phones)))
        for at, steps in deeds.scripts:
            if at == tick:
                game.table.script(steps)
        for at, seat, name, arguments in deeds.taps:
            if at == tick:
                with suppress(PhoneError):
                    getattr(game.phones[seat], name)(*arguments)
        world.note()


def other_pack(
    pack: Sequence[str], deeds: Deeds, held: Sequence[int], undrawn: Sequence[int], seed: int
) -> list[str]:
    """Exchange faces of ``held`` cards among themselves and with ``undrawn`` ones.

    Every clue points at the same cards as before.
    """
    chance, other = random.Random(seed), list(pack)

    def may_be(number: int, label: str) -> bool:
        one, two = Card.parse(pack[number]), Card.parse(label)
        return all(
            touches(STANDARD, hint, one) is touches(STANDARD, hint, two)
            for hint, cards in deeds.clues
            if number in cards
        )

    for _ in range(30 * len(held)):
        one, two = chance.choice(list(held)), chance.choice([*held, *undrawn])
        if may_be(one, other[two]) and may_be(two, other[one]):
            other[one], other[two] = other[two], other[one]
    return other
