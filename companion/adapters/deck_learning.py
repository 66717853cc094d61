"""Decks learnt with the camera of a live table, with the code that `companion deck learn` uses."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

from companion.adapters.decks import deck_path
from companion.files.errors import reason
from companion.language.phrases import phrase, said_by
from companion.pictures.deck_learning import (
    BACK,
    NO_LESSON,
    NO_NAME,
    NO_PICTURE,
    NOT_WHILE_PLAYING,
    STILL_LOOKING,
    TABLE_IN_SIGHT,
    LessonProgress,
    LessonStage,
    wrong_number,
)
from vision.deck import Deck, DeckError
from vision.deck_file import save_deck
from vision.learn.advice import close_pairs, same_kinds
from vision.learn.learning import Lesson as Learnt
from vision.learn.rows import Ask, learn_rows, rows_of_suits

if TYPE_CHECKING:
    from companion.frames import BgrImage

Asking = Generator[Ask, "BgrImage", Learnt]
log = logging.getLogger(__name__)


class CameraDeckLessons:
    """Learns one deck at a time from pictures in which nothing moves; for any thread."""

    def __init__(
        self,
        picture: Callable[[], BgrImage | None],
        hidden: Callable[[], bool],
        table_in: Callable[[BgrImage], bool],
        learnt: Callable[[Deck], None] = lambda _: None,
    ) -> None:
        """Prepare to learn.

        Args:
            picture: returns the newest picture in which nothing moves; None: there is none.
            hidden: returns whether hands are hidden, so that nobody looks through the camera.
            table_in: says whether mat or racks are in a picture.
            learnt: called with each deck that was learnt and written.
        """
        self._picture, self._hidden, self._table_in = picture, hidden, table_in
        self._learnt = learnt
        self._lesson = LessonProgress()
        self._asking: Asking | None = None
        self._path = Path()
        self._lock = Lock()

    def lesson(self) -> LessonProgress:
        """Return how far the lesson is; one that hands have to be hidden from is over."""
        if self._asking is not None and self._hidden():
            self.stop()
        return self._lesson

    def begin(self, deck: str, suits: str, *, back: bool) -> str | None:
        """Begin to learn ``deck``; return why that cannot be, None: it has begun."""
        try:
            path = deck_path(deck)
        except DeckError:
            return NO_NAME
        if self._hidden():
            return NOT_WHILE_PLAYING
        rows = rows_of_suits(suits) + (((BACK,),) if back else ())
        asking = learn_rows(deck, rows, None)
        next(asking)
        with self._lock:
            if self._lesson.stage is LessonStage.LOOKING:
                return STILL_LOOKING
            self._asking, self._path = asking, path
            self._lesson = LessonProgress(LessonStage.LAY, deck, rows)
        return None

    def look(self) -> str | None:
        """Read the row that lies there, in a thread of its own; return why that cannot be."""
        if self._hidden():
            self.stop()
            return NOT_WHILE_PLAYING
        if self._lesson.stage not in (LessonStage.LAY, LessonStage.LOOKING):
            return NO_LESSON
        image = self._picture()
        if image is None:
            return NO_PICTURE
        if self._table_in(image):
            return TABLE_IN_SIGHT
        with self._lock:
            asking = self._asking
            if asking is None:
                return NO_LESSON
            if self._lesson.stage is LessonStage.LOOKING:
                return STILL_LOOKING
            self._lesson = replace(self._lesson, stage=LessonStage.LOOKING, fault=None)
        Thread(target=self._read, args=(asking, image), name="deck", daemon=True).start()
        return None

    def stop(self) -> None:
        """Forget the lesson; a picture that is being read just now counts no more."""
        with self._lock:
            self._asking, self._lesson = None, LessonProgress()

    def _read(self, asking: Asking, image: BgrImage) -> None:
        try:
            try:
                ask = asking.send(image)
            except StopIteration as end:
                self._end(asking, end.value)
                return
        except DeckError as error:
            self._now(asking, fault=said_by(error), over=True)
            return
        except Exception as error:  # whatever a picture does to the eyes, the table goes on
            log.exception("a row could not be learnt")
            self._now(asking, fault=str(error), over=True)
            return
        seen = ask.seen
        fault = None if seen is None else wrong_number(seen, len(ask.labels))
        self._now(asking, learnt=ask.number, fault=fault)

    def _end(self, asking: Asking, lesson: Learnt) -> None:
        with self._lock:
            if self._asking is not asking:
                return  # it was stopped meanwhile
        try:
            save_deck(lesson.deck, self._path)
        except OSError as error:
            why = phrase("the deck cannot be written: {why}", why=reason(error))
            self._now(asking, fault=why, over=True)
            return
        alike = tuple(
            phrase("{cards} look all the same to the eyes", cards=", ".join(kind))
            for kind in same_kinds(close_pairs(lesson.deck))
        )
        with self._lock:
            if self._asking is not asking:
                return
            rows = self._lesson.rows
            self._asking = None
            self._lesson = replace(
                self._lesson, stage=LessonStage.DONE, learnt=len(rows), fault=None, advice=alike
            )
        self._learnt(lesson.deck)

    def _now(
        self, asking: Asking, *, learnt: int = 0, fault: str | None, over: bool = False
    ) -> None:
        with self._lock:
            if self._asking is not asking:
                return
            if over:
                self._asking, self._lesson = None, LessonProgress(fault=fault)
            else:
                self._lesson = replace(
                    self._lesson, stage=LessonStage.LAY, learnt=learnt, fault=fault
                )
