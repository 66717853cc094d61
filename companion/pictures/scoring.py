"""A display scored from one photo on a page: what was read, put right by people, and its score.

No game is needed for it and none is touched: what somebody says lies there is scored as it is said.
While hands are hidden nothing is read at all, for a photo may show a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Protocol, TypedDict

from companion.announcements.texts import ENGLISH
from companion.hanabi.cards import Card
from companion.hanabi.labels import ColourLetter, Count
from companion.language.phrases import sentence_of
from companion.pictures.display import (
    FIREWORKS,
    ColumnDoubt,
    Display,
    DisplayPicture,
    NothingSeen,
    NotInPlay,
    Repeated,
    ShownPlace,
    TwoColumns,
    Unread,
    find_display,
)
from companion.pictures.display_texts import display_sentence, doubt_sentence
from companion.referee.readings import Sight


@dataclass(frozen=True, slots=True)
class Photographed:
    """What the eyes saw in a photo.

    Attributes:
        width: of the picture in which ``seen`` has its corners, pixels.
        height: of the same.
        seen: all places.
        suits: the letters of the suits that the deck has, in the order in which they are told.
    """

    width: int
    height: int
    seen: tuple[ShownPlace, ...]
    suits: tuple[str, ...]


class DisplayReader(Protocol):
    """Reads photos of displays; may be asked from any thread."""

    def decks(self) -> tuple[str, ...]:
        """Return the names of the decks that photos can be read with."""

    def read(self, photo: bytes, deck: str) -> Photographed:
        """Return what the file ``photo`` shows.

        Raises:
            ValueError: it cannot be read, or there is no such deck; one sentence.
            BusyError: too many pictures wait already.
        """


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card of a display as a person leaves it.

    Attributes:
        label: its name; None: nobody can tell.
        zone: its column of the mat, as ``fireworks:2``; empty where there is no mat.
    """

    label: str | None
    zone: str = ""


class CardInPhoto(TypedDict):
    """A card of a photo that may be a firework card.

    Attributes:
        label: which it is; null: nobody can tell.
        zone: of the mat, as ``fireworks:2``; empty where there is none.
        corners: pixels, clockwise from the card's top left.
        likely: the labels that it may have, the name that it was given first.
    """

    label: str | None
    zone: str
    corners: list[list[float]]
    likely: list[str]


class HeightShown(TypedDict):
    """How many cards lie on a firework."""

    suit: ColourLetter
    height: Count


class DisplayShown(TypedDict):
    """A display with its sentences.

    Attributes:
        score: null where nothing was to be seen.
        rating: the band of the score.
        text: the score as a sentence.
        fireworks: one for each suit; empty where nothing was to be seen.
        doubts: what nobody can be sure of, in sentences.
    """

    score: int | None
    rating: str | None
    text: str
    fireworks: list[HeightShown]
    doubts: list[str]


def cards_of(photo: Photographed) -> list[CardInPhoto]:
    """Return the cards of a photo that may be fireworks, as JSON objects.

    ``likely`` are the labels that a card may have, the name that it was given first.
    """
    picture = DisplayPicture("", photo.seen)
    return [
        {
            "label": one.label if one.sight is Sight.FACE else None,
            "zone": one.zone,
            "corners": [list(corner) for corner in one.corners],
            "likely": _likely(one),
        }
        for one in picture.display
    ]


def _likely(one: ShownPlace) -> list[str]:
    known = [] if one.label is None else [one.label]
    return [label for label in (*known, *one.could_be) if is_card(label)]


def is_card(label: str) -> bool:
    """Say whether ``label`` is a card of Hanabi's."""
    try:
        Card.parse(label)
    except ValueError:
        return False
    return True


def score_of(cards: Sequence[NamedCard], *, mat: bool) -> Display:
    """Return the display of ``cards``; with a ``mat`` in the picture there may be none on it."""
    lying = [
        ShownPlace(Sight.UNKNOWN if one.label is None else Sight.FACE, one.label, one.zone)
        for one in cards
    ]
    empty = [ShownPlace(Sight.EMPTY, None, f"{FIREWORKS}0")] if mat else []
    return find_display([DisplayPicture("", (*empty, *lying))])


def told(display: Display, language: NullTranslations = ENGLISH) -> DisplayShown:
    """Return a display as a JSON object, with its sentences."""
    _ = language.gettext
    rating = display.rating
    unread = sum(isinstance(doubt, Unread) for doubt in display.doubts)
    doubts = [] if unread == 0 else [_unread(unread, language)]
    doubts += [
        doubt_sentence(_in_the_photo(doubt, _("The photo")), language)
        for doubt in display.doubts
        if not isinstance(doubt, Unread)
    ]
    return {
        "score": display.score,
        "rating": None if rating is None else rating.value,
        "text": display_sentence(display, language),
        "fireworks": [
            {"suit": suit.value, "height": height} for suit, height in display.fireworks.items()
        ]
        if display.shown
        else [],
        "doubts": [sentence_of(text) for text in doubts],
    }


def _unread(count: int, language: NullTranslations) -> str:
    return language.ngettext(
        "{count} card is not read: tap it and say which it is.",
        "{count} cards are not read: tap them and say which they are.",
        count,
    ).format(count=count)


def _in_the_photo(doubt: ColumnDoubt, name: str) -> ColumnDoubt:
    """Return ``doubt`` with the picture called ``name``, where it is about one."""
    if isinstance(doubt, NothingSeen | NotInPlay | Repeated | TwoColumns):
        return replace(doubt, image=name)
    return doubt
