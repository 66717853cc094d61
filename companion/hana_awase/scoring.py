"""The score of a deal by both methods, what is paid, and what is odd about the piles."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.hana_awase.cards import DECK, NOVEMBER, Card, in_order, of_month, points
from companion.hana_awase.options import WEAK, Method, Options, Willow
from companion.hana_awase.piles import (
    OddMonth,
    Pile,
    Piles,
    card_points,
    check_distinct,
    missing_cards,
    named,
    odd_months,
)
from companion.hana_awase.yaku import Yaku, counted, one_short


class Oddity(Enum):
    """What people ought to look at before they believe a score."""

    CARDS_MISSING = "cards_missing"
    """Not all cards lie there, so the sum is wrong, and no deal was stopped early."""
    CARDS_OWNERLESS = "cards_ownerless"
    """Cards lie there that nobody has, so the sum is wrong, and no deal was stopped early."""
    ODD_MONTH = "odd_month"
    """A pile holds one or three cards of a month, which no play leads to."""
    OWN_YAKU_CANCELLED = "own_yaku_cancelled"
    """Willow cancelled other yaku of its own owner, who may not have meant that."""
    METHODS_DISAGREE = "methods_disagree"
    """The two methods name different winners."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something odd about a deal.

    Attributes:
        oddity: what.
        pile: whose, where it is one pile's.
        month: which, for `Oddity.ODD_MONTH`.
        cards: the cards concerned.
        points: by how much the sum is short, where cards are missing or nobody's.
    """

    oddity: Oddity
    pile: int | None = None
    month: int | None = None
    cards: Pile = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that go from one player to another; the seat None is the pot."""

    payer: int | None
    receiver: int | None
    chips: int


@dataclass(frozen=True, slots=True)
class DealScore:
    """A deal's score; every tuple has one value for each pile.

    Attributes:
        options: by which it was scored.
        piles: the cards.
        card_points: what they are worth.
        yaku: what each pile has, after groups and weather, before Willow.
        yaku_points: what of it counts, after Willow.
        simplified: the score by that method.
        traditional: the score by that method; None where it is refused.
        refused: why, in a sentence; empty where it isn't.
        short: yaku of which a pile lacks one card, each with the cards that would do.
        payments: who pays how many chips, first with the pot, then for yaku; none where the
            traditional method is refused.
        drawn: whether nobody scores, because a pile is too weak.
        warnings: what is odd.
    """

    options: Options
    piles: Piles
    card_points: tuple[int, ...]
    yaku: tuple[tuple[Yaku, ...], ...]
    yaku_points: tuple[int, ...]
    simplified: tuple[int, ...]
    traditional: tuple[int, ...] | None
    refused: str
    short: tuple[tuple[tuple[Yaku, frozenset[Card]], ...], ...]
    payments: tuple[Payment, ...]
    drawn: bool
    warnings: tuple[Warned, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.piles)

    def scores(self) -> tuple[int, ...] | None:
        """Return the scores by the method that is played; None where it is refused."""
        return self.simplified if self.options.method is Method.SIMPLIFIED else self.traditional

    @property
    def cancelled(self) -> bool:
        """Whether Willow took somebody's yaku."""
        return any(
            sum(one.value for one in has) != counts
            for has, counts in zip(self.yaku, self.yaku_points, strict=True)
        )


def score_deal(piles: Sequence[Pile], options: Options, unscored: Pile = ()) -> DealScore:
    """Return the score of ``piles``, one for each player.

    Args:
        piles: the cards of each player, leftovers of the joker included.
        options: how the table plays.
        unscored: cards that count for nobody, because the deal was stopped before they were
            taken.

    Raises:
        PileError: a card lies there twice.
        OptionError: so many cannot play by these options.
    """
    taken = tuple(tuple(pile) for pile in piles)
    players = len(taken)
    options.check(players)
    check_distinct(taken, unscored, "the cards that nobody has")
    cards = card_points(taken, options.chaff_zero)
    yaku = tuple(
        counted(
            options.in_force,
            pile,
            rain_ruins_viewing=options.rain_ruins_viewing,
            ribbons_stack=options.ribbons_stack,
            first_replaces=options.drinking_replaces,
        )
        for pile in taken
    )
    owner = willow_owner(taken)
    worth = tuple(
        0 if _is_cancelled(options, seat, owner) else sum(one.value for one in has)
        for seat, has in enumerate(yaku)
    )
    drawn = options.weak_pile and any(one <= WEAK for one in cards)
    refused = "" if drawn else _refusal(cards, taken, options)
    simple = tuple(c + (players - 1) * y for c, y in zip(cards, worth, strict=True))
    par = options.par(players)
    zero_sum = tuple(c - par + players * y - sum(worth) for c, y in zip(cards, worth, strict=True))
    nothing = (0,) * players
    traditional = None if refused else nothing if drawn else zero_sum
    return DealScore(
        options=options,
        piles=taken,
        card_points=cards,
        yaku=yaku,
        yaku_points=nothing if drawn else worth,
        simplified=nothing if drawn else simple,
        traditional=traditional,
        refused=refused,
        short=tuple(
            one_short(options.in_force, pile, rain_ruins_viewing=options.rain_ruins_viewing)
            for pile in taken
        ),
        payments=() if refused or drawn else _payments(cards, worth, par),
        drawn=drawn,
        warnings=tuple(_warnings(taken, options, unscored, owner, yaku, (simple, traditional))),
    )


def traditional_so_far(score: DealScore) -> tuple[int, ...]:
    """Return the traditional score of piles that are still growing, as if no card came to them.

    Whoever has nothing yet is short of his whole share; the sum is 0 once all cards are taken.
    """
    par, worth = score.options.par(score.players), score.yaku_points
    return tuple(
        cards - par + score.players * own - sum(worth)
        for cards, own in zip(score.card_points, worth, strict=True)
    )


def willow_owner(piles: Sequence[Pile]) -> int | None:
    """Return who has all four cards of November, or None."""
    for seat, pile in enumerate(piles):
        if len(of_month(pile, NOVEMBER)) == 4:
            return seat
    return None


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the highest score."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _is_cancelled(options: Options, seat: int, owner: int | None) -> bool:
    if owner is None or options.willow is Willow.PLAIN:
        return False
    return options.willow is Willow.CANCEL_ALL or seat != owner


def _refusal(cards: Sequence[int], piles: Piles, options: Options) -> str:
    """Say why the traditional method cannot be used; it needs all of the pack."""
    found, wanted = sum(cards), options.total
    absent = missing_cards(piles)
    if found == wanted and not absent:
        return ""
    return (
        f"the piles hold {len(DECK) - len(absent)} cards worth {found} points instead of"
        f" {len(DECK)} worth {wanted}, {wanted - found} short: without {named(absent)} the chips"
        " would not come out even"
    )


def _payments(cards: Sequence[int], yaku: Sequence[int], par: int) -> tuple[Payment, ...]:
    paid = [Payment(seat, None, par - one) for seat, one in enumerate(cards) if one < par]
    paid += [Payment(None, seat, one - par) for seat, one in enumerate(cards) if one > par]
    seats = range(len(yaku))
    paid += [
        Payment(payer, receiver, yaku[receiver])
        for receiver in seats
        for payer in seats
        if payer != receiver and yaku[receiver]
    ]
    return tuple(paid)


def _warnings(
    piles: Piles,
    options: Options,
    unscored: Pile,
    owner: int | None,
    yaku: Sequence[Sequence[Yaku]],
    scores: tuple[Sequence[int], Sequence[int] | None],
) -> list[Warned]:
    found = []
    absent = missing_cards(piles, unscored)
    if absent and not (options.early_stop and not unscored):
        short = points(absent, options.chaff_zero)
        found.append(Warned(Oddity.CARDS_MISSING, cards=absent, points=short))
    if unscored and not options.early_stop:
        short = points(unscored, options.chaff_zero)
        found.append(Warned(Oddity.CARDS_OWNERLESS, cards=in_order(unscored), points=short))
    found += [
        Warned(Oddity.ODD_MONTH, one.pile, one.month, one.cards)
        for one in odd_months(piles, options.joker)
    ]
    if options.willow is Willow.CANCEL_ALL and owner is not None:
        own = [one for one in yaku[owner] if one.cards != frozenset(of_month(DECK, NOVEMBER))]
        if own:
            found.append(Warned(Oddity.OWN_YAKU_CANCELLED, owner))
    simple, traditional = scores
    if traditional is not None and winners(simple) != winners(traditional):
        found.append(Warned(Oddity.METHODS_DISAGREE))
    return found


__all__ = [
    "DealScore",
    "OddMonth",
    "Oddity",
    "Payment",
    "Warned",
    "score_deal",
    "willow_owner",
    "winners",
]
