"""Another version of the program on the page that sets a table up: sent, looked into, put in."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.updates import UpdateError, Updates
from web.answers import UpdateShown
from web.bodies import ChosenVersion, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated

LARGEST_RELEASE = 160 * 2**20
"""Bytes of a release's file; one has 46 million."""
KINDS = ("application/octet-stream", "application/x-tar")
"""What browsers call a file of which they know nothing, and a tar."""
_PIECE = 2**18


def api(context: PageContext, updates: Updates | None) -> Blueprint:
    """Return the JSON of versions; without ``updates`` none can be put in from pages."""
    versions = Blueprint("updates_api", __name__)
    _ = context.language.gettext

    @versions.get("/setup/update")
    def state() -> Response:
        context.visitor()
        return answered(_shown(context, _there(context, updates)))

    @versions.post("/setup/update/file")
    def receive() -> Response:
        seated(context)
        there = _there(context, updates)
        if request.mimetype not in KINDS:
            raise Refusal(415, _("A release's file is to be sent as it is."))
        request.max_content_length = LARGEST_RELEASE
        try:
            there.receive(_pieces())
        except UpdateError as error:
            raise context.unable(error) from None
        return answered(_shown(context, there))

    @versions.post("/setup/update")
    def carry_out() -> Response:
        seated(context)
        there = _there(context, updates)
        said = asked(reading(ChosenVersion))
        try:
            there.carry_out(said.what, during_game=said.during_game)
        except UpdateError as error:
            raise context.unable(error) from None
        return answered(_shown(context, there))

    return versions


def _there(context: PageContext, updates: Updates | None) -> Updates:
    if updates is None:
        text = context.language.gettext(
            "This program is not from a package, so no page updates it."
        )
        raise Refusal(404, text)
    return updates


def _pieces() -> Iterator[bytes]:
    while data := request.stream.read(_PIECE):
        yield data


def _shown(context: PageContext, updates: Updates) -> UpdateShown:
    try:
        news = updates.news()
    except UpdateError as error:
        raise context.unable(error) from None
    report = news.report
    return UpdateShown(
        installed=news.kept.installed,
        before=news.kept.before,
        stage=report.stage.value,
        what=None if report.wish is None else report.wish.value,
        version=report.version,
        failed=None if report.failed is None else context.part(report.failed),
        ready=news.ready,
        game_runs=news.game_runs,
    )
