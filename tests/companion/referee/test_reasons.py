"""Why table and record differ: the same for scripts as ever, and a sentence in any language."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from companion.announcements.announcement import TableDiffers
from companion.announcements.notation import to_data
from companion.announcements.texts import sentence
from companion.language.people import People
from companion.play.view import why_they_differ
from companion.record.games import Record
from companion.referee.reason_texts import because
from companion.referee.reasons import Cause, Reason
from tests.companion.filmed_table import Game

PEOPLE = People({1: "Ana"})
REASONS = {
    Cause.NOT_RETURNED: (
        Reason(Cause.NOT_RETURNED, ("r3",), seat=1),
        "r3 was taken back, but has not returned to the rack of seat 1",
        "red 3 was taken back, but has not returned to the rack of Ana",
    ),
    Cause.OFF_FIREWORKS: (
        Reason(Cause.OFF_FIREWORKS, ("b1", "g2"), fireworks=True),
        "b1, g2 no longer on the fireworks",
        "blue 1, green 2 are no longer on the fireworks",
    ),
    Cause.OFF_DISCARDS: (
        Reason(Cause.OFF_DISCARDS, ("b1",)),
        "b1 no longer on the discards",
        "blue 1 is no longer on the discards",
    ),
    Cause.NO_HANABI_CARD: (
        Reason(Cause.NO_HANABI_CARD, detail="01-crane"),
        "01-crane is not a card of Hanabi",
        "01-crane is not a card of Hanabi",
    ),
    Cause.FORBIDDEN: (
        Reason(Cause.FORBIDDEN, detail="clue_tokens_full (turn 2: seat 1 discards)"),
        "clue_tokens_full (turn 2: seat 1 discards)",
        "what lies there breaks a rule: clue_tokens_full (turn 2: Ana discards)",
    ),
    Cause.HANGS_ON_QUESTION: (
        Reason(Cause.HANGS_ON_QUESTION, ("b5",)),
        "nobody has said whether b5 was played or discarded",
        "say first whether blue 5 was played or discarded: clue tokens hang on it",
    ),
    Cause.OUT_OF_TURN: (
        Reason(Cause.OUT_OF_TURN, (), True, 1, 0),
        "seat 1 laid a card on the fireworks, but seat 0 is to move",
        "Ana laid a card on the fireworks, but seat 1 is to move",
    ),
    Cause.NOBODY_LAID_IT: (
        Reason(Cause.NOBODY_LAID_IT, (None,), False, to_move=1),
        "a card lies on the discards, but seat 1 has laid none",
        "a card lies on the discards, but Ana has laid no card",
    ),
    Cause.TWO_AT_ONCE: (
        Reason(Cause.TWO_AT_ONCE, seat=1),
        "seat 1 laid several cards at once",
        "Ana laid several cards at once",
    ),
    Cause.UNSEEN_ORDER: (
        Reason(Cause.UNSEEN_ORDER, seat=1),
        "nobody saw in which order seat 1 took its turns",
        "the camera did not see in which order Ana took several turns: enter them as they were",
    ),
    Cause.CAME_TOGETHER: (
        Reason(Cause.CAME_TOGETHER, seat=1),
        "several cards came at once, and nobody saw in which order",
        "the camera did not see in which order several cards were laid: enter the turns as they"
        " were",
    ),
    Cause.DRAWN_BEFORE_TILE: (
        Reason(Cause.DRAWN_BEFORE_TILE, seat=1),
        "seat 1 drew before turning its award tile",
        "Ana drew a card already: the award tile is turned before that",
    ),
    Cause.LEFT_BY_TILE: (
        Reason(Cause.LEFT_BY_TILE, ("r3",)),
        "r3 still on the discards, from where an award tile has taken it",
        "red 3 still lies on the discards: the award tile takes it from there",
    ),
    Cause.TOO_MANY_STAND: (
        Reason(Cause.TOO_MANY_STAND, seat=1),
        "too many cards stand in the rack of seat 1",
        "too many cards stand in the rack of Ana",
    ),
    Cause.TOO_FEW_STAND: (
        Reason(Cause.TOO_FEW_STAND, seat=1),
        "too few cards stand in the rack of seat 1",
        "too few cards stand in the rack of Ana",
    ),
}


class Backwards(NullTranslations):
    """A language in which every text is told by its words in reverse order."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split(" ")))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.mark.parametrize("cause", Cause)
def test_every_reason_has_a_sentence_for_scripts_and_one_for_people(cause: Cause) -> None:
    reason, for_scripts, for_people = REASONS[cause]
    assert str(reason) == for_scripts
    assert because(reason, people=PEOPLE) == for_people


@pytest.mark.parametrize("cause", Cause)
def test_every_reason_is_told_in_the_language_of_the_table(cause: Cause) -> None:
    reason, _, for_people = REASONS[cause]
    told = because(reason, Backwards(), PEOPLE)
    assert told != for_people
    assert sorted(told) == sorted(for_people), "nothing is said in another language"


def test_where_people_hold_their_cards_none_belongs_into_a_rack() -> None:
    held = Reason(Cause.NOT_RETURNED, ("r3",), seat=1, held=True)
    assert str(held) == "r3 was taken back, but lies on the mat still"
    told = because(held, people=PEOPLE)
    assert told == "red 3 was taken back: put it back into the hand of Ana"
    assert because(held, Backwards(), PEOPLE) != told


@pytest.mark.parametrize("pile", ["fireworks", "discards"])
def test_where_people_hold_their_cards_no_hand_is_said_to_have_laid_none(pile: str) -> None:
    """No camera sees that: what is told is what lies there, and what can be done."""
    there = Reason(Cause.NOBODY_LAID_IT, ("r3",), pile == "fireworks", to_move=1, held=True)
    assert str(there) == f"r3 lies on the {pile}, but by the record nobody has laid it"
    told = because(there, people=PEOPLE)
    lies = f"red 3 lies on the {pile}, but by the record nobody has laid it"
    assert told == f"{lies}: put it back, or enter the turn that is missing"
    assert because(there, Backwards(), PEOPLE) != told


def test_a_complaint_is_told_with_names_and_whole_words(record: Record) -> None:
    game = Game(record, [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.play(0, 0, column=2, draws="g4")
    game.table.lift(2)
    game.look(4.0)
    complaint = game.said[-1]
    assert isinstance(complaint, TableDiffers)
    assert to_data(complaint)["why"] == "r1 no longer on the fireworks"
    said = "Table and record differ: red 1 is no longer on the fireworks."
    assert sentence(complaint, people=PEOPLE) == said
    assert game.now.differs is not None
    shown = why_they_differ(game.now.differs, PEOPLE)
    assert shown == "Red 1 is no longer on the fireworks."
