"""Yaku: the printed charts, what excludes what, who lacks one card."""

import pytest

from companion.hana_awase.cards import DECK, Card
from companion.hana_awase.charts import CHARTS, FUDAWIKI, JA_WIKIPEDIA, NINTENDO_CHOTTO, RULEBOOK
from companion.hana_awase.yaku import LANGUAGES, Chart, counted, one_short


def pile(labels: str) -> tuple[Card, ...]:
    return tuple(Card.parse(label) for label in labels.split())


def worth(chart: Chart, labels: str, **how: bool) -> dict[str, int]:
    return {one.id: one.value for one in counted(chart, pile(labels), **how)}


VIEWINGS = "09-cup 03-curtain 08-moon"
NINE_RIBBONS = "01-poem 02-poem 03-poem 04-red 05-red 06-blue 07-red 09-blue 10-blue"


def test_one_pile_scores_330_at_most() -> None:
    assert sum(one.value for one in counted(RULEBOOK, DECK)) == 330
    assert sum(one.value for one in counted(FUDAWIKI, DECK)) == 330


def test_the_rulebooks_chart_is_fudawikis_without_drinking() -> None:
    assert {one.id for one in FUDAWIKI.yaku} - {one.id for one in RULEBOOK.yaku} == {"drinking"}


def test_the_charts_differ_where_their_sources_do() -> None:
    values = {one.id: one.value for one in JA_WIKIPEDIA.yaku}
    assert values["five_brights"] == 200
    assert values["drinking"] == 30
    assert [values[row] for row in ("willow", "wisteria", "paulownia")] == [20, 20, 20]
    assert {one.id: one.value for one in NINTENDO_CHOTTO.yaku} == {
        "spring": 30,
        "poetry_ribbons": 40,
        "blue_ribbons": 40,
        "boar_deer_butterflies": 20,
        "flower_viewing": 20,
        "moon_viewing": 20,
    }


def test_every_yaku_of_every_chart_has_its_name_in_four_languages() -> None:
    for chart in CHARTS.values():
        for one in chart.yaku:
            assert all(one.names.get(language) for language in LANGUAGES), one.id


def test_of_the_lights_only_the_best_counts() -> None:
    spring = "01-crane 02-warbler 03-curtain"
    assert worth(RULEBOOK, spring) == {"spring": 30}
    assert worth(RULEBOOK, f"{spring} 08-moon 12-phoenix") == {"four_brights": 60}
    assert worth(RULEBOOK, f"{spring} 08-moon 12-phoenix 11-rainman") == {"five_brights": 100}


def test_four_lights_with_the_rain_man_are_no_four_lights() -> None:
    assert worth(RULEBOOK, "01-crane 08-moon 11-rainman 12-phoenix") == {"pine_paulownia_moon": 20}


def test_the_willows_ribbon_counts_for_no_ribbons() -> None:
    assert worth(RULEBOOK, "01-poem 02-poem 04-red 06-blue 07-red 11-red") == {}


def test_seven_ribbons_replace_six_unless_the_table_lets_them_add_up() -> None:
    seven = "01-poem 02-poem 04-red 05-red 06-blue 09-blue 10-blue"
    assert worth(RULEBOOK, seven) == {"seven_ribbons": 40, "blue_ribbons": 40}
    stacked = worth(RULEBOOK, seven, ribbons_stack=True)
    assert stacked == {"seven_ribbons": 40, "six_ribbons": 30, "blue_ribbons": 40}


def test_viewings_add_up_and_drinking_replaces_both() -> None:
    assert worth(RULEBOOK, VIEWINGS) == {"flower_viewing": 20, "moon_viewing": 20}
    assert worth(FUDAWIKI, VIEWINGS) == {"drinking": 40}


def test_drinking_costs_nobody_points_unless_the_table_wants_it_so() -> None:
    assert worth(JA_WIKIPEDIA, VIEWINGS) == {"flower_viewing": 20, "moon_viewing": 20}
    assert worth(JA_WIKIPEDIA, VIEWINGS, first_replaces=True) == {"drinking": 30}


def test_without_drinking_fudawikis_viewings_add_up_as_in_the_rulebook() -> None:
    chart = FUDAWIKI.changed({"drinking": False})
    assert worth(chart, VIEWINGS) == {"flower_viewing": 20, "moon_viewing": 20}


@pytest.mark.parametrize("chart", [RULEBOOK, FUDAWIKI])
def test_rain_ruins_every_viewing_but_no_light(chart: Chart) -> None:
    lights = "01-crane 12-phoenix 11-rainman"
    found = worth(chart, f"{VIEWINGS} {lights}", rain_ruins_viewing=True)
    assert found == {"five_brights": 100}
    assert len(worth(chart, f"{VIEWINGS} {lights}")) > 1


def test_a_yaku_can_be_left_out_or_be_worth_something_else() -> None:
    chart = RULEBOOK.changed({"wisteria": False, "willow": 50, "paulownia": True})
    rows = "04-cuckoo 04-red 04-chaff1 04-chaff2 11-rainman 11-swallow 11-red 11-lightning"
    assert worth(chart, rows) == {"willow": 50}
    with pytest.raises(ValueError, match="has no yaku 'wistaria'; it has: five_brights"):
        RULEBOOK.changed({"wistaria": False})


def short(labels: str, chart: Chart = RULEBOOK, **how: bool) -> dict[str, list[str]]:
    return {
        one.id: sorted(card.label for card in cards)
        for one, cards in one_short(chart, pile(labels), **how)
    }


def test_who_lacks_one_card_is_told_which_would_do() -> None:
    assert short("01-poem 02-poem 09-cup") == {
        "poetry_ribbons": ["03-poem"],
        "flower_viewing": ["03-curtain"],
        "moon_viewing": ["08-moon"],
    }
    assert short("01-poem 02-poem 04-red 06-blue 07-red")["six_ribbons"] == [
        "03-poem",
        "05-red",
        "09-blue",
        "10-blue",
    ]


def test_nobody_is_told_of_a_yaku_that_would_bring_nothing() -> None:
    four = "01-crane 03-curtain 08-moon 12-phoenix"
    assert set(short(four)) == {"five_brights", "flower_viewing", "moon_viewing"}
    rained = short("03-curtain 11-rainman", rain_ruins_viewing=True)
    assert "flower_viewing" not in rained
    assert "flower_viewing" in short("03-curtain 11-rainman")
