"""What people do against the rules, each at a table with a phone: said, and never recorded."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.options import Options
from tests.web.hana_deals import EIGHT, SIX, HanaPlace, cards, hana_place

MARCH = "03-curtain 03-poem 03-chaff1 02-warbler 04-cuckoo 05-bridge 06-blue 07-boar"
LYING = EIGHT.replace("07-boar", "11-lightning")
ANOTHER = "12-phoenix 08-moon 08-geese 10-deer 10-blue 11-red 05-red 04-red"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[HanaPlace]:
    with hana_place(tmp_path) as opened:
        yield opened


def begin(place: HanaPlace, field: str = EIGHT, players: int = 2, **options: Any) -> None:
    place.begin(players, **options)
    for seat in range(players):  # cards are dealt, and taken up
        place.reach(seat)
    place.deal(field)


def first_card(place: HanaPlace) -> None:
    """Seat 1 takes the warbler with a card from the hand."""
    place.reach(0)
    place.take("02-poem", "02-warbler")


def first_turn(place: HanaPlace) -> None:
    """Seat 1 takes the warbler, and turns a card that stays."""
    first_card(place)
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
    assert (
        said(place)
        == "Susuki grass with moon: this cannot take willow with lightning; please lay that back."
    )
    assert recorded(place) == before


def test_a_card_from_the_stock_that_passed_the_lightning_by_has_to_take_it(
    place: HanaPlace,
) -> None:
    begin(place, LYING, joker=True)
    first_card(place)
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
    told = f"{count} cards lie in the field, and 8 are dealt there: please look"
    few = " whether cards lie on one another" if count < 8 else ""
    assert place.view["differs"] == f"{told}{few}."
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


def test_who_takes_up_the_cards_in_the_middle_is_told_that_the_deal_is_not_over(
    place: HanaPlace,
) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.reach(1)
    place.deal(ANOTHER)
    assert said(place) == (
        "New cards are dealt, and the deal before is not over: please lay its cards back, or say on"
        " a phone that it is drawn."
    )
    assert recorded(place) == before
    assert place.tap("draw", seat=None).status_code == 200
    place.look()
    place.look()
    assert place.view["differs"] == ""
    assert sorted(place.view["on_mat"]) == sorted(ANOTHER.split())


def test_cards_that_lie_before_somebody_at_the_deal_are_to_be_taken_away(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT)
    place.tap("draw", seat=None)
    place.field, place.piles[1] = cards(ANOTHER), cards("12-chaff2")
    for _ in range(4):
        place.look()
    assert place.view["differs"] == (
        "The cards are dealt, but some lie before seat 2: please take them away."
    )
    assert place.view["play"] is None
    place.deal(ANOTHER)
    assert place.view["differs"] == ""
    assert place.told[-1].startswith("The cards are dealt.")


# ---------------------------------------------------------------------- where a card does not lie


def test_who_lays_what_he_takes_before_another_is_told_where_it_lies(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.take("02-poem", "02-warbler", seat=1)
    assert (
        said(place) == "Seat 1 has the turn, but this lies before seat 2: plum with poetry ribbon."
    )
    assert recorded(place) == before
    place.piles.reverse()
    place.look()
    assert place.view["piles"][0]["cards"] == ["02-warbler", "02-poem"]


@pytest.mark.parametrize("beside", ["", "02-poem"])
def test_a_card_that_takes_nothing_stays_out_of_the_pile(place: HanaPlace, beside: str) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.piles[0] += cards(f"{beside} 09-cup")
    place.field = [one for one in place.field if not beside or one.label != "02-warbler"]
    place.piles[0] += cards("02-warbler" if beside else "")
    assert said(place) == (
        "Chrysanthemum with sake cup: this takes nothing. If another card took it, please push the"
        " newest cards of seat 1 apart; if none did, take it out of the pile."
    )
    assert recorded(place) == before


def test_a_third_card_of_the_month_that_was_taken_stays_in_the_field(place: HanaPlace) -> None:
    begin(place)
    first_card(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.piles[0] += cards("02-chaff1")
    assert said(place).startswith("Plum chaff: this takes nothing. If another card took it")
    assert recorded(place) == before


def test_three_of_a_month_are_no_pair(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.take("02-poem 02-chaff1", "02-warbler")
    assert said(place) == (
        "Two cards of a month are taken together, or all four; please lay these back, and then one"
        " after the other: plum with bush warbler, plum with poetry ribbon, plum chaff."
    )
    assert recorded(place) == before


def test_a_card_of_another_pack_is_seen_to_lie_there_twice(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.reach(1)
    place.lay("02-warbler")
    assert said(place) == "I see this twice, and a pack has it once: plum with bush warbler."
    assert recorded(place) == before


def test_a_card_that_lies_twice_in_the_field_begins_no_deal(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT.replace("07-boar", "01-crane"))
    assert said(place) == "I see this twice, and a pack has it once: pine with crane."
    assert place.view["play"] is None


def test_the_taker_that_stays_in_the_field_is_missed_in_the_pile(place: HanaPlace) -> None:
    begin(place)
    before = recorded(place)
    place.reach(0)
    place.take("", "02-warbler")
    place.lay("02-poem")
    assert said(place).startswith("I cannot see which card took this; please push the newest")
    assert recorded(place) == before


def test_a_card_that_was_laid_is_not_exchanged_for_another(place: HanaPlace) -> None:
    begin(place)
    place.reach(0)
    place.lay("09-cup")
    before = recorded(place)
    place.reach(0)
    place.field.remove(cards("09-cup")[0])
    place.lay("10-deer")
    assert said(place).startswith("I cannot see this in the field: chrysanthemum with sake cup.")
    assert recorded(place) == before


def test_of_two_that_were_to_be_had_the_other_is_not_taken_afterwards(place: HanaPlace) -> None:
    begin(place)
    place.reach(0)
    place.take("01-poem", "01-chaff1")
    before = recorded(place)
    place.reach(0)
    place.field, place.piles[0] = (
        cards(EIGHT.replace("01-crane", "")),
        cards("01-poem 01-crane"),
    )
    assert said(place) == "This belongs to the pile of seat 1; please lay it back: pine chaff."
    assert recorded(place) == before


def test_who_gives_a_pair_away_gets_it_back(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    place.piles.reverse()
    assert said(place).startswith("This belongs to the pile of seat 1; please lay it back: plum")
    assert recorded(place) == before


def test_a_card_from_the_stock_turned_by_a_neighbour_is_turned_anew(place: HanaPlace) -> None:
    begin(place)
    first_card(place)
    before = recorded(place)
    place.stock()
    place.reach(1)
    place.take("03-poem", "03-curtain", seat=1)
    assert said(place).startswith("Seat 1 has still to turn a card from the stock; please take")
    assert recorded(place) == before


def test_a_november_does_not_take_the_joker_that_lies_there(place: HanaPlace) -> None:
    begin(place, LYING, joker=True)
    first_card(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.take("11-red", "11-lightning")
    assert (
        said(place)
        == "Willow with red ribbon: this cannot take willow with lightning; please lay that back."
    )
    assert recorded(place) == before


def test_who_takes_the_joker_does_not_take_a_card_of_the_month_too(place: HanaPlace) -> None:
    begin(place, LYING, joker=True)
    first_card(place)
    before = recorded(place)
    place.stock()
    place.reach(0)
    place.take("03-poem", "03-curtain", "11-lightning")
    assert (
        said(place)
        == "Cherry with poetry ribbon: this cannot take cherry with curtain; please lay that back."
    )
    assert recorded(place) == before


def test_the_piles_do_not_count_in_the_middle_of_a_deal(place: HanaPlace) -> None:
    begin(place)
    first_turn(place)
    before = recorded(place)
    refused = place.tap("score")
    assert refused.status_code == 409
    assert refused.json is not None
    assert refused.json["detail"] == "38 cards are still to be laid in this deal."
    assert recorded(place) == before


def test_a_card_that_is_misread_again_and_again_is_what_people_say(place: HanaPlace) -> None:
    begin(place, EIGHT.replace("01-chaff1", "01-poem"))
    assert place.tap("exchange", was="01-poem", card="01-chaff2").status_code == 200
    before = recorded(place)
    assert place.view["differs"] == ""
    assert "01-chaff2" in place.view["on_mat"]
    assert recorded(place) == before
    # It is taken, and misread in the pile, too; the card for which it was taken comes then.
    place.reach(0)
    place.take("01-chaff1", "01-poem")
    assert place.view["piles"][0]["cards"] == ["01-chaff1", "01-chaff2"]
    place.stock()
    place.reach(0)
    place.take("01-poem", "01-crane")
    assert place.view["piles"][0]["cards"] == ["01-crane", "01-poem", "01-chaff1", "01-chaff2"]
    assert said(place) == ""


def test_what_is_left_in_the_field_after_an_early_stop_is_no_new_deal(place: HanaPlace) -> None:
    left: list[str] = []
    number = 0
    while len(left) != 8:  # as many as are dealt
        number += 1
        chance = random.Random(f"{number} left")
        place.begin(2, early_stop=True)
        deal = SimulatedDeal(dealt(2, Options(), 0, chance), chance, Manner(hasty=0.0), place.t)
        for reading in deal.readings(lambda *_: None, lambda: None):
            deal.hear(place.see(reading))
            play = place.view["play"]
            if play and not any(play["held"]) and play["stock"] == 8:
                break
        place.t = deal.t
        left = place.view["on_mat"]
    assert place.tap("score").status_code == 200
    place.deal(" ".join(left))
    for _ in range(4):
        place.look()
    view = place.view
    assert view["play"] is None
    assert view["differs"] == ""
    place.deal("")
    place.deal(EIGHT)
    assert place.view["play"]["stock"] == 24
