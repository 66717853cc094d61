"""How a game begins, and how each event changes its position."""

from typing import TypedDict, Unpack, assert_never

from companion.hanabi.cards import Card
from companion.hanabi.clues import GivenClue, mixed_up, reread
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaid,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueFaulted,
    ClueGiven,
    ClueSettled,
    ClueTokenRegained,
    ClueUntold,
    ColourNamed,
    Event,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    HandRearranged,
    HandsLaidDown,
    LastRoundBegan,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.moves import CardId, Unseen
from companion.hanabi.position import RACK_SLOTS, Award, Awards, GameState, Hand, HeldCard
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import Ruleset

__all__ = [
    "RACK_SLOTS",
    "Award",
    "Awards",
    "GameState",
    "Hand",
    "HeldCard",
    "evolve",
    "evolve_all",
    "may_be_other",
    "start",
]


def start(
    ruleset: Ruleset, players: int, first: int = 0
) -> tuple[GameState, tuple[GameStarted, ...]]:
    """Deal a game in which no card is known yet, and say so.

    Ids are given in the order of dealing: with hands of five, seat 0 holds 0 to 4 in slots 0 to
    4, seat 1 holds 5 to 9, and so on.

    Args:
        ruleset: what is played.
        players: how many.
        first: the seat that takes the first turn.

    Raises:
        ValueError: that many can't play, or ``first`` is no seat.
    """
    size = ruleset.hand_size(players)
    if not 0 <= first < players:
        raise ValueError(f"the first player is one of seats 0 to {players - 1}, got {first}")
    state = GameState(
        ruleset=ruleset,
        players=players,
        first=first,
        hands=tuple(
            tuple(HeldCard(CardId(seat * size + slot), slot, None) for slot in range(size))
            for seat in range(players)
        ),
        fireworks=(0,) * len(ruleset.suits),
        discards=(),
        unread=(),
        clue_tokens=ruleset.clue_tokens,
        strikes=0,
        deck=ruleset.deck_size - players * size,
        turn=1,
        to_move=first,
        turns_left=None,
        clues=(),
        awards=Awards(),
        outcome=None,
    )
    return state, (GameStarted(ruleset, players, first),)


def evolve(state: GameState, event: Event) -> GameState:  # noqa: C901 - one case for each event
    """Return the position after ``event``.

    Events are facts: they are not checked again. ``GameStarted`` begins anew whatever the
    position was.

    Raises:
        ValueError: the event is about a card that is not where it says.
    """
    match event:  # what happens most comes first: the cases are tried one after the other
        case CardDrawn():
            return _drawn(state, event)
        case CardIdentified():
            return _identified(state, event)
        case ClueGiven():
            return _token_spent(state, event.seat, (*state.clues, _given(state, event)))
        case CardDiscarded():
            return _laid(state, event, event.card, discards=(*state.discards, event.card))
        case ClueTokenRegained():
            return state._replace(clue_tokens=state.clue_tokens + 1)
        case CardPlayed():
            return _laid(state, event, event.card, fireworks=_grown(state, event.card))
        case CardMissed():
            discards, strikes = (*state.discards, event.card), state.strikes + 1
            return _laid(state, event, event.card, discards=discards, strikes=strikes)
        case CardLaidUnread():
            return _laid(state, event, None, unread=(*state.unread, event.held))
        case CardLaidUnseen():
            return _laid_unseen(state, event)
        case ClueUntold():
            return _token_spent(state, event.seat, state.clues)
        case ClueSettled():
            return _amend(state, event.turn, event.touched, None)
        case ClueFaulted():
            return _amend(state, event.turn, (), event.rule)
        case HandRearranged():
            slots = {held: slot for slot, held in enumerate(event.order) if held is not None}
            cards = [card._replace(slot=slots[card.id]) for card in state.hands[event.seat]]
            cards.sort(key=lambda card: card.slot)
            moved = {card.id for card in cards if card not in state.hands[event.seat]}
            clues = tuple(
                mixed_up(
                    clue, moved.union(event.unsure) if may_be_other(clue, event) else event.unsure
                )
                for clue in state.clues
            )
            return _with_hand(state, event.seat, tuple(cards))._replace(clues=clues)
        case LastRoundBegan():
            return state._replace(turns_left=state.players)
        case GameEnded():
            return state._replace(outcome=event.outcome)
        case HandsLaidDown():
            return state._replace(laid_down=True)
        case AwardEarned():
            due = Award(event.seat, event.slot)
            return state._replace(awards=state.awards._replace(due=due))
        case TileTurned():
            turned = (*state.tiles, event.tile)
            return state._replace(awards=state.awards._replace(turned=turned, due=None))
        case FuseMended():
            return state._replace(strikes=state.strikes - 1)
        case CardReturned():
            return state._replace(
                discards=_without(state, event.card),
                deck=state.deck + 1,
                awards=state.awards._replace(returned=state.awards.returned + 1),
            )
        case CardRescued():
            return state._replace(
                discards=_without(state, event.card), fireworks=_grown(state, event.card)
            )
        case AwardClueGiven():
            return state._replace(clues=(*state.clues, _given(state, event)))
        case ColourNamed() | FireworkCompleted() | PointingDiffered():
            return state
        case GameStarted():
            return start(event.ruleset, event.players, event.first)[0]
        case _:
            assert_never(event)


def evolve_all(state: GameState, events: tuple[Event, ...]) -> GameState:
    """Return the position after all ``events`` in their order."""
    for event in events:
        state = evolve(state, event)
    return state


def may_be_other(clue: GivenClue, event: HandRearranged) -> bool:
    """Say whether the hand may have been in its new order already when ``clue`` was given."""
    return event.since is not None and clue.target == event.seat and clue.turn >= event.since


def _with_hand(state: GameState, seat: int, hand: Hand) -> GameState:
    hands = state.hands
    return state._replace(hands=(*hands[:seat], hand, *hands[seat + 1 :]))


def _position(hand: Hand, held: CardId) -> int:
    for position, card in enumerate(hand):
        if card.id == held:
            return position
    raise ValueError(f"card {held} is not among the cards held, {[card.id for card in hand]}")


def _grown(state: GameState, card: Card) -> tuple[int, ...]:
    """Return the heights after ``card`` was laid on its firework."""
    at = state.ruleset.colours.index(card.suit)
    heights = state.fireworks
    return (*heights[:at], heights[at] + 1, *heights[at + 1 :])


def _without(state: GameState, card: Card) -> tuple[Card | None, ...]:
    """Return the discards after the newest copy of ``card`` was taken away."""
    discards = list(state.discards)
    if card not in discards:
        raise ValueError(f"{card.label} is not among the discards")
    discards.reverse()
    discards.remove(card)
    discards.reverse()
    return tuple(discards)


def _read(state: GameState, held: CardId, card: Card | None) -> tuple[GivenClue, ...]:
    """Return all clues after the face of ``held`` became ``card``: what they have told stays."""
    return tuple(
        [
            reread(state.ruleset, clue, held, card) if held in clue.open else clue
            for clue in state.clues
        ]
    )


class _Piles(TypedDict, total=False):
    """Where a card may come to lie, and what becomes of it there."""

    fireworks: tuple[int, ...]
    discards: tuple[Card | None, ...]
    unread: tuple[CardId, ...]
    strikes: int


def _laid(
    state: GameState, event: CardLaid, card: Card | None, **piles: Unpack[_Piles]
) -> GameState:
    """Take a card out of a hand, put it on ``piles`` and pass the turn.

    All in one step: making another position takes longer than anything else here.
    """
    seat, held, among = event.seat, event.held, event.among
    hand = state.hands[seat]
    at = _position(hand, held)
    clues = state.clues
    if hand[at].card != card and clues:
        clues = _read(state, held, card)
    if among:
        clues = tuple(mixed_up(clue, among) for clue in clues)
    hands = state.hands
    left = state.turns_left
    return state._replace(
        hands=(*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :]),
        turn=state.turn + 1,
        to_move=(seat + 1) % state.players,
        turns_left=left if left is None else left - 1,
        clues=clues,
        **piles,
    )


def _drawn(state: GameState, event: CardDrawn) -> GameState:
    hand = state.hands[event.seat]
    at = 0
    while at < len(hand) and hand[at].slot < event.slot:
        at += 1
    new = HeldCard(event.held, event.slot, None)
    hands, seat = state.hands, event.seat
    return state._replace(
        hands=(*hands[:seat], (*hand[:at], new, *hand[at:]), *hands[seat + 1 :]),
        deck=state.deck - 1,
    )


def _identified(state: GameState, event: CardIdentified) -> GameState:
    found = state.find(event.held)
    if found is None:
        raise ValueError(f"card {event.held} is in nobody's hand")
    seat, before = found
    hands, hand = state.hands, state.hands[seat]
    at = hand.index(before)
    after = HeldCard(before.id, before.slot, event.card)
    return state._replace(
        hands=(*hands[:seat], (*hand[:at], after, *hand[at + 1 :]), *hands[seat + 1 :]),
        clues=_read(state, event.held, event.card) if state.clues else (),
    )


def _given(state: GameState, event: ClueGiven | AwardClueGiven) -> GivenClue:
    hand = state.hands[event.target]
    return GivenClue(
        turn=event.turn,
        seat=event.seat,
        target=event.target,
        hint=event.hint,
        held=tuple([card.id for card in hand]),
        slots=tuple([card.slot for card in hand]),
        touched=event.touched,
        open=event.open,
        fault=None,
        pointed=event.pointed if isinstance(event, ClueGiven) else None,
    )


def _token_spent(state: GameState, giver: int, clues: tuple[GivenClue, ...]) -> GameState:
    """Take a token and pass the turn; ``clues`` are those that have been given by then."""
    left = state.turns_left
    return state._replace(
        clue_tokens=state.clue_tokens - 1,
        turn=state.turn + 1,
        to_move=(giver + 1) % state.players,
        turns_left=left if left is None else left - 1,
        clues=clues,
    )


def _laid_unseen(state: GameState, event: CardLaidUnseen) -> GameState:
    match event.how:
        case Unseen.PLAYED | Unseen.COMPLETED:
            return _laid(state, event, None, unread=(*state.unread, event.held))
        case Unseen.MISSED:
            discards, strikes = (*state.discards, None), state.strikes + 1
            return _laid(state, event, None, discards=discards, strikes=strikes)
        case Unseen.DISCARDED:
            return _laid(state, event, None, discards=(*state.discards, None))
        case _:
            assert_never(event.how)


def _amend(
    state: GameState, turn: int, touched: tuple[CardId, ...], fault: Rule | None
) -> GameState:
    """Record what became of the clue of turn ``turn``."""
    return state._replace(
        clues=tuple(
            clue._replace(touched=touched, open=(), fault=fault) if clue.turn == turn else clue
            for clue in state.clues
        )
    )
