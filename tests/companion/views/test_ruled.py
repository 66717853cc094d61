"""What a view says of the rules is what the rules say, for every edition's options."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.hints import every_hint
from companion.hanabi.knowledge import Illegal, Legal, Pending, content_verdict
from companion.hanabi.moves import CardId, Discard, GiveClue, Identify, Play
from companion.hanabi.notation import hint_name
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve_all, start
from companion.views.ruled import ruled
from companion.views.view import ONLOOKER, PUBLIC, GameView, view_game

SUITS = [*itertools.product(SixthSuit, (False, True), (False, True))]


def a_position(
    ruleset: Ruleset, chance: random.Random, *, known: float, turns: int
) -> tuple[GameState, tuple[Card, ...]]:
    """A position of a running game that chance has played to, and the deck."""
    deck = list(ruleset.deck)
    chance.shuffle(deck)
    state, _ = start(ruleset, chance.choice(ruleset.players))
    seen = 0
    while True:
        for held in range(seen, state.next_id):
            if chance.random() < known:
                state = evolve_all(state, apply(state, Identify(CardId(held), deck[held])))
        seen = state.next_id
        moves = [
            move
            if isinstance(move, GiveClue)
            else type(move)(move.seat, move.held, deck[move.held])
            for move in legal_moves(state)
        ]
        after = evolve_all(state, apply(state, chance.choice(moves)))
        if state.turn > turns or after.over:
            return state, tuple(deck)
        state = after


def seen_by(state: GameState, reader: int | None) -> GameView:
    return view_game(state, (), (), reader)


@pytest.mark.parametrize(("sixth", "black", "empty"), SUITS)
def test_each_hand_a_seat_sees_says_of_every_clue_what_the_rules_say(
    sixth: SixthSuit, black: bool, empty: bool
) -> None:
    ruleset = compose("own", Options(sixth_suit=sixth, black_powder=black, empty_clues=empty))
    chance, seen = random.Random(f"{sixth} {black} {empty}"), 0
    for known in (1.0, 1.0, 1.0, 0.9, 0.6):
        state, _ = a_position(ruleset, chance, known=known, turns=chance.randrange(20))
        for reader, target in itertools.permutations(range(state.players), 2):
            view = seen_by(state, reader)
            hints = view.hints[target]
            assert hints is not None
            assert list(hints.touched) == list(view.clues)
            slots = {held.id: held.slot for held in state.hands[target]}
            for hint in every_hint(ruleset):
                name = hint_name(hint)
                told = hints.touched[name]
                match content_verdict(state, GiveClue(reader, target, hint)):
                    case Legal(touched):
                        assert told == tuple(slots[held] for held in touched)
                        assert (name in hints.refused, hints.unknown) == (False, ())
                    case Pending(touched, unknown):
                        assert told == tuple(slots[held] for held in touched)
                        assert hints.unknown == tuple(slots[held] for held in unknown)
                        assert name not in hints.refused
                    case Illegal(rule):
                        assert (hints.refused[name], told) == (rule.value, ())
                seen += 1
    assert seen


def test_a_black_card_is_touched_by_no_colour_and_a_wild_one_by_each() -> None:
    rules = compose("own", Options(sixth_suit=SixthSuit.FIVE_WILD, black_powder=True))
    state, _ = start(rules, 2)
    for held, label in enumerate(("k1", "k2", "r3", "m4", "w5"), start=5):
        state = evolve_all(state, apply(state, Identify(CardId(held), Card.parse(label))))
    view = seen_by(state, 0)
    assert view.clues == ("r", "y", "g", "b", "w", "1", "2", "3", "4", "5")
    hints = view.hints[1]
    assert hints is not None
    assert {name: hints.touched[name] for name in "rgw15"} == {
        "r": (2, 3),
        "g": (3,),
        "w": (3, 4),
        "1": (0,),
        "5": (4,),
    }
    assert [one.top for one in view.fireworks] == [None] * 7


def test_the_newest_black_card_counts_downwards() -> None:
    rules = compose("own", Options(black_powder=True))
    state, _ = start(rules, 2)
    state = evolve_all(state, apply(state, Play(0, CardId(0), Card.parse("k5"))))
    black = seen_by(state, PUBLIC).fireworks[-1]
    assert (black.top, black.next_rank, black.height) == (5, 4, 1)


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_told_what_a_clue_about_a_hand_touches_that_he_may_not_see(seed: int) -> None:
    chance = random.Random(seed)
    rules = compose("own", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True))
    state, _ = a_position(rules, chance, known=0.9, turns=10)
    for reader in (PUBLIC, ONLOOKER):
        assert seen_by(state, reader).hints == (None,) * state.players
    for reader in range(state.players):
        hints = seen_by(state, reader).hints
        assert [one is None for one in hints] == [seat == reader for seat in range(state.players)]


@pytest.mark.parametrize("seed", range(8))
def test_other_cards_in_his_own_hand_change_no_word_of_what_a_seat_is_told(seed: int) -> None:
    """Nor do other cards in any hand change what the public is told."""
    chance = random.Random(seed)
    rules = compose("own", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True))
    state, deck = a_position(rules, chance, known=0.8, turns=12)
    seats = range(state.players)
    for reader in (PUBLIC, *seats):
        other = state
        for seat in seats if reader is PUBLIC else (reader,):
            for held in state.hands[seat]:
                face = chance.choice(
                    (None, *(deck[one] for one in range(state.next_id, len(deck))))
                )
                hand = [
                    one if one.id != held.id else one._replace(card=face)
                    for one in other.hands[seat]
                ]
                hands = list(other.hands)
                hands[seat] = tuple(hand)
                other = other._replace(hands=tuple(hands))
        before, after = (json.dumps(seen_by(one, reader).to_data()) for one in (state, other))
        assert before == after


@pytest.mark.parametrize("seed", range(6))
def test_the_faces_a_card_can_have_are_those_of_which_not_every_copy_is_seen(seed: int) -> None:
    chance = random.Random(seed)
    rules = compose("own", Options(sixth_suit=SixthSuit.FIVE_NAMEABLE, black_powder=True))
    state, _ = a_position(rules, chance, known=0.9, turns=30)
    for reader in (PUBLIC, *range(state.players)):
        view = seen_by(state, reader)
        shown = [card.face for hand in view.hands for card in hand] + list(view.discards)
        for one, suit in zip(view.fireworks, rules.suits, strict=True):
            shown += [f"{one.suit}{rank}" for rank in suit.build[: one.height]]
        assert view.unseen == tuple(
            card.label for card in rules.cards if shown.count(card.label) < rules.copies(card)
        )


@pytest.mark.parametrize("seed", range(10))
def test_what_a_seat_is_kept_from_is_what_the_rules_keep_it_from(seed: int) -> None:
    chance = random.Random(seed)
    rules = compose("own", Options(black_powder=True, clue_tokens=3, all_or_nothing=seed % 2 == 0))
    for _ in range(12):
        state, _ = a_position(rules, chance, known=1.0, turns=chance.randrange(45))
        says, moves = ruled(state), list(legal_moves(state))
        assert (says.no_discard is None) is any(isinstance(move, Discard) for move in moves)
        assert (says.no_play is None) is any(isinstance(move, Play) for move in moves)
        targets = {move.target for move in moves if isinstance(move, GiveClue)}
        assert set(says.targets) == targets
        assert (says.no_clue is None) is bool(targets)


def test_the_same_position_is_worked_out_once() -> None:
    state, _ = start(compose("own", Options()), 2)
    assert ruled(state) is ruled(state)
    assert ruled(state._replace(turn=2)) is not ruled(state)
