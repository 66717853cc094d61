"""Whose the cards in pictures of piles are, and what is concluded of the unread ones."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.hana_awase.cards import Card
from companion.hana_table.found_piles import Conclusion, PicturesError, PileCard, PilePicture
from companion.hana_table.pile_pictures import find_piles
from companion.hana_table.texts import found_lines, twice_phrase
from companion.referee.readings import Sight

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "hana-awase-examples.json").read_text(encoding="utf-8")
)
TWO, THREE, FOUR = (
    next(case["piles"] for case in CASES if case["players"] == players) for players in (2, 3, 4)
)
PLACE = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))


def card(label: str | None, turn: float | None = None, sure: float = 0.9) -> PileCard:
    sight = Sight.FACE if label else Sight.UNKNOWN
    return PileCard("table.jpg", sight, label, sure, PLACE, turn)


def lies(pile: Sequence[str], seat: int = 0, of: int = 1, reach: float = 0.6) -> list[PileCard]:
    """A pile spread over its sector: ``reach`` of it."""
    half = reach / of / 2
    steps = max(len(pile) - 1, 1)
    return [
        card(label, (seat / of - half + 2 * half * place / steps) % 1)
        for place, label in enumerate(pile)
    ]


def round_the_mat(piles: Sequence[Sequence[str]], reach: float = 0.6) -> list[PileCard]:
    return [one for seat, pile in enumerate(piles) for one in lies(pile, seat, len(piles), reach)]


def picture(cards: Sequence[PileCard], mat: bool = True) -> PilePicture:
    return PilePicture("table.jpg", mat, tuple(cards))


def named(piles: Sequence[Sequence[Card]]) -> list[list[str]]:
    return [sorted(one.label for one in pile) for pile in piles]


def in_order(piles: Sequence[Sequence[str]]) -> list[list[str]]:
    return [sorted(pile) for pile in piles]


@pytest.mark.parametrize("piles", [TWO, THREE, FOUR], ids=["two", "three", "four"])
@pytest.mark.parametrize("reach", [0.05, 0.6, 0.85])
def test_one_picture_is_split_by_sectors_and_tells_how_many_play(
    piles: list[list[str]], reach: float
) -> None:
    found = find_piles([picture(round_the_mat(piles, reach))])
    assert named(found.piles) == in_order(piles)
    assert (found.unread, found.inferred, found.absent, found.on_mat) == ((), (), (), ())


def test_several_pictures_are_the_piles_in_their_order() -> None:
    pictures = [picture([card(label) for label in pile], mat=False) for pile in THREE]
    assert named(find_piles(pictures).piles) == in_order(THREE)


def test_one_picture_without_the_mat_is_refused() -> None:
    with pytest.raises(PicturesError, match="does not show the mat of Hana-awase"):
        find_piles([picture(round_the_mat(TWO), mat=False)])


def test_so_many_pictures_that_are_no_piles_are_refused() -> None:
    pictures = [picture([], mat=False)] * 5
    with pytest.raises(PicturesError, match=r"one picture of each of 2 to 4 piles.* got 5"):
        find_piles(pictures)
    with pytest.raises(PicturesError, match="each of 3 piles"):
        find_piles(pictures[:2], 3)


def test_a_card_between_two_piles_is_asked_to_be_pushed() -> None:
    cards = [*round_the_mat(FOUR[:4])[1:], card("01-chaff1", 0.125)]
    with pytest.raises(PicturesError, match="01-chaff1, round 15, 20, lies between two of 4"):
        find_piles([picture(cards)], 4)
    with pytest.raises(PicturesError):
        find_piles([picture(cards)])


def test_piles_that_fit_no_number_of_players_are_not_guessed_at() -> None:
    """Half a pile pushed to a neighbour's: months are odd however it is split."""
    wrong = [FOUR[0][::2], [*FOUR[0][1::2], *FOUR[1]], FOUR[2], FOUR[3]]
    cards = round_the_mat(wrong)
    with pytest.raises(PicturesError, match="say how many play"):
        find_piles([picture(cards)])
    assert len(find_piles([picture(cards)], 4).piles) == 4


def test_a_player_who_took_nothing_has_to_be_said() -> None:
    assert len(find_piles([picture(round_the_mat([TWO[0], [], TWO[1], []]))]).piles) == 2
    assert len(find_piles([picture(round_the_mat([TWO[0], [], TWO[1], []]))], 4).piles) == 4


def test_the_only_unread_card_must_be_the_only_missing_one() -> None:
    cards = [
        card(None, one.turn, 0.2) if one.label == "09-cup" else one for one in round_the_mat(THREE)
    ]
    found = find_piles([picture(cards)])
    assert named(found.piles) == in_order(THREE)
    (inferred,) = found.inferred
    assert (inferred.card.label, inferred.why) == ("09-cup", Conclusion.LAST_MISSING)
    assert (found.unread, found.absent) == ((), ())


def test_an_unread_card_in_a_pile_that_cannot_have_the_missing_one_is_asked_for() -> None:
    cards = [one for one in round_the_mat(THREE) if one.label != "09-cup"]  # out of the picture
    other = next(seat for seat, pile in enumerate(THREE) if "09-cup" not in pile)
    found = find_piles([picture([*cards, card(None, other / 3, 0.2)])])
    assert found.inferred == ()
    assert [one.pile for one in found.unread] == [other]


def test_two_unread_cards_are_asked_for_with_what_they_may_be() -> None:
    gone = {THREE[0][0], THREE[1][0]}
    assert {label[:2] for label in gone} == {"01"}
    cards = [
        card(None, one.turn, 0.2) if one.label in gone else one for one in round_the_mat(THREE)
    ]
    found = find_piles([picture(cards)])
    assert [one.pile for one in found.unread] == [0, 1]
    assert {one.label for one in found.unread[0].may_be} == gone
    assert {one.label for one in found.absent} == gone
    assert found.inferred == ()


def test_what_may_be_an_odd_months_card_comes_first() -> None:
    gone = {"02-warbler", "10-deer"}
    cards = [
        card(None, one.turn, 0.2) if one.label in gone else one for one in round_the_mat(THREE)
    ]
    found = find_piles([picture(cards)]).unread
    assert len(found) == 2
    for unread in found:
        assert unread.pile is not None
        assert unread.may_be[0].label in THREE[unread.pile]


def test_a_blank_card_is_no_card_where_all_48_were_read() -> None:
    blank = card(None, 0.0, 0.1)
    found = find_piles([picture([*round_the_mat(THREE), blank])])
    assert found.unread == ()
    assert found.no_cards == (blank,)


def test_a_label_that_no_card_has_is_no_card() -> None:
    found = find_piles([picture([*round_the_mat(THREE), card("blank", 0.0)])])
    assert named(found.piles) == in_order(THREE)


def test_of_a_card_that_is_read_twice_the_much_surer_one_counts() -> None:
    elsewhere = card("01-crane", 1 / 3, 0.4)
    found = find_piles([picture([*round_the_mat(THREE), elsewhere])])
    assert named(found.piles) == in_order(THREE)
    assert [one.label for one in found.no_cards] == [None]


def test_of_a_card_that_is_read_twice_alike_neither_is_believed() -> None:
    cards = [one for one in round_the_mat(THREE) if one.label != "02-warbler"]
    found = find_piles([picture([*cards, card("01-crane", 1 / 3, 0.88)])])
    assert {one.label for one in found.absent} == {"01-crane", "02-warbler"}
    assert len(found.unread) == 2
    assert all("01-crane" not in pile for pile in named(found.piles))


def test_a_49th_card_is_said_with_both_its_places() -> None:
    extra = card("01-crane", 0.34, sure=0.6)
    found = find_piles([picture([*round_the_mat(THREE), extra])], 3)
    (twice,) = found.twice
    assert (twice.card.label, twice.piles) == ("01-crane", (0, 1))
    assert found_lines(found, found.piles)[-1] == (
        "pine with crane lies in the piles of seat 1 and of seat 2; a pack has it once."
    )


def test_a_card_twice_in_one_pile_is_said_too() -> None:
    extra = card("01-crane", 0.0, sure=0.6)
    (twice,) = find_piles([picture([*round_the_mat(THREE), extra])], 3).twice
    said = twice_phrase(twice)
    assert said == "pine with crane lies twice in the pile of seat 0; a pack has it once."


def test_chaff_that_is_read_twice_is_both_chaff_of_its_month() -> None:
    cards = [
        card("05-chaff1", one.turn, 0.8) if one.label == "05-chaff2" else one
        for one in round_the_mat(THREE)
    ]
    found = find_piles([picture(cards)])
    assert named(found.piles) == in_order(THREE)
    (inferred,) = found.inferred
    assert (inferred.card.label, inferred.why) == ("05-chaff2", Conclusion.LIKE_CHAFF)


def test_a_deck_with_one_kind_of_chaff_a_month_is_read() -> None:
    def kind(label: str) -> str:
        plain = "-chaff" in label and label != "12-chaff-yellow"
        return label[:8] if plain else label

    # The first pile has the yellow chaff of December; no other is taken for it.
    piles = THREE[::-1]
    found = find_piles([picture(round_the_mat([[kind(label) for label in p] for p in piles]))])
    assert [len(pile) for pile in found.piles] == [len(pile) for pile in piles]
    assert "12-chaff-yellow" in named(found.piles)[-1]
    assert found.absent == ()
    assert found.inferred == ()


def test_special_chaff_is_taken_for_no_other() -> None:
    cards = [
        card("12-chaff-yellow", one.turn, 0.8) if one.label == "12-chaff2" else one
        for one in round_the_mat(THREE)
    ]
    found = find_piles([picture(cards)])
    assert [one.label for one in found.absent] == ["12-chaff-yellow", "12-chaff2"]


def test_what_lies_on_the_mat_is_nobodys() -> None:
    case = CASES[-1]
    left = [
        PileCard("table.jpg", Sight.FACE, label, 0.9, PLACE, 0.3, on_mat=True)
        for label in case["field_at_end"]
    ]
    found = find_piles([picture([*round_the_mat(case["piles_before_leftovers"]), *left])], 3)
    assert sorted(one.label for one in found.on_mat) == sorted(case["field_at_end"])
    assert named(found.piles) == in_order(case["piles_before_leftovers"])
