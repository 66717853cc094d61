"""The language of whoever reads: chosen on his phone, else his browser's, else the table's.

A script that asks for none is answered in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import NullTranslations

from flask import has_request_context, request

from companion.language.languages import DEFAULT, code_of
from web.sentences import Texts

COOKIE = "language"


class ReadersLanguage(NullTranslations):
    """Says everything in the language of the request that is being answered.

    It keeps none itself; outside of a request it is the table's language.

    Attributes:
        table: the table's language.
        offered: all that readers may choose, by their codes.
    """

    def __init__(self, table: NullTranslations, offered: Mapping[str, NullTranslations]) -> None:
        """Offer languages by their codes; ``table`` is the one where nobody asks for another."""
        super().__init__()
        self.table = table
        self.offered = {**offered, code_of(table): table}

    def now(self) -> NullTranslations:
        """Return the language of this request."""
        if not has_request_context():
            return self.table
        chosen = self.offered.get(request.cookies.get(COOKIE, ""))
        if chosen is not None:
            return chosen
        if not request.accept_languages and request.path.startswith("/api/"):
            return self.offered.get(DEFAULT, self.table)  # a script: browsers say what they read
        wanted = request.accept_languages.best_match([*self.offered])
        return self.table if wanted is None else self.offered[wanted]

    def gettext(self, message: str) -> str:
        """Return ``message`` for this request's reader."""
        return self.now().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for ``n`` for this request's reader."""
        return self.now().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return ``message``, meant as ``context`` says, for this request's reader."""
        return self.now().pgettext(context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for ``n``, meant as ``context`` says, for this request's reader."""
        return self.now().npgettext(context, msgid1, msgid2, n)


def worded(
    language: ReadersLanguage, *parts: Callable[[NullTranslations], Texts]
) -> Callable[[], Texts]:
    """Return what gives the texts of ``parts`` to this request's reader, made once each."""
    made: dict[NullTranslations, Texts] = {}

    def texts() -> Texts:
        now = language.now()
        if now not in made:
            made[now] = {name: text for part in parts for name, text in part(now).items()}
        return made[now]

    return texts
