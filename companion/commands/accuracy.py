"""``companion accuracy``: pictures that were kept of games, read again with what is known now."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from companion.adapters.pictures import Taught, teach
from companion.commands.deck import write_deck
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import find_deck, find_deck_file, json_option
from companion.commands.progress import progress
from companion.files.paths import (
    demo_directory,
    learnt_decks,
    pictures_directory,
    record_file,
)
from companion.pictures.truth import Logged, PictureLogError, games_with_pictures, logged
from companion.record.games import Record, RecordError
from hardware.files import CameraError, read_image
from vision.deck import Deck
from vision.drawing.artwork import OWN, build_deck
from vision.live.picturing import Rereader

MOST_MISSED = 20
"""Pictures of a game that are named."""


@dataclass(frozen=True, slots=True)
class Again:
    """A picture that was read again; ``label`` is what it is read as now, None: it is not."""

    picture: Logged
    label: str | None


@click.command()
@click.option("--game", type=click.IntRange(min=1), help="One game; without it all that are over.")
@click.option("--deck", "wanted", metavar="DECK", help="Another deck than each was played with.")
@click.option("--demo", is_flag=True, help="The pictures that companion demo --pictures kept.")
@click.option("--add", is_flag=True, help="Teach the deck the cards that were not read rightly.")
@json_option
def accuracy(game: int | None, wanted: str | None, demo: bool, add: bool, as_json: bool) -> None:
    """Read the pictures that were kept of games again, and compare them with the record.

    Pictures are kept where the setting pictures.log asks for it.
    """
    decks: dict[str, Deck] = {}
    total: Counter[str] = Counter()
    folder = demo_directory() if demo else None
    games = _games(game, folder)
    for number in games:
        pictures = _pictures(number, folder)
        name = wanted or (pictures[0].deck if pictures else "")
        if name not in decks:
            decks[name] = _deck(name)
        reader = Rereader(decks[name])
        with unusable(CameraError):
            read = [_again(reader, one) for one in progress(pictures, "Reading", len(pictures))]
            outcome: Sequence[Taught] = ()
            if add:
                missed = [one.picture for one in read if not _is_right(one)]
                decks[name], outcome = teach(decks[name], number, missed)
        if any(one.why_not is None for one in outcome):
            write_deck(decks[name], find_deck_file(name))
        total += _counted(read)
        if as_json:
            click.echo(json.dumps(_report(number, name, read, outcome)))
        else:
            click.echo("\n".join(_lines(number, name, read, outcome)))
    if not games:
        click.echo("No pictures were kept: the setting pictures.log asks for them.", err=True)
    if len(games) > 1 and not as_json:
        click.echo(f"All {len(games)} games: {_figures(total)}.")


def _games(game: int | None, folder: Path | None) -> tuple[int, ...]:
    """Return the games to look at: of a game that is not over nothing may come out.

    Raises:
        UnusableInput: the one that was asked for cannot be.
    """
    kept = games_with_pictures(pictures_directory(folder))
    if game is not None and game not in kept:
        raise UnusableInput(f"no pictures were kept of game {game}")
    wanted = kept if game is None else (game,)
    if not wanted:
        return ()
    found = []
    with unusable(RecordError), Record(record_file(folder)) as record:
        simulated = record.simulated() if game is None else ()
        for number in wanted:
            if number in simulated:
                continue
            if not record.knows(number):
                if game is not None:
                    raise UnusableInput(f"game {number} is not on record any more")
                continue
            if record.state(number).laid_down:
                found.append(number)
            elif game is not None:
                raise UnusableInput(f"game {number} is still running: its cards stay hidden")
    return tuple(found)


def _pictures(game: int, folder: Path | None) -> tuple[Logged, ...]:
    with unusable(RecordError, PictureLogError):
        with Record(record_file(folder)) as record:
            steps = record.past(game).timeline.steps
        return logged(pictures_directory(folder), game, steps)


def _deck(name: str) -> Deck:
    """Return the deck; that of the simulated table needs not be learnt."""
    return build_deck() if name == OWN and OWN not in learnt_decks() else find_deck(name)


def _again(reader: Rereader, one: Logged) -> Again:
    seen = reader.read(read_image(one.path), one.place, one.core)
    return Again(one, seen.label)


def _is_right(one: Again) -> bool:
    return one.label == one.picture.card and one.picture.label == one.picture.card


def _verdict(label: str | None, card: str) -> str:
    return "asked" if label is None else "right" if label == card else "wrong"


def _counted(read: Sequence[Again]) -> Counter[str]:
    """Count right, wrong and asked, ``then`` and ``now``; and pictures of cards nobody knows."""
    counts: Counter[str] = Counter()
    for one in read:
        card = one.picture.card
        if card is None:
            counts["unsaid"] += 1
            continue
        counts["said"] += 1
        counts[f"then {_verdict(one.picture.label, card)}"] += 1
        counts[f"now {_verdict(one.label, card)}"] += 1
    return counts


def _figures(counts: Counter[str]) -> str:
    """Return the figures in words; "asked" are cards that were not read."""

    def said(when: str) -> str:
        return ", ".join(
            f"{counts[f'{when} {what}']} {what}" for what in ("right", "wrong", "asked")
        )

    return f"{counts['said']} cards; then {said('then')}; now {said('now')}"


def _zone(one: Logged) -> str:
    match one.place.kind:
        case "column":
            return f"fireworks:{one.place.index}"
        case "slot":
            return f"rack:{one.place.seat}:{one.place.index}"
        case _:
            return "discards"


def _missed(read: Sequence[Again]) -> list[Again]:
    return [one for one in read if one.picture.card is not None and not _is_right(one)]


def _report(
    game: int, deck: str, read: Sequence[Again], outcome: Sequence[Taught]
) -> dict[str, object]:
    counts = _counted(read)
    verdicts = ("right", "wrong", "asked")
    return {
        "game": game,
        "deck": deck,
        "pictures": len(read),
        "unsaid": counts["unsaid"],
        "then": {what: counts[f"then {what}"] for what in verdicts},
        "now": {what: counts[f"now {what}"] for what in verdicts},
        "not_right": [
            {
                "picture": str(one.picture.path),
                "zone": _zone(one.picture),
                "t": one.picture.t,
                "card": one.picture.card,
                "then": one.picture.label,
                "now": one.label,
            }
            for one in _missed(read)
        ],
        "added": [
            {"card": one.picture.card, "picture": str(one.picture.path)}
            for one in outcome
            if one.why_not is None
        ],
        "refused": [
            {"card": one.picture.card, "picture": str(one.picture.path), "why": one.why_not}
            for one in outcome
            if one.why_not is not None
        ],
    }


def _lines(game: int, deck: str, read: Sequence[Again], outcome: Sequence[Taught]) -> Sequence[str]:
    counts = _counted(read)
    lines = [
        f"Game {game}, deck {deck}: {_figures(counts)};"
        f" {counts['unsaid']} more pictures of cards that nobody has laid or named."
    ]
    missed = _missed(read)
    for one in missed[:MOST_MISSED]:
        then, now = one.picture.label or "not read", one.label or "not read"
        where = f"{_zone(one.picture)} at {one.picture.t:.0f} s"
        lines.append(
            f"  {one.picture.card} in {where}: then {then}, now {now} ({one.picture.path})"
        )
    if len(missed) > MOST_MISSED:
        lines.append(f"  … and {len(missed) - MOST_MISSED} more")
    for told in outcome:
        name = told.picture.path.name
        added = (
            "is added to the deck" if told.why_not is None else f"teaches nothing: {told.why_not}"
        )
        lines.append(f"  {told.picture.card}, {name}: {added}")
    return lines
