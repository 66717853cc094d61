import zipfile
from pathlib import Path

import numpy as np
import pytest

from vision.deck import Deck, DeckError
from vision.deck_file import load_deck, save_deck


def test_a_deck_comes_back_as_it_was_learnt(drawn_deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "new" / "ours.deck"
    save_deck(drawn_deck, path)
    again = load_deck(path)
    assert (again.name, again.card_size, again.labels, again.has_back) == (
        drawn_deck.name,
        drawn_deck.card_size,
        drawn_deck.labels,
        True,
    )
    for one, other in zip(again.exemplars, drawn_deck.exemplars, strict=True):
        assert np.array_equal(one.image, other.image)
    assert [file.name for file in path.parent.iterdir()] == ["ours.deck"], "no draft is left"


def test_a_deck_that_cannot_be_written_leaves_the_old_one(
    drawn_deck: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ours.deck"
    save_deck(drawn_deck, path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save_deck(drawn_deck, path)
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_deck_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"gone\.deck: No such file"):
        load_deck(tmp_path / "gone.deck")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 broken", b"{}"])
def test_a_file_that_is_no_deck_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "ours.deck"
    path.write_bytes(data)
    with pytest.raises(DeckError, match=r"ours\.deck is not a deck"):
        load_deck(path)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"version": 1', '"version": 9', "deck format 9"),
        ('"card_size"', '"size"', "is not a deck"),
        ('"000.png"', '"nobody.png"', "is not a deck"),
        ('"version"', '"version', "is not a deck"),
    ],
)
def test_a_damaged_deck_is_named(
    drawn_deck: Deck, tmp_path: Path, old: str, new: str, why: str
) -> None:
    good, bad = tmp_path / "good.deck", tmp_path / "bad.deck"
    save_deck(drawn_deck, good)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(bad, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            assert name != "deck.json" or old.encode() in data
            target.writestr(name, data.replace(old.encode(), new.encode()))
    with pytest.raises(DeckError, match=why):
        load_deck(bad)


def test_a_deck_with_a_flipped_bit_is_named(drawn_deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "ours.deck"
    save_deck(drawn_deck, path)
    data = bytearray(path.read_bytes())
    for at in range(200, len(data), len(data) // 20):
        flipped = bytearray(data)
        flipped[at] ^= 0x10
        path.write_bytes(flipped)
        with pytest.raises(DeckError, match=r"ours\.deck"):
            load_deck(path)
