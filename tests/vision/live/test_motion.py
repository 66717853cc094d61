from functools import cache

import cv2
import numpy as np
import pytest

from companion.frames import Frame
from tests.drawn_table import Image
from vision.live.motion import BLOCKS, Motion

WIDTH, HEIGHT = 1152, 648
FULL = WIDTH / 2304


@cache
def table() -> Image:
    """Return a table with print on it, as a camera sees it, without noise."""
    random = np.random.default_rng(4)
    image = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    for _ in range(140):
        x, y = (int(random.integers(0, side)) for side in (WIDTH, HEIGHT))
        width, height = (int(v) for v in random.integers(8, 90, 2))
        shade = tuple(int(v) for v in random.integers(20, 230, 3))
        cv2.rectangle(image, (x, y), (x + width, y + height), shade, -1)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)


def seen(image: Image, seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 2.0, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def shifted(image: Image, x: float, y: float, lean: float = 0.0) -> Image:
    """Move a picture by pixels of a frame that is 2304 wide; ``lean`` from its top to its end."""
    sheer = lean * FULL / HEIGHT
    move = np.array([[1, sheer, x * FULL], [0, 1 + sheer / 2, y * FULL]])
    moved = cv2.warpAffine(image, move, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.uint8)


def with_hand(image: Image, x: int) -> Image:
    image = image.copy()
    image[100:400, x : x + 160] = (120, 150, 210)
    return image


def moving(motion: Motion, image: Image, t: float) -> set[tuple[int, int]]:
    """Show the next picture and return where something moves, as rows and columns of blocks."""
    motion.update(Frame(image, t))
    rows, columns = np.nonzero(motion.moved_at == t)
    return {(int(row), int(column)) for row, column in zip(rows, columns, strict=True)}


def test_a_hand_moves_where_it_is_and_nowhere_else() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    hand = moving(motion, seen(with_hand(table(), 500), 1), 0.1)
    side = WIDTH / BLOCKS
    assert len(hand) > 300
    assert all((row + 1) * side >= 98 and row * side <= 402 for row, _ in hand)
    assert all((column + 1) * side >= 498 and column * side <= 662 for _, column in hand)
    assert moving(motion, seen(with_hand(table(), 500), 2), 0.2) == set()


@pytest.mark.parametrize(("pixels", "hertz"), [(0.3, 1.0), (1.0, 5.0), (4.0, 0.5), (4.0, 3.0)])
def test_a_camera_that_sways_moves_nothing(pixels: float, hertz: float) -> None:
    motion = Motion()
    for nth in range(14):
        off = pixels * np.sin(2 * np.pi * hertz * nth / 10 + 0.7)
        there = moving(motion, seen(shifted(table(), off, 0.6 * off), nth), nth / 10)
        assert nth == 0 or len(there) < 4, nth
    assert motion.begun == 1


def fine_print() -> Image:
    """Return a table of a whole frame, 2304 pixels wide, with thin lines and sharp edges on it."""
    random = np.random.default_rng(7)
    image = np.full((2 * HEIGHT, 2 * WIDTH, 3), 120, np.uint8)
    for _ in range(160):
        x, y = (16 * int(random.integers(0, side // 8)) for side in (WIDTH, HEIGHT))
        width, height = (16 * int(v) for v in random.integers(2, 14, 2))
        shade = 235 if random.random() < 0.5 else 30
        cv2.rectangle(image, (x, y), (x + width - 1, y + height - 1), (shade,) * 3, -1)
    for _ in range(500):
        x, y = (int(random.integers(0, 2 * side)) for side in (WIDTH, HEIGHT))
        along = (int(random.integers(-60, 60)), 0)
        end = along if random.random() < 0.5 else along[::-1]
        shade = 235 if random.random() < 0.5 else 30
        cv2.line(image, (x, y), (x + end[0], y + end[1]), (shade,) * 3, 1)
    return image


@pytest.mark.parametrize("there", [0.9, 0.5])
def test_thin_lines_and_sharp_edges_do_not_move_under_a_camera_that_sways_by_a_pixel(
    there: float,
) -> None:
    """Not all of the table's places came to rest: an edge of a tag seemed to move ever so often."""
    motion, size = Motion(), (2 * WIDTH, 2 * HEIGHT)
    for nth in range(10):
        off = there if nth % 2 else there - 1.8
        move = np.array([[1, 0, off], [0, 1, -off / 3]])
        image = cv2.warpAffine(fine_print(), move, size, borderMode=cv2.BORDER_REFLECT)
        moves = moving(motion, seen(np.asarray(image, np.uint8), nth), nth / 10)
        assert nth == 0 or not moves, (nth, moves)


def test_a_swaying_camera_sees_a_hand_move_all_the_same() -> None:
    motion, there = Motion(), set[tuple[int, int]]()
    for nth in range(6):
        off = 3 * np.sin(nth)
        image = table() if nth < 5 else with_hand(table(), 500)
        there = moving(motion, seen(shifted(image, off, -off), nth), nth / 10)
    assert 300 < len(there) < 900


def test_a_rolling_shutter_leans_the_picture_and_moves_nothing() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    assert len(moving(motion, seen(shifted(table(), 2.0, 1.0, lean=3.0), 1), 0.1)) < 4


def test_a_picture_of_a_swaying_camera_is_laid_where_the_first_one_was() -> None:
    motion = Motion()
    moving(motion, table(), 0.0)
    off = shifted(table(), 3.2, -2.4)
    moving(motion, off, 0.1)
    steadied = motion.steadied(off)
    inside = np.s_[20:-20, 20:-20]
    apart = [np.abs(one[inside].astype(int) - table()[inside]).mean() for one in (off, steadied)]
    assert apart[1] < 0.35 * apart[0]


@pytest.mark.parametrize("off", [0.45, -0.45])
def test_a_picture_that_is_read_is_laid_finely_though_the_sway_went_unnoticed(off: float) -> None:
    """By how much a camera may be off unnoticed is more than a card in a leaning rack is moved."""
    motion = Motion()
    motion.update(Frame(table(), 0.0))
    swung, image = (shifted(table(), x, -x) for x in (2.5, 2.5 + off))
    motion.update(Frame(swung, 0.1))
    motion.update(Frame(image, 0.2))
    green = (one[40:-40, 40:-40, 1].astype(np.float32) for one in (motion.steadied(image), table()))
    (across, down), _ = cv2.phaseCorrelate(*green)
    assert np.hypot(across, down) / FULL < 0.2


def test_a_camera_that_was_bumped_begins_anew() -> None:
    motion = Motion()
    moving(motion, table(), 0.0)
    turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), 3.0, 1.0)
    bumped = np.asarray(cv2.warpAffine(table(), turn, (WIDTH, HEIGHT)), np.uint8)
    assert len(moving(motion, bumped, 0.1)) == motion.moved_at.size
    assert motion.begun == 2
    assert moving(motion, seen(bumped, 3), 0.2) == set()


def test_bands_of_mains_light_and_light_that_drifts_move_nothing() -> None:
    motion = Motion()
    for nth in range(12):
        rows = np.arange(HEIGHT) / HEIGHT
        light = 1 + 0.05 * np.sin(2 * np.pi * (2 * rows + 0.3 * nth)) + 0.01 * nth
        lit = np.clip(table() * light[:, None, None], 0, 255).astype(np.uint8)
        there = moving(motion, seen(lit, nth), nth / 10)
        assert nth == 0 or len(there) < 4
    assert motion.relit == 0


def overexposed(image: Image, light: float) -> Image:
    """Return a picture in more light: a camera makes little more of what was bright already."""
    levels = 255 * (1 - np.exp(-light * image / 120.0))
    return np.asarray(levels / (1 - np.exp(-255 * light / 120.0)), np.uint8)


def test_a_lamp_that_makes_paper_hardly_brighter_and_all_else_much_changes_nothing() -> None:
    motion, there = Motion(), set[tuple[int, int]]()
    for nth in range(12):
        light = 0.6 if nth < 8 else 1.8
        there = moving(motion, seen(overexposed(table(), light), nth), nth / 10)
    assert motion.relit == 1
    assert not there
    assert motion.differs().sum() < 12
    hand = moving(motion, seen(overexposed(with_hand(table(), 500), 1.8), 20), 1.2)
    assert len(hand) > 300
    moving(motion, seen(overexposed(table(), 0.6), 21), 1.3)
    assert not moving(motion, seen(overexposed(table(), 0.6), 22), 1.4)
    assert motion.differs().sum() < 12


def test_what_was_looked_at_in_a_glare_does_not_differ_once_the_lamp_is_as_before() -> None:
    """All greys of bright paper were one in the glare: nobody saw which of them was which."""
    lit = np.minimum(table(), 120)
    lit[60:600, 300:900] = np.linspace(165, 225, 600)[None, :, None]
    glare = np.asarray(np.minimum(lit * 1.6, 255.0), np.uint8)
    motion = Motion()
    everywhere = np.ones((round(BLOCKS * HEIGHT / WIDTH), BLOCKS), dtype=np.bool_)
    moving(motion, lit, 0.0)
    moving(motion, glare, 0.1)
    motion.know(everywhere)
    moving(motion, lit, 0.2)
    assert motion.relit == 2
    assert motion.differs()[8:75, 38:112].sum() < 5
    motion.know(everywhere)
    moving(motion, with_hand(lit, 500), 0.3)
    assert motion.is_new().sum() > 300, "looked at in the old light, all is known as finely again"


def test_light_that_was_dimmed_may_come_back_a_little_brighter_than_at_first() -> None:
    """Then bright paper is cut off that was not at first, and by less than a lamp is worth."""
    lit = np.minimum(table(), 120)
    lit[60:600, 300:900] = np.linspace(165, 250, 600)[None, :, None]
    dimmed, brighter = (
        np.asarray(np.minimum(lit * share, 255.0), np.uint8) for share in (0.7, 1.19)
    )
    motion = Motion()
    moving(motion, lit, 0.0)
    moving(motion, dimmed, 0.1)
    motion.know(np.ones((round(BLOCKS * HEIGHT / WIDTH), BLOCKS), dtype=np.bool_))
    moving(motion, brighter, 0.2)
    assert motion.relit == 2
    assert motion.differs()[8:75, 38:112].sum() < 5


@pytest.mark.parametrize("left_over", [0.03, 0.06, 0.1])
def test_a_lamp_that_goes_out_and_on_again_leaves_the_camera_where_it_stood(
    left_over: float,
) -> None:
    """In next to no light many greys are one: what became of each there tells nothing later."""
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    for nth in range(1, 9):
        moving(motion, seen(np.asarray(table() * left_over, np.uint8), nth), nth / 10)
    moving(motion, seen(table(), 9), 0.9)
    assert motion.begun == 1
    assert motion.relit == 2
    assert not motion.differs().any()
    assert not moving(motion, seen(table(), 10), 1.0)


def test_what_was_laid_while_the_lamp_was_out_differs_once_it_is_on_again() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    for nth in range(1, 9):
        now = table() if nth < 4 else with_hand(table(), 500)
        moving(motion, seen(np.asarray(now * 0.05, np.uint8), nth), nth / 10)
    moving(motion, seen(with_hand(table(), 500), 9), 0.9)
    assert motion.begun == 1
    assert motion.differs().sum() > 300


def in_shadow(image: Image, middle: float, dark: float = 0.4, width: float = 0.12) -> Image:
    """Take the light from a soft band across; ``middle`` and ``width`` as shares of the picture."""
    across = np.exp(-(((np.arange(WIDTH) / WIDTH - middle) / width) ** 2))
    return np.asarray(image * (1 - dark * across)[None, :, None], np.uint8)


def test_a_soft_shadow_that_passes_moves_nothing_and_a_hand_in_it_does() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    for nth in range(1, 12):
        there = moving(motion, seen(in_shadow(table(), nth / 12), nth), nth / 10)
        assert len(there) < 12, nth
    assert motion.differs().sum() < 12
    hand = moving(motion, seen(with_hand(in_shadow(table(), 0.5), 500), 20), 1.2)
    assert len(hand) > 300


def test_what_is_laid_after_a_shadow_in_which_the_lamp_was_dimmed_is_noticed() -> None:
    """What became of each grey was found while a shadow lay on a part of the picture."""
    motion, dimmed = Motion(), np.asarray(table() * 0.72, np.uint8)
    moving(motion, seen(table(), 0), 0.0)
    for nth in range(1, 4):
        moving(motion, seen(in_shadow(dimmed, 0.2, dark=0.6, width=0.1), nth), nth / 10)
    hidden = float(motion.limit.mean())
    for nth in range(4, 30):
        moving(motion, seen(dimmed, nth), nth / 10)
    assert motion.relit == 2, "all is looked at once more, now that it can be seen"
    assert motion.limit.mean() < hidden / 2
    assert motion.differs().sum() < 12
    laid = dimmed.copy()
    laid[200:280, 500:560] = np.clip(laid[200:280, 500:560] + 25.0, 0, 255)
    assert len(moving(motion, seen(laid, 30), 3.0)) > 20


def humming(image: Image, t: float, levels: float = 6.0) -> Image:
    """Return a picture of a poor sensor: its rows are brighter and darker, in each otherwise."""
    rows = levels * np.sin(np.arange(HEIGHT) / 4.5 + 20 * t)[:, None, None]
    return np.asarray(np.clip(image + rows, 0, 255), np.uint8)


def test_rows_that_hum_move_nothing_and_a_hand_does() -> None:
    motion = Motion()
    for nth in range(30):
        there = moving(motion, seen(humming(table(), nth / 10), nth), nth / 10)
        assert nth < 12 or len(there) < 12, nth
    assert len(moving(motion, seen(humming(with_hand(table(), 500), 3.0), 30), 3.0)) > 300


def test_a_camera_that_sways_for_a_moment_sees_as_much_afterwards() -> None:
    motion = Motion()
    for nth in range(6):
        moving(motion, seen(table(), nth), nth / 10)
    before = float(np.median(motion.limit))
    for nth in range(6, 12):
        swung = shifted(table(), 3.0 * (-1) ** nth, 0.0)
        moving(motion, seen(swung, nth), nth / 10)
    moving(motion, seen(table(), 12), 1.2)
    assert np.median(motion.limit) == pytest.approx(before, abs=0.5)


def test_a_camera_that_is_knocked_while_a_broad_shadow_passes_is_known_to_be_in_doubt() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    knocked = shifted(table(), 1.5, 0.9)
    moving(motion, seen(in_shadow(knocked, 0.3, dark=0.4, width=0.3), 1), 0.1)
    assert motion.doubtful
    assert not motion.swung


def test_a_shadow_with_a_sharp_edge_is_noticed() -> None:
    motion = Motion()
    moving(motion, seen(table(), 0), 0.0)
    sharp = table().copy()
    sharp[:, 400:700] = (sharp[:, 400:700] * 0.6).astype(np.uint8)
    assert len(moving(motion, seen(sharp, 1), 0.1)) > 300


def test_a_plain_sheet_on_a_plain_table_is_one_thing_from_edge_to_edge() -> None:
    motion, plain = Motion(), np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    moving(motion, seen(plain, 0), 0.0)
    sheet = plain.copy()
    sheet[100:400, 300:600] = 160
    there = moving(motion, seen(sheet, 1), 0.1)
    inside = {(row, column) for row, column in there if 20 < row < 45 and 45 < column < 70}
    assert len(inside) == 24 * 24


def test_cards_that_were_laid_later_may_sway_too() -> None:
    motion, bare = Motion(), table().copy()
    bare[180:350, 280:420] = 120
    moving(motion, bare, 0.0)
    printed = bare.copy()
    printed[200:330, 300:400] = 235
    printed[230:300:8, 310:390] = 20
    moving(motion, printed, 0.1)
    for nth in range(2, 8):
        there = moving(motion, seen(shifted(printed, 0.6 * (nth % 2), 0.0), nth), nth / 10)
        assert len(there) < 4, nth


def test_a_lamp_that_is_switched_moves_nothing_and_is_noticed() -> None:
    motion = Motion()
    moving(motion, table(), 0.0)
    dark = np.asarray(table() * 0.6, np.uint8)
    assert len(moving(motion, dark, 0.1)) < 20
    assert motion.relit == 1


def test_what_came_and_went_is_nothing_new() -> None:
    motion = Motion()
    everywhere = np.ones((round(BLOCKS * HEIGHT / WIDTH), BLOCKS), dtype=np.bool_)
    moving(motion, table(), 0.0)
    moving(motion, with_hand(table(), 500), 0.1)
    assert motion.differs().any()
    assert motion.is_new().any()
    motion.know(everywhere)
    assert not motion.differs().any()
    assert not motion.is_new().any(), "it is known since it was asked for last"
    moving(motion, table(), 0.2)
    assert motion.differs().any()
    assert not motion.is_new().any()


def test_what_is_new_is_told_of_the_newest_picture() -> None:
    motion = Motion()
    moving(motion, table(), 0.0)
    assert not motion.differs().any()
    assert not motion.is_new().any()
    moving(motion, with_hand(table(), 500), 0.1)
    assert motion.differs().any()
    assert motion.is_new().any()
    moving(motion, table(), 0.2)
    assert not motion.differs().any()
    assert not motion.is_new().any()


def test_a_slow_sway_is_followed_though_each_picture_differs_little_from_the_last() -> None:
    motion, off = Motion(), table()
    for nth in range(15):
        off = shifted(table(), 0.4 * nth, -0.3 * nth)
        there = moving(motion, seen(off, nth), nth / 10)
        assert nth == 0 or len(there) < 4
    inside = np.s_[20:-20, 20:-20]
    apart = [
        np.abs(one[inside].astype(int) - table()[inside]).mean()
        for one in (off, motion.steadied(off))
    ]
    assert apart[1] < 0.4 * apart[0]


@pytest.mark.parametrize("hands", [False, True])
def test_a_camera_that_drifts_is_followed_though_each_place_is_looked_at_again_and_again(
    *, hands: bool
) -> None:
    """What is looked at is known as it lies by then, a little aside each time."""
    motion = Motion()
    for nth in range(81):
        off = 6.0 * nth / 80
        there = with_hand(table(), 200 + 90 * (nth // 9)) if hands and nth % 9 > 3 else table()
        there = shifted(there, off, off / 2)
        moving(motion, seen(there, nth), nth / 2)
        motion.know(np.ones(motion.moved_at.shape, np.bool_))
    image = shifted(table(), 6.0, 3.0)
    moving(motion, image, 41.0)
    inside = np.s_[20:-20, 20:-20]
    apart = np.abs(motion.steadied(image)[inside].astype(int) - table()[inside].astype(int))
    unfollowed = np.abs(image[inside].astype(int) - table()[inside].astype(int))
    assert motion.begun == 1
    assert apart.mean() < unfollowed.mean() / 3


def dim(card: int, seed: int, grain: int) -> Image:
    """Return a plain table with a card in so little light that noise hides it from each pixel.

    ``grain``: pixels over which the camera has smoothed the noise.
    """
    image = np.full((2 * HEIGHT, 2 * WIDTH, 1), 50.0)
    image[400:640, 600:800] = card
    shape = (image.shape[0] // grain, image.shape[1] // grain)
    grains = np.random.default_rng(seed).normal(0, 12.0, shape)
    noise = cv2.resize(grains, (2 * WIDTH, 2 * HEIGHT), interpolation=cv2.INTER_NEAREST)
    return np.repeat(np.asarray(np.clip(image + noise[..., None], 0, 255), np.uint8), 3, axis=2)


@pytest.mark.parametrize(("grain", "seen_to_come"), [(1, True), (3, False)])
def test_in_little_light_that_moves_which_noise_in_blocks_does_not_hide(
    grain: int, seen_to_come: bool
) -> None:
    motion, by_noise = Motion(), 0
    for nth in range(12):
        there = moving(motion, dim(50, nth, grain), nth / 10)
        by_noise += len(there) * (nth > 8)
        motion.noise = 12.0
    assert not by_noise
    assert (len(moving(motion, dim(62, 20, grain), 1.2)) > 6) is seen_to_come


def test_what_is_new_is_told_by_the_noise_measured_last() -> None:
    motion = Motion()
    for nth in range(3):
        moving(motion, dim(50, nth, 3), nth / 10)
    moving(motion, dim(62, 3, 3), 0.3)
    assert motion.is_new().sum() > 6
    assert motion.differs().sum() > 6
    motion.noise = 12.0
    assert motion.is_new().sum() <= 6, "that much it may be by noise"
    assert motion.differs().sum() <= 6
