"""Attempts to speak for a seat whose phone is there, or to be told what only others may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint
from companion.language.people import People
from companion.mqtt.buttons import Buttons
from companion.mqtt.discovery import NEW_GAME, UNDO
from companion.panel.panel import Press
from companion.play.inputs import ClueTap, ConsentTap, IdentifyTap, StartTap
from companion.record.games import Record
from companion.table import Table
from tests.companion.play.evening_table import THREE
from tests.companion.play.evening_table import Table as Watched
from tests.web.phones import CODE, Clock, Phone, agreed, data
from tests.web.real_table import pages_of, unwatched
from tests.web.sent import TAPS
from tests.web.test_stream import Listener

pytestmark = pytest.mark.usefixtures("same_start")

BOTH = compose("both", Options(award_tiles=True, synchronised_show=True))
NOBODYS = "That can only be said on the phone of seat 2."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games", BOTH) as table:
        assert table.ask(StartTap(0, 3), None).ok
        yield table


@pytest.fixture
def pages(table: Table) -> Flask:
    return pages_of(table)


@pytest.fixture
def three(pages: Flask) -> tuple[Phone, Phone, Phone]:
    return Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)


def log(phone: Phone) -> list[dict[str, Any]]:
    return list(phone.view()["game"]["log"])


def faces(phone: Phone, path: str = "/api/view") -> list[list[str]]:
    hands = data(phone.get(path))["view"]["game"]["hands"]
    return [[card["face"] for card in hand if card["face"]] for hand in hands]


def hands_are(table: Table, **hands: str) -> None:
    """Others name the cards in the hands ``of0``, ``of1``, ``of2`` from slot 0 on."""
    for of, labels in hands.items():
        seat = int(of.removeprefix("of"))
        cards = dict(enumerate(map(Card.parse, labels.split())))
        assert table.ask(IdentifyTap(seat, cards), (seat + 1) % 3).ok


def lay(phone: Phone, seat: int, label: str) -> None:
    assert phone.tap("lay", seat=seat, slot=0, pile="fireworks").status_code == 200
    assert phone.tap("answer", card=label).status_code == 200


def earn(phones: tuple[Phone, ...]) -> None:
    """Seats 0, 1, 2, 0, 1 lay red 1 to 5: seat 1 has a tile to turn, seat 2 is next."""
    for rank in range(1, 6):
        lay(phones[(rank - 1) % len(phones)], (rank - 1) % 3, f"r{rank}")


def tiles(phone: Phone) -> list[object]:
    return list(phone.view()["game"]["tiles"])


def award(phone: Phone) -> object:
    return phone.view()["game"]["award"]


# -------------------------------------------------------------------------------- an award tile


def test_a_correction_that_adds_the_next_turn_forfeits_nobodys_tile(
    three: tuple[Phone, Phone, Phone],
) -> None:
    earn(three)
    clue = {"kind": "clue", "target": 0, "value": 1}
    laid = {"kind": "discard", "slot": 0, "card": "b1"}
    for deed in (clue, laid, {**laid, "kind": "play"}):
        missed = {"kind": "missed", "turn": 6, "deed": deed}
        for phone in (three[0], three[2], Phone(three[0].client.application)):
            refused = phone.tap("correct", correction=missed)
            assert refused.status_code == 409, deed
            assert deed is clue or data(refused)["rule"] == "award_due"
    assert (award(three[0]), tiles(three[0])) == (1, [])


def test_nothing_that_would_forfeit_a_tile_is_offered(three: tuple[Phone, Phone, Phone]) -> None:
    earn(three)
    offered = data(three[0].get("/api/choices?turn=6"))["choices"]
    assert [one["correction"] for one in offered] == []


def test_no_button_of_panel_or_broker_turns_or_forfeits_a_tile(
    table: Table, three: tuple[Phone, Phone, Phone]
) -> None:
    earn(three)
    for press in Press:
        if press is not Press.UNDO:
            table.call(lambda controller, press=press: controller.press(press))  # type: ignore[misc]  # of a lambda with a default
    assert not Buttons(table).press(NEW_GAME, b"PRESS").ok
    assert (award(three[0]), tiles(three[0])) == (1, [])


def test_a_tile_whose_winning_turn_is_taken_back_and_done_again_is_still_its_seats(
    table: Table, three: tuple[Phone, Phone, Phone]
) -> None:
    earn(three)
    assert Buttons(table).press(UNDO, b"PRESS").ok
    assert award(three[2]) is None
    assert agreed(three[2], three[1], "redo").status_code == 200
    assert data(three[2].tap("tile", seat=1, tile=None))["detail"] == NOBODYS
    assert award(three[2]) == 1


def test_a_tile_waits_also_for_a_phone_that_sleeps(table: Table) -> None:
    clock = Clock()
    pages = pages_of(table, clock)
    three = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    earn(three)
    clock.now += 600.0
    assert data(three[0].get("/api/view"))["house"]["away"] == [1, 2]
    assert data(three[0].tap("tile", seat=1, tile="clue_token"))["detail"] == NOBODYS
    assert three[1].tap("tile", seat=1, tile="clue_token").status_code == 200


def test_the_public_page_of_the_seats_own_phone_is_not_that_seat(
    three: tuple[Phone, Phone, Phone],
) -> None:
    earn(three)
    public = data(three[1].get("/api/view?public=1"))
    answer = three[1].post(
        "tile?public=1", seat=1, tile="clue_token", version=public["version"], key="p"
    )
    assert data(answer)["detail"] == NOBODYS
    assert public["view"]["may"]["tile"] is None


def test_a_paused_game_goes_on_by_the_panel_while_a_tile_is_due(
    table: Table, three: tuple[Phone, Phone, Phone]
) -> None:
    earn(three)
    assert three[0].tap("pause", paused=True).status_code == 200
    table.call(lambda controller: controller.press(Press.CONFIRM))
    assert three[0].view()["paused"] is False
    assert (award(three[0]), tiles(three[0])) == (1, [])


def test_an_onlooker_with_all_hands_open_speaks_for_nobody(
    three: tuple[Phone, Phone, Phone],
) -> None:
    earn(three)
    looking = Phone(three[0].client.application)
    assert looking.post("join", seat=None, sees_all=True).status_code == 200
    taps: dict[str, dict[str, object]] = {
        "tile": {"seat": 1, "tile": None},
        "name": {"seat": 2, "colour": "r"},
        "clue": {"giver": 2, "target": 0, "value": 1},
        "agree": {"granted": True},
        "undo": {},
        "lay-down": {},
    }
    for what, body in taps.items():
        assert looking.tap(what, **body).status_code == 403, what
    assert (award(three[0]), tiles(three[0])) == (1, [])


# ------------------------------------------------------------------------ a phone that is asked


def test_a_phone_that_has_not_said_yes_silences_nobody(pages: Flask) -> None:
    first, third = Phone(pages, 0), Phone(pages, 2)
    for rank in range(1, 6):
        lay(third if rank == 3 else first, (rank - 1) % 3, f"r{rank}")
    asked = Phone(pages, 1, sits=None)
    assert first.tap("tile", seat=1, tile="clue_token").status_code == 200
    assert asked.post("confirm", seat=1, sits=True).status_code == 200
    assert third.tap("clue", target=0, value=1).status_code == 200
    lay(first, 0, "b1")
    assert data(first.tap("name", seat=1, colour="r"))["detail"] == NOBODYS


def test_whoever_has_just_said_yes_speaks_for_his_seat_at_once(table: Table, pages: Flask) -> None:
    first = Phone(pages, 0)
    for rank in range(1, 6):
        lay(first, (rank - 1) % 3, f"r{rank}")
    asked = Phone(pages, 1, sits=None)
    assert asked.post("confirm", seat=1, sits=True).status_code == 200
    table.call(lambda _: None)  # the table has heard of it
    assert first.view()["may"]["tile"] is None
    assert data(first.tap("tile", seat=1, tile="clue_token"))["detail"] == NOBODYS


def test_a_request_from_before_the_yes_that_comes_after_it_takes_no_seat_its_word(
    table: Table, pages: Flask
) -> None:
    first, asked = Phone(pages, 0), Phone(pages, 1, sits=None)
    before = asked.client.get_cookie("companion")
    assert before is not None
    assert asked.post("confirm", seat=1, sits=True).status_code == 200
    late = Phone(pages, sits=None)
    late.client.set_cookie("companion", before.value)
    assert late.post("here", here=True).status_code == 200
    assert faces(late) == [[], [], []]
    assert data(first.tap("name", seat=1, colour="r"))["detail"] == NOBODYS


def test_a_phone_that_is_asked_says_nothing_for_its_seat(table: Table, pages: Flask) -> None:
    hands_are(table, of0="r1 r2", of1="b1 b2", of2="g1 g2")
    first, asked = Phone(pages, 0), Phone(pages, 1, sits=None)
    assert faces(asked) == [[], [], []]
    lay(first, 0, "r1")
    assert asked.tap("clue", target=0, value=1).status_code == 403
    assert asked.tap("check", giver=1, target=0, value=1).status_code == 409
    assert asked.tap("arrange", order=[1, 0, 2, 3, 4]).status_code == 403
    assert asked.tap("identify", seat=0, slot=1, card="y4").status_code == 409
    assert asked.tap("pass", seat=0, slot=1).status_code == 409
    assert faces(asked) == [[], [], []]
    assert len(log(asked)) == 1


def test_each_answer_to_a_phone_that_is_asked_is_that_to_a_phone_without_a_seat(
    table: Table, pages: Flask
) -> None:
    hands_are(table, of0="r1 r2", of1="b1 b2", of2="g1 g2")
    asked, looking = Phone(pages, 1, sits=None), Phone(pages)
    for path in ("view", "explained", "choices?turn=1", "rack-picture", "lamps"):
        one, other = (phone.get(f"/api/v1/{path}") for phone in (asked, looking))
        assert (one.status_code, one.data) == (other.status_code, other.data), path
    for what in TAPS:
        one, other = (phone.post(what, version=0, key="k") for phone in (asked, looking))
        assert (one.status_code, one.data) == (other.status_code, other.data), what


def test_the_address_of_a_stand_up_moves_no_phone_that_sits_elsewhere(
    table: Table, pages: Flask
) -> None:
    hands_are(table, of0="r1 r2", of1="b1 b2", of2="g1 g2")
    phone = Phone(pages, 0)
    assert phone.get(f"/?code={CODE}&seat=2").status_code == 200
    assert faces(phone) == [[], ["b1", "b2"], ["g1", "g2"]]
    Phone(pages, 2)
    assert phone.post("join", seat=1, code=CODE).status_code == 409, "it has seen that hand"
    assert faces(phone)[0] == []


def test_no_after_yes_ends_the_open_stream_and_the_phone_is_not_let_to_another_seat(
    table: Table, pages: Flask
) -> None:
    hands_are(table, of0="r1 r2", of1="b1 b2", of2="g1 g2")
    Phone(pages, 2)
    phone = Phone(pages, 0)
    old = phone.client.get_cookie("companion")
    assert old is not None
    stream = Listener(phone)
    stream.next()
    assert stream.snapshot()["view"]["game"]["reader"] == 0
    assert phone.post("confirm", seat=0, sits=False).status_code == 200
    assert stream.next() == "event: seat\ndata: {}"
    assert faces(phone) == [[], [], []]
    assert phone.post("join", seat=1).status_code == 409
    again = Phone(pages)
    again.client.set_cookie("companion", old.value)
    assert faces(again) == [[], [], []], "the cookie from before opens nothing any more"


def test_a_seat_that_another_has_taken_over_meanwhile_says_no_more_yes(pages: Flask) -> None:
    first, second = Phone(pages, 0), Phone(pages, 1)
    second.tap("clue", giver=0, target=2, value=1)
    new = Phone(pages, sits=None)
    assert new.post("join", seat=0).status_code == 202
    wish = data(first.get("/api/view"))["house"]["wishes"][0]["id"]
    assert first.post("consent", wish=wish, granted=True).status_code == 200
    assert new.post("join", seat=0).status_code == 200
    assert first.tap("agree", granted=True).status_code == 409
    assert new.tap("agree", granted=True).status_code == 409
    assert log(second) == []
    assert new.post("confirm", seat=0, sits=True).status_code == 200
    assert new.tap("agree", granted=True).status_code == 200
    assert len(log(second)) == 1


# -------------------------------------------------------------------- a clue in another's name


def test_a_correction_gives_no_clue_now_in_the_name_of_a_seat_with_a_phone(
    three: tuple[Phone, Phone, Phone],
) -> None:
    clue = {"kind": "clue", "target": 2, "value": 1}
    missed = {"kind": "missed", "turn": 1, "deed": clue}
    for phone in (three[1], three[2], Phone(three[0].client.application)):
        refused = phone.tap("correct", correction=missed)
        assert refused.status_code == 409
        assert data(refused)["detail"] == "That can only be said on the phone of seat 1."
        offered = [one["correction"] for one in data(phone.get("/api/choices?turn=1"))["choices"]]
        assert "clue" not in {one["deed"]["kind"] for one in offered}
    assert log(three[0]) == []
    assert three[0].tap("correct", correction=missed).status_code == 200


def test_a_clue_to_which_yes_cannot_be_said_tells_its_target_nothing(
    tmp_path: Path,
) -> None:
    """Seat 3 logs that seat 1 told it of ones; seat 1 says yes, whatever seat 3 holds."""

    def seen(hand: str, name: str) -> list[Mapping[str, Any]]:
        with unwatched(tmp_path / name) as table:
            assert table.ask(StartTap(0, 3), None).ok
            pages = pages_of(table)
            giver, target, public = Phone(pages, 0), Phone(pages, 2), Phone(pages)
            hands_are(table, of2=hand)
            assert target.tap("clue", giver=0, target=2, value=1).status_code == 200
            giver.tap("agree", granted=True)
            return [data(target.get("/api/view")), data(public.get("/api/view"))]

    with_none = seen("r2 r3 r4 r5 y2", "a")
    assert with_none[0]["view"]["proposed"] is not None, "it is still seat 1 that is asked"
    assert with_none == seen("b2 b3 b4 b5 g2", "b")


def test_whether_a_clue_to_a_seat_waits_for_a_yes_that_seat_is_not_told(tmp_path: Path) -> None:
    """Seat 2 logs a clue about the ones of seat 3, who may have none; then seat 3 logs another."""

    def told(hand: str, name: str) -> object:
        with unwatched(tmp_path / name) as table:
            assert table.ask(StartTap(0, 3), None).ok
            pages = pages_of(table)
            _, other, target = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
            hands_are(table, of2=hand)
            other.tap("clue", giver=0, target=2, value=1)
            before = data(target.get("/api/view"))
            answer = target.tap("clue", giver=0, target=1, value=2)
            return before, answer.status_code, answer.data, data(target.get("/api/view"))

    assert told("r1 r3 r4 r5 y2", "a") == told("r2 r3 r4 r5 y2", "b")


def test_a_clue_that_was_overtaken_is_not_asked_about_again_after_an_undo(
    three: tuple[Phone, Phone, Phone],
) -> None:
    three[1].tap("clue", giver=0, target=2, value=1)
    assert three[0].tap("clue", target=1, value=3).status_code == 200
    assert agreed(three[2], three[0], "undo").status_code == 200
    assert three[0].view()["proposed"] is None
    assert three[0].tap("agree", granted=True).status_code == 409
    assert log(three[0]) == []


def test_a_yes_is_taken_once(three: tuple[Phone, Phone, Phone]) -> None:
    three[1].tap("clue", giver=0, target=2, value=1)
    body = {"version": three[0].version(), "key": "yes", "granted": True}
    assert three[0].post("agree", **body).status_code == 200
    assert three[0].post("agree", **body).status_code == 200
    assert three[0].post("agree", **{**body, "key": "again"}).status_code == 409
    assert len(log(three[0])) == 1


def test_a_late_yes_to_a_clue_of_the_turn_before_gives_none(
    three: tuple[Phone, Phone, Phone],
) -> None:
    three[1].tap("clue", giver=0, target=2, value=1)
    version = three[0].version()
    table_taps = three[0].tap("lay", seat=0, slot=0, pile="discards")
    assert table_taps.status_code == 409, "all tokens are there"
    lay(three[0], 0, "r1")
    late = three[0].post("agree", granted=True, version=version, key="late")
    assert late.status_code == 409
    assert three[0].tap("agree", granted=True).status_code == 409
    assert len(log(three[0])) == 1


def test_a_clue_that_waits_is_told_on_no_other_channel(
    table: Table, three: tuple[Phone, Phone, Phone]
) -> None:
    hands_are(table, of2="r1 r3 r4 r5 y2")
    told: list[object] = []
    table.listen(told.append)
    looking = Phone(three[0].client.application)
    panel = table.call(lambda controller: controller.panel())
    before = [data(one.get("/api/view")) for one in (three[2], looking)]
    assert three[1].tap("clue", giver=0, target=2, value=1).status_code == 200
    assert [data(one.get("/api/view")) for one in (three[2], looking)] == before
    assert data(three[2].get("/api/choices?turn=1")) == data(looking.get("/api/choices?turn=1"))
    assert (told, table.call(lambda controller: controller.panel())) == ([], panel)


def test_a_clue_that_waits_does_not_outlive_its_game_and_outlives_the_process_for_its_giver_alone(
    tmp_path: Path,
) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 3), None).ok
        pages = pages_of(table)
        giver, other = Phone(pages, 0), Phone(pages, 1)
        other.tap("clue", giver=0, target=2, value=1)
        assert agreed(other, giver, "new").status_code == 200
        assert other.tap("start", first=0, players=3).status_code == 200
        assert giver.view()["proposed"] is None
        assert giver.tap("agree", granted=True).status_code == 409
        other.tap("clue", giver=0, target=2, value=1)
        assert giver.view()["proposed"] is not None
    with unwatched(tmp_path / "games") as table:
        assert table.call(lambda controller: controller.resume()) is not None
        pages = pages_of(table)
        giver, other = giver.again(pages), other.again(pages)
        assert giver.view()["proposed"] is not None
        assert other.tap("agree", granted=True).status_code == 409, "it is not for him to agree"
        assert log(giver) == []
        assert giver.tap("agree", granted=True).status_code == 200
        assert len(log(giver)) == 1
        assert giver.tap("agree", granted=True).status_code == 409


def test_while_table_and_record_differ_a_yes_waits_and_loses_nothing(tmp_path: Path) -> None:
    with Record(tmp_path / "watched") as record:
        film = Watched(record, THREE)
        film.begin()
        film.controller.introduce(People(phones=frozenset({0, 1, 2})))
        film.film.play(0, 0, 0, "b3")
        film.look()
        film.controller.ask(ClueTap(1, 2, RankHint(1)), 0)
        film.film.lift(0)
        assert "table_differs" in film.look()
        before = film.view(0), film.view(2)
        assert not film.controller.ask(ConsentTap(True), 1).ok
        assert (film.view(0), film.view(2)) == before
        film.film.lay("r1", 0)
        assert "table_agrees" in film.look()
        assert film.controller.ask(ConsentTap(True), 1).ok
        assert film.log == ["0 play r1", "1 clue"]


# ------------------------------------------------------------------- a colour, and a seat's hand


def test_a_colour_is_named_for_no_other_seat_by_any_address(
    three: tuple[Phone, Phone, Phone],
) -> None:
    for path in ("name", "v1/name", "name?public=1"):
        for phone in (three[0], three[2]):
            version = data(phone.get("/api/view" + ("?public=1" if "?" in path else "")))["version"]
            answer = phone.post(path, seat=1, colour="r", version=version, key=path[:4] + "x")
            assert answer.status_code in (400, 409), path
    assert three[1].view()["named"] == []


def test_nobody_names_his_own_cards_by_tap_or_as_the_public(
    three: tuple[Phone, Phone, Phone],
) -> None:
    own = {"seat": 0, "slot": 0, "card": "r1"}
    assert three[0].tap("identify", **own).status_code == 409
    version = data(three[0].get("/api/view?public=1"))["version"]
    as_public = three[0].post("identify?public=1", **own, version=version, key="p")
    assert as_public.status_code == 409
    assert faces(three[1]) == [[], [], []]
