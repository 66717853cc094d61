"""What people do with a card while another like it tops a firework; see ``misdeeds``.

Laid exactly on its like a card shows nothing new. Each outcome was written down from the rulebooks
before any of them was done; two came out as openly in another way.
"""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.moves import RankHint
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import LONG, STAYS, Outcome, blind, misdeed

LIKES: Hands = [["r1", "y1", "g1", "b1", "w1"], ["r1", "y2", "r1", "b2", "w2"]]
BEGUN = ("0 tells 1 2 [1, 3, 4]", "1 tells 0 1 [0, 1, 2, 3, 4]", "0 plays r1 from 0")


def red_is_begun(game: Game) -> None:
    """Seat 1, who is to move, has two more red ones."""
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.play(0, 0, 0, "b5")


def takes(game: Game, slot: int) -> None:
    """Seat 1 takes a card, and for a while it shows nowhere."""
    game.table.put(1, slot, None)
    game.look(LONG)


def lays_on_its_like(game: Game, slot: int) -> None:
    """Seat 1 lays a card exactly on its like: a hand was over the fireworks, nothing new shows."""
    game.table.fireworks_touched += 1
    takes(game, slot)


@misdeed(Outcome.HANDLED, *BEGUN, hands=LIKES)
def a_card_lies_on_its_like_and_is_taken_back(game: Game) -> None:  # 000:84
    red_is_begun(game)
    lays_on_its_like(game, 0)
    game.table.fireworks_touched += 1
    game.table.put(1, 0, "r1")
    game.look(LONG)


@misdeed(Outcome.HANDLED, *BEGUN, "1 discards r1 from 0", hands=LIKES)
def a_card_is_thought_over_in_the_hand_and_then_discarded(game: Game) -> None:
    red_is_begun(game)
    takes(game, 0)
    game.table.drop("r1")
    game.table.put(1, 0, "g5")
    game.look(LONG)


@misdeed(Outcome.ASKED, *BEGUN, hands=LIKES)
def a_card_lies_on_its_like_and_then_goes_to_the_discards(game: Game) -> None:
    red_is_begun(game)
    lays_on_its_like(game, 0)
    game.table.fireworks_touched += 1
    game.table.drop("r1")
    game.table.put(1, 0, "g5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, *BEGUN, "1 discards b2 from 3", hands=LIKES)
def a_card_is_thought_over_that_has_no_like_there(game: Game) -> None:
    red_is_begun(game)
    takes(game, 3)
    game.table.drop("b2")
    game.table.put(1, 3, "g5")
    game.look(LONG)


@misdeed(Outcome.ASKED, *BEGUN, hands=LIKES)
def one_of_two_likes_lies_on_a_third_and_the_other_is_discarded(game: Game) -> None:
    red_is_begun(game)
    lays_on_its_like(game, 0)
    game.table.put(1, 2, None)
    game.table.drop("r1")
    game.look(LONG)
    game.look(STAYS)


@misdeed(Outcome.ASKED, *BEGUN, hands=LIKES)
def one_of_two_likes_goes_by_a_third_to_the_discards_and_a_card_stands_as_it_stood(
    game: Game,
) -> None:
    """Everybody knows the other one: it was discarded, and that was taken back."""
    red_is_begun(game)
    game.discard(1, 2, "g5")
    game.look(LONG)
    game.take_back(game.table.t)
    game.table.pick_up()
    game.table.put(1, 2, "r1")
    game.look(STAYS)
    game.table.fireworks_touched += 1
    game.table.slip(1, 0, "b5")
    game.table.reach(1)
    game.look(STAYS)
    game.table.fireworks_touched += 1
    game.table.drop("r1")
    game.table.reach(1)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, *BEGUN, "1 discards r1 from 0", hands=LIKES)
def a_discard_is_taken_up_again_and_hidden_on_its_like(game: Game) -> None:
    red_is_begun(game)
    game.discard(1, 0, "g5")
    game.look(LONG)
    game.table.pick_up()
    game.look(LONG)


@misdeed(Outcome.ASKED, *BEGUN, hands=LIKES)
def a_card_goes_from_its_like_to_the_discards_in_the_dark(game: Game) -> None:
    red_is_begun(game)
    lays_on_its_like(game, 0)
    blind(game, LONG)
    game.table.drop("r1")
    game.table.put(1, 0, "g5")
    game.look(LONG)


@misdeed(Outcome.ASKED_ALONE, *BEGUN, hands=LIKES)
def a_turn_is_taken_back_while_a_neighbours_cards_change_places(game: Game) -> None:
    red_is_begun(game)
    game.clue(1, 0, RankHint(5))
    game.table.slip(1, 1, "?")
    game.table.slip(1, 3, "y2")
    game.look(LONG)
    game.take_back(game.table.t)
    game.look(LONG)
    hand = game.now.state.hands[1]
    assert [one.card and one.card.label for one in hand] == ["r1", None, "r1", "y2", "w2"]


@misdeed(
    Outcome.DIFFERS,
    "0 tells 1 2 [1, 3, 4]",
    "1 tells 0 1 [2, 3, 4]",
    "0 plays r3 from 0 and misses",
    hands=[["r3", "r3", "g1", "b1", "w1"], ["r1", "y2", "r1", "b2", "w2"]],
)
def a_misplay_that_was_told_is_put_back_and_its_like_discarded(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.table.put(0, 0, None)
    game.table.lay("r3", 0)
    game.look()
    game.table.lift(0)
    game.table.put(0, 0, "r3")
    game.look()
    game.table.put(0, 1, None)
    game.table.drop("r3")
    game.table.put(0, 1, "g5")
    game.look(LONG)


@misdeed(
    Outcome.TOLD,
    "0 plays r1 from 0",
    "1 tells 0 2 [1]",
    "0 plays r2 from 1",
    "1 plays r1 from 2 and misses",
    hands=[["r1", "r2", "g1", "b1", "w1"], ["y4", "y2", "r1", "b2", "w2"]],
)
def a_card_whose_like_lies_below_is_seen_before_the_arm_shows_the_gap_in_the_rack(
    game: Game,
) -> None:
    game.play(0, 0, 0, "b5")
    game.clue(1, 0, RankHint(2))
    game.play(0, 1, 0, "y5")
    game.look(LONG)
    game.table.reach(1)
    game.look(0.1)
    game.table.covered = {(1, 1), (1, 2)}
    game.table.lay("r1", 0)
    game.look(0.2)
    game.table.covered = set()
    takes(game, 2)
    game.table.put(1, 2, "g5")
    game.look(STAYS)
    game.table.lift(0)
    game.table.drop("r1")
    game.look(LONG)


FIRST_OF_TWO: Hands = [["y1", "g1", "b1", "w1", "w3"], ["r1", "y2", "r1", "b2", "w2"]]
TOLD_TWOS = "0 tells 1 2 [1, 3, 4]"


def lays_one_of_two_likes(game: Game) -> None:
    """Seat 1 plays a red one, and has another."""
    game.clue(0, 1, RankHint(2))
    game.play(1, 0, 0)


def takes_one_of_two_likes_back(game: Game) -> None:
    """Seat 1 plays a red one, and stands it into its slot again."""
    lays_one_of_two_likes(game)
    game.table.lift(0)
    game.table.put(1, 0, "r1")
    game.look()


@misdeed(Outcome.HANDLED, TOLD_TWOS, "1 plays r1 from None", hands=FIRST_OF_TWO)
def a_play_is_taken_back_into_its_rack_and_its_like_is_laid_instead(game: Game) -> None:
    takes_one_of_two_likes_back(game)
    game.table.play(1, 2, 0, "g5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, TOLD_TWOS, "1 plays r1 from None", hands=FIRST_OF_TWO)
def the_like_that_is_laid_instead_is_drawn_for_when_somebody_minds(game: Game) -> None:
    takes_one_of_two_likes_back(game)
    game.table.play(1, 2, 0)
    game.look(LONG)
    game.table.put(1, 2, "g5")
    game.look(LONG)


@misdeed(Outcome.DIFFERS, TOLD_TWOS, "1 discards r1 from 0", hands=FIRST_OF_TWO)
def a_discard_is_taken_back_into_its_rack_and_its_like_is_discarded_instead(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0)
    game.table.pick_up()
    game.table.put(1, 0, "r1")
    game.look()
    game.table.discard(1, 2, "g5")
    game.look(LONG)


@misdeed(Outcome.ASKED_ALONE, TOLD_TWOS, "1 plays r1 from 0", hands=FIRST_OF_TWO)
def a_play_is_taken_back_and_laid_once_more_past_the_other_cards(game: Game) -> None:
    takes_one_of_two_likes_back(game)
    game.table.reach(1)
    game.table.play(1, 0, 0, "g5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, TOLD_TWOS, "1 plays r1 from 0", hands=FIRST_OF_TWO)
def a_played_card_is_shown_around_after_the_draw_while_another_is_looked_at(game: Game) -> None:
    lays_one_of_two_likes(game)
    game.table.put(1, 0, "g5")
    game.look()
    game.table.lift(0)
    game.look()
    game.table.put(1, 2, None)
    game.table.put(1, 2, "r1")
    game.table.lay("r1", 0)
    game.look(LONG)


def lays_a_card_that_only_its_rack_names(game: Game) -> None:
    game.table.lay(None, 0, "r1", "y2")
    game.table.put(0, 0, "b5")
    game.look(LONG)


def lays_a_misplay_where_it_lay(game: Game) -> None:
    """The card that nobody could read is taken to be read at last."""
    game.table.fireworks_touched += 1
    game.table.columns[0][-1] = replace(game.table.columns[0][-1], label="y2")
    takes(game, 1)


@misdeed(Outcome.ASKED, "0 plays r1 from 0", hands=LIKES)
def a_misplay_hides_a_card_that_only_its_rack_had_named_and_goes_to_the_discards(
    game: Game,
) -> None:
    lays_a_card_that_only_its_rack_names(game)
    lays_a_misplay_where_it_lay(game)
    game.table.fireworks_touched += 1
    game.table.drop("y2")
    game.look()
    game.look(LONG)


@misdeed(Outcome.DIFFERS, *BEGUN, hands=LIKES)
def a_misplay_hides_such_a_card_that_shows_anew_as_it_goes_to_the_discards(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    lays_a_card_that_only_its_rack_names(game)
    game.table.lay("r1", 0)  # it was pushed, and can be read now
    game.look(LONG)
    game.table.lift(0)
    lays_a_misplay_where_it_lay(game)
    game.table.lay("r1", 0)
    game.table.drop("y2")
    game.table.put(1, 1, "g5")
    game.look()
    game.look(LONG)


def lays_one_exactly_on_red_and_takes_it_up(game: Game) -> None:
    """Nobody can read it there."""
    red_is_begun(game)
    game.table.lay_exactly_on_it(0)
    takes(game, 1)
    game.table.lift_off_it(0)


@misdeed(Outcome.ASKED, *BEGUN, hands=LIKES)
def a_misplay_that_nobody_can_read_lies_exactly_on_a_firework_before_it_goes_to_the_discards(
    game: Game,
) -> None:
    lays_one_exactly_on_red_and_takes_it_up(game)
    game.table.drop("y2")
    game.look(LONG)


@misdeed(Outcome.HANDLED, *BEGUN, "1 discards y2 from 1", hands=LIKES)
def a_card_is_discarded_while_a_mirror_lies_on_a_firework_that_nobody_goes_near(
    game: Game,
) -> None:
    red_is_begun(game)
    game.table.unsure.add(0)
    takes(game, 1)
    game.table.drop("y2")
    game.table.put(1, 1, "g5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, *BEGUN, "1 discards b2 from 3", hands=LIKES)
def a_card_that_seemed_to_lie_on_a_firework_goes_home_and_another_one_is_discarded(
    game: Game,
) -> None:
    lays_one_exactly_on_red_and_takes_it_up(game)
    game.table.put(1, 1, "y2")
    game.look(LONG)
    takes(game, 3)
    game.table.drop("b2")
    game.table.put(1, 3, "g5")
    game.look(LONG)


@misdeed(Outcome.HANDLED, TOLD_TWOS, "1 discards y2 from 1", hands=FIRST_OF_TWO)
def a_discard_is_taken_back_and_after_it_one_whose_like_is_drawn_before_anybody_taps_undo(
    game: Game,
) -> None:
    game.clue(0, 1, RankHint(2))
    game.discard(1, 0)
    game.table.pick_up()
    game.table.put(1, 0, "r1")
    game.look()
    game.table.drop("y2")
    game.table.slip(1, 1, "y2")
    game.look(LONG)
    game.take_back(game.table.t)
    game.look(LONG)


@misdeed(Outcome.DIFFERS, *BEGUN[:2], hands=LIKES)
def two_turns_are_taken_in_one_movement_and_the_second_discard_hides_the_first(game: Game) -> None:
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.look(LONG)
    game.table.slip(0, 3, "g5")
    game.table.slip(1, 0, "r1")
    game.table.drop("r1")
    game.look(0.5)
    game.look(LONG)
