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
    match announcement:
        case Happened(t, event, turn, standing):
            return {"event": _name(event), "t": t, **(turn or {}), **_counts(event, standing)}
        case Asked(t, place, options, card, first):
            asked: dict[str, object] = {}
            if first is not None:
                asked = {"asks": "laid_first", "seat": first}
            elif card is not None:
                asked = {"card": card, "asks": "played_or_discarded"}
            return {"event": "question", "t": t, "place": place, "options": list(options), **asked}
        case QuestionClosed(t, answer):
            return {"event": "question_closed", "t": t, "answer": answer}
        case TableDiffers(t, why):
            return {"event": "table_differs", "t": t, "why": why}
        case TableAgrees(t):
            return {"event": "table_agrees", "t": t}
        case PleaseDraw(t, seat, instead):
            data = {"event": "please_draw", "t": t, "seat": seat}
            return data if instead is None else data | {"instead": instead}
        case TakenBack(t, turn, standing):
            return {"event": "taken_back", "t": t, "turn": turn, **_totals(standing)}
        case PutRight(t, change, turn, before, after, card):
            return {
                "event": change.value,
                "t": t,
                "turn": turn,
                **({"card": card} if change is Change.TOLD else {}),
                "before": _tally(before),
                "after": _tally(after),
            }
        case Rested(t, paused):
            return {"event": "paused" if paused else "resumed", "t": t}
        case Seated(t, arrival):
            return {
                "event": "seated",
                "t": t,
                "how": arrival.how.value,
                "name": arrival.name or None,
                "seat": arrival.seat,
                "before": arrival.before,
                "by": arrival.by or None,
            }
        case TokensDiffer():
            return {"event": "tokens_differ", "t": announcement.t, **announcement.to_data()}
        case PlayedUnseen(t, first, last):
            return {"event": "played_unseen", "t": t, "first": first, "last": last}
        case OnOtherPile(t, card, pile):
            return {"event": "on_other_pile", "t": t, "card": card, "pile": pile}
        case Refused(t, rule, why, _):
            name = rule.value if rule else None
            return {"event": "refused", "t": t, "rule": name, "why": why}
        case _:
            assert_never(announcement)


def _name(event: PublicEvent) -> str:
    if isinstance(event, CardLaidUnseen):
        return _UNSEEN.get(event.how, "played")
    return _NAMES[type(event)]


_NAMES: Mapping[type, str] = {
    **{kind: name for name, kind in EVENTS.kinds.items() if isinstance(kind, type)},
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
_UNSEEN = {Unseen.DISCARDED: "discarded", Unseen.MISSED: "missed"}


def event_names() -> frozenset[str]:
    """Return every name by which scripts may hear of a public event."""
    told = (_NAMES[kind] for kind in get_args(PublicEvent) if kind is not CardLaidUnseen)
    return frozenset({*told, *_UNSEEN.values()})


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
