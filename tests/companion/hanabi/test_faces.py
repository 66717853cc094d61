"""Faces that come to light: the counts veto misreadings, and earlier clues are settled."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardDrawn, CardIdentified, CardPlayed, ClueFaulted, ClueSettled
from companion.hanabi.moves import CardId, Identify, Terminate
from companion.hanabi.rules import Rule, apply
from companion.hanabi.state import evolve_all
from tests.companion.hanabi.tables import (
    RED,
    after,
    clue,
    discard,
    knowing,
    plain_table,
    play,
    refused,
)

# ------------------------------------------------------------------------ faces and their counts


def test_the_second_red_five_is_a_misreading() -> None:
    state = after(plain_table(), play(0, "r5"))
    refusal = refused(state, play(5, "r5", seat=1))
    assert refusal.rule is Rule.IMPOSSIBLE_CARD
    assert refusal.blockers == ()
    assert refused(state, Identify(CardId(7), Card(Suit.RED, 5))).rule is Rule.IMPOSSIBLE_CARD


def test_fireworks_discards_and_a_hand_count_together() -> None:
    state = after(plain_table(3), play(0, "r1"), play(5, "r1", seat=1))
    state = after(state, Identify(CardId(1), Card(Suit.RED, 1)))
    refusal = refused(state, play(10, "r1", seat=2))
    assert refusal.rule is Rule.IMPOSSIBLE_CARD
    assert refusal.blockers == (1,)
    after(state, Identify(CardId(1), None), play(10, "r1", seat=2))


def test_what_a_hand_holds_vetoes_no_reading_of_another_card() -> None:
    # Its owner would be told: he sees whether the others' cards are named.
    state = knowing(plain_table(), "r1 . r1 . . r1")
    state = after(state, Identify(CardId(9), Card(Suit.RED, 1)))
    after(state, play(1, "r1"))
    state = after(state, Identify(CardId(4), Card(Suit.RED, 1)))
    assert refused(state, play(1, "r1")).blockers == (0, 2, 4)


def test_a_face_on_record_that_differs_is_not_overruled_silently() -> None:
    state = knowing(plain_table(), "r1")
    refusal = refused(state, play(0, "y1"))
    assert refusal.rule is Rule.IDENTITY_CONFLICT
    assert refusal.blockers == (0,)
    assert "r1" not in str(refusal)
    corrected = after(state, Identify(CardId(0), Card(Suit.YELLOW, 1)), play(0, "y1"))
    assert corrected.fireworks == (0, 1, 0, 0, 0)


def test_identifying_a_card_is_no_turn_and_saying_it_twice_is_nothing() -> None:
    state = plain_table()
    move = Identify(CardId(6), Card(Suit.RED, 1))
    assert apply(state, move) == (CardIdentified(CardId(6), Card(Suit.RED, 1)),)
    state = after(state, move)
    assert (state.turn, state.to_move) == (1, 0)
    assert apply(state, move) == ()
    state = after(state, Identify(CardId(6), None))
    assert state == plain_table()
    assert apply(state, Identify(CardId(6), None)) == ()


# -------------------------------------------------------------------------- earlier clues audited


def test_a_pending_clue_is_settled_by_the_last_face_that_comes_to_light() -> None:
    state = after(knowing(plain_table(), "r1 . . b3 g4", 5), clue(RED))
    assert any(clue.open for clue in state.clues)
    state = after(state, play(6, "r2", seat=1))
    assert state.clues[0].touched == (5, 6)
    events = apply(state, Identify(CardId(7), Card(Suit.RED, 5)))
    assert events[1:] == (ClueSettled(1, (CardId(5), CardId(6), CardId(7))),)
    assert not any(clue.open for clue in evolve_all(state, events).clues)


def test_a_card_laid_on_the_table_settles_a_clue_before_the_next_is_drawn() -> None:
    state = after(knowing(plain_table(clue_tokens=5), "r1 . y1 b3 g4", 5), clue(RED))
    assert apply(state, play(6, "y1", seat=1)) == (
        CardPlayed(1, CardId(6), 1, Card(Suit.YELLOW, 1)),
        ClueSettled(1, (CardId(5),)),
        CardDrawn(1, CardId(10), 1),
    )
    assert apply(state, discard(6, "r3", seat=1))[2] == ClueSettled(1, (CardId(5), CardId(6)))
    assert apply(state, play(6, "r3", seat=1))[1] == ClueSettled(1, (CardId(5), CardId(6)))
    assert apply(state, discard(6, None, seat=1))[2] == CardDrawn(1, CardId(10), 1)


def test_a_clue_that_pointed_at_nothing_is_found_out_later() -> None:
    state = after(knowing(plain_table(), "g1 . y1 b3 g4", 5), clue(RED))
    events = apply(state, Identify(CardId(6), Card(Suit.WHITE, 1)))
    assert events[1:] == (ClueFaulted(1, Rule.EMPTY_CLUE),)
    state = evolve_all(state, events)
    assert state.clues[0].fault is Rule.EMPTY_CLUE
    assert state.clues[0].open == ()


def test_the_last_cards_are_laid_down_after_the_game_and_settle_its_clues() -> None:
    state = after(knowing(plain_table(), "r1 . y1 b3 g4", 5), clue(RED), Terminate(None))
    events = apply(state, Identify(CardId(6), Card(Suit.RED, 2)))
    assert events[-1] == ClueSettled(1, (CardId(5), CardId(6)))


@pytest.mark.parametrize("said", ["w5", None])
def test_a_card_of_which_all_copies_lie_on_the_table_is_not_laid_once_more(
    said: str | None,
) -> None:
    """Two hands may show the same five as long as nobody has laid one: each sees one of them."""
    state = after(knowing(knowing(plain_table(), "w5"), "w5", 5), play(0, "w5"))
    refusal = refused(state, play(5, said, seat=1))
    assert refusal.rule is Rule.IMPOSSIBLE_CARD
    assert refusal.blockers == (5,), "and what was read of it is not believed any more"
