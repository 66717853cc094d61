"""The eyes of a table without a mat: a camera at an angle, and cards wherever people lay them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.frames import Frame
from companion.referee.readings import SETTLED, Blind, LaidCard, Sight, TableReading
from vision.deck import Deck
from vision.geometry import Points
from vision.live.exposures import MOST_FRAMES, Exposures
from vision.live.still import Stillness
from vision.live.unmarked import FoundCard, Grey, UnmarkedTable
from vision.match.gallery import Gallery
from vision.outlines.tabletop import Tabletop, fit_tabletop
from vision.photo.reader import PhotoReader

if TYPE_CHECKING:
    from companion.frames import BgrImage

COMPARED_AT = 800
"""Pixels of the longer side of the pictures that are compared."""
SMOOTHED = 1.5
"""Pixels by which they are smoothed: a line that is seen anew wanders by less."""
KEPT_EVERY = 1.0
"""Seconds between two pictures that are kept before a game."""
LOOKS_AGAIN = (1.0, 2.0, 4.0)
"""Seconds after a change at which what it left is read once more, where a look could not tell it.

Noise differs from picture to picture, and the mean of several has less; an arm may have gone.
"""
MOST_TELLING = 40
"""The newest named cards by which the plane of the table is told."""


class UnmarkedEyes:
    """Follows the frames of one camera that stands still; for the camera's thread.

    Every still picture is compared with the one before; only where something changed is it read,
    and once more after a while where that did not tell what lies there.
    """

    def __init__(
        self, deck: Deck, gallery: Gallery | None = None, running: Callable[[], bool] = lambda: True
    ) -> None:
        """Read cards of ``deck``.

        Args:
            deck: the cards.
            gallery: them made ready; None: they are made so here.
            running: says whether a game runs: only then cards are laid.
        """
        self._reader = PhotoReader(deck, gallery)
        self._running, self._was_running = running, False
        self._size = deck.card_size
        self._stillness = Stillness()
        self._cards = UnmarkedTable()
        self._last: Grey | None = None
        self._before: Grey | None = None
        self._before_t = 0.0
        self._shown: list[Points] = []
        self._touched = 0
        self._changed_t = 0.0
        self._looks = 0
        self._exposures = Exposures()
        self._lost = False
        self._said: SimpleQueue[tuple[int, bool | None]] = SimpleQueue()

    @property
    def unsaid(self) -> tuple[LaidCard, ...]:
        """The cards of which a person has to say whether they were played; nothing is read before.

        What is asked is about cards that lie open on the table: everybody may be asked.
        """
        return self._cards.unsaid

    def say(self, serial: int, played: bool | None) -> None:
        """Take a person's word, as `UnmarkedTable.say`, when the next frame comes; for any thread.

        A second word for the same card, or one for a card that does not wait, is not heard.
        """
        self._said.put((serial, played))

    @property
    def looks_again(self) -> bool:
        """Whether a still table is read once more: the last look could not tell what lies there."""
        return self._cards.puzzled and self._looks <= len(LOOKS_AGAIN)

    @property
    def follows(self) -> bool:
        """Whether they have seen all of the game that ran when they looked last."""
        return self._was_running and self._last is not None

    def look(self, frame: Frame) -> TableReading | None:
        """Return the table; None while something moves, or while somebody has to be asked."""
        still_for = self._stillness.update(frame)
        while not self._said.empty():
            with suppress(KeyError):
                self._cards.say(*self._said.get())
        running = self._running()
        if running and not self._was_running:
            self._lost, self._last = False, self._before
            if self._last is not None:
                self._cards.begin(self._last)
        self._was_running = running
        if still_for < SETTLED:
            return None
        if not running:
            # A game begins at a still table; who plays at once is quicker than the next one.
            if frame.t - self._before_t >= KEPT_EVERY or self._before is None:
                self._before, self._before_t = _compared(frame.pixels), frame.t
            return self._reading(frame.t, still_for)
        grey = _compared(frame.pixels)
        if self._last is None:
            self._cards.begin(grey)
            self._last = grey
        elif self._last.shape != grey.shape:  # opened again, the camera sends other pictures
            self._lost = True
        else:
            if _differ(self._last, grey):
                self._touched += 1
                self._changed_t, self._looks = frame.t, 0
                self._exposures.restart()
                self._look_at(frame.t, frame.pixels)
            elif self.looks_again:
                if self._exposures.count < MOST_FRAMES:
                    self._exposures.add(frame.pixels)
                if frame.t - self._changed_t >= LOOKS_AGAIN[self._looks - 1]:
                    self._look_at(frame.t, self._exposures.mean())
                    self._exposures.restart()
            self._lost = self._cards.lost
        return None if self._cards.unsaid else self._reading(frame.t, still_for)

    def _look_at(self, t: float, picture: BgrImage) -> None:
        """Read what lies on the table in a picture in which nothing moves."""
        self._looks += 1
        grey = _compared(picture)
        found = self._found(picture, max(picture.shape[:2]) / COMPARED_AT)
        table = self._table(found, (grey.shape[1], grey.shape[0]))
        self._cards.look(t, grey, found, table)
        self._last = grey

    def _reading(self, t: float, still_for: float) -> TableReading:
        if not self._was_running:
            return TableReading(t, still_for, mat=True, clear=True)
        return TableReading(
            t,
            still_for,
            mat=not self._lost,
            clear=not self._lost,
            columns=self._cards.columns,
            discards=self._cards.discards,
            resting=frozenset(card.serial for card in self._cards.discards),
            blind=Blind(mat=self._lost, unmarked=True),
            fireworks_touched=self._touched,
        )

    def _found(self, picture: BgrImage, scale: float) -> list[FoundCard]:
        """Return the cards that are face up, in pixels of the picture that is compared."""
        earlier = [(corners + 0.5) * scale - 0.5 for corners in self._shown]
        return [
            FoundCard(card.label, (card.corners + 0.5) / scale - 0.5)
            for card in self._reader.read(picture, earlier=earlier)
            if card.sight is not Sight.BACK
        ]

    def _table(self, found: list[FoundCard], size: tuple[int, int]) -> Tabletop | None:
        """Return where the table is by the cards that were named; None: no card was ever seen."""
        self._shown += [card.corners for card in found if card.label is not None]
        self._shown = self._shown[-MOST_TELLING:]
        shown = self._shown or [card.corners for card in found]  # a face nobody can name has a size
        return fit_tabletop(shown, self._size, size) if shown else None


def _compared(picture: BgrImage) -> Grey:
    scale = COMPARED_AT / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTHED), dtype=np.float32)


def _differ(before: Grey, now: Grey) -> bool:
    """Say whether so much has changed that a card may have been laid or taken away."""
    apart = np.abs(now - before - np.median(now - before))
    return int(np.count_nonzero(apart > 10.0)) > 60


class EyesWithoutMat:
    """The eyes of a table without a mat, kept as long as they know the game on it.

    Of each card that they cannot place somebody is asked on which pile it lies.
    """

    def __init__(
        self, tell: Callable[[int | None], object], game: Callable[[], int | None]
    ) -> None:
        """Begin without eyes.

        Args:
            tell: told of which card people have to say on which pile it lies, by its serial, and
                that of none.
            game: returns the number of the game on the table; None: there is none, or it has none.
        """
        self._tell, self._game = tell, game
        self._eyes: UnmarkedEyes | None = None
        self._asked: int | None = None
        self._followed: int | None = None

    def look(
        self, deck: Deck, gallery: Gallery, running: Callable[[], bool]
    ) -> Callable[[Frame], TableReading | None]:
        """Return what looks: the eyes that are kept, else new ones, made as `UnmarkedEyes` are."""
        eyes = self._eyes = self._eyes or UnmarkedEyes(deck, gallery, running)

        def look(frame: Frame) -> TableReading | None:
            followed_before = eyes.follows
            reading = eyes.look(frame)
            if eyes.follows and not followed_before:
                self._followed = self._game()
            self._ask(eyes.unsaid[0].serial if eyes.unsaid else None)
            return reading

        return look

    def ask_nothing(self) -> None:
        """Tell that nobody has to say anything: nothing is looked at."""
        self._ask(None)

    def say(self, card: int, played: bool | None) -> None:
        """Take a person's word for what was done with a card; see `UnmarkedEyes.say`."""
        if self._eyes is not None:
            self._eyes.say(card, played)

    def know_the_game(self) -> bool:
        """Say whether they know the game on the table; if not they are kept no longer."""
        game = self._game()
        knows = self._eyes is not None and self._eyes.follows
        if game is None or game != self._followed or not knows:
            self._eyes = None
        return self._eyes is not None

    def _ask(self, card: int | None) -> None:
        if card != self._asked:
            self._asked = card
            self._tell(card)
