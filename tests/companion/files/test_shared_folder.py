"""What owner and service both use is for both, whoever of them made it first."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.files.keys import load_keys
from companion.files.shared_folder import file_mode
from companion.record.games import Record
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck


@pytest.fixture
def strict() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def lax() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def folder(path: Path, *, shared: bool) -> Path:
    path.mkdir()
    path.chmod(0o2770 if shared else 0o700)
    return path


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def keep_keys(file: Path) -> None:
    load_keys(file)


def keep_record(file: Path) -> None:
    Record(file).close()


def keep_deck(file: Path) -> None:
    save_deck(build_deck(), file)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("keep", [keep_keys, keep_record, keep_deck])
def test_in_a_folder_that_a_group_shares_the_group_may(
    keep: Callable[[Path], None], tmp_path: Path
) -> None:
    file = folder(tmp_path / "shared", shared=True) / "file"
    keep(file)
    assert mode(file) == 0o660
    keep(file)
    assert mode(file) == 0o660


@pytest.mark.usefixtures("lax")
@pytest.mark.parametrize("keep", [keep_keys, keep_record, keep_deck])
def test_elsewhere_the_owner_only(keep: Callable[[Path], None], tmp_path: Path) -> None:
    file = folder(tmp_path / "own", shared=False) / "file"
    keep(file)
    assert mode(file) == 0o600


def test_a_folder_that_is_not_there_is_nobodys(tmp_path: Path) -> None:
    assert file_mode(tmp_path / "none") == 0o600
