"""Random games by every ruleset at a table where the engine knows only the cards it was shown."""

from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, run_state_machine_as_test

from companion.hanabi.cards import Card
from companion.hanabi.clues import touches
from companion.hanabi.editions import RULESETS
from companion.hanabi.events import Outcome
from companion.hanabi.moves import Tile
from companion.hanabi.notation import event_from_data, event_to_data
from companion.hanabi.rules import legal_moves, tile_choices
from companion.hanabi.ruleset import EarlyEnd, Ruleset
from companion.hanabi.scoring import (
    best_points,
    best_reachable,
    pace,
    played,
    points,
    rating,
)
from companion.hanabi.state import RACK_SLOTS, evolve_all, start
from tests.companion.hanabi.players_at_random import TableWithPlayers


class Table(TableWithPlayers):
    """What holds after every move, and once the game is written down."""

    @invariant()
    def no_card_is_lost(self) -> None:
        state = self.state
        held = [one.id for hand in state.hands for one in hand]
        assert len(set(held)) == len(held)
        assert all(one < state.next_id for one in held)
        laid = sum(state.fireworks) + len(state.discards) + len(state.unread)
        assert laid + len(held) + state.deck == self.ruleset.deck_size
        assert state.next_id + state.deck == len(self.deck)

    @invariant()
    def no_face_is_on_record_too_often(self) -> None:
        state = self.state
        faces = Counter(
            Card(suit.suit, rank)
            for suit, height in zip(self.ruleset.suits, state.fireworks, strict=True)
            for rank in suit.build[:height]
        )
        faces.update(card for card in state.discards if card)
        faces.update(one.card for hand in state.hands for one in hand if one.card)
        assert all(count <= self.ruleset.copies(card) for card, count in faces.items())

    @invariant()
    def tokens_fuses_and_turns_are_in_order(self) -> None:
        state = self.state
        assert 0 <= state.clue_tokens <= self.ruleset.clue_tokens
        assert 0 <= state.strikes <= 3
        assert (state.turn, state.to_move) == (self.turns + 1, self.mover)
        assert (state.turns_left is None) == (state.deck > 0 or self.ruleset.all_or_nothing)
        assert bool([*legal_moves(state), *tile_choices(state)]) != state.over
        named = [tile for tile in state.tiles if tile]
        assert len(set(named)) == len(named) <= len(state.tiles) <= 6
        assert self.ruleset.award_tiles or not (state.tiles or state.award)

    @invariant()
    def the_game_is_over_when_the_rules_say_so(self) -> None:
        state = self.state
        lost = best_reachable(state) < self.ruleset.display
        complete = played(state) == self.ruleset.display
        ended = state.turns_left == 0 and state.award is None
        match state.outcome:
            case Outcome.STRIKEOUT:
                assert state.strikes == 3
            case Outcome.PERFECT:
                assert complete
            case Outcome.FAILED:
                assert self.ruleset.all_or_nothing
                assert lost or not state.hands[state.to_move]
            case Outcome.DECK_OUT:
                assert ended or self.ruleset.early_end is not EarlyEnd.OFF
                assert not self.ruleset.all_or_nothing
            case _:
                assert state.strikes < 3
                assert not complete
                assert not ended
                assert not (lost and self.ruleset.all_or_nothing)

    @invariant()
    def hands_stand_in_their_slots(self) -> None:
        size = self.ruleset.hand_size(self.state.players)
        due = self.state.award
        for seat, hand in enumerate(self.state.hands):
            slots = [one.slot for one in hand]
            assert slots == sorted(set(slots))
            assert all(0 <= slot < RACK_SLOTS for slot in slots)
            if self.state.deck and not self.state.over:
                assert len(slots) == size - (due is not None and due.seat == seat)

    @invariant()
    def settled_clues_pointed_at_what_they_pointed_at(self) -> None:
        for clue in self.state.clues:
            truth = tuple(
                held for held in clue.held if touches(self.ruleset, clue.hint, self.deck[held])
            )
            assert clue.fault is None
            assert set(clue.touched) <= set(truth) <= {*clue.touched, *clue.open}
            if not clue.open:
                assert clue.touched == truth == self.settled[clue.turn]

    @invariant()
    def what_can_be_reached_is_consistent(self) -> None:
        state = self.state
        assert played(state) <= best_reachable(state) <= self.ruleset.display
        assert 0 <= points(state) <= best_points(state) <= self.ruleset.best_score
        assert (pace(state) is None) == (state.deck == 0)
        assert rating(state) is None or state.over

    def teardown(self) -> None:
        if hasattr(self, "log"):
            elsewhere = start(RULESETS["standard"], 2)[0]
            written = tuple(event_from_data(event_to_data(event)) for event in self.log)
            assert evolve_all(elsewhere, written) == self.state


RARE = {
    "a firework completed while all tokens are available",
    *(f"the last card drawn by seat {seat}" for seat in range(5)),
    "the third strike in the last round",
    *(f"the end: {end}" for end in ("perfect", "deck_out", "failed")),
    *(f"the tile {tile.value}" for tile in Tile),
    "the tile clue_token with all tokens",
    "the tile mended_fuse with all tokens",
    "the tile mended_fuse without a mistake",
    "the tile return without a deck",
    "the tile rescue without a deck",
    "the tile return without a discard",
    "the tile rescue without a discard",
}


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_of_each_edition_keep_to_the_rules(name: str) -> None:
    class Edition(Table):
        rulesets: ClassVar[st.SearchStrategy[Ruleset]] = st.just(RULESETS[name])
        seen: ClassVar[Counter[str]] = Counter()

    run_state_machine_as_test(
        Edition, settings=settings(max_examples=8, stateful_step_count=50, deadline=None)
    )


def test_random_games_of_any_options_keep_to_the_rules() -> None:
    run_state_machine_as_test(
        Table, settings=settings(max_examples=60, stateful_step_count=50, deadline=None)
    )


@pytest.mark.long
def test_many_random_games_keep_to_the_rules_and_reach_what_is_rare() -> None:
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=1000, stateful_step_count=80, deadline=None, derandomize=True
        ),
    )
    print(Table.seen)
    assert set(Table.seen) >= RARE
