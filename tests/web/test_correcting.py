"""Putting turns right on a phone: what is offered, in three taps, and who is told what."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.play.inputs import CorrectTap
from companion.record.corrections import FaceIs
from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable, PlayedTable


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    desk = open_table(players=2, seed=3)
    with_a_misplay(desk)
    return desk


def with_a_misplay(desk: PlayedTable) -> None:
    """Deal, and let seat 0 play its first card, which does not fit."""
    desk.deal()
    desk.play(0, next(slot for slot, card in enumerate(desk.hand(0)) if card.rank > 1))
    assert desk.state.strikes == 1


def test_a_turn_is_put_right_as_it_is_offered(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), seat=1)
    choices = data(phone.get("/api/choices?turn=1"))["choices"]
    fits = next(one for one in choices if one["effect"].startswith("Score 0 → 1."))
    assert fits["correction"]["kind"] == "face"
    assert fits["text"].startswith("It was ")
    assert "Fuses burnt 1 → 0." in fits["effect"]
    assert phone.tap("correct", correction=fits["correction"]).status_code == 200
    put_right = CorrectTap(FaceIs(1, Card.parse(fits["correction"]["card"])))
    assert desk.asked == [(put_right, 1)]
    assert desk.state.strikes == 0
    assert phone.view()["game"]["log"][0]["success"] is True


def test_every_kind_of_correction_is_offered_and_says_what_it_changes(desk: PlayedTable) -> None:
    choices = data(Phone(app_of(desk), seat=1).get("/api/choices?turn=1"))["choices"]
    assert {one["correction"]["kind"] for one in choices} == {"face", "instead", "missed", "never"}
    assert all(one["text"] and one["effect"] for one in choices)
    never = next(one for one in choices if one["correction"]["kind"] == "never")
    assert never["effect"] == "Fuses burnt 1 → 0. Turns 1 → 0."


def test_what_cannot_be_is_refused_with_the_rule(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), seat=1)
    deed = {"kind": "discard", "slot": 0, "card": "r1"}
    refused = phone.tap("correct", correction={"kind": "missed", "turn": 1, "deed": deed})
    assert refused.status_code == 409


@pytest.mark.parametrize("turn", ["", "x", "-1", "1.0", "99999", "٣"])
def test_a_turn_that_is_no_number_is_refused(desk: PlayedTable, turn: str) -> None:
    refused = Phone(app_of(desk), seat=1).get(f"/api/choices?turn={turn}")
    assert refused.status_code == 400
    assert sentence(refused) == "turn is the number of a turn."


def test_of_a_turn_that_was_not_taken_nothing_is_offered(desk: PlayedTable) -> None:
    refused = Phone(app_of(desk), seat=1).get("/api/choices?turn=7")
    assert refused.status_code == 409
    assert sentence(refused) == "There is no turn 7."


def test_before_a_game_there_is_nothing_to_put_right(open_table: OpenTable) -> None:
    refused = Phone(app_of(open_table()), seat=1).get("/api/choices?turn=1")
    assert refused.status_code == 409


def test_strangers_are_offered_nothing(desk: PlayedTable) -> None:
    stranger = app_of(desk).test_client()
    assert stranger.get("/api/choices?turn=1").status_code == 403
    assert stranger.post("/api/correct", json={}).status_code == 403
    assert stranger.post("/api/redo", json={}).status_code == 403


@pytest.mark.parametrize(
    "correction",
    [None, 3, {}, {"kind": "face"}, {"kind": "never", "turn": "1"}, {"kind": "never", "turn": -1}],
)
def test_a_malformed_correction_is_refused_with_one_sentence(
    desk: PlayedTable, correction: object
) -> None:
    refused = Phone(app_of(desk), seat=1).tap("correct", correction=correction)
    assert refused.status_code == 400
    assert sentence(refused).startswith("correct, correction: ")


def test_a_correction_chosen_in_an_older_view_is_refused(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), seat=1)
    version = phone.version()
    desk.stop()
    stale = phone.tap("correct", correction={"kind": "never", "turn": 1}, version=version)
    assert stale.status_code == 409
    assert data(stale)["stale"] is True


def test_a_phone_that_plays_no_seat_is_offered_what_the_public_is(open_table: OpenTable) -> None:
    desk = open_table(players=2, seed=3)
    app = app_of(desk)
    onlooker, public = Phone(app, seat=4), Phone(app)
    with_a_misplay(desk)
    for turn in (1, 2):
        path = f"/api/choices?turn={turn}"
        assert onlooker.get(path).data == public.get(path).data
        assert onlooker.get(path).status_code == 200


def test_the_faces_that_the_eyes_thought_of_are_marked_as_likely(open_table: OpenTable) -> None:
    desk = open_table(players=2, seed=3)
    desk.blur(0, 0)
    desk.deal()
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.clue(1, 0, RankHint(desk.hand(0)[0].rank))
    desk.throw_unread(0, 0, "b2", "w2", "r2")
    phone = Phone(app_of(desk), seat=1)
    assert phone.tap("answer", card="b2").status_code == 200
    desk.look()
    choices = data(phone.get("/api/choices?turn=3"))["choices"]
    likely = {one["correction"]["card"] for one in choices if one["likely"]}
    assert likely == {"w2", "r2"}


def test_a_card_that_was_read_at_once_has_no_likely_rivals(desk: PlayedTable) -> None:
    choices = data(Phone(app_of(desk), seat=1).get("/api/choices?turn=1"))["choices"]
    assert [one for one in choices if one["likely"]] == []
