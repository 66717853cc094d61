"""The end of a game over HTTP: hands stay closed until the table lays them down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.archive.archive import NotNow, RecordArchive
from companion.hanabi.cards import Card
from companion.play.inputs import IdentifyTap, StartTap
from companion.table import Table
from tests.web.phones import Phone, data
from tests.web.real_table import pages_of, unwatched


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 2), None).ok
        yield table


@pytest.fixture
def phones(table: Table) -> tuple[Phone, Phone]:
    pages = pages_of(table)
    both = Phone(pages, 0), Phone(pages, 1)
    for seat in (0, 1):
        faces = {slot: Card.parse("w4") for slot in (3,)} | {4: Card.parse("b2")}
        assert table.ask(IdentifyTap(seat, faces), 1 - seat).ok
    return both


def lose(phones: tuple[Phone, Phone]) -> None:
    for turn, label in enumerate(("r5", "y5", "g5")):
        slots = [card["slot"] for card in phones[0].view()["game"]["hands"][turn % 2]]
        phone, seat = phones[turn % 2], turn % 2
        phone.tap("lay", seat=seat, slot=slots[0], pile="fireworks")
        assert phone.tap("answer", card=label).status_code == 200


def shown(phone: Phone, seat: int, path: str = "/api/view") -> set[str]:
    """The faces that a page shows in the hand of a seat."""
    hands: Any = data(phone.get(path))["view"]["game"]["hands"]
    return {card["face"] for card in hands[seat] if card["face"]}


def test_after_the_third_fuse_nobody_sees_his_own_hand_and_undo_goes_on(
    phones: tuple[Phone, Phone],
) -> None:
    lose(phones)
    for seat, phone in enumerate(phones):
        assert phone.view()["phase"] == "ending"
        assert phone.view()["game"]["outcome"] == "strikeout"
        assert shown(phone, seat) == set()
        assert shown(phone, 1 - seat) == {"w4", "b2"}
        assert shown(phone, 0, "/api/view?public=1") == set()
    assert phones[0].tap("undo").status_code == 200
    assert phones[1].view()["phase"] == "playing"
    assert shown(phones[1], 1) == set()


def test_until_then_no_phone_changes_its_seat_without_being_asked_about(
    phones: tuple[Phone, Phone], table: Table
) -> None:
    lose(phones)
    moved = phones[0].post("join", seat=1)
    assert moved.status_code in (202, 409), "it would see the hand that it held"


def test_any_phone_lays_the_hands_down_and_then_undo_is_refused(
    phones: tuple[Phone, Phone], table: Table, tmp_path: Path
) -> None:
    lose(phones)
    game = table.game_on_it()
    assert game is not None
    archive = RecordArchive(tmp_path / "games")
    with pytest.raises(NotNow):
        archive.review(game)
    with pytest.raises(NotNow):
        archive.told(game)
    assert archive.filed(game).figures is None
    assert phones[1].tap("lay-down").status_code == 200
    assert shown(phones[0], 0) == {"w4", "b2"}
    assert shown(phones[0], 1, "/api/view?public=1") == {"w4", "b2"}
    refused = phones[0].tap("undo")
    assert refused.status_code == 409
    assert "only a correction" in data(refused)["detail"]
    assert phones[0].view()["phase"] == "over"
    assert archive.review(game).outcome == "strikeout"


def test_a_correction_that_lets_the_game_go_on_says_so_before_and_after(
    phones: tuple[Phone, Phone],
) -> None:
    lose(phones)
    phones[0].tap("lay-down")
    choices = data(phones[0].get("/api/choices?turn=3"))["choices"]
    never = next(one for one in choices if one["correction"]["kind"] == "never")
    warned = "All hands have been seen: they are hidden again from now on."
    assert warned in never["effect"]
    assert phones[0].tap("correct", correction=never["correction"]).status_code == 200
    for phone in phones:
        assert warned in phone.view()["news"][-1]
        assert phone.view()["phase"] == "playing"
    assert shown(phones[0], 0) == set()


def test_hands_are_not_laid_down_in_a_game_that_runs(phones: tuple[Phone, Phone]) -> None:
    refused = phones[0].tap("lay-down")
    assert (refused.status_code, data(refused)["rule"]) == (409, "game_runs")
    assert phones[0].view()["phase"] == "playing"


def test_whoever_looks_on_with_all_hands_open_lays_nothing_down(
    phones: tuple[Phone, Phone], table: Table
) -> None:
    lose(phones)
    pages: Flask = phones[0].client.application
    spectator = Phone(pages)
    spectator.post("join", seat=None, sees_all=True)
    assert spectator.tap("lay-down").status_code == 403
    assert phones[0].view()["phase"] == "ending"


def test_a_second_lay_down_changes_nothing(phones: tuple[Phone, Phone]) -> None:
    lose(phones)
    assert phones[0].tap("lay-down").status_code == 200
    version = phones[1].version()
    assert phones[1].tap("lay-down").status_code == 200
    assert phones[1].version() == version
