"""What guests tap who have only half listened to the rules; see ``test_misdeeds``.

Each outcome was written down from the rulebooks before any of them was tapped.
"""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.web.misdeeds import Evening, Expect, Misdeed, Misdeeds, expected

MISDEEDS = misdeed = Misdeeds()


@misdeed("one's own laid card is said to be one that its clue has ruled out", Expect.TOLD, "point")
def _(table: Evening) -> TestResponse:
    """The card is the one that lies there; of the clue everybody is told."""
    assert table.tap(0, "clue", target=1, value=2, pointed=[0]).status_code == 200
    assert table.tap(1, "lay", seat=1, slot=0, pile="fireworks").status_code == 200
    return table.tap(1, "answer", card="r1")


@misdeed("nobody knows a card that was laid by hand", Expect.TOLD, "nobody")
def _(table: Evening) -> TestResponse:
    """It counts as one that nobody could read, until somebody says which it is."""
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    return table.tap(0, "answer", card=None)


@misdeed(
    "somebody takes up his own card again after he was told that it misses",
    Expect.TOLD,
    "taken back",
)
def _(table: Evening) -> TestResponse:
    """It is his own turn: nobody else has to agree; all are told that it was taken back."""
    table.lays("r1")
    table.lays("r5")
    table.lays("y1")
    assert table.tap(2, "undo").status_code == 200
    return table.tap(1, "undo")


@misdeed("a misplay is made a discard by whoever has made it", Expect.TOLD)
def _(table: Evening) -> TestResponse:
    table.clues(1)
    table.lays("r5")
    deed = {"kind": "discard", "slot": 0, "card": "r5"}
    return table.tap(1, "correct", correction={"kind": "instead", "turn": 2, "deed": deed})


@misdeed("a laid misplay is put right to a card that fits by a team-mate", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.lays("r5")
    return table.tap(1, "correct", correction={"kind": "face", "turn": 1, "card": "r1"})


@misdeed("a discard is logged as one of the pile's own cards", Expect.REFUSED)
def _(table: Evening) -> TestResponse:
    table.clues(1)
    assert table.tap(1, "lay", seat=1, slot=0, pile="fireworks").status_code == 200
    return table.tap(1, "answer", card="x9")


@misdeed("the receiver of a clue makes another one of it", Expect.ASKED, asks=(0,))
def _(table: Evening) -> TestResponse:
    table.clues(1)
    deed = {"kind": "clue", "target": 1, "value": 2}
    return table.tap(1, "correct", correction={"kind": "instead", "turn": 1, "deed": deed})


@misdeed("a clue is tapped while the game rests", Expect.REFUSED, "the game is paused")
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "pause", paused=True).status_code == 200
    return table.tap(0, "clue", target=1, value=1)


@misdeed("a laid card is named a second time as another one", Expect.REFUSED, "no question is open")
def _(table: Evening) -> TestResponse:
    table.lays("r1")
    return table.tap(0, "answer", card="r2")


@misdeed("a card that was laid is taken up again before it was named", Expect.HANDLED)
def _(table: Evening) -> TestResponse:
    assert table.tap(0, "lay", seat=0, slot=0, pile="fireworks").status_code == 200
    undone = table.tap(0, "undo")
    assert table.log == []
    assert table.tap(0, "clue", target=1, value=1).status_code == 200, "the turn is still to take"
    return undone


@misdeed("a discard becomes a play that fits, and another says so", Expect.ASKED, asks=(1,))
def _(table: Evening) -> TestResponse:
    table.clues(1)
    table.lays("r1", "discards")
    deed = {"kind": "play", "slot": 0, "card": "r1"}
    return table.tap(2, "correct", correction={"kind": "instead", "turn": 2, "deed": deed})


@misdeed("a card that would fit is thrown on the discards", Expect.TOLD, "discards red 1")
def _(table: Evening) -> TestResponse:
    """There are no eyes, and it may have been meant so: all are told what is on record."""
    table.clues(1)
    assert table.tap(1, "lay", seat=1, slot=0, pile="discards").status_code == 200
    return table.tap(1, "answer", card="r1")


@pytest.mark.parametrize("one", MISDEEDS, ids=lambda one: one.name)
def test_nothing_that_guests_tap_passes_silently(evening: Evening, one: Misdeed) -> None:
    expected(evening, one)
