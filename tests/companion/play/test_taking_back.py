"""What is taken back leaves nothing behind; until the cards lie so again, the table differs."""

from __future__ import annotations

from companion.hanabi.moves import RankHint
from companion.panel.panel import Press, Status
from tests.companion.play.evening_table import Table


def test_a_clue_that_is_taken_back_leaves_nothing_behind(table: Table) -> None:
    table.begin()
    table.look()
    before = table.view(1)["game"]
    assert table.clue(0, 1, RankHint(1)) is None
    assert table.view(1)["game"] != before
    table.controller.press(Press.UNDO)
    assert table.view(1)["game"] == before
    assert table.said[-1] == "taken_back"
    assert table.look() == []
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE


def test_of_a_turn_that_is_taken_back_no_news_says_that_it_happened(table: Table) -> None:
    table.begin()
    assert table.clue(0, 1, RankHint(1)) is None
    before = table.view()["news"]
    table.film.play(1, 0, 0, draws="w1")
    table.look()
    assert len(table.view()["news"]) > len(before)
    table.controller.press(Press.UNDO)
    assert table.view()["news"] == [*before, "Turn 2 is taken back."]
    table.controller.press(Press.UNDO)
    news = table.view()["news"]
    assert news[-2:] == ["Turn 2 is taken back.", "Turn 1 is taken back."]
    assert not set(before[1:]) & set(news), "nor does the turn before"


def test_a_play_that_is_taken_back_differs_until_the_card_is_in_its_rack_again(
    table: Table,
) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.controller.press(Press.UNDO)
    assert table.look() == ["table_differs"]
    assert "Red 1 was taken back" in table.view()["detail"]
    assert table.controller.panel().status is Status.DIFFERS
    table.film.lift(0)
    table.film.put(0, 0, "r1")
    assert table.look() == ["table_agrees"]
    assert table.view()["detail"] is None
    assert table.log == []


def test_a_discard_that_is_taken_back_differs_until_the_card_is_in_its_rack_again(
    table: Table,
) -> None:
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.film.discard(1, 0, draws="w1")
    table.look()
    table.controller.press(Press.UNDO)
    assert table.look() == ["table_differs"]
    table.film.put(1, 0, "b1")  # the discards are a heap: eyes don't see one leave it
    table.film.doubtful = {card.serial for card in table.film.discards}
    assert table.look() == ["table_agrees"]
    assert table.log == ["0 clue"]


def test_the_twin_that_was_drawn_is_not_the_card_that_was_taken_back(table: Table) -> None:
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.film.discard(1, 0, draws="b1")
    table.look()
    table.controller.press(Press.UNDO)
    assert table.look() == ["table_differs"]  # as it does where any other card was drawn
    table.film.put(1, 0, "b1")
    table.film.doubtful = {card.serial for card in table.film.discards}
    assert table.look() == ["table_agrees"]


def test_after_a_card_has_returned_it_can_be_played_elsewhere(table: Table) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.controller.press(Press.UNDO)
    table.film.lift(0)
    table.film.put(0, 0, "r1")
    table.look()
    table.film.play(0, 1, 0, draws="w1")
    assert table.look() == ["played", "drawn"]
    assert table.view()["game"]["log"][0]["slot"] == 1


def misplay(table: Table) -> None:
    """Seat 0 plays its yellow two, which does not fit, lays it on the discards, and draws."""
    table.film.play(0, 2, 0, draws="w1")
    table.look(1.0)
    table.film.lift(0)
    table.film.drop("y2")
    table.look()


def test_a_misplay_that_is_taken_back_differs_as_long_as_it_lies_on_the_discards(
    table: Table,
) -> None:
    table.begin()
    misplay(table)
    assert table.log == ["0 play y2"]
    table.controller.press(Press.UNDO)
    assert table.look() == ["table_differs"]
    assert "Yellow 2 was taken back" in table.view()["detail"]
    table.film.play(0, 0, 0, draws="b3")
    assert table.look() == [], "nothing goes on record before it is home"
    assert table.log == []


def test_a_misplay_that_is_taken_back_goes_home(table: Table) -> None:
    table.begin()
    misplay(table)
    table.controller.press(Press.UNDO)
    table.look()
    table.film.discards.clear()
    table.film.put(0, 2, None)
    assert table.look() == [], "it is in a hand, and that of its owner is not full"
    table.film.put(0, 2, "y2")
    assert table.look() == ["table_agrees"]
    table.film.play(0, 0, 0, draws="w1")
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1"]


def test_a_card_that_left_the_mat_is_not_home_while_nobody_was_at_its_rack(table: Table) -> None:
    """The card that was drawn for it stands there still; its face is looked at by nobody."""
    table.begin()
    misplay(table)
    table.controller.press(Press.UNDO)
    table.film.discards.clear()
    assert table.look() == ["table_differs"]
    table.film.put(0, 2, "y2")
    assert table.look() == ["table_agrees"]


def test_a_card_that_is_taken_back_and_laid_elsewhere_has_not_gone_home(table: Table) -> None:
    table.begin()
    table.film.play(0, 2, 0, draws="w1")
    table.look(1.0)
    table.controller.press(Press.UNDO)
    table.film.lift(0)
    table.film.drop("y2")
    assert table.look() == ["table_differs"]
    assert table.log == []
    table.film.discards.clear()
    table.film.put(0, 2, "y2")
    assert table.look() == ["table_agrees"]


def test_a_card_that_was_taken_up_before_undo_was_pressed_is_home(table: Table) -> None:
    table.begin()
    misplay(table)
    table.film.discards.clear()
    table.film.put(0, 2, "y2")
    table.look(1.0)
    table.controller.press(Press.UNDO)
    assert table.look() == []
    assert table.controller.panel().status is Status.WAITING_FOR_MOVE


def test_whether_a_card_is_home_does_not_depend_on_what_stands_in_the_slot(table: Table) -> None:
    """Its owner would be told of the card that he has drawn or put there."""
    table.begin()
    misplay(table)
    table.controller.press(Press.UNDO)
    table.look()
    table.film.discards.clear()
    table.film.put(0, 2, "g5")
    assert table.look(2.0) == ["table_agrees"]
