"""What comes of children, of a book on the mat, and of power that goes; see ``misdeeds``.

Each outcome was written down from the rulebooks before any of them was done. Four came out as
openly in another way: all four who lay at once are taken in their order, of cards that fell face up
one is asked about and for the other a draw is missed, and a firework that was lifted while its like
was laid in its place differs.
"""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from companion.play.inputs import (
    ClueTap,
    ConsentTap,
    CountTap,
    LayTap,
    PauseTap,
    RearrangeTap,
    SightBack,
    SightLost,
    Tap,
    TimedTap,
    UndoTap,
)
from companion.referee.findings import Spot
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import (
    CLUE,
    DISCARDED,
    FOUR,
    LONG,
    STAYS,
    Outcome,
    a_clue,
    blink,
    misdeed,
    two_discards,
)
from tests.companion.referee.misdeeds_of_beginners import EACH_ITS_TWIN, rest
from tests.companion.referee.misdeeds_of_long_evenings import says
from tests.companion.taking import take

ALL_ONES = "1 tells 0 1 [0, 1, 2, 3, 4]"
RAISED: Hands = [["r1", "r3", "g1", "b1", "w1"], ["r2", "y2", "r2", "b2", "w2"]]
PAIR: Hands = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "y2"]]
THREES: Hands = [["r3", "y1", "g1", "b1", "w1"], ["r3", "y2", "g2", "b2", "w2"]]


def covered(game: Game, seconds: float, *columns: int) -> None:
    """Show the mat while the rule book lies on some columns, or on the discards."""
    game.table.hidden = set(columns)
    game.look(seconds, clear=False)
    game.table.hidden = None


def by(game: Game, tap: Tap, reader: int) -> None:
    """Let somebody tap something on the phone of a seat."""
    game._note(game.tap(TimedTap(game.table.t, tap, reader=reader)))


def puts_away(game: Game, label: str) -> None:
    """The misplay on the first column goes to the discards, and all rest."""
    game.table.lift(0)
    game.table.drop(label)
    game.look()
    rest(game)


def thinks_over(game: Game, label: str) -> None:
    """Seat 1 takes its first card, and stands it up again."""
    for shown in (None, label):
        game.table.put(1, 0, shown)
        game.look()
        rest(game)


# ------------------------------------------------------------ in the same second (000:40, 001:130)


@misdeed(Outcome.HANDLED, CLUE, ALL_ONES, "0 plays r1 from 0", "1 discards y2 from 1")
def one_plays_and_the_next_discards_at_the_same_moment(game: Game) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.table.discard(1, 1, "y4")
    game.table.play(0, 0, 0, "y5")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, ALL_ONES, "0 discards r1 from 0", "1 plays y2 from 1 and misses")
def one_discards_and_the_next_misplays_at_the_same_moment(game: Game) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    game.table.discard(0, 0, "y4")
    game.table.play(1, 1, 0, "y5")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays y2 from 0 and misses",
    "1 plays y1 from 0",
    hands=[["y2", "r1", "g1", "b1", "w1"], ["y1", "r2", "g2", "b2", "w2"]],
)
def one_misplays_and_the_next_covers_it_at_the_same_moment_with_what_fits(game: Game) -> None:
    game.table.play(0, 0, 0, "w4")
    game.table.play(1, 0, 0, "w5")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    "0 plays r1 from 0",
    "1 plays r2 from 0",
    "2 plays r3 from 0",
    "3 plays g4 from 0 and misses",
    hands=FOUR,
)
def all_four_lay_at_the_same_moment(game: Game) -> None:
    for seat, column, draws in ((0, 0, "w5"), (1, 0, "y5"), (2, 0, "b5"), (3, 1, "g5")):
        game.table.play(seat, 0, column, draws)
    game.look()
    rest(game)


# ---------------------------------------------------- what is drawn falls face up (000:72, 000:88)


@misdeed(Outcome.TOLD, CLUE, "1 discards r2 from 0", "0 plays r1 from 0")
def a_drawn_card_falls_onto_the_discards_and_its_like_stands_in_the_next_hand(game: Game) -> None:
    a_clue(game)
    game.table.discard(1, 0, None)
    game.look(LONG)
    game.table.drop("r1")
    game.look()
    game.table.pick_up()
    game.table.put(1, 0, "r1")
    game.look()
    game.play(0, 0, 0, "w4")
    rest(game)


@misdeed(Outcome.ASKED_ALONE, "0 plays r1 from 0", "1 plays r2 from 0")
def a_drawn_card_falls_where_it_fits_and_the_next_one_who_holds_its_like_reaches_out(
    game: Game,
) -> None:
    """It is taken for his; table and record differ until it has gone, and he plays the other."""
    game.table.play(0, 0, 0, None)
    game.look()
    game.table.reach(1)
    game.table.lay("r2", 0)
    game.look()
    game.table.lift(0)
    game.table.put(0, 0, "r2")
    game.look(LONG)
    assert game.now.differs is not None
    game.play(1, 0, 0, "w4")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays r2 from 0")
def a_drawn_card_falls_where_it_fits_while_a_hand_is_on_the_next_ones_rack(game: Game) -> None:
    game.table.play(0, 0, 0, None)
    game.look()
    game.table.reach(1)
    game.table.covered = {(1, slot) for slot in range(5)}
    game.table.lay("r2", 0)
    game.look()
    game.look()
    game.table.lift(0)
    game.table.put(0, 0, "r2")
    game.look(1.0)
    game.table.covered = set()
    game.look(LONG)
    game.play(1, 0, 0, "w4")
    rest(game)


# -------------------------------------------------------------------------- a child (000:94-102)


@misdeed(Outcome.DIFFERS, *DISCARDED)
def a_child_puts_the_discards_onto_a_firework(game: Game) -> None:
    two_discards(game)
    game.table.discards.clear()
    game.table.lay("r2", 0)
    game.table.lay("y2", 0)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, *DISCARDED, "0 plays r1 from 0")
def a_child_exchanges_the_top_of_a_firework_for_the_top_of_the_discards(game: Game) -> None:
    two_discards(game)
    game.play(0, 0, 0, "w4")
    game.table.lift(0)
    game.table.pick_up()
    game.table.lay("y2", 0)
    game.table.drop("r1")
    game.look()
    rest(game)


@misdeed(
    Outcome.TOLD,
    "0 plays r1 from 0",
    "1 plays y1 from 0",
    "0 plays r2 from 1",
    "1 plays y2 from 1",
    hands=[["r1", "r2", "g1", "b1", "w1"], ["y1", "y2", "g2", "b2", "w2"]],
)
def a_child_exchanges_the_tops_of_two_fireworks(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.play(1, 0, 1, "w3")
    game.play(0, 1, 0, "w5")
    game.table.lift(0)
    game.table.lift(1)
    game.table.lay("y1", 0)
    game.table.lay("r2", 1)
    game.look()
    rest(game)
    game.play(1, 1, 0, "b5")
    rest(game)


@misdeed(Outcome.HANDLED)
def a_child_lays_the_neighbours_card_and_stands_it_up_again(game: Game) -> None:
    game.table.lay("r2", 0)
    game.table.put(1, 0, None)
    game.look()
    rest(game)
    assert game.now.differs is not None
    game.table.lift(0)
    game.table.put(1, 0, "r2")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    CLUE,
    "1 plays y2 from 1 and misses",
    "0 plays r1 from 0",
    "1 plays r2 from 0",
)
def a_child_exchanges_a_misplay_that_was_left_for_a_firework(game: Game) -> None:
    a_clue(game)
    game.play(1, 1, 1, "y5")
    game.play(0, 0, 0, "w4")
    game.table.lift(0)
    game.table.lift(1)
    game.table.lay("y2", 0)
    game.table.lay("r1", 1)
    game.look()
    rest(game)
    puts_away(game, "y2")
    game.play(1, 0, 1, "w3")
    rest(game)


# ------------------------------------------------------------- a misplay that is left (000:84)

LEFT = ("0 tells 1 2 [0, 1, 2, 3, 4]", "1 plays y2 from 1 and misses", "0 plays y1 from 1")


def left_lying(game: Game) -> None:
    """A yellow two is left on its column; yellow is begun on another one."""
    game.clue(0, 1, RankHint(2))
    game.play(1, 1, 0, "y5")
    game.play(0, 1, 1, "w4")


@misdeed(Outcome.DIFFERS, *LEFT)
def a_misplay_that_was_left_is_put_where_it_fits_by_now(game: Game) -> None:
    left_lying(game)
    game.table.lift(0)
    game.table.lay("y2", 1)
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, *LEFT, "1 tells 0 1 [0, 2, 3]", hands=[[*PAIR[0][:4], "y3"], PAIR[1]])
def a_misplay_is_put_where_it_fits_by_now_and_the_next_one_goes_on_from_it(game: Game) -> None:
    """No second fuse burns for what nobody has told him."""
    left_lying(game)
    game.clue(1, 0, RankHint(1))
    game.table.lift(0)
    game.table.lay("y2", 1)
    game.look(LONG)
    game.table.play(0, 4, 1, "b4")
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *LEFT, "1 plays y2 from 4", hands=PAIR)
def a_misplay_is_left_and_its_like_fits_by_now(game: Game) -> None:
    left_lying(game)
    game.play(1, 4, 1, "w3")
    rest(game)
    puts_away(game, "y2")


@misdeed(Outcome.HANDLED, *LEFT, "1 discards y2 from 4", hands=PAIR)
def a_misplay_is_left_until_its_like_was_discarded(game: Game) -> None:
    left_lying(game)
    game.discard(1, 4, "w3")
    rest(game)
    puts_away(game, "y2")


@misdeed(Outcome.HANDLED, *LEFT, hands=PAIR)
def a_misplay_is_put_away_while_its_like_is_thought_over(game: Game) -> None:
    left_lying(game)
    game.table.put(1, 4, None)
    blink(game)
    game.table.lift(0)
    game.table.drop("y2")
    game.look()
    game.look(LONG)
    game.table.put(1, 4, "y2")
    game.look()
    rest(game)


@misdeed(
    Outcome.HANDLED,
    *LEFT,
    "1 plays r2 from 0 and misses",
    "0 plays r1 from 0",
    "1 discards g2 from 2",
)
def two_misplays_are_left_for_turns_and_go_together_with_a_discard(game: Game) -> None:
    left_lying(game)
    game.play(1, 0, 0, "w3")
    game.play(0, 0, 2, "b5")
    game.table.lift(0)
    game.table.lift(0)
    game.table.drop("y2")
    game.table.discard(1, 2, "g5")
    game.table.drop("r2")
    game.look()
    rest(game)


# ------------------------------------------------------------------- the rule book lies on the mat


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def somebody_plays_beside_the_rule_book(game: Game) -> None:
    covered(game, LONG, 0, 1, 2)
    game.table.play(0, 0, 3, "w4")
    covered(game, 2.0, 0, 1, 2)
    covered(game, LONG, 0, 1, 2)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, ALL_ONES, "0 plays r1 from 0", "1 discards y2 from 1")
def somebody_plays_under_the_rule_book_and_the_next_discards_in_view(game: Game) -> None:
    a_clue(game)
    game.clue(1, 0, RankHint(1))
    covered(game, LONG, 0, 1, 2)
    game.table.put(0, 0, "w4")
    covered(game, 2.0, 0, 1, 2)
    covered(game, STAYS, 0, 1, 2)
    game.table.discard(1, 1, "w3")
    covered(game, 2.0, 0, 1, 2)
    covered(game, STAYS, 0, 1, 2)
    game.table.lay("r1", 0)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0", "1 plays y2 from 1 and misses", "0 plays y1 from 1")
def a_play_and_a_misplay_go_under_the_rule_book(game: Game) -> None:
    covered(game, LONG, 0, 1, 2)
    for place, draws in (((0, 0), "w4"), ((1, 1), "w3")):
        game.table.put(*place, draws)
        covered(game, 2.0, 0, 1, 2)
        covered(game, STAYS, 0, 1, 2)
    game.table.lay("r1", 0)
    game.table.lay("y2", 1)
    game.look()
    rest(game)
    game.play(0, 1, 2, "b5")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses", "0 plays r1 from 0")
def a_misplay_is_pulled_out_from_under_the_rule_book(game: Game) -> None:
    a_clue(game)
    game.play(1, 1, 0, "y5")
    covered(game, LONG, 0)
    game.table.drop("y2")
    covered(game, 2.0, 0)
    covered(game, LONG, 0)
    game.table.lift(0)
    game.look()
    rest(game)
    game.play(0, 0, 0, "w4")
    rest(game)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 plays r1 from 0")
def somebody_discards_under_the_rule_book_and_the_next_plays(game: Game) -> None:
    a_clue(game)
    game.discard(1, 0, "y5")
    game.clue(0, 1, RankHint(2))
    game.table.put(1, 1, "w4")
    covered(game, 2.0)
    covered(game, LONG)
    game.table.play(0, 0, 0, "w3")
    covered(game, 2.0)
    covered(game, STAYS)
    game.table.drop("y2")
    game.look()
    rest(game)


# --------------------------------------------------------------- a firework is lifted to be counted

BUILT = ("0 plays r1 from 0", "1 plays r2 from 0", "0 plays r3 from 1")


@misdeed(Outcome.HANDLED, *BUILT, hands=RAISED)
def the_top_of_a_firework_is_in_a_hand_while_the_next_card_is_laid(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.look(1.0)
    game.table.play(0, 1, 0, "w5")
    game.look()
    rest(game)
    game.table.lay("r2", 3)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *BUILT, hands=RAISED)
def a_firework_is_moved_while_the_next_card_is_laid_where_it_was(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.play(1, 0, 0, "y4")
    game.table.lift(0)
    game.table.lift(0)
    game.table.lay("r1", 4)
    game.table.lay("r2", 4)
    game.table.play(0, 1, 0, "w5")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0", hands=EACH_ITS_TWIN)
def a_firework_is_lifted_its_like_laid_there_and_it_goes_beside(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.table.lift(0)
    game.table.play(1, 0, 0, "y4")
    game.look(1.0)
    game.table.lay("r1", 1)
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *DISCARDED, "0 tells 1 2 [2, 3, 4]", "1 discards g2 from 2")
def somebody_discards_onto_the_heap_in_the_hand_of_whoever_looks_it_through(game: Game) -> None:
    two_discards(game)
    game.clue(0, 1, RankHint(2))
    game.table.discards.clear()
    game.look(1.0)
    game.table.put(1, 2, "b5")
    game.look(1.0)
    for label in ("r2", "y2", "g2"):
        game.table.drop(label)
    game.look()
    rest(game)


# ----------------------------------------------------------- the power goes, or the game rests

RESTARTED = ("0 tells 1 2 [0, 1, 2, 3, 4]", "1 plays r2 from 0 and misses", "0 plays r1 from 0")


def would_fit_by_now(game: Game) -> None:
    """A red two is left lying; seat 1, who is to move, holds the other one."""
    game.clue(0, 1, RankHint(2))
    game.play(1, 0, 0, "w4")
    game.play(0, 0, 1, "w5")


@misdeed(Outcome.HANDLED, *RESTARTED, hands=RAISED)
def the_power_goes_while_a_misplay_is_left_that_would_fit_by_now(game: Game) -> None:
    would_fit_by_now(game)
    game.resume()
    game.look()
    rest(game)


@misdeed(Outcome.HANDLED, *RESTARTED, "1 plays r2 from 2", hands=RAISED)
def the_game_rests_while_a_misplay_is_left_and_goes_on_with_its_like(game: Game) -> None:
    would_fit_by_now(game)
    for paused in (True, False):
        says(game, PauseTap(paused=paused))
        game.look(LONG)
    game.play(1, 2, 1, "b5")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r3 from 0 and misses", hands=THREES)
def the_power_goes_while_a_misplay_is_left_and_its_like_is_thought_over(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.resume()
    thinks_over(game, "r3")


@misdeed(Outcome.HANDLED, "0 plays r3 from 0 and misses", hands=THREES)
def the_power_goes_after_a_misplay_was_put_away_and_its_like_is_thought_over(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.table.lift(0)
    game.table.drop("r3")
    game.look()
    game.resume()
    thinks_over(game, "r3")


@misdeed(Outcome.DIFFERS, *DISCARDED)
def a_discard_is_drawn_after_the_power_has_gone(game: Game) -> None:
    two_discards(game)
    game.resume()
    game.look()
    game.table.pick_up(0)
    rest(game)


@misdeed(Outcome.HANDLED, CLUE, "1 plays y2 from 1 and misses", "0 discards r1 from 0")
def the_power_goes_before_a_misplay_goes_away_together_with_the_next_discard(game: Game) -> None:
    a_clue(game)
    game.play(1, 1, 0, "y5")
    game.resume()
    game.look()
    game.table.lift(0)
    game.table.drop("y2")
    game.table.discard(0, 0, "w4")
    game.look()
    rest(game)


# ---------------------------------------------------------------------------------- by tap


@misdeed(Outcome.HANDLED, "0 plays y1 from 0")
def a_hand_is_put_in_order_and_its_owner_taps_that_too(game: Game) -> None:
    game.table.put(0, 0, "y1")
    game.table.put(0, 1, "r1")
    game.look(LONG)
    says(game, RearrangeTap(0, (1, 0, 2, 3, 4)))
    game.look()
    game.play(0, 0, 0, "w4")
    rest(game)


@misdeed(Outcome.HANDLED, "0 plays r1 from 0")
def another_order_of_a_hand_is_tapped_and_no_card_moved(game: Game) -> None:
    says(game, RearrangeTap(0, (1, 0, 2, 3, 4)))
    game.look(LONG)
    game.play(0, 0, 0, "w4")
    rest(game)


@misdeed(Outcome.HANDLED, CLUE)
def a_clue_is_counted_by_the_button_and_then_told_by_phone(game: Game) -> None:
    says(game, CountTap(None))
    by(game, ClueTap(0, 1, RankHint(2)), 0)
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0")
def a_yes_to_a_clue_comes_after_its_giver_has_laid_a_card(game: Game) -> None:
    by(game, ClueTap(0, 1, RankHint(2), consent=True), 1)
    game.play(0, 0, 0, "w4")
    by(game, ConsentTap(granted=True), 0)
    rest(game)


@misdeed(Outcome.TOLD, "0 plays r1 from 0", "1 plays r2 from 0")
def a_yes_to_an_undo_comes_after_the_next_one_has_played(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    by(game, UndoTap(asks=(0,)), 1)
    game.play(1, 0, 0, "w5")
    by(game, ConsentTap(granted=True), 0)
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def two_seats_take_back_the_same_turn(game: Game) -> None:
    game.play(0, 0, 0, "w4")
    game.play(1, 0, 0, "w3")
    game.play(0, 1, 1, "b5")
    by(game, UndoTap(), 0)
    by(game, UndoTap(), 1)
    game.table.lift(1)
    game.table.put(0, 1, "y1")
    game.look()
    rest(game)


@misdeed(Outcome.DIFFERS, "0 plays r1 from 0")
def another_card_is_said_than_was_laid_while_no_camera_watched(game: Game) -> None:
    take(game.running, SightLost(), game.table.t)
    says(game, LayTap(0, 0, Spot.FIREWORKS))
    game.answer("r1")
    game.table.play(0, 1, 0, "w4")
    game.table.t += LONG
    take(game.running, SightBack(), game.table.t)
    game.look()
    rest(game)
