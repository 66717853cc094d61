"""What people read off the lamps is where the game stands, and nothing else."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hanabi.labels import MOST_SEATS
from companion.panel.panel import PanelState, Status
from companion.panel.wiring import Wiring
from hardware.lamps import BEEPS, DARK, PATTERNS, STEADY, TOKENS_DIFFER, Blink, lamps


@st.composite
def tables(draw: st.DrawFn) -> PanelState:
    players = draw(st.integers(0, MOST_SEATS))
    seats = st.none() | st.integers(0, players - 1) if players else st.none()
    status = draw(st.sampled_from(Status))
    return PanelState(
        draw(st.integers(0, 12)), draw(st.integers(0, 5)), draw(seats), players, status
    )


START = PanelState(8, 0, 0, 3, Status.WAITING_FOR_MOVE)


def test_at_the_start_all_tokens_are_lit_no_fuse_burns_and_the_first_seat_is_on() -> None:
    shown = lamps(START)
    assert shown.clue == (True,) * 8
    assert shown.fuse == (False,) * 3
    assert shown.turn == (True, False, False, False, False)
    assert shown.status == STEADY


def test_a_clue_puts_out_the_last_token_that_is_lit() -> None:
    assert lamps(replace(START, clue_tokens=7)).clue == (True,) * 7 + (False,)
    assert lamps(replace(START, clue_tokens=0)).clue == (False,) * 8


def test_a_misplay_lights_the_first_fuse_that_is_dark() -> None:
    assert lamps(replace(START, strikes=1)).fuse == (True, False, False)
    assert lamps(replace(START, strikes=3)).fuse == (True,) * 3


def test_a_forgotten_token_winks_only_where_nothing_else_is_to_be_said() -> None:
    forgotten = replace(START, tokens_differ=True)
    assert lamps(forgotten).status == TOKENS_DIFFER
    assert TOKENS_DIFFER not in PATTERNS.values()
    for status in set(Status) - {Status.WAITING_FOR_MOVE}:
        assert lamps(replace(forgotten, status=status)).status == PATTERNS[status]


def test_when_it_is_nobodys_turn_no_seat_is_lit() -> None:
    assert lamps(replace(START, to_move=None)).turn == (False,) * 5


def test_more_tokens_than_lamps_light_all_lamps() -> None:
    assert lamps(replace(START, clue_tokens=11, strikes=4)).clue == (True,) * 8


@given(tables())
def test_the_lamps_show_the_state_and_nothing_but_the_state(state: PanelState) -> None:
    shown = lamps(state)
    lit = [index for index, lamp in enumerate(shown.turn) if lamp]
    statuses = [status for status, pattern in PATTERNS.items() if pattern == shown.status]
    # Read back from the lamps alone, it is the state; so nothing is left out and nothing added.
    assert shown.clue == tuple(sorted(shown.clue, reverse=True))
    assert shown.fuse == tuple(sorted(shown.fuse, reverse=True))
    assert sum(shown.clue) == min(state.clue_tokens, 8)
    assert sum(shown.fuse) == min(state.strikes, 3)
    assert lit == ([] if state.to_move is None else [state.to_move])
    assert statuses == [state.status]
    assert lamps(replace(state, players=MOST_SEATS)) == shown


def test_each_status_has_a_pattern_of_its_own_and_none_is_dark() -> None:
    assert set(PATTERNS) == set(Status)
    assert len(set(PATTERNS.values())) == len(Status)
    assert DARK not in PATTERNS.values()


def test_only_one_status_is_steady() -> None:
    steady = [status for status, pattern in PATTERNS.items() if not pattern.times]
    assert steady == [Status.WAITING_FOR_MOVE]


def test_patterns_differ_so_much_that_people_see_it() -> None:
    """By the number of flashes in a round, by its length, or by the share of it that is lit."""
    blinking = [pattern for pattern in PATTERNS.values() if pattern.times]
    for one, other in combinations(blinking, 2):
        flashes = len(one.times) != len(other.times)
        short, long = sorted((sum(one.times), sum(other.times)))
        share = abs(sum(one.times[::2]) / sum(one.times) - sum(other.times[::2]) / sum(other.times))
        assert flashes or long / short >= 1.5 or share >= 0.5, (one, other)


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    for pattern in PATTERNS.values():
        for on, off in zip(pattern.times[::2], pattern.times[1::2], strict=True):
            assert on + off >= 1 / 3


def test_only_moments_that_ask_for_somebody_make_a_sound() -> None:
    assert Status.WAITING_FOR_MOVE not in BEEPS
    assert Status.READING not in BEEPS
    assert BEEPS[Status.QUESTION] == 2


def test_a_round_of_a_pattern_alternates() -> None:
    assert list(Blink(True, (0.1, 0.9)).steps()) == [(True, 0.1), (False, 0.9)]
    assert list(Blink(False, (0.1, 0.9)).steps()) == [(False, 0.1), (True, 0.9)]
    assert list(STEADY.steps()) == []


@pytest.mark.parametrize("times", [(1.0,), (1.0, 0.0), (-1.0, 1.0)])
def test_what_is_no_pattern_is_refused(times: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="pattern"):
        Blink(True, times)


def test_the_lamps_have_the_names_that_the_wiring_gives_them() -> None:
    assert list(lamps(START).by_name()) == list(Wiring().lamps)
