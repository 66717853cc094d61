"""What phones send, and what they are answered: taps, and the virtual panel."""

import pytest

from companion.desk.taps import AnswerTap, ClueTap, NewGameTap, StartTap, UndoTap
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.panel.panel import Press
from tests.web.fake_desk import FakeDesk
from tests.web.phones import Phone, app_of, data, sentence


def first_clue(desk: FakeDesk, target: int = 1) -> dict[str, object]:
    assert desk.game is not None
    card = desk.game.state.hands[target][0].card
    assert card is not None
    return {"target": target, "colour": card.suit.value}


# --------------------------------------------------------------------------------- taps


def test_a_game_starts_with_the_chosen_player() -> None:
    desk = FakeDesk()
    phone = Phone(app_of(desk), seat=0)
    assert data(phone.tap("start", first=2)) == {"ok": True}
    assert desk.asked == [(StartTap(2), 0)]
    assert phone.view()["game"]["to_move"] == 2


def test_a_clue_is_given_by_the_seat_of_the_cookie() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    clue = first_clue(desk)
    assert phone.tap("clue", **clue).status_code == 200
    assert desk.asked == [(ClueTap(0, 1, ColourHint(Suit(clue["colour"]))), 0)]
    assert phone.view()["game"]["clue_tokens"] == [7, 8]


def test_a_clue_about_a_number_is_given() -> None:
    desk = FakeDesk()
    desk.deal()
    Phone(app_of(desk), seat=0).tap("clue", target=1, value=1)
    assert desk.asked == [(ClueTap(0, 1, RankHint(1)), 0)]


def test_the_public_page_cannot_give_a_clue() -> None:
    desk = FakeDesk()
    desk.deal()
    refused = Phone(app_of(desk)).tap("clue", **first_clue(desk))
    assert refused.status_code == 403
    assert sentence(refused) == "Only a seat can give a clue."


def test_a_clue_out_of_turn_names_the_rule() -> None:
    desk = FakeDesk()
    desk.deal()
    refused = Phone(app_of(desk), seat=2).tap("clue", **first_clue(desk))
    assert refused.status_code == 409
    assert data(refused)["rule"] == "not_your_turn"
    assert data(refused)["stale"] is False
    assert sentence(refused)


def test_the_newest_turn_is_taken_back() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", **first_clue(desk))
    assert phone.tap("undo").status_code == 200
    assert desk.asked[-1] == (UndoTap(), 0)
    assert phone.view()["game"]["turn"] == 1
    refused = phone.tap("undo")
    assert refused.status_code == 409
    assert sentence(refused) == "There is nothing to take back."


def test_a_question_is_answered() -> None:
    desk = FakeDesk()
    desk.deal()
    desk.question = ("fireworks", ("r3", "g3"))
    desk.publish()
    phone = Phone(app_of(desk), seat=2)
    assert phone.view()["question"] == {
        "place": "fireworks",
        "options": ["r3", "g3"],
        "seat": None,
        "slot": None,
    }
    assert phone.tap("answer", card="g3").status_code == 200
    assert desk.asked == [(AnswerTap(Card(Suit.GREEN, 3)), 2)]
    assert phone.view()["question"] is None


def test_the_public_page_starts_and_ends_games() -> None:
    desk = FakeDesk()
    tablet = Phone(app_of(desk))
    assert tablet.tap("start", first=0).status_code == 200
    assert tablet.tap("new").status_code == 200
    assert desk.asked == [(StartTap(0), None), (NewGameTap(), None)]


def test_a_tap_made_in_an_older_view_is_refused_with_the_newest() -> None:
    desk = FakeDesk()
    desk.deal()
    app = app_of(desk)
    phone, other = Phone(app, seat=0), Phone(app, seat=1)
    old = phone.version()
    other.tap("undo")
    desk.game = None
    desk.publish()
    refused = phone.tap("undo", version=old)
    assert refused.status_code == 409
    assert data(refused)["stale"] is True
    assert data(refused)["snapshot"] == data(phone.get("/api/view"))
    assert len(desk.asked) == 1, "the table was not asked"


def test_a_tap_that_arrives_twice_is_carried_out_once() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    tap = {"version": phone.version(), "key": "the-same", **first_clue(desk)}
    first, second = phone.post("clue", **tap), phone.post("clue", **tap)
    assert first.status_code == second.status_code == 200
    assert first.data == second.data
    assert len(desk.asked) == 1


def test_a_key_is_good_for_one_tap_only() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", key="once", **first_clue(desk))
    refused = phone.tap("undo", key="once")
    assert refused.status_code == 400
    assert sentence(refused) == "The key once came with another tap before."


def test_two_phones_may_choose_the_same_key() -> None:
    desk = FakeDesk()
    app = app_of(desk)
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    assert one.tap("start", first=0, key="same").status_code == 200
    assert other.tap("new", key="same").status_code == 200


# --------------------------------------------------------------------------- virtual panel


@pytest.mark.parametrize("button", [press.value for press in Press])
def test_a_button_of_the_virtual_panel_is_pressed(button: str) -> None:
    desk = FakeDesk()
    assert Phone(app_of(desk)).post("press", button=button).status_code == 200
    assert desk.pressed == [Press(button)]


def test_the_lamps_of_the_virtual_panel_are_shown() -> None:
    desk = FakeDesk()
    desk.deal()
    lamps = data(Phone(app_of(desk)).get("/api/lamps"))["lamps"]
    assert (lamps["clue.7"], lamps["fuse.0"], lamps["turn.0"], lamps["status"]) == (1, 0, 1, 1)


def test_without_a_virtual_panel_there_is_nothing_to_press() -> None:
    phone = Phone(app_of(FakeDesk(panel=False)))
    for refused in (phone.post("press", button="undo"), phone.get("/api/lamps")):
        assert refused.status_code == 404
        assert sentence(refused) == "There is no virtual panel."
