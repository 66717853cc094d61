"""The JSON of the page of Hana-awase: cards put right, deals, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.hana_awase.cards import Card
from companion.hana_awase.options import PLAYERS
from companion.hana_table.desk import HanaDesk, Lies
from companion.hana_table.steps import MAT
from companion.hana_table.views import card_list
from companion.reply import Reply
from web.bodies import BadBody, Nothing, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked
from web.photos import sent_photo


def blueprint(context: PageContext, desk: HanaDesk) -> Blueprint:  # noqa: C901 - one small handler for each address
    """Return the JSON round ``desk``; everybody who joined may tap, for nothing is hidden."""
    api = Blueprint("hana_api", __name__)
    _ = context.language.gettext

    def done(reply: Reply) -> Response:
        if not reply.ok:
            raise context.refused(reply)
        return answered({"ok": True})

    def told(found: object) -> Response:
        if isinstance(found, Reply):
            raise context.refused(found)
        return answered(found)

    @api.get("/cards")
    def cards() -> Response:
        context.visitor()
        pictured = [one for one in card_list(context.language) if _has_picture(desk, one)]
        return answered(
            {
                "cards": card_list(context.language),
                "pictures": [one["label"] for one in pictured],
                "camera": desk.has_camera(),
                "reads": desk.reads(),
            }
        )

    @api.get("/card/<label>.png")
    def picture(label: str) -> Response:
        context.visitor()
        image = desk.picture(label)
        if image is None:
            raise Refusal(404, _("There is no picture of that card."))
        return Response(image, mimetype="image/png")

    @api.post("/put")
    def put() -> Response:
        context.visitor()
        return done(desk.put(*asked(_put)))

    @api.post("/exchange")
    def exchange() -> Response:
        context.visitor()
        return done(desk.exchange(*asked(_exchange)))

    @api.post("/score")
    def score() -> Response:
        context.visitor()
        return done(desk.score(asked(_version)))

    @api.post("/draw")
    def draw() -> Response:
        context.visitor()
        return done(desk.draw(*asked(_draw)))

    @api.post("/back")
    def back() -> Response:
        context.visitor()
        return done(desk.take_back(asked(_version)))

    @api.get("/rules")
    def rules() -> Response:
        context.visitor()
        said = request.args.get("players", str(min(PLAYERS)))
        if said not in [str(players) for players in PLAYERS]:
            raise Refusal(400, f"players is one of 2, 3 and 4, not {said!r:.20}.")
        return told(desk.rules(int(said), {}, context.language.now()))

    @api.post("/rules")
    def choose() -> Response:
        context.visitor()
        players, said = asked(_rules)
        return told(desk.rules(players, said, context.language.now()))

    @api.get("/evenings")
    def evenings() -> Response:
        context.visitor()
        return told(desk.evenings(context.language.now()))

    @api.get("/evenings/<int:game>")
    def again(game: int) -> Response:
        context.visitor()
        return told(desk.review(game, context.language.now()))

    @api.post("/begin")
    def begin() -> Response:
        context.visitor()
        return done(desk.begin(*asked(_begin)))

    @api.post("/look")
    def look() -> Response:
        context.visitor()
        asked(reading(Nothing))
        return done(desk.look())

    @api.post("/photo")
    def photo() -> Response:
        context.visitor()
        said = request.args.get("seat")
        if said is not None and said not in [str(seat) for seat in range(max(PLAYERS))]:
            raise Refusal(400, f"seat is a seat from 0, not {said!r:.20}.")
        data = sent_photo(context)
        return done(desk.photo(data, None if said is None else int(said)))

    return api


def _has_picture(desk: HanaDesk, card: Mapping[str, object]) -> bool:
    return desk.picture(str(card["label"])) is not None


def _card(label: str) -> Card:
    try:
        return Card.parse(label)
    except ValueError as error:
        raise BadBody(f"{error}."[:200]) from None


def _exchange(data: Mapping[str, Any]) -> tuple[Card, Card]:
    """Read ``{was, card}``: two cards."""
    _only(data, "was", "card")
    return _card(data["was"]), _card(data["card"])


def _put(data: Mapping[str, Any]) -> tuple[Card, int | None, Lies]:
    """Read ``{card, to, lies}``: both a seat, ``"mat"`` or null; ``lies`` may be left out."""
    _only(data, "card", "to", *(["lies"] if "lies" in data else []))
    lies: Lies = _place(data, "lies") if "lies" in data else "anywhere"
    return _card(data["card"]), _place(data, "to"), lies


def _place(data: Mapping[str, Any], name: str) -> int | None:
    place = data[name]
    if place == "mat":
        return MAT
    if place is None or (type(place) is int and 0 <= place < max(PLAYERS)):
        return place
    raise BadBody(f"{name} is a seat from 0, 'mat' or null, not {place!r:.20}.")


def _version(data: Mapping[str, Any]) -> int:
    """Read ``{version}``."""
    _only(data, "version")
    return _number(data, "version")


def _draw(data: Mapping[str, Any]) -> tuple[int, int | None]:
    """Read ``{version, seat}``; ``seat`` is null unless somebody called a weak hand."""
    _only(data, "version", "seat")
    return _number(data, "version"), None if data["seat"] is None else _number(data, "seat")


def _begin(data: Mapping[str, Any]) -> tuple[int, int, int, Mapping[str, Any]]:
    """Read ``{version, players, dealer, options}``; ``options`` may be left out."""
    said = {"options": {}, **data}
    _only(said, "version", "players", "dealer", "options")
    players = _number(said, "players")
    return _number(said, "version"), players, _number(said, "dealer"), _object(said, "options")


def _rules(data: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]]:
    """Read ``{players, options}``."""
    _only(data, "players", "options")
    return _number(data, "players"), _object(data, "options")


def _object(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data[name]
    if not isinstance(value, dict):
        raise BadBody(f"{name} is an object of options, not {value!r:.20}.")
    return value


def _only(data: Mapping[str, Any], *names: str) -> None:
    """Refuse a body with other keys than ``names``."""
    if set(data) != set(names):
        raise BadBody(
            f"The body has {', '.join(names)}, not {', '.join(sorted(data)) or 'nothing'!r:.60}."
        )


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data[name]
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadBody(f"{name} is a number from 0, not {value!r:.20}.")
    return value
