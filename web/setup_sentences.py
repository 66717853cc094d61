"""The texts of the pages that set a table up."""

from __future__ import annotations

from gettext import NullTranslations

from web.sentences import Texts


def setup_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "own_rules": _("Our own rules"),
        "own_about": _("An edition with other options."),
        "chosen": _("The next game is played like that."),
    }
