"""The rulebook's sentences on yaku, scores and options, each at a table with a phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hana_awase.cards import DECK
from tests.web.hana_deals import EIGHT, SIX, HanaPlace, hana_place
from tests.web.hana_phones import CASES

CASE = {case["name"].split()[0]: case for case in CASES}
NINE_RIBBONS = "01-poem 02-poem 03-poem 04-red 05-red 06-blue 07-red 09-blue 10-blue"
SEVEN = "01-poem 02-poem 04-red 05-red 06-blue 09-blue 10-blue"
CUP_CURTAIN_MOON = "09-cup 03-curtain 08-moon"
RAIN = f"{CUP_CURTAIN_MOON} 11-rainman"
WHOLE = [card.label for card in DECK]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[HanaPlace]:
    with hana_place(tmp_path) as opened:
        yield opened


def yaku_of(place: HanaPlace, pile: str, **options: Any) -> dict[str, int]:
    """Return the yaku that the page shows of a pile, with their points."""
    place.begin(2, **options)
    return {one["id"]: one["value"] for one in place.photos(pile, "")["piles"][0]["yaku"]}


def counted(place: HanaPlace, case: dict[str, Any], **options: Any) -> Any:
    """Return the page with the piles of a worked example."""
    place.begin(case["players"], **{**case["options"], **options})
    return place.photos(*case["piles"])


def of_piles(view: Any, what: str) -> list[Any]:
    return [pile[what] for pile in view["piles"]]


# ----------------------------------------------------------------------------------------- yaku

CHART = {
    "five_brights": (100, "01-crane 03-curtain 08-moon 11-rainman 12-phoenix"),
    "four_brights": (60, "01-crane 03-curtain 08-moon 12-phoenix"),
    "spring": (30, "01-crane 02-warbler 03-curtain"),
    "pine_paulownia_moon": (20, "01-crane 12-phoenix 08-moon"),
    "seven_ribbons": (40, "01-poem 02-poem 04-red 05-red 06-blue 07-red 09-blue"),
    "six_ribbons": (30, "01-poem 02-poem 04-red 05-red 06-blue 09-blue"),
    "poetry_ribbons": (40, "01-poem 02-poem 03-poem"),
    "blue_ribbons": (40, "06-blue 09-blue 10-blue"),
    "grass_ribbons": (20, "04-red 05-red 07-red"),
    "boar_deer_butterflies": (20, "07-boar 10-deer 06-butterflies"),
    "flower_viewing": (20, "09-cup 03-curtain"),
    "moon_viewing": (20, "09-cup 08-moon"),
    "willow": (10, "11-rainman 11-swallow 11-red 11-lightning"),
    "wisteria": (10, "04-cuckoo 04-red 04-chaff1 04-chaff2"),
    "paulownia": (10, "12-phoenix 12-chaff-yellow 12-chaff2 12-chaff3"),
}


@pytest.mark.parametrize("yaku", CHART)
def test_each_yaku_of_the_chart_counts_its_points_and_wants_all_its_cards(
    place: HanaPlace, yaku: str
) -> None:
    value, pile = CHART[yaku]
    assert yaku_of(place, pile)[yaku] == value
    short = place.photos(pile.rsplit(" ", 1)[0], "")["piles"][0]
    assert yaku not in {one["id"] for one in short["yaku"]}


def test_the_chart_has_no_other_yaku_and_one_pile_330_at_most(place: HanaPlace) -> None:
    place.begin()
    (rulebook,) = (one for one in place.get("rules")["charts"] if one["name"] == "rulebook")
    assert {one["id"] for one in rulebook["yaku"]} == set(CHART)
    assert place.photos(WHOLE, "")["piles"][0]["yaku_points"] == 330


def test_of_the_lights_only_the_best_counts(place: HanaPlace) -> None:
    spring = "01-crane 02-warbler 03-curtain"
    assert yaku_of(place, f"{spring} 08-moon 12-phoenix") == {"four_brights": 60}
    assert yaku_of(place, f"{spring} 08-moon 12-phoenix 11-rainman") == {"five_brights": 100}
    assert yaku_of(place, f"{spring} 12-phoenix 08-chaff1") == {"spring": 30}


def test_four_lights_are_those_without_the_man_in_the_rain(place: HanaPlace) -> None:
    assert yaku_of(place, "03-curtain 08-moon 11-rainman 12-phoenix") == {}


def test_all_yaku_but_those_of_lights_add_up(place: HanaPlace) -> None:
    found = yaku_of(place, "01-poem 02-poem 03-poem 04-red 05-red 07-red 06-blue 09-blue 10-blue")
    assert found == {
        "seven_ribbons": 40,
        "poetry_ribbons": 40,
        "blue_ribbons": 40,
        "grass_ribbons": 20,
    }


def test_one_card_serves_several_yaku(place: HanaPlace) -> None:
    found = yaku_of(place, "09-cup 08-moon 03-curtain 01-crane 12-phoenix")
    assert found == {"four_brights": 60, "flower_viewing": 20, "moon_viewing": 20}


def test_the_willows_ribbon_counts_for_no_ribbons(place: HanaPlace) -> None:
    assert yaku_of(place, "01-poem 02-poem 04-red 06-blue 07-red 11-red") == {}
    assert yaku_of(place, "04-red 05-red 11-red") == {}


def test_seven_ribbons_replace_six_unless_the_table_wants_the_letter(place: HanaPlace) -> None:
    assert yaku_of(place, SEVEN) == {"seven_ribbons": 40, "blue_ribbons": 40}
    by_the_letter = {"seven_ribbons": 40, "six_ribbons": 30, "blue_ribbons": 40}
    assert yaku_of(place, SEVEN, ribbons_stack=True) == by_the_letter


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "all yaku count but the lights, of which only the best does"),
        ("pl", "liczą się wszystkie yaku"),
        ("ro", "toate yaku"),
    ],
)
def test_the_page_explains_why_seven_ribbons_replace_six(
    place: HanaPlace, code: str, said: str
) -> None:
    place.phone.client.set_cookie("language", code)
    asked = {one["key"]: one for one in place.get("rules")["questions"]}["ribbons_stack"]
    assert said in asked["explanation"]


def test_the_viewings_add_up_and_drinking_replaces_both(place: HanaPlace) -> None:
    viewings = {"flower_viewing": 20, "moon_viewing": 20}
    assert yaku_of(place, CUP_CURTAIN_MOON) == viewings
    assert yaku_of(place, CUP_CURTAIN_MOON, chart="fudawiki") == {"drinking": 40}


def test_drinking_costs_nobody_points_unless_the_table_wants_it_so(place: HanaPlace) -> None:
    viewings = {"flower_viewing": 20, "moon_viewing": 20}
    assert yaku_of(place, CUP_CURTAIN_MOON, chart="ja_wikipedia") == viewings
    assert yaku_of(place, CUP_CURTAIN_MOON, drinking_replaces=True) == {"drinking": 30}
    assert "Drinking" in " ".join(place.view["cautions"])


@pytest.mark.parametrize(
    ("chart", "yaku", "value"),
    [
        ("fudawiki", "five_brights", 100),
        ("ja_wikipedia", "five_brights", 200),
        ("ja_wikipedia", "willow", 20),
        ("ja_wikipedia", "wisteria", 20),
        ("ja_wikipedia", "paulownia", 20),
        ("nintendo_chotto", "spring", 30),
        ("nintendo_chotto", "poetry_ribbons", 40),
    ],
)
def test_other_printed_charts_count_their_own_points(
    place: HanaPlace, chart: str, yaku: str, value: int
) -> None:
    assert yaku_of(place, CHART[yaku][1], chart=chart)[yaku] == value


def test_the_chart_for_beginners_has_six_yaku(place: HanaPlace) -> None:
    charts = {one["name"]: one["yaku"] for one in place.get("rules")["charts"]}
    assert {one["id"] for one in charts["nintendo_chotto"]} == {
        "spring",
        "poetry_ribbons",
        "blue_ribbons",
        "boar_deer_butterflies",
        "flower_viewing",
        "moon_viewing",
    }


@pytest.mark.parametrize("name", ["E1", "E2", "E4a"])
def test_bakappana_counts_cards_only_and_by_chips_their_distance_from_the_average(
    place: HanaPlace, name: str
) -> None:
    case = CASE[name]
    for method in ("simplified", "traditional"):
        case_now = {**case, "options": {"chart": "bakappana", "method": method}}
        view = counted(place, case_now)
        points = of_piles(view, "points")
        average = 264 // case["players"]
        assert of_piles(view, "yaku") == [[]] * case["players"]
        assert of_piles(view, "short") == [[]] * case["players"]
        assert of_piles(view, "simplified") == points
        assert of_piles(view, "traditional") == [one - average for one in points]
        assert place.tap("score").status_code == 200
        assert place.view["totals"] == of_piles(view, method)


def test_a_table_leaves_yaku_out_and_changes_their_points(place: HanaPlace) -> None:
    wisteria, willow = CHART["wisteria"][1], CHART["willow"][1]
    changed = {"wisteria": False, "willow": 50}
    assert yaku_of(place, f"{wisteria} {willow}", yaku=changed) == {"willow": 50}


# --------------------------------------------------------------------------------------- scores


@pytest.mark.parametrize("name", ["E1", "E2", "E4a"])
def test_the_simplified_score_is_cards_and_yaku_once_twice_or_three_times(
    place: HanaPlace, name: str
) -> None:
    case = CASE[name]
    view = counted(place, case)
    times = case["players"] - 1
    points, yaku = of_piles(view, "points"), of_piles(view, "yaku_points")
    assert of_piles(view, "simplified") == case["simplified"]
    assert case["simplified"] == [a + times * b for a, b in zip(points, yaku, strict=True)]
    assert place.tap("score").status_code == 200
    assert place.view["totals"] == case["simplified"]


@pytest.mark.parametrize("name", ["E1", "E2", "E4a"])
def test_the_traditional_score_sets_cards_against_the_average_and_yaku_against_everybody(
    place: HanaPlace, name: str
) -> None:
    case = CASE[name]
    view = counted(place, case, method="traditional")
    players, points, yaku = case["players"], of_piles(view, "points"), of_piles(view, "yaku_points")
    assert view["counts"] == case["traditional"]
    assert case["traditional"] == [
        card - 264 // players + (players - 1) * own - (sum(yaku) - own)
        for card, own in zip(points, yaku, strict=True)
    ]
    assert sum(view["counts"]) == 0
    assert place.tap("score").status_code == 200
    assert place.view["totals"] == case["traditional"]


def test_chips_go_by_the_pot_and_then_from_every_opponent(place: HanaPlace) -> None:
    view = counted(place, CASE["E2"], method="traditional")
    assert view["payments"][:2] == [
        "Seat 2 puts 9 into the pot.",
        "Seat 1 takes 9 from the pot.",
    ]
    assert "Seat 3 pays 60 to seat 1." in view["payments"]
    assert len(view["payments"]) == 2 + 6


def test_chips_need_all_cards_and_what_is_missing_is_named(place: HanaPlace) -> None:
    first, *others = CASE["E2"]["piles"]
    place.begin(3, method="traditional")
    view = place.photos([one for one in first if one != "01-crane"], *others)
    assert "20" in view["refused"]
    assert view["missing"] == ["01-crane"]
    assert place.tap("score").status_code == 409
    assert place.view["totals"] == [0, 0, 0]


def test_the_simplified_way_counts_and_warns_where_a_card_is_missing(place: HanaPlace) -> None:
    first, *others = CASE["E2"]["piles"]
    place.begin(3)
    view = place.photos([one for one in first if one != "01-crane"], *others)
    assert view["warnings"][0].startswith("1 card is missing, 20 points short")
    assert place.tap("score").status_code == 200


def test_what_is_left_after_an_early_stop_is_missed_by_nobody(place: HanaPlace) -> None:
    first, second = CASE["E7"]["piles"]
    for stops in (True, False):
        place.begin(2, early_stop=stops)
        view = place.photos(first, second)
        assert any("cards are missing" in one for one in view["warnings"]) is not stops
        place.tap("put", card=view["missing"][0], to="mat")
        assert any("Nobody has" in one for one in place.view["warnings"]) is not stops


def test_the_two_ways_may_name_different_winners_and_the_page_says_so(place: HanaPlace) -> None:
    view = counted(place, CASE["E6"])
    assert of_piles(view, "simplified") == [150, 144]
    assert of_piles(view, "traditional") == [-12, 12]
    assert any("different winners" in one for one in view["warnings"])
    assert "simplified" in view["method"]


def test_an_odd_number_of_a_month_in_a_pile_is_said(place: HanaPlace) -> None:
    first, second, third = CASE["E2"]["piles"]
    place.begin(3)
    view = place.photos([one for one in first if one != "01-crane"], [*second, "01-crane"], third)
    assert view["missing"] == []
    assert view["warnings"] != []


# -------------------------------------------------------------------------------------- options


@pytest.mark.parametrize("method", ["simplified", "traditional"])
def test_a_weak_hand_that_is_called_draws_the_deal_in_either_method(
    place: HanaPlace, method: str
) -> None:
    place.begin(3, weak_hand=True, method=method)
    place.deal(SIX)
    assert place.tap("draw", seat=1).status_code == 200
    view = place.view
    assert view["history"] == [{"scores": [0, 0, 0], "drawn": True, "best": []}]
    (again,) = place.get("evenings/1")["deals"]
    assert again["called"] == 1
    place.look()
    place.look()
    assert place.view["play"] is None  # the cards lie there still, and nobody has dealt anew
    place.deal("")
    place.deal(SIX)
    anew = place.view
    assert anew["play"]["held"] == [7, 7, 7]


def test_a_weak_hand_is_called_before_the_first_card_only(place: HanaPlace) -> None:
    place.begin(2, weak_hand=True)
    place.deal(EIGHT)
    place.lay("08-moon")
    refused = place.tap("draw", seat=0)
    assert refused.status_code == 409
    assert refused.get_json()["detail"] == "A weak hand is called before the first card is laid."
    assert place.view["history"] == []


def test_nobody_has_to_call_a_weak_hand_and_without_the_option_nobody_may(
    place: HanaPlace,
) -> None:
    place.begin(2, weak_hand=False)
    place.deal(EIGHT)
    assert place.view["weak_hand"] is False
    assert place.tap("draw", seat=0).status_code == 409
    place.begin(2, weak_hand=True)
    place.deal(EIGHT)
    place.lay("08-moon")
    assert place.view["play"]["begun"]


def test_of_four_players_it_is_said_that_weak_hands_stop_most_deals(place: HanaPlace) -> None:
    place.begin(4, weak_hand=True)
    assert any("five deals of six" in one for one in place.view["cautions"])
    place.begin(3, weak_hand=True)
    assert place.view["cautions"] == []


def test_a_weak_pile_draws_the_deal_where_the_table_plays_so(place: HanaPlace) -> None:
    rest = [one for one in WHOLE if one not in ("01-crane",)]
    for options, totals in (({"weak_pile": True}, [0, 0]), ({"weak_pile": False}, None)):
        place.begin(2, **options)
        place.photos("01-crane", rest)
        place.tap("score")
        assert (place.view["totals"] == [0, 0]) is (totals == [0, 0])


def test_rain_ruins_the_viewings_of_its_own_pile_only_and_no_light(place: HanaPlace) -> None:
    assert yaku_of(place, RAIN, rain_ruins_viewing=True) == {}
    assert yaku_of(place, RAIN, rain_ruins_viewing=False) != {}
    lights = f"{RAIN} 01-crane 12-phoenix"
    assert yaku_of(place, lights, rain_ruins_viewing=True) == {"five_brights": 100}
    other = place.photos(CUP_CURTAIN_MOON, "11-rainman")["piles"][0]["yaku"]
    assert {one["id"] for one in other} == {"flower_viewing", "moon_viewing"}
    view = counted(place, CASE["E3b"])
    assert of_piles(view, "simplified") == CASE["E3b"]["simplified"]


def test_chaff_that_counts_nothing_leaves_240(place: HanaPlace) -> None:
    case = CASE["E5"]
    view = counted(place, case)
    assert sum(of_piles(view, "points")) == 240
    assert of_piles(view, "simplified") == case["simplified"]
    assert of_piles(view, "traditional") == case["traditional"]


def test_ten_cards_are_for_two_and_end_with_the_stock(place: HanaPlace) -> None:
    for players, more in ((3, {}), (2, {"early_stop": True})):
        options = {"ten_card_hand": True, **more}
        refused = place.tap("begin", players=players, dealer=0, options=options)
        assert refused.status_code == 409
    place.begin(2, ten_card_hand=True)
    place.deal(EIGHT)
    assert place.view["play"]["held"] == [10, 10]


def test_stopping_early_is_for_two(place: HanaPlace) -> None:
    options = {"early_stop": True}
    assert place.tap("begin", players=3, dealer=0, options=options).status_code == 409
    both = place.phone.client.post(
        "/api/hana/rules", json={"players": 2, "options": {**options, "ten_card_hand": True}}
    ).json
    assert both is not None
    assert both["why"] == "With ten cards in a hand the stock ends with the hands anyway."


@pytest.mark.parametrize("name", ["E4a", "E4b", "E4c"])
def test_willow_is_a_yaku_cancels_all_or_those_of_the_others(place: HanaPlace, name: str) -> None:
    case = CASE[name]
    view = counted(place, case)
    assert of_piles(view, "yaku_points") == case["yaku_points_counted"]
    assert of_piles(view, "simplified") == case["simplified"]
    assert of_piles(view, "traditional") == case["traditional"]
    assert sum(of_piles(view, "traditional")) == 0
    crossed = [pile["cancelled"] for pile in view["piles"]]
    assert any(crossed) is (name != "E4a")


def test_whoever_cancels_all_is_told_that_it_costs_him_too(place: HanaPlace) -> None:
    place.begin(4, willow="cancel_all")
    assert len(place.view["cautions"]) == 1


def test_the_jokers_leftovers_count_for_their_owners(place: HanaPlace) -> None:
    case = CASE["E8"]
    place.begin(3, joker=True)
    piles = case.get("piles_before_leftovers", case["piles"])
    view = place.photos(*piles)
    for label in case["field_at_end"]:
        place.tap("put", card=label, to="mat")
    view = place.view
    assert of_piles(view, "simplified") == case["simplified"]
    assert of_piles(view, "traditional") == case["traditional"]
