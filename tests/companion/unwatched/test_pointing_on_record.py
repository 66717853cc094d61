"""Where a clue was pointed, at a table of phones: marks, reminders, corrections, a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.play.inputs import ClueTap, CorrectTap, IdentifyTap, RearrangeTap
from companion.record.corrections import FaceIs, Instead, Lay
from companion.record.games import Record
from tests.companion.unwatched.tables import Table

TWO = RankHint(2)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "games") as record:
        yield record


@pytest.fixture
def table(record: Record) -> Table:
    table = Table(record)
    table.begin()
    return table


def marks(table: Table, seat: int, reader: int) -> list[list[str]]:
    return [[*card["clues"]] for card in table.controller.views()[reader]["game"]["hands"][seat]]  # type: ignore[index]  # a JSON object


def may(table: Table, seat: int) -> list[set[str]]:
    hand = table.controller.views()[seat]["game"]["hands"][seat]  # type: ignore[index]  # a JSON object
    return [{label[1] for label in card["may"]} for card in hand]


def told(table: Table) -> list[str]:
    return [one for one in table.view()["news"] if "pointed at" in one]


def test_what_is_pointed_at_is_marked_for_everybody_and_its_owner_is_reminded(
    table: Table,
) -> None:
    assert table.tap(ClueTap(0, 1, TWO, (1, 3))) is None
    expected = [[], ["2"], [], ["2"], []]
    assert [marks(table, 1, reader) for reader in (0, 1)] == [expected] * 2
    assert may(table, 1) == [{"1", "3", "4", "5"}, {"2"}] * 2 + [{"1", "3", "4", "5"}]


def test_marks_go_with_the_cards_of_a_hand_that_is_put_into_another_order(table: Table) -> None:
    table.tap(ClueTap(0, 1, TWO, (1,)))
    assert table.tap(RearrangeTap(1, (4, 3, 2, 1, 0)), 1) is None
    assert marks(table, 1, 0) == [[], [], [], ["2"], []]
    table.lay(3, "y1")
    assert len(told(table)) == 1


def test_a_clue_that_was_pointed_wrongly_reminds_nobody_any_more(table: Table) -> None:
    table.tap(ClueTap(0, 1, TWO, (1, 3)))
    table.lay(1, "y1")
    assert told(table) == [
        "The clue of turn 1 told seat 2 about the 2s:"
        " yellow 1 was pointed at, but it is not part of that clue."
    ]
    assert may(table, 1)[2] == {"1", "2", "3", "4", "5"}
    assert "pointing_differed" in table.said


def test_whoever_receives_a_clue_may_log_it_with_what_was_pointed_at(table: Table) -> None:
    faces = {slot: Card.parse(label) for slot, label in enumerate(("r1", "r2"))}
    assert table.tap(IdentifyTap(1, faces), 0) is None
    assert table.tap(ClueTap(0, 1, TWO, (0,)), 1) is None, "whether that is right he is not told"
    assert marks(table, 1, 1) == [["2"], [], [], [], []]
    assert told(table) == []
    table.lay(
        1,
        "r2",
    )
    assert "red 2 was not pointed at" in told(table)[0]


def test_what_was_pointed_at_is_kept_when_the_clue_is_logged_again(table: Table) -> None:
    assert table.tap(ClueTap(0, 1, TWO), 1) is None
    assert table.tap(ClueTap(0, 1, TWO, (2,)), 0) is None
    assert table.log == ["0 clue"]
    assert marks(table, 1, 1) == [[], [], ["2"], [], []]
    assert table.tap(ClueTap(0, 1, TWO, (3,)), 0) is None
    assert marks(table, 1, 1) == [[], [], ["2"], [], []], "once is enough"


def test_a_card_that_nobody_could_read_is_held_against_the_clue_once_it_is_named(
    table: Table,
) -> None:
    table.tap(ClueTap(0, 1, TWO, (1,)))
    table.lay(1, None)
    assert told(table) == []
    assert table.tap(CorrectTap(FaceIs(2, Card.parse("y1"))), 1) is None
    assert len(told(table)) == 1


def test_a_turn_that_is_put_right_leaves_pointing_with_the_cards_that_stood_there(
    table: Table,
) -> None:
    table.lay(0, "r1")
    table.lay(0, "g1")
    table.tap(ClueTap(0, 1, TWO, (1, 4)))
    # Seat 2 had played the card of slot 4: what stands there now was pointed at, and is another.
    assert table.tap(CorrectTap(Instead(2, Lay(True, 4, Card.parse("g1")))), 1) is None
    game = table.controller.game
    assert game is not None
    assert game.state.clues[0].pointed is None, "which card was meant nobody can say"
    assert marks(table, 1, 1) == [[]] * 5


def test_a_game_that_is_taken_up_again_has_its_marks(table: Table, record: Record) -> None:
    table.tap(ClueTap(0, 1, TWO, (1, 3)))
    again = Table(record)
    assert again.controller.resume() is not None
    assert marks(again, 1, 1) == marks(table, 1, 1)
