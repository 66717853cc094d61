"""Random games by every ruleset at a table where the engine knows only the cards it was shown."""

from collections import Counter
from itertools import chain
from typing import ClassVar

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import touches
from companion.hanabi.editions import RULESETS, Options, SixthSuit, compose
from companion.hanabi.events import (
    AwardClueGiven,
    CardDrawn,
    CardReturned,
    ClueGiven,
    ClueSettled,
    Event,
    FireworkCompleted,
    GameEnded,
    GameStarted,
    LastRoundBegan,
    Outcome,
    TileTurned,
)
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
    Tile,
    TileChoice,
)
from companion.hanabi.notation import event_from_data, event_to_data
from companion.hanabi.rules import Rule, RuleViolation, apply, legal_moves, tile_choices
from companion.hanabi.ruleset import EarlyEnd, Ruleset
from companion.hanabi.scoring import (
    best_points,
    best_reachable,
    critical_cards,
    pace,
    played,
    points,
    rating,
    useless_cards,
)
from companion.hanabi.state import RACK_SLOTS, GameState, evolve_all, start

HINTS: list[Hint] = [*map(ColourHint, Suit), *map(RankHint, range(1, 6))]
NONSENSE: list[Hint] = [*HINTS, RankHint(0)]


@st.composite
def composed(draw: st.DrawFn) -> Ruleset:
    """Any ruleset that makes sense: a preset, or options each on its own."""
    if not draw(st.integers(0, 9)):
        return draw(st.sampled_from(list(RULESETS.values())))
    tiles, all_or_nothing = draw(st.booleans()), draw(st.integers(0, 3)) == 0
    early = EarlyEnd.OFF
    if not tiles and not all_or_nothing:
        early = draw(st.sampled_from([EarlyEnd.OFF, EarlyEnd.OFF, *EarlyEnd]))
    return compose(
        "any",
        Options(
            sixth_suit=draw(st.sampled_from(SixthSuit)),
            black_powder=draw(st.booleans()),
            all_or_nothing=all_or_nothing,
            synchronised_show=draw(st.booleans()),
            award_tiles=tiles,
            empty_clues=draw(st.booleans()),
            clue_tokens=draw(st.sampled_from([8, 8, 8, 1, 4])),
            early_end=early,
        ),
    )


class Table(RuleBasedStateMachine):
    """The test knows the deck; the engine knows what it was shown."""

    rulesets: ClassVar[st.SearchStrategy[Ruleset]] = composed()
    seen: ClassVar[Counter[str]] = Counter()
    state: GameState
    deck: list[Card]

    @initialize(data=st.data(), chance=st.randoms(use_true_random=False))
    def deal(self, data: st.DataObject, chance: object) -> None:
        self.ruleset = data.draw(self.rulesets)
        self.deck = list(self.ruleset.deck)
        chance.shuffle(self.deck)  # type: ignore[attr-defined]
        players = data.draw(st.sampled_from(self.ruleset.players))
        first = data.draw(st.integers(0, players - 1))
        self.state, started = start(self.ruleset, players, first)
        self.log: list[Event] = [*started]
        self.started: GameStarted = started[0]
        self.settled: dict[int, tuple[CardId, ...]] = {}
        self.mover = first
        self.turns = 0
        self.stopped = False

    def make(self, move: Move) -> None:
        """Make a move, and check what every move keeps to."""
        before = self.state
        events = apply(before, move)
        assert events == apply(before, move)
        self.state = evolve_all(before, events)
        self.log += events
        for event in events:
            if isinstance(event, CardReturned):
                self.deck.insert(before.next_id + len(self.log) % before.deck, event.card)
            if isinstance(event, CardDrawn):
                assert event.held == before.next_id
            if isinstance(event, ClueSettled):
                self.settled[event.turn] = event.touched
            if isinstance(event, ClueGiven | AwardClueGiven) and not event.open:
                self.settled[event.turn] = event.touched
        if isinstance(move, Play | Discard | GiveClue):
            assert move.seat == self.mover
            self.mover = (self.mover + 1) % before.players
            self.turns += 1
        self.note(before, move, events)

    def note(self, before: GameState, move: Move, events: tuple[Event, ...]) -> None:
        """Count the rare things that these games are meant to reach."""
        seen, full = self.seen, before.clue_tokens == self.ruleset.clue_tokens
        for event in events:
            match event:
                case FireworkCompleted() if full:
                    seen["a firework completed while all tokens are available"] += 1
                case LastRoundBegan():
                    assert isinstance(move, Play | Discard | TileChoice)
                    seen[f"the last card drawn by seat {move.seat}"] += 1
                case GameEnded(Outcome.STRIKEOUT) if before.turns_left:
                    seen["the third strike in the last round"] += 1
                case GameEnded(outcome):
                    seen[f"the end: {outcome.value}"] += 1
                case TileTurned(_, tile) if tile:
                    seen[f"the tile {tile.value}"] += 1
                    if full:
                        seen[f"the tile {tile.value} with all tokens"] += 1
                    if not before.deck:
                        seen[f"the tile {tile.value} without a deck"] += 1
                    if not before.strikes:
                        seen[f"the tile {tile.value} without a mistake"] += 1
                    if not any(before.discards):
                        seen[f"the tile {tile.value} without a discard"] += 1
                case _:
                    pass

    def truth(self, target: int, hint: Hint) -> list[CardId]:
        return [
            one.id
            for one in self.state.hands[target]
            if touches(self.ruleset, hint, self.deck[one.id])
        ]

    def fitting(self) -> list[CardId]:
        hand = self.state.hands[self.state.to_move]
        return [one.id for one in hand if fits(self.state, self.deck[one.id])]

    @property
    def running(self) -> bool:
        return not self.state.over and self.state.award is None

    @rule(data=st.data(), unread=st.integers(0, 9))
    @precondition(lambda self: self.running)
    def lay_a_card(self, data: st.DataObject, unread: int) -> None:
        seat = self.state.to_move
        hand = self.state.hands[seat]
        assume(hand)
        held = data.draw(st.sampled_from(hand)).id
        face = self.deck[held] if unread else None
        kinds: list[type[Play] | type[Discard]] = [Play]
        if self.state.clue_tokens < self.ruleset.clue_tokens:
            kinds += [Discard, Discard]
        self.make(data.draw(st.sampled_from(kinds))(seat, held, face))

    @rule(data=st.data())
    @precondition(lambda self: self.running and self.ruleset.synchronised_show)
    def name_a_colour(self, data: st.DataObject) -> None:
        seat, before = self.state.to_move, self.state
        hand = self.state.hands[seat]
        assume(hand)
        held = data.draw(st.sampled_from(self.fitting() or [hand[0].id]))
        card = self.deck[held]
        named = data.draw(st.sampled_from([card.suit, *self.ruleset.nameable]))
        assume(named in self.ruleset.nameable)
        self.make(Play(seat, held, card, named))
        laid = played(self.state) - played(before)
        assert laid == (named is card.suit and fits(before, card))
        assert self.state.strikes - before.strikes == 1 - laid

    @rule()
    @precondition(lambda self: self.running)
    def play_whatever_fits(self) -> None:  # without this, chance never finishes a firework
        for held in self.fitting()[:1]:
            self.make(Play(self.state.to_move, held, self.deck[held]))

    @rule(data=st.data(), times=st.integers(1, 12))
    @precondition(lambda self: self.running)
    def be_lucky(self, data: st.DataObject, times: int) -> None:
        """Arrange luck: the hands to move get fitting cards that nobody has seen."""
        for _ in range(times):
            if not self.running:
                return
            seat = self.state.to_move
            clued = {held for clue in self.state.clues for held in clue.held}
            unseen = [
                [one.id for one in hand if one.card is None and one.id not in clued]
                for hand in self.state.hands
            ]
            free = unseen[seat]
            elsewhere = [*range(self.state.next_id, len(self.deck)), *chain(*unseen)]
            there = next((at for at in elsewhere if fits(self.state, self.deck[at])), None)
            if self.fitting():
                held = self.fitting()[0]
            elif free and there is not None:
                held = free[0]
                self.deck[held], self.deck[there] = self.deck[there], self.deck[held]
            else:
                return
            self.make(Play(seat, held, self.deck[held]))

    @rule(times=st.integers(1, 40), patient=st.booleans())
    @precondition(lambda self: self.running)
    def go_on_sensibly(self, times: int, patient: bool) -> None:
        """What fits is played, what is not needed discarded: the deck runs out, nothing is lost.

        Patient players keep the fives for the last round.
        """
        for _ in range(times):
            if not self.running:
                return
            state, seat = self.state, self.state.to_move
            critical = critical_cards(state)
            safe = [one.id for one in state.hands[seat] if self.deck[one.id] not in critical]
            clue = self.some_clue()
            wanted = [
                held
                for held in self.fitting()
                if not (patient and state.deck and self.deck[held].rank == 5)
            ]
            if wanted:
                self.make(Play(seat, wanted[0], self.deck[wanted[0]]))
            elif safe and state.clue_tokens < self.ruleset.clue_tokens:
                self.make(Discard(seat, safe[0], self.deck[safe[0]]))
            elif clue is not None:
                self.make(clue)
            else:
                return

    def some_clue(self) -> GiveClue | None:
        seat = self.state.to_move
        for move in legal_moves(self.state):
            if isinstance(move, GiveClue) and self.truth(move.target, move.hint):
                assert move.seat == seat
                return move
        return None

    @rule(data=st.data())
    @precondition(lambda self: self.running and self.state.turns_left is not None)
    def misplay_in_the_last_round(self, data: st.DataObject) -> None:
        hand = self.state.hands[self.state.to_move]
        wrong = [one.id for one in hand if not fits(self.state, self.deck[one.id])]
        assume(wrong)
        self.make(Play(self.state.to_move, wrong[0], self.deck[wrong[0]]))

    @rule(data=st.data(), said=st.integers(0, 9))
    @precondition(lambda self: not self.state.over and self.state.award is not None)
    def turn_a_tile(self, data: st.DataObject, said: int) -> None:
        due = self.state.award
        assert due is not None
        choices = list(tile_choices(self.state))
        tile = data.draw(
            st.sampled_from(sorted({one.tile for one in choices if one.tile}, key=str))
        )
        true = [
            one
            for one in choices
            if one.tile is tile
            and (
                one.target is None
                or one.hint is None
                or self.ruleset.empty_clues
                or self.truth(one.target, one.hint)
            )
        ]
        choice = data.draw(st.sampled_from(true)) if said else TileChoice(due.seat, None)
        self.make(choice)

    @rule(data=st.data(), hint=st.sampled_from(HINTS))
    @precondition(lambda self: self.running and self.state.clue_tokens > 0)
    def give_a_clue(self, data: st.DataObject, hint: Hint) -> None:
        seat = self.state.to_move
        others = [other for other in range(self.state.players) if other != seat]
        move = GiveClue(seat, data.draw(st.sampled_from(others)), hint)
        truth = self.truth(move.target, hint)
        match verdict(self.state, move):
            case Legal(touched):
                assert list(touched) == truth
                assert truth or self.ruleset.empty_clues
                self.make(move)
            case Pending(touched, unknown):
                assert set(touched) <= set(truth) <= {*touched, *unknown}
                if truth or self.ruleset.empty_clues:  # these people do not break the rules
                    self.make(move)
            case Illegal(Rule.COLOUR_NOT_NAMEABLE, _):
                assert isinstance(hint, ColourHint)
                assert hint.colour not in self.ruleset.nameable
            case Illegal(broken, _):
                assert broken is Rule.EMPTY_CLUE
                assert not truth

    @rule(data=st.data())
    def show_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        assume(dealt)
        held = data.draw(st.sampled_from(dealt))
        self.make(Identify(held, self.deck[held]))

    @rule(data=st.data())
    def forget_a_card(self, data: st.DataObject) -> None:
        dealt = [one.id for hand in self.state.hands for one in hand]
        assume(dealt)
        self.make(Identify(data.draw(st.sampled_from(dealt)), None))

    @rule(data=st.data())
    def rearrange(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, self.state.players - 1))
        order = data.draw(st.permutations([one.id for one in self.state.hands[seat]]))
        self.make(Rearrange(seat, tuple(order)))
        assert [one.id for one in self.state.hands[seat]] == order

    @rule(
        seat=st.integers(-1, 5),
        held=st.integers(-1, 70).map(CardId),
        face=st.none() | st.builds(Card, st.sampled_from(Suit), st.integers(1, 5)),
        kind=st.sampled_from(
            ["play", "name", "discard", "identify", "clue", "rearrange", "terminate", "tile"]
        ),
        hint=st.sampled_from(NONSENSE),
        whom=st.integers(-1, 5),
        tile=st.none() | st.sampled_from(Tile),
    )
    def try_nonsense(
        self,
        seat: int,
        held: CardId,
        face: Card | None,
        kind: str,
        hint: Hint,
        whom: int,
        tile: Tile | None,
    ) -> None:
        """Whatever comes in, the engine answers with events or with the name of a rule."""
        moves: dict[str, Move] = {
            "play": Play(seat, held, face),
            "name": Play(seat, held, face, Suit.BLACK if face is None else face.suit),
            "discard": Discard(seat, held, face),
            "identify": Identify(held, face),
            "clue": GiveClue(seat, whom, hint),
            "rearrange": Rearrange(seat, (held, CardId(whom))),
            "terminate": Terminate(seat),
            "tile": TileChoice(seat, tile, whom if whom % 2 else None, hint, face),
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
        assert not critical_cards(state) & useless_cards(state)
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
