"""The hanafuda pack."""

from collections import Counter

import pytest

from companion.hana_awase.cards import DECK, Card, CardKind, alike, of_month, total


def test_the_pack_has_5_lights_9_animals_10_ribbons_24_chaff_worth_264() -> None:
    kinds = Counter(card.kind for card in DECK)
    assert [kinds[kind] for kind in CardKind] == [5, 9, 10, 24]
    assert len(set(DECK)) == 48
    assert total() == 264
    assert total(chaff_zero=True) == 240


def test_each_month_has_four_cards_and_no_ribbon_is_in_august_or_december() -> None:
    for month in range(1, 13):
        assert len(of_month(DECK, month)) == 4
    without = [
        month
        for month in range(1, 13)
        if all(card.kind is not CardKind.RIBBON for card in of_month(DECK, month))
    ]
    assert without == [8, 12]


def test_the_bridge_is_an_animal_and_the_lightning_chaff() -> None:
    assert Card.parse("05-bridge").kind is CardKind.ANIMAL
    assert Card.parse("11-lightning").kind is CardKind.CHAFF


def test_every_label_is_read_back() -> None:
    assert [Card.parse(card.label) for card in DECK] == list(DECK)


@pytest.mark.parametrize("label", ["", "13-crane", "1-crane", "01-crane ", "08-red", "11-chaff1"])
def test_a_label_of_no_card_is_refused_and_quoted(label: str) -> None:
    with pytest.raises(ValueError, match="there is no card") as refused:
        Card.parse(label)
    assert repr(label) in str(refused.value)


def test_chaff_that_looks_alike_is_one_kind_but_the_lightning_is_none() -> None:
    assert [card.label for card in alike("05-chaff")] == ["05-chaff1", "05-chaff2"]
    assert [card.label for card in alike("12-chaff")] == [
        "12-chaff2",
        "12-chaff3",
        "12-chaff-yellow",
    ]
    with pytest.raises(ValueError, match="11-chaff"):
        alike("11-chaff")
