"""How well the demonstration's players play: ``python -m benchmarks.robots --games 200``.

Games by the rules of the default edition, decks shuffled by seeds; each player is shown what his
own page shows. Of fives that could still be
played it counts those that were discarded, and those of them that their owner knew.
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter

from companion.demonstration.reading_clues import understood
from companion.demonstration.robots import LayOnDiscards, decide
from tests.companion.demonstration.games import Game


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    asked = parser.parse_args()
    print("players  score  median  worst  strikes  lost  fives lost  known fives lost  turns")
    for players in range(2, 6):
        scores, count = list[int](), Counter[str]()
        for seed in range(asked.first, asked.first + asked.games):
            game = Game(players, seed)
            while not game.state.over:
                seat = game.state.to_move
                page = game.page(seat)
                decision = decide(page)
                if isinstance(decision, LayOnDiscards):
                    (held,) = (one for one in game.state.hands[seat] if one.slot == decision.slot)
                    marks = {one["slot"]: one["clues"] for one in page["hands"][seat]}
                    table = understood(page)
                    if held.card and held.card.rank == 5 and not table.is_useless(held.card.label):
                        count["fives"] += 1
                        count["known"] += "5" in marks[decision.slot]
                game.make(game.move(decision))
            scores.append(sum(game.state.fireworks))
            count["strikes"] += game.state.strikes
            count["lost"] += game.state.strikes == game.state.ruleset.strikes
            count["turns"] += game.state.turn - 1
        per = {
            one: count[one] / asked.games for one in ("strikes", "lost", "fives", "known", "turns")
        }
        print(
            f"{players:7}{statistics.mean(scores):7.2f}{statistics.median(scores):8.1f}{min(scores):7}"
            f"{per['strikes']:9.2f}{per['lost']:6.2f}{per['fives']:12.2f}{per['known']:18.2f}"
            f"{per['turns']:7.1f}"
        )


if __name__ == "__main__":
    main()
