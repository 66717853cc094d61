"""Whatever is sent, the answer is a sentence and never a failure of ours."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.phones import Phone, app_of
from tests.web.real_table import PlayedTable, played

NAMES = [
    *("target", "colour", "value", "version", "key", "first", "card", "button", "code", "seat"),
    *("giver", "pointed", "players", "slot", "pile", "tile", "order"),
]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["r", "q", "r3", "undo", "SPARK7", "k1", 0, 1, 2, 10**30, -1])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
BODIES = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), VALUES, max_size=7).map(
    lambda body: json.dumps(body).encode()
)
POSTS = [
    *("clue", "start", "answer", "undo", "new", "press", "join", "leave", "view", "nothing"),
    *("check", "lay", "identify", "pass", "name", "tile", "arrange", "photo"),
    *("here", "consent", "pause", "redo", "correct", "voice"),
]
VIEW = st.sampled_from(
    ["/api/view", "/api/stream", "/", "/seats", "/seat", "/public", "/panel", "/static/"]
)


@contextmanager
def new_table() -> Iterator[PlayedTable]:
    """A table of its own for each thing that is sent."""
    with TemporaryDirectory() as folder, played(Path(folder) / "games", panel=True) as desk:
        yield desk


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("playing", [True, False])
@settings(max_examples=50, deadline=None)
@given(what=st.sampled_from(POSTS), body=BODIES | st.binary(max_size=60))
def test_no_body_makes_the_page_fail(
    seat: int | None, playing: bool, what: str, body: bytes
) -> None:
    with new_table() as desk, _no_errors() as errors:
        if playing:
            desk.deal()
        answer = Phone(app_of(desk), seat).raw(what, body)
    assert answer.status_code < 500
    refused = answer.status_code >= 400
    assert answer.mimetype == ("application/problem+json" if refused else "application/json")
    assert isinstance(answer.get_json(), dict)
    assert errors.records == []


@settings(max_examples=50, deadline=None)
@given(path=VIEW, query=st.text(max_size=20), cookie=st.text(max_size=40))
def test_no_address_and_no_cookie_makes_the_page_fail(path: str, query: str, cookie: str) -> None:
    with new_table() as desk, _no_errors() as errors:
        answer = (
            app_of(desk)
            .test_client()
            .get(
                path,
                query_string={"code": query, "public": query},
                headers={"Cookie": f"companion={json.dumps(cookie)}"},
            )
        )
    assert answer.status_code < 500
    assert errors.records == []


class _no_errors(logging.Handler):  # noqa: N801 - reads as a sentence where it is used
    """Collects what the page logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def __enter__(self) -> "_no_errors":
        logging.getLogger("web").addHandler(self)
        return self

    def __exit__(self, *exception: object) -> None:
        logging.getLogger("web").removeHandler(self)
