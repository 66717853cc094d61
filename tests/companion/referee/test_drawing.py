"""Where a table puts the cards that it draws: clues go with the cards of a hand that was pushed up.

Slot 0 is the owner's right end. Nothing here hangs on faces: all that is read could be any card.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from companion.hanabi.editions import Options, compose
from companion.hanabi.manners import DrawHabit
from companion.hanabi.moves import RankHint
from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.referee.restless_hands import HABITS, ORDINARY, a_pack, first_difference
from tests.companion.referee.test_restless_hands import deeds

HANDS = [["r1", "y1", "w4", "b2", "g3"], ["r2", "y3", "w2", "b3", "g4"]]
SEAT, DRAWN = 1, "w5"
NEVER_READ = "?"
ENDS = {DrawHabit.LEFT: 4, DrawHabit.RIGHT: 0}


def a_game(tmp_path: Path, drawing: DrawHabit, *, read: bool = True) -> Game:
    """A game in which seat 1 is to move and was told of its threes, in slots 1 and 3."""
    hands = HANDS if read else [HANDS[0], [NEVER_READ] * 5]
    rules = compose("ours", Options(drawing=drawing))
    game = Game(Record(tmp_path / "games.sqlite3"), hands, ruleset=rules)
    game.look()
    game.clue(0, SEAT, RankHint(3))
    game.look()
    return game


def order(game: Game) -> list[int]:
    """Return the ids of the cards of seat 1 by slot."""
    held = {one.slot: one.id for one in game.now.state.hands[SEAT]}
    return [held[slot] for slot in range(5)]


def lays_and_draws(
    game: Game, slot: int, habit: DrawHabit, *, looks: tuple[float, ...]
) -> list[int]:
    """Have seat 1 discard from a slot and draw as is its ``habit``; return who stands where then.

    People look ``looks`` seconds at it: once the card lies there, while the gap is at the end, and
    once a new card was drawn; 0.0 is not at all.
    """
    table, truth = game.table, order(game)
    new = game.now.state.next_id
    label = table.slots[SEAT, slot].label
    table.drop(label or "b4")
    lies, pushed, stands = looks
    labels = [table.slots[SEAT, at].label or NEVER_READ for at in range(5)]
    table.put(SEAT, slot, None)
    if lies:
        game.look(lies)
    end = ENDS.get(habit, slot)
    way = range(slot, end, 1 if end > slot else -1)
    for at in way:
        step = 1 if end > slot else -1
        table.put(SEAT, at + step, None)
        table.put(SEAT, at, labels[at + step])
        truth[at] = truth[at + step]
    if pushed:
        game.look(pushed)
    table.put(SEAT, end, DRAWN)
    truth[end] = new
    game.look(stands)
    game.look(9.0)
    return truth


LOOKS = {
    "each step is seen": (2.0, 5.0, 5.0),
    "the gap is seen where it was, and then nothing until all stand": (2.0, 0.0, 5.0),
}


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("habit", DrawHabit)
@pytest.mark.parametrize("slot", range(5))
@pytest.mark.parametrize("read", [True, False])
def test_clues_go_with_the_cards_of_a_hand_that_draws_as_is_the_tables_habit(
    tmp_path: Path, looks: str, habit: DrawHabit, slot: int, read: bool
) -> None:
    game = a_game(tmp_path, habit, read=read)
    told = {1, 3} - {slot}
    before = order(game)
    assert lays_and_draws(game, slot, habit, looks=LOOKS[looks]) == order(game)
    (clue,) = game.now.state.clues
    assert clue.unsure == ()
    if read:
        assert {*clue.touched} - {before[slot]} == {before[at] for at in told}
        assert not game.now.doubts.open, "and whoever sees that hand is asked nothing"


@pytest.mark.parametrize("looks", [*LOOKS.values(), (0.0, 0.0, 5.0), (0.0, 5.0, 5.0)])
@pytest.mark.parametrize(("said", "done"), [*itertools.product(DrawHabit, DrawHabit)])
@pytest.mark.parametrize("slot", range(5))
def test_whatever_habit_is_set_and_done_no_clue_goes_to_a_wrong_card(
    tmp_path: Path, looks: tuple[float, float, float], said: DrawHabit, done: DrawHabit, slot: int
) -> None:
    game = a_game(tmp_path, said)
    truth = lays_and_draws(game, slot, done, looks=looks)
    (clue,) = game.now.state.clues
    there = order(game)
    wrong = [held for at, held in enumerate(there) if held in clue.held and truth[at] != held]
    assert not wrong
    assert len(game.turns) == 2


@pytest.mark.parametrize("habit", [DrawHabit.LEFT, DrawHabit.RIGHT])
def test_a_hand_that_was_stirred_otherwise_loses_its_marks_under_any_habit(
    tmp_path: Path, habit: DrawHabit
) -> None:
    game = a_game(tmp_path, habit)
    game.discard(SEAT, 2)
    for slot, label in ((0, "y3"), (1, "r2"), (2, "w5")):
        game.table.put(SEAT, slot, label)
    game.table.put(SEAT, 4, None)
    game.look(9.0)
    game.table.put(SEAT, 4, "g4")
    game.look(9.0)
    (clue,) = game.now.state.clues
    assert len(clue.unsure) >= 2


@pytest.mark.parametrize("seed", range(40))
def test_what_tables_with_a_habit_do_tells_nobody_of_a_hidden_face(
    seed: int, tmp_path: Path
) -> None:
    """They keep to it, or do not."""
    chance = random.Random(seed)
    players, pack = chance.choice((2, 3, 4)), a_pack(chance)
    what = deeds(chance, (*ORDINARY, *HABITS * 3))
    drawing = chance.choice([*DrawHabit])
    found = first_difference(tmp_path, pack, players, what, seed, drawing=drawing)
    assert found is None, f"seed {seed}: {found}"
