"""Two worlds that differ only in hidden faces: what a reader may see is the same in both.

Chance plays a game in the first world; what hands did is written down and done again in the
second, where other faces stand in the racks. Every clue points at the same cards in both. The
eyes are poor: racks are covered by hands, cards are misread or not read at all.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.views.view import PUBLIC
from tests.two_worlds.chance import Chance
from tests.two_worlds.comparing import same_in_other_worlds
from tests.two_worlds.place import here
from tests.two_worlds.racks import a_world

QUICK, SEEDS = (1, 6, 9, 11, 15), 24
"""The quick ones are those that notice most of what was broken on purpose."""


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] * (seed not in QUICK)) for seed in range(SEEDS)],
)
def test_what_a_reader_gets_does_not_depend_on_the_faces_he_cannot_see(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        script = Chance(one, chance, watched, turns=chance.randint(8, 30)).script
    assert one.controller.game is not None
    assert not one.controller.game.state.laid_down  # or every hand has been shown
    assert same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=True, tries=2)


QUICK_DOUBTS, ALL_DOUBTS = 4, 20


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(
            seed,
            marks=[pytest.mark.long] * (seed >= QUICK_DOUBTS and seed != 12),
        )
        for seed in range(ALL_DOUBTS)
    ],
)
def test_putting_turns_right_tells_nobody_of_cards_that_he_cannot_see(
    seed: int, tmp_path: Path
) -> None:
    """Also where people put right what was not wrong at all."""
    chance = random.Random(1000 + seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance, poor_eyes=False)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        turns = chance.randint(8, 25)
        script = Chance(one, chance, watched, turns, doubts=0.35).script
    assert one.controller.game is not None
    if one.controller.game.state.laid_down:
        pytest.skip("every hand has been shown")
    same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=False)
