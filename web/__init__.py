"""The page on the players' phones; its JSON and its stream."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed
from werkzeug.http import parse_cookie

from companion.busy import BusyError
from companion.desk import HanabiDesk, TableDesk
from companion.hana_table.desk import HanaDesk
from companion.inbox import InboxClosedError
from companion.language.languages import languages
from companion.language.people import COUNTED
from companion.language.phrases import said_by, sentence_of
from companion.settings.game_choice import GameChoice
from companion.settings.hosting import Host
from companion.settings.tonight import Ways
from companion.wifi.hotspot import Network
from web import (
    api,
    backups,
    bare_table,
    camera_address,
    closeups,
    deck_learning,
    deck_lesson,
    films,
    game_choice,
    games,
    hana_api,
    health,
    joining,
    network,
    pages,
    photos,
    printing,
    scoring,
    setup,
    stream,
    taps,
    tonight,
    updates,
)
from web.access_code import AccessCode
from web.config import PageConfig
from web.connection_limits import LargestBody, RequestLimits
from web.context import PageContext, Refusal, problem
from web.hana_openapi import hana_description
from web.hana_texts import hana_texts
from web.idempotency import KeyUsed
from web.locale import ReadersLanguage, worded
from web.middleware import protect, refuse_other_sites, speak
from web.openapi import VERSION, description
from web.rate_limit import RateLimit
from web.schema import PROBLEM
from web.seat_requests import SeatRequests
from web.seats import COOKIE, Seats
from web.sentences import page_texts
from web.voices import Voices

LARGEST_BODY = 4096
"""Bytes of a request; a tap needs a hundred."""
BUSY_FOR = 2
"""Seconds after which somebody tries again for whom there was no time."""
BEFORE_JOINING = 64 * 1024
"""Bytes of a request that are read at all; they stay in memory until it is refused."""
UPLOADS = {
    "/api/photo": 2 * photos.LARGEST_PHOTO,
    "/api/hana/photo": 2 * photos.LARGEST_PHOTO,
    "/api/score/photo": 2 * photos.LARGEST_PHOTO,
    "/api/deck/photo": 2 * photos.LARGEST_PHOTO,
    "/api/games/import": 2 * games.LARGEST_IMPORT,
    "/api/setup/backup/look": backups.LARGEST_BACKUP,
    "/api/setup/backup/restore": backups.LARGEST_BACKUP,
    "/api/setup/update/file": updates.LARGEST_RELEASE,
}
"""Bytes of a request that are read of phones which have joined, where that is more: what is only
somewhat too large is read, so that its sender hears so."""

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log = logging.getLogger(__name__)


def create_app(desk: HanabiDesk, config: PageConfig) -> Flask:
    """Build the pages round a table of Hanabi; nothing is global."""
    app, context = _begun(desk, config, shows_hands=True)
    for blueprint in (
        pages.blueprint(context),
        scoring.blueprint(context),
        deck_lesson.blueprint(context),
    ):
        app.register_blueprint(blueprint)
    for blueprint in (
        api.blueprint(context, description),
        taps.blueprint(context, desk),
        bare_table.api(context, config.services.say_pile),
        scoring.api(context, config.services.displays),
        deck_lesson.api(context, config.services.photo_lessons),
    ):
        app.register_blueprint(blueprint, url_prefix="/api")
    return _finished(app, context)


def create_hana_app(desk: HanaDesk, config: PageConfig) -> Flask:
    """Build the pages round a table of Hana-awase; nothing is global."""
    app, context = _begun(desk, config, shows_hands=False)
    app.register_blueprint(pages.blueprint(context, "hana.html", hana_texts))
    app.register_blueprint(api.blueprint(context, hana_description), url_prefix="/api")
    app.register_blueprint(hana_api.blueprint(context, desk), url_prefix="/api/hana")
    return _finished(app, context)


def _begun(desk: TableDesk, config: PageConfig, *, shows_hands: bool) -> tuple[Flask, PageContext]:
    """Return an app that serves nothing yet, and what its blueprints share."""
    services = config.services
    offered = languages() if config.offered is None else config.offered
    readers = ReadersLanguage(config.language, offered)
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    speak(app, readers)
    app.jinja_env.globals["games"] = services.archive is not None
    app.jinja_env.globals["ways"] = services.ways is not None
    app.jinja_env.globals["other_game"] = services.game_choice is not None
    app.jinja_env.globals["network"] = services.network is not None
    app.jinja_env.globals["demonstration"] = config.shared_seats
    app.jinja_env.globals["setup"] = services.host is not None
    app.wsgi_app = _any_version(app.wsgi_app)  # type: ignore[assignment,method-assign]  # Flask says so
    clock, name = config.clock, config.name
    context = PageContext(
        desk,
        config,
        Seats(desk, config.secret, clock, name, shared=config.shared_seats, asks=shows_hands),
        SeatRequests(clock, name),
        AccessCode(config.code, clock),
        readers,
        Voices(services.announcer),
        shows_hands,
    )
    app.extensions["companion"] = RequestLimits(
        config.streams,
        _largest(context.seats),
        problem(413, config.language.gettext("That is too much at once.")),
        problem(507, config.language.gettext("The disk of the machine at the table is full.")),
    )
    return app, context


def _finished(app: Flask, context: PageContext) -> Flask:
    """Serve, besides the game, what is the same in both; return ``app``."""
    services = context.config.services
    _serve_every_table(app, context)
    if services.host is not None:
        _serve_host(app, context, services.host)
    if services.ways is not None:
        _serve_ways(app, context, services.ways)
    if services.game_choice is not None:
        _serve_game_choice(app, context, services.game_choice)
    if services.network is not None:
        _serve_network(app, context, services.network)
    refuse_other_sites(app, context.language, lambda: context.address)
    _slow_down(app, context, RateLimit(context.config.clock))
    _say_what_went_wrong(app, context.language)
    protect(app)
    return app


def _serve_every_table(app: Flask, context: PageContext) -> None:
    """Serve what is the same in both games, as far as this table has it."""
    config, services = context.config, context.config.services
    app.register_blueprint(joining.blueprint(context), url_prefix="/api")
    app.register_blueprint(
        stream.blueprint(context, config.streams, config.clock), url_prefix="/api"
    )
    unread = {} if services.closeups is None else services.closeups
    app.register_blueprint(closeups.api(context, unread), url_prefix="/api")
    if services.archive is not None:
        app.register_blueprint(games.blueprint(context))
        app.register_blueprint(games.api(context, services.archive), url_prefix="/api")
    if services.examiner is not None:
        app.register_blueprint(health.api(context, services.examiner), url_prefix="/api")


def _serve_host(app: Flask, context: PageContext, host: Host) -> None:
    """Serve the setup page of whoever looks after the table, and what stands on it."""
    services = context.config.services
    examiner, backup = services.examiner, services.backups
    shown = {
        "settings": services.preferences is not None,
        "camera": services.eyesight is not None,
        "school": services.deck_lessons is not None,
        "printing": services.printer is not None,
        "backup": backup is not None,
        "restore": backup is not None and backup.restores,
        "updates": services.updates is not None,
        "films": services.films is not None,
        "health": examiner is not None,
        "settle": examiner is not None and examiner.settle is not None,
    }
    app.register_blueprint(setup.blueprint(context, shown))
    for blueprint in (
        setup.api(context, host, services.preferences, services.eyesight),
        backups.api(context, backup),
        updates.api(context, services.updates),
        printing.api(context, services.printer),
        films.api(context, services.films),
        deck_learning.api(context, services.deck_lessons),
    ):
        app.register_blueprint(blueprint, url_prefix="/api")


def _serve_ways(app: Flask, context: PageContext, ways: Ways) -> None:
    """Serve the page that says how tonight is played, and where its camera is found."""
    app.register_blueprint(tonight.blueprint(context, ways))
    app.register_blueprint(tonight.api(context, ways), url_prefix="/api")
    app.register_blueprint(camera_address.blueprint(context))
    probe = context.config.services.camera_probe
    app.register_blueprint(camera_address.api(context, ways, probe), url_prefix="/api")


def _serve_game_choice(app: Flask, context: PageContext, choice: GameChoice) -> None:
    """Serve the page on which the other game of the table is chosen."""
    app.register_blueprint(game_choice.blueprint(context, choice))
    app.register_blueprint(game_choice.api(context, choice), url_prefix="/api")


def _serve_network(app: Flask, context: PageContext, wifi: Network) -> None:
    """Serve the page on which the table's own hotspot is left for the network at home."""
    app.register_blueprint(network.blueprint(context, wifi))
    app.register_blueprint(network.api(context, wifi), url_prefix="/api")
    network.catch_lookups(app, context, wifi)


def _largest(seats: Seats) -> LargestBody:
    """Say how much a request may bring: photos and the like only from phones that have joined."""

    def largest(path: str, cookie: str) -> int:
        if not seats.knows(parse_cookie(cookie).get(COOKIE)):
            return BEFORE_JOINING
        return max(UPLOADS.get(_newest(path), 0), BEFORE_JOINING)

    return largest


def _newest(path: str) -> str:
    """Return the path of the newest version for ``/api/v1/…``."""
    versioned = f"/api/v{VERSION}/"
    return "/api/" + path.removeprefix(versioned) if path.startswith(versioned) else path


def _any_version(serve: WSGIApplication) -> WSGIApplication:
    """Serve ``/api/v1/…`` as ``/api/…``, which is always the newest version."""

    def find(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ["PATH_INFO"] = _newest(environ.get("PATH_INFO", ""))
        return serve(environ, start)

    return find


def _slow_down(app: Flask, context: PageContext, pace: RateLimit) -> None:
    """Listen to no phone that sends more than any thumb can."""

    @app.before_request
    def not_too_fast() -> None:
        if request.method != "POST":
            return
        visitor = context.known()
        who = request.remote_addr or "" if visitor is None else visitor.phone
        if not pace.allows(who):
            message = context.language.gettext("That is too fast: please wait a moment.")
            raise Refusal(429, message, retry_after=1)


def _say_what_went_wrong(app: Flask, language: ReadersLanguage) -> None:
    _ = language.gettext
    texts = worded(language, page_texts)

    def answer(status: int, message: str, rule: str | None = None) -> Response:
        if request.path.startswith("/api/"):
            return Response(problem(status, message, rule), status, mimetype=PROBLEM)
        page = render_template("wrong.html", texts=texts(), message=message)
        return make_response(page, status)

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        response = answer(refusal.status, refusal.message, refusal.rule)
        if refusal.retry_after is not None:
            response.headers["Retry-After"] = str(refusal.retry_after)
        return response

    @app.errorhandler(BusyError)
    def busy(error: BusyError) -> Response:
        sentence = sentence_of(COUNTED.told(said_by(error), language))
        return refused(Refusal(503, sentence, retry_after=BUSY_FOR))

    @app.errorhandler(KeyUsed)
    def used(error: KeyUsed) -> Response:
        return refused(Refusal(400, f"The key {error} came with another tap before."))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        sentences = {
            404: _("There is no such page."),
            405: _("That cannot be done here."),
            413: _("That is too much at once."),
        }
        if isinstance(getattr(error, "original_exception", error), BadHost):
            # No name that there can be: where this page is, and so any other, cannot be said.
            return Response(problem(400, _("That request cannot be used.")), 400, mimetype=PROBLEM)
        status = error.code or 500
        response = answer(status, sentences.get(status, _("That request cannot be used.")))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response

    @app.errorhandler(InboxClosedError)
    @app.errorhandler(TimeoutError)
    def no_answer(_error: Exception) -> Response:
        return answer(503, _("The table does not answer: please try again."))

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        _log.error("answering %s %s failed", request.method, request.endpoint, exc_info=error)
        return answer(500, _("Something went wrong here; it is in the log."))
