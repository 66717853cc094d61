"""What the table is told of an evening of Hana-awase, for each reader in his language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from gettext import NullTranslations

from companion.hana_awase.dealing import sizes
from companion.hana_awase.game import Standing
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile
from companion.hana_awase.scoring import DealScore
from companion.hana_table.names import Cards, SeatFirst, SeatsFirst, Yakus
from companion.hana_table.sitting import Sitting
from companion.hana_table.steps import MAT
from companion.language.people import People
from companion.language.phrases import Phrase, Seat, phrase, phrases


@dataclass(frozen=True, slots=True)
class HanaSentence:
    """A sentence that the table is told, numbered from 1.

    Attributes:
        number: from 1.
        text: in the table's language, with the names that people have now.
        said: the same as data, and who people were.
    """

    number: int
    text: str
    said: Phrase
    people: People

    def told(self, language: NullTranslations) -> str:
        """Return it in ``language``."""
        return self.people.told(self.said, language)


NEWEST = 8
"""News that a page shows and a phone that comes late is told."""


def what_moved(before: Sitting, pile: Pile, seat: int) -> Iterator[Phrase]:
    """Yield which cards another pile had: a pack has each once, so one pile was wrong."""
    for card in pile:
        place = before.places.get(card, seat)
        if place not in (seat, MAT):
            yield phrase(
                "{card} was in the pile of {whom} before; a pack has it once.",
                card=Cards([card]),
                whom=Seat(place),
            )


def what_lies(sitting: Sitting) -> Phrase:
    """Return what is lacking after somebody looked at the piles."""
    if sitting.unread:
        return phrases(
            "I could not read {count} card: please tell me which it is.",
            "I could not read {count} cards: please tell me which they are.",
            len(sitting.unread),
            count=len(sitting.unread),
        )
    if sitting.missing:
        return phrases(
            "{count} card is missing.",
            "{count} cards are missing.",
            len(sitting.missing),
            count=len(sitting.missing),
        )
    return phrase("I have read all 48 cards.")


def what_counts(score: DealScore) -> Iterator[Phrase]:
    """Yield who scores yaku in a deal, and which."""
    for seat, yaku in enumerate(score.yaku):
        if yaku and score.yaku_points[seat]:
            yield phrase("{who} has {yaku}.", who=SeatFirst(seat), yaku=Yakus(yaku))


def how_to_deal(players: int, options: Options) -> Phrase:
    """Return how many cards are dealt to each hand and to the field."""
    hand, field, stock = sizes(players, options)
    return phrase(
        "Deal {hand} cards to everybody, and {field} open into the field; {stock} are left in the"
        " stock.",
        hand=hand,
        field=field,
        stock=stock,
    )


def who_goes_on(standing: Standing) -> Phrase:
    """Return who deals next, or who has won."""
    if not standing.over:
        return phrase("{who} deals next.", who=SeatFirst(standing.dealer))
    return phrases(
        "The game is over: {who} has won with {points} points.",
        "The game is over: {who} have won with {points} points each.",
        len(standing.leaders),
        who=SeatsFirst(standing.leaders),
        points=max(standing.totals),
    )
