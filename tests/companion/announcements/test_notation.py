"""Announcements as scripts hear of them: what each is called."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.announcements.announcement import (
    Announcement,
    Asked,
    Happened,
    PlayedUnseen,
    PleaseDraw,
    PublicCounts,
    PutRight,
    QuestionClosed,
    Refused,
    Rested,
    Seated,
    TableAgrees,
    TableDiffers,
    TakenBack,
)
from companion.announcements.notation import EVENT_NAMES, to_data
from companion.corrections.tally import Tally
from companion.hanabi.events import Outcome
from companion.hanabi.refusals import Rule
from companion.language.people import Arrival, How
from companion.record.entries import Change
from companion.referee.piles import OnOtherPile
from companion.referee.reasons import Cause, Reason
from companion.referee.tokens import TokensDiffer, Track

COUNTS = PublicCounts(3, 0, 7, 0, 2, 38)
NOW = Tally(2, 2, 0, 7, 3, Outcome.UNFINISHED)
EXAMPLES: dict[str, Announcement] = {
    "question": Asked(1.0, "discards", ("r1", "r2")),
    "question_closed": QuestionClosed(1.0, "r1"),
    "table_differs": TableDiffers(1.0, Reason(Cause.TWO_AT_ONCE, seat=1)),
    "table_agrees": TableAgrees(1.0),
    "played_unseen": PlayedUnseen(1.0, 2, 3),
    "please_draw": PleaseDraw(1.0, 0),
    "taken_back": TakenBack(1.0, 2, COUNTS),
    "corrected": PutRight(1.0, Change.CORRECTED, 2, NOW, NOW),
    "undone": PutRight(1.0, Change.UNDONE, 2, NOW, NOW),
    "redone": PutRight(1.0, Change.REDONE, 2, NOW, NOW),
    "told": PutRight(1.0, Change.TOLD, 2, NOW, NOW, "r1"),
    "paused": Rested(1.0, True),
    "resumed": Rested(1.0, False),
    "seated": Seated(1.0, Arrival(How.SAT_DOWN, "", 1)),
    "tokens_differ": TokensDiffer(1.0, Track(7, 8), None),
    "on_other_pile": OnOtherPile(1.0, "r2", "b1"),
    "refused": Refused(1.0, Rule.NO_CLUE_TOKENS, "no token"),
}


@pytest.mark.parametrize(("name", "announcement"), EXAMPLES.items())
def test_scripts_hear_of_it_by_a_name_of_the_list(name: str, announcement: Announcement) -> None:
    data = to_data(announcement)
    assert list(data)[:2] == ["event", "t"]
    assert (data["event"], data["t"]) == (name, 1.0)
    assert name in EVENT_NAMES


def test_no_announcement_is_without_an_example_above() -> None:
    assert {type(one) for one in EXAMPLES.values()} == {*get_args(Announcement)} - {Happened}


def test_each_name_stands_in_the_list_once() -> None:
    assert len(set(EVENT_NAMES)) == len(EVENT_NAMES)
