"""A rack stands, hides its cards from their owner and none from the camera and the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tools.rack_sight import EYES as EYE_LEVEL
from tools.rack_sight import eyes_at, rack_at
from vision.printing.rack_form import RackForm, SectionPoint, off_axis
from vision.printing.racks import form
from vision.table.layout import load_layout

LAYOUT = load_layout()
FORM = form(LAYOUT)
EYES = [(FORM.behind + x, float(y)) for x in range(0, 151, 5) for y in range(300, 551, 10)]
"""An owner's eyes: up to 150 mm behind the rack, 300 to 550 mm above the table."""
SIZES = (70.0, 88.0, 100.0)
"""Heights of cards, millimetres."""
DECISION = Path(__file__).parents[3] / "docs/decisions/0026-a-hood-instead-of-a-steeper-rack.md"


def on_card(made: RackForm, height: float) -> Iterator[SectionPoint]:
    """Places on the front of a card, from its foot to its head, a sleeve's thickness before it."""
    foot, head = made.face(height)
    for step in range(41):
        share = step / 40
        x, y = (a + (b - a) * share for a, b in zip(foot, head, strict=True))
        yield x - 0.3, y


def seen_high(made: RackForm) -> float:
    """How high a card of 88 mm is in the picture of a camera 700 mm up, in focal lengths."""
    (foot, ground), (head, high) = made.face(88.0)
    return abs((head + 305.0) / (700.0 - high) - (foot + 305.0) / (700.0 - ground))


def seen_from_behind(made: RackForm) -> int:
    """From how many of the places of its owner's eyes anything of a card can be seen."""
    return sum(
        any(not made.hides(spot, eye) for size in SIZES for spot in on_card(made, size))
        for eye in EYES
    )


def test_whoever_leans_over_his_rack_sees_nothing_of_his_cards() -> None:
    assert seen_from_behind(FORM) == 0


def test_without_a_hood_he_would_and_a_steeper_panel_does_not_help() -> None:
    bare = replace(FORM, hood=0.0)
    assert seen_from_behind(bare) > len(EYES) / 2
    assert seen_from_behind(replace(bare, tilt=78.0)) > len(EYES) / 2


def test_what_the_decision_says_against_78_degrees_is_what_the_form_gives() -> None:
    steep = replace(FORM, tilt=78.0)
    of_100 = {
        made.tilt: round(100 * seen_from_behind(replace(made, hood=0.0)) / len(EYES))
        for made in (FORM, steep)
    }
    off = {
        made.tilt: round(off_axis(((0.0, 0.0), 180.0), (-305.0, 0.0, 700.0), made.tilt))
        for made in (FORM, steep)
    }
    lower = round(100 * (1 - seen_high(steep) / seen_high(FORM)))
    falls = [round(made.tipping(towards_middle=True)) for made in (FORM, steep)]
    back = round(FORM.tipping(towards_middle=False))
    said = " ".join(DECISION.read_text(encoding="utf-8").split())
    assert f"from {of_100[73.0]} of 100 of these places at 73 degrees" in said
    assert f"still from {of_100[78.0]} of 100 at 78" in said
    assert f"{lower} percent lower, {off[78.0]} degrees off its axis instead of {off[73.0]}" in said
    assert f"towards the middle at {falls[1]} gram-force instead of {falls[0]}" in said
    assert f"takes {falls[0]} gram-force towards the middle" in said
    assert f"and {back} towards its player" in said
    assert seen_from_behind(steep) == 0, "the hood alone does it"


@pytest.mark.parametrize("height", [650.0, 700.0, 850.0])
@pytest.mark.parametrize("distance", [290.0, 305.0, 330.0])
def test_the_hood_hides_no_card_from_the_camera(height: float, distance: float) -> None:
    for aside in (-25.0, 0.0, 25.0):  # set up carelessly: 10 mm of place, 15 mm of aim
        camera = (aside - distance, height)
        for size in SIZES:
            assert not any(FORM.hides(spot, camera) for spot in on_card(FORM, size))


def test_a_hood_that_leans_further_would_hide_cards_from_the_camera() -> None:
    far = replace(FORM, lean=30.0)
    assert any(far.hides(spot, (-290.0, 850.0)) for spot in on_card(far, 100.0))


def test_the_hood_hides_no_card_of_another_rack_from_its_owner() -> None:
    opposite = 2 * 305.0
    for x, y in EYES:
        for size in SIZES:
            foot, head = FORM.face(size)
            for spot in (foot, head):
                assert not FORM.hides((-opposite - spot[0], spot[1]), (x, y))


def test_the_owner_sees_the_mat_over_his_hood_while_he_sits_upright() -> None:
    long_side = -(305.0 - 297.0 / 2)
    assert not FORM.hides((long_side, 0.0), (FORM.behind + 100.0, 350.0))


@pytest.mark.parametrize("cards", [0, 5])
@pytest.mark.parametrize("towards_middle", [True, False])
def test_a_rack_stands_against_a_push_of_a_finger(towards_middle: bool, cards: int) -> None:
    # What tipped a rack without ballast, 12 gram-force, was too little: three times as much.
    assert FORM.tipping(towards_middle=towards_middle, cards=cards) >= 36


def test_without_ballast_it_falls_over_as_the_first_racks_did() -> None:
    first = replace(FORM, hood=0.0, ballast=0.0, heel=(0.0, 8.0))
    assert first.tipping(towards_middle=True) == pytest.approx(12, abs=2)
    assert first.mass() == pytest.approx(65, abs=8)


def test_five_cards_in_sleeves_have_room_in_it() -> None:
    rack = LAYOUT.rack(0)
    left, right = rack.slot_centre_x(0) - 33, rack.slot_centre_x(4) + 33
    assert right - left <= 5 * rack.slot_pitch + 0.01
    assert rack.slot_pitch >= 66  # 63 mm of card and 3 of its sleeve
    # The floor takes two cards in sleeves behind one another, as while one is exchanged.
    assert FORM.floor >= 2 * 1.0 + 0.5


def test_a_strip_fits_a_sheet_of_a3_with_an_edge_that_printers_leave_white() -> None:
    high = FORM.flap + FORM.height + FORM.floor + FORM.lip
    assert (FORM.width <= 420 - 2, high <= 297 - 10) == (True, True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_reads_everybody_elses_rack_and_nobody_his_own(seats: int) -> None:
    for looking in range(seats):
        eye = (*eyes_at(seats, looking), EYE_LEVEL)
        for seat in range(seats):
            angle = off_axis(rack_at(seats, seat), eye, FORM.tilt)
            if seat == looking:
                assert angle > 75, seat
            else:
                assert angle < 75, (looking, seat)
