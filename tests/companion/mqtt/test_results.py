"""Which games the broker keeps for the club, and who is named there."""

from __future__ import annotations

import json
from datetime import date

from companion.announcements.announcement import Seated
from companion.hanabi.events import Outcome
from companion.language.languages import language
from companion.language.people import Arrival, How
from companion.mqtt.discovery import Device
from companion.mqtt.messages import Topics
from companion.mqtt.reporter import Reporter
from companion.mqtt.results import results
from companion.record.games import GameSummary

TODAY = date(2026, 11, 20)


def game(
    number: int,
    started: str,
    outcome: Outcome = Outcome.DECK_OUT,
    *,
    laid_down: bool = True,
) -> GameSummary:
    names = ("Anna", None)
    called = ("", names)
    return GameSummary(
        number, started, "table", 2, "standard", 40, outcome, 18, 18, *called, laid_down
    )


def test_the_games_of_seven_days_are_kept_by_the_day_on_which_they_began() -> None:
    games = [
        game(1, "2026-11-13T23:59:59Z"),
        game(2, "2026-11-14T00:00:00Z"),
        game(3, "2026-11-20T19:00:00Z"),
        game(4, "2026-11-20T20:00:00Z"),
        game(5, "2026-11-20T21:00:00Z", Outcome.UNFINISHED, laid_down=False),
        game(6, "2026-11-20T22:00:00Z", laid_down=False),
    ]
    kept = results(games, TODAY, names=False)
    assert {day: [one["game"] for one in found] for day, found in kept.items()} == {
        "2026-11-14": [2],
        "2026-11-20": [3, 4],
    }


def test_players_are_named_only_where_that_is_wanted() -> None:
    games = [game(3, "2026-11-20T19:00:00Z")]
    assert "Anna" not in str(results(games, TODAY, names=False))
    (told,) = results(games, TODAY, names=True)["2026-11-20"]
    assert told["names"] == ["Anna", None]


def test_who_sits_down_is_named_only_where_that_is_wanted() -> None:
    seated = Seated(1.0, Arrival(How.TOOK_OVER, "Anna", 1))
    for names in (False, True):
        reporter = Reporter(
            Device(Topics("kitchen"), "Kitchen", "1"),
            discovery_prefix="none",
            names=names,
            language=language("en"),
        )
        event = json.loads(reporter.happened(seated).payload)
        assert ("Anna" in json.dumps(event)) is names
        assert (b"Anna" in b"".join(one.payload for one in reporter.everything())) is names
