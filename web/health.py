"""What is wrong with machine, camera and deck, for the page that sets a table up."""

from __future__ import annotations

from threading import Lock

from flask import Blueprint, Response

from companion.health import Examiner, check_title, finding_data, health_word
from companion.record.complaints import RecordError
from companion.settings.reading import SettingsError
from web.asking import answered, asked, seated
from web.bodies import Nothing, reading
from web.reception import Reception, Refusal


def api(reception: Reception, examiner: Examiner) -> Blueprint:
    """Return the JSON of the doctor; one examination at a time."""
    health = Blueprint("health_api", __name__)
    _ = reception.language.gettext
    examining = Lock()

    @health.get("/setup/health")
    def findings() -> Response:
        seated(reception)
        language = reception.language.now()
        try:
            with examining:
                found = examiner.findings(language)
        except SettingsError as error:
            raise unusable(reception, error) from None
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
        seated(reception)
        try:
            with examining:
                packed = examiner.bundle()
        except SettingsError as error:
            raise unusable(reception, error) from None
        except RecordError as error:
            raise reception.unable(error) from None
        response = Response(packed, mimetype="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="companion-help.zip"'
        return response

    @health.post("/setup/settle")
    def settle() -> Response:
        seated(reception)
        asked(reading(Nothing))
        if examiner.settle is None:
            raise Refusal(404, _("There is no camera that settles."))
        examiner.settle()
        return answered({"ok": True})

    return health


def unusable(reception: Reception, error: SettingsError) -> Refusal:
    """Name the key that cannot be used, not the folder."""
    text = reception.language.gettext("The settings cannot be used: {why}.")
    return Refusal(409, text.format(why=reception.part(error.why)))
