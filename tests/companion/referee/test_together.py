"""Several cards come between two looks, and no rack tells who laid which."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.play.inputs import AnswerTap, TimedTap
from companion.record.games import Record
from companion.referee.findings import Differs
from companion.referee.reasons import Cause
from tests.companion.filmed_table import Game


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with Record(tmp_path / "g.sqlite3") as record:
        game = Game(record, [[], []])
        game.look()
        yield game


def asked(game: Game) -> tuple[str, ...]:
    question = game.now.question
    assert question is not None
    return question.options


def answer(game: Game, label: str | None) -> None:
    tap = AnswerTap(None if label is None else Card.parse(label))
    game._note(game.tap(TimedTap(game.table.t, tap)))
    game.look()


def laid(game: Game) -> list[str]:
    return [turn.rsplit(" from", 1)[0] for turn in game.turns]


def test_people_say_which_of_two_cards_was_laid_first(game: Game) -> None:
    game.table.lay("b1", 0)
    game.table.lay("g1", 1)
    game.look()
    assert game.turns == []
    assert asked(game) == ("b1", "g1")
    answer(game, "g1")
    assert laid(game) == ["0 plays g1", "1 plays b1"]


def test_where_nobody_knows_it_table_and_record_differ(game: Game) -> None:
    game.table.lay("b1", 0)
    game.table.lay("g1", 1)
    game.look()
    answer(game, None)
    game.look(5.0)
    assert game.turns == []
    differs = game.now.differs
    assert isinstance(differs, Differs)
    assert differs.reason is not None
    assert differs.reason.cause is Cause.CAME_TOGETHER


def test_of_a_card_that_came_with_others_and_has_no_name_that_is_asked_before(game: Game) -> None:
    game.table.lay("b1", 0)
    game.table.lay(None, 1)
    game.look()
    assert game.turns == []
    assert asked(game) == ()
    answer(game, "g1")
    assert asked(game) == ("b1", "g1")
    answer(game, "g1")
    assert laid(game) == ["0 plays g1", "1 plays b1"]


def test_the_same_card_twice_on_one_pile_needs_no_order(game: Game) -> None:
    game.table.lay("b1", 0)
    game.look()
    for _ in range(2):
        game.table.drop("y1")
    game.clue(1, 0, RankHint(1))
    game.look()
    assert game.now.question is None


def test_two_cards_that_were_seen_one_after_the_other_are_two_turns(game: Game) -> None:
    game.table.lay("b1", 0)
    game.look()
    game.table.lay("g1", 1)
    game.look()
    assert laid(game) == ["0 plays b1", "1 plays g1"]


@pytest.fixture
def one_unread(game: Game) -> Game:
    """Two discards lie there, of which nobody could read the second; a clue followed."""
    game.clue(0, 1, RankHint(1))
    game.table.drop("r2")
    game.look()
    game.clue(0, 1, RankHint(1))
    game.table.drop(None)
    game.look(4.0)
    game.clue(0, 1, RankHint(2))
    game.look()
    return game


def test_a_second_like_card_on_the_discards_is_a_turn_though_another_there_is_unread(
    one_unread: Game,
) -> None:
    """The unread one still lies there, so it is not the one that can be read."""
    one_unread.table.drop("r2")
    one_unread.look(4.0)
    assert [turn for turn in laid(one_unread) if "discards" in turn] == [
        "1 discards r2",
        "1 discards None",
        "1 discards r2",
    ]


def test_an_unread_card_of_the_discards_that_can_be_read_at_last_is_no_second_turn(
    one_unread: Game,
) -> None:
    one_unread.table.pick_up()
    one_unread.table.drop("r2")  # the same card, seen anew
    one_unread.look(4.0)
    assert len([turn for turn in laid(one_unread) if "discards" in turn]) == 2
