"""The page on the players' phones; its JSON and its stream."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from gettext import NullTranslations
from typing import TYPE_CHECKING

from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import parse_cookie

from companion.announcements.texts import ENGLISH
from companion.busy import BusyError
from companion.desk import HanabiDesk
from companion.files.first_visit import FirstVisit
from companion.hana_table.desk import HanaDesk
from companion.inbox import InboxClosedError
from companion.language.languages import languages
from companion.services import NOTHING_ELSE, Services
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
from web.connection_limits import LargestBody, RequestLimits
from web.context import PageContext, Refusal, problem
from web.hana_openapi import hana_description
from web.hana_texts import hana_texts
from web.idempotency import KeyUsed
from web.listeners import Streams
from web.locale import ReadersLanguage, worded
from web.middleware import protect, refuse_other_sites, speak
from web.openapi import VERSION, description
from web.rate_limit import RateLimit
from web.schema import PROBLEM
from web.seat_requests import SeatRequests
from web.seats import COOKIE, Seats, random_name
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


def create_app(
    hanabi: HanabiDesk | None = None,
    *,
    hana: HanaDesk | None = None,
    secret: bytes,
    code: str,
    address: str | Callable[[], str] | None = None,
    language: NullTranslations = ENGLISH,
    offered: Mapping[str, NullTranslations] | None = None,
    clock: Callable[[], float] = time.monotonic,
    name: Callable[[], str] = random_name,
    shared_seats: bool = False,
    services: Services = NOTHING_ELSE,
    streams: Streams | None = None,
    first_visit: FirstVisit | None = None,
) -> Flask:
    """Build the pages round one table, of Hanabi or else of Hana-awase; nothing is global.

    Args:
        hanabi: the table where Hanabi is played.
        hana: the table where Hana-awase is.
        secret: signs the cookies that say who sits where. Keep it, and phones find their seats
            again after a restart.
        code: the game's code; without it nobody sees anything.
        address: how phones reach the page, such as ``http://192.168.1.20:8000``; it goes into
            the QR code. A function is asked each time: at the start of a machine its network is
            seldom up. None: no QR code is shown.
        language: the table's, for whoever asks for none that is offered.
        offered: the languages by their codes; None: all there are.
        clock: seconds that only ever grow.
        name: makes names that nobody can guess.
        shared_seats: let any number of phones have the same seat: for the demonstration, where
            programs play and people look over their shoulders.
        services: what is there besides the game.
        streams: knows which phones follow the game, for whoever has to ask; None: nobody else does.
        first_visit: says the code to whoever opens the page of a table that nobody has joined yet;
            None: it is not said, for there is a terminal or a tablet to read it from.

    Raises:
        ValueError: it is not one table.
    """
    desk = hanabi if hana is None else hana
    if desk is None or (hanabi is not None and hana is not None):
        raise ValueError("pages are built round one table, of Hanabi or of Hana-awase")
    shows_hands = hana is None
    readers = ReadersLanguage(language, languages() if offered is None else offered)
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    speak(app, readers)
    app.jinja_env.globals["games"] = services.archive is not None
    app.jinja_env.globals["ways"] = services.ways is not None
    app.jinja_env.globals["network"] = services.network is not None
    app.jinja_env.globals["setup"] = services.host is not None

    app.wsgi_app = _any_version(app.wsgi_app)  # type: ignore[assignment,method-assign]  # Flask says so
    streams = streams or Streams()
    context = PageContext(
        desk,
        Seats(desk, secret, clock, name, shared=shared_seats, asks=shows_hands),
        SeatRequests(clock, name),
        streams,
        AccessCode(code, clock),
        code,
        address if callable(address) else lambda: address,
        readers,
        services.read_hand,
        services.reads_hands,
        voices=Voices(services.announcer),
        first_visit=first_visit,
        shows_hands=shows_hands,
    )
    app.extensions["companion"] = RequestLimits(
        streams,
        _largest(context.seats),
        problem(413, language.gettext("That is too much at once.")),
    )
    if hanabi is not None:
        _serve_hanabi(app, context, hanabi, services)
    if hana is not None:
        _serve_hana_awase(app, context, hana)
    _serve_every_table(app, context, services, clock)
    if services.host is not None:
        _serve_host(app, context, services.host, services)
    if services.ways is not None:
        _serve_ways(app, context, services.ways, services)
    if services.network is not None:
        _serve_network(app, context, services.network)
    refuse_other_sites(app, readers, lambda: context.address)
    _slow_down(app, context, RateLimit(clock))
    _say_what_went_wrong(app, readers)

    protect(app)
    return app


def _serve_hanabi(app: Flask, context: PageContext, desk: HanabiDesk, services: Services) -> None:
    """Serve what players of Hanabi need in a game, and before one to learn a deck."""
    for blueprint in (
        pages.blueprint(context),
        scoring.blueprint(context),
        deck_lesson.blueprint(context),
    ):
        app.register_blueprint(blueprint)
    for blueprint in (
        api.blueprint(context, description),
        taps.blueprint(context, desk),
        bare_table.api(context, services.say_pile),
        scoring.api(context, services.displays),
        deck_lesson.api(context, services.photo_lessons),
    ):
        app.register_blueprint(blueprint, url_prefix="/api")


def _serve_hana_awase(app: Flask, context: PageContext, desk: HanaDesk) -> None:
    """Serve what players of Hana-awase need."""
    app.register_blueprint(pages.blueprint(context, "hana.html", hana_texts))
    app.register_blueprint(api.blueprint(context, hana_description), url_prefix="/api")
    app.register_blueprint(hana_api.blueprint(context, desk), url_prefix="/api/hana")


def _serve_every_table(
    app: Flask, context: PageContext, services: Services, clock: Callable[[], float]
) -> None:
    """Serve what is the same in both games, as far as this table has it."""
    app.register_blueprint(joining.blueprint(context), url_prefix="/api")
    app.register_blueprint(stream.blueprint(context, context.streams, clock), url_prefix="/api")
    unread = {} if services.closeups is None else services.closeups
    app.register_blueprint(closeups.api(context, unread), url_prefix="/api")
    if services.archive is not None:
        app.register_blueprint(games.blueprint(context))
        app.register_blueprint(games.api(context, services.archive), url_prefix="/api")
    if services.examiner is not None:
        app.register_blueprint(health.api(context, services.examiner), url_prefix="/api")


def _serve_host(app: Flask, context: PageContext, host: Host, services: Services) -> None:
    """Serve the setup page of whoever looks after the table, and what stands on it."""
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


def _serve_ways(app: Flask, context: PageContext, ways: Ways, services: Services) -> None:
    """Serve the page that says how tonight is played, and where its camera is found."""
    app.register_blueprint(tonight.blueprint(context, ways))
    app.register_blueprint(tonight.api(context, ways), url_prefix="/api")
    app.register_blueprint(camera_address.blueprint(context))
    app.register_blueprint(
        camera_address.api(context, ways, services.camera_probe), url_prefix="/api"
    )


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
    def busy(_error: BusyError) -> Response:
        sentence = _("Too many pictures wait to be looked at: please try again in a moment.")
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
