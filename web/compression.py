"""Compression of answers on their way to a phone, with gzip, where the phone can unpack it."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Response, request

LEAST_PACKED = 1000
"""Bytes; less is not worth packing each time anew."""
LEAST_KEPT = 200
"""The same of a file, which is packed once for all phones."""
FILES_KEPT = 64
"""Packed files that are kept: they are the same for every phone."""
_TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")


def pack(response: Response) -> Response:
    """Return ``response`` packed with gzip, or as it is where that is not wanted or of no use.

    Streams stay as they are: their messages go out one by one.
    """
    response.vary.add("Accept-Encoding")
    if (
        response.status_code != 200
        or request.accept_encodings["gzip"] <= 0
        or not (response.mimetype or "").startswith(_TEXTS)
        or response.mimetype == "text/event-stream"
    ):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    kept = request.endpoint == "static"
    if len(data) < (LEAST_KEPT if kept else LEAST_PACKED):
        return response
    response.set_data(_kept(data) if kept else _packed(data))
    response.headers["Content-Encoding"] = "gzip"
    etag, _ = response.get_etag()
    if etag is not None:
        response.set_etag(etag, weak=True)  # the same file, in other bytes
    return response


def _packed(data: bytes, level: int = 6) -> bytes:
    return gzip.compress(data, compresslevel=level, mtime=0)


@lru_cache(maxsize=FILES_KEPT)
def _kept(data: bytes) -> bytes:
    return _packed(data, 9)
