"""Games of the demonstration that an earlier version wrote among the real ones."""

import re

_SEED = re.compile(r"demo:-?\d+")
"""What the source of such a game was; today's demonstration has a record of its own."""


def is_simulated(source: object) -> bool:
    """Say whether a game in the common record was the demonstration's, by its source there.

    Such a game stays where it is, and can still be shown, exported and deleted by its number; it
    is not listed, resumed, counted or put into a backup.
    """
    return isinstance(source, str) and _SEED.fullmatch(source) is not None
