import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.generator.decks import DrawnDeck, random_deck
from vision.generator.scenes import (
    EASY,
    HARD,
    DrawnPhoto,
    SceneCard,
    Sleeve,
    closeup,
    photo,
    scene,
)
from vision.geometry import Points

ACROSS, DOWN = 63, 88


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return random_deck(np.random.default_rng(11), "dark", hanabi=True)


def test_the_same_seed_draws_the_same_scene(deck: DrawnDeck) -> None:
    first, second = (scene(np.random.default_rng(5), deck) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert [card.label for card in first.cards] == [card.label for card in second.cards]
    assert not np.array_equal(scene(np.random.default_rng(6), deck).image, first.image)


def likeness(
    drawn: DrawnPhoto, card: SceneCard, face: npt.NDArray[np.uint8], corners: Points
) -> float:
    """Return how well a face correlates with what is seen within ``corners``."""
    flat = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], np.float32) - 0.5
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), flat)
    seen = cv2.warpPerspective(drawn.image, way, (ACROSS, DOWN), flags=cv2.INTER_LINEAR)
    learnt = cv2.resize(face, (ACROSS, DOWN), interpolation=cv2.INTER_AREA)
    return float(np.corrcoef(seen.ravel(), learnt.ravel())[0, 1])


@pytest.mark.parametrize("difficulty", [EASY, HARD])
def test_the_truth_says_where_the_drawn_card_is(deck: DrawnDeck, difficulty: float) -> None:
    better = compared = 0
    for seed in range(6):
        drawn = photo(np.random.default_rng(seed), deck, (800, 600), difficulty)
        for card in drawn.cards:
            if card.visible < 0.97 or not card.face_up:
                continue
            face = deck.faces[card.label]
            right, down = card.corners[1] - card.corners[0], card.corners[3] - card.corners[0]
            there = likeness(drawn, card, face, card.corners)
            aside = max(
                likeness(drawn, card, face, card.corners + share * side)
                for share in (-0.08, 0.08)
                for side in (right, down)
            )
            turned = likeness(drawn, card, face[::-1, ::-1], card.corners)
            compared += 1
            better += there > max(aside, turned)
    assert compared > 15
    assert better > (0.97 if difficulty == EASY else 0.9) * compared


def test_a_covered_card_is_visible_in_part(deck: DrawnDeck) -> None:
    cards = [card for seed in range(20) for card in scene(np.random.default_rng(seed), deck).cards]
    assert all(0 <= card.visible <= card.in_frame + 1e-9 <= 1 + 1e-9 for card in cards)
    assert any(card.visible < 0.5 and card.in_frame > 0.99 for card in cards)
    assert any(card.in_frame < 0.5 for card in cards)
    assert any(not card.face_up for card in cards)


def test_a_photo_of_no_cards_is_a_table_without_any(deck: DrawnDeck) -> None:
    drawn = photo(np.random.default_rng(3), deck, (640, 480), cards=(0, 0))
    assert drawn.cards == ()
    assert drawn.image.std() > 1


def test_a_closeup_has_its_card_in_the_middle(deck: DrawnDeck) -> None:
    for seed in range(10):
        drawn = closeup(np.random.default_rng(seed), deck, "g4")
        assert drawn.cards[0].label == "g4"
        assert drawn.cards[0].own
        height, width = drawn.image.shape[:2]
        assert np.allclose(drawn.cards[0].corners.mean(axis=0), (width / 2, height / 2), atol=12)


def test_cards_of_another_deck_are_not_its_own(deck: DrawnDeck) -> None:
    other = random_deck(np.random.default_rng(12), "pale", hanabi=False)
    cards = [
        card
        for seed in range(8)
        for card in photo(np.random.default_rng(seed), deck, (640, 480), foreign=[other]).cards
    ]
    strange = [card for card in cards if not card.own]
    assert strange
    assert all(card.label in other.faces for card in strange if card.face_up)
    assert all(card.label in deck.faces for card in cards if card.own and card.face_up)


def test_a_photo_has_the_cards_that_were_asked_for(deck: DrawnDeck) -> None:
    drawn = photo(np.random.default_rng(4), deck, (640, 480), cards=(5, 5))
    assert drawn.image.shape == (480, 640, 3)
    assert len(drawn.cards) <= 5
    assert len([card for card in drawn.cards if card.in_frame > 0.9]) >= 3


def levels_round_cards(drawn: DrawnPhoto, share: float) -> float:
    """Return how bright it is a little beyond the middles of the long sides of whole cards."""
    found = []
    for card in drawn.cards:
        if card.visible < 0.97:
            continue
        middle = card.corners.mean(axis=0)
        for one, other in ((0, 3), (1, 2)):
            side = (card.corners[one] + card.corners[other]) / 2
            x, y = np.rint(middle + (side - middle) * share).astype(int)
            if 0 <= y < len(drawn.image) and 0 <= x < drawn.image.shape[1]:
                found.append(drawn.image[y, x].mean())
    return float(np.mean(found))


def test_cards_in_sleeves_have_a_pale_rim_beyond_their_sides(deck: DrawnDeck) -> None:
    bare, sleeved = (
        photo(np.random.default_rng(8), deck, (800, 600), EASY, worn=0.0, sleeve=sleeve)
        for sleeve in (None, Sleeve(3.0, 0.9, 0.3))
    )
    assert [card.label for card in bare.cards] == [card.label for card in sleeved.cards]
    assert levels_round_cards(sleeved, 1.04) > levels_round_cards(bare, 1.04) + 20


def test_the_cards_of_a_photo_are_as_worn_as_was_asked_for(deck: DrawnDeck) -> None:
    new, worn = (
        photo(np.random.default_rng(8), deck, (800, 600), EASY, worn=share) for share in (0.0, 1.0)
    )
    assert [card.label for card in new.cards] == [card.label for card in worn.cards]
    # Wear is paler than any print of a dark deck.
    assert levels_round_cards(worn, 0.3) > levels_round_cards(new, 0.3) + 5
