"""What children, cheats and two people at once tap that they should not; see ``test_misdeeds``.

Written from the rulebooks before anybody looked at what passes.
"""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.web.misdeeds import Evening, Expect, Misdeed, Misdeeds, expected

MISDEEDS = misdeed = Misdeeds()


@misdeed("a clue is logged for a seat that is not to move", Expect.REFUSED, "somebody else's turn")
def _(table: Evening) -> TestResponse:
    return table.tap(2, "clue", giver=1, target=0, value=1)


@misdeed("whoever is not asked says no", Expect.REFUSED, "nobody is waiting for a yes")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(2, "undo").status_code == 200
    return table.tap(1, "agree", granted=False)


@misdeed("a yes comes after another turn was taken meanwhile", Expect.REFUSED, "nobody is waiting")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(2, "undo").status_code == 200
    table.lays("y1")
    answer = table.tap(0, "agree", granted=True)
    assert [turn["seat"] for turn in table.log] == [0, 1], "nobody has agreed to lose the second"
    return answer


@misdeed("two people propose two things at once", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(2, "undo").status_code == 200
    return table.tap(1, "correct", correction={"kind": "never", "turn": 1})


@misdeed("a card is named for a seat where nobody sits", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "identify", seat=4, slot=0, card="r1")


@misdeed("a laid card is put right to one that is all used up", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    for label in ("r1", "r1", "r1", "b1"):
        table.lays(label)
    return table.tap(0, "correct", correction={"kind": "face", "turn": 4, "card": "r1"})


@misdeed("a turn is put right that was never taken", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(0, "correct", correction={"kind": "never", "turn": 99})


@misdeed("a clue is put right to one at its own giver", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.clues(1)
    deed = {"kind": "clue", "target": 0, "value": 3}
    return table.tap(0, "correct", correction={"kind": "instead", "turn": 1, "deed": deed})


@misdeed("somebody who has seen a hand sits down behind it", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.phones[1].post("join", seat=0)


@misdeed("another says which card was laid", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    """It lies open: whoever is nearer reads it."""
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    answer = table.tap(1, "answer", card="r1")
    assert len(table.log) == 1
    return answer


@misdeed("two people name a laid card one after the other", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(1, "answer", card="b1")


@misdeed("a colour is named twice before the card is laid", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "name", seat=0, colour="b").status_code == 200
    named = table.tap(0, "name", seat=0, colour="r")
    table.lays("r1")
    assert table.game["strikes"][0] == 0, "the last word counts"
    return named


@misdeed("a colour is named wrongly and the card would have fitted", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    named = table.tap(0, "name", seat=0, colour="b")
    table.lays("r1")
    assert table.game["strikes"][0] == 1
    return named


@misdeed("a colour is named and a clue given", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    """It was named for no card of the next seat."""
    named = table.tap(0, "name", seat=0, colour="b")
    table.clues(1)
    table.lays("r1")
    assert table.game["strikes"][0] == 0
    return named


@misdeed("a tile's clue says nothing", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(1, "tile", seat=1, tile="colour_clue")


@misdeed("a tile's clue is about oneself", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(1, "tile", seat=1, tile="colour_clue", target=1, colour="r")


@misdeed("a tile for a colour tells a value", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    return table.tap(1, "tile", seat=1, tile="colour_clue", target=0, value=1)


@misdeed("the tile is turned twice", Expect.REFUSED, "award tile")
def _(table: Evening) -> TestResponse:
    table.earns_a_tile()
    assert table.tap(1, "tile", seat=1, tile="clue_token").status_code == 200
    return table.tap(1, "tile", seat=1, tile="clue_token")


@misdeed("a turn is done again after another one was taken", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    assert table.tap(0, "undo").status_code == 200
    table.clues(1)
    return table.tap(0, "redo")


@misdeed("something is taken back before anything was done", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "undo")


@misdeed("one card is pointed at twice", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    pointed = table.tap(0, "clue", target=1, colour="r", pointed=[0, 0])
    table.lays("r2", "discards")
    assert "was pointed at" not in table.news
    return pointed


@misdeed("a clue points at nothing", Expect.REFUSED, "points at no card")
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, colour="r", pointed=[])


@misdeed("a card of a suit that is not in this game is seen", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "identify", seat=1, slot=0, card="m1")


@misdeed("a tap comes from a view that never was", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=1, version=10**9)


@misdeed("a slot is negative", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "lay", seat=0, slot=-1, pile="fireworks")


@misdeed("a slot is a truth", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "lay", seat=0, slot=True, pile="fireworks")


@misdeed("a value is a fraction", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=1.5)


@misdeed("a clue has a colour and a value", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    return table.tap(0, "clue", target=1, value=1, colour="r")


@misdeed("somebody passes his turn", Expect.REFUSED)  # 000:40: one of three, and no other
def _(table: Evening) -> TestResponse:
    return table.tap(0, "pass", seat=0, slot=0)


@misdeed("a key is used for a second tap that is another one", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "clue", target=1, value=1, key="once").status_code == 200
    table.clues(2)
    table.clues(0)
    return table.tap(0, "clue", target=2, value=2, key="once")


@misdeed("one goes on tapping after the third fuse", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    for label in ("r5", "y5", "g5"):
        table.lays(label)
    return table.tap(0, "clue", target=1, value=1)


@misdeed("the one who is asked says yes twice", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    table.lays("y1")
    assert table.tap(2, "undo").status_code == 200
    assert table.tap(1, "agree", granted=True).status_code == 200
    return table.tap(1, "agree", granted=True)


# ------------------------------------------------------------------------------------ what is held


@pytest.mark.parametrize("one", MISDEEDS, ids=lambda one: one.name)
def test_nothing_that_beginners_tap_passes_silently(evening: Evening, one: Misdeed) -> None:
    expected(evening, one)


def test_there_are_thirty_of_them() -> None:
    assert len({one.name for one in MISDEEDS}) == len(MISDEEDS) >= 30
