"""A reading held against the deal on record: what has come, what has gone, what is unread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.hana_awase.cards import Card, in_order
from companion.hana_awase.piles import Pile
from companion.hana_awase.public import PublicDeal
from companion.hana_referee.findings import FIELD
from companion.hana_referee.readings import SeenFaces


@dataclass(frozen=True, slots=True)
class Sources:
    """From where a card may have come since the newest half turn on record.

    Attributes:
        turned: how many cards may have come from the stock: how often a hand was over it.
        arms: the seats whose arms came over the table; None where nobody watches that.
        maybe_turned: the newest card on record where it counts as one from the hand, and a hand was
            over the stock before it was laid.
    """

    turned: int
    arms: frozenset[int] | None = None
    maybe_turned: Card | None = None

    def may_be_of(self, seat: int) -> bool:
        """Say whether ``seat`` may have laid what has come: nobody lays a card without his arm."""
        return self.arms is None or seat in self.arms


@dataclass(frozen=True)  # no slots: what is asked for often is kept
class HanaScene:
    """What is seen, beside what is on record.

    Attributes:
        deal: the record.
        field: what lies in the field.
        piles: what lies before each seat; None where that cannot be seen.
        sources: from where cards may have come.
    """

    deal: PublicDeal
    field: SeenFaces
    piles: tuple[SeenFaces | None, ...]
    sources: Sources

    def at(self, place: int) -> SeenFaces:
        """Return what is seen at a place; nothing where it cannot be seen."""
        return self.field if place == FIELD else self.piles[place] or ()

    def recorded(self, place: int) -> Pile:
        """Return what the record has at a place."""
        return self.deal.field if place == FIELD else self.deal.piles[place]

    @property
    def places(self) -> tuple[int, ...]:
        """The field and all seats."""
        return (FIELD, *range(self.deal.players))

    @cached_property
    def seen(self) -> dict[Card, int]:
        """Where each card was read."""
        return {card: place for place in self.places for card in self.at(place) if card is not None}

    @cached_property
    def new(self) -> dict[Card, int]:
        """The cards that were read and lie nowhere on record, with their places."""
        known = self.deal.on_table
        return {card: place for card, place in self.seen.items() if card not in known}

    @property
    def twice(self) -> Pile:
        """The cards that were read at two places, of which a pack has one."""
        read = [card for place in self.places for card in self.at(place) if card is not None]
        return in_order(card for card in set(read) if read.count(card) > 1)

    @property
    def gone(self) -> Pile:
        """The cards of the field on record that were not read there."""
        return tuple(card for card in self.deal.field if card not in self.field)

    def strangers(self, place: int) -> int:
        """Return how many unread cards at a place can be none that the record has there."""
        hidden = sum(card not in self.at(place) for card in self.recorded(place))
        return max(0, self.at(place).count(None) - hidden)
