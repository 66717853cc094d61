import cv2
import numpy as np
import numpy.typing as npt

from tests.drawn_table import Image
from vision.outlines.edges import Outline
from vision.outlines.ground import PhotoGround

SHAPE = (480, 360)
CHECK = 24
GREEN, DARK, PAPER, INK = (60, 130, 70), (50, 50, 40), (215, 220, 225), (90, 40, 160)


def box(left: int, top: int, right: int, bottom: int) -> Outline:
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
    return Outline(corners, (1.0,) * 4, (False,) * 4)


CARD, WITH_CLOTH = box(108, 120, 228, 288), box(96, 96, 240, 312)
FRAME, TOPPED = box(118, 134, 218, 274), box(108, 96, 228, 288)


def filled(image: npt.NDArray[np.uint8], one: Outline, colour: tuple[int, int, int]) -> None:
    cv2.fillConvexPoly(image, np.rint(one.corners).astype(np.int32), colour)


def on_a_checked_cloth(border: tuple[int, int, int] = PAPER) -> Image:
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    checks = ((x // CHECK + y // CHECK) % 2)[..., None]
    image = np.where(checks, GREEN, DARK).astype(np.uint8)
    filled(image, CARD, border)
    filled(image, FRAME, INK)
    return image


def test_a_card_with_a_stripe_of_the_cloth_round_it_or_along_one_side_is_no_card() -> None:
    ground = PhotoGround(on_a_checked_cloth())
    assert ground.is_round(CARD, WITH_CLOTH)
    assert ground.is_round(CARD, TOPPED)
    assert ground.without_stripes([WITH_CLOTH, TOPPED, CARD]) == (CARD,)


def test_a_frame_that_is_printed_on_a_card_does_not_make_a_stripe_of_its_border() -> None:
    ground = PhotoGround(on_a_checked_cloth())
    assert not ground.is_round(FRAME, CARD)
    assert ground.without_stripes([CARD, FRAME]) == (CARD, FRAME)


def test_outlines_that_do_not_lie_in_one_another_say_nothing() -> None:
    ground = PhotoGround(on_a_checked_cloth())
    assert not ground.is_round(CARD, CARD)
    assert not ground.is_round(box(10, 10, 60, 80), CARD)


def test_a_card_that_fills_the_photo_leaves_no_table_to_compare_with() -> None:
    whole = box(2, 2, SHAPE[1] - 3, SHAPE[0] - 3)
    assert not PhotoGround(on_a_checked_cloth()).is_round(CARD, whole)


def test_a_large_photo_is_judged_as_a_small_one() -> None:
    large = cv2.resize(on_a_checked_cloth(), None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    card, cloth = (
        Outline((one.corners + 0.5) * 4 - 0.5, one.shares, one.cut) for one in (CARD, WITH_CLOTH)
    )
    assert PhotoGround(np.asarray(large, dtype=np.uint8)).is_round(card, cloth)
