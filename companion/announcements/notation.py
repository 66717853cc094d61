"""Announcements as JSON objects for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never, get_args

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PlayedUnseen,
    PleaseDraw,
    PublicCounts,
    PublicEvent,
    PutRight,
    QuestionClosed,
    Refused,
    Rested,
    Seated,
    TableAgrees,
    TableDiffers,
    TakenBack,
)
from companion.corrections.tally import Tally
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueGiven,
    ClueUntold,
    ColourNamed,
    FireworkCompleted,
    GameEnded,
    GameStarted,
    LastRoundBegan,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.moves import Unseen
from companion.hanabi.notation import EVENTS, hint_to_data
from companion.record.entries import Change
from companion.referee.piles import OnOtherPile
from companion.referee.tokens import TokensDiffer


def to_data(announcement: Announcement) -> dict[str, object]:
    """Return one announcement as a JSON object for scripts; ``event`` names it."""
    return {"event": _name(announcement), "t": announcement.t, **_rest(announcement)}


def _rest(announcement: Announcement) -> Mapping[str, object]:
    """Return what an announcement has besides its name and its time."""
    match announcement:
        case Happened(_, event, turn, standing):
            return {**(turn or {}), **_counts(event, standing)}
        case Asked(_, place, options, card, first):
            asked: dict[str, object] = {}
            if first is not None:
                asked = {"asks": "laid_first", "seat": first}
            elif card is not None:
                asked = {"card": card, "asks": "played_or_discarded"}
            return {"place": place, "options": list(options), **asked}
        case QuestionClosed(_, answer):
            return {"answer": answer}
        case TableDiffers(_, reason):
            return {"why": str(reason)}
        case TableAgrees() | Rested():
            return {}
        case PleaseDraw(_, seat, instead):
            return {"seat": seat} if instead is None else {"seat": seat, "instead": instead}
        case TakenBack(_, turn_number, standing):
            return {"turn": turn_number, **_totals(standing)}
        case PutRight(_, change, turn_number, before, after, card):
            return {
                "turn": turn_number,
                **({"card": card} if change is Change.TOLD else {}),
                "before": _tally(before),
                "after": _tally(after),
            }
        case Seated(_, arrival):
            return {
                "how": arrival.how.value,
                "name": arrival.name or None,
                "seat": arrival.seat,
                "before": arrival.before,
                "by": str(arrival.by) or None,
            }
        case TokensDiffer():
            return {**announcement.to_data()}
        case PlayedUnseen(_, first_turn, last_turn):
            return {"first": first_turn, "last": last_turn}
        case OnOtherPile(_, other, pile):
            return {"card": other, "pile": pile}
        case Refused(_, rule, why):
            return {"rule": rule.value if rule else None, "why": why}
        case _:
            assert_never(announcement)


_PUBLIC_EVENTS: Mapping[type, str] = {
    **{
        kind: name
        for name, kind in EVENTS.kinds.items()
        if isinstance(kind, type) and kind in get_args(PublicEvent)
    },
    CardPlayed: "played",
    CardMissed: "missed",
    CardLaidUnread: "laid_unread",
    CardDiscarded: "discarded",
    CardDrawn: "drawn",
    ClueGiven: "clue",
    ClueUntold: "clue",
    LastRoundBegan: "last_round",
    AwardEarned: "award",
    TileTurned: "tile",
    AwardClueGiven: "award_clue",
}
"""What scripts know events by; the others are called as on record."""
_UNSEEN: Mapping[Unseen, str] = {
    Unseen.PLAYED: "played",
    Unseen.COMPLETED: "played",
    Unseen.DISCARDED: "discarded",
    Unseen.MISSED: "missed",
}
_RESTED = {True: Change.PAUSED.value, False: Change.RESUMED.value}
_PUT_RIGHT = (Change.CORRECTED, Change.UNDONE, Change.REDONE, Change.TOLD)
_OTHERS: Mapping[type, str] = {
    Asked: "question",
    QuestionClosed: "question_closed",
    TableDiffers: "table_differs",
    TableAgrees: "table_agrees",
    PlayedUnseen: "played_unseen",
    PleaseDraw: "please_draw",
    TakenBack: Change.TAKEN_BACK.value,
    Seated: Change.SEATED.value,
    TokensDiffer: "tokens_differ",
    OnOtherPile: "on_other_pile",
    Refused: "refused",
}
EVENT_NAMES: tuple[str, ...] = tuple(
    dict.fromkeys(
        [
            *(name for kind, name in _PUBLIC_EVENTS.items() if kind is not CardLaidUnseen),
            *_OTHERS.values(),
            *(change.value for change in _PUT_RIGHT),
            *_RESTED.values(),
        ]
    )
)
"""Every name by which scripts may hear of something, each once."""


def _name(announcement: Announcement) -> str:
    match announcement:
        case Happened(_, CardLaidUnseen(how=how)):
            return _UNSEEN[how]
        case Happened(_, event):
            return _PUBLIC_EVENTS[type(event)]
        case PutRight(_, change):
            return change.value
        case Rested(_, paused):
            return _RESTED[paused]
        case _:
            return _OTHERS[type(announcement)]


def _counts(event: PublicEvent, standing: PublicCounts) -> dict[str, object]:
    match event:
        case GameStarted(ruleset, players, first):
            return {"ruleset": ruleset.name, "players": players, "first": first}
        case FireworkCompleted(suit):
            return {"suit": suit.value}
        case CardDrawn(seat, _, slot):
            return {"seat": seat, "slot": slot, "deck": standing.deck}
        case ColourNamed(seat, suit):
            return {"seat": seat, "colour": suit.value}
        case PointingDiffered(turn, target, hint, _, card, pointed):
            clue = {"turn": turn, "target": target, **hint_to_data(hint)}
            return {**clue, "card": card.label, "pointed": pointed}
        case AwardEarned(seat):
            return {"seat": seat}
        case TileTurned(seat, tile):
            return {"seat": seat, "tile": tile.value if tile else None}
        case CardReturned(seat, card):
            return {"seat": seat, "card": card.label, "deck": standing.deck}
        case CardRescued(seat, card):
            return {"seat": seat, "card": card.label, **_totals(standing)}
        case AwardClueGiven(seat, target, hint):
            return {"seat": seat, "target": target, **hint_to_data(hint)}
        case GameEnded(outcome):
            return {"outcome": outcome.value}
        case _:
            return _totals(standing)


def _tally(tally: Tally) -> dict[str, object]:
    return {
        "score": tally.score,
        "played": tally.played,
        "strikes": tally.strikes,
        "clue_tokens": tally.clue_tokens,
        "turns": tally.turns,
        "outcome": tally.outcome.value,
    }


def _totals(standing: PublicCounts) -> dict[str, object]:
    return {
        "clue_tokens": standing.clue_tokens,
        "strikes": standing.strikes,
        "played": standing.played,
    }
