"""From frames to settled facts about the table: the stages of seeing, in their order, once."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.pictures.pictured import Keep
from companion.pictures.pictured import Place as Where
from companion.referee.readings import Discs, Sight, SlotPlace, TableReading
from vision.deck import Deck
from vision.discs import count_discs
from vision.exposures import Exposures, Small, frames_wanted, noise_between, thinned
from vision.geometry import Plane, Points, rectangle, within
from vision.layout import Box, Layout, Printed
from vision.light import FloatImage, PaperLight, measure_light
from vision.memory import ColumnMemory, HeapMemory, Serials, SlotMemory
from vision.picturing import Picturer
from vision.places import (
    EMPTY_SCALE,
    HEAP,
    Place,
    PlaceReader,
    PlaceSight,
    Since,
    column_place,
    pile_place,
    slot_place,
)
from vision.registration import Registrar, Registration
from vision.still import Stillness, Touched
from vision.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

SETTLED = 0.5
"""Seconds without movement after which the table is read; a hand passes in less."""
CHANGED = 0.008
"""Mean difference, of paper white, beyond which a place is read again; noise makes 0.003."""

CHANGED_LEVEL = 0.04
"""Difference, of paper white, of a spot beyond which a card there is read again."""
NEW_LEVEL = 0.08
"""Difference, of paper white, of a spot that shows something else; dimmed lamps make 0.03."""

BESIDE, STIRRED = 0.05, 0.2
"""Shares: of a card, that has to show beside others for it to be judged; of that part, that looks
different where the card was taken away."""

SHOWS = 0.25
"""Share of a card's place that has to be beside new cards for anybody to say whether it stirred."""

OTHER, ALIKE = 0.4, 0.06
"""Shares of a card's spots that look different where it was taken away, and where it was not."""

MEASURED_EVERY = 1.0
"""Seconds after which the frames' noise is measured again while nothing is read."""
CONTRAST = 150.0
"""Grey levels between ink and paper, as long as nobody has measured them."""

HEAPS = 8
"""Looks at the discards that are kept, so that a hand that leaves uncovers nothing new."""

Key = tuple[str, int, int]
"""Kind of place, seat (-1: the mat), index."""


class TableReader:
    """Watches a table frame by frame; keeps planes, light and what lies on the piles."""

    def __init__(
        self,
        layout: Layout,
        deck: Deck,
        seats: int,
        closeups: MutableMapping[SlotPlace, bytes] | None = None,
        keep: Keep | None = None,
    ) -> None:
        """Start with a table nobody has seen yet.

        Args:
            layout: the printed mat and racks.
            deck: what is played.
            seats: how many racks may be on the table.
            closeups: takes a picture (JPEG) of each card in a rack that cannot be named, as long as
                it stands there.
            keep: takes a picture of each place in which a card was read, or seen and not read.
        """
        self._picturer = Picturer(keep) if keep is not None else None
        self._closeups = closeups if closeups is not None else {}
        self._layout = layout
        self._seats = seats
        self._tags = TagFinder(layout.dictionary)
        self._wanted = {*layout.mat.tags, *(t for s in range(seats) for t in layout.rack(s).tags)}
        self._registrar = Registrar(layout, seats)
        self._places = PlaceReader(deck)
        self._stillness = Stillness()
        self._lights: dict[int, PaperLight] = {}
        self._looks: dict[Key, npt.NDArray[np.float32]] = {}
        self._covered: dict[Key, bool] = {}
        serials = Serials()
        self._columns = [ColumnMemory(serials) for _ in range(layout.mat.columns)]
        self._discards = HeapMemory(serials)
        self._fireworks_touched = self._discards_touched = 0
        self._slots: dict[tuple[int, int], SlotMemory] = {}
        self._heaps: deque[FloatImage] = deque(maxlen=HEAPS)
        self._heap_shown: tuple[PlaceSight, ...] = ()
        self._reading: TableReading | None = None
        self._exposures = Exposures()
        self._frames = 1  # that are combined before the table is read
        self._single: Small | None = None
        self._measured = 0.0

    def look(self, frame: Frame) -> TableReading | None:
        """Take the next frame; return what the table shows, or None while something moves."""
        still = self._stillness.update(frame)
        self._measure_noise(frame)
        if still == 0:
            self._exposures.restart()
        elif self._frames > 1 and self._exposures.count < self._frames:
            self._exposures.add(frame.pixels)
        if still < SETTLED:
            self._reading = None
            return None
        if self._reading is None:
            if self._frames > 1 and self._exposures.count < self._frames:
                return None
            image = frame.pixels if self._frames == 1 else self._exposures.mean()
            self._reading = self._read(image, frame.t)
            self._single = thinned(frame.pixels)
        self._reading = replace(self._reading, t=frame.t, still_for=still)
        return self._reading

    def _measure_noise(self, frame: Frame) -> None:
        """Look how noisy frames are: after each reading, and while there is none once a second.

        Where more frames ought to be combined than were, all is read again: the light has changed.
        """
        if self._single is None:
            if self._reading is None and frame.t - self._measured >= MEASURED_EVERY:
                self._single = thinned(frame.pixels)
            return
        noise = noise_between(self._single, thinned(frame.pixels))
        self._single, self._measured = None, frame.t
        light, before = self._lights.get(-1), self._frames
        known = light is not None and len(light.centres)
        contrast = float((light.white - light.black).mean()) if known and light else CONTRAST
        self._stillness.noise, self._frames = noise, frames_wanted(noise, contrast)
        if self._frames > 1 and before == 1:
            self._reading = None
            self._looks.clear()
            self._exposures.restart()

    def _read(self, image: BgrImage, t: float) -> TableReading:
        tags = self._tags.find(image, self._wanted)
        planes = self._registrar.update(tags, (image.shape[1], image.shape[0]))
        touched = self._stillness.rest()
        self._note_touches(image, planes, touched)
        if planes.mat is None:
            return TableReading(
                t,
                0.0,
                mat=False,
                clear=False,
                fireworks_touched=self._fireworks_touched,
                discards_touched=self._discards_touched,
            )
        clear = self._read_mat(image, planes.mat, tags, t)
        self._read_racks(image, planes, tags, touched, t)
        return TableReading(
            t=t,
            still_for=0.0,
            mat=True,
            clear=clear and planes.complete,
            columns=tuple(column.cards for column in self._columns),
            discards=self._discards.cards,
            slots={place: slot.shown for place, slot in self._slots.items() if slot.shown},
            racks=frozenset(planes.racks),
            discs=self._count_discs(image, planes.mat),
            resting=self._discards.resting,
            fireworks_touched=self._fireworks_touched,
            discards_touched=self._discards_touched,
        )

    def _note_touches(self, image: BgrImage, planes: Registration, touched: Touched) -> None:
        """Count over which piles something moved since the last reading, or that they are hidden.

        Nobody knows what becomes of the slots of a rack that is out of view either.
        """
        mat, plane = self._layout.mat, planes.mat
        columns = [mat.column(index) for index in range(mat.columns)]

        def moved_over(box: Box) -> bool:
            if plane is None:
                return True
            return touched.inside(plane.to_pixels(rectangle(*box)), image.shape[1], inner=1.0)

        hidden = any(self._covered.get(("column", -1, index)) for index in range(mat.columns))
        self._fireworks_touched += hidden or any(map(moved_over, columns))
        self._discards_touched += moved_over(mat.discards)
        for (seat, _), slot in self._slots.items():
            if seat not in planes.racks:
                slot.touch()

    def _count_discs(self, image: BgrImage, plane: Plane) -> Discs:
        mat, light = self._layout.mat, self._lights[-1]
        tracks = (mat.clue_track, mat.fuse_track)
        return Discs(*(count_discs(image, plane, light, at, mat.track_diameter) for at in tracks))

    def _read_mat(
        self, image: BgrImage, plane: Plane, tags: Mapping[int, Points], t: float
    ) -> bool:
        """Read what changed on the mat; say whether nothing is in front of it."""
        mat, deck = self._layout.mat, self._places.deck
        light = self._light(-1, image, plane, mat, tags)
        clear = True
        for index, column in enumerate(self._columns):
            place = column_place(mat, deck, index)
            key = ("column", -1, index)
            if self._changed(key, image, plane, light, place):
                top = self._places.read_top(image, plane, light, place)
                column.update(top, t)
                if self._picturer is not None:
                    serial, where = column.serial_at(top.corners), Where("column", index)
                    self._picturer.show(where, top, serial, t, image, plane, light, place)
                self._covered[key] = top.sight in (Sight.COVERED, Sight.BACK)
            clear &= not self._covered[key]
        heap = pile_place(mat.discards, HEAP)
        if self._changed(("discards", -1, 0), image, plane, light, heap):
            looks = tuple(self._heaps)
            since = self._since()
            news = self._news()
            shown = self._places.read_heap(image, plane, light, heap, news, since)
            self._heap_shown = shown

            def outline(card: Points) -> Points:
                return np.asarray((card - np.array(heap.box[:2])) * EMPTY_SCALE)

            def is_gone(corners: Points) -> bool:
                if self._places.is_bare(image, plane, light, within(corners)):
                    return True
                return looks_as_before(self._heaps[-1], looks, outline(corners))

            def has_changed(corners: Points, others: Sequence[Points]) -> bool:
                if since is None:
                    return True
                return changed_beside(since.changed, outline(corners), [*map(outline, others)])

            def is_stirred(corners: Points, others: Sequence[Points]) -> bool | None:
                if since is None:
                    return True
                return stirred_beside(since.changed, outline(corners), [*map(outline, others)])

            self._discards.update(shown, t, is_gone, has_changed, is_stirred)
            if self._picturer is not None:
                for one in shown:
                    serial, where = self._discards.serial_at(one.corners), Where("discards")
                    self._picturer.show(where, one, serial, t, image, plane, light, heap)
        return clear

    def _read_racks(
        self,
        image: BgrImage,
        planes: Registration,
        tags: Mapping[int, Points],
        touched: Touched,
        t: float,
    ) -> None:
        for seat, plane in planes.racks.items():
            rack = self._layout.rack(seat)
            light = self._light(seat, image, plane, rack, tags)
            for slot in range(rack.slots):
                place = slot_place(rack, self._places.deck, slot)
                memory = self._slots.setdefault((seat, slot), SlotMemory())
                if touched.inside(plane.to_pixels(rectangle(*place.core)), image.shape[1]):
                    memory.touch()
                if not self._changed(("slot", seat, slot), image, plane, light, place):
                    continue
                seen = self._places.read_slot(image, plane, light, place)
                memory.update(seen)
                if self._picturer is not None and memory.shown is not None:
                    serial, where = memory.shown.serial, Where("slot", slot, seat)
                    self._picturer.show(where, seen, serial, t, image, plane, light, place)
                self._keep_closeup((seat, slot), seen.sight, image, plane, light, place)

    def _keep_closeup(
        self,
        slot: SlotPlace,
        sight: Sight,
        image: BgrImage,
        plane: Plane,
        light: PaperLight,
        place: Place,
    ) -> None:
        """Keep a picture of a card that cannot be named, and none of any other."""
        if sight is Sight.COVERED:
            return  # the same card may stand behind the hand
        self._closeups.pop(slot, None)
        if sight is Sight.UNKNOWN:
            flat = self._places.patch(image, plane, light, place.box)
            done, jpeg = cv2.imencode(".jpg", (np.clip(flat, 0, 1) * 255).astype(np.uint8))
            if done:
                self._closeups[slot] = jpeg.tobytes()

    def _light(
        self, seat: int, image: BgrImage, plane: Plane, part: Printed, tags: Mapping[int, Points]
    ) -> PaperLight:
        """Return the light on a part now, or as it last was while all its tags are covered."""
        light = measure_light(image, plane, part, tags)
        if len(light.centres) or seat not in self._lights:
            self._lights[seat] = light
        return self._lights[seat]

    def _since(self) -> Since | None:
        """Return what has become of the discards since they were read; None: they never were."""
        if not self._heaps:
            return None
        apart = np.abs(self._looks["discards", -1, 0] - self._heaps[-1]).max(axis=2)
        changed = (apart > CHANGED_LEVEL).astype(np.float32)
        return Since(np.asarray(cv2.dilate(changed, np.ones((3, 3))), np.float32), self._heap_shown)

    def _news(self) -> FloatImage:
        """Return where the discards look as in none of the last looks, 1 or 0."""
        now = self._looks["discards", -1, 0]
        news = np.ones(now.shape[:2], dtype=np.float32)
        for before in self._heaps:
            news *= np.abs(now - before).max(axis=2) > NEW_LEVEL
        self._heaps.append(now)
        return news

    def _changed(
        self, key: Key, image: BgrImage, plane: Plane, light: PaperLight, place: Place
    ) -> bool:
        """Say whether ``place`` looks different from when it was last read."""
        now = self._places.patch(image, plane, light, place.box, scale=EMPTY_SCALE)
        now = np.asarray(cv2.blur(now, (3, 3)), dtype=np.float32)
        before = self._looks.get(key)
        if before is not None and float(np.abs(now - before).mean()) <= CHANGED:
            return False
        self._looks[key] = now
        return True


def changed_beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> bool:
    """Say whether what shows of a card beside ``others`` looks different; also where nothing does.

    Args:
        changed: shape (H, W), 1 where a place looks different from before and 0 elsewhere.
        outline: the card's corners, shape (4, 2), in pixels of ``changed``.
        others: the corners of what lies over it or under it.
    """
    shows, share = _beside(changed, outline, others)
    return shows <= BESIDE or share > STIRRED


def stirred_beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> bool | None:
    """Say whether a card's place beside ``others`` looks different; None: too little is beside.

    Args:
        changed: shape (H, W), 1 where a place looks different from before and 0 elsewhere.
        outline: the card's corners, shape (4, 2), in pixels of ``changed``; it need not show.
        others: the corners of the cards that were laid since.
    """
    shows, share = _beside(changed, outline, others)
    return None if shows < SHOWS else share > STIRRED


def _beside(changed: FloatImage, outline: Points, others: Sequence[Points]) -> tuple[float, float]:
    """Return which share of a card is beside ``others``, and which of that looks different."""
    beside = np.zeros(changed.shape, dtype=np.uint8)
    cv2.fillConvexPoly(beside, np.round(outline).astype(np.int32), 1)
    whole = max(1, int(beside.sum()))
    for other in others:
        corners = np.round(other).astype(np.int32)
        cv2.fillConvexPoly(beside, corners, 0)
        cv2.polylines(beside, [corners], isClosed=True, color=0, thickness=4)
    left = changed[beside > 0]
    return float(beside.sum()) / whole, float(left.mean()) if left.size else 0.0


def looks_as_before(now: FloatImage, before: Sequence[FloatImage], outline: Points) -> bool:
    """Say whether a card was taken away: what shows there showed there before it was laid.

    Args:
        now: the look of a place, shape (H, W, 3).
        before: its looks so far, oldest first.
        outline: the card's corners, shape (4, 2), in pixels of the looks.
    """
    mask = np.zeros(now.shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)

    def share(look: FloatImage) -> float:
        other = np.abs(now - look).max(axis=2)[mask > 0] > NEW_LEVEL
        return float(other.mean()) if other.size else 0.0

    return (
        bool(before)
        and share(before[-1]) > OTHER
        and any(share(look) < ALIKE for look in before[:-1])
    )
