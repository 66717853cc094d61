"""An evening of Hana-awase: piles shown and put right, deals, totals, the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.hana_awase.cards import DECK
from companion.hana_awase.options import Method, OptionError, Options, Willow
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import (
    MAT,
)
from companion.hana_table.views import card_list, view
from companion.language.languages import language
from companion.language.people import People
from companion.panel.panel import Press, Status
from companion.record.errors import RecordError
from tests.companion.hana_table.evenings import CASES, E1, E2, NOW, card, evening_of, found, news


def test_a_deal_is_shown_scored_and_counted_together(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    assert news(evening) == "I have read all 48 cards."
    score = evening.score()
    assert list(score.simplified) == E2["simplified"]
    assert evening.sitting.standing.totals == tuple(E2["simplified"])
    assert evening.sitting.standing.dealer == 0
    assert evening.sitting.places == {}
    evening.take_piles(found(E2["piles"][::-1]))
    evening.score()
    assert evening.sitting.standing.totals == (217 + 148, 159 + 159, 148 + 217)
    assert news(evening) == "Seat 3 deals next."


def test_the_yaku_of_a_deal_are_announced(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.people = People({0: "Ann"})
    evening.take_piles(found(E2["piles"]))
    evening.score()
    told = [one.text for one in evening.news]
    assert told[-5:-2] == [
        "Ann has Four Lights 60.",
        "Seat 2 has Poetry Ribbons 40.",
        "Seat 3 has Grass Ribbons 20, Wisteria 10.",
    ]
    assert evening.news[-5].told(language("pl")) == "Ann ma: Cztery światła 60."


def test_yaku_that_willow_cancels_are_not_announced(record: HanaRecord) -> None:
    evening = evening_of(record, players=4, willow=Willow.CANCEL_ALL)
    evening.take_piles(found(CASES[4]["piles"]))
    evening.score()
    assert not [one.text for one in evening.news if " has " in one.text]


def test_one_pile_may_be_shown_after_another(record: HanaRecord) -> None:
    evening = evening_of(record)
    for seat, pile in enumerate(E2["piles"]):
        evening.take_piles(found([pile]), seat)
    assert list(evening.score().simplified) == E2["simplified"]


def test_a_pile_shown_anew_replaces_that_pile_only(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"], unread=[0, 1]))
    evening.take_piles(found([E2["piles"][0][1:]]), 0)
    assert evening.sitting.unread == (1,)
    assert [one.label for one in evening.sitting.missing] == [E2["piles"][0][0]]


def test_a_card_that_was_not_read_is_told_and_no_longer_asked_for(record: HanaRecord) -> None:
    evening = evening_of(record)
    gone = ("09-cup", "10-deer", "01-crane")
    piles = [[label for label in pile if label not in gone] for pile in E2["piles"]]
    evening.take_piles(found(piles, unread=[1, 1, 0]))
    assert evening.panel().status is Status.QUESTION
    assert "I could not read 3 cards" in news(evening)
    evening.put(card("09-cup"), 1)
    assert news(evening) == "Chrysanthemum with sake cup: Seat 2."
    assert len(evening.sitting.unread) == 2
    evening.put(card("10-deer"), 1)
    assert [*evening.sitting.unread, *evening.sitting.missing] == []
    assert list(evening.score().simplified) == E2["simplified"]


def test_a_card_is_put_with_another_player_or_nowhere(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    evening.put(card("01-crane"), 2)
    assert card("01-crane") in evening.sitting.piles[2]
    evening.put(card("01-crane"), None)
    assert evening.sitting.missing == (card("01-crane"),)
    with pytest.raises(TapRefused, match="nobody sits there"):
        evening.put(card("01-crane"), 3)


def test_what_is_said_twice_is_one_step(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.put(card("01-crane"), 2)
    steps = evening.version
    evening.put(card("01-crane"), 2)
    assert evening.version == steps


def test_chips_wait_until_every_card_is_there(record: HanaRecord) -> None:
    evening = evening_of(record, method=Method.TRADITIONAL)
    with pytest.raises(TapRefused, match="there are no piles yet"):
        evening.score()
    evening.take_piles(found(E2["piles"]))
    evening.put(card("01-crane"), None)
    with pytest.raises(TapRefused, match="chips cannot be paid: the piles hold 47 cards"):
        evening.score()
    evening.put(card("01-crane"), 0)
    evening.score()
    assert evening.sitting.standing.totals == tuple(E2["traditional"])


def test_by_the_traditional_method_its_scores_are_those_that_count(record: HanaRecord) -> None:
    evening = evening_of(record, method=Method.TRADITIONAL)
    evening.take_piles(found(E2["piles"]))
    assert view(evening)["counts"] == E2["traditional"]
    evening.put(card("01-crane"), None)
    assert view(evening)["counts"] == []


def test_the_jokers_leftovers_go_to_their_owners(record: HanaRecord) -> None:
    case = CASES[-1]
    evening = evening_of(record, joker=True)
    evening.take_piles(found(case["piles_before_leftovers"], on_mat=" ".join(case["field_at_end"])))
    assert list(evening.score().simplified) == case["simplified"]


def test_a_drawn_deal_scores_nothing_and_a_weak_hand_must_be_played_with(
    record: HanaRecord,
) -> None:
    evening = evening_of(record)
    with pytest.raises(TapRefused, match="does not play with weak hands"):
        evening.draw(1)
    evening.draw()
    assert evening.sitting.standing.totals == (0, 0, 0)
    assert evening.sitting.deals[0].drawn
    weak = evening_of(record, weak_hand=True)
    for nobody in (-1, weak.players):
        with pytest.raises(TapRefused, match="nobody sits there"):
            weak.draw(nobody)
    weak.draw(1)
    assert weak.sitting.standing.deal == 2


def test_a_game_ends_with_its_last_deal_and_names_the_winner(record: HanaRecord) -> None:
    evening = evening_of(record, deals=1)
    evening.people = People({0: "Ann"})
    evening.take_piles(found(E2["piles"]))
    evening.score()
    assert news(evening) == "The game is over: Ann has won with 217 points."
    assert evening.panel().status is Status.OVER
    with pytest.raises(TapRefused, match="the game is over"):
        evening.take_piles(found(E2["piles"]))


def test_steps_are_taken_back_one_by_one_also_a_deal(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    evening.put(card("01-crane"), 1)
    evening.score()
    evening.take_back()
    assert card("01-crane") in evening.sitting.piles[1]
    evening.take_back()
    assert card("01-crane") in evening.sitting.piles[0]
    evening.take_back()
    assert evening.sitting.places == {}
    with pytest.raises(TapRefused, match="nothing to take back"):
        evening.take_back()


def test_an_evening_goes_on_where_it_was_after_the_power_was_gone(
    record: HanaRecord, tmp_path: Path
) -> None:
    evening = evening_of(record, willow=Willow.OWNER_ONLY)
    evening.take_piles(found(E2["piles"]))
    evening.score()
    evening.take_piles(found([E2["piles"][1]]), 1)
    with HanaRecord(tmp_path / "games.sqlite3") as again:
        other = HanaEvening(again, Options(), 2, now=lambda: NOW)
        assert other.resume() == evening.game
        assert other.sitting == evening.sitting
        assert other.version == evening.version


def test_a_game_that_is_over_is_shown_as_it_ended_after_the_power_was_gone(
    record: HanaRecord,
) -> None:
    evening = evening_of(record, deals=1)
    evening.take_piles(found(E2["piles"]))
    evening.score()
    other = HanaEvening(record, Options(), 3, now=lambda: NOW)
    assert other.resume() is None, "nothing is left to be played"
    assert other.sitting == evening.sitting
    shown, before = view(other), view(evening)
    assert shown["phase"] == "over"
    assert (shown["totals"], shown["leaders"]) == (before["totals"], before["leaders"])
    assert (shown["history"], shown["number"]) == (before["history"], before["number"])
    assert other.panel().status is Status.OVER
    with pytest.raises(TapRefused, match="the game is over"):
        other.put(card("01-crane"), 0)
    other.take_back()
    assert view(other)["phase"] == "laying"
    other.score()
    other.press(Press.CONFIRM)
    assert other.game == (evening.game or 0) + 1, "the next game, of as many"
    assert (other.players, other.options) == (evening.players, evening.options)


def test_nothing_is_said_of_what_cannot_be_written(record: HanaRecord) -> None:
    evening = evening_of(record)
    told = evening.news
    assert evening.game is not None
    record.delete(evening.game)
    with pytest.raises(RecordError, match="there is no game"):
        evening.put(card("01-crane"), 0)
    assert evening.sitting.places == {}
    assert evening.news == told


def test_the_picture_has_to_show_as_many_piles_as_play(record: HanaRecord) -> None:
    evening = evening_of(record)
    with pytest.raises(TapRefused, match="the picture shows 2 piles, and 3 play"):
        evening.take_piles(found(E1["piles"]))


def test_so_many_cannot_play(record: HanaRecord) -> None:
    with pytest.raises(OptionError, match="Hana-awase is for 2 to 4, got 5"):
        HanaEvening(record, Options(), 5, now=lambda: NOW)


def test_the_last_unread_card_must_be_the_last_missing_one(record: HanaRecord) -> None:
    evening = evening_of(record)
    for seat, pile in enumerate(E2["piles"]):
        left = [label for label in pile if label not in ("09-cup", "01-crane")]
        evening.take_piles(found([left], unread=[0] if left != pile else []), seat)
    assert evening.sitting.unread == (0, 1)
    evening.put(card("09-cup"), 1)
    assert evening.sitting.inferred == {card("01-crane")}
    assert card("01-crane") in evening.sitting.piles[0]
    evening.put(card("01-crane"), 0)
    assert evening.sitting.missing == ()


def test_a_card_that_would_leave_its_month_odd_is_not_concluded(record: HanaRecord) -> None:
    evening = evening_of(record)
    piles = [[label for label in pile if label != "09-cup"] for pile in E2["piles"]]
    evening.take_piles(found(piles, unread=[0]))
    assert evening.sitting.inferred == frozenset()
    assert evening.sitting.unread == (0,)


# -------------------------------------------------------------------------------------- panel


def test_the_lamp_is_the_dealers_and_play_passes_it_on(record: HanaRecord) -> None:
    evening = evening_of(record, players=4)
    assert evening.panel().to_move == 0
    evening.press(Press.PLAY)
    assert evening.panel().to_move == 3  # anti-clockwise
    evening.take_piles(found(CASES[4]["piles"]))
    evening.press(Press.CONFIRM)
    assert evening.sitting.standing.deal == 2
    assert evening.panel().to_move == 1
    evening.press(Press.UNDO)
    assert evening.sitting.standing.deal == 1


def test_a_button_that_is_refused_says_why_to_everybody(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.people = People({0: "Ann"})
    evening.press(Press.UNDO)
    assert news(evening) == "That does not go: there is nothing to take back."
    evening.press(Press.CONFIRM)
    assert news(evening) == "That does not go: there are no piles yet."
    assert evening.news[-1].told(language("pl")).startswith("Tak nie można: ")
    assert evening.sitting.deals == ()


# --------------------------------------------------------------------------------------- view


def test_the_page_is_told_piles_yaku_in_four_languages_and_who_is_one_short(
    record: HanaRecord,
) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    shown: Any = json.loads(json.dumps(view(evening)))
    assert [pile["points"] for pile in shown["piles"]] == E2["card_points"]
    four = shown["piles"][0]["yaku"][0]
    assert (four["id"], four["value"]) == ("four_brights", 60)
    assert four["names"]["pl"] == "Cztery światła"
    assert four["names"]["ja"] == "四光"
    assert four["cards"] == ["01-crane", "03-curtain", "08-moon", "12-phoenix"]
    assert shown["piles"][0]["short"][0]["cards"] == ["11-rainman"]
    assert [pile["simplified"] for pile in shown["piles"]] == E2["simplified"]
    assert shown["payments"] == []
    assert shown["counts"] == E2["simplified"]
    assert (shown["missing"], shown["unread"], shown["warnings"]) == ([], [], [])


def test_chips_are_told_where_they_are_played_for(record: HanaRecord) -> None:
    evening = evening_of(record, method=Method.TRADITIONAL)
    evening.take_piles(found(E2["piles"]))
    assert "Seat 2 puts 9 into the pot." in view(evening)["payments"]


def test_the_odd_months_of_all_piles_are_one_warning(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    moved = [pile[0] for pile in E2["piles"]]
    for seat, label in enumerate(moved):
        evening.put(card(label), (seat + 1) % 3)
    odd = [one for one in view(evening)["warnings"] if "odd" in one or "pairs" in one]
    assert len(odd) == 1
    assert odd[0].startswith("Cards are taken in pairs, but here is an odd number of a month. Seat")


def test_before_a_game_the_page_is_told_so(record: HanaRecord) -> None:
    assert view(HanaEvening(record, Options(), 2, now=lambda: NOW))["phase"] == "lobby"


def test_the_history_tells_each_deal_and_who_was_best(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    evening.score()
    evening.draw()
    assert view(evening)["history"] == [
        {"scores": E2["simplified"], "drawn": False, "best": [0]},
        {"scores": [0, 0, 0], "drawn": True, "best": []},
    ]


def test_every_card_has_a_name() -> None:
    assert [one["label"] for one in card_list()] == [one.label for one in DECK]
    assert card_list()[0]["name"] == "pine with crane"


# ------------------------------------------------------------------------ each in his language


def test_the_names_of_cards_are_told_apart_in_a_list_and_fit_their_plants() -> None:
    names = {code: card_list(language(code)) for code in ("en", "pl", "ro")}
    assert not [one["name"] for said in names.values() for one in said if "," in one["name"]]
    chaff = {code: [one["name"] for one in said] for code, said in names.items()}
    assert "zwykły klon" in chaff["pl"]
    assert "zwykła sosna" in chaff["pl"]
    assert "arțar simplu" in chaff["ro"]
    assert "salcie cu omul în ploaie" in chaff["ro"]
    assert "glicină simplă" in chaff["ro"]


def test_the_scores_of_a_deal_are_told_from_the_seats(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    evening.score()
    assert "Deal 1 is counted. Seat 1: 217, Seat 2: 159, Seat 3: 148." in [
        one.text for one in evening.news
    ]


def test_every_sentence_of_the_page_is_there_in_every_language(record: HanaRecord) -> None:
    evening = HanaEvening(
        record,
        Options(method=Method.TRADITIONAL, willow=Willow.CANCEL_ALL),
        3,
        now=lambda: NOW,
        language=language("pl"),
    )
    evening.begin()
    evening.people = People({1: "Ewa"})
    evening.take_piles(found(E2["piles"]))
    evening.put(card("09-cup"), None)
    shown: Any = view(evening)
    assert shown["news"][-1]["text"] == "Chryzantema z czarką sake: nie ma jej na stole."
    assert shown["method"] == "tradycyjna"
    assert shown["choices"] == [2, 3, 4]
    best = max(shown["counts"], default=None)
    assert shown["best"] == [seat for seat, one in enumerate(shown["counts"]) if one == best]
    lost = [
        sum(one["value"] for one in pile["yaku"]) - pile["yaku_points"] for pile in shown["piles"]
    ]
    assert [pile["cancelled"] for pile in shown["piles"]] == [points > 0 for points in lost]
    assert set(shown["said_in"]) == {"en", "ro"}
    english, romanian = shown["said_in"]["en"], shown["said_in"]["ro"]
    assert english["news"][-1]["text"] == "Chrysanthemum with sake cup: nowhere on the table."
    assert english["refused"].startswith("The piles hold 47 cards worth 254 points")
    assert "chrysanthemum with sake cup" in english["refused"]
    assert english["warnings"][0].startswith("1 card is missing, 10 points short: chrysanthemum")
    assert "Ewa" in english["warnings"][1]
    for said in (english, romanian):
        assert said.keys() == english.keys()
        for key in ("news", "cautions", "refused", "warnings", "method"):
            assert said[key] != shown[key], key
    assert romanian["refused"] != english["refused"]


def test_what_is_said_aloud_is_in_the_tables_language(record: HanaRecord) -> None:
    said: list[str] = []
    evening = HanaEvening(
        record, Options(), 2, now=lambda: NOW, tell=said.append, language=language("ro")
    )
    evening.begin(2, 1)
    assert said == [one.text for one in evening.news]
    assert said[0] != "A game of Hana-awase begins. Seat 2 deals."
    assert evening.news[0].told(language("en")) == "A game of Hana-awase begins. Seat 2 deals."


def test_what_the_joker_leaves_and_nobody_gets_is_explained(record: HanaRecord) -> None:
    evening = evening_of(record, joker=True)
    evening.take_piles(found(E2["piles"]))
    evening.put(card("01-crane"), MAT)
    why: Any = view(evening)["on_mat_why"]
    assert why == "No play with the joker leaves pine with crane on the table."


def test_cards_that_nobody_has_are_said_unless_the_deal_was_stopped(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.take_piles(found(E2["piles"]))
    evening.put(card("01-crane"), MAT)
    warned: Any = view(evening)["warnings"]
    assert "Nobody has 1 card, so the sum is 20 points short: pine with crane." in warned


def news_of(evening: HanaEvening) -> list[str]:
    return [one.text for one in evening.news]


def test_where_nothing_can_be_saved_nothing_counts_and_the_page_says_so_until_it_can(
    record: HanaRecord,
) -> None:
    clock = [100.0]
    evening = HanaEvening(record, Options(), 2, now=lambda: NOW, clock=lambda: clock[0])
    record._db.execute("PRAGMA query_only = ON")
    with pytest.raises(RecordError):
        evening.begin()
    detail = view(evening)["detail"]
    assert str(detail).startswith("No new game can begin, because it could not be saved: ")
    assert evening.panel().status is Status.ERROR
    assert news_of(evening) == []
    record._db.execute("PRAGMA query_only = OFF")
    evening.catch_up()
    assert view(evening)["detail"] == detail, "it is not tried at each look"
    clock[0] += 3
    evening.catch_up()
    assert view(evening)["detail"] is None
    evening.begin()
    record._db.execute("PRAGMA query_only = ON")
    before = news_of(evening)
    with pytest.raises(RecordError):
        evening.put(card("01-crane"), 1)
    said = view(evening)
    assert str(said["detail"]).startswith("Nothing that is tapped counts, because it could not be")
    in_romanian = said["said_in"]["ro"]["detail"]
    assert str(in_romanian).startswith("Nimic din ce se atinge nu contează")
    assert news_of(evening) == before, "the card is announced nowhere"
    record._db.execute("PRAGMA query_only = OFF")
    evening.put(card("01-crane"), 1)
    assert view(evening)["detail"] is None, "each tap tries anew"


def test_a_card_that_was_misread_is_another_one_where_it_lies(record: HanaRecord) -> None:
    evening = evening_of(record)
    evening.put(card("01-poem"), 1)
    evening.exchange(card("01-poem"), card("01-crane"))
    assert evening.sitting.places == {card("01-crane"): 1}
    with pytest.raises(TapRefused, match="lie otherwise by now"):
        evening.exchange(card("01-poem"), card("01-crane"))
    evening.take_back()
    assert evening.sitting.places == {card("01-poem"): 1}
