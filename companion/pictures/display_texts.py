"""What people are told of a display in photos; a part of the texts."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import assert_never

from companion.announcements.texts import ENGLISH, card_name, rating_name, suit_name
from companion.pictures.display import (
    FIREWORKS,
    ColumnDoubt,
    ColumnsDiffer,
    Corners,
    Display,
    Gap,
    NothingSeen,
    NotInPlay,
    Repeated,
    TwoColumns,
    Unread,
)
from companion.referee.readings import Sight


def display_sentence(display: Display, language: NullTranslations = ENGLISH) -> str:
    """Return the score of a display in photos, and what people say about it."""
    _ = language.gettext
    if not display.shown:
        return _("There is no display that I know.")
    if display.score is None:
        return _("Not all fireworks are complete: that counts nothing.")
    if display.doubts:
        said = _("Score {score}, as far as I can see.").format(score=display.score)
    else:
        said = _("Score {score}.").format(score=display.score)
    rating = display.rating
    return said if rating is None else f"{said} {rating_name(rating, language)}"


def doubt_sentence(doubt: ColumnDoubt, language: NullTranslations = ENGLISH) -> str:
    """Return what nobody can be sure of in photos of a display."""
    _ = language.gettext
    match doubt:
        case Unread(image, _sight, "", corners):
            x, y = _middle(corners)
            return _("{image}: I cannot read the card round {x}, {y}.").format(
                image=image, x=x, y=y
            )
        case Unread(image, Sight.BACK, zone):
            return _("{image}: a card lies face down on column {column}.").format(
                image=image, column=_column(zone)
            )
        case Unread(image, Sight.COVERED, zone):
            return _("{image}: I cannot see what lies on column {column}.").format(
                image=image, column=_column(zone)
            )
        case Unread(image, _sight, zone):
            return _("{image}: I cannot read the card on column {column}.").format(
                image=image, column=_column(zone)
            )
        case NothingSeen(image):
            return _("{image}: I see no card that I know.").format(image=image)
        case NotInPlay(image, label):
            return _("{image}: {card} is not in play and does not count.").format(
                image=image, card=label
            )
        case Gap(_suit, missing, furthest):
            return _("{furthest} lies there, but I do not see {missing}.").format(
                furthest=card_name(furthest, language),
                missing=", ".join(card_name(card, language) for card in missing),
            )
        case Repeated(image, card, times):
            return language.ngettext(
                "{image}: {card} lies there {times} time, and a firework has it once.",
                "{image}: {card} lies there {times} times, and a firework has it once.",
                times,
            ).format(image=image, card=card_name(card, language), times=times)
        case TwoColumns(image, suit, zones):
            return _("{image}: {colour} lies on the columns {columns}.").format(
                image=image,
                colour=suit_name(suit, language),
                columns=", ".join(_column(zone) for zone in zones),
            )
        case ColumnsDiffer(zone, cards):
            return _("Column {column} ends in different cards in the pictures: {cards}.").format(
                column=_column(zone), cards=", ".join(card_name(card, language) for card in cards)
            )
        case _:
            assert_never(doubt)


def doubt_sentences(
    doubts: Sequence[ColumnDoubt], language: NullTranslations = ENGLISH
) -> list[str]:
    """Return the doubts as sentences; all cards of a photo that cannot be read are one."""
    loose: dict[str, list[Unread]] = {}
    for doubt in doubts:
        if isinstance(doubt, Unread) and not doubt.zone:
            loose.setdefault(doubt.image, []).append(doubt)
    sentences = []
    for doubt in doubts:
        unread = loose.get(doubt.image, []) if isinstance(doubt, Unread) else []
        if doubt not in unread or len(unread) == 1:
            sentences.append(doubt_sentence(doubt, language))
        elif doubt is unread[0]:
            places = "; ".join("{}, {}".format(*_middle(one.corners)) for one in unread)
            sentences.append(
                language.ngettext(
                    "{image}: I cannot read {count} card, round {places}.",
                    "{image}: I cannot read {count} cards, round {places}.",
                    len(unread),
                ).format(image=doubt.image, count=len(unread), places=places)
            )
    return sentences


def _middle(corners: Corners) -> tuple[int, int]:
    across, down = zip(*corners, strict=True)
    return round(sum(across) / len(corners)), round(sum(down) / len(corners))


def _column(zone: str) -> str:
    return zone.removeprefix(FIREWORKS)
