"""Conduct that does something at the table: a lot, hands that stay, discards that lie covered."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.hanabi.manners import FirstPlayer
from companion.hanabi.moves import RankHint
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, ClueTap, LayTap, RearrangeTap, StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.views.view import PUBLIC

LOT = Options(first_player=FirstPlayer.LOT)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "games") as record:
        yield record


def evening(record: Record, options: Options, drawn: int = 2) -> Controller:
    """An evening of three without a camera, at which every lot falls on the seat ``drawn``."""
    return Controller(
        record,
        Plan(compose("ours", options), 3),
        now=lambda: "2026-11-20T19:00:00Z",
        tell=lambda _: None,
        watch=Watch.NONE,
        lot=lambda seats: min(drawn, seats - 1),
    )


def game(controller: Controller, reader: int | None = PUBLIC) -> dict[str, object]:
    shown = controller.views()[reader]["game"]
    assert isinstance(shown, dict)
    return shown


@pytest.mark.parametrize("chosen", [0, 1])
def test_where_a_lot_decides_it_begins_whoever_it_falls_on(record: Record, chosen: int) -> None:
    table = evening(record, LOT)
    assert table.panel().to_move is None, "before the start nobody knows"
    assert table.ask(StartTap(chosen), 0).ok
    assert game(table)["to_move"] == 2
    assert table.panel().to_move == 2


def test_the_panels_start_draws_the_lot_as_well(record: Record) -> None:
    table = evening(record, LOT, drawn=1)
    table.press(Press.CONFIRM)
    assert game(table)["to_move"] == 1


def test_a_seat_where_nobody_sits_is_refused_before_a_lot_is_drawn(record: Record) -> None:
    assert not evening(record, LOT).ask(StartTap(4), 0).ok


def test_without_a_lot_whoever_was_chosen_begins(record: Record) -> None:
    table = evening(record, Options(first_player=FirstPlayer.AGREED))
    assert table.ask(StartTap(1), 0).ok
    assert game(table)["to_move"] == 1


def test_unless_somebody_says_otherwise_lots_are_drawn_by_chance() -> None:
    assert signature(Controller).parameters["lot"].default is secrets.randbelow


@pytest.mark.parametrize("allowed", [True, False])
def test_hands_are_put_in_order_by_tap_only_where_that_is_agreed(
    record: Record, allowed: bool
) -> None:
    table = evening(record, Options(rearranging=allowed))
    assert table.ask(StartTap(0), 0).ok
    may = table.views()[1]["may"]
    assert isinstance(may, dict)
    assert may["arrange"] is allowed
    reply = table.ask(RearrangeTap(1, (1, 0, 2, 3, 4)), 1)
    assert reply.message == (
        None if allowed else "at this table hands are not put into another order"
    )


@pytest.mark.parametrize("browsing", [True, False])
def test_which_fireworks_end_early_is_shown_where_the_discards_are_looked_through(
    record: Record, browsing: bool
) -> None:
    table = evening(record, Options(browsing=browsing))
    assert table.ask(StartTap(0), 0).ok
    assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
    assert table.ask(LayTap(1, 0, Spot.DISCARDS), 1).ok
    assert table.ask(AnswerTap(Card.parse("r5")), 1).ok
    for reader in (PUBLIC, 0, 1, 2):
        fireworks = game(table, reader)["fireworks"]
        assert isinstance(fireworks, list)
        assert [one["lost"] for one in fireworks] == [5 if browsing else None, *[None] * 4]


def test_a_firework_ends_at_the_first_rank_that_is_gone(record: Record) -> None:
    table = evening(record, Options())
    assert table.ask(StartTap(0), 0).ok
    for seat in (0, 1, 2):
        assert table.ask(ClueTap(seat, (seat + 1) % 3, RankHint(1)), seat).ok
    for turn, label in enumerate(("r5", "r3", "r3")):
        assert table.ask(LayTap(turn, 0, Spot.DISCARDS), turn).ok
        assert table.ask(AnswerTap(Card.parse(label)), turn).ok
    fireworks = game(table)["fireworks"]
    assert isinstance(fireworks, list)
    assert fireworks[0]["lost"] == 3
