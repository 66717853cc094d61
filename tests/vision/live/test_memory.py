from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from vision.geometry import Lens, Plane, Points, card_corners, rectangle
from vision.live.heap_looks import UncomparedHeap
from vision.live.looks import alike_beside, changed_beside, shows_the_same, stirred_beside
from vision.live.memory import (
    MOST_DISCARDS,
    STANDS_ANEW,
    ColumnMemory,
    HeapMemory,
    Serials,
    SlotMemory,
)
from vision.live.places import PlaceSight
from vision.match.recognise import Sighting


def shows(
    label: str, x: float = 40.0, y: float = 50.0, degrees: float = 0.0, *, unread: bool = False
) -> PlaceSight:
    """A card at (x, y) millimetres; ``unread`` looks most like ``label`` but is not sure."""
    corners: Points = card_corners((x, y), (63, 88), degrees)
    card = Sighting(label, False, 0.9, 0.2 if unread else 1.0, ("b1",) if unread else (), corners)
    return PlaceSight(Sight.UNKNOWN if unread else Sight.FACE, card, corners)


EMPTY, COVERED, BACK = (PlaceSight(sight) for sight in (Sight.EMPTY, Sight.COVERED, Sight.BACK))


@pytest.fixture
def column() -> ColumnMemory:
    return ColumnMemory(Serials())


@pytest.fixture
def heap() -> HeapMemory:
    return HeapMemory(Serials())


def told(**answers: Callable[..., bool | None]) -> UncomparedHeap:
    """Look at a heap of which some questions have answers, by their names."""
    looks = UncomparedHeap()
    for question, answer in answers.items():
        assert hasattr(looks, question)
        setattr(looks, question, answer)
    return looks


def labels(pile: ColumnMemory | HeapMemory) -> list[str | None]:
    return [card.label for card in pile.cards]


# --------------------------------------------------------------------------------------- columns


def test_cards_on_a_column_are_kept_though_only_the_top_one_shows(column: ColumnMemory) -> None:
    for nth, label in enumerate(("r1", "r2", "r3")):
        column.update(shows(label, y=50 + 10 * nth), float(nth))
    assert labels(column) == ["r1", "r2", "r3"]
    assert [card.t for card in column.cards] == [0, 1, 2]
    assert [card.serial for card in column.cards] == [1, 2, 3]


def test_a_hand_over_a_column_takes_nothing_away(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(COVERED, 1)
    column.update(BACK, 2)
    assert labels(column) == ["r1"]


def test_an_empty_column_has_lost_its_cards(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(EMPTY, 1)
    assert labels(column) == []


def test_a_plain_sheet_over_a_column_takes_nothing_away(column: ColumnMemory) -> None:
    """Bare paper in a patch of sun looks the same: there it tells that nothing lies there."""
    patches = PlaceSight(Sight.EMPTY, patches=True)
    assert column.update(patches, 0)
    column.update(shows("r1"), 1)
    assert not column.update(patches, 2)
    assert labels(column) == ["r1"]


def test_a_card_taken_off_shows_the_one_beneath(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("g4", y=60), 1)
    column.update(shows("r1"), 2)
    assert [(card.label, card.serial) for card in column.cards] == [("r1", 1)]


def test_a_card_that_trembles_stays_the_same(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r1", x=42, y=51, degrees=1), 1)
    column.update(shows("r1", degrees=180), 2)
    assert [card.serial for card in column.cards] == [1]


def test_the_same_card_elsewhere_on_the_column_is_another(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r1", y=60), 1)
    assert [card.serial for card in column.cards] == [1, 2]


def test_another_card_exactly_on_top_is_another(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r2"), 1)
    assert labels(column) == ["r1", "r2"]


def test_a_card_that_is_read_later_keeps_its_number(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r2", y=60, unread=True), 1)
    assert column.cards[-1].label is None
    assert column.cards[-1].candidates == ("r2", "b1")
    column.update(shows("r2", y=60), 2)
    assert [(card.serial, card.label) for card in column.cards] == [(1, "r1"), (2, "r2")]


def test_a_card_that_cannot_be_read_any_more_keeps_its_name(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r1", unread=True), 1)
    assert labels(column) == ["r1"]


def test_where_a_card_cannot_be_read_any_more_another_one_may_lie_exactly_on_it(
    column: ColumnMemory,
) -> None:
    unsure = []
    for sight in (shows("r1"), shows("r1", unread=True), COVERED, shows("r1")):
        column.update(sight, 0)
        unsure.append(column.unsure)
    assert unsure == [False, True, True, False], "a hand in front of it tells nothing new"


def test_a_card_that_nobody_could_read_hides_none_because_it_still_cannot_be_read(
    column: ColumnMemory,
) -> None:
    column.update(shows("r1", unread=True), 0)
    column.update(shows("r1", unread=True), 1)
    assert not column.unsure


def test_the_outline_of_a_card_below_takes_nothing_away(column: ColumnMemory) -> None:
    column.update(shows("r1"), 0)
    column.update(shows("r2", y=60), 1)
    column.update(shows("r1", unread=True), 2)
    assert labels(column) == ["r1", "r2"]


def test_where_only_the_outline_of_a_card_below_shows_nobody_knows_what_lies_uppermost(
    column: ColumnMemory,
) -> None:
    """A phone that lies on the uppermost card may lie on one that was laid since, too."""
    assert column.update(shows("r1"), 0)
    assert column.update(shows("r2", y=60), 1)
    assert not column.update(shows("r1", unread=True), 2)
    assert column.update(shows("r2", y=60), 3)
    assert column.update(EMPTY, 4)


def test_a_card_that_never_could_be_read_shows_again_when_the_one_above_is_taken_away(
    column: ColumnMemory,
) -> None:
    column.update(shows("r1", unread=True), 0)
    column.update(shows("r2", y=60), 1)
    column.update(shows("r1", unread=True), 2)
    assert labels(column) == [None]


def test_a_card_that_is_laid_where_a_mirror_was_taken_for_one_takes_nothing_away(
    column: ColumnMemory,
) -> None:
    column.update(shows("b3", y=90, unread=True), 0)
    column.update(shows("r1"), 1)
    column.update(shows("r2", y=60), 2)
    column.update(shows("b3", y=90, unread=True), 3)
    assert labels(column) == [None, "r1", "r2"], "the same mirror once more"
    column.update(shows("r3", y=90), 4)
    assert labels(column) == [None, "r1", "r2", "r3"]
    assert column.cards[-1].serial == 4


@pytest.mark.parametrize("end", [0, 2])
def test_a_card_whose_end_a_thing_hides_is_no_second_one_like_it(
    column: ColumnMemory, end: int
) -> None:
    """The thing's edge is taken for the card's; one that was laid on it lies elsewhere as whole."""
    column.update(shows("y4"), 0)
    cut = shows("y4")
    assert cut.corners is not None
    corners = cut.corners.copy()
    corners[end] += (-8.1, 1.1)
    corners[(end + 1) % 4] += (-2.0, 0.5)
    column.update(replace(cut, corners=corners), 1)
    assert labels(column) == ["y4"]
    column.update(shows("y4", y=60, x=36), 2)
    assert labels(column) == ["y4", "y4"]


def test_a_card_that_shows_again_after_the_edge_of_a_cup_round_it_is_no_second_one(
    column: ColumnMemory,
) -> None:
    column.update(shows("r2"), 0)
    column.update(shows("b1", y=56, unread=True), 1)
    assert labels(column) == ["r2", None]
    column.update(shows("r2", y=53), 2)
    assert [(card.serial, card.label) for card in column.cards] == [(1, "r2")]


def test_a_card_that_was_pushed_a_little_is_the_same_and_the_next_one_like_it_is_not(
    column: ColumnMemory,
) -> None:
    column.update(shows("r1", y=50), 0)
    column.update(shows("r1", x=44, y=54), 1)
    assert [card.serial for card in column.cards] == [1]
    column.update(shows("r1", x=44, y=64), 2)
    assert [card.serial for card in column.cards] == [1, 2]


# -------------------------------------------------------------------------------------- discards


def test_discards_that_were_covered_later_are_kept(heap: HeapMemory) -> None:
    heap.update([shows("r1")], 0)
    heap.update([shows("g4", x=60)], 1)
    heap.update([], 2)
    assert labels(heap) == ["r1", "g4"]


def test_like_cards_in_two_places_are_two(heap: HeapMemory) -> None:
    heap.update([shows("r1"), shows("r1", x=110)], 0)
    assert labels(heap) == ["r1", "r1"]


def test_a_like_card_where_one_lay_is_the_same(heap: HeapMemory) -> None:
    heap.update([shows("r1")], 0)
    heap.update([shows("r1", x=42)], 1)
    heap.update([shows("r1", degrees=180)], 2)
    assert labels(heap) == ["r1"]


def test_a_like_card_where_one_was_buried_is_new(heap: HeapMemory) -> None:
    heap.update([shows("g1", x=60)], 0)
    heap.update([shows("w1", x=90)], 1)
    heap.update([shows("g1", x=62)], 2)
    assert labels(heap) == ["g1", "w1", "g1"]


def test_a_card_is_gone_when_what_it_covered_shows_again(heap: HeapMemory) -> None:
    heap.update([shows("g1", x=60)], 0)
    heap.update([shows("w1", x=90)], 1)
    heap.update([shows("b3", x=120)], 2)
    right = told(is_gone=lambda corners: bool(corners[:, 0].mean() > 100))
    heap.update([shows("g1", x=60.5)], 3, right)
    assert labels(heap) == ["g1"]


def test_a_card_is_gone_when_bare_paper_shows_where_it_lay(heap: HeapMemory) -> None:
    heap.update([shows("g1", x=60)], 0)
    heap.update([], 1)
    assert labels(heap) == ["g1"], "it may be behind a hand"
    heap.update([], 2, told(is_gone=lambda _: True))
    assert labels(heap) == []


def test_a_card_that_another_only_brushes_is_still_the_same(heap: HeapMemory) -> None:
    heap.update([shows("g1", x=60)], 0)
    heap.update([shows("g1", x=60), shows("w1", x=118)], 1)
    heap.update([shows("g1", x=60), shows("w1", x=118)], 2)
    assert labels(heap) == ["g1", "w1"]


def test_another_card_where_one_lay_is_new(heap: HeapMemory) -> None:
    heap.update([shows("r1")], 0)
    heap.update([shows("b2")], 1)
    assert labels(heap) == ["r1", "b2"]


def test_a_discard_that_nobody_can_name_is_kept_and_named_later(heap: HeapMemory) -> None:
    heap.update([shows("r1"), shows("b2", x=110, unread=True)], 0)
    assert labels(heap) == ["r1", None]
    assert heap.cards[1].candidates == ("b2", "b1")
    heap.update([shows("b2", x=110, unread=True)], 1)
    heap.update([shows("b2", x=111)], 2)
    assert [(card.label, card.serial) for card in heap.cards] == [("r1", 1), ("b2", 2)]


def test_a_discard_that_cannot_be_read_any_more_is_no_new_one(heap: HeapMemory) -> None:
    heap.update([shows("r1")], 0)
    heap.update([shows("r1", unread=True)], 1)
    assert labels(heap) == ["r1"]


def test_a_heap_that_is_tidied_up_for_ever_does_not_grow_for_ever(heap: HeapMemory) -> None:
    """Cards come to lie over one another again and again, and one beside them lies still."""
    heap.update([shows("w1", x=300)], 0)
    (still,), newest = heap.cards, ""
    for t in range(2 * MOST_DISCARDS):
        newest = f"{'rygbw'[t % 5]}{1 + t // 5 % 5}"
        heap.update([shows(newest, x=6 * (t % 21)), shows("w1", x=300)], t)
        assert len(heap.cards) <= MOST_DISCARDS
    assert len(heap.cards) == MOST_DISCARDS
    assert still in heap.cards
    assert labels(heap)[-1] == newest


@pytest.mark.parametrize("before", [True, False])
def test_an_outline_beside_a_card_that_is_read_now_was_none_where_it_looks_as_before_it(
    heap: HeapMemory, before: bool
) -> None:
    """The edge of an arm and those of the card made one; a card would show beside the other."""
    heap.update([shows("r1")], 0)
    heap.update([shows("r1"), shows("g2", x=100, unread=True)], 1)
    asked = []

    def is_as_until(corners: Points, others: object, when: float) -> bool:
        asked.append((round(corners[:, 0].mean()), when))
        return before

    heap.update([shows("r1"), shows("g2", x=88)], 2, told(is_as_until=is_as_until))
    assert asked == [(100, 1)]
    assert labels(heap) == (["r1", "g2"] if before else ["r1", None, "g2"])


@pytest.mark.parametrize("same", [True, False])
def test_an_outline_that_was_measured_aside_gets_the_name_of_the_card_that_showed_there(
    heap: HeapMemory, same: bool
) -> None:
    """What shows otherwise than it did was laid on whatever had that outline."""
    heap.update([shows("g2", x=100, y=50, unread=True)], 1)
    asked = []

    def is_as_since(spot: Points, when: float) -> bool:
        asked.append((round(spot[:, 0].mean()), when))
        return same

    heap.update([shows("g2", x=100, y=56)], 2, told(is_as_since=is_as_since))
    assert asked == [(100, 1)]
    assert labels(heap) == (["g2"] if same else [None, "g2"])


def test_where_no_discard_lies_under_another_the_oldest_is_forgotten(heap: HeapMemory) -> None:
    for nth in range(MOST_DISCARDS + 2):
        heap.update([shows("r1", x=70 * nth)], nth)
    assert [card.serial for card in heap.cards] == list(range(3, MOST_DISCARDS + 3))


def test_numbers_rise_over_all_piles() -> None:
    serials = Serials()
    column, heap = ColumnMemory(serials), HeapMemory(serials)
    column.update(shows("r1"), 0)
    heap.update([shows("g1")], 1)
    column.update(shows("r2", y=60), 2)
    assert [card.serial for card in (*column.cards, *heap.cards)] == [1, 3, 2]


@pytest.mark.parametrize(("x", "y", "lies"), [(32, 47, 1), (32, 60, 2), (90, 47, 2)])
def test_an_outline_over_a_firework_but_higher_up_is_no_card_laid_on_it(
    column: ColumnMemory, x: float, y: float, lies: int
) -> None:
    """The edge of a book that was laid across; the next card lies farther down, or beside it."""
    column.update(shows("r1"), 0)
    assert column.update(shows("g2", x=x, y=y, unread=True), 1) is (lies == 2)
    assert len(column.cards) == lies


@pytest.mark.parametrize(
    ("x", "y", "names"),
    [(40, 59, ["r1", "g2"]), (40, 66, ["r1", None, "g2"]), (58, 59, ["r1", None, "g2"])],
)
def test_a_card_of_which_a_book_hid_one_side_has_one_name_once_it_lies_open(
    column: ColumnMemory, x: float, y: float, names: list[str | None]
) -> None:
    """Unless it lies farther down, as what was laid on it would, or somewhere else."""
    column.update(shows("r1"), 0)
    column.update(shows("g2", x=47, y=61, unread=True), 1)
    column.update(shows("g2", x=x, y=y), 2)
    assert [card.label for card in column.cards] == names


@pytest.mark.parametrize(
    ("x", "y", "lies"), [(46, 50, 1), (40, 56, 1), (36, 56, 1), (40, 59, 2), (52, 51, 2)]
)
def test_a_card_that_cannot_be_read_is_no_second_one_where_a_stripe_of_sun_moved_its_edges(
    column: ColumnMemory, x: float, y: float, lies: int
) -> None:
    """Unless it lies farther down, as what was laid on it would, or somewhere else."""
    column.update(shows("g2", unread=True), 1)
    assert column.update(shows("g2", x=x, y=y, unread=True), 2)
    assert len(column.cards) == lies
    assert column.unsure is (lies == 1), "another one may lie on it all the same"


# ----------------------------------------------------------------------------------------- racks


def test_a_slot_counts_every_card_that_comes_and_goes() -> None:
    slot = SlotMemory()
    seen = []
    for sight in (shows("r1"), shows("r1"), EMPTY, shows("r1"), shows("g2"), BACK):
        slot.update(sight)
        assert slot.shown is not None
        seen.append((slot.shown.sight.value, slot.shown.label, slot.shown.serial))
    assert seen == [
        ("face", "r1", 1),
        ("face", "r1", 1),
        ("empty", None, 2),
        ("face", "r1", 3),
        ("face", "g2", 4),
        ("back", None, 5),
    ]


def test_a_hand_before_a_rack_changes_nothing_and_is_told() -> None:
    slot = SlotMemory()
    seen = []
    for sight in (COVERED, shows("r1"), COVERED, shows("r1")):
        slot.update(sight)
        shown = slot.shown
        seen.append(shown and (shown.sight.value, shown.label, shown.serial, shown.covered))
    assert seen == [
        ("covered", None, 0, True),
        ("face", "r1", 1, False),
        ("face", "r1", 1, True),
        ("face", "r1", 1, False),
    ]


def test_of_cards_that_nobody_can_name_the_print_tells_whether_one_was_exchanged() -> None:
    slot = SlotMemory()
    slot.update(shows("r1", unread=True))
    assert slot.shown is not None
    slot.update(shows("r1", unread=True, x=43), apart=0.1)
    assert slot.shown.serial == 1
    slot.update(shows("b2", unread=True), apart=0.8)
    assert slot.shown.serial == 2


def test_a_card_that_a_sleeve_was_taken_for_is_the_same_once_the_arm_has_gone() -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    slot.update(shows("b2", unread=True), apart=0.8)
    assert slot.shown is not None
    assert slot.shown.serial == 2
    slot.update(shows("r1"), apart=0.8)
    assert (slot.shown.label, slot.shown.serial) == ("r1", 1)
    slot.update(shows("b2", unread=True), apart=0.8)
    slot.update(shows("g2"), apart=0.8)
    assert slot.shown.label == "g2"
    another = slot.shown.serial
    assert another > 2, "another card has come there"
    slot.update(shows("b2", unread=True), apart=0.8)
    slot.update(shows("g2", x=45), apart=0.8)
    assert slot.shown.serial > another, "it stands otherwise, so it was taken out"


def test_a_card_that_can_be_read_at_last_is_no_other_one() -> None:
    slot = SlotMemory()
    slot.update(shows("r1", unread=True))
    assert slot.shown is not None
    slot.update(shows("r1"), apart=0.1)
    assert (slot.shown.label, slot.shown.serial) == ("r1", 1)


def test_a_card_exchanged_for_its_twin_stands_a_little_differently() -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    slot.update(shows("r1", x=40.8))
    assert slot.shown is not None
    assert slot.shown.serial == 1
    slot.update(shows("r1", x=42.5, degrees=1))
    assert slot.shown.serial == 2


def test_a_card_that_creeps_is_the_same_only_within_limits() -> None:
    """Small steps do not add up to nothing: the place is that of the last change."""
    slot = SlotMemory()
    for step in range(5):
        slot.update(shows("r1", x=40 + 0.6 * step))
    assert slot.shown is not None
    assert slot.shown.serial == 2


def test_a_card_that_came_does_not_come_once_more_from_where_the_one_before_it_stood() -> None:
    """What is read there had changed at another place than the card that stood there last."""
    slot = SlotMemory()
    slot.update(shows("r1"))
    slot.update(shows("b1", x=41.4))
    assert counted(slot) == (0, 2)
    slot.update(shows("b1", x=42))
    assert counted(slot) == (1, 2), "it stands otherwise than the first"
    slot.update(shows("b1", x=43.2))
    assert counted(slot) == (1, 2)


def panel(degrees: float, x: float = -150.0) -> Plane:
    """A rack's panel 700 mm away that leans back by ``degrees``, its left end at ``x``."""
    lean = np.radians(degrees)
    turn = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    return Plane(Lens.guess(2304, 1296, 1000.0), turn, np.array([x, -45.0, 700.0]))


def at(corners: Points) -> PlaceSight:
    """A red 1 at ``corners``."""
    return PlaceSight(Sight.FACE, Sighting("r1", False, 0.9, 1.0, (), corners), corners)


def counted(slot: SlotMemory) -> tuple[int, int]:
    assert slot.shown is not None
    return slot.shown.filled, slot.shown.serial


def test_a_card_stays_though_its_rack_is_measured_better() -> None:
    """The panel is found to lean otherwise; in the picture nothing has moved."""
    before, after = panel(50), panel(53)
    card = shows("r1", x=200)
    assert card.corners is not None
    seen_there = after.to_plane(before.to_pixels(card.corners))
    assert np.linalg.norm(seen_there - card.corners, axis=1).max() > 2 * STANDS_ANEW
    slot = SlotMemory()
    slot.update(card, panel=before)
    known = counted(slot)
    slot.update(at(seen_there), panel=after)
    slot.update(at(seen_there + 0.5), panel=after)
    assert counted(slot) == known


def test_a_card_stays_though_its_rack_is_pushed() -> None:
    """All of it has moved in the picture; on the panel it stands as it did."""
    slot = SlotMemory()
    slot.update(shows("r1"), panel=panel(50))
    known = counted(slot)
    slot.update(shows("r1"), panel=panel(50, x=-120))
    assert counted(slot) == known


@pytest.mark.parametrize("sway", [(0.0, 2.4), (0.0, -2.4), (1.7, 1.7), (2.4, 0.0)])
def test_a_card_stays_though_the_camera_sways_by_a_pixel_that_nobody_notices(
    sway: tuple[float, float],
) -> None:
    """The panel leans away: a pixel up or down is more than people move a card."""
    there = panel(73)
    card = shows("r1", x=200)
    assert card.corners is not None
    seen = there.to_plane(there.to_pixels(card.corners) + np.array(sway))
    assert np.linalg.norm(seen - card.corners, axis=1).max() > STANDS_ANEW
    slot = SlotMemory()
    slot.update(card, panel=there)
    known = counted(slot)
    for corners in (seen, card.corners, seen):
        slot.update(at(corners), panel=there)
    assert counted(slot) == known


def test_a_card_that_stands_otherwise_counts_once_no_arm_is_beside_it() -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    known = counted(slot)
    assert not slot.update(shows("r1", x=44), beside_arm=True)
    assert slot.update(shows("r1"), beside_arm=True)
    assert counted(slot) == known, "it was measured badly beside the arm"
    assert slot.update(shows("r1", x=44))
    assert counted(slot) == (known[0] + 1, known[1] + 1)


def test_while_nobody_knows_how_the_camera_stands_no_card_came_or_stands_otherwise() -> None:
    slot = SlotMemory()
    assert not slot.update(shows("r1"), unsteady=True)
    assert slot.shown is None
    slot.update(shows("r1"))
    known = counted(slot)
    assert not slot.update(shows("r1", x=44), unsteady=True)
    assert slot.update(shows("r1"), unsteady=True)
    assert counted(slot) == known
    assert slot.update(EMPTY, unsteady=True), "a card that has left is gone wherever it stood"


@pytest.mark.parametrize("edge", [(0, 1), (1, 2), (2, 3), (3, 0)])
@pytest.mark.parametrize("off", [2.5, -2.5])
def test_a_card_stays_though_one_of_its_edges_was_measured_badly(
    edge: tuple[int, int], off: float
) -> None:
    """A card is stiff: an edge that moves alone is a shadow, or the one that was seen first was."""
    card = shows("r1").corners
    assert card is not None
    badly = card.copy()
    badly[[*edge]] += off * (np.array([0, 1]) if edge in ((0, 1), (2, 3)) else np.array([1, 0]))
    for first, then in ((badly, card), (card, badly)):
        slot = SlotMemory()
        slot.update(at(first))
        known = counted(slot)
        slot.update(at(then))
        assert counted(slot) == known


@pytest.mark.parametrize(
    ("x", "y", "degrees"), [(42.5, 50, 0), (37.5, 50, 0), (40, 53, 0), (40, 50, 3), (40, 50, 182.5)]
)
def test_a_card_that_moves_with_all_its_edges_stands_otherwise(
    x: float, y: float, degrees: float
) -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    known = counted(slot)
    slot.update(shows("r1", x=x, y=y, degrees=degrees))
    assert counted(slot) == (known[0] + 1, known[1] + 1)


def test_a_slot_that_is_emptied_or_filled_counts_at_once_also_beside_an_arm() -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    filled, _ = counted(slot)
    for nth, sight in enumerate((EMPTY, shows("r1", x=44), EMPTY)):
        assert slot.update(sight, beside_arm=True)
        assert counted(slot)[0] == filled + nth + 1


@pytest.mark.parametrize("offset", [3.0, -3.0])
def test_a_card_exchanged_for_its_twin_is_noticed_where_the_rack_was_measured_anew(
    offset: float,
) -> None:
    before, after = panel(50), panel(53, x=-140)
    card = shows("r1", x=200)
    assert card.corners is not None
    there = after.to_plane(before.to_pixels(card.corners))
    aside = np.array([offset, 0.0])
    at_once, later = SlotMemory(), SlotMemory()
    for slot in (at_once, later):
        slot.update(card, panel=before)
    known = counted(at_once)
    at_once.update(at(there + aside), panel=after)
    later.update(at(there), panel=after)
    later.update(card, panel=after)  # where the old measure had it: elsewhere by the new one
    for slot in (at_once, later):
        assert counted(slot) == (known[0] + 1, known[1] + 1)


def test_corners_are_compared_whichever_way_up() -> None:
    one, other = shows("r1"), shows("r1", degrees=180)
    assert one.corners is not None
    assert other.corners is not None
    assert np.allclose(np.roll(one.corners, 2, axis=0), other.corners)


def test_a_slot_with_a_card_that_is_not_sure_says_what_it_may_be() -> None:
    slot = SlotMemory()
    slot.update(shows("r1", unread=True))
    assert slot.shown is not None
    assert (slot.shown.label, slot.shown.candidates) == (None, ("r1", "b1"))
    slot.update(shows("r1"))
    assert slot.shown.candidates == ()


def test_a_card_laid_exactly_over_its_twin_takes_nothing_away_that_still_shows_beside_it(
    heap: HeapMemory,
) -> None:
    heap.update([shows("r4", x=100)], 1)
    heap.update([shows("g2", x=60)], 2)
    heap.update([shows("r4", x=100.5)], 3, told(has_changed=lambda *_: False))
    assert labels(heap) == ["r4", "g2", "r4"]


def test_a_card_that_shows_beside_the_one_over_it_is_no_new_one(heap: HeapMemory) -> None:
    """Both can be named: neither is laid anew each time that somebody looks."""
    spots: list[tuple[float, float]] = []

    def is_as_since(spot: Points, t: float) -> bool:
        spots.append((float(np.ptp(spot[:, 0])), t))
        return True

    heap.update([shows("y1", x=60)], 1)
    both = [shows("r1", x=86), shows("y1", x=60)]
    heap.update(both, 2, told(has_changed=lambda *_: False))
    for t in (3, 4, 5):
        heap.update(both, t, told(has_changed=lambda *_: False, is_as_since=is_as_since))
    assert [(card.label, card.serial) for card in heap.cards] == [("y1", 1), ("r1", 2)]
    width, since = spots[0]
    assert (round(width), since) == (37, 2), "what the red card hides, since it was laid"
    heap.update(both, 6, told(has_changed=lambda *_: False))
    assert labels(heap) == ["y1", "r1", "y1"], "another print there: its twin was laid over it"


def test_a_spot_shows_the_same_print_also_in_a_shadow() -> None:
    chance = np.random.default_rng(3)
    one, other = (chance.uniform(0, 1, (40, 60, 3)).astype(np.float32) for _ in "12")
    spot = card_corners((30, 20), (20, 30), 0)
    assert shows_the_same(one + 0.02, one, spot)
    assert shows_the_same(one * 0.6, one, spot), "a shadow"
    assert not shows_the_same(other, one, spot)
    half = one.copy()
    half[:, 30:] = other[:, 30:]
    assert not shows_the_same(half, one, spot)
    assert shows_the_same(half, one, card_corners((10, 20), (20, 30), 0)), "beside it"


def test_where_a_card_below_shows_again_those_over_it_were_taken_away(heap: HeapMemory) -> None:
    heap.update([shows("r4", x=100)], 1)
    heap.update([shows("g2", x=60)], 2)
    heap.update([shows("r4", x=100.5)], 3)
    assert labels(heap) == ["r4"]


def test_only_what_shows_beside_others_says_whether_a_card_was_taken_away() -> None:
    card, over, far = (card_corners((x, 20), (25, 35), 0) for x in (20, 30, 21))
    changed = np.zeros((40, 60), dtype=np.float32)
    changed[:, 18:] = 1.0
    assert not changed_beside(changed, card, [over]), "what changed is the other card"
    assert changed_beside(changed, card, []), "nothing lies over it"
    assert changed_beside(changed, card, [far]), "so little shows that nobody can tell"


def test_a_place_looks_alike_beside_a_card_only_where_enough_of_it_is_beside() -> None:
    before, now = np.ones((40, 60, 3), np.float32), np.ones((40, 60, 3), np.float32)
    now[5:35, 10:30] = 0.2
    place, card, whole = (rectangle(x, 5, 20, 30) for x in (17, 10, 17))
    assert alike_beside(now, before, place, [card])
    assert not alike_beside(now, before, place, []), "the other card shows there"
    assert not alike_beside(now, before, place, [card, whole]), "nothing is beside"
    now[10:15, 32:36] = 0.5
    assert not alike_beside(now, before, place, [card])


def test_a_card_under_others_rests_as_long_as_nothing_stirs_where_it_lies(heap: HeapMemory) -> None:
    heap.update([shows("r1", x=40)], 1)
    heap.update([shows("y1", x=66)], 2, told(is_stirred=lambda *_: False))
    assert heap.resting == {1, 2}
    heap.update([shows("r1", x=144)], 3, told(is_stirred=lambda *_: True))
    assert labels(heap) == ["r1", "y1", "r1"]
    assert heap.resting == {3}, "both others may lie elsewhere now"
    heap.update([shows("y1", x=66), shows("r1", x=144)], 4, told(is_stirred=lambda *_: False))
    assert heap.resting == {2, 3}, "one shows again, of the one below nobody knows"


def test_a_card_right_over_its_like_may_be_that_very_card(heap: HeapMemory) -> None:
    """It may have been drawn from under another and laid down at its old place again."""
    heap.update([shows("r1", x=40)], 1)
    heap.update([shows("y1", x=66)], 2, told(is_stirred=lambda *_: False))
    heap.update([shows("g1", x=40)], 3, told(is_stirred=lambda *_: None))
    assert heap.resting == {1, 2, 3}, "another face right over it hides it"
    heap.update([shows("r1", x=43)], 4, told(is_stirred=lambda *_: None))
    assert heap.resting == {2, 3, 4}


def test_a_card_that_was_laid_down_near_its_old_place_twice_lies_there_once(
    heap: HeapMemory,
) -> None:
    """It shows where it lay the first time as well as the second: only the newest is sure."""
    heap.update([shows("y1", x=40)], 1)
    heap.update([shows("y1", x=46)], 2)
    assert heap.resting == {2}
    again = told(is_stirred=lambda *_: False, is_as_since=lambda *_: True)
    heap.update([shows("y1", x=43)], 3, again)
    assert heap.resting == {2}


def test_a_card_taken_from_between_others_of_a_row_does_not_surely_lie_there(
    heap: HeapMemory,
) -> None:
    """What lay below it comes to light, and the next card of the row hides the rest."""
    heap.update([shows("r2", x=40)], 1)
    heap.update([shows("r1", x=66)], 2, told(is_stirred=lambda *_: False))
    heap.update([shows("b5", x=92)], 3, told(is_stirred=lambda *_: False))
    assert heap.resting == {1, 2, 3}
    heap.update([shows("r2", x=40.5), shows("b5", x=92)], 4, told(is_stirred=lambda *_: False))
    assert 2 not in heap.resting
    assert 3 in heap.resting


def test_whether_a_place_was_stirred_shows_beside_the_cards_laid_since() -> None:
    changed = np.zeros((101, 250), dtype=np.float32)
    place, over = card_corners((40, 50), (63, 88), 0), card_corners((66, 50), (63, 88), 0)
    changed[:, 35:] = 1
    assert stirred_beside(changed, place, [over]) is False
    assert stirred_beside(changed, place, [])
    changed[20:60, :30] = 1
    assert stirred_beside(changed, place, [over])
    assert stirred_beside(changed, place, [card_corners((44, 50), (63, 88), 0)]) is None


def test_what_is_done_behind_a_hand_before_a_slot_may_have_touched_it() -> None:
    slot = SlotMemory()
    slot.update(shows("r1"))
    assert slot.shown is not None
    before = slot.shown.touched
    slot.update(COVERED)
    slot.update(shows("r1"))
    assert slot.shown.touched > before
