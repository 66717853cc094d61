"""Two worlds in which cards go astray on the fireworks: what is said of it tells of no hand."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from companion.views.view import PUBLIC
from tests.two_worlds.chance import Chance
from tests.two_worlds.comparing import same_in_other_worlds
from tests.two_worlds.deeds import WAIT, look
from tests.two_worlds.place import Place, here
from tests.two_worlds.racks import a_world


def push(column: int, other: int, place: Place) -> None:
    """Push the newest card of a column over to another one."""
    columns = place.table.columns
    columns[other].append(columns[column].pop())


class Careless(Chance):
    """After each turn the newest firework card goes astray, and mostly it is put right again."""

    def _turn(self) -> bool:
        goes_on = super()._turn()
        begun = [nth for nth, pile in enumerate(self.place.table.columns) if pile]
        if goes_on and len(begun) > 1:
            column, other = self.chance.sample(begun, 2)
            self._do(partial(push, column, other))
            self._do(partial(look, WAIT, frozenset()))
            self._do(partial(push, other, column))
            self._do(partial(look, WAIT, frozenset()))
        return goes_on


QUICK, SEEDS = (1,), (1, 3, 4, 5, 6, 7, 9)
"""In games of other seeds no pile begins beside another one."""


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] * (seed not in QUICK)) for seed in SEEDS],
)
def test_that_a_card_lies_on_another_pile_depends_on_no_hidden_card(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(8100 + seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        script = Careless(one, chance, watched, turns=9).script
    said = [str(what) for where, what in one.notes if where == "announced"]
    assert any("on_other_pile" in text for text in said), "nothing went astray: another seed"
    assert same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=True)
