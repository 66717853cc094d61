"""What a page of Hana-awase shows: the evening as JSON data, nothing in it hidden from anybody."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Literal, NotRequired, TypedDict, cast

from companion.hana_awase.cards import DECK, Card, in_order
from companion.hana_awase.options import PLAYERS, Method, cautions
from companion.hana_awase.scoring import DealScore, traditional_so_far, winners
from companion.hana_referee.findings import FIELD, HanaDifference, HanaReason
from companion.hana_table.evening import HanaEvening
from companion.hana_table.following import told_of, what_may_be_taken
from companion.hana_table.names import card_name, kind_name
from companion.hana_table.news import how_to_deal
from companion.hana_table.option_texts import chart_title
from companion.hana_table.sitting import PastDeal, Sitting
from companion.hana_table.steps import MAT
from companion.hana_table.texts import (
    caution_sentence,
    chips_refused,
    leftover_reason,
    method_name,
    payment_sentence,
    warning_sentences,
)
from companion.hana_table.yaku_views import CardName, YakuShown, labelled, yaku_shown
from companion.hanabi.labels import SeatNumber
from companion.language.languages import code_of, languages
from companion.language.names import ENGLISH
from companion.language.phrases import sentence_of


class HanaNews(TypedDict):
    """Something that happened, numbered since the program began."""

    number: int
    text: str


class HanaSentences(TypedDict):
    """Everything of a view that is said in words, in one language.

    Attributes:
        detail: what stands above all else.
        news: what happened last, oldest first.
        method: how is scored.
        chart_title: what the chart of yaku is called.
        cautions: what people ought to know of these rules.
        offers: what the next card may take, where the table wants to be told.
        on_mat_why: why cards are left on the mat; empty where none are.
        differs: what on the table does not fit the record; empty where all does.
        to_deal: how many cards are dealt where, until they are.
        refused: why these piles do not count; empty where they do.
        payments: of chips.
        warnings: what may be wrong with the piles.
    """

    detail: str | None
    news: list[HanaNews]
    method: NotRequired[str]
    chart_title: NotRequired[str]
    cautions: NotRequired[list[str]]
    offers: NotRequired[list[str]]
    on_mat_why: NotRequired[str]
    differs: NotRequired[str]
    to_deal: NotRequired[str]
    refused: NotRequired[str]
    payments: NotRequired[list[str]]
    warnings: NotRequired[list[str]]


class HanaPile(TypedDict):
    """A player's pile and what it scores.

    Attributes:
        cards: in the order of months.
        points: of the cards.
        yaku: those that it has.
        cancelled: whether its yaku do not count.
        yaku_points: as they count.
        simplified: the score by the simplified way.
        traditional: the score by the traditional way, so far while a deal is followed; null where
            that is refused.
        short: the yaku for which one card is missing.
    """

    cards: list[CardName]
    points: int
    yaku: list[YakuShown]
    cancelled: bool
    yaku_points: int
    simplified: int
    traditional: int | None
    short: list[YakuShown]


class PastDealShown(TypedDict):
    """A deal that was scored, or drawn; ``best`` are the seats that won it."""

    scores: list[int]
    drawn: bool
    best: list[SeatNumber]


class HanaPiles(TypedDict):
    """The piles as they lie, with what they score.

    Attributes:
        on_mat: the cards left on the mat.
        missing: the cards that nobody has put anywhere.
        unread: where cards lie that nobody could read; null: on the mat.
        inferred: the cards that were put where the others left room.
        piles: one for each seat, once any card lies somewhere.
        counts: what each seat would score now; empty where the piles do not count.
        best: the seats that would win.
    """

    on_mat: list[CardName]
    missing: list[CardName]
    unread: list[SeatNumber | None]
    inferred: list[CardName]
    piles: list[HanaPile]
    counts: list[int]
    best: list[SeatNumber]


class HanaPlay(TypedDict):
    """Where a deal stands that is followed card by card.

    Attributes:
        to_turn: whether the deck's top card is to be turned next.
        held: how many cards each seat holds.
        stock: how many cards are left in the deck.
        over: whether the deal is.
        begun: whether a card was laid in it.
        may_count: whether its piles may: the last card is laid, or the table stops with the hands.
        takes: for each sentence of ``offers`` the cards of the field.
    """

    to_turn: bool
    held: list[int]
    stock: int
    over: bool
    begun: bool
    may_count: bool
    takes: list[list[CardName]]


class HanaFollowed(TypedDict):
    """What is shown of a deal that is followed card by card; it stands in place of `HanaPiles`.

    Attributes:
        play: where it stands; null: nobody follows it.
        unread, missing, best: as in `HanaPiles`.
    """

    play: HanaPlay | None
    unread: NotRequired[list[SeatNumber | None]]
    missing: NotRequired[list[CardName]]
    best: NotRequired[list[SeatNumber]]


class HanaPlayers(TypedDict):
    """How many play."""

    players: int


class HanaFrame(HanaSentences):
    """What stands in every view of Hana-awase.

    Attributes:
        phase: the stage of the table.
        version: how many steps there were.
        choices: how many can play.
        said_in: the sentences of this view in every other language.
    """

    phase: Literal["lobby", "laying", "over"]
    version: int
    choices: list[int]
    said_in: dict[str, HanaSentences]


class HanaView(HanaFrame):
    """What a page of Hana-awase shows; before a game only what stands in every view.

    Attributes:
        number: of the game on record.
        game: how many play.
        chart: of yaku, by name.
        weak_hand: whether one may be called.
        dealer: the seat.
        to_move: whose turn it is; null: nobody's.
        deal: which, from 1.
        deals: how many there are.
        totals: of all deals so far, by seat.
        leaders: who has won, once the game is over.
        history: the deals so far.
        can_take_back: whether there is a step to take back.
        play: where a deal stands that is followed card by card; null: nobody follows it.
        waits: whether a camera looks that will see how cards are dealt.
    """

    number: NotRequired[int]
    game: NotRequired[HanaPlayers]
    chart: NotRequired[str]
    weak_hand: NotRequired[bool]
    dealer: NotRequired[SeatNumber]
    to_move: NotRequired[SeatNumber | None]
    deal: NotRequired[int]
    deals: NotRequired[int]
    totals: NotRequired[list[int]]
    leaders: NotRequired[list[SeatNumber]]
    history: NotRequired[list[PastDealShown]]
    can_take_back: NotRequired[bool]
    on_mat: NotRequired[list[CardName]]
    missing: NotRequired[list[CardName]]
    unread: NotRequired[list[SeatNumber | None]]
    inferred: NotRequired[list[CardName]]
    piles: NotRequired[list[HanaPile]]
    counts: NotRequired[list[int]]
    best: NotRequired[list[SeatNumber]]
    play: NotRequired[HanaPlay | None]
    waits: NotRequired[bool]


class HanaCard(TypedDict):
    """A card with its names."""

    label: CardName
    name: str
    month: int
    kind: str


def view(evening: HanaEvening) -> HanaView:
    """Return the evening as every reader may see it.

    Its sentences are in the table's language, and in ``said_in`` in every other.
    """
    own = code_of(evening.language)
    said = {code: _sentences(evening, one) for code, one in languages().items()}
    shown: HanaFrame = {
        "phase": "lobby",
        "version": evening.version,
        "choices": list(PLAYERS),
        **said.pop(own),
        "said_in": said,
    }
    if evening.game is None:
        return cast("HanaView", shown)  # nothing else has to be there
    sitting = evening.sitting
    standing = sitting.standing
    return {
        **shown,
        "phase": "over" if standing.over else "laying",
        "number": evening.game,
        "game": {"players": sitting.players},
        "chart": sitting.options.chart.name,
        "weak_hand": sitting.options.weak_hand,
        "dealer": standing.dealer,
        "to_move": evening.to_move,
        "deal": standing.deal,
        "deals": sitting.options.deals,
        "totals": list(standing.totals),
        "leaders": list(standing.leaders) if standing.over else [],
        "history": [_past(one) for one in sitting.deals],
        "can_take_back": evening.can_take_back,
        "waits": evening.waits_for_deal,
        **_piles(sitting),
        **_followed(evening),
    }


def _sentences(evening: HanaEvening, language: NullTranslations) -> HanaSentences:
    """Return everything of the view that is said in words."""
    ailing = [sentence_of(evening.people.told(one, language)) for one in evening.ailing]
    news: HanaSentences = {
        "detail": " ".join(ailing) or None,
        "news": [{"number": one.number, "text": one.told(language)} for one in evening.news],
    }
    if evening.game is None:
        return news
    sitting, people = evening.sitting, evening.people
    options = sitting.options
    found = [caution_sentence(one, language) for one in cautions(options, sitting.players)]
    rules: HanaSentences = {
        **news,
        "method": method_name(options.method, language),
        "chart_title": chart_title(options.chart, language),
        "cautions": found,
    }
    why = sitting.given()[2]
    differs = evening.differs
    rules["offers"] = [people.told(said, language) for _, said in what_may_be_taken(sitting)]
    rules["differs"] = "" if differs is None else people.told(told_of(differs), language)
    reason = "" if why is None else people.told(leftover_reason(why), language)
    begins = not (sitting.places or sitting.standing.over)
    deal = how_to_deal(sitting.players, options) if begins else None
    rules["to_deal"] = "" if deal is None else people.told(deal, language)
    score = sitting.score() if sitting.places else None
    if score is None or sitting.followed is not None:  # what is still to be played lacks nothing
        return {**rules, "on_mat_why": reason, "refused": "", "payments": [], "warnings": []}
    payments = score.payments if options.method is Method.TRADITIONAL else ()
    refused = "" if score.scores() is not None else people.told(chips_refused(score), language)
    return {
        **rules,
        "on_mat_why": reason and sentence_of(reason),
        "refused": refused and sentence_of(refused),
        "payments": [payment_sentence(one, language, people) for one in payments],
        "warnings": warning_sentences(score.warnings, language, people),
    }


def card_list(language: NullTranslations = ENGLISH) -> list[HanaCard]:
    """Return all cards with their names, month by month."""
    return [_card(card, language) for card in DECK]


def _past(deal: PastDeal) -> PastDealShown:
    best = [] if deal.drawn else list(winners(deal.scores))
    return {"scores": list(deal.scores), "drawn": deal.drawn, "best": best}


def _piles(sitting: Sitting) -> HanaPiles:
    """Return the piles as they lie, with what they score."""
    _, on_mat, _ = sitting.given()
    score = sitting.score() if sitting.places else None
    counts = [] if score is None else list(_counts(sitting, score))
    return {
        "on_mat": labelled(on_mat),
        "missing": labelled(sitting.missing),
        "unread": [None if place == MAT else place for place in sitting.unread],
        "inferred": labelled(sitting.inferred),
        "piles": [] if score is None else _shown_piles(sitting, score),
        "counts": counts,
        "best": list(winners(counts)) if counts else [],
    }


def _followed(evening: HanaEvening) -> HanaFollowed:
    """Return what is shown of a deal that is followed card by card.

    The field is what lies on the mat. While the deal goes on nothing is missing; where a card is
    asked for, it is one of those that lie nowhere yet, or one that was taken from the field.
    """
    sitting, deal, differs = evening.sitting, evening.sitting.deal, evening.differs
    asked: HanaFollowed = {"play": None}
    if isinstance(differs, HanaDifference) and differs.reason is HanaReason.UNREAD:
        place = None if differs.place in (None, FIELD) else differs.place
        taken = deal.field if deal is not None and place is not None else ()
        asked = {
            "play": None,
            "unread": [place],
            "missing": labelled((*sitting.missing, *taken)),
        }
    if deal is None:
        return asked
    play: HanaPlay = {
        "to_turn": deal.to_turn,
        "held": list(deal.held),
        "stock": deal.stock,
        "over": deal.over,
        "begun": deal.begun,
        "may_count": not sitting.to_lay,
        "takes": [labelled(set().union(*one.choices)) for one, _ in what_may_be_taken(sitting)],
    }
    if deal.over:
        return {"play": play}
    going: HanaFollowed = {"play": play, "unread": [], "missing": [], "best": []}
    return {**going, **asked, "play": play}


def _shown_piles(sitting: Sitting, score: DealScore) -> list[HanaPile]:
    """Return each player's pile; while a deal is followed, without yaku nobody can complete now."""
    followed, going = sitting.deal is not None, sitting.followed is not None
    traditional = traditional_so_far(score) if going else score.traditional
    return [
        _pile(score, seat, traditional, _of_others(score, seat) if followed else frozenset())
        for seat in range(sitting.players)
    ]


def _counts(sitting: Sitting, score: DealScore) -> tuple[int, ...]:
    """Return what each seat would score now by the method that is played; nothing: nobody would."""
    if sitting.followed is not None and sitting.options.method is Method.TRADITIONAL:
        return traditional_so_far(score)
    return score.scores() or ()


def _of_others(score: DealScore, seat: int) -> frozenset[Card]:
    return frozenset(
        card for other, pile in enumerate(score.piles) if other != seat for card in pile
    )


def _pile(
    score: DealScore,
    seat: int,
    traditional: Sequence[int] | None,
    out_of_reach: frozenset[Card],
) -> HanaPile:
    made = score.yaku[seat]
    return {
        "cards": labelled(in_order(score.piles[seat])),
        "points": score.card_points[seat],
        "yaku": [yaku_shown(one, one.cards & frozenset(score.piles[seat])) for one in made],
        "cancelled": score.yaku_points[seat] != sum(one.value for one in made),
        "yaku_points": score.yaku_points[seat],
        "simplified": score.simplified[seat],
        "traditional": None if traditional is None else traditional[seat],
        "short": [
            yaku_shown(one, left)
            for one, cards in score.short[seat]
            if (left := cards - out_of_reach)
        ],
    }


def _card(card: Card, language: NullTranslations) -> HanaCard:
    return {
        "label": card.label,
        "name": card_name(card, language),
        "month": card.month,
        "kind": kind_name(card.kind, language),
    }
