"""What changes in any view or on the panel is noticed, or pages would show it late."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.language.people import Arrival, How, People
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import (
    LayDownTap,
    NewGameTap,
    Tap,
)
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.play.evening_table import THREE, TWO, Table
from tests.companion.play.random_taps import a_tap, something_happens
from tests.two_worlds.chance import Chance
from tests.two_worlds.place import here
from tests.two_worlds.racks import a_world

INPUTS = (
    *("see", "ask", "press", "introduce", "choose", "lose_sight", "see_again"),
    *("clear", "moment", "resume"),
)
SHOWN_OFF = replace(STANDARD, name="all of it", synchronised_show=True, award_tiles=True)


class Compared:
    """Looks at an evening after each thing that it is told, and counts what it found."""

    def __init__(self, evening: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
        self._evening = evening
        self.changed = self.same = self.needless = 0
        self._last = self._now()
        for name in INPUTS:
            monkeypatch.setattr(evening, name, partial(self._then_look, getattr(evening, name)))

    def _now(self) -> tuple[object, object]:
        evening = self._evening
        return evening.shown(), (evening.views(), evening.panel())

    def _then_look(self, told: Callable[..., object], *args: object, **named: object) -> object:
        answer = told(*args, **named)
        self.look()
        return answer

    def look(self) -> None:
        (before, was), (shown, rendered) = self._last, self._now()
        self._last = shown, rendered
        if rendered != was:
            assert shown != before, "pages would not have shown this"
            self.changed += 1
        elif shown == before:
            self.same += 1
        else:
            self.needless += 1


@pytest.mark.parametrize("seed", range(4))
def test_no_change_at_a_watched_table_is_missed(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    players, turns = 2 + seed, 15
    with here(tmp_path / "one", a_world(chance), players, (0, PUBLIC)) as place:
        monkeypatch.setattr(place, "compare", lambda: None)
        compared = Compared(place.controller, monkeypatch)
        Chance(place, chance, 0, turns, doubts=0.2)
    assert compared.changed > turns
    assert compared.needless < compared.changed


def people(chance: random.Random) -> People:
    names = {seat: chance.choice(["Ada", "Bob"]) for seat in range(chance.randrange(3))}
    return People(names, frozenset(seat for seat in range(3) if chance.random() < 0.3))


@pytest.mark.parametrize("seed", range(6))
def test_no_change_at_a_table_of_phones_and_buttons_is_missed(
    seed: int, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, seconds = random.Random(seed), 0.0
    told: list[object] = []
    ruleset = chance.choice([STANDARD, SHOWN_OFF])
    evening = Controller(
        record,
        Plan(ruleset),
        now=lambda: "2026-11-20T19:00:00Z",
        tell=told.append,
        watch=Watch.NONE,
        clock=lambda: seconds,
    )
    compared = Compared(evening, monkeypatch)
    for _ in range(250):
        seconds += chance.choice([0.1, 2.0])
        deed = chance.random()
        if deed < 0.8:
            evening.ask(a_tap(chance), chance.choice([PUBLIC, 0, 1, 2]))
        elif deed < 0.9:
            evening.press(chance.choice([*Press]))
        elif deed < 0.93:
            evening.introduce(people(chance))
        elif deed < 0.96:
            evening.introduce(people(chance), Arrival(How.LOOKS_ON, "Eve"))
        elif deed < 0.97:
            evening.choose(chance.choice([STANDARD, SHOWN_OFF]))
        elif deed < 0.98:
            ends: list[Tap] = [NewGameTap(), LayDownTap()]
            evening.ask(chance.choice(ends), PUBLIC)
        evening.virtual_panel = chance.random() < 0.95
        compared.look()
    assert compared.changed > 30
    assert compared.needless < compared.changed


@pytest.mark.parametrize("seed", range(4))
def test_no_change_is_missed_where_the_camera_comes_and_goes(
    seed: int, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    table = Table(record, THREE if seed % 2 else TWO)
    table.begin()
    compared = Compared(table.controller, monkeypatch)
    for _ in range(300):
        something_happens(table, chance)
    assert compared.changed > 10


def test_a_frame_in_which_a_hand_only_moves_changes_nothing(record: Record) -> None:
    table = Table(record, THREE)
    before = table.controller.shown()
    table.begin()
    shown = table.controller.shown()
    assert shown != before
    for moment in range(1, 40):
        table.controller.see(None, table.film.t + moment / 12)
        assert table.controller.shown() == shown
    table.film.t += 4
    for still in (0.5, 3.4, 20.0):
        table.look(still)
        assert table.controller.shown() == shown, "a table that lies still is nothing new either"


def test_who_is_asked_about_a_card_in_a_rack_changes_with_time_alone(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(record, (TWO[0], [*TWO[1][:4], "?"], THREE[2]))
    table.begin()
    table.look()
    compared = Compared(table.controller, monkeypatch)
    for _ in range(30):
        table.film.t += 1
        table.controller.see(None, table.film.t)
    assert compared.changed >= 2
    assert compared.needless == 0
