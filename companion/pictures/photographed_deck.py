"""Learning a deck from photos that phones send of its cards laid out, for the page that guides it.

The cards of one photo are a *page* here: one row or several, each laid from left to right. What was
read is shown before anything is kept, for only people know which card is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations
from typing import Annotated, Protocol, TypedDict

from companion.frames import Corners
from companion.hana_awase.cards import DECK as PACK
from companion.hana_awase.cards import Card as FlowerCard
from companion.hana_table.names import card_name as flower_name
from companion.hanabi.cards import RANKS, face_of
from companion.json_schema import one_of
from companion.language.names import ENGLISH, card_name
from companion.language.people import COUNTED
from companion.language.phrases import Phrase, Whom, phrase, phrases, sentence_of
from companion.pictures.deck_learning import BACK

MONTHS_AT_ONCE = 2
"""Months of hanafuda in one photo: two rows of four cards."""

CardRows = tuple[tuple[str, ...], ...]
"""The labels of the cards in one photo, row by row from the top, each from the left."""


class PackKind(Enum):
    """Whose cards they are; a member's value is the word for it in data."""

    HANABI = "hanabi"
    HANAFUDA = "hanafuda"


class PhotoLessonStage(Enum):
    """How far such a lesson is."""

    IDLE = "idle"
    PHOTO = "photo"
    """A photo of the next rows is waited for."""
    CHECK = "check"
    """All are read: somebody looks at them before they are kept."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """What the newest photo shows.

    Attributes:
        page: the number of the page that it was taken of.
        width, height: of the picture that ``corners`` are in, pixels.
        corners: of each card, clockwise from its top left.
        labels: what each is taken for; None: nothing says so yet.
    """

    page: int
    width: int
    height: int
    corners: tuple[Corners, ...]
    labels: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class DeckDoubt:
    """Something that people have to look at.

    Attributes:
        text: a part of a sentence.
        page: the number of the page that another photo would put right; None: none would.
    """

    text: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class PhotoLesson:
    """How far it is.

    Attributes:
        stage: see `PhotoLessonStage`.
        deck: what the deck is called; empty before the first lesson.
        pages: the rows of each photo.
        learnt: the numbers of the pages that were read.
        wanted: the number of the page of which a photo is waited for; None: of none.
        fault: what was wrong with the newest photo, a part of a sentence; None: nothing.
        photo: what the newest photo shows; None: none was read yet.
        doubts: what is to be looked at before it is kept.
        reading: the numbers of the pages of which a photo is being read just now.
        writing: whether a deck is being made and written just now.
    """

    stage: PhotoLessonStage = PhotoLessonStage.IDLE
    deck: str = ""
    pages: tuple[CardRows, ...] = ()
    learnt: frozenset[int] = frozenset()
    wanted: int | None = None
    fault: str | None = None
    photo: ReadPhoto | None = None
    doubts: tuple[DeckDoubt, ...] = ()
    reading: tuple[int, ...] = ()
    writing: bool = False


class PhotoDeckLessons(Protocol):
    """Learns one deck at a time; every method may be called from any thread.

    What cannot be done now is returned as a part of a sentence; None: it was done.
    """

    def lesson(self) -> PhotoLesson:
        """Return how far the lesson is."""

    def begin(self, deck: str, pages: Sequence[CardRows]) -> str | None:
        """Begin to learn a deck; one that was being learnt is forgotten."""

    def take_printed(self) -> str | None:
        """Learn the project's own deck as it is drawn, without a photo: somebody has printed it."""

    def read(self, photo: bytes, page: int | None = None) -> str | None:
        """Read the file of a photo.

        Args:
            photo: the file.
            page: the number of the page that it was taken of: the one that is wanted may be another
                by then; None: it is that one.

        Raises:
            ValueError: it is no picture that can be read; one sentence.
            BusyError: too many pictures wait already.
        """

    def turn(self, page: int) -> str | None:
        """Take the newest photo, of ``page``, for one that was held the other way round."""

    def name(self, page: int, labels: Sequence[str | None]) -> str | None:
        """Say what each card of the newest photo is; None: it is no card of the page.

        Args:
            page: the number of the page that it is taken to be of: another phone may have sent one
                of another page meanwhile.
            labels: of the cards.
        """

    def again(self, page: int) -> str | None:
        """Wait for another photo of a page."""

    def keep(self) -> str | None:
        """Write the deck down."""

    def stop(self) -> None:
        """Forget the lesson."""


NO_PHOTO = phrase("there is no photo that this could be said of")
NEWER_PHOTO = phrase("another photo was read meanwhile: take this one again to put it right")
NOT_YET = phrase("some cards were not photographed yet")
NO_PAGE = phrase("there is no such photo to take again")
EACH_ONCE = phrase("each card of the photo is to be named once, and everything else is no card")


def wrong_number(seen: int, wanted: int) -> Phrase:
    """Return that a photo shows too few cards, or too many."""
    if seen > wanted:
        return phrase(
            "I see {seen} cards and want {wanted}: tap what is no card of these, or take another"
            " photo",
            seen=seen,
            wanted=wanted,
        )
    return phrases(
        "I see {seen} card and want {wanted}: a finger's breadth between them, all of them in the"
        " picture, on a table that they stand out from",
        "I see {seen} cards and want {wanted}: a finger's breadth between them, all of them in the"
        " picture, on a table that they stand out from",
        seen,
        seen=seen,
        wanted=wanted,
    )


def wrong_rows(seen: Sequence[int]) -> Phrase:
    """Return that the cards do not lie in the rows that were asked for."""
    return phrase(
        "the cards lie in rows of {rows}: lay them straighter, with more room between the rows",
        rows=", ".join(map(str, seen)),
    )


def pages_of_hanabi(suits: str, *, back: bool, at_once: bool) -> tuple[CardRows, ...]:
    """Return what is photographed of a Hanabi deck: a suit in each photo, or all in one."""
    rows = tuple(tuple(f"{suit}{rank}" for rank in RANKS) for suit in suits)
    faces: tuple[CardRows, ...] = (rows,) if at_once else tuple((row,) for row in rows)
    return faces + ((((BACK,),),) if back else ())


def pages_of_hanafuda(*, back: bool, at_once: bool) -> tuple[CardRows, ...]:
    """Return what is photographed of a hanafuda pack: two months in each photo, or all in one."""
    months = tuple(
        tuple(card.label for card in PACK if card.month == month) for month in range(1, 13)
    )
    faces: tuple[CardRows, ...]
    if at_once:
        faces = (tuple(one + other for one, other in zip(months[::2], months[1::2], strict=True)),)
    else:
        faces = tuple(months[at : at + MONTHS_AT_ONCE] for at in range(0, 12, MONTHS_AT_ONCE))
    return faces + ((((BACK,),),) if back else ())


def labels_of(rows: CardRows) -> tuple[str, ...]:
    """Return all labels of a page in their order."""
    return tuple(label for row in rows for label in row)


class LearntFaces(tuple[str, ...]):
    """Labels within a phrase, called in each language as players call the cards."""

    def __format__(self, spec: str) -> str:
        """Return what they are called in English."""
        return faces_text(self)

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        del whom
        return faces_text(self, language)


def faces_text(labels: Iterable[str], language: NullTranslations = ENGLISH) -> str:
    """Return what the cards so labelled are called, as a list in a sentence."""
    return ", ".join(face_text(label, language) for label in labels)


def face_text(label: str, language: NullTranslations = ENGLISH) -> str:
    """Return what a card is called, of either game; any other label as it stands."""
    if label == BACK:
        return language.gettext("the back")
    card = face_of(label)
    if card is not None:
        return card_name(card, language)
    try:
        return flower_name(FlowerCard.parse(label), language)
    except ValueError:
        return label


class NamedFace(TypedDict):
    """A card to be laid: its label, and its name in words."""

    label: str
    name: str


class PhotoPage(TypedDict):
    """The cards of one photo.

    Attributes:
        text: what the photo is called in a list.
        rows: of cards, each from left to right.
    """

    text: str
    rows: list[list[NamedFace]]


class PhotoDoubt(TypedDict):
    """What is doubtful about the cards of a photo."""

    text: str | None
    page: int | None


class OutlinedCard(TypedDict):
    """A card in a photo: its corners clockwise from its own top left, pixels; its label if any."""

    corners: list[list[float]]
    label: str | None


class OutlinedPhoto(TypedDict):
    """The newest photo with its cards; ``page`` is its number, the sizes are pixels."""

    page: int
    width: int
    height: int
    cards: list[OutlinedCard]


class PhotoLessonShown(TypedDict):
    """How far a deck is learnt from photos.

    Attributes:
        stage: of the lesson.
        deck: its name.
        pages: the photos that are to be taken.
        learnt: the numbers of those that were read.
        wanted: the number of the next; null: none is.
        text: what to do now.
        fault: why the newest photo was not taken; null: it was.
        doubts: what to look at before the deck is kept.
        photo: the newest that was read; null: none was.
        reading: the numbers of the photos that are being read just now.
        writing: whether a deck is being made and written just now.
    """

    stage: Annotated[str, one_of(PhotoLessonStage)]
    deck: str
    pages: list[PhotoPage]
    learnt: list[int]
    wanted: int | None
    text: str
    fault: str | None
    doubts: list[PhotoDoubt]
    photo: OutlinedPhoto | None
    reading: list[int]
    writing: bool


def shown(lesson: PhotoLesson, language: NullTranslations = ENGLISH) -> PhotoLessonShown:
    """Return a lesson as a JSON object, with its sentences."""

    def said(text: str | None) -> str | None:
        return None if text is None else sentence_of(COUNTED.told(text, language))

    photo = lesson.photo
    return {
        "stage": lesson.stage.value,
        "deck": lesson.deck,
        "pages": [_page(rows, language) for rows in lesson.pages],
        "learnt": sorted(lesson.learnt),
        "wanted": lesson.wanted,
        "text": _instruction(lesson, language),
        "fault": said(lesson.fault),
        "doubts": [{"text": said(one.text), "page": one.page} for one in lesson.doubts],
        "photo": None if photo is None else _photo(photo),
        "reading": list(lesson.reading),
        "writing": lesson.writing,
    }


def _page(rows: CardRows, language: NullTranslations) -> PhotoPage:
    cards: list[list[NamedFace]] = [
        [{"label": label, "name": face_text(label, language)} for label in row] for row in rows
    ]
    return {"text": _title(rows, language), "rows": cards}


def _photo(photo: ReadPhoto) -> OutlinedPhoto:
    cards: list[OutlinedCard] = [
        {"corners": [list(corner) for corner in corners], "label": label}
        for corners, label in zip(photo.corners, photo.labels, strict=True)
    ]
    return {"page": photo.page, "width": photo.width, "height": photo.height, "cards": cards}


def _title(rows: CardRows, language: NullTranslations) -> str:
    """Return what a page is called in a list: its first and last card."""
    labels = labels_of(rows)
    if len(labels) == 1:
        return face_text(labels[0], language)
    return language.gettext("{first} to {last}").format(
        first=face_text(labels[0], language), last=face_text(labels[-1], language)
    )


def _instruction(lesson: PhotoLesson, language: NullTranslations) -> str:
    _ = language.gettext
    match lesson.stage:
        case PhotoLessonStage.PHOTO:
            assert lesson.wanted is not None
            rows = lesson.pages[lesson.wanted]
            if labels_of(rows) == (BACK,):
                return _("Lay one card, face down.")
            if len(rows) == 1:
                return _("Lay in a row, from left to right: {cards}.").format(
                    cards=faces_text(rows[0], language)
                )
            return _("Lay {n} rows, one below the other, each from left to right:").format(
                n=len(rows)
            )
        case PhotoLessonStage.CHECK:
            return _("Is each card under its name? Then keep the deck.")
        case PhotoLessonStage.DONE:
            return _("The deck “{deck}” is learnt.").format(deck=lesson.deck)
        case _:
            return ""
