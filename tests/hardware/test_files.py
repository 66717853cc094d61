import json
from pathlib import Path

import cv2
import numpy as np
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


def test_a_grey_picture_has_three_channels(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((9, 16), 77, dtype=np.uint8))
    image = read_image(tmp_path / "a.png")
    assert image.shape == (9, 16, 3)
    assert image.dtype == np.uint8
