"""The score from which a card in a photo is named: more evidence never speaks against a name."""

from dataclasses import replace
from typing import Any

import pytest

from vision.photo.acceptance import Acceptance, Evidence

CLEAR = Evidence(fit=0.95, lead=1.0, margin=1.1, agreement=1.0, hue=2.0, misfit=0.005)


@pytest.fixture(scope="module")
def acceptance() -> Acceptance:
    return Acceptance.load()


def test_a_clear_card_is_named(acceptance: Acceptance) -> None:
    assert acceptance.named(CLEAR)


@pytest.mark.parametrize(
    "less",
    [
        {"fit": 0.4},
        {"margin": 0.02, "fit": 0.8},
        {"misfit": 0.3, "fit": 0.75},
        {"contradicted": True},
    ],
)
def test_no_strength_makes_up_for_what_is_lacking(
    acceptance: Acceptance, less: dict[str, Any]
) -> None:
    assert not acceptance.named(replace(CLEAR, **less))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"fit": 0.8}, {"fit": 0.6}),
        ({"lead": 0.9}, {"lead": 0.3}),
        ({"margin": 0.8}, {"margin": 0.1}),
        ({"agreement": 0.9}, {"agreement": 0.4}),
        ({"hue": 5.0}, {"hue": 50.0}),
        ({"misfit": 0.01}, {"misfit": 0.12}),
    ],
)
def test_more_evidence_never_speaks_against_a_name(
    acceptance: Acceptance, better: dict[str, Any], worse: dict[str, Any]
) -> None:
    assert acceptance.score(replace(CLEAR, **better)) >= acceptance.score(replace(CLEAR, **worse))
