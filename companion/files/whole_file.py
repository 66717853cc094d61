"""Files that are written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.files.reading import check_is_file
from companion.files.shared_folder import OWN_MODE
from companion.files.synced import sync


def write_whole(file: Path, data: bytes, mode: int = OWN_MODE) -> None:
    """Write ``data`` to ``file`` and onto the disk; what was there stays until all of it is.

    Args:
        file: in a folder that is there.
        data: what it holds then.
        mode: who may read and write it.

    Raises:
        OSError: it cannot be written, or is a pipe or a device; nothing has changed then, but
            where the folder alone could not be synced.
    """
    check_is_file(file)  # whoever may write anywhere would replace /dev/null by a file
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
    sync(file.absolute().parent)
