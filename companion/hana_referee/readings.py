"""What the eyes report of a table of Hana-awase: field, piles and stock, settled place by place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.hana_awase.cards import Card
from companion.hana_referee.findings import FIELD

SeenFaces = tuple[Card | None, ...]
"""Cards that lie face up at a place, in any order; None for each that could not be read."""


@dataclass(frozen=True, slots=True)
class HanaReading:
    """What is seen of a table.

    Attributes:
        t: seconds by the clock of the camera.
        field: what lies in the field; None while it cannot be seen or is not quiet.
        piles: what each player has before him, by seat; None where it cannot be seen. A card that
            lies wholly under another is not in it.
        stock: whether cards lie at the stock's place; None where that cannot be seen.
        reached: how often a hand has come over the stock's place since the table was first seen.
            It may count too often, for arms reach across; never too rarely.
        arms: how often the arm of each seat has come over the table, likewise; None where nobody
            watches whose arm it is.
    """

    t: float
    field: SeenFaces | None
    piles: tuple[SeenFaces | None, ...]
    stock: bool | None = None
    reached: int = 0
    arms: tuple[int, ...] | None = None

    @property
    def what(self) -> object:
        """Return a value that is equal as long as the cards lie as they do."""
        return (
            None if self.field is None else _counted(self.field),
            tuple(None if pile is None else _counted(pile) for pile in self.piles),
            self.stock,
        )


def _counted(faces: SeenFaces) -> tuple[frozenset[Card], int]:
    return frozenset(one for one in faces if one is not None), faces.count(None)


def as_said(
    reading: HanaReading, said: Iterable[tuple[Card, Card]], places: Mapping[Card, int]
) -> HanaReading:
    """Return the reading with what people said of cards that were misread: each was, and is.

    A card is misread again where it lies, and where it is taken to out of the field. Where the card
    that it is was read, too, it is not misread.

    Args:
        reading: what is seen.
        said: for each card as what it was read and which it is.
        places: where each card lies on record: a seat, or `FIELD`.
    """
    lying = [reading.field, *reading.piles]
    for was, card in said:
        at = [where for where, faces in enumerate(lying, FIELD) if was in (faces or ())]
        if any(card in (faces or ()) for faces in lying) or card not in places:
            continue
        taken = [where for where in at if places[card] == FIELD and places.get(was) != where]
        for where in [one for one in at if one == places[card]] or taken:
            faces = lying[where - FIELD] or ()
            nth = faces.index(was)
            lying[where - FIELD] = (*faces[:nth], card, *faces[nth + 1 :])
            break
    return replace(reading, field=lying[0], piles=tuple(lying[1:]))
