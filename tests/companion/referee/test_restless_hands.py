"""Whatever hands do, nobody is told anything that hangs on faces hidden from him."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.companion.referee.restless_hands import (
    AT_RACKS,
    ORDINARY,
    Deed,
    World,
    a_pack,
    another,
    first_difference,
)

QUICK, MANY = 40, 600


def deeds(chance: random.Random, kinds: Sequence[str] = ORDINARY) -> list[Deed]:
    """Return some turns, with what else hands do, whether the rules allow it or not."""
    return [
        (chance.choice(kinds), 0, chance.randrange(5), chance.randrange(990))
        for _ in range(chance.randint(3, 14))
    ]


def check(seed: int, folder: Path, kinds: Sequence[str] = ORDINARY) -> None:
    chance = random.Random(seed)
    players, pack = chance.choice((2, 2, 3, 4)), a_pack(chance)
    found = first_difference(folder, pack, players, deeds(chance, kinds), seed)
    assert found is None, f"seed {seed}: {found}"


@pytest.mark.parametrize("seed", range(QUICK))
def test_what_hands_do_tells_nobody_of_a_hidden_face(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)


@pytest.mark.parametrize("seed", range(QUICK))
def test_neither_does_what_hands_do_at_racks(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path, (*ORDINARY, *AT_RACKS))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(QUICK, MANY))
def test_neither_do_many_more_tables(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path)


def test_the_two_worlds_differ() -> None:
    """Else none of the tests above could fail."""
    pack = a_pack(random.Random(1))
    other = another(World(pack), [], list(range(5, 20)), 1)
    assert other.faces != pack
    assert sorted(other.faces) == sorted(pack)
