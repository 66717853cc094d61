"""What people do before a turn is wholly over, and to turns that were taken back; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from companion.hanabi.tellers import PANEL
from companion.play.inputs import RedoTap, TimedTap
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    LONG,
    STAYS,
    Outcome,
    a_clue,
    misdeed,
)
from tests.companion.referee.misdeeds_of_beginners import rest
from tests.companion.referee.misdeeds_of_last_rounds import (
    BEGUN,
    SHORT,
    SHORT_HANDS,
    all_is_drawn,
)

MISSES: Hands = [["r1", "y1", "g1", "b1", "w1"], ["y4", "r2", "g2", "b2", "w2"]]
"""Seat 1 has a y4 that fits nowhere, and an r2."""
TOLD_OF_FOUR = "1 tells 0 1 None"
"""Of the card that was yet to be drawn the clue says nothing."""


# ------------------------------------------------- clues before a card was drawn (000:66, 000:88)


def draws_after_a_clue(game: Game, label: str) -> None:
    """Seat 0 plays a card, is told something, and only then draws ``label``."""
    game.play(0, 0, 0)
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    game.look()
    game.table.put(0, 0, label)
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", TOLD_OF_FOUR)
def a_clue_is_given_before_its_receiver_draws_a_card_that_it_would_be_about(game: Game) -> None:
    draws_after_a_clue(game, "b1")
    marked = game.now.state.clues[0].touched
    assert game.now.state.hands[0][0].id not in marked, "nobody has pointed at it"
    assert len(marked) == 4


@misdeed(Outcome.TOLD, "0 plays r1 from 0", TOLD_OF_FOUR)
def a_clue_is_given_before_its_receiver_draws_a_card_that_it_is_not_about(game: Game) -> None:
    draws_after_a_clue(game, "y5")
    drawn = game.now.state.hands[0][0].id
    assert drawn in game.now.state.clues[0].unsure, "that it is no 1 nobody has said"


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", TOLD_OF_FOUR)
def a_clue_is_given_while_its_receiver_still_draws(game: Game) -> None:
    game.play(0, 0, 0)
    game.clue(1, 0, RankHint(1))
    game.table.put(0, 0, "b1")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 tells 0 1 [0, 1, 2, 3, 4]")
def a_clue_is_given_as_soon_as_its_receiver_has_drawn(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.put(0, 0, "b1")
    game.look(0.5)
    game.clue(1, 0, RankHint(1))
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", TOLD_OF_FOUR, "0 plays y1 from 1", "1 plays r2 from 0")
def a_clue_is_given_before_a_draw_and_the_game_goes_on_without_it(game: Game) -> None:
    game.play(0, 0, 0)
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    game.play(0, 1, 1)
    game.look(LONG)
    game.play(1, 0, 0, "y5")
    game.table.put(0, 0, "b1")
    game.table.put(0, 1, "w1")
    rest(game)
    assert len(game.now.state.clues[0].touched) == 4


# ---------------------------------------------------------- cards out of the heap (000:72, 000:158)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0", "0 plays r1 from 0")
def somebody_reaches_over_his_rack_into_the_heap_and_plays_what_he_finds(game: Game) -> None:
    """All of his cards stand there, as if he had drawn one like the card that he laid."""
    a_clue(game)
    game.discard(1, 0, "w4")
    game.play(0, 0, 0, "y4")
    game.table.reach(1)
    game.table.pick_up()
    game.table.lay("r2", 0)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, *BEGUN, "1 plays y4 from 3", ruleset=SHORT, hands=SHORT_HANDS)
def a_discard_of_the_fireworks_is_drawn_in_the_last_round(game: Game) -> None:
    all_is_drawn(game)
    game.play(1, 3, 1)
    game.table.lift(0)
    game.table.put(1, 3, "r4")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_drawn_card_rests_on_the_heap_on_its_way_to_the_rack(game: Game) -> None:
    """All clue tokens are there: nobody may have discarded it."""
    game.play(0, 0, 0)
    game.table.drop("w4")
    game.look(1.0)
    game.table.pick_up()
    game.table.put(0, 0, "w4")
    rest(game)


# ------------------------------------------------------------------- misplays (000:40, 000:84)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", "1 plays y4 from 0 and misses", hands=MISSES)
def a_misplay_that_was_told_is_stood_back_and_what_fits_is_played(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 1)
    game.look(LONG)
    game.table.lift(1)
    game.table.put(1, 0, "y4")
    game.look(0.6)
    game.table.play(1, 1, 0, "w4")
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays y4 from 0 and misses",
    "0 plays b1 from 3",
    hands=MISSES,
)
def what_fits_is_laid_on_a_misplay_and_both_go_to_their_places(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 1, "w4")
    game.play(0, 3, 1, "g3")
    game.table.lift(1)
    game.table.lift(1)
    game.table.lay("b1", 1)
    game.table.drop("y4")
    rest(game)


# ------------------------------------------------------------------------- turns taken back


@misdeed(Outcome.ASKED_ALONE)
def a_turn_is_taken_back_whose_card_has_vanished_already(game: Game) -> None:
    """That another card stands in its slot only others see, and its owner may not hear it."""
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.look(LONG)
    game.take_back(game.table.t)
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_turn_counts_again_whose_card_stands_in_its_hand(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look(LONG)
    game.tap(TimedTap(game.table.t, RedoTap(), who=PANEL))
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 tells 0 1 [0, 1, 2, 3, 4]")
def a_clue_before_a_draw_is_taken_back_and_given_again_after_it(game: Game) -> None:
    game.play(0, 0, 0)
    game.clue(1, 0, RankHint(1))
    game.look()
    game.take_back(game.table.t)
    game.table.put(0, 0, "b1")
    game.look()
    game.clue(1, 0, RankHint(1))
    rest(game)
