"""A photo of a display, sent from a phone: what it shows, for the page that scores it."""

from __future__ import annotations

from collections.abc import Callable

from companion.adapters.decks import deck_path, find_deck
from companion.adapters.uploaded import photo_pixels
from companion.adapters.worker import PictureWorker
from companion.files.paths import learnt_decks
from companion.frames import Corners
from companion.hanabi.labels import SUITS
from companion.language.phrases import phrase, said_by
from companion.pictures.display import ShownPlace
from companion.pictures.scoring import Photographed, is_card
from vision.deck import Deck, DeckError
from vision.live.glance import Glance, GlancedCard
from vision.live.places import PlaceReader
from vision.table.layout import Layout, LayoutError

DISPLAY_SIDE = 4000
"""Pixels to which a photo is made smaller: a display is wide, and its cards are small in it."""

ReadyDeck = Callable[[Deck], PlaceReader]
"""Returns a deck made ready, where somebody has it already or not."""


class DisplayEyes:
    """Reads photos of displays with the learnt decks, see `companion.pictures.scoring`.

    One deck at a time is kept ready: it takes some tens of megabytes.
    """

    def __init__(
        self,
        layout: Callable[[], Layout],
        worker: PictureWorker | None = None,
        ready: ReadyDeck = PlaceReader,
        usual: Callable[[], Deck | None] = lambda: None,
    ) -> None:
        """Prepare to read.

        Args:
            layout: returns the mat as it was printed; raises `LayoutError`.
            worker: looks at the pictures; None: one of its own.
            ready: makes a deck ready.
            usual: returns the deck that the table plays with, which is ready already; None: none.
                One that was learnt anew meanwhile is another one, by the same name.
        """
        self._layout, self._ready, self._usual = layout, ready, usual
        self._worker = worker or PictureWorker()
        self._kept: tuple[tuple[str, float, int], Glance] | None = None

    def decks(self) -> tuple[str, ...]:
        """Return the names of the learnt decks."""
        return tuple(learnt_decks())

    def read(self, photo: bytes, deck: str) -> Photographed:
        """Return what a photo shows, read with ``deck``.

        Raises:
            ValueError: the photo, the deck or the layout cannot be used; one sentence.
            BusyError: too many pictures wait already.
        """
        return self._worker.do(self._read, photo, deck)

    def _read(self, photo: bytes, deck: str) -> Photographed:
        image = photo_pixels(photo, DISPLAY_SIDE)
        glance = self._glance(deck)
        seen = glance.read(image)
        height, width = image.shape[:2]
        return Photographed(width, height, tuple(lying(one) for one in seen), suits_of(glance.deck))

    def _glance(self, name: str) -> Glance:
        """Return what reads pictures with the deck ``name``; for the worker's thread only."""
        if name not in learnt_decks():
            raise ValueError(phrase("there is no deck {deck!r} here", deck=name))
        try:
            changed = deck_path(name).stat().st_mtime
            layout = self._layout()
            wanted = (name, changed, layout.mat.columns)
            if self._kept is not None and self._kept[0] == wanted:
                return self._kept[1]
            learnt = find_deck(name)
            usual = self._usual()
            if usual is not None and usual.is_as(learnt):
                learnt = usual
            check_hanabi(learnt, name)
            glance = Glance(layout, learnt, self._ready(learnt))
        except (DeckError, LayoutError) as error:
            raise ValueError(said_by(error)) from error
        except FileNotFoundError as error:  # somebody has deleted it just now
            raise ValueError(phrase("there is no deck {deck!r} here", deck=name)) from error
        self._kept = (wanted, glance)
        return glance


def suits_of(deck: Deck) -> tuple[str, ...]:
    """Return the letters of the suits of Hanabi that ``deck`` has, in the order of `SUITS`."""
    there = {label[0] for label in deck.labels if is_card(label)}
    return tuple(suit for suit in SUITS if suit in there)


def check_hanabi(deck: Deck, name: str) -> None:
    """Return if Hanabi is played with ``deck``.

    Raises:
        DeckError: none of its cards is one of Hanabi's.
    """
    if suits_of(deck):
        return
    raise DeckError(
        phrase(
            "the cards of {deck} are none of Hanabi's, {card!r} for one",
            deck=name,
            card=deck.labels[0],
        )
    )


def lying(seen: GlancedCard) -> ShownPlace:
    """Return one place of a picture as the core speaks of it."""
    corners: Corners = ()
    if seen.corners is not None:
        corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in seen.corners)
    return ShownPlace(
        seen.sight, seen.label, seen.zone, corners, round(seen.confidence, 3), seen.could_be
    )
