"""Games of people who fumble, nudge, forget and mend: never silently wrong.

Each game ends with a record that has exactly what was truly played, or the companion asked or
complained before. The figures are printed: ``pytest -s tests/test_clumsy_table.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.demonstration import robots
from tests.clumsy.game import ClumsyGame, Outcome, report
from tests.clumsy.interludes import INTERLUDES
from tests.clumsy.mischief import KINDS
from tests.clumsy.rendered import WIDTH, RenderedEyes
from tests.clumsy.worlds import World, other_pack, play_again
from tests.clumsy.worlds import play as play_world
from vision.simulator import shuffled_pack

QUICK, TURNS = range(100, 180), 12
"""Quick games, in which every kind of mischief is made, and after how many turns each stops."""
MANY = range(200)
"""Such games among the long tests."""
PRACTISED = 20
"""Quick games of people who know what clues mean."""
WHOLE_GAMES = 100
"""Games among the long tests that are played to their end."""
MOST_STUCK = 0.03
"""Share of the games in which people may have to help in a way that these do not know."""


RENDERED, DRAWN_TURNS = 5, 6
"""Quick games through a camera, and after how many turns each stops."""
MANY_RENDERED, MANY_TURNS = 100, 12
"""Such games among the long tests."""
WHOLE_RENDERED = (
    *(59673408, 19920972, 8484850, 26893611, 78064314),
    *(35178069, 18523992, 2320646, 55318306, 54772333),
)
"""Such games that are played to their end, by seeds that were drawn once.

Each of them takes 50 s of processor time, five times as long as the first turns alone: all of the
many would take an hour and a half.
"""


def play(seeds: Iterable[int], folder: Path, most_turns: int) -> list[Outcome]:
    return [ClumsyGame(seed, folder, most_turns=most_turns).play() for seed in seeds]


def play_drawn(seeds: Iterable[int], folder: Path, most_turns: int) -> list[Outcome]:
    return [
        ClumsyGame(seed, folder, most_turns=most_turns, width=WIDTH, look=RenderedEyes).play()
        for seed in seeds
    ]


def check(outcomes: list[Outcome], *, all_kinds: bool = True) -> None:
    print(report(outcomes))
    wrong = [f"seed {outcome.seed}: {outcome.silent[0]}" for outcome in outcomes if outcome.silent]
    assert not wrong, "\n".join(wrong)
    stuck = [outcome for outcome in outcomes if outcome.stuck is not None]
    assert len(stuck) <= MOST_STUCK * len(outcomes), [(one.seed, one.stuck) for one in stuck]
    kinds = {kind.__name__ for kind in KINDS} | {kind.__name__ for kind in INTERLUDES}
    missing = kinds.difference(*(outcome.made for outcome in outcomes))
    assert not (all_kinds and missing), f"these kinds were never made: {missing}"
    assert not all_kinds or any(outcome.mentions for outcome in outcomes), "no token was missed"


def test_a_clumsy_table_is_never_silently_wrong(tmp_path: Path) -> None:
    check(play(QUICK, tmp_path, TURNS))


@pytest.mark.long
def test_many_clumsy_tables_are_never_silently_wrong(tmp_path: Path) -> None:
    check(play(MANY, tmp_path, TURNS))


def play_practised(seeds: Iterable[int], folder: Path, most_turns: int) -> list[Outcome]:
    return [
        ClumsyGame(seed, folder, most_turns=most_turns, decides=robots.decide).play()
        for seed in seeds
    ]


def test_a_practised_clumsy_table_is_never_silently_wrong(tmp_path: Path) -> None:
    """They clue more, and more of it hangs on what stands where."""
    check(play_practised(range(3000, 3000 + PRACTISED), tmp_path, TURNS), all_kinds=False)


@pytest.mark.long
def test_many_practised_clumsy_games_are_never_silently_wrong(tmp_path: Path) -> None:
    check(play_practised(range(4000, 4000 + len(MANY)), tmp_path, TURNS))


@pytest.mark.long
def test_whole_clumsy_games_are_never_silently_wrong(tmp_path: Path) -> None:
    check(play(range(1000, 1000 + WHOLE_GAMES), tmp_path, most_turns=1000))


def test_through_the_camera_a_clumsy_table_is_never_silently_wrong(tmp_path: Path) -> None:
    check(play_drawn(range(RENDERED), tmp_path, DRAWN_TURNS), all_kinds=False)


@pytest.mark.long
def test_through_the_camera_many_clumsy_games_are_never_silently_wrong(tmp_path: Path) -> None:
    check(play_drawn(range(2000, 2000 + MANY_RENDERED), tmp_path, MANY_TURNS))


@pytest.mark.long
def test_through_the_camera_whole_clumsy_games_are_never_silently_wrong(tmp_path: Path) -> None:
    check(play_drawn(WHOLE_RENDERED, tmp_path, most_turns=1000), all_kinds=False)


QUICK_WORLDS, WORLDS = 6, 60


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(seed, marks=[pytest.mark.long] * (seed >= QUICK_WORLDS))
        for seed in range(WORLDS)
    ],
)
def test_mischief_tells_nobody_of_the_cards_that_he_cannot_see(seed: int, tmp_path: Path) -> None:
    """Two worlds that differ only in one hidden hand: the same words, lamps and pages, in time."""
    players = 2 + seed % 4
    watched = seed % players
    pack = shuffled_pack(seed)
    one = World(seed, watched, tmp_path / "one", pack)
    deeds = play_world(one)
    faces = other_pack(pack, deeds, one.hidden(), one.undrawn(), seed)
    other = World(seed, watched, tmp_path / "other", faces)
    play_again(other, deeds)
    for tick, (here, there) in enumerate(zip(one.notes, other.notes, strict=True)):
        assert here == there, f"tick {tick}"
    assert list(pack) != faces, "no other world was possible: choose another seed"
