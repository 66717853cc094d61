"""What is wrong with machine, camera and deck, for the page that sets a table up."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.busy import OneByOne
from companion.health import Examiner, check_title, finding_data, health_word
from companion.record.errors import RecordError
from web.bodies import Nothing, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated, usable_settings


def api(context: PageContext, examiner: Examiner) -> Blueprint:
    """Return the JSON of the doctor; one examination at a time."""
    health = Blueprint("health_api", __name__)
    _ = context.language.gettext
    examining = OneByOne()

    @health.get("/setup/health")
    def findings() -> Response:
        seated(context)
        language = context.language.now()
        with usable_settings(context), examining.turn():
            found = examiner.findings(language)
        return answered(
            {
                "findings": [
                    {
                        **finding_data(one),
                        "title": check_title(one.check, language),
                        "word": health_word(one.health, language),
                    }
                    for one in found
                ]
            }
        )

    @health.get("/setup/health.zip")
    def bundle() -> Response:
        seated(context)
        try:
            with usable_settings(context), examining.turn():
                packed = examiner.bundle()
        except RecordError as error:
            raise context.unable(error) from None
        response = Response(packed, mimetype="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="companion-help.zip"'
        return response

    @health.post("/setup/settle")
    def settle() -> Response:
        seated(context)
        asked(reading(Nothing))
        if examiner.settle is None:
            raise Refusal(404, _("There is no camera that settles."))
        examiner.settle()
        return answered({"ok": True})

    return health
