"""The clock on the wall, for what is written down."""

from datetime import UTC, datetime


def utc_now() -> str:
    """Return the moment in UTC, to the second: ``2026-10-02T19:30:00Z``."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
