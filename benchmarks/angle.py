"""Whole games without a mat, seen by a camera on a tripod at 35 to 60 degrees.

In every other game the discards lie on one heap, each on the last.

Cards, cloth, angle and moves are drawn by chance; the seed is drawn when it runs, and printed. The
people say only whether a card was played where the eyes ask; nobody answers the referee. A move is
right without a tap where the record has it as it was and nobody was asked about it. Turns at
the end that are not on record yet count as silently wrong, unless a page asks something, keeps a
clue that waits, or says that it does not see the table.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.machine import drawn_seed, head
from benchmarks.unseen import learnt
from companion.adapters.unmarked_eyes import UnmarkedEyes
from companion.record.games import Record
from tests.drawn_tabletop import DrawnTabletop, TabletopGame, hanabi_deck
from vision.generator.decks import STYLES

ANGLES = (35.0, 60.0)
"""Degrees from the perpendicular."""


def main() -> None:
    """Play, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="draw these games again; default: any")
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--turns", type=int, default=60, help="turns of a game, at most")
    parser.add_argument("--style", choices=STYLES, help="only decks of one style")
    options = parser.parse_args()
    head("A camera at an angle, without a mat")
    seed = drawn_seed(options.seed)
    turns = right = told = asked = silent = differs = 0
    for number in range(options.games):
        began = time.process_time()
        chance = np.random.default_rng([seed, number])
        style = options.style or STYLES[number % len(STYLES)]
        drawn, tilt = hanabi_deck(chance, style), float(chance.uniform(*ANGLES))
        with tempfile.TemporaryDirectory() as folder, Record(Path(folder) / "g.sqlite3") as record:
            game = TabletopGame(
                record,
                int(chance.integers(1 << 30)),
                0.0,
                False,
                eyes=UnmarkedEyes(learnt(drawn)),
                tabletop=DrawnTabletop(drawn, tilt, chance),
                heaped=number % 2 == 1,
            )
            game.play(options.turns)
            agree = min(len(game.moves), len(game.truth)) - len(game.wrong)
            needed = game.told + game.game.now.asked
            wrong = game.silently_wrong
        turns += len(game.truth)
        right += max(0, agree - needed)
        told += game.told
        asked += game.game.now.asked
        silent += bool(wrong)
        differs += game.differs
        print(
            f"{style:9} {tilt:4.0f} degrees, {game.players} players, "
            f"discards {'heaped' if game.heaped else 'side by side'}: {len(game.truth):3} turns, "
            f"{len(game.moves):3} on record, {game.told} told, {game.game.now.asked} asked, "
            f"{'differs' if game.differs else ''} silent: {wrong[:1]}; "
            f"{time.process_time() - began:.0f} s",
            flush=True,
        )
    print(
        f"{turns} turns: {right / max(turns, 1):.1%} without a tap, {told} told, {asked} asked, "
        f"{differs} games stopped as different, {silent} games silently wrong; "
        f"repeat with --seed {seed}"
    )


if __name__ == "__main__":
    main()
