"""What a holder can know about his own cards, as far as his memory is helped."""

from collections.abc import Collection
from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.knowledge import copies_seen
from companion.hanabi.moves import CardId
from companion.hanabi.position import GameState


class MemoryAid(Enum):
    """How much of what a player could know he is reminded of."""

    OFF = "off"
    """Nothing: he has to remember."""
    OWN_CLUES = "own_clues"
    """What he was told about each card, what a clue did not point at included."""
    FULL = "full"
    """That, the copies that he sees elsewhere, and what one of his cards says of another."""


def possible_cards(
    state: GameState,
    held: CardId,
    hidden: Collection[int] = (),
    aid: MemoryAid = MemoryAid.FULL,
) -> tuple[Card, ...]:
    """Return the faces that the holder of ``held`` can still consider for it.

    He goes by the clues he was given, what they did not point at included, and by the copies he
    sees on the table and in the other hands; faces of his own hand on record are not used. A
    clue of which a card is unknown says as much as is certain, one found faulty says nothing.
    His cards are looked at together: the only red five can't be two of them.

    Args:
        state: the position.
        held: the card.
        hidden: further seats whose hands are left out of the count. Whoever is shown the answer
            must not learn of cards that he can't see himself: name the reader's seat, or all
            seats for the public.
        aid: how much of it he is reminded of.

    Returns:
        The faces in the order of ``state.ruleset.cards``; none where the record contradicts
        itself, which means that a card was misread.

    Raises:
        ValueError: nobody holds that card.
    """
    found = state.find(held)
    if found is None:
        raise ValueError(f"card {held} is in nobody's hand")
    if aid is MemoryAid.OFF:
        return state.ruleset.cards
    told = _told(state, held)
    if aid is MemoryAid.OWN_CLUES:
        return told
    left = {
        card: state.ruleset.copies(card) - copies_seen(state, card, {found[0], *hidden})
        for card in state.ruleset.cards
    }
    mates = [_told(state, card.id) for card in state.hands[found[0]] if card.id != held]
    return tuple(
        card
        for card in told
        if left[card] > 0 and _can_all_be(mates, {**left, card: left[card] - 1})
    )


def _told(state: GameState, held: CardId) -> tuple[Card, ...]:
    """Return the faces that no clue speaks against."""
    ruleset = state.ruleset
    about = [
        (clue.hint, held in clue.touched)
        for clue in state.clues
        if held in clue.held and held not in clue.open and clue.fault is None
    ]
    return tuple(
        card
        for card in ruleset.cards
        if all(touches(ruleset, hint, card) is points for hint, points in about)
    )


def _can_all_be(cards: list[tuple[Card, ...]], left: dict[Card, int]) -> bool:
    """Whether each of ``cards`` can be one of its faces while the copies ``left`` suffice."""
    taken: dict[Card, list[int]] = {}

    def place(number: int, tried: set[Card]) -> bool:
        for face in cards[number]:
            if face in tried or left[face] < 1:
                continue
            tried.add(face)
            there = taken.setdefault(face, [])
            if len(there) < left[face]:
                there.append(number)
                return True
            for at, other in enumerate(there):
                if place(other, tried):
                    there[at] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(cards)))
