"""The page on which the address of a camera in the network is told, tried and kept; and its JSON.

Between games only: what such a camera sees may be a hand.
"""

from __future__ import annotations

import re
from gettext import NullTranslations

from flask import Blueprint, Response, make_response, redirect, render_template

from companion.camera_address import is_address
from companion.pictures.camera_probe import NO_ADDRESS, CameraProbe
from companion.settings.tonight import Ways
from web.bodies import ChosenCamera, reading
from web.context import PageContext, Refusal
from web.json_io import asked, way_chosen
from web.locale import worded
from web.sentences import Texts, page_texts

_HOST_FIRST = re.compile(r"[\w-]+(\.[\w-]+)+[:/]")
"""How an address begins that lacks the ``http://``: a name with dots, then its port or a path."""


def camera_texts(language: NullTranslations) -> Texts:
    """Return the texts of the page by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "camera_looking": _("Looking through it…"),
        "camera_late": _("The first picture came after {first} s, then one every {pause} s."),
        "camera_first": _("The first picture came after {first} s, and no second one so far."),
    }


def blueprint(context: PageContext) -> Blueprint:
    """Return the page."""
    pages = Blueprint("camera_address", __name__)
    texts = worded(context.language, page_texts, camera_texts)

    @pages.get("/tonight/camera")
    def camera() -> Response:
        if context.known() is None:
            return make_response(redirect("/", 303))
        return make_response(render_template("camera_address.html", texts=texts()))

    return pages


def api(context: PageContext, ways: Ways, probe: CameraProbe | None) -> Blueprint:
    """Return the JSON of choosing a camera among ``ways`` after a look through ``probe``."""
    cameras = Blueprint("camera_address_api", __name__)
    _ = context.language.gettext

    @cameras.post("/tonight/look")
    def look() -> Response:
        _between_games()
        address = _address()
        if probe is None:
            raise Refusal(404, _("No camera can be looked through here."))
        try:
            seen = probe.look(address)
        except ValueError as error:
            raise context.unable(error, 400) from None
        _between_games()  # a game may have begun meanwhile
        response = Response(seen.picture, mimetype="image/jpeg")
        response.headers["Camera-First"] = f"{seen.first:.1f}"
        if seen.pause is not None:
            response.headers["Camera-Pause"] = f"{seen.pause:.1f}"
        return response

    @cameras.post("/tonight/camera")
    def watch() -> Response:
        _between_games()
        address = _address()
        if not is_address(address):
            raise Refusal(400, context.told(NO_ADDRESS))
        return way_chosen(context, lambda: ways.watch(address))

    def _between_games() -> None:
        context.visitor()
        if context.hides_hands():
            raise Refusal(
                409,
                _("A camera is chosen between games: while hands are hidden it could show one."),
            )

    return cameras


def _address() -> str:
    """Read it; many apps show it without its beginning: ``192.168.1.40:8080/video``."""
    address = asked(reading(ChosenCamera)).address
    return f"http://{address}" if _HOST_FIRST.match(address) else address
