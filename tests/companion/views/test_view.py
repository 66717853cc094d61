"""What each reader may see: never his own faces, and of clues only what was said."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.events import Event
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    LayDown,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
)
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState, evolve, start
from companion.record.history import TurnData, turn_taken
from companion.views.view import PUBLIC, GameView, view_game
from tests.companion.random_games import random_game

RED = ColourHint(Suit.RED)


class Told:
    """A game as a running one keeps it."""

    def __init__(self, players: int = 2) -> None:
        self.state: GameState
        self.state, events = start(STANDARD, players)
        self.events: list[Event] = list(events)
        self.log: list[TurnData] = []

    def happen(self, *events: Event) -> None:
        for event in events:
            turn = turn_taken(self.state, event)
            self.state = evolve(self.state, event)
            self.events.append(event)
            if turn is not None:
                self.log.append(turn)

    def make(self, *moves: Move) -> None:
        for move in moves:
            self.happen(*apply(self.state, move))

    def know(self, first: int, *labels: str) -> None:
        for held, label in enumerate(labels, start=first):
            self.make(Identify(CardId(held), Card.parse(label)))

    def view(self, reader: int | None) -> GameView:
        return view_game(self.state, self.events, self.log, reader)

    def marks(self, reader: int | None, seat: int) -> list[tuple[str, ...]]:
        return [card.clues for card in self.view(reader).hands[seat]]


def faces(view: GameView, seats: Iterable[int]) -> list[str | None]:
    return [card.face for seat in seats for card in view.hands[seat]]


@pytest.mark.parametrize("seed", range(12))
def test_own_faces_are_never_there_and_those_of_others_are(seed: int) -> None:
    game = random_game(seed, turns=25)
    state = game.state
    events = [game.started, *(event for _, caused in game.steps for event in caused)]
    if state.over:
        return
    for reader in (PUBLIC, *range(state.players)):
        view = view_game(state, events, (), reader)
        for seat, hand in enumerate(state.hands):
            shown = [card.face for card in view.hands[seat]]
            if reader in (PUBLIC, seat):
                assert shown == [None] * len(hand)
            else:
                assert shown == [held.card.label if held.card else None for held in hand]


def test_after_the_end_everybody_sees_everything() -> None:
    told = Told()
    told.know(0, "r1", "r2")
    told.make(Terminate(None))
    for reader in (PUBLIC, 0):
        assert faces(told.view(reader), [0])[:2] == [None, None]
        assert told.view(reader).to_move is None
    told.make(LayDown())
    for reader in (PUBLIC, 0, 1):
        assert faces(told.view(reader), [0])[:2] == ["r1", "r2"]
        assert told.view(reader).to_move is None


def test_a_view_is_json_and_names_its_reader() -> None:
    told = Told(3)
    told.know(0, "r1")
    data = json.loads(json.dumps(told.view(1).to_data()))
    assert data["reader"] == 1
    assert data["hands"][0][0] == {"id": 0, "slot": 0, "face": "r1", "clues": [], "may": None}
    assert data["fireworks"][0] == {
        "suit": "r",
        "height": 0,
        "length": 5,
        "nameable": True,
        "top": None,
        "next_rank": 1,
        "lost": None,
        "copies": [3, 2, 2, 2, 1],
        "costs": 0,
    }
    assert data["clue_tokens"] == [8, 8]
    assert data.keys() == set(GameView.__dataclass_fields__)


def test_a_card_carries_what_was_said_of_it_once_and_in_order() -> None:
    told = Told()
    told.know(0, "y1", "y2", "y3", "y4", "y5")
    told.know(5, "r1", "r2", "b1", "b2", "g1")
    yellow = ColourHint(Suit.YELLOW)
    told.make(GiveClue(0, 1, RED), GiveClue(1, 0, yellow), GiveClue(0, 1, RankHint(1)))
    told.make(GiveClue(1, 0, yellow), GiveClue(0, 1, RED))
    for reader in (PUBLIC, 0, 1):
        assert told.marks(reader, 1) == [("r", "1"), ("r",), ("1",), (), ("1",)]
        assert told.marks(reader, 0) == [("y",)] * 5


def test_marks_go_with_the_card_and_leave_with_it() -> None:
    told = Told()
    told.know(0, "y1", "y2", "y3", "y4", "y5")
    told.know(5, "r1", "b2", "b1", "b2", "g1")
    told.make(GiveClue(0, 1, RED), Rearrange(1, tuple(map(CardId, (9, 6, 7, 8, 5)))))
    assert told.marks(1, 1) == [(), (), (), (), ("r",)]
    told.make(Play(1, CardId(5), Card.parse("r1")))
    assert told.marks(1, 1) == [()] * 5


def test_what_comes_to_light_of_an_older_clue_changes_nothing_for_its_target_or_the_public() -> (
    None
):
    told = Told(3)
    told.know(5, "r1", "b2", "b1", "b2")  # the fifth card of seat 1 cannot be read
    told.make(GiveClue(0, 1, RED))
    before = {reader: told.view(reader) for reader in (PUBLIC, 1)}
    assert before[1].log[0]["touched"] is None
    assert told.marks(1, 1) == [()] * 5
    for label in ("r3", None, "g4"):
        told.make(Identify(CardId(9), Card.parse(label) if label else None))
        for reader, view in before.items():
            assert told.view(reader) == view
        for reader in (0, 2):  # nor does anybody else learn what the owner cannot know
            assert told.marks(reader, 1) == [()] * 5
    assert told.view(0).hands[1][4].face == "g4"


def test_a_faulty_clue_that_is_found_out_is_told_to_nobody_by_a_view() -> None:
    told = Told()
    told.know(5, "b1", "b2", "b3", "b4")
    told.make(GiveClue(0, 1, RED))
    before = told.view(1), told.view(PUBLIC)
    told.know(9, "b5")  # no card was red
    assert (told.view(1), told.view(PUBLIC)) == before


def may(told: Told, memory: MemoryAid, reader: int = 1) -> list[tuple[str, ...] | None]:
    view = view_game(told.state, told.events, told.log, reader, memory)
    return [card.may for card in view.hands[reader]]


def test_the_owner_is_reminded_of_what_he_was_told() -> None:
    told = Told()
    told.know(0, "g1", "g1", "g1", "g2", "g2")
    told.know(5, "r1", "b2", "b1", "b2", "g1")
    told.make(GiveClue(0, 1, RED), GiveClue(1, 0, ColourHint(Suit.GREEN)))
    told.make(GiveClue(0, 1, RankHint(1)))
    by_clues = may(told, MemoryAid.OWN_CLUES)
    assert by_clues[0] == ("r1",)
    assert by_clues[1] == tuple(f"{suit}{rank}" for suit in "ygbw" for rank in (2, 3, 4, 5))
    by_all = may(told, MemoryAid.FULL)
    assert by_all[4] == ("y1", "b1", "w1"), "all three green ones are in the other hand"
    assert set(by_clues[1] or ()) - set(by_all[1] or ()) == {"g2"}, "and both green twos"
    assert may(told, MemoryAid.OFF) == [None] * 5
    hidden = view_game(told.state, told.events, told.log, 0, MemoryAid.OFF)
    assert all(card.clues == () for hand in hidden.hands for card in hand)
    others = view_game(told.state, told.events, told.log, 0, MemoryAid.FULL)
    assert [card.may for card in others.hands[1]] == [None] * 5, "that is his to know"
    public = view_game(told.state, told.events, told.log, PUBLIC, MemoryAid.FULL)
    assert all(card.may is None for hand in public.hands for card in hand)


@pytest.mark.parametrize("memory", list(MemoryAid))
def test_what_comes_to_light_of_a_clue_reminds_its_receiver_of_nothing(memory: MemoryAid) -> None:
    told = Told(3)
    told.know(5, "b1", "b2", "b3", "b4")  # the fifth card of seat 1 cannot be read
    told.make(GiveClue(0, 1, RED))
    before = may(told, memory)
    for label in ("r3", "g4", "b5"):  # with the last of them the clue is faulty
        told.make(Identify(CardId(9), Card.parse(label)))
        assert may(told, memory) == before


@pytest.mark.parametrize("seed", range(12))
def test_no_reminder_depends_on_faces_of_the_own_hand(seed: int) -> None:
    chance = random.Random(seed)
    game = random_game(seed, turns=20, known=1.0)
    if game.state.over:
        return
    told = Told(game.state.players)
    told.state, events = start(game.started.ruleset, game.started.players, game.started.first)
    told.events = list(events)
    for _, caused in game.steps:
        told.happen(*caused)
    for seat in range(told.state.players):
        before = [may(told, memory, seat) for memory in MemoryAid]
        faces = list(told.state.ruleset.cards)
        hand = tuple(one._replace(card=chance.choice(faces)) for one in told.state.hands[seat])
        hands = tuple(hand if n == seat else one for n, one in enumerate(told.state.hands))
        state, told.state = told.state, told.state._replace(hands=hands)
        assert [may(told, memory, seat) for memory in MemoryAid] == before
        told.state = state


@pytest.mark.parametrize("seed", range(6))
def test_other_faces_in_the_hands_make_no_difference_to_the_public(seed: int) -> None:
    game = random_game(seed, turns=18, known=1.0)
    if game.state.over:
        return
    other = game.with_hidden_faces_exchanged(random.Random(seed))
    views = []
    for one in (game, other):
        told = Told(one.state.players)
        told.state, events = start(one.started.ruleset, one.started.players, one.started.first)
        told.events = list(events)
        for _, caused in one.steps:
            told.happen(*caused)
        views.append(told)
    assert views[0].state.hands != views[1].state.hands
    assert views[0].view(PUBLIC) == views[1].view(PUBLIC)


def test_the_counts_are_those_of_the_table() -> None:
    told = Told()
    told.know(0, "r1", "r3")
    told.make(Play(0, CardId(0), Card.parse("r1")))
    told.make(Play(1, CardId(5), Card.parse("y5")))
    told.make(GiveClue(0, 1, RankHint(2)))
    told.make(Discard(1, CardId(6), None))
    view = told.view(PUBLIC)
    assert (view.clue_tokens, view.strikes, view.deck) == ((8, 8), (1, 3), 37)
    assert (view.turn, view.to_move, view.turns_left) == (5, 0, None)
    assert view.discards == ("y5", None)
    assert (view.fireworks[0].height, view.fireworks[0].next_rank) == (1, 2)
    assert (view.played, view.reachable) == (1, 24)
    assert [turn["kind"] for turn in view.log] == ["play", "play", "clue", "discard"]
    assert (view.outcome, view.rating) == (None, None)
