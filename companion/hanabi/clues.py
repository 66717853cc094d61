"""Clues that were given, and where they point as far as the faces are on record."""

from collections.abc import Collection
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
        unsure: cards that the target held then and that were mixed up since, or stood nobody
            knows where; they are not among ``held`` any more.
        pointed: those of ``held`` that the giver pointed at; None: nobody said so.
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
    unsure: tuple[CardId, ...] = ()
    pointed: tuple[CardId, ...] | None = None


def mixed_up(clue: GivenClue, cards: Collection[CardId]) -> GivenClue:
    """Return ``clue`` after nobody can tell any more whether it pointed at ``cards``."""
    lost = tuple(held for held in clue.held if held in cards)
    if not lost:
        return clue
    left = [
        (held, slot) for held, slot in zip(clue.held, clue.slots, strict=True) if held not in lost
    ]
    return clue._replace(
        held=tuple(held for held, _ in left),
        slots=tuple(slot for _, slot in left),
        touched=tuple(held for held in clue.touched if held not in lost),
        open=tuple(held for held in clue.open if held not in lost),
        fault=None,
        unsure=(*clue.unsure, *lost),
        pointed=clue.pointed and tuple(held for held in clue.pointed if held not in lost),
    )


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
