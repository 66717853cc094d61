"""Under a dimmed lamp dark bands run over the pictures; without them the table is read."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from companion.frames import Frame
from tests.drawn_table import MAT, Camera, Image, Laid, Table, on_column, photograph
from vision.deck import Deck
from vision.live.bands import Bands
from vision.live.reader import TableReader
from vision.table.layout import Layout

TABLE = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)
SMALL = Camera(1152, 648)
EVERY = 0.1


def banded(image: Image, t: float, depth: float = 0.35, speed: float = 1.3) -> Image:
    rows = np.arange(len(image)) / len(image)
    lit = np.sin(2 * np.pi * (6 * rows + speed * t)) > -0.6
    gain = cv2.blur(np.where(lit, 1.0, 1 - depth), (1, 9))
    return np.asarray((image * gain.reshape(-1, 1, 1)).round(), np.uint8)


def filmed(
    image: Image, seconds: float, change: Callable[[Image, float], Image]
) -> Iterator[Frame]:
    for nth in range(round(seconds / EVERY)):
        yield Frame(change(image, nth * EVERY), nth * EVERY)


def test_bands_are_taken_out_of_the_picture_and_of_the_small_one() -> None:
    image = photograph(TABLE, SMALL)
    bands, off, small = Bands(), list[float](), list[float]()
    for frame in filmed(image, 4.0, banded):
        thin = cv2.resize(frame.pixels, (576, 324), interpolation=cv2.INTER_AREA)
        even = bands.evened(Frame(frame.pixels, frame.t, small=np.asarray(thin, np.uint8)))
        if frame.t < 2:
            continue
        assert even.small is not None
        off.append(float(np.abs(even.pixels.astype(float) - image).mean()))
        wanted = cv2.resize(image, (576, 324), interpolation=cv2.INTER_AREA)
        small.append(float(np.abs(even.small.astype(float) - wanted).mean()))
    plain = float(np.abs(banded(image, 0.0).astype(float) - image).mean())
    assert plain > 8
    assert max(off) < plain / 8
    assert max(small) < plain / 8


@pytest.mark.parametrize("strength", [0.05, 0.1])
def test_what_is_no_dimmed_lamp_leaves_pictures_as_they_are(strength: float) -> None:
    def mains(image: Image, t: float) -> Image:
        gain = 1 - strength * (t % 0.3 > 0.1)
        return np.asarray(image * gain, np.uint8)

    def arm(image: Image, t: float) -> Image:
        left = round(200 + 500 * (t % 1.0))
        return np.asarray(
            cv2.rectangle(image.copy(), (left, 0), (left + 150, 400), (60, 80, 120), -1), np.uint8
        )

    def standing(image: Image, t: float) -> Image:
        return banded(image, 0.0 * t)

    for change in (mains, arm, standing):
        bands = Bands()
        for frame in filmed(photograph(TABLE, SMALL), 3.0, change):
            assert bands.evened(frame) is frame


def test_after_a_camera_was_pushed_bands_are_taken_out_again() -> None:
    bands = Bands()
    images = [photograph(TABLE, Camera(1152, 648, roll=roll)) for roll in (0.0, 8.0)]
    for nth in range(80):
        image = images[nth // 40]
        even = bands.evened(Frame(banded(image, nth * EVERY), nth * EVERY))
        if nth in (39, 79):
            assert np.abs(even.pixels.astype(float) - image).mean() < 2


def test_of_another_view_it_is_not_known_how_light_its_rows_can_be() -> None:
    bands, image = Bands(), photograph(TABLE, SMALL)
    assert [frame for frame in filmed(image, 3.0, banded) if bands.evened(frame) is not frame]
    other = np.random.default_rng(1).integers(40, 220, image.shape, dtype=np.uint8)
    assert (elsewhere := Frame(other, 3.1)) is bands.evened(elsewhere)


def test_a_table_under_a_dimmed_lamp_is_read(layout: Layout, drawn_deck: Deck) -> None:
    reader, last = TableReader(layout, drawn_deck, 2), None
    before = photograph(TABLE)
    after = photograph(TABLE.with_card(on_column("r1", 0)))
    for nth in range(70):
        image = before if nth < 35 else after
        reading = reader.look(Frame(banded(image, nth * EVERY), nth * EVERY))
        last = reading or last
    assert last is not None
    assert [card.label for card in last.columns[0]] == ["r1"]
    assert [last.slots[0, slot].label for slot in range(5)] == ["r1", "y1", "g1", "b1", "w1"]
