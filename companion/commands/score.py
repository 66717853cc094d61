"""``companion score``: the score of a display in photos."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from pathlib import Path

import click

from companion.adapters.displays import check_hanabi, lying
from companion.announcements.texts import suit_name
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    deck_option,
    find_deck,
    find_ruleset,
    json_option,
    printed_layout,
    several_files,
)
from companion.commands.progress import progress
from companion.commands.score_piles import score_piles
from companion.hanabi.cards import Card
from companion.hanabi.ruleset import Ruleset
from companion.pictures.display import ColumnDoubt, Display, DisplayPicture, find_display
from companion.pictures.display_texts import display_sentence, doubt_sentence, doubt_sentences
from companion.referee.readings import Sight
from companion.settings.rulesets import RulesetError, read_options
from companion.settings.table_game import TableGame
from hardware.files import CameraError, read_image
from vision.deck import DeckError
from vision.live.glance import Glance


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=several_files)
@deck_option
@json_option
@click.option(
    "--game",
    type=click.Choice([one.value for one in TableGame]),
    default=TableGame.HANABI.value,
    help="What was played.",
)
@click.option("--ruleset", help="The ruleset; without it, the base game and the suits that lie.")
@click.option(
    "--options",
    type=click.Path(path_type=Path),
    help="A JSON file with single options of the ruleset, or with those of Hana-awase.",
)
@click.option("--players", type=int, help="Hana-awase: how many piles one picture shows.")
def score(
    images: tuple[str, ...],
    deck: str,
    as_json: bool,
    game: str,
    ruleset: str | None,
    options: Path | None,
    players: int | None,
) -> None:
    """Score the fireworks, or the piles of Hana-awase, in the photos IMAGE... of one table."""
    if game == TableGame.HANA_AWASE.value:
        if ruleset is not None:
            raise UnusableInput("--ruleset: is for hanabi; Hana-awase has --options")
        score_piles(images, deck, as_json, options, players)
        return
    if players is not None:
        raise UnusableInput("--players: is for hana-awase; a display has no players")
    rules = _rules(ruleset, options)
    learnt = find_deck(deck)
    try:
        check_hanabi(learnt, deck)
    except DeckError as error:
        raise UnusableInput(f"--deck: {error}") from error
    layout = printed_layout()
    if rules is not None:
        layout = layout.for_fireworks(len(rules.suits))
    glance = Glance(layout, learnt)
    pictures: list[DisplayPicture] = []
    report: list[dict[str, object]] = []
    for path in progress(images, "Reading", len(images)):
        try:
            image = read_image(Path(path))
        except CameraError as error:
            report.append({"image": path, "error": str(error)})
            continue
        seen = glance.read(image)
        picture = DisplayPicture(path, tuple(lying(one) for one in seen))
        pictures.append(picture)
        height, width = image.shape[:2]
        report.append({"image": path, "width": width, "height": height, **_about(picture)})
    display = find_display(pictures, rules)
    if as_json:
        click.echo(json.dumps({**_result(display), "images": report}))
    else:
        click.echo("\n".join(_lines(display, report)))
    if len(pictures) < len(images):
        raise UnusableInput("some pictures could not be read; the lines above say which")


def _rules(ruleset: str | None, options: Path | None) -> Ruleset | None:
    if options is not None:
        with unusable(RulesetError):
            return read_options(options, ruleset)
    return None if ruleset is None else find_ruleset(ruleset)


def _about(picture: DisplayPicture) -> dict[str, object]:
    """Return what counts of a picture: of cards in racks nothing is told to anybody."""
    cards = [
        {
            "label": one.label,
            "confidence": one.confidence,
            "corners": one.corners or None,
            "zone": one.zone or None,
        }
        for one in picture.display
        if one.sight in (Sight.FACE, Sight.UNKNOWN)
    ]
    return {"mat": picture.mat, "cards": cards}


def _result(display: Display) -> dict[str, object]:
    rating = display.rating
    heights = display.fireworks if display.shown else {}
    return {
        "score": display.score,
        "rating": rating.value if rating else None,
        "fireworks": {suit.value: height for suit, height in heights.items()},
        "unsure": [_doubt(one) for one in display.doubts],
    }


def _doubt(doubt: ColumnDoubt) -> dict[str, object]:
    said = {field.name: _plain(getattr(doubt, field.name)) for field in fields(doubt)}
    return {"kind": doubt.kind, **said, "message": doubt_sentence(doubt)}


def _plain(value: object) -> object:
    """Return a value of a doubt as JSON has it."""
    match value:
        case Enum():
            return value.value
        case Card():
            return value.label
        case tuple():
            return [_plain(one) for one in value] or None
        case "":
            return None
        case _:
            return value


def _lines(display: Display, report: Sequence[dict[str, object]]) -> list[str]:
    lines = [str(one["error"]) for one in report if "error" in one]
    if display.shown:
        lines += [f"  {suit_name(suit)}: {height}" for suit, height in display.fireworks.items()]
    return [*lines, display_sentence(display), *doubt_sentences(display.doubts)]
