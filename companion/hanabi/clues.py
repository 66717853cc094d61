"""Clues that were given, and where they point as far as the faces are on record."""

from typing import NamedTuple

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, ColourHint, Hint
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import Ruleset


class GivenClue(NamedTuple):
    """A clue that was given, and what is known by now about where it pointed.

    Attributes:
        turn: the turn it took, from 1.
        seat: who gave it.
        target: who received it.
        hint: the colour or rank.
        held: the cards that the target held then, by slot.
        slots: the slots in which they stood then; parallel to ``held``.
        touched: those of ``held`` that it is known to point at.
        open: those of ``held`` whose face isn't on record.
        fault: the rule it turned out to have broken.
    """

    turn: int
    seat: int
    target: int
    hint: Hint
    held: tuple[CardId, ...]
    slots: tuple[int, ...]
    touched: tuple[CardId, ...]
    open: tuple[CardId, ...]
    fault: Rule | None


def touches(ruleset: Ruleset, hint: Hint, card: Card) -> bool:
    """Whether a clue of ``hint`` points at ``card``."""
    if isinstance(hint, ColourHint):
        return ruleset.colour_touches(hint.colour, card)
    return card.rank == hint.rank


def reread(ruleset: Ruleset, clue: GivenClue, held: CardId, card: Card | None) -> GivenClue:
    """Return ``clue`` after the face of ``held``, one of its cards, became ``card``.

    A fault is forgotten as soon as the clue may have pointed at something after all.
    """
    touched, unknown = set(clue.touched), set(clue.open)
    touched.discard(held)
    unknown.discard(held)
    if card is None:
        unknown.add(held)
    elif touches(ruleset, clue.hint, card):
        touched.add(held)
    return clue._replace(
        touched=tuple(one for one in clue.held if one in touched),
        open=tuple(one for one in clue.held if one in unknown),
        fault=None if touched or unknown else clue.fault,
    )
