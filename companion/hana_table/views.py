"""What a page of Hana-awase shows: the evening as JSON data, nothing in it hidden from anybody."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from companion.hana_awase.cards import DECK, Card, in_order
from companion.hana_awase.options import cautions
from companion.hana_awase.scoring import DealScore, winners
from companion.hana_awase.yaku import LANGUAGES, Yaku
from companion.hana_awase_texts import (
    card_name,
    caution_sentence,
    kind_name,
    method_name,
    payment_sentence,
    warning_sentence,
)
from companion.hana_table.evening import HanaEvening
from companion.hana_table.sitting import PastDeal, Sitting
from companion.hana_table.steps import MAT
from companion.names import ENGLISH
from companion.people import People

Data = dict[str, object]


def view(evening: HanaEvening, language: NullTranslations = ENGLISH) -> Data:
    """Return the evening as every reader may see it."""
    said: Data = {
        "phase": "lobby",
        "version": evening.version,
        "news": [{"number": one.number, "text": one.text} for one in evening.news],
    }
    if evening.game is None:
        return said
    sitting = evening.sitting
    standing = sitting.standing
    return {
        **said,
        "phase": "over" if standing.over else "laying",
        "game": {"players": sitting.players},
        "method": method_name(sitting.options.method, language),
        "chart": sitting.options.chart.name,
        "weak_hand": sitting.options.weak_hand,
        "dealer": standing.dealer,
        "to_move": evening.to_move,
        "deal": standing.deal,
        "deals": sitting.options.deals,
        "totals": list(standing.totals),
        "leaders": list(standing.leaders) if standing.over else [],
        "history": [_past(one) for one in sitting.deals],
        "cautions": [
            caution_sentence(one, language) for one in cautions(sitting.options, sitting.players)
        ],
        "can_take_back": evening.can_take_back,
        **_piles(sitting, evening.people, language),
    }


def card_list(language: NullTranslations = ENGLISH) -> list[Data]:
    """Return all cards with their names, month by month."""
    return [_card(card, language) for card in DECK]


def _past(deal: PastDeal) -> Data:
    best = [] if deal.drawn else list(winners(deal.scores))
    return {"scores": list(deal.scores), "drawn": deal.drawn, "best": best}


def _piles(sitting: Sitting, people: People, language: NullTranslations) -> Data:
    """Return the piles as they lie, with what they score."""
    _, on_mat, why = sitting.given()
    said: Data = {
        "on_mat": _labels(on_mat),
        "on_mat_why": why,
        "missing": _labels(sitting.missing),
        "unread": [None if place == MAT else place for place in sitting.unread],
        "inferred": _labels(sitting.inferred),
    }
    score = sitting.score()
    shown = [_pile(score, seat) for seat in range(sitting.players)] if sitting.places else []
    return {
        **said,
        "piles": shown,
        "counts": list(score.scores() or ()) if sitting.places else [],
        "refused": score.refused if sitting.places and score.scores() is None else "",
        "payments": [payment_sentence(one, language, people) for one in score.payments]
        if sitting.places
        else [],
        "warnings": [warning_sentence(one, language, people) for one in score.warnings]
        if sitting.places
        else [],
    }


def _pile(score: DealScore, seat: int) -> Data:
    traditional = score.traditional
    return {
        "cards": _labels(in_order(score.piles[seat])),
        "points": score.card_points[seat],
        "yaku": [_yaku(one, one.cards & frozenset(score.piles[seat])) for one in score.yaku[seat]],
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
