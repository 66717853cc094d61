"""Discs on the mat's tracks, counted where that is sure."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from hardware.files import read_image
from vision.live.discs import count_discs
from vision.simulator import Renderer, Setting, SimulatedTable, shuffled_pack
from vision.table.layout import Layout
from vision.table.light import measure_light
from vision.table.registration import register
from vision.table.tags import TagFinder

Counts = tuple[int | None, int | None]
HAND_BACK = 2.0
"""Seconds after which no hand is in view."""


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(Setting.seeded(2, 3, 1536), shuffled_pack(3), seed=3)


def counts(layout: Layout, image: npt.NDArray[np.uint8]) -> Counts:
    """Return what lies on both tracks of a picture."""
    tags = TagFinder(layout.dictionary).find(image)
    plane = register(layout, tags, 5, (image.shape[1], image.shape[0])).mat
    assert plane is not None
    mat, light = layout.mat, measure_light(image, plane, layout.mat, tags)
    clues, fuses = (
        count_discs(image, plane, light, track, mat.track_diameter)
        for track in (mat.clue_track, mat.fuse_track)
    )
    return clues, fuses


def seen(layout: Layout, table: SimulatedTable) -> Counts:
    return counts(layout, Renderer(table.setting).render(table.scene()))


def test_tokens_are_counted_as_they_are_spent_and_regained(
    layout: Layout, table: SimulatedTable
) -> None:
    assert seen(layout, table) == (8, 3)
    for _ in range(5):
        table.spend_token()
    table.burn_fuse()
    assert seen(layout, table) == (3, 2)
    table.return_token()
    assert seen(layout, table) == (4, 2)
    for _ in range(4):
        table.spend_token()
    table.burn_fuse()
    table.burn_fuse()
    assert seen(layout, table) == (0, 0)


def test_a_hand_or_a_thing_on_a_track_is_no_token_and_hides_the_count(
    layout: Layout, table: SimulatedTable
) -> None:
    for _ in range(4):
        table.spend_token()
    table.put_thing("phone", 206, 30, 80)
    assert seen(layout, table)[0] is None
    table.clear_things()
    table.hand_in(0, "clue:5", 0.1)
    table.advance(1.0)
    assert seen(layout, table)[0] is None
    table.hand_out(0, 0.1)
    table.advance(HAND_BACK)
    assert seen(layout, table) == (4, 3)


def test_a_card_across_a_track_hides_the_count(layout: Layout, table: SimulatedTable) -> None:
    table.deal(5)
    table.lift(0, 0, face_up=True)
    table.drop(0, 200, 10, 80)
    table.advance(HAND_BACK)
    assert seen(layout, table) == (None, 3)


@pytest.mark.parametrize("film", ["dev-3p", "short-3p", "short-5p"])
def test_in_films_tokens_are_counted_rightly_or_not_at_all(
    layout: Layout, shared: Path, film: str
) -> None:
    folder = shared / "films" / film
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    still = [frame for frame in truth["frames"] if frame["kind"] == "still"][::6]
    sure = 0
    for frame in still:
        said = counts(layout, read_image(folder / frame["file"]))
        true = (frame["state"]["clue_tokens"], frame["state"]["fuses_left"])
        for one, other in zip(said, true, strict=True):
            assert one in (None, other), frame["file"]
            sure += one is not None
    assert sure >= 0.9 * 2 * len(still)
