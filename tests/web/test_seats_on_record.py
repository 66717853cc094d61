"""A seat is a part of the game: asked for, announced, on record, and the same after a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.announcements.announcement import Announcement, Seated
from companion.announcements.texts import sentence as told
from companion.hanabi.cards import Card
from companion.hanabi.tellers import Teller
from companion.language.people import Arrival, How
from companion.play.inputs import IdentifyTap, StartTap
from companion.record.entries import Amendment, Change
from companion.record.games import Record
from companion.record.seating import Seating
from companion.table import Table
from tests.web.phones import Clock, Phone, agreed, data, sentence
from tests.web.real_table import pages_of, unwatched


@contextmanager
def evening(path: Path, clock: Clock | None = None) -> Iterator[tuple[Table, Callable[..., Phone]]]:
    """A table for three, before a game or in the one that it goes on with, and its phones."""
    with unwatched(path) as table:
        table.call(lambda controller: controller.resume())
        pages = pages_of(table, clock)

        def phone(seat: int | None = None, before: Phone | None = None, **options: Any) -> Phone:
            return Phone(pages, seat, **options) if before is None else before.again(pages)

        yield table, phone


def news(phone: Phone) -> list[tuple[str, str, bool]]:
    """Return the newest turn as a page tells it, in two languages, with its small print."""
    view = phone.view()
    told = list(zip(view["news"], view["news_in"]["pl"], view["small_print"], strict=True))
    headline = max(at for at, (_, _, small) in enumerate(told) if not small)
    return told[headline:]


def test_the_newest_turn_is_told_after_a_restart_as_before_it_and_not_said_aloud_again(
    tmp_path: Path,
) -> None:
    with evening(tmp_path / "games") as (table, phone):
        assert table.ask(StartTap(0, 3), None).ok
        ann = phone(0)
        for seat, label in ((0, "r1"), (1, "r3")):
            assert ann.tap("lay", seat=seat, slot=0, pile="fireworks").status_code == 200
            assert ann.tap("answer", card=label).status_code == 200
        before = news(ann)
        assert "Seat 2" in before[0][0]
        assert len(before) > 1, "it cost a fuse"
    with evening(tmp_path / "games") as (table, phone):
        ann = phone(before=ann)
        assert news(ann) == before
        assert ann.view()["aloud"] == []


def begin(table: Table) -> None:
    """Begin a game of three, of whose first cards everybody tells what he sees."""
    assert table.ask(StartTap(0, 3), None).ok
    for seat, label in enumerate(("r1", "y1", "g1")):
        assert table.ask(IdentifyTap(seat, {0: Card.parse(label)}), (seat + 1) % 3).ok


def faces(phone: Phone) -> list[str]:
    hands = phone.view()["game"]["hands"]
    return [card["face"] for hand in hands for card in hand if card["face"]]


def reader(phone: Phone) -> object:
    return phone.view()["game"]["reader"]


def house(phone: Phone) -> Any:
    return data(phone.get("/api/view"))["house"]


def on_record(path: Path) -> list[Amendment]:
    with Record(path) as record:
        found = [entry.amendment for entry in record.entries(1)]
    return [one for one in found if one is not None and one.change is Change.SEATED]


def book(path: Path) -> Seating:
    with Record(path) as record:
        return record.past(1).seating


# ------------------------------------------------------------------------------- every new holding


def test_a_second_window_gets_no_free_seat_of_a_running_game_unless_the_table_agrees(
    tmp_path: Path,
) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one, two = phone(0), phone(1)
        begin(table)
        heard: list[Announcement] = []
        table.listen(heard.append)
        window = phone(2, agreed=False)
        assert window.joined.status_code == 202
        assert faces(window) == []
        assert window.get("/seat").headers["Location"] == "/"
        assert [(w["seat"], w["yours"]) for w in house(two)["wishes"]] == [(2, True)]
        assert house(one)["held"] == [0, 1]
        assert heard == []
        assert two.agree(2)
        assert window.post("join", seat=2).status_code == 200
        assert house(one)["held"] == [0, 1, 2], "every page shows which seats have a phone"
        said = [one for one in heard if isinstance(one, Seated)]
        assert [one.arrival for one in said] == [Arrival(How.SAT_DOWN, "", 2, by=Teller(1))]
        assert told(said[0]) == "Another phone sits down at seat 3. Seat 2 has agreed."
    (news,) = [one for one in on_record(tmp_path / "games") if one.who]
    assert news.who == "another phone, now seat 2, with the yes of seat 1"


def test_what_the_table_refuses_opens_no_hand(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one = phone(0)
        begin(table)
        window = phone(2, agreed=False)
        wish = house(one)["wishes"][0]["id"]
        assert one.post("consent", wish=wish, granted=False).status_code == 200
        assert window.post("join", seat=2).status_code == 202, "it may ask again"
        assert faces(window) == []
        assert house(one)["held"] == [0]


@pytest.mark.parametrize("what", ["view", "choices?turn=1", "rack-picture?of=1", "explained"])
def test_a_phone_that_waits_for_a_yes_is_shown_what_everybody_sees(
    tmp_path: Path, what: str
) -> None:
    with evening(tmp_path / "games") as (table, phone):
        phone(0)
        begin(table)
        window, looking = phone(2, agreed=False), phone()
        one, other = (each.get(f"/api/{what}") for each in (window, looking))
        assert one.status_code == other.status_code
        if what == "view":
            assert data(one)["view"] == data(other)["view"]
        else:
            assert one.data == other.data


def test_the_first_phone_of_a_game_is_let_in_by_nobody_and_announced(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        begin(table)
        heard: list[Announcement] = []
        table.listen(heard.append)
        assert phone(1).joined.status_code == 200
        said = [one.arrival for one in heard if isinstance(one, Seated)]
        assert said == [Arrival(How.SAT_DOWN, "", 1)]
    assert [one.who for one in on_record(tmp_path / "games")] == ["another phone, now seat 1", ""]


def test_whoever_says_that_he_does_not_sit_there_is_asked_about_at_his_next_seat(
    tmp_path: Path,
) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one = phone(0)
        begin(table)
        second = phone(1, sits=False)
        assert second.post("join", seat=2).status_code == 202
        assert one.agree(2)
        assert data(second.post("join", seat=2))["seat"] == 2


def test_whoever_comes_back_to_his_own_seat_is_on_record_and_asks_nobody(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one, two = phone(0), phone(1)
        begin(table)
        one.post("leave")
        assert house(two)["held"] == [1]
        assert one.post("join", seat=0).status_code == 200
        assert reader(one) == 0
    assert sorted(book(tmp_path / "games").seats) == [0, 1]


# ------------------------------------------------------------------------- what was seen stays seen


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("leaves", ["leave", "nothing", "looks on", "public page"])
def test_whoever_has_held_a_seat_takes_no_other_in_that_game(
    tmp_path: Path, leaves: str, restart: bool
) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        phone(2)
        second = phone(1)
        begin(table)
        assert "r1" in faces(second)
        if leaves == "leave":
            second.post("leave")
        elif leaves == "looks on":
            second.post("join", sees_all=True)
        elif leaves == "public page":
            second.post("join", seat=None)
        if not restart:
            refused = second.post("join", seat=0)
            assert refused.status_code == 409
            assert sentence(refused).startswith("This phone has seen hands")
            assert house(phone())["wishes"] == [], "nobody is asked either"
    if restart:
        with evening(path) as (table, phone):
            assert phone(before=second).post("join", seat=0).status_code == 409


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_whoever_has_looked_on_with_all_hands_open_sits_down_nowhere_in_that_game(
    tmp_path: Path, seat: int, restart: bool
) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        phone((seat + 1) % 3)
        eve = phone()
        assert eve.post("join", sees_all=True).status_code == 200
        begin(table)
        assert len(faces(eve)) == 3
        eve.post("leave")
        assert faces(eve) == []
        if not restart:
            assert eve.post("join", seat=seat).status_code == 409
    if restart:
        with evening(path) as (table, phone):
            eve = phone(before=eve)
            assert eve.post("join", seat=seat).status_code == 409
            assert faces(eve) == []


def test_what_was_seen_of_one_game_is_no_matter_in_the_next(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one, two = phone(0), phone(1)
        begin(table)
        assert one.post("join", seat=2).status_code == 409
        assert agreed(one, two, "new").status_code == 200
        one.tap("new")
        assert one.post("join", seat=2).status_code == 200
        begin(table)
        assert one.post("join", seat=0).status_code == 409


def test_nothing_that_puts_turns_right_forgets_who_has_seen_what(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one, two = phone(0), phone(1)
        begin(table)
        two.post("leave")
        assert one.tap("lay", seat=0, slot=1, pile="fireworks").status_code == 200
        assert one.tap("answer", card="b1").status_code == 200
        assert one.tap("undo").status_code == 200
        assert one.tap("redo").status_code == 200
        face = {"kind": "face", "turn": 1, "card": "w1"}
        assert one.tap("correct", correction=face).status_code == 200
        assert one.tap("pause", paused=True).status_code == 200
        assert two.post("join", seat=2).status_code == 409
    assert sorted(book(tmp_path / "games").shown.values(), key=min) == [{0}, {1}]
    assert len(on_record(tmp_path / "games")) == 2, (
        "the start and the leaving; no turn says it anew"
    )


# --------------------------------------------------------------------------------- after a restart


def test_the_table_knows_who_holds_the_seats_before_any_phone_has_spoken(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        phone(0)
        phone(2)
        begin(table)
    with evening(path) as (table, _):
        assert table.people().phones == {0, 2}


def test_an_old_cookie_throws_nobody_out_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        old = phone(0)
        phone(1)
        begin(table)
        new = phone(0, agreed=False)
        assert old.agree(0)
        assert new.post("join", seat=0).status_code == 200
        assert reader(new) == 0
    with evening(path) as (table, phone):
        old = phone(before=old)
        assert reader(old) is None, "it came first, and has the seat no more"
        assert faces(old) == []
        assert old.get("/seat").headers["Location"] == "/"
        assert reader(phone(before=new)) == 0
        assert old.tap("arrange", order=[1, 0, 2, 3, 4]).status_code == 403


@pytest.mark.parametrize("left", [False, True])
def test_each_phone_finds_its_own_seat_again_after_a_restart_and_none_that_it_left(
    tmp_path: Path, left: bool
) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        one = phone(1)
        begin(table)
        cookie = one.client.get_cookie("companion")
        if left:
            one.post("leave")
        assert cookie is not None
        one.client.set_cookie("companion", cookie.value)
    with evening(path) as (table, phone):
        assert reader(phone(before=one)) == (None if left else 1)


def test_right_after_a_restart_no_seat_is_there_for_the_taking(tmp_path: Path) -> None:
    """No page has been opened anew yet; those on record are not away for that."""
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        phone(0)
        phone(1)
        begin(table)
    with evening(path) as (table, phone):
        for seat in (0, 1, 2):
            assert phone(seat, agreed=False).joined.status_code == 202, seat


def test_a_phone_that_had_not_said_yes_is_asked_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        asked = phone(1, sits=None)
        begin(table)
    with evening(path) as (table, phone):
        asked = phone(before=asked)
        assert faces(asked) == []
        assert table.people().phones == frozenset()
        assert asked.post("confirm", seat=1, sits=True).status_code == 200
        assert reader(asked) == 1


def test_an_onlooker_looks_on_after_a_restart_and_stays_shown(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        one, eve = phone(0), phone()
        begin(table)
        eve.post("join", sees_all=True, name="Eve")
    with evening(path) as (table, phone):
        assert house(phone(before=one))["onlookers"] == ["Eve"]
        assert len(faces(phone(before=eve))) == 3


def test_whoever_sat_before_the_game_is_on_record_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        phone(0)
        phone(1, sits=None)
        begin(table)
        seating = table.seating()
    assert book(path) == seating
    assert {seat: one.sits for seat, one in seating.seats.items()} == {0: True, 1: False}
    assert list(seating.shown.values()) == [frozenset({0})]


def test_a_full_disk_keeps_nobody_from_his_seat_and_all_is_on_record_later(tmp_path: Path) -> None:
    path = tmp_path / "games"
    with evening(path) as (table, phone):
        one = phone(0)
        begin(table)
        table.call(lambda controller: controller._record._db.execute("PRAGMA query_only = 1"))
        two = phone(1)
        assert reader(two) == 1
        assert "not saved" in (one.view()["detail"] or "")
        table.call(lambda controller: controller._record._db.execute("PRAGMA query_only = 0"))
        assert one.tap("clue", target=2, value=1).status_code == 200
    assert sorted(book(path).seats) == [0, 1]


# -------------------------------------------------------------------------- what a phone cannot say


def test_a_copied_cookie_is_the_same_phone_and_gets_no_more(tmp_path: Path) -> None:
    with evening(tmp_path / "games") as (table, phone):
        one = phone(0)
        begin(table)
        cookie = one.client.get_cookie("companion")
        assert cookie is not None
        copy = phone()
        copy.client.set_cookie("companion", cookie.value)
        assert reader(copy) == 0
        assert copy.post("join", seat=1).status_code == 409
        assert house(one)["held"] == [0]


def test_a_page_in_the_moment_of_the_start_is_refused_what_a_running_game_refuses(
    tmp_path: Path,
) -> None:
    """The pages still think that no game runs; the table knows better."""
    with evening(tmp_path / "games") as (table, phone):
        one = phone(0)
        before = table.hub.snapshot(None)
        assert before is not None
        begin(table)
        table.hub._snapshots = dict.fromkeys((None, -1, 0, 1, 2, 3, 4), before)
        assert one.post("join", seat=1).status_code == 409
        assert phone(1, agreed=False).joined.status_code == 202
