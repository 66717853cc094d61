from pathlib import Path

import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from tests.photographed import DARK, PALE, Lying, one_card, photo
from vision.deck import DeckError
from vision.generator.laid_rows import laid_out
from vision.outlines.edges import Outline
from vision.outlines.portrait import choose_cards, find_outlines
from vision.outlines.series import SeriesPhoto, common_proportion, find_cards, lay_flat, upright

PROPORTION = 63 / 88


def shot(image: Image, name: str = "r1.jpg") -> SeriesPhoto:
    return SeriesPhoto(name, find_outlines(image), image.shape[:2], lambda: image)


def off(corners: np.ndarray, true: np.ndarray) -> float:
    return min(float(np.abs(np.roll(corners, turn, axis=0) - true).max()) for turn in range(4))


def test_the_series_says_what_shape_its_cards_have() -> None:
    shots = [shot(photo([one_card(label, turned=9)])) for label in ("r1", "y2", "g1")]
    assert common_proportion(shots) == pytest.approx(PROPORTION, abs=0.005)
    assert common_proportion([shot(photo([]))]) is None


def outline(found: Outline | DeckError) -> Outline:
    """Return what was found, which is a card."""
    assert isinstance(found, Outline), found
    return found


def test_a_border_that_was_overlooked_is_found_with_the_others_help() -> None:
    """Of one photo only the frame printed on the card is known."""
    card = one_card("r2", turned=45)
    image = photo([card], PALE)
    frames = [one for one in find_outlines(image) if one.area < 0.9 * 215 * 300]
    faint = SeriesPhoto("r2.jpg", tuple(frames), image.shape[:2], lambda: image)
    others = [shot(photo([one_card(label, turned=45)])) for label in ("r1", "y2", "g1")]
    found = find_cards([faint, *others], PROPORTION)
    assert off(outline(found[0]).corners, card.corners()) < 1.5


def test_a_card_that_runs_out_of_the_picture_a_little_is_learnt_whole() -> None:
    card = Lying(card_picture("b1"), (400, 455))  # its foot lies 5 pixels below the picture
    others = [shot(photo([one_card(label)])) for label in ("r1", "y2", "g1")]
    found = find_cards([shot(photo([card])), *others], PROPORTION)
    assert off(outline(found[0]).corners, card.corners()) < 2.5


def test_a_phone_that_is_held_nearer_to_some_cards_finds_each_as_large_as_it_looks() -> None:
    """Two of five look equally large by chance: that is no place from which all were taken."""
    held = {"r1": 300, "y2": 300, "g1": 215, "b1": 250, "w1": 180}
    cards = [one_card(label, height=height) for label, height in held.items()]
    found = find_cards([shot(photo([card])) for card in cards], PROPORTION)
    for one, card in zip(found, cards, strict=True):
        assert off(outline(one).corners, card.corners()) < 1.5


def test_a_phone_that_is_held_askew_over_some_cards_finds_the_edges_of_all() -> None:
    """Their frames, from straight above, look as long and wide as those cards do from aslant."""
    faces = {label: card_picture(label) for label in ("r1", "y2", "g1", "b1", "w1", "r2")}
    shots, true = [], []
    for (label, face), tilt in zip(faces.items(), (0, 1, 2, 14, 16, 17), strict=True):
        image, corners = laid_out(
            np.random.default_rng(8),
            [[label]],
            {label: face},
            size=(480, 640),
            tilt=tilt,
            kind="felt",
            fill=0.4,
        )
        shots.append(shot(image, label))
        true.append(corners[0])
    for one, there in zip(find_cards(shots, PROPORTION), true, strict=True):
        assert off(outline(one).corners, there) < 1.5


def test_cards_whose_border_the_table_hides_are_told_and_not_cut_at_their_frames() -> None:
    """All of them: the photos agree on the frames."""
    black = np.full_like(card_picture("r1"), DARK)
    shots = []
    for height in (300, 280, 260, 310, 290):
        face = black.copy()
        face[6:-6, 6:-6] = (150, 170, 60)
        face[9:-9, 9:-9] = DARK
        shots.append(shot(photo([Lying(face, (400, 300), height=height)], DARK), f"{height}.jpg"))
    found = list(find_cards(shots, PROPORTION))
    assert len(found) == len(shots)
    for one in found:
        assert isinstance(one, DeckError)
        assert "another colour" in str(one) or "can be made out" in str(one)


def test_a_photo_of_an_empty_table_is_named() -> None:
    shots = [shot(photo([one_card("r1")])), shot(photo([]), "y1.jpg")]
    assert "y1.jpg shows no card that can be made out" in str(find_cards(shots, PROPORTION)[1])


def test_a_photo_of_two_cards_is_named() -> None:
    two = [
        Lying(card_picture("r1"), (200, 300), height=240),
        Lying(card_picture("y1"), (560, 310), height=240, turned=20),
    ]
    (found,) = find_cards([shot(photo(two), "both.jpg")], PROPORTION)
    assert isinstance(found, DeckError)
    assert "both.jpg shows 2 cards" in str(found)


@pytest.mark.parametrize("around", [0, 90, 200, 270])
def test_all_cards_of_a_series_come_out_the_same_way_up(around: float) -> None:
    outlines = []
    for place, turned in enumerate((-8, 3, 10, -2)):
        corners = one_card("r2", turned=around + turned).corners()
        # Which of the two short sides was measured first is chance.
        measured = np.roll(corners, 2 * (place % 2), axis=0)
        outlines.append(Outline(measured, (1.0,) * 4, (False,) * 4))
    tops = [corners[0] - corners[3] for corners in upright(outlines)]
    assert all(float(one @ tops[0]) > 0 for one in tops)
    again = upright(outlines[::-1])[::-1]
    assert all(np.allclose(one, other) for one, other in zip(again, upright(outlines), strict=True))


def test_a_card_that_stands_upright_in_the_photo_keeps_its_top() -> None:
    card = one_card("r2", turned=12)
    found = choose_cards(find_outlines(photo([card])))
    assert np.abs(upright(found)[0] - card.corners()).max() < 1


def test_a_card_is_laid_flat_as_it_was_drawn(tmp_path: Path) -> None:
    card = one_card("g2", height=400, turned=33)
    flat = lay_flat(photo([card], grain=0), card.corners(), (63, 88))
    drawn = card_picture("g2")
    assert flat.shape == drawn.shape
    assert np.abs(flat.astype(float) - drawn)[6:-6, 6:-6].mean() < 5
    wide = lay_flat(photo([card], grain=0), card.corners(), (63, 88), margin=4)
    assert np.abs(wide[12:-12, 12:-12].astype(float) - flat).mean() < 2
