"""What people say of cards on a table without a mat: whether one was played, as JSON.

It is asked of everybody in the view, as ``pile``: the card's serial on the table, and no face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response

from web.bodies import BadBody
from web.context import PageContext, Refusal
from web.json_io import answered, asked
from web.schema import SchemaData

LARGEST_SERIAL = 1_000_000
"""Serials of cards are smaller."""
PILE: Mapping[str, SchemaData] = {
    "card": {"type": "integer", "minimum": 1, "maximum": LARGEST_SERIAL},
    "played": {"type": ["boolean", "null"]},
}
"""What is posted, as OpenAPI describes its fields."""


def api(context: PageContext, say: Callable[[int, bool | None], None] | None) -> Blueprint:
    """Return the JSON of it; ``say`` takes the word, from any thread; None: a mat lies there."""
    piles = Blueprint("bare_table_api", __name__)
    _ = context.language.gettext

    @piles.post("/pile")
    def pile() -> Response:
        visitor = context.visitor()
        context.refuse_onlooker(visitor)
        card, played = asked(_word)
        if say is None:
            raise Refusal(404, _("Here the mat says which pile is which."))
        say(card, played)
        return answered({"ok": True})

    return piles


def _word(data: Mapping[str, Any]) -> tuple[int, bool | None]:
    """Read ``{card, played}``."""
    card, played = data.get("card"), data.get("played")
    if set(data) != {"card", "played"} or not (played is None or isinstance(played, bool)):
        raise BadBody("card is a number, and played is true, false or null.")
    if isinstance(card, bool) or not isinstance(card, int) or not 1 <= card <= LARGEST_SERIAL:
        raise BadBody("card is the number of a card that is asked about.")
    return card, played
