"""The play: deals, captures, the stock, the joker and its end states."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.hana_awase.capture import from_hand, from_stock
from companion.hana_awase.cards import DECK, LIGHTNING, Card, of_month, points
from companion.hana_awase.dealing import Dealt, Misdeal, deal, misdeal, sizes
from companion.hana_awase.events import Ending, LeftoversGiven
from companion.hana_awase.leftovers import assign_leftovers
from companion.hana_awase.moves import CallWeakHand, PlayCard, StopEarly, TurnCard
from companion.hana_awase.options import Direction, FourInHand, OptionError, Options
from companion.hana_awase.piles import PileError, odd_months
from companion.hana_awase.rules import Rule, RuleViolation, apply, legal_moves
from companion.hana_awase.state import DealState, evolve, start, turn_order
from tests.companion.hana_awase.deals import dealt, play

PLAIN, JOKER = Options(), Options(joker=True)


def cards(labels: str) -> tuple[Card, ...]:
    return tuple(Card.parse(label) for label in labels.split())


def without(*taken: tuple[Card, ...]) -> tuple[Card, ...]:
    gone = {card for some in taken for card in some}
    return tuple(card for card in DECK if card not in gone)


def weak_hands(whole: Dealt, options: Options) -> tuple[int, ...]:
    """Give the seats that may call ``whole`` off."""
    state = start(whole, 0, options)[0]
    return tuple(move.seat for move in legal_moves(state) if isinstance(move, CallWeakHand))


def labels(choices: tuple[tuple[Card, ...], ...]) -> list[list[str]]:
    return [[card.label for card in choice] for choice in choices]


# ------------------------------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (2, PLAIN, (8, 8, 24)),
        (3, PLAIN, (7, 6, 21)),
        (4, PLAIN, (5, 8, 20)),
        (2, Options(ten_card_hand=True), (10, 8, 20)),
    ],
)
def test_hands_table_and_stock_are_as_printed(
    players: int, options: Options, expected: tuple[int, int, int]
) -> None:
    assert sizes(players, options) == expected
    whole = deal(DECK, players, options)
    assert [len(hand) for hand in whole.hands] == [expected[0]] * players
    assert (len(whole.table), len(whole.stock)) == expected[1:]


def test_a_pack_with_a_card_less_is_not_dealt() -> None:
    with pytest.raises(OptionError, match="a pack has 48 cards, got 47"):
        deal(DECK[1:], 2, PLAIN)


def laid(table: str, hand: str = "") -> Dealt:
    on_table, held = cards(table), cards(hand)
    return Dealt((held, ()), on_table, without(on_table, held))


def test_four_of_a_month_on_the_table_are_dealt_again() -> None:
    four = laid("05-bridge 05-red 05-chaff1 05-chaff2")
    assert misdeal(four, PLAIN) is Misdeal.FOUR_ON_TABLE
    assert misdeal(laid("05-bridge 05-red 05-chaff1"), PLAIN) is None
    with pytest.raises(ValueError, match="dealt again: four_on_table"):
        start(four, 0, PLAIN)


def test_with_the_joker_the_three_other_novembers_on_the_table_are_dealt_again() -> None:
    novembers = laid("11-rainman 11-swallow 11-red")
    assert misdeal(novembers, JOKER) is Misdeal.NOVEMBERS_ON_TABLE
    assert misdeal(novembers, PLAIN) is None
    assert misdeal(laid("11-rainman 11-swallow 11-lightning"), JOKER) is None


def test_four_of_a_month_in_a_hand_are_played_unless_the_house_deals_again() -> None:
    four = laid("01-crane", "05-bridge 05-red 05-chaff1 05-chaff2")
    assert misdeal(four, PLAIN) is None
    assert misdeal(four, Options(four_in_hand=FourInHand.REDEAL)) is Misdeal.FOUR_IN_HAND


def test_a_hand_worth_less_than_20_may_be_called_before_the_first_card_only() -> None:
    hand = cards("02-poem 02-warbler 05-chaff1 05-chaff2 06-chaff1 06-chaff2")  # 19
    rest = without(hand)
    whole = Dealt((hand, rest[:8]), rest[8::5], ())
    assert points(hand) == 19
    options = Options(weak_hand=True)
    assert weak_hands(whole, options) == (0,)
    assert weak_hands(whole, PLAIN) == ()
    state = start(whole, 1, options)[0]
    assert CallWeakHand(0) in legal_moves(state)
    assert evolve(state, apply(state, CallWeakHand(0))[0]).ending is Ending.DRAWN
    with pytest.raises(RuleViolation, match="hand_not_weak"):
        apply(state, CallWeakHand(1))
    with pytest.raises(RuleViolation, match="no_weak_hands"):
        apply(replace(state, begun=True), CallWeakHand(0))


def test_chaff_that_counts_nothing_makes_hands_weak() -> None:
    hand = cards("02-poem 02-warbler 05-chaff1 05-chaff2 06-chaff1 06-chaff2 07-chaff1")  # 20
    crane = cards("01-crane")
    whole = Dealt((crane, hand), (), without(crane, hand))
    assert weak_hands(whole, Options(weak_hand=True)) == ()
    assert weak_hands(whole, Options(weak_hand=True, chaff_zero=True)) == (1,)


# ------------------------------------------------------------------------------------- captures


def test_a_card_takes_none_one_of_two_or_all_three_of_its_month() -> None:
    crane = Card.parse("01-crane")
    assert from_hand(crane, cards("02-poem"), False) == ()
    assert labels(from_hand(crane, cards("02-poem 01-poem"), False)) == [["01-poem"]]
    assert labels(from_hand(crane, cards("01-poem 01-chaff1"), False)) == [
        ["01-poem"],
        ["01-chaff1"],
    ]
    three = cards("01-poem 01-chaff1 01-chaff2")
    assert from_hand(crane, (*three, Card.parse("02-poem")), False) == (three,)


def test_without_the_joker_lightning_is_a_november() -> None:
    assert labels(from_hand(LIGHTNING, cards("01-crane 11-red"), False)) == [["11-red"]]
    assert labels(from_stock(LIGHTNING, cards("01-crane 11-red"), False, True)) == [["11-red"]]


def test_the_joker_takes_any_one_card_but_novembers() -> None:
    table = cards("01-crane 11-red 02-poem 02-chaff1 02-chaff2")
    each = [["01-crane"], ["02-poem"], ["02-chaff1"], ["02-chaff2"]]
    assert labels(from_hand(LIGHTNING, table, True)) == each
    assert labels(from_stock(LIGHTNING, table, True, False)) == each
    assert from_hand(LIGHTNING, cards("11-red"), True) == ()
    assert from_stock(LIGHTNING, (), True, False) == ()


def test_the_joker_as_the_last_card_takes_everything() -> None:
    table = cards("01-crane 11-red 02-poem")
    assert from_stock(LIGHTNING, table, True, True) == (table,)


def test_the_first_card_from_the_stock_but_novembers_must_take_the_joker() -> None:
    table = cards("11-lightning 01-crane 11-red")
    assert labels(from_stock(Card.parse("01-poem"), table, True, False)) == [["11-lightning"]]
    assert labels(from_stock(Card.parse("11-swallow"), table, True, False)) == [["11-red"]]
    assert labels(from_hand(Card.parse("01-poem"), table, True)) == [["01-crane"]]
    assert from_hand(Card.parse("02-poem"), table, True) == ()


def test_a_capture_is_compulsory_and_takes_nothing_else() -> None:
    state = dealt(2, PLAIN, random.Random(0))
    first = next(
        move for move in legal_moves(state) if isinstance(move, PlayCard) and len(move.taken) == 1
    )
    with pytest.raises(RuleViolation) as refused:
        apply(state, PlayCard(first.seat, first.card))
    assert refused.value.rule is Rule.NOT_TO_BE_TAKEN
    assert first.taken[0].label in refused.value.detail
    wrong = next(card for card in state.table if card.month != first.card.month)
    with pytest.raises(RuleViolation, match="not_to_be_taken"):
        apply(state, PlayCard(first.seat, first.card, (wrong,)))


def test_a_turn_is_a_card_from_the_hand_and_then_one_from_the_stock() -> None:
    state = dealt(3, PLAIN, random.Random(1))
    seat, top = state.to_move, state.stock[0]
    with pytest.raises(RuleViolation, match="play_a_card"):
        apply(state, TurnCard(seat, top))
    with pytest.raises(RuleViolation, match="not_your_turn"):
        apply(state, PlayCard((seat + 1) % 3, state.hands[(seat + 1) % 3][0]))
    with pytest.raises(RuleViolation, match="card_not_held"):
        apply(state, PlayCard(seat, top))
    state = evolve(state, apply(state, legal_moves(state)[0])[0])
    assert (state.to_move, state.to_turn) == (seat, True)
    with pytest.raises(RuleViolation, match="turn_the_stock"):
        apply(state, PlayCard(seat, state.hands[seat][0]))
    with pytest.raises(RuleViolation, match="not_on_top"):
        apply(state, TurnCard(seat, state.stock[1]))
    state = evolve(state, apply(state, legal_moves(state)[0])[0])
    assert (state.to_move, state.to_turn) == ((seat - 1) % 3, False)


def test_turns_go_anticlockwise_unless_the_table_wants_it_otherwise() -> None:
    assert turn_order(1, 4, Direction.ANTICLOCKWISE) == (1, 0, 3, 2)
    assert turn_order(1, 4, Direction.CLOCKWISE) == (1, 2, 3, 0)


# --------------------------------------------------------------------------------- whole deals


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_a_deal_ends_with_an_empty_table_and_even_months(players: int, seed: int) -> None:
    def all_there(state: DealState) -> None:
        places = [*state.hands, *state.piles, state.table, state.stock]
        assert sorted(card.label for place in places for card in place) == sorted(
            card.label for card in DECK
        )
        assert odd_months(state.piles) == ()

    end = play(players, PLAIN, random.Random(seed), all_there)
    assert end.ending is Ending.PLAYED_OUT
    assert end.table == ()
    assert sum(points(pile) for pile in end.piles) == 264
    assert odd_months(end.piles) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_with_the_joker_every_card_has_an_owner(players: int, seed: int) -> None:
    end = play(players, JOKER, random.Random(seed))
    assert (end.table, end.stock) == ((), ())
    assert sorted(card.label for pile in end.piles for card in pile) == sorted(
        card.label for card in DECK
    )
    assert odd_months(end.piles, joker=True) == ()


def test_the_jokers_end_states_come_as_often_as_in_the_specification() -> None:
    """97.5 % leave November and a partner, 2 % nothing, hardly any something else."""
    chance, ends = random.Random(5), {"pair": 0, "empty": 0, "other": 0}
    for _ in range(600):
        left: list[tuple[Card, ...]] = [()]

        def look(state: DealState, left: list[tuple[Card, ...]] = left) -> None:
            left[0] = state.table if not state.stock else left[0]

        state = dealt(3, JOKER, chance)
        while state.ending is None:
            for event in apply(state, chance.choice(legal_moves(state))):
                if isinstance(event, LeftoversGiven):
                    look(state)
                state = evolve(state, event)
        months = sorted(card.month for card in left[0])
        kind = "empty" if not months else "pair" if len(months) == 2 else "other"
        ends[kind] += 1
    assert ends["pair"] > 560
    assert 3 <= ends["empty"] <= 30
    assert ends["other"] <= 3


def test_two_players_turn_the_rest_of_the_stock_in_turn() -> None:
    turned: list[int] = []

    def look(state: DealState) -> None:
        if state.hands_empty and state.to_turn and len(state.stock) <= 8:
            turned.append(state.to_move)

    end = play(2, PLAIN, random.Random(7), look)
    order = list(dict.fromkeys(zip(turned, range(len(turned)), strict=True)))
    seats = [seat for seat, _ in order]
    assert end.stock == ()
    assert seats.count(0) == seats.count(1)


def test_two_players_may_stop_with_their_hands_where_they_agreed_on_it() -> None:
    chance = random.Random(3)
    for options, allowed in ((Options(early_stop=True), True), (PLAIN, False)):
        state = dealt(2, options, chance)
        while not (state.hands_empty and len(state.stock) == 8):
            with pytest.raises(RuleViolation, match="no_early_stop"):
                apply(state, StopEarly())
            for event in apply(state, chance.choice(legal_moves(state))):
                state = evolve(state, event)
        assert (StopEarly() in legal_moves(state)) == allowed
        if allowed:
            state = evolve(state, apply(state, StopEarly())[0])
            assert state.ending is Ending.STOPPED_EARLY
            assert odd_months(state.piles) == ()
            with pytest.raises(RuleViolation, match="deal_over"):
                apply(state, StopEarly())


# ------------------------------------------------------------------------------- what is left


def split(*piles: str, left: str) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Complete the last pile with everything that nobody names."""
    named = [cards(pile) for pile in piles]
    field = cards(left)
    named[-1] = (*named[-1], *without(*named, field))
    return tuple(named), field


def test_november_goes_to_who_has_the_pair_and_the_other_card_to_who_has_the_lightning() -> None:
    piles, field = split(
        "11-red 11-swallow", "11-lightning 01-crane", "", left="11-rainman 01-poem"
    )
    given = assign_leftovers(piles, field)
    assert (given.november_to, given.other_to) == (0, 1)
    assert Card.parse("11-rainman") in given.piles[0]
    assert Card.parse("01-poem") in given.piles[1]


def test_stranded_lightning_goes_with_november_to_who_has_the_pair() -> None:
    piles, field = split("01-crane", "11-red 11-swallow", left="11-rainman 11-lightning")
    given = assign_leftovers(piles, field)
    assert (given.november_to, given.other_to) == (1, None)
    assert set(field) <= set(given.piles[1])


def test_a_stranded_trio_goes_to_who_has_the_lightning() -> None:
    piles, field = split(
        "01-crane 11-lightning",
        "11-red 11-swallow",
        left="11-rainman 01-poem 01-chaff1 01-chaff2",
    )
    given = assign_leftovers(piles, field)
    assert len(of_month(given.piles[0], 1)) == 4
    assert Card.parse("11-rainman") in given.piles[1]


def test_nothing_left_changes_nothing() -> None:
    piles, field = split("11-red 11-swallow", "", left="")
    assert assign_leftovers(piles, field) == (piles, None, None)


@pytest.mark.parametrize(
    ("piles", "left", "said"),
    [
        (["11-red", "11-swallow 11-lightning"], "11-rainman 01-crane", "nobody has both other"),
        (["11-red 11-swallow", "11-lightning"], "01-crane 01-poem", "no play with the joker"),
        (["11-red 11-swallow", "11-lightning"], "11-rainman", "no play with the joker"),
        (
            ["11-red 11-swallow", "11-lightning"],
            "11-rainman 01-crane 02-poem 03-poem",
            "no play with the joker",
        ),
    ],
)
def test_leftovers_that_no_play_leads_to_are_refused(
    piles: list[str], left: str, said: str
) -> None:
    taken, field = split(*piles, left=left)
    with pytest.raises(PileError, match=said):
        assign_leftovers(taken, field)


def test_leftovers_are_given_only_where_every_card_lies_somewhere() -> None:
    piles, field = split("11-red 11-swallow", "11-lightning", left="11-rainman 01-poem")
    with pytest.raises(PileError, match="nowhere lies 01-crane"):
        assign_leftovers([tuple(c for c in p if c.label != "01-crane") for p in piles], field)
    with pytest.raises(PileError, match="01-poem in pile 0 and the table"):
        assign_leftovers([(*piles[0], Card.parse("01-poem")), *piles[1:]], field)
