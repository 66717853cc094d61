"""A game rests until somebody confirms; nothing is written until then."""

import pytest

from companion.hanabi.moves import RankHint
from companion.panel.panel import Press, Status
from companion.play.inputs import NewGameTap, PauseTap, UndoTap
from companion.record.games import Record
from tests.companion.play.evening_table import Table, after_a_break


@pytest.fixture
def table(record: Record) -> Table:
    table = Table(record)
    table.begin()
    table.look()
    return table


def pause(table: Table, *, paused: bool = True) -> None:
    assert table.controller.ask(PauseTap(paused), 1).ok


def test_while_the_game_is_paused_the_camera_writes_nothing(table: Table) -> None:
    pause(table)
    assert table.controller.panel().status is Status.PAUSED
    assert table.view()["status"] == "paused"
    assert table.view()["paused"] is True
    assert table.view()["news"][-1] == "The game is paused."
    table.film.play(0, 0, 0, draws="w1")
    assert table.look() == []
    assert table.log == []


def headlines(table: Table) -> list[str]:
    view = table.view()
    return [
        text for text, small in zip(view["news"], view["small_print"], strict=True) if not small
    ]


def test_after_a_pause_or_a_difference_the_turn_before_it_is_the_second_news(table: Table) -> None:
    """A small phone has room for two."""
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    turn = next(text for text in table.view()["news"] if "plays" in text)
    pause(table)
    pause(table, paused=False)
    assert headlines(table)[-2:] == [turn, "The game goes on."]
    table.film.lay("y5", 1)
    table.look()
    assert table.view()["differs"]
    table.film.lift(1)
    table.look()
    assert headlines(table)[-3:-1] == [turn, "The game goes on."]


def test_what_was_laid_in_a_pause_is_a_move_when_the_game_goes_on(table: Table) -> None:
    pause(table)
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    pause(table, paused=False)
    assert table.said[-1] == "resumed"
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1"]


def test_a_table_that_was_left_alone_goes_on_as_it_was(table: Table) -> None:
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    before = table.view()["game"]
    pause(table)
    table.look()
    pause(table, paused=False)
    assert table.look() == []
    assert table.view()["game"] == before
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE


def test_a_card_laid_out_of_turn_in_a_pause_is_told_when_the_game_goes_on(table: Table) -> None:
    pause(table)
    table.film.play(1, 0, 0)
    assert table.look() == []
    pause(table, paused=False)
    assert table.look() == ["table_differs"]
    assert table.view()["differs"] is not None
    pause(table)
    assert table.view()["differs"] is None


def test_while_the_game_is_paused_nothing_is_told_or_taken_back(table: Table) -> None:
    assert table.clue(0, 1, RankHint(2)) is None
    pause(table)
    assert table.clue(1, 0, RankHint(1)) == "the game is paused until somebody lets it go on"
    assert not table.controller.ask(UndoTap(), 0).ok
    table.controller.press(Press.CLUE)
    assert table.log == ["0 clue"]
    table.controller.press(Press.UNDO)
    assert table.log == ["0 clue"]


def test_a_pause_survives_a_restart(table: Table, record: Record) -> None:
    pause(table)
    again = after_a_break(record, table)
    assert again.controller.panel().status is Status.PAUSED
    again.film.play(0, 0, 0, draws="w1")
    assert again.look() == []
    pause(again, paused=False)
    assert again.look() == ["played", "drawn"]
    once_more = after_a_break(record, again)
    assert once_more.controller.panel().status is Status.WAITING_FOR_MOVE


def test_confirm_pauses_a_game_and_lets_it_go_on(table: Table) -> None:
    table.film.t += 1
    table.look()
    table.controller.press(Press.CONFIRM)
    assert table.controller.panel().status is Status.PAUSED
    table.look()
    table.controller.press(Press.CONFIRM)
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE
    assert table.said[-2:] == ["paused", "resumed"]


def test_confirm_after_undo_is_still_redo_and_a_pause_keeps_what_can_be_done_again(
    table: Table,
) -> None:
    assert table.clue(0, 1, RankHint(2)) is None
    table.controller.press(Press.UNDO)
    pause(table)
    table.look()
    table.controller.press(Press.CONFIRM)
    assert table.log == []
    table.look()
    table.controller.press(Press.CONFIRM)
    assert table.log == ["0 clue"]


def test_a_pause_also_refuses_the_clue_that_was_given_last(table: Table) -> None:
    assert table.clue(0, 1, RankHint(2)) is None
    assert table.clue(0, 1, RankHint(2)) is None, "two people have logged it"
    pause(table)
    assert table.clue(0, 1, RankHint(2)) is not None


def test_two_people_who_pause_have_paused_once(table: Table) -> None:
    pause(table)
    pause(table)
    assert table.said.count("paused") == 1
    pause(table, paused=False)
    pause(table, paused=False)
    assert table.said.count("resumed") == 1


def test_a_paused_game_can_be_stopped_and_the_next_one_runs(table: Table) -> None:
    pause(table)
    assert table.controller.ask(NewGameTap(), 0).ok
    table.begin()
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE


def test_the_record_says_who_paused(table: Table, record: Record) -> None:
    pause(table)
    table.look()
    table.controller.press(Press.CONFIRM)
    said = [entry.amendment for entry in record.entries(1) if entry.amendment is not None]
    assert [(one.change.value, one.who) for one in said] == [
        ("paused", "seat 1"),
        ("resumed", "panel"),
    ]
    assert [one.at for one in said] == ["2026-11-20T19:00:00Z"] * 2
