"""What comes of cards that move together: two at once, or with their likes; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    DISCARDED,
    Outcome,
    a_clue,
    blind,
    misdeed,
    two_discards,
)
from tests.companion.referee.misdeeds_of_beginners import EACH_ITS_TWIN, TWINS, rest
from tests.companion.referee.misdeeds_of_hurried_players import GREEDY


@misdeed(Outcome.DIFFERS)
def a_card_of_another_box_marks_a_column(game: Game) -> None:
    game.table.lay("w5", 4)
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays y1 from 0",
    "0 plays r2 from 1",
    hands=[["r1", "r2", "g1", "b1", "w1"], ["y1", "y2", "g2", "b2", "w2"]],
)
def two_columns_change_places_while_a_card_is_laid(game: Game) -> None:
    game.play(0, 0, 0, "w3")
    game.play(1, 0, 1, "w4")
    game.table.lift(0)
    game.table.lift(1)
    game.table.lay("y1", 0)
    game.table.lay("r1", 1)
    game.table.play(0, 1, 1, "b5")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 plays r1 from 0")
def the_heap_is_spread_while_another_plays(game: Game) -> None:
    two_discards(game)
    game.table.discards.clear()
    game.table.drop("y2")
    game.table.drop("r2")
    game.table.play(0, 0, 0, "b5")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from None", hands=TWINS)
def a_hand_with_twins_is_shuffled_and_one_twin_played(game: Game) -> None:
    game.table.lay("r1", 0)
    for slot, label in enumerate(("r1", "b1", "w4", "g1", "y1")):
        game.table.put(0, slot, label)
    game.look()
    rest(game)


@misdeed(Outcome.ASKED_ALONE)
def a_play_is_taken_back_in_the_dark_and_its_drawn_card_kept(game: Game) -> None:
    blind(game, 8.0)
    game.table.put(0, 0, "w4")
    game.look()
    rest(game)


MISSED = (
    "0 plays y2 from 0 and misses",
    "1 plays y4 from 0 and misses",
    "0 plays y3 from 1 and misses",
)


def lose(game: Game) -> None:
    """Three cards miss, each laid and put on the discards."""
    for seat, slot, label in ((0, 0, "y2"), (1, 0, "y4"), (0, 1, "y3")):
        game.play(seat, slot, 0, "b5")
        game.table.lift(0)
        game.table.drop(label)
        game.look()


@misdeed(Outcome.HANDLED, *MISSED[:2], "0 plays g1 from 2", hands=GREEDY)
def the_third_misplay_is_undone_and_another_card_played(game: Game) -> None:
    lose(game)
    game.take_back(game.table.t)
    game.table.pick_up()
    game.table.put(0, 1, "y3")
    game.look()
    rest(game)
    game.play(0, 2, 1, "b4")
    rest(game)


@misdeed(Outcome.HANDLED, *MISSED, hands=GREEDY)
def the_third_misplay_goes_back_into_the_hand(game: Game) -> None:
    lose(game)
    game.table.pick_up()
    game.table.put(0, 1, "y3")
    game.look()
    rest(game)
    assert game.now.state.over


@misdeed(
    Outcome.HANDLED,
    "0 plays y2 from 0 and misses",
    "1 plays y4 from 0 and misses",
    "0 plays g1 from 2",
    hands=GREEDY,
)
def two_misplays_are_left_and_go_together(game: Game) -> None:
    game.play(0, 0, 0, "b5")
    game.play(1, 0, 1, "b4")
    game.table.lift(0)
    game.table.lift(1)
    game.table.drop("y4")
    game.table.drop("y2")
    game.look()
    game.play(0, 2, 2, "b3")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses", "0 discards r1 from 0")
def a_misplay_goes_away_together_with_the_next_discard(game: Game) -> None:
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.discard(0, 0, "w4")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 tells 1 2 [1, 2, 3, 4]",
    "1 plays y2 from 1 and misses",
    "0 discards y2 from 0",
    hands=[["y2", "y1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]],
)
def a_misplay_goes_away_together_with_its_like_that_is_discarded(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.discard(0, 0, "w4")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, hands=EACH_ITS_TWIN)
def one_lifts_his_card_and_the_neighbour_lays_its_like(game: Game) -> None:
    game.table.put(0, 0, None)
    game.look(0.6)
    game.table.play(1, 0, 0, "y5")
    game.look(0.6)
    game.table.put(0, 0, "r1")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 discards r2 from 0", "0 plays r1 from 0")
def the_deck_is_dropped_over_the_discards(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.table.discards.clear()
    game.table.drop(None)
    game.look(1.0)
    game.table.discards.clear()
    game.table.drop("r2")
    game.look()
    rest(game)
    game.play(0, 0, 0, "w4")
    rest(game)


# ------------------------------------------------------------------ likes in the dark (000:72-84)

YELLOW: Hands = [["y1", "y2", "g1", "b1", "w1"], ["r1", "r2", "g2", "b2", "w3"]]
BEGUN = ("0 tells 1 2 [1, 2, 3]", "1 tells 0 1 [0, 2, 3, 4]", "0 plays y1 from 0")


def yellow_is_begun(game: Game) -> None:
    """Two tokens are missing, and nobody looks after yellow 1 was played."""
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.play(0, 0, 0, "b4")
    blind(game, 8.0)


@misdeed(Outcome.DIFFERS, *BEGUN, "1 plays r1 from 0", hands=YELLOW)
def a_card_is_played_in_the_dark_and_its_like_drawn_and_misplayed(game: Game) -> None:
    """It may as well have been discarded, and its like have been the one that fits."""
    yellow_is_begun(game)
    game.table.play(1, 0, 1, "y2")
    game.table.play(0, 1, 0, "w4")
    game.table.put(1, 0, "r5")
    game.table.drop("y2")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *BEGUN, "1 plays r1 from 0", "0 discards y2 from 1", hands=YELLOW)
def a_card_is_discarded_in_the_dark_and_has_no_like_there(game: Game) -> None:
    yellow_is_begun(game)
    game.table.play(1, 0, 1, "y3")
    game.table.discard(0, 1, "w4")
    game.look()
    rest(game)


@misdeed(
    Outcome.DIFFERS,
    "0 tells 1 2 [0, 3, 4]",
    "1 tells 0 1 [2, 3, 4]",
    hands=[["r3", "y2", "g1", "b1", "w1"], ["g2", "r3", "y3", "b2", "w2"]],
)
def one_discards_and_the_next_misplays_its_like_before_anybody_looks(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.table.lay("r3", 0)
    game.table.put(1, 1, None)
    game.table.discard(0, 0, "y4")
    rest(game)
