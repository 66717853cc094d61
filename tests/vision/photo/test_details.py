"""Cards found by the details of their faces on a table that is known, without any outline."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.frontal_tabletop import frontal_tabletop
from tests.vision.photo.test_reader import table
from vision.drawing.artwork import build_deck, draw_card
from vision.geometry import Points, card_corners, overlap
from vision.match.gallery import Gallery
from vision.outlines.above import from_above
from vision.outlines.tabletop import Tabletop
from vision.photo.details import Details

PICTURE = (1280, 960)
SMALLEST = 45.0
SCALE = 2.0
MOST = 12
Image = npt.NDArray[np.float32]


@pytest.fixture(scope="module")
def faces() -> Gallery:
    return Gallery(build_deck())


@pytest.fixture(scope="module")
def above(faces: Gallery) -> Tabletop:
    size = faces.deck.card_size
    return frontal_tabletop(SCALE * size[0], size, PICTURE)


def empty(seed: int) -> Image:
    return np.asarray(table(seed) / 255, dtype=np.float32)


def lay(image: Image, faces: Gallery, label: str, at: tuple[float, float], turn: float) -> Points:
    """Lay a card on ``image``; return its corners."""
    width, height = (SCALE * side for side in faces.deck.card_size)
    corners = card_corners(at, (width, height), turn)
    face = cv2.GaussianBlur(draw_card(label, SCALE), (0, 0), 1.0) / 255
    rows, columns = face.shape[:2]
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    warp = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    drawn = cv2.warpPerspective(face, warp, PICTURE)
    there = cv2.warpPerspective(np.ones((rows, columns), np.uint8), warp, PICTURE) > 0
    image[there] = drawn[there]
    return corners


def propose(
    faces: Gallery, image: Image, table: Tabletop, known: list[Points], most: int
) -> list[Points]:
    details = Details(faces)
    grey = np.asarray(image.mean(axis=2), dtype=np.float32)
    return details.propose(from_above(grey, table, SMALLEST, details.scale), known, most)


def found(places: list[Points], card: Points) -> bool:
    return any(overlap(place, card) > 0.75 for place in places)


def test_a_card_is_proposed_wherever_and_however_it_lies(faces: Gallery, above: Tabletop) -> None:
    image = empty(11)
    cards = [
        lay(image, faces, "r1", (250, 250), 17),
        lay(image, faces, "y4", (900, 300), 141),
        lay(image, faces, "b3", (600, 700), 265),
    ]
    places = propose(faces, image, above, [], MOST)
    assert all(found(places, card) for card in cards)


def test_a_card_that_is_known_is_not_proposed_again(faces: Gallery, above: Tabletop) -> None:
    image = empty(12)
    known = lay(image, faces, "r4", (300, 300), 0)
    other = lay(image, faces, "g4", (900, 600), 30)
    places = propose(faces, image, above, [known], MOST)
    assert found(places, other)
    middle = known.mean(axis=0)
    assert not any(np.linalg.norm(place.mean(axis=0) - middle) < 20 for place in places)


def test_on_a_plain_table_nothing_is_proposed(faces: Gallery, above: Tabletop) -> None:
    plain = np.full((PICTURE[1], PICTURE[0], 3), 0.4, dtype=np.float32)
    assert propose(faces, plain, above, [], MOST) == []


def test_where_cards_would_be_too_small_none_is_looked_for(faces: Gallery) -> None:
    image = empty(13)
    lay(image, faces, "r1", (300, 300), 0)
    far = frontal_tabletop(30.0, faces.deck.card_size, PICTURE)
    assert propose(faces, image, far, [], MOST) == []
