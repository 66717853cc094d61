"""The live table: one inbox, one thread, and everything closed in the end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.frames import Camera, Frame
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.inbox import InboxClosedError
from companion.panel.panel import PanelState, Press, Status
from companion.panel.trial import PanelTrial, TrialWord
from companion.panel.wiring import Wiring
from companion.play.controller import Controller
from companion.play.inputs import (
    ClueTap,
    CorrectTap,
    LayDownTap,
    NewGameTap,
    PauseTap,
    StartTap,
    UndoTap,
)
from companion.play.lobby import Plan
from companion.record.corrections import Instead, Tell
from companion.record.games import Record
from companion.referee.readings import TableReading
from companion.table import Table, TableSight
from companion.views.view import PUBLIC, Reader
from tests.companion.table.running import BLANK, LONG, Eyes, Film


class Endless(Film):
    """A camera that films until the table closes."""

    def frames(self) -> Iterator[Frame]:
        second = 0
        while True:
            second += 1
            yield Frame(BLANK, float(second), f"{second}")


class Lamps:
    """A panel that keeps what it was told."""

    def __init__(self) -> None:
        self.shown: list[PanelState] = []
        self.pressed: list[Press] = []

    def show(self, state: PanelState) -> None:
        self.shown.append(state)

    def lit(self) -> Mapping[str, float]:
        return {"status": 1.0}

    def press(self, press: Press) -> None:
        self.pressed.append(press)


@contextmanager
def running(path: Path, eyes: Eyes, camera: Camera | None = None) -> Iterator[Table]:
    """A table in a thread of its own, closed in the end."""
    opened: list[Table] = []
    ready = threading.Event()

    def run() -> None:
        with Record(path) as record:
            opened.append(Table(record, Plan(STANDARD)))
            ready.set()
            opened[0].run(None if camera is None else TableSight(camera, eyes.look))

    with ThreadPoolExecutor(1) as threads:
        ran = threads.submit(run)
        ready.wait(LONG)
        try:
            yield opened[0]
        finally:
            opened[0].close()
            ran.result(LONG)


def test_every_frame_is_looked_at_and_the_table_ends_with_the_film(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD))
    table.run(TableSight(Film(5), eyes.look))
    assert eyes.looked == [0.0, 1.0, 2.0, 3.0, 4.0]
    snapshot = table.hub.snapshot(PUBLIC)
    assert snapshot is not None
    assert json.loads(snapshot.body)["lobby"]["ready"]
    assert table.hub.closed


def test_the_camera_has_a_thread_of_its_own_and_the_game_that_of_run(
    record: Record, eyes: Eyes
) -> None:
    told: list[int] = []

    def tell(_: Announcement) -> None:
        told.append(threading.get_ident())

    camera = Film(8)
    table = Table(record, Plan(STANDARD), tell=tell)
    started = threading.Event()

    def look(frame: Frame) -> TableReading | None:
        if frame.t > 5 and not started.is_set():
            started.set()
            assert table.ask(StartTap(0), 0).ok
        return eyes.look(frame)

    table.run(TableSight(camera, look))
    assert set(told) == {threading.get_ident()}
    assert camera.thread not in (None, threading.get_ident())


@pytest.mark.parametrize("error", [OSError("the camera is gone"), RuntimeError("no such frame")])
def test_what_stops_the_camera_is_raised_where_the_table_runs(
    record: Record, eyes: Eyes, error: Exception
) -> None:
    table = Table(record, Plan(STANDARD))
    with pytest.raises(type(error), match=str(error)):
        table.run(TableSight(Film(3, error), eyes.look))
    assert table.hub.closed


def test_what_stops_the_eyes_is_raised_where_the_table_runs(record: Record) -> None:
    def blind(_: Frame) -> TableReading | None:
        raise ValueError("a frame of another size")

    with pytest.raises(ValueError, match="another size"):
        Table(record, Plan(STANDARD)).run(TableSight(Film(3), blind))


def test_a_tap_is_on_record_and_published_when_it_is_answered(tmp_path: Path, eyes: Eyes) -> None:
    with running(tmp_path / "games", eyes) as table:
        for frame in Film(5).frames():
            table.call(lambda evening, frame=frame: evening.see(eyes.look(frame), frame.t))  # type: ignore[misc]
        assert table.ask(StartTap(1), 0).ok
        for reader in (PUBLIC, 0, 1):
            snapshot = table.hub.snapshot(reader)
            assert snapshot is not None
            assert json.loads(snapshot.body)["game"]["to_move"] == 1
        with Record(tmp_path / "games") as other:
            assert len(other.games()) == 1
        refused = table.ask(ClueTap(1, 0, RankHint(9)), 1)
        assert refused.message is not None


class Rendering:
    """Counts what a table renders, and lets it be published."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views = self.panels = 0
        views, panel = table.controller.views, table.controller.panel

        def viewed() -> Mapping[Reader, Mapping[str, object]]:
            self.views += 1
            return views()

        def shown() -> PanelState:
            self.panels += 1
            return panel()

        monkeypatch.setattr(table.controller, "views", viewed)
        monkeypatch.setattr(table.controller, "panel", shown)


def test_a_hand_that_only_moves_renders_nothing_and_a_button_renders_once(
    tmp_path: Path, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamps = Lamps()
    with running(tmp_path / "games", eyes) as table:
        table.connect(lamps, None)
        for frame in Film(5).frames():
            table.call(lambda evening, frame=frame: evening.see(eyes.look(frame), frame.t))  # type: ignore[misc]
        assert table.ask(StartTap(1), 0).ok
        drawn = Rendering(table, monkeypatch)
        for second in range(6, 16):
            table.call(lambda evening, t=second: evening.see(None, t))  # type: ignore[misc]
        assert (drawn.views, drawn.panels) == (0, 0)
        table.ask(ClueTap(1, 0, RankHint(1)), 1)
        table.call(lambda _: None)
        assert (drawn.views, drawn.panels) == (1, 1)
        table.pressed(Press.UNDO)
        table.call(lambda _: None)
        assert (drawn.views, drawn.panels) == (2, 2)
    assert [state.clue_tokens for state in lamps.shown[-2:]] == [7, 8]


def test_a_panel_is_told_again_what_it_shows_so_that_it_dims_and_mends(
    tmp_path: Path, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.REMIND_PANEL_AFTER", 0.0)
    lamps = Lamps()
    with running(tmp_path / "games", eyes) as table:
        table.connect(lamps, None)
        table.call(lambda _: None)
        drawn, before = Rendering(table, monkeypatch), len(lamps.shown)
        table.call(lambda _: None)
        assert len(lamps.shown) > before
        assert set(lamps.shown[before:]) == {lamps.shown[before - 1]}
        assert drawn.panels == 0, "nothing was worked out for it"


def test_it_closes_from_any_thread_while_the_camera_films(tmp_path: Path, eyes: Eyes) -> None:
    with running(tmp_path / "games", eyes, Endless()) as table, ThreadPoolExecutor(3) as threads:
        while not eyes.looked:
            pass
        for closing in [threads.submit(table.close) for _ in range(3)]:
            closing.result(LONG)
    assert table.hub.closed


def test_phones_get_an_answer_after_closing(tmp_path: Path, eyes: Eyes) -> None:
    with running(tmp_path / "games", eyes) as table:
        pass
    reply = table.ask(StartTap(0), 0)
    assert reply.message == "the table does not answer; please try again"
    assert not reply.ok
    with pytest.raises(InboxClosedError):
        table.call(lambda evening: evening.players)
    table.pressed(Press.CONFIRM)  # a button may be late, too
    table.close()


def test_the_panel_shows_what_the_page_shows(record: Record, eyes: Eyes) -> None:
    table, lamps = Table(record, Plan(STANDARD)), Lamps()
    assert table.lamps() is None
    table.press(Press.UNDO)
    table.connect(lamps, lamps)
    table.run(TableSight(Film(5), eyes.look))
    assert lamps.shown[-1] == PanelState(8, 0, 0, 2, Status.WAITING_TO_START)
    assert table.lamps() == {"status": 1.0}
    table.press(Press.CONFIRM)
    assert lamps.pressed == [Press.CONFIRM]
    snapshot = table.hub.snapshot(PUBLIC)
    assert snapshot is not None
    assert json.loads(snapshot.body)["virtual_panel"]


def test_a_button_starts_the_game(tmp_path: Path, eyes: Eyes) -> None:
    with running(tmp_path / "games", eyes) as table:
        for frame in Film(5).frames():
            table.call(lambda evening, frame=frame: evening.see(eyes.look(frame), frame.t))  # type: ignore[misc]
        table.pressed(Press.CONFIRM)
        assert table.call(lambda evening: evening.game is not None)


def test_a_game_that_cannot_be_written_down_does_not_begin_and_the_table_says_why(
    tmp_path: Path, eyes: Eyes
) -> None:
    with running(tmp_path / "games", eyes) as table:
        for frame in Film(5).frames():
            table.call(lambda evening, frame=frame: evening.see(eyes.look(frame), frame.t))  # type: ignore[misc]
        table.call(lambda evening: evening._record._db.execute("PRAGMA query_only = ON"))
        table.pressed(Press.CONFIRM)
        refused = table.ask(StartTap(0), 0)
        assert "it may not be written to" in str(refused.message)
        assert table.call(lambda evening: evening.game) is None
        table.call(lambda evening: evening._record._db.execute("PRAGMA query_only = OFF"))
        assert table.ask(StartTap(0), 0).ok, "nothing else came of it"


def test_announcements_come_in_the_order_in_which_things_happened(
    record: Record, eyes: Eyes
) -> None:
    said: list[object] = []
    table = Table(record, Plan(STANDARD), tell=lambda one: said.append(to_data(one)["event"]))

    class Played(Film):
        def frames(self) -> Iterator[Frame]:
            yield from (Frame(BLANK, float(t), "") for t in range(5))
            table.pressed(Press.CONFIRM)
            table.call(lambda evening: evening.players)
            eyes.film.play(0, 0, 0, draws="w1")
            yield Frame(BLANK, 9.0, "")

    table.run(TableSight(Played(), eyes.look))
    assert said == ["game_started", "played", "drawn"]


def test_an_undo_button_that_is_held_while_the_panel_is_tried_changes_no_game(
    tmp_path: Path, eyes: Eyes
) -> None:
    class Tried:
        def light(self, *names: str) -> None:
            pass

    with running(tmp_path / "games", eyes) as table:
        table.call(Controller.lose_sight)
        assert table.ask(StartTap(0, 2), None).ok
        assert table.ask(ClueTap(0, 1, RankHint(1)), None).ok
        for tap in (NewGameTap(), LayDownTap()):
            assert table.ask(tap, None).ok
        assert table.ask(CorrectTap(Instead(1, Tell(1, RankHint(2)))), None).ok
        assert table.ask(UndoTap(), None).ok
        table.offer_trial(PanelTrial(Tried(), Wiring(), table.is_running))
        trial = table.trial()
        assert trial is not None
        assert trial.say(TrialWord.BEGIN)
        table.redo()
        assert table.call(lambda evening: evening.game is not None and evening.game.past.undone)
        assert trial.say(TrialWord.STOP)
        table.redo()
        assert not table.call(lambda evening: evening.game is None or evening.game.past.undone)


def test_everybody_is_told_why_an_undo_button_that_is_held_does_nothing(
    record: Record, eyes: Eyes
) -> None:
    said: list[object] = []
    table = Table(record, Plan(STANDARD), tell=lambda one: said.append(to_data(one)["event"]))

    class Held(Film):
        def frames(self) -> Iterator[Frame]:
            yield from (Frame(BLANK, float(t), "") for t in range(5))
            assert table.ask(StartTap(0), 0).ok
            assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
            assert table.ask(UndoTap(), 0).ok
            assert table.ask(PauseTap(), 0).ok
            table.redo()
            yield Frame(BLANK, 9.0, "")

    table.run(TableSight(Held(), eyes.look))
    assert said == ["game_started", "clue", "taken_back", "paused", "refused"]
