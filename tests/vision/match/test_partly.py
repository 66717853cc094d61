"""Where the print of a card leaves names open, its hue may rule some of them out."""

from dataclasses import replace

import pytest

from tests.drawn_table import card_on_grey
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.partly import left_open, narrowed
from vision.match.recognise import Sighting, find_card
from vision.table.light import FloatImage

EDGE = 9


def lying(label: str) -> FloatImage:
    return card_on_grey(label, FINE_SCALE, EDGE)


def doubt(gallery: Gallery, shown: str, *names: str) -> Sighting:
    """What the eyes would say of the card if its print left these names open."""
    seen = find_card(gallery, lying(shown))
    assert seen is not None
    return replace(seen, label=names[0], rivals=names[1:], lead=0.1)


def names(gallery: Gallery, shown: str, *could_be: str) -> tuple[str, ...]:
    return left_open(narrowed(gallery, lying(shown), doubt(gallery, shown, *could_be)))


@pytest.mark.parametrize(
    ("shown", "could_be", "left"),
    [
        ("r1", ("b1", "r1", "r2"), ("r1", "r2")),
        ("b2", ("b1", "b2"), ("b1", "b2")),
        ("y2", ("g2", "y2", "y1", "g1"), ("y2", "y1")),
    ],
)
def test_hue_leaves_the_values_open_and_one_suit(
    gallery: Gallery, shown: str, could_be: tuple[str, ...], left: tuple[str, ...]
) -> None:
    assert names(gallery, shown, *could_be) == left


def test_a_card_without_a_hue_among_them_leaves_all_open(gallery: Gallery) -> None:
    assert names(gallery, "r1", "b1", "w1", "r1") == ("b1", "w1", "r1")


def test_a_hue_that_is_none_of_theirs_says_nothing(gallery: Gallery) -> None:
    assert names(gallery, "g1", "b1", "r1") == ("b1", "r1")


def test_of_a_card_that_fits_badly_nothing_is_known(gallery: Gallery) -> None:
    card = doubt(gallery, "r1", "r1", "r2")
    assert left_open(replace(card, fit=0.45)) == ()
    assert left_open(None) == ()
    assert left_open(replace(card, label="back")) == ()
