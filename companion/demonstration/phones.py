"""A phone that is a program: a simulated player's page, through the same HTTP as a real one."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from companion.panel.panel import Press

TIMEOUT = 20.0
"""Seconds to wait for an answer."""
SENT_AGAIN = 5
"""How often a tap is repeated that came too late for the newest view."""


class PhoneError(RuntimeError):
    """The page refused a tap; the message is its own sentence."""


class HttpPhone:
    """One phone that holds one seat.

    Attributes:
        address: where the table's page is; it may move to another port when the table restarts.
    """

    def __init__(self, address: str, code: str, seat: int) -> None:
        """Join the table at ``address`` and take ``seat``; it sits there, should it be asked.

        Raises:
            PhoneError: the seat or the code was refused.
        """
        self.address = address
        self._seat = seat
        # The table is in this house: no proxy knows the way to it.
        self._web = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        if self.send("join", {"code": code, "seat": seat}).get("confirm"):
            self.send("confirm", {"seat": seat, "sits": True})

    def view(self) -> Mapping[str, Any]:
        """Return what the page of this seat shows now."""
        view: Mapping[str, Any] = self._get()["view"]
        return view

    def clue(self, target: int, hint: str | int) -> None:
        """Give a clue.

        Raises:
            PhoneError: it was refused.
        """
        named = {"value": hint} if isinstance(hint, int) else {"colour": hint}
        self.tap("clue", {"target": target, **named})

    def turn_tile(self, tile: str, card: str | None) -> None:
        """Turn an award tile, and say which discarded ``card`` it brings back.

        Raises:
            PhoneError: it was refused.
        """
        named = {} if card is None else {"card": card}
        self.tap("tile", {"seat": self._seat, "tile": tile, **named})

    def answer(self, card: str) -> None:
        """Say which card it is that could not be read.

        Raises:
            PhoneError: it was refused.
        """
        self.tap("answer", {"card": card})

    def answer_played(self, played: bool) -> None:
        """Say whether a card that went to the discards unseen was played.

        Raises:
            PhoneError: it was refused.
        """
        self.tap("answer", {"played": played})

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel."""
        self.send("press", {"button": press.value})

    def start(self, first: int) -> None:
        """Start a game with seat ``first``.

        Raises:
            PhoneError: it was refused.
        """
        self.tap("start", {"first": first})

    def lay_down(self) -> None:
        """Say that the game is over: all hands are laid down.

        Raises:
            PhoneError: it was refused.
        """
        self.tap("lay-down", {})

    def put_right(self) -> None:
        """Let the record follow the table as the page proposes it, if it does.

        Raises:
            PhoneError: they do not differ, or what it proposes was refused.
        """
        found = self._get("explained")
        if found["choice"] is not None:
            self.tap("correct", {"correction": found["choice"]["correction"]})
        elif found["redo"] is not None:
            self.tap("redo", {})

    def tap(self, what: str, data: Mapping[str, object]) -> None:
        """Tap anything that a page can, in the newest view.

        Raises:
            PhoneError: it was refused.
        """
        for _ in range(SENT_AGAIN):
            body = {**data, "version": self._get()["version"], "key": secrets.token_urlsafe(9)}
            try:
                self.send(what, body)
            except _StaleError:
                continue
            return
        raise PhoneError(f"seat {self._seat}: the view changed too fast to tap {what}")

    def _get(self, what: str = "view") -> Mapping[str, Any]:
        return self._answer(Request(f"{self.address}/api/{what}"))

    def send(self, what: str, data: Mapping[str, object]) -> Mapping[str, Any]:
        """Post anything, as it is; return the answer.

        Raises:
            PhoneError: it was refused.
        """
        return self._answer(
            Request(
                f"{self.address}/api/{what}",
                data=json.dumps(data).encode(),
                headers={"Content-Type": "application/json"},
            )
        )

    def _answer(self, request: Request) -> Mapping[str, Any]:
        try:
            with self._web.open(request, timeout=TIMEOUT) as response:
                answer: Mapping[str, Any] = json.load(response)
                return answer
        except HTTPError as error:
            with error:
                said = json.loads(error.read() or b"{}")
            if said.get("stale"):
                raise _StaleError from None
            raise PhoneError(f"seat {self._seat}: {said.get('detail', error)}") from None


class _StaleError(Exception):
    """The tap was made for an older view."""
