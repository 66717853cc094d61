import numpy as np
import pytest

from tools.training.lessons import NOTHING, Lesson, lesson
from vision.generator.decks import random_deck
from vision.match.embedding import ACROSS, DOWN


def one_lesson() -> Lesson:
    rng = np.random.default_rng(3)
    deck, other = random_deck(rng, "dark", hanabi=True), random_deck(rng, "pale")
    return lesson(rng, deck, [other], closeups=24)


@pytest.fixture(scope="module")
def drawn() -> Lesson:
    return one_lesson()


def test_a_lesson_has_every_face_and_the_back(drawn: Lesson) -> None:
    assert drawn.faces.shape == (26, 3, DOWN, ACROSS)
    assert drawn.patches.shape[1:] == (3, DOWN, ACROSS)
    assert len(drawn.patches) == len(drawn.labels) > 24


def test_the_same_seed_gives_the_same_lesson(drawn: Lesson) -> None:
    assert np.array_equal(one_lesson().patches, drawn.patches)


def test_a_patch_looks_like_the_face_that_it_is_said_to_show(drawn: Lesson) -> None:
    faces = drawn.faces.astype(np.float32).reshape(26, -1)
    turned = drawn.faces[:, :, ::-1, ::-1].astype(np.float32).reshape(26, -1)
    both = np.concatenate([faces, turned])
    shown = drawn.labels != NOTHING
    patches = drawn.patches[shown].astype(np.float32).reshape(int(shown.sum()), -1)
    alike = np.corrcoef(patches, both)[: len(patches), len(patches) :]
    own = alike[np.arange(len(patches)), drawn.labels[shown]]
    better = (alike > own[:, None]).sum(axis=1)
    assert np.median(better) <= 2
    assert (better < 13).mean() > 0.8


def test_some_patches_show_no_face_of_the_deck(drawn: Lesson) -> None:
    assert 0.05 < (drawn.labels == NOTHING).mean() < 0.5
