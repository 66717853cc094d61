"""The eyes for piles: pictures of a learnt pack are read, and cards are shown without one."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.adapters.pile_eyes import PileEyes
from companion.frames import Frame
from companion.hana_table.found_piles import PicturesError
from companion.hana_table.pile_pictures import find_piles
from tests.companion.hana_table.evenings import E2
from vision.hanafuda import LABELS, build_deck, draw_card
from vision.photo.spread import Spread, SpreadReader
from vision.simulator.piles import lay_out, photograph
from vision.simulator.setting import Setting
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


def test_piles_on_a_table_without_a_mat_are_told_by_the_pictures_sides() -> None:
    mat, pack = load_hana_layout(), build_deck()
    setting = Setting.seeded(3, seed=4711, width=4608)
    image = photograph(setting, pack, lay_out(mat, E2["piles"], pack.card_size, 4711), None)
    eyes = PileEyes(pack, mat)
    picture = eyes.frame(Frame(image, 0.0))
    assert (picture.mat, picture.from_above) == (False, True)
    piles = find_piles([picture], 3).piles
    assert [{one.label for one in pile} for pile in piles] == [set(pile) for pile in E2["piles"]]
    # A phone is held anyhow: its picture tells nobody's side.
    done, data = cv2.imencode(".png", image)
    assert done
    with pytest.raises(PicturesError, match="does not show the mat"):
        find_piles([eyes.photo(bytes(data))], 3)


def test_a_photo_is_read_as_a_picture_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    eyes = PileEyes(build_deck(), load_hana_layout())
    monkeypatch.setattr(SpreadReader, "read", lambda *_: Spread(True, ()))
    done, data = cv2.imencode(".png", draw_card("01-crane", 3.0))
    assert done
    assert eyes.photo(bytes(data)).mat
    with pytest.raises(ValueError, match="The photo "):
        eyes.photo(b"text")
