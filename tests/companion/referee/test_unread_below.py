"""Cards laid on, or beside, cards that nobody could read: never a misplay that nobody saw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.panel.panel import Status
from companion.play.corrections import LIE_OPEN
from companion.play.inputs import AnswerTap, LayDownTap, PlayedTap, RedoTap, TimedTap, UndoTap
from companion.record.games import Record
from companion.referee.unread import PlayCertainty, verdict
from tests.companion.filmed_table import Game

HANDS = [["?", "y3", "g1", "b1", "w1"], ["y2", "y1", "g2", "b2", "r2"]]
"""Seat 0 holds a yellow one that nobody can read, in its slot 0."""


@pytest.fixture
def game(record: Record) -> Game:
    """Seat 0 has played its card unread, and the game has gone on."""
    game = Game(record, HANDS)
    game.table.lay(None, 3, "w1", "b1")
    game.table.put(0, 0, "b4")
    game.look(3.0)
    return game


def test_a_card_that_fits_on_an_unread_one_tells_which_that_was(game: Game) -> None:
    game.table.play(1, 0, 3, "g4")
    said = game.look(2.0)
    assert said == ["laid_unread", "drawn", "told", "question_closed", "played", "drawn"]
    assert game.turns == ["0 plays y1 from 0", "1 plays y2 from 0"]
    assert (game.now.state.strikes, game.now.state.clue_tokens) == (0, 8)
    told = next(one for one in game.said if to_data(one)["event"] == "told")
    assert (to_data(told)["turn"], to_data(told)["card"]) == (1, "y1")
    assert sentence(told) == "What was laid in turn 1 is known now: yellow 1. Score 0 → 1."


def test_two_unread_cards_in_a_row_are_told_by_the_third(record: Record) -> None:
    game = Game(record, [HANDS[0], ["?", "y1", "g2", "b2", "r2"]])
    for seat in (0, 1):
        game.table.lay(None, 3)
        game.table.put(seat, 0, "b4")
        game.look(3.2)
    game.table.play(0, 1, 3, "w3")
    game.look(2.0)
    assert game.turns == ["0 plays y1 from 0", "1 plays y2 from 0", "0 plays y3 from 1"]
    assert game.now.question is None


def test_a_card_too_high_for_what_can_lie_below_it_waits_for_an_answer(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.play(0, 1, 3, "w3")
    assert game.look(2.0) == [], "should it not fit, it goes to the discards"
    assert game.look(3.2) == ["laid_unread", "drawn"]
    assert game.now.state.strikes == 0
    game.clue(1, 0, RankHint(1))
    assert game.answer("y1") == ["question_closed", "told", "told"]
    assert game.turns[::2] == ["0 plays y1 from 0", "0 plays y3 from 1 and misses"]


def test_one_that_goes_to_the_discards_was_a_misplay(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.play(0, 1, 3, "w3")
    game.look(2.0)
    game.table.lift(3)
    game.table.drop("y3")
    assert game.look(2.0) == ["missed", "drawn"]
    assert game.turns[2] == "0 plays y3 from 1 and misses"


def test_one_on_record_unread_that_goes_to_the_discards_was_a_misplay(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.play(0, 1, 3, "w3")
    game.look(3.2)
    game.table.lift(3)
    game.table.drop("y3")
    assert game.look(2.0) == ["told"]
    assert game.turns[2] == "0 plays y3 from 1 and misses"
    assert game.now.question is not None, "the card below it is still unknown"


def test_a_twin_of_the_unread_card_that_goes_to_the_discards_tells_which_that_was(
    game: Game,
) -> None:
    game.table.play(1, 1, 3, "g4")
    assert game.look(2.0) == ["laid_unread", "drawn"], "a second yellow one, or the first"
    game.table.lift(3)
    game.table.drop("y1")
    assert game.look(2.0) == ["told", "question_closed", "missed", "drawn"]
    assert game.turns == ["0 plays y1 from 0", "1 plays y1 from 1 and misses"]


def laid_unread(record: Record) -> Game:
    """Seat 0 lays a red four, which nobody can read, on a column."""
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(1))
    game.clue(1, 0, RankHint(1))
    game.table.lay(None, 0)
    game.table.put(0, 0, None)
    return game


def taken_to_the_discards(game: Game) -> None:
    """It goes on to the discards, where it is read, and another one is drawn."""
    game.table.lift(0)
    game.table.drop("r4")
    game.table.put(0, 0, "b4")


def test_an_unread_misplay_reveals_itself_on_the_discards_before_anybody_was_asked(
    record: Record,
) -> None:
    game = laid_unread(record)
    game.look(1.5)
    taken_to_the_discards(game)
    assert game.look(2.0) == ["missed", "drawn"]
    assert game.turns[2] == "0 plays r4 from 0 and misses"
    assert game.now.asked == 0


def test_something_carried_past_the_fireworks_is_asked_about(record: Record) -> None:
    game = laid_unread(record)
    game.look(0.5, clear=False)  # a hand holds it
    taken_to_the_discards(game)
    assert game.look(3.2) == ["question"]
    assert to_data(game.said[-1])["asks"] == "played_or_discarded"
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.look(2.0)
    assert game.turns[2] == "0 discards r4 from 0"
    said = game.tap(TimedTap(game.table.t, PlayedTap(played=True)))
    assert [to_data(one)["event"] for one in said] == ["question_closed", "told"]
    assert game.turns[2] == "0 plays r4 from 0 and misses"


def test_what_lay_on_the_fireworks_while_no_hand_was_about_was_laid_there(
    record: Record,
) -> None:
    game = laid_unread(record)
    game.look(0.5)
    game.table.reach(0)
    game.look(0.2, clear=False)  # before it has been lifted
    taken_to_the_discards(game)
    assert game.look(3.2) == ["missed", "drawn"]
    assert game.turns[2] == "0 plays r4 from 0 and misses"


def test_a_clue_is_not_refused_because_of_strikes_that_nobody_earned(record: Record) -> None:
    game = Game(record, [["?", "y3", "y5", "b1", "w1"], ["y2", "y4", "g2", "b2", "r2"]])
    game.table.lay(None, 3)
    game.table.put(0, 0, "b4")
    game.look(3.2)
    for seat, slot in ((1, 0), (0, 1), (1, 1), (0, 2)):
        game.table.play(seat, slot, 3, "g4")
        game.look(2.0)
    assert game.now.state.height(Suit.YELLOW) == 5
    assert game.now.state.strikes == 0
    assert game.clue(1, 0, ColourHint(Suit.BLUE)) == ["clue"]


# ------------------------------------------------------------------------------------ the question


def test_an_answer_turns_later_replays_what_followed(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.clue(0, 1, ColourHint(Suit.GREEN))
    game.clue(1, 0, ColourHint(Suit.WHITE))
    assert game.status is Status.WAITING_FOR_MOVE
    assert game.answer("y1") == ["question_closed", "told"]
    assert game.turns[0] == "0 plays y1 from 0"
    assert len(game.turns) == 4
    assert game.now.state.height(Suit.YELLOW) == 1


def test_an_answer_that_cannot_be_is_refused_and_the_question_stays(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.drop("r5")
    game.table.put(0, 1, "w3")
    game.look(3.2)
    before = game.turns
    for label in ("k1", "m1"):
        assert game.answer(label) == ["refused"]
    assert game.turns == before
    assert game.now.question is not None


def test_the_oldest_question_is_shown_and_the_next_one_after_it(record: Record) -> None:
    game = Game(record, [HANDS[0], ["?", "y1", "g2", "b2", "r2"]])
    for seat, column in ((0, 0), (1, 1)):
        game.table.lay(None, column, ("y1", "g1")[seat])
        game.table.put(seat, 0, "b4")
        game.look(3.2)
    game.clue(0, 1, ColourHint(Suit.BLUE))
    assert game.now.asked == 2
    assert game.now.question is not None
    assert game.now.question.options == ("y1",)
    game.answer("y1")
    assert game.now.question.options == ("g1",)
    game.answer("g1")
    assert game.turns[:2] == ["0 plays y1 from 0", "1 plays g1 from 0"]
    assert game.now.question is None


def test_nobody_knows_closes_a_question_for_good(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    said = game.tap(TimedTap(game.table.t, AnswerTap(None)))
    assert [to_data(one)["event"] for one in said] == ["question_closed"]
    assert game.look(4.0) == []
    assert game.turns[0] == "0 plays None from 0"


def test_a_discard_that_nobody_could_read_is_named_turns_later(record: Record) -> None:
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(1))
    game.clue(1, 0, RankHint(1))
    game.table.drop(None, "r4")
    game.table.put(0, 0, "b4")
    game.look(3.2)
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    assert game.turns[2] == "0 discards None from 0"
    assert game.answer("r4") == ["question_closed", "told"]
    assert game.turns[2] == "0 discards r4 from 0"


def test_a_card_that_is_read_at_last_is_named_although_the_game_has_gone_on(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.table.columns[3][0] = replace(game.table.columns[3][0], label="y1")
    assert game.look(2.0) == ["told", "question_closed"]
    assert game.turns[0] == "0 plays y1 from 0"


def test_the_question_is_asked_again_after_a_restart(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    game.resume()
    game.look(3.2)
    assert game.now.question is not None
    assert game.now.question.options == ("w1", "b1")
    assert game.answer("y1") == ["question_closed", "told"]
    assert game.turns[0] == "0 plays y1 from 0"
    assert game.look(4.0) == [], "table and record agree"


def test_a_turn_that_is_taken_back_takes_its_question_along(game: Game) -> None:
    game.clue(1, 0, ColourHint(Suit.YELLOW))
    for _ in range(2):
        game._note(game.tap(TimedTap(game.table.t, UndoTap())))
    assert game.now.question is None
    assert game.look(4.0) == ["table_differs"], "the card has to go home"


def test_undo_takes_turns_back_and_not_what_came_to_light(game: Game) -> None:
    game.table.play(1, 0, 3, "g4")
    game.look(2.0)
    game._note(game.tap(TimedTap(game.table.t, UndoTap())))
    assert game.turns == ["0 plays y1 from 0"]
    game._note(game.tap(TimedTap(game.table.t, RedoTap())))
    assert game.turns == ["0 plays y1 from 0", "1 plays y2 from 0"]


# --------------------------------------------------------------------------- columns by themselves


def test_what_lies_below_a_card_of_the_black_firework_is_told_downwards() -> None:
    rules = compose("powder", Options(black_powder=True))
    state = start(rules, 2)[0]
    assert rules.build(Suit.BLACK)[:2] == (5, 4)
    assert verdict(state, Card(Suit.BLACK, 4), [None]) == (Card(Suit.BLACK, 5),)
    assert verdict(state, Card(Suit.BLACK, 5), [None]) is PlayCertainty.STAYS


def test_a_card_below_of_which_all_copies_lie_elsewhere_is_not_concluded() -> None:
    state = start(STANDARD, 2)[0]._replace(discards=(Card(Suit.YELLOW, 1),) * 3)
    assert verdict(state, Card(Suit.YELLOW, 2), [None]) is PlayCertainty.OPEN


def test_above_another_suit_nothing_is_concluded() -> None:
    state = start(STANDARD, 2)[0]
    assert verdict(state, Card(Suit.YELLOW, 2), [Card(Suit.RED, 1), None]) is PlayCertainty.OPEN


def test_where_all_cards_are_known_the_rules_decide() -> None:
    state = start(STANDARD, 2)[0]
    assert verdict(state, Card(Suit.YELLOW, 2), []) is PlayCertainty.CERTAIN


def test_a_misplay_stays_one_whichever_unread_card_is_named_first(record: Record) -> None:
    """Yellow 1 and 2 lie unread; a second yellow 2 went to the discards and cannot have fitted."""
    game = Game(record, [HANDS[0], ["?", "y2", "g2", "b2", "r2"]])
    for seat in (0, 1):
        game.table.lay(None, 3)
        game.table.put(seat, 0, "b4")
        game.look(3.2)
    game.clue(0, 1, ColourHint(Suit.BLUE))
    game.table.lay("y2", 4)
    game.table.put(1, 1, "w3")
    game.look(1.0)
    game.table.lift(4)
    game.table.drop("y2")
    game.look(3.2)
    strikes = game.now.state.strikes
    assert strikes == 1
    game.answer("y1")
    assert not any("y2" in turn and "misses" not in turn for turn in game.turns)
    game.answer("y2")
    assert game.now.state.height(Suit.YELLOW) == 2
    assert game.now.state.strikes == strikes


def test_no_late_answer_lets_a_game_go_on_whose_hands_lie_open(record: Record) -> None:
    """As above, but the one misplay has ended the game: naming yellow 1 would leave it open."""
    rules = replace(STANDARD, strikes=1)
    game = Game(record, [HANDS[0], ["?", "y2", "g2", "b2", "r2"]], ruleset=rules)
    for seat in (0, 1):
        game.table.lay(None, 3)
        game.table.put(seat, 0, "b4")
        game.look(3.2)
    game.clue(0, 1, ColourHint(Suit.BLUE))
    game.table.lay("y2", 4)
    game.table.put(1, 1, "w3")
    game.look(1.0)
    game.table.lift(4)
    game.table.drop("y2")
    game.look(3.2)
    assert game.now.state.over
    game.tap(TimedTap(game.table.t, LayDownTap()))
    turns, asked = game.turns, game.now.question
    assert game.answer("y1") == ["refused"]
    assert to_data(game.said[-1])["why"] == LIE_OPEN
    assert (game.turns, game.now.question) == (turns, asked)
    assert game.now.state.laid_down


# ------------------------------------------------- a card that is known before those below it


BOTH_UNREAD = [["?", "y3", "g1", "b1", "w1"], ["?", "y1", "g2", "b2", "r2"]]
"""The yellow one and two, which are played in this order, on different columns."""


@pytest.fixture
def two_unread(record: Record) -> Game:
    """Both seats have played a card that nobody could read, and the game has gone on."""
    game = Game(record, BOTH_UNREAD)
    for seat, column in ((0, 3), (1, 4)):
        game.table.lay(None, column)
        game.table.put(seat, 0, "b4")
        game.look(3.2)
    game.clue(0, 1, RankHint(1))
    return game


def read(game: Game, column: int, label: str) -> list[str]:
    """Let the eyes read at last what lies uppermost on a column."""
    pile = game.table.columns[column]
    pile[-1] = replace(pile[-1], label=label)
    return game.look(2.0)


def test_a_card_read_at_last_is_no_misplay_as_long_as_another_one_is_unread(
    two_unread: Game,
) -> None:
    assert read(two_unread, 4, "y2") == ["question_closed"]
    assert two_unread.now.state.strikes == 0
    assert two_unread.turns[:2] == ["0 plays None from 0", "1 plays None from 0"]
    assert read(two_unread, 3, "y1") == ["told", "told", "question_closed"]
    assert two_unread.turns[:2] == ["0 plays y1 from 0", "1 plays y2 from 0"]


def test_neither_is_one_that_somebody_names(two_unread: Game) -> None:
    assert two_unread.answer("y1")[0] == "question_closed"  # the older one
    assert two_unread.answer("y2")[0] == "question_closed"
    assert two_unread.now.state.strikes == 0
    assert two_unread.turns[:2] == ["0 plays y1 from 0", "1 plays y2 from 0"]


def test_what_somebody_names_is_no_misplay_where_nobody_can_tell_what_lies_below_it(
    two_unread: Game,
) -> None:
    t = two_unread.table.t
    two_unread.tap(TimedTap(t, AnswerTap(None)))
    two_unread.tap(TimedTap(t, AnswerTap(Card(Suit.YELLOW, 2))))
    assert two_unread.now.question is None, "it is known, and only not whether it fitted"
    assert two_unread.now.state.strikes == 0
    assert read(two_unread, 3, "y1")[:2] == ["told", "told"]
    assert two_unread.turns[:2] == ["0 plays y1 from 0", "1 plays y2 from 0"]


def test_a_card_that_is_too_high_for_any_unread_one_is_a_misplay_at_once(
    two_unread: Game,
) -> None:
    read(two_unread, 4, "y4")
    assert two_unread.now.state.strikes == 1


def test_what_lay_on_the_discards_before_a_hand_lost_a_card_is_not_that_card(
    record: Record,
) -> None:
    """It was an outline at first; when it is read, somebody else has played."""
    game = Game(record, [["?", "y3", "g1", "b1", "w1"], ["?", "y1", "g2", "b2", "r2"]])
    game.table.lay(None, 3)
    game.table.put(0, 0, "b4")
    game.look(3.2)
    game.clue(1, 0, RankHint(1))
    game.table.lift(3)
    outline = game.table.drop(None)
    game.look(2.0)
    game.clue(0, 1, RankHint(1))
    game.table.discards[-1] = replace(outline, label="r3")
    game.table.put(1, 0, "b5")
    game.look(2.0)
    assert game.turns[0] == "0 plays r3 from 0 and misses"
    assert len(game.turns) == 3


def test_what_a_cup_leaves_on_an_unread_card_is_no_card_below_it(game: Game) -> None:
    """Once it has gone the eyes find the card anew, and no rack has lost another."""
    game.clue(1, 0, RankHint(1))
    assert len(game.turns) == 2
    game.table.lay(None, 3)
    game.look(3.2)
    game.table.lay("y1", 3)
    game.look(2.0)
    assert game.turns[0] == "0 plays y1 from 0"
    assert game.now.question is None
    assert game.status is Status.WAITING_FOR_MOVE


def test_an_unread_card_that_showed_while_another_lay_on_the_discards_has_not_become_it(
    record: Record,
) -> None:
    """A book's edge beside a firework; the strike of a misplay would be one nobody earned."""
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.look()
    game.table.lay(None, 3)
    discard = game.table.drop(None)
    game.table.put(0, 0, "b4")
    game.look(3.0)
    game.clue(1, 0, RankHint(3))
    game.look(3.2)
    assert game.turns[2] == "0 plays None from 0"
    game.table.discards[-1] = replace(discard, label="g5")
    game.table.lift(3)
    game.look(3.2)
    game.look(5.0)
    assert game.turns[2] == "0 plays None from 0"
    assert game.now.state.strikes == 0
