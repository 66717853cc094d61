"""A card reaches the discards while nobody watches: was it a misplay? The table is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press, Status
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, PlayedTap, Tap, TimedTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.filmed_table import FilmedTable, Game

HANDS = [["r1", "y2", "g1", "b1", "w1"], ["r2", "y3", "g2", "b2", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    return game


def say(game: Game, tap: Tap) -> list[str]:
    return game._note(game.tap(TimedTap(game.table.t, tap)))


def asked(game: Game) -> str | None:
    return None if game.now.question is None else game.now.question.card


def lay_unwatched(game: Game, seconds: float = 10.0) -> None:
    """Seat 1 gets rid of its yellow three while the camera is dead."""
    game.look()
    game.table.t += seconds
    game.table.discard(1, 1, draws="w4")
    game.look(3.0)


@pytest.mark.parametrize(
    ("played", "turn", "fuses"),
    [(True, "1 plays y3 from 1 and misses", 1), (False, "1 discards y3 from 1", 0)],
)
def test_the_table_says_whether_a_card_that_nobody_saw_was_played(
    game: Game, played: bool, turn: str, fuses: int
) -> None:
    lay_unwatched(game)
    assert game.status is Status.QUESTION
    assert to_data(game.said[-1]) == {
        "event": "question",
        "t": game.table.t,
        "place": "discards",
        "options": [],
        "card": "y3",
        "asks": "played_or_discarded",
    }
    unseen = "The camera did not see how yellow 3 came to the discards"
    asked = f"{unseen}: was it played or discarded?"
    assert sentence(game.said[-1]) == asked
    assert len(game.turns) == 1, "nothing is written before somebody answers"
    say(game, PlayedTap(played))
    assert game.turns[-1] == turn
    assert game.now.state.strikes == fuses
    assert game.now.question is None


def test_a_discard_that_was_watched_is_not_asked_about(game: Game) -> None:
    game.table.discard(1, 1, draws="w4")
    game.look()
    assert game.turns[-1] == "1 discards y3 from 1"
    assert game.now.asked == 0


def test_nor_is_one_that_came_while_hands_were_moving_for_long(game: Game) -> None:
    game.look()
    for _ in range(20):
        game.table.t += 0.5
        game.move(game.table.t)
    game.table.discard(1, 1, draws="w4")
    game.look()
    assert game.turns[-1] == "1 discards y3 from 1"


def test_a_card_that_would_have_fitted_was_discarded(record: Record) -> None:
    """Played, it would lie on its firework."""
    game = Game(record, [HANDS[0], ["r2", "y1", "g2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    lay_unwatched(game)
    assert game.turns[-1] == "1 discards y1 from 1"


def test_a_card_laid_in_the_dark_is_asked_about(game: Game) -> None:
    game.look()
    for _ in range(4):
        game.table.t += 1.0
        reading = game.table.reading(1.0)
        dark = type(reading)(reading.t, 1.0, mat=False, clear=False)
        game.see(dark)
    game.table.discard(1, 1, draws="w4")
    game.look(3.0)
    assert asked(game) == "y3"


def test_a_card_laid_in_a_break_is_asked_about(game: Game) -> None:
    game.resume()
    game.table.discard(1, 1, draws="w4")
    game.look(3.0)
    assert asked(game) == "y3"
    say(game, PlayedTap(True))
    assert game.turns[-1] == "1 plays y3 from 1 and misses"


def test_where_nobody_can_tell_it_is_a_discard_that_was_asked_about(game: Game) -> None:
    lay_unwatched(game)
    say(game, PlayedTap(None))
    assert game.turns[-1] == "1 discards y3 from 1"
    assert game.now.asked == 1


def test_the_game_goes_on_where_nobody_answers(game: Game) -> None:
    lay_unwatched(game)
    game.clue(0, 1, RankHint(4))
    assert game.turns[-2:] == ["1 discards y3 from 1", "0 tells 1 4 [1]"]


def test_naming_the_card_answers_another_question(game: Game) -> None:
    lay_unwatched(game)
    assert say(game, AnswerTap(None)) == ["refused"]
    assert asked(game) == "y3"
    game.table.discard(0, 1)
    assert say(game, PlayedTap(False)) != ["refused"]
    assert say(game, PlayedTap(False)) == ["refused"], "nothing is asked any more"


@pytest.mark.parametrize(
    ("press", "kind"),
    [(Press.PLAY, "play"), (Press.FUSE, "play"), (Press.DISCARD, "discard")],
)
def test_the_panel_answers_with_its_buttons(tmp_path: Path, press: Press, kind: str) -> None:
    record = Record(tmp_path / "games.sqlite3")
    table = FilmedTable(HANDS)
    evening = Controller(
        record, Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=lambda _: None
    )
    table.t += 4.0
    evening.see(table.reading(4.0), table.t)
    evening.press(Press.CONFIRM)
    evening.press(Press.CLUE)
    assert evening.game is not None
    table.t += 10.0
    table.discard(1, 1, draws="w4")
    table.t += 3.0
    evening.see(table.reading(3.0), table.t)
    question = evening.views()[PUBLIC]["question"]
    assert isinstance(question, dict)
    assert question["card"] == "y3"
    evening.press(press)
    assert (evening.game.log[-1]["kind"], evening.game.log[-1]["card"]) == (kind, "y3")


def open_after_a_restart(game: Game) -> None:
    """The game has gone on without an answer, and the companion comes up again."""
    lay_unwatched(game)
    game.clue(0, 1, RankHint(4))
    game.look()
    game.resume()


@pytest.mark.parametrize(
    ("played", "turn", "tokens"),
    [(True, "1 plays y3 from 1 and misses", 6), (False, "1 discards y3 from 1", 7)],
)
def test_what_nobody_has_said_yet_is_asked_again_after_a_restart(
    game: Game, played: bool, turn: str, tokens: int
) -> None:
    open_after_a_restart(game)
    assert asked(game) == "y3"
    assert game.now.referee.memory.perhaps_played, "nothing hangs on how many tokens there are"
    game.look()
    assert asked(game) == "y3"
    say(game, PlayedTap(played))
    game.look()
    assert game.now.differs is None
    assert asked(game) is None
    assert not game.now.referee.memory.perhaps_played
    assert turn in game.turns
    assert game.now.state.clue_tokens == tokens


def test_a_discard_that_was_watched_is_not_asked_about_after_a_restart(game: Game) -> None:
    game.table.discard(1, 1, draws="w4")
    game.look()
    game.resume()
    game.look()
    assert asked(game) is None
    assert not game.now.referee.memory.perhaps_played


ON_ITS_LIKE = [["r1", "y2", "g1", "b1", "w1"], ["r1", "y3", "g2", "b2", "w2"]]


def with_a_firework(record: Record) -> Game:
    """A red one lies there, and seat 1, who is to move, holds another."""
    game = Game(record, ON_ITS_LIKE)
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.play(0, 0, column=3, draws="b5")
    return game


@pytest.mark.parametrize("draws_first", [True, False])
def test_a_card_may_have_lain_exactly_on_its_like_while_it_showed_nowhere(
    record: Record, draws_first: bool
) -> None:
    """It has left its rack, and the mat lies open and shows nothing new.

    Where its like is drawn for it that looks as if it had been put back.
    """
    game = with_a_firework(record)
    game.table.fireworks_touched += 1
    game.table.put(1, 0, "r1" if draws_first else None)
    game.look()
    game.table.drop("r1")
    if not draws_first:
        game.table.put(1, 0, "w4")
    game.look(3.0)
    assert asked(game) == "r1"
    say(game, PlayedTap(True))
    assert game.turns[-1] == "1 plays r1 from 0 and misses"


def test_it_may_not_where_nothing_has_moved_over_the_fireworks_since_it_stood_in_its_rack(
    record: Record,
) -> None:
    game = with_a_firework(record)
    game.look()
    game.table.put(1, 0, None)
    game.look(3.0)
    game.table.drop("r1")
    game.table.put(1, 0, "w4")
    game.look()
    assert (game.turns[-1], game.now.asked) == ("1 discards r1 from 0", 0)


def test_nor_does_anybody_know_whose_rack_was_behind_an_arm(record: Record) -> None:
    game = with_a_firework(record)
    game.table.covered = {(1, slot) for slot in range(5)}
    game.table.fireworks_touched += 1
    game.table.put(1, 0, "w4")
    game.look()
    game.table.covered = set()
    game.table.drop("r1")
    game.look(3.0)
    assert asked(game) == "r1"


def test_what_its_like_lies_on_may_be_a_card_that_nobody_could_read(record: Record) -> None:
    game = Game(record, [["?", *ON_ITS_LIKE[0][1:]], ON_ITS_LIKE[1]])
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    game.table.put(0, 0, "b5")
    game.table.lay(None, 3)
    game.look(3.0)
    say(game, AnswerTap(None))
    game.table.fireworks_touched += 1
    game.table.put(1, 0, None)
    game.look()
    game.table.put(1, 0, "w4")
    game.table.drop("r1")
    game.look(3.0)
    assert asked(game) == "r1"


@pytest.mark.parametrize("stays", [True, False], ids=["in the hand", "back in the rack"])
def test_a_misplay_is_one_though_its_owners_hand_never_left_the_rack(
    game: Game, stays: bool
) -> None:
    """It lay on the fireworks. While the hand hides the slot, nobody saw it go back there."""
    game.look()
    game.table.covered = {(1, 1)}
    game.table.reach(1)
    game.table.lay("y3", 1)
    game.look()
    game.table.lift(1)
    game.look(1.0, clear=False)
    if not stays:
        game.table.covered = set()
        game.look()
    game.table.covered = {(1, 1)}
    game.table.put(1, 1, "w4")
    game.table.drop("y3")
    game.look(1.0, clear=False)
    game.table.covered = set()
    game.look(3.0)
    misplay, discard = "1 plays y3 from 1 and misses", "1 discards y3 from 1"
    assert game.turns[-1] == (misplay if stays else discard)


def test_what_was_taken_back_in_another_turn_makes_no_misplay_of_its_like(record: Record) -> None:
    """Seat 1 lays its yellow three, takes it back and tells something; seat 0 discards its own."""
    game = Game(record, [["r1", "y3", "g1", "b1", "w1"], ["r2", "y3", "g2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    game.look()
    game.table.covered = {(1, 1)}
    game.table.lay("y3", 1)
    game.look()
    game.table.lift(1)
    game.look(1.0, clear=False)
    game.table.covered = {(1, 1), (0, 1)}
    game.clue(1, 0, RankHint(1))
    game.look(0.5)
    game.table.covered = {(0, 1)}
    game.table.put(0, 1, "w4")
    game.table.drop("y3")
    game.look(0.5)
    game.table.covered = set()
    game.look(3.0)
    assert game.turns[-1] == "0 discards y3 from 1"


def test_a_card_that_went_from_its_rack_to_the_discards_was_discarded(record: Record) -> None:
    game = with_a_firework(record)
    game.look()
    game.discard(1, 0, draws="w4")
    assert (game.turns[-1], game.now.asked) == ("1 discards r1 from 0", 0)


def test_one_that_was_lifted_and_put_back_before_was_discarded_too(record: Record) -> None:
    game = with_a_firework(record)
    game.table.put(1, 0, None)
    game.look()
    game.table.put(1, 0, "r1")
    game.look(3.0)
    game.discard(1, 0, draws="w4")
    assert (game.turns[-1], game.now.asked) == ("1 discards r1 from 0", 0)


def test_only_a_card_on_top_can_be_the_one_that_hid_its_like(record: Record) -> None:
    game = with_a_firework(record)
    game.table.play(1, 3, 3, draws="w4")  # b2 misses, and shows that it lies there
    game.look()
    assert game.turns[-1] == "1 plays b2 from 3 and misses"
    game.clue(0, 1, RankHint(2))
    game.table.put(1, 0, None)
    game.look()
    game.table.drop("r1")
    game.look(3.0)
    assert (game.turns[-1], game.now.asked) == ("1 discards r1 from 0", 0)


def glimpsed(game: Game, label: str | None) -> None:
    """Seat 1 holds a card that nobody can read over a column, and soon after lays it down."""
    game.table.lay(None, 3)
    game.table.put(1, 1, None)
    game.look(0.6, clear=False)
    game.table.lift(3)
    game.table.drop(label)
    game.table.put(1, 1, "w4")
    game.look(1.2)


def glimpsed_and_discarded_after(record: Record, label: str | None) -> Game:
    """All clue tokens would be there when seat 0 discards, had seat 1 discarded its card."""
    game = Game(record, [HANDS[0], ["r2", "?", "g2", "b2", "w2"]])
    game.clue(0, 1, RankHint(2))
    glimpsed(game, label)
    game.table.discard(0, 3, "b5")
    game.look(1.2)
    return game


def test_a_card_seen_on_the_fireworks_was_played_if_the_next_discard_is_legal_only_then(
    record: Record,
) -> None:
    """What nobody could name costs no fuse before it is named."""
    game = glimpsed_and_discarded_after(record, None)
    assert not any("1 plays" in turn for turn in game.turns), "it waits for what is said meanwhile"
    game.look(4.0)
    assert not game.why
    assert game.turns[1:] == ["1 plays None from 1", "0 discards b1 from 3"]
    assert game.now.state.strikes == 0
    assert game.now.state.clue_tokens == STANDARD.clue_tokens
    assert game.now.question is not None, "people can still say what it is"


def test_no_fuse_burns_because_a_discard_would_be_legal_only_then(record: Record) -> None:
    """It may have been carried past there, and the discard be against the rules."""
    game = glimpsed_and_discarded_after(record, "y3")
    game.look(4.0)
    assert "nobody has said whether y3 was played or discarded" in game.why
    assert game.now.state.strikes == 0
    say(game, PlayedTap(played=True))
    game.look(4.0)
    assert not game.why
    assert game.turns[1:] == ["1 plays y3 from 1 and misses", "0 discards b1 from 3"]


def test_a_card_not_seen_on_the_fireworks_is_no_misplay_whatever_is_discarded_next(
    game: Game,
) -> None:
    lay_unwatched(game)
    game.table.discard(0, 3, "b5")
    game.look(4.0)
    assert "nobody has said whether y3 was played or discarded" in game.why
    assert game.now.state.strikes == 0


def test_a_misplay_that_would_fit_but_for_an_unread_twin_is_told_without_a_strike(
    record: Record,
) -> None:
    """Any of two cards that nobody has read may be that twin: which one shows later."""
    game = Game(record, [["?", "?", "g1", "b1", "b1"], ["?", "?", "g2", "w1", "w2"]])
    for column, label in enumerate((None, "w1", None, "w2")):
        game.table.lay(label, column % 3 if label is None else 1)
        game.table.put(column % 2, column // 2 + 3 * (column % 2), "w5")
        game.look(1.2)
    game.clue(0, 1, RankHint(2))
    glimpsed(game, "r1")
    game.table.discard(0, 3, "b5")
    game.look(4.0)
    assert not game.why
    assert game.turns[-2:] == ["1 plays None from 1", "0 discards b1 from 3"]
    assert game.now.state.strikes == 0, "before the twin is known"
    game.table.columns[0][0] = replace(game.table.columns[0][0], label="r1")
    game.look(4.0)
    assert game.turns[0] == "0 plays r1 from 0"
    assert game.turns[-2] == "1 plays r1 from 1 and misses"
