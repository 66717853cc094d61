"""Files of text are read without waiting for anybody, and never without end."""

import json
import os
import threading
from pathlib import Path

import pytest

from companion.files import reading
from companion.files.reading import FieldTwiceError, read_json, read_text


def test_a_file_is_read_as_an_editor_of_any_system_wrote_it(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_text(file) == "one\ntwo\nthree\n"


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "settings.toml"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a pipe or a device"):
        read_text(pipe)


def test_a_device_in_place_of_a_file_is_not_read() -> None:
    with pytest.raises(OSError, match="a pipe or a device"):
        read_text(Path("/dev/zero"))


def test_a_pipe_that_somebody_named_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "piles.json"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=('{"players": 3}',))
    writer.start()
    assert read_json(pipe, pipes=True) == {"players": 3}
    writer.join()


def test_a_device_that_somebody_named_is_not_read_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 1000)
    with pytest.raises(OSError, match="too large"):
        read_text(Path("/dev/zero"), pipes=True)


def test_a_file_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 1000)
    file = tmp_path / "keys.json"
    file.write_text("x" * 1001)
    with pytest.raises(OSError, match="too large"):
        read_text(file)
    file.write_text("x" * 1000)
    assert read_text(file) == "x" * 1000


@pytest.mark.parametrize("pipes", [False, True])
def test_a_folder_in_place_of_a_file_is_said(tmp_path: Path, pipes: bool) -> None:
    with pytest.raises(IsADirectoryError):
        read_text(tmp_path, pipes=pipes)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, "{", "\0"])
def test_what_is_no_json_is_said_in_one_way(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.json"
    file.write_text(text)
    with pytest.raises(ValueError):  # noqa: PT011 - of whatever kind
        read_json(file)


def test_a_field_that_is_there_twice_is_named_and_not_taken_as_the_last(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1, "b": [{"c": 1, "d": 2, "c": 3}]}')
    with pytest.raises(FieldTwiceError, match=r'^the field "c" is there twice$'):
        read_json(tmp_path / "a.json")


def test_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"code": "żółw"}))
    assert read_json(file) == {"code": "żółw"}
