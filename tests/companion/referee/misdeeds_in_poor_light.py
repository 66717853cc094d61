"""What people do while little can be seen or read; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done; five came out as
openly in another way, one looks like a legal game, and for a clue tapped twice nothing is said.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from companion.referee.readings import Discs
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    FOUR,
    LONG,
    STAYS,
    Outcome,
    a_clue,
    blind,
    misdeed,
)
from tests.companion.referee.misdeeds_of_beginners import EACH_ITS_TWIN, rest

TOO_HIGH: Hands = [["?", "y1", "g1", "b1", "w1"], ["r3", "y2", "g2", "b2", "w2"]]
ONES = "1 tells 0 1 [0, 1, 2, 3, 4]"

# ------------------------------------------------------------------------- in the dark (000:40-50)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 tells 0 1 [1, 2, 3, 4]", "0 plays g1 from 2")
def a_clue_before_a_play_in_the_dark_is_tapped_once_the_light_is_on(game: Game) -> None:
    """It is judged by the hand as it was when the clue was given."""
    game.play(0, 0, 0, "y5")
    blind(game, LONG)
    game.table.play(0, 2, 1, "w1")
    game.look()
    game.clue(1, 0, RankHint(1))
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE)
def somebody_misplays_in_the_dark_between_two_clues(game: Game) -> None:
    blind(game, LONG)
    a_clue(game)
    blind(game, LONG)
    game.table.play(1, 1, 0, "b5")
    blind(game, LONG)
    a_clue(game)
    rest(game)


@misdeed(Outcome.UNSEEN, "0 plays r1 from 0", "1 plays r2 from 0")
def two_neighbours_exchange_a_card_in_the_dark_and_one_is_laid(game: Game) -> None:  # 000:40
    """That looks as if each had played its card, and the second had drawn a like of the first."""
    blind(game, LONG)
    game.table.put(1, 0, "r1")
    game.table.lay("r2", 0)
    game.table.put(0, 0, "y5")
    rest(game)


@misdeed(
    Outcome.DIFFERS,
    "0 tells 1 2 [0, 1, 2, 3, 4]",
    "1 discards r2 from 0",
    "0 plays r1 from 0",
)
def a_discard_goes_to_its_firework_in_the_dark(game: Game) -> None:  # 000:72
    a_clue(game)
    game.discard(1, 0, "y5")
    game.play(0, 0, 0, "y4")
    blind(game, LONG)
    game.table.pick_up()
    game.table.lay("r2", 0)
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 1")
def a_hand_is_put_into_another_order_in_the_dark_before_one_of_it_is_played(game: Game) -> None:
    blind(game, LONG)
    for slot, label in enumerate(["w2", "r2", "y2", "g2", "b2"]):
        game.table.put(1, slot, label)
    game.look(STAYS)
    game.play(0, 0, 0, "y5")
    game.play(1, 1, 0, "y4")
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FOUR)
def one_of_four_is_skipped_in_the_dark(game: Game) -> None:  # 000:40
    game.play(0, 0, 0, "y5")
    blind(game, LONG)
    game.table.play(2, 1, 1, "w5")
    rest(game)


# ---------------------------------------------------------- cards that nobody can read (000:82-84)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r1 from 0 and misses", hands=EACH_ITS_TWIN)
def a_like_is_laid_on_an_unread_card_that_its_rack_has_shown(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(LONG)
    game.table.play(1, 0, 0, "y4")
    rest(game)


@misdeed(Outcome.ASKED, "0 plays None from 0", "1 plays None from 0", hands=TOO_HIGH)
def a_card_is_laid_that_misses_on_whatever_the_unread_one_below_is(game: Game) -> None:
    """No fuse is lost while a card has no name."""
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look()
    game.table.play(1, 0, 0, "y4")
    rest(game)


@misdeed(
    Outcome.HANDLED,
    CLUE,
    ONES,
    "0 discards w1 from 4",
    "1 discards y2 from 1",
)
def two_unread_discards_are_read_once_both_lie_there(game: Game) -> None:  # 000:72
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.table.drop(None, "w1", "w4")
    game.table.put(0, 4, "y5")
    game.look(LONG)
    game.table.drop(None, "y2", "y3")
    game.table.put(1, 1, "y4")
    game.look(LONG)
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays y1 from 1")
def behind_an_arm_a_misplay_is_laid_on_a_card_that_fits(game: Game) -> None:  # 000:84
    game.table.hidden = {0}
    game.look(clear=False)
    game.table.play(0, 1, 0, "y5")
    game.look(LONG, clear=False)
    game.table.play(1, 0, 0, "y4")
    game.look(LONG, clear=False)
    game.table.hidden = None
    rest(game)


# --------------------------------------------------------------------- tokens and taps (000:50, 72)


@misdeed(Outcome.TOLD, CLUE, "1 plays y2 from 1 and misses")
def a_token_is_taken_for_a_misplay(game: Game) -> None:  # 000:84, only a discard brings one
    game.table.discs = Discs(8, 3)
    game.look(LONG)
    a_clue(game)
    game.table.discs = Discs(7, 3)
    game.look(LONG)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.drop("y2")
    game.table.discs = Discs(8, 2)
    for _ in range(8):
        game.look(LONG)


@misdeed(Outcome.HANDLED, CLUE)
def giver_and_receiver_tap_the_same_clue(game: Game) -> None:
    a_clue(game)
    game.table.t += 0.5
    a_clue(game)
    rest(game)


# ------------------------------------------------------------- the dark and who was next (000:40)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 tells 0 1 [1, 2, 3, 4]")
def a_clue_is_tapped_in_the_dark_after_a_play_that_nobody_saw(game: Game) -> None:
    blind(game, LONG)
    game.clue(1, 0, RankHint(1))
    game.table.play(0, 0, 0, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 tells 0 1 [1, 2, 3, 4]", "0 plays g1 from 2")
def a_clue_after_a_play_in_the_dark_is_tapped_after_the_next_play(game: Game) -> None:
    blind(game, LONG)
    game.table.play(0, 0, 0, "y5")
    game.look()
    game.play(0, 2, 1, "y4")
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    rest(game)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def in_the_dark_the_second_of_four_tells_and_the_third_lays(game: Game) -> None:
    """What the first one did nobody has said."""
    blind(game, LONG)
    game.clue(1, 0, RankHint(1))
    game.table.play(2, 1, 0, "w5")
    rest(game)


@misdeed(Outcome.DIFFERS, "0 tells 1 2 [0, 1, 2]", hands=FOUR)
def in_the_dark_an_unread_card_comes_and_a_discard_of_the_next_one(game: Game) -> None:
    a_clue(game)
    blind(game, LONG)
    game.table.lay(None, 0, "w1", "w4")
    game.table.put(1, 3, "y5")
    game.table.discard(2, 2, "g5")
    rest(game)


@misdeed(Outcome.DIFFERS, hands=EACH_ITS_TWIN)
def an_unread_card_comes_in_the_dark_and_both_hands_have_drawn_likes(game: Game) -> None:
    """It may be anything that was put there, until the next one plays."""
    blind(game, LONG)
    game.table.lay(None, 0)
    for seat in (0, 1):
        game.table.slip(seat, 0, "r1")
        game.table.reach(seat)
    rest(game)
    game.play(1, 1, 1, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", hands=FOUR)
def an_unread_card_is_laid_while_another_rack_is_misread(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.table.flicker(1, 0, "r1")
    game.look(LONG)
    game.table.flicker(1, 0, "r2")
    rest(game)
