"""What cards, colours and endings are called."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from typing import assert_never

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import Outcome
from companion.hanabi.moves import Tile
from companion.language.phrases import Whom

ENGLISH = NullTranslations()


def card_name(card: Card, language: NullTranslations = ENGLISH) -> str:
    """Return a card's name: ``red 3``."""
    pgettext = language.pgettext
    match card.suit:  # whole names: in other languages a colour beside a card has its own form
        case Suit.RED:
            named = pgettext("a card", "red {rank}")
        case Suit.YELLOW:
            named = pgettext("a card", "yellow {rank}")
        case Suit.GREEN:
            named = pgettext("a card", "green {rank}")
        case Suit.BLUE:
            named = pgettext("a card", "blue {rank}")
        case Suit.WHITE:
            named = pgettext("a card", "white {rank}")
        case Suit.MULTICOLOUR:
            named = pgettext("a card", "multicolour {rank}")
        case Suit.BLACK:
            named = pgettext("a card", "black {rank}")
        case _:
            assert_never(card.suit)
    return named.format(rank=card.rank)


@dataclass(frozen=True, slots=True)
class Face:
    """A card within a phrase."""

    card: Card

    def __format__(self, spec: str) -> str:
        """Return it as scripts read it."""
        return self.card.label

    def said(self, language: NullTranslations, whom: Whom) -> str:  # noqa: ARG002 - of a Sayable
        """Return it in ``language``."""
        return card_name(self.card, language)


def rank_name(rank: int, language: NullTranslations = ENGLISH) -> str:
    """Return what people call all cards of a rank, as a clue does: ``ones``."""
    pgettext = language.pgettext
    named = {
        1: pgettext("cards of a clue", "ones"),
        2: pgettext("cards of a clue", "twos"),
        3: pgettext("cards of a clue", "threes"),
        4: pgettext("cards of a clue", "fours"),
        5: pgettext("cards of a clue", "fives"),
    }
    return named[rank]


def suit_name(suit: Suit, language: NullTranslations = ENGLISH) -> str:
    """Return a suit's name."""
    _ = language.gettext
    match suit:
        case Suit.RED:
            return _("red")
        case Suit.YELLOW:
            return _("yellow")
        case Suit.GREEN:
            return _("green")
        case Suit.BLUE:
            return _("blue")
        case Suit.WHITE:
            return _("white")
        case Suit.MULTICOLOUR:
            return _("multicolour")
        case Suit.BLACK:
            return _("black")
        case _:
            assert_never(suit)


def outcome_text(outcome: Outcome, language: NullTranslations = ENGLISH) -> str:
    """Return how a game ended, as a sentence."""
    _ = language.gettext
    match outcome:
        case Outcome.PERFECT:
            return _("All fireworks are complete: a perfect display.")
        case Outcome.STRIKEOUT:
            return _("The last fuse burnt: the game is lost.")
        case Outcome.DECK_OUT:
            return _("The last round is over: the game ends.")
        case Outcome.FAILED:
            return _("The display can no longer be completed: the game is lost.")
        case Outcome.TERMINATED:
            return _("The game was stopped.")
        case Outcome.UNFINISHED:
            return _("The game is not finished.")
        case _:
            assert_never(outcome)


def award_text(tile: Tile | None, language: NullTranslations = ENGLISH) -> str:
    """Return what an award tile brings, as a sentence; None: nobody said which one it was."""
    _ = language.gettext
    match tile:
        case None:
            return _("Nobody said which award tile it was.")
        case Tile.CLUE_TOKEN:
            return _("The award: a clue token.")
        case Tile.MENDED_FUSE:
            return _("The award: a mended fuse and a clue token.")
        case Tile.COLOUR_CLUE:
            return _("The award: a clue about a colour.")
        case Tile.RANK_CLUE:
            return _("The award: a clue about a number.")
        case Tile.RETURN:
            return _("The award: a discarded card goes back into the deck.")
        case Tile.RESCUE:
            return _("The award: a discarded card goes onto its firework, if one fits.")
        case _:
            assert_never(tile)
