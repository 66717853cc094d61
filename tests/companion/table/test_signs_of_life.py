"""What tells a watchdog that the table is alive."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.frames import Frame
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press
from companion.panel.trial import PanelTrial, TrialWord
from companion.panel.wiring import Wiring
from companion.play.camera_watch import Watch
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.table import Table, TableSight
from companion.views.view import PUBLIC
from hardware.virtual_panel import VirtualPanel
from tests.companion.table.running import BLANK, LONG, Eyes, Film


def test_each_frame_is_a_sign_of_life_and_each_try_to_find_a_camera(
    record: Record, eyes: Eyes
) -> None:
    beats: list[int] = []
    table = Table(record, Plan(STANDARD), beat=lambda: beats.append(tried[0]))
    table.first_try = 0.0
    tried = [0]

    def again() -> TableSight:
        tried[0] += 1
        if tried[0] == 3:
            table.close()
        raise OSError("not there")

    table.run(TableSight(Film(4), eyes.look), again)
    assert beats == [0, 0, 0, 0, 0, 1, 2], "four frames, then a beat before each of three tries"


def test_a_camera_that_hangs_gives_no_sign_of_life(record: Record, eyes: Eyes) -> None:
    beats: list[float] = []
    table = Table(record, Plan(STANDARD), beat=lambda: beats.append(0.0))
    hangs = threading.Event()

    class Hanging(Film):
        def frames(self) -> Iterator[Frame]:
            yield Frame(BLANK, 0.0, "")
            hangs.set()
            released.wait(LONG)

    released = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        ran = threads.submit(table.run, TableSight(Hanging(), eyes.look))
        assert hangs.wait(LONG)
        for _ in range(5):  # phones that are answered are no sign of the frame loop's life
            table.call(lambda evening: evening.players)
        assert len(beats) == 1
        table.close()
        released.set()
        ran.result(LONG)


def test_without_a_camera_the_game_itself_gives_the_signs_of_life(
    record: Record, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.inbox.SIGNALS_HEEDED_WITHIN", 0.01)
    alive = threading.Semaphore(0)
    table = Table(record, Plan(STANDARD), watch=Watch.NONE, beat=alive.release)

    def close_after_three() -> None:
        for _ in range(3):
            assert alive.acquire(timeout=LONG)
        table.close()

    with ThreadPoolExecutor(1) as threads:
        waited = threads.submit(close_after_three)
        table.run(None)
        waited.result(LONG)


def test_a_panel_that_is_tried_shows_no_game_and_presses_none_until_one_begins(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD, players=2), watch=Watch.NONE)

    def try_it() -> None:
        table.call(lambda evening: evening.players)
        trial = table.trial()
        assert trial is not None
        trial.say(TrialWord.BEGIN)
        table.press(Press.CONFIRM)  # it would begin a game
        table.call(lambda evening: evening.players)
        assert not table.is_running()
        assert [name for name, level in panel.lit().items() if level] == ["clue.0"]
        table.call(lambda evening: evening.ask(StartTap(1), PUBLIC))
        assert (trial.active, panel.lit()["turn.1"]) == (False, 1.0)
        assert not trial.say(TrialWord.BEGIN)

    with VirtualPanel(table.pressed, Wiring()) as panel, ThreadPoolExecutor(1) as threads:
        table.connect(panel, panel)
        table.offer_trial(PanelTrial(panel, Wiring(), table.is_running))
        tried = threads.submit(try_it)
        tried.add_done_callback(lambda _: table.close())
        table.run(None)
        tried.result(LONG)


def test_a_panel_that_was_tried_shows_the_game_again_though_nothing_else_has_changed(
    record: Record,
) -> None:
    table = Table(record, Plan(STANDARD, players=2), watch=Watch.NONE)
    lit: list[dict[str, float]] = []

    def try_it() -> None:
        for said in (None, TrialWord.BEGIN, TrialWord.STOP):
            trial = table.trial()
            assert trial is not None
            if said is not None:
                trial.say(said)
            table.call(lambda evening: evening.players)
            lit.append({name: level for name, level in panel.lit().items() if level})

    with VirtualPanel(table.pressed, Wiring()) as panel, ThreadPoolExecutor(1) as threads:
        table.connect(panel, panel)
        table.offer_trial(PanelTrial(panel, Wiring(), table.is_running))
        tried = threads.submit(try_it)
        tried.add_done_callback(lambda _: table.close())
        table.run(None)
        tried.result(LONG)
    assert lit[0] != lit[1]
    assert "turn.0" in lit[0]
    assert "turn.0" in lit[2]
