"""Every place of the table is watched where it is seen, and nothing of a rack out of view."""

from __future__ import annotations

from companion.frames import Frame
from tests.drawn_table import Table, photograph
from vision.drawing.artwork import build_deck
from vision.live.attention import Attention
from vision.live.hidden import HEAP_KEY, MAT_KEY
from vision.live.motion import Motion
from vision.live.watched import watch_places
from vision.table.layout import load_layout
from vision.table.registration import Registration, register
from vision.table.tags import TagFinder

LAYOUT = load_layout()
TABLE = Table({0: (None,) * 5, 1: (None,) * 5}, ())


def test_places_come_into_view_and_go_with_their_rack() -> None:
    image = photograph(TABLE)
    size = (image.shape[1], image.shape[0])
    planes = register(LAYOUT, TagFinder(LAYOUT.dictionary).find(image), 2, size)
    assert set(planes.racks) == {0, 1}
    motion = Motion()
    motion.update(Frame(image, 0.0))
    attention = Attention(motion)
    watch_places(attention, LAYOUT, build_deck(), planes, 2, size[0])
    assert MAT_KEY in [*attention.keys("mat")]
    assert HEAP_KEY in [*attention.keys("discards")]
    counts = {kind: len([*attention.keys(kind)]) for kind in ("column", "track", "slot", "tag")}
    assert counts == {"column": LAYOUT.mat.columns, "track": 2, "slot": 10, "tag": 4 + 4}
    alone = Registration(planes.mat, {1: planes.racks[1]})
    watch_places(attention, LAYOUT, build_deck(), alone, 2, size[0])
    assert {key[1] for key in attention.keys("slot")} == {1}
