"""Events as plain data that fits into JSON, and strictly back again."""

from enum import Enum
from typing import assert_never

from companion.hanabi.cards import Suit
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardIdentified,
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
    Outcome,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.fields import Fields
from companion.hanabi.moves import (
    CardId,
    Hint,
    Tile,
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
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset_notation import ruleset_from_data, ruleset_to_data


class EventKind(Enum):
    """What an event is called under ``kind``; kept for good, because old records say it."""

    GAME_STARTED = "game_started"
    CARD_IDENTIFIED = "card_identified"
    COLOUR_NAMED = "colour_named"
    CARD_PLAYED = "card_played"
    FIREWORK_COMPLETED = "firework_completed"
    CLUE_TOKEN_REGAINED = "clue_token_regained"
    CARD_MISSED = "card_missed"
    CARD_DISCARDED = "card_discarded"
    CARD_LAID_UNREAD = "card_laid_unread"
    CARD_DRAWN = "card_drawn"
    LAST_ROUND_BEGAN = "last_round_began"
    CLUE_GIVEN = "clue_given"
    CLUE_UNTOLD = "clue_untold"
    CARD_LAID_UNSEEN = "card_laid_unseen"
    CLUE_SETTLED = "clue_settled"
    CLUE_FAULTED = "clue_faulted"
    POINTING_DIFFERED = "pointing_differed"
    AWARD_EARNED = "award_earned"
    TILE_TURNED = "tile_turned"
    FUSE_MENDED = "fuse_mended"
    CARD_RETURNED = "card_returned"
    CARD_RESCUED = "card_rescued"
    AWARD_CLUE_GIVEN = "award_clue_given"
    HAND_REARRANGED = "hand_rearranged"
    GAME_ENDED = "game_ended"
    HANDS_LAID_DOWN = "hands_laid_down"


def event_to_data(event: Event) -> Data:
    """Return ``event`` as data: ``{"kind": "card_drawn", "seat": 0, "held": 10, "slot": 2}``."""
    match event:
        case GameStarted(ruleset, players, first):
            rules = ruleset_to_data(ruleset)
            return kind_data(EventKind.GAME_STARTED, ruleset=rules, players=players, first=first)
        case CardIdentified(held, card):
            return kind_data(EventKind.CARD_IDENTIFIED, held=held, card=label_or_none(card))
        case ColourNamed(seat, suit):
            return kind_data(EventKind.COLOUR_NAMED, seat=seat, suit=suit.value)
        case CardPlayed(seat, held, slot, card, among):
            more = {"card": label_or_none(card), **among_data(among)}
            return _laid(EventKind.CARD_PLAYED, seat, held, slot, **more)
        case FireworkCompleted(suit):
            return kind_data(EventKind.FIREWORK_COMPLETED, suit=suit.value)
        case ClueTokenRegained():
            return kind_data(EventKind.CLUE_TOKEN_REGAINED)
        case CardMissed(seat, held, slot, card, among):
            more = {"card": label_or_none(card), **among_data(among)}
            return _laid(EventKind.CARD_MISSED, seat, held, slot, **more)
        case CardDiscarded(seat, held, slot, face, among):
            more = {"card": label_or_none(face), **among_data(among)}
            return _laid(EventKind.CARD_DISCARDED, seat, held, slot, **more)
        case CardLaidUnread(seat, held, slot, among):
            return _laid(EventKind.CARD_LAID_UNREAD, seat, held, slot, **among_data(among))
        case CardDrawn(seat, held, slot):
            return _laid(EventKind.CARD_DRAWN, seat, held, slot)
        case LastRoundBegan():
            return kind_data(EventKind.LAST_ROUND_BEGAN)
        case ClueGiven():
            more = ({"blind": True} if event.blind else {}) | by_data(event.by)
            more |= pointed_data(event.pointed)
            return {**_clue(EventKind.CLUE_GIVEN, event), **more}
        case ClueUntold(seat, turn):
            return kind_data(EventKind.CLUE_UNTOLD, seat=seat, turn=turn)
        case CardLaidUnseen(seat, held, slot, among, how):
            more = {"among": list(among), "how": how.value}
            return _laid(EventKind.CARD_LAID_UNSEEN, seat, held, slot, **more)
        case ClueSettled(turn, touched):
            return kind_data(EventKind.CLUE_SETTLED, turn=turn, touched=list(touched))
        case ClueFaulted(turn, rule):
            return kind_data(EventKind.CLUE_FAULTED, turn=turn, rule=rule.value)
        case PointingDiffered(turn, target, hint, held, card, pointed):
            return kind_data(
                EventKind.POINTING_DIFFERED,
                turn=turn,
                target=target,
                **hint_to_data(hint),
                held=held,
                card=card.label,
                pointed=pointed,
            )
        case AwardEarned(seat, slot):
            return kind_data(EventKind.AWARD_EARNED, seat=seat, slot=slot)
        case TileTurned(seat, tile):
            turned = None if tile is None else tile.value
            return kind_data(EventKind.TILE_TURNED, seat=seat, tile=turned)
        case FuseMended():
            return kind_data(EventKind.FUSE_MENDED)
        case CardReturned(seat, card):
            return kind_data(EventKind.CARD_RETURNED, seat=seat, card=card.label)
        case CardRescued(seat, card):
            return kind_data(EventKind.CARD_RESCUED, seat=seat, card=card.label)
        case AwardClueGiven():
            return _clue(EventKind.AWARD_CLUE_GIVEN, event)
        case HandRearranged(seat, order, since, unsure):
            doubts: dict[str, object] = {} if since is None else {"since": since}
            if unsure:
                doubts["unsure"] = list(unsure)
            return kind_data(EventKind.HAND_REARRANGED, seat=seat, order=list(order), **doubts)
        case GameEnded(outcome, stopper):
            return kind_data(EventKind.GAME_ENDED, outcome=outcome.value, seat=stopper)
        case HandsLaidDown(by):
            return kind_data(EventKind.HANDS_LAID_DOWN, **by_data(by))
        case _:
            assert_never(event)


def _laid(kind: EventKind, seat: int, held: CardId, slot: int, **more: object) -> Data:
    return kind_data(kind, seat=seat, held=held, slot=slot, **more)


def _clue(kind: EventKind, clue: ClueGiven | AwardClueGiven) -> Data:
    return kind_data(
        kind,
        seat=clue.seat,
        target=clue.target,
        **hint_to_data(clue.hint),
        turn=clue.turn,
        touched=list(clue.touched),
        open=list(clue.open),
    )


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
        case EventKind.COLOUR_NAMED:
            return ColourNamed(fields.count("seat"), fields.member("suit", Suit))
        case EventKind.CARD_PLAYED:
            return CardPlayed(*fields.place(), fields.card(), fields.among())
        case EventKind.FIREWORK_COMPLETED:
            return FireworkCompleted(fields.member("suit", Suit))
        case EventKind.CLUE_TOKEN_REGAINED:
            return ClueTokenRegained()
        case EventKind.CARD_MISSED:
            return CardMissed(*fields.place(), fields.card(), fields.among())
        case EventKind.CARD_DISCARDED:
            return CardDiscarded(*fields.place(), fields.face(), fields.among())
        case EventKind.CARD_LAID_UNREAD:
            return CardLaidUnread(*fields.place(), fields.among())
        case EventKind.CARD_DRAWN:
            return CardDrawn(*fields.place())
        case EventKind.LAST_ROUND_BEGAN:
            return LastRoundBegan()
        case EventKind.CLUE_GIVEN:
            given = _given(fields)
            blind = fields.truth("blind") if fields.has("blind") else False
            return ClueGiven(*given, blind, fields.by(), fields.pointed())
        case EventKind.CLUE_UNTOLD:
            return ClueUntold(fields.count("seat"), fields.count("turn"))
        case EventKind.CARD_LAID_UNSEEN:
            return CardLaidUnseen(
                *fields.place(), fields.cards("among"), fields.member("how", Unseen)
            )
        case EventKind.CLUE_SETTLED:
            return ClueSettled(fields.count("turn"), fields.cards("touched"))
        case EventKind.CLUE_FAULTED:
            return ClueFaulted(fields.count("turn"), fields.member("rule", Rule))
        case EventKind.POINTING_DIFFERED:
            return PointingDiffered(
                fields.count("turn"),
                fields.count("target"),
                fields.hint(),
                fields.held(),
                fields.card(),
                fields.truth("pointed"),
            )
        case EventKind.AWARD_EARNED:
            return AwardEarned(fields.count("seat"), fields.count("slot"))
        case EventKind.TILE_TURNED:
            return TileTurned(fields.count("seat"), fields.member_or_none("tile", Tile))
        case EventKind.FUSE_MENDED:
            return FuseMended()
        case EventKind.CARD_RETURNED:
            return CardReturned(fields.count("seat"), fields.card())
        case EventKind.CARD_RESCUED:
            return CardRescued(fields.count("seat"), fields.card())
        case EventKind.AWARD_CLUE_GIVEN:
            return AwardClueGiven(*_given(fields))
        case EventKind.HAND_REARRANGED:
            return HandRearranged(fields.count("seat"), fields.order(), *fields.order_doubts())
        case EventKind.GAME_ENDED:
            return GameEnded(fields.member("outcome", Outcome), fields.seat_or_none())
        case EventKind.HANDS_LAID_DOWN:
            return HandsLaidDown(fields.by())
        case _:
            assert_never(kind)


def _given(fields: Fields) -> tuple[int, int, Hint, int, tuple[CardId, ...], tuple[CardId, ...]]:
    return (
        fields.count("seat"),
        fields.count("target"),
        fields.hint(),
        fields.count("turn"),
        fields.cards("touched"),
        fields.cards("open"),
    )
