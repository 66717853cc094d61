"""The panel's board: every lamp and button reaches its pin, and no copper touches another's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.language.languages import language
from companion.panel.header import GROUND, PLACES
from companion.panel.panel import Press
from companion.panel.wiring import HEADER, Wiring
from companion.paper.board import (
    HOLE,
    VIA,
    Board,
    BoardPoint,
    Copper,
    panel_board,
)
from companion.paper.kicad import to_kicad

CLEARANCE = 0.2
"""Millimetres, the least distance of copper that nothing joins: every board maker can do that."""

Shape = tuple[str, Copper | None, BoardPoint, BoardPoint, float]
"""Net, layer (None: both), two ends, and half the width."""


def shapes(board: Board) -> Iterator[Shape]:
    for part in board.parts:
        for pad in part.pads:
            # A square reaches farther in its corners.
            reach = pad.size / 2 * (2**0.5 if pad.square else 1)
            yield pad.net or f"{part.reference}.{pad.name}", None, pad.at, pad.at, reach
    for via in board.vias:
        yield via.net, None, via.at, via.at, VIA / 2
    for track in board.tracks:
        yield track.net, track.layer, track.start, track.end, track.width / 2


def distance(one: Shape, other: Shape) -> float:
    """Return how far two shapes are from each other; negative where they overlap."""
    (_, _, a, b, r), (_, _, c, d, q) = one, other
    if _cross(a, b, c, d):
        return -r - q
    nearest = min(_to(a, c, d), _to(b, c, d), _to(c, a, b), _to(d, a, b))
    return nearest - r - q


def _to(spot: BoardPoint, start: BoardPoint, end: BoardPoint) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    square = along[0] ** 2 + along[1] ** 2
    share = 0.0
    if square:
        share = ((spot[0] - start[0]) * along[0] + (spot[1] - start[1]) * along[1]) / square
    share = max(0.0, min(1.0, share))
    return hypot(spot[0] - start[0] - share * along[0], spot[1] - start[1] - share * along[1])


def _cross(a: BoardPoint, b: BoardPoint, c: BoardPoint, d: BoardPoint) -> bool:
    def side(p: BoardPoint, q: BoardPoint, r: BoardPoint) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def on_one_layer(one: Shape, other: Shape) -> bool:
    return one[1] is None or other[1] is None or one[1] is other[1]


def check(board: Board) -> None:
    """Hold a board against what a maker's machine checks."""
    copper = list(shapes(board))
    joined = {shape: shape for shape in copper}

    def root(shape: Shape) -> Shape:
        while joined[shape] is not shape:
            shape = joined[shape]
        return shape

    for one, other in combinations(copper, 2):
        if not on_one_layer(one, other):
            continue
        apart = distance(one, other)
        if one[0] != other[0]:
            assert apart >= CLEARANCE - 1e-9, (one, other, apart)
        elif apart < 0:
            joined[root(one)] = root(other)
    for net in {shape[0] for shape in copper}:
        assert len({root(shape) for shape in copper if shape[0] == net}) == 1, f"{net} is in pieces"
    for hole in board.holes:
        for shape in copper:
            assert _to(hole, shape[2], shape[3]) - shape[4] - HOLE / 2 >= CLEARANCE
    width, height = board.size
    for _, _, *ends, half in copper:
        for x, y in ends:
            assert half + 0.5 <= x <= width - half - 0.5
            assert half + 0.5 <= y <= height - half - 0.5


@pytest.mark.parametrize("wiring", [Wiring(), Wiring(buzzer=26)])
def test_the_board_of_the_usual_wiring_can_be_made(wiring: Wiring) -> None:
    check(panel_board(wiring, 470))


@given(st.permutations(list(HEADER)), st.sets(st.integers(0, 23)))
def test_a_board_of_any_wiring_can_be_made(pins: list[int], without: set[int]) -> None:
    given_out: list[int | None] = [None if n in without else pin for n, pin in enumerate(pins[:24])]
    buttons = dict(zip((press.value for press in Press), given_out[17:23], strict=True))
    check(
        panel_board(
            Wiring(
                tuple(given_out[:8]),
                tuple(given_out[8:11]),
                tuple(given_out[11:16]),
                given_out[16],
                buzzer=given_out[23],
                **buttons,
            ),
            470,
        )
    )


def test_each_lamp_and_button_is_on_its_pin_of_the_header() -> None:
    board = panel_board(Wiring(buzzer=26), 470)
    plug = next(part for part in board.parts if part.reference == "J1")
    nets = {int(pad.name): pad.net for pad in plug.pads}
    assert nets[PLACES[17]] == "GPIO17"
    assert [nets[place] for place in (6, 14, 20, 30, 34)] == [GROUND] * 5
    assert {nets[place] for place in (1, 2, 4, 17)} == {""}, "nothing is joined to 3V3 and 5V"
    kinds = [part.kind for part in board.parts]
    assert kinds.count("LED 5 mm") == kinds.count("470 ohms") == 17
    assert kinds.count("push button 6 mm") == 6


def test_a_straight_cable_joins_each_pin_with_its_like() -> None:
    """Seen from its parts, the plug has the order of a Raspberry Pi's pins, not its mirror."""
    plug = panel_board(Wiring(), 470).parts[-1]
    at = {int(pad.name): pad.at for pad in plug.pads}
    along = (at[3][0] - at[1][0], at[3][1] - at[1][1])
    across = (at[2][0] - at[1][0], at[2][1] - at[1][1])
    # On a Raspberry Pi with its header at the upper edge pin 1 is at the lower left, 2 above it, 3
    # right of it; with y down that turn is anticlockwise.
    assert along[0] * across[1] - along[1] * across[0] < 0
    assert abs(hypot(*along) - 2.54) < 1e-9 > abs(hypot(*across) - 2.54)


def test_labels_are_in_the_tables_language() -> None:
    said = to_kicad(panel_board(Wiring(), 470, language=language("pl")), "Panel")
    assert '"Gracz 5"' in said or '"Miejsce 5"' in said
    assert said.count("(") == said.count(")")
