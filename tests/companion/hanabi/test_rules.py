"""The rulebook, rule by rule, at small tables: what a player may do in his turn."""

from collections.abc import Iterable

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueTokenRegained,
    FireworkCompleted,
    HandRearranged,
)
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
)
from companion.hanabi.rules import Rule, apply, legal_moves
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule
from companion.hanabi.state import evolve_all, start
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


def cards(labels: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels))


# ---------------------------------------------------------------------------- playing a card


def test_a_card_that_fits_goes_onto_its_firework_and_is_replaced() -> None:
    state = plain_table()
    events = apply(state, play(2, "r1"))
    assert events == (
        CardPlayed(0, CardId(2), 2, Card(Suit.RED, 1)),
        CardDrawn(0, CardId(10), 2),
    )
    state = evolve_all(state, events)
    assert state.fireworks == (1, 0, 0, 0, 0)
    assert (state.turn, state.to_move, state.strikes, state.clue_tokens) == (2, 1, 0, 8)
    assert state.discards == ()


@pytest.mark.parametrize("label", ["r2", "r1", "r4"])
def test_a_card_that_does_not_fit_is_discarded_and_burns_a_fuse_without_a_token(label: str) -> None:
    state = plain_table(fireworks=(2, 0, 0, 0, 0), clue_tokens=3)
    events = apply(state, play(0, label))
    assert events == (CardMissed(0, CardId(0), 0, Card.parse(label)), CardDrawn(0, CardId(10), 0))
    state = evolve_all(state, events)
    assert (state.strikes, state.clue_tokens) == (1, 3)
    assert state.discards == cards([label])
    assert state.fireworks == (2, 0, 0, 0, 0)


def test_nothing_fits_onto_a_complete_firework() -> None:
    state = after(plain_table(fireworks=(5, 0, 0, 0, 0)), play(0, "r1"))
    assert state.strikes == 1


def test_finishing_a_firework_brings_a_clue_token_back_before_the_card_is_drawn() -> None:
    state = plain_table(fireworks=(4, 0, 0, 0, 0), clue_tokens=7)
    assert apply(state, play(1, "r5")) == (
        CardPlayed(0, CardId(1), 1, Card(Suit.RED, 5)),
        FireworkCompleted(Suit.RED),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 1),
    )
    assert after(state, play(1, "r5")).clue_tokens == 8


def test_the_bonus_is_lost_while_all_tokens_are_available() -> None:
    state = plain_table(fireworks=(4, 0, 0, 0, 0))
    assert ClueTokenRegained() not in apply(state, play(1, "r5"))
    state = after(state, play(1, "r5"), clue(RankHint(1), seat=1, target=0))
    assert state.clue_tokens == 7


def test_a_face_on_record_counts_where_the_table_was_not_readable() -> None:
    state = knowing(plain_table(), ". r1")
    assert apply(state, play(1, None)) == apply(state, play(1, "r1"))
    state = knowing(plain_table(clue_tokens=2), ". r1")
    assert apply(state, discard(1, None))[0] == CardDiscarded(0, CardId(1), 1, Card(Suit.RED, 1))


def test_a_card_laid_unread_changes_neither_fireworks_nor_fuses() -> None:
    state = plain_table()
    assert apply(state, play(1, None)) == (
        CardLaidUnread(0, CardId(1), 1),
        CardDrawn(0, CardId(10), 1),
    )
    later = after(state, play(1, None))
    assert (later.fireworks, later.strikes, later.discards) == (state.fireworks, 0, ())
    assert later.unread == (1,)
    assert later.to_move == 1


# --------------------------------------------------------------------------------- discarding


def test_a_discard_brings_a_clue_token_back_and_a_new_card() -> None:
    state = plain_table(clue_tokens=7)
    events = apply(state, discard(4, "b5"))
    assert events == (
        CardDiscarded(0, CardId(4), 4, Card(Suit.BLUE, 5)),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 4),
    )
    assert evolve_all(state, events).discards == cards(["b5"])


def test_a_discard_that_nobody_could_read_lies_there_without_a_face() -> None:
    state = after(plain_table(clue_tokens=0), discard(4, None))
    assert (state.discards, state.clue_tokens, state.to_move) == ((None,), 1, 1)


def test_nobody_discards_while_all_tokens_are_available() -> None:
    refusal = refused(plain_table(), discard(4, "b5"))
    assert refusal.rule is Rule.CLUE_TOKENS_FULL
    assert refusal.detail == "turn 1: seat 0 discards card 4, but all 8 clue tokens are available"


# ------------------------------------------------------------------------------ giving a clue


def test_a_clue_costs_a_token_and_names_the_cards_it_points_at() -> None:
    state = knowing(plain_table(), "r1 y1 r2 b3 r5", 5)
    events = apply(state, clue(RED))
    assert events == (ClueGiven(0, 1, RED, 1, (CardId(5), CardId(7), CardId(9)), ()),)
    state = evolve_all(state, events)
    assert (state.clue_tokens, state.to_move, state.turn) == (7, 1, 2)
    assert state.clues[0].held == (5, 6, 7, 8, 9)
    assert state.clues[0].slots == (0, 1, 2, 3, 4)


def test_a_clue_to_unknown_cards_is_given_and_stays_open() -> None:
    state = knowing(plain_table(), "r1 . r2 b3 .", 5)
    assert apply(state, clue(RED)) == (
        ClueGiven(0, 1, RED, 1, (CardId(5), CardId(7)), (CardId(6), CardId(9))),
    )


@pytest.mark.parametrize(
    ("move", "rule", "says"),
    [
        (clue(ColourHint(Suit.WHITE)), Rule.EMPTY_CLUE, "gives colour w to seat 1"),
        (clue(RankHint(4)), Rule.EMPTY_CLUE, "gives rank 4 to seat 1"),
        (clue(ColourHint(Suit.MULTICOLOUR)), Rule.COLOUR_NOT_NAMEABLE, "names r y g b w only"),
        (clue(RankHint(6)), Rule.NO_SUCH_RANK, "rank 6"),
        (clue(RankHint(0)), Rule.NO_SUCH_RANK, "rank 0"),
        (clue(RED, target=0), Rule.CLUE_TO_ONESELF, "nobody gives a clue to himself"),
        (clue(RED, target=2), Rule.NO_SUCH_SEAT, "the seats are 0 to 1"),
        (clue(RED, target=-1), Rule.NO_SUCH_SEAT, "to seat -1"),
        (clue(RED, seat=1, target=0), Rule.NOT_YOUR_TURN, "seat 0 is to move"),
        (clue(RED, seat=-1, target=0), Rule.NO_SUCH_SEAT, "got -1"),
    ],
)
def test_a_clue_that_breaks_a_rule_is_refused(move: GiveClue, rule: Rule, says: str) -> None:
    state = knowing(plain_table(), "r1 y1 r2 b3 g5", 5)
    refusal = refused(state, move)
    assert refusal.rule is rule
    assert says in refusal.detail
    assert "turn 1" in refusal.detail


def test_there_is_no_clue_without_a_token() -> None:
    assert refused(plain_table(clue_tokens=0), clue(RED)).rule is Rule.NO_CLUE_TOKENS


def test_an_edition_may_allow_a_clue_that_points_at_no_card() -> None:
    kind = Ruleset("kind", STANDARD.suits, empty_clues=True)
    state = knowing(start(kind, 2)[0], "r1 y1 r2 b3 g5", 5)
    white = ColourHint(Suit.WHITE)
    assert apply(state, clue(white)) == (ClueGiven(0, 1, white, 1, (), ()),)
    assert clue(white) in list(legal_moves(state))


# -------------------------------------------------------------------------- whose turn, which card


def test_the_turn_goes_round_the_table() -> None:
    state = start(STANDARD, 3, first=2)[0]
    seats = []
    for held in (10, 0, 5, 15):
        seats.append(state.to_move)
        state = after(state, Play(state.to_move, CardId(held), None))
    assert seats == [2, 0, 1, 2]


@pytest.mark.parametrize(
    ("move", "rule", "says"),
    [
        (play(5, "r1", seat=1), Rule.NOT_YOUR_TURN, "seat 1 plays card 5, but seat 0 is to move"),
        (discard(5, "r1", seat=1), Rule.NOT_YOUR_TURN, "seat 1 discards card 5"),
        (play(5, "r1"), Rule.NOT_YOUR_CARD, "seat 1 holds it"),
        (play(10, "r1"), Rule.CARD_NOT_HELD, "card 10, but it is in nobody's hand"),
        (play(-1, "r1"), Rule.CARD_NOT_HELD, "card -1"),
        (play(0, "r1", seat=2), Rule.NO_SUCH_SEAT, "the seats are 0 to 1, got 2"),
        (play(0, "r1", seat=-2), Rule.NO_SUCH_SEAT, "got -2"),
        (play(0, "m1"), Rule.NO_SUCH_CARD, "standard has no such card"),
        (Identify(CardId(10), None), Rule.CARD_NOT_HELD, "card 10 is in nobody's hand"),
        (Identify(CardId(0), Card(Suit.BLACK, 1)), Rule.NO_SUCH_CARD, "card 0 as k1"),
        (Rearrange(2, ()), Rule.NO_SUCH_SEAT, "got 2"),
        (Terminate(7), Rule.NO_SUCH_SEAT, "got 7"),
    ],
)
def test_a_move_about_the_wrong_seat_or_card_is_refused(move: Move, rule: Rule, says: str) -> None:
    refusal = refused(plain_table(clue_tokens=4), move)
    assert refusal.rule is rule
    assert says in refusal.detail


# -------------------------------------------------------------------------------- rearranging


def order(*held: int | None) -> tuple[CardId | None, ...]:
    return tuple(None if one is None else CardId(one) for one in held)


def test_a_player_may_rearrange_his_hand_at_any_time() -> None:
    state = plain_table()
    assert apply(state, Rearrange(1, order(9, 8, 7, 6, 5))) == (
        HandRearranged(1, order(9, 8, 7, 6, 5)),
    )
    state = after(state, Rearrange(1, order(9, 8, 7, 6, 5)))
    assert (state.turn, state.to_move) == (1, 0)
    state = after(state, play(0, "r1"))
    assert apply(state, play(9, "y1", seat=1))[0] == CardPlayed(
        1, CardId(9), 0, Card(Suit.YELLOW, 1)
    )


def test_a_gap_may_be_closed_or_moved() -> None:
    state = after(plain_table(deck=0, turns_left=2), play(1, "r1"))
    assert [card.slot for card in state.hands[0]] == [0, 2, 3, 4]
    closed = after(state, Rearrange(0, order(0, 2, 3, 4)))
    assert [card.slot for card in closed.hands[0]] == [0, 1, 2, 3]
    moved = after(state, Rearrange(0, order(None, 4, 0, 2, 3)))
    assert [(card.id, card.slot) for card in moved.hands[0]] == [(4, 1), (0, 2), (2, 3), (3, 4)]


def test_leaving_the_hand_as_it_is_is_nothing() -> None:
    assert apply(plain_table(), Rearrange(0, order(0, 1, 2, 3, 4))) == ()
    assert apply(plain_table(4), Rearrange(0, order(0, 1, 2, 3))) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        order(0, 1, 2, 3),
        order(0, 1, 2, 3, 3),
        order(0, 1, 2, 3, 5),
        order(0, 1, 2, 3, 4, 4),
        order(0, 1, 2, 3, None, 4),
        order(),
    ],
)
def test_an_order_names_each_card_of_the_hand_once(wrong: tuple[CardId | None, ...]) -> None:
    refusal = refused(plain_table(), Rearrange(0, wrong))
    assert refusal.rule is Rule.NOT_A_REARRANGEMENT
    assert str(list(wrong)) in refusal.detail


# -------------------------------------------------------------------------------- legal moves


def test_at_the_start_one_may_play_or_give_a_clue_but_not_discard() -> None:
    moves = list(legal_moves(plain_table(3)))
    assert moves[:5] == [play(held, None) for held in range(5)]
    assert not any(isinstance(move, Discard) for move in moves)
    assert len(moves) == 5 + 2 * (5 + 5)
    for move in moves:
        apply(plain_table(3), move)


def test_clues_to_a_known_hand_are_those_that_point_at_a_card() -> None:
    state = knowing(plain_table(clue_tokens=3), "r1 r1 r2 b3 y3 r3 g3 r4 g2 r5")
    moves = list(legal_moves(state))
    assert moves[0] == play(0, "r1")
    assert moves[5] == discard(0, "r1")
    assert moves[10:] == [
        clue(RED),
        clue(ColourHint(Suit.GREEN)),
        *(clue(RankHint(rank)) for rank in (2, 3, 4, 5)),
    ]


def test_a_wild_card_may_be_clued_by_every_colour() -> None:
    wild = Ruleset(
        "wild",
        (*STANDARD.suits, SuitRule(Suit.MULTICOLOUR, nameable=False, touched_by_every_colour=True)),
    )
    state = knowing(start(wild, 2)[0], "m1 r1 r1 r2 r2", 5)
    colours = [
        move.hint.colour
        for move in legal_moves(state)
        if isinstance(move, GiveClue) and isinstance(move.hint, ColourHint)
    ]
    assert colours == list(STANDARD.colours)


def test_without_a_token_no_clue_is_legal() -> None:
    moves = list(legal_moves(plain_table(clue_tokens=0)))
    assert not any(isinstance(move, GiveClue) for move in moves)
    assert len(moves) == 10
