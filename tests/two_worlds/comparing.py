"""The same deeds where other faces are hidden: what differs, and for whom."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.moves import Hint
from companion.hanabi.ruleset import STANDARD
from companion.views.view import PUBLIC
from tests.two_worlds.deeds import Script
from tests.two_worlds.place import Evening, Place, here
from tests.two_worlds.racks import NOT_READ, UNREAD, World


def another_world(
    world: World,
    script: Script,
    held: Sequence[int],
    undrawn: Sequence[int],
    chance: random.Random,
    *,
    poor_eyes: bool = True,
) -> World:
    """Exchange faces of cards ``held`` and ``undrawn``; every clue points at the same ones.

    What was never asked about may also be read where it was not, and the other way round.
    """
    hidden = [*held, *undrawn]
    other = World(list(world.truth), list(world.in_rack))
    asked: dict[int, list[Hint]] = {card: [] for card in hidden}
    for hint, cards in script.clues:
        for card in cards:
            if card in asked:
                asked[card].append(hint)

    def may_be(card: int, label: str) -> bool:
        before = world.in_rack[card]
        if {before, label} & script.claimed:
            return before == label
        if before == UNREAD or label == UNREAD:
            return before == label or not asked[card]
        one, two = Card.parse(before), Card.parse(label)
        return all(touches(STANDARD, h, one) is touches(STANDARD, h, two) for h in asked[card])

    for _ in range(30 * len(held)):
        one, two = chance.choice(held), chance.choice(hidden)
        if may_be(one, other.in_rack[two]) and may_be(two, other.in_rack[one]):
            for labels in (other.truth, other.in_rack):
                labels[one], labels[two] = labels[two], labels[one]
    for card in held:
        if poor_eyes and not asked[card] and chance.random() < NOT_READ:
            other.in_rack[card] = UNREAD if other.in_rack[card] != UNREAD else other.truth[card]
    return other


def differences(one: Evening, other: Evening, heard: Callable[[str], bool]) -> list[str]:
    """Return what differs on the channels that are ``heard``, in the order of time."""
    here, there = ([note for note in place.notes if heard(note[0])] for place in (one, other))
    found = [
        f"{channel} ({where}):\n{_around(str(said), str(told))}"
        for (channel, said), (where, told) in zip(here, there, strict=False)
        if (channel, said) != (where, told)
    ]
    if len(here) != len(there):
        found.append(f"{len(here)} notes, but {len(there)}")
    return found


def _around(one: str, other: str) -> str:
    """Return both texts where they begin to differ."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return "\n".join(text[max(0, same - 150) : same + 150] for text in (one, other))


def same_in_other_worlds(
    folder: Path,
    one: Place,
    script: Script,
    chance: random.Random,
    watched: int,
    *,
    poor_eyes: bool,
    tries: int = 1,
) -> int:
    """Do again what ``script`` did in ``one`` where other faces are hidden; fail if it shows.

    The faces differ first in the hand of the seat ``watched``, which gets the same as before, as
    does the public; then in all hands, where the public does. Return in how many worlds; in those
    left out so much was told of these cards that they can be no others.
    """
    world, players = one.eyes.world, one.table.players
    compared = 0
    for number, seats in enumerate([*[[watched]] * tries, [*range(players)]]):
        hidden, undrawn = one.table.hidden_from(seats), one.table.undrawn()
        other = another_world(world, script, hidden, undrawn, chance, poor_eyes=poor_eyes)
        if [other.in_rack[card] for card in hidden] == [world.in_rack[card] for card in hidden]:
            continue
        compared += 1
        with here(folder / f"other{number}", other, players, (watched, PUBLIC)) as two:
            for deed in script.deeds:
                deed(two)
        own = f"of {watched}" if len(seats) == players else "of nobody"
        found = differences(one, two, partial(_is_heard, own))
        assert not found, f"{len(found)} differences, the first in {found[0]}"
    return compared


def _is_heard(not_by: str, channel: str) -> bool:
    return not channel.endswith(not_by)
