"""What happens late, with more rules, more players and many hands in use; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.cards import Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.moves import RankHint, Tile
from companion.hanabi.tellers import PANEL
from companion.play.inputs import NameTap, PauseTap, Tap, TileTap, TimedTap
from companion.referee.reasons import Cause, Reason
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

TILES = compose("tiles", Options(award_tiles=True))
SHOW = compose("show", Options(synchronised_show=True))
POWDER = compose("powder", Options(black_powder=True))
RAINBOW = compose("rainbow", Options(sixth_suit=SixthSuit.TEN_NAMEABLE))
ALL_RED: Hands = [["r1", "r3", "r5", "b1", "w1"], ["r2", "r4", "y1", "g2", "b2"]]
RED = (
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    "0 plays r3 from 1",
    "1 plays r4 from 1",
    "0 plays r5 from 2",
)
FIVE: Hands = [
    ["r1", "y1", "g1", "b1", None],
    ["r2", "y2", "g2", "w1", None],
    ["r3", "y3", "b3", "w3", None],
    ["g4", "b4", "w4", "y4", None],
    ["r4", "g3", "y5", "b2", None],
]


def says(game: Game, tap: Tap) -> None:
    """Let somebody tap something."""
    game._note(game.tap(TimedTap(game.table.t, tap, who=PANEL)))


def red_is_built(game: Game, draws: str | None) -> None:
    """Lay red 1 to 5: seat 0 has earned a tile, and draws, or waits for it."""
    game.play(0, 0, 0, "y3")
    game.play(1, 0, 0, "y4")
    game.play(0, 1, 0, "g3")
    game.play(1, 1, 0, "g4")
    game.play(0, 2, 0, draws)


# ----------------------------------------------------------------------------- tiles (004:282-322)


# Record and table differ as long as the card stands there and the tile waits: one card too many.
@misdeed(Outcome.HANDLED, *RED, "1 plays y1 from 2", ruleset=TILES, hands=ALL_RED)
def the_card_is_drawn_before_the_award_tile_is_turned(game: Game) -> None:
    red_is_built(game, "w5")
    rest(game)
    assert game.now.differs is not None
    assert game.now.differs.reason == Reason(Cause.DRAWN_BEFORE_TILE, seat=0)
    says(game, TileTap(0, Tile.CLUE_TOKEN))
    rest(game)
    game.play(1, 2, 1, "b3")
    rest(game)


@misdeed(Outcome.HANDLED, *RED, "1 plays y1 from 2", ruleset=TILES, hands=ALL_RED)
def the_next_one_plays_before_the_award_tile_is_turned(game: Game) -> None:
    red_is_built(game, None)
    game.play(1, 2, 1, "b3")
    game.look(LONG)
    says(game, TileTap(0, Tile.CLUE_TOKEN))
    game.table.put(0, 2, "w5")
    rest(game)


@misdeed(Outcome.TOLD, *RED, ruleset=TILES, hands=ALL_RED)
def nobody_draws_after_the_award_tile_was_turned(game: Game) -> None:
    red_is_built(game, None)
    says(game, TileTap(0, Tile.CLUE_TOKEN))
    game.look(LONG)


# ------------------------------------------------ more suits, named colours (004:235-276, 000:182)


@misdeed(
    Outcome.HANDLED,
    "0 plays k1 from 0 and misses",
    "1 plays k5 from 0",
    ruleset=POWDER,
    hands=[["k1", "y1", "g1", "b1", "w1"], ["k5", "y2", "g2", "b2", "w2"]],
)
def black_powder_is_begun_with_its_one(game: Game) -> None:
    game.play(0, 0, 5, "y3")
    game.table.lift(5)
    game.table.drop("k1")
    game.look()
    game.play(1, 0, 5, "y4")
    rest(game)


@misdeed(
    Outcome.TOLD,
    "0 plays r1 from 0",
    "1 plays m1 from 0",
    ruleset=RAINBOW,
    hands=[["r1", "y1", "g1", "b1", "w1"], ["m1", "y2", "g2", "b2", "w2"]],
)
def a_multicolour_card_is_laid_on_the_red_pile(game: Game) -> None:
    game.play(0, 0, 0, "y3")
    game.play(1, 0, 0, "y4")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0 and misses", ruleset=SHOW)
def a_wrong_colour_is_named_for_a_card_that_fits(game: Game) -> None:
    says(game, NameTap(0, Suit.YELLOW))
    game.play(0, 0, 0, "y3")
    game.table.lift(0)
    game.table.drop("r1")
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", ruleset=SHOW)
def a_colour_is_named_when_the_card_lies_there(game: Game) -> None:
    game.play(0, 0, 0, "y3")
    says(game, NameTap(0, Suit.RED))
    rest(game)


@misdeed(
    Outcome.HANDLED,
    CLUE,
    "1 plays r2 from 0 and misses",
    "0 plays r1 from 0",
    ruleset=SHOW,
)
def a_colour_is_named_and_a_clue_given_instead(game: Game) -> None:
    says(game, NameTap(0, Suit.YELLOW))
    a_clue(game)
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.table.drop("r2")
    game.look()
    game.play(0, 0, 0, "y3")
    rest(game)


# --------------------------------------------------------------- order and places (000:40, 000:82)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FIVE)
def the_last_of_five_plays_after_the_first(game: Game) -> None:
    game.play(0, 0, 0, "w5")
    game.play(4, 3, 1, "g5")
    rest(game)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def two_lay_at_once_and_neither_is_to_move(game: Game) -> None:
    game.table.play(2, 0, 0, "w5")
    game.table.play(3, 0, 1, "g5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def the_card_just_played_is_taken_into_the_next_hand(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.put(1, 0, "r1")
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0", "0 plays r1 from 0")
def a_firework_and_the_heap_change_places(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.play(0, 0, 0, "y4")
    game.table.lift(0)
    game.table.pick_up()
    game.table.lay("r2", 0)
    game.table.drop("r1")
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays r3 from 0 and misses",
    "0 plays r2 from 1",
    hands=[["r1", "r2", "g1", "b1", "w1"], ["r3", "y2", "g2", "b2", "w2"]],
)
def what_fits_is_laid_on_a_misplay_that_was_left_there(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.play(0, 1, 0, "w3")
    rest(game)


# ------------------------------------------------------------------- hands in use, and in the dark


@misdeed(Outcome.ASKED_ALONE, "0 plays r1 from 0")
def a_drawn_card_is_put_back_and_another_drawn(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.look(LONG)
    game.table.put(0, 0, None)
    game.look(1.0)
    game.table.put(0, 0, "g5")
    rest(game)


# Expected to be handled: by movement alone it may be the neighbour's card, laid out of turn.
@misdeed(Outcome.DIFFERS, hands=EACH_ITS_TWIN)
def a_neighbour_lifts_a_card_like_the_one_that_is_laid(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.put(1, 0, None)
    game.look(1.0)
    game.table.put(1, 0, "r1")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from None")
def a_card_is_laid_while_its_hand_is_put_in_order(game: Game) -> None:
    game.table.lay("r1", 0)
    for slot, label in enumerate(("w1", "b1", "y5", "g1", "y1")):
        game.table.put(0, slot, label)
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r3 from None and misses",
    hands=[["r3", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]],
)
def a_misplay_is_laid_while_its_hand_is_put_in_order(game: Game) -> None:
    game.table.lay("r3", 0)
    for slot, label in enumerate(("w1", "b1", "y5", "g1", "y1")):
        game.table.put(0, slot, label)
    game.look()
    game.look(LONG)
    game.table.lift(0)
    game.table.drop("r3")
    rest(game)


# Expected to be handled: the second may have been discarded against the rules, so it is asked.
@misdeed(Outcome.ASKED, "0 plays r1 from 0", hands=EACH_ITS_TWIN)
def like_cards_of_two_hands_come_in_the_dark(game: Game) -> None:
    blind(game, 6.0)
    game.table.play(0, 0, 0, "y5")
    game.table.discard(1, 0, "y4")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE, "1 tells 0 1 [0, 1, 2, 3, 4]")
def one_of_two_discards_in_the_dark_lies_under_the_other(game: Game) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.look()
    blind(game, 6.0)
    game.table.put(0, 0, "y5")
    game.table.discard(1, 0, "y4")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED_ALONE)
def a_card_is_exchanged_with_the_deck_while_the_game_rests(game: Game) -> None:
    game.look()
    says(game, PauseTap())
    game.table.put(0, 1, "y5")
    game.look(STAYS)
    says(game, PauseTap(paused=False))
    rest(game)
