"""A file is whole, or it is what it was."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.files.whole_file import write_whole


def test_what_is_written_replaces_what_was_there_and_leaves_nothing_beside_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "deck.zip"
    file.write_bytes(b"an older deck")
    write_whole(file, b"a newer deck", 0o640)
    assert file.read_bytes() == b"a newer deck"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_disk_leaves_what_was_there_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "deck.zip"
    file.write_bytes(b"an older deck")
    monkeypatch.setattr("companion.files.whole_file.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"a newer deck")
    assert file.read_bytes() == b"an older deck"
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "null"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a pipe or a device"):
        write_whole(pipe, b"a backup")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_its_new_name_is_on_the_disk_too_when_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A renamed file whose folder was not synced is the old one again after a power cut."""
    synced: list[tuple[str, bool]] = []
    file = tmp_path / "deck.zip"

    def noted(handle: int) -> None:
        synced.append((str(Path(f"/proc/self/fd/{handle}").readlink()), file.exists()))

    monkeypatch.setattr("os.fsync", noted)
    write_whole(file, b"a deck")
    content, name = synced
    assert content[0].startswith(f"{tmp_path}/.deck.zip")
    assert name == (str(tmp_path), True)
