"""Training of the embedding: a photographed card has to find its face among those of its own deck.

    nice -n 10 python -m tools.training.embedding --minutes 50 --out /tmp/embedding
    python -m tools.training.embedding --out /tmp/embedding --install

The loss is the cross entropy of a patch's cosines with the faces of its own deck, both ways up,
and with nothing at all: so the net has to see what tells one face from its fellows, and that a
patch shows none of them. (Softmax over cosines: Wang et al., NormFace, 2017. Exemplars as classes:
Snell et al., Prototypical Networks, 2017.)
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from tools.training.command import log, options_of, reported
from tools.training.installing import install
from tools.training.lessons import NOTHING, Lesson, lessons
from tools.training.network import EmbeddingNet, write_onnx
from tools.training.pace import rates

DECKS = 4
"""Lessons in one step."""
FACES, PATCHES = 16, 24
"""Of each of them."""
STEPS_A_LESSON = 3
"""After so many steps one lesson is replaced by a new one."""
KEPT = 32
"""Lessons between which a step chooses."""
RATE, WARM_UP = 3e-3, 100
"""The learning rate at its highest, and the steps until then."""
SLOW = 0.998
"""Share of the averaged weights that stays in each step: they are what is written down."""
SCALE_AT_FIRST, HIGHEST_SCALE = 2.5, 60.0
"""Logarithm of what cosines are multiplied by at first, and the most that they may be."""
LIKE_NOTHING = 0.4
"""Cosine that stands for no face at first."""
EXAMINED, EXAMINER = 12, 1_000_005
"""Lessons by which progress is told, and their seed, which no training takes."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Progress:
    """What the net knows of decks that it has not seen.

    Attributes:
        right: share of the patches with a face whose likest face is theirs.
        apart: share of pairs, one patch with a face and one with none, that their best cosines
            put into the right order (area under the curve).
    """

    right: float
    apart: float


class Pupil:
    """A net in training, and the average of its weights over the last steps."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        self.net = EmbeddingNet().to(memory_format=torch.channels_last)
        self.scale = torch.nn.Parameter(torch.tensor(SCALE_AT_FIRST))
        self.nothing = torch.nn.Parameter(torch.tensor(LIKE_NOTHING))
        self.average = copy.deepcopy(self.net)
        weights = [*self.net.parameters(), self.scale, self.nothing]
        self._weights = weights
        self._optimiser = torch.optim.AdamW(weights, RATE, weight_decay=1e-3)
        self._rng = np.random.default_rng(seed)
        self.steps = 0

    def step(self, some: Sequence[Lesson], rate: float) -> float:
        """Learn from a part of each lesson; return the loss."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / WARM_UP)
        faces, patches, labels, doubles = zip(*(self._part(one) for one in some), strict=True)
        known = functional.normalize(self._seen(np.concatenate(faces)), dim=1)
        shown = functional.normalize(self._seen(np.concatenate(patches)), dim=1)
        known = known.view(len(some), 2 * FACES, -1)
        shown = shown.view(len(some), PATCHES, -1)
        cosines = torch.einsum("dpf,dkf->dpk", shown, known)
        nothing = self.nothing.expand(len(some), PATCHES, 1)
        scores = torch.cat([cosines, nothing], dim=2) * self.scale.exp().clamp(max=HIGHEST_SCALE)
        scores = scores.masked_fill(torch.from_numpy(np.stack(doubles)), -torch.inf)
        truth = torch.from_numpy(np.concatenate(labels))
        loss = functional.cross_entropy(scores.flatten(0, 1), truth)
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights, 5.0)
        self._optimiser.step()
        self.steps += 1
        self._follow()
        return float(loss.detach())

    def _seen(self, cards: Array) -> torch.Tensor:
        pictures = torch.from_numpy(cards.astype(np.float32))
        vectors: torch.Tensor = self.net(pictures.to(memory_format=torch.channels_last))
        return vectors

    def _part(self, one: Lesson) -> tuple[Array, Array, Array, Array]:
        """Return `FACES` faces both ways up, `PATCHES` patches and their labels among those.

        The last are the answers that do not count: a face that looks the same upside down is
        no rival of itself.
        """
        total = len(one.faces)
        chosen = self._rng.permutation(total)[:FACES]
        # A deck with few faces has some of them twice; the second time they are no answer.
        padded = np.resize(chosen, FACES)
        faces = one.faces[padded]
        place = np.full(2 * total, -1)
        place[chosen] = np.arange(len(chosen))
        place[chosen + total] = np.arange(len(chosen)) + FACES
        # The patch of a face that was not chosen shows nothing of this deck.
        labels = np.where(one.labels == NOTHING, NOTHING, place[one.labels])
        weights = np.where(labels == NOTHING, 0.25, 1.0)
        pick = self._rng.choice(len(labels), PATCHES, p=weights / weights.sum())
        truth = np.where(labels[pick] == NOTHING, 2 * FACES, labels[pick])
        if len(chosen) < FACES:
            faces = faces.copy()
            faces[len(chosen) :] = self._rng.normal(0, 1, faces[len(chosen) :].shape)
        both = np.concatenate([faces, faces[:, :, ::-1, ::-1]])
        doubles = np.zeros((PATCHES, 2 * FACES + 1), np.bool_)
        for row, answer in enumerate(truth):
            if answer < 2 * FACES and one.same[padded[answer % FACES]]:
                doubles[row, (answer + FACES) % (2 * FACES)] = True
        return both, one.patches[pick], truth.astype(np.int64), doubles

    def _follow(self) -> None:
        """Let the average follow the net."""
        slow = min(SLOW, self.steps / (self.steps + 10))
        state = self.net.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(slow).add_(state[name], alpha=1 - slow)
            else:
                value.copy_(state[name])

    def keep(self, path: Path) -> None:
        """Write the average down, and what cosines are compared with."""
        net = self.average.state_dict()
        torch.save({"net": net, "scale": self.scale, "nothing": self.nothing}, path)

    def go_on_from(self, path: Path) -> None:
        """Begin with what `keep` wrote."""
        kept = torch.load(path)
        self.net.load_state_dict(kept["net"])
        self.average.load_state_dict(kept["net"])
        with torch.no_grad():
            self.scale.copy_(kept["scale"])
            self.nothing.copy_(kept["nothing"])

    @torch.no_grad()
    def examine(self, papers: Sequence[Lesson]) -> Progress:
        """Return what the averaged net knows of ``papers``."""
        self.average.eval()
        right: list[bool] = []
        shown: list[float] = []
        empty: list[float] = []
        for one in papers:
            faces = one.faces.astype(np.float32)
            both = np.concatenate([faces, faces[:, :, ::-1, ::-1]])
            known = functional.normalize(self.average(torch.from_numpy(both)), dim=1)
            patches = torch.from_numpy(one.patches.astype(np.float32))
            best, likest = (functional.normalize(self.average(patches), dim=1) @ known.T).max(dim=1)
            for label, cosine, answer in zip(one.labels, best, likest, strict=True):
                if label == NOTHING:
                    empty.append(float(cosine))
                else:
                    face, likely = label % len(faces), int(answer) % len(faces)
                    right.append(likely == face and (int(answer) == label or bool(one.same[face])))
                    shown.append(float(cosine))
        ordered = np.searchsorted(np.sort(empty), shown) / max(len(empty), 1)
        return Progress(float(np.mean(right)), float(ordered.mean()))


def train(
    pupil: Pupil, source: Iterator[Lesson], paces: Iterator[float], kept: int = KEPT
) -> Iterator[float]:
    """Let ``pupil`` learn from ``source``, a step for each of ``paces``; yield the losses."""
    pool = [next(source) for _ in range(DECKS)]
    chance = np.random.default_rng(pupil.steps)
    for number, rate in enumerate(paces):
        if number % STEPS_A_LESSON == 0:
            pool = [*pool[-(kept - 1) :], next(source)]
        some = [pool[index] for index in chance.permutation(len(pool))[:DECKS]]
        yield pupil.step(some, rate)


def main() -> None:
    """Train, or put what was trained where the eyes look for it."""
    options = options_of(__doc__, minutes=50.0, seed=5, rate=RATE)
    if options.install:
        install("embedding", options.out)
        return
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    pupil = Pupil(options.seed)
    if options.resume:
        pupil.go_on_from(options.out / "weights.pt")
    examiner = lessons(EXAMINER)
    papers = [next(examiner) for _ in range(EXAMINED)]
    training = train(pupil, lessons(options.seed), rates(options.minutes, options.rate))
    for losses, minutes in reported(training):
        pupil.keep(options.out / "weights.pt")
        write_onnx(copy.deepcopy(pupil.average), options.out / "embedding.onnx")
        known = pupil.examine(papers)
        found = {
            "right": round(known.right, 4),
            "apart": round(known.apart, 4),
            "nothing": round(float(pupil.nothing.detach()), 3),
        }
        log(options, pupil.steps, losses, minutes, found)


if __name__ == "__main__":
    main()
