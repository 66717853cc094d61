"""Before a game: how many play, what keeps it from starting, who begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.language.phrases import sentence_of
from companion.panel.panel import Press
from companion.play.inputs import (
    ClueTap,
    StartTap,
    UndoTap,
)
from companion.play.lobby import Plan
from companion.record.games import Record
from tests.companion.filmed_table import Hands
from tests.companion.play.evening_table import LONG, NOTHING, THREE, TWO, Table


@pytest.mark.parametrize(("hands", "players"), [(TWO, 2), (THREE, 3)])
def test_as_many_play_as_have_full_racks(record: Record, hands: Hands, players: int) -> None:
    table = Table(record, hands)
    assert table.view()["lobby"]["players"] is None
    table.look()
    assert table.view()["lobby"]["players"] == players
    assert table.controller.panel().players == players


def test_where_no_mat_is_in_view_that_is_said_and_nothing_of_racks(record: Record) -> None:
    table = Table(record, TWO)
    reading = replace(table.film.reading(LONG), mat=False, racks=frozenset(), slots={})
    table.controller.see(reading, reading.t)
    assert table.view()["lobby"]["reason"] == "No mat of the printed size is in view."


def test_hands_of_four_mean_four_players(record: Record) -> None:
    table = Table(record, [hand[:4] for hand in (*THREE, TWO[0])])
    table.look()
    assert table.view()["lobby"]["players"] == 4


def test_a_rack_that_is_not_full_yet_is_not_counted_and_the_page_says_how_many_it_has(
    record: Record,
) -> None:
    table = Table(record, (*TWO, ["g1", "g2", None, None, None]))
    table.look()
    lobby = table.view()["lobby"]
    assert lobby["racks"] == [
        {"seat": 0, "cards": 5},
        {"seat": 1, "cards": 5},
        {"seat": 2, "cards": 2},
    ]
    assert lobby["players"] == 2


@pytest.mark.parametrize(
    ("hands", "plan", "still_for", "reason"),
    [
        (TWO, Plan(STANDARD), 2.9, "The table has to be still for three seconds."),
        (
            (NOTHING, NOTHING),
            Plan(STANDARD),
            LONG,
            "Deal the cards into the racks; the camera counts along.",
        ),
        (
            (TWO[0], ["r1", "r2", None, None, None]),
            Plan(STANDARD),
            LONG,
            "The racks are not all full yet: where 2 play, each holds 5 cards.",
        ),
        (
            (TWO[0], NOTHING),
            Plan(STANDARD, 2),
            LONG,
            "The rack of seat 2 shows 0 cards instead of 5.",
        ),
        (TWO, Plan(STANDARD, 3), LONG, "A rack is missing: none is in view for seat 3."),
    ],
)
def test_the_page_says_what_keeps_a_game_from_starting_and_so_does_the_refusal(
    record: Record, hands: Hands, plan: Plan, still_for: float, reason: str
) -> None:
    table = Table(record, hands, plan)
    table.look(still_for)
    lobby = table.view()["lobby"]
    assert not lobby["ready"]
    assert lobby["reason"] == reason
    refused = table.controller.ask(StartTap(0), 0).message
    assert refused is not None
    assert sentence_of(table.controller.people.told(refused)) == lobby["reason"]
    table.controller.press(Press.CONFIRM)
    assert table.view()["phase"] == "lobby"
    assert record.games() == ()


def test_before_anything_was_seen_no_game_starts(table: Table) -> None:
    assert table.controller.ask(StartTap(0), 0).message == "the table is not still yet"


def test_cards_left_on_the_mat_keep_a_game_from_starting(table: Table) -> None:
    table.film.drop("r5")
    table.look()
    assert "Cards lie on" in table.view()["lobby"]["reason"]


def test_a_game_is_started_by_a_tap_with_the_seat_that_it_names(table: Table) -> None:
    table.look()
    assert table.controller.ask(StartTap(1), 0).ok
    assert table.view()["game"]["to_move"] == 1
    assert table.said == ["game_started"]


def test_a_game_is_started_by_the_confirm_button_with_the_seat_of_the_turn_lamp(
    table: Table,
) -> None:
    table.look()
    assert table.controller.panel().to_move == 0
    table.controller.press(Press.PLAY)
    assert table.controller.panel().to_move == 1
    assert table.view()["lobby"]["first"] == 1
    table.controller.press(Press.CONFIRM)
    assert table.view()["game"]["to_move"] == 1


def test_the_turn_lamp_goes_round_the_seats_that_play(table: Table) -> None:
    table.look()
    for _ in range(2):
        table.controller.press(Press.PLAY)
    assert table.controller.panel().to_move == 0


def test_a_lamp_moved_before_the_racks_were_full_never_names_a_seat_that_does_not_play(
    table: Table,
) -> None:
    for _ in range(3):
        table.controller.press(Press.PLAY)  # nobody knows yet how many play
    table.look()
    table.controller.press(Press.CONFIRM)
    assert table.view()["phase"] == "playing"
    assert table.view()["game"]["to_move"] in (0, 1)


def test_a_seat_that_does_not_play_cannot_begin(table: Table) -> None:
    table.look()
    assert table.controller.ask(StartTap(2), 0).message == "nobody sits there in this game"
    assert table.view()["phase"] == "lobby"


def test_without_a_game_there_is_nothing_to_tell_answer_or_undo(table: Table) -> None:
    table.look()
    for tap in (ClueTap(0, 1, RankHint(1)), UndoTap()):
        assert table.controller.ask(tap, 0).message == "no game is running"
    assert table.said == []
    table.controller.press(Press.UNDO)
    assert table.said == ["refused"], "a button is pressed before everybody's eyes"
