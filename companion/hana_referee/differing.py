"""What may be wrong where no turn leads to what is seen: one function for each thing people do."""

from __future__ import annotations

from collections.abc import Callable

from companion.hana_awase.capture import from_hand, from_stock
from companion.hana_awase.cards import LIGHTNING, Card, in_order
from companion.hana_awase.dealing import sizes
from companion.hana_awase.public import PublicDeal, choices
from companion.hana_awase.state import next_seat
from companion.hana_referee.findings import FIELD, HanaDifference, HanaReason
from companion.hana_referee.scene import HanaScene
from companion.hana_referee.stories import LONGEST, stories


def lies_twice(scene: HanaScene) -> HanaDifference | None:
    """A card was read at two places: another pack was mixed in, or one of them was misread."""
    if scene.twice:
        return HanaDifference(HanaReason.TWICE, others=scene.twice)
    return None


def dealt_before_the_end(scene: HanaScene) -> HanaDifference | None:
    """All piles are gone, and in the field lie as many cards as are dealt, most of them others."""
    deal, others = scene.deal, [card for card in scene.new if scene.new[card] == FIELD]
    dealt = len(scene.field) == sizes(deal.players, deal.options)[1]
    if dealt and all(pile == () for pile in scene.piles) and len(others) > LONGEST:
        return HanaDifference(HanaReason.NOT_OVER)
    return None


def a_card_from_a_pile(scene: HanaScene) -> HanaDifference | None:
    """Somebody has a card, or put one into the field, that was in a pile."""
    for seat in range(scene.deal.players):
        lies = {scene.seen[card] for card in scene.deal.piles[seat] if card in scene.seen}
        for place in sorted(lies - {seat}):
            moved = [card for card in scene.deal.piles[seat] if scene.seen.get(card) == place]
            return HanaDifference(
                HanaReason.FROM_A_PILE,
                seat=None if place == FIELD else place,
                whose=seat,
                others=in_order(moved),
            )
    return None


def nobody_can_read_it(scene: HanaScene) -> HanaDifference | None:
    """A card has come that is unread, or one that was taken is, and it matters which."""
    for place in scene.places:
        if scene.strangers(place):
            count = scene.at(place).count(None)
            return HanaDifference(HanaReason.UNREAD, place=place, count=count)
    return None


def laid_before_his_turn(scene: HanaScene) -> HanaDifference | None:
    """Somebody who has not the turn laid a card: he took with it, or only his arm came."""
    mover, arms = scene.deal.to_move, scene.sources.arms
    for card, place in scene.new.items():
        if place in (FIELD, mover):
            continue
        if arms is not None and mover in arms and place not in arms:
            return HanaDifference(HanaReason.LIES_BEFORE, seat=mover, whose=place, card=card)
        return _too_early(scene.deal, card, place)
    if len(scene.new) == 1 and arms is not None and not scene.sources.may_be_of(mover):
        (card,) = scene.new
        return _too_early(scene.deal, card, min(arms) if len(arms) == 1 else None)
    return None


def _too_early(deal: PublicDeal, card: Card, seat: int | None) -> HanaDifference:
    """Return that ``seat`` laid a card before the turn was his; None: nobody knows who did.

    The next one has most likely forgotten that the stock was still to be turned.
    """
    if deal.to_turn and seat == next_seat(deal.to_move, deal.players, deal.options.direction):
        return HanaDifference(HanaReason.STOCK_FORGOTTEN, seat=deal.to_move, card=card)
    return HanaDifference(HanaReason.OUT_OF_TURN, seat=seat, whose=deal.to_move, card=card)


def stock_not_turned(scene: HanaScene) -> HanaDifference | None:
    """A card has come, but nobody's hand was over the stock from which it ought to be.

    Where one was there before the card on record was laid, that may have been the stock's: to take
    the new one back and turn another would leave a card too many in the hand.
    """
    new, mover = scene.new, scene.deal.to_move
    if not (scene.deal.to_turn and new and not scene.sources.turned):
        return None
    card, early = next(iter(new)), scene.sources.maybe_turned
    if early is not None and scene.sources.may_be_of(mover):
        return HanaDifference(HanaReason.TURNED_FIRST, seat=mover, card=card, others=(early,))
    return HanaDifference(HanaReason.STOCK_FORGOTTEN, seat=mover, card=card)


def capture_forgotten(scene: HanaScene) -> HanaDifference | None:
    """A card lies in the field beside one that it has to take."""
    for card, place in scene.new.items():
        offered = choices(scene.deal, card)
        beside = [one for one in offered if any(other in scene.field for other in one)]
        if place == FIELD and beside:
            others = in_order({one for each in beside for one in each if one in scene.field})
            return HanaDifference(
                HanaReason.CAPTURE_FORGOTTEN, seat=scene.deal.to_move, card=card, others=others
            )
    return None


def took_too_few(scene: HanaScene) -> HanaDifference | None:
    """A card went to a pile and left there what it has to take: one, or some of three."""
    deal = scene.deal
    for card, place in scene.new.items():
        if place != deal.to_move:
            continue
        offered = choices(deal, card)
        left = [one for each in offered for one in each if one in scene.field]
        if len(offered) == 1 and left:
            return HanaDifference(
                HanaReason.TOO_FEW_TAKEN, seat=place, card=card, others=in_order(left)
            )
    return None


def took_too_many(scene: HanaScene) -> HanaDifference | None:
    """A card went to a pile with several cards of which it takes one."""
    if len(scene.new) != 1:
        return None
    ((card, place),) = scene.new.items()
    ways, took = choices(scene.deal, card), _took(scene, place)
    offered = {one for each in ways for one in each}
    if place == scene.deal.to_move and len(ways) > 1 and len(took) > 1 and offered.issuperset(took):
        return HanaDifference(
            HanaReason.TOO_MANY_TAKEN, seat=place, card=card, others=in_order(took)
        )
    return None


def of_another_month(scene: HanaScene) -> HanaDifference | None:
    """A card went to a pile together with one that it cannot take."""
    deal = scene.deal
    for card, place in scene.new.items():
        if place == FIELD:
            continue
        took = _took(scene, place)
        may_take = {by: _may_take(deal, by, alone=len(scene.new) == 1) for by in scene.new}
        offered = set().union(*may_take.values())
        wrong = [one for one in took if one not in offered]
        if wrong or (took and not may_take[card]):
            others = in_order(wrong or took)
            return HanaDifference(HanaReason.WRONG_MONTH, seat=place, card=card, others=others)
    return None


def more_than_a_turn(scene: HanaScene) -> HanaDifference | None:
    """More cards came than the turns that may have been played bring, or none from the stock."""
    new = scene.new
    from_hand = len(new) > 1 and not scene.sources.turned
    most = 2 * len(scene.sources.arms or (0, 1))
    if len(new) > LONGEST or from_hand or len(new) > max(1, most):
        return HanaDifference(
            HanaReason.TOO_MANY_LAID, seat=scene.deal.to_move, others=in_order(new)
        )
    return None


def order_unknown(scene: HanaScene) -> HanaDifference | None:
    """More than one story fits what is seen."""
    if len(stories(scene)) > 1:
        return HanaDifference(HanaReason.ORDER_UNKNOWN, others=in_order(scene.new))
    return None


def taker_not_seen(scene: HanaScene) -> HanaDifference | None:
    """Cards of the field lie in a pile, maybe as its uppermost ones, and no card came there."""
    mover = scene.deal.to_move
    took = in_order(card for card in scene.gone if scene.seen.get(card) == mover)
    if took and mover not in scene.new.values():
        return HanaDifference(HanaReason.TAKER_NOT_SEEN, seat=mover, others=took)
    return None


def takes_nothing(scene: HanaScene) -> HanaDifference | None:
    """A card lies in a pile for which nothing of its month lay there, nor came.

    It stays in the field; or what took it came, too, and lies under it.
    """
    deal, mover = scene.deal, scene.deal.to_move
    came = [card for card, place in scene.new.items() if place == mover]
    if _joker_moved(scene, came):
        return None
    for card in came:
        rest = [one for one in came if one != card]
        alone = not any(one.month == card.month for one in rest)
        by_others = set[Card]().union(*(_may_take(deal, one, alone=False) for one in rest))
        if (
            alone
            and by_others.issuperset(_took(scene, mover))  # else it took one of another month
            and not _may_take(deal, card, alone=len(scene.new) == 1)
        ):
            return HanaDifference(HanaReason.TAKES_NOTHING, seat=mover, card=card)
    return None


def no_pair(scene: HanaScene) -> HanaDifference | None:
    """Three of a month have come to a pile: cards are taken in pairs, or all four at once."""
    mover = scene.deal.to_move
    came = [card for card, place in scene.new.items() if place == mover]
    if _joker_moved(scene, came):
        return None
    moved = [*came, *_took(scene, mover)]
    for card in came:
        month = in_order(one for one in moved if one.month == card.month)
        if len(month) % 2:
            return HanaDifference(HanaReason.ODD_TAKEN, seat=mover, others=month)
    return None


def _joker_moved(scene: HanaScene, came: list[Card]) -> bool:
    """Say whether the lightning is among what came to the pile of who has the turn."""
    moved = (*came, *_took(scene, scene.deal.to_move))
    return scene.deal.options.joker and LIGHTNING in moved


def not_to_be_seen(scene: HanaScene) -> HanaDifference | None:
    """Cards of the field are nowhere, and none was laid that takes them."""
    if None in scene.field:
        return None
    nowhere = in_order(card for card in scene.gone if card not in scene.seen)
    if nowhere:
        return HanaDifference(HanaReason.NOT_SEEN, others=nowhere)
    return None


def something_is_unread(scene: HanaScene) -> HanaDifference | None:
    """Nothing else is known to be wrong, but a card is unread."""
    for place in scene.places:
        if None in scene.at(place):
            return HanaDifference(HanaReason.UNREAD, place=place, count=scene.at(place).count(None))
    return None


HYPOTHESES: tuple[Callable[[HanaScene], HanaDifference | None], ...] = (
    lies_twice,  # before all: of two places none can be believed
    dealt_before_the_end,  # then every card has moved
    a_card_from_a_pile,  # before the turns: what was taken is touched by none
    order_unknown,  # the rules explain it, only not in one way
    nobody_can_read_it,  # what is unread may be all that is wrong
    not_to_be_seen,  # and so may what lies under other cards
    taker_not_seen,
    stock_not_turned,  # before the captures: a card that came too early may take rightly
    laid_before_his_turn,
    takes_nothing,  # before the captures: one that was slipped in says nothing of the others
    capture_forgotten,
    took_too_few,  # before the wrong month: what it left there says more than what it took
    took_too_many,
    of_another_month,
    no_pair,
    more_than_a_turn,
    something_is_unread,
)
"""In the order in which they are asked; the first that finds something is told."""


def difference(scene: HanaScene) -> HanaDifference:
    """Return what is wrong with a table that no turn leads to."""
    for hypothesis in HYPOTHESES:
        found = hypothesis(scene)
        if found is not None:
            return found
    moved: set[Card] = {*scene.new, *scene.gone}
    return HanaDifference(HanaReason.OTHERWISE, others=in_order(moved))


def _took(scene: HanaScene, place: int) -> list[Card]:
    """Return the cards of the field that lie at a place now."""
    return [one for one in scene.at(place) if one is not None and one in scene.gone]


def _may_take(deal: PublicDeal, card: Card, *, alone: bool) -> set[Card]:
    """Return what a card may take from the field.

    One that came ``alone`` is that of the next half turn; of several each may be of either.
    """
    if alone:
        return {one for each in choices(deal, card) for one in each}
    joker = deal.options.joker
    ways = from_hand(card, deal.field, joker), from_stock(card, deal.field, joker, last=False)
    return {one for way in ways for each in way for one in each}
