"""The games of one evening: before a game, in it, after it, and the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from companion.desk.taps import (
    AnswerTap,
    ClueTap,
    NewGameTap,
    PlayedTap,
    StartTap,
    UndoTap,
)
from companion.evening.evening import NEWS, Evening
from companion.evening.lobby import Plan
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.language.languages import language, languages
from companion.language.people import Arrival, How, People
from companion.language.phrases import sentence_of
from companion.panel.panel import Press, Status
from companion.record.entries import Change
from companion.record.games import Record
from companion.referee.readings import Discs
from companion.referee.tokens import PATIENCE
from companion.telling.announcement_notation import to_data
from companion.telling.announcements import Announcement
from companion.views.view import ONLOOKER, PUBLIC
from tests.companion.filmed_table import FilmedTable, Hands

TWO = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])
THREE = (*TWO, ["g1", "g2", "r3", "r4", "y5"])
NOTHING = [None] * 5
LONG = 3.4
"""Seconds of stillness after which everything may be said."""


class Table:
    """An evening at a filmed table."""

    def __init__(self, record: Record, hands: Hands = TWO, plan: Plan | None = None) -> None:
        self.said: list[str] = []
        self.film = FilmedTable(hands)
        self.evening = Evening(
            record, plan or Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=self._told
        )

    def _told(self, announcement: Announcement) -> None:
        self.said.append(str(to_data(announcement)["event"]))

    def look(self, still_for: float = LONG) -> list[str]:
        """Show the table; return what is told meanwhile."""
        before = len(self.said)
        self.film.t += still_for
        self.evening.see(self.film.reading(still_for), self.film.t)
        return self.said[before:]

    def begin(self) -> None:
        self.look()
        reply = self.evening.ask(StartTap(0), 0)
        assert reply.ok, reply

    def clue(self, giver: int, target: int, hint: Hint) -> str | None:
        return self.evening.ask(ClueTap(giver, target, hint), giver).message

    def view(self, reader: int | None = PUBLIC) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.evening.views()[reader]
        return view

    @property
    def log(self) -> list[str]:
        turns = self.view()["game"]["log"]
        return [f"{turn['seat']} {turn['kind']} {turn.get('card', '')}".strip() for turn in turns]


@pytest.fixture
def table(record: Record) -> Table:
    return Table(record)


# ------------------------------------------------------------------------------- before a game


@pytest.mark.parametrize(("hands", "players"), [(TWO, 2), (THREE, 3)])
def test_as_many_play_as_have_full_racks(record: Record, hands: Hands, players: int) -> None:
    table = Table(record, hands)
    assert table.view()["lobby"]["players"] is None
    table.look()
    assert table.view()["lobby"]["players"] == players
    assert table.evening.panel().players == players


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
        ((NOTHING, NOTHING), Plan(STANDARD), LONG, "No full racks are in view."),
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
    refused = table.evening.ask(StartTap(0), 0).message
    assert refused is not None
    assert sentence_of(table.evening.people.told(refused)) == lobby["reason"]
    table.evening.press(Press.CONFIRM)
    assert table.view()["phase"] == "lobby"
    assert record.games() == ()


def test_before_anything_was_seen_no_game_starts(table: Table) -> None:
    assert table.evening.ask(StartTap(0), 0).message == "the table is not still yet"


def test_cards_left_on_the_mat_keep_a_game_from_starting(table: Table) -> None:
    table.film.drop("r5")
    table.look()
    assert "Cards lie on" in table.view()["lobby"]["reason"]


def test_a_game_is_started_by_a_tap_with_the_seat_that_it_names(table: Table) -> None:
    table.look()
    assert table.evening.ask(StartTap(1), 0).ok
    assert table.view()["game"]["to_move"] == 1
    assert table.said == ["game_started"]


def test_a_game_is_started_by_the_confirm_button_with_the_seat_of_the_turn_lamp(
    table: Table,
) -> None:
    table.look()
    assert table.evening.panel().to_move == 0
    table.evening.press(Press.PLAY)
    assert table.evening.panel().to_move == 1
    assert table.view()["lobby"]["first"] == 1
    table.evening.press(Press.CONFIRM)
    assert table.view()["game"]["to_move"] == 1


def test_the_turn_lamp_goes_round_the_seats_that_play(table: Table) -> None:
    table.look()
    for _ in range(2):
        table.evening.press(Press.PLAY)
    assert table.evening.panel().to_move == 0


def test_a_lamp_moved_before_the_racks_were_full_never_names_a_seat_that_does_not_play(
    table: Table,
) -> None:
    for _ in range(3):
        table.evening.press(Press.PLAY)  # nobody knows yet how many play
    table.look()
    table.evening.press(Press.CONFIRM)
    assert table.view()["phase"] == "playing"
    assert table.view()["game"]["to_move"] in (0, 1)


def test_a_seat_that_does_not_play_cannot_begin(table: Table) -> None:
    table.look()
    assert table.evening.ask(StartTap(2), 0).message == "nobody sits there in this game"
    assert table.view()["phase"] == "lobby"


def test_without_a_game_there_is_nothing_to_tell_answer_or_undo(table: Table) -> None:
    table.look()
    for tap in (ClueTap(0, 1, RankHint(1)), UndoTap()):
        assert table.evening.ask(tap, 0).message == "no game is running"
    table.evening.press(Press.UNDO)
    assert table.said == []


# -------------------------------------------------------------------------------- while it runs


def test_a_running_game_is_not_started_again(table: Table, record: Record) -> None:
    table.begin()
    assert table.evening.ask(StartTap(0), 0).message == "a game is running already"
    table.evening.press(Press.CONFIRM)
    assert len(record.games()) == 1


def test_a_clue_can_be_logged_by_anybody_at_the_table(record: Record) -> None:
    table = Table(record, THREE)
    table.begin()
    assert table.evening.ask(ClueTap(0, 1, RankHint(1)), 2).ok
    assert table.view(1)["game"]["log"][0]["touched"] == [0, 2]
    assert table.evening.panel().clue_tokens == 7


def test_whoever_sees_the_hand_is_told_that_a_clue_he_logs_points_at_no_card(
    record: Record,
) -> None:
    table = Table(record, THREE)
    table.begin()
    assert table.evening.ask(ClueTap(0, 1, ColourHint(Suit.GREEN)), 2).rule == "empty_clue"
    assert table.evening.panel().clue_tokens == 8


@pytest.mark.parametrize("reader", [1, PUBLIC, 4])
@pytest.mark.parametrize("hint", [ColourHint(Suit.GREEN), ColourHint(Suit.BLUE), RankHint(5)])
def test_whoever_does_not_see_the_hand_logs_a_clue_and_learns_nothing_of_it(
    table: Table, reader: int | None, hint: Hint
) -> None:
    table.begin()
    reply = table.evening.ask(ClueTap(0, 1, hint), reader)
    assert reply.ok  # that green points at no card is the hand's secret
    assert table.view(reader if reader != 4 else PUBLIC)["game"]["log"][0]["touched"] is None
    marks = [card["clues"] for card in table.view(1)["game"]["hands"][1]]
    assert marks == [()] * 5
    assert table.evening.panel().clue_tokens == 7


def test_a_clue_that_two_people_log_is_one_clue(table: Table) -> None:
    table.begin()
    assert table.clue(0, 1, RankHint(1)) is None
    assert table.evening.ask(ClueTap(0, 1, RankHint(1)), 1).ok
    table.look(6.0)
    assert table.log == ["0 clue"]
    assert table.view(1)["notice"] is None


def test_an_early_clue_that_is_refused_in_the_end_is_told_to_whoever_tapped_it(
    table: Table,
) -> None:
    table.begin()
    assert table.clue(1, 0, RankHint(1)) is None  # perhaps a card is just being laid
    table.look(1.0)
    assert table.view(1)["notice"] is None
    others = table.view(0), table.view()
    table.look(6.0)
    assert table.view(1)["notice"] == "It is somebody else's turn."
    assert table.view(1)["said_in"]["pl"]["notice"] == "Teraz jest tura kogoś innego."
    assert (table.view(0)["notice"], table.view()["notice"]) == (None, None)
    assert "notice" not in str([table.view(0)["said_in"], table.view()["said_in"]])
    assert [view["game"]["log"] for view in others] == [(), ()]
    table.evening.ask(ClueTap(1, 0, RankHint(9)), 1)
    assert table.view(1)["notice"] is None


def test_a_refused_clue_is_told_to_whoever_tapped_and_changes_nothing_for_anybody(
    table: Table,
) -> None:
    table.begin()
    table.look()
    before, said = table.evening.views(), list(table.said)
    reply = table.evening.ask(ClueTap(0, 1, ColourHint(Suit.GREEN)), 0)
    assert reply.rule == "empty_clue"
    assert reply.message
    assert table.evening.views() == before
    assert table.said == said


def test_the_page_shows_the_newest_sentences_and_no_more(table: Table) -> None:
    table.begin()
    for number in range(4):
        table.clue(number % 2, 1 - number % 2, RankHint(1 if number % 2 == 0 else 4))
    news = table.view()["news"]
    assert len(news) == NEWS
    assert news[0].startswith("A game for 2 players")
    table.clue(0, 1, RankHint(5))
    assert len(table.view()["news"]) == NEWS
    assert not table.view()["news"][0].startswith("A game")


def test_plays_and_discards_are_seen_and_their_buttons_do_nothing(table: Table) -> None:
    table.begin()
    for press in (Press.PLAY, Press.DISCARD, Press.FUSE):
        table.evening.press(press)
    assert table.log == []
    table.film.play(0, 0, 0, draws="w1")
    assert table.look() == ["played", "drawn"]
    assert table.log == ["0 play r1"]


def test_a_question_shows_on_every_page_and_an_answer_closes_it(record: Record) -> None:
    table = Table(record, (["?", *TWO[0][1:]], TWO[1]))
    table.begin()
    table.film.lay(None, 0, "r1", "y1")
    table.film.put(0, 0, None)
    assert table.look() == ["question"]
    for reader in (PUBLIC, 0, 1):
        question = table.view(reader)["question"]
        assert (question["place"], question["options"]) == ("fireworks", ["r1", "y1"])
    assert table.evening.panel().status is Status.QUESTION
    assert table.evening.ask(AnswerTap(Card.parse("y1")), 1).ok
    assert table.view()["question"] is None
    assert table.log == ["0 play y1"]


# ------------------------------------------------------------------------------------- take back


def test_a_clue_that_is_taken_back_leaves_nothing_behind(table: Table) -> None:
    table.begin()
    table.look()
    before = table.view(1)["game"]
    assert table.clue(0, 1, RankHint(1)) is None
    assert table.view(1)["game"] != before
    table.evening.press(Press.UNDO)
    assert table.view(1)["game"] == before
    assert table.said[-1] == "taken_back"
    assert table.look() == []
    assert table.evening.panel().status is Status.WAITING_FOR_MOVE


def test_a_play_that_is_taken_back_differs_until_the_card_is_in_its_rack_again(
    table: Table,
) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.evening.press(Press.UNDO)
    assert table.look() == ["table_differs"]
    assert "Red 1 was taken back" in table.view()["detail"]
    assert table.evening.panel().status is Status.DIFFERS
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
    table.evening.press(Press.UNDO)
    assert table.look() == ["table_differs"]
    table.film.put(1, 0, "b1")  # the discards are a heap: eyes don't see one leave it
    assert table.look() == ["table_agrees"]
    assert table.log == ["0 clue"]


def test_the_twin_that_was_drawn_is_not_the_card_that_was_taken_back(table: Table) -> None:
    table.begin()
    table.clue(0, 1, RankHint(1))
    table.film.discard(1, 0, draws="b1")
    table.look()
    table.evening.press(Press.UNDO)
    assert table.look() == ["table_differs"]  # as it does where any other card was drawn
    table.film.put(1, 0, "b1")
    assert table.look() == ["table_agrees"]


def test_after_a_card_has_returned_it_can_be_played_elsewhere(table: Table) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.evening.press(Press.UNDO)
    table.film.lift(0)
    table.film.put(0, 0, "r1")
    table.look()
    table.film.play(0, 1, 0, draws="w1")
    assert table.look() == ["played", "drawn"]
    assert table.view()["game"]["log"][0]["slot"] == 1


# ----------------------------------------------------------------------------------- after a break


def after_a_break(record: Record, table: Table) -> Table:
    """Another evening at the same table: new eyes, which number what they see anew."""
    again = Table(record)
    again.film = film = table.film
    piles = [*film.columns, film.discards]
    numbers = {card.serial: new for new, card in enumerate(chain(*piles), start=1)}
    for pile in piles:
        pile[:] = [replace(card, serial=numbers[card.serial]) for card in pile]
    for place, shown in film.slots.items():
        film.slots[place] = replace(shown, serial=1, touched=0)
    assert again.evening.resume() is not None
    return again


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
    assert again.evening.panel().status is Status.WAITING_FOR_MOVE
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
    assert again.evening.ask(PlayedTap(False), 0).ok
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
    assert again.evening.ask(PlayedTap(False), 0).ok
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
    assert again.evening.panel().strikes == 1


def test_a_turn_from_before_the_break_can_be_taken_back(table: Table, record: Record) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    again = after_a_break(record, table)
    again.look()
    again.evening.press(Press.UNDO)
    assert again.look() == ["table_differs"]
    again.film.lift(0)
    again.film.put(0, 0, "r1")
    assert again.look() == ["table_agrees"]
    assert again.log == []


def test_only_a_game_seen_at_the_same_place_goes_on(table: Table, record: Record) -> None:
    table.begin()
    assert Table(record).evening.resume("another table") is None
    assert Table(record).evening.resume("table") == 1


def test_a_game_that_is_over_does_not_go_on(table: Table, record: Record) -> None:
    table.begin()
    assert table.evening.ask(NewGameTap(), 0).ok
    assert Table(record).evening.resume() is None


# -------------------------------------------------------------------------------- the next game


def test_a_new_game_stops_the_one_that_runs_and_waits_for_full_racks(
    table: Table, record: Record
) -> None:
    table.begin()
    assert table.evening.ask(NewGameTap(), 1).ok
    assert table.said[-1] == "game_ended"
    assert record.games()[0].outcome.value == "terminated"
    assert table.view()["phase"] == "lobby"
    assert table.evening.ask(StartTap(1), 1).ok
    assert [game.id for game in record.games()] == [1, 2]
    assert table.view()["news"] == ["A game for 2 players begins with seat 2."]


def test_after_the_end_everybody_sees_all_hands_and_the_score(record: Record) -> None:
    table = Table(record, (["y2", "y3", "y4", "y5", "g5"], TWO[1]))
    table.begin()
    for slot, seat in ((0, 0), (3, 1), (1, 0)):
        table.film.play(seat, slot, slot, draws="w1")
        table.look()
    assert table.said[-1] == "game_ended"
    for reader in (PUBLIC, 0, 1):
        view = table.view(reader)
        assert view["phase"] == "over"
        assert view["game"]["outcome"] == "strikeout"
        assert view["game"]["score"] == 0
        faces = [card["face"] for hand in view["game"]["hands"] for card in hand]
        assert "y4" in faces
        assert "b1" in faces
    panel = table.evening.panel()
    assert (panel.status, panel.strikes, panel.to_move) == (Status.OVER, 3, None)


def test_a_table_of_another_game_is_made_ready(table: Table, record: Record) -> None:
    table.begin()
    table.evening.clear("demo:2")
    assert table.view()["lobby"]["reason"] == "The table is not still yet."
    table.begin()
    assert [game.source for game in record.games()] == ["table", "demo:2"]


def test_nobody_without_a_seat_in_the_game_sees_the_hands(table: Table) -> None:
    assert set(table.evening.views()) == {PUBLIC, ONLOOKER, 0, 1, 2, 3, 4}
    table.begin()
    assert set(table.evening.views()) == {PUBLIC, ONLOOKER, 0, 1}, "an onlooker has said so"


def test_whoever_moves_to_another_seat_is_told_of_and_on_record(
    table: Table, record: Record
) -> None:
    table.begin()
    table.evening.introduce(People({0: "Ana"}))
    table.evening.introduce(People({1: "Ana"}), Arrival(How.MOVED, "Ana", 1, 0))
    news = "Ana has seen other hands of this game and sits at seat 2 now."
    assert table.view()["news"][-1] == news
    table.evening.introduce(People({1: "Bo"}), Arrival(How.TOOK_OVER, "Bo", 1))
    assert table.view()["news"][-1] == "Bo takes the place of Ana."
    table.evening.introduce(People({1: "Bo"}), Arrival(How.LOOKS_ON, ""))
    assert table.view()["news"][-1] == "Another phone looks on and sees all hands."
    notes = [entry.amendment for entry in record.entries(1) if entry.amendment]
    assert [(note.change, note.who, note.replaced) for note in notes] == [
        (Change.SEATED, "Ana, now seat 1", "seat 0"),
        (Change.SEATED, "Bo, now seat 1", None),
        (Change.SEATED, "another phone", None),
    ]
    table.evening.ask(ClueTap(0, 1, RankHint(1)), 0)
    assert table.view()["news"][-1].startswith("Seat 1 tells Bo about rank 1")
    again = Table(record)
    assert again.evening.resume() == 1, "the record is read again"
    assert again.evening.session is not None
    assert table.evening.session is not None
    assert again.evening.session.state == table.evening.session.state


def test_an_onlooker_who_sees_all_hands_only_looks(table: Table) -> None:
    table.begin()
    hands = table.view(ONLOOKER)["game"]["hands"]
    assert all(card["face"] for hand in hands for card in hand)
    refused = table.evening.ask(ClueTap(0, 1, RankHint(1)), ONLOOKER)
    assert refused.message == "whoever looks on with all hands open only looks"


def test_the_newest_game_of_a_place_is_looked_back_at_when_it_is_over(
    table: Table, record: Record
) -> None:
    table.begin()
    table.film.play(0, 0, 0, draws="w1")
    table.look()
    table.evening.ask(NewGameTap(), 0)
    again = Table(record)
    assert again.evening.look_back("another table") is None
    assert again.evening.look_back("table") == 1
    assert again.view()["phase"] == "over"
    assert again.log == ["0 play r1"]


def test_the_next_game_is_played_by_the_rules_that_were_chosen_and_a_running_one_by_its_own(
    table: Table,
) -> None:
    assert table.evening.choose(RULESETS["pl-deluxe"]).ok
    table.begin()
    assert table.evening.session is not None
    assert table.evening.session.state.ruleset.name == "pl-deluxe"
    assert not table.evening.choose(STANDARD).ok
    assert table.evening.ruleset.name == "pl-deluxe"
    table.evening.ask(NewGameTap(), 0)
    assert table.evening.choose(STANDARD).ok
    assert table.view()["lobby"]["ruleset"] == "standard"


def test_what_happened_is_told_in_every_language(record: Record) -> None:
    table = Table(record)
    table.begin()
    view = table.view()
    assert view["news"][-1] == "A game for 2 players begins with seat 1."
    assert view["news_in"]["pl"][-1] == "Zaczyna się gra dla 2 graczy; pierwszy ruch: gracz 1."
    begins = "Începe un joc pentru 2 jucători; primul la rând este jucătorul 1."
    assert view["news_in"]["ro"][-1] == begins


def test_the_table_is_told_what_happened_in_its_own_language(record: Record) -> None:
    table = Table(record, plan=Plan(STANDARD, language=language("pl")))
    table.begin()
    view = table.view()
    assert view["news"][-1] == "Zaczyna się gra dla 2 graczy; pierwszy ruch: gracz 1."
    assert view["news_in"].keys() == languages().keys() - {"pl"}


def test_a_forgotten_token_is_mentioned_on_every_page_and_by_the_status_lamp(table: Table) -> None:
    table.begin()
    table.film.discs = Discs(8, 3)
    table.look()
    assert table.clue(0, 1, RankHint(1)) is None
    table.look()
    assert table.view(PUBLIC)["tokens"] is None
    assert table.look(PATIENCE + 1) == ["tokens_differ"]
    for reader in (0, 1, PUBLIC):
        assert table.view(reader)["tokens"] == {"clues": {"table": 8, "record": 7}, "fuses": None}
        assert table.view(reader)["status"] == Status.WAITING_FOR_MOVE.value
        assert not any("mat" in text for text in table.view(reader)["news"]), "it is not spoken"
    assert table.evening.panel().tokens_differ
    table.film.discs = Discs(7, 3)
    table.look()
    assert table.view(PUBLIC)["tokens"] is None
    assert not table.evening.panel().tokens_differ
