"""Where it is dim, several still frames are read as one."""

from typing import Any

import numpy as np
import pytest

from benchmarks.dim import dimmed
from companion.frames import Frame
from companion.referee.readings import Lighting, TableReading
from tests.drawn_table import MAT, Camera, Image, Laid, Table, on_column, photograph
from vision.deck import Deck
from vision.live.exposures import (
    MOST_FRAMES,
    Exposures,
    Noises,
    frames_wanted,
    lighting_of,
    noise_between,
    thinned,
)
from vision.live.reader import TableReader
from vision.table.layout import Layout
from vision.table.light import LitPlane
from vision.table.tags import TagFinder

START = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)
SMALL = Camera(1536, 864)
CANDLE = 1 / 64
"""A share of full light in which single frames are too noisy for this table."""


def noisy(image: Image, levels: float, seed: int) -> Image:
    grain = np.random.default_rng(seed).normal(0, levels, image.shape)
    return np.asarray((image + grain).clip(0, 255).round(), dtype=np.uint8)


def plain(level: int = 120) -> Image:
    return np.full((400, 600, 3), level, dtype=np.uint8)


@pytest.mark.parametrize("levels", [2.0, 4.0, 12.0])
def test_noise_is_measured_by_two_frames(levels: float) -> None:
    one, other = (thinned(noisy(plain(), levels, seed)) for seed in (1, 2))
    assert noise_between(one, other) == pytest.approx(levels, rel=0.12)


def test_a_lamp_that_flickers_and_a_thing_that_moves_are_no_noise() -> None:
    one, other = noisy(plain(120), 2.0, 1), noisy(plain(126), 2.0, 2)
    other[:, :150] = 250  # a quarter of the picture: an arm
    assert noise_between(thinned(one), thinned(other)) == pytest.approx(2.0, rel=0.2)


def test_in_good_light_one_frame_is_enough_and_in_poor_light_there_is_a_limit() -> None:
    assert frames_wanted(noise=2.0, contrast=160.0) == 1
    assert 2 <= frames_wanted(noise=6.0, contrast=160.0) <= 4
    assert frames_wanted(noise=12.0, contrast=100.0) == MOST_FRAMES
    assert frames_wanted(noise=3.0, contrast=0.0) == MOST_FRAMES


@pytest.mark.parametrize(
    ("noise", "paper", "ink", "lighting"),
    [
        (2.0, 200.0, 35.0, None),
        (6.0, 100.0, 20.0, None),
        (12.0, 55.0, 12.0, Lighting.DARK),
        (2.0, 254.0, 50.0, None),
        (2.0, 254.0, 70.0, Lighting.GLARING),
        (2.0, 240.0, 75.0, None),
    ],
)
def test_too_little_and_too_much_light_are_known(
    noise: float, paper: float, ink: float, lighting: Lighting | None
) -> None:
    assert lighting_of(noise, np.full((4, 3), paper), np.full((4, 3), ink)) is lighting


def test_a_shadow_that_passes_and_a_camera_that_is_a_little_off_are_no_noise() -> None:
    still = photograph(START, SMALL)
    across = np.linspace(1.0, 0.6, still.shape[1])[None, :, None]
    one = noisy(still, 1.5, 1)
    other = noisy(np.asarray(np.roll(still, 1, axis=1) * across, np.uint8), 1.5, 2)
    assert noise_between(thinned(one), thinned(other)) < 3.0


def test_the_mean_of_frames_has_less_noise() -> None:
    frames = Exposures()
    for seed in range(4):
        frames.add(noisy(plain(), 8.0, seed))
    assert frames.count == 4
    assert float(frames.mean().std()) == pytest.approx(4.0, rel=0.1)
    frames.restart()
    assert frames.count == 0
    with pytest.raises(ValueError, match="no frames"):
        frames.mean()


def test_frames_of_a_table_that_shakes_are_laid_on_one_another() -> None:
    still = photograph(START)
    frames = Exposures()
    frames.add(still)
    for across, down in ((2, 0), (0, -3), (-1, 2)):
        frames.add(noisy(np.roll(still, (down, across), axis=(0, 1)), 3.0, 5))
    apart = np.abs(frames.mean().astype(int) - still)[40:-40, 40:-40]
    shaken = np.abs(np.roll(still, (0, 2), axis=(0, 1)).astype(int) - still)[40:-40, 40:-40]
    assert apart.mean() < 0.4 * shaken.mean() + 2.5


# ----------------------------------------------------------------------------- a table by candle


class Watched:
    """A reader that is shown frames ten times a second."""

    def __init__(self, layout: Layout, deck: Deck) -> None:
        self._reader = TableReader(layout, deck, 2)
        self._t = 0.0
        self._chance = np.random.default_rng(7)

    def show(self, table: Table, frames: int, light: float = 1.0) -> list[TableReading | None]:
        return self.show_picture(photograph(table, SMALL), frames, light)

    def show_picture(self, image: Image, frames: int, light: float) -> list[TableReading | None]:
        # No two that follow one another are alike, and it takes a while to make them.
        shown = [image] if light == 1 else [dimmed(image, light, self._chance) for _ in range(9)]
        said = []
        for number in range(frames):
            self._t += 0.1
            said.append(self._reader.look(Frame(shown[number % len(shown)], self._t)))
        return said


def read(reading: TableReading | None) -> list[str | None]:
    assert reading is not None
    return [reading.slots[0, slot].label for slot in range(5)]


def test_in_candlelight_a_table_is_read_from_several_frames_and_a_move_is_told_soon(
    layout: Layout, drawn_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    grain: list[float] = []
    patch = LitPlane.patch

    def noticed(lit: LitPlane, *more: Any) -> Any:
        grain.append(float(lit.image[:60, :60, 1].std()))  # of the bare table in a corner
        return patch(lit, *more)

    monkeypatch.setattr(LitPlane, "patch", noticed)
    watched = Watched(layout, drawn_deck)
    single = dimmed(photograph(START, SMALL), CANDLE, np.random.default_rng(1))
    alone = float(single[:60, :60, 1].std())
    assert read(watched.show(START, 26, CANDLE)[-1]) == ["r1", "y1", "g1", "b1", "w1"]
    assert grain[0] < 0.5 * alone, "from the first reading on"
    assert grain[-1] < 0.5 * alone
    said = watched.show(START.with_card(on_column("y1", 0)), 12, CANDLE)
    told = next(one for one in said if one is not None and one.columns[0])
    assert [card.label for card in told.columns[0]] == ["y1"]
    assert max(grain[-20:]) < 0.5 * alone


def test_in_candlelight_a_mat_is_found_again_once_the_hand_over_its_tag_has_gone(
    layout: Layout, drawn_deck: Deck
) -> None:
    watched, image = Watched(layout, drawn_deck), photograph(START, SMALL)
    corners = TagFinder(layout.dictionary).find(image)[min(layout.mat.tags)]
    left, top = corners.min(axis=0).astype(int) - 3
    right, bottom = corners.max(axis=0).astype(int) + 4
    bent = image.copy()  # the edge of an arm over it
    bent[top:bottom, left + 5 : right + 5] = image[top:bottom, left:right]
    said = watched.show_picture(image, 26, CANDLE)
    assert said[-1] is not None
    assert said[-1].mat
    lost = [one for one in watched.show_picture(bent, 20, CANDLE) if one is not None]
    assert not lost[-1].mat
    found = [one for one in watched.show_picture(image, 30, CANDLE) if one is not None]
    assert found[-1].mat
    assert read(found[-1]) == ["r1", "y1", "g1", "b1", "w1"]


@pytest.mark.parametrize("enough_noise", [True, False])
def test_where_noise_hides_arms_a_hand_may_have_been_at_each_rack_whenever_it_is_read(
    layout: Layout, drawn_deck: Deck, monkeypatch: pytest.MonkeyPatch, enough_noise: bool
) -> None:
    if enough_noise:
        monkeypatch.setattr("vision.live.exposures.HANDS_PASS_UNSEEN", 0.0)
    watched = Watched(layout, drawn_deck)
    before = watched.show(START, 26)[-1]
    after = watched.show(START.with_card(on_column("y1", 0)), 12)[-1]
    assert before is not None
    assert after is not None
    beside = [place for place in before.slots if place[0] == 1]
    touched = [after.slots[place].touched > before.slots[place].touched for place in beside]
    assert touched == [enough_noise] * len(beside)


def test_in_good_light_nobody_waits_for_a_second_frame(layout: Layout, drawn_deck: Deck) -> None:
    watched = Watched(layout, drawn_deck)
    watched.show(START, 12)
    said = watched.show(START.with_card(on_column("y1", 0)), 7)
    assert said[-1] is not None
    assert said[-1].columns[0][0].label == "y1"


def test_noise_is_measured_once_a_second_between_two_pictures_in_which_nothing_moves() -> None:
    noises = Noises()

    def measured(nth: int, *, moves: bool = False, waits: bool = False) -> float | None:
        frame = Frame(noisy(plain(), 3.0, nth), nth / 10)
        return noises.measured(frame, moves=moves, waits=waits)

    assert measured(0) is None, "of one picture nobody knows"
    assert measured(1) == pytest.approx(3.0, rel=0.12)
    assert [measured(nth) for nth in range(2, 11)] == [None] * 9
    assert measured(11) is None, "the second has passed: this is the first of two"
    assert measured(12, moves=True) is None, "what moves differs, too"
    assert measured(13) == pytest.approx(3.0, rel=0.12)
    assert [measured(nth, waits=True) for nth in range(24, 30)] == [None] * 6
    noises.begin(Frame(noisy(plain(), 3.0, 30), 3.0))
    assert measured(31, waits=True) == pytest.approx(3.0, rel=0.12)
