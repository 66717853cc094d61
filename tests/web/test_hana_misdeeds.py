"""What people do against the rules, each at a table with a phone: said, and never recorded."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.hana_round import dealt
from companion.hana_awase.options import Options
from tests.web.hana_deals import EIGHT, SIX, HanaPlace, cards, hana_place

MARCH = "03-curtain 03-poem 03-chaff1 02-warbler 04-cuckoo 05-bridge 06-blue 07-boar"
LYING = EIGHT.replace("07-boar", "11-lightning")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[HanaPlace]:
    with hana_place(tmp_path) as opened:
        yield opened


def begin(place: HanaPlace, field: str = EIGHT, players: int = 2, **options: Any) -> None:
    place.begin(players, **options)
    for seat in range(players):  # cards are dealt, and taken up
        place.reach(seat)
    place.deal(field)


def first_turn(place: HanaPlace) -> None:
    """Seat 1 takes the warbler, and turns a card that stays."""
    place.reach(0)
    place.take("02-poem", "02-warbler")
    place.stock()
    place.reach(0)
    place.lay("09-chaff1")


def recorded(place: HanaPlace) -> Any:
    """Return what is on record, after the table has lain still as it does now."""
    place.look()
    view = place.view
    return view["version"], view["to_move"], view["on_mat"], [one["cards"] for one in view["piles"]]


def said(place: HanaPlace) -> str:
    place.look()
    place.look()
    return str(place.view["differs"])


# --------------------------------------------------------------------------------- what is taken


def test_who_takes_two_of_three_is_told_to_take_the_third(place: HanaPlace) -> None:
    begin(place, MARCH)
    before = recorded(place)
    place.reach(0)
    place.take("03-chaff2", "03-curtain", "03-poem")
    assert said(place) == "Cherry chaff: this has to take cherry chaff."
    assert recorded(place) == before


def test_who_takes_both_of_two_is_told_that_it_takes_one(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.take("01-poem", "01-crane", "01-chaff1")
    assert said(place) == (
        "Pine with poetry ribbon: this takes only one of pine with crane, pine chaff; please lay"
        " the rest back."
    )
    assert recorded(place) == before
    place.piles[0].pop()
    place.field += cards("01-chaff1")
    place.look()
    assert place.view["piles"][0]["cards"] == ["01-crane", "01-poem"]


def test_who_takes_out_of_another_pile_lays_it_back(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.reach(1)
    place.piles[0] = cards("02-poem")
    place.piles[1] = cards("02-warbler 02-chaff1")
    assert said(place).startswith("This belongs to the pile of seat 1; please lay it back: plum")
    assert recorded(place) == before


def test_who_plays_a_card_that_he_has_taken_lays_it_back(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    place.reach(1)
    place.lay("08-moon")
    place.stock()
    place.reach(1)
    place.lay("10-deer")
    before = recorded(place)
    place.reach(0)
    place.piles[0] = cards("02-warbler")
    place.field += cards("02-poem")
    assert said(place).startswith("This belongs to the pile of seat 1; please lay it back: plum")
    assert recorded(place) == before


def test_who_takes_cards_and_lays_none_is_asked_what_took_them(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.field = [one for one in place.field if one.month != 1]
    place.piles[0] = cards("01-crane 01-chaff1")
    assert said(place).startswith("I cannot see which card took this")
    assert recorded(place) == before


def test_a_card_of_the_field_that_went_into_a_hand_is_missed(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.field.remove(cards("01-crane")[0])
    place.field += cards("01-poem")  # laid in its stead
    assert said(place).startswith("I cannot see this in the field: pine with crane.")
    assert recorded(place) == before


def test_a_pair_out_of_ones_own_hand_is_not_taken(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.piles[0] = cards("09-blue 09-cup")
    assert said(place).startswith("So many cards cannot be laid at once; please take back")
    assert recorded(place) == before


# --------------------------------------------------------------------------------- the lightning


def test_lightning_that_took_all_three_of_a_month_gives_two_back(place: HanaPlace) -> None:
    begin(place, MARCH, joker=True)
    before = recorded(place)
    place.reach(0)
    place.take("11-lightning", "03-curtain", "03-poem", "03-chaff1")
    assert said(place) == (
        "Willow with lightning: this takes only one of cherry with curtain, cherry with poetry"
        " ribbon, cherry chaff; please lay the rest back."
    )
    assert recorded(place) == before


def test_a_card_from_the_hand_that_took_the_lightning_is_told_that_it_cannot(
    place: HanaPlace,
) -> None:
    begin(place, LYING, joker=True)
    before = recorded(place)
    place.reach(0)
    place.take("08-moon", "11-lightning")
    assert said(place) == "Susuki grass with moon: this cannot take willow with lightning."
    assert recorded(place) == before


def test_a_card_from_the_stock_that_passed_the_lightning_by_has_to_take_it(
    place: HanaPlace,
) -> None:
    begin(place, LYING, joker=True)
    place.reach(0)
    place.take("02-poem", "02-warbler")
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.take("04-red", "04-cuckoo")
    assert said(place) == "Wisteria with red ribbon: this has to take willow with lightning."
    assert recorded(place) == before


# ------------------------------------------------------------------------------- hand and stock


def test_two_cards_from_the_hand_are_taken_back(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.field += cards("09-chaff1 10-deer")
    assert said(place).startswith("So many cards cannot be laid at once; please take back")
    assert recorded(place) == before


def test_who_turned_the_stock_first_is_not_told_to_turn_another(place: HanaPlace) -> None:
    begin(place)
    place.stock()
    place.reach(0)
    place.lay("09-chaff1")
    before = recorded(place)
    place.reach(0)
    place.take("02-poem", "02-warbler")
    told = said(place)
    assert told.startswith("Seat 1 has still to turn a card from the stock; please take this back")
    assert "Or was chrysanthemum chaff turned too early?" in told
    assert recorded(place) == before
    # What he is told to do leads to the turn as it ought to have been.
    place.tap("back")
    place.field = cards(EIGHT)
    place.piles[0] = []
    place.look()
    first_turn(place)
    assert place.view["to_move"] == 1
    assert place.view["piles"][0]["cards"] == ["02-warbler", "02-poem"]


def test_a_hand_that_was_not_over_the_stock_turned_nothing_early(place: HanaPlace) -> None:
    begin(place)
    place.reach(0)
    place.lay("09-chaff1")
    place.reach(0)
    place.lay("10-deer")
    assert said(place) == (
        "Seat 1 has still to turn a card from the stock; please take this back: maple with deer."
    )


def test_a_card_that_was_put_back_on_the_stock_is_missed(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.field.pop()
    assert said(place).startswith("I cannot see this in the field: chrysanthemum chaff.")
    assert recorded(place) == before


def test_who_turns_the_stock_twice_takes_the_second_card_back(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.lay("10-deer")
    assert said(place) == "It is the turn of seat 2; please take this back: maple with deer."
    assert recorded(place) == before


# ------------------------------------------------------------------------------ whose turn it is


def test_another_than_the_dealer_who_begins_is_told_whose_turn_it_is(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(1)
    place.lay("09-chaff1")
    assert said(place) == "It is the turn of seat 1; please take this back: chrysanthemum chaff."
    assert recorded(place) == before


def test_who_was_passed_over_has_the_turn_still(place: HanaPlace) -> None:
    begin(place, SIX, players=3)
    first_turn(place)
    assert place.view["to_move"] == 2
    before = recorded(place)
    place.reach(1)
    place.take("01-poem", "01-crane", seat=1)
    assert said(place).startswith("It is the turn of seat 3; please take this back: pine")
    assert recorded(place) == before


# ------------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize("lies", [f"{EIGHT} 08-moon", EIGHT.replace(" 07-boar", "")])
def test_a_wrong_number_of_cards_in_the_field_is_said_before_anybody_plays(
    place: HanaPlace, lies: str
) -> None:
    place.begin()
    place.deal(lies)
    place.look()
    place.look()
    count = len(lies.split())
    told = f"{count} cards lie in the field, and 8 are dealt there: please look."
    assert place.view["differs"] == told
    assert place.view["play"] is None
    place.deal(EIGHT)
    assert place.view["differs"] == ""
    assert place.told[-1] == "The cards are dealt. Seat 1 begins."


def test_a_pause_between_two_halves_of_the_field_is_no_wrong_deal(place: HanaPlace) -> None:
    place.begin(3)
    place.deal("01-crane 02-warbler 03-curtain")
    for _ in range(5):
        place.look()
    assert place.view["differs"] == ""
    place.deal(SIX)
    assert place.told[-1] == "The cards are dealt. Seat 1 begins."


def test_who_deals_anew_before_the_piles_count_is_told_to_count_them(place: HanaPlace) -> None:
    place.begin()
    chance = random.Random(56_000)
    place.play(dealt(2, Options(), 0, chance), chance)
    assert place.view["play"]["over"]
    place.t += 10
    place.deal(EIGHT)
    assert place.view["differs"] == (
        "The last deal has not been counted yet; please let its piles count first."
    )
    assert place.tap("score").status_code == 200
    place.look()
    assert place.view["deal"] == 2
    assert place.view["differs"] == ""
    assert place.told[-1].startswith("The cards are dealt.")
    assert sum(one["points"] for one in place.view["piles"]) == 0


def test_in_the_next_deal_whoever_scored_most_begins_whoever_lays_first(place: HanaPlace) -> None:
    begin(place, MARCH)
    place.reach(0)
    place.lay("09-chaff1")
    place.tap("draw", seat=None)
    place.photos("01-chaff1 02-chaff1", "01-crane 03-curtain")
    place.tap("score")
    assert place.view["dealer"] == 1
    place.deal(EIGHT)
    before = recorded(place)
    place.reach(0)
    place.lay("09-blue")
    assert said(place).startswith("It is the turn of seat 2; please take this back: chrys")
    assert recorded(place) == before
