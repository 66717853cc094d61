"""Two worlds in which table and record differ: what is shown of it tells nothing of any hand.

The deeds are those of other worlds, and besides cards are laid out of turn, taken off a pile,
moved to another one, or left lying although their turn was taken back.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import pytest

from companion.panel.panel import Press, Status
from companion.views.view import PUBLIC
from tests.two_worlds.chance import Chance
from tests.two_worlds.comparing import same_in_other_worlds
from tests.two_worlds.deeds import WAIT, lay, look, press, put_back, tap
from tests.two_worlds.place import Place, here
from tests.two_worlds.racks import a_world


def take_off(card: int, place: Place) -> None:
    """Take a card off its pile and hold it aside."""
    for pile in (*place.table.columns, place.table.discards):
        if card in pile:
            pile.remove(card)
    place.eyes.forget_laid(card)


def lay_down(card: int, column: int | None, place: Place) -> None:
    """Lay a card down that was held aside, on a column or with None on the discards."""
    pile = place.table.discards if column is None else place.table.columns[column]
    pile.append(card)


class Mischief(Chance):
    """After some turns something is done that no legal move explains; mostly it is mended."""

    def mischief(self, *, undoes: bool) -> None:
        """Do it, look, and mend it; also in a pause."""
        chance = self.chance
        wrong = chance.choice(["out of turn", "taken off", "moved", *["undone"] * undoes])
        paused = chance.random() < 0.4
        if paused:
            self._do(partial(tap, self.watched, "pause", {"paused": True}))
        self._wrong(wrong)
        if paused:
            self._do(partial(tap, self.watched, "pause", {"paused": False}))
        self._do(partial(look, WAIT, frozenset()))

    def _wrong(self, wrong: str) -> None:
        table, chance = self.place.table, self.chance
        game = self.place.controller.game
        assert game is not None
        columns = [i for i, pile in enumerate(table.columns) if pile]
        if wrong == "out of turn":
            others = [seat for seat in range(table.players) if seat != game.state.to_move]
            seat = chance.choice(others)
            slot, card = chance.choice(table.hand(seat))
            free = next(i for i, pile in enumerate(table.columns) if not pile)
            self._do(partial(lay, seat, slot, chance.choice([None, free])))
            self._differ()
            self._do(partial(put_back, card, seat, slot))
        elif wrong == "undone":
            self._do(partial(press, Press.UNDO))
            self._differ()
            self._do(partial(press, Press.CONFIRM))
        elif columns:
            column = chance.choice(columns)
            card = table.columns[column][-1]
            self._do(partial(take_off, card))
            if wrong == "moved":
                self._do(partial(lay_down, card, None))
            self._differ()
            self._do(partial(take_off, card))
            self._do(partial(lay_down, card, column))

    def _differ(self) -> None:
        self._do(partial(look, WAIT, frozenset()))
        self._do(partial(tap, self.watched, "answer", {"card": "r1"}))


SEEDS, QUICK = 24, 8
TRIES = 6
"""Games that are played for a seed until one goes wrong enough to be compared."""


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] * (seed >= QUICK)) for seed in range(SEEDS)],
)
def test_how_table_and_record_differ_depends_on_no_hidden_card(seed: int, tmp_path: Path) -> None:
    for attempt in range(TRIES):
        chance = random.Random(3000 + seed + 1000 * attempt)
        players = 2 + seed % 4
        watched = chance.randrange(players)
        poor = seed % 8 < 4  # eyes that misread racks; what they make of undo is tested elsewhere
        world = a_world(chance, poor_eyes=poor)
        with here(tmp_path / f"one{attempt}", world, players, (watched, PUBLIC)) as one:
            playing = Mischief(one, chance, watched, chance.randint(3, 12), undoes=0.12)
            for _ in range(3):
                game = one.controller.game
                assert game is not None
                if one.controller.status in (Status.WAITING_FOR_MOVE, Status.DIFFERS):
                    playing.mischief(undoes=True)
            script = playing.script
        assert one.controller.game is not None
        every_hand_shown = one.controller.game.state.laid_down
        public = [what for where, what in one.notes if where == "hub of None"]
        if not every_hand_shown and any(map(_shows_a_difference, public)):
            break
    else:
        pytest.fail("in no game went anything wrong enough to be compared")
    same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=poor)


def _shows_a_difference(snapshot: object) -> bool:
    return json.loads(getattr(snapshot, "body", "{}")).get("differs") is not None
