"""A folder of settings for each test."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the tests stand in; the folder of the settings is ``companion`` in it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", "/home/user")
    monkeypatch.chdir(tmp_path)
    return tmp_path
