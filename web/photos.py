"""Photos of a hand, sent by somebody who sees it; read by whatever the table was given for it."""

from __future__ import annotations

import json

from flask import request

from companion.hanabi.cards import face_of
from companion.play.inputs import PhotoTap
from web import bodies
from web.bodies import BadBody, Number, Sent
from web.context import PageContext, Refusal
from web.seats import Visitor

LARGEST_PHOTO = 12 * 1024 * 1024
"""Bytes; the photos of today's phones have less than ten million."""


def sent_photo(context: PageContext) -> bytes:
    """Return the file of the photo in this request.

    Raises:
        Refusal: it is no picture.
        RequestEntityTooLarge: it has more than `LARGEST_PHOTO` bytes.
    """
    if not request.mimetype.startswith("image/"):
        _ = context.language.gettext
        raise Refusal(415, _("A photo is to be sent as image/jpeg, image/png or image/webp."))
    request.max_content_length = LARGEST_PHOTO
    return request.get_data(cache=False)


def take(context: PageContext, visitor: Visitor, seat: int | None) -> Sent:
    """Return what the photo in this request shows, as a tap.

    Nothing of it is kept.

    Raises:
        Refusal: it comes from whom it must not come from, or it cannot be read.
    """
    _ = context.language.gettext
    read_hand = context.read_hand
    if read_hand is None:
        raise Refusal(404, _("Photos of hands cannot be read here: no deck was learnt."))
    try:
        sent = bodies.photo(request.args)
    except BadBody as error:
        raise Refusal(400, str(error)) from None
    hand, version = sent.hand, sent.version
    if visitor.seat is None or seat is None or visitor.seat == hand:
        raise Refusal(403, _("A hand is photographed by a seat that sees it."))
    held = _held(context, seat, hand)
    data = sent_photo(context)
    try:
        labels = read_hand(data)
    except ValueError as error:
        raise context.unable(error, 400) from None
    if held is not None and _held(context, seat, hand) == held:
        # It may have taken a while: other things may have changed, as long as the hand has not.
        version = Number(context.shown(seat)[1].version)
    return Sent(PhotoTap(hand, tuple(face_of(label) for label in labels)), version, sent.key)


def _held(context: PageContext, seat: int, hand: int) -> list[object] | None:
    """Return the ids of the cards in a hand, by slot; None: there is no such hand."""
    game = json.loads(context.shown(seat)[1].body).get("game")
    if game is None or hand >= len(game["hands"]):
        return None
    return [(card["id"], card["slot"]) for card in game["hands"][hand]]
