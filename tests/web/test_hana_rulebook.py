"""The rulebook's sentences on the pack, the deal and the play, each at a table with a phone."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.cards import DECK, Card
from companion.hana_awase.dealing import Dealt
from companion.hana_awase.options import Options
from companion.hana_awase.state import DealState, start
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.referee.readings import Sight
from tests.web.hana_deals import EIGHT, SIX, HanaPlace, cards, hana_place, on_the_mat
from tests.web.hana_phones import CASES, round_the_mat

PIECES = {"lights": 20, "animals": 10, "ribbons": 5, "chaff": 1}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[HanaPlace]:
    with hana_place(tmp_path) as opened:
        yield opened


def differs(place: HanaPlace) -> str:
    return str(place.view["differs"])


def laid(place: HanaPlace) -> int:
    """Return how many half turns are on record."""
    return sum(", from the " in one or "takes" in one for one in place.told)


# ------------------------------------------------------------------------------------- the pack


def test_a_pack_has_twelve_months_of_four_cards(place: HanaPlace) -> None:
    pack = place.get("cards")["cards"]
    kinds: dict[int, list[str]] = {}
    for card in pack:
        kinds.setdefault(card["month"], []).append(card["kind"])
    of_months = {month: "".join(kind[0] for kind in some) for month, some in kinds.items()}
    assert of_months == {
        **dict.fromkeys((1, 3), "lrcc"),
        **dict.fromkeys((2, 4, 5, 6, 7, 9, 10), "arcc"),
        8: "lacc",
        11: "larc",
        12: "lccc",
    }


def test_lights_are_worth_20_animals_10_ribbons_5_and_chaff_1(place: HanaPlace) -> None:
    place.begin()
    pack = place.get("cards")["cards"]
    for kind, worth in PIECES.items():
        some = [card["label"] for card in pack if card["kind"] == kind]
        assert place.photos(some, "")["piles"][0]["points"] == worth * len(some)
    assert Counter(card["kind"] for card in pack) == {
        "lights": 5,
        "animals": 9,
        "ribbons": 10,
        "chaff": 24,
    }
    assert place.photos([card.label for card in DECK], "")["piles"][0]["points"] == 264


def test_the_bridge_is_an_animal_the_cup_no_chaff_and_lightning_is_chaff(place: HanaPlace) -> None:
    place.begin()
    for label, worth in (("05-bridge", 10), ("09-cup", 10), ("11-lightning", 1)):
        assert place.photos(label, "")["piles"][0]["points"] == worth


def test_a_blank_card_beside_a_whole_pack_is_not_asked_for(place: HanaPlace) -> None:
    place.begin(players=3)
    whole = round_the_mat(CASES[1]["piles"])
    blank = PileCard("", Sight.UNKNOWN, None, 0.2, (), 0.0)
    place.eyes.shows = PilePicture("", True, (*whole.cards, blank))
    assert place.photo().status_code == 200
    assert (place.view["unread"], place.view["missing"]) == ([], [])


# ------------------------------------------------------------------------------------- the game


def test_two_to_four_people_play(place: HanaPlace) -> None:
    for players in (2, 3, 4):
        place.begin(players)
        assert place.view["game"] == {"players": players}
    for players in (1, 5):
        assert place.tap("begin", players=players, dealer=0).status_code == 409


def test_a_game_has_twelve_deals_six_or_three(place: HanaPlace) -> None:
    asked = {one["key"]: one for one in place.get("rules")["questions"]}
    assert [one["value"] for one in asked["deals"]["choices"]] == [12, 6, 3]
    place.begin()
    assert place.view["deals"] == 12
    place.begin(deals=3)
    for _ in range(3):
        assert place.view["phase"] == "laying"
        place.photos("01-crane", "")
        place.tap("score")
    assert place.view["phase"] == "over"
    assert place.view["totals"] == [60, 0]
    assert place.view["leaders"] == [0]


def test_who_drew_the_earliest_month_is_named_and_deals_and_begins(place: HanaPlace) -> None:
    page = place.phone.client.get("/seat").get_data(as_text=True)
    assert "the earliest month deals, of one month the dearer card" in page
    assert "Who still are equal draw again." in page
    place.begin(3, dealer=2)
    place.deal(SIX)
    assert (place.view["dealer"], place.view["to_move"]) == (2, 2)


def test_whoever_scored_most_deals_next_and_of_equals_the_earlier_to_move(
    place: HanaPlace,
) -> None:
    place.begin(3, dealer=2)
    place.photos("01-crane", "02-warbler", "04-red")
    place.tap("score")
    assert place.view["dealer"] == 0
    # Turns go 0, 2, 1: of 1 and 2 it is 2 that moved earlier.
    place.photos("04-red", "01-crane", "08-moon")
    place.tap("score")
    assert place.view["dealer"] == 2


def test_a_drawn_deal_scores_nothing_and_the_same_player_deals(place: HanaPlace) -> None:
    place.begin(3, dealer=1)
    place.tap("draw", seat=None)
    assert (place.view["totals"], place.view["dealer"], place.view["deal"]) == ([0, 0, 0], 1, 2)
    place.begin(3, dealer=1, after_draw="next_player")
    place.tap("draw", seat=None)
    assert place.view["dealer"] == 0


# ------------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("players", "options", "hand", "field", "stock"),
    [
        (2, {}, 8, 8, 24),
        (3, {}, 7, 6, 21),
        (4, {}, 5, 8, 20),
        (2, {"ten_card_hand": True}, 10, 8, 20),
    ],
)
def test_so_many_cards_are_dealt(
    place: HanaPlace, players: int, options: dict[str, Any], hand: int, field: int, stock: int
) -> None:
    place.begin(players, **options)
    dealt_out = SIX if field == 6 else EIGHT
    for wrong in (dealt_out.rsplit(" ", 1)[0], f"{dealt_out} 08-moon"):
        place.deal(wrong)
        assert place.view["play"] is None
    place.deal(dealt_out)
    play = place.view["play"]
    assert (play["held"], play["stock"]) == ([hand] * players, stock)
    assert len(place.view["on_mat"]) == field


@pytest.mark.parametrize(
    ("players", "options", "told"),
    [
        (2, {}, "Deal 8 cards to everybody, and 8 open into the field; 24 are left in the stock."),
        (3, {}, "Deal 7 cards to everybody, and 6 open into the field; 21 are left in the stock."),
        (4, {}, "Deal 5 cards to everybody, and 8 open into the field; 20 are left in the stock."),
        (
            2,
            {"ten_card_hand": True},
            "Deal 10 cards to everybody, and 8 open into the field; 20 are left in the stock.",
        ),
    ],
)
def test_how_many_cards_to_deal_is_said_before_the_deal_and_shown_until_they_lie_there(
    place: HanaPlace, players: int, options: dict[str, Any], told: str
) -> None:
    place.begin(players, **options)
    assert place.told[-1] == place.view["to_deal"] == told
    in_polish = place.view["said_in"]["pl"]["to_deal"]
    assert in_polish.startswith("Rozdajcie każdemu")
    assert place.view["said_in"]["ro"]["to_deal"].startswith("Împărțiți fiecăruia")
    place.deal(SIX if players == 3 else EIGHT)
    assert place.view["to_deal"] == ""
    place.tap("draw", seat=None)
    assert place.view["to_deal"] == told  # the next deal


def test_three_players_may_be_dealt_four_cards_then_three_on_the_table_and_both_once_more(
    place: HanaPlace,
) -> None:
    """Four in each hand, three on the table, three in each hand, three on the table."""
    place.begin(3)
    for dealt_so_far in (" ".join(SIX.split()[:3]), " ".join(SIX.split()[:3])):
        place.deal(dealt_so_far)  # it lies there while hands are dealt
        assert (place.view["play"], differs(place)) == (None, "")
    place.deal(SIX)
    play = place.view["play"]
    assert (play["held"], play["stock"]) == ([7, 7, 7], 21)
    assert set(place.view["on_mat"]) == set(SIX.split())


def test_three_of_a_month_that_are_stacked_on_the_table_are_to_lie_side_by_side(
    place: HanaPlace,
) -> None:
    """Many stack them; what lies under a card cannot be seen."""
    place.begin(3)
    place.deal("01-crane 02-warbler 03-curtain 04-cuckoo")  # on two others of April
    for _ in range(3):
        place.look()
    stacked = "4 cards lie in the field, and 6 are dealt there: please look whether cards lie on"
    assert differs(place) == f"{stacked} one another."
    assert place.view["play"] is None
    place.deal("01-crane 02-warbler 03-curtain 04-cuckoo 04-red 04-chaff1")
    assert differs(place) == ""
    place.take("04-chaff2", "04-cuckoo", "04-red", "04-chaff1")
    assert len(place.view["piles"][0]["cards"]) == 4


def test_four_of_a_month_on_the_table_are_dealt_again(place: HanaPlace) -> None:
    place.begin()
    place.deal("05-bridge 05-red 05-chaff1 05-chaff2 01-crane 02-poem 03-poem 04-red")
    assert differs(place) == "All four cards of a month lie in the field: please deal again."
    assert place.view["play"] is None
    place.deal(EIGHT)
    assert place.view["play"] is not None


def test_four_of_a_month_in_a_hand_are_played_unless_the_house_deals_again(
    place: HanaPlace,
) -> None:
    asked = {one["key"]: one for one in place.get("rules")["questions"]}["four_in_hand"]
    assert [one["value"] for one in asked["choices"]] == ["play_on", "redeal"]
    assert place.get("rules")["values"]["four_in_hand"] == "play_on"
    place.begin(four_in_hand="redeal")
    place.deal(EIGHT)  # somebody shows four of a month, and the cards are dealt once more
    again = EIGHT.replace("01-crane 01-chaff1", "08-moon 08-geese")
    place.deal(again)
    assert set(place.view["on_mat"]) == set(again.split())


def test_the_dealer_begins_and_turns_go_anticlockwise(place: HanaPlace) -> None:
    for options, order in (({}, [1, 0, 3, 2]), ({"direction": "clockwise"}, [1, 2, 3, 0])):
        place.begin(4, dealer=1, **options)
        place.deal(EIGHT)
        moved = []
        for hand, stock in (
            ("08-moon", "09-cup"),
            ("10-deer", "11-red"),
            ("12-phoenix", "04-red"),
            ("05-red", "06-butterflies"),
        ):
            moved.append(place.view["to_move"])
            for label in (hand, stock):
                month = [one for one in place.field if one.label[:2] == label[:2]]
                if month:
                    place.take(label, month[0].label)
                else:
                    place.lay(label)
                place.stock()
        assert moved == order


# ------------------------------------------------------------------------------------- the turn


def test_a_turn_is_a_card_from_the_hand_and_then_the_top_card_of_the_stock(
    place: HanaPlace,
) -> None:
    place.begin(3, dealer=0)
    place.deal(SIX)
    place.lay("08-moon")
    assert (place.view["to_move"], place.view["play"]["to_turn"]) == (0, True)
    place.lay("09-cup")  # nobody has reached for the stock
    place.look()
    assert differs(place).startswith("Seat 1 has still to turn a card from the stock")
    assert place.view["play"]["stock"] == 21
    place.field.remove(Card.parse("09-cup"))
    place.look()
    place.stock()
    place.lay("10-deer")
    assert differs(place) == ""
    assert (place.view["to_move"], place.view["play"]["to_turn"]) == (2, False)
    assert (place.view["play"]["held"], place.view["play"]["stock"]) == ([6, 7, 7], 20)


def test_a_card_without_one_of_its_month_stays_on_the_table(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT)
    place.lay("08-moon")
    assert place.told[-1].endswith("susuki grass with moon; it stays in the field.")
    assert "08-moon" in place.view["on_mat"]


def test_one_card_of_its_month_has_to_be_taken_and_both_go_to_the_pile(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT)
    place.lay("02-poem")
    place.look()
    assert "has to take plum with bush warbler" in differs(place)
    assert place.view["play"]["begun"] is False
    place.field.remove(Card.parse("02-poem"))
    place.take("02-poem", "02-warbler")
    assert place.view["piles"][0]["cards"] == ["02-warbler", "02-poem"]


@pytest.mark.parametrize("chosen", ["01-crane", "01-chaff1"])
def test_of_two_cards_of_its_month_one_is_chosen(place: HanaPlace, chosen: str) -> None:
    place.begin()
    place.deal(EIGHT)
    place.take("01-poem", chosen)
    assert set(place.view["piles"][0]["cards"]) == {"01-poem", chosen}
    assert len({"01-crane", "01-chaff1"} & set(place.view["on_mat"])) == 1


def test_three_cards_of_its_month_are_all_taken(place: HanaPlace) -> None:
    place.begin()
    place.deal("01-crane 01-chaff1 01-chaff2 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar")
    place.take("01-poem", "01-crane")
    place.look()
    assert "has to take" in differs(place)
    assert place.view["piles"][0]["cards"] == []
    place.piles[0].clear()
    place.field += cards("01-crane")
    place.look()
    place.take("01-poem", "01-crane", "01-chaff1", "01-chaff2")
    assert len(place.view["piles"][0]["cards"]) == 4


def test_a_card_takes_none_of_another_month(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT)
    place.take("09-cup", "03-curtain")
    place.look()
    assert "this cannot take cherry with curtain" in differs(place)
    assert place.view["play"]["begun"] is False


def test_nobody_has_to_play_a_card_that_takes(place: HanaPlace) -> None:
    """What a hand holds reaches nobody, so any card may be laid, whatever else would take."""
    place.begin()
    place.deal(EIGHT)
    place.lay("08-chaff1")
    assert differs(place) == ""
    assert place.view["play"]["held"] == [7, 8]


def test_what_was_taken_lies_face_up_in_months(place: HanaPlace) -> None:
    place.begin()
    place.deal(EIGHT)
    place.take("07-red", "07-boar")
    place.stock()
    place.take("01-poem", "01-crane", seat=0)
    assert place.view["piles"][0]["cards"] == ["01-crane", "01-poem", "07-boar", "07-red"]


# -------------------------------------------------------------------------------------- the end


def played(place: HanaPlace, players: int, seed: int, **options: Any) -> SimulatedDeal:
    """Play a whole deal; return it."""
    chance = random.Random(seed)
    rules = Options(**options)
    place.begin(players, **options)
    return place.play(dealt(players, rules, 0, chance), chance)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_table_is_empty_months_are_even_and_all_is_264(
    place: HanaPlace, players: int
) -> None:
    deal = played(place, players, 610 + players)
    view = place.view
    assert (view["play"]["over"], view["on_mat"], view["warnings"]) == (True, [], [])
    assert sum(pile["points"] for pile in view["piles"]) == 264
    for seat, pile in enumerate(view["piles"]):
        assert set(pile["cards"]) == {card.label for card in deal.state.piles[seat]}
        months = Counter(label[:2] for label in pile["cards"])
        assert all(number in (2, 4) for number in months.values())


def test_at_every_moment_each_pile_has_an_even_number_of_each_month(place: HanaPlace) -> None:
    place.begin(3)
    chance = random.Random(620)
    deal = SimulatedDeal(dealt(3, Options(), 0, chance), chance)
    for reading in deal.readings(lambda *_: None, lambda: None):
        deal.hear(place.see(reading))
        for pile in place.view["piles"]:
            assert all(n % 2 == 0 for n in Counter(one[:2] for one in pile["cards"]).values())
    assert sum(len(pile["cards"]) for pile in place.view["piles"]) == 48


@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {}), (2, {"ten_card_hand": True})])
def test_hands_and_stock_end_together(
    place: HanaPlace, players: int, options: dict[str, Any]
) -> None:
    deal = played(place, players, 630 + players, **options)
    hands = 10 if options else {3: 7, 4: 5}[players]
    assert [one.seat for one in deal.laid[:-1:2]] == [one.seat for one in deal.laid[1::2]]
    assert len(deal.laid) == 2 * hands * players
    assert place.view["play"]["over"]


def test_two_players_with_eight_cards_turn_the_rest_of_the_stock_in_turn(
    place: HanaPlace,
) -> None:
    deal = played(place, 2, 640)
    assert [one.seat for one in deal.laid[-8:]] == [0, 1] * 4
    assert place.view["play"]["over"]
    place.tap("score")
    (again,) = place.get("evenings/1")["deals"]
    assert all(", from the stock: " in one for one in again["told"][-8:])


def test_two_players_may_stop_with_their_hands_by_the_simplified_way(place: HanaPlace) -> None:
    refused = place.phone.client.post(
        "/api/hana/rules",
        json={"players": 2, "options": {"early_stop": True, "method": "traditional"}},
    ).json
    assert refused is not None
    assert refused["why"] == "Who stops early scores by the simplified method."
    for options, goes in (({"early_stop": True}, True), ({"early_stop": False}, False)):
        chance = random.Random(650)
        place.begin(2, **options)
        deal = SimulatedDeal(dealt(2, Options(), 0, chance), chance, Manner(hasty=0.0))
        for reading in deal.readings(lambda *_: None, lambda: None):
            deal.hear(place.see(reading))
            play = place.view["play"]
            if play and not any(play["held"]) and play["stock"] == 8:
                break
            if play and play["stock"] == 20 and not place.view["play"]["to_turn"]:
                assert place.tap("score").status_code == 409
        counts, left = place.view["counts"], place.view["on_mat"]
        assert place.tap("score").status_code == (200 if goes else 409)
        if goes:  # stock and table count for nobody
            assert left
            assert place.view["totals"] == counts


# ------------------------------------------------------------------------------------ the joker

WITH_JOKER = "01-crane 01-chaff1 02-warbler 03-curtain 11-red 05-bridge 06-blue 07-boar"
JOKER_LIES = "11-lightning 01-chaff1 02-warbler 03-curtain 11-red 05-bridge 06-blue 07-boar"


def joker(place: HanaPlace, field: str) -> None:
    place.begin(2, joker=True)
    place.deal(field)


@pytest.mark.parametrize("taken", ["02-warbler", "01-crane", "07-boar"])
def test_lightning_from_the_hand_takes_any_one_card(place: HanaPlace, taken: str) -> None:
    joker(place, WITH_JOKER)
    place.take("11-lightning", taken)
    assert set(place.view["piles"][0]["cards"]) == {"11-lightning", taken}


def test_lightning_takes_no_november(place: HanaPlace) -> None:
    joker(place, WITH_JOKER)
    place.take("11-lightning", "11-red")
    place.look()
    assert "this cannot take willow with red ribbon" in differs(place)
    assert place.view["piles"][0]["cards"] == []


def test_lightning_has_to_take_where_it_can(place: HanaPlace) -> None:
    joker(place, WITH_JOKER)
    place.lay("11-lightning")
    place.look()
    assert "this has to take" in differs(place)
    assert place.view["play"]["begun"] is False


def emptied(place: HanaPlace) -> None:
    """Play until only a November lies in the field, and a card comes from the hand."""
    joker(place, "11-red 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar 08-moon")
    labels = iter(("02-poem", "03-poem", "04-red", "05-red", "06-butterflies", "07-red"))
    for label in labels:
        (there,) = (one for one in place.field if one.label[:2] == label[:2])
        place.take(label, there.label)
        place.stock()
    assert [card.label for card in place.field] == ["11-red", "08-moon"]


def test_where_only_novembers_lie_lightning_stays(place: HanaPlace) -> None:
    emptied(place)
    place.take("08-geese", "08-moon")
    place.stock()
    assert place.view["play"]["to_turn"]
    place.lay("11-lightning")  # from the stock
    assert differs(place) == ""
    assert "11-lightning" in place.view["on_mat"]


def test_lightning_from_the_hand_stays_among_novembers(place: HanaPlace) -> None:
    emptied(place)
    place.take("08-geese", "08-moon")
    place.stock()
    place.take("11-swallow", "11-red")
    place.lay("11-lightning")
    assert differs(place) == ""
    assert place.view["on_mat"] == ["11-lightning"]


def test_lightning_from_the_hand_stays_on_an_empty_table(place: HanaPlace) -> None:
    emptied(place)
    place.take("08-geese", "08-moon")
    place.stock()
    place.take("11-swallow", "11-red")
    place.stock()
    place.lay("10-deer")
    place.stock()
    place.take("10-blue", "10-deer")
    assert place.field == []
    place.lay("11-lightning")
    assert differs(place) == ""
    assert place.view["on_mat"] == ["11-lightning"]
    assert place.told[-1].endswith("willow with lightning; it stays in the field.")
    place.stock()
    place.take("09-cup", "11-lightning", seat=1)  # and the next card from the stock takes it
    assert {"09-cup", "11-lightning"} <= set(place.view["piles"][1]["cards"])


def test_the_first_card_from_the_stock_has_to_take_the_joker_that_lies_there(
    place: HanaPlace,
) -> None:
    """Also where it matches a card of its own month."""
    joker(place, JOKER_LIES)
    place.lay("09-cup")
    place.stock()
    place.take("01-crane", "01-chaff1", seat=0)
    place.look()
    assert differs(place) == "Pine with crane: this has to take willow with lightning."
    assert place.view["piles"][0]["cards"] == []
    for one in cards("01-crane 01-chaff1"):
        place.piles[0].remove(one)
    place.field += cards("01-chaff1")
    place.look()
    place.take("01-crane", "11-lightning", seat=0)
    assert differs(place) == ""
    assert set(place.view["piles"][0]["cards"]) == {"01-crane", "11-lightning"}


def test_a_card_from_the_hand_never_takes_the_joker(place: HanaPlace) -> None:
    joker(place, JOKER_LIES)
    place.take("01-crane", "11-lightning")
    place.look()
    assert differs(place) == "Pine with crane: this has to take pine chaff."
    assert place.view["piles"][0]["cards"] == []


def test_a_november_from_the_stock_is_played_as_usual_and_the_next_card_takes_the_joker(
    place: HanaPlace,
) -> None:
    joker(place, JOKER_LIES)
    place.lay("09-cup")
    place.stock()
    place.take("11-swallow", "11-red", seat=0)
    assert differs(place) == ""
    place.take("02-poem", "02-warbler", seat=1)
    place.stock()
    place.take("08-moon", "11-lightning", seat=1)
    assert differs(place) == ""
    assert "11-lightning" in place.view["piles"][1]["cards"]


def test_lightning_from_the_stock_takes_any_one_card_of_the_players_choice(
    place: HanaPlace,
) -> None:
    for taken in ("02-warbler", "07-boar"):
        joker(place, WITH_JOKER)
        place.lay("09-cup")
        place.stock()
        place.take("11-lightning", taken, seat=0)
        assert set(place.view["piles"][0]["cards"]) == {"11-lightning", taken}


def test_other_novembers_match_only_one_another(place: HanaPlace) -> None:
    joker(place, JOKER_LIES)
    place.take("11-swallow", "11-lightning")
    place.look()
    assert "this has to take willow with red ribbon" in differs(place)
    for one in cards("11-swallow 11-lightning"):
        place.piles[0].remove(one)
    place.field += cards("11-lightning")
    place.look()
    place.take("11-swallow", "11-red")
    assert set(place.view["piles"][0]["cards"]) == {"11-swallow", "11-red"}


def test_lightning_takes_one_card_also_of_three_of_a_month(place: HanaPlace) -> None:
    joker(place, "01-crane 01-chaff1 01-chaff2 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar")
    place.take("11-lightning", "01-crane")
    assert differs(place) == ""
    assert set(place.view["piles"][0]["cards"]) == {"11-lightning", "01-crane"}


def test_the_three_other_novembers_on_the_table_are_dealt_again(place: HanaPlace) -> None:
    novembers = "11-rainman 11-swallow 11-red 01-crane 02-warbler 03-curtain 04-cuckoo 05-bridge"
    joker(place, novembers)
    assert differs(place).startswith("The three Novembers that lightning does not take")
    assert place.view["play"] is None
    place.begin(2, joker=False)
    place.deal(novembers)
    assert place.view["play"] is not None


def joker_last(players: int, chance: random.Random) -> DealState:
    """Return a deal with the joker whose last card of the stock is lightning."""
    rules = Options(joker=True)
    lightning = Card.parse("11-lightning")
    while True:
        state = dealt(players, rules, 0, chance)
        if lightning in state.stock:
            stock = (*(one for one in state.stock if one != lightning), lightning)
            whole = Dealt(state.hands, state.table, stock)
            return start(whole, 0, rules)[0]


def test_lightning_as_the_last_card_of_the_stock_takes_everything(place: HanaPlace) -> None:
    for players in (3, 4):
        chance = random.Random(660 + players)
        place.begin(players, joker=True)
        deal = place.play(joker_last(players, chance), chance)
        last = deal.laid[-1]
        assert last.card.label == "11-lightning"
        assert any(one.label.startswith("11-") for one in last.taken)
        assert place.view["on_mat"] == []
        assert {one.label for one in last.taken} <= set(place.view["piles"][last.seat]["cards"])


def test_of_two_cards_that_are_left_each_goes_to_its_owner(place: HanaPlace) -> None:
    """A November to whoever has the pair of it, the other card to whoever has the lightning."""
    for players in (2, 3, 4):
        deal = played(place, players, 670 + players, joker=True)
        assert len(deal.laid[-1].taken) <= 3
        piles = [set(pile["cards"]) for pile in place.view["piles"]]
        before = [set() for _ in range(players)]  # type: list[set[str]]
        for one in deal.laid:
            if one.taken:
                before[one.seat] |= {card.label for card in (one.card, *one.taken)}
        given = [pile - had for pile, had in zip(piles, before, strict=True)]
        left = set().union(*given)
        assert len(left) == 2
        november = next(one for one in left if one.startswith("11-"))
        (other,) = left - {november}
        (pair,) = [n for n, had in enumerate(before) if _novembers(had) == 2]
        (lightning,) = [n for n, had in enumerate(before) if "11-lightning" in had]
        assert november in given[pair]
        assert other in given[lightning]
        assert place.view["warnings"] == []
        assert sum(pile["points"] for pile in place.view["piles"]) == 264


def _novembers(labels: set[str]) -> int:
    return sum(one.startswith("11-") and one != "11-lightning" for one in labels)


def shown_with(place: HanaPlace, piles: list[str], left: str) -> Any:
    """Show piles of two, the second with everything that nobody names."""
    place.begin(2, joker=True)
    named = {*" ".join(piles).split(), *left.split()}
    rest = " ".join(card.label for card in DECK if card.label not in named)
    place.eyes.shows = on_the_mat([piles[0], f"{piles[1]} {rest}"], left)
    assert place.photo().status_code == 200
    return place.view


def test_lightning_that_nobody_could_take_goes_with_the_november(place: HanaPlace) -> None:
    view = shown_with(place, ["11-red 11-swallow", ""], "11-rainman 11-lightning")
    assert {"11-rainman", "11-lightning"} <= set(view["piles"][0]["cards"])
    assert view["on_mat"] == []


def test_three_cards_that_lost_their_fourth_go_to_who_has_the_lightning(place: HanaPlace) -> None:
    view = shown_with(
        place,
        ["11-lightning 01-crane", "11-red 11-swallow"],
        "11-rainman 01-poem 01-chaff1 01-chaff2",
    )
    assert {"01-poem", "01-chaff1", "01-chaff2"} <= set(view["piles"][0]["cards"])
    assert "11-rainman" in view["piles"][1]["cards"]


def test_with_the_joker_nothing_may_be_left_too(place: HanaPlace) -> None:
    view = shown_with(place, ["11-red 11-swallow", ""], "")
    assert (view["on_mat"], view["on_mat_why"], view["missing"]) == ([], "", [])


def test_with_the_joker_novembers_may_be_odd_in_a_pile(place: HanaPlace) -> None:
    odd = shown_with(place, ["11-red 11-swallow 11-rainman", "11-lightning"], "")
    assert odd["warnings"] == []
    place.begin(2, joker=False)
    place.eyes.shows = on_the_mat([" ".join(one["cards"]) for one in odd["piles"]], "")
    place.photo()
    assert len(place.view["warnings"]) == 1


def test_lightning_counts_for_willow_and_is_worth_1(place: HanaPlace) -> None:
    view = shown_with(place, ["11-red 11-swallow 11-rainman 11-lightning", ""], "")
    assert [one["id"] for one in view["piles"][0]["yaku"]] == ["willow"]
    assert view["piles"][0]["points"] == 5 + 10 + 20 + 1
