"""Cards of one hand that were laid while nobody looked: which came first is one question."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.announcements.announcement import Asked
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.panel.panel import Status
from companion.play.inputs import AnswerTap, PhotoTap, TimedTap
from companion.play.phase import Phase, phase_of
from companion.play.view import table_question
from companion.record.games import Record
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import blind

HANDS = [["r1", "r3", "y1", "b2", "w1"], ["r2", "y2", "g1", "b4", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    return asked_at(record, HANDS)


def asked_at(record: Record, hands: Hands) -> Game:
    """Seat 0 has played r1 and y1 and drawn twice while nobody looked, and seat 1 between them."""
    game = Game(record, hands)
    game.look()
    game.clue(0, 1, RankHint(2))
    game.clue(1, 0, RankHint(1))
    blind(game, 30.0)
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 2, 1, "y5")
    game.table.discard(1, 3, "w5")
    game.look()
    game.look(5.0)
    return game


def test_it_is_asked_which_card_was_laid_first(game: Game) -> None:
    (asked,) = [one for one in game.said if isinstance(one, Asked)]
    assert {*asked.options} == {"r1", "y1"}
    said = "The camera did not see which card was laid first: was it red 1, yellow 1?"
    assert sentence(asked) == said
    told = to_data(asked)
    assert (told["asks"], told["seat"]) == ("laid_first", 0)
    assert phase_of(game.now) is Phase.ASKING
    shown = table_question(game.now)
    assert shown is not None
    assert (shown["first"], shown["options"]) == (0, ["r1", "y1"])
    assert len(game.turns) == 2, "nothing is on record before somebody says so"


@pytest.mark.parametrize(
    ("first", "turns"),
    [
        ("r1", ["0 plays r1 from 0", "1 discards b4 from 3", "0 plays y1 from 2"]),
        ("y1", ["0 plays y1 from 2", "1 discards b4 from 3", "0 plays r1 from 0"]),
    ],
)
def test_one_answer_tells_all_of_these_turns(game: Game, first: str, turns: list[str]) -> None:
    game.answer(first)
    assert game.turns[2:] == turns
    assert phase_of(game.now) is Phase.PLAYING


def test_the_question_stays_when_the_game_goes_on(game: Game) -> None:
    game.clue(1, 0, RankHint(5))  # whoever is next does not wait
    game.look()
    assert game.now.question is not None
    game.answer("r1")
    assert game.turns[2:5] == ["0 plays r1 from 0", "1 discards b4 from 3", "0 plays y1 from 2"]


def test_a_card_that_nobody_asked_about_is_no_answer(game: Game) -> None:
    assert game.answer("b2") == ["refused"]
    assert game.now.question is not None


def test_where_nobody_knows_table_and_record_differ(game: Game) -> None:
    game.tap(TimedTap(game.table.t, AnswerTap(None)))
    assert game.now.question is None
    assert game.now.differs is not None
    assert len(game.turns) == 2


@pytest.mark.parametrize("hidden", ["r5", "y1", "b1"])
def test_what_is_asked_does_not_hang_on_a_card_that_is_still_in_a_hand(
    hidden: str, tmp_path: Path
) -> None:
    """Seat 1 still holds the card in its slot 2; its owner and everybody hear the same."""
    heard = []
    for name, card in (("one", "g1"), ("other", hidden)):
        hands = [HANDS[0], [*HANDS[1][:2], card, *HANDS[1][3:]]]
        with Record(tmp_path / name) as record:
            game = asked_at(record, hands)
            shown = table_question(game.now)
            game.answer("r1")
            heard.append((shown, [to_data(one) for one in game.said], game.turns[2:]))
    assert heard[0] == heard[1]


def test_a_card_that_lay_there_unread_before_is_that_of_the_hand_that_had_lost_one(
    record: Record,
) -> None:
    """Neither hand was ever read; seat 0 has laid something before the mat went out of view."""
    game = Game(record, [["?", "r3", "y3", "b3", "w3"], ["?", "y2", "g2", "b4", "w2"]])
    game.look()
    game.table.lay(None, 0, "r1", "g1", "b1")
    game.table.put(0, 0, "w4")
    game.look()
    assert game.turns == [], "it may still be read"
    blind(game, 10.0)
    game.table.lay("y1", 1)
    game.table.put(1, 0, "w1")
    game.look()
    assert game.turns[1:] == ["1 plays y1 from 0"], "seat 0 has not laid it"
    game.answer("g1")
    assert [(turn["seat"], turn.get("card")) for turn in game.now.log] == [(0, "g1"), (1, "y1")]


def test_where_each_of_two_hands_may_have_laid_an_unread_card_it_is_asked_about_first(
    record: Record,
) -> None:
    """Both cards came unseen, and one of them can be named."""
    game = Game(record, [["?", "r3", "y3", "b3", "w3"], ["?", "y2", "g2", "b4", "w2"]])
    game.look()
    blind(game, 10.0)
    game.table.lay("y1", 1)
    game.table.lay(None, 0, "r1", "g1", "b1")
    game.table.put(0, 0, "w4")
    game.table.put(1, 0, "w1")
    game.look()
    game.look(5.0)
    assert game.turns == []
    assert game.now.question is not None
    assert {*game.now.question.options} == {"r1", "g1", "b1"}


def test_a_photo_of_a_hand_lets_nobody_guess_an_order(record: Record) -> None:
    """What is read of hands is no turn: the clue before it is as late as it was."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "?", "?", "?", "?"]])
    game.look()
    blind(game, 10.0)
    game.clue(0, 1, RankHint(2))
    game.table.t += 1
    hand = tuple(Card.parse(label) for label in ("r2", "y2", "g2", "b2", "w2"))
    game.tap(TimedTap(game.table.t, PhotoTap(1, hand), 0))
    game.table.play(0, 0, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    game.look(4.0)
    game.look(5.0)
    assert len(game.turns) == 1
    assert game.status is Status.DIFFERS
