"""Everything the companion keeps has one place, and people can say where."""

from pathlib import Path

import pytest

from companion.files.paths import decks_directory, record_file, settings_directory, state_directory


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("STATE_DIRECTORY", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_by_default_everything_lies_in_the_home_directory(home: Path) -> None:
    assert state_directory() == home / ".local" / "share" / "companion"
    assert settings_directory() == home / ".config" / "companion"


def test_the_desktop_says_where_data_and_settings_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/settings")
    assert state_directory() == Path("/data/companion")
    assert settings_directory() == Path("/settings/companion")


def test_the_state_directory_of_the_service_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert state_directory() == Path("/var/lib/companion")
    assert decks_directory() == Path("/var/lib/companion/decks")
    assert record_file() == Path("/var/lib/companion/games.sqlite3")


def test_of_several_state_directories_the_first_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion:/var/lib/other")
    assert state_directory() == Path("/var/lib/companion")


@pytest.mark.parametrize("said", ["", "relative/path"])
def test_what_is_no_absolute_path_does_not_count_for_the_desktop(
    said: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "")
    monkeypatch.setenv("XDG_DATA_HOME", said)
    monkeypatch.setenv("XDG_CONFIG_HOME", said)
    assert settings_directory() == home / ".config" / "companion"
    if not said:
        assert state_directory() == home / ".local" / "share" / "companion"


def test_asking_for_a_place_creates_nothing(home: Path) -> None:
    state_directory(), settings_directory(), decks_directory(), record_file()
    assert list(home.iterdir()) == []
