"""The rulebook, rule by rule, at small tables."""

from collections.abc import Iterable

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    ClueFaulted,
    ClueGiven,
    ClueSettled,
    ClueTokenRegained,
    Event,
    FireworkCompleted,
    GameEnded,
    HandRearranged,
    LastRoundBegan,
    Outcome,
)
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Hint,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
)
from companion.hanabi.rules import Rule, RuleViolation, apply, legal_moves
from companion.hanabi.ruleset import STANDARD, Ruleset, SuitRule
from companion.hanabi.state import GameState, evolve_all, start


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = evolve_all(state, apply(state, move))
    return state


def table(players: int = 2, **changes: object) -> GameState:
    """A fresh game, with the fields in ``changes`` as they come to be later on."""
    return start(STANDARD, players)[0]._replace(**changes)  # type: ignore[arg-type]


def knowing(state: GameState, faces: str, start_at: int = 0) -> GameState:
    """Identify cards from ``start_at`` on; a dot leaves one unknown."""
    for held, label in enumerate(faces.split(), start_at):
        if label != ".":
            state = after(state, Identify(CardId(held), Card.parse(label)))
    return state


def play(held: int, label: str | None, seat: int = 0) -> Play:
    return Play(seat, CardId(held), None if label is None else Card.parse(label))


def discard(held: int, label: str | None, seat: int = 0) -> Discard:
    return Discard(seat, CardId(held), None if label is None else Card.parse(label))


def clue(hint: Hint, seat: int = 0, target: int = 1) -> GiveClue:
    return GiveClue(seat, target, hint)


def cards(labels: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, labels))


def refused(state: GameState, move: Move) -> RuleViolation:
    with pytest.raises(RuleViolation) as refusal:
        apply(state, move)
    return refusal.value


RED = ColourHint(Suit.RED)
ALMOST = (4, 5, 5, 5, 5)  # only the red five is missing


# ---------------------------------------------------------------------------- playing a card


def test_a_card_that_fits_goes_onto_its_firework_and_is_replaced() -> None:
    state = table()
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
    state = table(fireworks=(2, 0, 0, 0, 0), clue_tokens=3)
    events = apply(state, play(0, label))
    assert events == (CardMissed(0, CardId(0), 0, Card.parse(label)), CardDrawn(0, CardId(10), 0))
    state = evolve_all(state, events)
    assert (state.strikes, state.clue_tokens) == (1, 3)
    assert state.discards == cards([label])
    assert state.fireworks == (2, 0, 0, 0, 0)


def test_nothing_fits_onto_a_complete_firework() -> None:
    state = after(table(fireworks=(5, 0, 0, 0, 0)), play(0, "r1"))
    assert state.strikes == 1


def test_finishing_a_firework_brings_a_clue_token_back_before_the_card_is_drawn() -> None:
    state = table(fireworks=(4, 0, 0, 0, 0), clue_tokens=7)
    assert apply(state, play(1, "r5")) == (
        CardPlayed(0, CardId(1), 1, Card(Suit.RED, 5)),
        FireworkCompleted(Suit.RED),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 1),
    )
    assert after(state, play(1, "r5")).clue_tokens == 8


def test_the_bonus_is_lost_while_all_tokens_are_available() -> None:
    state = table(fireworks=(4, 0, 0, 0, 0))
    assert ClueTokenRegained() not in apply(state, play(1, "r5"))
    state = after(state, play(1, "r5"), clue(RankHint(1), seat=1, target=0))
    assert state.clue_tokens == 7


def test_a_face_on_record_counts_where_the_table_was_not_readable() -> None:
    state = knowing(table(), ". r1")
    assert apply(state, play(1, None)) == apply(state, play(1, "r1"))
    state = knowing(table(clue_tokens=2), ". r1")
    assert apply(state, discard(1, None))[0] == CardDiscarded(0, CardId(1), 1, Card(Suit.RED, 1))


def test_a_card_laid_unread_changes_neither_fireworks_nor_fuses() -> None:
    state = table()
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
    state = table(clue_tokens=7)
    events = apply(state, discard(4, "b5"))
    assert events == (
        CardDiscarded(0, CardId(4), 4, Card(Suit.BLUE, 5)),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 4),
    )
    assert evolve_all(state, events).discards == cards(["b5"])


def test_a_discard_that_nobody_could_read_lies_there_without_a_face() -> None:
    state = after(table(clue_tokens=0), discard(4, None))
    assert (state.discards, state.clue_tokens, state.to_move) == ((None,), 1, 1)


def test_nobody_discards_while_all_tokens_are_available() -> None:
    refusal = refused(table(), discard(4, "b5"))
    assert refusal.rule is Rule.CLUE_TOKENS_FULL
    assert refusal.detail == "turn 1: seat 0 discards card 4, but all 8 clue tokens are available"


# ------------------------------------------------------------------------------ giving a clue


def test_a_clue_costs_a_token_and_names_the_cards_it_points_at() -> None:
    state = knowing(table(), "r1 y1 r2 b3 r5", 5)
    events = apply(state, clue(RED))
    assert events == (ClueGiven(0, 1, RED, 1, (CardId(5), CardId(7), CardId(9)), ()),)
    state = evolve_all(state, events)
    assert (state.clue_tokens, state.to_move, state.turn) == (7, 1, 2)
    assert state.clues[0].held == (5, 6, 7, 8, 9)
    assert state.clues[0].slots == (0, 1, 2, 3, 4)


def test_a_clue_to_unknown_cards_is_given_and_stays_open() -> None:
    state = knowing(table(), "r1 . r2 b3 .", 5)
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
    state = knowing(table(), "r1 y1 r2 b3 g5", 5)
    refusal = refused(state, move)
    assert refusal.rule is rule
    assert says in refusal.detail
    assert "turn 1" in refusal.detail


def test_there_is_no_clue_without_a_token() -> None:
    assert refused(table(clue_tokens=0), clue(RED)).rule is Rule.NO_CLUE_TOKENS


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
    refusal = refused(table(clue_tokens=4), move)
    assert refusal.rule is rule
    assert says in refusal.detail


# ------------------------------------------------------------------------ faces and their counts


def test_the_second_red_five_is_a_misreading() -> None:
    state = after(table(), play(0, "r5"))
    refusal = refused(state, play(5, "r5", seat=1))
    assert refusal.rule is Rule.IMPOSSIBLE_CARD
    assert refusal.blockers == ()
    assert refused(state, Identify(CardId(7), Card(Suit.RED, 5))).rule is Rule.IMPOSSIBLE_CARD


def test_fireworks_discards_and_a_hand_count_together() -> None:
    state = after(table(3), play(0, "r1"), play(5, "r1", seat=1))
    state = after(state, Identify(CardId(1), Card(Suit.RED, 1)))
    refusal = refused(state, play(10, "r1", seat=2))
    assert refusal.rule is Rule.IMPOSSIBLE_CARD
    assert refusal.blockers == (1,)
    after(state, Identify(CardId(1), None), play(10, "r1", seat=2))


def test_what_a_hand_holds_vetoes_no_reading_of_another_card() -> None:
    # Its owner would be told: he sees whether the others' cards are named.
    state = knowing(table(), "r1 . r1 . . r1")
    state = after(state, Identify(CardId(9), Card(Suit.RED, 1)))
    after(state, play(1, "r1"))
    state = after(state, Identify(CardId(4), Card(Suit.RED, 1)))
    assert refused(state, play(1, "r1")).blockers == (0, 2, 4)


def test_a_face_on_record_that_differs_is_not_overruled_silently() -> None:
    state = knowing(table(), "r1")
    refusal = refused(state, play(0, "y1"))
    assert refusal.rule is Rule.IDENTITY_CONFLICT
    assert refusal.blockers == (0,)
    assert "r1" not in str(refusal)
    corrected = after(state, Identify(CardId(0), Card(Suit.YELLOW, 1)), play(0, "y1"))
    assert corrected.fireworks == (0, 1, 0, 0, 0)


def test_identifying_a_card_is_no_turn_and_saying_it_twice_is_nothing() -> None:
    state = table()
    move = Identify(CardId(6), Card(Suit.RED, 1))
    assert apply(state, move) == (CardIdentified(CardId(6), Card(Suit.RED, 1)),)
    state = after(state, move)
    assert (state.turn, state.to_move) == (1, 0)
    assert apply(state, move) == ()
    state = after(state, Identify(CardId(6), None))
    assert state == table()
    assert apply(state, Identify(CardId(6), None)) == ()


# -------------------------------------------------------------------------- earlier clues audited


def test_a_pending_clue_is_settled_by_the_last_face_that_comes_to_light() -> None:
    state = after(knowing(table(), "r1 . . b3 g4", 5), clue(RED))
    assert state.pending_clues
    state = after(state, play(6, "r2", seat=1))
    assert state.clues[0].touched == (5, 6)
    events = apply(state, Identify(CardId(7), Card(Suit.RED, 5)))
    assert events[1:] == (ClueSettled(1, (CardId(5), CardId(6), CardId(7))),)
    assert not evolve_all(state, events).pending_clues


def test_a_card_laid_on_the_table_settles_a_clue_before_the_next_is_drawn() -> None:
    state = after(knowing(table(clue_tokens=5), "r1 . y1 b3 g4", 5), clue(RED))
    assert apply(state, play(6, "y1", seat=1)) == (
        CardPlayed(1, CardId(6), 1, Card(Suit.YELLOW, 1)),
        ClueSettled(1, (CardId(5),)),
        CardDrawn(1, CardId(10), 1),
    )
    assert apply(state, discard(6, "r3", seat=1))[2] == ClueSettled(1, (CardId(5), CardId(6)))
    assert apply(state, play(6, "r3", seat=1))[1] == ClueSettled(1, (CardId(5), CardId(6)))
    assert apply(state, discard(6, None, seat=1))[2] == CardDrawn(1, CardId(10), 1)


def test_a_clue_that_pointed_at_nothing_is_found_out_later() -> None:
    state = after(knowing(table(), "g1 . y1 b3 g4", 5), clue(RED))
    events = apply(state, Identify(CardId(6), Card(Suit.WHITE, 1)))
    assert events[1:] == (ClueFaulted(1, Rule.EMPTY_CLUE),)
    state = evolve_all(state, events)
    assert state.clues[0].fault is Rule.EMPTY_CLUE
    assert state.clues[0].open == ()


def test_the_last_cards_are_laid_down_after_the_game_and_settle_its_clues() -> None:
    state = after(knowing(table(), "r1 . y1 b3 g4", 5), clue(RED), Terminate(None))
    events = apply(state, Identify(CardId(6), Card(Suit.RED, 2)))
    assert events[-1] == ClueSettled(1, (CardId(5), CardId(6)))


# ---------------------------------------------------------------------------- the end of the game


def test_the_third_misplay_ends_the_game_at_once_and_no_card_is_drawn() -> None:
    state = table(strikes=2)
    events = apply(state, play(0, "r4"))
    assert events == (
        CardMissed(0, CardId(0), 0, Card(Suit.RED, 4)),
        GameEnded(Outcome.STRIKEOUT),
    )
    state = evolve_all(state, events)
    assert (state.strikes, state.outcome, state.deck) == (3, Outcome.STRIKEOUT, 40)
    assert list(legal_moves(state)) == []


def test_the_second_misplay_does_not_end_the_game() -> None:
    state = after(table(strikes=1), play(0, "r4"))
    assert (state.strikes, state.outcome) == (2, None)


def test_the_last_card_of_the_last_firework_wins_at_once() -> None:
    state = table(fireworks=ALMOST, clue_tokens=2)
    assert apply(state, play(0, "r5")) == (
        CardPlayed(0, CardId(0), 0, Card(Suit.RED, 5)),
        FireworkCompleted(Suit.RED),
        ClueTokenRegained(),
        GameEnded(Outcome.PERFECT),
    )


def test_the_last_turn_of_the_last_round_can_still_be_perfect_or_a_strikeout() -> None:
    last = {"deck": 0, "turns_left": 1}
    perfect = after(table(fireworks=ALMOST, **last), play(0, "r5"))
    assert perfect.outcome is Outcome.PERFECT
    struck = after(table(fireworks=ALMOST, strikes=2, **last), play(0, "r1"))
    assert struck.outcome is Outcome.STRIKEOUT


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_has_one_more_turn_after_the_last_card_and_draws_nothing(players: int) -> None:
    state = table(players, deck=1, clue_tokens=0)
    events: tuple[Event, ...] = apply(state, discard(0, None))
    assert events[-2:] == (CardDrawn(0, CardId(49), 0), LastRoundBegan())
    state = evolve_all(state, events)
    assert state.turns_left == players
    for turn in range(players):
        assert state.outcome is None
        seat = state.to_move
        assert seat == (turn + 1) % players
        state = after(state, Discard(seat, state.hands[seat][0].id, None))
    assert state.outcome is Outcome.DECK_OUT
    size = STANDARD.hand_size(players)
    assert [len(hand) for hand in state.hands] == [size - 1] * players


@pytest.mark.parametrize("move", [clue(RED), play(0, "r1"), play(0, "r3"), play(0, None)])
def test_any_last_turn_ends_the_game(move: Move) -> None:
    events = apply(table(deck=0, turns_left=1), move)
    assert events[-1] == GameEnded(Outcome.DECK_OUT)
    assert not any(isinstance(event, CardDrawn) for event in events)


def test_a_stopped_game_is_terminated_by_whoever_asked() -> None:
    assert apply(table(), Terminate(1)) == (GameEnded(Outcome.TERMINATED, 1),)
    assert apply(table(), Terminate(None)) == (GameEnded(Outcome.TERMINATED),)


@pytest.mark.parametrize("move", [play(0, "r1"), discard(0, "r1"), clue(RED), Terminate(0)])
def test_nobody_moves_after_the_end(move: Move) -> None:
    refusal = refused(after(table(), Terminate(None)), move)
    assert refusal.rule is Rule.GAME_OVER
    assert "terminated" in refusal.detail


# -------------------------------------------------------------------------------- rearranging


def order(*held: int | None) -> tuple[CardId | None, ...]:
    return tuple(None if one is None else CardId(one) for one in held)


def test_a_player_may_rearrange_his_hand_at_any_time() -> None:
    state = table()
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
    state = after(table(deck=0, turns_left=2), play(1, "r1"))
    assert [card.slot for card in state.hands[0]] == [0, 2, 3, 4]
    closed = after(state, Rearrange(0, order(0, 2, 3, 4)))
    assert [card.slot for card in closed.hands[0]] == [0, 1, 2, 3]
    moved = after(state, Rearrange(0, order(None, 4, 0, 2, 3)))
    assert [(card.id, card.slot) for card in moved.hands[0]] == [(4, 1), (0, 2), (2, 3), (3, 4)]


def test_leaving_the_hand_as_it_is_is_nothing() -> None:
    assert apply(table(), Rearrange(0, order(0, 1, 2, 3, 4))) == ()
    assert apply(table(4), Rearrange(0, order(0, 1, 2, 3))) == ()


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
    refusal = refused(table(), Rearrange(0, wrong))
    assert refusal.rule is Rule.NOT_A_REARRANGEMENT
    assert str(list(wrong)) in refusal.detail


# -------------------------------------------------------------------------------- legal moves


def test_at_the_start_one_may_play_or_give_a_clue_but_not_discard() -> None:
    moves = list(legal_moves(table(3)))
    assert moves[:5] == [play(held, None) for held in range(5)]
    assert not any(isinstance(move, Discard) for move in moves)
    assert len(moves) == 5 + 2 * (5 + 5)
    for move in moves:
        apply(table(3), move)


def test_clues_to_a_known_hand_are_those_that_point_at_a_card() -> None:
    state = knowing(table(clue_tokens=3), "r1 r1 r2 b3 y3 r3 g3 r4 g2 r5")
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
    moves = list(legal_moves(table(clue_tokens=0)))
    assert not any(isinstance(move, GiveClue) for move in moves)
    assert len(moves) == 10
