"""What is like none of the other cards is no card of that deck, or no card at all."""

import cv2
import numpy as np

from tests.drawn_table import LABELS, card_picture
from vision.learn.oddness import LEAST_PICTURES, odd_ones, oddness


def faces() -> list[np.ndarray]:
    """The drawn deck's faces, each in a little other light."""
    chance = np.random.default_rng(4)
    return [
        np.clip(card_picture(label) * np.exp(chance.normal(0, 0.04)), 0, 255).astype(np.uint8)
        for label in LABELS
    ]


def wood(shape: tuple[int, ...]) -> np.ndarray:
    grain = np.random.default_rng(2).normal(0, 12, (shape[0], 8))
    planks = cv2.resize(grain, (shape[1], shape[0]))[..., None] + np.array([60, 95, 140])
    return np.asarray(np.clip(planks, 0, 255).astype(np.uint8))


def test_the_cards_of_a_deck_are_like_one_another() -> None:
    assert odd_ones(faces()) == ()


def test_a_piece_of_the_table_is_like_none_of_them() -> None:
    learnt = faces()
    learnt[3] = wood(learnt[3].shape)
    assert odd_ones(learnt) == (3,)


def test_half_a_card_and_half_a_table_is_no_card() -> None:
    learnt = faces()
    half = len(learnt[0]) // 2
    learnt[0] = np.concatenate([learnt[0][half:], wood(learnt[0].shape)[: len(learnt[0]) - half]])
    assert odd_ones(learnt) == (0,)


def test_of_a_few_pictures_nobody_can_say_what_is_usual() -> None:
    few = faces()[: LEAST_PICTURES - 1]
    few[0] = wood(few[0].shape)
    assert not oddness(few).any()
