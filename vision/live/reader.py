"""From frames to settled facts about the table: the stages of seeing, in their order, once."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.pictures.pictured import Keep, PicturedPlace
from companion.referee.readings import (
    Blind,
    Discs,
    LaidCard,
    Lighting,
    Sight,
    SlotPlace,
    SlotSight,
    TableReading,
)
from vision.deck import Deck
from vision.geometry import Plane, Points, within
from vision.live.attention import EARLY, RESTLESS, Attention, Key
from vision.live.bands import Bands
from vision.live.bare_paper import EMPTY_SCALE
from vision.live.discs import count_discs
from vision.live.exposures import (
    Exposures,
    Noises,
    frames_wanted,
    lighting_of,
)
from vision.live.heap_looks import HeapLooks
from vision.live.hidden import HEAP_KEY, MAT_KEY, Hidden
from vision.live.looks import changed_between, is_emptied, is_unlit, new_among
from vision.live.memory import ColumnMemory, HeapMemory, Serials, SlotMemory
from vision.live.motion import Motion
from vision.live.over_discards import OverDiscards
from vision.live.picturing import Closeups, Picturer
from vision.live.places import (
    HEAP,
    Place,
    PlaceReader,
    PlaceSight,
    Since,
    column_place,
    core_of,
    pile_place,
    slot_place,
    strange_beside,
)
from vision.live.tag_search import TagSearch
from vision.live.watched import watch_places
from vision.match.tones import Tones
from vision.table.layout import Layout, Printed
from vision.table.light import FloatImage, LitPlane, PaperLight, light_to_read_by
from vision.table.registration import Registrar, Registration

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

CHANGED = 0.008
"""Mean difference, of paper white, beyond which a place is read again; noise makes 0.003."""

USUAL_LIGHT = np.full((1, 3), 150.0), np.zeros((1, 3))
"""Grey levels of paper and ink, as long as nobody has measured them."""

HEAPS = 8
"""Looks at the discards that are kept, so that a hand that leaves uncovers nothing new."""

STIRS = 0.05
"""Share of the picture that may move while the frames' noise is measured."""
PUSHED_FOR = 1.0
"""Seconds for which a part is given time to come to rest after most of its tags have stirred."""


class TableReader:
    """Watches a table frame by frame; keeps planes, light and what lies on the piles."""

    def __init__(
        self,
        layout: Layout,
        deck: Deck,
        seats: int,
        closeups: MutableMapping[SlotPlace, bytes] | None = None,
        keep: Keep | None = None,
        places: PlaceReader | None = None,
    ) -> None:
        """Start with a table nobody has seen yet.

        Args:
            layout: the printed mat and racks.
            deck: what is played.
            seats: how many racks may be on the table.
            closeups: takes a picture (JPEG) of each card in a rack that cannot be named, as long as
                it stands there.
            keep: takes a picture of each place in which a card was read, or seen and not read.
            places: ``deck`` made ready, where somebody has it already: it takes 50 MB.
        """
        self._picturer = Picturer(keep) if keep is not None else None
        self._closeups = Closeups(closeups if closeups is not None else {})
        self._layout = layout
        self._seats = seats
        self._registrar = Registrar(layout, seats)
        self._places = places or PlaceReader(deck)
        self._planes = Registration(None)
        self._bands = Bands()
        self._motion = Motion()
        self._attention = Attention(self._motion)
        self._tags = TagSearch(layout, seats, self._motion, self._attention)
        self._begun = self._relit = 0
        self._stands_anew = True
        self._lights: dict[int, PaperLight] = {}
        self._looks: dict[Key, npt.NDArray[np.float32]] = {}
        self._covered: dict[Key, bool] = {}
        self._uncovered: dict[Key, npt.NDArray[np.float32]] = {}
        self._bare: dict[int, FloatImage] = {}
        self._in_doubt: set[Key] = set()
        self._unsure: set[Key] = set()
        self._nameless: set[Key] = set()
        self._tones = Tones()
        serials = Serials()
        self._columns = [ColumnMemory(serials) for _ in range(layout.mat.columns)]
        self._discards = HeapMemory(serials)
        self._over_discards = OverDiscards()
        self._without_mat = 0
        self._slots: dict[tuple[int, int], SlotMemory] = {}
        self._heaps: deque[FloatImage] = deque(maxlen=HEAPS)
        self._heaps_at: deque[float] = deque(maxlen=HEAPS)
        self._heap_shown: tuple[PlaceSight, ...] = ()
        self._discs: list[int | None] = [None, None]
        self._hidden = Hidden()
        self._exposures = Exposures()
        self._frames = 1  # that are combined before the table is read
        self._noises = Noises()
        self._lighting: Lighting | None = None
        self._unseen = 0  # times that hands may have passed unseen

    def look(self, frame: Frame) -> TableReading | None:
        """Take the next frame; return what the table shows, or None while nothing new can be said.

        Each place is read as soon as it is quiet, whatever moves elsewhere. What moves or is hidden
        is covered and keeps what it showed before.
        """
        frame = self._bands.evened(frame)
        self._motion.update(frame)
        elsewhere, relit = self._motion.begun != self._begun, self._motion.relit != self._relit
        if elsewhere or relit:
            self._begun, self._relit = self._motion.begun, self._motion.relit
            self._stands_anew |= elsewhere
            if relit:
                self._tags.see_more()
            self._attention.begin(frame.t, unseen=elsewhere)
        self._attention.note(frame.t)
        self._measure_noise(frame)
        self._expose(frame)
        news = self._place_parts(frame)
        if self._planes.mat is None:
            blind = self._hidden.nothing(frame.t)
            return self._no_mat(frame.t, blind) if self._hidden.take_news(blind) or news else None
        self._watch_mat(frame)
        news |= self._read_due(frame)
        if self._frames == 1:
            news |= self._glimpse(frame)
        return self._snapshot(frame.t, news=news)

    # ------------------------------------------------------------------------ where everything is

    def _place_parts(self, frame: Frame) -> bool:
        """Look where mat and racks are, if that may have changed; say whether it was looked."""
        tags, anew = self._tags, self._stands_anew
        image = self._readable(frame) if tags.is_due(frame.t, anew=anew) else None
        if image is None:
            return False
        height, width = image.shape[:2]
        # Pictures that are combined have been laid onto one another.
        shift = self._motion.shift(width, exact=True) if self._frames == 1 else None
        tags.search(image, shift, frame.t, anew=anew)
        planes = self._planes = self._registrar.update(tags.shown, (width, height))
        tags.place(planes)
        if planes.mat is None:
            self._without_mat += 1
            self._exposures.restart()  # a hand that was in them may have gone since
            return True
        self._stands_anew = False
        deck = self._places.deck
        watch_places(self._attention, self._layout, deck, planes, self._seats, width)
        ready, known = self._attention.ready, self._attention.known
        self._attention.settle(
            [key for key in self._attention.keys("tag") if ready(key) or not known(key)]
        )
        return True

    def _watch_mat(self, frame: Frame) -> None:
        """Note whether one of the mat's tags is as it was found, or in view while all moves."""
        if self._tags_now(-1) or (
            self._hidden.claim_search(frame.t) and self._tags.is_mat_in(frame.pixels)
        ):
            self._hidden.see_mat(frame.t)

    # --------------------------------------------------------------------------- when it is read

    def _expose(self, frame: Frame) -> None:
        """Combine frames as long as nothing moves that matters, where single ones are too dim."""
        if self._planes.mat is not None:
            moves = self._attention.still_for() == 0
        else:
            moves = not self._tags.is_calm(frame.t)
        if moves:
            self._exposures.restart()
        elif self._frames > 1 and self._exposures.count < self._frames:
            self._exposures.add(self._motion.steadied(frame.pixels))

    def _readable(self, frame: Frame) -> BgrImage | None:
        """Return the picture that is read; None: too few are combined yet."""
        if self._frames == 1:
            return frame.pixels
        return self._exposures.mean() if self._exposures.count >= self._frames else None

    def _read_due(self, frame: Frame) -> bool:
        """Read the places that have become quiet; say whether there were any."""
        attention = self._attention
        if attention.ready(MAT_KEY):
            attention.settle([MAT_KEY])
        parts = [seat for seat in (-1, *self._planes.racks) if not self._waits_for_tags(seat)]
        # In an order of their own: read again, the same pictures give the same readings.
        due = [
            key
            for seat in parts
            for kind in ("column", "discards", "track", "slot")
            for key in attention.keys(kind, seat)
            if attention.ready(key)
        ]
        image = self._readable(frame) if due else None
        if image is None:
            return False
        self._unseen += self._lighting is Lighting.DARK
        self._read_all(due, image, frame.t)
        for key in due:
            if key in self._in_doubt:
                # Whatever it looks like: it is read again when that has gone which reaches into it.
                attention.hold(key)
                self._looks.pop(key, None)
        self._in_doubt.clear()
        attention.settle([key for key in due if key not in self._unsure])
        self._read_nameless_again(frame)
        self._unsure.clear()  # they are looked at again in the next picture
        self._noises.begin(frame)
        return True

    def _read_all(self, keys: Collection[Key], image: BgrImage, t: float) -> None:
        for seat in sorted({key[1] for key in keys}):
            plane = self._planes.mat if seat < 0 else self._planes.racks[seat]
            assert plane is not None
            if self._frames == 1:
                plane = self._motion.swayed(plane, image.shape[1], exact=True)
            light = self._light(seat, image, plane, self._layout.part(seat), self._tags_now(seat))
            self._read_part(seat, keys, LitPlane(image, plane, light), t)

    def _read_nameless_again(self, frame: Frame) -> None:
        """Read cards once more that had no name, where nothing moves, once tones tell more."""
        asks = self._attention
        keys = {key for key in self._nameless if not (asks.pending(key) or asks.reached(key))}
        # News is told once: it is asked for where there are cards that can be read by it.
        if not keys or not self._tones.take_news():
            return
        image = self._readable(frame)
        assert image is not None, "what was due has just been read in this frame"
        self._nameless -= keys
        for key in keys:
            self._looks.pop(key, None)
        self._read_all(keys, image, frame.t)
        asks.again(self._unsure)

    def _glimpse(self, frame: Frame) -> bool:
        """Look at what hands have just left, before it was quiet; say whether that told anything.

        A card that can be named counts, and so does a slot that shows its bare panel beside the
        arm. All of it stays to be read: the next picture in which it is quiet confirms it.
        """
        attention, before = self._attention, self._on_mat()
        for key in [*attention.keys("column"), HEAP_KEY]:
            if attention.left(key) and not self._waits_for_tags(-1):
                assert self._planes.mat is not None
                plane = self._motion.swayed(self._planes.mat, frame.pixels.shape[1])
                lit = LitPlane(frame.pixels, plane, self._lights[-1])
                if key == HEAP_KEY:
                    self._read_heap(lit, frame.t, early=True)
                else:
                    self._read_column(key[2], lit, frame.t, early=True)
        told = before != self._on_mat()
        for key in attention.keys("slot"):
            seat = key[1]
            # Where nothing moves, the picture before has told all.
            if attention.pending(key) and attention.moves(key) and not self._waits_for_tags(seat):
                plane = self._motion.swayed(self._planes.racks[seat], frame.pixels.shape[1])
                told |= self._glimpse_slot(key, frame.pixels, plane)
        return told

    def _glimpse_slot(self, key: Key, image: BgrImage, plane: Plane) -> bool:
        """Say whether a card has left a slot of which an arm hides a part."""
        seat, slot = key[1:]
        memory, was = self._slots.get((seat, slot)), self._uncovered.get(key)
        tone = self._bare.get(seat)
        shown = memory.shown if memory is not None else None
        if memory is None or shown is None or was is None or tone is None:
            return False
        if shown.sight not in (Sight.FACE, Sight.UNKNOWN):
            return False
        place = slot_place(self._layout.rack(seat), self._places.deck, slot)
        now = self._look(LitPlane(image, plane, self._lights[seat]), place)
        if not is_emptied(core_of(now, place), core_of(was, place), tone, EMPTY_SCALE):
            return False
        memory.update(PlaceSight(Sight.EMPTY))
        # Its like may stand there by the next look, and look as the one before did.
        self._looks.pop(key, None)
        return True

    def _waits_for_tags(self, seat: int) -> bool:
        """Say whether a part may just be moved: its tags stir, and have not done so for long."""
        tags = [*self._attention.keys("tag", seat)]
        stirred = [tag for tag in tags if 0 < self._attention.unrest(tag) < PUSHED_FOR]
        return 2 * len(stirred) > len(tags)

    def _tags_now(self, seat: int) -> dict[int, Points]:
        """Return those tags of a part that are in view."""
        return {
            tag: corners
            for tag, corners in self._tags.shown.items()
            if tag in self._layout.part(seat).tags
            and not self._attention.pending(("tag", seat, tag))
        }

    def _read_part(self, seat: int, due: Collection[Key], lit: LitPlane, t: float) -> None:
        if seat >= 0:
            self._read_rack(seat, due, lit, t)
            return
        for index in range(self._layout.mat.columns):
            if ("column", -1, index) in due:
                self._read_column(index, lit, t)
        if HEAP_KEY in due:
            self._read_heap(lit, t)
        for index in range(2):
            if ("track", -1, index) in due:
                self._discs[index] = self._count_discs(index, lit)

    def _measure_noise(self, frame: Frame) -> None:
        """Look how noisy frames are: after each reading, and while there is none once a second.

        Where more frames ought to be combined than were, all is read again: the light has changed.
        """
        stirs = float((self._motion.moved_at == frame.t).mean()) > STIRS
        waits = self._planes.mat is not None and self._attention.still_for() > 0
        noise = self._noises.measured(frame, moves=self._motion.swung or stirs, waits=waits)
        if noise is None:
            return
        light, before = self._lights.get(-1), self._frames
        paper, ink = USUAL_LIGHT
        if light is not None and len(light.centres):
            paper, ink = light.white, light.black
        self._motion.noise, self._frames = noise, frames_wanted(noise, float((paper - ink).mean()))
        self._lighting = lighting_of(noise, paper, ink)
        if self._frames > 1 and before == 1:
            self._attention.begin(frame.t, unseen=False)
            self._looks.clear()
            self._exposures.restart()

    # ---------------------------------------------------------------------------- what is told

    def _no_mat(self, t: float, blind: Blind) -> TableReading:
        return TableReading(
            t,
            0.0,
            mat=False,
            clear=False,
            blind=blind,
            fireworks_touched=self._fireworks_touched(),
        )

    def _snapshot(self, t: float, *, news: bool) -> TableReading | None:
        """Return what all places showed when they were read last; None: there is nothing to say."""
        attention, planes = self._attention, self._planes
        piles = [*attention.keys("column"), HEAP_KEY]
        covered = {key for key in piles if self._covered.get(key) or attention.pending(key)}
        blind = self._hidden.seen(t, covered, self._lighting)
        flips = self._hidden.take_news(blind)
        places = [key for kind in ("column", "discards", "slot") for key in attention.keys(kind)]
        if not all(attention.known(key) or attention.unrest(key) >= RESTLESS for key in places):
            return self._no_mat(t, blind) if flips else None  # what lies there is not known yet
        still = attention.still_for()
        if not (news or flips) and still < EARLY:
            return None
        return TableReading(
            t=t,
            still_for=still,
            mat=True,
            clear=not (covered or attention.pending(MAT_KEY)),
            columns=self._on_mat()[:-1],
            discards=self._discards.cards,
            slots={place: self._slot_now(place) for place in self._slots},
            racks=frozenset(planes.racks),
            discs=Discs(
                *(
                    None if attention.pending(("track", -1, index)) else count
                    for index, count in enumerate(self._discs)
                )
            ),
            resting=self._discards.resting,
            fireworks_touched=self._fireworks_touched(),
            blind=blind,
            hidden_columns=frozenset(index for kind, _, index in covered if kind == "column"),
            hidden_discards=HEAP_KEY in covered,
            unsure_columns=frozenset(n for n, column in enumerate(self._columns) if column.unsure),
        )

    def _on_mat(self) -> tuple[tuple[LaidCard, ...], ...]:
        return (*(column.cards for column in self._columns), self._discards.cards)

    def _fireworks_touched(self) -> int:
        keys = (("column", -1, index) for index in range(self._layout.mat.columns))
        return self._without_mat + sum(map(self._attention.touches, keys))

    def _slot_now(self, place: SlotPlace) -> SlotSight:
        """Return what a slot showed last, covered while something moves there or it is hidden."""
        shown = self._slots[place].shown or SlotSight(Sight.COVERED, None, 0, covered=True)
        key = ("slot", *place)
        touched = shown.touched + self._attention.touches(key) + self._unseen
        if place[0] not in self._planes.racks:
            return replace(shown, touched=touched)
        covered = shown.covered or self._attention.pending(key)
        return replace(shown, covered=covered, touched=touched)

    def _count_discs(self, index: int, lit: LitPlane) -> int | None:
        mat = self._layout.mat
        track = (mat.clue_track, mat.fuse_track)[index]
        return count_discs(lit.image, lit.plane, self._lights[-1], track, mat.track_diameter)

    def _read_column(
        self,
        index: int,
        lit: LitPlane,
        t: float,
        *,
        early: bool = False,
    ) -> None:
        """Read a column; ``early``: only a card that can be named tells anything yet."""
        key = ("column", -1, index)
        place = column_place(self._layout.mat, self._places.deck, index)
        before = self._looks.get(key)
        if not self._changed(key, lit, place):
            return
        column = self._columns[index]
        top = self._places.read_top(lit, place, self._tones)
        if early and top.sight is not Sight.FACE:
            self._look_again(key, before)
            return
        top = self._believed(key, top)
        known = column.update(top, t)
        if self._picturer is not None:
            serial, where = column.serial_at(top.corners), PicturedPlace("column", index)
            self._picturer.show(where, top, serial, t, lit, place)
        self._covered[key] = not known

    def _read_heap(self, lit: LitPlane, t: float, *, early: bool = False) -> None:
        """Read the discards; ``early``: they tell nothing yet where one of them has no name."""
        heap = pile_place(self._layout.mat.discards, HEAP)
        before = self._looks.get(HEAP_KEY)
        if not self._changed(HEAP_KEY, lit, heap):
            return
        self._covered[HEAP_KEY] = is_unlit(self._looks[HEAP_KEY])
        if self._covered[HEAP_KEY]:
            return
        now, since = self._looks[HEAP_KEY], self._since()
        looks = HeapLooks(
            now,
            tuple(self._heaps),
            tuple(self._heaps_at),
            None if since is None else since.changed,
            heap.box[:2],
            lambda corners: self._places.is_bare(lit, within(corners)),
        )
        news = new_among(now, looks.before)
        shown = self._places.read_heap(lit, heap, news, since, self._tones)
        if early and any(one.label is None for one in shown):
            self._look_again(HEAP_KEY, before)
            return
        named = tuple(one for one in shown if self._believed(HEAP_KEY, one) is one)
        doubted, shown = len(named) < len(shown), named
        self._heaps.append(now)
        self._heaps_at.append(t)
        self._heap_shown = shown
        self._discards.update(shown, t, looks)
        known = [*map(looks.outline, self._discards.outlines)]
        strange = strange_beside(now, heap, known)
        hidden = self._over_discards.hides(strange, known, self._places.deck.card_size)
        self._covered[HEAP_KEY] = doubted or hidden
        if self._picturer is not None:
            for one in shown:
                serial, where = self._discards.serial_at(one.corners), PicturedPlace("discards")
                self._picturer.show(where, one, serial, t, lit, heap)

    def _read_rack(self, seat: int, due: Collection[Key], lit: LitPlane, t: float) -> None:
        rack = self._layout.rack(seat)
        for slot in range(rack.slots):
            key = ("slot", seat, slot)
            if key not in due:
                continue
            place = slot_place(rack, self._places.deck, slot)
            memory = self._slots.setdefault((seat, slot), SlotMemory())
            if not self._changed(key, lit, place):
                continue
            seen = self._believed(key, self._places.read_slot(lit, place, self._tones))
            near = self._attention.stirs("slot", seat, due)
            unsteady = self._is_unsteady(seat) or self._attention.shines(key)
            apart, panel = self._apart(key), self._planes.racks[seat]
            if not memory.update(seen, apart, panel, beside_arm=near, unsteady=unsteady):
                self._unsure.add(key)
                del self._looks[key]
                continue
            if seen.sight is not Sight.COVERED:
                self._uncovered[key] = self._looks[key]
            if seen.sight is Sight.EMPTY:
                self._bare[seat] = core_of(self._looks[key], place).mean(axis=(0, 1))
            if self._picturer is not None and memory.shown is not None:
                serial, where = memory.shown.serial, PicturedPlace("slot", slot, seat)
                self._picturer.show(where, seen, serial, t, lit, place)
            self._closeups.show((seat, slot), seen.sight, lit, place)

    def _is_unsteady(self, seat: int) -> bool:
        """Say whether a rack may be elsewhere in the picture than where it was found.

        Of a camera in doubt its tags tell: a mat that was pushed makes it doubtful for long, and
        leaves the racks where they are.
        """
        tags = self._attention.keys("tag", seat)
        return self._motion.doubtful and any(map(self._attention.pending, tags))

    def _apart(self, key: Key) -> float | None:
        """Return by how much a slot's spots differ at most from when last nothing covered it."""
        before = self._uncovered.get(key)
        return None if before is None else float(np.abs(self._looks[key] - before).max())

    def _light(
        self, seat: int, image: BgrImage, plane: Plane, part: Printed, tags: Mapping[int, Points]
    ) -> PaperLight:
        """Return the light on a part now, or as it last was while all its tags are covered."""
        light = light_to_read_by(image, plane, part, tags)
        if len(light.centres) or seat not in self._lights:
            self._lights[seat] = light
        return self._lights[seat]

    def _since(self) -> Since | None:
        """Return what has become of the discards since they were read; None: they never were."""
        if not self._heaps:
            return None
        return Since(changed_between(self._looks[HEAP_KEY], self._heaps[-1]), self._heap_shown)

    def _changed(self, key: Key, lit: LitPlane, place: Place) -> bool:
        """Say whether ``place`` looks different from when it was last read."""
        now, before = self._look(lit, place), self._looks.get(key)
        if before is not None and float(np.abs(now - before).mean()) <= CHANGED:
            return False
        self._looks[key] = now
        return True

    def _believed(self, key: Key, seen: PlaceSight) -> PlaceSight:
        """Return what a place shows; covered where it has no name and something reaches into it.

        The edges of books and sleeves have outlines, too. So where its lamp is out.
        """
        if is_unlit(self._looks[key]):
            return PlaceSight(Sight.COVERED)
        if seen.sight is not Sight.UNKNOWN:
            return seen
        if key != HEAP_KEY:  # what was made out of it once is not made out of it again
            self._nameless.add(key)
        if not self._attention.reached(key):
            return seen
        self._in_doubt.add(key)
        return PlaceSight(Sight.COVERED, seen.card)

    def _look(self, lit: LitPlane, place: Place) -> npt.NDArray[np.float32]:
        """Return how a place looks, small: float32 BGR, 0 ink, 1 paper, `EMPTY_SCALE` px/mm."""
        now = lit.patch(place.box, EMPTY_SCALE)
        return np.asarray(cv2.blur(now, (3, 3)), dtype=np.float32)

    def _look_again(self, key: Key, before: npt.NDArray[np.float32] | None) -> None:
        """Forget the newest look at a place: it told nothing."""
        if before is None:
            del self._looks[key]
        else:
            self._looks[key] = before
