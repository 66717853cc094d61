"""The eyes for piles: pictures of a learnt pack are read, and cards are shown without one."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.adapters.pile_eyes import PileEyes
from companion.frames import Frame
from vision.hanafuda import LABELS, build_deck, draw_card
from vision.photo.spread import Spread, SpreadReader
from vision.table.hana_layout import load_hana_layout


def test_without_a_pack_pictures_cannot_be_read_but_cards_have_our_own(tmp_path: Path) -> None:
    eyes = PileEyes(None, load_hana_layout())
    with pytest.raises(ValueError, match="no pack was learnt"):
        eyes.frame(Frame(np.zeros((8, 8, 3), dtype=np.uint8), 0.0))
    for label in LABELS:
        image = eyes.picture(label)
        assert image is not None
        assert image.startswith(b"\x89PNG")
    assert eyes.picture("r3") is None


def test_a_photo_is_read_as_a_picture_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    eyes = PileEyes(build_deck(), load_hana_layout())
    monkeypatch.setattr(SpreadReader, "read", lambda *_: Spread(True, ()))
    done, data = cv2.imencode(".png", draw_card("01-crane", 3.0))
    assert done
    assert eyes.photo(bytes(data)).mat
    with pytest.raises(ValueError, match="The photo "):
        eyes.photo(b"text")
