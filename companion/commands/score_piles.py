"""The piles of Hana-awase in photos, for ``companion score --game hana-awase``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from companion.adapters.decks import has_hanafuda
from companion.adapters.pile_eyes import pile_picture
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import find_deck, printed_hana_layout
from companion.commands.progress import progress
from companion.hana_awase.leftovers import assign_leftovers
from companion.hana_awase.notation import labels, score_to_data
from companion.hana_awase.options import OptionError, Options, cautions
from companion.hana_awase.piles import PileError
from companion.hana_awase.scoring import DealScore, score_deal
from companion.hana_table.found_piles import FoundPiles, PicturesError, PileCard, PilePicture
from companion.hana_table.pile_pictures import find_piles
from companion.hana_table.texts import caution_sentence, found_lines, score_lines
from companion.hana_table.yaku_charts import ChartError, read_options
from companion.language.phrases import phrase
from hardware.files import CameraError, read_image
from vision.deck import Deck
from vision.photo.spread import SpreadReader


def score_piles(
    images: Sequence[str], deck: str, as_json: bool, path: Path | None, players: int | None
) -> None:
    """Read the pictures ``images`` and print the score of the piles in them.

    Raises:
        UnusableInput: a picture, the deck or the options cannot be used, or the pictures don't
            tell whose the cards are.
    """
    options = Options()
    if path is not None:
        with unusable(ChartError):
            options, said = read_options(path)
        players = said if players is None else players
    if players is not None:
        with unusable(OptionError):
            options.check(players)
    learnt = find_deck(deck)
    check_deck(learnt, deck)
    reader = SpreadReader(learnt, printed_hana_layout())
    pictures: list[PilePicture] = []
    report: list[dict[str, object]] = []
    for name in progress(images, "Reading", len(images)):
        try:
            image = read_image(Path(name))
        except CameraError as error:
            report.append({"image": name, "error": str(error)})
            continue
        picture = pile_picture(name, reader.read(image))
        pictures.append(picture)
        height, width = image.shape[:2]
        report.append({"image": name, "width": width, "height": height, **_about(picture)})
    if len(pictures) < len(images):
        errors = [str(one["error"]) for one in report if "error" in one]
        click.echo(json.dumps({"images": report}) if as_json else "\n".join(errors))
        raise UnusableInput("some pictures could not be read; the lines above say which")
    with unusable(PicturesError):
        found = find_piles(pictures, players)
    with unusable(OptionError):
        options.check(len(found.piles))
    score, more = _scored(found, options)
    warned = cautions(options, len(found.piles))
    more["cautions"] = [one.value for one in warned]
    if as_json:
        click.echo(json.dumps({**score_to_data(score), **more, **_found(found), "images": report}))
    else:
        lines = [*found_lines(found, score.piles), *score_lines(score)]
        if "leftovers_refused" in more:
            lines.append(f"The cards on the mat are nobody's: {more['leftovers_refused']}.")
        click.echo("\n".join([*lines, *map(caution_sentence, warned)]))


def check_deck(deck: Deck, name: str) -> None:
    """Refuse a deck with which nobody plays Hana-awase.

    Raises:
        UnusableInput: no label of it is a hanafuda card's.
    """
    if has_hanafuda(deck.labels):
        return
    first = deck.labels[0]
    raise UnusableInput(
        phrase("the cards of {name} are no hanafuda, {first!r} for one", name=name, first=first)
    )


def _scored(found: FoundPiles, options: Options) -> tuple[DealScore, dict[str, object]]:
    """Return the score, and what became of the cards on the mat.

    With the joker they go to their owners, as far as every card was read; otherwise nobody has
    them.
    """
    more: dict[str, object] = {}
    piles, nobodys = found.piles, found.on_mat
    if options.joker and found.on_mat:
        try:
            given = assign_leftovers(found.piles, found.on_mat)
        except PileError as error:
            more["leftovers_refused"] = str(error)
        else:
            piles, nobodys = given.piles, ()
            more["november_leftover_to"] = given.november_to
            more["other_leftover_to"] = given.other_to
    score = score_deal(piles, options, nobodys)
    more["piles"] = [labels(pile) for pile in piles]
    more["on_mat"] = labels(nobodys)
    return score, more


def _found(found: FoundPiles) -> dict[str, object]:
    """Return what was not simply read."""
    return {
        "twice": [
            {
                "card": one.card.label,
                "piles": list(one.piles),
                "places": [_where(lying) for lying in one.lying],
            }
            for one in found.twice
        ],
        "unknown": [
            {**_where(one.lying), "pile": one.pile, "may_be": labels(one.may_be)}
            for one in found.unread
        ],
        "inferred": [
            {**_where(one.lying), "pile": one.pile, "card": one.card.label, "why": one.why.value}
            for one in found.inferred
        ],
    }


def _where(lying: PileCard) -> dict[str, object]:
    return {"image": lying.image, "corners": lying.corners}


def _about(picture: PilePicture) -> dict[str, object]:
    cards = [
        {"label": one.label, "confidence": one.confidence, "corners": one.corners}
        for one in picture.cards
    ]
    return {"mat": picture.mat, "cards": cards}
