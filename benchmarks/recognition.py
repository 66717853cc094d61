"""Cards read right, wrong, unknown and missed, by kind of zone, over all still frames of films."""

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.machine import deck_of, films, head
from companion.referee.readings import Sight
from hardware.files import read_image
from vision.deck import Deck
from vision.deck_file import load_deck
from vision.live.glance import Glance, GlancedCard
from vision.table.layout import load_layout

VISIBLE = 0.8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder of them")
    parser.add_argument("--deck", type=Path, help="a deck file; default: the film's own art")
    options = parser.parse_args()
    head("Recognition")
    line = "{:24} {:10} {:>6} {:>7} {:>6} {:>8} {:>7} {:>6}"
    print(line.format("film", "zone", "cards", "right%", "wrong", "unknown", "missed", "ms"))
    confused: Counter[tuple[str, str]] = Counter()
    for film in films(options.films):
        truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
        deck = load_deck(options.deck) if options.deck else deck_of(truth["art"])
        counts, took = measure(film, truth, deck, confused)
        for zone, count in sorted(counts.items()):
            cards = sum(count.values()) - count["wrong"]
            share = 100 * count["right"] / max(cards, 1)
            print(
                line.format(
                    film.name,
                    zone,
                    cards,
                    f"{share:.2f}",
                    count["wrong"],
                    count["unknown"],
                    count["missed"],
                    f"{took:.0f}",
                )
            )
    for (true, read), times in confused.most_common():
        print(f"{true} was read as {read}: {times} times")
    print("Goals: at least 99.5 % right, none wrong.")


def measure(
    film: Path, truth: dict[str, Any], deck: Deck, confused: Counter[tuple[str, str]]
) -> tuple[dict[str, Counter[str]], float]:
    """Return the counts by kind of zone and the milliseconds of a full read."""
    glance = Glance(load_layout(), deck)
    counts: dict[str, Counter[str]] = {}
    took = []
    for frame in truth["frames"]:
        if frame["kind"] != "still":
            continue
        image = read_image(film / frame["file"])
        began = time.process_time()
        seen = glance.read(image)
        took.append(time.process_time() - began)
        for zone, count in counted(frame, seen, confused).items():
            counts.setdefault(zone, Counter()).update(count)
    return counts, 1000 * sum(took) / max(len(took), 1)


def counted(
    frame: dict[str, Any],
    seen: Sequence[GlancedCard],
    confused: Counter[tuple[str, str]] | None = None,
) -> dict[str, Counter[str]]:
    """Return by kind of zone what was right, wrong, unknown and missed in one still frame."""
    there: dict[str, list[str]] = {}
    for card in frame["cards"]:
        if card["face_up"] and card["visible_fraction"] >= VISIBLE and card["zone"]:
            there.setdefault(card["zone"], []).append(card["label"])
    counts: dict[str, Counter[str]] = {}
    for one in seen:
        if not one.zone or one.sight not in (Sight.FACE, Sight.UNKNOWN):
            continue
        labels = there.get(one.zone, [])
        count = counts.setdefault(one.zone.partition(":")[0], Counter())
        if one.label in labels:
            labels.remove(str(one.label))
            count["right"] += 1
        elif one.label is None and labels:
            labels.pop()
            count["unknown"] += 1
        elif one.label is not None:
            count["wrong"] += 1
            if confused is not None:
                confused["/".join(labels) or "nothing", one.label] += 1
    for zone, labels in there.items():
        counts.setdefault(zone.partition(":")[0], Counter())["missed"] += len(labels)
    return counts


if __name__ == "__main__":
    main()
