"""Where a giver pointed: kept with the clue, and held against the cards when they lie open."""

from dataclasses import replace

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import ClueGiven, Event, HandsLaidDown, PointingDiffered
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    GiveClue,
    Hint,
    Identify,
    LayDown,
    Move,
    Rearrange,
    Terminate,
)
from companion.hanabi.notation import (
    event_from_data,
    event_to_data,
    move_from_data,
    move_to_data,
)
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState
from companion.hanabi.tellers import NOBODY
from tests.companion.hanabi.tables import after, discard, knowing, plain_table, play

RED = ColourHint(Suit.RED)
HAND = (5, 6, 7, 8, 9)
"""The ids of the cards of seat 1 at a table of two, by slot."""


def pointing(*cards: int, hint: Hint = RED, blind: bool = False) -> GiveClue:
    """Seat 0 tells seat 1 something, and points at some of its cards."""
    return GiveClue(0, 1, hint, blind, NOBODY, tuple(CardId(card) for card in cards))


def differed(state: GameState, move: Move) -> list[tuple[str, bool]]:
    """The cards that a move lays open and that were pointed at otherwise, and whether they were."""
    found: list[Event] = [
        event for event in apply(state, move) if isinstance(event, PointingDiffered)
    ]
    return [(one.card.label, one.pointed) for one in found if isinstance(one, PointingDiffered)]


def test_a_card_that_was_pointed_at_and_is_no_part_of_the_clue_is_told_when_it_lies_open() -> None:
    state = after(plain_table(), pointing(5, 6))
    assert differed(state, play(5, "b1", seat=1)) == [("b1", True)]
    assert differed(state, play(5, "r1", seat=1)) == []


def test_a_card_that_was_left_out_is_told_when_it_lies_open() -> None:
    state = after(plain_table(clue_tokens=5), pointing(5))
    assert differed(state, discard(6, "r3", seat=1)) == [("r3", False)]
    assert differed(state, discard(6, "y3", seat=1)) == []
    assert differed(state, discard(6, None, seat=1)) == []


def test_where_nobody_said_what_was_pointed_at_nothing_is_told() -> None:
    state = after(plain_table(), GiveClue(0, 1, RED))
    assert differed(state, play(5, "b1", seat=1)) == []


def test_what_a_team_mate_knows_of_a_hand_is_no_news_before_the_card_lies_open() -> None:
    state = after(plain_table(), pointing(5))
    assert differed(state, Identify(CardId(5), Card.parse("b1"))) == []
    known = after(state, Identify(CardId(5), Card.parse("b1")))
    assert differed(known, play(5, "b1", seat=1)) == [("b1", True)]


def test_a_blind_clue_is_held_against_faces_that_were_on_record_all_along() -> None:
    state = after(knowing(plain_table(), "b1 r2 y1 b3 g4", 5), pointing(5, blind=True))
    assert differed(state, play(5, "b1", seat=1)) == [("b1", True)]


def test_cards_still_in_hand_are_held_against_the_clue_when_hands_are_laid_down() -> None:
    state = after(knowing(plain_table(), ". r2 y1 . .", 5), pointing(5, 7, blind=True))
    over = after(state, Terminate(None))
    events = apply(over, LayDown())
    assert events[0] == HandsLaidDown()
    assert differed(over, LayDown()) == [("r2", False), ("y1", True)]
    named = after(over, LayDown())
    assert differed(named, Identify(CardId(5), Card.parse("b4"))) == [("b4", True)]
    assert differed(named, Identify(CardId(5), Card.parse("r4"))) == []


def test_a_card_that_was_mixed_up_with_another_is_not_held_against_anybody() -> None:
    state = after(plain_table(), pointing(5))
    cards = tuple(CardId(card) for card in HAND)
    mixed = after(state, Rearrange(1, cards, None, (CardId(5), CardId(6))))
    assert differed(mixed, play(5, "b1", seat=1)) == []
    assert differed(mixed, play(7, "r1", seat=1)) == [("r1", False)]
    unsure = replace(play(5, "b1", seat=1), among=(CardId(5), CardId(6)))
    assert differed(state, unsure) == []


def test_a_hand_in_another_order_keeps_what_was_pointed_at() -> None:
    state = after(plain_table(), pointing(5))
    order = tuple(CardId(card) for card in reversed(HAND))
    turned = after(state, Rearrange(1, order))
    assert differed(turned, play(5, "b1", seat=1)) == [("b1", True)]


def test_only_cards_of_that_hand_are_pointed_at() -> None:
    with pytest.raises(RuleViolation) as refused:
        apply(plain_table(), pointing(5, 0))
    assert refused.value.rule is Rule.CARD_NOT_HELD


def test_the_record_keeps_where_was_pointed_and_older_ones_say_nothing_of_it() -> None:
    move = pointing(6, 5)
    (event,) = apply(plain_table(), move)
    assert isinstance(event, ClueGiven)
    assert event.pointed == (5, 6)
    assert move_from_data(move_to_data(move)) == move
    assert event_from_data(event_to_data(event)) == event
    older = event_to_data(event)
    del older["pointed"]
    assert event_from_data(older) == replace(event, pointed=None)
