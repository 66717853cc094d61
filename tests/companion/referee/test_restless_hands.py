"""Whatever hands do, nobody is told anything that hangs on faces hidden from him."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.referee import referee
from companion.referee.readings import SlotSight
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


NOTICES_FACES, NOTICES_READINGS = 3, 244
"""Tables at which what is planted below shows."""


@pytest.mark.parametrize("seed", [*range(QUICK), NOTICES_READINGS])
def test_neither_does_what_hands_do_at_racks(seed: int, tmp_path: Path) -> None:
    check(seed, tmp_path, (*ORDINARY, *AT_RACKS))


def test_a_referee_that_knows_the_faces_in_hands_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee, "what_everybody_knows", lambda _memory, state, _reading: state)
    with pytest.raises(AssertionError, match=f"seed {NOTICES_FACES}"):
        check(NOTICES_FACES, tmp_path, (*ORDINARY, *AT_RACKS))


def test_movement_that_is_told_by_what_is_read_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faceless = SlotSight.faceless
    monkeypatch.setattr(
        SlotSight, "faceless", lambda shown: replace(faceless(shown), filled=shown.serial)
    )
    with pytest.raises(AssertionError, match=f"seed {NOTICES_READINGS}"):
        check(NOTICES_READINGS, tmp_path, (*ORDINARY, *AT_RACKS))


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
