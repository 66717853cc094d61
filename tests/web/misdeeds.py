"""What people may not do at a table without a camera: how it is tapped, and what may come of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.play.inputs import IdentifyTap
from companion.table import Table
from tests.web.phones import Phone, data
from tests.web.real_table import pages_of

RULES = compose("all", Options(award_tiles=True, synchronised_show=True, black_powder=True))
SEATS = range(3)


class Expect(Enum):
    """What becomes of a misdeed; never: nothing is said, and the record is wrong."""

    REFUSED = "refused"
    """Whoever tapped is told why, and nothing has changed."""
    ASKED = "asked"
    """Nothing has changed, and another phone is asked whether it may."""
    HANDLED = "handled"
    """The record is right all the same; the misdeed itself looks at it."""
    TOLD = "told"
    """Out of sight: no eyes are there. All are told what is on record, and may put it right."""


class Evening:
    """Three phones round a table without a camera, and a page that belongs to no seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pages: Flask = pages_of(table)
        self.phones = [Phone(self.pages, seat) for seat in SEATS]
        self.public = Phone(self.pages)
        for phone in (*self.phones, self.public):
            phone.view()
        table.call(lambda _: None)  # all pages know who sits where

    def tap(self, who: int | None, what: str, /, **body: object) -> TestResponse:
        """Tap something at a seat, or on the public page."""
        return (self.public if who is None else self.phones[who]).tap(what, **body)

    def named(self, seat: int, *labels: str) -> None:
        """Let the next seat say which cards stand in a hand, from slot 0 on."""
        faces = {slot: Card.parse(label) for slot, label in enumerate(labels)}
        assert self.table.ask(IdentifyTap(seat, faces), (seat + 1) % 3).ok

    def lays(self, label: str, pile: str = "fireworks") -> None:
        """Let the seat to move lay the card of its first slot."""
        seat = self.game["to_move"]
        slot = self.game["hands"][seat][0]["slot"]
        assert self.tap(seat, "lay", seat=seat, slot=slot, pile=pile).status_code == 200
        assert self.tap(seat, "answer", card=label).status_code == 200

    def clues(self, target: int, value: int = 1) -> None:
        """Let the seat to move give a clue."""
        seat = self.game["to_move"]
        assert self.tap(seat, "clue", target=target, value=value).status_code == 200

    def earns_a_tile(self) -> None:
        """Seats 0, 1, 2, 0, 1 lay red 1 to 5: seat 1 has earned a tile."""
        for rank in range(1, 6):
            self.lays(f"r{rank}")

    @property
    def game(self) -> Mapping[str, Any]:
        """The game as everybody may see it."""
        shown: Mapping[str, Any] = data(self.public.get("/api/view?public=1"))["view"]["game"]
        return shown

    @property
    def log(self) -> list[dict[str, Any]]:
        return list(self.game["log"])

    def record(self) -> object:
        """Everything that a misdeed could change unseen."""
        game = self.table.controller.game
        return None if game is None else (game.id, game.state, game.laying, game.named)

    def asked(self) -> list[int]:
        """The seats whose phones are asked for a yes."""
        return [seat for seat in SEATS if (self.phones[seat].view()["proposed"] or {}).get("yours")]

    @property
    def news(self) -> str:
        return "\n".join(self.public.view()["news"])


Do = Callable[[Evening], TestResponse]


@dataclass(frozen=True)
class Misdeed:
    """Something that is not done, what it is answered with, and a part of the sentence."""

    name: str
    expect: Expect
    says: str
    do: Do
    asks: tuple[int, ...] = ()


class Misdeeds(list[Misdeed]):
    """A list that is written as functions, each with its line above it."""

    def __call__(
        self, name: str, expect: Expect, says: str = "", *, asks: tuple[int, ...] = ()
    ) -> Callable[[Do], Do]:
        """Put what is tapped into the list."""

        def note(do: Do) -> Do:
            self.append(Misdeed(name, expect, says, do, asks))
            return do

        return note


def expected(evening: Evening, one: Misdeed) -> None:
    """Do it, and see that what was expected has become of it."""
    at = {"record": evening.record()}
    for phone in (*evening.phones, evening.public):
        phone.post = _remembering(evening, phone, at)  # type: ignore[method-assign]  # to look just before the last tap
    answer = one.do(evening)
    told = data(answer)
    match one.expect:
        case Expect.REFUSED:
            assert answer.status_code in (400, 403, 409), told
            assert one.says.lower() in told["detail"].lower()
            assert evening.record() == at["record"]
        case Expect.ASKED:
            assert answer.status_code == 200, told
            assert evening.record() == at["record"]
            assert tuple(evening.asked()) == one.asks
        case Expect.HANDLED:
            assert answer.status_code == 200, told
        case Expect.TOLD:
            assert answer.status_code == 200, told
            assert one.says in evening.news
            turn = len(evening.log)
            assert data(evening.phones[0].get(f"/api/choices?turn={turn}"))["choices"]


def _remembering(
    evening: Evening, phone: Phone, at: dict[str, object]
) -> Callable[..., TestResponse]:
    """Return what posts for ``phone``, and keeps what was on record just before."""
    post = phone.post

    def sent(what: str, /, **body: object) -> TestResponse:
        at["record"] = evening.record()
        return post(what, **body)

    return sent
