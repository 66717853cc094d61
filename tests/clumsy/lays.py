"""A card that a player is about to lay, and the single things hands do with it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.demonstration.robots import PlannedClue
from vision.simulator import gestures


@dataclass(frozen=True)
class PlannedLay:
    """A card that a player is about to lay.

    Attributes:
        seat: who.
        slot: where it stands.
        card: its face.
        column: the column it is played on; None: it is discarded.
        fits: whether a played card fits.
        last: whether its failing ends the game, so that nobody draws any more.
    """

    seat: int
    slot: int
    card: str
    column: int | None
    fits: bool = False
    last: bool = False

    @property
    def turn(self) -> dict[str, Any]:
        """What the diary says of it, but for the number."""
        laid: dict[str, Any] = {"seat": self.seat, "card": self.card, "slot": self.slot}
        if self.column is None:
            return {**laid, "kind": "discard"}
        return {**laid, "kind": "play", "success": self.fits}


PlannedTurn = PlannedClue | PlannedLay | None
"""What a seat is about to do."""


def lift(lay: PlannedLay) -> gestures.Gesture:
    """Take the card out of its slot."""
    return f"rack:{lay.seat}:{lay.slot}", "lift", {"slot": lay.slot, "face_up": True}


def put(lay: PlannedLay, slot: int | None = None) -> gestures.Gesture:
    """Put the card that is in the hand back into its slot, or another one."""
    at = lay.slot if slot is None else slot
    return f"rack:{lay.seat}:{at}", "put_into", {"slot": at}


def lay_down(lay: PlannedLay) -> gestures.Gesture:
    """Lay the card that is in the hand where it is going to lie."""
    if lay.column is None:
        return "discards", "lay_on_discards", {}
    return f"fireworks:{lay.column}", "lay_on_fireworks", {"column": lay.column}


def take(lay: PlannedLay) -> gestures.Gesture:
    """Take the card up from where it lies."""
    if lay.column is None:
        return "discards", "take_discard", {}
    return f"fireworks:{lay.column}", "pick_up", {"column": lay.column}


def some_slot(truth: Mapping[str, Any], seat: int, chance: random.Random) -> int:
    """Return a slot in which a card stands."""
    return chance.choice([slot for slot, card in enumerate(truth["racks"][seat]) if card])


def tokens_moved(truth: Mapping[str, Any], clues: int, fuses: int) -> gestures.Script:
    """Return how tokens are moved until so many lie on their tracks."""
    more, whole = clues - truth["clue_tokens"], fuses - truth["fuses"]
    steps = ["return_token" if more > 0 else "spend_token"] * abs(more)
    steps += ["mend_fuse" if whole > 0 else "burn_fuse"] * abs(whole)
    return tuple(gestures.GestureStep(0.0, step) for step in steps)


def differing(
    log: Sequence[Mapping[str, Any]], turns: Sequence[Mapping[str, Any]]
) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Return the turns on record that were played otherwise; what is unknown is not wrong."""
    return [
        (was, true)
        for was, true in zip(log, turns, strict=False)
        if any(was.get(key) not in (value, None) for key, value in true.items())
        or was.keys() != true.keys()
    ]
