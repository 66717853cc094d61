"""What all blueprints share: the table's desk, the book of seats, the access code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import request

from companion.desk import TableDesk
from companion.hana_awase.options import PLAYERS
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.refusals import Rule
from companion.language.people import People
from companion.language.phrases import said_by, sentence_of
from companion.language.refusal_texts import refused
from companion.reply import Reply
from companion.services import ReadHand
from companion.settings.table_game import TableGame
from companion.views.hub import Snapshot
from companion.views.view import PUBLIC, Reader
from web.access_code import AccessCode, TooSoon, WrongCode
from web.answers import HouseShown
from web.config import PageConfig
from web.idempotency import IdempotentTaps
from web.locale import ReadersLanguage
from web.seat_requests import SeatRequests, may_answer
from web.seats import COOKIE, Seats, Visitor
from web.voices import Voices


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
class PageContext:
    """Everything that answering a request needs.

    Attributes:
        desk: the table.
        config: what the pages are served with.
        seats: who holds which seat.
        seat_requests: what the table is asked to agree to.
        access_code: compares what is typed in with the game's code.
        language: of everything that people read: of each reader his own.
        voices: who says aloud what happens.
        shows_hands: whether pages show hands to whoever may see them; at Hana-awase none does.
        idempotent: the answers to taps.
        tapping: held while a tap is compared with the newest view and carried out.
        introduced: what the table was told last that the seats are called, if anything.
        introducing: held while it is told.
    """

    desk: TableDesk
    config: PageConfig
    seats: Seats
    seat_requests: SeatRequests
    access_code: AccessCode
    language: ReadersLanguage
    voices: Voices
    shows_hands: bool
    idempotent: IdempotentTaps = field(default_factory=IdempotentTaps)
    tapping: Lock = field(default_factory=Lock)
    introduced: list[People] = field(default_factory=list)
    introducing: Lock = field(default_factory=Lock)

    @property
    def new_code(self) -> str | None:
        """The code of a table that nobody has joined yet; None: it is not told."""
        visit = self.config.first_visit
        return None if visit is None else visit.code

    @property
    def address(self) -> str | None:
        """Where phones reach the page now, without the code; None: not known."""
        return self.config.address()

    @property
    def read_hand(self) -> ReadHand | None:
        """What reads photos of hands; None: none can be read now."""
        services = self.config.services
        return services.read_hand if services.reads_hands() else None

    # -------------------------------------------------------------------------------- visitors

    def known(self) -> Visitor | None:
        """Return who sends this request; None: somebody who has not told the code."""
        return self.seats.visitor(request.cookies.get(COOKIE), playing=self.playing())

    def place(self) -> int | None:
        """Return the place of whoever sends this request, if any; nobody is noted as heard."""
        return self.seats.place_of(request.cookies.get(COOKIE))

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

    def refuse_onlooker(self, visitor: Visitor) -> None:
        """Return if ``visitor`` may touch the game.

        Raises:
            Refusal: it sees all hands, and so only looks.
        """
        if visitor.sees_all:
            _ = self.language.gettext
            raise Refusal(403, _("Whoever looks on with all hands open only looks."))

    def check_code(self, said: str) -> None:
        """Return if ``said`` is the game's code.

        Raises:
            Refusal: it is not, or this address guessed too often.
        """
        _, ngettext = self.language.gettext, self.language.ngettext
        try:
            self.access_code.check(request.remote_addr or "", said)
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
        if self.config.first_visit is not None:
            self.config.first_visit.over()

    def refused(self, reply: Reply) -> Refusal:
        """Return what the table refused, as whoever sends this request reads it."""
        rule = None if reply.rule is None else Rule(reply.rule)
        why = refused(rule, reply.message or "", self.language, self.people)
        return Refusal(409, sentence_of(why), rule=reply.rule)

    def part(self, why: str) -> str:
        """Return ``why`` as a part of a sentence for whoever sends this request."""
        return self.people.told(why, self.language)

    def told(self, why: str) -> str:
        """Return ``why`` as a sentence in the language of whoever sends this request."""
        return sentence_of(self.part(why))

    def unable(self, error: ValueError, status: int = 409) -> Refusal:
        """Return what an error says, as whoever sends this request reads it."""
        return Refusal(status, self.told(said_by(error)))

    # ---------------------------------------------------------------------------------- people

    @property
    def people(self) -> People:
        """What the seats are called."""
        return self.seats.people()

    def introduce(self) -> None:
        """Tell the table what the seats are called, where its book of seats does not say it."""
        if not self.seats.shared:
            return
        people = self.people
        with self.introducing:
            if self.introduced == [people]:
                return
            self.introduced[:] = [people]
            self.desk.introduce(people)

    def house(self, visitor: Visitor) -> HouseShown:
        """Return who is there, and what ``visitor`` is asked, as a JSON object."""
        places = self.seats.places()
        return {
            "names": {str(seat): name for seat, name in self.people.names.items()},
            "held": [place.seat for place in places],
            "away": [place.seat for place in places if not place.here],
            "onlookers": list(self.seats.onlookers()),
            "voice": self.voices.seen_from(visitor.phone),
            "photos": self.read_hand is not None,
            "game": (TableGame.HANABI if self.shows_hands else TableGame.HANA_AWASE).value,
            "wishes": [
                {
                    "id": wish.id,
                    "name": wish.name or None,
                    "seat": wish.seat,
                    "yours": may_answer(wish, visitor, places),
                }
                for wish in self.seat_requests.open()
                if wish.phone != visitor.phone
            ],
        }

    # ----------------------------------------------------------------------------------- views

    def shown(self, seat: int | None) -> tuple[Reader, Snapshot]:
        """Return whose view ``seat`` is shown, and what that is now.

        It is its own, except where the seat does not play in the running game: an onlooker with
        the view of a seat would see all hands, so it gets the public view.
        """
        hub = self.desk.hub
        own = hub.snapshot(seat) if seat is not None else None
        if seat is not None and own is not None and seat < _players(own):
            return seat, own  # with the one who sees all hands, who said so
        public = hub.snapshot(PUBLIC)
        assert public is not None, "the hub always has a public view"
        return PUBLIC, public

    def plays(self, seat: int) -> bool:
        """Say whether there is such a seat in the running game, or may be in the next."""
        if self.shown(seat)[0] is not PUBLIC:
            return True
        going = self.playing() or self._stage() == "laying"  # a deal of Hana-awase
        return not going and seat < (MOST_SEATS if self.shows_hands else max(PLAYERS))

    def playing(self) -> bool:
        """Say whether a game is running, or has ended and may still go on: its hands are hidden."""
        return self._stage() in ("playing", "ending")

    def _stage(self) -> object:
        """Return what pages call the stage that the table is in."""
        return _data(self.shown(None)[1]).get("phase")

    def hides_hands(self) -> bool:
        """Say whether hands are hidden: a game runs, or cards are dealt into racks for one."""
        lobby = _data(self.shown(None)[1]).get("lobby") or {}
        dealt = any(rack["cards"] for rack in lobby.get("racks", ()))
        return dealt or self.playing()

    def eyes(self) -> Mapping[str, object]:
        """Return whether a camera watches, as every page shows it."""
        return {"camera": _data(self.shown(None)[1]).get("camera", "none")}

    def has_racks(self) -> bool:
        """Say whether racks stand on the table, as far as is known: else people have places."""
        return bool(_data(self.shown(None)[1]).get("racks"))

    def has_panel(self) -> bool:
        """Say whether the page shows the virtual panel."""
        return self.desk.lamps() is not None


def problem(status: int, detail: str, rule: str | None = None, **more: object) -> str:
    """Return what is told of a refusal, by RFC 9457; ``detail`` is one sentence for people."""
    kind = "about:blank" if rule is None else f"urn:tabletop-companion:rule:{rule}"
    said = {"type": kind, "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return json.dumps({**said, **({} if rule is None else {"rule": rule}), **more})


def whole(snapshot: Snapshot, house: HouseShown) -> str:
    """Return a snapshot as phones get it: ``{"version":…,"view":…,"house":…}``."""
    there = json.dumps(house, separators=(",", ":"), sort_keys=True)
    return f'{{"version":{snapshot.version},"view":{snapshot.body},"house":{there}}}'


def _data(snapshot: Snapshot) -> Mapping[str, Any]:
    return _parsed(snapshot.body)


@lru_cache(maxsize=32)
def _parsed(body: str) -> Mapping[str, Any]:
    data = json.loads(body)
    return data if isinstance(data, dict) else {}


def _players(snapshot: Snapshot) -> int:
    """Return how many play in the game that ``snapshot`` shows; without a game all may."""
    game = _data(snapshot).get("game")
    return int(game["players"]) if game else MOST_SEATS
