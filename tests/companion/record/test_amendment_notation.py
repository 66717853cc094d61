"""What was put right, as data: its events stand in the entry, each step says how many are its."""

import json

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.events import CardPlayed, ClueUntold, FireworkCompleted
from companion.hanabi.moves import CardId, Play, SpendToken
from companion.record.amendment_notation import amendment_from_data, amendment_to_data
from companion.record.corrections import Never
from companion.record.entries import Amendment, Change, MoveEntry

FIVE = Card.parse("r5")
EVENTS = (CardPlayed(0, CardId(3), 1, FIVE), FireworkCompleted(FIVE.suit), ClueUntold(1, 2))
STEPS = (
    MoveEntry(12.5, Play(0, CardId(3), FIVE), EVENTS[:2], ("r5", "r3")),
    MoveEntry(None, SpendToken(1), EVENTS[2:]),
)
AMENDMENT = Amendment(
    Change.CORRECTED, "seat 1", "2026-01-02T20:00:00Z", 2, Never(2), "a discard", STEPS
)


def test_an_amendment_comes_back_from_the_record_with_each_step_s_own_events() -> None:
    written = json.loads(json.dumps(amendment_to_data(AMENDMENT)))
    assert amendment_from_data(written, EVENTS) == AMENDMENT


@pytest.mark.parametrize("events", [EVENTS[:2], (*EVENTS, ClueUntold(0, 3))])
def test_an_entry_that_has_lost_or_gained_an_event_is_no_amendment(
    events: tuple[CardPlayed | FireworkCompleted | ClueUntold, ...],
) -> None:
    with pytest.raises(ValueError, match=f"3 events, but there are {len(events)}|no amendment"):
        amendment_from_data(amendment_to_data(AMENDMENT), events)


def test_a_field_that_this_version_does_not_know_is_refused() -> None:
    written = json.loads(json.dumps(amendment_to_data(AMENDMENT)))
    with pytest.raises(ValueError, match="mood"):
        amendment_from_data(written | {"mood": "good"}, EVENTS)
