"""What hands do at racks before a camera: drawn frames, the real eyes, the real app, all streams.

Two worlds differ in cards of one hand that nobody but the others ever sees: in one of them they are
all alike, in the other no two are. The same hands do the same at the same moments.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.panel import Press
from companion.play.inputs import ClueTap, NewGameTap
from companion.views.view import PUBLIC
from tests.clumsy.rendered import RenderedEyes
from tests.two_worlds.place import Evening, logged
from vision.drawing.artwork import LABELS
from vision.simulator import Setting, SimulatedTable, gestures
from vision.simulator.gestures import Gesture, chain

FRAME = 0.25
"""Seconds from one look to the next."""
FETCHED = 8
"""At every so manieth frame phones ask for everything that they may ask for."""
PLAYERS, OTHER, OWNER = 2, 0, 1
WIDTH = 1152

ALIKE = ("r1", "b3", "r1", "w2", "g4", "r1")
"""The owner's hand from slot 0 on, and the card that is drawn first."""
UNLIKE = ("r4", "y2", "r1", "w2", "b4", "w5")
"""The same elsewhere. The card in slot 2 is laid, and that in slot 3 goes to the other hand: both
are seen by him or by all, and are the same ones."""

Doing = Callable[["FilmedEvening"], object]
Script = Sequence[tuple[Doing, float]]
"""What is done, one after the other, and for how many seconds people look after each."""


class Truth(dict[tuple[int, int], bytes]):
    """Pictures of all cards in racks, whether anybody is asked about them or not."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table

    def get(self, place: Any, default: Any = None) -> Any:
        seat, slot = place
        card = self._table.truth()["racks"][seat][slot]
        return default if card is None else f"a picture of {card}".encode()


class FilmedEvening(Evening):
    """An evening under a camera; notes all that the owner of a hand and the public may get."""

    def __init__(self, folder: Path, hand: Sequence[str], ruleset: Ruleset = STANDARD) -> None:
        folder.mkdir()
        setting = Setting.seeded(PLAYERS, 4, WIDTH)
        self.film = SimulatedTable(setting, pack(hand), seed=4)
        self.camera = RenderedEyes(self.film, 4)
        self.frames = 0
        super().__init__(folder, (OWNER, PUBLIC), Truth(self.film), ruleset)

    def watch(self, seconds: float) -> None:
        """Take so many seconds of frames; phones listen to each, and ask for all now and then."""
        for _ in range(round(seconds / FRAME)):
            self.film.advance(FRAME)
            self.controller.see(self.camera.look(), self.film.t)
            self.publish()
            self.frames += 1
            self._note("frame", self.frames)
            self.receive()
            if self.frames % FETCHED == 0:
                self.compare()

    def clue(self) -> None:
        """Tell the owner about red: the cards in slots 0 and 2."""
        assert self.ask(ClueTap(OTHER, OWNER, ColourHint(Suit.RED)), OTHER).ok

    def do(self, steps: gestures.Script) -> None:
        """Have hands do something, and look until they are gone."""
        self.film.script(steps)
        self.watch(gestures.duration(steps))


def pack(hand: Sequence[str]) -> list[str]:
    """Return a pack of which the owner is dealt ``hand`` but for the last, which he draws first."""
    dealt = ["w1", "y3", "b1", "g2", "y1", *hand]
    copies = {"1": 3, "5": 1}
    left = [one for one in LABELS for _ in range(copies.get(one[1], 2))]
    for label in dealt:
        left.remove(label)
    return [*dealt, *left]


def begins(evening: FilmedEvening) -> None:
    """Hands are dealt, the game is begun, and the owner is told about red."""
    evening.film.deal(STANDARD.hand_size(PLAYERS))
    evening.watch(4.0)
    evening.press(Press.CONFIRM)
    evening.watch(FRAME)
    evening.clue()
    evening.film.script(gestures.clue(OTHER))
    evening.watch(2.0)


def lift(slot: int, seat: int = OWNER) -> Gesture:
    return f"rack:{seat}:{slot}", "lift", {"slot": slot}


def put(slot: int, seat: int = OWNER) -> Gesture:
    return f"rack:{seat}:{slot}", "put_into", {"slot": slot}


DISCARD: Gesture = ("discards", "lay_on_discards", {})
DRAW: Gesture = ("deck", "draw", {})
AWAY: Gesture = ("deck", "return_to_pack", {})


def hands(*deeds: Gesture, seat: int = OWNER) -> Doing:
    steps = chain(seat, *deeds)
    return lambda evening: evening.do(steps)


def lays(slot: int) -> Doing:
    """The owner discards from a slot, and takes the token back."""
    return lambda evening: evening.do(gestures.discard(OWNER, slot))


def moved(slot: int, to: int) -> Doing:
    return hands(lift(slot), put(to))


def turned(evening: FilmedEvening) -> None:
    step = gestures.GestureStep(0.0, "nudge_rack", {"seat": OWNER, "sideways": 6.0, "degrees": 1.2})
    evening.do((step,))


def swapped(one: int, other: int) -> Doing:
    return hands((f"rack:{OWNER}:{one}", "swap", {"slot": one, "other": other}))


def told_and_stopped(evening: FilmedEvening) -> None:
    """The owner draws; before his hand is gone he is told about red, and the game is stopped."""
    evening.film.script(chain(OWNER, DRAW, put(2)))
    evening.watch(1.25)  # the card stands there, behind his hand
    evening.clue()
    assert evening.ask(NewGameTap(), OWNER).ok
    game = evening.controller.game
    assert game is not None
    assert game.state.over
    assert not game.state.laid_down
    assert game.state.clues[-1].open, "nobody has read the new card yet"


STOPPED: Script = ((lays(2), 1.0), (told_and_stopped, 6.0))
"""A game is stopped while a clue waits for a look."""

DEEDS: dict[str, Script] = {
    "a hand is put into another order": (
        (swapped(0, 2), 2.5),
        (lays(0), 2.0),
        (hands(DRAW, put(0)), 2.5),
    ),
    "a hand is pushed up": (
        (lays(2), 1.0),
        (moved(1, 2), 0.5),
        (moved(0, 1), 2.5),
        (hands(DRAW, put(0)), 2.5),
    ),
    "a card is laid and another one drawn in one motion": (
        (hands(lift(2), DISCARD, DRAW, put(2)), 3.0),
    ),
    "a card is lifted and looked at": (
        (hands(lift(0)), 1.5),
        (hands(put(0)), 2.5),
        (lays(2), 1.0),
        (hands(DRAW, put(2)), 2.5),
    ),
    "two hands exchange a card": (
        (hands(lift(3), AWAY), 0.5),
        (hands(lift(1, OTHER), AWAY, seat=OTHER), 0.5),
        (hands(DRAW, put(3)), 0.5),
        (hands(DRAW, put(1, OTHER), seat=OTHER), 2.5),
        (lays(2), 1.0),
        (hands(DRAW, put(2)), 2.5),
    ),
    "a rack is moved and turned": (
        (turned, 2.5),
        (lays(2), 1.0),
        (hands(DRAW, put(2)), 2.5),
    ),
}


def filmed(
    folder: Path, hand: Sequence[str], script: Script, ruleset: Ruleset = STANDARD
) -> FilmedEvening:
    """Play ``script`` where the owner holds ``hand``; return the evening, with all its notes."""
    evening = FilmedEvening(folder, hand, ruleset)
    with closing(evening), logged(evening, logging.INFO):
        begins(evening)
        for doing, seconds in script:
            doing(evening)
            evening.watch(seconds)
        evening.compare()
        evening.open_pages()
    return evening
