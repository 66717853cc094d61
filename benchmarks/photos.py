"""Cards read right, wrong, unknown and missed in pictures of tables without our mat."""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.machine import deck_of, head, shared
from companion.readings import Sight
from hardware.files import read_image
from vision.photo import PhotoCard, PhotoReader

VISIBLE, SMALLEST = 0.8, 60.0
"""Share in view and pixels across from which a card counts."""
Corners = npt.NDArray[np.float64]
SAME = 0.5
"""Overlap (intersection by union) from which an answer is a card's answer."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, help="a folder of sets; default: the shared ones")
    parser.add_argument("--every", type=int, default=1, help="read only every n-th picture")
    options = parser.parse_args()
    head("Photos without a mat")
    line = "{:18} {:>5} {:>7} {:>6} {:>6} {:>8} {:>7} {:>7}"
    print(line.format("set", "cards", "right%", "wrong", "false", "unknown", "missed", "ms"))
    total: Counter[str] = Counter()
    for folder in sorted((options.scenes or shared() / "scenes").iterdir()):
        reader = PhotoReader(deck_of(folder.name))
        counts: Counter[str] = Counter()
        took = []
        for path in sorted(folder.glob("*.json"))[:: options.every]:
            image = read_image(path.with_suffix(".jpg"))
            began = time.process_time()
            cards = reader.read(image)
            took.append(time.process_time() - began)
            counts += compare(cards, json.loads(path.read_text(encoding="utf-8"))["cards"])
        total += counts
        print(line.format(folder.name, *figures(counts), f"{1000 * np.median(took):.0f}"))
    print(line.format("all", *figures(total), ""))
    print("Goals: at least 95 % right, at most 0.3 % wrong or false.")


def figures(counts: Counter[str]) -> tuple[object, ...]:
    there = sum(counts[kind] for kind in ("right", "wrong", "unknown", "missed"))
    share = f"{100 * counts['right'] / max(there, 1):.1f}"
    return there, share, counts["wrong"], counts["false"], counts["unknown"], counts["missed"]


def compare(cards: tuple[PhotoCard, ...], truth: list[dict[str, Any]]) -> Counter[str]:
    corners = [np.array(card["corners_px"], dtype=float) for card in truth]
    answers: dict[int, tuple[float, PhotoCard]] = {}
    counts: Counter[str] = Counter()
    for seen in cards:
        likely = max(range(len(truth)), key=lambda index: alike(seen.corners, corners[index]))
        share = alike(seen.corners, corners[likely])
        if share >= SAME and (likely not in answers or share > answers[likely][0]):
            answers[likely] = (share, seen)
        elif share < SAME and seen.label is not None:
            counts["false"] += 1
    for index, card in enumerate(truth):
        answer = answers[index][1] if index in answers else None
        label = answer.label if answer else None
        sides = np.linalg.norm(corners[index] - np.roll(corners[index], -1, axis=0), axis=1)
        counted = card["face_up"] and card["in_frame_fraction"] >= 0.999
        if not (counted and card["visible_fraction"] >= VISIBLE and sides.min() >= SMALLEST):
            counts["false"] += label is not None and not (
                card["face_up"] and label == card["label"]
            )
        elif answer is None:
            counts["missed"] += 1
        elif answer.sight is not Sight.FACE:
            counts["unknown"] += 1
        else:
            counts["right" if label == card["label"] else "wrong"] += 1
    return counts


def alike(one: Corners, other: Corners) -> float:
    first, second = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    whole = cv2.contourArea(first) + cv2.contourArea(second) - common
    return float(common) / whole if whole > 0 else 0.0


if __name__ == "__main__":
    main()
