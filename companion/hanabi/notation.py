"""Moves as plain data that fits into JSON, and strictly back again; all notations at one door."""

from enum import Enum
from typing import assert_never

from companion.hanabi.cards import Suit
from companion.hanabi.event_notation import EventKind, event_from_data, event_to_data
from companion.hanabi.fields import Fields
from companion.hanabi.moves import (
    Discard,
    GiveClue,
    Identify,
    LayDown,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    Terminate,
    Tile,
    TileChoice,
    Unseen,
)
from companion.hanabi.plain import (
    Data,
    among_data,
    by_data,
    hint_to_data,
    kind_data,
    label_or_none,
    pointed_data,
)
from companion.hanabi.ruleset_notation import ruleset_from_data, ruleset_to_data

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
    SPEND_TOKEN = "spend_token"
    LAY_UNSEEN = "lay_unseen"
    IDENTIFY = "identify"
    TILE = "tile"
    REARRANGE = "rearrange"
    TERMINATE = "terminate"
    LAY_DOWN = "lay_down"


# ------------------------------------------------------------------------------------ into data


def move_to_data(move: Move) -> Data:
    """Return ``move`` as data: ``{"kind": "play", "seat": 0, "held": 2, "card": "r3"}``."""
    match move:
        case Play(seat, held, card, named, among):
            more: Data = {} if named is None else {"named": named.value}
            more |= among_data(among)
            return kind_data(MoveKind.PLAY, seat=seat, held=held, card=label_or_none(card), **more)
        case Discard(seat, held, card, among):
            more = among_data(among)
            return kind_data(
                MoveKind.DISCARD, seat=seat, held=held, card=label_or_none(card), **more
            )
        case GiveClue(seat, target, hint, blind, by, pointed):
            more = ({"blind": True} if blind else {}) | by_data(by) | pointed_data(pointed)
            return kind_data(MoveKind.CLUE, seat=seat, target=target, **hint_to_data(hint), **more)
        case SpendToken(seat):
            return kind_data(MoveKind.SPEND_TOKEN, seat=seat)
        case LayUnseen(seat, how):
            return kind_data(MoveKind.LAY_UNSEEN, seat=seat, how=how.value)
        case Identify(held, card):
            return kind_data(MoveKind.IDENTIFY, held=held, card=label_or_none(card))
        case TileChoice(seat, tile, target, hint, card):
            return kind_data(
                MoveKind.TILE,
                seat=seat,
                tile=None if tile is None else tile.value,
                **({} if target is None else {"target": target}),
                **({} if hint is None else hint_to_data(hint)),
                **({} if card is None else {"card": card.label}),
            )
        case Rearrange(seat, order, since, unsure):
            doubts: dict[str, object] = {} if since is None else {"since": since}
            if unsure:
                doubts["unsure"] = list(unsure)
            return kind_data(MoveKind.REARRANGE, seat=seat, order=list(order), **doubts)
        case Terminate(stopper):
            return kind_data(MoveKind.TERMINATE, seat=stopper)
        case LayDown(by):
            return kind_data(MoveKind.LAY_DOWN, **by_data(by))
        case _:
            assert_never(move)


# ------------------------------------------------------------------------------- and back again


def move_from_data(data: object) -> Move:
    """Return the move that ``move_to_data`` made ``data`` from.

    Raises:
        ValueError: ``data`` is no move; the sentence names the kind and the field.
    """
    fields = Fields("a move", data)
    match kind := fields.kind(MoveKind):
        case MoveKind.PLAY:
            move: Move = Play(
                fields.count("seat"),
                fields.held(),
                fields.face(),
                fields.member("named", Suit) if fields.has("named") else None,
                fields.among(),
            )
        case MoveKind.DISCARD:
            move = Discard(fields.count("seat"), fields.held(), fields.face(), fields.among())
        case MoveKind.CLUE:
            move = GiveClue(
                fields.count("seat"),
                fields.count("target"),
                fields.hint(),
                fields.truth("blind") if fields.has("blind") else False,
                fields.by(),
                fields.pointed(),
            )
        case MoveKind.SPEND_TOKEN:
            move = SpendToken(fields.count("seat"))
        case MoveKind.LAY_UNSEEN:
            move = LayUnseen(fields.count("seat"), fields.member("how", Unseen))
        case MoveKind.IDENTIFY:
            move = Identify(fields.held(), fields.face())
        case MoveKind.TILE:
            move = TileChoice(
                fields.count("seat"),
                fields.member_or_none("tile", Tile),
                fields.count("target") if fields.has("target") else None,
                fields.hint() if fields.has("colour") or fields.has("value") else None,
                fields.card() if fields.has("card") else None,
            )
        case MoveKind.REARRANGE:
            move = Rearrange(fields.count("seat"), fields.order(), *fields.order_doubts())
        case MoveKind.TERMINATE:
            move = Terminate(fields.seat_or_none())
        case MoveKind.LAY_DOWN:
            move = LayDown(fields.by())
        case _:
            assert_never(kind)
    fields.end()
    return move
