"""What guests do who have only half listened to the rules; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.cards import Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.moves import ColourHint, RankHint
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

POWDER = compose("guests' powder", Options(black_powder=True))
WILD = compose("guests' rainbow", Options(sixth_suit=SixthSuit.TEN_WILD))
BLACK: Hands = [["k1", "y1", "k5", "b1", "w1"], ["r2", "y2", "k4", "b2", "w2"]]
MANY: Hands = [["m1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


# --------------------------------------------------------- where cards come from (000:72, 88)


@misdeed(Outcome.DIFFERS)
def the_card_on_top_of_the_deck_is_discarded_unseen(game: Game) -> None:
    game.table.drop("g3")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS)
def the_card_on_top_of_the_deck_is_played_and_fits(game: Game) -> None:
    game.table.lay("r1", 0)
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def somebody_plays_a_card_of_his_neighbours_hand(game: Game) -> None:
    """It fits; whoever sat there draws for it."""
    game.play(0, 0, 0, "y3")
    game.table.play(0, 1, 1, "g3")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def a_discard_is_drawn_instead_of_the_card_on_top_of_the_deck(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0)
    game.table.pick_up()
    game.table.put(1, 0, "r2")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def somebody_takes_his_discard_back_and_plays_another_card(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0)
    game.table.pick_up()
    game.table.put(1, 0, "r2")
    game.look(0.6)
    game.table.play(1, 1, 1, "w4")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.HANDLED, CLUE, "1 discards y2 from None")
def somebody_holds_one_card_over_the_discards_and_lays_another(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 0, None)
    game.look(0.3, clear=False)
    game.table.put(1, 0, "r2")
    game.discard(1, 1, "y3")
    game.look(LONG)  # two cards were lifted, and which one lies there nobody saw


# ------------------------------------------------------------------ two people at once (000:40)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def two_neighbours_lay_at_the_same_moment_what_only_one_order_allows(game: Game) -> None:
    game.table.lay("r1", 0)
    game.table.lay("r2", 0)
    game.table.put(0, 0, "w3")
    game.table.put(1, 0, "w4")
    game.look()
    game.look(LONG)


@misdeed(Outcome.DIFFERS, "0 tells 1 2 [0, 1, 2]", hands=FOUR)
def two_who_are_not_to_move_discard_at_the_same_moment(game: Game) -> None:
    a_clue(game)
    game.table.discard(2, 0, "w2")
    game.table.discard(3, 0, "w4")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def two_forget_to_draw_one_after_the_other(game: Game) -> None:
    game.play(0, 0, 0)
    game.look(LONG)
    game.play(1, 0, 0)
    game.look(LONG)


# ------------------------------------------------------------ piles (000:94-102, 004:203-276)


@misdeed(Outcome.TOLD, "0 plays k1 from 0 and misses", hands=BLACK, ruleset=POWDER)
def the_black_firework_is_begun_with_its_one(game: Game) -> None:
    """And nobody draws before it is known that it has missed."""
    game.table.lay("k1", 5)
    game.table.put(0, 0, None)
    game.look(LONG)
    game.table.lift(5)
    game.table.drop("k1")
    game.table.put(0, 0, "w3")
    game.look()


@misdeed(
    Outcome.TOLD,
    "0 plays y1 from 1",
    "1 tells 0 1 [0, 2, 3, 4]",
    "0 plays m1 from 0",
    hands=MANY,
    ruleset=WILD,
)
def a_card_of_all_colours_is_laid_on_a_colours_pile(game: Game) -> None:
    game.play(0, 1, 1, "y3")
    game.look()
    game.clue(1, 0, RankHint(1))
    game.look()
    game.play(0, 0, 1, "y4")
    game.look(STAYS)
    game.look(STAYS)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", "1 tells 0 1 [1, 2, 3, 4]", "0 plays y1 from 1")
def two_fireworks_are_pushed_together_into_one_pile(game: Game) -> None:
    game.play(0, 0, 0, "w3")
    game.clue(1, 0, RankHint(1))
    game.look()
    game.play(0, 1, 1, "w4")
    card = game.table.columns[1][-1]
    game.table.lift(1)
    game.table.lay(card.label, 0)
    game.look(STAYS)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def a_discard_is_laid_back_upon_the_deck_before_the_next_turn(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "w4")
    game.table.pick_up()
    game.look(LONG)
    game.look(STAYS)


# --------------------------------------------------- clues, words, and turns taken back (000:50)


@misdeed(Outcome.TOLD, CLUE, "1 tells 0 1 [0, 1, 2, 3, 4]")
def a_clue_is_tapped_after_its_receiver_has_answered_it(game: Game) -> None:
    """Both are tapped late, one after the other, and nothing has been laid."""
    game.clue(1, 0, RankHint(1))
    game.clue(0, 1, RankHint(2))
    game.look()
    game.clue(1, 0, RankHint(1))
    game.look(LONG)


@misdeed(Outcome.ASKED, CLUE, "1 discards r2 from 0", "0 tells 1 y [1]")
def nobody_says_how_a_card_that_nobody_saw_was_laid_and_the_game_goes_on(game: Game) -> None:
    a_clue(game)
    blind(game, 8.0)
    game.discard(1, 0, "w4")
    game.look(LONG)
    game.clue(0, 1, ColourHint(Suit.YELLOW))
    game.look()


@misdeed(Outcome.TOLD, CLUE, "1 discards r2 from 0")
def a_token_is_spent_for_a_discard(game: Game) -> None:
    game.table.discs = Discs(8, 3)
    game.look()
    game.table.discs = Discs(7, 3)
    a_clue(game)
    game.look()
    game.table.discs = Discs(6, 3)
    game.discard(1, 0, "w4")
    game.look(25.0)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", hands=FOUR)
def a_card_is_drawn_into_the_neighbours_rack_and_put_right_at_once(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.put(1, 4, "w2")
    game.look(0.6)
    game.table.put(1, 4, None)
    game.table.put(0, 0, "w2")
    game.look(LONG)


@misdeed(
    Outcome.HANDLED,
    "0 plays r3 from 0 and misses",
    "1 plays r1 from 0",
    hands=[["r3", "y1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]],
)
def a_card_that_fits_is_laid_on_a_misplay_that_nobody_has_taken_away(game: Game) -> None:
    game.table.play(0, 0, 0, "w3")
    game.look(LONG)
    game.play(1, 0, 0, "w4")
    game.look(LONG)
