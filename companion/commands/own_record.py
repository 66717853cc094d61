"""Whether there is a record of games to look into; looking creates none."""

from __future__ import annotations

from companion.commands.errors import UnusableInput
from companion.files.paths import record_file


def has_record() -> bool:
    """Say whether games were ever recorded here.

    `Path.exists` would take a folder that cannot be looked into for one that holds nothing.

    Raises:
        UnusableInput: it cannot be told.
    """
    file = record_file()
    try:
        file.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise UnusableInput(f"cannot look for {file}: {error.strerror}") from error
    return True
