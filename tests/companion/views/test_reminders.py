"""What a player is reminded of: what the whole table knows that he was told, and no more."""

from __future__ import annotations

from dataclasses import replace

from companion.hanabi.cards import Card, Suit
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.events import ClueGiven, Event, PointingDiffered
from companion.hanabi.moves import CardId, GiveClue, Identify, RankHint
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState, evolve_all, start
from companion.views.reminders import reminder, told_about

ONE, TWO = CardId(5), CardId(6)
KNOWN = ClueGiven(0, 1, RankHint(1), 1, (ONE, TWO), ())
HALF_KNOWN = replace(KNOWN, touched=(ONE,), open=(TWO,))


def test_everybody_knows_which_cards_a_clue_is_about_where_all_of_the_hand_is_known() -> None:
    assert told_about(KNOWN) == (ONE, TWO)
    assert told_about(HALF_KNOWN) is None


def test_or_where_its_giver_pointed_at_them() -> None:
    assert told_about(replace(HALF_KNOWN, pointed=(TWO,))) == (TWO,)


def clued() -> tuple[GameState, list[Event], ClueGiven]:
    """Let seat 0 say which two cards of seat 1 are ones."""
    state, events = start(STANDARD, 2)
    told: list[Event] = list(events)
    for held, label in enumerate(("r1", "b1", "b2", "g3", "w4"), start=5):
        state = evolve_all(state, apply(state, Identify(CardId(held), Card.parse(label))))
    given = apply(state, GiveClue(0, 1, RankHint(1)))
    (clue,) = (event for event in given if isinstance(event, ClueGiven))
    return evolve_all(state, given), [*told, *given], clue


def test_a_card_that_was_pointed_at_may_be_what_was_said_and_the_others_may_not() -> None:
    state, events, _ = clued()
    may = reminder(state, events, 1, MemoryAid.OWN_CLUES)
    assert may[ONE] == ("r1", "y1", "g1", "b1", "w1")
    assert not any(label.endswith("1") for label in may[CardId(7)])
    assert reminder(state, events, 1, MemoryAid.OFF) == {}


def test_a_clue_that_was_not_pointed_as_a_card_has_it_reminds_of_nothing_any_more() -> None:
    state, events, clue = clued()
    wrong = PointingDiffered(clue.turn, 1, clue.hint, TWO, Card(Suit.BLUE, 2), pointed=True)
    may = reminder(state, [*events, wrong], 1, MemoryAid.OWN_CLUES)
    assert may[ONE] == may[CardId(7)]
    assert len(may[ONE]) == 25
