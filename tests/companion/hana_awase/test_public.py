"""A deal as everybody sees it goes the way of the deal itself."""

import random

import pytest

from companion.hana_awase.cards import DECK, Card
from companion.hana_awase.moves import PlayCard, TurnCard
from companion.hana_awase.options import Options
from companion.hana_awase.public import PublicDeal, choices, exchange, lay, opened, put
from companion.hana_awase.rules import Rule, RuleViolation, apply, legal_moves
from companion.hana_awase.state import DealState, evolve
from tests.companion.hana_awase.deals import dealt

LABELS = "01-crane 01-chaff1 02-warbler 03-curtain 03-poem 03-chaff1 04-cuckoo 05-bridge"
FIELD = tuple(map(Card.parse, LABELS.split()))


def same(deal: PublicDeal, state: DealState) -> bool:
    return (
        (deal.to_move, deal.to_turn, deal.stock) == (state.to_move, state.to_turn, len(state.stock))
        and deal.held == tuple(map(len, state.hands))
        and deal.field == state.table
        and deal.piles == state.piles
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("joker", [False, True])
def test_it_is_the_deal_without_what_is_hidden(players: int, joker: bool) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        options = Options(joker=joker)
        state = dealt(players, options, chance)
        deal = opened(state.table, players, state.dealer, options)
        while not deal.over:
            assert same(deal, state)
            moves = [one for one in legal_moves(state) if isinstance(one, PlayCard | TurnCard)]
            move = chance.choice(moves)
            offered = {frozenset(one) for one in choices(deal, move.card)} or {frozenset()}
            assert offered == {frozenset(one.taken) for one in moves if one.card == move.card}
            deal = lay(deal, move.seat, move.card, move.taken)
            state = evolve(state, apply(state, move)[0])
        assert not state.stock
        assert state.hands_empty


def test_whoever_is_not_to_move_lays_nothing() -> None:
    deal = opened(FIELD, 2, 0, Options())
    with pytest.raises(RuleViolation) as refused:
        lay(deal, 1, Card.parse("06-blue"), ())
    assert refused.value.rule is Rule.NOT_YOUR_TURN


def test_a_card_takes_what_it_has_to_and_nothing_else() -> None:
    deal = opened(FIELD, 2, 0, Options())
    for label, taken in (
        ("01-poem", ""),
        ("01-poem", "02-warbler"),
        ("01-poem", "01-crane 01-chaff1"),
        ("03-chaff2", "03-curtain"),
        ("06-blue", "05-bridge"),
    ):
        with pytest.raises(RuleViolation) as refused:
            lay(deal, 0, Card.parse(label), tuple(Card.parse(one) for one in taken.split()))
        assert refused.value.rule is Rule.NOT_TO_BE_TAKEN
    assert lay(deal, 0, Card.parse("06-blue"), ()).field == (*FIELD, Card.parse("06-blue"))
    assert lay(deal, 0, Card.parse("03-chaff2"), FIELD[3:6]).piles[0][1:] == FIELD[3:6]


def test_a_card_lies_on_the_table_once() -> None:
    deal = opened(FIELD, 2, 0, Options())
    with pytest.raises(RuleViolation) as refused:
        lay(deal, 0, FIELD[0], ())
    assert refused.value.rule is Rule.CARD_NOT_HELD


def test_a_field_of_another_size_or_with_a_whole_month_is_no_deal() -> None:
    whole = tuple(Card.parse(f"03-{one}") for one in ("curtain", "poem", "chaff1", "chaff2"))
    for field in (FIELD[:-1], (*FIELD[:2], *whole, *FIELD[6:])):
        with pytest.raises(ValueError, match=r"begin with 8 cards|dealt again"):
            opened(field, 2, 0, Options())


def test_people_say_where_a_card_lies_and_nobody_loses_the_turn() -> None:
    deal = opened(FIELD, 2, 0, Options())
    moved = put(deal, FIELD[0], 1)
    assert moved.piles == ((), (FIELD[0],))
    assert moved.field == FIELD[1:]
    assert (moved.to_move, moved.held) == (deal.to_move, deal.held)
    assert set(put(moved, FIELD[0], None).field) == set(FIELD)
    with pytest.raises(ValueError, match="does not lie"):
        put(deal, Card.parse("06-blue"), 0)


def test_what_was_taken_for_another_card_is_that_card_wherever_it_lies() -> None:
    deal = opened(FIELD, 2, 0, Options())
    was, card = FIELD[0], next(one for one in DECK if one not in FIELD)
    assert card in exchange(deal, was, card).field
    assert was not in exchange(deal, was, card).on_table
    for wrong in ((card, was), (was, FIELD[1])):
        with pytest.raises(ValueError, match="table"):
            exchange(deal, *wrong)
