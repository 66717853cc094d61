"""Verdicts on clues, and what a holder can know."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.deduction import possible_cards
from companion.hanabi.knowledge import (
    Illegal,
    Legal,
    Pending,
    describe,
    verdict,
)
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    GiveClue,
    Hint,
    Identify,
    Move,
    RankHint,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply
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


# ------------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("hand", "hint", "expected"),
    [
        ("r1 g1 r3 b3 y4", RED, Legal((CardId(5), CardId(7)))),
        ("r1 g1 r3 b3 y4", THREE, Legal((CardId(7), CardId(8)))),
        ("r1 . r3 b3 y4", RED, Pending((CardId(5), CardId(7)), (CardId(6),))),
        ("g1 . g3 b3 y4", RED, Pending((), (CardId(6),))),
        (". . . . .", RED, Pending((), tuple(map(CardId, range(5, 10))))),
    ],
)
def test_a_clue_is_judged_by_the_faces_on_record(
    hand: str, hint: Hint, expected: Legal | Pending
) -> None:
    assert verdict(dealt(". . . . . " + hand), GiveClue(0, 1, hint)) == expected


def test_only_a_fully_known_hand_makes_a_clue_empty() -> None:
    judged = verdict(dealt(". . . . . g1 g1 g3 b3 y4"), GiveClue(0, 1, RED))
    assert isinstance(judged, Illegal)
    assert judged.rule is Rule.EMPTY_CLUE
    assert judged.detail == ("turn 1: seat 0 gives colour r to seat 1, but that points at no card")


def test_hints_are_written_as_colour_and_rank() -> None:
    assert [describe(RED), describe(THREE)] == ["colour r", "rank 3"]
