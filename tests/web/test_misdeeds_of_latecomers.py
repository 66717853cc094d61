"""What people tap late, twice, half or about turns that have gone by; see ``test_misdeeds``.

Each outcome was written down from the rulebooks before any of them was tapped.
"""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.web.misdeeds import Evening, Expect, Misdeed, Misdeeds, expected

MISDEEDS = misdeed = Misdeeds()


def is_lost(table: Evening) -> None:
    """Three cards miss, so the game is over."""
    for label in ("r5", "y5", "g5"):
        table.lays(label)


@misdeed("a clue is given after the third misplay", Expect.REFUSED, "over")
def _(table: Evening) -> TestResponse:
    is_lost(table)
    return table.tap(0, "clue", target=1, value=1)


@misdeed("a card is laid after the third misplay", Expect.REFUSED, "over")
def _(table: Evening) -> TestResponse:
    is_lost(table)
    return table.tap(0, "lay", seat=0, slot=0, pile="fireworks")


@misdeed("a neighbour takes the third misplay of another back", Expect.ASKED, asks=(2,))
def _(table: Evening) -> TestResponse:
    is_lost(table)
    return table.tap(0, "undo")


# Expected to be refused; but it points at the right card, whoever counts.
@misdeed("a slot is pointed at twice", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    table.named(1, "r1", "y2", "g3", "b4", "w5")
    told = table.tap(0, "clue", target=1, value=1, pointed=[0, 0])
    assert table.log[-1]["touched"] == [0]
    return told


@misdeed("a clue has a number that is true and no number", Expect.REFUSED, "value")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=True)


@misdeed("a clue names black", Expect.REFUSED, "cannot be named")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, colour="k")


@misdeed(
    "a tile returns a card and does not say which", Expect.REFUSED, "not what the award tile brings"
)
def _(table: Evening) -> TestResponse:
    table.clues(1)
    table.lays("w4", "discards")
    for rank in range(1, 6):
        table.lays(f"r{rank}")
    seat = table.log[-1]["seat"]
    return table.tap(seat, "tile", seat=seat, tile="return")


@misdeed("a tile lays a card on its firework that does not fit there", Expect.REFUSED, "next")
def _(table: Evening) -> TestResponse:
    table.clues(1)
    table.lays("w4", "discards")
    for rank in range(1, 6):
        table.lays(f"r{rank}")
    seat = table.log[-1]["seat"]
    return table.tap(seat, "tile", seat=seat, tile="rescue", card="w4")


@misdeed("a tile mends a fuse that was never burnt", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    """It brings the token alone, and there is no fuse above the three."""
    table.earns_a_tile()
    told = table.tap(1, "tile", seat=1, tile="mended_fuse")
    assert table.game["strikes"][0] == 0
    return told


# Expected to be refused; whoever loses his turn by it is told so, and may agree.
@misdeed("a turn is put right so that a later one breaks a rule", Expect.ASKED, asks=(1,))
def _(table: Evening) -> TestResponse:
    """Without the clue all tokens were there, and nobody could have discarded."""
    table.clues(1)
    table.lays("r1", "discards")
    return table.tap(0, "correct", correction={"kind": "never", "turn": 1})


@misdeed("one's own misplay is made one that fits, against what lies there", Expect.TOLD)
def _(table: Evening) -> TestResponse:
    table.lays("r5")
    return table.tap(0, "correct", correction={"kind": "face", "turn": 1, "card": "r1"})


@misdeed("a card is put in its place twice", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "arrange", order=[0, 0, 1, 2, 3])


@misdeed("another puts a hand into order", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(1, "arrange", seat=0, order=[4, 3, 2, 1, 0])


@misdeed("a clue is tapped for the seat that has just laid a card", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(1, "clue", giver=0, target=2, value=1)


@misdeed("a hand is laid down by one while the others still think", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(1, "lay-down")


@pytest.mark.parametrize("one", MISDEEDS, ids=lambda one: one.name)
def test_nothing_that_is_tapped_late_passes_silently(evening: Evening, one: Misdeed) -> None:
    expected(evening, one)
