"""Decks learnt from photos that phones send; see `companion.pictures.photographed_deck`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import assert_never

import numpy as np

from companion.adapters.decks import deck_path
from companion.adapters.uploaded import photo_pixels
from companion.adapters.worker import PictureWorker
from companion.files.errors import reason
from companion.hanabi.cards import face_of
from companion.language.phrases import Phrase, phrase, phrases
from companion.pictures.deck_learning import NO_LESSON, NO_NAME
from companion.pictures.photographed_deck import (
    EACH_ONCE,
    NEWER_PHOTO,
    NO_PAGE,
    NO_PHOTO,
    NOT_YET,
    CardRows,
    DeckDoubt,
    LearntFaces,
    PhotoLesson,
    PhotoLessonStage,
    ReadPhoto,
    labels_of,
    wrong_number,
    wrong_rows,
)
from vision.deck import BACK, Deck, DeckError, Size
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck
from vision.learn.advice import Difference, PictureFault, close_pairs, hints
from vision.learn.laid_out import CutOut, LaidOut, cut_out, find_laid_out, learnt_from, nearest_size
from vision.learn.learning import HANABI_SIZES, HANAFUDA_SIZE
from vision.learn.oddness import odd_ones

PRINTED = "printed"
"""What the project's own deck is called once somebody plays with it."""
LESSON_SIDE = 2000
"""Pixels to which a photo is made smaller: eight cards beside one another are still as large in it
as a deck keeps them."""


CARD_ASKEW = 0.02
"""Share by which the shape of a photo's cards may differ from what it is: beyond it their edges are
not where they were taken to be."""


@dataclass(frozen=True, slots=True, eq=False)
class _Newest:
    """The newest photo: which page it shows, how large it is, what was found and cut out."""

    page: int
    width: int
    height: int
    found: LaidOut
    cut: tuple[CutOut, ...]

    def turned(self) -> _Newest:
        """Return it as if it had been held the other way round."""
        cut = tuple(
            replace(one, corners=np.roll(one.corners, 2, axis=0)) for one in reversed(self.cut)
        )
        return replace(self, found=self.found.turned(), cut=cut)

    def shown(self, labels: Sequence[str | None]) -> ReadPhoto:
        """Return what people are shown of it."""
        corners = tuple(
            tuple((round(float(x), 1), round(float(y), 1)) for x, y in one)
            for one in self.found.corners
        )
        return ReadPhoto(self.page, self.width, self.height, corners, tuple(labels))


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
    """What was read of a page: each card, the shape that they have, and those that look odd."""

    cards: tuple[tuple[str, CutOut], ...]
    proportion: float
    unsure: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """What is kept of a lesson besides what is shown; it goes with the lesson."""

    pages: Mapping[int, _Page] = field(default_factory=dict)
    newest: _Newest | None = None
    deck: Deck | None = None


class PhoneDeckLessons:
    """Learns one deck at a time from photos of its cards laid out; for any thread."""

    def __init__(
        self, worker: PictureWorker, learnt: Callable[[Deck], None] = lambda _: None
    ) -> None:
        """Prepare to learn.

        Args:
            worker: looks at the photos, one after the other.
            learnt: called with each deck that was learnt and written.
        """
        self._worker, self._learnt = worker, learnt
        self._lesson, self._kept = PhotoLesson(), _Kept()
        self._number = 0  # of the lesson
        self._changes = 0  # of what is kept of it
        self._reading: tuple[int, ...] = ()
        self._writing = 0
        self._lock = Lock()

    def lesson(self) -> PhotoLesson:
        """Return how far it is; this and all others are as `PhotoDeckLessons` says."""
        with self._lock:
            return replace(self._lesson, reading=self._reading, writing=self._writing > 0)

    def begin(self, deck: str, pages: Sequence[CardRows]) -> str | None:
        """Begin with the first of ``pages``."""
        try:
            deck_path(deck)
        except DeckError:
            return NO_NAME
        self._anew(PhotoLesson(PhotoLessonStage.PHOTO, deck, tuple(pages), wanted=0))
        return None

    def take_printed(self) -> str | None:
        """Write the project's own deck as it is drawn, and play with it where it is the first."""
        with self._while_writing():
            deck = replace(build_deck(), name=PRINTED)
            if (why := _written(deck)) is not None:
                return why
            self._anew(PhotoLesson(PhotoLessonStage.DONE, deck.name))
            self._learnt(deck)
        return None

    @contextmanager
    def _while_writing(self) -> Iterator[None]:
        """Say meanwhile that a deck is being written: a small computer takes a while."""
        with self._lock:
            self._writing += 1
        try:
            yield
        finally:
            with self._lock:
                self._writing -= 1

    def stop(self) -> None:
        """Forget it all; a photo that is being read just now counts no more."""
        self._anew(PhotoLesson())

    def _anew(self, lesson: PhotoLesson) -> None:
        with self._lock:
            self._number += 1
            self._changes += 1
            self._lesson, self._kept = lesson, _Kept()

    def read(self, photo: bytes, page: int | None = None) -> str | None:
        """Read a photo in the worker's thread, and wait for it."""
        with self._lock:
            number, lesson = self._number, self._lesson
            if lesson.wanted is None:
                return NO_LESSON if lesson.stage is not PhotoLessonStage.CHECK else NO_PAGE
            page = lesson.wanted if page is None else page
            if not 0 <= page < len(lesson.pages):
                return NO_PAGE
            self._reading = (*self._reading, page)
        try:
            rows = lesson.pages[page]
            newest = self._worker.do(_look, photo, page, rows, _sizes(lesson.pages))
            fits = newest.found.rows == tuple(len(row) for row in rows)
            labels = labels_of(rows) if fits else (None,) * len(newest.cut)
            return self._take(number, newest, labels, None if fits else _wrong(newest.found, rows))
        finally:
            with self._lock:
                left = list(self._reading)
                left.remove(page)
                self._reading = tuple(left)

    def turn(self, page: int) -> str | None:
        """Name the cards of the newest photo from its other end."""
        with self._lock:
            number, lesson, newest = self._number, self._lesson, self._kept.newest
        if newest is None or lesson.photo is None:
            return NO_PHOTO
        if newest.page != page:
            return NEWER_PHOTO
        rows, turned = lesson.pages[newest.page], newest.turned()
        fits = turned.found.rows == tuple(len(row) for row in rows)
        labels = labels_of(rows) if fits else (None,) * len(newest.cut)
        return self._take(number, turned, labels, lesson.fault)

    def name(self, page: int, labels: Sequence[str | None]) -> str | None:
        """Take the people's word for the cards of the newest photo."""
        with self._lock:
            number, lesson, newest = self._number, self._lesson, self._kept.newest
        if newest is None:
            return NO_PHOTO
        if newest.page != page:
            return NEWER_PHOTO
        said = sorted(label for label in labels if label is not None)
        wanted = sorted(labels_of(lesson.pages[newest.page]))
        if len(labels) != len(newest.cut) or said != wanted:
            return EACH_ONCE
        return self._take(number, newest, labels, None)

    def _take(
        self, number: int, newest: _Newest, labels: Sequence[str | None], fault: str | None
    ) -> str | None:
        """Show what a photo is taken for, and go on where each of its cards has a name."""
        named = any(label is not None for label in labels)
        while True:
            with self._lock:
                if number != self._number:
                    return NO_LESSON  # it was stopped, or another one begun, meanwhile
                changes, lesson, kept = self._changes, self._lesson, self._kept
            pages = {at: page for at, page in kept.pages.items() if at != newest.page}
            if named:
                pages[newest.page] = _page_of(newest, labels)
            left = [at for at in range(len(lesson.pages)) if at not in pages]
            deck, doubts = None, tuple(_unclear(pages))
            if not left:
                deck, doubts = self._worker.do(_examined, lesson.deck, lesson.pages, pages)
            with self._lock:
                if changes != self._changes:
                    continue  # a page was asked for again, or came, or it was stopped, meanwhile
                self._changes += 1
                self._kept = _Kept(pages, newest, deck)
                self._lesson = replace(
                    lesson,
                    stage=PhotoLessonStage.PHOTO if left else PhotoLessonStage.CHECK,
                    learnt=frozenset(pages),
                    wanted=left[0] if left else None,
                    fault=fault,
                    photo=newest.shown(labels),
                    doubts=doubts,
                )
                return None

    def again(self, page: int) -> str | None:
        """Ask for a page again; what it showed counts no more."""
        with self._lock:
            lesson = self._lesson
            if lesson.stage not in (PhotoLessonStage.PHOTO, PhotoLessonStage.CHECK):
                return NO_LESSON
            if page not in lesson.learnt:
                return NO_PAGE
            pages = {at: one for at, one in self._kept.pages.items() if at != page}
            self._changes += 1
            self._kept = _Kept(pages)
            self._lesson = replace(
                lesson,
                stage=PhotoLessonStage.PHOTO,
                learnt=frozenset(pages),
                wanted=page,
                fault=None,
                photo=None,
                doubts=tuple(_unclear(pages)),
            )
        return None

    def keep(self) -> str | None:
        """Write the deck, and play with it where it is the first."""
        with self._while_writing():
            return self._keep()

    def _keep(self) -> str | None:
        with self._lock:
            lesson, deck = self._lesson, self._kept.deck
            if lesson.stage is PhotoLessonStage.PHOTO:
                return NOT_YET
            if lesson.stage is not PhotoLessonStage.CHECK or deck is None:
                return NO_LESSON
            changes = self._changes
        if (why := _written(deck)) is not None:  # unlocked: pages ask meanwhile how far it is
            return why
        with self._lock:
            if changes == self._changes:
                alike = tuple(one for one in lesson.doubts if one.page is None)
                done = replace(lesson, stage=PhotoLessonStage.DONE, photo=None, doubts=alike)
                self._changes += 1
                self._kept, self._lesson = _Kept(), done
        self._learnt(deck)
        return None


def _written(deck: Deck) -> str | None:
    """Write a deck down; return why that cannot be, None: it was done."""
    try:
        save_deck(deck, deck_path(deck.name))
    except OSError as error:
        return phrase("the deck cannot be written: {why}", why=reason(error))
    return None


def _look(photo: bytes, page: int, rows: CardRows, sizes: Sequence[Size]) -> _Newest:
    image = photo_pixels(photo, LESSON_SIDE)
    found = find_laid_out(image, [len(row) for row in rows], sizes)
    height, width = image.shape[:2]
    cut = tuple(cut_out(image, corners) for corners in found.corners)
    return _Newest(page, width, height, found, cut)


def _sizes(pages: Sequence[CardRows]) -> tuple[Size, ...]:
    labels = [label for rows in pages for label in labels_of(rows) if label != BACK]
    return HANABI_SIZES if all(face_of(label) for label in labels) else (HANAFUDA_SIZE,)


def _wrong(found: LaidOut, rows: CardRows) -> str:
    seen, wanted = len(found.corners), len(labels_of(rows))
    return wrong_rows(found.rows) if seen == wanted else wrong_number(seen, wanted)


def _page_of(newest: _Newest, labels: Sequence[str | None]) -> _Page:
    named = [
        (label, card, number in newest.found.unsure)
        for number, (label, card) in enumerate(zip(labels, newest.cut, strict=True))
        if label is not None
    ]
    return _Page(
        tuple((label, card) for label, card, _ in named),
        newest.found.proportion,
        tuple(label for label, _, unsure in named if unsure),
    )


def _examined(
    name: str, rows: Sequence[CardRows], pages: Mapping[int, _Page]
) -> tuple[Deck, tuple[DeckDoubt, ...]]:
    """Return the deck that the pages make, and what people have to look at."""
    sizes = _sizes(rows)
    shapes = [page.proportion for page in pages.values() for card in page.cards if card[0] != BACK]
    deck = learnt_from(
        name,
        [card for at in sorted(pages) for card in pages[at].cards],
        nearest_size(float(np.median(shapes)), sizes),
    )
    return deck, (*_doubts(deck, pages), *_unclear(pages))


def _unclear(pages: Mapping[int, _Page]) -> Iterator[DeckDoubt]:
    for at, page in sorted(pages.items()):
        if page.unsure:
            why = phrases(
                "the edges of {cards} are not clear: if it is cut out wrongly, take it again",
                "the edges of {cards} are not clear: if they are cut out wrongly, take them again",
                len(page.unsure),
                cards=LearntFaces(page.unsure),
            )
            yield DeckDoubt(why, at)


def _doubts(deck: Deck, pages: Mapping[int, _Page]) -> Iterator[DeckDoubt]:
    page_of = {label: at for at, page in pages.items() for label, _ in page.cards}
    faces = [one for one in deck.exemplars if one.label != BACK]
    true = min(deck.card_size) / max(deck.card_size)
    for at, page in sorted(pages.items()):
        if abs(page.proportion / true - 1) > CARD_ASKEW:
            cards = LearntFaces(label for label, _ in page.cards)
            why = phrase(
                "the phone was held too much askew over {cards}: take it again", cards=cards
            )
            yield DeckDoubt(why, at)
    for label, hint in hints(deck):
        yield DeckDoubt(_hinted(hint, LearntFaces((label,))), page_of[label])
    for odd in odd_ones([one.image for one in faces]):
        card = LearntFaces((faces[odd].label,))
        why = phrase("{card} is like none of the other cards: is it one?", card=card)
        yield DeckDoubt(why, page_of[faces[odd].label])
    for pair in close_pairs(deck):
        cards = LearntFaces((pair.first, pair.second))
        one, other = page_of[pair.first], page_of[pair.second]
        if pair.difference is not Difference.NOTHING:
            yield DeckDoubt(
                phrase("{cards} look alike: they are told apart less surely", cards=cards)
            )
        elif one == other:
            yield DeckDoubt(phrase("{cards} look all the same to the eyes", cards=cards))
        else:
            why = phrase("{cards} look all the same: was one photographed twice?", cards=cards)
            yield DeckDoubt(why, other)


def _hinted(hint: PictureFault, card: LearntFaces) -> Phrase:
    match hint:
        case PictureFault.GLARE:
            return phrase("a lamp is reflected by {card}: take it again, from elsewhere", card=card)
        case PictureFault.DIM:
            return phrase("{card} is very dark: take it again in more light", card=card)
        case PictureFault.BLURRED:
            return phrase("{card} is blurred: take it again, and hold the phone still", card=card)
        case PictureFault.CAST:
            return phrase("{card} lies in light of another colour than the others", card=card)
        case _:
            assert_never(hint)
