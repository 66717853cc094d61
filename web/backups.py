"""Backups on the page that sets a table up: saved, looked into, restored."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from gettext import NullTranslations
from pathlib import Path

from flask import Blueprint, Response, request

from companion.backup.faults import BackupError, Fault, NotMadeError, fault_text
from companion.backup.service import BackupService
from companion.files.errors import reason
from companion.record.errors import RecordError
from web.context import PageContext, Refusal
from web.json_io import answered, seated

LARGEST_BACKUP = 64 * 2**20
"""Bytes; a thousand games and ten decks have half of it."""
ZIP = "application/zip"
KINDS = (ZIP, "application/x-zip-compressed", "application/octet-stream")
"""What browsers call a ZIP file."""
_PIECE = 2**18


def api(context: PageContext, backups: BackupService | None) -> Blueprint:
    """Return the JSON of backups; without ``backups`` there are none."""
    copies = Blueprint("keeping_api", __name__)
    _ = context.language.gettext

    @copies.get("/setup/backup")
    def download() -> Response:
        seated(context)
        if backups is None:
            raise Refusal(404, _("There is nothing to be saved here."))
        try:
            response = Response(backups.save(), mimetype=ZIP)
        except (RecordError, NotMadeError) as error:
            raise context.unable(error) from None
        response.headers["Content-Disposition"] = 'attachment; filename="companion.zip"'
        return response

    @copies.post("/setup/backup/look")
    def look() -> Response:
        found = _restorable(context, backups)
        with _refusing(context), _sent(context) as file:
            contents, replaced = found.look(file)
        language = context.language
        holds = _parts(
            contents.games, contents.hana_games, contents.decks, contents.settings, language
        )
        lost = _parts(replaced.games, 0, replaced.decks, replaced.settings, language)
        if replaced.record and replaced.games is None:
            lost = [_("a record that cannot be read"), *lost]
        return answered({"made": contents.made, "holds": holds, "replaces": lost})

    @copies.post("/setup/backup/restore")
    def restore() -> Response:
        found = _restorable(context, backups)
        with _refusing(context), _sent(context) as file:
            found.restore(file)
        return answered({"ok": True})

    return copies


def _restorable(context: PageContext, backups: BackupService | None) -> BackupService:
    seated(context)
    if backups is None or not backups.restores:
        raise Refusal(404, context.language.gettext("Nothing can be restored here."))
    return backups


@contextmanager
def _sent(context: PageContext) -> Iterator[Path]:
    """Write what is sent into a file of its own, for as long as it is needed.

    Raises:
        BackupError: it cannot be written.
    """
    if request.mimetype not in KINDS:
        raise Refusal(415, context.language.gettext("A backup is to be sent as a ZIP file."))
    request.max_content_length = LARGEST_BACKUP
    with ExitStack() as stack:
        try:
            file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sent.zip"
            with file.open("wb") as written:
                while data := request.stream.read(_PIECE):
                    written.write(data)
        except OSError as error:
            raise BackupError(Fault.UNWRITABLE, reason(error)) from None
        yield file


@contextmanager
def _refusing(context: PageContext) -> Iterator[None]:
    """Turn what is wrong with a backup into an answer."""
    try:
        yield
    except BackupError as error:
        raise Refusal(409, _sentence(fault_text(error, context.language))) from None


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _parts(
    games: int | None,
    hana_games: int,
    decks: Sequence[str],
    settings: bool,
    language: NullTranslations,
) -> list[str]:
    """Return what there is, each kind in a few words."""
    _, ngettext = language.gettext, language.ngettext
    said = []
    if games is not None:
        said.append(ngettext("{n} game", "{n} games", games).format(n=games))
    if hana_games:
        text = ngettext("{n} game of Hana-awase", "{n} games of Hana-awase", hana_games)
        said.append(text.format(n=hana_games))
    if decks:
        text = ngettext("the deck {names}", "the decks {names}", len(decks))
        said.append(text.format(names=", ".join(decks)))
    if settings:
        said.append(_("the settings"))
    return said
