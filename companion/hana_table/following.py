"""A deal that is followed card by card: the sentences for what is laid, and for what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from companion.hana_awase.cards import LIGHTNING
from companion.hana_awase.dealing import Misdeal
from companion.hana_awase.piles import Pile
from companion.hana_awase.public import CaptureOffer, offers
from companion.hana_awase.scoring import score_deal
from companion.hana_awase.yaku import Yaku
from companion.hana_referee.findings import FIELD, DealAgain, HanaDifference, HanaReason
from companion.hana_table.names import Cards, CardsFirst, Months, SeatFirst, Yakus
from companion.hana_table.sitting import Sitting
from companion.hana_table.steps import CardLaid
from companion.language.phrases import Phrase, Seat, phrase, phrases


def what_was_laid(before: Sitting, step: CardLaid, after: Sitting) -> Iterator[Phrase]:
    """Yield what there is to say of half a turn: the cards, and a yaku that it completes."""
    assert before.deal is not None
    yield laid_phrase(step, from_stock=before.deal.to_turn)
    had = _yaku_of(before, step.seat)
    new = tuple(one for one in _yaku_of(after, step.seat) if one not in had)
    if new:
        yield phrase("{who} has {yaku}.", who=SeatFirst(step.seat), yaku=Yakus(new))
    if after.deal is not None and after.deal.over:
        yield phrase("That was the last card. Please look at the piles, and let them count.")


def laid_phrase(step: CardLaid, *, from_stock: bool) -> Phrase:
    """Return what was laid in half a turn, and what it took, as a sentence."""
    said = {"who": SeatFirst(step.seat), "card": Cards([step.card]), "others": Cards(step.taken)}
    if not step.in_order:
        if step.taken:
            return phrase("{who}: {card}; takes {others}.", **said)
        return phrase("{who}: {card}; it stays in the field.", **said)
    if from_stock:
        if step.taken:
            return phrase("{who}, from the stock: {card}; takes {others}.", **said)
        return phrase("{who}, from the stock: {card}; it stays in the field.", **said)
    if step.taken:
        return phrase("{who}, from the hand: {card}; takes {others}.", **said)
    return phrase("{who}, from the hand: {card}; it stays in the field.", **said)


def _yaku_of(sitting: Sitting, seat: int) -> tuple[Yaku, ...]:
    return sitting.score().yaku[seat]


def what_may_be_taken(sitting: Sitting) -> tuple[tuple[CaptureOffer, Phrase], ...]:
    """Return what the next card may take, each with the sentence that says so.

    A yaku is named that the cards taken complete, whatever card takes them.
    """
    deal = sitting.followed
    if deal is None or not sitting.options.tell_captures:
        return ()
    return tuple((one, _offer(sitting, one, deal.to_move)) for one in offers(deal))


def _offer(sitting: Sitting, offer: CaptureOffer, seat: int) -> Phrase:
    cards = tuple(card for choice in offer.choices for card in choice)
    had, made = _yaku_of(sitting, seat), []
    for choice in offer.choices:
        for yaku in _yaku_with(sitting, seat, choice):
            if yaku not in had and yaku not in made:
                made.append(yaku)
    by = Cards(offer.cards) if offer.cards == (LIGHTNING,) else Months(offer.cards)
    said = {"by": by, "cards": Cards(cards), "yaku": Yakus(made)}
    if len(offer.choices) == 1:
        if made:
            return phrase("{by} takes {cards}, which makes {yaku}.", **said)
        return phrase("{by} takes {cards}.", **said)
    if made:
        return phrase("{by} takes one of {cards}, which may make {yaku}.", **said)
    return phrase("{by} takes one of {cards}.", **said)


def _yaku_with(sitting: Sitting, seat: int, cards: Pile) -> tuple[Yaku, ...]:
    """Return the yaku that a pile has once ``cards`` of the field lie in it."""
    piles, _, _ = sitting.given()
    grown = [(*pile, *cards) if one == seat else pile for one, pile in enumerate(piles)]
    return score_deal(grown, sitting.options).yaku[seat]


def who_begins(dealer: int) -> Phrase:
    """Return that the cards are dealt."""
    return phrase("The cards are dealt. {who} begins.", who=SeatFirst(dealer))


def told_of(found: HanaDifference | DealAgain) -> Phrase:
    """Return what is wrong on the table, and what to do, as a sentence."""
    return _deal_again(found.why) if isinstance(found, DealAgain) else _what_differs(found)


def _deal_again(why: Misdeal) -> Phrase:
    match why:
        case Misdeal.FOUR_ON_TABLE:
            return phrase("All four cards of a month lie in the field: please deal again.")
        case Misdeal.NOVEMBERS_ON_TABLE:
            return phrase(
                "The three Novembers that lightning does not take lie in the field: please deal"
                " again."
            )
        case Misdeal.FOUR_IN_HAND:
            return phrase("Somebody holds all four cards of a month: please deal again.")
        case _:
            assert_never(why)


def _what_differs(found: HanaDifference) -> Phrase:  # noqa: C901 - one case for each reason
    laid = [] if found.card is None else [found.card]
    card, first = Cards(laid), CardsFirst(laid)
    others = Cards(found.others)
    whose = Seat(found.whose or 0)
    match found.reason:
        case HanaReason.UNREAD:
            return _unread(found)
        case HanaReason.FROM_A_PILE:
            return phrase(
                "This belongs to the pile of {whom}; please lay it back: {cards}.",
                whom=whose,
                cards=others,
            )
        case HanaReason.OUT_OF_TURN:
            return phrase(
                "It is the turn of {whom}; please take this back: {cards}.", whom=whose, cards=card
            )
        case HanaReason.STOCK_FORGOTTEN:
            return phrase(
                "{who} has still to turn a card from the stock; please take this back: {cards}.",
                who=SeatFirst(found.seat or 0),
                cards=card,
            )
        case HanaReason.TURNED_FIRST:
            return phrase(
                "{who} has still to turn a card from the stock; please take this back: {cards}. Or"
                " was {others} turned too early? Then take the last step back, too, put that card"
                " on the stock again, and lay the one from the hand first.",
                who=SeatFirst(found.seat or 0),
                cards=card,
                others=others,
            )
        case HanaReason.CAPTURE_FORGOTTEN | HanaReason.TOO_FEW_TAKEN:
            return phrase("{card}: this has to take {others}.", card=first, others=others)
        case HanaReason.TOO_MANY_TAKEN:
            return phrase(
                "{card}: this takes only one of {others}; please lay the rest back.",
                card=first,
                others=others,
            )
        case HanaReason.WRONG_MONTH:
            return phrase(
                "{card}: this cannot take {others}; please lay that back.",
                card=first,
                others=others,
            )
        case HanaReason.TOO_MANY_LAID:
            return phrase(
                "So many cards cannot be laid at once; please take back: {cards}.", cards=others
            )
        case HanaReason.NOT_SEEN:
            return phrase(
                "I cannot see this in the field: {cards}. If somebody took it, please push the"
                " newest cards there apart.",
                cards=others,
            )
        case HanaReason.TAKER_NOT_SEEN:
            return phrase(
                "I cannot see which card took this; please push the newest cards of {whom} apart:"
                " {cards}.",
                whom=Seat(found.seat or 0),
                cards=others,
            )
        case HanaReason.ORDER_UNKNOWN:
            return phrase(
                "I have not seen in which order these were laid; please take them back, and lay"
                " them one after the other: {cards}.",
                cards=others,
            )
        case HanaReason.LIES_BEFORE:
            return phrase(
                "{who} has the turn, but this lies before {whom}: {cards}.",
                who=SeatFirst(found.seat or 0),
                whom=whose,
                cards=card,
            )
        case HanaReason.TAKES_NOTHING:
            return phrase(
                "{card}: this takes nothing. If another card took it, please push the newest cards"
                " of {whom} apart; if none did, take it out of the pile.",
                card=first,
                whom=Seat(found.seat or 0),
            )
        case HanaReason.ODD_TAKEN:
            return phrase(
                "Two cards of a month are taken together, or all four; please lay these back, and"
                " then one after the other: {cards}.",
                cards=others,
            )
        case HanaReason.TWICE:
            return phrase("I see this twice, and a pack has it once: {cards}.", cards=others)
        case HanaReason.TAKEN_BACK:
            return phrase(
                "This step was taken back; please take the card back, too, or lay it anew:"
                " {cards}.",
                cards=others,
            )
        case HanaReason.FIELD_COUNT if found.count < found.wanted:
            return phrases(
                "{count} card lies in the field, and {wanted} are dealt there: please look whether"
                " cards lie on one another.",
                "{count} cards lie in the field, and {wanted} are dealt there: please look whether"
                " cards lie on one another.",
                found.count,
                count=found.count,
                wanted=found.wanted,
            )
        case HanaReason.FIELD_COUNT:
            return phrases(
                "{count} card lies in the field, and {wanted} are dealt there: please look.",
                "{count} cards lie in the field, and {wanted} are dealt there: please look.",
                found.count,
                count=found.count,
                wanted=found.wanted,
            )
        case HanaReason.CARDS_BEFORE:
            return phrase(
                "The cards are dealt, but some lie before {whom}: please take them away.",
                whom=Seat(found.seat or 0),
            )
        case HanaReason.NOT_OVER:
            return phrase(
                "New cards are dealt, and the deal before is not over: please lay its cards back,"
                " or say on a phone that it is drawn."
            )
        case HanaReason.NOT_COUNTED:
            return phrase(
                "The last deal has not been counted yet; please let its piles count first."
            )
        case HanaReason.OTHERWISE:
            return phrase("This lies otherwise than I have it on record: {cards}.", cards=others)
        case _:
            assert_never(found.reason)


def _unread(found: HanaDifference) -> Phrase:
    if found.place in (None, FIELD):
        return phrases(
            "I cannot read {count} card in the field: please tell me which it is.",
            "I cannot read {count} cards in the field: please tell me which they are.",
            found.count,
            count=found.count,
        )
    assert found.place is not None
    return phrases(
        "I cannot read {count} card in the pile of {whom}: please tell me which it is.",
        "I cannot read {count} cards in the pile of {whom}: please tell me which they are.",
        found.count,
        count=found.count,
        whom=Seat(found.place),
    )
