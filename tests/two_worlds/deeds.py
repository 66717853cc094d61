"""What hands do at a table, in words that can be done again elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.hanabi.cards import Card
from companion.hanabi.moves import Hint
from companion.panel.panel import Press
from companion.play.inputs import AnswerTap, ClueTap, CorrectTap, IdentifyTap, PassTap, RedoTap
from companion.record.corrections import Correction
from companion.views.view import PUBLIC, Reader
from tests.two_worlds.place import Place
from tests.two_worlds.racks import UNREAD

WAIT = 3.4
"""Seconds of stillness after which everything there is to complain about was complained about."""


Deed = Callable[[Place], None]
"""Something that hands do; it names cards by where they are, never by a face."""


def look(still_for: float, covered: frozenset[tuple[int, int]], place: Place) -> None:
    place.eyes.covered = covered
    place.look(still_for)


def clue(giver: int, target: int, hint: Hint, place: Place) -> None:
    place.ask(ClueTap(giver, target, hint), giver)
    place.compare()


def answer(card: Card, seat: int, place: Place) -> None:
    place.ask(AnswerTap(card), seat)
    place.compare()


def name_a_card(owner: int, slot: int, reader: int, place: Place) -> None:
    """A team-mate says which card stands there, asked or not; he takes it for what the eyes do.

    Of a card that they cannot read he says nothing: in the other world it is no other for clues.
    """
    card = place.table.racks[owner, slot]
    label = place.eyes.world.in_rack[card] if card is not None else UNREAD
    if label != UNREAD:
        place.ask(IdentifyTap(owner, {slot: Card.parse(label)}), reader)
    place.compare()


def cannot_tell(owner: int, slot: int, reader: int, place: Place) -> None:
    place.ask(PassTap(owner, slot), reader)
    place.compare()


def press(button: Press, place: Place) -> None:
    place.press(button)
    place.compare()


def lay(seat: int, slot: int, column: int | None, place: Place) -> None:
    place.eyes.touch([(seat, slot)])
    card = place.table.racks[seat, slot]
    assert card is not None
    place.table.laid.add(card)
    place.table.racks[seat, slot] = None
    pile = place.table.discards if column is None else place.table.columns[column]
    pile.append(card)


def move_to_discards(column: int, place: Place) -> None:
    place.table.discards.append(place.table.columns[column].pop())


def draw(seat: int, slot: int, place: Place) -> None:
    place.table.draw(seat, slot)


def pass_in_front(places: Sequence[tuple[int, int]], place: Place) -> None:
    place.eyes.touch(places)


def put_back(card: int, seat: int, slot: int, place: Place) -> None:
    """Return the card that was laid last to its rack, and the one drawn since to the pack."""
    for pile in (*place.table.columns, place.table.discards):
        if card in pile:
            pile.remove(card)
    if place.table.racks[seat, slot] is not None:
        place.table.drawn -= 1
    place.table.racks[seat, slot] = card
    place.eyes.forget_laid(card)
    place.eyes.touch([(seat, slot)])


def ask_what_may_be_right(turn: int, place: Place) -> None:
    place.what_may_be_right(turn)


def put_right(correction: Correction, reader: Reader, place: Place) -> None:
    """Somebody at the table puts something right; what he is answered is his alone."""
    place.ask(CorrectTap(correction), reader)
    place.compare()


def do_again(place: Place) -> None:
    place.ask(RedoTap(), PUBLIC)
    place.compare()


def tap(seat: Reader, what: str, body: Mapping[str, object], place: Place) -> None:
    place.tap(seat, what, body)
    place.compare()


@dataclass
class Script:
    """What was done, which clues were tried on which cards, which faces were put on record.

    What somebody claims to lie on the table is believed, so that a hidden card that contradicts
    it stays unread: it is the same card in all worlds.
    """

    deeds: list[Deed] = field(default_factory=list)
    claimed: set[str] = field(default_factory=set)
    clues: list[tuple[Hint, tuple[int, ...]]] = field(default_factory=list)
