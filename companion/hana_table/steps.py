"""What happens in a game of Hana-awase at the table, step by step: the record's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, assert_never

from companion.hana_awase.cards import Card
from companion.hana_awase.notation import options_from_data, options_to_data
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile, Piles, check_distinct

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
    """Somebody says where ``card`` lies: at a seat, on the mat, or nowhere (None)."""

    card: Card
    place: int | None


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


Step: TypeAlias = GameBegan | PilesShown | CardPut | DealScored | DealDrawn | StepTakenBack


def step_to_data(step: Step) -> dict[str, object]:
    """Return a step as JSON data."""
    match step:
        case GameBegan(options, players, dealer):
            said = options_to_data(options)
            return {"kind": "began", "options": said, "players": players, "dealer": dealer}
        case PilesShown(seat, piles, on_mat, unread, inferred):
            return {
                "kind": "shown",
                "seat": seat,
                "piles": [[card.label for card in pile] for pile in piles],
                "on_mat": [card.label for card in on_mat],
                "unread": list(unread),
                "inferred": [card.label for card in inferred],
            }
        case CardPut(card, place):
            return {"kind": "put", "card": card.label, "place": place}
        case DealScored(scores):
            return {"kind": "scored", "scores": list(scores)}
        case DealDrawn(seat):
            return {"kind": "drawn", "seat": seat}
        case StepTakenBack():
            return {"kind": "taken_back"}
        case _:
            assert_never(step)


def step_from_data(data: object) -> Step:
    """Read a step that `step_to_data` wrote.

    Raises:
        StepError: it is none.
    """
    try:
        return _step(data)
    except (KeyError, TypeError, ValueError) as error:
        raise StepError(f"this is no step of a game of Hana-awase: {error!r}") from error


def _step(data: Any) -> Step:
    match data["kind"]:
        case "began":
            options = options_from_data(data["options"], _no_file)
            players, dealer = _number(data["players"]), _number(data["dealer"])
            options.check(players)
            return GameBegan(options, players, dealer)
        case "shown":
            piles = tuple(_cards(pile) for pile in data["piles"])
            on_mat = _cards(data["on_mat"])
            check_distinct(piles, on_mat, "the mat")
            unread = tuple(_number(place) for place in data["unread"])
            return PilesShown(_seat(data["seat"]), piles, on_mat, unread, _cards(data["inferred"]))
        case "put":
            return CardPut(Card.parse(data["card"]), _seat(data["place"]))
        case "scored":
            return DealScored(tuple(_number(score) for score in data["scores"]))
        case "drawn":
            return DealDrawn(_seat(data["seat"]))
        case "taken_back":
            return StepTakenBack()
        case kind:
            raise ValueError(f"there is no kind {kind!r}")


def _cards(labels: Any) -> Pile:
    return tuple(Card.parse(label) for label in labels)


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"want a whole number, got {value!r}")
    return value


def _seat(value: Any) -> int | None:
    return None if value is None else _number(value)


def _no_file(name: str) -> Any:
    raise ValueError(f"a chart on record is written out, not a file {name!r}")
