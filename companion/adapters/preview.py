"""What the camera of a live table sees, for the page that sets it up."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import partial
from threading import Condition
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.adapters.coarse import coarse
from companion.adapters.worker import PictureWorker
from companion.frames import Frame
from companion.hanabi.labels import MOST_SEATS
from companion.pictures.eyesight import Sighted, Tags, Tick, Ticked
from companion.referee.readings import SETTLED, Sight, TableReading
from companion.watch import ReadFrame
from vision.deck import Deck
from vision.geometry import Plane, Points
from vision.live.glance import Glance
from vision.live.overlay import draw
from vision.live.still import Stillness
from vision.table.aiming import aim, outlines
from vision.table.inspection import Inspection, inspect
from vision.table.layout import Layout
from vision.table.light import flatten, measure_light
from vision.table.registration import Registration, register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

WANTED_FOR = 6.0
"""Seconds for which pictures are kept after somebody has asked for one."""
FIRST_PICTURE_WITHIN = 2.0
"""Seconds that the first to ask waits for a picture."""
SHOWN_WIDTH = 1280
"""Pixels of a picture that is shown."""
MAT_SCALE = 2.4
"""Pixels for a millimetre of the mat."""
DARK_PAPER = 90.0
"""Grey level of the mat's paper below which it is too dark."""
LINE, DARK_LINE = (255, 255, 255), (30, 30, 30)
"""BGR; where mat and racks should be."""
PASSING = 0.7
"""Seconds between two pictures that are looked at while something moves."""
BLOWN_SHARE = 0.01
"""Share of the mat that a lamp's reflection blows out before it is named."""


class CameraPreview:
    """Keeps a picture while somebody wants one, and says what is in it."""

    def __init__(
        self,
        layout: Layout,
        deck: Deck | None,
        running: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        glance: Callable[[Layout, Deck], Glance] = Glance,
        worker: PictureWorker | None = None,
    ) -> None:
        """Prepare for pictures of a table.

        Args:
            layout: the mat and the racks.
            deck: the cards; None: none are known yet, and none are read.
            running: returns whether a game runs.
            clock: seconds that only ever grow.
            glance: makes what reads single pictures, when the first is to be read.
            worker: looks at pictures for whoever asks; None: one of its own.
        """
        self._layout, self._deck = layout, deck
        self._running, self._clock = running, clock
        self._tags = TagFinder(layout.dictionary)
        self._still_for = Stillness()
        self._make_glance = glance
        self._glances: list[Glance] = []  # one at most
        self._dealt = False
        self._asked = float("-inf")
        self._still: BgrImage | None = None
        self._clear: BgrImage | None = None
        self._passing: BgrImage | None = None
        self._passed = float("-inf")
        self._changed = Condition()
        self._shown: tuple[BgrImage, Sighted] | None = None
        self._worker = worker or PictureWorker()

    def watching(self, look: ReadFrame) -> ReadFrame:
        """Return eyes that look as ``look`` does, and let this see what they see."""

        def looking(frame: Frame) -> TableReading | None:
            reading = look(frame)
            self._see(frame, reading)
            return reading

        return looking

    def blind(self, frame: Frame) -> None:
        """Look where no deck is known yet: nothing is read, but the page has its picture."""
        if self._still_for.update(frame) < SETTLED:
            self._pass(frame)
            return
        with self._changed:
            if self._clock() - self._asked > WANTED_FOR:
                return
            self._still, self._passing = frame.pixels, None
            self._changed.notify_all()

    def know(self, deck: Deck) -> None:
        """Read the cards of ``deck`` from now on."""
        self._deck = deck
        self._glances = []  # another list: what is made just now of other cards is not found there
        self._shown = None

    def hidden(self) -> bool:
        """Say whether hands are hidden: a game runs, or cards stand in racks."""
        return self._running() or self._dealt

    def picture(self) -> BgrImage | None:
        """Return the newest picture in which nothing moves, of what everybody may look at."""
        image, masked = self._newest()
        return None if masked else image

    def has_table(self, image: BgrImage) -> bool:
        """Say whether mat or racks are in a picture: shape (H, W, 3), uint8, BGR."""
        found = self._worker.do(self._tags.find, image)
        racks = (self._layout.rack(seat).tags for seat in range(MOST_SEATS))
        return any(tag in part for part in (self._layout.mat.tags, *racks) for tag in found)

    def sighted(self) -> Sighted:
        """Return what the camera saw last; the first answer may have to wait for a picture.

        Raises:
            BusyError: too many have asked.
        """
        image, masked = self._newest()
        passing = self._passing
        if passing is not None and not masked:
            known = self._known(passing, masked=False)
            return known or self._worker.do(self._look_once, passing, self._aim_at, masked=False)
        if image is None:
            return Sighted((Ticked(Tick.CAMERA, False),), masked, None)
        known = self._known(image, masked=masked)
        look = partial(self._look_at, masked=masked)
        return known or self._worker.do(self._look_once, image, look, masked=masked)

    def _known(self, image: BgrImage, *, masked: bool) -> Sighted | None:
        """Return what is seen in a picture if it was looked at last, and masked so."""
        shown = self._shown
        return shown[1] if shown and shown[0] is image and shown[1].masked is masked else None

    def _look_once(
        self, image: BgrImage, look: Callable[[BgrImage], Sighted], *, masked: bool
    ) -> Sighted:
        """Look at a picture, unless somebody else has asked for it meanwhile."""
        seen = self._known(image, masked=masked) or look(image)
        self._shown = image, seen
        return seen

    def inspected(self) -> tuple[Inspection | None, bool]:
        """Return how the table is set up, and whether only the mat was looked at.

        None: no picture has come. As soon as cards stand in racks nothing but the mat counts.

        Raises:
            BusyError: too many have asked.
        """
        image, masked = self._newest()
        if image is None:
            return None, masked
        racks = 0 if masked else MOST_SEATS
        return self._worker.do(inspect, image, self._layout, racks), masked

    def _newest(self) -> tuple[BgrImage | None, bool]:
        """Return a still picture, and whether only the mat may be looked at."""
        running = self._running()
        with self._changed:
            fresh = self._clock() - self._asked <= WANTED_FOR
            self._asked = self._clock()
            if not fresh:
                self._still = self._clear = self._passing = None
                self._changed.wait_for(
                    lambda: self._still is not None or self._passing is not None,
                    FIRST_PICTURE_WITHIN,
                )
            masked = running or self._dealt
            return (self._clear if masked else self._still), masked

    def _see(self, frame: Frame, reading: TableReading | None) -> None:
        """Take a frame from the camera's thread; while something moves, hands may carry cards."""
        if reading is None or not (reading.settled or not reading.mat):
            self._pass(frame)
            return
        with self._changed:
            if reading.mat:
                slots = reading.slots.values()  # behind what moves there, cards may stand by now
                self._dealt = any(one.covered or one.sight is not Sight.EMPTY for one in slots)
            if self._clock() - self._asked > WANTED_FOR:
                return
            self._still, self._passing = frame.pixels, None
            if reading.clear:
                self._clear = self._still
            self._changed.notify_all()

    def _pass(self, frame: Frame) -> None:
        """Keep a picture in which something moves: the camera may be in its builder's hand."""
        now = self._clock()
        with self._changed:
            if self.hidden() or now - self._asked > WANTED_FOR or now - self._passed < PASSING:
                return
            self._passing, self._passed = frame.pixels, now
            self._changed.notify_all()

    def _placed(self, image: BgrImage) -> tuple[Mapping[int, Points], Registration, list[Ticked]]:
        """Return the tags and the planes of a picture, with what there is to tick of them."""
        tags, mat = self._tags.find(image), self._layout.mat
        planes = register(self._layout, tags, MOST_SEATS, _size(image))
        on_mat = len([tag for tag in mat.tags if tag in tags])
        ticks = [
            Ticked(Tick.CAMERA, True),
            Ticked(Tick.MAT, planes.mat is not None, on_mat, len(mat.tags)),
        ]
        if planes.mat is None and self._tags.sees_mirrored(image, mat.tags):
            ticks.append(Ticked(Tick.MIRRORED, False))
        return tags, planes, ticks

    def _aim_at(self, image: BgrImage) -> Sighted:
        """Say how the camera is aimed, with a picture too coarse to name a card that is carried."""
        tags, planes, ticks = self._placed(image)
        picture = _jpeg(self._outlined(coarse(image), planes, _size(image)))
        aimed = aim(planes, self._layout, _size(image))
        return Sighted(tuple(ticks), False, picture, self._tags_in(tags), aimed)

    def _outlined(self, shown: BgrImage, planes: Registration, size: tuple[int, int]) -> BgrImage:
        """Return a picture with where mat and racks should be; ``size`` is the camera's."""
        scale = shown.shape[1] / size[0]
        drawn = shown.copy()
        for quad in outlines(planes, self._layout, size):
            corners = [np.round(quad * scale).astype(np.int32)]
            cv2.polylines(drawn, corners, True, DARK_LINE, 4, cv2.LINE_AA)
            cv2.polylines(drawn, corners, True, LINE, 2, cv2.LINE_AA)
        return drawn

    def _look_at(self, image: BgrImage, *, masked: bool) -> Sighted:
        tags, planes, ticks = self._placed(image)
        mat, size = self._layout.mat, _size(image)
        seen = self._tags_in(tags)
        # Of a table without racks no tag of one is seen: nothing is wrong with it.
        amiss = not planes.racks and any(one.seat is not None for one in seen)
        ticks.append(Ticked(Tick.RACKS, not amiss, len(planes.racks)))
        if planes.mat is None:
            # Whether racks are dealt cannot be told without a mat.
            picture = None if masked else _jpeg(self._outlined(coarse(image), planes, size))
            return Sighted(tuple(ticks), masked, picture, seen)
        flat = flatten(image, planes.mat, (0.0, 0.0, *mat.size), MAT_SCALE)
        paper = measure_light(image, planes.mat, mat, tags).white
        bright = float(paper.mean()) if len(paper) else 0.0
        blown = float((flat.min(axis=2) >= 254).mean())
        ticks += [Ticked(Tick.LIGHT, bright >= DARK_PAPER), Ticked(Tick.GLARE, blown < BLOWN_SHARE)]
        drawn = self._drawn(image, planes.mat, masked=masked)
        aimed = None if masked else aim(planes, self._layout, size)
        if aimed is not None and aimed.advice:
            drawn = self._outlined(drawn, planes, size)
        return Sighted(tuple(ticks), masked, _jpeg(drawn), seen, aimed)

    def _tags_in(self, found: Collection[int]) -> tuple[Tags, ...]:
        """Return which tags are seen: of the mat, and of racks that are there at all."""
        racks = [(seat, self._layout.rack(seat).tags) for seat in range(MOST_SEATS)]
        parts: list[tuple[int | None, Mapping[int, object]]] = [(None, self._layout.mat.tags)]
        parts += [(seat, tags) for seat, tags in racks if any(tag in found for tag in tags)]
        return tuple(
            Tags(seat, tuple(tag in found for tag in sorted(tags))) for seat, tags in parts
        )

    def _drawn(self, image: BgrImage, mat: Plane, *, masked: bool) -> BgrImage:
        """Draw what is recognised; of a picture that is masked the mat is all that is left."""
        glances, deck = self._glances, self._deck  # in this order: see `know`
        if deck is None:
            return flatten(image, mat, (0.0, 0.0, *self._layout.mat.size), MAT_SCALE)
        if not glances:
            glances.append(self._make_glance(self._layout, deck))
        seen = glances[0].read(image)
        if not masked:
            return _smaller(draw(image, seen))
        drawn = draw(image, [one for one in seen if not one.zone.startswith("rack")])
        return flatten(drawn, mat, (0.0, 0.0, *self._layout.mat.size), MAT_SCALE)


def _size(image: BgrImage) -> tuple[int, int]:
    """Return width and height in pixels."""
    return image.shape[1], image.shape[0]


def _smaller(image: BgrImage) -> BgrImage:
    scale = SHOWN_WIDTH / image.shape[1]
    if scale >= 1:
        return image
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def _jpeg(image: BgrImage) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])
