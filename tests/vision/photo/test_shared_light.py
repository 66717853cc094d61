"""Suits that differ in depth of ink only: one card may be any of them, all cards of a photo not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.drawn_inks import inked_deck
from vision.geometry import Points
from vision.match.gallery import Gallery
from vision.photo.shared_light import PRINT_WORTH, SharedLight, Weighed, _burnt
from vision.photo.verdict import is_told
from vision.table.light import FloatImage

INKS = {
    "a": (60, 40, 30),
    "b": (105, 80, 62),
    "c": (150, 125, 105),
    "d": (190, 172, 155),
}
"""BGR: the same blue, deep to pale."""
CURVE = 1.3


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return Gallery(inked_deck(INKS))


def face(gallery: Gallery, label: str) -> FloatImage:
    return gallery.soft_images[gallery.upright(label)[0]]


def photographed(card: FloatImage, lit: float = 0.8, curve: float = CURVE) -> FloatImage:
    """Return a card in weaker light, with a camera's own curve and a little noise."""
    noise = np.random.default_rng(5).normal(0, 0.01, card.shape)
    return np.asarray(np.clip((card * lit) ** curve + noise, 0, 1), dtype=np.float32)


def weighed(gallery: Gallery, *cards: tuple[str, FloatImage]) -> list[Weighed]:
    return SharedLight(gallery).weigh(cards, [False] * len(cards), in_a_row(len(cards)))


def in_a_row(count: int) -> Points:
    """Return the middles of so many cards that lie beside each other across a photo."""
    across = np.linspace(0.1, 0.9, count)
    return np.column_stack([across, np.full(count, 0.4)])


def test_cards_of_a_few_suits_fix_the_scale_for_each_other(gallery: Gallery) -> None:
    shown = ["a1", "b2", "c3", "d4", "b1", "c2"]
    taken_for = ["b1", "a2", "b3", "d4", "a1", "b2"]
    lights = (0.7, 0.75, 0.8, 0.7, 0.85, 0.75)
    cards = [
        (guess, photographed(face(gallery, label), lit))
        for guess, label, lit in zip(taken_for, shown, lights, strict=True)
    ]
    found = weighed(gallery, *cards)
    assert [one.label for one in found] == shown
    assert all(is_told(one) for one in found)


def test_light_that_falls_off_over_the_table_makes_no_card_another(gallery: Gallery) -> None:
    """The same suits from one end of the table to the other, and one that is another's in between.

    By the light that is usual in the photo it is as likely the paler ink in weaker light.
    """
    shown = ["b1", "d2", "b3", "c4", "b2", "d4", "b4"]
    lights = np.linspace(1.0, 0.55, len(shown))
    cards = [
        (label, photographed(face(gallery, label), float(lit)))
        for label, lit in zip(shown, lights, strict=True)
    ]
    found = weighed(gallery, *cards)
    assert [one.label for one in found] == shown
    assert all(is_told(one) for one in found)
    backwards = SharedLight(gallery).weigh(
        cards, [False] * len(cards), in_a_row(len(cards))[[3, 0, 5, 1, 6, 2, 4]]
    )
    assert min(one.ahead for one in backwards) < min(one.ahead for one in found)


def test_a_lone_card_is_not_told_where_a_cameras_curve_makes_its_ink_anothers() -> None:
    deep, pale, paper = 95, 115, 244
    close = Gallery(inked_deck({**INKS, "b": (120, deep, 80), "c": (140, pale, 100)}))
    curve = float(np.log(deep / paper) / np.log(pale / paper))
    seen = photographed(face(close, "c3"), 1.0, curve)
    (alone,) = weighed(close, ("b3", seen))
    assert not is_told(alone)
    others = [(label, photographed(face(close, label), 1.0, curve)) for label in ("d2", "a4", "b1")]
    among = weighed(close, ("b3", seen), *others)[0]
    assert among.label == "c3"
    assert is_told(among)


@pytest.mark.parametrize("shown", ["a2", "b2", "c2", "a4", "b3"])
def test_thin_lines_out_of_focus_are_no_paler_ink(shown: str) -> None:
    """The other cards of the photo lie nearer to the camera and are sharp."""
    lines = Gallery(inked_deck(INKS, thick=3))
    sharp = [(label, photographed(face(lines, label))) for label in ("a1", "b3", "c4", "d1", "c1")]
    soft = np.asarray(cv2.GaussianBlur(face(lines, shown), (0, 0), 2.0), dtype=np.float32)
    (found, *_) = weighed(lines, (shown, photographed(soft)), *sharp)
    assert found.label == shown
    assert is_told(found)


def mirrored(card: FloatImage, down: float, across: float = 40.0) -> FloatImage:
    """Return a card on which a lamp is mirrored, so many pixels ``across``, that share ``down``."""
    rows, columns = card.shape[:2]
    y, x = np.mgrid[:rows, :columns]
    spot = np.exp(-(((x - columns / 2) / across) ** 2 + ((y - rows * down) / across) ** 2))
    return np.asarray(np.clip(card + 0.5 * spot[..., None], 0, 1), dtype=np.float32)


def test_a_card_whose_ink_a_reflection_hides_is_not_told(gallery: Gallery) -> None:
    clear = [(label, photographed(face(gallery, label))) for label in ("a2", "b3", "c4", "d1")]
    lit = photographed(face(gallery, "b2"))
    assert is_told(weighed(gallery, ("b2", lit), *clear)[0])
    assert not is_told(weighed(gallery, ("b2", mirrored(lit, 0.5, 120.0)), *clear)[0])


def test_a_card_is_told_by_its_ink_beside_a_reflection(gallery: Gallery) -> None:
    """What all faces share shows where the lamp is: what lies there says nothing, the rest does."""
    clear = [(label, photographed(face(gallery, label))) for label in ("a2", "b3", "c4", "d1")]
    for down in (0.7, 0.8, 0.95):
        shown = mirrored(photographed(face(gallery, "b2")), down, 20.0)
        found = weighed(gallery, ("c2", shown), *clear)[0]
        assert found.label == "b2", down
        assert is_told(found), down


@pytest.mark.parametrize("added", [0.05, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("guess", ["a2", "b2", "c2"])
def test_a_lamp_mirrored_all_over_one_card_makes_no_paler_ink_of_its_own(
    gallery: Gallery, added: float, guess: str
) -> None:
    """It adds the same everywhere, so the card looks like one of a paler suit in more light."""
    clear = [(label, photographed(face(gallery, label))) for label in ("a2", "b3", "c4", "d1")]
    lit = np.clip(photographed(face(gallery, "b2")) + added, 0, 1)
    found = weighed(gallery, (guess, np.asarray(lit, dtype=np.float32)), *clear)
    assert found[0].label == "b2" or not is_told(found[0])
    assert [one.label for one in found[1:]] == ["a2", "b3", "c4", "d1"]


def test_what_the_print_says_counts_beside_the_light(gallery: Gallery) -> None:
    cards = [(label, photographed(face(gallery, label))) for label in ("a2", "b3", "c4", "d1")]
    light = SharedLight(gallery)
    apart = [False] * len(cards)
    alike = [{"a2": 0.98, "b2": 0.93}, {}, {}, {}]
    print_ = light.weigh(cards, apart, in_a_row(4), (), alike)[0]
    without = light.weigh(cards, apart, in_a_row(4))[0]
    assert print_.behind["b2"] == pytest.approx(without.behind["b2"] + 0.05 * PRINT_WORTH, abs=0.5)
    assert print_.off == pytest.approx(without.off, abs=1e-3)


def test_a_shadow_that_ends_on_a_card_shows_as_steep_light(gallery: Gallery) -> None:
    clear = [(label, photographed(face(gallery, label))) for label in ("a2", "b3", "c4", "d1")]
    even = face(gallery, "b2")
    shaded = even.copy()
    shaded[len(shaded) // 2 :] *= 0.6
    for flat, least, most in ((even, 0.0, 0.1), (shaded, 0.3, 1.5)):
        found = weighed(gallery, ("b2", photographed(flat)), *clear)
        assert least <= found[0].steep <= most
        assert max(one.steep for one in found[1:]) < 0.1


def test_a_settled_card_tells_of_the_light_and_is_not_weighed(gallery: Gallery) -> None:
    cards = [("d4", photographed(face(gallery, "d4"))), ("a1", photographed(face(gallery, "a1")))]
    settled, open_ = SharedLight(gallery).weigh(cards, [True, False], in_a_row(2))
    assert settled.behind.keys() == {"d4"}
    assert settled.ahead == np.inf
    assert open_.label == "a1"
    assert set(open_.behind) > {"a1", "b1"}


def test_what_a_card_does_not_rule_out_is_weighed_however_unlike_its_first_guess_it_is() -> None:
    """Otherwise what is left to it may be wrong, and is told with certainty."""
    apart = Gallery(inked_deck({"a": (60, 40, 30), "b": (105, 80, 62), "r": (40, 60, 235)}))
    clear = [(label, photographed(face(apart, label))) for label in ("a2", "b3", "r4")]
    cards = [("a1", photographed(face(apart, "r3"))), *clear]
    light, lying = SharedLight(apart), in_a_row(len(cards))
    without = light.weigh(cards, [False] * 4, lying)[0]
    assert "r3" not in without.behind
    found = light.weigh(cards, [False] * 4, lying, [("r3",), (), (), ()])[0]
    assert found.label == "r3"
    assert is_told(found)
    alone = light.weigh(cards, [True] * 4, lying, [("r3",), (), (), ()])[0]
    assert alone.behind.keys() == {"a1"}, "what is settled needs no rivals"


def test_where_a_picture_is_full_light_may_have_been_stronger(gallery: Gallery) -> None:
    """Paper that is burnt out does not make its ink paler."""
    cards = [
        (label, photographed(face(gallery, label), lit, 1.0))
        for label, lit in (("a2", 0.9), ("b3", 0.9), ("c4", 0.9), ("b1", 1.25))
    ]
    burnt = weighed(gallery, *cards)[3]
    assert float(np.median(cards[3][1].max(axis=2))) == 1.0
    assert burnt.label == "b1"


def test_a_card_whose_ink_is_burnt_out_is_not_told(gallery: Gallery) -> None:
    clear = [(label, photographed(face(gallery, label), 0.9, 1.0)) for label in ("a2", "b3", "d4")]
    white = np.full_like(clear[0][1], 1.0)
    found = weighed(gallery, ("d2", white), *clear)
    assert not is_told(found[0])
    assert found[0].burnt == 1.0
    assert all(is_told(one) for one in found[1:])


def test_white_paper_in_strong_light_burns_no_ink_of_a_card_that_no_other_is_like() -> None:
    apart = Gallery(inked_deck({"a": (60, 40, 30), "r": (60, 60, 220)}))
    other = photographed(face(apart, "r1"), 1.0, 1.0)
    bright = np.minimum(face(apart, "a3") * 1.25, 1).astype(np.float32)
    light = SharedLight(apart)
    (alone, _) = light.weigh([("a3", bright), ("r1", other)], [True, True], in_a_row(2))
    assert float((bright.min(axis=2) >= 1).mean()) > 0.5, "most of the card is white"
    assert alone.burnt == 0
    (blank, _) = light.weigh(
        [("a3", np.ones_like(bright)), ("r1", other)], [True, True], in_a_row(2)
    )
    assert blank.burnt == 1


def test_a_card_is_weighed_against_the_same_shapes_in_every_colour() -> None:
    """Orange stars in the veil of a lamp were told as grey ones: orange was no like face."""
    inks = {"o": (0, 120, 255), "g": (110, 110, 110), "b": (200, 60, 0)}
    gallery = Gallery(inked_deck(inks))
    other = photographed(face(gallery, "b1"))
    (one, _) = weighed(gallery, ("g3", photographed(face(gallery, "g3"))), ("b1", other))
    assert set(one.behind) >= {"o3", "g3", "b3"}


def test_no_cards_are_weighed_without_a_word(gallery: Gallery) -> None:
    assert SharedLight(gallery).weigh([], [], np.zeros((0, 2))) == []


def test_a_card_the_other_way_up_is_weighed_against_the_faces_that_it_looks_like() -> None:
    """A face that is the same after half a turn is like another suit's both ways up."""
    deck = inked_deck(INKS)
    gallery = Gallery(deck)
    turned = cv2.rotate(face(gallery, "b4"), cv2.ROTATE_180)
    found = weighed(gallery, ("b4", photographed(np.asarray(turned, dtype=np.float32))))
    assert not is_told(found[0])


@pytest.mark.parametrize(
    ("seen", "lost"),
    [
        ((0.3, 1.0, 1.0), 1.0),
        ((0.3, 1.0, 0.9), 0.0),
        ((0.3, 0.8, 0.7), 0.0),
        ((1.0, 1.0, 1.0), 1.0),
    ],
)
def test_yellow_is_not_told_from_green_where_red_is_burnt_out(
    seen: tuple[float, float, float], lost: float
) -> None:
    """Blue still shows both, and looks the same in both."""
    faces = np.array([[0.24, 0.75, 0.85], [0.24, 0.75, 0.6]], np.float32)
    burnt = _burnt(np.array([seen], np.float32), faces[:, None])
    assert burnt == pytest.approx([lost, lost])


def test_bare_paper_is_told_from_ink_however_bright_it_is() -> None:
    faces = np.array([[0.95, 0.95, 0.95], [0.2, 0.75, 0.85]], np.float32)
    burnt = _burnt(np.ones((1, 3), np.float32), faces[:, None])
    assert burnt[0] < 0.1
