"""A game goes on after a break in which nobody watched the table."""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.moves import RankHint
from companion.panel.panel import Press, Status
from companion.play.inputs import (
    LayDownTap,
    NewGameTap,
    PlayedTap,
)
from companion.record.games import Record
from tests.companion.play.evening_table import Table, after_a_break


def test_an_unfinished_game_goes_on_with_the_cards_that_lie_there(
    table: Table, record: Record
) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    assert table.clue(1, 0, RankHint(4)) is None
    table.film.discard(0, 4, draws="g4")
    table.look()
    before = table.log
    again = after_a_break(record, table)
    assert again.log == before
    assert again.look() == []
    assert again.controller.panel().status is Status.WAITING_FOR_MOVE
    assert again.view()["game"] == table.view()["game"]


def test_a_card_that_was_laid_while_nobody_watched_is_a_move(table: Table, record: Record) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.film.play(1, 4, 0, draws="w2")
    again = after_a_break(record, table)
    assert again.look() == ["played", "drawn"]
    assert again.log == ["0 play r1", "1 play r2"]


def test_a_twin_of_a_covered_discard_that_was_laid_while_nobody_watched_is_a_move(
    record: Record,
) -> None:
    table = Table(record, (["b4", "y1", "y2", "g3", "w4"], ["b4", "b2", "y1", "w5", "r2"]))
    table.begin()
    table.clue(0, 1, RankHint(2))
    table.clue(1, 0, RankHint(2))
    table.film.discard(0, 0, draws="w1")
    table.look()
    table.film.discards.clear()  # others cover it by now
    table.film.discard(1, 0, draws="w2")
    again = after_a_break(record, table)
    assert again.look() == ["question"], "it may have been played in vain"
    assert again.controller.ask(PlayedTap(False), 0).ok
    assert again.log[-2:] == ["0 discard b4", "1 discard b4"]


def test_a_discard_in_a_break_is_a_move_though_its_twins_lie_on_both_piles(
    record: Record,
) -> None:
    table = Table(record, (["r1", "r1", "y2", "g3", "w4"], ["r1", "b2", "y1", "w5", "r2"]))
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.clue(1, 0, RankHint(2))
    table.clue(0, 1, RankHint(2))
    table.film.discard(1, 0, draws="w2")
    table.look()
    table.film.discards.clear()  # others cover it by now
    table.film.discard(0, 1, draws="w3")
    again = after_a_break(record, table)
    assert again.look() == ["question"], "it may have been played in vain"
    assert again.controller.ask(PlayedTap(False), 0).ok
    assert again.log[-2:] == ["1 discard r1", "0 discard r1"]


def test_a_card_played_while_nobody_watched_is_not_taken_for_its_twin_on_the_discards(
    record: Record,
) -> None:
    table = Table(record, (["r1", "y1", "y2", "g3", "w4"], ["r1", "b2", "y1", "w5", "r2"]))
    table.begin()
    table.clue(0, 1, RankHint(2))
    table.clue(1, 0, RankHint(2))
    table.film.discard(0, 0, draws="w1")
    table.look()
    table.film.play(1, 0, 0, draws="w2")
    again = after_a_break(record, table)
    assert again.look() == ["played", "drawn"]
    assert again.log[-2:] == ["0 discard r1", "1 play r1"]


def test_a_discard_that_comes_to_light_after_a_break_is_not_its_twin_that_was_just_played(
    record: Record,
) -> None:
    table = Table(record, (["r1", "y1", "y2", "g3", "w4"], ["r1", "b2", "y1", "w5", "r2"]))
    table.begin()
    table.clue(0, 1, RankHint(2))
    table.clue(1, 0, RankHint(2))
    table.film.discard(0, 0, draws="w1")
    table.look()
    hidden = table.film.discards.pop()
    again = after_a_break(record, table)
    assert again.look() == []
    table.film.discards.append(replace(hidden, serial=8))  # a hand lay on it
    again.film.columns[0].append(replace(hidden, serial=9))
    again.film.put(1, 0, "w2")
    assert again.look() == ["played", "drawn"]
    assert again.log[-2:] == ["0 discard r1", "1 play r1"]


def test_a_card_laid_over_a_discard_that_could_not_be_read_after_a_break_is_a_move(
    record: Record,
) -> None:
    table = Table(record)
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.clue(1, 0, RankHint(1))
    table.film.discard(0, 4, draws="w2")
    table.look()
    table.film.discards[0] = replace(table.film.discards[0], label=None)  # half under another
    again = after_a_break(record, table)
    assert again.look() == []
    table.film.discards[0] = replace(table.film.discards[0], label="b1")  # a new one, just there
    again.film.put(1, 0, "w3")
    assert again.look() == ["discarded", "clue_token_regained", "drawn"]
    assert again.log[-1] == "1 discard b1"


def test_an_old_discard_that_cannot_be_read_after_a_break_is_not_the_card_just_played(
    record: Record,
) -> None:
    table = Table(record)
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.film.discard(1, 0, draws="w2")
    table.look()
    table.film.discards[0] = replace(table.film.discards[0], label=None)  # half under another
    table.film.play(0, 0, 0, draws="w1")
    again = after_a_break(record, table)
    assert again.look() == ["played", "drawn"]
    assert again.log[-2:] == ["1 discard b1", "0 play r1"]


def test_a_card_played_in_a_break_is_no_misplay_though_its_twin_was_discarded_out_of_sight(
    record: Record,
) -> None:
    table = Table(record, (["r1", "y1", "y2", "g3", "w4"], ["r1", "b2", "y1", "w5", "r2"]))
    table.begin()
    table.clue(0, 1, RankHint(2))
    table.clue(1, 0, RankHint(2))
    table.film.discard(0, 0, draws="w1")
    table.look()
    table.film.discards.clear()  # others cover it by now
    table.film.play(1, 0, 0, draws="w2")
    again = after_a_break(record, table)
    assert again.look() == ["played", "drawn"]
    assert again.log[-2:] == ["0 discard r1", "1 play r1"]


def test_a_misplayed_card_that_still_lies_on_the_fireworks_is_no_second_move(
    table: Table, record: Record
) -> None:
    table.begin()
    table.film.play(0, 2, 0, draws="w1")  # y2 does not fit
    assert "missed" in table.look()
    again = after_a_break(record, table)
    assert again.look() == []
    again.film.lift(0)
    again.film.drop("y2")
    assert again.look() == []
    assert again.log == ["0 play y2"]
    assert again.controller.panel().strikes == 1


def test_a_turn_from_before_the_break_can_be_taken_back(table: Table, record: Record) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    again = after_a_break(record, table)
    again.look()
    again.controller.press(Press.UNDO)
    assert again.look() == ["table_differs"]
    again.film.lift(0)
    again.film.put(0, 0, "r1")
    assert again.look() == ["table_agrees"]
    assert again.log == []


def test_only_a_game_seen_at_the_same_place_goes_on(table: Table, record: Record) -> None:
    table.begin()
    assert Table(record).controller.resume("another table") is None
    assert Table(record).controller.resume("table") == 1


def test_a_game_that_is_over_does_not_go_on(table: Table, record: Record) -> None:
    table.begin()
    assert table.controller.ask(NewGameTap(), 0).ok
    assert Table(record).controller.resume() is not None, "that it was stopped can be undone"
    assert table.controller.ask(LayDownTap(), 0).ok
    assert Table(record).controller.resume() is None
