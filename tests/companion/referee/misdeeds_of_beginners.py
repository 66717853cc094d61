"""What children, cheats, tired people and two people at once do at a table; see ``misdeeds``.

Written from the rulebooks before anybody looked at what passes.
"""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.tellers import PANEL
from companion.play.inputs import PauseTap, TimedTap
from companion.referee.readings import Discs
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    CLUE_BACK,
    DISCARDED,
    FOUR,
    HIGH,
    LONG,
    STAYS,
    Outcome,
    a_clue,
    busy,
    misdeed,
    two_discards,
)

TWINS: Hands = [["r1", "y1", "g1", "b1", "r1"], ["r2", "y2", "g2", "b2", "w2"]]
EACH_ITS_TWIN: Hands = [["r1", "y1", "g1", "b1", "w1"], ["r1", "y2", "g2", "b2", "w2"]]
RISING: Hands = [["r1", "r2", "g1", "b1", "w1"], ["y1", "y2", "g2", "b2", "w2"]]
RED: Hands = [["r1", "r3", "r5", "b1", "w1"], ["r2", "r4", "g2", "b2", "w2"]]
SECOND: Hands = [["r3", "y2", "g2", "b2", "w2"], ["r1", "y1", "g1", "b1", "w1"]]
CLUE_ONES = "0 tells 1 1 [0, 1, 2, 3, 4]"


def rest(game: Game) -> None:
    """Let so much time pass that everything is complained of that will be."""
    game.look(LONG)
    game.look(STAYS)


# ------------------------------------------------- one card more, one card less (000:40, 000:88)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def the_card_just_drawn_is_discarded_too(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.discard(1, 0, "y4")
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def the_card_just_drawn_is_played_at_once(game: Game) -> None:
    game.play(0, 0, 0, "r3")
    game.play(0, 0, 0, "y4")
    rest(game)


@misdeed(Outcome.DIFFERS)
def a_hand_is_laid_open_on_the_mat(game: Game) -> None:
    for slot in range(5):
        game.table.play(0, slot, slot, None)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE)
def a_whole_hand_is_discarded(game: Game) -> None:
    a_clue(game)
    for slot in range(5):
        game.table.discard(1, slot, None)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, hands=RISING)
def two_cards_are_laid_one_exactly_on_the_other(game: Game) -> None:
    game.table.put(0, 0, None)
    game.table.play(0, 1, 0, None)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, hands=RISING)
def two_cards_are_laid_one_exactly_on_the_other_and_two_drawn(game: Game) -> None:
    game.table.put(0, 0, "y5")
    game.table.play(0, 1, 0, "y4")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, hands=RISING)
def two_cards_are_laid_one_exactly_on_the_other_and_one_drawn(game: Game) -> None:
    game.table.put(0, 0, None)
    game.table.play(0, 1, 0, "y4")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED_ALONE)
def a_card_goes_into_a_sleeve_and_another_is_drawn_for_it(game: Game) -> None:
    # How many cards stand there is seen by all, which ones only by those who see the hand.
    game.table.put(0, 1, None)
    game.look(1.0)
    game.table.put(0, 1, "y5")
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE, "1 plays y2 from 1 and misses")
def a_misplay_is_slipped_under_the_deck(game: Game) -> None:  # 000:84
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def somebody_discards_for_the_next_one_too(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.discard(1, 3, "y4")
    rest(game)


# --------------------------------------------------------- the deck's own cards (000:34, 000:88)


@misdeed(Outcome.DIFFERS)
def the_top_of_the_deck_falls_onto_the_fireworks_while_hands_are_everywhere(game: Game) -> None:
    game.table.reach(0)
    game.table.reach(1)
    game.table.lay("g4", 4)
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE)
def the_top_of_the_deck_falls_onto_the_discards(game: Game) -> None:
    a_clue(game)
    game.table.drop("g4")
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE)
def the_top_of_the_deck_falls_onto_the_discards_while_hands_are_everywhere(game: Game) -> None:
    a_clue(game)
    game.table.reach(0)
    game.table.reach(1)
    game.table.drop("g4")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE_ONES, "1 plays r1 from 0", hands=SECOND)
def the_top_of_the_deck_shows_and_is_put_back(game: Game) -> None:
    game.clue(0, 1, RankHint(1))
    game.table.drop("g4")
    game.look()
    game.table.pick_up()
    game.look(LONG)
    game.play(1, 0, 0, "y5")


@misdeed(
    Outcome.ASKED,
    "0 plays w5 from 0 and misses",
    hands=[["w5", "y1", "g1", "b1", "w1"], ["w5", "y2", "g2", "b2", "w2"]],
)
def a_second_white_five_comes_out_of_another_box(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.drop("w5")
    game.look()
    game.play(1, 0, 1, "y4")
    rest(game)


# --------------------------------------------------------------------------- twins (000:94-102)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r1 from 0 and misses", hands=EACH_ITS_TWIN)
def a_twin_is_laid_on_its_like(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.table.drop("r1")
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    CLUE_BACK,
    "0 plays r1 from 4 and misses",
    hands=TWINS,
)
def a_hand_lays_the_second_of_its_twins_on_the_first(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.clue(1, 0, RankHint(1))
    game.play(0, 4, 0, "y4")
    game.table.lift(0)
    game.table.drop("r1")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from None", hands=TWINS)
def a_hand_with_twins_lays_one_and_lifts_the_other(game: Game) -> None:
    game.table.put(0, 4, None)
    game.table.play(0, 0, 0, None)
    game.look(1.0)
    game.table.put(0, 4, "r1")
    game.table.put(0, 0, "y5")
    rest(game)


# -------------------------------------------------------------------- two people at once (000:40)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def two_players_lay_at_once_and_both_fit(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 tells 1 2 [0, 1, 2, 3, 4]",
    "1 tells 0 1 [0, 1, 2, 3, 4]",
    "0 discards r1 from 0",
    "1 discards y2 from 1",
)
def two_players_discard_at_once(game: Game) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.table.discard(0, 0, "y5")
    game.table.discard(1, 1, "y4")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 plays r1 from 0")
def one_plays_while_another_tidies_the_discards(game: Game) -> None:
    two_discards(game)
    game.table.discards.clear()
    game.table.drop("y2")
    game.table.drop("r2")
    game.table.play(0, 0, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 tells 1 2 [2, 3, 4]", "1 discards g2 from 2")
def a_discard_is_slipped_among_the_old_ones_that_are_spread(game: Game) -> None:
    two_discards(game)
    game.clue(0, 1, RankHint(2))
    game.table.discards.clear()
    for label in ("g2", "r2", "y2"):
        game.table.drop(label)
    game.table.put(1, 2, "b5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, CLUE)
def somebody_lays_and_tells_in_one_turn(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")
    game.move(game.table.t)
    a_clue(game)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, CLUE_ONES, "1 plays r1 from 0", hands=SECOND)
def a_clue_is_tapped_only_after_the_next_one_has_played(game: Game) -> None:
    game.play(1, 0, 0, "y5")
    game.look(LONG)
    game.clue(0, 1, RankHint(1))
    rest(game)


@misdeed(Outcome.DIFFERS)
def the_second_one_lays_first_and_the_first_one_hurries(game: Game) -> None:
    game.play(1, 0, 1, "y5")
    game.play(0, 0, 0, "y4")
    rest(game)


# ------------------------------------------------------------------- second thoughts (000:40-44)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def a_card_is_taken_back_into_its_rack_and_a_clue_given_instead(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look()
    a_clue(game)
    rest(game)


@misdeed(Outcome.HANDLED, CLUE)
def a_card_is_taken_back_before_its_face_was_said_and_a_clue_given(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    busy(game, 0.5)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.look()
    a_clue(game)
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays y1 from None")
def another_card_is_laid_before_the_face_of_the_first_was_said(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    busy(game, 0.5)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    busy(game, 0.5)
    game.table.play(0, 1, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def another_card_is_laid_after_the_face_of_the_first_was_said(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    game.look(0.5, clear=False)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    game.table.play(0, 1, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS)
def a_turn_is_taken_back_by_button_and_the_card_stays_where_it_lies(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.take_back(game.table.t)
    rest(game)


@misdeed(Outcome.DIFFERS)
def a_turn_is_taken_back_and_its_card_vanishes(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.take_back(game.table.t)
    game.table.lift(0)
    rest(game)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def a_turn_is_taken_back_and_the_drawn_card_is_kept(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 4, "r1")
    rest(game)


# --------------------------------------------------------- cards that fall and hands that tremble


@misdeed(Outcome.DIFFERS, CLUE, "1 discards y2 from 1")
def a_card_of_the_hand_to_move_falls_and_is_put_back_unread(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 1, None)
    game.table.drop(None)
    game.look(1.0)
    game.table.pick_up()
    game.table.put(1, 1, "y2")
    rest(game)


@misdeed(Outcome.HANDLED)
def a_card_falls_onto_the_discards_while_nobody_may_discard(game: Game) -> None:  # 000:74
    game.table.put(0, 1, None)
    game.table.drop("y1")
    game.look(LONG)
    game.table.pick_up()
    game.table.put(0, 1, "y1")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_card_of_another_hand_falls_onto_the_fireworks_and_is_put_back(game: Game) -> None:
    game.table.put(1, 1, None)
    game.table.lay("y2", 4)
    game.look(LONG)
    game.table.lift(4)
    game.table.put(1, 1, "y2")
    game.look(LONG)
    game.play(0, 0, 0, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", hands=FOUR)
def a_card_is_lent_to_the_neighbour_and_comes_back(game: Game) -> None:
    game.table.put(0, 1, None)
    game.table.put(1, 4, "y1")
    rest(game)
    game.table.put(1, 4, None)
    game.table.put(0, 1, "y1")
    rest(game)
    game.play(0, 0, 0, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_rack_is_carried_to_the_kitchen_and_back(game: Game) -> None:
    game.table.hide(0)
    rest(game)
    game.table.away.clear()
    game.table.reach(0)
    rest(game)
    game.play(0, 0, 0, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays y1 from 0")
def a_rack_falls_over_and_its_cards_stand_otherwise_afterwards(game: Game) -> None:
    game.table.hide(0)
    game.look(LONG)
    for slot, label in enumerate(["y1", "w1", "r1", "g1", "b1"]):
        game.table.put(0, slot, label)
    game.table.away.clear()
    rest(game)
    game.play(0, 0, 0, "y5")
    rest(game)


@misdeed(Outcome.ASKED_ALONE, hands=FOUR)
def all_hands_are_passed_one_seat_to_the_left(game: Game) -> None:
    for seat in range(4):
        for slot in range(4):
            game.table.put(seat, slot, FOUR[(seat + 1) % 4][slot])
    rest(game)


# --------------------------------------------------------------- fireworks and heap (000:94-102)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0", "0 plays y1 from 1")
def a_firework_is_taken_down_and_built_up_again(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.table.lift(0)
    game.look(1.0)
    game.table.lay("r1", 0)
    game.look(1.0)
    game.table.lay("r2", 0)
    game.look(LONG)
    game.play(0, 1, 1, "g5")
    rest(game)


@misdeed(
    Outcome.DIFFERS,
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    "0 plays r3 from 1",
    "1 plays r4 from 1",
    "0 plays r5 from 2",
    hands=RED,
)
def a_firework_that_is_complete_goes_into_the_box(game: Game) -> None:
    for seat, slot, new in ((0, 0, "y5"), (1, 0, "y4"), (0, 1, "y3"), (1, 1, "y2"), (0, 2, "y1")):
        game.play(seat, slot, 0, new)
    for _ in range(5):
        game.table.lift(0)
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_cup_stands_on_a_firework(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.lay(None, 0)
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def a_cup_has_stood_on_a_firework(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.lift(0)
    game.table.lay(None, 0)
    rest(game)
    game.table.lift(0)
    game.table.lay("r1", 0)
    game.look(LONG)
    game.play(1, 0, 0, "y4")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def somebody_turns_a_firework_face_down(game: Game) -> None:
    game.play(0, 0, 0, "y5")
    game.table.fireworks_touched += 1
    game.table.columns[0][0] = replace(game.table.columns[0][0], label=None)
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses", "0 plays y1 from 1")
def a_misplay_is_pushed_to_another_column_and_stays_there(game: Game) -> None:  # 000:84
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.lay("y2", 3)
    game.look(LONG)
    game.play(0, 1, 0, "y4")
    rest(game)


@misdeed(
    Outcome.ASKED_ALONE,
    CLUE.replace("[0, 1, 2, 3, 4]", "[0, 2, 3, 4]"),
    "1 discards y5 from 1",
    "0 tells 1 2 [0, 2, 3, 4]",
    "1 discards r2 from 0",
    hands=HIGH,
)
def a_five_is_fished_out_of_the_discards_for_another_card(game: Game) -> None:
    # Below the newest discard the old one may lie unseen; that it stands in a rack others see.
    a_clue(game)
    game.discard(1, 1, "y4")
    game.clue(0, 1, RankHint(2))
    game.table.pick_up()
    game.table.put(1, 0, "y5")
    game.table.drop("r2")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 discards r2 from 0")
def a_card_is_discarded_face_down(game: Game) -> None:  # 000:72
    a_clue(game)
    game.table.drop(None)
    game.table.put(1, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.ASKED, CLUE, "1 discards r2 from 0")
def a_card_discarded_face_down_is_another_than_its_rack_has_shown(game: Game) -> None:
    a_clue(game)
    game.table.drop(None)
    game.table.put(1, 0, "y5")
    game.look()
    rest(game)
    game.table.discards[0] = replace(game.table.discards[0], label="r3")
    rest(game)


# ------------------------------------------------------------------------------ tokens and breaks


@misdeed(Outcome.TOLD, CLUE, "1 plays y2 from 1 and misses")
def a_fuse_is_forgotten(game: Game) -> None:  # 000:84
    game.table.discs = Discs(8, 3)
    game.look(LONG)
    a_clue(game)
    game.table.discs = Discs(7, 3)
    game.play(1, 1, 0, "y5")
    game.table.lift(0)
    game.table.drop("y2")
    for _ in range(8):
        game.look(LONG)


@misdeed(Outcome.TOLD, CLUE, CLUE_BACK.replace("[1", "[0, 1"), "0 discards r1 from 0")
def two_tokens_are_taken_for_one_discard(game: Game) -> None:  # 000:72
    game.table.discs = Discs(8, 3)
    game.look(LONG)
    a_clue(game)
    game.table.discs = Discs(7, 3)
    game.look(LONG)
    game.clue(1, 0, RankHint(1))
    game.table.discs = Discs(6, 3)
    game.look(LONG)
    game.discard(0, 0, "y5")
    game.table.discs = Discs(8, 3)
    for _ in range(8):
        game.look(LONG)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def a_card_is_laid_while_the_game_rests(game: Game) -> None:
    game.tap(TimedTap(game.table.t, PauseTap(), who=PANEL))
    game.table.play(0, 0, 0, "y5")
    game.look()
    game.tap(TimedTap(game.table.t, PauseTap(paused=False), who=PANEL))
    rest(game)


@misdeed(Outcome.DIFFERS)
def the_wrong_one_plays_during_a_power_cut(game: Game) -> None:
    game.resume()
    game.table.play(1, 1, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.TOLD, CLUE)
def a_clue_is_mistapped_and_the_spoken_one_tapped_after_it(game: Game) -> None:
    a_clue(game)
    game.look()
    game.clue(0, 1, ColourHint(Suit.RED))
    rest(game)
