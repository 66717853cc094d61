"""Games that people and other engines recorded, move by move through our rules."""

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardDrawn, ClueGiven, ClueSettled, Outcome
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
)
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import STANDARD, EarlyEnd, Ruleset, SuitRule
from companion.hanabi.scoring import best_reachable, pace, played, score
from companion.hanabi.state import GameState, evolve_all, start

Game = dict[str, Any]
ONE_EACH = (1, 1, 1, 1, 1)
BASE = STANDARD.suits  # the site's purple is white
WILD = SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)
FEW_WILD = replace(WILD, copies=ONE_EACH)
POWDER = SuitRule(Suit.BLACK, (1, 2, 2, 2, 3), nameable=False, build=(5, 4, 3, 2, 1))
VARIANTS = {
    "No Variant": STANDARD,
    "6 Suits": Ruleset("six", (*BASE, SuitRule(Suit.MULTICOLOUR))),
    "Black (6 Suits)": Ruleset("few", (*BASE, SuitRule(Suit.MULTICOLOUR, ONE_EACH))),
    "Rainbow (6 Suits)": Ruleset("wild", (*BASE, WILD)),
    "Rainbow (5 Suits)": Ruleset("wild five", (*BASE[:4], WILD)),
    "Dark Rainbow (6 Suits)": Ruleset("few wild", (*BASE, FEW_WILD)),
    "White Reversed (6 Suits)": Ruleset("powder", (*BASE, POWDER)),
}
ENDS = {1: {Outcome.PERFECT, Outcome.DECK_OUT}, 2: {Outcome.STRIKEOUT}, 8: {Outcome.FAILED}}
"""That site's numbers for how a game ended."""


def games(path: Path) -> list[Game]:
    if not path.is_file():
        pytest.fail(f"the shared test data have no {path.name}")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        loaded: list[Game] = json.load(file)
    return loaded


class Replay:
    """One recorded game; ``known`` says whether the faces in hands are on record."""

    def __init__(self, game: Game, known: bool, early: bool = False) -> None:
        ruleset = VARIANTS[game["options"]["variant"]]
        if game["options"].get("allOrNothing"):
            ruleset = replace(ruleset, all_or_nothing=True)
        elif early:
            ruleset = replace(ruleset, early_end=EarlyEnd.HANAB_LIVE)
        self.deck = [Card(ruleset.colours[one["suitIndex"]], one["rank"]) for one in game["deck"]]
        self.known = known
        self.state: GameState = start(ruleset, len(game["players"]))[0]
        self.touched: dict[int, tuple[CardId, ...]] = {}
        for held in range(self.state.next_id):
            self.show(CardId(held))

    def show(self, held: CardId) -> None:
        if self.known:
            self.make(Identify(held, self.deck[held]))

    def make(self, move: Move) -> None:
        events = apply(self.state, move)
        self.state = evolve_all(self.state, events)
        for event in events:
            if isinstance(event, CardDrawn):
                self.show(event.held)
            elif isinstance(event, ClueSettled) or (
                isinstance(event, ClueGiven) and not event.open
            ):
                self.touched[event.turn] = event.touched

    def act(self, action: dict[str, int]) -> None:
        seat, target = self.state.to_move, action["target"]
        held = CardId(target)
        nameable = self.state.ruleset.nameable
        move: Move
        match action["type"]:
            case 0:
                move = Play(seat, held, self.deck[held])
            case 1:
                move = Discard(seat, held, self.deck[held])
            case 2:
                move = GiveClue(seat, target, ColourHint(nameable[action["value"]]))
            case 3:
                move = GiveClue(seat, target, RankHint(action["value"]))
            case other:
                raise AssertionError(f"not in these files: action type {other}")
        if self.known:
            assert move in list(legal_moves(self.state))
        self.make(move)

    def lay_down(self) -> None:
        """After the game every face comes to light."""
        for hand in self.state.hands:
            for held in hand:
                self.make(Identify(held.id, self.deck[held.id]))
        assert not any(clue.open for clue in self.state.clues)
        assert not any(clue.fault for clue in self.state.clues)


@pytest.mark.parametrize("known", [True, False], ids=["all known", "none known"])
def test_generated_games_agree_with_their_trace_after_every_action(
    shared: Path, known: bool
) -> None:
    ends: Counter[Outcome | None] = Counter()
    recorded = games(shared / "games" / "generated-base.json.gz")
    assert len(recorded) == 500
    for number, game in enumerate(recorded):
        replay = Replay(game, known)
        for turn, (action, trace) in enumerate(
            zip(game["actions"], game["x"]["trace"], strict=True), 1
        ):
            assert replay.state.outcome is None, f"game {number}, turn {turn}"
            replay.act(action)
            state = replay.state
            ours = [played(state), state.clue_tokens, 3 - state.strikes, state.next_id]
            assert ours == trace, f"game {number}, turn {turn}"
        result = game["x"]["result"]
        assert list(replay.state.fireworks) == result["stacks"], f"game {number}"
        assert replay.state.outcome is not None, f"game {number}"
        assert replay.state.outcome.value == result["end"].replace(" ", "_"), f"game {number}"
        assert score(replay.state) == result["hle_score"], f"game {number}"
        ends[replay.state.outcome] += 1
        replay.lay_down()
    print(f"ends: {ends}")


@pytest.mark.parametrize("known", [True, False], ids=["all known", "none known"])
def test_games_of_people_are_legal_to_the_end(shared: Path, known: bool) -> None:
    recorded = games(shared / "games" / "human-3p.json.gz")
    assert len(recorded) == 221
    ends: Counter[Outcome | None] = Counter()
    for number, game in enumerate(recorded):
        replay = Replay(game, known)
        for turn, action in enumerate(game["actions"], 1):
            assert replay.state.outcome is None, f"game {number}, turn {turn}"
            replay.act(action)
        assert played(replay.state) == game["x"]["recorded_score"], f"game {number}"
        ends[replay.state.outcome] += 1
        replay.lay_down()
    assert ends[Outcome.PERFECT] == 128  # the games recorded with 25 points
    assert ends[Outcome.STRIKEOUT] == 0
    print(f"ends: {ends}")


@pytest.mark.parametrize("known", [True, False], ids=["all known", "none known"])
def test_other_suits_are_only_data(shared: Path, known: bool) -> None:
    seen: Counter[str] = Counter()
    all_or_nothing: Counter[Outcome | None] = Counter()
    for number, game in enumerate(games(shared / "games" / "generated-variants.json.gz")):
        replay = Replay(game, known)
        for turn, (action, trace) in enumerate(
            zip(game["actions"], game["x"]["trace"], strict=True), 1
        ):
            replay.act(action)
            state = replay.state
            where = f"game {number}, turn {turn}"
            ours = [played(state), state.clue_tokens, state.strikes, best_reachable(state)]
            assert ours == trace[:4], where
            if not state.over:
                assert pace(state) == trace[4], where
            if known and len(trace) > 5:
                assert sorted(replay.touched[turn]) == sorted(trace[5]), where
        replay.lay_down()
        for turn, trace in enumerate(game["x"]["trace"], 1):
            if len(trace) > 5:
                assert sorted(replay.touched[turn]) == sorted(trace[5]), f"game {number}"
        if game["options"].get("allOrNothing"):
            assert replay.state.outcome in ENDS[game["x"]["result"]["end"]], f"game {number}"
            assert score(replay.state) == game["x"]["result"]["score"], f"game {number}"
            all_or_nothing[replay.state.outcome] += 1
        seen[game["options"]["variant"]] += 1
    assert set(seen) == set(VARIANTS)
    assert all_or_nothing == {Outcome.PERFECT: 93, Outcome.FAILED: 34, Outcome.STRIKEOUT: 1}


def test_games_end_where_the_site_ends_them_if_the_ruleset_says_so(shared: Path) -> None:
    recorded = games(shared / "games" / "generated-variants.json.gz")
    for number, game in enumerate(recorded):
        replay = Replay(game, known=True, early=True)
        for action in game["actions"]:
            assert replay.state.outcome is None, f"game {number}"
            replay.act(action)
        assert replay.state.outcome in ENDS[game["x"]["result"]["end"]], f"game {number}"


def test_a_clue_points_at_the_same_cards_whether_known_at_once_or_later(shared: Path) -> None:
    for game in games(shared / "games" / "human-3p.json.gz")[:60]:
        at_once, later = Replay(game, known=True), Replay(game, known=False)
        for action in game["actions"]:
            at_once.act(action)
            later.act(action)
        later.lay_down()
        assert at_once.touched == later.touched
        assert at_once.state.clues == later.state.clues
