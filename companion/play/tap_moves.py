"""What taps ask for, as moves of the game; no clock, no record.

Where no camera watches, a card is laid in two taps: first its slot, then its face, which is asked
for once the card lies open, so that everybody sees it. What is offered and what is refused then
follows from the cards on the table alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.hanabi.cards import Card, Suit
from companion.hanabi.knowledge import Illegal, Pending, Verdict, copies_seen, verdict
from companion.hanabi.moves import (
    CardId,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    Rearrange,
    TileChoice,
)
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState
from companion.play.inputs import ClueTap, IdentifyTap, NameTap, RearrangeTap, TileTap
from companion.referee.findings import Spot

Wish = ClueTap | TileTap | RearrangeTap
"""A tap that is one move."""


def wished(state: GameState, tap: Wish) -> Move:
    """Return the move that ``tap`` asks for in ``state``; whether it is allowed, the rules say.

    Raises:
        RuleViolation: no move can be made of it.
    """
    match tap:
        case ClueTap():
            return _clue(state, tap)
        case TileTap(seat, tile, target, hint, card):
            return TileChoice(seat, tile, target, hint, card)
        case RearrangeTap():
            return _rearranged(state, tap)


def checked(state: GameState, tap: ClueTap) -> Verdict:
    """Return what can be said of a clue before it is given, to whoever sees the target's hand."""
    judged = verdict(state, GiveClue(tap.giver, tap.target, tap.hint))
    if isinstance(judged, Illegal) or tap.pointed is None:
        return judged
    slots = {held.slot: held.id for held in state.hands[tap.target]}
    pointed = {slots.get(slot) for slot in tap.pointed}
    open_: tuple[CardId, ...] = judged.open if isinstance(judged, Pending) else ()
    wrong = (pointed ^ set(judged.touched)) - set(open_)
    if not wrong:
        return judged
    about = [str(slot) for slot, held in sorted(slots.items()) if held in judged.touched]
    why = f"that clue is about the cards in the slots {', '.join(about)}"
    if open_:
        why += " and perhaps about cards that nobody knows"
    return Illegal(Rule.INCOMPLETE_CLUE, f"turn {state.turn}: {why}")


def identified(state: GameState, tap: IdentifyTap) -> tuple[Identify, ...]:
    """Return the moves that put the faces of ``tap`` on record.

    Raises:
        RuleViolation: there are no such cards.
    """
    _check_seat(state, tap.seat)
    held = {card.slot: card.id for card in state.hands[tap.seat]}
    for slot in tap.cards:
        if slot not in held:
            raise RuleViolation(Rule.CARD_NOT_HELD, f"seat {tap.seat} has no card in slot {slot}")
    return tuple(Identify(held[slot], card) for slot, card in sorted(tap.cards.items()))


def check_copies(state: GameState, seat: int, named: Sequence[Identify]) -> None:
    """Refuse what one hand cannot hold of ``named`` beside what it has on record.

    Only the table and that hand count: whoever is shown its faces sees both. Another hand must not,
    for its owner would be told by what is refused here; of that `standing_twice` tells one phone.

    Raises:
        RuleViolation: there are not so many copies.
    """
    faces = _faces(state, seat, named)
    for move in named:
        card = move.card
        if card is not None and faces.count(card) > _left(state, card):
            raise RuleViolation(
                Rule.IMPOSSIBLE_CARD,
                f"turn {state.turn}: with that seat {seat} would hold {faces.count(card)}"
                f" {card.label}, but {_left(state, card)} can be left",
            )


def standing_twice(
    state: GameState, reader: int, seat: int, named: Sequence[Identify]
) -> tuple[Card, tuple[int, ...]] | None:
    """Return a card that is ``named`` in a hand and stands in others too often, and their seats.

    Only hands that ``reader`` sees count: what comes out is for him.
    """
    for move in named:
        card = move.card
        if card is None:
            continue
        seen = {
            one: _faces(state, one, named).count(card)
            for one in range(state.players)
            if one != reader
        }
        others = tuple(one for one, count in seen.items() if count and one != seat)
        if others and sum(seen.values()) > _left(state, card):
            return card, others
    return None


def _faces(state: GameState, seat: int, named: Sequence[Identify]) -> list[Card]:
    """Return the faces of a hand that are on record once those ``named`` are, too."""
    said = {move.held: move.card for move in named}
    faces = (said.get(held.id, held.card) for held in state.hands[seat])
    return [card for card in faces if card is not None]


def check_name(state: GameState, tap: NameTap) -> None:
    """Refuse a seat or colour of ``tap`` that cannot be named in a synchronised show.

    Raises:
        RuleViolation: they cannot.
    """
    rules = state.ruleset
    if state.outcome is not None:
        raise RuleViolation(Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    _check_seat(state, tap.seat)
    if not rules.synchronised_show:
        raise RuleViolation(
            Rule.NO_SYNCHRONISED_SHOW, f"in {rules.name} no colour is named for a card"
        )
    if tap.colour is not None and tap.colour not in rules.nameable:
        named = " ".join(suit.value for suit in rules.nameable)
        raise RuleViolation(
            Rule.COLOUR_NOT_NAMEABLE, f"{tap.colour.value} was named, but {named} are played"
        )


def _rearranged(state: GameState, tap: RearrangeTap) -> Rearrange:
    _check_seat(state, tap.seat)
    stood = {held.slot: held.id for held in state.hands[tap.seat]}
    if sorted(slot for slot in tap.order if slot is not None) != sorted(stood):
        raise RuleViolation(
            Rule.NOT_A_REARRANGEMENT,
            f"the cards of seat {tap.seat} stand in the slots {sorted(stood)},"
            f" got the order {list(tap.order)}",
        )
    return Rearrange(tap.seat, tuple(None if slot is None else stood[slot] for slot in tap.order))


def _clue(state: GameState, tap: ClueTap) -> GiveClue:
    if tap.pointed is not None and not tap.blind:
        judged = checked(state, tap)
        if isinstance(judged, Illegal):
            raise RuleViolation(judged.rule, judged.detail)
    return GiveClue(tap.giver, tap.target, tap.hint, tap.blind, tap.by, _pointed_at(state, tap))


def _pointed_at(state: GameState, tap: ClueTap) -> tuple[CardId, ...] | None:
    target = tap.target
    if tap.pointed is None or not 0 <= target < state.players:
        return None
    if not tap.pointed and not state.ruleset.empty_clues:
        raise RuleViolation(Rule.EMPTY_CLUE, f"turn {state.turn}: that clue points at no card")
    slots = {held.slot: held.id for held in state.hands[target]}
    for slot in tap.pointed:
        if slot not in slots:
            raise RuleViolation(Rule.CARD_NOT_HELD, f"seat {target} has no card in slot {slot}")
    return tuple(held for slot, held in slots.items() if slot in tap.pointed)


# --------------------------------------------------------- where nobody watches


@dataclass(frozen=True, slots=True)
class Laying:
    """A card that was laid by tap and whose face nobody has said yet.

    Attributes:
        seat: who laid it.
        held: which card it is.
        slot: where it stood.
        spot: where it lies now.
        options: the labels that it may have, suit by suit.
    """

    seat: int
    held: CardId
    slot: int
    spot: Spot
    options: tuple[str, ...]


def lay(state: GameState, seat: int, slot: int, spot: Spot) -> Laying:
    """Return the question which card ``seat`` has laid from ``slot``.

    Raises:
        RuleViolation: it can lay none, whatever its face.
    """
    _check_seat(state, seat)
    there = [held for held in state.hands[seat] if held.slot == slot]
    if not there:
        raise RuleViolation(Rule.CARD_NOT_HELD, f"seat {seat} has no card in slot {slot}")
    laying = Laying(seat, there[0].id, slot, spot, possible(state))
    apply(state, laid(laying, None, None))
    return laying


def possible(state: GameState) -> tuple[str, ...]:
    """Return the labels of which a copy may still be laid, by what lies on the table."""
    return tuple(card.label for card in state.ruleset.cards if _left(state, card) > 0)


def laid(laying: Laying, card: Card | None, named: Suit | None) -> Play | Discard:
    """Return the move that it is, the card being ``card``."""
    if laying.spot is Spot.FIREWORKS:
        return Play(laying.seat, laying.held, card, named)
    return Discard(laying.seat, laying.held, card)


def check_face(state: GameState, card: Card) -> None:
    """Refuse a ``card`` of which no copy can be laid any more.

    Raises:
        RuleViolation: all of them lie on the table, or there are none.
    """
    if not state.ruleset.copies(card):
        raise RuleViolation(Rule.NO_SUCH_CARD, f"{state.ruleset.name} has no card {card.label}")
    if _left(state, card) <= 0:
        raise RuleViolation(
            Rule.IMPOSSIBLE_CARD, f"all copies of {card.label} lie on the table already"
        )


def mistaken(state: GameState, laying: Laying, card: Card | None) -> tuple[CardId, ...]:
    """Return the held cards whose faces on record cannot be right once ``card`` lies there.

    A face on the table stands above one that somebody said of a card in a hand. Each hand is
    compared with the table by itself: who sees it sees why. If nobody can tell which card lies
    there, what was said of it before does not count: its owner would be told by a slip.
    """
    if card is None:
        return (laying.held,)
    wrong: list[CardId] = []
    for hand in state.hands:
        for held in hand:
            if held.id == laying.held and held.card not in (None, card):
                wrong.append(held.id)
        alike = [held.id for held in hand if held.card == card and held.id != laying.held]
        if len(alike) >= _left(state, card):
            wrong += alike
    return tuple(wrong)


def _left(state: GameState, card: Card) -> int:
    return state.ruleset.copies(card) - copies_seen(state, card, range(state.players))


def _check_seat(state: GameState, seat: int) -> None:
    if not 0 <= seat < state.players:
        raise RuleViolation(
            Rule.NO_SUCH_SEAT, f"the seats are 0 to {state.players - 1}, got {seat}"
        )
