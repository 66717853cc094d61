"""A table for random games: the test knows the deck, the engine what it was shown."""

from collections import Counter
from typing import ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
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
from companion.hanabi.moves import CardId, Discard, GiveClue, Hint, Move, Play, TileChoice
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import EarlyEnd, Ruleset
from companion.hanabi.state import GameState, evolve_all, start


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


class DealtTable(RuleBasedStateMachine):
    """A game of any ruleset, dealt; it makes moves and counts the rare things that happen."""

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
