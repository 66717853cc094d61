"""Who sits where: names, phones that are away, and what the table has to agree to."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.hanabi.tellers import PUBLIC_PAGE, Teller
from companion.language.people import Arrival, How
from tests.web.phones import CODE, Clock, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable, PlayedTable, not_ready
from tests.web.test_stream import Listener
from web.seat_requests import ASKED_FOR, MOST_WISHES
from web.seats import AWAY_AFTER

MakeParty = Callable[..., "Party"]


class Party:
    """A table in a running game, with phones that have names."""

    def __init__(self, desk: PlayedTable, *, playing: bool = True) -> None:
        self.desk = desk
        self.clock = Clock()
        self.app = app_of(self.desk, self.clock)
        self.phones: list[Phone] = []
        if playing:
            self.desk.deal()

    def phone(self, seat: int | None = None, **wish: object) -> Phone:
        """A phone of somebody new; where a seat is free whoever is asked about it agrees."""
        phone = Phone(self.app)
        phone.client.delete_cookie("companion")
        phone.joined = phone.post("join", code=CODE, seat=seat, **wish)
        asked = phone.joined.status_code == 202
        if asked and seat is not None and seat not in self.desk.seating().seats:
            assert any(other.agree(seat) for other in self.phones)
            phone.joined = phone.post("join", seat=seat, **wish)
        self.phones.append(phone)
        return phone


@pytest.fixture
def make_party(open_table: OpenTable) -> MakeParty:
    def make(*, playing: bool = True) -> Party:
        return Party(open_table(), playing=playing)

    return make


@pytest.fixture
def party(make_party: MakeParty) -> Party:
    return make_party()


def house(phone: Phone) -> dict[str, Any]:
    answer: dict[str, Any] = data(phone.get("/api/view"))["house"]
    return answer


def asked(phone: Phone) -> list[tuple[str | None, int, bool]]:
    return [(wish["name"], wish["seat"], wish["yours"]) for wish in house(phone)["wishes"]]


def answer(phone: Phone, *, granted: bool) -> int:
    wish = house(phone)["wishes"][0]["id"]
    return phone.post("consent", wish=wish, granted=granted).status_code


def reader(phone: Phone) -> object:
    return phone.view()["game"]["reader"]


# ------------------------------------------------------------------------------------------ names


def test_people_are_called_by_the_names_they_gave(party: Party) -> None:
    ana = party.phone(0, name="  Ana ")
    party.phone(1)
    party.phone(2, name="ana")
    assert house(ana)["names"] == {"0": "Ana (1)", "2": "ana (3)"}, "two alike are told apart"
    assert party.desk.people().who(1) == "Seat 2"
    assert "Ana (1)" in ana.get("/").text
    refused = ana.tap("clue", target=0, value=1)
    assert sentence(refused) == "Nobody gives himself a clue."


def test_a_name_is_kept_by_the_phone_through_a_restart(make_party: MakeParty, party: Party) -> None:
    ana = party.phone(0, name="Ana")
    cookie = ana.client.get_cookie("companion")
    assert cookie is not None
    later = make_party(playing=False)
    phone = later.phone()
    phone.client.set_cookie("companion", cookie.value)
    assert house(phone)["names"] == {"0": "Ana"}
    phone.post("here", here=True)
    assert later.desk.people().whom(0) == "Ana"


def test_a_name_cannot_be_markup(party: Party) -> None:
    party.phone(0, name="<b>&Ana")
    assert "<b>&Ana" not in party.phone().get("/").text
    assert "&lt;b&gt;&amp;Ana" in party.phone().get("/").text


# ------------------------------------------------------------------------------------------- away


def test_a_phone_that_is_silent_or_says_so_is_away(party: Party) -> None:
    one, two = party.phone(0), party.phone(1)
    assert house(one)["away"] == []
    two.post("here", here=False)
    assert house(one)["away"] == [1]
    two.post("here", here=True)
    assert house(one)["away"] == []
    party.clock.now += AWAY_AFTER + 1
    assert house(one)["away"] == [1]
    assert house(two)["away"] == [], "it was heard just now"


def test_a_phone_that_only_looks_again_who_sits_where_is_not_heard_at_the_table(
    party: Party,
) -> None:
    one, two = party.phone(0), party.phone(1)
    party.clock.now += AWAY_AFTER + 1
    shown = two.get("/seats").text
    assert "yours" in shown
    assert "away, ask for it" in shown
    assert house(one)["away"] == [1]


def test_a_seat_that_another_took_meanwhile_is_no_longer_called_yours(
    make_party: MakeParty,
) -> None:
    party = make_party(playing=False)
    one, two = party.phone(0), party.phone(None)
    assert "yours" in one.get("/seats").text
    assert two.post("join", seat=0).status_code == 202
    assert one.agree(0)
    assert two.post("join", seat=0).status_code == 200
    assert "yours" in two.get("/seats").text
    assert "yours" not in one.get("/seats").text


def test_a_page_that_is_hidden_stays_away_whatever_it_still_asks_for(party: Party) -> None:
    one, two = party.phone(0), party.phone(1)
    Listener(one).next()
    two.post("here", here=False)
    for path in ("/api/view", "/api/rack-picture?of=1", "/api/wish", "/seat"):
        two.get(path)
    Listener(two).next()  # its connection went, and it came back by itself
    assert house(one)["away"] == [1]
    two.post("here", here=True)
    assert house(one)["away"] == []


def test_a_word_that_was_overtaken_by_a_newer_one_does_not_count(party: Party) -> None:
    one, two = party.phone(0), party.phone(1)
    two.post("here", here=False, page="p", nth=2)
    two.post("here", here=True, page="p", nth=1)
    assert house(one)["away"] == [1]
    two.post("here", here=True, page="p", nth=3)
    assert house(one)["away"] == []
    two.post("here", here=False, page="p", nth=4)
    two.post("here", here=True, page="loaded-anew", nth=1)
    assert house(one)["away"] == [], "each page counts its own words"


def test_whoever_looks_on_with_all_hands_is_not_named_while_his_page_is_hidden(
    party: Party,
) -> None:
    one, eve = party.phone(0), party.phone(sees_all=True, name="Eve")
    eve.post("here", here=False)
    eve.view()
    assert house(one)["onlookers"] == []
    eve.post("here", here=True)
    assert house(one)["onlookers"] == ["Eve"]


def test_a_seat_that_is_taken_anew_is_there_whatever_was_said_before(party: Party) -> None:
    one, two = party.phone(0), party.phone(1)
    two.post("here", here=False, page="p", nth=9)
    two.post("join", seat=1)
    assert house(one)["away"] == []


def test_the_stream_tells_who_is_away_and_the_version_stays(party: Party) -> None:
    one, two = party.phone(0), party.phone(1)
    listener = Listener(one)
    listener.next()
    first = listener.snapshot()
    two.post("here", here=False)
    second = listener.snapshot()
    assert first["house"]["away"] == []
    assert second["house"]["away"] == [1]
    assert second["version"] == first["version"]


# ---------------------------------------------------------------------------------------- consent


@pytest.mark.parametrize("playing", [True, False])
def test_an_occupied_seat_is_given_by_whoever_holds_it(
    playing: bool, make_party: MakeParty
) -> None:
    party = make_party(playing=playing)
    holder, other = party.phone(1, name="Ana"), party.phone(2)
    second = party.phone(1, name="Bo")
    assert second.joined.status_code == 202
    assert asked(holder) == [("Bo", 1, True)]
    assert asked(other) == [("Bo", 1, False)]
    assert asked(second) == []
    assert answer(other, granted=True) == 403
    assert data(second.get("/api/wish")) == {"seat": 1, "granted": None}
    assert second.get("/seat").headers["Location"] == "/", "it has not got it yet"
    assert answer(holder, granted=True) == 200
    assert data(second.get("/api/wish")) == {"seat": 1, "granted": True}
    assert second.post("join", seat=1).status_code == 200
    assert second.get("/seat").status_code == 200
    assert holder.get("/seat").headers["Location"] == "/"
    assert party.desk.arrivals[-1] == Arrival(How.TOOK_OVER, "Bo", 1, by=Teller(1))


def test_a_phone_whose_seat_does_not_play_may_have_one_that_does(
    open_table: OpenTable,
) -> None:
    """It was shown what everybody sees, and nobody sits at the free seat."""
    desk = open_table(players=2)
    party = Party(desk, playing=False)
    beside, other = party.phone(3, name="Ana"), party.phone(1)
    desk.deal()
    assert reader(beside) is None
    wish = beside.post("join", seat=0)
    assert wish.status_code == 202, "the table is asked"
    assert answer(other, granted=True) == 200
    assert beside.post("join", seat=0).status_code == 200


def test_a_seat_whose_phone_is_away_is_given_by_the_others(party: Party) -> None:
    party.phone(1).post("here", here=False)
    other = party.phone(2)
    second = party.phone(1, name="Bo")
    assert second.joined.status_code == 202
    assert answer(other, granted=True) == 200
    assert second.post("join", seat=1).status_code == 200


def test_what_the_table_refuses_is_refused_and_can_be_asked_again(party: Party) -> None:
    holder, second = party.phone(1), party.phone(1)
    assert answer(holder, granted=False) == 200
    assert data(second.get("/api/wish"))["granted"] is False
    assert asked(holder) == []
    assert second.post("join", seat=1).status_code == 202
    assert len(asked(holder)) == 1


def test_a_wish_that_nobody_answers_is_over_after_a_while(party: Party) -> None:
    holder, second = party.phone(1), party.phone(1)
    wish = house(holder)["wishes"][0]["id"]
    party.clock.now += ASKED_FOR + 1
    assert data(second.get("/api/wish")) == {"seat": None, "granted": None}
    late = holder.post("consent", wish=wish, granted=True)
    assert late.status_code == 409
    assert sentence(late) == "Nobody is waiting for an answer any more."


def test_a_granted_wish_is_for_that_seat_and_that_phone_only(party: Party) -> None:
    holder, other = party.phone(1), party.phone(2)
    second = party.phone(1)
    answer(holder, granted=True)
    assert party.phone(1).joined.status_code == 202
    assert second.post("join", seat=2).status_code == 202
    assert reader(other) == 2


def test_whoever_has_seen_other_hands_changes_no_seat_in_a_game(party: Party) -> None:
    phone, other = party.phone(0, name="Ana"), party.phone(2)
    for _ in range(2):
        assert phone.post("join", seat=1).status_code == 409
        phone.post("leave")  # leaving does not help
    assert asked(other) == [], "nobody is asked: no yes makes what was seen unseen"
    assert phone.post("join", seat=0).status_code == 200, "its own seat it gets back"
    assert reader(phone) == 0


def test_before_a_game_everybody_sits_where_he_likes(make_party: MakeParty) -> None:
    party = make_party(playing=False)
    phone = party.phone(0)
    party.phone(2)
    assert phone.post("join", seat=1).status_code == 200
    assert party.phone(0).joined.status_code == 200, "the other one is free"
    assert party.desk.arrivals == []


def test_after_a_game_everybody_sits_where_he_likes(party: Party) -> None:
    phone = party.phone(0)
    party.phone(2)
    assert phone.post("join", seat=1).status_code == 409
    party.desk.stop()
    assert phone.post("join", seat=1).status_code == 200
    party.desk.deal()
    assert phone.post("join", seat=0).status_code == 409


def test_where_nobody_else_has_a_page_an_empty_chair_is_taken_and_announced(party: Party) -> None:
    first = party.phone(1)
    party.clock.now += AWAY_AFTER + 1
    second = party.phone(1, name="Bo")
    assert second.joined.status_code == 200
    assert party.desk.arrivals[-1] == Arrival(How.TOOK_OVER, "Bo", 1)
    assert first.post("clue", target=0, value=1, version=1, key="k").status_code == 403


def test_whoever_is_alone_at_the_table_sees_no_second_hand_either(party: Party) -> None:
    phone = party.phone(0)
    refused = phone.post("join", seat=1)
    assert refused.status_code == 409
    assert sentence(refused).startswith("This phone has seen hands of the running game")


def test_the_tablet_speaks_for_a_table_without_other_phones(party: Party) -> None:
    phone, tablet = party.phone(), party.phone()
    listener = Listener(tablet)
    listener.next()
    assert phone.post("join", seat=1).status_code == 202
    assert listener.snapshot()["house"]["wishes"][0]["yours"]
    assert answer(tablet, granted=True) == 200
    assert phone.post("join", seat=1).status_code == 200
    assert party.desk.arrivals == [Arrival(How.SAT_DOWN, "", 1, by=PUBLIC_PAGE)]


def test_nobody_agrees_to_his_own_wish(party: Party) -> None:
    phone, other = party.phone(), party.phone(2)
    phone.post("join", seat=1)
    wish = house(other)["wishes"][0]["id"]
    assert phone.post("consent", wish=wish, granted=True).status_code == 403


# -------------------------------------------------------------------------------------- onlookers


def test_whoever_sees_all_hands_says_so_and_the_table_is_told(party: Party) -> None:
    one = party.phone(0)
    eve = party.phone(sees_all=True, name="Eve")
    assert data(eve.joined)["page"] == "/all"
    assert eve.get("/all").status_code == 200
    assert one.get("/all").headers["Location"] == "/"
    assert all(card["face"] for hand in eve.view()["game"]["hands"] for card in hand)
    assert house(one)["onlookers"] == ["Eve"]
    assert party.desk.arrivals[-1] == Arrival(How.LOOKS_ON, "Eve")
    told = len(party.desk.arrivals)
    eve.post("join", sees_all=True)
    assert len(party.desk.arrivals) == told, "once is enough"
    public = data(eve.get("/api/view?public=1"))["view"]["game"]
    assert not any(card["face"] for hand in public["hands"] for card in hand)


def test_whoever_saw_all_hands_gets_no_seat_in_that_game(party: Party) -> None:
    party.phone(0)
    eve = party.phone(sees_all=True)
    eve.post("leave")
    assert not any(card["face"] for hand in eve.view()["game"]["hands"] for card in hand)
    assert eve.post("join", seat=1).status_code == 409


def test_whoever_sees_all_hands_only_looks(party: Party) -> None:
    eve = party.phone(sees_all=True)
    for what, body in (("clue", {"giver": 0, "target": 1, "value": 1}), ("undo", {}), ("new", {})):
        refused = eve.tap(what, **body)
        assert refused.status_code == 403
        assert sentence(refused) == "Whoever looks on with all hands open only looks."
    assert eve.post("press", button="undo").status_code == 403
    assert party.desk.asked == []


def test_a_stream_of_all_hands_ends_when_its_phone_looks_away(party: Party) -> None:
    eve = party.phone(sees_all=True)
    listener = Listener(eve)
    listener.next()
    assert all(card["face"] for card in listener.snapshot()["view"]["game"]["hands"][0])
    eve.post("leave")
    assert listener.next() == "event: seat\ndata: {}"


def test_a_phone_that_comes_before_the_table_is_ready_gets_its_seat(tmp_path: Path) -> None:
    with not_ready(tmp_path / "games") as desk, ThreadPoolExecutor() as there:

        def join() -> int:
            try:
                return Phone(app_of(desk), seat=1).joined.status_code
            finally:
                desk.close()

        joined = there.submit(join)
        desk.run(None)
        assert joined.result() == 200


def test_a_seat_is_not_asked_about_more_phones_at_once_than_anybody_answers(party: Party) -> None:
    holder = party.phone(0, name="Ada")
    new = [party.phone(0) for _ in range(MOST_WISHES + 1)]
    assert [one.joined.status_code for one in new] == [202] * MOST_WISHES + [429]
    assert len(asked(holder)) == MOST_WISHES
    assert new[0].post("join", seat=0).status_code == 202, "it is asked about already"
    assert answer(holder, granted=False) == 200
    assert new[-1].post("join", code=CODE, seat=0).status_code == 202
