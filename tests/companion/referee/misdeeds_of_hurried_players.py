"""What happens where people hurry, hands are in the way, and the camera fails; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from companion.play.inputs import PlayedTap, TimedTap
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    FOUR,
    LONG,
    STAYS,
    TWO,
    Outcome,
    a_clue,
    blind,
    busy,
    misdeed,
)
from tests.companion.referee.misdeeds_of_beginners import rest

GREEDY: Hands = [["y2", "y3", "g1", "b1", "w1"], ["y4", "r3", "g2", "b2", "w2"]]
"""Hands whose first cards all miss."""


def frames_fail(game: Game, seconds: float) -> None:
    """Let no frame come for a while; then a hand is over the mat."""
    game.table.t += seconds
    game.table.reach(game.now.state.to_move)
    game.see(game.table.reading(0.0, clear=False))


# ----------------------------------- the camera fails while a card is on its way (000:84, 001:150)


@misdeed(Outcome.ASKED, CLUE)
def a_misplay_goes_to_the_discards_while_frames_fail_and_a_hand_is_there_afterwards(
    game: Game,
) -> None:
    a_clue(game)
    game.look()
    frames_fail(game, 8.0)
    game.table.t += 0.4
    game.table.discard(1, 1, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses")
def somebody_says_that_it_was_a_misplay(game: Game) -> None:
    a_misplay_goes_to_the_discards_while_frames_fail_and_a_hand_is_there_afterwards(game)
    game._note(game.tap(TimedTap(game.table.t, PlayedTap(True))))
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses")
def a_misplay_lies_there_for_a_moment_before_frames_fail(game: Game) -> None:
    a_clue(game)
    game.table.put(1, 1, None)
    game.table.lay("y2", 0)
    game.look(0.5)
    game.table.lift(0)
    frames_fail(game, 6.0)
    game.table.drop("y2")
    game.table.put(1, 1, "y5")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE)
def a_card_is_discarded_in_the_dark_and_taken_back(game: Game) -> None:
    a_clue(game)
    blind(game, 9.0)
    rest(game)


# Expected to be asked; but it would have fitted, and so it was not played.
@misdeed(Outcome.DIFFERS)
def a_card_that_fits_is_discarded_in_the_dark_while_all_tokens_are_there(game: Game) -> None:
    blind(game, 6.0)
    game.table.discard(0, 0, "w4")
    rest(game)


@misdeed(
    Outcome.ASKED,
    "0 plays y2 from 0 and misses",
    "1 plays y4 from 0 and misses",
    hands=GREEDY,
)
def the_third_misplay_may_have_come_in_the_dark(game: Game) -> None:
    """The game is not over before somebody has said so."""
    for seat, label, draws in ((0, "y2", "w3"), (1, "y4", "w4")):
        game.play(seat, 0, 0, draws)
        game.table.lift(0)
        game.table.drop(label)
        game.look()
    blind(game, 6.0)
    game.table.discard(0, 1, "w4")
    rest(game)
    assert not game.now.state.over


@misdeed(
    Outcome.HANDLED,
    "0 plays y2 from 0 and misses",
    "1 plays y4 from 0 and misses",
    "0 plays y3 from 1 and misses",
    hands=GREEDY,
)
def somebody_plays_on_after_the_third_misplay(game: Game) -> None:  # 000:88
    for seat, slot, label in ((0, 0, "y2"), (1, 0, "y4"), (0, 1, "y3")):
        game.play(seat, slot, 0, "b5")
        game.table.lift(0)
        game.table.drop(label)
        game.look()
    game.play(1, 2, 1, "w1")
    rest(game)
    assert game.now.state.over


# ------------------------------------------------------- what is laid against the rules (000:70-84)


@misdeed(Outcome.HANDLED)
def a_discard_at_full_tokens_is_taken_back_from_under_others(game: Game) -> None:
    """Nobody sees the place where it lay under them."""
    laid = game.table.drop("r1")
    game.table.put(0, 0, None)
    game.look(LONG)
    assert game.now.differs is not None
    game.table.doubtful.add(laid.serial)
    game.table.put(0, 0, "r1")
    rest(game)


@misdeed(Outcome.DIFFERS)
def a_discard_at_full_tokens_lies_there_and_its_hand_is_whole_again(game: Game) -> None:
    game.table.discard(0, 0, "w4")
    game.look(LONG)
    rest(game)


@misdeed(Outcome.ASKED_ALONE)
def a_discard_at_full_tokens_is_pushed_under_others_and_one_drawn(game: Game) -> None:
    """Another card stands in its slot, and nobody has taken a turn."""
    laid = game.table.drop("r1")
    game.table.put(0, 0, None)
    game.look(LONG)
    game.table.doubtful.add(laid.serial)
    game.table.put(0, 0, "w4")
    rest(game)


LIKES: Hands = [["r1", "w2", "w2", "b1", "y1"], ["r2", "y2", "g2", "b2", "g1"]]
BOTH_TELL = ("0 tells 1 2 [0, 1, 2, 3]", "1 tells 0 1 [0, 3, 4]")


def both_tell(game: Game) -> None:
    """Seat 0, who holds two like cards, may discard one of them next."""
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))


@misdeed(Outcome.DIFFERS, *BOTH_TELL, hands=LIKES)
def a_discard_that_was_taken_back_is_laid_down_again_and_its_like_stands_in_the_rack(
    game: Game,
) -> None:
    """Nobody sees the place where it lay under others; the card drawn for it stands there still."""
    both_tell(game)
    laid = game.table.drop("w2")
    game.table.put(0, 2, "g5")
    game.look(LONG)
    game.take_back(game.table.t)
    rest(game)
    game.table.doubtful.add(laid.serial)
    game.table.drop("w2")
    game.table.reach(0)
    rest(game)


@misdeed(Outcome.DIFFERS, *BOTH_TELL, hands=LIKES)
def a_discard_that_was_looked_at_is_taken_back_on_record_only(game: Game) -> None:
    both_tell(game)
    game.discard(0, 2, "g5")
    game.look(LONG)
    for taken_back in (False, True):
        game.table.pick_up()
        game.table.drop("w2")
        game.table.reach(0)
        rest(game)
        if not taken_back:
            game.take_back(game.table.t)
            rest(game)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def two_hands_lay_a_card_each_and_neither_was_to_move(game: Game) -> None:
    game.table.play(2, 0, 0, "w1")
    game.table.play(3, 0, 1, "b1")
    rest(game)


# ---------------------------------------------- what stands and lies elsewhere (000:60, 001:96-110)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays y1 from 0",
    hands=[TWO[0], ["y1", "y2", "g2", "b2", "w2"]],
)
def two_fireworks_change_their_columns(game: Game) -> None:
    game.play(0, 0, 0, "y3")
    game.play(1, 0, 1, "r4")
    game.table.lift(0)
    game.table.lift(1)
    game.table.lay("y1", 0)
    game.table.lay("r1", 1)
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def the_card_just_played_is_drawn_again(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.lift(0)
    game.table.put(0, 0, "r1")
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def somebody_draws_from_his_neighbours_rack(game: Game) -> None:
    game.play(0, 0, 0)
    game.table.put(0, 0, "w2")
    game.table.put(1, 4, None)
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, hands=FOUR)
def everybody_gets_one_more_card(game: Game) -> None:
    for seat, label in enumerate(("w1", "y5", "g5", "r5")):
        game.table.put(seat, 4, label)
    rest(game)
    game.look(STAYS)


@misdeed(Outcome.DIFFERS, CLUE, "1 discards r2 from 0")
def all_discards_go_into_the_box(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.table.pick_up()
    rest(game)


# ---------------------------------------------------- hands in the way, and clues (000:96, 001:124)


@misdeed(Outcome.HANDLED, CLUE, "1 tells 0 1 [0, 1, 2, 3, 4]", "0 discards y1 from 1")
def a_clue_is_tapped_while_the_next_card_is_in_the_air(game: Game) -> None:
    a_clue(game)
    game.look()
    game.table.put(0, 1, None)
    busy(game, 1.0)
    game.clue(1, 0, RankHint(1))
    game.table.drop("y1")
    game.table.put(0, 1, "w4")
    rest(game)


# Expected to wait for its turn; it is refused once the table lies still.
@misdeed(Outcome.TOLD, "0 plays r1 from 0", "1 plays r2 from 0", hands=FOUR)
def the_next_but_one_gives_a_clue_before_its_turn(game: Game) -> None:
    game.play(0, 0, 0, "w1")
    game.clue(3, 0, RankHint(1))
    game.play(1, 0, 0, "w4")
    game.look()
