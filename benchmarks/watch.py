"""Filmed games from start to end: moves right, questions, milliseconds per frame."""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.machine import deck_of, films, head
from companion.film.tap_list import read_inputs
from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Record
from companion.watch import FilmPlan, Watcher
from hardware.files import FolderCamera
from vision.deck_file import load_deck
from vision.live.reader import TableReader
from vision.table.layout import load_layout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder of them")
    parser.add_argument("--deck", type=Path, help="a deck file; default: the film's own art")
    options = parser.parse_args()
    head("Filmed games")
    line = "{:24} {:>7} {:>7} {:>10} {:>8} {:>12} {:>10}"
    print(line.format("film", "players", "moves", "right", "asked", "ms a frame", "film/wall"))
    for film in films(options.films):
        truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
        deck = load_deck(options.deck) if options.deck else deck_of(truth["art"])
        with tempfile.TemporaryDirectory() as folder, FolderCamera(film) as camera:
            reader = TableReader(load_layout(), deck, truth["players"])
            plan = FilmPlan(STANDARD, truth["players"], 0, film.name, "")
            with Record(Path(folder) / "games") as record:
                taps = read_inputs(film / "inputs.jsonl")
                watcher = Watcher(camera.frames(), reader.look, record, plan, taps)
                began = time.perf_counter()
                for _ in watcher.announcements():
                    pass
                took = time.perf_counter() - began
                result = watcher.result()
        moves = result["moves"]
        assert isinstance(moves, list)
        right = sum(same(one, true) for one, true in zip(moves, truth["moves"], strict=False))
        print(
            line.format(
                film.name,
                truth["players"],
                len(truth["moves"]),
                right,
                str(result["questions"]),
                f"{1000 * took / watcher.frames:.1f}",
                f"{camera.duration / took:.1f}",
            )
        )
    print("Goals: every move right, at most one question.")


def same(seen: dict[str, Any], true: dict[str, Any]) -> bool:
    """Say whether a recorded turn is what really happened."""
    if (seen["seat"], seen["kind"]) != (true["seat"], true["kind"]):
        return False
    if seen["kind"] == "clue":
        said = seen.get("colour", seen.get("value"))
        return bool((seen["target"], said) == (true["target"], true["value"]))
    return bool((seen["card"], seen["slot"]) == (true["label"], true["slot"]))


def hint_of(said: str | int) -> Hint:
    """Return what a clue says, as a truth of a film and a view have it: a colour or a rank."""
    return RankHint(said) if isinstance(said, int) else ColourHint(Suit(said))


if __name__ == "__main__":
    main()
