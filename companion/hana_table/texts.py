"""What people are told of a deal of Hana-awase; a part of the texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from typing import assert_never

from companion.hana_awase.cards import DECK, Card
from companion.hana_awase.leftovers import Impossible, LeftoverError
from companion.hana_awase.options import Caution, Clash, Method
from companion.hana_awase.piles import Piles, missing_cards
from companion.hana_awase.scoring import DealScore, Oddity, Payment, Warned, winners
from companion.hana_awase.yaku import Yaku
from companion.hana_table.found_piles import (
    Conclusion,
    FoundPiles,
    Inferred,
    Twice,
    UnreadCard,
    middle,
)
from companion.hana_table.names import Cards, card_name, cards_text, month_name
from companion.language.languages import code_of
from companion.language.names import ENGLISH
from companion.language.people import COUNTED, People, number
from companion.language.phrases import Phrase, Seat, phrase, phrases

MOST_NAMED = 6
"""Cards in a sentence, those that an unread one may be, or that are missing; more are no help."""


def method_name(method: Method, language: NullTranslations = ENGLISH) -> str:
    """Return what a method of scoring is called."""
    _ = language.gettext
    match method:
        case Method.SIMPLIFIED:
            return _("simplified")
        case Method.TRADITIONAL:
            return _("traditional")
        case _:
            assert_never(method)


def chips_refused(score: DealScore) -> Phrase:
    """Return why chips cannot be paid for a deal, as part of a sentence."""
    absent = missing_cards(score.piles)
    found, count = sum(score.card_points), len(DECK) - len(absent)
    return phrases(
        "the piles hold {count} card worth {found} points instead of 48 worth {wanted},"
        " {short} short: without {cards} the chips would not come out even",
        "the piles hold {count} cards worth {found} points instead of 48 worth {wanted},"
        " {short} short: without {cards} the chips would not come out even",
        count,
        count=count,
        found=found,
        wanted=score.options.total,
        short=score.options.total - found,
        cards=Cards(absent),
    )


def leftover_reason(error: LeftoverError) -> Phrase:
    """Return why cards on the mat belong to nobody, as part of a sentence."""
    cards = Cards(error.cards)
    match error.why:
        case Impossible.CARDS_NOWHERE:
            return phrase(
                "with the joker every card is somebody's at the end, but nowhere lies {cards}",
                cards=cards,
            )
        case Impossible.NO_SUCH_END:
            return phrase("no play with the joker leaves {cards} on the table", cards=cards)
        case Impossible.NO_PAIR:
            return phrase(
                "{cards} is left, but nobody has both other Novembers without the lightning; they"
                " are taken together",
                cards=cards,
            )
        case _:
            assert_never(error.why)


def clash_reason(clash: Clash) -> Phrase:
    """Return why options cannot be played together, or by so many, as part of a sentence."""
    match clash:
        case Clash.PLAYERS:
            return phrase("Hana-awase is for two to four players")
        case Clash.TEN_CARDS_FOR_TWO:
            return phrase("ten cards in a hand are for two players")
        case Clash.EARLY_STOP_FOR_TWO:
            return phrase("stopping with the hands is for two players")
        case Clash.EARLY_STOP_OF_TEN_CARDS:
            return phrase("with ten cards in a hand the stock ends with the hands anyway")
        case Clash.EARLY_STOP_SIMPLIFIED:
            return phrase("who stops early scores by the simplified method")
        case _:
            assert_never(clash)


def warning_sentence(
    warned: Warned, language: NullTranslations = ENGLISH, people: People | None = None
) -> str:
    """Return something odd about a deal as a sentence; without ``people``, piles have numbers.

    People have a list of cards that are missing: more than a few are not named to them.
    """
    _ = language.gettext
    who = "" if warned.pile is None else _pile_name(warned.pile, language, people)
    match warned.oddity:
        case Oddity.CARDS_MISSING if people is not None and len(warned.cards) > MOST_NAMED:
            return language.ngettext(
                "{count} card is missing, {points} points short.",
                "{count} cards are missing, {points} points short.",
                len(warned.cards),
            ).format(count=len(warned.cards), points=warned.points)
        case Oddity.CARDS_MISSING:
            return language.ngettext(
                "{count} card is missing, {points} points short: {cards}.",
                "{count} cards are missing, {points} points short: {cards}.",
                len(warned.cards),
            ).format(
                count=len(warned.cards),
                points=warned.points,
                cards=cards_text(warned.cards, language),
            )
        case Oddity.CARDS_OWNERLESS:
            return language.ngettext(
                "Nobody has {count} card, so the sum is {points} points short: {cards}.",
                "Nobody has {count} cards, so the sum is {points} points short: {cards}.",
                len(warned.cards),
            ).format(
                count=len(warned.cards),
                points=warned.points,
                cards=cards_text(warned.cards, language),
            )
        case Oddity.ODD_MONTH:
            return language.ngettext(
                "{who} has {count} card of one month, {cards}; cards are taken in pairs.",
                "{who} has {count} cards of one month, {cards}; cards are taken in pairs.",
                len(warned.cards),
            ).format(
                who=who,
                count=len(warned.cards),
                cards=cards_text(warned.cards, language),
            )
        case Oddity.OWN_YAKU_CANCELLED:
            return _("{who} has Willow, which cancels the other yaku there, too.").format(who=who)
        case Oddity.METHODS_DISAGREE:
            return _("The two methods of scoring name different winners of this deal.")
        case _:
            assert_never(warned.oddity)


def warning_sentences(
    warned: Sequence[Warned], language: NullTranslations = ENGLISH, people: People | None = None
) -> list[str]:
    """Return what is odd about a deal, the odd months of all piles in one sentence.

    A card that was not read, or lies in another's pile, leaves months odd in several piles.
    """
    odd = [one for one in warned if one.oddity is Oddity.ODD_MONTH]
    if len(odd) < 2:
        return [warning_sentence(one, language, people) for one in warned]
    _ = language.gettext
    months: dict[int, list[str]] = {}
    for one in odd:
        if one.pile is not None and one.month is not None:
            months.setdefault(one.pile, []).append(month_name(one.month, language))
    piles = [
        f"{_pile_name(pile, language, people)}: {', '.join(some)}" for pile, some in months.items()
    ]
    said = _("Cards are taken in pairs, but here is an odd number of a month. {piles}.")
    first = said.format(piles="; ".join(piles))
    rest = [one for one in warned if one.oddity is not Oddity.ODD_MONTH]
    return [first, *(warning_sentence(one, language, people) for one in rest)]


def _pile_name(pile: int, language: NullTranslations, people: People | None) -> str:
    """Return whose pile it is, at the beginning of a sentence; without people it has a number."""
    if people is not None:
        return people.who(pile, language)
    return language.gettext("Pile {pile}").format(pile=number(pile))


def caution_sentence(caution: Caution, language: NullTranslations = ENGLISH) -> str:
    """Return what people ought to know of an option."""
    _ = language.gettext
    match caution:
        case Caution.WEAK_HAND_OF_FOUR:
            return _(
                "With four players, five deals of six have a weak hand: few deals will be played."
            )
        case Caution.CANCEL_ALL_HURTS_OWNER:
            return _("Whoever completes Willow loses the other yaku of the same pile, too.")
        case Caution.DRINKING_COSTS:
            return _("Drinking is worth less than the two viewings that it replaces.")
        case Caution.RIBBONS_STACK:
            return _("No printed chart lets six and seven ribbons add up.")
        case _:
            assert_never(caution)


def payment_sentence(
    payment: Payment, language: NullTranslations = ENGLISH, people: People = COUNTED
) -> str:
    """Return who pays what to whom."""
    _ = language.gettext
    payer = None if payment.payer is None else people.who(payment.payer, language)
    if payment.receiver is None:
        said = _("{payer} puts {chips} into the pot.")
        return said.format(payer=payer, chips=payment.chips)
    if payer is None:
        taker = people.who(payment.receiver, language)
        return _("{receiver} takes {chips} from the pot.").format(
            receiver=taker, chips=payment.chips
        )
    receiver = people.whom(payment.receiver, language)
    return _("{payer} pays {chips} to {receiver}.").format(
        payer=payer, receiver=receiver, chips=payment.chips
    )


def short_sentence(yaku: Yaku, cards: Iterable[Card], language: NullTranslations = ENGLISH) -> str:
    """Return which yaku lacks one card, and which cards would do."""
    return language.gettext("One card short of {yaku}: {cards}.").format(
        yaku=yaku.name(code_of(language)), cards=cards_text(cards, language)
    )


def score_lines(score: DealScore, language: NullTranslations = ENGLISH) -> list[str]:
    """Return a deal's score in words, a line for each pile and for what is odd."""
    _ = language.gettext
    lines = []
    for pile in range(score.players):
        code = code_of(language)
        has = ", ".join(f"{one.name(code)} {one.value}" for one in score.yaku[pile])
        said = _("Pile {pile}: cards {cards}, yaku {points} ({yaku}).").format(
            pile=number(pile),
            cards=score.card_points[pile],
            points=score.yaku_points[pile],
            yaku=has or _("none"),
        )
        lines.append(said)
        lines += [f"  {short_sentence(one, cards, language)}" for one, cards in score.short[pile]]
    if score.drawn:
        lines.append(_("A pile is so weak that the deal is drawn: nobody scores."))
    elif score.cancelled:
        lines.append(_("Willow cancels yaku in this deal."))
    lines.append(_("Simplified: {scores}.").format(scores=_listed(score.simplified)))
    if score.traditional is None:
        why = chips_refused(score).said(language, COUNTED.whom)
        lines.append(_("Traditional: not possible; {why}.").format(why=why))
    else:
        lines.append(_("Traditional: {scores}.").format(scores=_listed(score.traditional)))
    lines.append(_in_force(score, language))
    lines += warning_sentences(score.warnings, language)
    return lines


def _in_force(score: DealScore, language: NullTranslations) -> str:
    _ = language.gettext
    method = method_name(score.options.method, language)
    scores = score.scores()
    if scores is None:
        return _("Played by the {method} method: no score.").format(method=method)
    best = winners(scores)
    if len(best) == len(scores):
        return _("Played by the {method} method: nobody is ahead.").format(method=method)
    return language.ngettext(
        "Played by the {method} method: pile {piles} has most.",
        "Played by the {method} method: piles {piles} have most.",
        len(best),
    ).format(method=method, piles=_listed(map(number, best)))


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def found_lines(found: FoundPiles, piles: Piles, language: NullTranslations = ENGLISH) -> list[str]:
    """Return what pictures of piles show: the cards, what was concluded, what is asked for."""
    _ = language.gettext
    lines = [
        _("Pile {pile}: {cards}.").format(pile=number(seat), cards=cards_text(pile, language))
        for seat, pile in enumerate(piles)
    ]
    for one in found.inferred:
        lines.append(inferred_sentence(one, language))
    lines += [unread_sentence(one, language) for one in found.unread]
    lines += [COUNTED.told(twice_phrase(one), language) for one in found.twice]
    return lines


def inferred_sentence(inferred: Inferred, language: NullTranslations = ENGLISH) -> str:
    """Return which card was concluded, and why."""
    _ = language.gettext
    match inferred.why:
        case Conclusion.LAST_MISSING:
            said = _("I could not read one card: it must be {card}, the only one missing.")
        case Conclusion.LIKE_CHAFF:
            said = _("I take one of two like cards for {card}, the other chaff of its month.")
        case _:
            assert_never(inferred.why)
    return said.format(card=card_name(inferred.card, language))


def twice_phrase(twice: Twice) -> Phrase:
    """Return which card was read at two places."""
    card, (first, second) = Cards([twice.card]), twice.piles
    if first is None and second is None:
        return phrase("{card} lies twice on the mat; a pack has it once.", card=card)
    if first == second and first is not None:
        return phrase(
            "{card} lies twice in the pile of {whom}; a pack has it once.",
            card=card,
            whom=Seat(first),
        )
    if first is None or second is None:
        whom = second if first is None else first
        assert whom is not None
        return phrase(
            "{card} lies on the mat and in the pile of {whom}; a pack has it once.",
            card=card,
            whom=Seat(whom),
        )
    return phrase(
        "{card} lies in the piles of {whom} and of {other}; a pack has it once.",
        card=card,
        whom=Seat(first),
        other=Seat(second),
    )


def unread_sentence(unread: UnreadCard, language: NullTranslations = ENGLISH) -> str:
    """Return the question which card it is that nobody could read."""
    _ = language.gettext
    x, y = middle(unread.lying.corners)
    if unread.pile is None:
        said = _("{image}: which card lies on the mat, round {x}, {y}?")
    else:
        said = _("{image}: which card of pile {pile} lies round {x}, {y}?")
    pile = None if unread.pile is None else number(unread.pile)
    asked = said.format(image=unread.lying.image, pile=pile, x=x, y=y)
    if 0 < len(unread.may_be) <= MOST_NAMED:
        may_be = ", ".join(card_name(card, language) for card in unread.may_be)
        return f"{asked} {_('It may be: {cards}.').format(cards=may_be)}"
    return asked
