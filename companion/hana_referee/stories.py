"""Stories: which turns, played by the rules from the deal on record, lead to what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.hana_awase.cards import Card
from companion.hana_awase.public import PublicDeal, choices, lay
from companion.hana_referee.findings import HanaLaid
from companion.hana_referee.scene import HanaScene

LONGEST = 4
"""Half turns of a story: two whole turns may be played while the field is covered."""

HanaStory = tuple[HanaLaid, ...]


def stories(scene: HanaScene) -> tuple[HanaStory, ...]:
    """Return every story by the rules that leads to what is seen.

    A story lays the cards that have come, all of them and nothing else; each of them has to be
    read. Of the cards that were taken the pile has to show as many, read or not: what has left the
    field is known, for the pack has each card once. In a fan they may lie under the card that took
    them, see `fanned`.
    """
    return _all(scene)


def fanned(scene: HanaScene) -> tuple[HanaStory, ...]:
    """Return the stories in which cards that were taken are not seen where they were laid.

    Of a fan only the uppermost card is seen wholly. The field, all of it read, shows that exactly
    these have left it, and the rules want them to be taken by the cards that are seen. Whose other
    cards all lie side by side has no fan: of him it is not believed.
    """
    return () if None in scene.field else _all(scene, under=True)


def _all(scene: HanaScene, *, under: bool = False) -> tuple[HanaStory, ...]:
    new = scene.new
    if not 0 < len(new) <= LONGEST or scene.twice:
        return ()
    return tuple(_continued(scene, scene.deal, tuple(new), (), under))


def agrees(scene: HanaScene) -> bool:
    """Say whether the table lies as the record has it."""
    return not scene.new and not scene.twice and _lies(scene, scene.deal, ())


def told(deal: PublicDeal, found: tuple[HanaStory, ...]) -> HanaStory | None:
    """Return the one story that ``found`` tells of ``deal``; None where there are several, or none.

    Where a turn's two cards came at once, either may have come from the hand. That is one story if
    both ways lead to the same table; it then says that the order is not known.
    """
    if not found:
        return None
    first = found[0]
    if len(found) == 1:
        return first
    if any([one.seat for one in story] != [first[0].seat] * 2 for story in found):
        return None
    if len({_end(deal, story) for story in found}) > 1:
        return None
    return tuple(replace(one, in_order=False) for one in first)


def after(deal: PublicDeal, story: HanaStory) -> PublicDeal:
    """Return the deal after a story.

    Raises:
        RuleViolation: it is against the rules.
    """
    for one in story:
        deal = lay(deal, one.seat, one.card, one.taken)
    return deal


def _end(deal: PublicDeal, story: HanaStory) -> object:
    end = after(deal, story)
    return frozenset(end.field), tuple(map(frozenset, end.piles))


def _continued(
    scene: HanaScene, deal: PublicDeal, left: tuple[Card, ...], so_far: HanaStory, under: bool
) -> Iterator[HanaStory]:
    """Yield ``so_far`` continued with the cards that are ``left`` in every way that fits."""
    if not left:
        if _lies(scene, deal, so_far, under=under):
            yield so_far
        return
    if deal.over or not _may_come(scene, deal):
        return
    for card in left:
        where = scene.new[card]
        rest = tuple(one for one in left if one != card)
        for taken in choices(deal, card) or ((),):
            if taken and where != deal.to_move:
                continue  # what is taken goes to the pile of whoever has the turn
            laid = HanaLaid(deal.to_move, card, taken)
            then = lay(deal, deal.to_move, card, taken)
            yield from _continued(scene, then, rest, (*so_far, laid), under)


def _may_come(scene: HanaScene, deal: PublicDeal) -> bool:
    """Say whether the next card can have come from where the rules want it from.

    Whose turn it is turns the stock's top card, too: a hand that only crosses the stock on its way
    to the field is another's.
    """
    turned = scene.deal.stock - deal.stock
    if deal.to_turn and turned >= scene.sources.turned:
        return False
    return scene.sources.may_be_of(deal.to_move)


def _lies(scene: HanaScene, deal: PublicDeal, story: HanaStory, *, under: bool = False) -> bool:
    """Say whether the table lies as ``deal`` has it, which ``story`` led to.

    Cards that were taken may lie ``under`` others, in a pile where others do.
    """
    laid = {one.card for one in story}
    taken_by = {one.seat for one in story if one.taken}
    if len(scene.field) != len(deal.field):
        return False
    if any(card not in deal.field for card in scene.field if card is not None):
        return False
    if any(card in laid and card not in scene.field for card in deal.field):
        return False
    for seat, pile in enumerate(scene.piles):
        if pile is None:
            if seat in taken_by:
                return False
            continue
        has = deal.piles[seat]
        if any(card is not None and card not in has for card in pile):
            return False
        if pile.count(None) > sum(card not in pile for card in has):
            return False
        if under and any(card not in pile for card in scene.deal.piles[seat]):
            continue
        unseen = sum(card not in pile for card in has if card not in scene.deal.piles[seat])
        if unseen > (0 if None in scene.field else pile.count(None)):
            return False  # what left the field is only known where all that is left is read
    return True
