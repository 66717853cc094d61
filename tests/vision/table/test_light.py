import cv2
import numpy as np
import pytest

from tests.drawn_table import Image, Table, photograph
from vision.geometry import Plane
from vision.table.layout import Layout
from vision.table.light import PaperLight, flatten, measure_light, with_colour_of_grey
from vision.table.registration import register
from vision.table.tags import TagFinder


def measured(layout: Layout, light: float) -> tuple[PaperLight, Plane, Image]:
    image = photograph(Table(), light=light)
    tags = TagFinder(layout.dictionary).find(image)
    plane = register(layout, tags, 2, (image.shape[1], image.shape[0])).mat
    assert plane is not None
    return measure_light(image, plane, layout.mat, tags), plane, image


def test_every_level_of_every_colour_is_told_by_the_ink_and_the_paper_beside_it() -> None:
    """To the last bit: what is read later is compared with thresholds."""
    black, white = np.array([11.3, 20.7, 31.9]), np.array([201.1, 219.3, 240.7])
    light = PaperLight(np.array([[5.0, 5.0]]), black[np.newaxis], white[np.newaxis])
    levels = np.arange(256, dtype=np.uint8)
    patch = np.stack([levels, levels[::-1], np.roll(levels, 77)], axis=1)[np.newaxis]
    by_hand = ((patch - black) / (white - black)).astype(np.float32)
    assert light.balance(patch, (5.0, 5.0)).tobytes() == by_hand.tobytes()


@pytest.mark.parametrize("light", [1.0, 0.5, 0.2])
def test_paper_is_white_and_ink_black_in_whatever_light(layout: Layout, light: float) -> None:
    paper, plane, image = measured(layout, light)
    assert len(paper.centres) == 4
    flat = paper.balance(flatten(image, plane, (48, 30, 4, 12), 1.5), (50, 36))
    assert flat.mean() == pytest.approx(1.0, abs=0.04)
    ink = paper.balance(flatten(image, plane, (9, 20, 4, 12), 1.5), (11, 26))
    assert ink.mean() == pytest.approx(0.0, abs=0.04)


def test_a_lamps_colour_is_taken_out(layout: Layout) -> None:
    _, plane, image = measured(layout, 0.8)
    warm = np.asarray(image * np.array([0.6, 0.85, 1.0]), dtype=np.uint8)
    tags = TagFinder(layout.dictionary).find(warm)
    paper = measure_light(warm, plane, layout.mat, tags)
    zone = paper.balance(flatten(warm, plane, (100, 100, 30, 30), 1.5), (115, 115))
    mean = zone.reshape(-1, 3).mean(axis=0)
    assert np.ptp(mean) < 0.07, "the zones' grey is printed a little bluish, no more"


def lit_by(image: Image, *lamp: float) -> Image:
    """Give the lamp another colour, blue, green and red; what is too much is cut off."""
    return np.asarray(np.clip(image * np.array(lamp), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("lamp", [(1.25, 1.0, 0.8), (0.8, 1.0, 1.25)], ids=["cool", "warm"])
def test_where_a_lamps_colour_blows_paper_out_it_is_taken_from_printed_grey(
    layout: Layout, lamp: tuple[float, float, float]
) -> None:
    _, plane, image = measured(layout, 1.0)
    lit = lit_by(image, *lamp)
    cut_off = lamp.index(max(lamp))
    light = measure_light(lit, plane, layout.mat, dict.fromkeys(layout.mat.tags, np.zeros((4, 2))))
    assert light.white[:, cut_off].min() >= 254
    anew = with_colour_of_grey(light, lit, plane, layout.mat.grey_zones)
    box = (100.0, 100.0, 30.0, 30.0)
    tinted, even = (
        one.balance(flatten(lit, plane, box, 1.5), (115, 115)).reshape(-1, 3).mean(axis=0)
        for one in (light, anew)
    )
    assert np.ptp(tinted) > 0.15
    assert np.ptp(even) < 0.04
    assert np.allclose(anew.black, light.black)


def test_paper_that_is_not_blown_out_tells_the_lamps_colour_itself(layout: Layout) -> None:
    light, plane, image = measured(layout, 0.8)
    assert light.white.max() < 252
    assert with_colour_of_grey(light, image, plane, layout.mat.grey_zones) is light


def test_where_all_is_blown_out_or_no_grey_is_in_view_nothing_is_concluded(layout: Layout) -> None:
    _, plane, image = measured(layout, 1.0)
    shown = dict.fromkeys(layout.mat.tags, np.zeros((4, 2)))
    zones = layout.mat.grey_zones
    glare = lit_by(image, 2.0, 2.0, 2.0)
    light = measure_light(glare, plane, layout.mat, shown)
    assert with_colour_of_grey(light, glare, plane, zones) is light
    cool = lit_by(image, 1.5, 1.0, 0.8)
    covered = cool.copy()
    for x, y, width, height in zones:
        corners = plane.to_pixels(
            np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
        )
        cv2.fillConvexPoly(covered, np.round(corners).astype(np.int32), (30, 40, 50))
    light = measure_light(covered, plane, layout.mat, shown)
    assert with_colour_of_grey(light, covered, plane, zones) is light


def test_a_veil_of_glare_is_taken_out(layout: Layout) -> None:
    _, plane, image = measured(layout, 0.6)
    veiled = np.asarray(image * 0.6 + 80, dtype=np.uint8)
    tags = TagFinder(layout.dictionary).find(veiled)
    paper = measure_light(veiled, plane, layout.mat, tags)
    clear = measure_light(image, plane, layout.mat, tags)
    box = (100.0, 100.0, 30.0, 30.0)
    seen = paper.balance(flatten(veiled, plane, box, 1.5), (115, 115)).mean()
    true = clear.balance(flatten(image, plane, box, 1.5), (115, 115)).mean()
    assert seen == pytest.approx(true, abs=0.03)


def test_light_falls_off_across_the_mat() -> None:
    light = PaperLight(
        np.array([[0.0, 0], [400, 0]]),
        np.array([[10.0] * 3, [20.0] * 3]),
        np.array([[100.0] * 3, [200.0] * 3]),
    )
    left, middle, right = (light.near((x, 0))[1][0] for x in (0, 200, 400))
    assert left < 110 < 140 < middle < 160 < 190 < right


def test_covered_tags_say_nothing(layout: Layout) -> None:
    _, plane, image = measured(layout, 1.0)
    light = measure_light(image, plane, layout.mat, {})
    assert len(light.centres) == 0
    black, white = light.near((100, 100))
    assert black.max() < white.min(), "still something to balance with"


def test_a_tag_without_contrast_says_nothing(layout: Layout) -> None:
    paper, plane, image = measured(layout, 1.0)
    image[600:] = 120
    tags = dict.fromkeys(layout.mat.tags, np.zeros((4, 2)))
    assert len(measure_light(image, plane, layout.mat, tags).centres) == 2 < len(paper.centres)


def test_a_box_is_cut_out_at_its_scale_and_what_is_out_of_view_is_grey(layout: Layout) -> None:
    _, plane, image = measured(layout, 1.0)
    assert flatten(image, plane, (10, 20, 30, 40), 1.5).shape == (60, 45, 3)
    far = flatten(image, plane, (-2000, 0, 30, 40), 1.5)
    assert np.unique(far).tolist() == [128]


def test_a_tag_half_out_of_view_says_nothing(layout: Layout) -> None:
    _, plane, image = measured(layout, 1.0)
    tags = dict.fromkeys(layout.mat.tags, np.zeros((4, 2)))
    middles = [plane.to_pixels(corners).mean(axis=0) for corners in layout.mat.tags.values()]
    lower = max(y for _, y in middles)
    for seen, centres in ((+6, 4), (-6, 2)):  # pixels more or less than half of the lower tags
        cut = np.ascontiguousarray(image[: round(lower) + seen])
        assert len(measure_light(cut, plane, layout.mat, tags).centres) == centres
