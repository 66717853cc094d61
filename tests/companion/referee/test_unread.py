"""Cards that the eyes cannot read: asked about, answered, or left unknown."""

from dataclasses import replace

import pytest

from companion.announcements.notation import to_data
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.play.inputs import AnswerTap, TimedTap
from companion.record.games import Record
from companion.referee.findings import Spot, Unclear
from companion.referee.readings import TableReading
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import FOUR, NOTHING, PLAYED, TWINS, with_a_clue

# ------------------------------------------------------------------------------ cards unread


def test_an_unread_card_that_the_rack_knew_is_no_question(game: Game) -> None:
    game.table.lay(None, 0, "g1", "b1")
    game.table.put(0, 2, "b4")
    assert game.look() == PLAYED
    assert game.turns == ["0 plays g1 from 2"]
    assert game.now.asked == 0


def test_an_unread_card_is_asked_about_after_three_seconds(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1", "y1", "w1")
    game.table.put(0, 0, "b4")
    assert game.look(2.0) == NOTHING
    assert game.look(3.0) == ["question"]
    asked = to_data(game.said[-1])
    assert (asked["place"], asked["options"]) == ("fireworks", ["r1", "b1", "y1"])
    assert game.look(5.0) == NOTHING, "it is asked once"
    assert game.answer("r1") == ["question_closed", *PLAYED]
    assert game.turns == ["0 plays r1 from 0"]


def test_a_card_that_is_read_at_last_needs_no_answer(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    game.look(3.0)
    unread = game.table.columns[0][0]
    game.table.columns[0][0] = type(unread)(unread.serial, "r1", (), unread.t)
    assert game.look() == [*PLAYED, "question_closed"]
    assert game.turns == ["0 plays r1 from 0"]


def test_without_an_answer_the_card_stays_unknown_and_the_game_goes_on(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    game.look(3.0)
    said = game.clue(1, 0, ColourHint(Suit.YELLOW))
    assert said == ["laid_unread", "drawn", "clue"]
    assert game.turns == ["0 plays None from 0", "1 tells 0 y [1]"]
    assert game.now.asked == 1
    assert game.now.question is not None, "somebody may know it still"


@pytest.mark.parametrize("when", ["at once", "while a hand is over it", "turns later"])
def test_a_card_that_nobody_can_tell_is_not_asked_about_again_after_a_break(
    record: Record, when: str
) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    game.look(3.0)
    if when == "turns later":
        game.clue(1, 0, ColourHint(Suit.YELLOW))
    elif when == "while a hand is over it":
        game.see(TableReading(game.table.t, 1.0, mat=False, clear=False))
    assert game.now.question is not None
    game.tap(TimedTap(game.table.t, AnswerTap(None)))
    game.look(3.0)
    assert game.now.questions == ()
    assert game.turns[0] == "0 plays None from 0"
    game.resume()
    game.look(5.0)
    assert game.now.questions == ()
    assert game.turns[0] == "0 plays None from 0"


def test_what_the_mat_shows_stands_above_what_was_read_in_another_hand(record: Record) -> None:
    """The only red five lies on the table: what was taken for it in a rack is something else."""
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], ["r5", "y2", "g2", "b2", "w2"]])
    game.table.lay("r5", 0)
    game.table.put(0, 0, "b4")
    assert game.look() == ["missed", "drawn"]
    assert game.now.state.hands[1][0].card is None


def test_a_rack_that_says_something_else_than_the_mat_is_a_question(game: Game) -> None:
    game.table.lay("r3", 0)
    game.table.put(0, 1, "b4")
    assert game.look(2.0) == NOTHING
    assert game.look(3.0) == ["question"]
    assert game.turns == NOTHING, "neither is written before somebody says which"
    assert game.answer("y1") == ["question_closed", *PLAYED]
    assert game.turns == ["0 plays y1 from 1"]


def test_a_misread_rack_is_put_right_when_it_has_come_to_rest(game: Game) -> None:
    game.table.put(1, 0, "r3")
    game.look(0.3)
    assert game.now.state.hands[1][0].card == Card.parse("r2")
    game.look(2.0)
    assert game.now.state.hands[1][0].card == Card.parse("r3")
    assert [to_data(one)["event"] for one in game.said] == ["game_started"]


# ------------------------------------------------------------------ unread, and nobody has time


def test_an_unread_card_does_not_hold_a_quick_table_up(record: Record) -> None:
    """Nobody leaves the table alone for three seconds, and the next clue is tapped already."""
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    assert game.look(2.0) == NOTHING
    assert game.clue(1, 0, ColourHint(Suit.YELLOW)) == NOTHING
    assert game.look(2.0) == ["question", "laid_unread", "drawn", "clue"]
    assert game.turns == ["0 plays None from 0", "1 tells 0 y [1]"]
    assert game.now.asked == 1


def test_the_next_card_laid_answers_for_nobody_and_is_no_misplay(record: Record) -> None:
    """The unread one may be the green one; should the two not fit, it goes to the discards."""
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    assert game.look(2.0) == NOTHING
    game.table.play(1, 2, 3, "g4")
    assert game.look(2.0) == ["question", "laid_unread", "drawn"]
    assert game.turns == ["0 plays None from 0"]
    assert game.look(3.0) == ["laid_unread", "drawn"]
    assert game.turns == ["0 plays None from 0", "1 plays None from 2"]
    assert game.now.state.strikes == 0


def test_a_clue_tapped_in_the_moment_a_card_is_unread_waits_for_a_better_look(
    record: Record,
) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    laid = game.table.lay(None, 0, "r1", "b1")
    game.table.put(0, 0, "b4")
    game.look(2.0)
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.columns[0][0] = type(laid)(laid.serial, "r1", (), laid.t)
    assert game.look(0.6) == [*PLAYED, "clue"]
    assert game.now.asked == 0


def test_what_looks_like_a_card_is_none_while_no_hand_has_lost_one(game: Game) -> None:
    with_a_clue(game)
    game.table.drop(None, "g4")
    assert game.look(4.0) == NOTHING
    game.discard(1, 0, draws="b4")
    assert game.turns[1:] == ["1 discards r2 from 0"]
    assert game.now.asked == 0


def test_a_card_laid_where_something_looked_like_one_is_a_move_all_the_same(game: Game) -> None:
    with_a_clue(game)
    phantom = game.table.drop(None)
    game.look()
    game.table.discards[-1] = type(phantom)(phantom.serial, "r2", (), phantom.t)
    game.table.put(1, 0, "b4")
    assert game.look() == ["discarded", "clue_token_regained", "drawn"]
    assert game.turns[1:] == ["1 discards r2 from 0"]


def test_an_unread_misplay_that_goes_to_the_discards_is_no_second_move(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay(None, 0, "r3", "b3")
    game.table.put(0, 0, "b4")
    game.look(3.0)
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.lift(0)
    game.table.drop("r3")
    assert game.look(4.0) == ["told", "question_closed"]
    assert game.turns[0] == "0 plays r3 from 0 and misses"
    game.play(0, 1, column=1, draws="w4")
    assert game.turns[2:] == ["0 plays y1 from 1"]


def test_a_card_like_nothing_learnt_is_the_one_that_left_the_rack(game: Game) -> None:
    """Glare hides the whole face; the slot that lost its card had been read."""
    game.table.lay(None, 0)
    game.table.put(0, 2, "b4")
    assert game.look() == PLAYED
    assert game.turns == ["0 plays g1 from 2"]


def test_an_unread_card_leaves_an_unread_slot(record: Record) -> None:
    game = Game(record, [["?", "?", "g1", "b1", "w1"], FOUR[1]])
    game.table.lay("r1", 0)
    game.table.put(0, 1, "b4")
    assert game.look() == PLAYED
    assert game.turns == ["0 plays r1 from 1"]


def test_of_twins_behind_a_hand_the_slot_is_named_when_the_hand_is_gone(record: Record) -> None:
    game = Game(record, TWINS)
    game.table.covered = {(0, slot) for slot in range(5)}
    game.table.lay("r1", 0)
    assert game.look(2.0) == NOTHING
    game.table.covered = set()
    game.table.put(0, 2, "g4")
    assert game.look(1.0) == PLAYED
    assert game.turns == ["0 plays r1 from 2"]


def test_what_looks_like_a_card_does_not_stand_for_the_card_that_was_laid(game: Game) -> None:
    with_a_clue(game)
    game.table.drop(None, "r2")
    game.table.play(1, 0, 0, "b4")
    assert game.look() == ["missed", "drawn"]
    assert game.turns[1:] == ["1 plays r2 from 0 and misses"]


def test_two_cards_laid_out_of_turn_are_not_taken_for_one_that_nobody_read(game: Game) -> None:
    with_a_clue(game)
    game.table.play(0, 0, 0, "b4")
    assert game.look() == NOTHING
    game.table.play(1, 0, 0, "g4")
    assert game.look(0.6) == NOTHING
    assert game.look(3.0) == ["table_differs"]
    assert "seat 0 laid a card" in str(to_data(game.said[-1])["why"])
    assert len(game.turns) == 1


def test_mat_and_rack_that_disagree_are_asked_about_and_then_left_unknown(game: Game) -> None:
    game.table.lay("r3", 0)
    game.table.put(0, 1, "b4")
    game.look(2.0)
    game.clue(1, 0, RankHint(1))
    said = game.look(2.0)
    assert said == ["question", "laid_unread", "drawn", "clue"]
    assert game.turns == ["0 plays None from 1", "1 tells 0 1 [0, 2, 3, 4]"]


def test_a_question_about_what_is_no_card_is_closed(game: Game) -> None:
    """It was asked while a rack seemed to have lost one."""
    laid = game.table.lay(None, 5)
    asked = Unclear(laid.serial, Spot.FIREWORKS, ())
    game.running.game = replace(game.now, questions=(asked,))
    assert game.now.waited_for == asked
    assert game.look() == ["question_closed"]
    assert game.now.waited_for is None
