"""Where the companion keeps its decks, games and settings; asking creates nothing."""

import os
from pathlib import Path

import platformdirs

NAME = "companion"
DECK_SUFFIX = ".deck"
RESTORING = "restoring.json"
"""What is still to be done to restore a backup, in the folder of decks and games."""
PICTURES = "pictures"
FILMS = "films"


def state_directory() -> Path:
    """Return where decks and games lie.

    ``$STATE_DIRECTORY`` (systemd sets it; of several paths the first), else
    ``$XDG_DATA_HOME/companion``, else the platform's place: ``~/.local/share/companion``.
    """
    said = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if said:
        return Path(said)
    return _xdg("XDG_DATA_HOME") or platformdirs.user_data_path(NAME, appauthor=False)


def demo_directory() -> Path:
    """Return where the demonstration keeps its games, away from the real ones."""
    return state_directory() / "demo"


def settings_directory() -> Path:
    """Return the folder of the settings.

    ``$XDG_CONFIG_HOME/companion``, else ``~/.config/companion``.
    """
    return _xdg("XDG_CONFIG_HOME") or Path.home() / ".config" / NAME


def decks_directory() -> Path:
    """Return the folder of the learnt decks."""
    return state_directory() / "decks"


def settings_file() -> Path:
    """Return the file of the settings."""
    return settings_directory() / "settings.toml"


def learnt_decks() -> tuple[str, ...]:
    """Return the names of the decks that were learnt and can be used, sorted.

    Of a folder that cannot be looked into none can; `decks_in` says so.
    """
    try:
        return decks_in(decks_directory())
    except OSError:
        return ()


def decks_in(folder: Path) -> tuple[str, ...]:
    """Return the names of the decks in ``folder``, sorted; none where it is not there.

    Raises:
        OSError: it cannot be looked into; `Path.glob` would take it for an empty one.
    """
    try:
        files = [path for path in folder.iterdir() if path.suffix == DECK_SUFFIX]
    except FileNotFoundError:
        return ()
    return tuple(sorted(path.stem for path in files if path.is_file()))


def record_file(folder: Path | None = None) -> Path:
    """Return the file that holds all games, or that of a ``folder`` which has its own."""
    return (folder or state_directory()) / "games.sqlite3"


def pictures_directory(folder: Path | None = None) -> Path:
    """Return the folder of the pictures that are kept of games, where that is asked for."""
    return (folder or state_directory()) / PICTURES


def films_directory() -> Path:
    """Return the folder of the evenings that are kept as films, where that is asked for."""
    return state_directory() / FILMS


def is_own_file(file: Path) -> bool:
    """Say whether the companion itself keeps something in ``file``: nobody else may write there.

    Links are followed. In the folder of decks and games its own are the record, what is JSON, and
    all in its folders, whether it is there yet or not; a backup or a drawing may lie beside them.
    """
    real, state = _real(file), _real(state_directory())
    if real == _real(settings_file()):
        return True
    if not real.is_relative_to(state):
        return False
    inner = real.relative_to(state).parts
    return len(inner) > 1 or any(mark in real.name for mark in (".sqlite3", ".json"))


def _real(path: Path) -> Path:
    """Return where links lead; `Path.resolve` raises at one that leads to itself."""
    return Path(os.path.realpath(path))


def _xdg(variable: str) -> Path | None:
    """Return our folder in the one that ``variable`` names; relative paths don't count there."""
    said = Path(os.environ.get(variable, ""))
    return said / NAME if said.is_absolute() else None
