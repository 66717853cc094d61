"""What happens in a game of Hana-awase at the table, step by step: the record's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.codec import Codec, Data, Family, Leaf, words_of
from companion.hana_awase.cards import Card
from companion.hana_awase.notation import options_from_data, options_to_data
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile, Piles, check_distinct
from companion.hana_awase.yaku import Chart

MAT = -1
"""The place of a card on the mat, which nobody has; the others are seats."""


class StepError(ValueError):
    """A step on record cannot be read, or makes no sense; one sentence."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game for ``players`` begins; ``dealer`` deals first."""

    options: Options
    players: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal that is followed begins with this ``field``; dealt anew, it is this one."""

    field: Pile


@dataclass(frozen=True, slots=True)
class CardLaid:
    """``seat`` laid ``card``, from the hand or as the stock's top card, and took ``taken``.

    Attributes:
        seat: whose turn it is; it also follows from the steps before.
        card: what was laid.
        taken: what went to the pile with it; the card stays in the field where that is nothing.
        in_order: whether it is known which of a turn's two cards came from the hand.
    """

    seat: int
    card: Card
    taken: Pile
    in_order: bool


@dataclass(frozen=True, slots=True)
class PilesShown:
    """The table was looked at.

    Attributes:
        seat: whose pile the picture shows; None: all of them.
        piles: by seat; all but one are empty where only that one was shown.
        on_mat: what lies on the mat.
        unread: for each card that could not be read its seat, or `MAT`.
        inferred: cards of the piles that were concluded and not read.
    """

    seat: int | None
    piles: Piles
    on_mat: Pile
    unread: tuple[int, ...]
    inferred: Pile


@dataclass(frozen=True, slots=True)
class CardPut:
    """Somebody says where ``card`` lies: at a seat, on the mat, or nowhere (None).

    Attributes:
        card: which it is.
        place: where it lies.
        instead: the card that was thought to lie there; it lies nowhere. None: no other was.
    """

    card: Card
    place: int | None
    instead: Card | None = None


@dataclass(frozen=True, slots=True)
class DealScored:
    """The piles are right: the deal counts, with these scores."""

    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealDrawn:
    """The deal is drawn: nobody scores; ``seat`` called a weak hand, None: for another reason."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class StepTakenBack:
    """The newest step that counts, counts no more."""


HanaStep: TypeAlias = (
    GameBegan
    | CardsDealt
    | CardLaid
    | PilesShown
    | CardPut
    | DealScored
    | DealDrawn
    | StepTakenBack
)


def _no_file(name: str) -> Chart:
    raise ValueError(f"a chart on record is written out, not a file {name!r}")


STEPS = Family(
    "a step",
    {
        "began": GameBegan,
        "dealt": CardsDealt,
        "laid": CardLaid,
        "shown": PilesShown,
        "put": CardPut,
        "scored": DealScored,
        "drawn": DealDrawn,
        "taken_back": StepTakenBack,
    },
)
_CODEC = Codec(
    tag="kind",
    families=(STEPS,),
    leaves={
        Card: Leaf(lambda card: card.label, lambda data: Card.parse(words_of(data))),
        Options: Leaf(options_to_data, lambda data: options_from_data(data, _no_file)),
    },
)


def step_to_data(step: HanaStep) -> Data:
    """Return a step as JSON data."""
    return _CODEC.to_object(step)


def step_from_data(data: object) -> HanaStep:
    """Read a step that `step_to_data` wrote.

    Raises:
        StepError: it is none.
    """
    try:
        step: HanaStep = _CODEC.from_data(HanaStep, data)
        if isinstance(step, GameBegan):
            step.options.check(step.players)
        if isinstance(step, PilesShown):
            check_distinct(step.piles, step.on_mat, "the mat")
    except ValueError as error:
        raise StepError(f"this is no step of a game of Hana-awase: {error}") from error
    return step
