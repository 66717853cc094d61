"""Fitting of the score from which a card is named, on evidence that is made up."""

import numpy as np

from tools.training.acceptance import Case, calibrated, enough_of
from vision.photo.acceptance import Acceptance, Evidence


def made_up(seed: int, count: int) -> list[Case]:
    chance = np.random.default_rng(seed)
    cases = []
    for number in range(count):
        right = bool(chance.random() < 0.8)
        fit = float(np.clip(chance.normal(0.9 if right else 0.55, 0.08), 0, 1))
        margin = float(np.clip(chance.normal(0.9 if right else 0.2, 0.15), 0.01, 1.4))
        shown = Evidence(fit, 0.8, margin, 0.9, 5.0, 0.01)
        cases.append(Case(shown, right, True, number % 12))
    return cases


def test_what_is_enough_keeps_the_error_that_was_asked_for() -> None:
    scores = np.array([5.0, 4.0, 3.0, 2.0, 1.0, 0.0])
    right = np.array([1.0, 1.0, 1.0, 0.0, 1.0, 0.0])
    assert enough_of(scores, right, 0.0) == 3.0
    assert enough_of(scores, right, 0.2) == 1.0
    assert enough_of(scores, 1 - right, 0.0) > scores.max()


def test_a_fitted_score_names_the_right_and_not_the_wrong() -> None:
    told = calibrated(made_up(1, 600), 0.01)
    weights = told["weights"]
    assert isinstance(weights, dict)
    assert all(weight > 0 for pairs in weights.values() for _, weight in pairs)
    score = Acceptance(weights, float(str(told["bias"])), float(str(told["enough"])))
    fresh = made_up(2, 600)
    named = [case for case in fresh if score.named(case.evidence)]
    assert len(named) > 0.9 * sum(case.right for case in fresh)
    assert sum(not case.right for case in named) <= 0.02 * len(named)
