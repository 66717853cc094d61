"""How the games on record are, for the doctor's round: the file's pages, and each line's sum."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from pathlib import Path

from companion.backup.recovering import waiting
from companion.hana_table.record import HanaRecord
from companion.health import CheckResult, Health
from companion.language.people import COUNTED
from companion.language.phrases import said_by
from companion.record.errors import RecordError
from companion.record.file import is_recorded
from companion.record.games import Record

REPAIR = "companion doctor --repair"
MOST_DAMAGED = 10
"""Games that are damaged and named; of more only the number is said."""


def record_findings(record: Path, language: NullTranslations) -> Sequence[CheckResult]:
    """Say whether the games on record are as they were written; some tenths of a second.

    Nothing of what is said depends on a card: whole lines are held against their sums.
    """
    _, ngettext = language.gettext, language.ngettext
    found = []
    aside = waiting(record)
    if aside:
        says = _("a damaged record is set aside in {folder}, and nothing of it is brought back yet")
        says = says.format(folder=aside[-1].parent)
        found.append(CheckResult("games", Health.WARNING, says, REPAIR))
    try:
        if not is_recorded(record):
            return found or [CheckResult("games", Health.OK, _("no game is on record yet"))]
        with Record(record) as hanabi, HanaRecord(record) as hana:
            count = len(hanabi.lengths()) + len(hana.games())
            sound = hanabi.looks_sound()
            names = [
                *(str(game) for game in hanabi.not_as_written()),
                *(f"hana-{game}" for game in hana.not_as_written()),
            ]
    except RecordError as error:
        mend = REPAIR if error.file_is_damaged else _("see that the disk may be written to")
        says = COUNTED.told(said_by(error), language)
        return [*found, CheckResult("games", Health.WRONG, says, mend)]
    if not sound:
        says = _("the file of the games is damaged")
        return [*found, CheckResult("games", Health.WRONG, says, REPAIR)]
    if names:
        says = ngettext(
            "{number} game is not as it was written: {names}",
            "{number} games are not as they were written: {names}",
            len(names),
        ).format(number=len(names), names=", ".join(names[:MOST_DAMAGED]))
        mend = _("the others are whole; companion games delete, if it is not missed")
        return [*found, CheckResult("games", Health.WRONG, says, mend)]
    says = ngettext(
        "{number} game is on record, each line as it was written",
        "{number} games are on record, each line as it was written",
        count,
    ).format(number=count)
    return [*found, CheckResult("games", Health.OK, says)]
