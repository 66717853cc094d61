"""The others' ways of reading photos, on a photo that each of them can read."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.peers.hashing import HashReader
from benchmarks.peers.sift import SiftReader
from benchmarks.scenes import judge
from benchmarks.sheets import ACROSS, CARD, DOWN, show, write_sheets
from vision.drawing.artwork import build_deck, draw_card
from vision.geometry import card_corners

THERE = {
    "r3": (300, 300, 0.0),
    "y5": (700, 320, 65.0),
    "g1": (1000, 400, 190.0),
    "k4": (400, 650, 300.0),
}


@pytest.fixture(scope="module")
def photo() -> npt.NDArray[np.uint8]:
    """Four cards in good light on a dark, plain table."""
    image = np.full((900, 1300, 3), 35, dtype=np.uint8)
    for label, (x, y, degrees) in THERE.items():
        face = draw_card(label, 3.0)
        height, width = face.shape[:2]
        flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
        lies = card_corners((x, y), (189, 264), degrees).astype(np.float32)
        way = cv2.getPerspectiveTransform(flat, lies)
        cv2.warpPerspective(face, way, (1300, 900), dst=image, borderMode=cv2.BORDER_TRANSPARENT)
    return cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.uint8)


TRUTH = [
    {
        "label": label,
        "face_up": True,
        "in_frame_fraction": 1.0,
        "visible_fraction": 1.0,
        "corners_px": card_corners((x, y), (189, 264), degrees).tolist(),
    }
    for label, (x, y, degrees) in THERE.items()
]


@pytest.mark.parametrize("peer", [HashReader, SiftReader])
def test_each_peer_reads_cards_in_good_light(
    peer: type[HashReader] | type[SiftReader], photo: npt.NDArray[np.uint8]
) -> None:
    verdicts = judge(peer(build_deck()).read(photo), TRUTH)
    kinds = [one.kind for one in verdicts]
    # The black card has no outline on this table, so contours cannot find it.
    assert kinds.count("right") >= len(THERE) - (peer is HashReader)
    assert not {"wrong", "false"} & set(kinds)


@pytest.mark.parametrize("peer", [HashReader, SiftReader])
def test_no_peer_sees_cards_where_none_are(peer: type[HashReader] | type[SiftReader]) -> None:
    assert peer(build_deck()).read(np.full((600, 800, 3), 90, dtype=np.uint8)) == []


def test_what_was_not_right_is_shown_on_sheets(
    tmp_path: Path, photo: npt.NDArray[np.uint8]
) -> None:
    verdicts = judge([], TRUTH) * 9
    sheets = write_sheets([show(photo, one, "000") for one in verdicts], tmp_path, "ours")
    assert [path.name for path in sheets] == ["ours-1.jpg", "ours-2.jpg"]
    first = cv2.imread(str(sheets[0]))
    assert first is not None
    assert first.shape[0] > DOWN * CARD[1]
    assert first.shape[1] > ACROSS * CARD[0]
