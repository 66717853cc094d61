"""What phones send, and what they are answered: taps, and the virtual panel."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.panel.panel import Press
from companion.play.inputs import AnswerTap, ClueTap, NewGameTap, StartTap, UndoTap
from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable, PlayedTable


def first_clue(desk: PlayedTable, target: int = 1) -> dict[str, object]:
    return {"target": target, "colour": desk.hand(target)[0].suit.value}


# --------------------------------------------------------------------------------- taps


def test_a_game_starts_with_the_chosen_player(open_table: OpenTable) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=0)
    assert data(phone.tap("start", first=2)) == {"ok": True}
    assert desk.asked == [(StartTap(2), 0)]
    assert phone.view()["game"]["to_move"] == 2


def test_a_clue_is_given_by_the_seat_of_the_cookie(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    clue = first_clue(desk)
    assert phone.tap("clue", **clue).status_code == 200
    assert desk.asked == [(ClueTap(0, 1, ColourHint(Suit(clue["colour"]))), 0)]
    assert phone.view()["game"]["clue_tokens"] == [7, 8]


def test_a_clue_about_a_number_is_given(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    Phone(app_of(desk), seat=0).tap("clue", target=1, value=1)
    assert desk.asked == [(ClueTap(0, 1, RankHint(1)), 0)]


def test_the_public_page_cannot_give_a_clue(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    refused = Phone(app_of(desk)).tap("clue", **first_clue(desk))
    assert refused.status_code == 403
    assert sentence(refused) == "Only a seat can give a clue."


def test_a_clue_out_of_turn_names_the_rule(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    refused = Phone(app_of(desk), seat=2).tap("clue", **first_clue(desk))
    assert refused.status_code == 409
    assert data(refused)["rule"] == "not_your_turn"
    assert data(refused)["stale"] is False
    assert sentence(refused)


def test_the_newest_turn_is_taken_back(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", **first_clue(desk))
    assert phone.tap("undo").status_code == 200
    assert desk.asked[-1] == (UndoTap(), 0)
    assert phone.view()["game"]["turn"] == 1
    refused = phone.tap("undo")
    assert refused.status_code == 409
    assert sentence(refused) == "No turn was taken yet that could be taken back."


def test_a_question_is_answered(open_table: OpenTable) -> None:
    desk = open_table(players=2, seed=3)
    desk.blur(0, 0)
    desk.deal()
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.clue(1, 0, RankHint(desk.hand(0)[0].rank))
    desk.throw_unread(0, 0, "r3", "g3")
    phone = Phone(app_of(desk), seat=1)
    assert phone.view()["question"] == {
        "place": "discards",
        "options": ["r3", "g3"],
        "card": None,
        "turn": None,
        "first": None,
        "seat": None,
        "slot": None,
    }
    assert phone.tap("answer", card="g3").status_code == 200
    assert desk.asked == [(AnswerTap(Card(Suit.GREEN, 3)), 1)]
    assert phone.view()["question"] is None
    discarded = {"turn": 3, "seat": 0, "kind": "discard", "slot": 0, "card": "g3"}
    assert phone.view()["game"]["log"][-1] == discarded


def test_the_public_page_starts_and_ends_games(open_table: OpenTable) -> None:
    desk = open_table()
    tablet = Phone(app_of(desk))
    assert tablet.tap("start", first=0).status_code == 200
    assert tablet.tap("new").status_code == 200
    assert desk.asked == [(StartTap(0), None), (NewGameTap(), None)]


def test_a_tap_made_in_an_older_view_is_refused_with_the_newest(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    app = app_of(desk)
    phone, other = Phone(app, seat=0), Phone(app, seat=1)
    old = phone.version()
    other.tap("pause", paused=True)
    refused = phone.tap("undo", version=old)
    assert refused.status_code == 409
    assert data(refused)["stale"] is True
    assert data(refused)["snapshot"] == data(phone.get("/api/view"))
    assert len(desk.asked) == 1, "the table was not asked"


def test_a_tap_that_arrives_twice_is_carried_out_once(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    tap = {"version": phone.version(), "key": "the-same", **first_clue(desk)}
    first, second = phone.post("clue", **tap), phone.post("clue", **tap)
    assert first.status_code == second.status_code == 200
    assert first.data == second.data
    assert len(desk.asked) == 1


def test_a_key_is_good_for_one_tap_only(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", key="once", **first_clue(desk))
    refused = phone.tap("undo", key="once")
    assert refused.status_code == 400
    assert sentence(refused) == "The key once came with another tap before."


def test_two_phones_may_choose_the_same_key(open_table: OpenTable) -> None:
    desk = open_table()
    app = app_of(desk)
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    assert one.tap("start", first=0, key="same").status_code == 200
    assert other.tap("new", key="same").status_code == 200


def test_a_tap_that_changes_nothing_is_answered_without_waiting_for_another_view(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.view()

    def wait(*_: object) -> None:
        pytest.fail("the others' taps would wait, too")

    monkeypatch.setattr(desk.hub, "wait", wait)
    version = phone.version()
    assert phone.tap("pause", paused=False).status_code == 200
    assert phone.version() == version
    first = phone.tap("clue", **first_clue(desk))
    assert first.status_code == 200
    assert phone.version() > version, "what a tap has changed is shown when it is answered"


# --------------------------------------------------------------------------- virtual panel


@pytest.mark.parametrize("button", [press.value for press in Press])
def test_a_button_of_the_virtual_panel_is_pressed(button: str, open_table: OpenTable) -> None:
    desk = open_table(panel=True)
    assert Phone(app_of(desk)).post("press", button=button).status_code == 200
    assert desk.buttons == [Press(button)]


def test_a_press_that_is_sent_twice_by_its_name_is_one(open_table: OpenTable) -> None:
    desk = open_table(panel=True)
    tablet = Phone(app_of(desk))
    for key in ("first", "first", "second"):
        assert tablet.post("press", button="clue", key=key).status_code == 200
    assert desk.buttons == [Press.CLUE] * 2
    assert tablet.post("press", button="undo", key="first").status_code == 400
    assert tablet.post("press", button="undo", key="").status_code == 400
    assert desk.buttons == [Press.CLUE] * 2


def test_a_press_that_was_made_before_the_table_changed_does_nothing(
    open_table: OpenTable,
) -> None:
    desk = open_table(panel=True)
    tablet = Phone(app_of(desk))
    version = data(tablet.get("/api/lamps"))["version"]
    desk.deal()
    late = tablet.post("press", button="confirm", key="late", version=version)
    assert (late.status_code, data(late)["stale"]) == (409, True)
    assert sentence(late) == "The table has changed meanwhile: please look again."
    assert desk.buttons == []
    version = data(tablet.get("/api/lamps"))["version"]
    assert tablet.post("press", button="confirm", key="k", version=version).status_code == 200
    assert tablet.post("press", button="confirm", key="k", version=version).status_code == 200
    assert desk.buttons == [Press.CONFIRM]


def test_a_button_of_the_virtual_panel_does_what_that_of_a_real_one_does(
    open_table: OpenTable,
) -> None:
    tablet = Phone(app_of(open_table(panel=True)))
    tablet.post("press", button="confirm")
    assert tablet.view()["phase"] == "playing"


def test_the_lamps_of_the_virtual_panel_are_shown(open_table: OpenTable) -> None:
    desk = open_table(panel=True)
    desk.deal()
    lamps = data(Phone(app_of(desk)).get("/api/lamps"))["lamps"]
    assert (lamps["clue.7"], lamps["fuse.0"], lamps["turn.0"], lamps["status"]) == (1, 0, 1, 1)


def test_without_a_virtual_panel_there_is_nothing_to_press(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()))
    for refused in (phone.post("press", button="undo"), phone.get("/api/lamps")):
        assert refused.status_code == 404
        assert sentence(refused) == "There is no virtual panel."
