"""Bounds what FFmpeg takes of the memory in one piece, wherever it works inside of OpenCV.

A server for RTSP says how long its answer is, and FFmpeg makes room for whatever it says: a false
one filled a gigabyte within one look at a camera. Neither OpenCV nor an option of a stream limits
that, but FFmpeg's own library does for the whole process.
"""

from __future__ import annotations

import ctypes
import logging
from functools import lru_cache
from pathlib import Path

LARGEST_PIECE = 64 * 1024 * 1024
"""Bytes; one plane of the largest video that any camera sends has half of that."""
_MAPS = Path("/proc/self/maps")
_LIBRARY = "libavutil"

_log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def bound() -> int:
    """Let FFmpeg refuse larger pieces from now on; OpenCV has to be loaded.

    Returns:
        How many libraries were told; none where FFmpeg is not there, or not to be found.
    """
    try:
        lines = _MAPS.read_text(errors="replace").splitlines()
    except OSError:  # no Linux
        return 0
    paths = {line.split(maxsplit=5)[-1] for line in lines if _LIBRARY in line}
    told = 0
    for path in sorted(paths):
        try:
            limit = ctypes.CDLL(path).av_max_alloc
        except (OSError, AttributeError) as error:
            _log.info("the memory of FFmpeg is not bounded: %s", error)
            continue
        limit.argtypes, limit.restype = (ctypes.c_size_t,), None
        limit(LARGEST_PIECE)
        told += 1
    return told
