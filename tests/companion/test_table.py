"""The live table: its threads, its end, and what it tells phones when something fails."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import numpy as np
import pytest

from companion.desk.taps import ClueTap, StartTap
from companion.evening.evening import Watch
from companion.evening.lobby import Plan
from companion.frames import Camera, Frame
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.inbox import InboxClosedError
from companion.panel.panel import PanelState, Press, Status
from companion.panel.trial import PanelTrial, Said
from companion.panel.wiring import Wiring
from companion.record.games import Record
from companion.referee.readings import TableReading
from companion.table import Sight, Table
from companion.telling.announcement_notation import to_data
from companion.telling.announcements import Announcement
from companion.views.view import PUBLIC
from hardware.virtual_panel import VirtualPanel
from tests.companion.filmed_table import FilmedTable

HANDS = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])
LONG = 20.0
BLANK = np.zeros((2, 2, 3), dtype=np.uint8)


class Film:
    """A camera whose frames are handed over one by one; None is its end."""

    def __init__(self, seconds: int = 8, fails: Exception | None = None) -> None:
        self._seconds = seconds
        self._fails = fails
        self.thread: int | None = None

    def frames(self) -> Iterator[Frame]:
        self.thread = threading.get_ident()
        for second in range(self._seconds):
            yield Frame(BLANK, float(second), f"{second}")
        if self._fails is not None:
            raise self._fails

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


class Endless(Film):
    """A camera that films until the table closes."""

    def frames(self) -> Iterator[Frame]:
        second = 0
        while True:
            second += 1
            yield Frame(BLANK, float(second), f"{second}")


class Eyes:
    """They see a filmed table, that stands still since the film began."""

    def __init__(self) -> None:
        self.film = FilmedTable(HANDS)
        self.looked: list[float] = []

    def look(self, frame: Frame) -> TableReading | None:
        self.looked.append(frame.t)
        self.film.t = frame.t
        return self.film.reading(frame.t) if frame.t else None


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


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@contextmanager
def running(path: Path, eyes: Eyes, camera: Camera | None = None) -> Iterator[Table]:
    """A table in a thread of its own, closed in the end."""
    opened: list[Table] = []
    ready = threading.Event()

    def run() -> None:
        with Record(path) as record:
            opened.append(Table(record, Plan(STANDARD), look=eyes.look))
            ready.set()
            opened[0].run(camera)

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
    table = Table(record, Plan(STANDARD), look=eyes.look)
    table.run(Film(5))
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
    table = Table(record, Plan(STANDARD), look=eyes.look, tell=tell)
    started = threading.Event()

    def look(frame: Frame) -> TableReading | None:
        if frame.t > 5 and not started.is_set():
            started.set()
            assert table.ask(StartTap(0), 0).ok
        return eyes.look(frame)

    table._look = look  # the eyes of this test need the table
    table.run(camera)
    assert set(told) == {threading.get_ident()}
    assert camera.thread not in (None, threading.get_ident())


@pytest.mark.parametrize("error", [OSError("the camera is gone"), RuntimeError("no such frame")])
def test_what_stops_the_camera_is_raised_where_the_table_runs(
    record: Record, eyes: Eyes, error: Exception
) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look)
    with pytest.raises(type(error), match=str(error)):
        table.run(Film(3, error))
    assert table.hub.closed


def test_what_stops_the_eyes_is_raised_where_the_table_runs(record: Record) -> None:
    def blind(_: Frame) -> TableReading | None:
        raise ValueError("a frame of another size")

    with pytest.raises(ValueError, match="another size"):
        Table(record, Plan(STANDARD), look=blind).run(Film(3))


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
    table, lamps = Table(record, Plan(STANDARD), look=eyes.look), Lamps()
    assert table.lamps() is None
    table.press(Press.UNDO)
    table.connect(lamps, lamps)
    table.run(Film(5))
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
        assert table.call(lambda evening: evening.session is not None)


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
        assert table.call(lambda evening: evening.session) is None
        table.call(lambda evening: evening._record._db.execute("PRAGMA query_only = OFF"))
        assert table.ask(StartTap(0), 0).ok, "nothing else came of it"


def test_announcements_come_in_the_order_in_which_things_happened(
    record: Record, eyes: Eyes
) -> None:
    said: list[object] = []
    table = Table(
        record, Plan(STANDARD), look=eyes.look, tell=lambda one: said.append(to_data(one)["event"])
    )

    class Played(Film):
        def frames(self) -> Iterator[Frame]:
            yield from (Frame(BLANK, float(t), "") for t in range(5))
            table.pressed(Press.CONFIRM)
            table.call(lambda evening: evening.players)
            eyes.film.play(0, 0, 0, draws="w1")
            yield Frame(BLANK, 9.0, "")

    table.run(Played())
    assert said == ["game_started", "played", "drawn"]


# ------------------------------------------------------------------------- a camera that is lost


@pytest.mark.parametrize("error", [None, OSError("unplugged")])
def test_a_camera_that_is_lost_is_opened_again_and_the_game_goes_on(
    record: Record, eyes: Eyes, error: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look)
    table.first_try = 0.0
    opened: list[str] = []
    views: list[Mapping[str, object]] = []

    def look(frame: Frame) -> TableReading | None:
        views.append(table.call(lambda evening: evening.views()[PUBLIC]))
        return eyes.look(frame)

    class Back(Film):
        def frames(self) -> Iterator[Frame]:
            yield from (Frame(BLANK, float(second), "") for second in range(3))
            table.close()

    def again() -> Sight:
        opened.append("tried")
        if len(opened) < 3:
            raise OSError("not there yet")
        views.append(table.call(lambda evening: evening.views()[PUBLIC]))
        return Back(), look

    table.run(Film(5, error), again)
    assert len(opened) == 3
    assert [view["camera"] for view in views[:2]] == ["lost", "on"]
    went_on = eyes.looked[-3:]
    assert went_on[0] >= 4.0, "the clock goes on where it was"
    assert [t - went_on[0] for t in went_on] == pytest.approx([0.0, 1.0, 2.0])
    said = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert len(said) == 2, "lost once, back once"


def test_without_a_way_to_open_it_again_a_film_still_ends_the_table(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look)
    table.run(Film(2))
    assert table.hub.closed


def test_what_fails_in_the_game_is_not_taken_for_the_cameras_fault(
    record: Record, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look)

    def full(*_: object) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(table.evening, "see", full)
    with pytest.raises(RuntimeError, match="no space left"):
        table.run(Film(3), lambda: (Film(3), eyes.look))


def test_a_table_closes_while_it_waits_for_its_camera(record: Record, eyes: Eyes) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look)
    table.first_try = 0.0

    def again() -> Sight:
        table.close()
        raise OSError("never")

    table.run(Film(1), again)
    assert table.hub.closed


def test_a_camera_that_is_not_there_yet_is_looked_for_from_the_beginning(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD), look=eyes.look, watch=Watch.LOST)
    table.first_try = 0.0
    views: list[Mapping[str, object]] = []
    tried: list[str] = []

    class Found(Film):
        def frames(self) -> Iterator[Frame]:
            views.append(table.call(lambda evening: evening.views()[PUBLIC]))
            yield Frame(BLANK, 0.0, "")
            table.close()

    def again() -> Sight:
        views.append(table.call(lambda evening: evening.views()[PUBLIC]))
        tried.append("")
        if len(tried) < 2:
            raise OSError("still plugged out")
        return Found(), eyes.look

    table.run(None, again)
    assert [view["camera"] for view in views] == ["lost", "lost", "on"]
    assert views[0]["status"] == "error"


def test_a_camera_whose_eyes_know_no_deck_yet_watches_no_game(record: Record, eyes: Eyes) -> None:
    learnt: list[bool] = []
    table = Table(
        record, Plan(STANDARD), look=lambda _: None, watch=Watch.NONE, reads=lambda: bool(learnt)
    )
    table.first_try = 0.0
    seen: list[object] = []

    class Watched(Film):
        def frames(self) -> Iterator[Frame]:
            seen.append(table.call(lambda evening: evening.views()[PUBLIC]["camera"]))
            yield Frame(BLANK, 0.0, "")
            if learnt:
                table.close()

    def again() -> Sight:
        if len(seen) == 2:
            learnt.append(True)
        return Watched(), eyes.look

    table.run(Watched(), again)
    assert seen == ["none", "none", "on"], "after it was lost, and after a deck was learnt"


# ---------------------------------------------------------------------------- whether it is alive


def test_each_frame_is_a_sign_of_life_and_each_try_to_find_a_camera(
    record: Record, eyes: Eyes
) -> None:
    beats: list[int] = []
    table = Table(record, Plan(STANDARD), look=eyes.look, beat=lambda: beats.append(tried[0]))
    table.first_try = 0.0
    tried = [0]

    def again() -> Sight:
        tried[0] += 1
        if tried[0] == 3:
            table.close()
        raise OSError("not there")

    table.run(Film(4), again)
    assert beats == [0, 0, 0, 0, 0, 1, 2], "four frames, then a beat before each of three tries"


def test_a_camera_that_hangs_gives_no_sign_of_life(record: Record, eyes: Eyes) -> None:
    beats: list[float] = []
    table = Table(record, Plan(STANDARD), look=eyes.look, beat=lambda: beats.append(0.0))
    hangs = threading.Event()

    class Hanging(Film):
        def frames(self) -> Iterator[Frame]:
            yield Frame(BLANK, 0.0, "")
            hangs.set()
            released.wait(LONG)

    released = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        ran = threads.submit(table.run, Hanging())
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
    monkeypatch.setattr("companion.inbox.LONGEST_WAIT", 0.01)
    alive = threading.Semaphore(0)
    table = Table(record, Plan(STANDARD), look=eyes.look, watch=Watch.NONE, beat=alive.release)

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
    table = Table(record, Plan(STANDARD, players=2), look=eyes.look, watch=Watch.NONE)

    def try_it() -> None:
        table.call(lambda evening: evening.players)
        trial = table.trial()
        assert trial is not None
        trial.say(Said.BEGIN)
        table.press(Press.CONFIRM)  # it would begin a game
        table.call(lambda evening: evening.players)
        assert not table.is_running()
        assert [name for name, level in panel.lit().items() if level] == ["clue.0"]
        table.call(lambda evening: evening.ask(StartTap(1), PUBLIC))
        assert (trial.active, panel.lit()["turn.1"]) == (False, 1.0)
        assert not trial.say(Said.BEGIN)

    with VirtualPanel(table.pressed, Wiring()) as panel, ThreadPoolExecutor(1) as threads:
        table.connect(panel, panel)
        table.let_try(PanelTrial(panel, Wiring(), table.is_running))
        tried = threads.submit(try_it)
        tried.add_done_callback(lambda _: table.close())
        table.run(None)
        tried.result(LONG)
