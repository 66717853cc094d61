import cv2
import numpy as np
import pytest

from tests.drawn_table import LABELS, card_picture
from vision.deck import Deck, Exemplar, exemplar_pixels
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.gradients import unit, weighted


def test_every_card_is_kept_both_ways_up(gallery: Gallery) -> None:
    kinds = [(kind.label, kind.turned) for kind in gallery.kinds]
    assert len(kinds) == 2 * (len(LABELS) + 1)
    assert ("r1", False) in kinds
    assert ("r1", True) in kinds


def test_a_card_is_most_like_itself(gallery: Gallery) -> None:
    likeness = gallery.likeness
    np.testing.assert_allclose(np.diag(likeness), 1, atol=1e-4)
    others = likeness - 2 * np.eye(len(likeness))
    assert others.max() < 0.999


def test_a_card_is_most_like_its_own_print_of_all_that_are_upright(gallery: Gallery) -> None:
    card = gallery.soft_images[gallery.upright("g2")[0]]
    alike = gallery.prints(card * np.float32(0.5))
    assert set(alike) == {kind.label for kind in gallery.kinds}
    assert max(alike, key=lambda label: alike[label]) == "g2"
    assert alike["g2"] > 0.98


@pytest.mark.parametrize("size", [(63.0, 88.0), (88.0, 63.0)])
def test_a_cross_in_the_middle_looks_the_same_when_the_card_lies_across(
    size: tuple[float, float],
) -> None:
    width, height = exemplar_pixels(size)
    faces = {name: np.full((height, width, 3), 30, np.uint8) for name in ("cross", "bar", "two")}
    x, y = width // 2, height // 2
    for name in ("cross", "bar"):
        cv2.line(faces[name], (x - 80, y), (x + 80, y), (90, 200, 200), 24)
    cv2.line(faces["cross"], (x, y - 80), (x, y + 80), (90, 200, 200), 24)
    for down in (y - 60, y + 60):
        cv2.circle(faces["two"], (x, down), 30, (90, 200, 200), -1)
    gallery = Gallery(Deck("signs", size, tuple(Exemplar(*face) for face in faces.items())))
    alike = {name: gallery.is_alike_across(name) for name in faces}
    assert alike == {"cross": True, "bar": False, "two": False}


def test_behind_a_lip_only_the_upper_part_is_compared(drawn_deck: Deck, gallery: Gallery) -> None:
    standing = Gallery(drawn_deck, visible=70)
    assert standing.pixels(FINE_SCALE) == (94, 105)
    assert gallery.pixels(FINE_SCALE) == (94, 132)


def test_corners_and_edges_do_not_count(gallery: Gallery) -> None:
    mask = gallery.mask(FINE_SCALE)
    assert not mask[0].any()
    assert not mask[:, -1].any()
    assert not mask[1, 1], "a card's corners are round"
    assert mask[10, 10]
    assert mask[66, 47]


def test_what_all_cards_share_counts_little(gallery: Gallery) -> None:
    """The white border between the edge and the frame, against the middle of the card."""
    weights = gallery.weights(FINE_SCALE).reshape(132, 94)
    assert weights[60:100, 30:64].mean() > 1.3 * weights[60:100, 2:5].mean()


def test_light_and_contrast_do_not_change_what_a_card_is(gallery: Gallery) -> None:
    pixels = gallery.pixels(FINE_SCALE)
    flat = np.asarray(_shrunk(card_picture("g2"), pixels), dtype=np.float32)
    one, other = gallery.describe(flat), gallery.describe(flat * 0.5 + 0.2)
    assert float(one @ other) == pytest.approx(1, abs=0.03)


def test_a_card_agrees_with_itself_in_all_its_parts(gallery: Gallery) -> None:
    pixels = gallery.pixels(FINE_SCALE)
    card = np.asarray(_shrunk(card_picture("g2"), pixels), dtype=np.float32)
    assert gallery.agreement("g2", card) == 1.0
    hidden = card.copy()
    hidden[: pixels[1] // 2] = 0.5
    assert 0.3 <= gallery.agreement("g2", hidden) <= 0.6


@pytest.mark.parametrize("turns", [1, -1])
def test_a_card_agrees_with_any_picture_that_was_learnt_of_it(drawn_deck: Deck, turns: int) -> None:
    faded = np.full_like(card_picture("r1"), 200)
    faded[::40, ::60] = 60
    pictures = [Exemplar("r1", faded), Exemplar("r1", card_picture("r1"))][::turns]
    others = [one for one in drawn_deck.exemplars if one.label != "r1"]
    gallery = Gallery(Deck("two of one", drawn_deck.card_size, (*pictures, *others)))
    card = np.asarray(_shrunk(card_picture("r1"), gallery.pixels(FINE_SCALE)), dtype=np.float32)
    assert gallery.agreement("r1", card) == 1.0


def test_nothing_at_all_is_like_no_card(gallery: Gallery) -> None:
    columns, rows = gallery.pixels(FINE_SCALE)
    blank = np.full((rows, columns, 3), 0.8, dtype=np.float32)
    assert np.abs(gallery.fine @ gallery.describe(blank)).max() < 0.05
    assert unit(np.zeros(9, dtype=np.float32)).tolist() == [0] * 9


def test_weights_decide_what_counts() -> None:
    image = np.array([[[1.0] * 3, [0.0] * 3, [7.0] * 3]], dtype=np.float32)
    weights = np.array([[1.0], [1.0], [0.0]], dtype=np.float32)
    assert weighted(image, weights).tolist() == [0.5] * 3 + [-0.5] * 3 + [0] * 3


def test_two_pictures_of_one_card_are_one_name(drawn_deck: Deck) -> None:
    more = Deck("more", (63, 88), (*drawn_deck.exemplars, Exemplar("r1", card_picture("r1"))))
    assert more.labels == drawn_deck.labels
    assert len(Gallery(more).kinds) == 2 * len(more.exemplars)


def _shrunk(image: object, size: tuple[int, int]) -> object:
    return cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA) / 255
