from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.drawn_table import LABELS, SCALE, STRANGER, card_picture
from vision.match import recognise
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import Sighting, find_card, find_cards, fit_framed
from vision.match.windows import Out, Start, Windows
from vision.table.light import FloatImage

ZONE = 190


def patch(
    *cards: tuple[str, float, float, float],
    size: tuple[float, float] = (83.0, 110.0),
    noise: float = 0.02,
    blur: float = 0.8,
) -> FloatImage:
    """Lay cards (label, x and y of the middle in millimetres, degrees), the last uppermost."""
    sheet = np.full((round(size[1] * SCALE), round(size[0] * SCALE), 3), ZONE, dtype=np.uint8)
    for label, x, y, degrees in cards:
        card = card_picture(label)
        height, width = card.shape[:2]
        middle = ((width - 1) / 2, (height - 1) / 2)
        turn = cv2.getRotationMatrix2D(middle, -degrees, 1.0)
        moved = np.array([x, y]) * SCALE - 0.5 - np.array(middle)
        cv2.warpAffine(
            card,
            np.column_stack([turn[:, :2], turn[:, 2] + moved]),
            (sheet.shape[1], sheet.shape[0]),
            dst=sheet,
            borderMode=cv2.BORDER_TRANSPARENT,
        )
    pixels = (round(size[0] * FINE_SCALE), round(size[1] * FINE_SCALE))
    small = cv2.GaussianBlur(cv2.resize(sheet, pixels, interpolation=cv2.INTER_AREA), (0, 0), blur)
    grain = np.random.default_rng(5).normal(0, noise, small.shape)
    return np.asarray(small / 255 + grain, dtype=np.float32)


def found(gallery: Gallery, image: FloatImage) -> Sighting:
    one = find_card(gallery, image, (0.0, -4.0, 4.0))
    assert one is not None
    return one


# -------------------------------------------------------------------------------------- one card


def framed(gallery: Gallery, image: FloatImage, off: float, *labels: str) -> Sighting:
    """Look at a card whose edges seem to be 10 mm from those of ``image``, and ``off`` pixels."""
    start = np.array([[1.0, 0.0, 10 * FINE_SCALE + off], [0.0, 1.0, 10 * FINE_SCALE - off]])
    kinds = [number for label in labels for number in gallery.upright(label)]
    return fit_framed(gallery, image, start, kinds)


@pytest.mark.parametrize("label", LABELS)
def test_a_card_whose_edges_are_seen_is_told_across_the_edge_of_a_shadow(
    gallery: Gallery, label: str
) -> None:
    image = patch((label, 41.5, 54, 0))
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    image[x + 0.6 * y > 115] *= 0.2
    other = next(one for one in LABELS if one[0] != label[0] and one[1] != label[1])
    one = framed(gallery, image, 2.0, other, label)
    assert one.label == label
    middle = one.corners.mean(axis=0) - 10 * FINE_SCALE
    assert np.abs(middle - np.array([31.5, 44]) * FINE_SCALE).max() < 3, "pixels"


def test_what_leads_away_from_the_edges_of_a_card_is_left_out(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    monkeypatch.setattr(recognise, "align", lambda *_, **__: away)
    one = framed(gallery, patch(("y2", 41.5, 54, 0)), 0.0, "y2")
    assert one.label == "y2"
    assert one.fit > 0.8


def test_faces_that_are_not_tried_in_a_frame_are_rivals_all_the_same(gallery: Gallery) -> None:
    one = framed(gallery, patch(("y2", 41.5, 54, 0)), 0.0, "r1")
    assert one.lead < 0, "it looks more like another"


@pytest.mark.parametrize("label", [*LABELS, "back"])
def test_every_card_is_called_by_its_name(gallery: Gallery, label: str) -> None:
    one = found(gallery, patch((label, 41, 55, 0)))
    assert one.sure
    assert one.label == label
    assert not one.rivals


@pytest.mark.parametrize("degrees", [-6.0, -3.0, 2.0, 5.0])
def test_a_card_that_lies_askew_is_found_where_it_lies(gallery: Gallery, degrees: float) -> None:
    one = found(gallery, patch(("g2", 39, 57, degrees)))
    assert one.sure
    assert one.label == "g2"
    middle = one.corners.mean(axis=0) / FINE_SCALE
    assert np.abs(middle - [39, 57]).max() < 0.8
    top = one.corners[1] - one.corners[0]
    assert np.degrees(np.arctan2(top[1], top[0])) == pytest.approx(degrees, abs=0.8)


def test_a_card_upside_down_has_its_own_top_left_below(gallery: Gallery) -> None:
    one = found(gallery, patch(("b1", 41, 55, 180)))
    assert one.sure
    assert (one.label, one.turned) == ("b1", True)
    assert one.corners[0].tolist() > one.corners[2].tolist()


def test_a_card_is_read_the_right_way_up_where_the_search_found_it_upside_down(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a face that is nearly the same both ways a coarse look cannot tell which it is."""

    def nearly_the_same(face: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        image = np.minimum(face, face[::-1, ::-1])
        rows, columns = image.shape[:2]
        image[rows // 8 : rows // 5, columns // 8 : columns // 4] = 20
        return image

    faces = [replace(one, image=nearly_the_same(one.image)) for one in gallery.deck.exemplars]
    alike = Gallery(replace(gallery.deck, exemplars=tuple(faces)))
    y2 = next(one.image for one in faces if one.label == "y2")
    size = (round(alike.size[0] * FINE_SCALE), round(alike.size[1] * FINE_SCALE))
    card = cv2.resize(y2, size, interpolation=cv2.INTER_AREA)
    best = Windows.best
    for turned in (False, True):
        lying = card[::-1, ::-1] if turned else card
        there = np.pad(lying / np.float32(255), ((40, 40), (40, 40), (0, 0)), constant_values=0.7)

        def the_other_way(windows: Windows, most: int, out: Out, now: bool = turned) -> list[Start]:
            return best(windows, most, out | [kind.turned == now for kind in alike.kinds])

        with monkeypatch.context() as only:
            only.setattr(Windows, "best", the_other_way)
            one = found(alike, there)
        assert (one.label, one.turned) == ("y2", turned)
        assert one.fit > 0.95


@pytest.mark.parametrize("degrees", [0.0, 180.0])
def test_a_card_that_was_not_learnt_is_not_called_by_another_name(
    gallery: Gallery, degrees: float
) -> None:
    one = found(gallery, patch((STRANGER, 41, 55, degrees)))
    assert not one.sure, f"taken for {one.label}"


def test_a_pile_of_noise_is_no_card(gallery: Gallery) -> None:
    chance = np.random.default_rng(3)
    image = cv2.GaussianBlur(chance.normal(0.7, 0.3, (165, 125, 3)).astype(np.float32), (0, 0), 3)
    one = find_card(gallery, np.asarray(image, dtype=np.float32))
    assert one is None or not one.sure


def test_a_card_of_which_a_third_shows_is_not_sure(gallery: Gallery) -> None:
    image = patch(("r2", 41, 55, 0))
    image[:, 46:] = ZONE / 255
    assert not found(gallery, image).sure


def test_a_place_too_small_for_a_card_holds_none(gallery: Gallery) -> None:
    assert find_card(gallery, patch(size=(40.0, 110.0))) is None
    assert find_cards(gallery, patch(size=(40.0, 110.0))) == ()


@pytest.mark.parametrize("cast", [(0.55, 0.8, 1.0), (1.0, 0.9, 0.75)])
def test_yellow_stays_yellow_and_white_white_under_a_coloured_lamp(
    gallery: Gallery, cast: tuple[float, float, float]
) -> None:
    for label in ("y1", "w1", "g1"):
        tinted = np.asarray(patch((label, 41, 55, 0)) * np.array(cast), dtype=np.float32)
        one = found(gallery, tinted)
        assert one.label == label


def test_confidence_is_high_for_a_plain_card_and_low_for_a_stranger(gallery: Gallery) -> None:
    plain = found(gallery, patch(("w2", 41, 55, 0)))
    stranger = found(gallery, patch((STRANGER, 41, 55, 0)))
    assert 0 <= stranger.confidence < 0.8 < plain.confidence <= 1


# ---------------------------------------------------------------------------------------- a heap


def test_all_cards_side_by_side_are_found(gallery: Gallery) -> None:
    image = patch(("r1", 40, 52, 3), ("y2", 108, 53, -8), ("w1", 176, 52, 180), size=(220, 106))
    sure = [one.label for one in find_cards(gallery, image, (-8.0, 0.0, 8.0)) if one.sure]
    assert sorted(sure) == ["r1", "w1", "y2"]


def test_of_overlapping_cards_only_the_uppermost_is_sure(gallery: Gallery) -> None:
    image = patch(("r1", 40, 52, 0), ("y2", 65, 53, 0), ("b1", 90, 52, 0), size=(140, 106))
    sure = [one.label for one in find_cards(gallery, image, (-4.0, 0.0, 4.0)) if one.sure]
    assert sure == ["b1"]


def test_two_cards_of_one_kind_are_two(gallery: Gallery) -> None:
    image = patch(("g1", 40, 52, 2), ("g1", 112, 53, -2), size=(150, 106))
    sure = [one.label for one in find_cards(gallery, image, (-4.0, 0.0, 4.0)) if one.sure]
    assert sure == ["g1", "g1"]


def test_only_where_something_changed_cards_are_looked_for(gallery: Gallery) -> None:
    image = patch(("r1", 40, 52, 3), ("y2", 108, 53, -8), ("w1", 176, 52, 180), size=(220, 106))
    changed = np.zeros_like(image[:, :, 0])
    changed[:, round(image.shape[1] * 150 / 220) :] = 1.0
    sure = [one.label for one in find_cards(gallery, image, (-8.0, 0.0, 8.0), changed) if one.sure]
    assert sure == ["w1"]
    assert find_cards(gallery, image, (-8.0, 0.0, 8.0), np.zeros_like(changed)) == ()
