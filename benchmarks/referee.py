"""What the referee makes of games in which eyes fail: questions, help needed, errors, and its cost.

Whole random games are told to it as settled readings, without any picture. Some cards nobody can
read, as long as they lie; in bursts of up to ten seconds nobody can read anything; in blackouts the
mat is out of view for one to three turns. What is on record in the end is compared with what was
played. Nobody answers a question. With ``--rules`` another ruleset is played; where it has award
tiles, people play so that they earn some.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from benchmarks.machine import drawn_seed, head
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.record.games import Record
from companion.referee.findings import Finding
from companion.referee.referee import Referee
from tests.companion.award_games import AwardGame
from tests.companion.disturbed_games import DisturbedGame

SHARES = (0.0, 0.01, 0.05, 0.2)
"""Of the cards that nobody can read."""
RULES = {
    one.name: one
    for one in (
        STANDARD,
        compose(
            "big-box",
            Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True),
        ),
        compose("tiles", Options(award_tiles=True)),
        compose("seven", Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True)),
        compose("five-wild", Options(sixth_suit=SixthSuit.FIVE_WILD)),
        compose("five-nameable", Options(sixth_suit=SixthSuit.FIVE_NAMEABLE)),
        compose("all-or-nothing", Options(black_powder=True, all_or_nothing=True)),
    )
}
"""What can be played, by name."""
USUAL_TURNS, MOST_TURNS = 60, 90
"""After which a game is left; a longer one completes fireworks."""
GOAL = 20.0
"""Milliseconds that a judgement takes in the 99th percentile, at most."""


@contextmanager
def timed(costs: list[float]) -> Iterator[None]:
    """Note what each judgement costs, in milliseconds."""
    judge = Referee.judge

    @wraps(judge)  # whatever it takes is passed on
    def judged(*given: Any, **said: Any) -> tuple[Finding, Referee]:
        begun = time.process_time()
        found = judge(*given, **said)
        costs.append((time.process_time() - begun) * 1000)
        return found

    Referee.judge = judged  # type: ignore[method-assign]  # to time it in whole games
    try:
        yield
    finally:
        Referee.judge = judge  # type: ignore[method-assign]  # as it was


def games(
    folder: Path,
    seeds: range,
    share: float,
    *,
    bursts: bool = False,
    blackouts: bool = False,
    rules: Ruleset = STANDARD,
    answers: bool = False,
) -> list[DisturbedGame]:
    """Play whole games; nobody helps, unless somebody ``answers`` what is asked."""
    kind = AwardGame if rules.award_tiles else DisturbedGame
    most = MOST_TURNS if rules.award_tiles else USUAL_TURNS
    played = []
    for seed in seeds:
        with Record(folder / f"{seed}.sqlite3") as record:
            game = kind(record, seed, share, answers, rules, bursts=bursts, blackouts=blackouts)
            played.append(game.play(most))
        (folder / f"{seed}.sqlite3").unlink()
    return played


def row(name: str, played: Sequence[DisturbedGame], costs: Sequence[float]) -> str:
    """Return one line of the table."""
    many, ranked = len(played), sorted(costs)
    return (
        f"{name:28} {sum(game.game.now.asked for game in played) / many:9.2f}"
        f" {sum(game.differs for game in played):7d} {sum(game.refused for game in played):7d}"
        f" {sum(game.unaided for game in played) / many:8.1%}"
        f" {sum(bool(game.silently_wrong) for game in played):7d}"
        f" {sum(len(game.unearned) for game in played):9d}"
        f" {ranked[len(ranked) * 99 // 100]:7.2f} {ranked[-1]:7.2f}"
    )


def main() -> None:
    """Print a row for each way in which the eyes fail."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, help="the same games again; default: any")
    parser.add_argument("--rules", choices=RULES, default=STANDARD.name, help="what is played")
    parser.add_argument("--show", action="store_true", help="say what is wrong, with its seed")
    options = parser.parse_args()
    rules = RULES[options.rules]
    head(f"The referee, with eyes that fail: {rules.name}")
    first = drawn_seed(options.seed)
    print(
        f"{'':28} questions differs refused  unaided  silent  unearned  p99 ms  max ms\n"
        f"{'':28}    a game   games  clues    games    games   strikes  goal {GOAL:.0f}"
    )
    seeds = range(first, first + options.games)
    kinds = [(f"{share:.0%} unread", share, False, False) for share in SHARES]
    kinds += [(f"{share:.0%} unread, bursts", share, True, False) for share in SHARES]
    kinds += [(f"{share:.0%} unread, blackouts", share, False, True) for share in SHARES[:3]]
    with tempfile.TemporaryDirectory() as folder:
        for name, share, bursts, blackouts in kinds:
            costs: list[float] = []
            with timed(costs):
                played = games(
                    Path(folder), seeds, share, bursts=bursts, blackouts=blackouts, rules=rules
                )
            print(row(name, played, costs), flush=True)
            for game in played if options.show else ():
                for wrong in game.silently_wrong[:1] or game.unearned[:1]:
                    print(f"    seed {game.seed}: {wrong}")


if __name__ == "__main__":
    main()
