"""What can be printed, as commands and pages name it."""

from __future__ import annotations

from enum import Enum


class SheetKind(Enum):
    """A set of sheets."""

    MAT = "mat"
    HANA_MAT = "hana-mat"
    RACKS = "racks"
    CARDS = "cards"
    SEATS = "seats"
    WIRING = "wiring"
