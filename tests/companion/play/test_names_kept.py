"""Who played which game is kept with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.language.people import People
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import NewGameTap, StartTap, Stopped
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.taking import take


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "games.sqlite3") as record:
        yield record


@pytest.fixture
def evening(record: Record) -> Controller:
    return Controller(
        record,
        Plan(STANDARD, players=2),
        now=lambda: "2026-11-20T19:00:00Z",
        tell=lambda _: None,
        watch=Watch.NONE,
    )


def test_whoever_sits_there_when_the_game_begins_has_played_it(
    evening: Controller, record: Record
) -> None:
    evening.introduce(People({0: "Ania", 1: "Ben", 4: "Dora"}))
    evening.ask(StartTap(0), PUBLIC)
    assert record.summary(1).names == ("Ania", "Ben")


def test_whoever_comes_later_or_leaves_has_played_it_too(
    evening: Controller, record: Record
) -> None:
    evening.ask(StartTap(0), PUBLIC)
    assert record.summary(1).names == ()
    evening.introduce(People({0: "Ania"}))
    evening.introduce(People({1: "Ben"}))
    assert record.summary(1).names == ("Ania", "Ben")
    evening.introduce(People({1: "Benedikt"}))
    assert record.summary(1).names == ("Ania", "Benedikt")


def test_whoever_comes_after_the_end_has_not_played_it(evening: Controller, record: Record) -> None:
    evening.introduce(People({0: "Ania"}))
    evening.ask(StartTap(0), PUBLIC)
    assert evening.running is not None
    take(evening.running, Stopped(), 0.0)
    evening.introduce(People({0: "Ania", 1: "Ben"}))
    assert record.summary(1).names == ("Ania", None)
    evening.ask(NewGameTap(), PUBLIC)
    evening.ask(StartTap(0), PUBLIC)
    assert record.summary(2).names == ("Ania", "Ben")


def test_names_that_cannot_be_written_stop_no_game(evening: Controller, record: Record) -> None:
    evening.ask(StartTap(0), PUBLIC)
    record._db.execute("DROP TABLE remarks")
    evening.introduce(People({0: "Ania"}))
    assert evening.people.names == {0: "Ania"}
