"""When nobody watched the fireworks: each column is read for itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from companion.referee.memory import REACH
from tests.companion.filmed_table import Game
from tests.companion.referee.misdeeds import blind

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    """Seat 1 is to move."""
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    return game


def arms_over(game: Game, hidden: Iterable[set[int]]) -> None:
    """Let arms fidget over columns, a second over each set of them, and never leave the mat."""
    for columns in hidden:
        game.table.t += 1.0
        game.table.fireworks_touched += 1
        game.table.hidden = columns
        game.see(game.table.reading(0.2, clear=False))


def discards_and_bumps_another(game: Game) -> None:
    """Seat 1 discards a card, and one beside it stands a little differently afterwards."""
    game.table.discard(1, 0, "w4")
    game.table.put(1, 1, "y2")
    game.see(game.table.reading(0.6, clear=False))


@pytest.mark.parametrize("hidden", [[{0}, {1}] * 5, [{0}] * 4 + [{1}] * 4, [set()] * 9])
def test_where_each_column_is_read_now_and_then_arms_that_never_leave_the_mat_hide_no_turn(
    game: Game, hidden: list[set[int]]
) -> None:
    arms_over(game, hidden)
    discards_and_bumps_another(game)
    assert game.now.differs is None
    assert game.turns[1:] == ["1 discards r2 from None"], "either may be the card that was lifted"


def test_what_was_done_behind_an_arm_that_rests_on_one_column_nobody_has_seen(game: Game) -> None:
    arms_over(game, [{3}] * 9)
    discards_and_bumps_another(game)
    assert game.now.differs is not None
    assert game.turns[1:] == []


def test_a_column_is_unwatched_only_until_it_is_read(game: Game) -> None:
    begun = game.table.t
    arms_over(game, [{3}] * 9)
    game.table.hidden = set()
    game.see(game.table.reading(0.2, clear=False))
    read = game.table.t
    arms_over(game, [{2}] * 3)
    (gap,) = game.now.referee.memory.vigil.gaps
    assert gap[0] == begun
    assert gap[1] == read
    assert gap[1] - gap[0] > REACH


def frames_come_again(game: Game, *, card: str, stirred: bool, arm: bool) -> None:
    """Frames were lost, and ``card`` of seat 1 shows on the discards a little later.

    ``arm`` says whether one was over the mat when they came again, ``stirred`` whether something
    was at the rack until then.
    """
    game.see(game.table.reading())
    game.table.t += 9.0
    slot = HANDS[1].index(card)
    if stirred:
        game.table.reach(1)
    game.see(game.table.reading(0.1, clear=not arm))
    game.table.t += 0.5
    game.table.discard(1, slot, "w4")
    game.see(game.table.reading(0.2))
    game.look(5.0)


def test_a_card_that_a_hand_was_laying_down_when_frames_came_again_may_have_been_played(
    game: Game,
) -> None:
    frames_come_again(game, card="r2", stirred=True, arm=True)
    assert game.now.question is not None
    assert game.now.question.card == "r2", "it is asked whether it was played or discarded"
    assert game.turns[1:] == []


@pytest.mark.parametrize(("stirred", "arm"), [(False, True), (True, False), (False, False)])
def test_it_was_discarded_if_its_rack_or_the_discards_showed_it_later_than_frames_came_again(
    game: Game, stirred: bool, arm: bool
) -> None:
    frames_come_again(game, card="r2", stirred=stirred, arm=arm)
    assert game.now.question is None
    assert game.turns[1:] == ["1 discards r2 from 0"]


def test_a_clue_before_a_card_of_which_nobody_saw_how_it_was_laid_is_taken_and_that_is_asked(
    record: Record,
) -> None:
    """Seat 1 has forgotten to tell it, and table and record differ until it does."""
    game = Game(record, [["r3", "y3", "g3", "b3", "w3"], HANDS[1]])
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    game.table.t += 9.0
    game.table.reach(0)
    game.see(game.table.reading(0.1, clear=False))
    game.table.t += 0.5
    game.table.discard(0, 0, "w4")
    game.see(game.table.reading(0.2))
    game.look(5.0)
    assert game.now.differs is not None
    assert len(game.turns) == 1
    game.clue(1, 0, RankHint(3))
    game.look(5.0)
    assert len(game.turns) == 2, "the clue is what was missing"
    assert game.now.question is not None
    assert game.now.question.card == "r3"


def wait(game: Game, seconds: float) -> None:
    """Let the table lie still, and be looked at twice a second."""
    for number in range(1, int(2 * seconds) + 1):
        game.table.t += 0.5
        game.see(game.table.reading(number / 2))


def test_what_may_be_an_arm_over_the_discards_keeps_no_rack_unread_for_good(
    record: Record,
) -> None:
    """It came while nobody watched, is remembered, and never shows again."""
    game = Game(record, HANDS)
    wait(game, 3.0)
    blind(game, 10.0)
    passing = game.table.drop(None)
    game.table.doubtful.add(passing.serial)
    wait(game, 5.0)
    for seat, draws in ((0, "w4"), (1, "b3")):
        game.table.play(seat, 0, 0, draws)
        wait(game, 6.0)
    drawn = {held.card.label for hand in game.now.state.hands for held in hand if held.card}
    assert {"w4", "b3"} <= drawn
