"""What people do late in an evening, when all is nearly in order; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    FOUR,
    HIGH,
    LONG,
    STAYS,
    TWO,
    Outcome,
    a_clue,
    misdeed,
)
from tests.companion.referee.misdeeds_of_beginners import rest
from tests.companion.referee.misdeeds_of_hurried_players import GREEDY

TWIN: Hands = [TWO[0], ["r1", "y2", "g2", "b2", "w2"]]
UNREAD: Hands = [["?", *TWO[0][1:]], TWO[1]]


# ------------------------------------------------------------------ where cards go (000:72, 82-88)


@misdeed(
    Outcome.DIFFERS,
    "0 tells 1 2 [0, 2, 3, 4]",
    "1 discards y5 from 1",
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    hands=HIGH,
)
def a_discarded_five_is_drawn_again_by_the_next_one(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 1, "y4")
    game.play(0, 0, 0, "w3")
    game.table.play(1, 0, 0, None)
    game.table.pick_up()
    game.table.put(1, 0, "y5")
    rest(game)
    game.look(STAYS)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays r1 from 0 and misses",
    "0 tells 1 2 [1, 2, 3, 4]",
    hands=TWIN,
)
def of_two_likes_the_one_that_fitted_goes_to_the_discards(game: Game) -> None:  # 000:84, 94
    """Which of two red ones is the firework's nobody can tell, nor need anybody."""
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 3, "y4")
    game.table.lift(0)
    game.table.drop("r1")
    rest(game)
    game.look(STAYS)
    game.clue(0, 1, RankHint(2))


@misdeed(Outcome.DIFFERS, CLUE, "1 plays y2 from 1 and misses")
def a_misplay_goes_into_the_neighbours_rack(game: Game) -> None:  # 000:84
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.put(0, 5, "y2")
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays b5 from 0 and misses", hands=UNREAD)
def an_unread_card_goes_to_the_discards_while_it_is_asked_about(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look()
    game.look(LONG)
    assert game.now.questions
    game.table.lift(0)
    game.table.drop("b5")
    rest(game)


@misdeed(Outcome.DIFFERS, "0 tells 1 2 [0, 1, 2]", hands=FOUR)
def somebody_discards_a_card_out_of_another_hand(game: Game) -> None:  # 000:72
    game.clue(0, 1, RankHint(2))
    game.discard(2, 0, "w4")
    rest(game)


# ---------------------------------------------------------------------- the right pile (000:94-98)


@misdeed(
    Outcome.TOLD, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays y1 from 1", "1 plays y2 from 1"
)
def the_uppermost_cards_of_two_fireworks_change_places(game: Game) -> None:
    game.play(0, 0, 0, "w3")
    game.play(1, 0, 0, "w4")
    game.play(0, 1, 1, "b3")
    game.play(1, 1, 1, "b4")
    game.table.lift(0)
    game.table.lift(1)
    game.table.lay("y2", 0)
    game.table.lay("r2", 1)
    rest(game)
    game.look(STAYS)


# ------------------------------------------------------- turns, and the end (000:40-50, 000:115)


@misdeed(Outcome.TOLD, "0 tells 1 2 [0, 1, 2]", hands=FOUR)
def somebody_gives_two_clues_in_one_turn(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(0, 2, RankHint(3))
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays y2 from 0 and misses",
    "1 plays y4 from 0 and misses",
    "0 plays y3 from 1 and misses",
    hands=GREEDY,
)
def the_third_misplay_is_taken_back_into_its_hand(game: Game) -> None:
    for seat, slot, label in ((0, 0, "y2"), (1, 0, "y4")):
        game.play(seat, slot, 0, "b5")
        game.table.lift(0)
        game.table.drop(label)
        game.look()
    game.play(0, 1, 0)
    game.table.lift(0)
    game.table.put(0, 1, "y3")
    rest(game)
    assert game.now.state.over


@misdeed(Outcome.DIFFERS)
def the_next_one_plays_while_the_first_thinks_with_his_card_in_the_air(game: Game) -> None:
    """The first one puts his card back and has done nothing."""
    game.table.put(0, 0, None)
    game.look(1.0)
    game.play(1, 0, 0, "w4")
    game.table.put(0, 0, "r1")
    rest(game)
