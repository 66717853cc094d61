"""Middleware, what every page of ours does: languages, headers that protect, no other sites."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations

from flask import Flask, Response, request

from companion.language.languages import code_of, own_name
from web.allowed_hosts import is_near
from web.compression import pack
from web.context import Refusal
from web.locale import ReadersLanguage
from web.signs import symbols

HEADERS = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "media-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def speak(app: Flask, readers: ReadersLanguage) -> None:
    """Let the pages of ``app`` be in the language of whoever reads them."""
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of Flask's own provider
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_translations(  # type: ignore[attr-defined]  # the extension's
        readers, newstyle=True
    )
    app.jinja_env.globals["lang"] = lambda: code_of(readers.now())
    app.jinja_env.globals["languages"] = lambda: [
        (code, own_name(one), one is readers.now()) for code, one in readers.offered.items()
    ]
    app.jinja_env.globals["seat_signs"] = symbols
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def refuse_other_sites(
    app: Flask, language: NullTranslations, address: Callable[[], str | None]
) -> None:
    """Let no other site's page send taps with a player's cookie, nor take our place by its name.

    The first is cross-site request forgery (CSRF), the second DNS rebinding.
    """

    @app.before_request
    def same_site() -> None:
        host = request.headers.get("Host")
        if host is not None and not is_near(host, address()):
            raise Refusal(
                403,
                language.gettext(
                    "This page is only for the local network: please use the address that the"
                    " table shows."
                ),
            )
        origin = request.headers.get("Origin")
        if request.method == "POST" and origin and origin.partition("://")[2] != request.host:
            raise Refusal(403, language.gettext("This request comes from another site's page."))


def protect(app: Flask) -> None:
    """Send what protects readers with every answer; keep nothing that may change."""

    @app.after_request
    def sent(response: Response) -> Response:
        response.headers.update(HEADERS)
        fresh = "no-cache" if request.endpoint == "static" else "no-store"
        response.headers["Cache-Control"] = fresh
        return pack(response)
