"""Training of the finder: where in a drawn scene cards lie, whatever is printed on them.

    nice -n 10 python -m tools.training.detector --minutes 40 --out /tmp/detector
    python -m tools.training.detector --out /tmp/detector --install

Middles and corners are learnt as heat with a focal loss, sides as vectors, as in CenterNet (Zhou
et al., 2019); directions as double angles, so that a card and the card upside down are the same.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from benchmarks.scenes import SAME, alike
from tools.training.command import log, options_of, reported
from tools.training.finder_network import FinderNet
from tools.training.installing import install
from tools.training.network import write_onnx
from tools.training.pace import rates
from tools.training.squares import Sample, part, samples, targets
from vision.outlines.detector import GREY, SPREAD, decoded

BATCH = 8
TIMES = 3
"""How often a scene is taken, on average: each time another part of it, turned and mirrored."""
POOL = 400
"""Scenes among which a step chooses."""
RATE, WARM_UP = 3e-3, 60
SLOW = 0.998
"""Share of the averaged weights that stays in each step."""
EXAMINED, EXAMINER = 60, 1_000_006
"""Scenes by which progress is told, and their seed, which no training takes."""
LEAST_SIDE = 20.0
"""Pixels of a card's shorter side from which it counts in the examination."""


class Apprentice:
    """A finder in training, and the average of its weights over the last steps."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.net = FinderNet().to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net)
        self._optimiser = torch.optim.AdamW(self.net.parameters(), RATE, weight_decay=1e-4)
        self.steps = 0

    def step(self, some: Sequence[Sample], rate: float) -> float:
        """Learn from squares; return the loss."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / WARM_UP)
        told, counts = (
            torch.from_numpy(np.stack(arrays))
            for arrays in zip(*(targets(one) for one in some), strict=True)
        )
        said = self.net(_seen(some))
        loss = (
            _focal(said[:, 0], told[:, 0], counts[:, 0])
            + 0.5 * _focal(said[:, 7], told[:, 7], counts[:, 7])
            + _absolute(said[:, 1:7], told[:, 1:7], counts[:, 1:7])
            + 0.3 * _absolute(said[:, 8:], told[:, 8:], counts[:, 8:])
        )
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimiser.step()
        self.steps += 1
        slow = min(SLOW, self.steps / (self.steps + 10))
        state = self.net.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(slow).add_(state[name], alpha=1 - slow)
            else:
                value.copy_(state[name])
        return float(loss.detach())

    def examine(self, papers: Sequence[Sample]) -> tuple[float, float]:
        """Return the share of the cards that are found, and of what is found that are cards."""
        self.average.eval()
        cards = found = said = true = 0
        for one in papers:
            with torch.no_grad():
                maps = self.average(_seen([one]))[0].numpy()
            answers = decoded(maps)
            sides = np.linalg.norm(one.quads - np.roll(one.quads, -1, axis=1), axis=2)
            wanted = one.quads[one.shown & (sides.min(axis=1) >= LEAST_SIDE)]
            said += len(answers)
            true += sum(any(alike(a.corners, quad) >= SAME for quad in one.quads) for a in answers)
            cards += len(wanted)
            found += sum(any(alike(a.corners, quad) >= SAME for a in answers) for quad in wanted)
        return found / max(cards, 1), true / max(said, 1)


def _seen(some: Sequence[Sample]) -> torch.Tensor:
    levels = np.stack([one.image for one in some]).astype(np.float32)
    pictures = torch.from_numpy(((levels - GREY) / SPREAD).transpose(0, 3, 1, 2).copy())
    return pictures.to(memory_format=torch.channels_last)


def _focal(said: torch.Tensor, told: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """Return the focal loss of heat (Law and Deng, ECCV 2018), for each place that has a middle."""
    score = torch.sigmoid(said).clamp(1e-5, 1 - 1e-5)
    there = (told > 0.999).float()
    loss = there * (1 - score) ** 2 * torch.log(score)
    loss = loss + (1 - there) * (1 - told) ** 4 * score**2 * torch.log(1 - score)
    total: torch.Tensor = -(loss * counts).sum() / there.sum().clamp(min=8.0)
    return total


def _absolute(said: torch.Tensor, told: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    off: torch.Tensor = ((said - told).abs() * counts).sum() / (
        counts.sum() / counts.shape[1]
    ).clamp(min=1.0)
    return off


def train(
    apprentice: Apprentice, source: Iterator[Sample], paces: Iterator[float], seed: int
) -> Iterator[float]:
    """Let ``apprentice`` learn from ``source``, a step for each pace; yield the losses."""
    rng = np.random.default_rng(seed)
    pool = [next(source) for _ in range(2 * BATCH)]
    new = BATCH / TIMES
    owed = 0.0
    for pace in paces:
        owed += new
        while owed >= 1:
            pool = [*pool[-(POOL - 1) :], next(source)]
            owed -= 1
        chosen = rng.permutation(len(pool))[:BATCH]
        yield apprentice.step([part(rng, pool[index]) for index in chosen], pace)


def main() -> None:
    """Train, or put what was trained where the eyes look for it."""
    options = options_of(__doc__, minutes=40.0, seed=6, rate=RATE)
    if options.install:
        install("detector", options.out)
        return
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    apprentice = Apprentice(options.seed)
    if options.resume:
        apprentice.net.load_state_dict(torch.load(options.out / "weights.pt"))
        apprentice.average.load_state_dict(apprentice.net.state_dict())
    examiner = samples(EXAMINER)
    papers = [next(examiner) for _ in range(EXAMINED)]
    paces = rates(options.minutes, options.rate)
    training = train(apprentice, samples(options.seed), paces, options.seed)
    for losses, minutes in reported(training):
        _write(apprentice, options.out)
        found, true = apprentice.examine(papers)
        known = {"found": round(found, 4), "true": round(true, 4)}
        log(options, apprentice.steps, losses, minutes, known)


def _write(apprentice: Apprentice, out: Path) -> None:
    """Write the averaged net, as weights and as ONNX."""
    torch.save(apprentice.average.state_dict(), out / "weights.pt")
    write_onnx(copy.deepcopy(apprentice.average), out / "detector.onnx", (640, 480), True)


if __name__ == "__main__":
    main()
