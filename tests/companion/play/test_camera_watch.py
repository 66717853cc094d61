"""What a table knows of its camera: when it is blind, and by which clock its moments go on."""

from dataclasses import replace

from companion.play.camera_watch import SILENT_AFTER, CameraWatch, Watch
from companion.referee.readings import Blind, TableReading

EMPTY = TableReading(t=5.0, still_for=1.0, mat=True, clear=True)
OPENED = CameraWatch.begun(Watch.ON, 100.0)


def test_a_picture_tells_the_moment_and_what_lies_there() -> None:
    seen = OPENED.seen(EMPTY, 5.0, 101.0)
    assert (seen.t, seen.reading, seen.frame_at) == (5.0, EMPTY, 101.0)


def test_while_something_moves_what_was_seen_before_stays() -> None:
    moved = OPENED.seen(EMPTY, 5.0, 101.0).seen(None, 6.0, 102.0)
    assert (moved.t, moved.reading) == (6.0, EMPTY)


def test_a_camera_that_sends_no_picture_for_long_is_blind_until_the_next_one() -> None:
    assert not OPENED.checked(100.0 + SILENT_AFTER - 0.1).blind
    silent = OPENED.checked(100.0 + SILENT_AFTER)
    assert silent.blind
    assert not silent.seen(None, 6.0, 110.0).blind


def test_a_camera_that_sees_nothing_of_the_mat_is_blind() -> None:
    assert OPENED.seen(replace(EMPTY, blind=Blind(mat=True)), 5.0, 101.0).blind


def test_where_no_camera_watches_nothing_is_blind() -> None:
    gone = OPENED.seen(replace(EMPTY, blind=Blind(mat=True)), 5.0, 101.0).lost_at(102.0)
    assert gone.lost
    assert not gone.blind
    assert not gone.checked(None).blind


def test_moments_go_on_by_the_other_clock_from_where_the_camera_was_lost() -> None:
    lost = OPENED.seen(EMPTY, 5.0, 101.0).lost_at(103.0)
    assert lost.passed(110.0).t == 12.0
    assert lost.passed(110.0).passed(111.0).t == 13.0
    back = lost.passed(110.0).back(110.0)
    assert back.on
    assert (back.t, back.reading) == (12.0, None)


def test_a_game_that_only_counts_lets_the_camera_wait() -> None:
    waits = OPENED.set_aside()
    assert waits.lost
    assert waits.waits
    assert not waits.waiting(waits=False).waits
