"""Random games at a table where the engine knows only the cards it was shown."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardDrawn, ClueGiven, ClueSettled, GameStarted
from companion.hanabi.knowledge import Illegal, Legal, Pending, verdict
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
)
from companion.hanabi.rules import Rule, RuleViolation, apply, legal_moves
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.scoring import best_reachable, critical_cards, pace, played, useless_cards
from companion.hanabi.state import GameState, evolve_all, start

HINTS: list[Hint] = [*map(ColourHint, STANDARD.nameable), *map(RankHint, range(1, 6))]
NONSENSE: list[Hint] = [*HINTS, ColourHint(Suit.BLACK), RankHint(0)]


class Table(RuleBasedStateMachine):
    """The test knows the deck; the engine knows what it was shown."""

    state: GameState
    deck: list[Card]

    @initialize(
        deck=st.permutations(STANDARD.deck),
        players=st.sampled_from(STANDARD.players),
        data=st.data(),
    )
    def deal(self, deck: list[Card], players: int, data: st.DataObject) -> None:
        self.deck = deck
        first = data.draw(st.integers(0, players - 1))
        self.state, started = start(STANDARD, players, first)
        self.log: list[object] = [*started]
        self.started: GameStarted = started[0]
        self.settled: dict[int, tuple[CardId, ...]] = {}
        self.mover = first
        self.turns = 0

    def make(self, move: Move) -> None:
        """Make a move, and check what every move keeps to."""
        before = self.state
        events = apply(before, move)
        assert events == apply(before, move)
        self.state = evolve_all(before, events)
        self.log += events
        for event in events:
            if isinstance(event, CardDrawn):
                assert event.held == before.next_id
            if isinstance(event, ClueSettled):
                self.settled[event.turn] = event.touched
            if isinstance(event, ClueGiven) and not event.open:
                self.settled[event.turn] = event.touched
        if isinstance(move, Play | Discard | GiveClue):
            assert move.seat == self.mover
            self.mover = (self.mover + 1) % before.players
            self.turns += 1

    def touched(self, move: GiveClue) -> list[CardId]:
        return [
            one.id
            for one in self.state.hands[move.target]
            if (
                self.deck[one.id].suit is move.hint.colour
                if isinstance(move.hint, ColourHint)
                else self.deck[one.id].rank == move.hint.rank
            )
        ]

    @property
    def running(self) -> bool:
        return not self.state.over

    @rule(data=st.data(), unread=st.integers(0, 9))
    @precondition(lambda self: self.running)
    def lay_a_card(self, data: st.DataObject, unread: int) -> None:
        seat = self.state.to_move
        held = data.draw(st.sampled_from(self.state.hands[seat])).id
        face = self.deck[held] if unread else None
        kinds: list[type[Play] | type[Discard]] = [Play]
        if self.state.clue_tokens < 8:
            kinds += [Discard, Discard]
        self.make(data.draw(st.sampled_from(kinds))(seat, held, face))

    @rule()
    @precondition(lambda self: self.running)
    def play_whatever_fits(self) -> None:  # without this, chance never finishes a firework
        seat = self.state.to_move
        for one in self.state.hands[seat]:
            card = self.deck[one.id]
            if self.state.height(card.suit) == card.rank - 1:
                self.make(Play(seat, one.id, card))
                return

    @rule(data=st.data())
    @precondition(lambda self: self.running)
    def swap_for_a_card_that_fits(self, data: st.DataObject) -> None:
        """Arrange luck: the hand to move gets a fitting card that lies unseen in the deck."""
        seat = self.state.to_move
        unknown = [one.id for one in self.state.hands[seat] if one.card is None]
        clued = {held for clue in self.state.clues for held in clue.held}
        fitting = [
            at
            for at in range(self.state.next_id, len(self.deck))
            if self.state.height(self.deck[at].suit) == self.deck[at].rank - 1
        ]
        free = [held for held in unknown if held not in clued]
        if free and fitting:
            here, there = free[0], data.draw(st.sampled_from(fitting))
            self.deck[here], self.deck[there] = self.deck[there], self.deck[here]
            self.make(Play(seat, here, self.deck[here]))

    @rule(data=st.data(), hint=st.sampled_from(HINTS))
    @precondition(lambda self: self.running and self.state.clue_tokens > 0)
    def give_a_clue(self, data: st.DataObject, hint: Hint) -> None:
        seat = self.state.to_move
        others = [other for other in range(self.state.players) if other != seat]
        move = GiveClue(seat, data.draw(st.sampled_from(others)), hint)
        truth = self.touched(move)
        match verdict(self.state, move):
            case Legal(touched):
                assert list(touched) == truth
                self.make(move)
            case Pending(touched, unknown):
                assert set(touched) <= set(truth) <= {*touched, *unknown}
                if truth:  # the people at this table do not break the rules
                    self.make(move)
            case Illegal(broken, _):
                assert broken is Rule.EMPTY_CLUE
                assert not truth

    @rule(data=st.data())
    def show_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        held = data.draw(st.sampled_from(dealt))
        self.make(Identify(held, self.deck[held]))

    @rule(data=st.data())
    def forget_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        self.make(Identify(data.draw(st.sampled_from(dealt)), None))

    @rule(data=st.data())
    def rearrange(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.state.players - 1))
        order = data.draw(st.permutations([one.id for one in self.state.hands[seat]]))
        self.make(Rearrange(seat, tuple(order)))
        assert [one.id for one in self.state.hands[seat]] == order

    @rule(
        seat=st.integers(-1, 5),
        held=st.integers(-1, 50).map(CardId),
        face=st.none() | st.builds(Card, st.sampled_from(Suit), st.integers(1, 5)),
        kind=st.sampled_from(["play", "discard", "identify", "clue", "rearrange", "terminate"]),
        hint=st.sampled_from(NONSENSE),
        whom=st.integers(-1, 5),
    )
    def try_nonsense(
        self,
        seat: int,
        held: CardId,
        face: Card | None,
        kind: str,
        hint: Hint,
        whom: int,
    ) -> None:
        """Whatever comes in, the engine answers with events or with the name of a rule."""
        moves: dict[str, Move] = {
            "play": Play(seat, held, face),
            "discard": Discard(seat, held, face),
            "identify": Identify(held, face),
            "clue": GiveClue(seat, whom, hint),
            "rearrange": Rearrange(seat, (held, CardId(whom))),
            "terminate": Terminate(seat),
        }
        before = self.state
        copy = before._replace()
        try:
            apply(before, moves[kind])
        except RuleViolation as refusal:
            named = f"{refusal.rule.value} ({refusal.detail})"
            assert str(refusal) == named  # noqa: PT017 - legal or not, both happen here
        assert self.state is before
        assert before == copy

    @invariant()
    def no_card_is_lost(self) -> None:
        state = self.state
        held = [one.id for hand in state.hands for one in hand]
        assert len(set(held)) == len(held)
        assert all(one < state.next_id for one in held)
        laid = sum(state.fireworks) + len(state.discards) + len(state.unread)
        assert laid + len(held) + state.deck == len(self.deck)

    @invariant()
    def no_face_is_on_record_too_often(self) -> None:
        state = self.state
        faces = Counter(
            Card(suit, rank)
            for suit, height in zip(STANDARD.colours, state.fireworks, strict=True)
            for rank in range(1, height + 1)
        )
        faces.update(card for card in state.discards if card)
        faces.update(one.card for hand in state.hands for one in hand if one.card)
        assert all(count <= STANDARD.copies(card) for card, count in faces.items())

    @invariant()
    def tokens_fuses_and_turns_are_in_order(self) -> None:
        state = self.state
        assert 0 <= state.clue_tokens <= 8
        assert 0 <= state.strikes <= 3
        assert (state.turn, state.to_move) == (self.turns + 1, self.mover)
        assert (state.turns_left is None) == (state.deck > 0)
        assert state.over == (state.strikes == 3 or played(state) == 25 or state.turns_left == 0)
        assert bool(list(legal_moves(state))) != state.over

    @invariant()
    def hands_stand_in_their_slots(self) -> None:
        size = STANDARD.hand_size(self.state.players)
        for hand in self.state.hands:
            slots = [one.slot for one in hand]
            assert slots == sorted(set(slots))
            assert all(0 <= slot < size for slot in slots)
            if self.state.deck and not self.state.over:
                assert len(slots) == size

    @invariant()
    def settled_clues_pointed_at_what_they_pointed_at(self) -> None:
        for clue in self.state.clues:
            truth = tuple(
                held
                for held in clue.held
                if (
                    self.deck[held].suit is clue.hint.colour
                    if isinstance(clue.hint, ColourHint)
                    else self.deck[held].rank == clue.hint.rank
                )
            )
            assert clue.fault is None
            assert set(clue.touched) <= set(truth) <= {*clue.touched, *clue.open}
            if not clue.open:
                assert clue.touched == truth == self.settled[clue.turn]

    @invariant()
    def what_can_be_reached_is_consistent(self) -> None:
        state = self.state
        assert played(state) <= best_reachable(state) <= 25
        assert not critical_cards(state) & useless_cards(state)
        assert (pace(state) is None) == (state.deck == 0)

    def teardown(self) -> None:
        if hasattr(self, "log"):
            elsewhere = start(STANDARD, 2)[0]
            assert evolve_all(elsewhere, tuple(self.log)) == self.state  # type: ignore[arg-type]


def test_random_games_keep_to_the_rules() -> None:
    run_state_machine_as_test(
        Table, settings=settings(max_examples=60, stateful_step_count=80, deadline=None)
    )


@pytest.mark.long
def test_many_random_games_keep_to_the_rules() -> None:
    run_state_machine_as_test(
        Table, settings=settings(max_examples=1000, stateful_step_count=120, deadline=None)
    )
