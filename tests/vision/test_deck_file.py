import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.companion.files.test_zip_listing import ENDLESS, listing
from vision.deck import Deck, DeckError
from vision.deck_file import MOST_BYTES, load_deck, load_labels, save_deck


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
    assert again.is_as(drawn_deck)
    assert not again.is_as(drawn_deck.with_exemplar("back", again.exemplars[0].image, "a game"))
    assert [file.name for file in path.parent.iterdir()] == ["ours.deck"], "no draft is left"


def test_which_faces_a_deck_has_is_told_without_its_pictures(
    drawn_deck: Deck, tmp_path: Path
) -> None:
    listed = [{"label": label, "picture": "gone.png"} for label in (*drawn_deck.labels, "back")]
    broken = change(drawn_deck, tmp_path, exemplars=listed)
    assert load_labels(broken) == set(drawn_deck.labels)
    with pytest.raises(DeckError, match="not a deck"):
        load_deck(broken)
    with pytest.raises(DeckError, match="name is none"):
        load_labels(change(drawn_deck, tmp_path, exemplars=[{"label": 5, "picture": "000.png"}]))


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


def change(drawn_deck: Deck, path: Path, **changes: Any) -> Path:
    """Write the deck with other facts in its ``deck.json``; a fact that is None is left out."""
    good = path / "good.deck"
    save_deck(drawn_deck, good)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(path / "bad.deck", "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "deck.json":
                facts = json.loads(data) | changes
                data = json.dumps(facts).encode()
            target.writestr(name, data)
    return path / "bad.deck"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"card_size": [-63, 88]}, "card size"),
        ({"card_size": [float("nan"), 88]}, "card size"),
        ({"card_size": [1e9, 88]}, "card size"),
        ({"card_size": [True, 88]}, "card size"),
        ({"card_size": [63, 88, 1]}, "card size"),
        ({"card_size": "63x88"}, "card size"),
        ({"card_size": [65, 100]}, "another size than the cards"),
        ({"exemplars": []}, "lists no pictures"),
        ({"exemplars": {"r1": "000.png"}}, "lists no pictures"),
        ({"exemplars": ["000.png"]}, "name is none"),
        ({"exemplars": [{"label": 5, "picture": "000.png"}]}, "name is none"),
        ({"exemplars": [{"label": "", "picture": "000.png"}]}, "name is none"),
        ({"exemplars": [{"label": "r1", "picture": 0}]}, "not named"),
        ({"exemplars": [{"label": "back", "picture": "000.png"}]}, "no face"),
        ({"exemplars": [{"label": "r1", "picture": "deck.json"}]}, "another size"),
        ({"exemplars": [{"label": "r1", "picture": "000.png", "origin": 7}]}, "where a picture"),
        (
            {"exemplars": [{"label": "r1", "picture": "000.png", "origin": "game\n7"}]},
            "where a picture of r1 comes from",
        ),
        ({"name": 7}, "name or version"),
        ({"version": "1"}, "name or version"),
        ({"counts": {"r1": 0}}, "numbers of like cards"),
        ({"counts": {"r9": 1}}, "numbers of like cards"),
        ({"counts": [3]}, "numbers of like cards"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_with_what_is_wrong(
    drawn_deck: Deck, tmp_path: Path, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(DeckError, match=rf"bad\.deck is not a deck.*{why}"):
        load_deck(change(drawn_deck, tmp_path, **changes))


@pytest.mark.parametrize("text", ["[]", "null", "[" * 100_000, '"deck"', "\ud800"])
def test_a_zip_with_other_json_is_no_deck(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.deck"
    with zipfile.ZipFile(path, "w") as target:
        target.writestr("deck.json", text.encode("utf-8", "surrogatepass"))
    with pytest.raises(DeckError, match=r"bad\.deck is not a deck"):
        load_deck(path)


def test_a_small_file_that_unpacks_to_a_huge_one_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bad.deck"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("deck.json", b" " * (MOST_BYTES + 1))
    with pytest.raises(DeckError, match=r"deck\.json is too large"):
        load_deck(path)


def test_a_deck_with_an_endless_list_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb.deck"
    path.write_bytes(listing(ENDLESS, 1))
    monkeypatch.setattr(zipfile, "ZipFile", lambda _file: pytest.fail("it was read"))
    for read in (load_deck, load_labels):
        with pytest.raises(DeckError, match="not a deck that was learnt here"):
            read(path)


def test_a_picture_that_says_it_is_huge_is_not_decoded(drawn_deck: Deck, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.deck", tmp_path / "bad.deck"
    save_deck(drawn_deck, good)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(bad, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "000.png":
                data = data[:16] + (60_000).to_bytes(4, "big") * 2 + data[24:]
            target.writestr(name, data)
    with pytest.raises(DeckError, match="another size than the cards"):
        load_deck(bad)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_deck_that_was_cut_off_is_named(drawn_deck: Deck, tmp_path: Path, share: float) -> None:
    path = tmp_path / "ours.deck"
    save_deck(drawn_deck, path)
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    with pytest.raises(DeckError, match=r"ours\.deck is not a deck"):
        load_deck(path)


def test_a_folder_is_no_deck(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="cannot read the deck"):
        load_deck(tmp_path)


def test_numbers_of_like_cards_are_kept(drawn_deck: Deck, tmp_path: Path) -> None:
    path = tmp_path / "ours.deck"
    save_deck(replace(drawn_deck, counts={"r1": 3, "r2": 2}), path)
    assert load_deck(path).counts == {"r1": 3, "r2": 2}
    save_deck(drawn_deck, path)
    assert load_deck(path).counts == {}


def test_a_deck_with_a_picture_that_is_broken_behind_its_head_is_named(
    drawn_deck: Deck, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.deck", tmp_path / "bad.deck"
    save_deck(drawn_deck, good)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(bad, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data[:33] + bytes(200) if name == "000.png" else data)
    with pytest.raises(DeckError, match=r"bad\.deck is not a deck .*: the picture of b1 is broken"):
        load_deck(bad)


def test_a_pipe_in_place_of_a_deck_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ours.deck")
    for load in (load_deck, load_labels):
        with pytest.raises(DeckError, match="it is a pipe or a device, not a file"):
            load(tmp_path / "ours.deck")
