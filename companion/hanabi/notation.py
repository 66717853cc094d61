"""Moves and events as plain data that fits into JSON, and strictly back again."""

from enum import Enum
from typing import assert_never

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    ClueFaulted,
    ClueGiven,
    ClueSettled,
    ClueTokenRegained,
    Event,
    FireworkCompleted,
    GameEnded,
    GameStarted,
    HandRearranged,
    LastRoundBegan,
    Outcome,
)
from companion.hanabi.fields import Fields
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset_notation import Data, ruleset_from_data, ruleset_to_data

__all__ = [
    "Data",
    "EventKind",
    "MoveKind",
    "event_from_data",
    "event_to_data",
    "move_from_data",
    "move_to_data",
    "ruleset_from_data",
    "ruleset_to_data",
]


class MoveKind(Enum):
    """What a move is called under ``kind``; kept for good, because old records say it."""

    PLAY = "play"
    DISCARD = "discard"
    CLUE = "clue"
    IDENTIFY = "identify"
    REARRANGE = "rearrange"
    TERMINATE = "terminate"


class EventKind(Enum):
    """What an event is called under ``kind``; kept for good, because old records say it."""

    GAME_STARTED = "game_started"
    CARD_IDENTIFIED = "card_identified"
    CARD_PLAYED = "card_played"
    FIREWORK_COMPLETED = "firework_completed"
    CLUE_TOKEN_REGAINED = "clue_token_regained"
    CARD_MISSED = "card_missed"
    CARD_DISCARDED = "card_discarded"
    CARD_LAID_UNREAD = "card_laid_unread"
    CARD_DRAWN = "card_drawn"
    LAST_ROUND_BEGAN = "last_round_began"
    CLUE_GIVEN = "clue_given"
    CLUE_SETTLED = "clue_settled"
    CLUE_FAULTED = "clue_faulted"
    HAND_REARRANGED = "hand_rearranged"
    GAME_ENDED = "game_ended"


# ------------------------------------------------------------------------------------ into data


def move_to_data(move: Move) -> Data:
    """Return ``move`` as data: ``{"kind": "play", "seat": 0, "held": 2, "card": "r3"}``."""
    match move:
        case Play(seat, held, card):
            return _data(MoveKind.PLAY, seat=seat, held=held, card=_label(card))
        case Discard(seat, held, card):
            return _data(MoveKind.DISCARD, seat=seat, held=held, card=_label(card))
        case GiveClue(seat, target, hint):
            return _data(MoveKind.CLUE, seat=seat, target=target, **_hint_to_data(hint))
        case Identify(held, card):
            return _data(MoveKind.IDENTIFY, held=held, card=_label(card))
        case Rearrange(seat, order):
            return _data(MoveKind.REARRANGE, seat=seat, order=list(order))
        case Terminate(by):
            return _data(MoveKind.TERMINATE, seat=by)
        case _:
            assert_never(move)


def event_to_data(event: Event) -> Data:
    """Return ``event`` as data: ``{"kind": "card_drawn", "seat": 0, "held": 10, "slot": 2}``."""
    match event:
        case GameStarted(ruleset, players, first):
            rules = ruleset_to_data(ruleset)
            return _data(EventKind.GAME_STARTED, ruleset=rules, players=players, first=first)
        case CardIdentified(held, card):
            return _data(EventKind.CARD_IDENTIFIED, held=held, card=_label(card))
        case CardPlayed(seat, held, slot, card):
            return _laid(EventKind.CARD_PLAYED, seat, held, slot, card=_label(card))
        case FireworkCompleted(suit):
            return _data(EventKind.FIREWORK_COMPLETED, suit=suit.value)
        case ClueTokenRegained():
            return _data(EventKind.CLUE_TOKEN_REGAINED)
        case CardMissed(seat, held, slot, card):
            return _laid(EventKind.CARD_MISSED, seat, held, slot, card=_label(card))
        case CardDiscarded(seat, held, slot, face):
            return _laid(EventKind.CARD_DISCARDED, seat, held, slot, card=_label(face))
        case CardLaidUnread(seat, held, slot):
            return _laid(EventKind.CARD_LAID_UNREAD, seat, held, slot)
        case CardDrawn(seat, held, slot):
            return _laid(EventKind.CARD_DRAWN, seat, held, slot)
        case LastRoundBegan():
            return _data(EventKind.LAST_ROUND_BEGAN)
        case ClueGiven(seat, target, hint, turn, touched, unknown):
            return _data(
                EventKind.CLUE_GIVEN,
                seat=seat,
                target=target,
                **_hint_to_data(hint),
                turn=turn,
                touched=list(touched),
                open=list(unknown),
            )
        case ClueSettled(turn, touched):
            return _data(EventKind.CLUE_SETTLED, turn=turn, touched=list(touched))
        case ClueFaulted(turn, rule):
            return _data(EventKind.CLUE_FAULTED, turn=turn, rule=rule.value)
        case HandRearranged(seat, order):
            return _data(EventKind.HAND_REARRANGED, seat=seat, order=list(order))
        case GameEnded(outcome, by):
            return _data(EventKind.GAME_ENDED, outcome=outcome.value, seat=by)
        case _:
            assert_never(event)


def _data(kind: Enum, **fields: object) -> Data:
    return {"kind": kind.value, **fields}


def _laid(kind: EventKind, seat: int, held: CardId, slot: int, **more: object) -> Data:
    return _data(kind, seat=seat, held=held, slot=slot, **more)


def _label(card: Card | None) -> str | None:
    return None if card is None else card.label


def _hint_to_data(hint: Hint) -> Data:
    match hint:
        case ColourHint(colour):
            return {"colour": colour.value}
        case RankHint(rank):
            return {"value": rank}
        case _:
            assert_never(hint)


# ------------------------------------------------------------------------------- and back again


def move_from_data(data: object) -> Move:
    """Return the move that ``move_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no move; the sentence names the kind and the field.
    """
    fields = Fields("a move", data)
    match kind := fields.kind(MoveKind):
        case MoveKind.PLAY:
            move: Move = Play(fields.count("seat"), fields.held(), fields.face())
        case MoveKind.DISCARD:
            move = Discard(fields.count("seat"), fields.held(), fields.face())
        case MoveKind.CLUE:
            move = GiveClue(fields.count("seat"), fields.count("target"), fields.hint())
        case MoveKind.IDENTIFY:
            move = Identify(fields.held(), fields.face())
        case MoveKind.REARRANGE:
            move = Rearrange(fields.count("seat"), fields.order())
        case MoveKind.TERMINATE:
            move = Terminate(fields.seat_or_none())
        case _:
            assert_never(kind)
    fields.end()
    return move


def event_from_data(data: object) -> Event:
    """Return the event that ``event_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no event; the sentence names the kind and the field.
    """
    fields = Fields("an event", data)
    event = _event(fields)
    fields.end()
    return event


def _event(fields: Fields) -> Event:
    match kind := fields.kind(EventKind):
        case EventKind.GAME_STARTED:
            ruleset = fields.of("ruleset", ruleset_from_data)
            return GameStarted(ruleset, fields.count("players"), fields.count("first"))
        case EventKind.CARD_IDENTIFIED:
            return CardIdentified(fields.held(), fields.face())
        case EventKind.CARD_PLAYED:
            return CardPlayed(*fields.place(), fields.card())
        case EventKind.FIREWORK_COMPLETED:
            return FireworkCompleted(fields.member("suit", Suit))
        case EventKind.CLUE_TOKEN_REGAINED:
            return ClueTokenRegained()
        case EventKind.CARD_MISSED:
            return CardMissed(*fields.place(), fields.card())
        case EventKind.CARD_DISCARDED:
            return CardDiscarded(*fields.place(), fields.face())
        case EventKind.CARD_LAID_UNREAD:
            return CardLaidUnread(*fields.place())
        case EventKind.CARD_DRAWN:
            return CardDrawn(*fields.place())
        case EventKind.LAST_ROUND_BEGAN:
            return LastRoundBegan()
        case EventKind.CLUE_GIVEN:
            return ClueGiven(
                fields.count("seat"),
                fields.count("target"),
                fields.hint(),
                fields.count("turn"),
                fields.cards("touched"),
                fields.cards("open"),
            )
        case EventKind.CLUE_SETTLED:
            return ClueSettled(fields.count("turn"), fields.cards("touched"))
        case EventKind.CLUE_FAULTED:
            return ClueFaulted(fields.count("turn"), fields.member("rule", Rule))
        case EventKind.HAND_REARRANGED:
            return HandRearranged(fields.count("seat"), fields.order())
        case EventKind.GAME_ENDED:
            return GameEnded(fields.member("outcome", Outcome), fields.seat_or_none())
        case _:
            assert_never(kind)
