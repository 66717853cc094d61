"""A camera that is lost or not there yet is opened again, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.frames import Frame
from companion.hanabi.ruleset import STANDARD
from companion.play.camera_watch import Watch
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.readings import TableReading
from companion.table import Table, TableSight
from companion.views.view import PUBLIC
from tests.companion.table.running import BLANK, Eyes, Film


class Held(Film):
    """A camera that says whether somebody holds it."""

    closed = False

    def close(self) -> None:
        self.closed = True

    def __exit__(self, *exception: object) -> None:
        self.close()


@pytest.mark.parametrize("error", [None, OSError("unplugged")])
def test_a_camera_that_is_lost_is_opened_again_and_the_game_goes_on(
    record: Record, eyes: Eyes, error: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(record, Plan(STANDARD))
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

    def again() -> TableSight:
        opened.append("tried")
        if len(opened) < 3:
            raise OSError("not there yet")
        views.append(table.call(lambda evening: evening.views()[PUBLIC]))
        return TableSight(Back(), look)

    table.run(TableSight(Film(5, error), eyes.look), again)
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
    table = Table(record, Plan(STANDARD))
    table.run(TableSight(Film(2), eyes.look))
    assert table.hub.closed


def test_what_fails_in_the_game_is_not_taken_for_the_cameras_fault(
    record: Record, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(record, Plan(STANDARD))

    def full(*_: object) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(table.controller, "see", full)
    with pytest.raises(RuntimeError, match="no space left"):
        table.run(TableSight(Film(3), eyes.look), lambda: TableSight(Film(3), eyes.look))


def test_a_table_closes_while_it_waits_for_its_camera(record: Record, eyes: Eyes) -> None:
    table = Table(record, Plan(STANDARD))
    table.first_try = 0.0

    def again() -> TableSight:
        table.close()
        raise OSError("never")

    table.run(TableSight(Film(1), eyes.look), again)
    assert table.hub.closed


def test_a_camera_that_comes_back_while_the_table_closes_is_let_go(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD))
    table.first_try = 0.0
    opened = Held()

    def again() -> TableSight:
        table.close()
        return TableSight(opened, eyes.look)

    table.run(TableSight(Film(1), eyes.look), again)
    assert opened.closed


def test_what_fails_in_the_game_when_the_camera_is_back_is_not_taken_for_the_cameras_fault(
    record: Record, eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(record, Plan(STANDARD))
    table.first_try = 0.0
    opened = Held()

    def full(*_: object) -> None:
        raise RuntimeError("no space left")

    monkeypatch.setattr(table.controller, "see_again", full)
    with pytest.raises(RuntimeError, match="no space left"):
        table.run(TableSight(Film(1), eyes.look), lambda: TableSight(opened, eyes.look))
    assert opened.closed


def test_a_camera_that_is_not_there_yet_is_looked_for_from_the_beginning(
    record: Record, eyes: Eyes
) -> None:
    table = Table(record, Plan(STANDARD), watch=Watch.LOST)
    table.first_try = 0.0
    views: list[Mapping[str, object]] = []
    tried: list[str] = []

    class Found(Film):
        def frames(self) -> Iterator[Frame]:
            views.append(table.call(lambda evening: evening.views()[PUBLIC]))
            yield Frame(BLANK, 0.0, "")
            table.close()

    def again() -> TableSight:
        views.append(table.call(lambda evening: evening.views()[PUBLIC]))
        tried.append("")
        if len(tried) < 2:
            raise OSError("still plugged out")
        return TableSight(Found(), eyes.look)

    table.run(None, again)
    assert [view["camera"] for view in views] == ["lost", "lost", "on"]
    assert views[0]["status"] == "error"


def test_a_camera_whose_eyes_know_no_deck_yet_watches_no_game(record: Record, eyes: Eyes) -> None:
    learnt: list[bool] = []
    table = Table(record, Plan(STANDARD), watch=Watch.NONE)
    table.first_try = 0.0
    seen: list[object] = []

    class Watched(Film):
        def frames(self) -> Iterator[Frame]:
            seen.append(table.call(lambda evening: evening.views()[PUBLIC]["camera"]))
            yield Frame(BLANK, 0.0, "")
            if learnt:
                table.close()

    def again() -> TableSight:
        if len(seen) == 2:
            learnt.append(True)
        return TableSight(Watched(), eyes.look, reads=bool(learnt))

    table.run(TableSight(Watched(), lambda _: None, reads=False), again)
    assert seen == ["none", "none", "on"], "after it was lost, and after a deck was learnt"
