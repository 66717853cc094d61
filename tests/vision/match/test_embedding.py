import json
import logging
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.generator.decks import DrawnDeck, random_deck
from vision.generator.scenes import closeup
from vision.match.embedding import FEATURES, Embedder, Lineup, cut, prepared
from vision.nets import MODELS


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    loaded = Embedder.load()
    assert loaded is not None
    return loaded


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return random_deck(np.random.default_rng(77), "pale", hanabi=True)


def test_without_its_file_there_is_no_net_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert Embedder.load(tmp_path) is None
    (told,) = caplog.records
    assert "models.json" in told.getMessage()
    shutil.copy(MODELS / "models.json", tmp_path)
    assert Embedder.load(tmp_path) is None


def test_a_net_that_is_another_file_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = shutil.copytree(MODELS, tmp_path / "models")
    name = json.loads((folder / "models.json").read_text("utf-8"))["embedding"]["file"]
    with (folder / name).open("ab") as file:
        file.write(b"\0")
    with caplog.at_level(logging.WARNING):
        assert Embedder.load(folder) is None
    assert "is another file" in caplog.text


def test_vectors_have_length_one_whatever_the_number_of_patches(
    embedder: Embedder, deck: DrawnDeck
) -> None:
    faces = list(deck.faces.values())
    many = embedder.embed(faces * 3)
    assert many.shape == (75, FEATURES)
    assert np.allclose(np.linalg.norm(many, axis=1), 1, atol=1e-5)
    assert np.allclose(embedder.embed(faces[:1]), many[:1], atol=1e-4)
    assert embedder.embed([]).shape == (0, FEATURES)


def test_brightness_and_contrast_make_no_difference(deck: DrawnDeck) -> None:
    face = deck.faces["r3"]
    dim = np.asarray(face * 0.4 + 20, dtype=np.float32)
    assert np.allclose(prepared(face), prepared(dim / np.float32(255)), atol=0.02)


def test_a_card_is_cut_out_of_the_picture_upright_and_flat(deck: DrawnDeck) -> None:
    picture = np.full((400, 500, 3), 90, np.uint8)
    small = cv2.resize(deck.faces["b2"], (100, 140), interpolation=cv2.INTER_AREA)
    picture[100:240, 200:300] = np.rot90(small, 2)
    corners = np.array([[299.5, 239.5], [199.5, 239.5], [199.5, 99.5], [299.5, 99.5]])
    seen, learnt = prepared(cut(picture, corners)), prepared(deck.faces["b2"])
    assert np.corrcoef(seen.ravel(), learnt.ravel())[0, 1] > 0.97


def test_cards_of_a_deck_that_the_net_has_never_seen_are_told_apart(
    embedder: Embedder, deck: DrawnDeck
) -> None:
    lineup = Lineup(deck.learnt(), embedder)
    rng = np.random.default_rng(5)
    right = seen = 0
    for _ in range(60):
        drawn = closeup(rng, deck, difficulty=0.5)
        card = drawn.cards[0]
        if card.visible < 0.8:
            continue
        said = lineup.likeness(cut(drawn.image, card.corners + rng.normal(0, 1.0, (4, 2))))
        seen += 1
        right += max(said, key=lambda label: said[label]) == card.label
    assert seen > 30
    assert right >= 0.85 * seen


def test_a_card_that_lies_the_other_way_up_is_said_to(embedder: Embedder, deck: DrawnDeck) -> None:
    lineup = Lineup(deck.learnt(), embedder)
    face = deck.faces["y3"]
    about = np.ascontiguousarray(face[::-1, ::-1])
    cosines = lineup.cosines([face, about])
    assert [lineup.kinds[kind] for kind in cosines.argmax(axis=1)] == [("y3", False), ("y3", True)]
    for patch in (face, about):
        alike = lineup.likeness(patch)
        assert set(alike) == {exemplar.label for exemplar in deck.learnt().exemplars}
        assert max(alike, key=lambda label: alike[label]) == "y3"
        assert alike["y3"] == lineup.cosine("y3", patch) > 0.95
        assert lineup.against("y3", patch)[1] > 0


def test_the_net_says_which_other_face_a_card_looks_like_most(
    embedder: Embedder, deck: DrawnDeck
) -> None:
    lineup = Lineup(deck.learnt(), embedder)
    label, other = sorted(deck.faces)[:2]
    assert lineup.against(label, deck.faces[label])[1] > 0
    likest, gap = lineup.against(other, deck.faces[label])
    assert likest == label
    assert gap < 0
