"""Whether a card in a photo is named: faces that hardly differ are told apart by nobody's luck."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.drawn_inks import BLUISH, inked_deck
from vision.deck import Deck
from vision.geometry import Points
from vision.match.embedding import Lineup
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.own_light import Cast, OwnLight
from vision.match.recognise import OPPOSITE, Sighting, find_card
from vision.outlines.tabletop import Tabletop, fit_tabletop
from vision.photo.acceptance import Evidence
from vision.photo.card import PhotoCard, of_one_size
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces
from vision.photo.shared_light import Weighed
from vision.photo.verdict import (
    LEAST_MARGIN,
    MOST_HUE,
    SIGNAL,
    Verdicts,
    _Lying,
    is_told,
)


@pytest.fixture(scope="module")
def verdicts(drawn_deck: Deck) -> Verdicts:
    gallery = Gallery(drawn_deck)
    return Verdicts(gallery, PhotoPlaces(gallery))


@pytest.fixture(scope="module")
def seen(drawn_deck: Deck) -> Sighting:
    """A card that is plainly the one that it is taken for."""
    gallery = Gallery(drawn_deck)
    face = gallery.soft_images[gallery.upright("y2")[0]]
    patch = np.pad(face, ((12, 12), (12, 12), (0, 0)), constant_values=0.5)
    found = find_card(gallery, np.asarray(patch, dtype=np.float32), (0.0,))
    assert found is not None
    return replace(found, label="y2")


@pytest.mark.parametrize("likest", ["y2", "r2"])
def test_a_margin_that_light_could_make_names_no_card_whatever_the_net_says(
    verdicts: Verdicts, seen: Sighting, likest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lineup, "against", lambda *_: (likest, 1.0))
    gallery = verdicts._gallery
    flat = gallery.soft_images[gallery.upright("y2")[0]]
    assert flat.shape[0] == round(gallery.size[1] * FINE_SCALE)
    for fit in (0.7, 0.9, 1.0):
        one = replace(seen, fit=fit)
        least = max(LEAST_MARGIN, SIGNAL * one.misfit)
        assert verdicts._is_contradicted(replace(one, margin=least * 0.9), flat)
        assert not verdicts._is_contradicted(replace(one, margin=least * 1.1), flat)


def test_the_worse_a_card_fits_the_more_it_has_to_differ_from_another(seen: Sighting) -> None:
    misfits = [replace(seen, fit=fit).misfit for fit in (1.0, 0.98, 0.9, 0.7, 0.0)]
    assert misfits == sorted(misfits)
    assert misfits[0] == 0
    assert misfits[-1] == pytest.approx(OPPOSITE), "as far as two cards with nothing in common"


def test_the_net_takes_a_name_that_it_does_not_see_from_a_face_like_another(
    verdicts: Verdicts, seen: Sighting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lineup, "against", lambda *_: ("y3", -0.05))
    gallery = verdicts._gallery
    flat = gallery.soft_images[gallery.upright("y2")[0]]
    assert verdicts._is_contradicted(replace(seen, margin=0.2), flat)
    assert not verdicts._is_contradicted(replace(seen, margin=1.0), flat), "too plain for doubts"


@pytest.mark.parametrize(("gap", "contradicted"), [(-0.02, True), (0.05, False)])
def test_a_digit_that_another_deck_prints_in_another_colour_is_no_card_of_this_one(
    verdicts: Verdicts,
    seen: Sighting,
    gap: float,
    contradicted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is like no other face here; but it fits badly, and the net finds another one likelier."""
    monkeypatch.setattr(Lineup, "against", lambda *_: ("y3", gap))
    gallery = verdicts._gallery
    flat = gallery.soft_images[gallery.upright("y2")[0]]
    assert verdicts._is_contradicted(replace(seen, margin=1.0, fit=0.76), flat) == contradicted
    assert not verdicts._is_contradicted(replace(seen, margin=1.0, fit=0.9), flat)


@pytest.mark.parametrize("has_hue", [True, False])
def test_a_grey_face_is_not_named_because_light_has_turned_the_hue_of_another(
    verdicts: Verdicts, seen: Sighting, has_hue: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery = verdicts._gallery
    corners = seen.corners
    coloured = PhotoCard(Sight.UNKNOWN, seen, corners)
    grey = PhotoCard(Sight.UNKNOWN, replace(seen, label="w2"), corners)
    monkeypatch.setattr(type(gallery.hues), "ruled_out", lambda *_: (0.0, {"y2"}))
    monkeypatch.setattr(PhotoPlaces, "fit_one_of", lambda *_: grey)
    monkeypatch.setattr(type(gallery.hues), "learnt", lambda *_: 20.0 if has_hue else None)
    image = Photograph(np.full((200, 200, 3), 128, np.uint8))
    flat = gallery.soft_images[gallery.upright("y2")[0]]
    settled = verdicts._by_hue(image, coloured, flat)
    assert settled is (grey if has_hue else None)


@pytest.mark.parametrize(("likeness", "named"), [(0.87, None), (0.99, "r2")])
def test_a_hue_makes_another_card_of_a_print_only_where_the_net_sees_that_too(
    verdicts: Verdicts,
    seen: Sighting,
    likeness: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The brightest of a photo was a green cloth, and with that for white green looked blue."""
    gallery = verdicts._gallery
    flat = gallery.soft_images[gallery.upright("r2")[0]]
    printed = PhotoCard(Sight.UNKNOWN, replace(seen, margin=0.3), seen.corners)
    other = PhotoCard(Sight.UNKNOWN, replace(seen, label="r2"), seen.corners)
    monkeypatch.setattr(Verdicts, "_by_hue", lambda *_: other)
    monkeypatch.setattr(Verdicts, "_cast", lambda *_: None)
    monkeypatch.setattr(Verdicts, "_flat", lambda *_: flat)
    monkeypatch.setattr(Verdicts, "_in_any_light", lambda *_: other.card)
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.87, "r2": likeness})
    monkeypatch.setattr(Lineup, "against", lambda *_: ("b3", 0.5))
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    assert verdicts._judged(image, printed, flat, _Lying(None), (), None).label == named


@pytest.mark.parametrize(
    ("margin", "known", "refused"), [(1.0, True, False), (1.0, False, True), (0.3, True, True)]
)
def test_a_print_like_no_other_is_not_refused_for_the_hue_that_a_purple_cloth_gives_it(
    margin: float, known: bool, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The brightest of the photo is the cloth: with that for white, blue ink on black is green."""
    deck = inked_deck({"b": (200, 160, 50), "r": (60, 60, 200)}, (30, 20, 20))
    gallery = Gallery(deck)
    verdicts = Verdicts(gallery, PhotoPlaces(gallery))
    card = next(one for one in deck.exemplars if one.label == "b3").image
    picture = np.full((560, 560, 3), (250, 60, 160), np.uint8)
    height, width = card.shape[:2]
    picture[40 : 40 + height, 40 : 40 + width] = card
    picture[-60:] = (0, 0, 0)
    image = Photograph(picture)
    quad = 40.0 + np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    found = PhotoPlaces(gallery).fit(image, quad, None)
    assert found is not None
    plain = replace(found, card=replace(found.card, label="b3", margin=margin, lead=0.9))
    flat = verdicts._flat(image, plain)
    assert gallery.hues.apart("b3", flat) > MOST_HUE
    monkeypatch.setattr(Verdicts, "_is_known_well", lambda *_: known)
    apart = gallery.hues.apart("b3", verdicts._hued(image, plain.card, flat))
    assert (apart > MOST_HUE) == refused
    if not refused:
        assert verdicts._by_hue(image, plain, flat) is plain


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.5, 1.0, 0.6), (0.45, 0.8, 0.7)])
def test_a_card_that_no_light_makes_another_is_not_refused_for_the_hue_that_light_gave_it(
    lamp: tuple[float, float, float],
) -> None:
    """BGR: day, and two lamps beside it; the card's paper tells each of them."""
    deck = inked_deck({"b": (200, 110, 50), "r": (60, 60, 200)}, BLUISH)
    gallery = Gallery(deck)
    verdicts = Verdicts(gallery, PhotoPlaces(gallery))
    card = next(one for one in deck.exemplars if one.label == "b3").image
    shown = np.clip(card * np.array(lamp), 0, 255).astype(np.uint8)
    picture = np.full((560, 560, 3), 70, np.uint8)
    height, width = shown.shape[:2]
    picture[40 : 40 + height, 40 : 40 + width] = shown
    picture[-60:] = (0, 0, 0)
    picture[-60:-30] = (255, 255, 255)
    image = Photograph(picture)
    quad = 40.0 + np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    found = PhotoPlaces(gallery).fit(image, quad, None)
    assert found is not None
    plain = replace(found, card=replace(found.card, margin=1.0, lead=0.9))
    named = verdicts.of(image, plain, None)
    assert (named.sight, named.label) == (Sight.FACE, "b3")


@pytest.mark.parametrize(("cosine", "sight"), [(0.9, Sight.FACE), (0.74, Sight.UNKNOWN)])
def test_a_card_that_fits_much_worse_than_all_others_is_named_only_if_the_net_knows_it(
    verdicts: Verdicts,
    seen: Sighting,
    cosine: float,
    sight: Sight,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def named(fit: float) -> PhotoCard:
        return PhotoCard(Sight.FACE, replace(seen, fit=fit), seen.corners)

    def sights(*fits: float) -> list[Sight]:
        cards = [named(fit) for fit in fits]
        return [card.sight for card in verdicts._without_strangers(image, cards)]

    monkeypatch.setattr(Lineup, "cosine", lambda *_: cosine)
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    assert sights(0.95, 0.97, 0.64) == [Sight.FACE, Sight.FACE, sight]
    assert sights(0.95, 0.64) == [Sight.FACE, Sight.FACE], "one other is no rule"
    assert sights(0.7, 0.66, 0.6) == [Sight.FACE] * 3, "in a dim photo all of them fit badly"


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ((0.01, 0.02, 0.2), (True, True, False)),
        ((0.01, 0.02, 0.1), (True, True, True)),
        ((0.01, 0.08, 0.2), (True, True, True)),
        ((None, None, 0.2), (True, True, True)),
    ],
)
def test_a_card_of_another_size_than_those_that_tell_the_table_is_not_the_decks(
    seen: Sighting, missing: tuple[float | None, ...], named: tuple[bool, ...]
) -> None:
    """Another deck's ones, on smaller cards, are printed like this deck's; bent ones miss less."""
    cards = [
        PhotoCard(Sight.FACE, seen, seen.corners, Evidence(0.9, 1.0, 1.0, 1.0, 0.0, miss))
        for miss in missing
    ]
    found = of_one_size(cards)
    assert tuple(card.sight is Sight.FACE for card in found) == named


def judged_as(
    verdicts: Verdicts,
    seen: Sighting,
    weighed: Weighed | None,
    own: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> PhotoCard:
    """Judge a flawless y2 that was ``weighed``; in the light of its own ground it is ``own``."""
    gallery = verdicts._gallery
    flat = gallery.soft_images[gallery.upright("y2")[0]]
    cast = None if own is None else Cast(np.zeros(3), np.zeros(3, dtype=np.bool_))
    lit = replace(seen, label=own or "y2")
    monkeypatch.setattr(Verdicts, "_cast", lambda *_: cast)
    monkeypatch.setattr(OwnLight, "again", lambda *_: (lit, flat))
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    card = PhotoCard(Sight.UNKNOWN, seen, seen.corners)
    return verdicts._judged(image, card, flat, _Lying(None), (), weighed)


@pytest.mark.parametrize(
    ("own", "gap", "ahead", "named"),
    [
        ("y2", 0.0, 8.0, "y2"),
        ("r2", 0.0, 8.0, None),
        ("r2", 0.0, 15.0, None),
        ("r2", 0.0, 17.0, "y2"),
        ("r2", -0.12, 40.0, None),
        ("y2", -0.12, 40.0, None),
        ("r2", 0.06, 12.0, "y2"),
        ("r2", 0.06, 8.0, None),
        (None, 0.0, 8.0, None),
        (None, 0.0, 20.0, "y2"),
    ],
)
def test_the_photos_light_gives_a_card_another_name_where_its_own_ground_or_the_net_says_so_too(
    verdicts: Verdicts,
    seen: Sighting,
    own: str | None,
    gap: float,
    ahead: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A whole photo can be taken for one of other tones."""
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", gap))
    like = replace(seen, label="r2", margin=0.05)
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0)
    card = judged_as(verdicts, like, weighed, own, monkeypatch)
    assert card.label == named


@pytest.mark.parametrize(("margin", "named"), [(0.05, "y2"), (0.62, None)])
def test_the_light_of_a_cards_own_ground_makes_no_other_card_of_a_face_that_none_is_like(
    verdicts: Verdicts,
    seen: Sighting,
    margin: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the edge of a shadow lies on a card its light is measured wrongly."""
    printed = replace(seen, label="r2", margin=margin)
    monkeypatch.setattr(type(verdicts._gallery.hues), "is_other", lambda *_: True)
    monkeypatch.setattr(type(verdicts._gallery.hues), "ruled_out", lambda *_: (0.0, set()))
    card = judged_as(verdicts, printed, None, "y2", monkeypatch)
    assert card.label == named


@pytest.mark.parametrize(
    ("gap", "ahead", "named"),
    [
        (0.0, 11.0, "y2"),
        (0.0, 8.0, None),
        (0.0, 6.0, None),
        (0.06, 6.0, None),
        (0.12, 6.0, "y2"),
        (-0.05, 8.0, None),
        (-0.05, 12.0, "y2"),
    ],
)
def test_the_net_takes_a_name_from_a_card_that_the_photos_light_hardly_tells(
    verdicts: Verdicts,
    seen: Sighting,
    gap: float,
    ahead: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", gap))
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.9 - gap})
    like = replace(seen, margin=0.04)
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0)
    assert judged_as(verdicts, like, weighed, None, monkeypatch).label == named


@pytest.mark.parametrize(
    ("lead", "gap", "named"), [(0.5, 0.04, None), (0.5, 0.12, "y2"), (0.9, 0.04, "y2")]
)
def test_a_card_halfway_between_two_faces_is_neither_where_light_and_net_take_no_side(
    verdicts: Verdicts,
    seen: Sighting,
    lead: float,
    gap: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However far the faces are from each other, and the margin from nothing."""
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", gap))
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.9 - gap})
    between = replace(seen, lead=lead, margin=0.19)
    weighed = Weighed("y2", 3.2, {"y2": 0.0, "r2": 3.2}, 0.037, 0.0)
    assert judged_as(verdicts, between, weighed, None, monkeypatch).label == named


@pytest.mark.parametrize(
    ("ahead", "off", "steep", "gap", "told"),
    [
        (4.0, 0.03, 0.0, 0.15, True),
        (4.0, 0.03, 0.0, 0.05, False),
        (3.0, 0.03, 0.0, 0.15, False),
        (4.0, 0.08, 0.0, 0.15, False),
        (4.0, 0.03, 0.5, 0.15, False),
    ],
)
def test_a_face_of_thin_lines_is_told_where_its_print_the_photos_light_and_the_net_agree(
    verdicts: Verdicts,
    seen: Sighting,
    ahead: float,
    off: float,
    steep: float,
    gap: float,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has so little ink that no light leaves it far ahead of its like."""
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.9 - gap})
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", gap))
    like = replace(seen, margin=0.05, fit=0.9)
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, off, 0.0, steep)
    assert (judged_as(verdicts, like, weighed, None, monkeypatch).label == "y2") == told


@pytest.mark.parametrize(
    ("own", "ahead", "gap", "steep", "mirrored", "told"),
    [
        ("y2", 5.5, 0.0, 0.1, False, True),
        ("y2", 4.0, 0.0, 0.1, False, False),
        ("r2", 5.5, 0.0, 0.1, False, False),
        (None, 5.5, 0.0, 0.1, False, False),
        ("y2", 5.5, -0.05, 0.1, False, False),
        ("y2", 5.5, 0.0, 0.1, True, False),
        ("y2", 8.0, 0.0, 0.3, False, True),
        ("y2", 8.0, 0.0, 0.5, False, False),
    ],
)
def test_a_card_its_ground_and_the_photos_light_that_agree_need_not_be_so_certain(
    verdicts: Verdicts,
    seen: Sighting,
    own: str | None,
    ahead: float,
    gap: float,
    steep: float,
    mirrored: bool,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", gap))
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.9 - gap})
    flat = verdicts._gallery.soft_images[verdicts._gallery.upright("y2")[0]]
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0, steep, mirrored)
    monkeypatch.setattr(Verdicts, "_in_own_light", lambda *_: own)
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    like = replace(seen, margin=0.15)
    assert verdicts._is_told(image, like, flat, (), weighed) == told


@pytest.mark.parametrize(
    ("margin", "ahead", "told"),
    [(0.07, 8.4, False), (0.07, 11.0, True), (0.15, 8.4, True)],
)
def test_what_hardly_differs_from_another_face_is_told_by_a_photo_that_is_certain(
    verdicts: Verdicts,
    seen: Sighting,
    margin: float,
    ahead: float,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A photo of brown suits was taken for one of a little darker ones, all cards alike."""
    monkeypatch.setattr(Lineup, "against", lambda *_: ("y2", 0.02))
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.88})
    like = replace(seen, margin=margin)
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0)
    assert (judged_as(verdicts, like, weighed, "y2", monkeypatch).label == "y2") == told


@pytest.mark.parametrize(("mirrored", "named"), [(False, "y2"), (True, None)])
def test_a_mirrored_lamp_is_no_reason_to_name_a_card_against_its_own_ground(
    verdicts: Verdicts,
    seen: Sighting,
    mirrored: bool,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", 0.0))
    like = replace(seen, label="r2", margin=0.05)
    weighed = Weighed("y2", 40.0, {"y2": 0.0, "r2": 40.0}, 0.01, 0.0, 0.0, mirrored)
    assert judged_as(verdicts, like, weighed, "r2", monkeypatch).label == named


@pytest.mark.parametrize(
    ("mirrored", "ahead", "named"), [(True, 8.0, None), (True, 12.0, "y2"), (False, 8.0, "y2")]
)
def test_a_card_in_which_a_lamp_is_mirrored_is_named_only_far_ahead(
    verdicts: Verdicts,
    seen: Sighting,
    mirrored: bool,
    ahead: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A green one was taken for yellow by print, ground and net, in a veil of that strength."""
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", 0.2))
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0, 0.0, mirrored)
    like = replace(seen, margin=0.3)
    assert judged_as(verdicts, like, weighed, "y2", monkeypatch).label == named


@pytest.mark.parametrize(
    ("fit", "margin", "named"), [(0.57, 0.32, None), (0.57, 0.48, "y2"), (0.7, 0.32, "y2")]
)
def test_a_card_that_fits_too_badly_to_be_weighed_has_no_name_beside_like_faces(
    verdicts: Verdicts,
    seen: Sighting,
    fit: float,
    margin: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A blue five paled by a lamp was told as white in the light that its blank paper showed."""
    like = replace(seen, fit=fit, margin=margin)
    monkeypatch.setattr(Verdicts, "_is_enough", lambda *_: True)
    assert judged_as(verdicts, like, None, "y2", monkeypatch).label == named


@pytest.mark.parametrize(("mirrored", "told"), [(False, True), (True, False)])
def test_the_net_backs_no_name_where_a_lamp_is_mirrored(
    verdicts: Verdicts,
    seen: Sighting,
    mirrored: bool,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A warm lamp's veil made a grey figure yellow, for the eye and for the net alike."""
    monkeypatch.setattr(Lineup, "likeness", lambda *_: {"y2": 0.9, "r2": 0.75})
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", 0.15))
    like = replace(seen, margin=0.05, fit=0.9)
    weighed = Weighed("y2", 4.0, {"y2": 0.0, "r2": 4.0}, 0.03, 0.0, 0.0, mirrored)
    assert (judged_as(verdicts, like, weighed, None, monkeypatch).label == "y2") == told


@pytest.mark.parametrize(
    ("gap", "rivals", "ahead", "told"),
    [
        (0.15, (), 20.0, True),
        (0.05, (), 20.0, False),
        (0.15, ("y3",), 20.0, False),
        (0.15, (), 4.0, False),
    ],
)
def test_the_light_need_not_rule_out_a_figure_that_print_and_net_do(
    verdicts: Verdicts,
    seen: Sighting,
    gap: float,
    rivals: tuple[str, ...],
    ahead: float,
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three thin stars and two are the same to it; another suit, like it to the net, it rules out.

    Where the suit is not far behind, either, nothing is told.
    """
    looks = {"y2": 0.9, "y3": 0.9 - gap, "r2": 0.88}
    monkeypatch.setattr(Lineup, "likeness", lambda *_: dict(looks))
    monkeypatch.setattr(Lineup, "against", lambda *_: ("r2", 0.02))
    like = replace(seen, margin=0.05, fit=0.9, rivals=rivals)
    weighed = Weighed("y2", 0.5, {"y2": 0.0, "y3": 0.5, "r2": ahead}, 0.01, 0.0)
    assert (judged_as(verdicts, like, weighed, None, monkeypatch).label == "y2") == told


@pytest.mark.parametrize(("behind", "named"), [(0.3, "y2"), (5.0, None)])
def test_a_photos_light_that_says_next_to_nothing_takes_no_name(
    verdicts: Verdicts,
    seen: Sighting,
    behind: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = replace(seen, margin=0.5)
    weighed = Weighed("r2", behind, {"r2": 0.0, "y2": behind}, 0.02, 0.0)
    assert judged_as(verdicts, plain, weighed, "y2", monkeypatch).label == named


@pytest.mark.parametrize(
    ("margin", "ahead", "named"), [(0.1, 2.0, None), (0.1, 5.0, "y2"), (0.3, 2.0, "y2")]
)
def test_a_margin_that_light_could_make_names_only_what_the_photos_light_leaves_ahead(
    verdicts: Verdicts,
    seen: Sighting,
    margin: float,
    ahead: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However clear its lead is, and whatever the net says."""
    like = replace(seen, margin=margin)
    weighed = Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0)
    assert judged_as(verdicts, like, weighed, None, monkeypatch).label == named


@pytest.mark.parametrize(("fit", "named"), [(0.76, None), (0.95, "y2")])
def test_what_no_light_makes_one_of_the_decks_cards_is_another_decks_unless_its_print_fits(
    verdicts: Verdicts,
    seen: Sighting,
    fit: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    like = replace(seen, margin=0.45, fit=fit)
    weighed = Weighed("r2", 0.5, {"r2": 0.0, "y2": 0.5}, 0.08, 0.0)
    assert judged_as(verdicts, like, weighed, None, monkeypatch).label == named


@pytest.mark.parametrize(("burnt", "named"), [(0.2, "y2"), (0.9, None)])
def test_a_card_whose_ink_is_burnt_out_is_not_taken_for_the_face_with_the_least(
    verdicts: Verdicts,
    seen: Sighting,
    burnt: float,
    named: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = replace(seen, margin=0.45)
    weighed = Weighed("y2", 3.0, {"y2": 0.0, "r2": 3.0}, 0.05, burnt)
    assert judged_as(verdicts, plain, weighed, "y2", monkeypatch).label == named


def test_a_card_that_was_held_against_no_other_face_is_not_told_from_any() -> None:
    """It leads by little over one that is not like it, so it is a poor picture of either."""
    assert not is_told(Weighed("y2", np.inf, {"y2": 0.0}, 0.01, 0.0))
    assert is_told(Weighed("y2", 20.0, {"y2": 0.0, "r2": 20.0}, 0.01, 0.0))


@pytest.mark.parametrize(
    ("fit", "across", "ends", "named"),
    [
        (0.58, 0.57, False, False),
        (0.58, 0.40, False, True),
        (0.58, None, False, True),
        (0.58, 0.57, True, True),
        (0.90, 0.89, False, True),
    ],
)
def test_a_card_that_may_as_well_lie_across_is_named_only_where_it_is_seen_to_end(
    verdicts: Verdicts,
    seen: Sighting,
    fit: float,
    across: float | None,
    ends: bool,
    named: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sign in its middle looks the same both ways where the rest is covered."""
    card = PhotoCard(Sight.FACE, replace(seen, fit=fit), seen.corners)
    other = None if across is None else replace(card, card=replace(seen, fit=across))
    asked: list[Points] = []

    def fitted(
        _: PhotoPlaces, image: Photograph, quad: Points, table: Tabletop
    ) -> PhotoCard | None:
        asked.append(quad)
        return other

    monkeypatch.setattr(Verdicts, "_judged", lambda *_: card)
    monkeypatch.setattr(PhotoPlaces, "is_outlined", lambda *_: ends)
    monkeypatch.setattr(PhotoPlaces, "fit", fitted)
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    table = fit_tabletop([seen.corners], verdicts._gallery.deck.card_size, image.size)
    assert verdicts.of(image, card, table).sight is (Sight.FACE if named else Sight.UNKNOWN)
    assert all(np.allclose(quad, np.roll(seen.corners, 1, axis=0)) for quad in asked)


@pytest.mark.parametrize(
    ("alike", "ends", "told"),
    [
        (True, (False, False), None),
        (True, (False, True), "across"),
        (True, (True, True), "upright"),
        (False, (False, True), "upright"),
    ],
)
def test_a_sign_that_is_the_same_across_lies_as_its_edges_tell(
    verdicts: Verdicts,
    seen: Sighting,
    alike: bool,
    ends: tuple[bool, bool],
    told: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A flower with four petals, in the middle of a black card beside other black cards."""
    card = PhotoCard(Sight.FACE, replace(seen, fit=0.9), seen.corners)
    turned = replace(card, corners=np.roll(seen.corners, 1, axis=0) + 1.0)
    monkeypatch.setattr(Gallery, "is_alike_across", lambda *_: alike)
    monkeypatch.setattr(Verdicts, "_judged", lambda *args: args[2])
    monkeypatch.setattr(PhotoPlaces, "is_outlined", lambda *args: ends[args[2] is turned.corners])
    monkeypatch.setattr(PhotoPlaces, "fit", lambda *_: turned)
    image = Photograph(np.full((300, 300, 3), 128, np.uint8))
    table = fit_tabletop([seen.corners], verdicts._gallery.deck.card_size, image.size)
    found = verdicts.of(image, card, table)
    if told is None:
        assert found.sight is Sight.UNKNOWN
    else:
        assert found is (turned if told == "across" else card)


def test_the_steeper_the_light_that_a_name_takes_the_further_ahead_it_has_to_be() -> None:
    """The edge of a shadow is laid out as a slope, and may be taken for another tone."""

    def told(ahead: float, steep: float) -> bool:
        return is_told(Weighed("y2", ahead, {"y2": 0.0, "r2": ahead}, 0.01, 0.0, steep))

    assert told(15.0, 0.1)
    assert not told(15.0, 0.5)
    assert told(40.0, 0.5)


@pytest.mark.parametrize(("cosine", "named"), [(0.9, True), (0.7, False)])
def test_a_card_that_only_looks_likely_is_named_if_the_net_knows_it_well(
    verdicts: Verdicts,
    seen: Sighting,
    cosine: float,
    named: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lineup, "cosine", lambda *_: cosine)
    flat = verdicts._gallery.soft_images[verdicts._gallery.upright("y2")[0]]
    likely = Evidence(
        fit=0.55, lead=0.7, margin=0.7, agreement=0.7, hue=49.0, misfit=0.0, contradicted=False
    )
    card = replace(seen, fit=likely.fit, lead=likely.lead, margin=likely.margin)
    assert not verdicts._acceptance.named(likely)
    assert verdicts._is_enough(likely, card, flat) == named
    well = replace(likely, fit=0.95, hue=0.0)
    assert verdicts._is_enough(well, replace(card, fit=well.fit), flat), "the score is enough"


def test_a_card_told_by_the_shared_light_needs_the_score_not_every_part(
    verdicts: Verdicts, seen: Sighting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reflection, or blur on a plain face, spoils some of its parts."""
    monkeypatch.setattr(Gallery, "agreement", lambda *_: 0.4)
    monkeypatch.setattr(_Lying, "misfit", lambda *_: 0.0)
    flat = verdicts._gallery.soft_images[verdicts._gallery.upright("y2")[0]]

    def sight(fit: float) -> Sight:
        card = PhotoCard(Sight.UNKNOWN, replace(seen, fit=fit), seen.corners)
        return verdicts._as_weighed(card, "y2", flat, _Lying(None)).sight

    assert sight(0.97) is Sight.FACE
    assert sight(0.6) is Sight.UNKNOWN


@pytest.mark.parametrize(
    ("fit", "misfit", "named"),
    [(0.77, 0.08, False), (0.77, 0.03, True), (0.9, 0.08, True), (0.77, None, True)],
)
def test_what_fits_poorly_and_lies_poorly_may_be_cut_out_of_two_cards(
    verdicts: Verdicts,
    seen: Sighting,
    fit: float,
    misfit: float | None,
    named: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two signs of a four and one of the card below it were laid out as a three."""
    monkeypatch.setattr(Lineup, "cosine", lambda *_: 0.9)
    flat = verdicts._gallery.soft_images[verdicts._gallery.upright("y2")[0]]
    shown = Evidence(fit=fit, lead=1.0, margin=0.6, agreement=0.8, hue=0.0, misfit=misfit)
    card = replace(seen, fit=fit, lead=1.0, margin=0.6)
    assert verdicts._is_enough(shown, card, flat) == named
