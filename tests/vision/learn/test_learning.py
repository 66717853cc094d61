import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.drawn_table import LABELS, card_picture, write_deck
from tests.photographed import Lying, one_card, photo
from vision.deck import Deck, DeckError
from vision.learn.learning import find_pictures, guess_card_size, learn_deck, read_picture
from vision.learn.learning import learn as learn_lesson


def learn(folder: Path, size: tuple[float, float] | None = None) -> Deck:
    return learn_deck("ours", find_pictures(folder), size)


# -------------------------------------------------------------------------------------- learning


def test_a_folder_of_pictures_is_a_deck(drawn_deck: Deck) -> None:
    assert drawn_deck.labels == tuple(sorted(LABELS)), "the back is no face"
    assert drawn_deck.has_back
    assert list(drawn_deck.card_size) == [63, 88]
    assert all(one.image.shape == (264, 189, 3) for one in drawn_deck.exemplars)


def test_a_deck_needs_no_back(tmp_path: Path) -> None:
    assert not learn(write_deck(tmp_path, ["r1", "y1"])).has_back


def test_pictures_of_any_size_and_kind_are_taken(tmp_path: Path) -> None:
    write_deck(tmp_path, ["r1"])
    cv2.imwrite(str(tmp_path / "y1.JPG"), cv2.resize(card_picture("y1"), (630, 880)))
    grey = cv2.cvtColor(card_picture("g1"), cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(tmp_path / "g1.jpeg"), grey)
    cv2.imwrite(str(tmp_path / "b1.png"), card_picture("b1").astype(np.uint16) * 257)
    deck = learn(tmp_path)
    assert deck.labels == ("b1", "g1", "r1", "y1")
    deep = next(one for one in deck.exemplars if one.label == "b1")
    assert np.abs(deep.image.astype(int) - card_picture("b1")).max() <= 1


def test_what_is_transparent_in_a_picture_is_paper(tmp_path: Path) -> None:
    image = np.dstack([card_picture("r1") // 4, np.zeros((264, 189), dtype=np.uint8)])
    cv2.imwrite(str(tmp_path / "r1.png"), image)
    assert read_picture(tmp_path / "r1.png").min() == 255


@pytest.mark.parametrize(
    ("labels", "shape", "size"),
    [
        (["r3"], (880, 630), (63, 88)),
        (["r3"], (1000, 650), (65, 100)),
        (["01-crane", "back"], (540, 330), (33, 54)),
        (["01-crane"], (880, 630), None),
        (["r3"], (600, 600), None),
        (["r3"], (630, 880), None),
    ],
)
def test_the_usual_sizes_of_cards_are_known_by_their_shape(
    labels: list[str], shape: tuple[int, int], size: tuple[float, float] | None
) -> None:
    assert guess_card_size(labels, shape) == size


def test_other_files_in_the_folder_are_no_pictures(tmp_path: Path) -> None:
    write_deck(tmp_path, ["r1"])
    (tmp_path / "notes.txt").write_text("ours")
    (tmp_path / "old").mkdir()
    assert learn(tmp_path).labels == ("r1",)


# ------------------------------------------------------------------------------------ bad inputs


def test_a_folder_without_pictures_teaches_nothing(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="holds no card pictures"):
        find_pictures(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"gone is not a folder"):
        find_pictures(tmp_path / "gone")


def test_two_pictures_of_one_card_are_refused(tmp_path: Path) -> None:
    write_deck(tmp_path, ["r1", "y1"])
    cv2.imwrite(str(tmp_path / "r1.jpg"), card_picture("r1"))
    with pytest.raises(DeckError, match=r"two pictures of r1: r1\.jpg and r1\.png"):
        find_pictures(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n", b"hello"])
def test_a_broken_picture_is_named(tmp_path: Path, data: bytes) -> None:
    write_deck(tmp_path, ["y1"])
    (tmp_path / "r1.png").write_bytes(data)
    with pytest.raises(DeckError, match=r"r1\.png is not a picture that can be read"):
        learn(tmp_path)


def test_a_picture_that_has_not_the_cards_shape_is_named(tmp_path: Path) -> None:
    write_deck(tmp_path, ["r1"])
    cv2.imwrite(str(tmp_path / "y1.png"), np.zeros((100, 100, 3), dtype=np.uint8))
    with pytest.raises(DeckError, match=r"y1\.png is 100 x 100 pixels.*63 x 88 mm"):
        learn(tmp_path)
    with pytest.raises(DeckError, match=r"r1\.png.*not the shape of a card of 65 x 100 mm"):
        learn(write_deck(tmp_path / "other", ["r1"]), (65, 100))


def test_pictures_of_no_usual_shape_ask_for_the_size(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "r1.png"), np.zeros((100, 100, 3), dtype=np.uint8))
    with pytest.raises(DeckError, match="--card-size"):
        learn(tmp_path)
    assert list(learn(tmp_path, (70, 70)).card_size) == [70, 70]


def test_a_back_alone_is_no_deck(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="at least one face"):
        learn(write_deck(tmp_path, ["back"]))


# ---------------------------------------------------------------------------------------- photos


def write_photos(folder: Path, labels: list[str], **how: Any) -> Path:
    folder.mkdir(exist_ok=True)
    for place, label in enumerate(labels):
        card = one_card(label, turned=90 + 7 * place, height=300 - 20 * place)
        cv2.imwrite(str(folder / f"{label}.png"), photo([card], **how))
    return folder


def difference(deck: Deck, label: str) -> float:
    """Return by how much the exemplar differs from the drawn card, either way up."""
    image = next(one.image for one in deck.exemplars if one.label == label).astype(float)
    drawn = card_picture(label)
    both = (image, image[::-1, ::-1])
    return min(float(np.abs(one - drawn)[9:-9, 9:-9].mean()) for one in both)


def test_photos_of_one_card_each_are_a_deck(tmp_path: Path) -> None:
    deck = learn(write_photos(tmp_path, ["r1", "g2", "w1", "back"], light=(0.75, 0.9, 1.0)))
    assert list(deck.card_size) == [63, 88]
    assert deck.labels == ("g2", "r1", "w1")
    assert deck.has_back
    for label in ("r1", "g2", "w1", "back"):
        assert difference(deck, label) < 14, label


def test_flat_pictures_and_photos_go_together(tmp_path: Path) -> None:
    deck = learn(write_photos(write_deck(tmp_path, ["y1", "y2"]), ["r1", "g2"]))
    assert deck.labels == ("g2", "r1", "y1", "y2")
    assert difference(deck, "y1") == 0, "a flat picture is taken as it is"
    assert difference(deck, "r1") < 14


def test_a_picture_that_is_too_large_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    small = cv2.imencode(".png", card_picture("r1"))[1].tobytes()
    head = struct.pack(">II", 9_000, 9_000) + small[24:29]
    checked = head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    (tmp_path / "r1.png").write_bytes(small[:16] + checked + small[33:])
    with pytest.raises(DeckError, match=r"r1\.png is too large: .* 81\.0 megapixels, and 50 can"):
        learn(tmp_path)


def test_a_picture_that_breaks_off_teaches_nothing(tmp_path: Path) -> None:
    whole = cv2.imencode(".jpg", card_picture("r1"))[1].tobytes()
    (tmp_path / "r1.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DeckError, match=r"r1\.jpg is not a picture .*: it breaks off"):
        learn(tmp_path)


def test_a_picture_of_the_webs_kind_is_learnt_too(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "r1.webp"), card_picture("r1"))
    assert learn(tmp_path).labels == ("r1",)


def test_a_photo_is_held_as_the_camera_noted(tmp_path: Path) -> None:
    image = photo([one_card("r1", turned=5)])
    plain = cv2.imencode(".jpg", np.rot90(image))[1].tobytes()
    tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"  # turn clockwise
    exif = b"Exif\0\0" + tiff
    marked = plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:]
    (tmp_path / "r1.jpg").write_bytes(marked)
    assert read_picture(tmp_path / "r1.jpg").shape == image.shape
    assert difference(learn(tmp_path), "r1") < 14


def test_so_is_one_that_is_transparent_in_places(tmp_path: Path) -> None:
    image = photo([one_card("r1", turned=5)])
    clear = np.full((*image.shape[:2], 1), 255, dtype=np.uint8)
    clear[0, 0] = 0
    plain = cv2.imencode(".png", np.rot90(np.concatenate([image, clear], axis=2)))[1].tobytes()
    exif = b"eXIfII*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    told = (len(exif) - 4).to_bytes(4, "big") + exif + zlib.crc32(exif).to_bytes(4, "big")
    end = plain.index(b"IEND") - 4
    (tmp_path / "r1.png").write_bytes(plain[:end] + told + plain[end:])
    read = read_picture(tmp_path / "r1.png")
    assert read.shape == image.shape
    assert (read != image).any(axis=2).sum() <= 1


def test_lying_cards_are_learnt_lying(tmp_path: Path) -> None:
    deck = learn(write_photos(tmp_path, ["r1", "g2"]), (88, 63))
    assert {one.image.shape for one in deck.exemplars} == {(189, 264, 3)}


def test_photos_say_which_usual_size_their_cards_have(tmp_path: Path) -> None:
    uno = np.asarray(cv2.resize(card_picture("r1"), (56 * 3, 87 * 3)), dtype=np.uint8)
    for label in ("r0", "gd"):
        cv2.imwrite(str(tmp_path / f"{label}.png"), photo([Lying(uno, (400, 300))]))
    lesson = learn_lesson("ours", find_pictures(tmp_path), None)
    assert list(lesson.deck.card_size) == [56, 87]
    assert (57, 89) in lesson.also, "a bridge card has nearly the same shape"


def test_photos_of_cards_of_no_usual_shape_ask_for_the_size(tmp_path: Path) -> None:
    square = np.asarray(cv2.resize(card_picture("r1"), (240, 200)), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "r1.png"), photo([Lying(square, (400, 300))]))
    with pytest.raises(DeckError, match=r"times as wide as high.*--card-size"):
        learn(tmp_path)
    assert learn(tmp_path, (50, 60)).labels == ("r1",)


def test_a_photo_of_an_empty_table_is_named(tmp_path: Path) -> None:
    write_photos(tmp_path, ["r1", "g2"])
    cv2.imwrite(str(tmp_path / "y1.png"), photo([]))
    with pytest.raises(DeckError, match=r"y1\.png.*shows no card that can be made out"):
        learn(tmp_path)


def test_a_photo_of_two_cards_is_named(tmp_path: Path) -> None:
    write_photos(tmp_path, ["r1"])
    two = [
        Lying(card_picture(label), at, 240)
        for label, at in [("y1", (200, 300)), ("g1", (560, 300))]
    ]
    cv2.imwrite(str(tmp_path / "y1.png"), photo(two))
    with pytest.raises(DeckError, match=r"y1\.png shows 2 cards"):
        learn(tmp_path)


@pytest.mark.parametrize("name", ["uno-a", "uno-b"])
@pytest.mark.long
def test_real_photos_are_learnt_to_the_cards_edges(shared: Path, name: str) -> None:
    """The same art in both: what one camera teaches looks like what the other does."""
    pictures = find_pictures(shared / "photos" / name)[::13]
    deck = learn_deck(name, pictures, None)
    width, height = deck.card_size
    assert width / height == pytest.approx(56 / 87, rel=0.015), "cards of UNO, seen aslant"
    for one in deck.exemplars:
        rim = np.concatenate([one.image[6, 40:-40], one.image[40:-40, 6], one.image[40:-40, -7]])
        assert rim.min() > 200, f"{one.label} has its white border"
        assert np.ptp(np.median(rim, axis=0)) < 12, f"{one.label} was learnt in white light"


def test_a_transparent_picture_with_sixteen_bits_a_colour_is_learnt_too(tmp_path: Path) -> None:
    card = card_picture("r1")
    clear = np.dstack([card, np.full(card.shape[:2], 255, np.uint8)]).astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / "r1.png"), clear)
    assert np.array_equal(read_picture(tmp_path / "r1.png"), card)


def test_a_picture_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"cannot read .*r1\.png: No such file"):
        read_picture(tmp_path / "r1.png")


@pytest.mark.parametrize("kind", [".png", ".webp"])
def test_a_picture_that_is_broken_behind_its_head_is_named(tmp_path: Path, kind: str) -> None:
    whole = cv2.imencode(kind, card_picture("r1"))[1].tobytes()
    broken = whole[:60] + bytes(len(whole) - 60)
    if kind == ".png":  # its chunks still add up
        broken = whole[:33] + chunk(b"IDAT", bytes(300)) + chunk(b"IEND", b"")
    (tmp_path / f"r1{kind}").write_bytes(broken)
    with pytest.raises(DeckError, match=r"r1\.\w+ is not a picture that can be read$"):
        read_picture(tmp_path / f"r1{kind}")


def test_a_grey_picture_with_a_transparent_tone_is_learnt_too(tmp_path: Path) -> None:
    grey = np.asarray(cv2.cvtColor(card_picture("r1"), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    whole = cv2.imencode(".png", grey)[1].tobytes()
    (tmp_path / "r1.png").write_bytes(whole[:33] + chunk(b"tRNS", bytes(2)) + whole[33:])
    assert np.array_equal(read_picture(tmp_path / "r1.png"), np.dstack([grey] * 3))


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG file, with its sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def test_a_folder_with_one_bad_photo_teaches_the_good_ones_and_names_the_bad(
    tmp_path: Path,
) -> None:
    labels = [f"{suit}{rank}" for suit in "rygb" for rank in "12"]
    write_photos(tmp_path, [*labels[:-1], "w1"])
    cv2.imwrite(str(tmp_path / "b2.png"), photo([]))
    lesson = learn_lesson("photos", find_pictures(tmp_path), None)
    assert set(lesson.deck.labels) == {*labels[:-1], "w1"}
    (wrong,) = lesson.left_out
    assert "b2.png" in wrong
