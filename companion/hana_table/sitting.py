"""Where a game of Hana-awase stands at the table, and how each step changes that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from companion.hana_awase.cards import DECK, NOVEMBER, Card, in_order, of_month
from companion.hana_awase.game import Standing, after_deal, after_draw, begin
from companion.hana_awase.leftovers import LeftoverError, assign_leftovers
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile, Piles
from companion.hana_awase.public import PublicDeal, exchange, lay, opened, put
from companion.hana_awase.scoring import DealScore, score_deal
from companion.hana_table.steps import (
    MAT,
    CardLaid,
    CardPut,
    CardsDealt,
    DealDrawn,
    DealScored,
    GameBegan,
    HanaStep,
    PilesShown,
    StepTakenBack,
)


@dataclass(frozen=True, slots=True)
class PastDeal:
    """A deal that was played: its scores, and the piles, empty where it was drawn."""

    scores: tuple[int, ...]
    piles: Piles
    drawn: bool


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game at one moment.

    Attributes:
        standing: dealer, totals, options.
        places: where each card lies that somebody has seen: a seat or `MAT`.
        unread: for each card that could not be read its seat, or `MAT`.
        inferred: cards that were concluded and not read.
        deals: what was played.
        deal: the deal that is followed card by card; None where nobody follows it. What lies in
            its field lies on the mat.
    """

    standing: Standing
    places: Mapping[Card, int] = field(default_factory=dict)
    unread: tuple[int, ...] = ()
    inferred: frozenset[Card] = frozenset()
    deals: tuple[PastDeal, ...] = ()
    deal: PublicDeal | None = None

    @property
    def options(self) -> Options:
        """How the table plays."""
        return self.standing.options

    @property
    def players(self) -> int:
        """How many play."""
        return self.standing.players

    def at(self, place: int) -> Pile:
        """Return the cards that lie at a seat, or on the mat."""
        return in_order(card for card, where in self.places.items() if where == place)

    @property
    def piles(self) -> Piles:
        """The piles as they lie, by seat."""
        return tuple(self.at(seat) for seat in range(self.players))

    @property
    def missing(self) -> Pile:
        """The cards that lie nowhere."""
        return tuple(card for card in DECK if card not in self.places)

    @property
    def followed(self) -> PublicDeal | None:
        """The deal that is followed and goes on; None before and after one, and where none is."""
        return None if self.deal is None or self.deal.over else self.deal

    @property
    def to_lay(self) -> int:
        """How many cards have still to be laid before the piles may count."""
        running = self.followed
        if running is None or (self.options.early_stop and not any(running.held)):
            return 0
        return running.stock + sum(running.held)

    def given(self) -> tuple[Piles, Pile, LeftoverError | None]:
        """Return the piles with the joker's leftovers, what is still nobody's, and why.

        The reason is None unless cards on the mat could not be given to their owners.
        """
        piles, on_mat = self.piles, self.at(MAT)
        if not (self.options.joker and on_mat) or self.followed is not None:
            return piles, on_mat, None
        try:
            return assign_leftovers(piles, on_mat).piles, (), None
        except LeftoverError as error:
            return piles, on_mat, error

    def score(self) -> DealScore:
        """Return what the piles score as they lie."""
        piles, nobodys, _ = self.given()
        return score_deal(piles, self.options, nobodys)


def begun(step: GameBegan) -> Sitting:
    """Return a game before its first deal."""
    return Sitting(begin(step.options, step.players, step.dealer))


def evolve(sitting: Sitting, step: HanaStep) -> Sitting:
    """Return the game after ``step``, which is not taking a step back.

    Raises:
        ValueError: the step does not fit the game.
    """
    match step:
        case GameBegan():
            return begun(step)
        case CardsDealt(cards):
            standing = sitting.standing
            return _lying(
                sitting, opened(cards, sitting.players, standing.dealer, standing.options)
            )
        case CardLaid(seat, card, taken):
            if sitting.deal is None:
                raise ValueError(f"{card.label} was laid, but no deal was followed")
            return _lying(sitting, lay(sitting.deal, seat, card, taken))
        case PilesShown():
            return replace(_shown(sitting, step), deal=None)
        case CardPut(card, _, Card() as was) if sitting.deal is not None:
            return _lying(sitting, exchange(sitting.deal, was, card))
        case CardPut(card, place, Card() as was):
            return _put(_put(sitting, was, None), card, place)
        case CardPut(card, place) if sitting.deal is not None:
            if place is None:
                raise ValueError(f"{card.label} lies somewhere in a deal that is followed")
            return _lying(sitting, put(sitting.deal, card, None if place == MAT else place))
        case CardPut(card, place):
            return _put(sitting, card, place)
        case DealScored(scores):
            past = PastDeal(scores, sitting.given()[0], drawn=False)
            return _next(sitting, after_deal(sitting.standing, scores), past)
        case DealDrawn():
            nothing = PastDeal((0,) * sitting.players, (), drawn=True)
            return _next(sitting, after_draw(sitting.standing), nothing)
        case StepTakenBack():
            raise ValueError("taking back is no step of its own; replay the steps that count")
        case _:
            assert_never(step)


def counting(steps: Iterable[HanaStep]) -> tuple[HanaStep, ...]:
    """Return the steps that count: without those taken back.

    Raises:
        ValueError: more was taken back than was done, or the first step is no beginning.
    """
    kept: list[HanaStep] = []
    for step in steps:
        if isinstance(step, StepTakenBack):
            if len(kept) < 2:
                raise ValueError("there is nothing to take back")
            kept.pop()
        else:
            kept.append(step)
    if not kept or not isinstance(kept[0], GameBegan):
        raise ValueError("a game begins with its beginning")
    return tuple(kept)


def said_of_cards(steps: Iterable[HanaStep]) -> tuple[tuple[Card, Card], ...]:
    """Return what people said of misread cards of the newest deal: each as what, and what it is."""
    said: tuple[tuple[Card, Card], ...] = ()
    for step in steps:
        if isinstance(step, CardsDealt | DealScored | DealDrawn):
            said = ()
        if isinstance(step, CardPut) and step.instead is not None:
            said = (*said, (step.instead, step.card))
    return said


def replay(steps: Iterable[HanaStep]) -> Sitting:
    """Return where a game stands after ``steps``.

    Raises:
        ValueError: they do not fit one another.
    """
    first, *others = counting(steps)
    assert isinstance(first, GameBegan)
    sitting = begun(first)
    for step in others:
        sitting = evolve(sitting, step)
    return sitting


def _lying(sitting: Sitting, deal: PublicDeal) -> Sitting:
    """Return the game with each card where ``deal`` has it."""
    places = dict.fromkeys(deal.field, MAT)
    for seat, pile in enumerate(deal.piles):
        places.update(dict.fromkeys(pile, seat))
    return replace(sitting, deal=deal, places=places, unread=(), inferred=frozenset())


def _shown(sitting: Sitting, step: PilesShown) -> Sitting:
    if len(step.piles) != sitting.players:
        raise ValueError(f"{sitting.players} play, got {len(step.piles)} piles")
    if step.seat is None:
        places: dict[Card, int] = {}
        unread: tuple[int, ...] = ()
    else:  # one pile was looked at anew; what others have is theirs no more if it lies here
        places = {card: at for card, at in sitting.places.items() if at != step.seat}
        unread = tuple(place for place in sitting.unread if place != step.seat)
    for seat, pile in enumerate(step.piles):
        places.update(dict.fromkeys(pile, seat))
    places.update(dict.fromkeys(step.on_mat, MAT))
    before = frozenset[Card]() if step.seat is None else sitting.inferred
    seen = frozenset(card for pile in step.piles for card in pile)
    return _concluded(
        replace(
            sitting,
            places=places,
            unread=(*unread, *step.unread),
            inferred=(before & places.keys()) - seen | frozenset(step.inferred),
        )
    )


def _concluded(sitting: Sitting) -> Sitting:
    """Return the game with the only missing card where the only unread one lies.

    Not where that would leave its month odd there: cards are taken in twos and fours.
    """
    if len(sitting.unread) != 1 or len(sitting.missing) != 1:
        return sitting
    (place,), (card,) = sitting.unread, sitting.missing
    odd = len(of_month(sitting.at(place), card.month)) % 2 == 1
    if place != MAT and card.month != NOVEMBER and not odd:
        return sitting
    return replace(
        sitting,
        places={**sitting.places, card: place},
        unread=(),
        inferred=sitting.inferred | {card},
    )


def _put(sitting: Sitting, card: Card, place: int | None) -> Sitting:
    if place is not None and place != MAT and not 0 <= place < sitting.players:
        raise ValueError(f"there is no place {place}")
    places = {one: at for one, at in sitting.places.items() if one != card}
    unread = list(sitting.unread)
    if place is not None:
        places[card] = place
        if card not in sitting.places and place in unread:
            unread.remove(place)  # so that was the card that could not be read
    inferred = sitting.inferred - {card}
    put = replace(sitting, places=places, unread=tuple(unread), inferred=inferred)
    return put if place is None else _concluded(put)


def _next(sitting: Sitting, standing: Standing, past: PastDeal) -> Sitting:
    return Sitting(standing, deals=(*sitting.deals, past))
