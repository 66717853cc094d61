"""JSON in and out, for the pages beside the game: bodies become values, values answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from flask import Response, request

from companion.settings.reading import SettingsError
from companion.settings.tonight import Chosen
from web import bodies
from web.answers import WayChosen
from web.bodies import BadBody
from web.context import PageContext, Refusal

Read = TypeVar("Read")


def asked(parse: Callable[[Mapping[str, Any]], Read]) -> Read:
    """Turn the body of this request into a value.

    Raises:
        Refusal: it is malformed.
    """
    if request.mimetype != "application/json":
        raise Refusal(415, "The body is to be sent as application/json.")
    try:
        return parse(bodies.read(request.get_data(cache=False)))
    except BadBody as error:
        raise Refusal(400, str(error)) from None


def answered(data: object) -> Response:
    """Return ``data`` as JSON."""
    return Response(json.dumps(data, separators=(",", ":")), mimetype="application/json")


@contextmanager
def usable_settings(context: PageContext) -> Iterator[None]:
    """Turn what is wrong with the settings into an answer that names the key, not the folder."""
    try:
        yield
    except SettingsError as error:
        text = context.language.gettext("The settings cannot be used: {why}.")
        raise Refusal(409, text.format(why=context.part(error.why))) from None


def way_chosen(context: PageContext, choose: Callable[[], Chosen]) -> Response:
    """Make a choice that is kept in the settings, and answer with what came of it.

    Raises:
        Refusal: the settings cannot be used.
    """
    with usable_settings(context):
        chosen = choose()
    lacks = None if chosen.lacks is None else context.told(chosen.lacks)
    return answered(WayChosen(anew=chosen.anew, lacks=lacks))


def seated(context: PageContext) -> int:
    """Return the seat that this request comes from.

    Raises:
        Refusal: it comes from somebody who has none.
    """
    seat = context.visitor().seat
    if seat is None:
        _ = context.language.gettext
        raise Refusal(403, _("Only somebody with a seat can do that: please take one first."))
    return seat
