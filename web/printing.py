"""What a table is made of, to be printed from any device that shows the page."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from flask import Blueprint, Response, request

from companion.paper.pages import PAPERS
from companion.paper.wanted import SheetKind
from companion.services import Printer
from web.context import PageContext, Refusal

PDF = "application/pdf"


def sheet_titles(language: NullTranslations) -> Sequence[tuple[str, str]]:
    """Return all that can be printed, by its name in addresses, with its title for people."""
    _ = language.gettext
    return (
        (SheetKind.MAT.value, _("The mat")),
        (SheetKind.RACKS.value, _("The racks")),
        (SheetKind.SEATS.value, _("Stand-ups with the seats' addresses")),
        (SheetKind.CARDS.value, _("Cards of our own, to play without a box")),
        (SheetKind.WIRING.value, _("How the panel is wired")),
        (SheetKind.HANA_MAT.value, _("The mat for Hana-awase")),
    )


def api(context: PageContext, printer: Printer | None) -> Blueprint:
    """Return what gives out the sheets; without ``printer`` there are none."""
    sheets = Blueprint("printing_api", __name__)
    _ = context.language.gettext

    @sheets.get("/setup/print/<what>")
    def printed(what: str) -> Response:
        context.visitor()
        if printer is None:
            raise Refusal(404, _("There is nothing to be printed here."))
        name, dot, kind = what.rpartition(".")
        if f"{dot}{kind}" != ".pdf" or name not in {one.value for one in SheetKind}:
            raise Refusal(404, _("There is no such sheet."))
        paper = request.args.get("paper", "a4")
        if paper not in PAPERS:
            raise Refusal(400, f"paper is one of {', '.join(PAPERS)}, not {paper!r:.20}.")
        try:
            data = printer.pdf(SheetKind(name), paper, context.language.now())
        except ValueError as error:  # what the settings name is no layout
            raise context.unable(error) from None
        response = Response(data, mimetype=PDF)
        response.headers["Content-Disposition"] = f'inline; filename="{name}-{paper}.pdf"'
        return response

    return sheets
