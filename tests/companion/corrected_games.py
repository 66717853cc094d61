"""What happened at a table, told by places; recorded rightly, or with one turn wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import touches
from companion.hanabi.events import GameStarted
from companion.hanabi.moves import (
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
)
from companion.hanabi.position import GameState
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.state import evolve_all, start
from companion.record.by_place import standing_at
from companion.record.corrections import Deed, Lay, Tell
from companion.record.entries import MoveEntry
from companion.record.timeline import Timeline


@dataclass(frozen=True)
class Read:
    """The eyes say what a slot holds."""

    seat: int
    slot: int
    card: Card


Happening = Read | Lay | Tell


@dataclass
class Story:
    """A game as it really was: turns and what was read, by places."""

    started: GameStarted
    deck: tuple[Card, ...]
    happenings: list[Happening] = field(default_factory=list)

    @property
    def turns(self) -> list[int]:
        """Where in the list the turns are."""
        return [i for i, one in enumerate(self.happenings) if not isinstance(one, Read)]

    def recorded(self, wrong: dict[int, Deed] | None = None) -> Timeline:
        """Return the record, with other deeds at some places of the list.

        Raises:
            RuleViolation: nobody could have recorded that.
        """
        wrong = wrong or {}
        return recorded(self.started, [wrong.get(i, one) for i, one in enumerate(self.happenings)])


def recorded(started: GameStarted, happenings: Sequence[Happening]) -> Timeline:
    """Record what happened, as a referee does: the table stands above what racks showed."""
    state = start(started.ruleset, started.players, started.first)[0]
    steps: list[MoveEntry] = []

    def make(move: Move) -> None:
        nonlocal state
        events = apply(state, move)
        if events:
            state = evolve_all(state, events)
            steps.append(MoveEntry(float(len(steps)), move, events))

    for one in happenings:
        match one:
            case Read(seat, slot, card):
                held = standing_at(state, seat, slot)
                if held is None:
                    raise RuleViolation(Rule.CARD_NOT_HELD, "nothing stands there on record")
                if held.card == card:  # the eyes see nothing new, so nothing is written
                    raise RuleViolation(Rule.IDENTITY_CONFLICT, "its twin stood there")
                make(Identify(held.id, card))
            case Tell(target, hint):
                make(GiveClue(state.to_move, target, hint))
            case Lay(played, slot, card):
                seat = state.to_move
                held = standing_at(state, seat, slot)
                if held is None:
                    raise RuleViolation(Rule.CARD_NOT_HELD, "the slot is empty")
                if held.card not in (None, card):
                    make(Identify(held.id, None))
                laid = (Play if played else Discard)(seat, held.id, card)
                try:
                    make(laid)
                except RuleViolation as violation:
                    if not violation.blockers:
                        raise
                    for other in violation.blockers:
                        make(Identify(other, None))
                    make(laid)
    return Timeline(started, tuple(steps))


def a_story(
    seed: int, *, turns: int = 1000, known: float = 0.9, ruleset: Ruleset = STANDARD
) -> Story:
    """Let chance play; ``known`` is how often a card in a rack is read."""
    chance = random.Random(seed)
    deck = list(ruleset.deck)
    chance.shuffle(deck)
    players = chance.choice(ruleset.players)
    state, (started,) = start(ruleset, players, chance.randrange(players))
    story = Story(started, tuple(deck))
    for hand in state.hands:
        for held in hand:
            state = evolve_all(state, apply(state, Identify(held.id, deck[held.id])))
    for seat, hand in enumerate(state.hands):
        _read(story, chance, known, seat, [held.slot for held in hand], state)
    while not state.over and state.turn <= turns:
        seat = state.to_move
        deed = _deed(state, chance)
        story.happenings.append(deed)
        move: Move
        match deed:
            case Tell(target, hint):
                move = GiveClue(seat, target, hint)
            case Lay(played, slot, card):
                held_there = standing_at(state, seat, slot)
                assert held_there is not None
                move = (Play if played else Discard)(seat, held_there.id, card)
        before = state.next_id
        state = evolve_all(state, apply(state, move))
        if state.next_id > before:
            state = evolve_all(state, apply(state, Identify(before, deck[before])))
            found = state.find(before)
            assert found is not None
            _read(story, chance, known, found[0], [found[1].slot], state)
    return story


def _read(
    story: Story,
    chance: random.Random,
    known: float,
    seat: int,
    slots: Sequence[int],
    state: GameState,
) -> None:
    for slot in slots:
        held = standing_at(state, seat, slot)
        if chance.random() < known and held is not None and held.card is not None:
            story.happenings.append(Read(seat, slot, held.card))


def _deed(state: GameState, chance: random.Random) -> Deed:
    hand = state.hands[state.to_move]
    fitting = [held for held in hand if held.card and fits(state, held.card)]
    if fitting and chance.random() < 0.5:
        held = chance.choice(fitting)
        return Lay(True, held.slot, held.card)
    clues = possible_clues(state)
    may_discard = state.clue_tokens < state.ruleset.clue_tokens
    if clues and (chance.random() < 0.5 or not may_discard):
        return chance.choice(clues)
    held = chance.choice(hand)
    return Lay(not may_discard or chance.random() < 0.05, held.slot, held.card)


def possible_clues(state: GameState) -> list[Tell]:
    """Return all clues that the seat to move can give by the faces on record."""
    if not state.clue_tokens:
        return []
    hints: list[Hint] = [*map(ColourHint, state.ruleset.nameable), *map(RankHint, RANKS)]
    return [
        Tell(target, hint)
        for target, hand in enumerate(state.hands)
        for hint in hints
        if target != state.to_move
        and any(held.card and touches(state.ruleset, hint, held.card) for held in hand)
    ]


def fits(state: GameState, card: Card) -> bool:
    """Say whether a card is the next of its firework."""
    build, height = state.ruleset.build(card.suit), state.height(card.suit)
    return height < len(build) and build[height] == card.rank
