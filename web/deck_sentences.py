"""The texts of the page that learns a deck from photos."""

from __future__ import annotations

from gettext import NullTranslations

from web.sentences import Texts


def deck_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "deck_reading": _("The photo is being read. You may lay the next cards meanwhile."),
        "deck_replaces": _("A deck of that name is learnt already: the new one takes its place."),
        "deck_photo": _("Take the photo"),
        "deck_photo_of": _("Photo {n} of {all}"),
        "deck_read": _("Read"),
        "deck_open": _("To be photographed"),
        "deck_again": _("Take it again: {cards}"),
        "deck_card": _("{card}: put it right"),
        "deck_no_card": _("No card"),
        "deck_which": _("Which card is it?"),
        "deck_unnamed": _("Which card is it? Nobody has said so yet."),
    }
