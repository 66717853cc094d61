"""A hand that was put into another order: which of its cards stands where, by faces and places."""

from __future__ import annotations

from collections.abc import Mapping

from companion.hanabi.moves import CardId
from companion.hanabi.state import Hand, HeldCard
from companion.referee.readings import Sight, SlotSight


def order_of(hand: Hand) -> tuple[CardId | None, ...]:
    """Return the cards of ``hand`` by the slots in which the record has them."""
    by_slot = {held.slot: held.id for held in hand}
    return tuple(by_slot.get(slot) for slot in range(max(by_slot, default=-1) + 1))


def shortest_moves(
    hand: tuple[HeldCard, ...],
    changed: list[HeldCard],
    stirred: list[HeldCard],
    shown: Mapping[int, SlotSight],
) -> tuple[tuple[CardId | None, ...], tuple[CardId, ...]] | None:
    """Match a hand's cards to slots by face; None: no known card stands in another slot.

    Of like cards each takes the nearest slot, from the left; so do those that nobody has read,
    of the slots that are left. These are returned, too, if there are several of them: which of
    them stands where is a guess.
    """
    guessed: list[CardId] = []
    order = {held.slot: held.id for held in hand if held not in changed}
    unknown = {held.id for held in hand if held.card is None}
    placed = set(order.values()) - unknown
    for held in changed:
        like = [
            slot
            for slot, sight in shown.items()
            if held.card is not None
            and sight.sight is Sight.FACE
            and sight.label == held.card.label
            and order.get(slot) not in placed
        ]
        if like:
            order[min(like, key=lambda slot: abs(slot - held.slot))] = held.id
            placed.add(held.id)
    named = [held for held in changed if held.card is not None and held.id not in placed]
    if (
        len(named) == len(stirred) == 1
        and shown[named[0].slot].sight is Sight.FACE
        and shown[stirred[0].slot].sight is Sight.UNKNOWN
    ):
        # One card can be read where it stands now, and another one can't any more.
        order[stirred[0].slot] = named[0].id
        placed.add(named[0].id)
        guessed += [named[0].id, stirred[0].id]
    if all(held not in changed for held in hand if held.id in placed):
        return None
    rest = [held for held in hand if held.id not in order.values()]
    if len(rest) > 1:
        guessed += [held.id for held in rest if held.id not in guessed]
    # A card that was known may be unread where it stands now; one just laid for leaves a gap.
    for held in sorted(rest, key=lambda held: (held.slot in order, held.card is None)):
        free = [slot for slot in shown if slot not in order]
        if not free:
            return None
        filled = [slot for slot in free if shown[slot].sight is not Sight.EMPTY]
        unread_there = [slot for slot in free if shown[slot].sight is Sight.UNKNOWN]
        best = [held.slot] if held.slot in free else unread_there or filled or free
        order[min(best, key=lambda slot: abs(slot - held.slot))] = held.id
    return tuple(order.get(slot) for slot in range(max(order) + 1)), tuple(guessed)
