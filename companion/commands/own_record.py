"""Whether there is a record of games to look into; looking creates none."""

from __future__ import annotations

from companion.commands.errors import unusable
from companion.files.paths import record_file
from companion.record.errors import RecordError
from companion.record.file import is_recorded


def has_record() -> bool:
    """Say whether games were ever recorded here.

    Raises:
        UnusableInput: it cannot be told.
    """
    with unusable(RecordError):
        return is_recorded(record_file())
