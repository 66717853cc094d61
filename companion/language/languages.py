"""Which languages there are: English, and one for each catalogue in ``companion/locale``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType

from companion.language.names import ENGLISH

CATALOGUES = Path(__file__).parents[1] / "locale"
"""Where ``<code>/LC_MESSAGES/companion.mo`` lies for each language but English."""
DEFAULT = "en"


@cache
def languages(folder: Path = CATALOGUES) -> Mapping[str, NullTranslations]:
    """Return the languages by their codes (``en``, ``pl``), English first.

    A language is there as soon as its compiled catalogue lies in ``folder``; what it leaves out is
    said in English.
    """
    found: dict[str, NullTranslations] = {DEFAULT: ENGLISH}
    for file in sorted(folder.glob("*/LC_MESSAGES/companion.mo")):
        with file.open("rb") as opened:
            found[file.parent.parent.name] = GNUTranslations(opened)
    return MappingProxyType(found)


def language(code: str) -> NullTranslations:
    """Return one language.

    Raises:
        ValueError: there is no catalogue for it; the text names those there are.
    """
    known = languages()
    if code not in known:
        raise ValueError(f'wants one of {", ".join(known)}, got "{code}"')
    return known[code]


def code_of(one: NullTranslations) -> str:
    """Return the code of a language, as its catalogue says it."""
    return str(one.info().get("language", DEFAULT))


def own_name(one: NullTranslations) -> str:
    """Return what a language calls itself: ``polski``; where its catalogue is silent, the code."""
    if one is ENGLISH:
        return "English"
    # Translators: the name of your language in your language, such as "français".
    named = one.pgettext("the language itself", "English")
    return named if named != "English" else code_of(one)
