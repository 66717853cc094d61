"""Learning a deck with the camera of a live table, row by row, for the page that sets it up."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from gettext import NullTranslations
from typing import Annotated, Protocol, TypedDict

from companion.hanabi.cards import face_of
from companion.hanabi.labels import Count
from companion.json_schema import one_of
from companion.language.names import ENGLISH, card_name
from companion.language.people import COUNTED
from companion.language.phrases import Phrase, phrase, phrases, sentence_of


class LessonStage(Enum):
    """How far a lesson is."""

    IDLE = "idle"
    LAY = "lay"
    """The next row is waited for."""
    LOOKING = "looking"
    """A picture of it is being read."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """How far the learning of a deck is.

    Attributes:
        stage: see `LessonStage`.
        deck: the deck's name; empty before the first lesson.
        rows: the labels of each row, in the order in which they are laid.
        learnt: how many of them were learnt.
        fault: what went wrong last; None: nothing did.
        advice: what would help the eyes with this deck, once it is learnt.
    """

    stage: LessonStage = LessonStage.IDLE
    deck: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    learnt: int = 0
    fault: str | None = None
    advice: tuple[str, ...] = field(default=())


class DeckLessons(Protocol):
    """Learns decks; every method may be called from any thread and returns at once.

    What cannot be done now is returned as part of a sentence; None: it was done.
    """

    def lesson(self) -> LessonProgress:
        """Return how far the lesson is."""

    def begin(self, deck: str, suits: str, *, back: bool) -> str | None:
        """Begin to learn a deck, with a row of the ranks 1 to 5 for each of the ``suits``."""

    def look(self) -> str | None:
        """Read the row that lies in front of the camera."""

    def stop(self) -> None:
        """Learn no more; what was learnt of this deck so far is forgotten."""


BACK = "back"
NOT_WHILE_PLAYING = phrase("a deck is learnt between games, before the next cards are dealt")
NO_LESSON = phrase("no deck is being learnt")
STILL_LOOKING = phrase("the row is being read already")
NO_PICTURE = phrase("no picture has come yet: nothing may move in front of the camera")
TABLE_IN_SIGHT = phrase(
    "the mat or a rack is in the picture: take them away, so that nothing lies there but the row"
)
NO_NAME = phrase("that is no name for a deck: letters, digits, spaces, dots, - and _ are possible")


def wrong_number(seen: int, wanted: int) -> Phrase:
    """Return that a picture shows another number of cards than the row has."""
    return phrases(
        "I see {seen} card and want {wanted}: lay them with a finger's breadth between them",
        "I see {seen} cards and want {wanted}: lay them with a finger's breadth between them",
        seen,
        seen=seen,
        wanted=wanted,
    )


class LessonShown(TypedDict):
    """How far a deck is learnt.

    Attributes:
        stage: what happens.
        deck: its name.
        learnt: rows.
        rows: what lies in each, in words.
        text: what to do now.
        fault: why the newest row was not learnt, as a sentence.
        advice: what would help, in sentences.
    """

    stage: Annotated[str, one_of(LessonStage)]
    deck: str
    learnt: Count
    rows: list[str]
    text: str
    fault: str | None
    advice: list[str]


def shown(lesson: LessonProgress, language: NullTranslations = ENGLISH) -> LessonShown:
    """Return a lesson as a JSON object, with its sentences."""
    fault = lesson.fault
    return {
        "stage": lesson.stage.value,
        "deck": lesson.deck,
        "learnt": lesson.learnt,
        "rows": [_row(row, language) for row in lesson.rows],
        "text": _instruction(lesson, language),
        "fault": None if fault is None else sentence_of(COUNTED.told(fault, language)),
        "advice": [sentence_of(COUNTED.told(one, language)) for one in lesson.advice],
    }


def _instruction(lesson: LessonProgress, language: NullTranslations) -> str:
    _ = language.gettext
    match lesson.stage:
        case LessonStage.LAY:
            row = lesson.rows[lesson.learnt]
            if row == (BACK,):
                return _("Lay one card, face down.")
            return _("Lay in a row, from left to right: {cards}.").format(cards=_row(row, language))
        case LessonStage.LOOKING:
            return _("The row is being read; that takes some seconds.")
        case LessonStage.DONE:
            return _("The deck “{deck}” is learnt.").format(deck=lesson.deck)
        case _:
            return ""


def _row(labels: tuple[str, ...], language: NullTranslations) -> str:
    return ", ".join(_named(label, language) for label in labels)


def _named(label: str, language: NullTranslations) -> str:
    if label == BACK:
        return language.gettext("the back")
    card = face_of(label)
    return label if card is None else card_name(card, language)
