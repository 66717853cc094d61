"""What a page of Hana-awase shows: the evening as JSON data, nothing in it hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from companion.hana_awase.cards import DECK, Card, in_order
from companion.hana_awase.options import PLAYERS, cautions
from companion.hana_awase.scoring import DealScore, winners
from companion.hana_awase.yaku import LANGUAGES, Yaku
from companion.hana_referee.findings import FIELD, Difference, Reason
from companion.hana_table.evening import HanaEvening
from companion.hana_table.following import told_of
from companion.hana_table.names import card_name, kind_name
from companion.hana_table.option_texts import chart_title
from companion.hana_table.record import HanaGame
from companion.hana_table.sitting import PastDeal, Sitting
from companion.hana_table.steps import MAT
from companion.hana_table.texts import (
    caution_sentence,
    chips_refused,
    leftover_reason,
    method_name,
    payment_sentence,
    warning_sentence,
)
from companion.language.languages import code_of, languages
from companion.language.names import ENGLISH
from companion.language.phrases import sentence_of
from companion.record.complaints import RecordError

Data = dict[str, object]


def view(evening: HanaEvening) -> Data:
    """Return the evening as every reader may see it.

    Its sentences are in the table's language, and in ``said_in`` in every other.
    """
    own = code_of(evening.language)
    said = {code: _sentences(evening, one) for code, one in languages().items()}
    shown: Data = {
        "phase": "lobby",
        "version": evening.version,
        "choices": list(PLAYERS),
        **said.pop(own),
        "said_in": said,
    }
    if evening.game is None:
        return shown
    sitting = evening.sitting
    standing = sitting.standing
    return {
        **shown,
        "phase": "over" if standing.over else "laying",
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
        **_piles(sitting),
        **_followed(evening),
    }


def _sentences(evening: HanaEvening, language: NullTranslations) -> Data:
    """Return everything of the view that is said in words."""
    ailing = [sentence_of(evening.people.told(one, language)) for one in evening.ailing]
    news: Data = {
        "detail": " ".join(ailing) or None,
        "news": [{"number": one.number, "text": one.told(language)} for one in evening.news],
    }
    if evening.game is None:
        return news
    sitting, people = evening.sitting, evening.people
    options = sitting.options
    found = [caution_sentence(one, language) for one in cautions(options, sitting.players)]
    rules: Data = {
        **news,
        "method": method_name(options.method, language),
        "chart_title": chart_title(options.chart, language),
        "cautions": found,
    }
    why = sitting.given()[2]
    differs = evening.differs
    rules["differs"] = "" if differs is None else people.told(told_of(differs), language)
    reason = "" if why is None else people.told(leftover_reason(why), language)
    score = sitting.score() if sitting.places else None
    if score is None or sitting.followed is not None:  # what is still to be played lacks nothing
        return {**rules, "on_mat_why": reason, "refused": "", "payments": [], "warnings": []}
    refused = "" if score.scores() is not None else people.told(chips_refused(score), language)
    return {
        **rules,
        "on_mat_why": reason and sentence_of(reason),
        "refused": refused and sentence_of(refused),
        "payments": [payment_sentence(one, language, people) for one in score.payments],
        "warnings": [warning_sentence(one, language, people) for one in score.warnings],
    }


def past_games(evening: HanaEvening) -> list[Data]:
    """Return the games on record, newest first; one that is damaged says so.

    Raises:
        RecordError: the record is damaged as a whole.
    """
    return [_filed(evening, one) for one in reversed(evening.past())]


def _filed(evening: HanaEvening, game: HanaGame) -> Data:
    listed: Data = {"game": game.id, "started": game.started}
    try:
        return {**listed, **record_of(evening.played(game.id))}
    except RecordError:
        return {**listed, "damaged": True}


def record_of(sitting: Sitting) -> Data:
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


def card_list(language: NullTranslations = ENGLISH) -> list[Data]:
    """Return all cards with their names, month by month."""
    return [_card(card, language) for card in DECK]


def _past(deal: PastDeal) -> Data:
    best = [] if deal.drawn else list(winners(deal.scores))
    return {"scores": list(deal.scores), "drawn": deal.drawn, "best": best}


def _piles(sitting: Sitting) -> Data:
    """Return the piles as they lie, with what they score."""
    _, on_mat, _ = sitting.given()
    score = sitting.score() if sitting.places else None
    counts = [] if score is None else list(score.scores() or ())
    return {
        "on_mat": _labels(on_mat),
        "missing": _labels(sitting.missing),
        "unread": [None if place == MAT else place for place in sitting.unread],
        "inferred": _labels(sitting.inferred),
        "piles": [] if score is None else [_pile(score, seat) for seat in range(sitting.players)],
        "counts": counts,
        "best": list(winners(counts)) if counts else [],
    }


def _followed(evening: HanaEvening) -> Data:
    """Return what is shown of a deal that is followed card by card.

    The field is what lies on the mat. While the deal goes on nothing is missing; where a card is
    asked for, it is one of those that lie nowhere yet.
    """
    sitting, deal, differs = evening.sitting, evening.sitting.deal, evening.differs
    asked: Data = {}
    if isinstance(differs, Difference) and differs.reason is Reason.UNREAD:
        place = None if differs.place in (None, FIELD) else differs.place
        asked = {"unread": [place], "missing": _labels(sitting.missing)}
    if deal is None:
        return {"play": None, **asked}
    play: Data = {
        "to_turn": deal.to_turn,
        "held": list(deal.held),
        "stock": deal.stock,
        "over": deal.over,
    }
    if deal.over:
        return {"play": play}
    return {"play": play, "unread": [], "missing": [], "best": [], **asked}


def _pile(score: DealScore, seat: int) -> Data:
    traditional = score.traditional
    made = score.yaku[seat]
    return {
        "cards": _labels(in_order(score.piles[seat])),
        "points": score.card_points[seat],
        "yaku": [_yaku(one, one.cards & frozenset(score.piles[seat])) for one in made],
        "cancelled": score.yaku_points[seat] != sum(one.value for one in made),
        "yaku_points": score.yaku_points[seat],
        "simplified": score.simplified[seat],
        "traditional": None if traditional is None else traditional[seat],
        "short": [_yaku(one, cards) for one, cards in score.short[seat]],
    }


def _yaku(yaku: Yaku, cards: Iterable[Card]) -> Data:
    return {
        "id": yaku.id,
        "value": yaku.value,
        "names": {language: yaku.name(language) for language in LANGUAGES},
        "cards": _labels(in_order(cards)),
    }


def _card(card: Card, language: NullTranslations) -> Data:
    return {
        "label": card.label,
        "name": card_name(card, language),
        "month": card.month,
        "kind": kind_name(card.kind, language),
    }


def _labels(cards: Iterable[Card] | Sequence[Card]) -> list[str]:
    return [card.label for card in in_order(cards)]
