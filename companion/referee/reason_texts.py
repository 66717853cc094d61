"""Sentences about why table and record differ."""

from __future__ import annotations

from gettext import NullTranslations
from typing import assert_never

from companion.hanabi.cards import face_of
from companion.language.names import ENGLISH, card_name
from companion.language.people import COUNTED, People
from companion.language.refusal_texts import forbidden
from companion.referee.reasons import Cause, Reason


def because(reason: Reason, language: NullTranslations = ENGLISH, people: People = COUNTED) -> str:  # noqa: C901 - one case for each cause
    """Return why table and record differ, as part of a sentence.

    Args:
        reason: what it is.
        language: of the sentence.
        people: what the seats are called.
    """
    _ = language.gettext
    cards = ", ".join(_card(label, language) for label in reason.cards)
    whom, who = people.whom(reason.seat, language), people.whom(reason.to_move, language)
    match reason.cause:
        case Cause.NOT_RETURNED if reason.held:
            return _("{cards} was taken back: put it back into the hand of {whom}").format(
                cards=cards, whom=whom
            )
        case Cause.NOT_RETURNED:
            text = _("{cards} was taken back, but has not returned to the rack of {whom}")
            return text.format(cards=cards, whom=whom)
        case Cause.OFF_FIREWORKS:
            return language.ngettext(
                "{cards} is no longer on the fireworks",
                "{cards} are no longer on the fireworks",
                len(reason.cards),
            ).format(cards=cards)
        case Cause.OFF_DISCARDS:
            return _("{cards} is no longer on the discards").format(cards=cards)
        case Cause.LEFT_BY_TILE:
            text = _("{cards} still lies on the discards: the award tile takes it from there")
            return text.format(cards=cards)
        case Cause.NO_HANABI_CARD:
            return _("{card} is not a card of Hanabi").format(card=reason.detail)
        case Cause.FORBIDDEN:
            text = _("what lies there breaks a rule: {rule}")
            told = people.recorded(reason.detail, language)
            return text.format(rule=forbidden(reason.rule, language) if reason.rule else told)
        case Cause.HANGS_ON_QUESTION:
            text = _("say first whether {cards} was played or discarded: clue tokens hang on it")
            return text.format(cards=cards)
        case Cause.OUT_OF_TURN:
            if reason.fireworks:
                text = _("{whom} laid a card on the fireworks, but {who} is to move")
            else:
                text = _("{whom} laid a card on the discards, but {who} is to move")
            return text.format(whom=whom, who=who)
        case Cause.NOBODY_LAID_IT if reason.held:
            if reason.fireworks:
                text = _(
                    "{cards} lies on the fireworks, but by the record nobody has laid it: put it"
                    " back, or enter the turn that is missing"
                )
            else:
                text = _(
                    "{cards} lies on the discards, but by the record nobody has laid it: put it"
                    " back, or enter the turn that is missing"
                )
            return text.format(cards=cards)
        case Cause.NOBODY_LAID_IT:
            if reason.fireworks:
                text = _("{cards} lies on the fireworks, but {who} has laid no card")
            else:
                text = _("{cards} lies on the discards, but {who} has laid no card")
            return text.format(cards=cards, who=who)
        case Cause.TWO_AT_ONCE:
            return _("{whom} laid several cards at once").format(whom=whom)
        case Cause.UNSEEN_ORDER:
            text = _(
                "the camera did not see in which order {whom} took several turns: enter them as"
                " they were"
            )
            return text.format(whom=whom)
        case Cause.CAME_TOGETHER:
            return _(
                "the camera did not see in which order several cards were laid: enter the turns as"
                " they were"
            )
        case Cause.TOO_MANY_STAND:
            return _("too many cards stand in the rack of {whom}").format(whom=whom)
        case Cause.DRAWN_BEFORE_TILE:
            text = _("{whom} drew a card already: the award tile is turned before that")
            return text.format(whom=whom)
        case Cause.TOO_FEW_STAND:
            return _("too few cards stand in the rack of {whom}").format(whom=whom)
        case _:
            assert_never(reason.cause)


def _card(label: str | None, language: NullTranslations) -> str:
    card = face_of(label)
    return language.gettext("a card") if card is None else card_name(card, language)
