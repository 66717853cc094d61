"""The picture of a card in a rack, for the one seat that is asked which card it is."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Blueprint, Response

from companion.referee.readings import SlotPlace
from web.context import PageContext, Refusal


def api(context: PageContext, closeups: Mapping[SlotPlace, bytes]) -> Blueprint:
    """Return where that picture is fetched; ``closeups`` has JPEGs by seat and slot.

    Nobody says which picture he wants: there is only the one of the card that his own view asks
    about, which is never a card of his.
    """
    pictures = Blueprint("closeups", __name__)
    _ = context.language.gettext

    @pictures.get("/rack-picture")
    def closeup() -> Response:
        visitor = context.visitor()
        picture = None
        if visitor.seat is not None and not visitor.sees_all:
            asked = json.loads(context.shown(visitor.seat)[1].body).get("rack_question")
            if asked is not None and asked["seat"] != visitor.seat:
                picture = closeups.get((asked["seat"], asked["slot"]))
        if picture is None:
            raise Refusal(404, _("There is no picture of a card that you are asked about."))
        return Response(picture, mimetype="image/jpeg")

    return pictures
