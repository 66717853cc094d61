"""The award tiles that bring discarded cards back: into the deck, or onto their fireworks."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    AwardEarned,
    CardDrawn,
    CardRescued,
    CardReturned,
    FireworkCompleted,
    LastRoundBegan,
    Outcome,
    TileTurned,
)
from companion.hanabi.moves import CardId, Tile, TileChoice
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply
from companion.hanabi.state import evolve_all
from tests.companion.hanabi.tables import ALL, after, choose, earned, kinds, play, refused, table

# ---------------------------------------------------------------------------- back into the deck


def test_a_discarded_card_is_shuffled_back_before_the_draw() -> None:
    state = earned(discards="y5 b1")
    assert apply(state, choose(Tile.RETURN, "y5")) == (
        TileTurned(0, Tile.RETURN),
        CardReturned(0, Card(Suit.YELLOW, 5)),
        CardDrawn(0, CardId(10), 2),
    )
    state = after(state, choose(Tile.RETURN, "y5"))
    assert state.discards == (Card(Suit.BLUE, 1),)
    assert (state.deck, state.next_id) == (40, 11)


def test_a_card_put_back_delays_the_last_round_by_one_draw() -> None:
    state = earned(deck=1, discards="y5")
    events = apply(state, choose(Tile.RETURN, "y5"))
    assert not any(isinstance(event, LastRoundBegan) for event in events)
    state = evolve_all(state, events)
    assert state.deck == 1
    assert isinstance(apply(state, play(5, "r1", seat=1))[-1], LastRoundBegan)
    assert isinstance(apply(earned(deck=1), choose(Tile.CLUE_TOKEN))[-1], LastRoundBegan)


def test_there_is_nothing_to_put_back_where_nothing_was_discarded() -> None:
    assert kinds(apply(earned(), choose(Tile.RETURN))) == ["TileTurned", "CardDrawn"]
    assert refused(earned(), choose(Tile.RETURN, "y5")).rule is Rule.NOT_AMONG_THE_DISCARDS


def test_a_card_has_to_be_put_back_if_there_is_one() -> None:
    refusal = refused(earned(discards="b1"), choose(Tile.RETURN))
    assert refusal.rule is Rule.NOT_WHAT_THE_TILE_BRINGS


def test_only_one_of_two_like_cards_is_put_back() -> None:
    state = after(earned(discards="b1 y1 b1"), choose(Tile.RETURN, "b1"))
    assert [card.label for card in state.discards if card] == ["b1", "y1"]


def test_without_a_deck_a_card_may_be_rescued_instead() -> None:
    state = earned(deck=0, turns_left=3, discards="y1 b2")
    assert CardRescued(0, Card(Suit.YELLOW, 1)) in apply(state, choose(Tile.RETURN, "y1"))
    assert refused(state, choose(Tile.RETURN, "b2")).rule is Rule.CARD_DOES_NOT_FIT
    assert kinds(apply(state, choose(Tile.RETURN))) == ["TileTurned"]


# --------------------------------------------------------------------------- onto its firework


def test_a_discarded_card_that_fits_is_laid_on_its_firework() -> None:
    state = after(earned(discards="y1 b2"), choose(Tile.RESCUE, "y1"))
    assert state.fireworks == (5, 1, 0, 0, 0)
    assert state.discards == (Card(Suit.BLUE, 2),)
    assert (state.strikes, state.clue_tokens) == (0, 3)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (choose(Tile.RESCUE, "b2"), Rule.CARD_DOES_NOT_FIT),
        (choose(Tile.RESCUE, "r5"), Rule.NOT_AMONG_THE_DISCARDS),
        (choose(Tile.RESCUE, "g1"), Rule.NOT_AMONG_THE_DISCARDS),
        (choose(Tile.RESCUE, "m1"), Rule.NOT_AMONG_THE_DISCARDS),
        (choose(Tile.RESCUE), Rule.NOT_WHAT_THE_TILE_BRINGS),
    ],
)
def test_a_rescued_card_has_to_fit(move: TileChoice, rule: Rule) -> None:
    assert refused(earned(discards="y1 b2"), move).rule is rule


def test_the_award_is_lost_where_no_discard_fits() -> None:
    assert kinds(apply(earned(discards="b2"), choose(Tile.RESCUE))) == ["TileTurned", "CardDrawn"]


def test_a_rescued_five_turns_the_next_tile_at_once() -> None:
    state = earned(fireworks=(4, 4, 0, 0, 0), discards="y5")
    events = apply(state, choose(Tile.RESCUE, "y5"))
    assert events == (
        TileTurned(0, Tile.RESCUE),
        CardRescued(0, Card(Suit.YELLOW, 5)),
        FireworkCompleted(Suit.YELLOW),
        AwardEarned(0, 2),
    )
    state = evolve_all(state, events)
    assert refused(state, choose(Tile.RESCUE)).rule is Rule.TILE_TURNED_BEFORE
    assert kinds(apply(state, choose(Tile.CLUE_TOKEN)))[-1] == "CardDrawn"


def test_a_rescued_card_can_complete_the_display() -> None:
    state = earned(fireworks=(4, 5, 5, 5, 4), discards="w5")
    assert kinds(apply(state, choose(Tile.RESCUE, "w5"))) == [
        "TileTurned",
        "CardRescued",
        "FireworkCompleted",
        "GameEnded",
    ]
    assert after(state, choose(Tile.RESCUE, "w5")).outcome is Outcome.PERFECT


def test_a_black_card_is_rescued_downwards_and_completing_black_brings_a_token() -> None:
    state = earned(ALL, fireworks=(4, 0, 0, 0, 0, 0, 0), discards="k5")
    assert after(state, choose(Tile.RESCUE, "k5")).fireworks[-1] == 1
    state = earned(ALL, fireworks=(4, 0, 0, 0, 0, 0, 4), discards="k1")
    assert kinds(apply(state, choose(Tile.RESCUE, "k1"))) == [
        "TileTurned",
        "CardRescued",
        "FireworkCompleted",
        "ClueTokenRegained",
        "CardDrawn",
    ]


def test_with_all_expansions_a_multicolour_five_turns_a_tile_too() -> None:
    state = table(ALL, fireworks=(0, 0, 0, 0, 0, 4, 0))
    assert AwardEarned(0, 0) in apply(state, play(0, "m5"))
