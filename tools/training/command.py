"""What both trainings have in common on the command line: their options, and their reports."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

REPORT = 120.0
"""Seconds between two reports."""


def options_of(about: str | None, minutes: float, seed: int, rate: float) -> argparse.Namespace:
    """Return what was asked for, with these defaults; the folder ``out`` is there then."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--minutes", type=float, default=minutes, help="how long to train")
    parser.add_argument("--seed", type=int, default=seed, help="of decks, pictures and weights")
    parser.add_argument("--out", type=Path, required=True, help="a folder for net and log")
    parser.add_argument("--resume", action="store_true", help="go on from the weights in --out")
    parser.add_argument("--rate", type=float, default=rate, help="learning rate at its highest")
    parser.add_argument("--install", action="store_true", help="put the net there into vision")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    return options


def reported(
    losses: Iterable[float], clock: Callable[[], float] = time.monotonic
) -> Iterator[tuple[list[float], float]]:
    """Yield the losses since the last report, and the minutes since the start; at the end, too."""
    began = last = clock()
    since: list[float] = []
    for loss in losses:
        since.append(loss)
        if clock() - last > REPORT:
            last = clock()
            yield since, (last - began) / 60
            since = []
    yield since, (clock() - began) / 60


def log(
    options: argparse.Namespace,
    steps: int,
    losses: list[float],
    minutes: float,
    found: Mapping[str, float],
) -> None:
    """Add a line to the log, and print it; ``found`` is what the examination came to."""
    line = {
        "minutes": round(minutes, 1),
        "steps": steps,
        "seed": options.seed,
        "loss": round(float(np.mean(losses)), 4) if losses else None,
        **found,
    }
    with (options.out / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    print(json.dumps(line), flush=True)
