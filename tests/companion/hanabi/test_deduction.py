"""What a holder can know about his own cards."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hanabi.cards import Card, Suit
from companion.hanabi.deduction import MemoryAid, possible_cards
from companion.hanabi.editions import Options, compose
from companion.hanabi.events import CardDrawn
from companion.hanabi.knowledge import (
    copies_seen,
)
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule
from companion.hanabi.state import GameState, evolve_all, start

RED, THREE = ColourHint(Suit.RED), RankHint(3)
WILD = Ruleset(
    "wild",
    (*STANDARD.suits, SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)),
)


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = evolve_all(state, apply(state, move))
    return state


def dealt(faces: str, players: int = 2, first: int = 0, ruleset: Ruleset = STANDARD) -> GameState:
    """A fresh game with these faces on record from card 0 on; a dot is an unknown card."""
    state = start(ruleset, players, first)[0]
    for held, label in enumerate(faces.split()):
        if label != ".":
            state = after(state, Identify(CardId(held), Card.parse(label)))
    return state


def labels(state: GameState, held: int, *hidden: int) -> list[str]:
    return [card.label for card in possible_cards(state, CardId(held), hidden)]


# ---------------------------------------------------------------------------- what one can know


def test_before_any_clue_a_card_may_be_any_face_with_a_copy_out_of_sight() -> None:
    state = dealt(". . . . . r5 y1 y1 y1 b2")
    assert set(STANDARD.cards) - set(possible_cards(state, CardId(0))) == {
        Card(Suit.RED, 5),
        Card(Suit.YELLOW, 1),
    }


def test_fireworks_and_discards_count_as_seen() -> None:
    state = after(dealt(""), Play(0, CardId(0), Card(Suit.RED, 1)))
    state = after(state, Play(1, CardId(5), Card(Suit.RED, 5)))
    assert "r5" not in labels(state, 7)
    assert copies_seen(state, Card(Suit.RED, 1)) == copies_seen(state, Card(Suit.RED, 5)) == 1
    assert copies_seen(state, Card(Suit.RED, 2)) == 0
    assert copies_seen(state, Card(Suit.BLACK, 2)) == 0


def test_a_firework_built_downwards_counts_what_lies_on_it() -> None:
    black = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
    state = start(Ruleset("powder", (*STANDARD.suits, black)), 2)[0]
    state = after(state, Play(0, CardId(0), Card(Suit.BLACK, 5)))
    assert state.fireworks[-1] == 1
    assert copies_seen(state, Card(Suit.BLACK, 5)) == 1
    assert copies_seen(state, Card(Suit.BLACK, 1)) == 0


def test_a_touched_card_has_the_colour_and_the_others_have_not() -> None:
    state = after(dealt(". . . . . r1 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    assert labels(state, 5) == ["r1", "r2", "r3", "r4", "r5"]
    assert not any(label.startswith("r") for label in labels(state, 6))


def test_two_clues_together_name_the_face() -> None:
    state = after(dealt(". . . . . r1 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    state = after(state, Play(1, CardId(6), None), GiveClue(0, 1, RankHint(1)))
    assert labels(state, 5) == ["r1"]
    assert labels(state, 9) == ["r2", "r3", "r4", "r5"]


def test_a_card_drawn_after_the_clue_knows_nothing_of_it() -> None:
    state = after(dealt(". . . . . r1 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    state = after(state, Play(1, CardId(6), None))
    assert state.hands[1][1].id == 10
    assert len(labels(state, 10)) == 25


def test_an_unknown_card_is_told_nothing_while_the_clue_is_open() -> None:
    state = after(dealt(". . . . . r1 . b3 y4 r2"), GiveClue(0, 1, RED))
    assert len(labels(state, 6)) == 25
    assert labels(state, 5) == ["r1", "r2", "r3", "r4", "r5"]
    assert "r3" not in labels(state, 7)


def test_a_faulty_clue_says_nothing() -> None:
    state = after(dealt(". . . . . g1 . b3 y4 w2"), GiveClue(0, 1, RED))
    state = after(state, Identify(CardId(6), Card(Suit.BLUE, 1)))
    assert state.clues[0].fault is Rule.EMPTY_CLUE
    assert len(labels(state, 5)) == 25


def test_a_colour_that_misses_a_card_excludes_the_wild_suit_too() -> None:
    state = after(dealt(". . . . . m1 g3 b3 y4 r2", ruleset=WILD), GiveClue(0, 1, RED))
    assert {label[0] for label in labels(state, 5)} == {"r", "m"}
    assert {label[0] for label in labels(state, 6)} == {"y", "g", "b", "w"}


def test_marks_and_knowledge_travel_with_a_card() -> None:
    state = after(dealt(". . . . . r1 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    before = {held: labels(state, held) for held in range(5, 10)}
    state = after(state, Rearrange(1, tuple(map(CardId, (9, 7, 8, 6, 5)))))
    assert {held: labels(state, held) for held in range(5, 10)} == before


def test_only_hands_that_the_reader_sees_too_are_counted() -> None:
    state = dealt(". . . . . r5 . . . . y5 . . . .", players=3)
    everything = {card.label for card in STANDARD.cards}
    assert everything - set(labels(state, 0)) == {"r5", "y5"}
    assert everything - set(labels(state, 0, 1)) == {"y5"}
    assert everything - set(labels(state, 0, 0, 1, 2)) == set()


def test_nobody_can_be_asked_about_a_card_that_is_not_held() -> None:
    with pytest.raises(ValueError, match="card 10 is in nobody's hand"):
        possible_cards(dealt(""), CardId(10))


def test_the_only_red_five_cannot_be_two_of_his_cards() -> None:
    state = after(dealt(". . . . . r5 g3 b3 y4 w2"), GiveClue(0, 1, RED))
    state = after(state, Play(1, CardId(6), None), GiveClue(0, 1, RankHint(5)))
    assert labels(state, 5) == ["r5"]
    assert "r5" not in labels(state, 10)
    assert "r5" not in labels(state, 9)


def test_two_cards_that_can_only_be_two_faces_leave_these_to_no_other() -> None:
    # Both are red fives or red fours, and only one of each is out of sight.
    state = dealt(". . . . . r5 r4 b3 y4 w2 r4 . . . .", players=3)
    fives_and_fours = after(
        state, GiveClue(0, 1, RED), Play(1, CardId(9), None), Play(2, CardId(11), None)
    )
    for rank in (1, 2, 3):
        fives_and_fours = fives_and_fours._replace(
            clues=(
                *fives_and_fours.clues,
                fives_and_fours.clues[0]._replace(hint=RankHint(rank), touched=()),
            )
        )
    assert labels(fives_and_fours, 5) == labels(fives_and_fours, 6) == ["r4", "r5"]
    assert not {"r4", "r5"} & set(labels(fives_and_fours, 15))


def test_without_a_memory_aid_every_face_is_possible() -> None:
    state = after(dealt(". . . . . r1 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    assert possible_cards(state, CardId(5), aid=MemoryAid.OFF) == STANDARD.cards


def test_an_aid_for_ones_own_clues_counts_no_cards() -> None:
    state = after(dealt("r5 r1 r1 r1 . r4 g3 b3 y4 r2"), GiveClue(0, 1, RED))
    told = possible_cards(state, CardId(5), aid=MemoryAid.OWN_CLUES)
    assert [card.label for card in told] == ["r1", "r2", "r3", "r4", "r5"]
    assert labels(state, 5) == ["r2", "r3", "r4"]
    missed = possible_cards(state, CardId(6), aid=MemoryAid.OWN_CLUES)
    assert {card.suit.value for card in missed} == {"y", "g", "b", "w"}


def test_a_rank_touches_a_black_card_and_no_colour_does() -> None:
    powder = compose("powder", Options(black_powder=True))
    state = after(dealt(". . . . . k1 r3 b3 y4 r2", ruleset=powder), GiveClue(0, 1, RED))
    assert "k1" in labels(state, 5)
    assert "k1" not in labels(state, 6)
    state = after(state, Play(1, CardId(7), None), GiveClue(0, 1, RankHint(1)))
    assert labels(state, 5) == ["y1", "g1", "b1", "w1", "k1"]


# ------------------------------------------------- hidden information: random games, two worlds


def random_position(seed: int, turns: int, known: float) -> tuple[GameState, list[Card]]:
    """Play ``turns`` random turns; each card is on record with the probability ``known``."""
    chance = random.Random(seed)
    deck = list(STANDARD.deck)
    chance.shuffle(deck)
    state = start(STANDARD, chance.choice(STANDARD.players))[0]
    for held in range(state.next_id):
        if chance.random() < known:
            state = after(state, Identify(CardId(held), deck[held]))
    for _ in range(turns):
        moves = [
            move
            for move in legal_moves(state)
            if not isinstance(move, GiveClue)
            or any(
                deck[one.id].suit is move.hint.colour
                if isinstance(move.hint, ColourHint)
                else deck[one.id].rank == move.hint.rank
                for one in state.hands[move.target]
            )
        ]
        if not moves:
            break
        move = chance.choice(moves)
        if not isinstance(move, GiveClue):
            move = type(move)(move.seat, move.held, deck[move.held])
        events = apply(state, move)
        state = evolve_all(state, events)
        for event in events:
            if isinstance(event, CardDrawn) and chance.random() < known:
                state = after(state, Identify(event.held, deck[event.held]))
    return state, deck


positions = st.builds(
    random_position, st.integers(0, 10**6), st.integers(0, 40), st.sampled_from([0.0, 0.5, 1.0])
)


@settings(max_examples=60, deadline=None)
@given(positions)
def test_the_true_face_is_always_among_the_possible_ones(
    position: tuple[GameState, list[Card]],
) -> None:
    state, deck = position
    for hand in state.hands:
        for held in hand:
            assert deck[held.id] in possible_cards(state, held.id)
            assert deck[held.id] in possible_cards(state, held.id, range(state.players))


@settings(max_examples=60, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_what_a_holder_can_know_does_not_depend_on_his_own_faces(
    position: tuple[GameState, list[Card]], chance: random.Random
) -> None:
    state, _ = position
    for seat, hand in enumerate(state.hands):
        others = tuple(held._replace(card=chance.choice([None, *STANDARD.cards])) for held in hand)
        hands = (*state.hands[:seat], others, *state.hands[seat + 1 :])
        elsewhere = state._replace(hands=hands)
        for held in hand:
            assert possible_cards(state, held.id) == possible_cards(elsewhere, held.id)
            for reader in range(state.players):
                assert possible_cards(state, held.id, {reader}) == possible_cards(
                    elsewhere, held.id, {reader}
                )


@settings(max_examples=40, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_what_the_public_is_told_does_not_depend_on_any_hand(
    position: tuple[GameState, list[Card]], chance: random.Random
) -> None:
    state, _ = position
    everyone = range(state.players)
    elsewhere = state._replace(
        hands=tuple(
            tuple(held._replace(card=chance.choice(STANDARD.cards)) for held in hand)
            for hand in state.hands
        )
    )
    for hand in state.hands:
        for held in hand:
            assert possible_cards(state, held.id, everyone) == possible_cards(
                elsewhere, held.id, everyone
            )
