"""The page on which the machine is told its network at home, and its JSON.

On the machine's own hotspot it is what phones show by themselves (a captive portal): they ask for
an address of the internet, every name leads here, and the answer sends them on. There it is open
to all, for nobody can have read the game's code yet; it shows nothing of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, make_response, redirect, render_template, request

from companion.addresses import USUAL_PORT, page_address
from companion.wifi.hotspot import Network
from companion.wifi.wifi import (
    HOTSPOT_ADDRESS,
    LONGEST_PASSWORD,
    LONGEST_WIFI_NAME,
    SHORTEST_PASSWORD,
    WifiError,
    WifiLink,
    fit_to_join,
)
from web.allowed_hosts import is_near
from web.answers import NetworkShown
from web.bodies import BadBody
from web.context import PageContext
from web.json_io import answered, asked, seated
from web.locale import worded
from web.schema import SchemaData
from web.sentences import Texts, page_texts

PAGE = "/network"
NETWORK_TOLD: Mapping[str, SchemaData] = {
    "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_WIFI_NAME},
    "password": {
        "type": ["string", "null"],
        "minLength": SHORTEST_PASSWORD,
        "maxLength": LONGEST_PASSWORD,
    },
}
"""What is posted, as OpenAPI describes its fields."""


def network_texts(language: NullTranslations) -> Texts:
    """Return the texts of the page by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "network_home": _("The table is in the network {name}."),
        "network_wire": _("The table is in a network, by a cable."),
        "network_hotspot": _("The table has made a network of its own: {name}."),
        "network_lost": _("The table is in no network; in a minute it makes one of its own."),
        "network_missing": _("This machine has no Wi-Fi that can be set up here."),
        "network_joining": _(
            "The table joins {name}. Its own network ends now: let this phone join {name}, too,"
            " then open {address}."
        ),
        "network_changing": _("The table joins {name}…"),
        "network_failed": _("{name} was not joined: {why}."),
        "network_password": _("open"),
        "network_no_company": _("wants a name and a certificate: not possible here"),
    }


def blueprint(context: PageContext, network: Network) -> Blueprint:
    """Return the page."""
    pages = Blueprint("network", __name__)
    texts = worded(context.language, page_texts, network_texts)

    @pages.get(PAGE)
    def page() -> Response:
        if context.known() is None and not _is_hotspot(network):
            return make_response(redirect("/", 303))
        network.visited()
        shown = render_template(
            "network.html",
            texts=texts(),
            address=_lasting_address(context),
            shortest=SHORTEST_PASSWORD,
            longest=LONGEST_PASSWORD,
            longest_name=LONGEST_WIFI_NAME,
        )
        return make_response(shown)

    return pages


def api(context: PageContext, network: Network) -> Blueprint:
    """Return the JSON of looking at ``network``, and of joining another."""
    networks = Blueprint("network_api", __name__)
    _ = context.language.gettext

    @networks.get("/network")
    def state() -> Response:
        if not _is_hotspot(network):
            context.visitor()
        network.visited()
        return answered(_shown(context, network))

    @networks.post("/network")
    def join() -> Response:
        if not _is_hotspot(network):
            seated(context)
        network.visited()
        name, password = asked(lambda data: _told(data, context.language))
        try:
            network.join(name, password)
        except WifiError as error:
            raise context.unable(error) from None
        return answered(_shown(context, network))

    return networks


def catch_lookups(app: Flask, context: PageContext, network: Network) -> None:
    """Send phones on the hotspot that ask for an address of the internet to the page."""

    @app.before_request
    def caught() -> Response | None:
        asked_for = request.headers.get("Host")
        if (
            asked_for is None
            or request.method != "GET"
            or is_near(asked_for, context.address)
            or not _is_hotspot(network)
        ):
            return None
        return make_response(redirect(page_address(HOTSPOT_ADDRESS, _port(context)) + PAGE, 302))


def _is_hotspot(network: Network) -> bool:
    return network.news().state.link is WifiLink.HOTSPOT


def _lasting_address(context: PageContext) -> str:
    """Return where the page is in whatever network: by the machine's name, which mDNS tells."""
    return page_address(f"{gethostname().removesuffix('.local')}.local", _port(context))


def _port(context: PageContext) -> int:
    return urlsplit(context.address or "").port or USUAL_PORT


def _shown(context: PageContext, network: Network) -> NetworkShown:
    news = network.news()
    return NetworkShown(
        link=news.state.link.value,
        name=news.state.name,
        networks=[
            {
                "name": one.name,
                "signal": one.signal,
                "secured": one.secured,
                "joinable": one.joinable,
            }
            for one in news.visible
        ],
        joining=news.joining,
        failed=None if news.failed is None else context.part(news.failed),
        tried=news.tried,
    )


def _told(data: Mapping[str, Any], language: NullTranslations) -> tuple[str, str | None]:
    """Read ``{name, password}``; null: the network wants none."""
    name, password = data.get("name"), data.get("password")
    if (
        set(data) != {"name", "password"}
        or not isinstance(name, str)
        or not isinstance(password, str | None)
    ):
        raise BadBody("name is that of a network, password is its password or null.")
    if not fit_to_join(name, None):
        text = language.gettext("The name of a network has 1 to {most} bytes.")
        raise BadBody(text.format(most=LONGEST_WIFI_NAME))
    if not fit_to_join(name, password):
        text = language.gettext(
            "The password of a network has {least} to {most} letters, digits and signs, without"
            " accents."
        )
        raise BadBody(text.format(least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD))
    return name, password
