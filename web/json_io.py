"""JSON in and out, for the pages beside the game: bodies become values, values answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import Response, request

from web import bodies
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
