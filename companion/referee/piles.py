"""A card that fits and lies on another colour's pile: everybody sees it, and it is mentioned once.

Such a card counts where it fits, for the rules know suits and no columns. But the pile below it
does not show any more, and people are easily mistaken about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
from companion.hanabi.state import GameState
from companion.referee.findings import COMPLAIN_AFTER
from companion.referee.readings import LaidCard, TableReading


@dataclass(frozen=True, slots=True)
class OnOtherPile:
    """A card lies on the pile of another colour.

    Attributes:
        t: the camera's seconds.
        card: its label.
        pile: the label of the card below with which that pile begins.
    """

    t: float
    card: str
    pile: str


@dataclass(frozen=True, slots=True)
class PileWatch:
    """Which cards have been mentioned; ``PileWatch()``: none.

    Attributes:
        mentioned: their serials, as long as they lie on another colour's pile.
    """

    mentioned: frozenset[int] = field(default_factory=frozenset)

    def see(
        self, built: Mapping[int, Card], reading: TableReading
    ) -> tuple[PileWatch, OnOtherPile | None]:
        """Take a reading of a table that agrees with the record; return also what is to be told.

        Nothing is told before the table has lain still: a card that was only dropped there is
        pushed to its own pile.

        Args:
            built: the cards that were played and fitted, by serial.
            reading: what lies on the mat.
        """
        if not reading.clear:
            return self, None
        begins = dict[int, Card]()
        for pile in reading.columns:
            known = [built[laid.serial] for laid in pile if laid.serial in built]
            begins |= {laid.serial: known[0] for laid in pile if laid.serial in built}
        astray = {
            serial for serial, first in begins.items() if first.suit is not built[serial].suit
        }
        still = self.mentioned & astray
        new = min(astray - still, default=None)
        if new is None or reading.still_for < COMPLAIN_AFTER:
            return (self if still == self.mentioned else PileWatch(still)), None
        said = OnOtherPile(reading.t, built[new].label, begins[new].label)
        return replace(self, mentioned=still | {new}), said


def misplay_on_its_firework(
    state: GameState, built: Mapping[int, Card], missed: Mapping[int, Card], reading: TableReading
) -> tuple[LaidCard, Card] | None:
    """Return a misplay that was put where it would fit by now; None: none was.

    It looks as if it counted there, and whoever goes on from it misses. One that was left lying,
    and that people have gone on beside, lies on no card that was played since.

    Args:
        state: the position.
        built: the cards that were played and fitted, by serial.
        missed: those that did not fit and have not reached the discards yet.
        reading: what lies on the mat.
    """
    for pile in reading.columns:
        for below, above in pairwise(pile):
            under, card = built.get(below.serial), missed.get(above.serial)
            if under is None or card is None or under.suit is not card.suit:
                continue
            if fits(state, card) and _is_top(state, under):
                return above, card
    return None


def _is_top(state: GameState, card: Card) -> bool:
    """Say whether ``card`` is the one on top of its firework by the record."""
    at = state.ruleset.place[card.suit]
    built = state.ruleset.suits[at].build[: state.fireworks[at]]
    return bool(built) and built[-1] == card.rank
