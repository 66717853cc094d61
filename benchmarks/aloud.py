"""How much a voice says in a game, in each wording and language: ``python -m benchmarks.aloud``.

Random games of players who play what fits go through a whole table; what is said of them is
counted in words, beside the sentences that a page shows of the same announcements, which is what
was said aloud before there were wordings.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from companion.announcements.aloud import Wording, aloud
from companion.announcements.texts import sentence
from companion.language.languages import languages
from companion.language.people import People
from tests.web.players import told_in_a_game

PEOPLE = People(dict(enumerate(("Ania", "Ben", "Cezar", "Dana", "Ewa"))))


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=5, help="for each number of players")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    asked = parser.parse_args()
    words: Counter[tuple[str, str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        told = [
            one
            for players in range(2, 6)
            for seed in range(asked.first, asked.first + asked.games)
            for one in told_in_a_game(players, seed, Path(folder) / f"{players}-{seed}")
        ]
    for code, language in languages().items():
        for called, people in (("seats", People()), ("names", PEOPLE)):
            for one in told:
                heard = aloud(one, people, language)
                said = {wording.value: heard.worded(wording) for wording in Wording}
                said["page"] = sentence(one, language, people)
                for wording, text in said.items():
                    words[code, called, wording] += len((text or "").split())
    games = 4 * asked.games
    print(f"words a game, mean of {games} games, seeds from {asked.first}")
    print(f"{'':12}{'page':>8}{'full':>8}{'brief':>8}{'chimes':>8}{'brief/page':>12}")
    for code in languages():
        for called in ("seats", "names"):
            per = {
                one: words[code, called, one] / games for one in ("page", "full", "brief", "chimes")
            }
            row = "".join(f"{number:8.0f}" for number in per.values())
            print(f"{code} {called:9}{row}{per['brief'] / per['page']:12.0%}")


if __name__ == "__main__":
    main()
