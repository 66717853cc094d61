"""The light on one card: a card with bare ground brings along what its light is told by."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawn_inks import inked_deck
from vision.match.gallery import Gallery
from vision.match.own_light import Cast, OwnLight
from vision.match.recognise import Sighting
from vision.table.light import FloatImage

INKS = {"v": (180, 120, 140), "g": (140, 180, 120), "r": (120, 125, 185)}
"""Suits that differ in colour only, BGR, none strong."""
GREEN_LAMP = np.array([0.7, 1.2, 0.75])


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    return Gallery(inked_deck(INKS))


@pytest.fixture(scope="module")
def own(gallery: Gallery) -> OwnLight:
    return OwnLight(gallery)


def printed(gallery: Gallery, label: str) -> FloatImage:
    return gallery.soft_images[gallery.upright(label)[0]]


def lit(card: FloatImage, light: np.ndarray) -> FloatImage:
    """Return the card under a lamp, as a picture shows it."""
    return np.asarray(np.clip(card * light, 0, 1), dtype=np.float32)


def taken_for(label: str) -> Sighting:
    return Sighting(label, False, 0.9, 0.6, (), np.zeros((4, 2)), 0.2)


def test_the_ground_of_a_card_tells_the_colour_of_its_lamp(gallery: Gallery, own: OwnLight) -> None:
    cast = own.cast("v3", lit(printed(gallery, "v3"), GREEN_LAMP * 0.7))
    assert cast is not None
    assert not cast.full.any()
    colour = np.exp(cast.logs - cast.logs.mean())
    assert colour == pytest.approx(GREEN_LAMP / np.exp(np.log(GREEN_LAMP).mean()), rel=0.02)


@pytest.mark.parametrize("taken", ["g3", "r3", "v3"])
@pytest.mark.parametrize("label", ["v3", "r3", "g3"])
def test_a_card_is_itself_in_its_own_light_whatever_the_photos_light_made_of_it(
    gallery: Gallery, own: OwnLight, label: str, taken: str
) -> None:
    card = lit(printed(gallery, label), GREEN_LAMP * 0.7)
    cast = own.cast(taken, card)
    assert cast is not None
    found = own.again(taken_for(taken), card, own.lights(cast, []))
    assert found is not None
    assert found[0].label == label
    assert found[0].lead > 0.9


def test_a_shadow_over_half_a_card_is_no_colour(gallery: Gallery, own: OwnLight) -> None:
    card = lit(printed(gallery, "g4"), GREEN_LAMP * 0.8)
    clear = own.cast("g4", card)
    card[: len(card) // 2] *= 0.3
    shaded = own.cast("g4", card)
    assert clear is not None
    assert shaded is not None
    apart = (shaded.logs - shaded.logs.mean()) - (clear.logs - clear.logs.mean())
    assert apart == pytest.approx(np.zeros(3), abs=0.02)


def test_a_ground_that_is_too_bright_to_tell_its_colour_names_nothing(
    gallery: Gallery, own: OwnLight
) -> None:
    card = lit(printed(gallery, "v3"), np.array([0.72, 1.7, 0.8]))
    cast = own.cast("g3", card)
    assert cast is not None
    assert list(cast.full) == [False, True, False]
    found = own.again(taken_for("g3"), card, own.lights(cast, []))
    assert found is None or found[0].label == "v3" or found[0].lead < 0.36


def test_other_cards_tell_the_light_of_one_that_is_too_bright(
    gallery: Gallery, own: OwnLight
) -> None:
    lamp = np.array([0.6, 1.4, 0.66])
    card = lit(printed(gallery, "v3"), lamp * 1.2)
    dimmer = own.cast("r2", lit(printed(gallery, "r2"), lamp * 0.6))
    cast = own.cast("g3", card)
    assert cast is not None
    assert dimmer is not None
    assert cast.full.any()
    assert not dimmer.full.any()
    first = own.lights(cast, [cast, dimmer])[0]
    assert first / first.mean() == pytest.approx(lamp / lamp.mean(), rel=0.05)
    found = own.again(taken_for("g3"), card, own.lights(cast, [cast, dimmer]))
    assert found is not None
    assert found[0].label == "v3"


def test_overexposed_paper_may_hide_more_of_any_colour(own: OwnLight) -> None:
    cast = Cast(np.zeros(3), np.ones(3, dtype=np.bool_))
    assert len(own.lights(cast, [])) == 4


def test_the_least_that_all_lights_say_is_said(gallery: Gallery, own: OwnLight) -> None:
    card = printed(gallery, "g3")
    white, warm = np.ones(3), np.array([0.85, 1.0, 1.1])
    alone = own.again(taken_for("g3"), card, [white])
    both = own.again(taken_for("g3"), card, [white, warm])
    assert alone is not None
    assert both is not None
    assert both[0].margin < alone[0].margin
    assert both[0].fit == alone[0].fit


def test_dark_cards_have_no_ground_that_tells_a_light() -> None:
    dark = Gallery(inked_deck(INKS, (30, 25, 20)))
    assert OwnLight(dark).cast("v3", printed(dark, "v3")) is None


def test_a_card_the_other_way_up_is_not_named(gallery: Gallery, own: OwnLight) -> None:
    card = np.ascontiguousarray(printed(gallery, "v3")[::-1, ::-1])
    assert own.again(taken_for("v3"), card, [np.ones(3)]) is None


GREEN_AND_GREY = {"g": (85, 196, 64), "w": (125, 125, 125), "b": (200, 95, 60)}


def paler(card: FloatImage, share: float) -> FloatImage:
    """Return the card as a camera shows it that keeps a ``share`` of every colour."""
    grey = card.mean(axis=2, keepdims=True)
    return np.asarray(0.9 * (grey + share * (card - grey)), dtype=np.float32)


@pytest.mark.parametrize("share", [0.75, 0.55])
@pytest.mark.parametrize("label", ["g4", "b4"])
def test_a_coloured_card_that_a_camera_shows_pale_is_not_doubted_for_the_grey_suit(
    label: str, share: float
) -> None:
    gallery = Gallery(inked_deck(GREEN_AND_GREY, (245, 245, 245)))
    own = OwnLight(gallery)
    card = paler(printed(gallery, label), share)
    assert gallery.hues.greyer(label, card) >= {"w4"}
    found = own.again(taken_for(label), card, [np.full(3, 0.86)])
    assert found is not None
    assert found[0].label == label
    assert found[0].lead > 0.6


@pytest.mark.parametrize("lamp", [(0.8, 1.0, 0.8), (1.0, 0.8, 0.6), (0.6, 0.8, 1.0)])
@pytest.mark.parametrize("taken", ["g4", "b4"])
def test_a_grey_card_is_grey_in_its_own_light_whatever_coloured_one_it_was_taken_for(
    taken: str, lamp: tuple[float, float, float]
) -> None:
    gallery = Gallery(inked_deck(GREEN_AND_GREY, (245, 245, 245)))
    own = OwnLight(gallery)
    card = lit(printed(gallery, "w4"), np.array(lamp) * 0.9)
    cast = own.cast(taken, card)
    assert cast is not None
    found = own.again(taken_for(taken), card, own.lights(cast, []))
    assert found is not None
    assert found[0].label == "w4"
