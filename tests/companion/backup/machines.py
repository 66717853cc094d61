"""Machines that keep games, decks and settings, and what a backup of them puts back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.backup.backup import Places, backup
from companion.backup.record_check import check_record
from companion.backup.restoring import Restoring, restore, restoring
from companion.hanabi.moves import Terminate
from companion.record.games import Record
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import play

AT = "2026-11-20T19:30:00Z"
SETTINGS = "[web]\nport = 8001\n"


def machine(folder: Path, *decks: str, games: int = 0, settings: str | None = None) -> Places:
    """Return the places of a companion that keeps this much."""
    places = Places(
        folder / "state" / "games.sqlite3",
        folder / "state" / "decks",
        folder / "config" / "settings.toml",
    )
    places.decks.mkdir(parents=True)
    for name in decks:
        (places.decks / f"{name}.deck").write_text(f"{folder.name}'s {name}")
    for _ in range(games):
        keep(places.record, recorded(play(0, "r1"), Terminate(None)))
    if settings is not None:
        places.settings.parent.mkdir(parents=True)
        places.settings.write_text(settings)
    return places


def saved(places: Places, file: Path) -> Path:
    file.write_bytes(backup(places, AT).data)
    return file


def put_back(
    file: Path, places: Places, check: Callable[[Path], object] = Path.read_bytes
) -> Restoring:
    with restoring(file, places, AT, check, check_record) as ready:
        restore(ready, places)
    return ready


def kept(places: Places) -> dict[str, object]:
    """All that a companion keeps, without what is set aside."""
    games: tuple[object, ...] = ()
    if places.record.exists():
        with Record(places.record) as record:
            games = tuple((one, record.entries(one.id)) for one in record.games())
    decks = {deck.name: deck.read_bytes() for deck in sorted(places.decks.glob("*"))}
    settings = places.settings.read_text() if places.settings.exists() else None
    return {"games": games, "decks": decks, "settings": settings}
