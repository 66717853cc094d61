from collections.abc import Collection
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.frames import Frame
from companion.referee.readings import Sight, TableReading
from tests.drawn_table import (
    CARD_SIZE,
    MAT,
    STRANGER,
    Camera,
    Laid,
    Table,
    on_column,
    on_discards,
    photograph,
)
from vision.deck import Deck
from vision.generator.decks import HANABI, random_deck
from vision.geometry import rectangle
from vision.live.attention import RESTING, Attention, Key
from vision.live.hidden import BLIND_AFTER
from vision.live.places import Place, PlaceReader, PlaceSight, Since, slot_place
from vision.live.reader import TableReader
from vision.match.tones import Tones
from vision.simulator.camera import SimulatedCamera
from vision.simulator.pack import shuffled_pack
from vision.simulator.render import Renderer
from vision.simulator.setting import Setting
from vision.simulator.table import SimulatedTable
from vision.table.layout import Layout
from vision.table.light import LitPlane
from vision.table.registration import register
from vision.table.tags import TagFinder

START = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)


class Watcher:
    """Shows a reader one table after another, each for as long as something may have to rest."""

    def __init__(self, layout: Layout, deck: Deck, seats: int = 2) -> None:
        self.reader = TableReader(layout, deck, seats)
        self.t = 0.0

    def show(self, table: Table, camera: Camera | None = None, light: float = 1.0) -> TableReading:
        image = photograph(table, camera, light=light, seed=int(self.t))
        assert self.reader.look(Frame(image, self.t)) is None, "nothing is read while it moves"
        reading = self.reader.look(Frame(image, self.t + RESTING))
        self.t += RESTING + 1
        assert reading is not None
        return reading


@pytest.fixture
def watcher(layout: Layout, drawn_deck: Deck) -> Watcher:
    return Watcher(layout, drawn_deck)


def columns(reading: TableReading) -> list[list[str | None]]:
    return [[card.label for card in pile] for pile in reading.columns]


def discards(reading: TableReading) -> list[str | None]:
    return [card.label for card in reading.discards]


def rack(reading: TableReading, seat: int) -> list[str | None]:
    return [reading.slots[seat, slot].label for slot in range(5)]


def test_a_dealt_table_is_read_whole(watcher: Watcher) -> None:
    reading = watcher.show(START)
    assert (reading.mat, reading.clear) == (True, True)
    assert reading.racks == {0, 1}
    assert rack(reading, 0) == ["r1", "y1", "g1", "b1", "w1"]
    assert rack(reading, 1) == ["r2", "y2", "g2", "b2", "w2"]
    assert columns(reading) == [[]] * 6
    assert discards(reading) == []


def test_places_are_taken_as_looked_at_in_an_order_of_their_own(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known of one counts for the next: a film that is read again reads the same."""
    settled: list[Key] = []
    settle = Attention.settle

    def noted(attention: Attention, keys: Collection[Key]) -> None:
        settled.extend(keys)
        settle(attention, keys)

    monkeypatch.setattr(Attention, "settle", noted)
    watcher.show(START)
    kinds = ["mat", "column", "discards", "track", "slot"]
    read = [(kinds.index(key[0]), *key[1:]) for key in settled if key[0] in kinds]
    assert {kinds[kind] for kind, _, _ in read} == {*kinds}
    assert read == sorted(read)


def test_a_turn_shows_what_was_laid_and_which_slot_changed(watcher: Watcher) -> None:
    before = watcher.show(START)
    after = watcher.show(START.with_slot(0, 1, "g2").with_card(on_column("y1", 0)))
    assert columns(after)[0] == ["y1"]
    assert after.columns[0][0].t == after.t
    changed = [
        place for place, slot in after.slots.items() if slot.serial != before.slots[place].serial
    ]
    assert changed == [(0, 1)]
    assert after.slots[0, 1].label == "g2"


def test_cards_that_others_cover_are_remembered(watcher: Watcher) -> None:
    table = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    watcher.show(table)
    reading = watcher.show(table.with_card(on_column("r2", 0, 1), on_discards("g2", 1)))
    assert columns(reading)[0] == ["r1", "r2"]
    assert discards(reading) == ["b1", "g2"]


def test_a_card_that_is_lifted_again_is_forgotten(watcher: Watcher) -> None:
    one = START.with_card(on_column("r1", 0))
    watcher.show(one)
    two = watcher.show(one.with_card(on_column("b2", 0, 1)))
    assert columns(two)[0] == ["r1", "b2"]
    again = watcher.show(one)
    assert columns(again)[0] == ["r1"]
    assert again.columns[0][0].serial == two.columns[0][0].serial
    assert columns(watcher.show(START))[0] == []


def test_a_hand_over_the_mat_is_told_and_takes_nothing_away(watcher: Watcher) -> None:
    table = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    before = watcher.show(table)
    hand = replace(table, things=((2.0, 40.0, 150.0, 257.0),), hidden_tags=frozenset({0, 3}))
    during = watcher.show(hand)
    assert not during.clear
    assert columns(during)[0] == ["r1"]
    assert discards(during) == ["b1"]
    assert during.slots == before.slots
    after = watcher.show(table)
    assert after.clear
    assert after.columns == before.columns


def test_a_card_nobody_can_name_is_laid_all_the_same(watcher: Watcher) -> None:
    watcher.show(START)
    reading = watcher.show(START.with_card(on_column(STRANGER, 2)))
    assert columns(reading)[2] == [None]


@pytest.mark.parametrize("nth", [0, 2, 5])
def test_a_discard_nobody_can_name_is_laid_all_the_same(watcher: Watcher, nth: int) -> None:
    table = START
    for index in range(nth):
        table = table.with_card(on_discards(("r1", "g2", "b1", "y2", "w1")[index], index))
        watcher.show(table)
    reading = watcher.show(table.with_card(on_discards(STRANGER, nth, degrees=3)))
    assert discards(reading) == [*("r1", "g2", "b1", "y2", "w1")[:nth], None]
    assert reading.discards[-1].serial == max(card.serial for card in reading.discards)
    covered = watcher.show(table.with_card(on_discards(STRANGER, nth), on_discards("g1", nth + 1)))
    assert discards(covered)[nth:] == [None, "g1"]


def test_covered_discards_are_no_new_cards(watcher: Watcher) -> None:
    """The row starts over on top of itself, and hands pass over it."""
    table = START
    names = ("r1", "g2", "b1", "y2", "w1", "b2", "g1", "r2")
    for turn in range(8):
        laid = on_discards(
            names[turn % 8], turn % 6, dx=2.0 * (turn // 6), degrees=turn * 3 % 8 - 4
        )
        table = table.with_card(laid)
        watcher.show(replace(table, things=((60.0, 230.0, 90.0, 67.0),)))
        reading = watcher.show(table)
        assert None not in discards(reading), f"after {turn + 1} discards"


def test_discards_are_read_again_where_they_changed_with_the_answers_of_reading_all(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = PlaceReader.read_heap
    compared: list[tuple[Since | None, list[str], list[str]]] = []

    def both_ways(places: PlaceReader, *rest: Any) -> tuple[PlaceSight, ...]:
        seen, whole = read(places, *rest), read(places, *rest[:-2])
        names = [sorted(one.label or "?" for one in sights) for sights in (seen, whole)]
        compared.append((rest[-2], names[0], names[1]))
        return seen

    monkeypatch.setattr(PlaceReader, "read_heap", both_ways)
    row = [on_discards(label, nth) for nth, label in enumerate(("r1", "g2", "b1", "y2"))]
    apart = [on_discards("w1", 0), on_discards("r2", 3, degrees=6)]
    hand = (60.0, 230.0, 90.0, 67.0)
    scenes: list[tuple[tuple[Laid, ...], float]] = [((), 1.0)]
    scenes += [(tuple(row[:lying]), 1.0) for lying in (1, 2, 3, 4, 3, 1)]
    scenes += [(tuple(apart), light) for light in (1.0, 0.6)]
    scenes += [((*apart, on_discards("w1", 0, dx=3.0)), 1.0), ((apart[1],), 1.0)]
    for laid, light in scenes:
        table = START.with_card(*laid)
        watcher.show(replace(table, things=(hand,)))
        watcher.show(table, light=light)
    assert len(compared) > len(scenes)
    for nth, (_, seen, whole) in enumerate(compared):
        assert seen == whole, f"reading {nth}"
    parts = [float(since.changed.mean()) for since, _, _ in compared if since is not None]
    assert len(parts) == len(compared) - 1
    assert max(parts) < 1


def test_a_dimmed_lamp_changes_nothing(watcher: Watcher) -> None:
    table = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    before = watcher.show(table)
    for light in (0.5, 0.8, 1.0):
        dim = watcher.show(table, light=light)
        assert (dim.columns, dim.discards) == (before.columns, before.discards)
        assert {place: slot.serial for place, slot in dim.slots.items()} == {
            place: slot.serial for place, slot in before.slots.items()
        }


def test_a_card_taken_in_the_picture_in_which_a_lamp_is_switched_left_by_a_movement(
    watcher: Watcher,
) -> None:
    """By movement it is told where it went, and the light took all that moved in that picture."""
    before = watcher.show(START)
    after = watcher.show(START.with_slot(0, 1, None), light=0.7)
    touched = {
        place for place, slot in after.slots.items() if slot.touched != before.slots[place].touched
    }
    assert touched == {(0, 1)}
    assert after.slots[0, 1].sight is Sight.EMPTY


def test_while_the_lamp_is_out_nothing_is_taken_away_nor_stood_otherwise(watcher: Watcher) -> None:
    """Again and again: what the discards looked like in the dark is nothing they ever showed."""

    def look(table: Table, light: float) -> TableReading | None:
        reading = None
        for step in range(16):
            watcher.t += 0.25
            lit = np.asarray(photograph(table) * light, np.uint8)
            noisy = np.asarray(cv2.add(lit, GRAIN[step % 6] // 2), np.uint8)
            reading = watcher.reader.look(Frame(noisy, watcher.t)) or reading
        return reading

    table = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    for turn, label in enumerate(("g2", "y2", "w1"), start=1):
        before = look(table, 1.0)
        dark = look(table, 0.03)
        after = look(table, 1.0)
        assert before is not None
        assert after is not None
        assert dark is None or not dark.clear
        assert len(before.discards) == turn
        assert (after.columns, after.discards) == (before.columns, before.discards), turn
        assert {place: (slot.serial, slot.filled) for place, slot in after.slots.items()} == {
            place: (slot.serial, slot.filled) for place, slot in before.slots.items()
        }
        table = table.with_card(on_discards(label, turn))


def test_a_pushed_camera_does_not_lay_the_cards_anew(watcher: Watcher) -> None:
    table = START.with_card(on_column("r1", 0), on_column("r2", 0, 1), on_discards("b1", 0))
    before = watcher.show(table)
    after = watcher.show(table, Camera(roll=1.5, shift=(18.0, 9.0)))
    assert (after.columns, after.discards) == (before.columns, before.discards)


def test_an_empty_slot_is_empty_and_not_covered(watcher: Watcher) -> None:
    watcher.show(START)
    slot = watcher.show(START.with_slot(1, 3, None)).slots[1, 3]
    assert (slot.sight, slot.label, slot.covered) == (Sight.EMPTY, None, False)


def test_a_card_that_is_drawn_at_once_for_its_like_stands_in_the_slot(watcher: Watcher) -> None:
    """The slot was seen empty while the hand was there, and looks as before once that has gone."""
    table = replace(START, racks={**START.racks, 1: ("r2", "y2", "g2", "b2", None)})
    before = watcher.show(table)
    gap = replace(START, racks={**START.racks, 1: ("r2", "y2", None, "b2", None)})
    during = watcher.reader.look(Frame(photograph(gap), watcher.t))
    assert during is not None
    assert during.slots[1, 2].sight is Sight.EMPTY
    watcher.t += RESTING / 4
    after = watcher.show(table)
    assert rack(after, 1) == rack(before, 1)
    assert after.slots[1, 2].filled == before.slots[1, 2].filled + 2


def test_only_the_seats_in_play_have_racks(layout: Layout, drawn_deck: Deck) -> None:
    three = {**START.racks, 2: ("r1", "r1", "r1", "r1", "r1")}
    table = Table(three, players=3)
    assert Watcher(layout, drawn_deck, seats=2).show(table).racks == {0, 1}


def test_a_table_without_our_mat_shows_nothing(watcher: Watcher) -> None:
    reading = watcher.show(replace(START, tag_side=26.0))
    assert (reading.mat, reading.clear, reading.slots) == (False, False, {})


def test_while_it_stays_still_the_reading_counts_the_seconds(
    layout: Layout, drawn_deck: Deck
) -> None:
    reader = TableReader(layout, drawn_deck, 2)
    image = photograph(START)
    seconds = [reader.look(Frame(image, t)) for t in (0.0, 0.2, 0.6, 3.2)]
    assert seconds[:2] == [None, None]
    assert [(seen.t, seen.still_for) for seen in seconds[2:] if seen] == [(0.6, 0.6), (3.2, 3.2)]


def test_a_picture_of_twice_the_width_is_read_too(layout: Layout, drawn_deck: Deck) -> None:
    large = Camera(width=4608, height=2592)
    reading = Watcher(layout, drawn_deck).show(START, large)
    assert rack(reading, 1) == ["r2", "y2", "g2", "b2", "w2"]


def test_of_a_rack_card_that_cannot_be_named_a_picture_is_kept_as_long_as_it_stands_there(
    layout: Layout, drawn_deck: Deck
) -> None:
    known = tuple(one for one in drawn_deck.exemplars if one.label[0] != "g")
    closeups: dict[tuple[int, int], bytes] = {}
    watcher = Watcher(layout, drawn_deck)
    watcher.reader = TableReader(layout, replace(drawn_deck, exemplars=known), 2, closeups)
    reading = watcher.show(START)
    assert reading.slots[0, 2].sight is Sight.UNKNOWN
    assert list(closeups) == [(0, 2), (1, 2)]
    picture = cv2.imdecode(np.frombuffer(closeups[0, 2], np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    blue, green, red = picture.reshape(-1, 3).mean(axis=0)
    assert green > max(blue, red), "it is the green one"
    before = closeups[0, 2]
    hand = photograph(START, seed=int(watcher.t))
    planes = register(layout, TagFinder(layout.dictionary).find(hand), 2, hand.shape[1::-1])
    slot = slot_place(layout.rack(0), drawn_deck, 2)
    over = planes.racks[0].to_pixels(rectangle(*slot.box))
    cv2.fillPoly(hand, [np.round(over).astype(np.int32)], (120, 150, 200))
    for t in (watcher.t, watcher.t + 1):
        reading = watcher.reader.look(Frame(hand, t)) or reading
    watcher.t += 2
    assert reading.slots[0, 2].covered
    assert closeups[0, 2] == before, "the same card may stand behind the hand"
    watcher.show(replace(START, racks={**START.racks, 0: ("r1", "y1", "b3", "b1", "w1")}))
    assert list(closeups) == [(1, 2)]


def passes(watcher: Watcher, table: Table, *things: tuple[float, float, float, float]) -> None:
    """Let something pass over the table, as boxes in millimetres on the mat."""
    for thing in things:
        image = photograph(replace(table, things=(thing,)))
        assert watcher.reader.look(Frame(image, watcher.t)) is None
        watcher.t += 0.1


def test_a_hand_that_passed_over_the_fireworks_is_noticed_though_all_is_as_it_was(
    watcher: Watcher,
) -> None:
    column, heap = MAT["fireworks"], MAT["discards"]
    before = watcher.show(START).fireworks_touched
    passes(watcher, START, (column["x"] + 250, column["y"] + 40, 30.0, 30.0))
    over_column = watcher.show(START).fireworks_touched
    assert over_column > before
    passes(watcher, START, (heap["x"] + 30, heap["y"] + 30, 30.0, 30.0))
    assert watcher.show(START).fireworks_touched == over_column


def test_while_the_mat_or_a_rack_is_out_of_view_anybody_may_have_touched_what_is_there(
    watcher: Watcher,
) -> None:
    before = watcher.show(START)
    away = watcher.show(replace(START, racks={0: START.racks[0]}))
    assert [slot for seat, slot in away.slots if seat == 1] == list(range(5))
    for slot in range(5):
        assert away.slots[1, slot].touched > before.slots[1, slot].touched
    no_mat = watcher.show(replace(START, tag_side=20.0))
    assert not no_mat.mat
    assert no_mat.fireworks_touched > away.fireworks_touched


def test_a_covered_column_may_have_been_touched(watcher: Watcher) -> None:
    during = watcher.show(replace(START, things=((2.0, 40.0, 150.0, 257.0),)))
    assert not during.clear
    after = watcher.show(START)
    assert after.clear
    assert after.fireworks_touched > during.fireworks_touched


def test_a_glass_on_a_tag_hides_no_card_and_leaves_the_mat_clear(watcher: Watcher) -> None:
    table = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    watcher.show(table)
    reading = watcher.show(
        replace(table, things=((4.0, 4.0, 44.0, 44.0),), hidden_tags=frozenset({0}))
    )
    assert reading.clear
    assert columns(reading)[0] == ["r1"]
    assert discards(reading) == ["b1"]


def test_the_mat_is_not_clear_while_an_arm_lies_over_discards_that_were_not_looked_at_since(
    watcher: Watcher,
) -> None:
    """The arm is quiet, and all else is read; what was laid before it came may be under it."""
    watcher.show(START)
    heap = MAT["discards"]
    arm = (heap["x"] - 60, heap["y"] + 30, 120.0, 40.0)
    passes(watcher, START, arm)
    resting = photograph(replace(START, things=(arm,)))
    during = watcher.reader.look(Frame(resting, watcher.t + RESTING / 4))
    assert during is not None
    assert during.mat
    assert not during.clear
    watcher.t += RESTING
    assert watcher.show(START).clear


def test_where_something_lies_over_the_mat_for_long_is_told(watcher: Watcher) -> None:
    watcher.show(START)
    covered = replace(START, things=((2.0, 40.0, 150.0, 257.0),))
    assert not watcher.show(covered).blind
    watcher.t += 5
    later = watcher.reader.look(Frame(photograph(covered), watcher.t))
    assert later is not None
    assert later.blind.columns[:2] == (0, 1)
    assert not later.blind.mat
    assert {0, 1} <= later.hidden_columns < {*range(6)}, "the others are read"
    watcher.t += 1
    again = watcher.show(START)
    assert not again.blind
    assert not again.hidden_columns


@pytest.mark.parametrize("laid", [(), (on_discards("b1", 0),)])
def test_a_thing_that_stays_on_the_discards_is_told(
    watcher: Watcher, laid: tuple[Laid, ...]
) -> None:
    """However still it lies, a discard under it is one that nobody sees."""
    table = START.with_card(*laid)
    watcher.show(table)
    heap = MAT["discards"]
    covered = replace(table, things=((heap["x"] + 100, heap["y"] + 5, 120.0, 90.0),))
    reading = watcher.show(covered)
    assert reading.hidden_discards
    assert not reading.clear
    assert {one.label for one in laid} <= {*discards(reading)}, "beside it they are read"
    watcher.t += BLIND_AFTER
    later = watcher.reader.look(Frame(photograph(covered), watcher.t))
    assert later is not None
    assert later.blind.discards
    watcher.t += 1
    again = watcher.show(table)
    assert again.clear
    assert not again.blind


@pytest.mark.parametrize("pushed", [0.0, 20.0])
def test_a_heap_that_nobody_saw_grow_hides_nothing_but_itself(
    watcher: Watcher, pushed: float
) -> None:
    """The companion was started again, or somebody has shoved the discards together."""
    names = ((STRANGER, 0), (STRANGER, 80), ("r1", 30), ("w1", 45))
    heap = [on_discards(name, 0, dx=float(at)) for name, at in names]
    if pushed:
        for lying in range(1, 5):
            watcher.show(START.with_card(*heap[:lying]))
        heap = [replace(one, x=one.x + pushed) for one in heap]
        hand = ((MAT["discards"]["x"], 230.0, 200.0, 67.0),)
        watcher.show(replace(START, things=hand))
    table = START.with_card(*heap)
    reading = watcher.show(table)
    assert not reading.hidden_discards
    assert reading.clear
    table = table.with_card(on_discards("g1", 0, dx=pushed + 65))
    laid = watcher.show(table)
    assert discards(laid)[-1] == "g1"
    assert laid.clear
    # The drawn thing lies below what is drawn on it: beside the cards.
    bowl = (MAT["discards"]["x"] + 155, MAT["discards"]["y"] + 5, 95.0, 90.0)
    assert watcher.show(replace(table, things=(bowl,))).hidden_discards


def test_a_discard_of_which_a_bowl_hides_a_corner_hides_no_less_than_itself(
    watcher: Watcher,
) -> None:
    watcher.show(START)
    heap = MAT["discards"]
    bowl = (heap["x"] - 25, heap["y"] + 50, 50.0, 60.0)
    watcher.show(replace(START, things=(bowl,)))
    table = START.with_card(on_discards("b1", 0))
    reading = watcher.show(replace(table, things=(bowl,)))
    assert discards(reading) == ["b1"] or reading.hidden_discards


@pytest.mark.parametrize("hidden", [0.4, 0.5, 0.6, 0.7])
def test_what_is_laid_under_a_phone_on_its_firework_is_not_taken_for_nothing(
    watcher: Watcher, hidden: float
) -> None:
    """A share ``hidden`` of the new card is covered, from its foot: it is read, or is in doubt."""
    laid = START
    for nth, label in enumerate(("y1", "b2", "g1")):
        laid = laid.with_card(on_column(label, 0, nth))
        watcher.show(laid)
    new = on_column("r2", 0, 3)
    foot = new.y + CARD_SIZE[1] / 2
    phone = (new.x - 30, foot - hidden * CARD_SIZE[1], 75.0, 150.0)
    watcher.show(replace(laid, things=(phone,)))
    reading = watcher.show(replace(laid.with_card(new), things=(phone,)))
    before, *seen = columns(reading)[0][2:]
    assert before == "g1"
    assert seen in (["r2"], [None]) or 0 in reading.hidden_columns
    reading = watcher.show(laid.with_card(new))
    assert columns(reading)[0] == ["y1", "b2", "g1", "r2"]
    assert not reading.hidden_columns


def test_a_mat_that_is_out_of_view_for_long_is_told(watcher: Watcher) -> None:
    other = replace(START, tag_side=26.0)
    assert not watcher.show(other).blind
    image = photograph(other)
    said = [watcher.reader.look(Frame(image, watcher.t + second)) for second in range(12)]
    assert said[-1] is not None
    assert said[-1].blind.mat


@pytest.mark.parametrize("degrees", [35.0, -90.0, 160.0])
def test_a_discard_that_was_thrown_down_at_any_angle_is_read(
    watcher: Watcher, degrees: float
) -> None:
    table = START.with_card(on_discards("b1", 0))
    watcher.show(table)
    heap = MAT["discards"]
    askew = Laid("g2", heap["x"] + 170, heap["y"] + 50, degrees)
    reading = watcher.show(table.with_card(askew))
    assert discards(reading) == ["b1", "g2"]
    again = watcher.show(table.with_card(askew, on_column("r1", 0)))
    assert again.discards == reading.discards


def test_a_stranger_that_was_thrown_down_is_laid_all_the_same(watcher: Watcher) -> None:
    watcher.show(START)
    heap = MAT["discards"]
    reading = watcher.show(START.with_card(Laid(STRANGER, heap["x"] + 170, heap["y"] + 50, 40.0)))
    assert discards(reading) == [None]


def test_a_book_that_lies_on_columns_and_discards_covers_them_and_is_no_card(
    layout: Layout, drawn_deck: Deck
) -> None:
    reader, t = TableReader(layout, drawn_deck, 2), 0.0
    book = (60.0, 90.0, 148.0, 200.0)

    def show(table: Table, seconds: float) -> TableReading:
        nonlocal t
        reading = None
        image = photograph(table)
        for _ in range(round(5 * seconds)):
            t += 0.2
            reading = reader.look(Frame(image, t)) or reading
        assert reading is not None
        return reading

    laid = START.with_card(on_column("r1", 0), on_discards("b1", 0))
    show(laid, 2.0)
    reading = show(replace(laid, things=(book,)), 8.0)
    assert columns(reading) == [["r1"], [], [], [], [], []]
    assert discards(reading) == ["b1"]
    assert not reading.clear
    assert reading.blind.columns
    reading = show(laid, 2.0)
    assert reading.clear
    assert not reading.blind
    assert columns(reading) == [["r1"], [], [], [], [], []]


@pytest.mark.parametrize("tone", [0, 120, 250])
def test_a_picture_in_which_nothing_is_to_be_seen_is_told_and_taken_back(
    tone: int, watcher: Watcher
) -> None:
    """The mat keeps its place behind arms, which hide some of its tags; here all are gone."""
    watcher.show(START)
    grain = np.random.default_rng(3).integers(0, 5, (8, *photograph(START).shape), dtype=np.uint8)
    told = []
    for step in range(16):
        flat = np.asarray(tone + grain[step % 8], np.uint8)
        reading = watcher.reader.look(Frame(flat, watcher.t + step / 2))
        told.append(reading is not None and reading.blind.mat)
    watcher.t += 8
    assert not told[3], "a hand may hide it for a moment"
    assert any(told[:6]), "after three seconds"
    seen = [watcher.reader.look(Frame(photograph(START), watcher.t + step)) for step in range(3)]
    assert seen[-1] is not None
    assert not seen[-1].blind.mat


GRAIN = np.random.default_rng(11).integers(0, 5, (6, *photograph(START).shape), dtype=np.uint8)


def shown_for(watcher: Watcher, seconds: float, *images: npt.NDArray[np.uint8]) -> list[bool]:
    """Whether the mat was said to be out of view, after each tenth of a second."""
    said: list[bool] = []
    now = False
    for step in range(round(10 * seconds)):
        watcher.t += 0.1
        grainy = np.asarray(cv2.add(images[step % len(images)], GRAIN[step % 6]), np.uint8)
        reading = watcher.reader.look(Frame(grainy, watcher.t))
        now = now if reading is None else reading.blind.mat
        said.append(now)
    return said


def flat(tone: int) -> npt.NDArray[np.uint8]:
    return np.full_like(photograph(START), tone)


def wood() -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(photograph(START), (0, 0), 60), np.uint8)


def pushed_away() -> npt.NDArray[np.uint8]:
    height, width = photograph(START).shape[:2]
    away = np.array([[1.0, 0, 0.6 * width], [0, 1, 0.4 * height]])
    return np.asarray(cv2.warpAffine(photograph(START), away, (width, height)), np.uint8)


def waved_over(part: int) -> npt.NDArray[np.uint8]:
    """A hand at the lens, of which something else is seen in each picture."""
    image = flat(90)
    height, width = image.shape[:2]
    cv2.circle(image, (width * (1 + 2 * part) // 12, height // 2), height // 3, (200, 180, 150), -1)
    return image


@pytest.mark.parametrize(
    "images",
    [
        pytest.param([flat(0)], id="black"),
        pytest.param([flat(250)], id="blown out"),
        pytest.param([wood()], id="mat taken away"),
        pytest.param([pushed_away()], id="out of place"),
        pytest.param([waved_over(part) for part in range(6)], id="waved over"),
    ],
)
def test_a_camera_that_sees_no_mat_is_told_within_three_and_a_half_seconds_and_back_within_one(
    images: list[npt.NDArray[np.uint8]], watcher: Watcher
) -> None:
    assert not any(shown_for(watcher, 4, photograph(START)))
    away = shown_for(watcher, 5, *images)
    assert not any(away[:25]), "a hand may hide it for a moment"
    assert all(away[35:])
    back = shown_for(watcher, 5, photograph(START))
    assert not any(back[12:])


def test_a_lens_that_is_covered_for_two_seconds_is_no_blind_camera(watcher: Watcher) -> None:
    shown_for(watcher, 4, photograph(START))
    for _ in range(3):
        assert not any(shown_for(watcher, 2, flat(90)))
        assert not any(shown_for(watcher, 2, photograph(START)))


def test_a_mat_of_which_one_corner_shows_is_in_view_however_much_moves(watcher: Watcher) -> None:
    """Arms and sleeves over three tags, and never the same ones for long."""
    start = photograph(START)
    shown_for(watcher, 4, start)
    height, width = start.shape[:2]
    busy = []
    for corner in range(4):
        image = np.asarray(waved_over(corner), np.uint8)
        rows = slice(0, height // 2) if corner < 2 else slice(height // 2, height)
        columns = slice(0, width // 2) if corner % 2 else slice(width // 2, width)
        image[rows, columns] = start[rows, columns]
        busy += [image] * 4
    assert not any(shown_for(watcher, 5, *busy))


def on_seventh(label: str, below: int = 0) -> Laid:
    """Return a card on the column beside the discards, laid by eye a little lower than the last."""
    seventh = MAT["seventh_firework"]
    return Laid(label, seventh["x"] + seventh["width"] / 2, seventh["y"] + 46 + 2.5 * below)


def test_a_card_on_the_seventh_firework_is_no_discard(layout: Layout, drawn_deck: Deck) -> None:
    watcher = Watcher(layout.for_fireworks(7), drawn_deck)
    watcher.show(START)
    laid = (*START.laid, on_seventh("r1"), on_discards("y1", 0))
    reading = watcher.show(replace(START, laid=laid))
    assert columns(reading) == [[]] * 6 + [["r1"]]
    assert discards(reading) == ["y1"]
    reading = watcher.show(replace(START, laid=(*laid, on_seventh("r2", 1))))
    assert columns(reading) == [[]] * 6 + [["r1", "r2"]]
    reading = watcher.show(replace(START, laid=laid))
    assert columns(reading) == [[]] * 6 + [["r1"]], "it was taken away again"


def test_cards_that_differ_in_tone_only_are_named_by_what_others_have_shown_of_tones(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[bool] = []
    read_slot = PlaceReader.read_slot

    def noted(*asked: Any) -> PlaceSight:
        seen = read_slot(*asked)
        reads.append(seen.sight is Sight.FACE)
        return seen

    monkeypatch.setattr(PlaceReader, "read_slot", noted)
    deck = random_deck(np.random.default_rng([54, 0]), "tones", hanabi=True).learnt()
    setting = Setting.seeded(3, 54)
    table = SimulatedTable(setting, shuffled_pack(54, HANABI[0]), seed=54)
    table.deal(5)
    camera, reader = SimulatedCamera(table, Renderer(setting, deck)), TableReader(layout, deck, 3)
    reading: TableReading | None = None
    while reading is None:
        reading = reader.look(camera.look())
        table.advance(0.1)
    assert not all(reads), "the first ones had to be read again"
    truth = {
        (seat, slot): label
        for seat, rack in enumerate(table.truth()["racks"])
        for slot, label in enumerate(rack)
    }
    assert {place: one.label for place, one in reading.slots.items()} == truth
    assert {one.serial for one in reading.slots.values()} == {1}, "each is the one it was at first"
    assert not any(one.covered for one in reading.slots.values())


def test_nameless_cards_out_of_reach_when_tones_tell_more_are_read_again_later(
    watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a table's levels tell is news once: not before some card can be read by it."""
    news, reads, asked = [True], list[Place](), list[Key]()
    read_slot, reached = PlaceReader.read_slot, Attention.reached

    def unread_at_first(
        reader: PlaceReader, lit: LitPlane, place: Place, tones: Tones
    ) -> PlaceSight:
        reads.append(place)
        first = len(reads) <= 10
        return PlaceSight(Sight.UNKNOWN) if first else read_slot(reader, lit, place, tones)

    def reached_into_then(attention: Attention, key: Key) -> bool:
        asked.append(key)  # once as it is read, and once more before it is read again
        return asked.count(key) == 2 or reached(attention, key)

    monkeypatch.setattr(PlaceReader, "read_slot", unread_at_first)
    monkeypatch.setattr(Attention, "reached", reached_into_then)
    monkeypatch.setattr(Tones, "take_news", lambda _: bool(news) and news.pop())
    assert set(rack(watcher.show(START), 0)) == {None}
    reading = watcher.show(START.with_card(on_column("y1", 0)))
    assert rack(reading, 0) == ["r1", "y1", "g1", "b1", "w1"]
    assert rack(reading, 1) == ["r2", "y2", "g2", "b2", "w2"]
