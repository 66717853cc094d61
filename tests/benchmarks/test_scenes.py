"""How the answers of those who read photos are judged."""

from typing import Any

import numpy as np
import pytest

from benchmarks.scenes import NOTHING, Answer, Corners, Score, alike, judge


def corners(x: float, width: float = 100.0) -> Corners:
    return np.array([[x, 0], [x + width, 0], [x + width, 140.0], [x, 140.0]])


def card(label: str, x: float, width: float = 100.0, **more: Any) -> dict[str, Any]:
    return {
        "label": label,
        "face_up": True,
        "in_frame_fraction": 1.0,
        "visible_fraction": 1.0,
        "corners_px": corners(x, width).tolist(),
        **more,
    }


def answer(label: str | None, x: float) -> Answer:
    return Answer(corners(x), label)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ([answer("r1", 0)], "right"),
        ([answer("r1", 30)], "right"),
        ([answer("r2", 0)], "wrong"),
        ([answer(None, 0)], "unknown"),
        ([], "missed"),
        ([answer(None, 500)], "missed"),
        ([answer("r2", 20), answer("r1", 5)], "right"),
    ],
)
def test_a_card_is_right_wrong_unknown_or_missed(said: list[Answer], kind: str) -> None:
    assert [one.kind for one in judge(said, [card("r1", 0)])] == [kind]


def test_a_name_beside_all_cards_is_false() -> None:
    verdicts = judge([answer("r1", 60), answer("r1", 0)], [card("r1", 0)])
    assert sorted((one.kind, one.truth) for one in verdicts) == [
        ("false", NOTHING),
        ("right", "r1"),
    ]
    assert [one.kind for one in judge([answer("r1", 0)], [])] == ["false"]


@pytest.mark.parametrize(
    "more",
    [{"visible_fraction": 0.7}, {"in_frame_fraction": 0.9}, {"width": 59.0}],
)
def test_a_card_that_hardly_shows_does_not_count_unless_it_is_given_another_name(
    more: dict[str, Any],
) -> None:
    there = [card("r1", 0, **more)]
    for label, kinds in (("r1", []), (None, []), ("r2", ["false"])):
        assert [one.kind for one in judge([answer(label, 0)], there)] == kinds


def test_a_name_for_a_card_that_lies_face_down_is_false_even_if_it_is_its_own() -> None:
    there = [card("r1", 0, face_up=False)]
    assert [one.kind for one in judge([answer("r1", 0)], there)] == ["false"]
    assert judge([], there) == []


def test_scores_add_up() -> None:
    one, other = Score(), Score()
    one.add(judge([answer("r2", 0)], [card("r1", 0)]), 1.0)
    other.add(judge([answer("r2", 0)], [card("r1", 0), card("g1", 300)]), 2.0)
    one += other
    assert (one.cards, one.counts["wrong"], one.counts["missed"]) == (3, 2, 1)
    assert one.confused == {("r1", "r2"): 2}
    assert one.seconds == [1.0, 2.0]


def test_overlap_is_intersection_by_union() -> None:
    assert alike(corners(0), corners(0)) == pytest.approx(1)
    assert alike(corners(0), corners(50)) == pytest.approx(1 / 3)
    assert alike(corners(0), corners(200)) == 0


@pytest.mark.parametrize(("said", "kind"), [("r1", "right"), ("r2", "wrong")])
def test_an_answer_in_the_place_of_a_pile_is_about_its_uppermost_card(said: str, kind: str) -> None:
    hidden = card("back", 1, face_up=False, visible_fraction=0.02)
    pile = [hidden, card("r1", 6)]
    assert [one.kind for one in judge([answer(said, 0)], pile)] == [kind]
    assert [one.kind for one in judge([answer(said, 0)], [hidden])] == ["false"]
