"""The two games that the table knows."""

from __future__ import annotations

from enum import Enum


class TableGame(Enum):
    """Which box lies on the table tonight."""

    HANABI = "hanabi"
    HANA_AWASE = "hana-awase"
