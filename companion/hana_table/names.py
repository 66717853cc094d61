"""What cards of Hana-awase are called, and cards, seats and scores within a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from gettext import NullTranslations
from typing import assert_never

from companion.hana_awase.cards import Card, CardKind, in_order
from companion.hana_awase.yaku import Yaku
from companion.language.languages import code_of
from companion.language.names import ENGLISH
from companion.language.phrases import Whom


def month_name(month: int, language: NullTranslations = ENGLISH) -> str:
    """Return the plant by which players call a month."""
    _ = language.gettext
    return (
        _("pine"),
        _("plum"),
        _("cherry"),
        _("wisteria"),
        _("iris"),
        _("peony"),
        _("bush clover"),
        _("susuki grass"),
        _("chrysanthemum"),
        _("maple"),
        _("willow"),
        _("paulownia"),
    )[month - 1]


def card_name(card: Card, language: NullTranslations = ENGLISH) -> str:
    """Return what players call a card: ``pine with crane``, ``iris chaff``."""
    _ = language.gettext
    plant = month_name(card.month, language)
    what = {
        "crane": _("{plant} with crane"),
        "warbler": _("{plant} with bush warbler"),
        "curtain": _("{plant} with curtain"),
        "cuckoo": _("{plant} with cuckoo"),
        "bridge": _("{plant} with bridge"),
        "butterflies": _("{plant} with butterflies"),
        "boar": _("{plant} with boar"),
        "moon": _("{plant} with moon"),
        "geese": _("{plant} with geese"),
        "cup": _("{plant} with sake cup"),
        "deer": _("{plant} with deer"),
        "rainman": _("{plant} with the man in the rain"),
        "swallow": _("{plant} with swallow"),
        "phoenix": _("{plant} with phoenix"),
        "poem": _("{plant} with poetry ribbon"),
        "red": _("{plant} with red ribbon"),
        "blue": _("{plant} with blue ribbon"),
        "lightning": _("{plant} with lightning"),
        "chaff-yellow": _("{plant} chaff with yellow below"),
    }
    return what.get(card.name, chaff_name(card.month, language)).format(plant=plant)


def chaff_name(month: int, language: NullTranslations = ENGLISH) -> str:
    """Return what chaff of a month is called; in other languages the word follows the plant."""
    _ = language.gettext
    return (
        _("pine chaff"),
        _("plum chaff"),
        _("cherry chaff"),
        _("wisteria chaff"),
        _("iris chaff"),
        _("peony chaff"),
        _("bush clover chaff"),
        _("susuki grass chaff"),
        _("chrysanthemum chaff"),
        _("maple chaff"),
        _("willow chaff"),
        _("paulownia chaff"),
    )[month - 1]


def kind_name(kind: CardKind, language: NullTranslations = ENGLISH) -> str:
    """Return what the cards of a kind are called together."""
    _ = language.gettext
    match kind:
        case CardKind.LIGHT:
            return _("lights")
        case CardKind.ANIMAL:
            return _("animals")
        case CardKind.RIBBON:
            return _("ribbons")
        case CardKind.CHAFF:
            return _("chaff")
        case _:
            assert_never(kind)


def cards_text(cards: Iterable[Card], language: NullTranslations = ENGLISH) -> str:
    """Return several cards as a list in a sentence."""
    return ", ".join(card_name(card, language) for card in in_order(cards))


class Cards(tuple[Card, ...]):
    """Cards within a phrase, which each language calls in its own way."""

    def __format__(self, spec: str) -> str:
        """Return what they are called in English."""
        return cards_text(self)

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        del whom
        return cards_text(self, language)


class CardsFirst(Cards):
    """Cards at the beginning of a sentence: ``Pine with crane``."""

    def __format__(self, spec: str) -> str:
        """Return what they are called in English."""
        return _capital(super().__format__(spec))

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        return _capital(super().said(language, whom))


class Months(tuple[Card, ...]):
    """The months of some cards at the beginning of a sentence: ``Pine, plum``."""

    def __format__(self, spec: str) -> str:
        """Return what they are called in English."""
        return self.said(ENGLISH, str)

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        del whom
        months = dict.fromkeys(card.month for card in in_order(self))
        return _capital(", ".join(month_name(one, language) for one in months))


class SeatsFirst(tuple[int, ...]):
    """Several seats from 0 at the beginning of a sentence: ``Seat 2, Seat 3``."""

    def __format__(self, spec: str) -> str:
        """Return them as scripts read them."""
        return ", ".join(f"seat {seat}" for seat in self)

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        del language
        return ", ".join(_capital(whom(seat)) for seat in self)


class SeatFirst(SeatsFirst):
    """A seat from 0 at the beginning of a sentence: ``Seat 2``."""

    def __new__(cls, seat: int) -> SeatFirst:
        """Take the seat."""
        return super().__new__(cls, (seat,))


class Scores(tuple[int, ...]):
    """What each seat scored, from seat 0 on: ``Seat 1: 217, Seat 2: 159``."""

    def __format__(self, spec: str) -> str:
        """Return them as scripts read them."""
        return ", ".join(f"seat {seat}: {points}" for seat, points in enumerate(self))

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return them with what people are called in ``language``."""
        del language
        return ", ".join(f"{_capital(whom(seat))}: {points}" for seat, points in enumerate(self))


class Yakus(tuple[Yaku, ...]):
    """Yaku within a phrase, with their values: ``Four Lights 60, Spring 30``."""

    def __format__(self, spec: str) -> str:
        """Return what they are called in English."""
        return ", ".join(f"{one.name()} {one.value}" for one in self)

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return what they are called in ``language``."""
        del whom
        return ", ".join(f"{one.name(code_of(language))} {one.value}" for one in self)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
