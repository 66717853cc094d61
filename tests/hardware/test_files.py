import json
import os
import struct
import threading
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.files import CameraError, FolderCamera, read_image


def film(folder: Path, *shots: tuple[str, object]) -> Path:
    """A film of small pictures; the n-th new name shows the grey level 10 * n."""
    for index, name in enumerate(dict.fromkeys(name for name, _ in shots)):
        cv2.imwrite(str(folder / name), np.full((9, 16, 3), 10 * index, dtype=np.uint8))
    lines = [json.dumps({"file": name, "t": t}) for name, t in shots]
    (folder / "frames.jsonl").write_text("\n".join(lines) + "\n\n", encoding="utf-8")
    return folder


def test_a_film_shows_its_pictures_at_their_moments(tmp_path: Path) -> None:
    folder = film(tmp_path, ("a.png", 0), ("a.png", 0.2), ("b.png", 0.5), ("a.png", 1.5))
    with FolderCamera(folder) as camera:
        frames = list(camera.frames())
        assert (len(camera), camera.duration) == (4, 1.5)
    assert [(frame.name, frame.t) for frame in frames] == [
        ("a.png", 0.0),
        ("a.png", 0.2),
        ("b.png", 0.5),
        ("a.png", 1.5),
    ]
    assert [int(frame.pixels[0, 0, 0]) for frame in frames] == [0, 0, 10, 0]
    assert frames[0].pixels.shape == (9, 16, 3)
    camera.close()


def test_a_picture_that_repeats_is_read_once(tmp_path: Path) -> None:
    frames = list(FolderCamera(film(tmp_path, ("a.png", 0), ("a.png", 1))).frames())
    assert frames[0].pixels is frames[1].pixels


def test_a_film_can_be_watched_twice(tmp_path: Path) -> None:
    camera = FolderCamera(film(tmp_path, ("a.png", 0)))
    assert len(list(camera.frames())) == len(list(camera.frames())) == 1


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="gone is not a folder of pictures"):
        FolderCamera(tmp_path / "gone")


def test_a_folder_without_an_index_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"has no frames\.jsonl"):
        FolderCamera(tmp_path)


def test_an_index_that_names_nothing_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="names no pictures"):
        FolderCamera(film(tmp_path))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "want"),
        ("[]", "want"),
        ('{"file": "a.png"}', "want"),
        ('{"file": 3, "t": 1}', "want"),
        ('{"file": "a.png", "t": "1"}', "want"),
        ('{"file": "a.png", "t": true}', "want"),
        ('{"file": "a.png", "t": NaN}', "not a number of seconds"),
        ('{"file": "a.png", "t": 1%s}' % ("0" * 400), "not a number of seconds"),
        ("[" * 100_000, "want"),
        ('{"file": "a.png", "t": %s}' % ("9" * 5000), "want"),
        ('{"file": "a.png", "t": -1}', "t goes back from 0 s"),
        ('{"file": "gone.png", "t": 1}', "there is no picture"),
        ('{"file": "", "t": 1}', "there is no picture"),
    ],
)
def test_a_line_of_the_index_that_makes_no_sense_is_named(
    tmp_path: Path, line: str, why: str
) -> None:
    folder = film(tmp_path, ("a.png", 0))
    with (folder / "frames.jsonl").open("a") as index:
        index.write(line + "\n")
    with pytest.raises(CameraError, match=rf"line 3: .*{why}"):
        FolderCamera(folder)


@pytest.mark.parametrize(
    "line",
    ["[" * 100_000, *(f'{{"file": "a.png", "t": {"9" * digits}}}' for digits in (400, 5000))],
)
def test_a_line_that_no_program_can_read_is_named(tmp_path: Path, line: str) -> None:
    folder = film(tmp_path, ("a.png", 0))
    with (folder / "frames.jsonl").open("a") as index:
        index.write(line + "\n")
    with pytest.raises(CameraError, match="line 3: "):
        FolderCamera(folder)


def test_an_index_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "frames.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CameraError, match=r"cannot read .*frames\.jsonl"):
        FolderCamera(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff broken", b"text"])
def test_a_broken_picture_in_a_film_is_named_when_it_shows(tmp_path: Path, data: bytes) -> None:
    folder = film(tmp_path, ("a.png", 0), ("b.png", 1))
    (folder / "b.png").write_bytes(data)
    frames = FolderCamera(folder).frames()
    assert next(frames).name == "a.png"
    with pytest.raises(CameraError, match=r"b\.png is not a picture"):
        next(frames)


def test_a_picture_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"gone\.png: No such file"):
        read_image(tmp_path / "gone.png")
    with pytest.raises(CameraError, match="Is a directory"):
        read_image(tmp_path)


def test_a_picture_that_nobody_may_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("hardware.files.open_now", refuse)
    with pytest.raises(CameraError, match=r"cannot read .*a\.jpg: Permission denied"):
        read_image(tmp_path / "a.jpg")


def test_a_picture_that_breaks_off_is_one_sentence_and_nothing_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    image = np.random.default_rng(0).integers(0, 255, (90, 160, 3), dtype=np.uint8)
    for suffix in (".jpg", ".png", ".webp"):
        data = cv2.imencode(suffix, image)[1].tobytes()
        path = tmp_path / f"half{suffix}"
        path.write_bytes(data[: len(data) // 2])
        with pytest.raises(CameraError, match=r"half\.\w+ is not a picture .* breaks off"):
            read_image(path)
    assert capfd.readouterr() == ("", "")


def test_a_picture_that_is_too_large_is_refused_by_its_size(tmp_path: Path) -> None:
    small = cv2.imencode(".jpg", np.zeros((16, 16, 3), dtype=np.uint8))[1].tobytes()
    at = small.index(b"\xff\xc0") + 5
    (tmp_path / "poster.jpg").write_bytes(
        small[:at] + struct.pack(">HH", 10_000, 6_000) + small[at + 4 :]
    )
    with pytest.raises(CameraError, match=r"poster\.jpg is too large: 6000 x 10000 pixels are 60"):
        read_image(tmp_path / "poster.jpg")


# ------------------------------------------------------------------------------ uncommon kinds

TURNS = {1: "abcd", 2: "badc", 3: "dcba", 4: "cdab", 5: "acbd", 6: "cadb", 7: "dbca", 8: "bdac"}
"""EXIF orientation: the quarters a b / c d of the stored picture as they are to be shown."""
QUARTERS = {"a": (0, 0, 255), "b": (0, 255, 0), "c": (255, 0, 0), "d": (255, 255, 255)}


def quarters(order: str, height: int, width: int) -> npt.NDArray[np.uint8]:
    image = np.zeros((height, width, 3), dtype=np.uint8)
    for index, name in enumerate(order):
        top, left = index // 2 * height // 2, index % 2 * width // 2
        image[top : top + height // 2, left : left + width // 2] = QUARTERS[name]
    return image


def segment(marker: int, content: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(content) + 2) + content


@pytest.mark.parametrize("orientation", TURNS)
def test_a_photo_is_turned_as_the_camera_was_held(tmp_path: Path, orientation: int) -> None:
    stored = cv2.imencode(".jpg", quarters("abcd", 64, 96))[1].tobytes()
    tiff = b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)
    path = tmp_path / "held.jpg"
    path.write_bytes(stored[:2] + segment(0xE1, b"Exif\x00\x00" + tiff) + stored[2:])
    upright = (64, 96) if orientation <= 4 else (96, 64)
    shown = quarters(TURNS[orientation], *upright)
    image = read_image(path)
    assert image.shape == shown.shape
    assert float(np.abs(image.astype(int) - shown).mean()) < 8


def chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def with_exif(kind: str, image: npt.NDArray[np.uint8], exif: bytes) -> bytes:
    """A PNG or WebP that says how its camera was held."""
    if kind == "png":
        stored = cv2.imencode(".png", image)[1].tobytes()
        end = stored.index(b"IEND") - 4
        return stored[:end] + chunk(b"eXIf", exif) + stored[end:]
    stored = cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    height, width = image.shape[:2]
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    head = b"VP8X" + struct.pack("<IBxxx", 10, 0x18) + sizes  # it has alpha and EXIF
    chunks: bytes = head + stored[12:] + b"EXIF" + struct.pack("<I", len(exif)) + exif
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


@pytest.mark.parametrize("kind", ["png", "webp"])
@pytest.mark.parametrize("orientation", TURNS)
def test_so_is_one_that_is_transparent_in_places(
    tmp_path: Path, orientation: int, kind: str
) -> None:
    opaque = np.full((64, 96, 1), 255, dtype=np.uint8)
    opaque[0, 0] = 0
    stored = np.concatenate([quarters("abcd", 64, 96), opaque], axis=2)
    tiff = b"II*\x00" + struct.pack("<IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)
    path = tmp_path / f"held.{kind}"
    path.write_bytes(with_exif(kind, stored, tiff))
    upright = (64, 96) if orientation <= 4 else (96, 64)
    differs = (read_image(path) != quarters(TURNS[orientation], *upright)).any(axis=2)
    assert differs.sum() == 1, "where nothing covers the paper"


@pytest.mark.parametrize(
    "exif",
    [
        b"",
        b"II*\x00",
        b"MM\x00*\xff\xff\xff\xff",
        b"II*\x00" + struct.pack("<IH", 8, 0xFFFF),
        b"II*\x00" + struct.pack("<IHHHIHHI", 8, 1, 0x112, 3, 1, 9, 0, 0),
    ],
)
def test_what_cannot_be_understood_of_how_it_was_held_is_passed_over(
    tmp_path: Path, exif: bytes
) -> None:
    stored = np.full((8, 12, 4), 255, dtype=np.uint8)
    path = tmp_path / "held.png"
    path.write_bytes(with_exif("png", stored, exif))
    assert read_image(path).shape == (8, 12, 3)


@pytest.mark.parametrize("kind", ["jpg", "png"])
def test_a_pipe_that_nobody_writes_to_keeps_nobody_waiting(tmp_path: Path, kind: str) -> None:
    pipe = tmp_path / f"table.{kind}"
    os.mkfifo(pipe)
    with pytest.raises(CameraError, match=rf"table\.{kind} is not a picture .*: it is empty"):
        read_image(pipe)


def test_a_picture_may_come_through_a_pipe(tmp_path: Path) -> None:
    stored = cv2.imencode(".png", quarters("abcd", 64, 96))[1].tobytes()
    reads, writes = os.pipe()
    with os.fdopen(reads), os.fdopen(writes, "wb") as pipe:

        def write() -> None:
            pipe.write(stored)
            pipe.close()

        writing = threading.Timer(0.2, write)
        writing.start()
        assert read_image(Path(f"/dev/fd/{reads}")).shape == (64, 96, 3)
        writing.join()


def ink_jpeg(planes: tuple[int, ...], *, adobe: bool) -> bytes:
    """A JPEG of 8 x 8 pixels of one colour, in as many planes as there are levels."""
    numbers = range(1, len(planes) + 1)
    size = struct.pack(">BHHB", 8, 8, 8, len(planes))
    bits = ""
    for level in planes:  # one block each: a steady level, and the end of the block
        steady = (level - 128) * 8
        length = abs(steady).bit_length()
        code = steady if steady > 0 else steady + (1 << length) - 1
        bits += f"{length:04b}" + (f"{code:0{length}b}" if length else "") + "0"
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
    return b"".join(
        (
            b"\xff\xd8",
            segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0)) if adobe else b"",
            segment(0xDB, b"\x00" + bytes([1] * 64)),
            segment(0xC0, size + b"".join(bytes((n, 0x11, 0)) for n in numbers)),
            segment(0xC4, b"\x00" + bytes([0, 0, 0, 12] + [0] * 12) + bytes(range(12))),
            segment(0xC4, b"\x10" + bytes([1] + [0] * 15) + b"\x00"),
            segment(
                0xDA, bytes([len(planes)]) + b"".join(bytes((n, 0)) for n in numbers) + b"\0?\0"
            ),
            data.replace(b"\xff", b"\xff\x00"),
            b"\xff\xd9",
        )
    )


def test_printing_inks_are_read_as_the_colours_they_make(tmp_path: Path) -> None:
    path = tmp_path / "inks.jpg"
    path.write_bytes(ink_jpeg((200, 100, 50, 255), adobe=True))  # as Adobe stores them: reversed
    assert np.abs(read_image(path).astype(int) - (50, 100, 200)).max() <= 2


def test_printing_inks_that_say_nothing_of_their_order_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "inks.jpg"
    path.write_bytes(ink_jpeg((200, 100, 50, 255), adobe=False))
    with pytest.raises(CameraError, match=r"inks\.jpg is a picture in four printing inks"):
        read_image(path)


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    for image in (np.full((9, 16, 3), 257 * 77, np.uint16), np.full((9, 16), 257 * 77, np.uint16)):
        cv2.imwrite(str(tmp_path / "deep.png"), image)
        read = read_image(tmp_path / "deep.png")
        assert read.dtype == np.uint8
        assert read.shape == (9, 16, 3)
        assert (read == 77).all()


@pytest.mark.parametrize("depth", ["uint8", "uint16"])
def test_what_is_transparent_is_white_as_paper(tmp_path: Path, depth: str) -> None:
    full = np.iinfo(depth).max
    image: npt.NDArray[np.integer[Any]] = np.zeros((4, 6, 4), dtype=depth)
    image[0] = (0, 0, full, full)
    image[1] = (0, 0, full, full // 2)
    cv2.imwrite(str(tmp_path / "cut.png"), image)
    read = read_image(tmp_path / "cut.png")
    assert read.shape == (4, 6, 3)
    assert [list(row[0]) for row in read[:3]] == [[0, 0, 255], [128, 128, 255], [255, 255, 255]]


@pytest.mark.parametrize("suffix", [".png", ".webp"])
def test_of_a_picture_that_moves_the_first_is_read(tmp_path: Path, suffix: str) -> None:
    moving = cv2.Animation()
    moving.frames = [np.full((9, 16, 3), level, dtype=np.uint8) for level in (50, 200)]
    moving.durations = [100, 100]
    path = tmp_path / f"moving{suffix}"
    path.write_bytes(cv2.imencodeanimation(suffix, moving)[1].tobytes())
    assert np.abs(read_image(path).astype(int) - 50).max() <= 2


def test_a_grey_picture_has_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((9, 16), 77, dtype=np.uint8))
    image = read_image(tmp_path / "a.png")
    assert image.shape == (9, 16, 3)
    assert image.dtype == np.uint8


def test_a_grey_picture_of_which_one_grey_is_transparent_is_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((9, 16), 77, dtype=np.uint8))
    data = (tmp_path / "a.png").read_bytes()
    kind = b"tRNS" + (200).to_bytes(2, "big")
    chunk = (2).to_bytes(4, "big") + kind + zlib.crc32(kind).to_bytes(4, "big")
    (tmp_path / "a.png").write_bytes(data[:33] + chunk + data[33:])  # after the header's chunk
    image = read_image(tmp_path / "a.png")
    assert image.shape == (9, 16, 3)
    assert (image == 77).all()
