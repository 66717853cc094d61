"""What goes wrong late in a game, with tiles, in the dark, or while one asks; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import ONE_EACH, Options, SixthSuit, compose
from companion.hanabi.moves import ColourHint, RankHint, Tile
from companion.hanabi.ruleset import Ruleset, SuitRule
from companion.hanabi.tellers import PANEL
from companion.play.inputs import AnswerTap, ClueTap, NameTap, PauseTap, TileTap, TimedTap
from companion.referee.findings import Spot
from companion.referee.readings import Discs
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    DISCARDED,
    FOUR,
    LONG,
    STAYS,
    TWO,
    UNREAD,
    Outcome,
    a_clue,
    blind,
    misdeed,
    put_away_unseen,
    two_discards,
)
from tests.companion.referee.misdeeds_of_beginners import rest
from tests.companion.referee.misdeeds_of_hurried_players import GREEDY
from tests.companion.referee.misdeeds_of_long_evenings import (
    ALL_RED,
    RED,
    SHOW,
    TILES,
    red_is_built,
    says,
)

SHORT = Ruleset(
    "short",
    tuple(SuitRule(suit, ONE_EACH) for suit in Suit if suit.value in "ryg"),
    hand_sizes=(4, 4),
)
SHORT_HANDS: Hands = [["r1", "y1", "r3", "y3"], ["r2", "y2", "r4", "y4"]]
"""Of 15 cards these are dealt; seven are left: red, yellow 5 and green."""
EXPERT = compose("expert", Options(all_or_nothing=True))
POWDER = compose("powder", Options(black_powder=True))
WILD = compose("wild", Options(sixth_suit=SixthSuit.TEN_WILD))
BEGUN = (
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    "0 plays y1 from 1",
    "1 plays y2 from 1",
    "0 plays r3 from 2",
    "1 plays r4 from 2",
    "0 plays y3 from 3",
)


def all_is_drawn(game: Game, last: str | None = "y5") -> None:
    """Lay seven cards; the seventh was replaced by the last one, and each has one more turn."""
    for seat, slot, column, draws in (
        (0, 0, 0, "g1"),
        (1, 0, 0, "g2"),
        (0, 1, 1, "g3"),
        (1, 1, 1, "g4"),
        (0, 2, 0, "g5"),
        (1, 2, 0, "r5"),
        (0, 3, 1, last),
    ):
        game.play(seat, slot, column, draws)


# -------------------------------------------------------------- the last round (000:123, 001:394)


@misdeed(Outcome.DIFFERS, *BEGUN, "1 plays y4 from 3", ruleset=SHORT, hands=SHORT_HANDS)
def a_card_of_the_box_is_drawn_in_the_last_round(game: Game) -> None:
    all_is_drawn(game)
    game.play(1, 3, 1, "m1")
    rest(game)


@misdeed(
    Outcome.HANDLED,
    *BEGUN,
    "1 plays y4 from 3",
    "0 plays y5 from 3",
    ruleset=SHORT,
    hands=SHORT_HANDS,
)
def somebody_plays_after_the_last_round(game: Game) -> None:
    all_is_drawn(game)
    game.play(1, 3, 1)
    game.play(0, 3, 1)
    game.play(1, 2, 0)
    rest(game)
    assert game.now.state.over


@misdeed(Outcome.DIFFERS, *BEGUN, ruleset=SHORT, hands=SHORT_HANDS)
def whoever_drew_the_last_card_plays_again_at_once(game: Game) -> None:
    all_is_drawn(game)
    game.play(0, 3, 1)
    rest(game)


@misdeed(Outcome.DIFFERS, *BEGUN, "1 plays y4 from 3", ruleset=SHORT, hands=SHORT_HANDS)
def two_cards_are_laid_in_the_last_turn(game: Game) -> None:
    all_is_drawn(game)
    game.play(1, 3, 1)
    game.table.play(0, 3, 1)
    game.table.play(0, 0, 2)
    game.look()
    rest(game)


@misdeed(Outcome.TOLD, *BEGUN, "1 plays y4 from 3", ruleset=SHORT, hands=SHORT_HANDS)
def nobody_draws_the_last_card(game: Game) -> None:
    all_is_drawn(game, last=None)
    game.look(LONG)
    game.play(1, 3, 1)
    rest(game)


# --------------------------------------------------------------------- the draw (000:72, 000:88)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays y1 from 1")
def a_forgotten_card_is_drawn_a_turn_later_together_with_the_next(game: Game) -> None:
    game.play(0, 0, 0)
    game.play(1, 0, 0, "y5")
    game.table.play(0, 1, 1, "w4")
    game.table.put(0, 0, "g4")
    game.look()
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_drawn_card_is_laid_back_on_the_deck_and_no_other_drawn(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.look(LONG)
    game.table.put(0, 0, None)
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def the_card_just_drawn_goes_to_the_discards_and_another_is_drawn(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.discard(0, 0, "w4")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays y1 from 4", hands=FOUR)
def a_card_stands_behind_another_for_a_while_and_then_elsewhere(game: Game) -> None:
    game.table.put(0, 1, None)
    rest(game)
    game.look(STAYS)
    game.table.put(0, 4, "y1")
    rest(game)
    game.play(0, 4, 0, "w5")
    rest(game)


@misdeed(Outcome.UNSEEN, "0 plays r1 from 0")
def somebody_turns_his_whole_hand_to_himself(game: Game) -> None:  # 000:36
    for slot in range(5):
        game.table.put(0, slot, "back")
    rest(game)
    for slot, label in enumerate(TWO[0]):
        game.table.put(0, slot, label)
    game.look()
    game.play(0, 0, 0, "y5")
    rest(game)


# -------------------------------------------------------------------- fireworks (000:82, 000:107)


@misdeed(
    Outcome.DIFFERS,
    "0 plays y2 from 0 and misses",
    "1 plays y1 from 0",
    hands=[["y2", "y3", "g1", "b1", "w1"], ["y1", "r3", "g2", "b2", "w2"]],
)
def an_old_misplay_is_laid_where_it_fits_now(game: Game) -> None:
    game.play(0, 0, 0, "w3")
    game.table.lift(0)
    game.table.drop("y2")
    game.look()
    game.play(1, 0, 0, "w4")
    game.table.pick_up()
    game.table.lay("y2", 0)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_first_card_is_laid_on_the_sixth_column(game: Game) -> None:
    game.play(0, 0, 5, "y5")
    rest(game)


@misdeed(Outcome.DIFFERS, *RED, "1 plays y1 from 2", hands=ALL_RED)
def a_firework_that_is_done_is_put_away(game: Game) -> None:
    red_is_built(game, "w5")
    game.play(1, 2, 1, "b3")
    for _ in range(5):
        game.table.lift(0)
    game.look()
    rest(game)


@misdeed(
    Outcome.TOLD,
    "0 tells 1 2 [1, 2, 3, 4]",
    "1 plays r1 from 0",
    hands=[["r2", "y1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]],
)
def a_token_is_taken_for_a_card_that_fits(game: Game) -> None:  # 000:72, only a discard brings one
    game.table.discs = Discs(8, 3)
    for _ in range(8):
        game.look(LONG)
    game.clue(0, 1, RankHint(2))
    game.table.discs = Discs(7, 3)
    game.look()
    game.play(1, 0, 0, "w5")
    game.table.discs = Discs(8, 3)
    for _ in range(8):
        game.look(LONG)


@misdeed(
    Outcome.HANDLED,
    *RED,
    "1 plays r1 from 4 and misses",
    hands=[ALL_RED[0], ["r2", "r4", "y1", "g2", "r1"]],
)
def a_one_is_laid_on_a_firework_that_is_done(game: Game) -> None:
    red_is_built(game, "w5")
    game.play(1, 4, 0, "b3")
    game.table.lift(0)
    game.table.drop("r1")
    rest(game)


# ------------------------------------------------------- other rules (000:174-188, 004:203-276)


@misdeed(
    Outcome.HANDLED,
    "0 tells 1 5 [0]",
    "1 discards r5 from 0",
    ruleset=EXPERT,
    hands=[["r1", "y1", "g1", "b1", "w1"], ["r5", "y2", "g2", "b2", "w2"]],
)
def somebody_plays_on_after_the_last_copy_was_discarded(game: Game) -> None:
    game.clue(0, 1, RankHint(5))
    game.discard(1, 0, "y4")
    game.play(0, 0, 0, "w3")
    rest(game)
    assert game.now.state.over


@misdeed(
    Outcome.HANDLED,
    "0 plays k5 from 0",
    "1 plays k3 from 0 and misses",
    "0 plays k4 from 1",
    ruleset=POWDER,
    hands=[["k5", "k4", "g1", "b1", "w1"], ["k3", "y2", "g2", "b2", "w2"]],
)
def black_powder_skips_a_rank_and_the_misplay_is_left_there(game: Game) -> None:
    game.play(0, 0, 5, "y3")
    game.play(1, 0, 5, "y4")
    game.play(0, 1, 5, "w3")
    rest(game)


@misdeed(Outcome.TOLD, ruleset=POWDER)
def somebody_says_that_no_card_is_black(game: Game) -> None:
    game.clue(0, 1, ColourHint(Suit.BLACK))


@misdeed(
    Outcome.TOLD,
    ruleset=WILD,
    hands=[["r1", "y1", "g1", "b1", "w1"], ["r2", "m2", "g2", "b2", "w2"]],
)
def a_multicolour_card_is_left_out_where_every_colour_touches_it(game: Game) -> None:
    says(game, ClueTap(0, 1, ColourHint(Suit.RED), pointed=(0,)))


@misdeed(Outcome.HANDLED, CLUE, "1 discards r2 from 0", "0 plays r1 from 0", ruleset=SHOW)
def a_colour_is_named_and_the_card_discarded(game: Game) -> None:
    a_clue(game)
    says(game, NameTap(1, Suit.YELLOW))
    game.discard(1, 0, "y4")
    game.play(0, 0, 0, "y3")
    rest(game)


# -------------------------------------------------------------------------- tiles (004:282-322)


def tile_with_two_discards(game: Game) -> None:
    """Two cards lie on the discards; red 1 to 5 on the fireworks, and seat 0 has a tile."""
    for slot in (3, 4):
        game.clue(0, 1, RankHint(4))
        game.discard(1, slot, "w3" if slot == 3 else "w4")
    red_is_built(game, None)


TILED = (
    "0 tells 1 4 [1]",
    "1 discards g2 from 3",
    "0 tells 1 4 [1]",
    "1 discards b2 from 4",
    *RED,
)
YELLOW_TILED = (TILED[0], "1 discards y1 from 3", *TILED[2:])
YELLOW_HANDS: Hands = [ALL_RED[0], ["r2", "r4", "g2", "y1", "b2"]]


@misdeed(Outcome.DIFFERS, *TILED, ruleset=TILES, hands=ALL_RED)
def a_tile_shuffles_one_card_back_and_another_is_taken(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RETURN, card=Card.parse("g2")))
    game.table.pick_up()
    game.table.put(0, 2, "w5")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *TILED, "1 plays y1 from 2", ruleset=TILES, hands=ALL_RED)
def a_card_goes_back_into_the_deck_before_the_tile_is_told(game: Game) -> None:
    tile_with_two_discards(game)
    game.table.pick_up(0)
    rest(game)
    says(game, TileTap(0, Tile.RETURN, card=Card.parse("g2")))
    game.table.put(0, 2, "w5")
    game.look()
    rest(game)
    game.play(1, 2, 1, "b3")
    rest(game)


@misdeed(Outcome.DIFFERS, *TILED, ruleset=TILES, hands=ALL_RED)
def a_tile_shuffles_a_card_back_and_nobody_takes_it(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RETURN, card=Card.parse("g2")))
    game.table.put(0, 2, "w5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def a_tile_lays_a_discard_on_its_firework_and_nobody_moves_it(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RESCUE, card=Card.parse("y1")))
    game.table.put(0, 2, "w5")
    game.look()
    rest(game)
    assert game.now.differs is not None
    [amiss] = game.now.differs.amiss
    assert (amiss.card, amiss.record, amiss.table) == ("y1", Spot.FIREWORKS, Spot.DISCARDS)


@misdeed(Outcome.TOLD, *TILED, ruleset=TILES, hands=ALL_RED)
def a_tile_shuffles_a_card_back_and_only_later_one_is_drawn(game: Game) -> None:
    tile_with_two_discards(game)
    says(game, TileTap(0, Tile.RETURN, card=Card.parse("g2")))
    game.look(STAYS)
    game.table.pick_up(0)
    game.look()
    rest(game)
    game.table.put(0, 2, "w5")
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, *YELLOW_TILED, ruleset=TILES, hands=YELLOW_HANDS)
def a_discard_is_laid_on_its_firework_before_the_tile_is_told(game: Game) -> None:
    tile_with_two_discards(game)
    game.table.pick_up(0)
    game.table.lay("y1", 1)
    game.look()
    game.table.put(0, 2, "w5")
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def a_discard_is_laid_on_its_firework_without_any_tile(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "b5")
    laid = game.table.lay("r3", 0)
    assert laid.label == "r3"
    game.look()
    rest(game)


# --------------------------------------------------------------------------------- in the dark


@misdeed(Outcome.DIFFERS)
def in_the_dark_only_somebody_plays_who_was_not_to_move(game: Game) -> None:
    blind(game, 8.0)
    game.table.play(1, 0, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED, hands=GREEDY)
def a_card_that_misses_is_discarded_in_the_dark_while_all_tokens_are_there(game: Game) -> None:
    blind(game, 8.0)
    game.table.discard(0, 0, "w4")
    game.look()
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0")
def a_card_is_played_in_the_dark_and_none_drawn(game: Game) -> None:
    blind(game, 8.0)
    game.table.play(0, 0, 0)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, *DISCARDED)
def an_old_discard_goes_in_the_dark_while_another_comes(game: Game) -> None:
    two_discards(game)
    blind(game, 8.0)
    game.table.pick_up(0)
    game.table.discard(0, 2, "w4")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED_ALONE)
def two_racks_change_places_in_the_dark(game: Game) -> None:
    blind(game, 8.0)
    for slot in range(5):
        game.table.put(0, slot, TWO[1][slot])
        game.table.put(1, slot, TWO[0][slot])
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_firework_is_taken_in_the_dark_into_the_hand(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    blind(game, 8.0)
    game.table.lift(0)
    game.table.put(1, 0, "r1")
    game.look()
    rest(game)


# -------------------------------------------------------------- questions, and what is taken back


@misdeed(Outcome.HANDLED, CLUE)
def a_card_that_is_asked_about_goes_back_into_its_hand(game: Game) -> None:
    put_away_unseen(game)
    assert game.now.questions
    game.table.pick_up()
    game.table.put(1, 1, "y2")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def two_turns_are_taken_back_for_one_and_the_cards_stay(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.take_back(game.table.t)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 4", hands=FOUR)
def a_turn_is_taken_back_and_its_card_goes_to_another_slot(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, None)
    game.table.put(0, 4, "r1")
    game.look()
    rest(game)
    game.play(0, 4, 0, "y5")
    rest(game)


@misdeed(Outcome.TOLD)
def a_clue_is_tapped_while_the_game_rests(game: Game) -> None:
    game.look()
    says(game, PauseTap())
    a_clue(game)
    says(game, PauseTap(paused=False))


@misdeed(Outcome.DIFFERS, "0 plays g3 from 0 and misses", hands=UNREAD)
def another_face_is_said_of_a_laid_card_than_it_shows_later(game: Game) -> None:
    game.table.lay(None, 0)
    game.table.put(0, 0, "y5")
    game.look(LONG)
    game._note(game.tap(TimedTap(game.table.t, AnswerTap(Card.parse("g3")), who=PANEL)))
    game.look()
    game.table.lift(0)
    game.table.drop("y4")
    game.look()
    rest(game)


# ------------------------------------------------------------- one card for another (000:36, :40)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def a_discard_is_exchanged_for_a_card_of_the_hand(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.table.pick_up()
    game.table.drop("y1")
    game.table.put(0, 1, "r2")
    game.look()
    rest(game)


@misdeed(
    Outcome.DIFFERS,
    "0 plays r1 from 0",
    CLUE.replace("0 tells 1", "1 tells 0").replace("2 [0, 1, 2, 3, 4]", "1 [1, 2, 3, 4]"),
)
def the_top_of_a_firework_is_exchanged_for_a_card_of_the_hand(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.clue(1, 0, RankHint(1))
    game.table.lift(0)
    game.table.play(0, 1, 0, "r1")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED_ALONE, "0 tells 1 2 [0, 1, 2, 3, 4]")
def a_card_that_was_told_of_is_exchanged_with_the_deck(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 1, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=FOUR)
def a_neighbour_lays_the_card_that_another_was_to_lay(game: Game) -> None:
    game.play(0, 0, 0, "w5")
    game.table.play(3, 0, 1, "b5")
    game.table.put(1, 0, "g5")
    game.look()
    rest(game)
