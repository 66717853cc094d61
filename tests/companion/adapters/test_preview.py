"""What the camera of a live table sees, for the page that sets it up."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.adapters.preview import CameraPreview
from companion.frames import Frame
from companion.pictures.eyesight import Sighted, Tick, Ticked, tick_text
from companion.referee.readings import TableReading
from tests.drawn_table import Image, Table, on_column, on_discards, photograph
from vision.deck import Deck
from vision.drawing.artwork import build_deck
from vision.live.glance import Glance
from vision.live.reader import TableReader
from vision.table.inspection import Inspection
from vision.table.layout import Layout, load_layout

EMPTY = Table({0: (None,) * 5, 1: (None,) * 5}, ())
DEALT = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
    (on_column("w1", 1), on_discards("b1", 1)),
)
OTHER = replace(DEALT, racks={0: ("w2", "r1", "b2", "y1", "g2"), 1: ("g1", "w1", "r2", "b1", "y2")})


LAYOUT = load_layout()


@cache
def deck() -> Deck:
    return build_deck()


@cache
def glance() -> Glance:
    return Glance(LAYOUT, deck())


class Room:
    """A camera above a table, and somebody who looks at the page."""

    def __init__(self, *, running: bool = False) -> None:
        self.now, self.running = 0.0, running
        self.preview = CameraPreview(
            LAYOUT, deck(), lambda: self.running, lambda: self.now, lambda *_: glance()
        )
        eyes = TableReader(LAYOUT, deck(), 2)
        self._look = self.preview.watching(eyes.look)
        self.t = 0.0

    def show(self, table: Table | Image, *, still: bool = True) -> TableReading | None:
        """Let the camera see a table until the eyes have settled, or only in passing."""
        picture = photograph(table) if isinstance(table, Table) else table
        reading = None
        for _ in range(4 if still else 1):
            self.t += 0.3
            reading = self._look(Frame(picture, self.t))
        return reading

    def asks(self, table: Table | Image, *, still: bool = True) -> Sighted:
        """Ask, let the camera see ``table``, ask again."""
        self.preview._asked = self.now
        self.show(table, still=still)
        return self.preview.sighted()


ALL_WELL = dict.fromkeys(set(Tick) - {Tick.MIRRORED}, True)
"""The ticks of a table at which nothing is amiss; of a mirrored picture only its fault is told."""


def good(sighted: Sighted) -> dict[Tick, bool]:
    return {one.tick: one.good for one in sighted.ticks}


def decoded(sighted: Sighted) -> Image:
    assert sighted.picture is not None
    image = cv2.imdecode(np.frombuffer(sighted.picture, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, dtype=np.uint8)


def test_a_table_that_is_set_up_well_gets_all_its_ticks() -> None:
    seen = Room().asks(EMPTY)
    assert good(seen) == ALL_WELL
    assert not seen.masked
    (height, width), whole = decoded(seen).shape[:2], photograph(EMPTY).shape
    assert width / height == pytest.approx(whole[1] / whole[0], rel=0.01)


def test_what_reads_pictures_is_made_anew_where_other_cards_are_known_while_it_is_made() -> None:
    room, made = Room(), list[Deck]()

    def make(_layout: Layout, known: Deck) -> Glance:
        made.append(known)
        if len(made) == 1:
            room.preview.know(deck())  # in the camera's thread, just now
        return glance()

    room.preview._make_glance = make
    for table in (EMPTY, DEALT, OTHER):
        room.asks(table)
    assert len(made) == 2


def test_a_table_without_racks_lacks_nothing() -> None:
    seen = Room().asks(replace(EMPTY, racks={}))
    assert good(seen) == ALL_WELL
    (said,) = (tick_text(one) for one in seen.ticks if one.tick is Tick.RACKS)
    held = "you hold your cards, and the mat alone is watched."
    assert said == f"No rack is in the picture: {held}"


def test_a_rack_of_which_only_one_tag_is_seen_is_told() -> None:
    hidden = frozenset(tag for seat in (0, 1) for tag in sorted(LAYOUT.rack(seat).tags)[1:])
    seen = Room().asks(replace(EMPTY, hidden_tags=hidden))
    assert good(seen)[Tick.RACKS] is False
    (said,) = (tick_text(one) for one in seen.ticks if one.tick is Tick.RACKS)
    assert said == "No rack is seen: both tags of each have to be in the picture."


def test_too_little_light_and_a_reflected_lamp_are_told() -> None:
    bright = photograph(EMPTY)
    dim: Image = (bright * 0.25).astype(np.uint8)
    assert good(Room().asks(dim))[Tick.LIGHT] is False
    lamp = bright.copy()
    height, width = lamp.shape[:2]
    cv2.circle(lamp, (width // 2, height // 2), height // 14, (255, 255, 255), -1)
    assert good(Room().asks(lamp))[Tick.GLARE] is False


def test_a_picture_as_of_a_mirror_is_told() -> None:
    """A phone's front camera: no tag is found in it, although all lie there."""
    seen = Room().asks(np.ascontiguousarray(photograph(EMPTY)[:, ::-1]))
    assert (good(seen)[Tick.MAT], good(seen)[Tick.MIRRORED]) == (False, False)
    assert Tick.MIRRORED not in good(Room().asks(EMPTY))
    assert Tick.MIRRORED not in good(Room().asks(np.full((720, 1280, 3), 90, np.uint8)))


def test_without_a_mat_there_is_a_coarse_grey_picture_to_aim_by() -> None:
    seen = Room().asks(np.full((720, 1280, 3), (30, 90, 200), dtype=np.uint8))
    assert (good(seen)[Tick.CAMERA], good(seen)[Tick.MAT]) == (True, False)
    picture = decoded(seen)
    assert np.ptp(picture.astype(int), axis=2).max() <= 3, "a card could be told by its colour"


@pytest.mark.parametrize("running", [False, True])
def test_what_stands_in_the_racks_changes_no_byte_as_soon_as_cards_stand_there(
    running: bool,
) -> None:
    one, other = (Room(running=running).asks(table) for table in (DEALT, OTHER))
    assert one.masked
    assert one.picture is not None
    assert one == other
    mat = replace(DEALT, laid=())
    assert Room(running=running).asks(mat).picture != one.picture, "the mat is shown"


@pytest.mark.parametrize("running", [False, True])
def test_what_is_carried_in_front_of_the_camera_is_not_shown(running: bool) -> None:
    room = Room(running=running)
    before = room.asks(DEALT)
    carried = replace(DEALT, laid=(*DEALT.laid, on_column("r2", 4)))
    assert room.asks(carried, still=False) == before


def test_while_cards_are_being_dealt_they_are_not_shown_either() -> None:
    room = Room()
    before = room.asks(EMPTY)
    assert room.asks(DEALT, still=False) == before


def test_while_a_game_runs_there_is_no_picture_without_a_mat() -> None:
    room = Room(running=True)
    room.preview._asked = 0.0
    room.show(np.full((720, 1280, 3), 90, dtype=np.uint8))
    assert room.preview.sighted().picture is None


def test_pictures_are_kept_only_while_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.adapters.preview.FIRST_PICTURE_WITHIN", 0.0)
    room = Room()
    assert room.asks(EMPTY).picture is not None
    room.now += 60.0
    room.show(EMPTY)
    assert room.preview.sighted().picture is None, "an old picture is none"


def test_every_tick_has_its_sentence() -> None:
    said: Sequence[str] = [tick_text(Ticked(tick, good=False)) for tick in Tick]
    assert len({*said}) == len(Tick)


def test_every_tag_has_its_tick() -> None:
    room = Room()
    tags = sorted(LAYOUT.rack(1).tags)
    hidden = replace(EMPTY, hidden_tags=frozenset({tags[0], min(LAYOUT.mat.tags)}))
    seen = {one.seat: one.seen for one in room.asks(hidden).tags}
    assert seen[None] == (False, *[True] * (len(LAYOUT.mat.tags) - 1))
    assert seen[0] == (True,) * len(seen[0])
    assert (seen[1][0], set(seen[1][1:])) == (False, {True})
    assert set(seen) == {None, 0, 1}


def test_whoever_learns_a_deck_gets_no_picture_while_hands_are_hidden() -> None:
    room = Room()
    room.asks(EMPTY)
    assert room.preview.picture() is not None
    assert room.preview.has_table(photograph(EMPTY))
    assert not room.preview.has_table(np.full((720, 1280, 3), 90, dtype=np.uint8))
    for table in (DEALT, OTHER):
        room.asks(table)
        assert (room.preview.hidden(), room.preview.picture()) == (True, None)
    running = Room(running=True)
    running.asks(EMPTY)
    assert running.preview.picture() is None


def test_without_a_deck_the_page_is_shown_the_mat_and_nothing_of_racks() -> None:
    now = [0.0]
    pictures = set()
    for table in (DEALT, OTHER):
        preview = CameraPreview(LAYOUT, None, lambda: False, lambda: now[0])
        preview._asked = 0.0
        for tick in range(8):
            preview.blind(Frame(photograph(table), 0.3 * tick))
        seen = preview.sighted()
        assert good(seen) == ALL_WELL
        pictures.add(seen.picture)
    assert None not in pictures
    assert len(pictures) == 1


def test_without_a_deck_nothing_is_shown_while_a_game_runs() -> None:
    preview = CameraPreview(LAYOUT, None, lambda: True, lambda: 0.0)
    preview._asked = 0.0
    for tick in range(8):
        preview.blind(Frame(photograph(EMPTY), 0.3 * tick))
    assert preview.sighted().picture is None


@pytest.mark.parametrize("running", [False, True])
def test_what_the_doctor_is_shown_depends_on_no_card_in_a_rack(running: bool) -> None:
    """Two tables that differ in the racks' cards, and one on which a rack is hidden."""

    def told(table: Table) -> tuple[Inspection | None, bool]:
        room = Room(running=running)
        room.preview._asked = room.now
        room.show(table)
        return room.preview.inspected()

    seen, masked = told(DEALT)
    assert seen is not None
    assert (masked, seen.mat, seen.racks, seen.rack_paper) == (True, True, (), None)
    assert told(OTHER) == (seen, masked)
    open_table, unmasked = told(EMPTY)
    assert open_table is not None
    assert unmasked is running
    assert open_table.racks == (() if running else (0, 1))


def test_without_a_picture_the_doctor_is_shown_nothing() -> None:
    assert Room().preview.inspected() == (None, False)


def carried(table: Table | Image, room: Room) -> Sighted:
    """What is told while the camera is in its builder's hand: no two pictures are alike."""
    picture = photograph(table) if isinstance(table, Table) else table
    room.preview._asked = room.now
    for step in range(6):
        room.t += 0.3
        room.now += 0.3
        moved = np.roll(picture, 25 * (step % 2), axis=1)
        room._look(Frame(np.asarray(moved, dtype=np.uint8), room.t))
    return room.preview.sighted()


def test_a_camera_in_somebodys_hand_is_told_how_it_is_aimed() -> None:
    seen = carried(EMPTY, Room())
    assert seen.aim is not None
    assert good(seen)[Tick.MAT] is True
    picture = decoded(seen)
    assert picture.shape[1] <= 640, "too coarse to name a card that somebody carries"


def test_a_camera_that_hangs_still_is_told_too_until_cards_are_dealt() -> None:
    assert Room().asks(EMPTY).aim is not None
    assert Room().asks(DEALT).aim is None


@pytest.mark.parametrize("running", [False, True])
def test_nothing_that_moves_is_shown_while_hands_are_hidden(running: bool) -> None:
    rooms = Room(running=running), Room(running=running)
    shown = []
    for room, table in zip(rooms, (DEALT, OTHER), strict=True):
        room.show(table)
        shown.append(carried(table, room))
    assert shown[0] == shown[1]
    assert all(one.aim is None for one in shown)
