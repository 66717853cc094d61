"""Cards of turns that were taken back: where they lie, and when each of them is home again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState, HeldCard
from companion.referee.findings import Spot, face_of
from companion.referee.mat import NOT_SEEN, Laid, on_mat
from companion.referee.racks import Standing, standing
from companion.referee.readings import LaidCard, Sight, TableReading

IsBack = Callable[[int, HeldCard, Card | None], bool]
"""Says of a seat, its card and that card's face whether its rack shows it in its slot."""


@dataclass(frozen=True, slots=True)
class _Away:
    """A card on its way home: where it lies, and how its rack stood when it lay there."""

    laid: Laid
    rack: Standing | None


class Returning:
    """Follows the cards of one game that have to go back into their racks."""

    def __init__(self) -> None:
        """Begin with none."""
        self._cards: dict[CardId, _Away] = {}

    def add(self, held: CardId, laid: Laid, state: GameState, reading: TableReading | None) -> None:
        """Expect ``held`` back, which lies as ``laid`` and which ``state`` has in a hand again.

        ``reading`` is the table at that moment; None: nobody knows it. A card that lies nowhere
        any more has been taken up already: whoever did so has put it back.
        """
        if reading is None:
            self._cards[held] = _Away(laid, None)
            return
        found = state.find(held)
        if laid[0] == NOT_SEEN or laid[0] in on_mat(reading):
            rack = standing(found[0], reading) if found is not None else None
            self._cards[held] = _Away(laid, rack)

    def not_yet_back(
        self, state: GameState, reading: TableReading, is_back: IsBack
    ) -> tuple[int, Card | None] | None:
        """Return the seat and face of a card that has not returned yet; None: all have.

        It is back once it lies nowhere on the mat, somebody has been at its rack, and as many
        cards stand there as the hand has: all of that everybody sees, and no face is looked at.
        Where the eyes cannot tell whether it has left the mat, ``is_back`` does.
        """
        there = on_mat(reading) | {NOT_SEEN}
        for held_id, away in tuple(self._cards.items()):
            found = state.find(held_id)
            if found is not None:
                (seat, held), (serial, _, card) = found, away.laid
                if serial in there:
                    home = is_back(seat, held, card)
                else:
                    home = _stands(state, seat, reading, away.rack)
                if not home:
                    return seat, card
            del self._cards[held_id]
        return None

    def lying(self, state: GameState, reading: TableReading) -> list[tuple[int, Laid]]:
        """Return those that still lie on the mat, each with the seat that is to have it."""
        there = on_mat(reading) | {NOT_SEEN}
        found = ((state.find(held), away.laid) for held, away in self._cards.items())
        return [(where[0], laid) for where, laid in found if where and laid[0] in there]

    def find_again(self, news: Iterable[tuple[Spot, LaidCard]], reading: TableReading) -> list[int]:
        """Follow those that were laid elsewhere on the mat instead of going home.

        ``news`` are the cards that the record does not account for. Returns the serials of those
        that need no account.
        """
        there, found = on_mat(reading) | {NOT_SEEN}, list[int]()
        for held, away in tuple(self._cards.items()):
            serial, _, card = away.laid
            if serial in there or card is None:
                continue
            for spot, laid in news:
                if laid.serial not in found and face_of(laid.label) == card:
                    self._cards[held] = replace(away, laid=(laid.serial, spot, card))
                    found.append(laid.serial)
                    break
        return found

    def forget(self, serials: Iterable[int]) -> None:
        """Note that the cards ``serials`` were laid after all, by the record."""
        known = set(serials)
        self._cards = {
            held: away for held, away in self._cards.items() if away.laid[0] not in known
        }


def _stands(state: GameState, seat: int, reading: TableReading, before: Standing | None) -> bool:
    """Say whether the rack of ``seat`` is full and was in use since it stood as ``before``."""
    if before is None or seat not in reading.racks:
        return True
    shown = [sight for (at, _), sight in reading.slots.items() if at == seat]
    if any(sight.covered for sight in shown):
        return False  # whoever brings it is still there
    standing_there = [sight for sight in shown if sight.sight is not Sight.EMPTY]
    return len(standing_there) >= len(state.hands[seat]) and standing(seat, reading) != before
