"""The texts of the page that scores a photo."""

from __future__ import annotations

from gettext import NullTranslations

from web.sentences import Texts


def scoring_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "score_reading": _("The photo is being read…"),
        "score_another": _("Take another photo"),
        "score_card": _("{card}: put it right"),
        "score_no_name": _("A card that is not read: say which it is"),
        "score_which": _("Which card is it?"),
        "score_which_new": _("Which card lies there, too?"),
        "score_height": _("{suit}: {height}"),
        "score_hidden": _(
            "A game is running: a photo is scored once it is over and the hands are laid down."
        ),
        "score_no_deck": _(
            "No deck is learnt yet, so the eyes know no card. Tell the cards by tapping, or teach"
            " the deck first."
        ),
    }
