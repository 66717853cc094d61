"""The six award tiles, each with its effect and its limits."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDrawn,
    CardPlayed,
    ClueTokenRegained,
    Event,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    Outcome,
    TileTurned,
)
from companion.hanabi.moves import CardId, ColourHint, Move, Rearrange, Terminate, Tile, TileChoice
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply, legal_moves, tile_choices
from companion.hanabi.state import Award, GameState, evolve_all
from companion.record.history import turns
from tests.companion.hanabi.tables import (
    ALL,
    FIVE,
    RED,
    TWO,
    after,
    choose,
    clue,
    discard,
    earned,
    kinds,
    knowing,
    play,
    refused,
    table,
)

# ------------------------------------------------------------------------- earning an award


def test_a_five_that_completes_a_firework_earns_a_tile_instead_of_the_token() -> None:
    state = table(FIVE, fireworks=(4, 0, 0, 0, 0), clue_tokens=3)
    assert apply(state, play(2, "r5")) == (
        CardPlayed(0, CardId(2), 2, Card(Suit.RED, 5)),
        FireworkCompleted(Suit.RED),
        AwardEarned(0, 2),
    )
    state = after(state, play(2, "r5"))
    assert state.clue_tokens == 3
    assert state.award == Award(0, 2)
    assert len(state.hands[0]) == 4


def test_the_tile_comes_before_the_draw() -> None:
    assert apply(earned(), choose(Tile.CLUE_TOKEN)) == (
        TileTurned(0, Tile.CLUE_TOKEN),
        ClueTokenRegained(),
        CardDrawn(0, CardId(10), 2),
    )
    state = after(earned(), choose(Tile.CLUE_TOKEN))
    assert (state.award, state.tiles) == (None, (Tile.CLUE_TOKEN,))
    assert (state.to_move, state.turn) == (1, 2)


def test_black_ends_in_a_one_and_brings_its_plain_token() -> None:
    both = Options(award_tiles=True, black_powder=True)
    state = table(both, fireworks=(0, 0, 0, 0, 0, 4), clue_tokens=3)
    assert kinds(apply(state, play(0, "k1"))) == [
        "CardPlayed",
        "FireworkCompleted",
        "ClueTokenRegained",
        "CardDrawn",
    ]
    state = table(both, fireworks=(0, 0, 0, 0, 0, 0), clue_tokens=3)
    assert kinds(apply(state, play(0, "k5"))) == ["CardPlayed", "CardDrawn"]


def test_without_the_tiles_a_five_brings_its_token() -> None:
    state = table(Options(), fireworks=(4, 0, 0, 0, 0), clue_tokens=3)
    assert after(state, play(2, "r5")).clue_tokens == 4


def test_the_last_firework_of_all_turns_no_tile() -> None:
    state = table(FIVE, fireworks=(4, 5, 5, 5, 5), clue_tokens=3)
    assert kinds(apply(state, play(0, "r5"))) == ["CardPlayed", "FireworkCompleted", "GameEnded"]


def test_a_seventh_award_would_be_a_plain_token() -> None:
    state = table(FIVE, fireworks=(4, 0, 0, 0, 0), clue_tokens=3)
    state = state._replace(awards=state.awards._replace(turned=tuple(Tile)))
    assert "ClueTokenRegained" in kinds(apply(state, play(2, "r5")))


@pytest.mark.parametrize(
    "move", [play(5, "r1", seat=1), discard(5, "r1", seat=1), clue(RED, seat=1, target=0)]
)
def test_the_next_turn_waits_for_the_tile(move: Move) -> None:
    assert refused(earned(), move).rule is Rule.AWARD_DUE
    assert list(legal_moves(earned())) == []
    assert list(tile_choices(earned()))
    after(after(earned(), choose(Tile.CLUE_TOKEN)), move)


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (table(FIVE), choose(Tile.CLUE_TOKEN), Rule.NO_AWARD_DUE),
        (earned(), choose(Tile.CLUE_TOKEN, seat=1), Rule.NO_AWARD_DUE),
        (earned(), choose(Tile.CLUE_TOKEN, seat=2), Rule.NO_SUCH_SEAT),
        (earned(), choose(Tile.CLUE_TOKEN, seat=-1), Rule.NO_SUCH_SEAT),
        (after(earned(), Terminate(None)), choose(Tile.CLUE_TOKEN), Rule.GAME_OVER),
        (earned(), choose(Tile.CLUE_TOKEN, "r1"), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (earned(), choose(Tile.CLUE_TOKEN, hint=RED, target=1), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (earned(), choose(Tile.MENDED_FUSE, "r1"), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (earned(), choose(None, "r1"), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (earned(), choose(Tile.RESCUE, hint=RED, target=1), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (earned(), choose(Tile.COLOUR_CLUE, "r1"), Rule.NOT_WHAT_THE_TILE_BRINGS),
    ],
)
def test_a_tile_that_is_not_due_or_not_chosen_for_is_refused(
    state: GameState, move: TileChoice, rule: Rule
) -> None:
    assert refused(state, move).rule is rule


def test_each_tile_is_turned_once() -> None:
    state = after(earned(), choose(Tile.CLUE_TOKEN))._replace(fireworks=(5, 4, 0, 0, 0))
    state = after(state, play(5, "y5", seat=1))
    assert refused(state, choose(Tile.CLUE_TOKEN, seat=1)).rule is Rule.TILE_TURNED_BEFORE
    assert all(choice.tile is not Tile.CLUE_TOKEN for choice in tile_choices(state))


def test_a_tile_that_nobody_named_brings_nothing_and_the_game_goes_on() -> None:
    assert kinds(apply(earned(), choose(None))) == ["TileTurned", "CardDrawn"]
    assert after(earned(), choose(None)).tiles == (None,)


def test_a_hand_rearranged_meanwhile_draws_into_an_empty_slot() -> None:
    order = tuple(CardId(held) for held in (0, 1, 3, 4))
    state = after(earned(), Rearrange(0, order))
    assert apply(state, choose(Tile.CLUE_TOKEN))[-1] == CardDrawn(0, CardId(10), 4)


# --------------------------------------------------------------------- the token and the fuse


def test_a_token_is_lost_while_all_are_available() -> None:
    state = earned(clue_tokens=8)
    assert kinds(apply(state, choose(Tile.CLUE_TOKEN))) == ["TileTurned", "CardDrawn"]
    assert kinds(apply(state, choose(Tile.MENDED_FUSE))) == ["TileTurned", "CardDrawn"]
    mended = earned(clue_tokens=8, strikes=1)
    assert kinds(apply(mended, choose(Tile.MENDED_FUSE))) == [
        "TileTurned",
        "FuseMended",
        "CardDrawn",
    ]


@pytest.mark.parametrize(("strikes", "then"), [(0, 0), (1, 0), (2, 1)])
def test_a_fuse_is_mended_and_a_token_regained(strikes: int, then: int) -> None:
    state = earned(strikes=strikes)
    assert (FuseMended() in apply(state, choose(Tile.MENDED_FUSE))) is (strikes > 0)
    state = after(state, choose(Tile.MENDED_FUSE))
    assert (state.strikes, state.clue_tokens) == (then, 4)


# ------------------------------------------------------------------------------------- clues


def test_a_clue_of_a_tile_costs_no_token_and_no_turn() -> None:
    state = knowing(earned(clue_tokens=0), "r1 y1 r2 b3 .", 5)
    assert apply(state, choose(Tile.COLOUR_CLUE, hint=RED, target=1)) == (
        TileTurned(0, Tile.COLOUR_CLUE),
        AwardClueGiven(0, 1, RED, 1, (CardId(5), CardId(7)), (CardId(9),)),
        CardDrawn(0, CardId(10), 2),
    )
    state = after(state, choose(Tile.COLOUR_CLUE, hint=RED, target=1))
    assert (state.clue_tokens, state.turn, state.to_move) == (0, 2, 1)
    assert state.clues[0].touched == (5, 7)


def test_a_clue_of_a_tile_is_audited_like_any_other() -> None:
    state = knowing(earned(), "y1 y1 y2 b3 .", 5)
    state = after(state, choose(Tile.RANK_CLUE, hint=TWO, target=1))
    assert [one.turn for one in state.clues if one.open] == [1]
    state = after(state, play(9, "r2", seat=1))
    assert state.clues[0].touched == (7, 9)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (choose(Tile.COLOUR_CLUE, hint=TWO, target=1), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (choose(Tile.RANK_CLUE, hint=RED, target=1), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (choose(Tile.COLOUR_CLUE, hint=RED), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (choose(Tile.COLOUR_CLUE, target=1), Rule.NOT_WHAT_THE_TILE_BRINGS),
        (choose(Tile.COLOUR_CLUE, hint=RED, target=0), Rule.CLUE_TO_ONESELF),
        (choose(Tile.COLOUR_CLUE, hint=RED, target=2), Rule.NO_SUCH_SEAT),
        (choose(Tile.COLOUR_CLUE, hint=ColourHint(Suit.WHITE), target=1), Rule.EMPTY_CLUE),
        (
            choose(Tile.COLOUR_CLUE, hint=ColourHint(Suit.BLACK), target=1),
            Rule.COLOUR_NOT_NAMEABLE,
        ),
    ],
)
def test_a_clue_of_a_tile_keeps_to_the_rules_for_clues(move: TileChoice, rule: Rule) -> None:
    state = knowing(earned(), "r1 y1 r2 b3 g4", 5)
    assert refused(state, move).rule is rule


def test_a_clue_of_a_tile_may_be_given_up() -> None:
    assert kinds(apply(earned(), choose(Tile.RANK_CLUE))) == ["TileTurned", "CardDrawn"]


# --------------------------------------------------------------------------- the last round


def test_a_tile_turned_on_the_last_turn_still_counts() -> None:
    state = earned(deck=0, turns_left=1, discards="y1")
    assert state.outcome is None
    events = apply(state, choose(Tile.RESCUE, "y1"))
    assert events[-1] == GameEnded(Outcome.DECK_OUT)
    assert evolve_all(state, events).fireworks == (5, 1, 0, 0, 0)


def test_a_tile_in_the_last_round_draws_nothing() -> None:
    state = earned(deck=0, turns_left=2)
    assert kinds(apply(state, choose(Tile.CLUE_TOKEN))) == ["TileTurned", "ClueTokenRegained"]
    assert after(state, choose(Tile.CLUE_TOKEN)).turns_left == 1


def test_all_or_nothing_waits_for_the_tile_before_anybody_is_stuck() -> None:
    both = Options(award_tiles=True, all_or_nothing=True)
    state = table(both, fireworks=(4, 0, 0, 0, 0), clue_tokens=0, deck=0)
    state = after(state._replace(hands=(state.hands[0], ())), play(2, "r5"))
    assert state.outcome is None
    assert after(state, choose(Tile.CLUE_TOKEN)).outcome is None
    assert after(state, choose(None)).outcome is Outcome.FAILED


def test_all_or_nothing_is_lost_at_once_though_a_tile_could_have_brought_the_card_back() -> None:
    both = Options(award_tiles=True, all_or_nothing=True)
    assert after(table(both, clue_tokens=3), discard(0, "r5")).outcome is Outcome.FAILED


# --------------------------------------------------------------------------------- what is told


def test_choices_are_those_that_the_rules_take() -> None:
    for state in (
        knowing(earned(discards="y1 b2 y1"), "r1 y1 r2 b3 g4", 5),
        earned(deck=0, turns_left=2, discards="y1 b2"),
        earned(ALL, 5, discards="k5 k4"),
    ):
        choices = list(tile_choices(state))
        assert len(set(choices)) == len(choices)
        assert {choice.tile for choice in choices} == set(Tile)
        for choice in choices:
            apply(state, choice)
    assert list(tile_choices(table(FIVE))) == []


def test_a_clue_of_a_tile_is_no_turn_of_its_own_in_the_history() -> None:
    start, state = table(FIVE), earned()
    log: list[Event] = []
    log += apply(table(FIVE, fireworks=(4, 0, 0, 0, 0)), play(2, "r5"))
    log += apply(state, choose(Tile.COLOUR_CLUE, hint=RED, target=1))
    told = turns((GameStarted(start.ruleset, 2, 0), *log), public=False)
    assert [turn["kind"] for turn in told] == ["play"]
    assert "touched" not in told[0]
