"""What people say of cards on a table without a mat: whether one was played, as JSON.

It is asked of everybody in the view, as ``pile``: the card's serial on the table, and no face.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response

from web.bodies import PileWord, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked


def api(context: PageContext, say: Callable[[int, bool | None], None] | None) -> Blueprint:
    """Return the JSON of it; ``say`` takes the word, from any thread; None: a mat lies there."""
    piles = Blueprint("bare_table_api", __name__)
    _ = context.language.gettext

    @piles.post("/pile")
    def pile() -> Response:
        visitor = context.visitor()
        context.refuse_onlooker(visitor)
        word = asked(reading(PileWord))
        if say is None:
            raise Refusal(404, _("Here the mat says which pile is which."))
        say(word.card, word.played)
        return answered({"ok": True})

    return piles
