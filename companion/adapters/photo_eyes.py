"""Eyes that look at photos which phones send; where no camera watches, a table has no others."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from companion.adapters.displays import DisplayEyes
from companion.adapters.hands import hand_reader
from companion.adapters.photo_deck_learning import PhoneDeckLessons
from companion.adapters.worker import PictureWorker
from companion.language.phrases import phrase
from companion.services import ReadHand
from vision.deck import Deck
from vision.live.places import PlaceReader
from vision.table.layout import Layout


class PhotoEyes:
    """Reads photos of hands and displays, in one thread; a deck may be learnt meanwhile.

    Attributes:
        displays: reads photos of displays.
        worker: looks at all pictures.
        photo_lessons: learns decks from photos.
    """

    def __init__(self, deck: Deck | None, layout: Callable[[], Layout]) -> None:
        """Prepare to look; ``deck`` is what is played with, ``layout`` returns the mat."""
        self.worker = PictureWorker()
        self._deck = deck
        self._hands: tuple[Deck, ReadHand] | None = None  # and the deck with which it reads
        self._ready: PlaceReader | None = None
        self._making = Lock()
        self.displays = DisplayEyes(layout, self.worker, self._made_ready, lambda: self._deck)
        self.photo_lessons = PhoneDeckLessons(self.worker, self.know)

    def reads(self) -> bool:
        """Say whether a deck is known, so that cards can be read."""
        return self._deck is not None

    def read_hand(self, photo: bytes) -> tuple[str | None, ...]:
        """Read a photo of a hand.

        Raises:
            ValueError: it is no picture that can be read, or no deck was learnt yet.
            BusyError: too many pictures wait already.
        """
        deck, hands = self._deck, self._hands
        if deck is None:
            raise ValueError(phrase("no deck was learnt yet"))
        if hands is None or hands[0] is not deck:
            hands = deck, hand_reader(deck, self.worker, lambda: self._made_ready(deck).whole)
            self._hands = hands
        return hands[1](photo)

    def know(self, deck: Deck) -> None:
        """Read with ``deck``, just learnt, where no other one is played with."""
        if self._deck is None or self._deck.name == deck.name:
            self._deck = deck

    def _made_ready(self, deck: Deck) -> PlaceReader:
        """Return ``deck`` made ready, the newest once for all: camera, page, photos."""
        with self._making:
            if self._ready is None or self._ready.deck is not deck:
                self._ready = PlaceReader(deck)
            return self._ready
