"""Whose tap it is: a clue in another's name, a tile, a colour; over HTTP, at a real table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.hanabi.editions import Options, compose
from companion.hanabi.tellers import PUBLIC_PAGE, Teller
from companion.panel.panel import Press
from companion.play.inputs import StartTap
from companion.record.games import Record
from companion.table import Table
from tests.web.phones import Phone, agreed, data
from tests.web.real_table import pages_of, unwatched

BOTH = compose("both", Options(award_tiles=True, synchronised_show=True))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games", BOTH) as table:
        assert table.ask(StartTap(0, 3), None).ok
        yield table


@pytest.fixture
def pages(table: Table) -> Flask:
    return pages_of(table)


def log(phone: Phone) -> list[dict[str, object]]:
    return list(phone.view()["game"]["log"])


def lay(phone: Phone, seat: int, label: str) -> None:
    assert phone.tap("lay", seat=seat, slot=0, pile="fireworks").status_code == 200
    assert phone.tap("answer", card=label).status_code == 200


def complete_red(*phones: Phone) -> None:
    """Seats 0, 1, 2, 0, 1 lay red 1 to 5: seat 1 has earned a tile."""
    for rank in range(1, 6):
        lay(phones[(rank - 1) % 3], (rank - 1) % 3, f"r{rank}")


# ------------------------------------------------------------------------- a clue in another's name


def test_a_clue_in_the_name_of_a_seat_with_a_phone_waits_for_its_yes(pages: Flask) -> None:
    giver, other, third = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    assert other.tap("clue", giver=0, target=2, value=1).status_code == 200
    assert log(giver) == []
    proposed = {
        **{"kind": "clue", "asks": [0], "by": 1, "says": None},
        **{"giver": 0, "target": 2, "value": 1, "pointed": None},
    }
    assert giver.view()["proposed"] == {**proposed, "yours": True}
    waits = "The clue that was logged here waits for the yes of seat 1."
    assert other.view()["proposed"] == {**proposed, "says": waits, "yours": False}
    assert third.view()["proposed"] is None, "it would tell seat 2 of its own hand"
    assert data(third.get("/api/view?public=1"))["view"]["proposed"] is None
    for stranger in (other, third):
        assert stranger.tap("agree", granted=True).status_code == 409
    assert giver.tap("agree", granted=True).status_code == 200
    (turn,) = log(third)
    assert (turn["seat"], turn["target"], turn["value"], turn["by"]) == (0, 2, 1, "seat 1")
    assert giver.view()["proposed"] is None
    assert "Logged by seat 2." in third.view()["news"][-1]


def test_a_seat_that_says_no_has_given_no_clue_and_whoever_logged_it_is_told(pages: Flask) -> None:
    giver, other = Phone(pages, 0), Phone(pages, 1)
    other.tap("clue", giver=0, target=2, value=1)
    assert giver.tap("agree", granted=False).status_code == 200
    assert (log(giver), giver.view()["proposed"]) == ([], None)
    assert other.view()["notice"] == "Seat 1 says that it gave no such clue."
    assert giver.view()["notice"] is None
    assert giver.tap("agree", granted=True).status_code == 409


def test_whoever_logged_it_may_withdraw_it_and_another_one_waits_its_turn(pages: Flask) -> None:
    giver, other, third = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    other.tap("clue", giver=0, target=2, value=1)
    assert third.tap("clue", giver=0, target=1, value=2).status_code == 200
    asked = [phone.view()["proposed"]["by"] for phone in (giver, other, third)]
    assert asked == [1, 1, 2], "the giver about the oldest, the others see their own"
    refused = other.tap("clue", giver=0, target=2, value=3)
    assert refused.status_code == 409
    assert "still waits for its yes" in data(refused)["detail"]
    assert other.tap("agree", granted=False).status_code == 200
    assert giver.view()["proposed"]["by"] == 2


def test_what_the_seat_taps_itself_makes_the_clue_in_its_name_void(pages: Flask) -> None:
    giver, other = Phone(pages, 0), Phone(pages, 1)
    other.tap("clue", giver=0, target=2, value=1)
    assert giver.tap("clue", target=1, value=3).status_code == 200
    (turn,) = log(giver)
    assert "by" not in turn
    assert giver.view()["proposed"] is None
    assert giver.tap("agree", granted=True).status_code == 409


def test_a_clue_that_cannot_be_given_is_refused_before_anybody_is_asked(pages: Flask) -> None:
    giver, other = Phone(pages, 0), Phone(pages, 1)
    Phone(pages, 2)
    refused = other.tap("clue", giver=2, target=0, value=1)
    assert data(refused)["rule"] == "not_your_turn"
    assert giver.view()["proposed"] is None


def test_a_seat_without_a_phone_is_spoken_for_and_the_record_says_by_whom(
    pages: Flask, table: Table, tmp_path: Path
) -> None:
    other = Phone(pages, 1)
    assert other.tap("clue", giver=0, target=2, value=1).status_code == 200
    assert log(other)[0]["by"] == "seat 1"
    public = Phone(pages)
    assert public.tap("clue", giver=1, target=2, value=1).status_code == 200
    assert [turn.get("by") for turn in log(public)] == ["seat 1"]
    assert other.tap("agree", granted=True).status_code == 200
    assert [turn.get("by") for turn in log(public)] == ["seat 1", "public"]
    game = table.game_on_it()
    assert game is not None
    with Record(tmp_path / "games") as record:
        said = [step.move for step in record.past(game).timeline.steps]
    assert [getattr(move, "by", None) for move in said] == [Teller(1), PUBLIC_PAGE]


def test_a_clue_out_of_turn_is_refused_at_once(pages: Flask) -> None:
    Phone(pages, 0)
    refused = Phone(pages, 1).tap("clue", target=2, value=1)
    assert (refused.status_code, data(refused)["rule"]) == (409, "not_your_turn")


# ----------------------------------------------------------------------------- a tile, and a colour


def test_a_tile_is_turned_by_the_seat_that_earned_it_however_long_that_takes(pages: Flask) -> None:
    phones = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    complete_red(*phones)
    for other in (phones[0], phones[2], Phone(pages)):
        refused = other.tap("tile", seat=1, tile="clue_token")
        assert refused.status_code == 409
        assert data(refused)["detail"] == "That can only be said on the phone of seat 2."
    refused = phones[2].tap("clue", target=0, value=1)
    assert data(refused)["rule"] == "award_due"
    assert data(phones[2].tap("lay", seat=2, slot=0, pile="fireworks"))["rule"] == "award_due"
    assert phones[0].view()["detail"] == "The game waits until seat 2 has turned an award tile."
    assert phones[1].view()["detail"] == "The game waits until you have turned an award tile."
    assert phones[0].view()["game"]["tiles"] == []
    assert phones[1].tap("tile", seat=1, tile="clue_token").status_code == 200
    assert phones[0].view()["game"]["tiles"] == ["clue_token"]


def test_a_seat_without_a_phone_has_its_tile_told_by_another(pages: Flask) -> None:
    phone = Phone(pages, 0)
    for rank in range(1, 6):
        lay(phone, (rank - 1) % 3, f"r{rank}")
    assert phone.tap("tile", seat=1, tile="clue_token").status_code == 200


def test_a_tile_that_a_correction_earns_later_is_spoken_of(pages: Flask) -> None:
    phones = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    for rank in range(1, 5):
        lay(phones[(rank - 1) % 3], (rank - 1) % 3, f"r{rank}")
    lay(phones[1], 1, "y5")  # a slip: it was the red one
    assert phones[2].tap("clue", target=0, value=1).status_code == 200
    choices = data(phones[0].get("/api/choices?turn=5"))["choices"]
    right = next(one for one in choices if one["correction"].get("card") == "r5")
    says = "An award tile was earned then and counts as turned; nobody said which."
    assert says in right["effect"]
    put_right = agreed(phones[0], phones[1], "correct", correction=right["correction"])
    assert put_right.status_code == 200
    assert says in phones[1].view()["news"][-1]
    assert phones[1].view()["game"]["tiles"] == [None]


def test_a_colour_is_named_by_the_seat_that_plays_and_before_its_card_lies_open(
    pages: Flask,
) -> None:
    player, other = Phone(pages, 0), Phone(pages, 1)
    refused = other.tap("name", seat=0, colour="r")
    assert data(refused)["detail"] == "That can only be said on the phone of seat 1."
    assert player.view()["named"] == []
    assert player.tap("lay", seat=0, slot=0, pile="fireworks").status_code == 200
    late = player.tap("name", seat=0, colour="r")
    assert late.status_code == 409
    assert "lies open already" in data(late)["detail"]
    assert player.tap("undo").status_code == 200
    assert player.tap("name", seat=0, colour="r").status_code == 200
    assert other.view()["named"] == [{"seat": 0, "colour": "r"}]


def test_the_panel_turns_no_tile_for_a_seat_that_has_a_phone(table: Table, pages: Flask) -> None:
    phones = Phone(pages, 0), Phone(pages, 1), Phone(pages, 2)
    complete_red(*phones)
    game = table.controller.game
    assert game is not None
    table.call(lambda controller: controller.press(Press.CONFIRM))
    assert game.state.award is not None
