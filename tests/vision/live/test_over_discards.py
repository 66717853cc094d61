"""What shows on the discards beside the known cards is a thing only where it came later."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.geometry import Points, rectangle
from vision.live.bare_paper import EMPTY_SCALE
from vision.live.over_discards import OverDiscards

CARD = (63.0, 88.0)
WIDE, HIGH = (round(side * EMPTY_SCALE) for side in CARD)
NOTHING = np.zeros((50, 110), dtype=np.uint8)


def _shown(*left: int, wide: int = WIDE) -> npt.NDArray[np.uint8]:
    strange = NOTHING.copy()
    for x in left:
        strange[5 : 5 + HIGH, x : x + wide] = 1
    return strange


def _card(left: int) -> Points:
    return rectangle(left, 5, WIDE, HIGH)


def test_what_lay_there_before_anybody_looked_is_no_thing() -> None:
    over = OverDiscards()
    assert not over.hides(_shown(5), [], CARD)
    assert not over.hides(_shown(6), [], CARD)
    assert over.hides(_shown(5, 60), [], CARD)
    assert not over.hides(_shown(5), [], CARD)


def test_what_little_shows_hides_no_card() -> None:
    over = OverDiscards()
    over.hides(NOTHING, [], CARD)
    assert not over.hides(_shown(40, wide=WIDE // 4), [], CARD)
    assert over.hides(_shown(40, wide=WIDE // 2), [], CARD)


def test_a_thing_where_a_card_lay_that_has_gone_is_one() -> None:
    over = OverDiscards()
    over.hides(_shown(5), [], CARD)
    over.hides(NOTHING, [], CARD)
    assert over.hides(_shown(5), [], CARD)


def test_what_comes_to_light_where_the_heap_is_pushed_is_no_thing() -> None:
    over = OverDiscards()
    over.hides(NOTHING, [_card(5)], CARD)
    assert not over.hides(_shown(5), [_card(40)], CARD)
    assert not over.hides(_shown(5), [_card(40), _card(60)], CARD)
    assert over.hides(_shown(5, 80), [_card(40), _card(60)], CARD)
