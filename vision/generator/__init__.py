"""Decks, tables and photos of them that are drawn by chance, with the truth about every card.

What the eyes are calibrated by, trained with and tested on, so that no figure hangs on the decks
that happen to be at hand: `random_deck` draws a deck of one of `STYLES`, `scene` a photo of it.
All chance comes from the generator that is handed in, so a seed gives the same picture again.
"""
