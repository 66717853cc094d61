"""What goes wrong with award tiles, and with misplays that nobody can read; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.play.inputs import CorrectTap, TileTap
from companion.record.corrections import TileIs
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import CLUE, Outcome, a_clue, misdeed
from tests.companion.referee.misdeeds_of_beginners import rest
from tests.companion.referee.misdeeds_of_last_rounds import (
    YELLOW_HANDS,
    YELLOW_TILED,
    tile_with_two_discards,
)
from tests.companion.referee.misdeeds_of_long_evenings import (
    ALL_RED,
    RED,
    TILES,
    red_is_built,
    says,
)

NAMELESS: Hands = [["r1", "r3", "?", "b1", "w1"], YELLOW_HANDS[1]]
"""The red five is one that nobody can read."""

# ---------------------------------------------------------------- whose tile, and which (004:282)


@misdeed(Outcome.TOLD, *RED, ruleset=TILES, hands=ALL_RED)
def two_tiles_are_turned_for_one_five(game: Game) -> None:
    red_is_built(game, None)
    says(game, TileTap(0, Tile.CLUE_TOKEN))
    says(game, TileTap(0, Tile.RANK_CLUE))
    game.table.put(0, 2, "w5")
    rest(game)


@misdeed(
    Outcome.TOLD,
    "0 plays r5 from 2 and misses",
    ruleset=TILES,
    hands=ALL_RED,
)
def a_tile_is_turned_for_a_five_that_missed(game: Game) -> None:
    game.play(0, 2, 0, "y3")
    game.table.lift(0)
    game.table.drop("r5")
    game.look()
    says(game, TileTap(0, Tile.CLUE_TOKEN))
    rest(game)


@misdeed(Outcome.TOLD, *RED, ruleset=TILES, hands=ALL_RED)
def somebody_turns_the_tile_that_another_has_earned(game: Game) -> None:
    red_is_built(game, None)
    says(game, TileTap(1, Tile.CLUE_TOKEN))
    rest(game)


@misdeed(Outcome.TOLD, *RED, ruleset=TILES, hands=ALL_RED)
def a_tile_tells_something_to_whoever_has_turned_it(game: Game) -> None:
    red_is_built(game, None)
    says(game, TileTap(0, Tile.COLOUR_CLUE, 0, ColourHint(Suit.BLUE)))
    rest(game)


@misdeed(Outcome.HANDLED, *RED, ruleset=TILES, hands=ALL_RED)
def a_fuse_is_mended_that_has_not_burnt(game: Game) -> None:
    """It brings the clue token alone, and here all of them are there."""
    red_is_built(game, None)
    says(game, TileTap(0, Tile.MENDED_FUSE))
    game.table.put(0, 2, "w5")
    rest(game)
    assert game.now.state.clue_tokens == TILES.clue_tokens


# --------------------------------------------------------------- what it brings back (004:305-322)


@misdeed(Outcome.DIFFERS, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def the_tile_is_said_to_bring_one_card_and_another_is_laid(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RESCUE, card=Card.parse("y1")))
    game.table.pick_up()
    game.table.lay("b2", 3)
    game.table.put(0, 2, "w5")
    rest(game)


@misdeed(Outcome.DIFFERS, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def a_discard_that_does_not_fit_is_laid_on_the_fireworks_by_a_tile(game: Game) -> None:
    tile_with_two_discards(game)
    game.table.pick_up()
    game.table.lay("b2", 3)
    rest(game)


@misdeed(Outcome.DIFFERS, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def a_tile_shuffles_a_discard_back_and_the_five_is_taken(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RETURN, card=Card.parse("b2")))
    game.table.lift(0)
    game.table.put(0, 2, "w5")
    rest(game)


@misdeed(Outcome.DIFFERS, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def a_tile_brings_two_cards_back(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RESCUE, card=Card.parse("y1")))
    game.table.pick_up(0)
    game.table.lay("y1", 1)
    game.table.pick_up()
    game.table.put(0, 2, "w5")
    rest(game)


# ------------------------------------------------------- a tile for a five that nobody could read


def nameless_five(game: Game) -> None:
    """It has brought the yellow one back; the next one has told something since."""
    tile_with_two_discards(game)
    game.table.columns[0][-1] = replace(game.table.columns[0][-1], label=None)
    game.table.pick_up(0)
    game.table.lay("y1", 1)
    game.table.put(0, 2, "w5")
    game.look()
    game.clue(1, 0, RankHint(1))
    rest(game)


UNNAMED = (*YELLOW_TILED[:-1], "0 plays None from 2", "1 tells 0 1 [3, 4]")
NAMED = (*YELLOW_TILED, UNNAMED[-1])


# Foreseen was that the table asks only: it does, and says that a discard has gone.
@misdeed(Outcome.DIFFERS, *UNNAMED, ruleset=TILES, hands=NAMELESS)
def a_five_is_not_named_whose_tile_has_brought_a_card_back(game: Game) -> None:
    nameless_five(game)


@misdeed(Outcome.DIFFERS, *NAMED, ruleset=TILES, hands=NAMELESS)
def a_five_is_named_late_and_its_tile_is_not(game: Game) -> None:
    nameless_five(game)
    game.answer("r5")
    rest(game)


@misdeed(Outcome.HANDLED, *NAMED, "0 plays b1 from 3", ruleset=TILES, hands=NAMELESS)
def a_five_and_its_tile_are_named_late(game: Game) -> None:
    nameless_five(game)
    game.answer("r5")
    turn = len(YELLOW_TILED)
    says(game, CorrectTap(TileIs(turn, Tile.RESCUE, Card.parse("y1"))))
    game.look()
    game.play(0, 3, 2, "w4")
    rest(game)
    assert game.now.state.fireworks == (5, 1, 0, 1, 0)


# ----------------------------------------------------------- misplays that nobody can read (000:84)


def named_by_its_rack(game: Game) -> None:
    """Seat 1 misplays its yellow two, which cannot be read on the mat, and takes it up again."""
    a_clue(game)
    game.table.lay(None, 0)
    game.table.put(1, 1, "w4")
    game.look(4.0)
    game.table.lift(0)


MISPLAYED = (CLUE, "1 plays y2 from 1 and misses")


@misdeed(Outcome.HANDLED, *MISPLAYED)
def a_misplay_that_nobody_could_read_is_read_on_the_discards_turns_later(game: Game) -> None:
    named_by_its_rack(game)
    laid = game.table.drop(None)
    rest(game)
    game.table.discards[-1] = replace(laid, label="y2")
    rest(game)


@misdeed(Outcome.DIFFERS, *MISPLAYED)
def what_lies_there_for_a_misplay_turns_out_to_be_another_card(game: Game) -> None:
    """The misplay was exchanged with a card of the box on its way."""
    named_by_its_rack(game)
    laid = game.table.drop(None)
    rest(game)
    game.table.discards[-1] = replace(laid, label="b4")
    rest(game)


@misdeed(Outcome.HANDLED, *MISPLAYED, "0 discards b1 from 3")
def a_bowl_is_put_on_the_discards_while_a_misplay_is_in_the_hand(game: Game) -> None:
    named_by_its_rack(game)
    game.table.drop(None)
    game.look(4.0)
    game.table.drop("y2")
    game.look(4.0)
    game.discard(0, 3, "b5")
    rest(game)


@misdeed(
    Outcome.ASKED,
    "0 tells 1 2 None",
    "1 plays None from 1",
    "0 discards b1 from 3",
    hands=[["r1", "y1", "g1", "b1", "w1"], ["r2", "?", "g2", "b2", "w2"]],
)
def a_card_hovers_over_a_firework_is_discarded_and_the_next_one_may_not_discard(
    game: Game,
) -> None:
    """As if it had been played, for then that one may; nobody could name it, so no fuse burns."""
    game.clue(0, 1, RankHint(2))
    game.table.lay(None, 3)
    game.table.put(1, 1, None)
    game.look(0.6)
    game.table.lift(3)
    game.table.drop(None)
    game.table.put(1, 1, "w4")
    game.look()
    game.discard(0, 3, "b5")
    rest(game)
