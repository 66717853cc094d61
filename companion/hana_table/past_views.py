"""What pages show of games of Hana-awase on record: a list, one looked at again, and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import Annotated, NotRequired, TypedDict

from companion.hana_awase.options import Method
from companion.hana_awase.scoring import Payment, winners
from companion.hana_table.evening import HanaEvening
from companion.hana_table.following import laid_phrase
from companion.hana_table.looking_back import (
    DealAgainSeen,
    HanaGroupFigures,
    PlayedGame,
    deals_again,
    hana_statistics,
    settled,
)
from companion.hana_table.option_texts import chart_title
from companion.hana_table.sitting import Sitting
from companion.hana_table.texts import method_name, payment_sentence
from companion.hana_table.yaku_views import CardName, YakuShown, labelled, yaku_shown
from companion.hanabi.labels import SeatNumber
from companion.json_schema import one_of
from companion.language.languages import code_of
from companion.language.people import COUNTED
from companion.record.errors import RecordError


class HanaGameShown(TypedDict):
    """What a list of games says of one; without the rest where it is damaged.

    Attributes:
        game: its number on record.
        started: when.
        damaged: whether it cannot be read.
        players: how many.
        method: of scoring.
        chart: of yaku, by name.
        deals: the scores of each.
        totals: by seat.
        over: whether it is.
        winners: the seats.
    """

    game: int
    started: str
    damaged: NotRequired[bool]
    players: NotRequired[int]
    method: NotRequired[Annotated[str, one_of(Method)]]
    chart: NotRequired[str]
    deals: NotRequired[list[list[int]]]
    totals: NotRequired[list[int]]
    over: NotRequired[bool]
    winners: NotRequired[list[SeatNumber]]


class HanaResult(TypedDict):
    """How a game was played, and what came out; fields as in `HanaGameShown`."""

    players: int
    method: str
    chart: str
    deals: list[list[int]]
    totals: list[int]
    over: bool
    winners: list[int]


class YakuCounted(TypedDict):
    """How often a yaku counted."""

    title: str
    times: int


class HanaGroupShown(TypedDict):
    """What the deals of as many players by one method came to; see `HanaGroupFigures`."""

    players: int
    method: str
    games: int
    deals: int
    drawn: int
    mean: float | None
    top: int | None
    dealer_won: int
    yaku: list[YakuCounted]


class HanaPast(TypedDict):
    """The games on record, newest first, and what they came to."""

    evenings: list[HanaGameShown]
    groups: list[HanaGroupShown]


class PileAgain(TypedDict):
    """What somebody had at the end of a deal; fields as in a pile of the running game."""

    cards: list[CardName]
    points: int
    yaku: list[YakuShown]
    yaku_points: int


class HanaDealReviewed(TypedDict):
    """A deal that was played.

    Attributes:
        dealer: who dealt it.
        scores: what counted, by seat.
        best: the seats that scored most.
        drawn: whether nobody scored.
        called: who called a weak hand; null: nobody did.
        piles: by seat; none where it was drawn.
        payments: who paid whom; only by the traditional method.
        told: its half turns as sentences; none where nobody followed it.
    """

    dealer: SeatNumber
    scores: list[int]
    best: list[SeatNumber]
    drawn: bool
    called: SeatNumber | None
    piles: list[PileAgain]
    payments: list[str]
    told: list[str]


class HanaReview(TypedDict):
    """A game on record, looked at again.

    Attributes:
        game: its number.
        started: when.
        players: how many.
        method: of scoring, in words.
        chart_title: what the chart of yaku is called.
        deals: each that was played.
        totals: by seat.
        over: whether the game is.
        winners: the seats; none before it is over.
        settled: who pays whom in the end; only by the traditional method.
        yaku: how often each yaku counted.
    """

    game: int
    started: str
    players: int
    method: str
    chart_title: str
    deals: list[HanaDealReviewed]
    totals: list[int]
    over: bool
    winners: list[SeatNumber]
    settled: list[str]
    yaku: list[YakuCounted]


def past(evening: HanaEvening, language: NullTranslations) -> HanaPast:
    """Return the games on record, newest first; one that is damaged says so and counts nothing.

    Raises:
        RecordError: the record is damaged as a whole.
    """
    listed: list[HanaGameShown] = []
    played: list[PlayedGame] = []
    charts: dict[str, str] = {}
    for game in reversed(evening.past()):
        shown: HanaGameShown = {"game": game.id, "started": game.started}
        try:
            sitting = evening.played(game.id)
            deals = deals_again(evening.steps_of(game.id))
        except RecordError:
            listed.append({**shown, "damaged": True})
            continue
        listed.append({**shown, **record_of(sitting)})
        played.append(PlayedGame(sitting.players, sitting.options.method, deals))
        charts = {**_titles(deals, language), **charts}
    groups = [_group(one, charts, language) for one in hana_statistics(played)]
    return {"evenings": listed, "groups": groups}


def record_of(sitting: Sitting) -> HanaResult:
    """Return what a list of games says of one: how it was played, and what came out."""
    standing = sitting.standing
    return {
        "players": sitting.players,
        "method": sitting.options.method.value,
        "chart": sitting.options.chart.name,
        "deals": [list(deal.scores) for deal in sitting.deals],
        "totals": list(standing.totals),
        "over": standing.over,
        "winners": list(standing.leaders) if standing.over else [],
    }


def review(evening: HanaEvening, game: int, language: NullTranslations) -> HanaReview:
    """Return a game on record as people look at it again, in ``language``.

    Seats only: who sat there is not on record.

    Raises:
        RecordError: there is none, or it is damaged.
    """
    sitting = evening.played(game)
    started = next(one.started for one in evening.past() if one.id == game)
    deals = deals_again(evening.steps_of(game))
    options, result = sitting.options, record_of(sitting)
    chips = options.method is Method.TRADITIONAL
    paid = settled(result["totals"]) if chips and result["over"] else ()
    figures = hana_statistics([PlayedGame(sitting.players, options.method, deals)])
    counted = figures[0] if figures else None
    return {
        "game": game,
        "started": started,
        "players": result["players"],
        "method": method_name(options.method, language),
        "chart_title": chart_title(options.chart, language),
        "deals": [_deal(one, language, chips=chips) for one in deals],
        "totals": result["totals"],
        "over": result["over"],
        "winners": result["winners"],
        "settled": [payment_sentence(Payment(*one), language) for one in paid],
        "yaku": [] if counted is None else _counted(counted, _titles(deals, language)),
    }


def _deal(deal: DealAgainSeen, language: NullTranslations, *, chips: bool) -> HanaDealReviewed:
    score = deal.score
    piles: list[PileAgain] = []
    payments: Sequence[Payment] = ()
    if score is not None:
        payments = score.payments if chips else ()
        piles = [
            {
                "cards": labelled(pile),
                "points": score.card_points[seat],
                "yaku": [yaku_shown(one, one.cards & frozenset(pile)) for one in score.yaku[seat]],
                "yaku_points": score.yaku_points[seat],
            }
            for seat, pile in enumerate(score.piles)
        ]
    return {
        "dealer": deal.dealer,
        "scores": list(deal.scores),
        "best": [] if deal.drawn else list(winners(deal.scores)),
        "drawn": deal.drawn,
        "called": deal.called,
        "piles": piles,
        "payments": [payment_sentence(one, language) for one in payments],
        "told": [
            COUNTED.told(laid_phrase(one.step, from_stock=one.from_stock), language)
            for one in deal.laid
        ],
    }


def _titles(deals: Iterable[DealAgainSeen], language: NullTranslations) -> dict[str, str]:
    """Return what the yaku that were made are called, by id."""
    return {
        yaku.id: yaku.name(code_of(language))
        for deal in deals
        if deal.score is not None
        for has in deal.score.yaku
        for yaku in has
    }


def _counted(figures: HanaGroupFigures, titles: dict[str, str]) -> list[YakuCounted]:
    return [{"title": titles[one], "times": times} for one, times in figures.yaku.items()]


def _group(
    figures: HanaGroupFigures, titles: dict[str, str], language: NullTranslations
) -> HanaGroupShown:
    return {
        "players": figures.players,
        "method": method_name(figures.method, language),
        "games": figures.games,
        "deals": figures.deals,
        "drawn": figures.drawn,
        "mean": None if figures.mean is None else round(figures.mean, 1),
        "top": figures.top,
        "dealer_won": figures.dealer_won,
        "yaku": _counted(figures, titles),
    }
