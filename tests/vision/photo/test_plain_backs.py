"""Face-down cards round a mat are only looked for where other cards say what the light does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.referee.readings import Sight
from vision.deck import BACK, Deck, Exemplar, exemplar_pixels
from vision.geometry import Points, rectangle
from vision.match.recognise import Sighting
from vision.outlines.tabletop import Tabletop, fit_tabletop
from vision.photo.card import PhotoCard
from vision.photo.plain_backs import PlainBacks

if TYPE_CHECKING:
    from companion.frames import BgrImage

SIZE = (60.0, 84.0)
"""Millimetres of a card; it is as many pixels in the picture."""
WOOD, RED, GREEN = (40, 60, 80), (40, 40, 160), (60, 150, 60)
"""Colours, BGR: of the table, of the learnt back, of another deck's."""
LIGHT = 0.7
"""What the light on the table leaves of learnt colours."""
LAID = [rectangle(20.0 + 80 * number, 40.0, *SIZE) for number in range(4)]


def learnt(label: str) -> BgrImage:
    """Return a card: a plain back, or paper with a bar, which the label says the place of."""
    width, height = exemplar_pixels(SIZE)
    if label == BACK:
        return np.full((height, width, 3), RED, np.uint8)
    picture = np.full((height, width, 3), 220, np.uint8)
    top = height // (2 if label == "low" else 5)
    picture[top : top + height // 4, width // 5 : -width // 5] = 30
    return picture


DECK = Deck("plain", SIZE, tuple(Exemplar(one, learnt(one)) for one in ("low", "high", BACK)))


def table_with(*laid: BgrImage) -> BgrImage:
    """Return a picture of a table on which ``laid`` lie in the first of the places `LAID`."""
    picture = np.full((180, 360, 3), WOOD, np.uint8)
    for corners, card in zip(LAID, laid, strict=False):
        (left, top), (right, bottom) = corners[[0, 2]].astype(int)
        size = (right - left, bottom - top)
        picture[top:bottom, left:right] = cv2.resize(card, size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture * LIGHT, np.uint8)


def table() -> Tabletop:
    return fit_tabletop(LAID, SIZE, (360, 180))


def seen(label: str, corners: Points) -> PhotoCard:
    sight = Sight.BACK if label == BACK else Sight.FACE
    return PhotoCard(sight, Sighting(label, False, 1.0, 1.0, (), corners), corners)


FACES = [seen("low", LAID[0]), seen("high", LAID[1])]


def test_beside_fewer_than_two_clear_cards_no_back_is_guessed() -> None:
    image = table_with(learnt("low"), learnt("high"), learnt(BACK))
    for cards in ([], FACES[:1]):
        assert PlainBacks(DECK).find(image, table(), [LAID[2]], cards) == []


def test_a_back_is_told_by_what_the_light_makes_of_the_faces_beside_it() -> None:
    image = table_with(learnt("low"), learnt("high"), learnt(BACK))
    found = PlainBacks(DECK).find(image, table(), LAID, FACES)
    assert [(one.sight, one.card.label) for one in found] == [(Sight.BACK, BACK)]
    assert np.allclose(found[0].corners, LAID[2], atol=1)


def test_a_card_of_another_colour_is_no_back() -> None:
    other = np.full_like(learnt(BACK), GREEN)
    image = table_with(learnt("low"), learnt("high"), other)
    assert PlainBacks(DECK).find(image, table(), LAID[:3], FACES) == []


def test_a_face_as_red_as_a_back_is_none() -> None:
    """A picture of the same mean colour varies more than paper of one colour does."""
    patterned = np.full_like(learnt(BACK), RED)
    patterned[: len(patterned) // 2] //= 2
    patterned[len(patterned) // 2 :] = np.minimum(patterned[-1, -1] * 1.5, 255)
    image = table_with(learnt("low"), learnt("high"), patterned)
    assert PlainBacks(DECK).find(image, table(), LAID[:3], FACES) == []


def test_backs_tell_nothing_of_the_light() -> None:
    """One that is a shadow, or another deck's card, would make all that look like it backs."""
    image = table_with(learnt(BACK), learnt(BACK), learnt(BACK))
    backs = [seen(BACK, LAID[0]), seen(BACK, LAID[1])]
    assert PlainBacks(DECK).find(image, table(), [LAID[2]], backs) == []


def test_a_back_that_was_misjudged_makes_no_others_of_its_colour_backs() -> None:
    green = np.full_like(learnt(BACK), GREEN)
    image = table_with(learnt("low"), learnt("high"), green, green)
    cards = [*FACES, *(seen(BACK, LAID[2]) for _ in range(3))]
    assert PlainBacks(DECK).find(image, table(), [LAID[3]], cards) == []


def test_where_a_back_was_found_none_is_found_again() -> None:
    image = table_with(learnt("low"), learnt("high"), learnt(BACK))
    cards = [*FACES, seen(BACK, LAID[2])]
    assert PlainBacks(DECK).find(image, table(), [LAID[2]], cards) == []
