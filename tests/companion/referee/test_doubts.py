"""Doubts about cards in racks: who is asked what, and who never is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.play.controller import Controller
from companion.play.inputs import ClueTap, IdentifyTap, PassTap, StartTap, Tap, TimedTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.doubts import ASK_NEXT_AFTER, RackQuestion
from companion.views.view import PUBLIC
from tests.companion.filmed_table import FilmedTable, Game

HANDS = (
    ["?", "r1", "y2", "g3", "w4"],
    ["b1", "b2", "y1", "w5", "r2"],
    ["g1", "g2", "r3", "r4", "y5"],
)


class Table:
    """Three players; one card of seat 0 cannot be read."""

    def __init__(self, record: Record, *candidates: str) -> None:
        self.said: list[str] = []
        self.film = FilmedTable(HANDS)
        self.candidates = candidates
        self.controller = Controller(
            record, Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=self._told
        )
        self.look(3.4)
        assert self.tap(StartTap(0)) is None
        self.look(3.4)

    def _told(self, announcement: Announcement) -> None:
        self.said.append(str(to_data(announcement)["event"]))

    def look(self, still_for: float) -> None:
        self.film.t += still_for
        reading = self.film.reading(still_for)
        slots = {
            place: replace(shown, candidates=self.candidates if shown.label is None else ())
            for place, shown in reading.slots.items()
        }
        self.controller.see(replace(reading, slots=slots), self.film.t)

    def tap(self, tap: Tap, reader: int = 0) -> str | None:
        return self.controller.ask(tap, reader).message

    def asked(self) -> list[int]:
        """Return the seats that are asked something."""
        views = self.controller.views()
        return [seat for seat in range(3) if views[seat]["rack_question"] is not None]

    def question(self, reader: int | None) -> Mapping[str, Any] | None:
        return self.controller.views()[reader]["rack_question"]

    def face(self, reader: int, seat: int, slot: int) -> object:
        game: Any = self.controller.views()[reader]["game"]
        return game["hands"][seat][slot]["face"]


def test_one_seat_that_sees_the_card_is_asked_and_nobody_else(record: Record) -> None:
    table = Table(record, "r5", "b5")
    assert table.asked() == [1]
    assert table.question(1) == {"seat": 0, "slot": 0, "options": ["r5", "b5"]}
    assert table.question(PUBLIC) is None
    assert table.said == ["game_started"]
    assert table.controller.panel().status.value == "waiting_for_move"
    assert table.controller.game is not None
    assert table.controller.game.asked == 0


def test_after_ten_seconds_the_next_seat_is_asked_and_never_the_owner(record: Record) -> None:
    table = Table(record)
    asked = []
    for _ in range(4):
        asked += table.asked()
        table.look(ASK_NEXT_AFTER)
    assert asked == [1, 2, 1, 2]


def test_whoever_cannot_tell_is_asked_no_more(record: Record) -> None:
    table = Table(record)
    assert table.tap(PassTap(0, 0), 1) is None
    assert table.asked() == [2]
    table.tap(PassTap(0, 0), 2)
    assert table.asked() == []
    table.look(ASK_NEXT_AFTER)
    assert table.asked() == []


def test_an_answer_names_the_card_and_its_owner_sees_no_difference(record: Record) -> None:
    table = Table(record, "r5")
    before = table.controller.views()[0], table.controller.views()[PUBLIC]
    assert table.tap(IdentifyTap(0, {0: Card.parse("r5")}), 1) is None
    assert table.asked() == []
    assert table.face(2, 0, 0) == "r5"
    assert (table.controller.views()[0], table.controller.views()[PUBLIC]) == before
    table.look(3.4)
    assert table.face(2, 0, 0) == "r5", "the eyes still cannot name it"


def test_only_what_the_asked_seat_sees_takes_an_answer_from_the_list(record: Record) -> None:
    # Seat 1 holds the white 5 and does not know it; seat 2 sees it there.
    table = Table(record, "w5", "y5", "r5", "b5", "g5")
    assert table.question(1) == {"seat": 0, "slot": 0, "options": ["w5", "r5", "b5"]}
    table.look(ASK_NEXT_AFTER)
    assert table.question(2) == {"seat": 0, "slot": 0, "options": ["y5", "r5", "b5"]}


def test_the_game_goes_on_while_a_question_is_open(record: Record) -> None:
    table = Table(record)
    assert table.tap(ClueTap(0, 1, RankHint(1)), 0) is None
    table.film.play(1, 0, 0, "w1")
    table.look(3.4)
    assert table.said[-2:] == ["played", "drawn"]
    assert table.asked() == [1]


def test_a_card_that_is_played_is_asked_about_no_more(record: Record) -> None:
    table = Table(record)
    table.film.put(0, 0, "w1")
    table.film.lay("b1", 0)
    table.look(1.0)
    assert table.asked() == []


def test_a_word_against_the_eyes_counts_and_another_seat_is_asked(record: Record) -> None:
    table = Table(record)
    table.tap(PassTap(0, 0), 1)
    table.tap(PassTap(0, 0), 2)
    assert table.tap(IdentifyTap(0, {1: Card.parse("w1")}), 1) is None
    assert table.question(2) == {"seat": 0, "slot": 1, "options": ["w1", "r1"]}
    for _ in range(3):
        table.look(3.4)
    assert table.face(2, 0, 1) == "w1", "the eyes do not overrule a person"
    assert table.tap(IdentifyTap(0, {1: Card.parse("r1")}), 2) is None
    assert table.asked() == []
    assert table.face(1, 0, 1) == "r1"


def test_a_word_counts_only_as_long_as_that_card_stands_there(record: Record) -> None:
    table = Table(record)
    table.tap(IdentifyTap(0, {1: Card.parse("w1")}), 1)
    table.film.put(0, 1, "r1")
    for _ in range(3):
        table.look(3.4)
    assert table.face(1, 0, 1) == "r1"


@pytest.mark.parametrize("still_for", [0.5, 2.9])
def test_nobody_is_asked_before_the_table_has_been_still_for_a_while(
    record: Record, still_for: float
) -> None:
    table = Table(record)
    table.tap(IdentifyTap(0, {0: Card.parse("r5")}), 1)
    table.film.put(2, 0, "?")
    table.look(still_for)
    assert table.asked() == []


# ------------------------------------------------------------- cards exchanged without any turn


def test_a_card_that_was_exchanged_is_asked_about_and_its_owner_hears_nothing(
    record: Record,
) -> None:
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.look()
    game.table.put(0, 1, "y5")
    assert game.look(5.0) == []
    now, t = game.now, game.table.t
    assert now.doubts.question(now.state, 1, t) == RackQuestion(0, 1, ("y5", "y1"))
    assert now.doubts.question(now.state, 0, t) is None
    game.tap(TimedTap(t, IdentifyTap(0, {1: Card.parse("y5")}), reader=1))
    assert game.now.doubts.question(game.now.state, 1, t) is None, "it was answered"


@pytest.mark.parametrize("label", ["y5", "?"])
def test_what_the_light_has_changed_is_no_exchange(record: Record, label: str) -> None:
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.look()
    game.table.flicker(0, 1, label)
    game.look(5.0)
    assert game.now.doubts.question(game.now.state, 1, game.table.t) is None


def test_what_was_said_of_a_drawn_card_does_not_count_for_the_next_one(record: Record) -> None:
    """Its draw was taken back, and the card drawn after that gets its number."""
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.look()
    game.play(0, 0, 0, "?")
    game.look(4.0)
    named = IdentifyTap(0, {0: Card.parse("w4")})
    game.tap(TimedTap(game.table.t, named, 1))
    game.look()
    game.take_back(game.table.t)
    game.table.lift(0)
    game.table.put(0, 0, None)
    game.look(0.6)
    game.table.put(0, 0, "r1")
    game.look(4.0)
    game.table.reach(0)
    game.look(1.0)
    game.play(0, 1, 0, "b5")
    game.look(4.0)
    drawn = next(held for held in game.now.state.hands[0] if held.slot == 1)
    assert drawn.card == Card.parse("b5")


def test_a_word_that_is_taken_back_is_none(record: Record) -> None:
    """One copy too many is asked about again."""
    game = Game(record, HANDS)
    held = game.now.state.hands[1][3]
    doubts = game.now.doubts.heard(held, Card.parse("w5"), 0, 1.0)
    assert held.id in doubts.told
    assert held.id not in doubts.heard(held, None, 0, 2.0).told
