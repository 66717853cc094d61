"""Photos of displays from phones: read with a learnt deck, which is kept ready, and learnt anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.adapters import photo_eyes
from companion.adapters.decks import deck_path
from companion.adapters.displays import DisplayEyes
from companion.adapters.photo_eyes import PhotoEyes
from companion.adapters.sight import LiveSight
from companion.files.paths import decks_directory
from companion.pictures.scoring import cards_of
from companion.services import ReadHand
from companion.settings.settings import CameraSettings
from hardware.camera import CameraChoice, CameraKind
from tests.companion.adapters.test_hands import photo
from vision.deck import Deck, Exemplar
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck
from vision.live.places import PlaceReader
from vision.table.layout import Layout, LayoutError, load_layout


@pytest.fixture
def learn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Deck, str], None]:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    decks_directory().mkdir(parents=True, exist_ok=True)
    return lambda deck, name: save_deck(deck, deck_path(name))


def test_the_cards_of_a_photo_are_told_with_their_places(
    learn: Callable[[Deck, str], None],
) -> None:
    learn(build_deck(), "ours")
    eyes = DisplayEyes(load_layout)
    seen = eyes.read(photo("g2", "back", "b5"), "ours")
    assert seen.suits == tuple("rygbwmk"), "those of the deck"
    cards = sorted(cards_of(seen), key=lambda one: str(one["corners"]))
    assert {one["label"] for one in cards} == {"g2", "b5"}
    assert seen.width > seen.height
    for one in cards:
        corners = one["corners"]
        assert isinstance(corners, list)
        assert len(corners) == 4


def test_a_deck_that_is_learnt_anew_is_read_anew(learn: Callable[[Deck, str], None]) -> None:
    ready: list[Deck] = []

    def make(deck: Deck) -> PlaceReader:
        ready.append(deck)
        return PlaceReader(deck)

    learn(build_deck(), "ours")
    eyes = DisplayEyes(load_layout, ready=make)
    eyes.read(photo("g2"), "ours")
    eyes.read(photo("g2"), "ours")
    assert len(ready) == 1
    learn(build_deck(), "ours")
    os.utime(deck_path("ours"), (1, 1))
    eyes.read(photo("g2"), "ours")
    assert len(ready) == 2


def test_a_deck_that_is_learnt_anew_is_read_anew_though_the_camera_plays_on_with_the_old_one(
    learn: Callable[[Deck, str], None],
) -> None:
    ours = replace(build_deck(), name="ours")
    learn(ours, "ours")
    usb = CameraChoice(CameraKind.USB, "0")
    sight = LiveSight(usb, ours, CameraSettings(), load_layout(), lambda: True)
    made: list[Deck] = []

    def read() -> list[object]:
        seen = cards_of(sight.displays.read(photo("g2"), "ours"))
        assert sight._ready is not None
        made.append(sight._ready.deck)
        return [one["label"] for one in seen]

    assert read() == ["g2"]
    assert made == [ours], "what the camera has ready already is made once"
    mixed_up = {"g2": "r1", "r1": "g2"}
    anew = replace(
        ours,
        exemplars=tuple(
            replace(one, label=mixed_up.get(one.label, one.label)) for one in ours.exemplars
        ),
    )
    learn(anew, "ours")
    os.utime(deck_path("ours"), (1, 1))
    sight.know(anew)
    assert read() == ["r1"]


@pytest.mark.parametrize(
    ("deck", "says"),
    [("theirs", "there is no deck 'theirs' here"), ("flowers", "none of Hanabi's, '01-crane'")],
)
def test_a_deck_that_cannot_be_used_is_named(
    learn: Callable[[Deck, str], None], deck: str, says: str
) -> None:
    known = build_deck()
    crane = Exemplar("01-crane", known.exemplars[0].image)
    learn(Deck("flowers", known.card_size, (crane,)), "flowers")
    with pytest.raises(ValueError, match=says):
        DisplayEyes(load_layout).read(photo("g2"), deck)


def test_a_layout_that_cannot_be_used_is_said(learn: Callable[[Deck, str], None]) -> None:
    def layout() -> Layout:
        raise LayoutError("layout.json: mat is missing")

    learn(build_deck(), "ours")
    with pytest.raises(ValueError, match="mat is missing"):
        DisplayEyes(layout).read(photo("g2"), "ours")


def test_what_is_no_photo_is_refused(learn: Callable[[Deck, str], None]) -> None:
    learn(build_deck(), "ours")
    with pytest.raises(ValueError, match=r"^The photo is .*[^\n]$"):
        DisplayEyes(load_layout).read(b"cat", "ours")


def test_hands_are_read_as_soon_as_the_first_deck_is_learnt() -> None:
    eyes = PhotoEyes(None, load_layout)
    assert not eyes.reads()
    with pytest.raises(ValueError, match="no deck was learnt yet"):
        eyes.read_hand(photo("g2"))
    eyes.know(build_deck())
    assert eyes.reads()
    assert eyes.read_hand(photo("g2", "r1")) == ("g2", "r1")


def test_hands_are_read_with_a_deck_that_was_learnt_anew_while_a_photo_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    eyes, before, anew = PhotoEyes(None, load_layout), build_deck(), build_deck()
    eyes.know(before)

    def reader(deck: Deck, *_: object) -> ReadHand:
        eyes.know(anew)  # just now, in the thread that has learnt it
        return lambda _photo: ("before",) if deck is before else ("anew",)

    monkeypatch.setattr(photo_eyes, "hand_reader", reader)
    assert eyes.read_hand(b"") == ("before",)
    assert eyes.read_hand(b"") == ("anew",)


def test_a_picture_of_nothing_has_no_cards(learn: Callable[[Deck, str], None]) -> None:
    learn(build_deck(), "ours")
    bare = bytes(cv2.imencode(".jpg", np.full((600, 800, 3), 96, dtype=np.uint8))[1])
    assert cards_of(DisplayEyes(load_layout).read(bare, "ours")) == []
