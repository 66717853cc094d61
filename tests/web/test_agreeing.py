"""What another seat has to agree to before it is written: over HTTP, at a real table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.language.people import People
from companion.panel.panel import Press
from companion.panel.wiring import Wiring
from companion.play.inputs import ClueTap, CorrectTap, StartTap, UndoTap
from companion.record.corrections import FaceIs, Never
from companion.record.entries import Amendment, Change
from companion.record.games import Record
from companion.table import Table
from hardware.virtual_panel import VirtualPanel
from tests.companion.play.evening_table import THREE
from tests.companion.play.evening_table import Table as Watched
from tests.web.phones import Phone, agreed, data
from tests.web.real_table import pages_of, unwatched

TAKE_BACK = "Seat 3 would like to take back turn 1, which is yours. Do you agree?"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 3), None).ok
        yield table


@pytest.fixture
def pages(table: Table) -> Flask:
    return pages_of(table)


@pytest.fixture
def three(table: Table, pages: Flask) -> tuple[Phone, Phone, Phone]:
    phones = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    for phone in phones:
        phone.view()
    table.call(lambda _: None)  # all pages know who sits where
    return phones


WAITS_NO_LONGER = "What you asked for waits no longer: the record was changed meanwhile."


def lay(phone: Phone, seat: int, label: str) -> None:
    assert phone.tap("lay", seat=seat, slot=0, pile="fireworks").status_code == 200
    assert phone.tap("answer", card=label).status_code == 200


def turns(phone: Phone) -> list[Any]:
    return [turn.get("card", turn["kind"]) for turn in phone.view()["game"]["log"]]


@contextmanager
def on_a_page(table: Table) -> Iterator[None]:
    """Let a table have its panel on a page."""
    with VirtualPanel(table.pressed, Wiring()) as panel:
        table.call(lambda _: table.connect(panel, panel))
        yield


def amendments(path: Path, game: int) -> list[Amendment]:
    with Record(path) as record:
        found = [one.amendment for one in record.entries(game) if one.amendment is not None]
    return [one for one in found if one.change not in (Change.SEATED, Change.LAID)]


def test_a_seat_is_asked_before_its_turn_is_taken_back_and_the_record_has_both(
    table: Table, three: tuple[Phone, Phone, Phone], tmp_path: Path
) -> None:
    lay(three[0], 0, "r1")
    wanted = three[2].tap("undo")
    assert data(wanted) == {"ok": True, "waits": True}
    assert turns(three[0]) == ["r1"]
    asked = three[0].view()["proposed"]
    assert (asked["kind"], asked["by"], asked["yours"]) == ("undo", 2, True)
    assert asked["says"] == TAKE_BACK
    assert three[2].view()["proposed"]["yours"] is False
    assert three[1].view()["proposed"] is None
    assert data(three[1].get("/api/view?public=1"))["view"]["proposed"] is None
    assert three[0].tap("agree", granted=True).status_code == 200
    assert turns(three[0]) == []
    assert [phone.view()["proposed"] for phone in three] == [None] * 3
    game = table.game_on_it()
    assert game is not None
    (taken_back,) = amendments(tmp_path / "games", game)
    assert taken_back.who == "seat 2, with the yes of seat 0"


def test_everybody_else_reads_for_whose_yes_a_change_waits_but_not_that_a_clue_does(
    three: tuple[Phone, Phone, Phone],
) -> None:
    def read(phone: Phone) -> tuple[object, object]:
        return phone.view()["detail"], data(phone.get("/api/view?public=1"))["view"]["detail"]

    lay(three[0], 0, "r1")
    assert three[2].tap("undo").status_code == 200
    waits = "What is to be taken back waits for the yes of seat 1."
    assert read(three[1]) == (waits, waits)
    assert [three[seat].view()["detail"] for seat in (0, 2)] == [None, None]  # they have buttons
    assert three[0].tap("agree", granted=False).status_code == 200
    assert read(three[1]) == (None, None)
    assert three[2].tap("clue", giver=1, target=0, value=1).status_code == 200
    assert three[1].view()["proposed"]["kind"] == "clue"
    assert read(three[0]) == (None, None)


def test_after_a_power_cut_the_same_seats_are_asked_and_nobody_else_knows(
    three: tuple[Phone, Phone, Phone], tmp_path: Path
) -> None:
    lay(three[0], 0, "r1")
    assert three[2].tap("undo").status_code == 200
    assert three[0].tap("clue", giver=1, target=2, value=1).status_code == 200

    def shown(phones: tuple[Phone, Phone, Phone]) -> list[object]:
        views = [data(phones[0].get("/api/view?public=1"))["view"], *(one.view() for one in phones)]
        return [(view["proposed"], view["detail"]) for view in views]

    before = shown(three)
    after = tmp_path / "after"
    with closing(sqlite3.connect(tmp_path / "games")) as left:  # as it lies on the disk just now
        left.execute("VACUUM INTO ?", (str(after),))
    with unwatched(after) as table:
        assert table.call(lambda controller: controller.resume()) is not None
        pages = pages_of(table)
        back = three[0].again(pages), three[1].again(pages), three[2].again(pages)
        for phone in back:
            phone.view()
        table.call(lambda _: None)
        assert shown(back) == before
        assert back[0].tap("agree", granted=True).status_code == 200
        assert turns(back[0]) == []


def test_a_seat_that_says_no_keeps_its_turn_and_whoever_asked_is_told(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "r1")
    assert three[2].tap("undo").status_code == 200
    assert three[0].tap("agree", granted=False).status_code == 200
    assert turns(three[0]) == ["r1"]
    assert three[2].view()["notice"] == "Seat 1 does not agree."
    assert three[0].tap("agree", granted=True).status_code == 409


def test_whoever_asked_may_withdraw_it_and_the_next_turn_makes_it_void(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "r1")
    assert three[2].tap("undo").status_code == 200
    assert three[2].tap("agree", granted=False).status_code == 200
    assert three[0].view()["proposed"] is None
    assert three[2].tap("undo").status_code == 200
    lay(three[1], 1, "r2")
    assert three[0].view()["proposed"] is None
    assert three[0].tap("agree", granted=True).status_code == 409
    assert turns(three[0]) == ["r1", "r2"]


def test_ones_own_turn_needs_nobodys_yes(three: tuple[Phone, Phone, Phone]) -> None:
    lay(three[0], 0, "r1")
    assert data(three[0].tap("undo")) == {"ok": True}
    assert data(three[0].tap("redo")) == {"ok": True}
    face = {"kind": "face", "turn": 1, "card": "y1"}
    assert data(three[0].tap("correct", correction=face)) == {"ok": True}
    assert turns(three[0]) == ["y1"]


def test_a_seat_without_a_phone_is_not_asked(pages: Flask) -> None:
    other = Phone(pages, 2)
    lay(other, 0, "r1")
    assert data(other.tap("undo")) == {"ok": True}
    assert turns(other) == []


def test_ones_own_correction_that_costs_another_his_turn_is_for_him_to_agree_to(
    three: tuple[Phone, Phone, Phone],
) -> None:
    for phone, label in ((three[0], "r5"), (three[1], "y5")):
        lay(phone, three.index(phone), label)
    assert three[2].tap("clue", target=0, value=1).status_code == 200
    lay(three[0], 0, "r1")
    # With this the third fuse would have burnt earlier than it did: a later turn would be void.
    lay(three[1], 1, "g5")
    assert three[0].view()["phase"] == "ending"
    face = {"kind": "face", "turn": 4, "card": "b5"}
    assert data(three[0].tap("correct", correction=face)) == {"ok": True, "waits": True}
    assert three[1].view()["proposed"]["kind"] == "correct"
    assert three[1].tap("agree", granted=True).status_code == 200
    assert turns(three[0])[3] == "b5"


def test_what_is_put_right_is_told_to_whoever_has_to_agree(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    face = {"kind": "face", "turn": 1, "card": "b1"}
    assert three[1].tap("correct", correction=face).status_code == 200
    said = three[0].view()["proposed"]["says"]
    assert said.startswith("Seat 2 would like to put turn 1 right: It was blue 1. Score 0 → 1.")
    polish = three[0].view()["said_in"]["pl"]["proposed"]
    assert "Czy zgadzasz się?" in polish
    assert three[0].tap("agree", granted=True).status_code == 200
    assert turns(three[2]) == ["b1"]
    assert "Turn 1 is put right." in three[2].view()["news"][-1]


def test_a_correction_that_the_rules_refuse_is_refused_before_anybody_is_asked(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    refused = three[1].tap("correct", correction={"kind": "face", "turn": 1, "card": "m1"})
    assert refused.status_code == 409
    assert three[0].view()["proposed"] is None


def test_a_game_is_stopped_by_a_phone_once_any_other_agrees_also_in_a_pause(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "r1")
    assert three[1].tap("pause", paused=True).status_code == 200
    assert data(three[1].tap("new")) == {"ok": True, "waits": True}
    assert three[0].view()["phase"] == "playing"
    tablet = data(three[1].get("/api/view?public=1"))["view"]
    assert tablet["detail"] == "The end of this game waits for the yes of seat 1 or seat 3."
    polish = "Przerwanie tej gry czeka na zgodę (gracz 1 lub gracz 3)."
    assert tablet["said_in"]["pl"]["detail"] == polish
    for phone in (three[0], three[2]):
        asked = phone.view()["proposed"]
        assert asked["says"] == "Seat 2 would like to stop this game. Do you agree?"
    assert three[1].tap("agree", granted=True).status_code == 409, "it is for another"
    assert three[2].tap("agree", granted=True).status_code == 200
    assert [phone.view()["phase"] for phone in three] == ["ending"] * 3


def test_a_clue_in_anothers_name_gets_no_yes_while_the_game_rests(
    three: tuple[Phone, Phone, Phone],
) -> None:
    assert three[1].tap("clue", giver=0, target=2, value=1).status_code == 200
    assert three[2].tap("pause", paused=True).status_code == 200
    assert three[0].view()["proposed"] is None
    assert three[0].tap("agree", granted=True).status_code == 409
    assert turns(three[0]) == []


def test_a_phone_that_is_alone_stops_its_game_at_once(pages: Flask) -> None:
    alone = Phone(pages, 1)
    assert data(alone.tap("new")) == {"ok": True}
    assert alone.view()["phase"] == "ending"
    assert data(alone.tap("new")) == {"ok": True}
    assert alone.view()["phase"] == "lobby"


def test_the_panels_buttons_are_pressed_before_everybodys_eyes(
    table: Table, three: tuple[Phone, Phone, Phone]
) -> None:
    lay(three[0], 0, "r1")
    table.call(lambda controller: controller.press(Press.UNDO))
    assert turns(three[0]) == []


def test_a_seat_is_asked_before_the_panel_of_a_page_takes_its_turn_back(
    table: Table, pages: Flask, three: tuple[Phone, Phone, Phone], tmp_path: Path
) -> None:
    lay(three[0], 0, "r1")
    with on_a_page(table):
        guest = Phone(pages)
        assert data(guest.post("press", button="undo")) == {"ok": True, "waits": True}
        assert turns(guest) == ["r1"]
        asked = three[0].view()["proposed"]
        assert (asked["kind"], asked["by"], asked["yours"]) == ("undo", None, True)
        assert three[0].tap("agree", granted=True).status_code == 200
        assert turns(guest) == []
        assert data(guest.post("press", button="confirm")) == {"ok": True, "waits": True}
        assert turns(guest) == [], "what was undone counts again only with a yes, too"
    game = table.game_on_it()
    assert game is not None
    (taken_back,) = amendments(tmp_path / "games", game)
    assert taken_back.who == "public, with the yes of seat 0"


def test_the_panel_of_a_page_takes_a_turn_back_where_its_seat_has_no_phone(
    table: Table, pages: Flask
) -> None:
    phone = Phone(pages, 1)
    lay(phone, 0, "r1")
    with on_a_page(table):
        assert data(phone.post("press", button="undo")) == {"ok": True}
    assert turns(phone) == []


def test_where_the_camera_shows_what_is_right_nobody_is_asked(tmp_path: Path) -> None:
    with Record(tmp_path / "watched") as record:
        film = Watched(record, THREE)
        film.begin()
        film.controller.introduce(People(phones=frozenset({0, 1, 2})))
        film.film.play(0, 0, 0, "b3")
        film.look()
        assert film.log == ["0 play r1"]
        film.film.columns[0].clear()
        film.look()
        film.look()
        game = film.controller.game
        assert game is not None
        assert game.differs is not None
        shown, other = CorrectTap(Never(1)), CorrectTap(FaceIs(1, Card.parse("y1")))
        assert film.controller.ask(other, 2).told == {"waits": True}
        assert film.controller.ask(shown, 2).told is None
        assert film.log == []


def test_what_was_proposed_is_void_once_the_record_is_another(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    face = {"kind": "face", "turn": 1, "card": "b1"}
    assert three[1].tap("correct", correction=face).status_code == 200
    assert agreed(three[2], three[0], "undo").status_code == 200
    assert three[1].view()["proposed"] is None
    assert three[1].view()["notice"] is None, "seat 1 agreed to the older one: that is done"
    assert three[2].view()["notice"] == WAITS_NO_LONGER
    assert three[0].tap("agree", granted=True).status_code == 409


def test_whoever_waits_for_a_yes_is_told_when_another_takes_his_own_turn_back(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    lay(three[1], 1, "b2")
    face = {"kind": "face", "turn": 1, "card": "b1"}
    assert three[2].tap("correct", correction=face).status_code == 200
    assert three[1].tap("undo").status_code == 200
    assert three[2].view()["proposed"] is None
    assert three[2].view()["notice"] == WAITS_NO_LONGER
    assert [three[seat].view()["notice"] for seat in (0, 1)] == [None, None]


def test_a_correction_of_an_earlier_turn_still_waits_once_the_next_is_taken(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    face = {"kind": "face", "turn": 1, "card": "b1"}
    assert three[2].tap("correct", correction=face).status_code == 200
    lay(three[1], 1, "b2")
    asked = three[0].view()["proposed"]
    assert asked["kind"] == "correct"
    assert asked["yours"] is True
    assert "Score 0 → 2." in asked["says"], "as it is now"
    assert three[2].view()["proposed"]["yours"] is False
    other = {"kind": "face", "turn": 1, "card": "w1"}
    assert three[2].tap("correct", correction=other).status_code == 409, "one at a time"
    assert three[0].tap("agree", granted=True).status_code == 200
    assert turns(three[0]) == ["b1", "b2"]
    assert three[2].view()["proposed"] is None


NO_PHONE_THERE = "No phone is there any more: you can agree instead."


def test_what_waits_for_a_seat_whose_phone_leaves_can_be_agreed_to_by_whoever_proposed_it(
    three: tuple[Phone, Phone, Phone],
) -> None:
    lay(three[0], 0, "b3")
    face = {"kind": "face", "turn": 1, "card": "b1"}
    assert three[2].tap("correct", correction=face).status_code == 200
    assert three[2].tap("agree", granted=True).status_code == 409, "seat 1 is there to be asked"
    assert three[0].post("leave").status_code == 200
    asked = three[2].view()["proposed"]
    assert asked["yours"] is True
    assert asked["says"] == f"The correction waits for the yes of seat 1. {NO_PHONE_THERE}"
    assert three[1].view()["detail"] == "The correction waits for the yes of seat 3."
    assert three[1].tap("agree", granted=True).status_code == 409
    assert three[2].tap("agree", granted=True).status_code == 200
    assert turns(three[1]) == ["b1"]
    assert three[2].view()["proposed"] is None
    assert three[2].view()["notice"] is None


def test_a_clue_in_the_name_of_a_seat_whose_phone_leaves_is_taken_as_whoever_logged_it_says(
    three: tuple[Phone, Phone, Phone],
) -> None:
    assert three[1].tap("clue", giver=0, target=2, value=1).status_code == 200
    assert three[0].post("leave").status_code == 200
    assert three[2].view()["proposed"] is None
    assert three[1].view()["proposed"]["says"].endswith(NO_PHONE_THERE)
    assert three[1].tap("agree", granted=True).status_code == 200
    (turn,) = three[2].view()["game"]["log"]
    assert (turn["seat"], turn["target"], turn["value"], turn["by"]) == (0, 2, 1, "seat 1")


def test_what_waits_for_a_seat_goes_on_waiting_when_another_phone_takes_that_seat(
    pages: Flask, three: tuple[Phone, Phone, Phone]
) -> None:
    lay(three[0], 0, "r1")
    assert three[2].tap("undo").status_code == 200
    later = Phone(pages)
    assert later.post("join", seat=0).status_code == 202
    assert three[0].agree(0)
    assert later.post("join", seat=0).status_code == 200
    assert later.view()["proposed"]["says"] == TAKE_BACK
    assert three[2].view()["proposed"]["yours"] is False
    assert later.tap("agree", granted=True).status_code == 200
    assert turns(later) == []


def test_whoever_stays_with_his_phone_alone_stops_the_game_that_he_wanted_to_stop(
    three: tuple[Phone, Phone, Phone],
) -> None:
    assert data(three[1].tap("new")) == {"ok": True, "waits": True}
    assert three[0].post("leave").status_code == 200
    assert three[1].view()["proposed"]["yours"] is False, "seat 3 is still there"
    assert three[2].post("leave").status_code == 200
    assert three[1].tap("agree", granted=True).status_code == 200
    assert three[1].view()["phase"] == "ending"


def test_what_is_missing_before_the_next_turn_waits_no_more_once_that_is_taken(
    three: tuple[Phone, Phone, Phone],
) -> None:
    missed = {
        "kind": "missed",
        "turn": 1,
        "deed": {"kind": "play", "slot": 0, "card": "b1"},
    }
    assert three[1].tap("correct", correction=missed).status_code == 200
    assert three[0].view()["proposed"] is not None
    lay(three[0], 0, "b3")
    assert three[0].view()["proposed"] is None
    assert three[1].view()["proposed"] is None


def test_taps_of_a_list_ask_nobody(tmp_path: Path) -> None:
    """A film's inputs are what was done: nobody is there to be asked."""
    with Record(tmp_path / "film") as record:
        film = Watched(record, THREE)
        film.begin()
        assert film.controller.ask(ClueTap(0, 1, RankHint(1)), 0).ok
        assert film.controller.ask(UndoTap(), 2).told is None
        assert film.log == []
