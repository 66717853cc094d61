"""What details of a picture say about where cards lie."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Floats
from vision.photo.votes import Votes, agreements

ACROSS = 80.0
MOST = 12


def votes(kind: int, at: Floats, middle: tuple[float, float], turn: float) -> Votes:
    """Return what details at ``at`` say that all speak for one card, turned by ``turn``."""
    away = at.astype(np.float64) - np.array(middle)
    back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    count = len(at)
    return Votes(
        kind=np.full(count, kind),
        arm=(away @ back.T).astype(np.float32),
        at=at,
        turn=np.full(count, turn, dtype=np.float32),
        weight=np.full(count, 0.1, dtype=np.float32),
    )


def together(*some: Votes) -> Votes:
    return Votes(
        np.concatenate([one.kind for one in some]),
        np.concatenate([one.arm for one in some]),
        np.concatenate([one.at for one in some]),
        np.concatenate([one.turn for one in some]),
        np.concatenate([one.weight for one in some]),
    )


FOUR = np.array([[20, 20], [34, 22], [25, 41], [30, 20]], dtype=np.float32)


@pytest.mark.parametrize("beyond", [(-60.0, 30.0), (40.0, -95.0), (-70.0, -45.0)])
def test_details_may_agree_on_a_place_beyond_the_picture(beyond: tuple[float, float]) -> None:
    """What looks like a card's corner by chance says that the card's middle is far outside."""
    (face, place, turn), *others = agreements(votes(3, FOUR, beyond, 0.0), ACROSS, MOST)
    assert face == 3
    assert place == pytest.approx(beyond, abs=0.1)
    assert turn == pytest.approx(0.0, abs=0.01)
    assert not others


@pytest.mark.parametrize("turn", [0.4, 2.9, -1.7])
def test_details_of_a_turned_card_agree_on_its_middle_and_its_turn(turn: float) -> None:
    ((_, place, found),) = agreements(votes(7, FOUR + 300, (340, 350), turn), ACROSS, MOST)
    assert place == pytest.approx((340, 350), abs=0.1)
    assert np.exp(1j * found) == pytest.approx(np.exp(1j * turn), abs=0.01)


def test_one_detail_that_errs_hardly_moves_a_card() -> None:
    said = votes(2, FOUR + 300, (340, 350), 0.3)
    said.at[0] += 7
    ((_, place, _),) = agreements(said, ACROSS, MOST)
    assert place == pytest.approx((340, 350), abs=1.0)


def test_the_place_with_more_votes_comes_first_and_takes_its_surroundings() -> None:
    many = votes(1, np.concatenate([FOUR, FOUR + 9]) + 300, (340, 350), 0.0)
    fewer = votes(2, FOUR + 300, (350, 360), 0.0)
    elsewhere = votes(2, FOUR + 600, (640, 650), 0.0)
    found = list(agreements(together(elsewhere, fewer, many), ACROSS, MOST))
    assert [face for face, _, _ in found] == [1, 2]
    assert found[1][1] == pytest.approx((640, 650), abs=0.1)


def test_a_detail_alone_says_nothing() -> None:
    assert not list(agreements(votes(1, FOUR[:1], (40, 50), 0.0), ACROSS, MOST))


def test_without_details_nothing_is_agreed_on() -> None:
    nothing = np.zeros((0, 2), dtype=np.float32)
    assert not list(agreements(votes(1, nothing, (40, 50), 0.0), ACROSS, MOST))


def test_no_more_places_are_told_than_are_asked_for() -> None:
    some = [votes(1, FOUR + 200 * n, (200 * n + 40.0, 200 * n + 50.0), 0.0) for n in range(5)]
    assert len(list(agreements(together(*some), ACROSS, 3))) == 3
