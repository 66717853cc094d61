import numpy as np
import pytest

from vision.deck import BACK
from vision.generator.decks import COMPARED, STYLES, random_deck
from vision.learn.learning import HANABI_LABEL


def test_the_same_seed_draws_the_same_deck() -> None:
    first, second = (random_deck(np.random.default_rng(7)) for _ in range(2))
    assert list(first.faces) == list(second.faces)
    assert all(np.array_equal(first.faces[label], second.faces[label]) for label in first.faces)
    assert np.array_equal(first.back, second.back)
    other = random_deck(np.random.default_rng(8))
    assert other.back.shape != first.back.shape or not np.array_equal(other.back, first.back)


@pytest.mark.parametrize("style", STYLES)
def test_no_two_faces_of_a_deck_look_the_same(style: str) -> None:
    deck = random_deck(np.random.default_rng(3), style)
    assert deck.style == style
    rows = COMPARED[1] * 4
    seen = {face[::4, ::4][:rows].tobytes() for face in deck.faces.values()}
    assert len(seen) == len(deck.faces)


def test_a_deck_may_have_the_shape_of_hanabi() -> None:
    deck = random_deck(np.random.default_rng(1), hanabi=True)
    assert len(deck.faces) == 25
    assert all(HANABI_LABEL.fullmatch(label) for label in deck.faces)
    assert deck.size == (63, 88)


def test_a_drawn_deck_is_learnt_as_from_flat_scans_of_it() -> None:
    drawn = random_deck(np.random.default_rng(2))
    deck = drawn.learnt()
    assert deck.labels == tuple(sorted(drawn.faces))
    assert deck.has_back
    assert deck.card_size == drawn.size
    assert not drawn.learnt(with_back=False).has_back


def test_far_away_a_card_is_drawn_in_fewer_pixels() -> None:
    deck = random_deck(np.random.default_rng(2))
    near, far = deck.texture(BACK, 200.0), deck.texture(BACK, 30.0)
    assert near.shape[1] > 3 * far.shape[1] >= 0.75 * 30
    assert near.shape[2] == far.shape[2] == 4


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="no style cubist"):
        random_deck(np.random.default_rng(0), "cubist")
