"""Where the places of the table are in the picture.

`vision.live.attention.Attention` watches them.
"""

from __future__ import annotations

import numpy as np

from vision.deck import Deck
from vision.geometry import rectangle
from vision.live.attention import Attention
from vision.live.hidden import HEAP_KEY, MAT_KEY
from vision.live.places import slot_place
from vision.table.layout import Layout
from vision.table.registration import Registration

TAG_AROUND = 1.3
"""Sides of a tag, with the paper round it by which light is measured."""
OWN_SHARE = 0.8
"""Share of a slot in which a movement is its own and not its neighbour's."""


def watch_places(
    attention: Attention, layout: Layout, deck: Deck, planes: Registration, seats: int, width: int
) -> None:
    """Let ``attention`` watch the places of all parts where they are now.

    Args:
        attention: what watches.
        layout: the printed parts.
        deck: the cards, whose size tells where they stand in a slot.
        planes: of the parts that are in view, the mat among them.
        seats: how many play; parts of theirs that are out of view are dropped.
        width: of the picture, in pixels.
    """
    assert planes.mat is not None
    mat = layout.mat
    for index in range(mat.columns):
        outline = planes.mat.to_pixels(rectangle(*mat.column(index)))
        attention.aim(("column", -1, index), outline, width)
    whole = planes.mat.to_pixels(rectangle(0, 0, *mat.size))
    attention.aim(MAT_KEY, whole, width)
    attention.aim(HEAP_KEY, planes.mat.to_pixels(rectangle(*mat.discards)), width)
    half = mat.track_diameter / 2
    for index, track in enumerate((mat.clue_track, mat.fuse_track)):
        (left, top), (right, bottom) = np.min(track, axis=0) - half, np.max(track, axis=0) + half
        outline = planes.mat.to_pixels(rectangle(left, top, right - left, bottom - top))
        attention.aim(("track", -1, index), outline, width)
    for seat in range(seats):
        if seat not in planes.racks:
            attention.drop(seat)
    for seat, plane in planes.racks.items():
        rack = layout.rack(seat)
        for slot in range(rack.slots):
            outline = plane.to_pixels(rectangle(*slot_place(rack, deck, slot).core))
            attention.aim(("slot", seat, slot), outline, width, OWN_SHARE)
    for seat, part_plane in ((-1, planes.mat), *planes.racks.items()):
        for tag, corners in layout.part(seat).tags.items():
            attention.aim(("tag", seat, tag), part_plane.to_pixels(corners), width, TAG_AROUND)
