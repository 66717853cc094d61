"""Where nobody can look is told after some seconds, and no longer than it is so."""

import pytest

from companion.referee.readings import Blind, Lighting
from vision.live.hidden import BLIND_AFTER, HEAP_KEY, NO_MAT_AFTER, SEEK_EVERY, Hidden

RED, BLUE = ("column", -1, 0), ("column", -1, 3)


def test_a_place_is_told_once_it_was_hidden_for_a_while() -> None:
    hidden = Hidden()
    for second in (10.0, 12.0, 10.0 + BLIND_AFTER, 15.0):
        hidden.see_mat(second)
        if second == 10.0:
            assert hidden.seen(second, [RED, HEAP_KEY]) == Blind()
        elif second == 12.0:
            assert hidden.seen(second, [RED, BLUE]) == Blind(), "the discards are free again"
        elif second == 10.0 + BLIND_AFTER:
            assert hidden.seen(second, [RED, BLUE, HEAP_KEY]) == Blind(columns=(0,))
        else:
            assert hidden.seen(second, []) == Blind()


def test_bad_light_is_told_once_it_has_lasted() -> None:
    hidden = Hidden()
    hidden.see_mat(10.0)
    for second, lighting, told in (
        (10.0, Lighting.DARK, None),
        (10.0 + BLIND_AFTER, Lighting.DARK, Lighting.DARK),
        (15.0, None, None),
        (16.0, Lighting.GLARING, None),
        (16.0 + BLIND_AFTER, Lighting.GLARING, Lighting.GLARING),
    ):
        hidden.see_mat(second)
        assert hidden.seen(second, [], lighting) == Blind(lighting=told), second


def test_a_mat_that_is_out_of_view_is_told_and_taken_back() -> None:
    hidden = Hidden()
    hidden.see_mat(10.0)
    assert not hidden.seen(10.0 + NO_MAT_AFTER - 0.1, [])
    assert hidden.seen(10.0 + NO_MAT_AFTER, []) == Blind(mat=True)
    assert hidden.nothing(14.0) == Blind(mat=True), "it was away from when it was seen last"
    hidden.see_mat(15.0)
    assert hidden.seen(15.0, []) == Blind()


def test_a_camera_that_never_saw_the_mat_has_as_long_to_find_it() -> None:
    hidden = Hidden()
    assert hidden.nothing(100.0) == Blind()
    assert hidden.nothing(100.0 + NO_MAT_AFTER) == Blind(mat=True)


def test_the_mat_is_sought_before_it_is_told_and_then_once_a_second() -> None:
    hidden = Hidden()
    hidden.see_mat(0.0)
    tenths = [tenth / 10 for tenth in range(61)]
    assert [t for t in tenths if hidden.claim_search(t)] == pytest.approx(
        [NO_MAT_AFTER + number * SEEK_EVERY for number in range(4)]
    )


def test_that_the_mat_is_out_of_view_or_back_is_news_once() -> None:
    hidden = Hidden()
    told = [False, False, True, True, False]
    assert [hidden.take_news(Blind(mat=mat)) for mat in told] == [False, False, True, False, True]
