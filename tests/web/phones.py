"""Phones without a browser: Flask's test client, with a clock that only the test moves."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from threading import Event
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.busy import MOST_WAITING
from companion.desk import HanabiDesk
from companion.services import Services
from web import create_app
from web.config import PageConfig

CODE = "SPARK7"
SECRET = b"kept by the installation"


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


SERVICES = [one.name for one in fields(Services)]


def app_of(
    desk: HanabiDesk, clock: Clock | None = None, address: str | None = None, **options: Any
) -> Flask:
    """Return the app round ``desk``, with names that are the same in each run.

    Among ``options`` may be any of its services.
    """
    services = Services(**{name: options.pop(name) for name in SERVICES if name in options})
    numbers = itertools.count(1)
    return create_app(
        desk,
        PageConfig(
            secret=SECRET,
            code=CODE,
            address=lambda: address,
            clock=clock or Clock(),
            name=lambda: f"name-{next(numbers)}",
            services=services,
            **options,
        ),
    )


class Phone:
    """One phone with its own cookies, at its own address."""

    def __init__(
        self,
        app: Flask,
        seat: int | None = None,
        address: str = "192.168.1.30",
        *,
        sits: bool | None = True,
        agreed: bool = True,
    ) -> None:
        """Join with the right code; without a seat it looks on with the public.

        Its owner answers ``sits`` where he is asked whether he sits there; None: nothing. Where the
        table is asked whether he may sit there, whoever is asked says that he has ``agreed``.
        """
        self._keys = itertools.count(1)
        self._sits = sits
        self.client = app.test_client()
        self.address = address
        self.joined = self.post("join", code=CODE, seat=seat)
        others: list[Phone] = app.extensions.setdefault("phones", [])
        if agreed and self.joined.status_code == 202:
            assert any(other.agree(data(self.joined)["seat"]) for other in others), "nobody agrees"
            self.joined = self.post("join", seat=seat)
        others.append(self)

    def again(self, app: Flask) -> Phone:
        """Return this phone, with its cookies, at the pages of one that was started anew."""
        phone = Phone.__new__(Phone)
        phone._keys, phone._sits, phone.address = self._keys, self._sits, self.address
        phone.client, phone.joined = app.test_client(), self.joined
        cookie = self.client.get_cookie("companion")
        assert cookie is not None
        phone.client.set_cookie("companion", cookie.value)
        return phone

    def agree(self, seat: int) -> bool:
        """Say that somebody may have ``seat``, where this phone is asked; return whether it is."""
        view = self.get("/api/view")
        if view.status_code != 200:
            return False
        for wish in data(view)["house"]["wishes"]:
            if wish["yours"] and wish["seat"] == seat:
                return self.post("consent", wish=wish["id"], granted=True).status_code == 200
        return False

    def get(self, path: str) -> TestResponse:
        response = self.client.get(path, environ_base={"REMOTE_ADDR": self.address})
        if response.mimetype != "text/event-stream":  # a stream has no end
            response.get_data()
            response.close()
        return response

    def post(self, what: str, /, **body: object) -> TestResponse:
        answer = self.client.post(
            f"/api/{what}", json=body, environ_base={"REMOTE_ADDR": self.address}
        )
        if what == "join" and answer.status_code == 200 and self._sits is not None:
            told = data(answer)
            if told["confirm"]:
                assert self.post("confirm", seat=told["seat"], sits=self._sits).status_code == 200
        return answer

    def raw(self, what: str, body: bytes, kind: str = "application/json") -> TestResponse:
        return self.client.post(f"/api/{what}", data=body, content_type=kind)

    def view(self) -> Mapping[str, Any]:
        view: Mapping[str, Any] = data(self.get("/api/view"))["view"]
        return view

    def version(self) -> int:
        return int(data(self.get("/api/view"))["version"])

    def tap(self, what: str, /, **body: object) -> TestResponse:
        """Tap in the newest view, with a key of its own."""
        sent = {"version": self.version(), "key": f"k{next(self._keys)}", **body}
        return self.post(what, **sent)


def agreed(asking: Phone, asked: Phone, what: str, /, **body: object) -> TestResponse:
    """Tap what another phone has to agree to, and let it do so; return what the yes was told."""
    assert asking.tap(what, **body).status_code == 200
    assert asked.view()["proposed"]["yours"] is True
    return asked.tap("agree", granted=True)


def data(response: TestResponse) -> Mapping[str, Any]:
    """Return the JSON object of a response."""
    answer = response.get_json()
    assert isinstance(answer, dict), response.get_data(as_text=True)
    return answer


def sentence(response: TestResponse) -> str:
    """Return the one sentence of a refusal."""
    message = data(response)["detail"]
    assert isinstance(message, str)
    assert message
    assert "\n" not in message
    return message


def at_once(phones: Sequence[Phone], path: str, go_on: Event) -> list[int]:
    """Have phones ask for something that takes until ``go_on``; return the statuses, sorted.

    It goes on as soon as all of them but those that wait are answered.
    """
    with ThreadPoolExecutor(len(phones)) as threads:
        asked = [threads.submit(phone.get, path) for phone in phones]
        until = time.monotonic() + 10
        while sum(one.done() for one in asked) < len(phones) - MOST_WAITING:
            if time.monotonic() > until:
                break
            time.sleep(0.01)
        go_on.set()
        return sorted(one.result().status_code for one in asked)
