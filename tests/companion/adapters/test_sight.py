"""The eyes of a live table, the page and photos of hands share the deck that is made ready."""

from __future__ import annotations

import pytest

from companion.adapters.sight import LiveSight
from companion.frames import Frame
from companion.settings.settings import CameraSettings
from hardware.camera import CameraChoice, CameraKind
from tests.companion.adapters.test_hands import photo
from tests.drawn_table import Table, photograph
from vision.deck import Deck
from vision.drawing.artwork import build_deck
from vision.match.gallery import Gallery
from vision.table.layout import load_layout


def test_a_deck_is_made_ready_once_whoever_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[Gallery]()
    make = Gallery.__init__

    def noted(self: Gallery, deck: Deck, visible: float | None = None) -> None:
        made.append(self)
        make(self, deck, visible)

    monkeypatch.setattr(Gallery, "__init__", noted)
    deck = build_deck()
    usb = CameraChoice(CameraKind.USB, "0")
    sight = LiveSight(usb, deck, CameraSettings(), load_layout(), lambda: False)
    look = sight.look()
    ready = len(made)
    assert ready > 0
    picture = photograph(Table({0: ("r1", "r2") * 2 + ("r1",)}))
    sight.preview._asked = sight.preview._clock()
    for t in range(4):
        look(Frame(picture, 0.3 * t))
    assert sight.preview.sighted().picture is not None
    assert sight.read_hand(photo("g2", "r1")) == ("g2", "r1")
    sight.look()  # a camera that was lost is back
    assert len(made) == ready
