"""Two worlds in which people forget to move tokens: what is said of it tells of no hand."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.referee.readings import Discs
from companion.views.view import PUBLIC
from tests.two_worlds.chance import Chance
from tests.two_worlds.comparing import same_in_other_worlds
from tests.two_worlds.deeds import look
from tests.two_worlds.place import Place, here
from tests.two_worlds.racks import a_world

LOOKS, PAUSE = 3, 11.0
"""So often the table is looked at between two turns, and after so many seconds each."""


def tokens_lie(discs: Discs, place: Place) -> None:
    """Have so many tokens lie on the mat's tracks."""
    place.eyes.discs = discs


class Forgetful(Chance):
    """Now and then a token is left where it lies, or a hand hides the tracks."""

    def _turn(self) -> bool:
        game = self.place.controller.game
        assert game is not None
        state = game.state
        forgotten = {1: 0, 2: 1}.get(state.turn, self.chance.choice([0, 0, 1, -1]))
        clues = state.clue_tokens + forgotten
        fuses = STANDARD.strikes - state.strikes + self.chance.choice([0, 0, 0, 1])
        seen = state.turn <= 2 or self.chance.random() < 0.9
        self._do(partial(tokens_lie, Discs(clues if seen else None, fuses)))
        for _ in range(LOOKS):
            self._do(partial(look, PAUSE, frozenset()))
        return super()._turn()


QUICK, SEEDS = (1,), 12
"""The quick one notices a wait that depends on a face."""


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] * (seed not in QUICK)) for seed in range(SEEDS)],
)
def test_that_a_token_was_forgotten_depends_on_no_hidden_card(seed: int, tmp_path: Path) -> None:
    chance = random.Random(5000 + seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        script = Forgetful(one, chance, watched, turns=4).script
    said = [str(what) for where, what in one.notes if where == "announced"]
    assert any("tokens_differ" in text for text in said), "nothing was mentioned: another seed"
    assert same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=True)
