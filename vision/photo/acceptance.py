"""Whether all that speaks for a card's name is enough to name it: one calibrated score.

Each piece of evidence adds to the score, never takes from it, and adds less the more there is of
it: a card that fits badly cannot buy its name with a good lead, nor the other way round. The
weights are fitted on photos of decks that chance drew (`tools.training.acceptance`), with other
decks' cards, backs, half covered cards and bare tables among them; so is the score from which a
card is named, for the error rate that was asked for. The logarithm of odds: additive logistic
regression (Hastie & Tibshirani, Generalized Additive Models, 1990), monotone and concave.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.nets import MODELS

FILE = "acceptance.json"
MARGIN_FLOOR = 0.01
"""Below it a margin counts as this."""
UNKNOWN_MISFIT = 0.06
"""What a card of which nobody knows where the table is counts as missing the deck's size."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one card's name.

    Attributes:
        fit: cosine with the exemplar, at most 1.
        lead: how far towards it the picture lies, from the nearest rival; 1 is on it.
        margin: the same as a distance, see `vision.match.recognise.Sighting`.
        agreement: share of its parts that look right, 0 to 1.
        hue: degrees between its hue and the learnt one.
        misfit: share by which its sides miss a card's on the table; None: no table is known.
        contradicted: whether another face explains the card as well: then nothing is enough.
    """

    fit: float
    lead: float
    margin: float
    agreement: float
    hue: float
    misfit: float | None
    contradicted: bool = False


def figures(evidence: Evidence) -> dict[str, float]:
    """Return each piece of ``evidence`` as a figure that is the higher the more it says."""
    misfit = UNKNOWN_MISFIT if evidence.misfit is None else evidence.misfit
    return {
        "fit": evidence.fit,
        "lead": evidence.lead,
        "margin": math.log(max(evidence.margin, MARGIN_FLOOR)),
        "agreement": evidence.agreement,
        "hue": -evidence.hue / 90,
        "place": -misfit,
        "table": float(evidence.misfit is not None),
    }


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The calibrated score.

    Attributes:
        weights: by a figure's name pairs of a level and a weight: the weight counts for each unit
            of the figure up to the level, and for nothing beyond.
        bias: the score of a card of which every figure is 0.
        enough: the score from which a card is named.
    """

    weights: Mapping[str, Sequence[tuple[float, float]]]
    bias: float
    enough: float

    @classmethod
    def load(cls, folder: Path = MODELS) -> Acceptance:
        """Read the project's own."""
        told = json.loads((folder / FILE).read_text("utf-8"))
        weights = {
            name: tuple((float(level), float(weight)) for level, weight in pairs)
            for name, pairs in told["weights"].items()
        }
        return cls(weights, float(told["bias"]), float(told["enough"]))

    def score(self, evidence: Evidence) -> float:
        """Return the logarithm of the odds that the name is right, as it was calibrated."""
        shown = figures(evidence)
        return self.bias + sum(
            weight * min(shown[name], level)
            for name, pairs in self.weights.items()
            for level, weight in pairs
        )

    def named(self, evidence: Evidence) -> bool:
        """Say whether ``evidence`` is enough for the name."""
        return not evidence.contradicted and self.score(evidence) >= self.enough
