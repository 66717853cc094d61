"""Games that chance plays, with everything a record can hold: the same seed, the same game."""

import random
from dataclasses import dataclass

from companion.hanabi.cards import Card, Suit
from companion.hanabi.clues import touches
from companion.hanabi.events import CardDrawn, Event, GameStarted
from companion.hanabi.moves import (
    CardId,
    GiveClue,
    Identify,
    LayDown,
    Move,
    Play,
    Rearrange,
    Terminate,
)
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD, LossScore, Ruleset, SuitRule
from companion.hanabi.state import GameState, evolve_all, start

COLOURFUL = Ruleset(
    name="colourful",
    suits=(
        *STANDARD.suits,
        SuitRule(Suit.MULTICOLOUR, (1, 1, 1, 1, 1), nameable=False, touched_by_every_colour=True),
        SuitRule(Suit.BLACK, build=(5, 4, 3, 2, 1)),
    ),
    strikes=5,
    empty_clues=True,
    loss_score=LossScore.SUM,
)


@dataclass(frozen=True)
class RandomGame:
    """A game and the deck it was dealt from; the state is the one after all steps."""

    started: GameStarted
    deck: tuple[Card, ...]
    steps: tuple[tuple[Move, tuple[Event, ...]], ...]
    state: GameState

    def with_hidden_faces_exchanged(self, chance: random.Random) -> "RandomGame":
        """The same turns with other faces in the hands; no clue points anywhere else."""
        deck = list(self.deck)
        held = [card.id for hand in self.state.hands for card in hand]
        hidden = [*held, *range(self.state.next_id, len(deck))]
        for _ in range(20 * len(hidden)):
            one, other = chance.choice(hidden), chance.choice(hidden)
            if self._may_be(one, deck[other]) and self._may_be(other, deck[one]):
                deck[one], deck[other] = deck[other], deck[one]
        state, steps = start(self.started.ruleset, self.started.players, self.started.first)[0], []
        for move, _ in self.steps:
            again: Move = move
            if isinstance(move, Identify) and move.card is not None:
                again = Identify(move.held, deck[move.held])
            events = apply(state, again)
            state = evolve_all(state, events)
            steps.append((again, events))
        return RandomGame(self.started, tuple(deck), tuple(steps), state)

    def _may_be(self, held: int, card: Card) -> bool:
        return all(
            touches(self.started.ruleset, clue.hint, card) is (held in clue.touched)
            for clue in self.state.clues
            if held in clue.held and held not in clue.open
        )


def random_game(seed: int, *, turns: int = 1000, known: float = 0.9) -> RandomGame:
    """Play a game to its end or for ``turns`` turns; ``known`` is how often a face is read."""
    chance = random.Random(seed)
    ruleset = chance.choice([STANDARD, COLOURFUL])
    deck = list(ruleset.deck)
    chance.shuffle(deck)
    players = chance.choice(ruleset.players)
    state, (started,) = start(ruleset, players, chance.randrange(players))
    steps: list[tuple[Move, tuple[Event, ...]]] = []

    def make(move: Move) -> None:
        nonlocal state
        events = apply(state, move)
        state = evolve_all(state, events)
        steps.append((move, events))
        for event in events:
            if isinstance(event, CardDrawn) and chance.random() < known:
                make(Identify(event.held, deck[event.held]))

    for held in range(state.next_id):
        if chance.random() < known:
            make(Identify(CardId(held), deck[held]))
    while not state.over and state.turn <= turns:
        match chance.randrange(40):
            case 0:
                seat = chance.randrange(players)
                order = [card.id for card in state.hands[seat]]
                chance.shuffle(order)
                make(Rearrange(seat, tuple(order)))
            case 1:
                one = chance.choice([card for hand in state.hands for card in hand])
                make(Identify(one.id, None if one.card else deck[one.id]))
            case 2 if state.turn > 20 and chance.random() < 0.2:
                make(Terminate(chance.choice([None, 0])))
            case _:
                make(_turn(state, deck, chance))
    if state.over:
        make(LayDown())
    return RandomGame(started, tuple(deck), tuple(steps), state)


def _turn(state: GameState, deck: list[Card], chance: random.Random) -> Move:
    """A card that fits, if there is one, or else anything but a misplay; both mostly."""
    moves = list(legal_moves(state))
    fitting = [move for move in moves if isinstance(move, Play) and _fits(state, deck[move.held])]
    if chance.random() < 0.95:
        moves = [move for move in moves if not isinstance(move, Play) or move in fitting] or moves
    move = chance.choice(fitting if fitting and chance.random() < 0.7 else moves)
    if isinstance(move, GiveClue):
        return move
    face = None if chance.random() < 0.03 else deck[move.held]
    return type(move)(move.seat, move.held, face)


def _fits(state: GameState, card: Card) -> bool:
    build, height = state.ruleset.build(card.suit), state.height(card.suit)
    return height < len(build) and build[height] == card.rank
