"""What all blueprints share: the table's desk, the book of seats, the doorkeeper."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from threading import Lock
from typing import Any

from flask import request

from companion.desk import Desk
from companion.hub import Snapshot
from companion.people import People
from companion.view import PUBLIC, Reader
from web.doorkeeper import Doorkeeper, TooSoon, WrongCode
from web.once import Once
from web.seats import COOKIE, SeatRefused, Seats, Visitor, Why

ReadHand = Callable[[bytes], tuple[str | None, ...]]
"""Reads a photo of a hand; raises ValueError with one sentence where that is no picture."""


class Refusal(Exception):  # noqa: N818 - a refusal is no error of ours
    """A request that is answered with a status and one sentence.

    Attributes:
        status: of HTTP.
        message: the sentence.
        rule: the broken rule's fixed name, where it was one of the game's.
        retry_after: seconds, where trying again later may help.
    """

    def __init__(
        self, status: int, message: str, *, rule: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.rule = rule
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Reception:
    """Everything that answering a request needs.

    Attributes:
        desk: the table.
        seats: who holds which seat.
        door: compares game codes.
        code: the game's code, for the address in the QR code.
        address: where phones reach the page, without the code; None: not known.
        language: of everything that people read.
        read_hand: takes a photo's bytes and returns the labels of its cards from the left; None:
            there is nothing to read photos with.
        once: the answers to taps.
        photo: held while a photo is read.
        turn: held while a tap is compared with the newest view and carried out.
    """

    desk: Desk
    seats: Seats
    door: Doorkeeper
    code: str
    address: str | None
    language: NullTranslations
    read_hand: ReadHand | None = None
    once: Once = field(default_factory=Once)
    turn: Lock = field(default_factory=Lock)
    photo: Lock = field(default_factory=Lock)

    # -------------------------------------------------------------------------------- visitors

    def known(self) -> Visitor | None:
        """Return who sends this request; None: somebody who has not told the code."""
        return self.seats.visitor(request.cookies.get(COOKIE))

    def visitor(self) -> Visitor:
        """Return who sends this request.

        Raises:
            Refusal: somebody who has not told the code.
        """
        visitor = self.known()
        if visitor is None:
            _ = self.language.gettext
            raise Refusal(403, _("Please join with the game's code first."))
        return visitor

    def check_code(self, said: str) -> None:
        """Return if ``said`` is the game's code.

        Raises:
            Refusal: it is not, or this address guessed too often.
        """
        _, ngettext = self.language.gettext, self.language.ngettext
        try:
            self.door.check(request.remote_addr or "", said)
        except WrongCode:
            raise Refusal(403, _("That is not this game's code.")) from None
        except TooSoon as soon:
            seconds = max(1, round(soon.seconds + 0.5))
            sentence = ngettext(
                "Too many wrong codes: please try again in {seconds} second.",
                "Too many wrong codes: please try again in {seconds} seconds.",
                seconds,
            ).format(seconds=seconds)
            raise Refusal(429, sentence, retry_after=seconds) from None

    def take(self, visitor: Visitor | None, seat: int) -> Visitor:
        """Give ``seat`` to whoever sends this request.

        Raises:
            Refusal: there is no such seat, or it cannot have it.
        """
        _ = self.language.gettext
        if not self.plays(seat):
            sentence = _("{who} does not play in this game.")
            raise Refusal(409, sentence.format(who=self.people.who(seat, self.language)))
        try:
            return self.seats.take(visitor, seat, playing=self.playing())
        except SeatRefused as refused:
            sentences = {
                Why.TAKEN: _("Another phone holds {whom}."),
                Why.SAW_ANOTHER_HAND: _(
                    "This phone has seen the running game from {whom}; it can take another"
                    " seat when the game is over."
                ),
            }
            whom = self.people.whom(refused.seat, self.language)
            raise Refusal(409, sentences[refused.why].format(whom=whom)) from None

    @property
    def people(self) -> People:
        """What the seats are called."""
        return People()

    # ----------------------------------------------------------------------------------- views

    def shown(self, seat: int | None) -> tuple[Reader, Snapshot]:
        """Return whose view ``seat`` is shown, and what that is now.

        It is its own, except where the seat does not play in the running game: an onlooker with
        the view of a seat would see all hands, so it gets the public view.
        """
        hub = self.desk.hub
        own = hub.snapshot(seat) if seat is not None else None
        if seat is not None and own is not None and seat < _players(own):
            return seat, own
        public = hub.snapshot(PUBLIC)
        assert public is not None, "the hub always has a public view"
        return PUBLIC, public

    def plays(self, seat: int) -> bool:
        """Say whether there is such a seat in the running game, or may be in the next."""
        return self.shown(seat)[0] is not PUBLIC

    def playing(self) -> bool:
        """Say whether a game is running."""
        return _data(self.shown(None)[1]).get("phase") == "playing"

    def has_panel(self) -> bool:
        """Say whether the page shows the virtual panel."""
        return self.desk.lamps() is not None


def whole(snapshot: Snapshot) -> str:
    """Return a snapshot as phones get it: ``{"version":…,"view":…}``."""
    return f'{{"version":{snapshot.version},"view":{snapshot.body}}}'


def _data(snapshot: Snapshot) -> Mapping[str, Any]:
    data = json.loads(snapshot.body)
    return data if isinstance(data, dict) else {}


def _players(snapshot: Snapshot) -> int:
    """Return how many play in the game that ``snapshot`` shows; without a game all may."""
    game = _data(snapshot).get("game")
    return int(game["players"]) if game else 5
