"""A port that is free, the settings of a table there, and a folder of games of its own."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.files.lock import FolderLock, locked
from companion.panel.panel import PanelKind
from companion.settings.settings import PanelSettings, Settings, WebSettings


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def settings(port: int) -> Settings:
    return Settings(
        web=WebSettings(port=port, host="127.0.0.1"), panel=PanelSettings(kind=PanelKind.VIRTUAL)
    )


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FolderLock]:
    folder = tmp_path / "state"
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setattr("companion.app.serving.close_on_signals", lambda _close: None)
    with locked(folder) as lock:
        yield lock
