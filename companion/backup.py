"""All decks, games and settings in one file, to be kept elsewhere.

A game that is not over is left out: its hands are hidden, also from the host.
"""

from __future__ import annotations

import io
import sqlite3
import tempfile
import zipfile
from pathlib import Path

from companion.record import Record, RecordError

RECORD, DECKS, SETTINGS = "games.sqlite3", "decks", "settings.toml"


def backup(record: Path, decks: Path, settings: Path) -> bytes:
    """Return a ZIP file with what is there of these.

    Args:
        record: the record's file; games that are not over are not in the copy.
        decks: the folder of the learnt decks.
        settings: the settings' file.

    Raises:
        RecordError: the record cannot be read.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        if record.exists():
            archive.writestr(RECORD, _games_that_are_over(record))
        for deck in sorted(decks.glob("*.deck")):
            archive.write(deck, f"{DECKS}/{deck.name}")
        if settings.exists():
            archive.write(settings, SETTINGS)
    return out.getvalue()


def _games_that_are_over(record: Path) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / RECORD
        with Record(record) as opened:
            opened.copy_to(copy)
        with Record(copy) as kept:
            for game in kept.lengths():
                try:
                    over = kept.state(game).over
                except RecordError:
                    over = False  # nobody can say what a damaged one hides
                if not over:
                    kept.delete(game)
        _forget_what_was_deleted(copy)
        return copy.read_bytes()


def _forget_what_was_deleted(copy: Path) -> None:
    """Leave no page of a deleted game in the file, and no file beside it."""
    db = sqlite3.connect(copy, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    finally:
        db.close()
