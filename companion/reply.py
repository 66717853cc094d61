"""What becomes of a tap, whichever game it was for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.language.phrases import phrase

NO_ANSWER = phrase("the table does not answer; please try again")
"""Why a tap is refused that the table's thread did not take up in time."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a tap.

    Attributes:
        rule: the rule that refused it, by its fixed name; None where it went through, or where
            no rule of the game did.
        message: a sentence for whoever tapped; None where it went through.
        told: what was asked for, as a JSON object; None where nothing was.
    """

    rule: str | None = None
    message: str | None = None
    told: Mapping[str, object] | None = None

    @property
    def ok(self) -> bool:
        """Say whether the tap was carried out."""
        return self.message is None
