"""Photos of a hand: who may send one, and what becomes of what it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from werkzeug.test import TestResponse

from companion.busy import BusyError
from companion.hanabi.cards import Card
from companion.language.phrases import phrase
from companion.play.inputs import PhotoTap
from tests.web.phones import Phone, app_of, sentence
from tests.web.real_table import OpenTable, PlayedTable
from web.photos import LARGEST_PHOTO

R1 = Card.parse("r1")
HAND = ("r1", None, "crane", None, None)


class Reader:
    """Eyes for photos; a test can have something happen while they look."""

    def __init__(self, *labels: str | None) -> None:
        self.labels = labels
        self.seen: list[bytes] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def __call__(self, data: bytes) -> tuple[str | None, ...]:
        self.seen.append(data)
        self.meanwhile()
        if data == b"cat":
            raise ValueError("The photo is not a picture that can be read.")
        return self.labels


def send(
    phone: Phone, hand: object = 1, data: bytes = b"photo", kind: str = "image/jpeg", key: str = "k"
) -> TestResponse:
    query = f"hand={hand}&version={phone.version()}&key={key}"
    return phone.client.post(f"/api/photo?{query}", data=data, content_type=kind)


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    """A game that no camera watches: nobody has read the hands."""
    desk = open_table(camera=False)
    desk.deal()
    return desk


def test_a_photo_is_read_and_its_cards_are_told(desk: PlayedTable) -> None:
    reader = Reader(*HAND)
    phone = Phone(app_of(desk, read_hand=reader), seat=0)
    assert send(phone).status_code == 200
    assert reader.seen == [b"photo"]
    assert desk.asked == [(PhotoTap(1, (R1, None, None, None, None)), 0)]
    shown = phone.view()["game"]["hands"][1]
    assert [card["face"] for card in shown] == ["r1", None, None, None, None]


def test_a_photo_of_too_few_cards_is_refused(desk: PlayedTable) -> None:
    refused = send(Phone(app_of(desk, read_hand=Reader("r1")), seat=0))
    assert refused.status_code == 409
    assert sentence(refused) == "The photo shows 1 card, but seat 2 holds 5."


def test_a_photo_that_arrives_twice_is_told_once(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk, read_hand=Reader(*HAND)), seat=0)
    assert [send(phone).status_code for _ in range(2)] == [200, 200]
    assert len(desk.asked) == 1


@pytest.mark.parametrize("seat", [1, None])
def test_who_does_not_see_the_hand_sends_no_photo_and_none_is_looked_at(
    desk: PlayedTable, seat: int | None
) -> None:
    reader = Reader("r1")
    phone = Phone(app_of(desk, read_hand=reader), seat=seat)
    refused = send(phone)
    assert refused.status_code == 403
    assert sentence(refused) == "A hand is photographed by a seat that sees it."
    assert (reader.seen, desk.asked) == ([], [])


@pytest.mark.parametrize(
    ("changes", "status", "says"),
    [
        ({"data": b"cat"}, 400, "The photo is not a picture that can be read."),
        ({"kind": "text/plain"}, 415, "image/jpeg"),
        ({"hand": "x"}, 400, "photo query, hand: wants a seat from 0 to 4, got null."),
        ({"hand": 5}, 400, "photo query, hand: wants a seat from 0 to 4, got 5."),
        ({"key": "!"}, 400, "photo query, key: wants up to 64 letters"),
        ({"data": b"0" * (LARGEST_PHOTO + 1)}, 413, "That is too much at once."),
    ],
)
def test_what_is_no_photo_is_refused_with_one_sentence(
    desk: PlayedTable, changes: dict[str, object], status: int, says: str
) -> None:
    phone = Phone(app_of(desk, read_hand=Reader("r1")), seat=0)
    refused = send(phone, **changes)  # type: ignore[arg-type]
    assert refused.status_code == status
    assert says in sentence(refused)
    assert desk.asked == []


def test_only_a_photo_may_be_large(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk, read_hand=Reader("r1")), seat=0)
    assert phone.raw("clue", b" " * 5000).status_code == 413


def test_photos_are_read_as_soon_as_the_first_deck_is_learnt(desk: PlayedTable) -> None:
    learnt = False
    phone = Phone(app_of(desk, read_hand=Reader(*HAND), reads_hands=lambda: learnt), seat=0)
    assert phone.get("/api/view").get_json()["house"]["photos"] is False
    assert (send(phone).status_code, desk.asked) == (404, [])
    learnt = True
    assert phone.get("/api/view").get_json()["house"]["photos"] is True
    assert send(phone, key="again").status_code == 200


def test_without_a_learnt_deck_there_are_no_photos(desk: PlayedTable) -> None:
    assert send(Phone(app_of(desk), seat=0)).status_code == 404


def test_what_happens_elsewhere_while_a_photo_is_read_does_not_matter(desk: PlayedTable) -> None:
    reader = Reader(*HAND)
    app = app_of(desk, read_hand=reader)
    phone, other = Phone(app, seat=2), Phone(app, seat=1)

    def question() -> None:
        assert other.tap("lay", seat=0, slot=0, pile="fireworks").status_code == 200
        assert other.view()["question"]["place"] == "fireworks"

    reader.meanwhile = question
    assert send(phone).status_code == 200


def test_a_hand_that_changed_while_its_photo_was_read_is_photographed_again(
    desk: PlayedTable,
) -> None:
    reader = Reader(*HAND)
    phone = Phone(app_of(desk, read_hand=reader), seat=0)
    reader.meanwhile = desk.stop
    refused = send(phone)
    assert refused.status_code == 409
    assert desk.asked == []


def test_where_too_many_pictures_wait_a_photo_is_sent_again_a_little_later(
    desk: PlayedTable,
) -> None:
    def read(_: bytes) -> tuple[str | None, ...]:
        raise BusyError(phrase("too many pictures wait: please try again in a moment"))

    phone = Phone(app_of(desk, read_hand=read), seat=0)
    answer = send(phone)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert "please try again" in sentence(answer)
    assert not desk.asked
