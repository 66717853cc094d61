"""Sentences about what the table refuses, and the rules of the game that a move would break."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from typing import assert_never

from companion.hanabi.refusals import Rule
from companion.language.names import ENGLISH
from companion.language.people import COUNTED, People
from companion.language.phrases import Whom, phrase

NOBODY_SITS_THERE = phrase("nobody sits there in this game")
HANDS_STAY_HIDDEN = phrase("the game is still running: its hidden cards stay hidden")


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that was broken, within a phrase.

    Attributes:
        rule: which one.
        detail: what scripts are told.
    """

    rule: Rule
    detail: str

    def __format__(self, spec: str) -> str:
        """Return it as scripts read it."""
        return self.detail

    def said(self, language: NullTranslations, whom: Whom) -> str:  # noqa: ARG002 - of a Sayable
        """Return it in ``language``."""
        return forbidden(self.rule, language)


def refused(
    rule: Rule | None,
    why: str,
    language: NullTranslations = ENGLISH,
    people: People = COUNTED,
) -> str:
    """Return why something was refused, as part of a sentence for people.

    Args:
        rule: the rule that forbids it; None: no rule of the game does.
        why: what scripts are told, with turns and cards by their numbers.
        language: of the sentence.
        people: what the seats are called.
    """
    return people.told(why, language) if rule is None else forbidden(rule, language)


def forbidden(rule: Rule, language: NullTranslations = ENGLISH) -> str:  # noqa: C901 - one case for each rule
    """Return why ``rule`` forbids a move, as part of a sentence; it tells nothing of any hand."""
    _ = language.gettext
    match rule:
        case Rule.GAME_OVER:
            return _("the game is over")
        case Rule.GAME_RUNS:
            return _("the game is not over")
        case Rule.NOT_YOUR_TURN:
            return _("it is somebody else's turn")
        case Rule.NO_SUCH_SEAT:
            return _(NOBODY_SITS_THERE)
        case Rule.NO_SUCH_CARD:
            return _("there is no such card in this game")
        case Rule.CARD_NOT_HELD:
            return _("nobody holds that card any more")
        case Rule.NOT_YOUR_CARD:
            return _("that card is in another hand")
        case Rule.IMPOSSIBLE_CARD:
            return _("every copy of that card is accounted for elsewhere")
        case Rule.IDENTITY_CONFLICT:
            return _("another face is on record for that card")
        case Rule.CLUE_TOKENS_FULL:
            return _("nobody may discard while every clue token is available")
        case Rule.NO_CLUE_TOKENS:
            return _("no clue token is left")
        case Rule.CLUE_TO_ONESELF:
            return _("nobody gives himself a clue")
        case Rule.EMPTY_CLUE:
            return _("the clue points at no card")
        case Rule.INCOMPLETE_CLUE:
            return _("a clue points at every card that it is about, and at no other")
        case Rule.COLOUR_NOT_NAMEABLE:
            return _("that colour cannot be named in this game")
        case Rule.NO_SUCH_RANK:
            return _("the cards go from 1 to 5")
        case Rule.NO_SYNCHRONISED_SHOW:
            return _("this game is played without a synchronised show")
        case Rule.AWARD_DUE:
            return _("an award tile has to be turned first")
        case Rule.NO_AWARD_DUE:
            return _("there is no award tile to be turned now")
        case Rule.TILE_TURNED_BEFORE:
            return _("that award tile was turned before")
        case Rule.NOT_WHAT_THE_TILE_BRINGS:
            return _("that is not what the award tile brings")
        case Rule.NOT_AMONG_THE_DISCARDS:
            return _("that card is not on the discards")
        case Rule.CARD_DOES_NOT_FIT:
            return _("that card is not the next one of its firework")
        case Rule.NOT_A_REARRANGEMENT:
            return _("the new order has to hold every card of the hand once")
        case _:
            assert_never(rule)
