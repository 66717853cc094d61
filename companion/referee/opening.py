"""How a game starts: the racks of all seats are full and nothing lies on the mat yet."""

from __future__ import annotations

from companion.hanabi.moves import CardId, Rearrange
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState
from companion.language.phrases import Seat, SeatList, phrase, phrases
from companion.referee.readings import Sight, TableReading

NO_MAT = phrase("no mat of the printed size is in view")
CARDS_LIE = phrase("cards lie on the fireworks or the discards already: take them up first")


def missing(reading: TableReading, ruleset: Ruleset, players: int) -> str | None:
    """Return a sentence about what keeps the game from starting, or None if it can start.

    A table without any rack is one where people hold their cards: the mat alone is watched. Where
    one rack is in view, all have to be.
    """
    if not reading.mat:
        return NO_MAT
    unseen = [seat for seat in range(players) if reading.racks and seat not in reading.racks]
    if unseen:
        return phrase("a rack is missing: none is in view for {whom}", whom=SeatList(unseen))
    if cards_lie(reading):
        return CARDS_LIE
    size = ruleset.hand_size(players)
    for seat in range(players) if reading.racks else ():
        cards = len(occupied(reading, seat, size))
        if cards != size:
            return phrases(
                "the rack of {whom} shows {cards} card instead of {size}",
                "the rack of {whom} shows {cards} cards instead of {size}",
                cards,
                whom=Seat(seat),
                cards=cards,
                size=size,
            )
    return None


def cards_lie(reading: TableReading) -> bool:
    """Say whether cards lie on the mat, so that no game can start, however many play."""
    return any(card.label is not None for card in reading.laid)


def occupied(reading: TableReading, seat: int, size: int = 0) -> tuple[int, ...]:
    """Return the slots of ``seat`` in which a card stands, from the left.

    Where the hand has ``size`` cards and as many can be read, a slot with something unreadable
    holds none; where fewer can, it does, and after that a slot that has been covered ever since.
    """
    shown = reading.rack(seat).items()
    sure = [slot for slot, one in shown if one.sight in (Sight.FACE, Sight.BACK)]
    unread = [slot for slot, one in shown if one.sight is Sight.UNKNOWN]
    hidden = [slot for slot, one in shown if one.sight is Sight.COVERED]
    if not size:
        return tuple(sorted(sure + unread))
    return tuple(sorted(sure + (unread + hidden)[: max(0, size - len(sure))]))


def seating(state: GameState, reading: TableReading) -> tuple[Rearrange, ...]:
    """Return the moves that put each dealt card into the slot in which it really stands."""
    moves = []
    for seat, hand in enumerate(state.hands):
        slots = occupied(reading, seat, len(hand))
        if len(slots) == len(hand) and slots != tuple(held.slot for held in hand):
            order: list[CardId | None] = [None] * (slots[-1] + 1)
            for held, slot in zip(hand, slots, strict=True):
                order[slot] = held.id
            moves.append(Rearrange(seat, tuple(order)))
    return tuple(moves)
