"""The pages: join, the seat's, the public one and the virtual panel."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import urlencode

import segno
from flask import Blueprint, Response, make_response, redirect, render_template, request
from markupsafe import Markup

from companion.addresses import joining_address
from companion.hanabi.labels import MOST_SEATS
from companion.language.languages import code_of
from companion.language.people import LONGEST_NAME, number
from web.api import keep_cookie, set_cookie
from web.context import PageContext
from web.locale import COOKIE as LANGUAGE
from web.locale import worded
from web.sentences import Texts, join_texts, page_texts, panel_texts

STATIC = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^(?:import|\} from)\b[^"]*"(\.\.?/[\w/-]+\.js)";$', re.MULTILINE)
LANGUAGE_DAYS = 365
LOOKS_ON = "looks_on"
"""What the address of the page to join has in it for whoever came for the public page."""
ALOUD = (
    "voice_here_now",
    "score_spoken",
    "lost_spoken",
    "points",
    "rating",
    "at_least",
    "played_of",
)
"""The texts that a phone says aloud, besides the news."""


def blueprint(
    context: PageContext,
    table: str = "table.html",
    more: Callable[[NullTranslations], Texts] | None = None,
) -> Blueprint:
    """Return the pages of ``context``; ``table`` shows the game, with ``more`` texts."""
    pages = Blueprint("pages", __name__)
    parts = (page_texts,) if more is None else (page_texts, more)
    texts = worded(context.language, *parts)
    joining_texts = worded(context.language, page_texts, join_texts)
    with_panel = worded(context.language, *parts, panel_texts)

    ways = context.config.services.ways

    def page(template: str, words: Callable[[], Texts] = texts, **values: object) -> Response:
        no_deck = ways is not None and ways.lacks_deck()
        shared = {
            "texts": words(),
            "spoken": _spoken(context),
            "modules": modules,
            "no_deck": no_deck,
        }
        return make_response(render_template(template, **shared, **values))

    def who_sits_where() -> Mapping[str, object]:
        places = {place.seat: place for place in context.seats.places()}
        offered = scanned()
        return {
            "offered": offered,
            "playing": context.playing(),
            "people": context.people,
            "seats": [
                (seat, places.get(seat))
                for seat in sorted(range(MOST_SEATS), key=lambda seat: seat != offered)
                if context.plays(seat)
            ],
        }

    @pages.before_request
    def in_language() -> Response | None:
        return in_chosen_language(context)

    @pages.get("/")
    def join() -> Response:
        visitor = context.known()
        return page(
            "join.html",
            joining_texts,
            **who_sits_where(),
            looks_on=LOOKS_ON in request.args,
            shows_hands=context.shows_hands,
            code=request.args.get("code", "") or context.new_code or "",
            new=context.new_code is not None,
            known=visitor is not None,
            mine=visitor.place if visitor is not None else None,
            name=visitor.name if visitor is not None else "",
            longest_name=LONGEST_NAME,
        )

    @pages.get("/seats")
    def seats() -> Response:
        """Show who sits where now; whoever only looks at that again is not heard at the table."""
        return page("seats_part.html", joining_texts, **who_sits_where(), mine=context.place())

    @pages.get("/seat")
    def seat() -> Response:
        visitor = context.known()
        if visitor is not None and visitor.asked is not None:
            return page("confirm.html", seat=visitor.asked, racks=context.has_racks())
        if visitor is None or visitor.seat is None:
            return _to("/")
        return page(table, seat=visitor.seat, panel=False, qr=None)

    @pages.get("/all")
    def all_hands() -> Response:
        visitor = context.known()
        if visitor is None or not visitor.sees_all:
            return _to("/")
        return page(table, seat=None, sees_all=True, panel=False, qr=None)

    @pages.get("/public")
    def public() -> Response:
        said = request.args.get("code")
        if said is not None:
            visitor = context.known()
            if visitor is None:  # who has joined is not held up by others who guess
                context.check_code(said)
                visitor = context.seats.leave(None)
            response = _to("/public")  # so that the code does not stay in the address
            set_cookie(response, context.seats.cookie(visitor))
            return response
        if context.known() is None:
            return _to(f"/?{LOOKS_ON}=yes")
        return page(
            table,
            with_panel,
            seat=None,
            panel=context.has_panel() and context.config.panel_in_sight,
            panel_elsewhere=context.has_panel() and not context.config.panel_in_sight,
            qr=qr(joining(context)) if context.address else None,
            address=context.address,
            code=context.config.code,
        )

    @pages.get("/panel")
    def panel() -> Response:
        if context.known() is None:
            return _to("/")
        return page("panel.html", with_panel, has_panel=context.has_panel())

    return pages


def _spoken(context: PageContext) -> Mapping[str, object] | None:
    """Return what a phone says aloud in the table's language, where its page has another."""
    table_language = context.language.table
    if context.language.now() is table_language:
        return None
    said = page_texts(table_language)
    return {"language": code_of(table_language), "texts": {name: said[name] for name in ALOUD}}


def _to(address: str) -> Response:
    return make_response(redirect(address, 303))


def in_chosen_language(context: PageContext) -> Response | None:
    """Keep the language that a link named, and show the same page in it; nothing else changes.

    None: the request names none.
    """
    chosen = request.args.get("language")
    if chosen is None:
        return None
    names = ("code", "seat", LOOKS_ON)
    kept = {name: request.args[name] for name in names if request.args.get(name)}
    response = _to(f"{request.path}?{urlencode(kept)}" if kept else request.path)
    if chosen in context.language.offered:
        keep_cookie(response, LANGUAGE, chosen, LANGUAGE_DAYS)
    return response


def scanned() -> int | None:
    """Return the seat, from 0, whose stand-up's address this request has; None: none of ours.

    There the seats have the numbers that stand on the racks.
    """
    said = request.args.get("seat", "")
    found = [seat for seat in range(MOST_SEATS) if said == str(number(seat))]
    return found[0] if found else None


@lru_cache
def modules(script: str) -> tuple[str, ...]:
    """Return the modules that ``script`` imports, and those import, without itself.

    Each is named from the folder of what is sent as it is: ``shared/draw.js``.

    A page names them all, so that a browser fetches them at once and not one after the other.
    """
    found, due = set[str](), {script}
    while due:
        name = due.pop()
        text = (STATIC / name).read_text(encoding="utf-8")
        found.add(name)
        due |= {normpath(f"{dirname(name)}/{other}") for other in _IMPORT.findall(text)} - found
    return tuple(sorted(found - {script}))


def joining(context: PageContext) -> str:
    """Return the address with which a phone joins: the table's, with the code."""
    return joining_address(context.address or "", context.config.code)


def qr(text: str) -> Markup:
    """Return a QR code as an SVG element, dark on light whatever the page's colours are."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=3,
        dark="#101018",
        light="#ffffff",
        svgclass="qr",
        lineclass=None,
    )
    return Markup(drawn.getvalue().decode())  # segno's own drawing, nothing of a visitor's
