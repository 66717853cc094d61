"""A rule that is broken on purpose."""

from typing import NamedTuple


class Mutation(NamedTuple):
    """One rule broken: ``old`` stands in the module once and becomes ``new``."""

    what: str
    module: str
    old: str
    new: str
