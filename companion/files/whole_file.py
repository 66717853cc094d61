"""Files that are written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.files.shared_folder import OWN_MODE


def write_whole(file: Path, data: bytes, mode: int = OWN_MODE) -> None:
    """Write ``data`` to ``file`` and onto the disk; what was there stays until all of it is.

    Args:
        file: in a folder that is there.
        data: what it holds then.
        mode: who may read and write it.

    Raises:
        OSError: it cannot be written; nothing has changed then.
    """
    handle, draft = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}")
    try:
        with os.fdopen(handle, "wb") as opened:
            os.fchmod(handle, mode)
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
