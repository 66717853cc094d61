"""A table without a camera and without phones: whole games by the panel alone."""

from __future__ import annotations

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.tellers import PANEL
from companion.panel.panel import Press
from companion.play.inputs import ClueTap, IdentifyTap, NewGameTap
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.unwatched.tables import Table


def test_the_clue_button_spends_a_token_and_the_turn_passes(table: Table) -> None:
    table.press(Press.CLUE)
    assert table.counts == (7, 0)
    assert table.controller.panel().to_move == 1
    assert table.log == ["0 clue"]


def test_the_buttons_keep_tokens_fuses_and_turns(table: Table) -> None:
    table.press(Press.CLUE, Press.CLUE, Press.DISCARD, Press.PLAY, Press.FUSE)
    assert table.counts == (7, 1)
    assert table.controller.panel().to_move == 1
    assert table.view()["game"]["deck"] == 37
    table.press(Press.UNDO)
    assert table.counts == (7, 0)
    table.press(Press.UNDO)
    assert len(table.log) == 3


def test_play_says_who_begins_the_next_game_also_after_one(table: Table) -> None:
    assert table.controller.ask(NewGameTap(), PUBLIC, who=PANEL).ok
    table.press(Press.CONFIRM)
    assert table.view()["phase"] == "over"
    table.press(Press.PLAY)
    assert table.controller.panel().to_move == 1
    table.press(Press.CONFIRM)
    assert table.view()["game"]["to_move"] == 1


def test_confirm_after_play_is_a_firework_completed(table: Table) -> None:
    table.press(Press.CLUE, Press.PLAY, Press.CONFIRM)
    assert table.counts == (8, 0)
    table.press(Press.CLUE, Press.CLUE, Press.CONFIRM)  # nothing was played just now
    assert table.counts == (6, 0)


def test_a_button_that_the_rules_forbid_changes_nothing(table: Table) -> None:
    table.press(Press.DISCARD)
    assert table.log == []
    table.press(*[Press.CLUE] * 9)
    assert table.counts == (0, 0)


def test_a_whole_game_is_kept_by_the_panel_alone(record: Record) -> None:
    table = Table(record, players=2)
    table.press(Press.PLAY, Press.CONFIRM)  # seat 1 begins
    assert table.controller.panel().to_move == 1
    turns = 0
    while table.view()["phase"] == "playing":
        table.press((Press.CLUE, Press.PLAY, Press.DISCARD, Press.PLAY)[turns % 4])
        turns += 1
        assert turns < 200
    view = table.view()
    assert view["game"]["outcome"] == "deck_out"
    assert view["game"]["deck"] == 0
    assert view["game"]["unread"] > 20
    assert table.said[-1] == "game_ended"


def test_three_fuses_end_a_game_of_the_panel_alone(table: Table) -> None:
    table.press(*[Press.FUSE] * 3)
    assert table.view()["game"]["outcome"] == "strikeout"


def test_what_a_clue_of_the_button_said_is_told_by_anybody_afterwards(record: Record) -> None:
    table = Table(record, players=3)
    table.begin()
    table.tap(IdentifyTap(1, {0: Card.parse("r1")}), 0)
    table.press(Press.CLUE)
    assert table.tap(ClueTap(0, 1, ColourHint(Suit.RED)), 2) is None
    assert table.counts == (7, 0)
    turn = table.view()["game"]["log"][0]
    assert (turn["target"], turn["colour"]) == (1, "r")
    assert len(table.log) == 1
    assert table.view(2)["game"]["hands"][1][0]["face"] == "r1"


def test_cards_that_buttons_have_taken_carry_no_marks_any_more(table: Table) -> None:
    table.tap(IdentifyTap(1, dict.fromkeys(range(5), Card.parse("r1")) | {1: Card.parse("r2")}), 0)
    hand = dict(enumerate(map(Card.parse, ("r1", "r1", "y2", "g3", "w4"))))
    table.tap(IdentifyTap(1, hand), 0)
    table.tap(ClueTap(0, 1, RankHint(1)))
    assert table.view(1)["game"]["hands"][1][0]["clues"] == ("1",)
    table.press(Press.DISCARD)
    assert all(card["clues"] == () for card in table.view(1)["game"]["hands"][1])


def test_a_game_that_nobody_watches_goes_on_after_a_power_cut(record: Record) -> None:
    table = Table(record)
    table.begin()
    table.lay(0, "r1")
    table.press(Press.CLUE, Press.PLAY, Press.CONFIRM)
    again = Table(record)
    assert again.controller.resume() is not None
    assert again.view()["game"] == table.view()["game"]
    again.lay(0, "r2")
    assert again.log[-1] == "1 play r2"
