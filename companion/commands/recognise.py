"""``companion recognise``: the cards in pictures of a table."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import cv2

from companion.commands.errors import UnusableInput
from companion.commands.options import (
    deck_option,
    find_deck,
    json_option,
    printed_layout,
    several_files,
)
from companion.commands.output_file import refuse_own_file, write_output
from companion.commands.progress import progress
from companion.hanabi.cards import Suit
from companion.referee.findings import Partial, in_common
from companion.referee.readings import Sight
from hardware.files import CameraError, read_image
from vision.live.glance import Glance, GlancedCard
from vision.live.overlay import draw

if TYPE_CHECKING:
    from companion.frames import BgrImage


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=several_files)
@deck_option
@json_option
@click.option(
    "--draw",
    "drawing",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="Write the picture with what was seen drawn over it; a folder for several pictures.",
)
def recognise(images: tuple[str, ...], deck: str, as_json: bool, drawing: Path | None) -> None:
    """Read the cards on the mat and in the racks of each IMAGE; without a mat, all cards."""
    if drawing is not None:
        _check_targets(drawing, images)
    glance = Glance(printed_layout(), find_deck(deck))
    failed = False
    for path in progress(images, "Reading", len(images)):
        try:
            image = read_image(Path(path))
        except CameraError as error:
            failed = True
            click.echo(json.dumps({"image": path, "error": str(error)}) if as_json else error)
            continue
        began = time.perf_counter()
        seen = glance.read(image)
        took = (time.perf_counter() - began) * 1000
        if as_json:
            click.echo(json.dumps(_report(path, image, seen, took)))
        else:
            click.echo("\n".join(_lines(path, seen)))
        if drawing is not None:
            _write(draw(image, seen), _target(drawing, Path(path), len(images)))
    if failed:
        raise UnusableInput("some pictures could not be read; the lines above say which")


def _report(
    path: str, image: BgrImage, seen: Sequence[GlancedCard], took: float
) -> dict[str, object]:
    height, width = image.shape[:2]
    return {
        "image": path,
        "width": width,
        "height": height,
        "ms": round(took, 1),
        "cards": [
            {
                "label": one.label,
                "confidence": round(one.confidence, 3),
                "corners": _corners(one),
                "zone": one.zone or None,
                **_partly(one),
            }
            for one in seen
            if one.sight in (Sight.FACE, Sight.UNKNOWN)
        ],
        "backs": [_corners(one) for one in seen if one.sight is Sight.BACK],
    }


def _partly(one: GlancedCard) -> dict[str, object]:
    """Return what is sure of a card that cannot be named."""
    if one.label is not None:
        return {}
    known = in_common(one.could_be)
    return {"suit": known.suit.value if known.suit else None, "value": known.rank}


def _unread(one: GlancedCard) -> str:
    match in_common(one.could_be):
        case Partial(Suit() as suit, None):
            return f"{suit.name.lower()}, value not sure"
        case Partial(None, int() as rank):
            return f"a {rank}, suit not sure"
        case _:
            return "a card that I can't read"


def _corners(one: GlancedCard) -> list[list[float]]:
    assert one.corners is not None
    return [[round(float(x), 1), round(float(y), 1)] for x, y in one.corners]


def _lines(path: str, seen: Sequence[GlancedCard]) -> list[str]:
    if not seen:
        return [f"{path}: no card that I know"]
    lines = [f"{path}:"]
    for one in seen:
        where = one.zone or "card"
        match one.sight:
            case Sight.FACE:
                lines.append(f"  {where}: {one.label}")
            case Sight.UNKNOWN:
                lines.append(f"  {where}: {_unread(one)}")
            case Sight.BACK:
                lines.append(f"  {where}: face down")
            case Sight.COVERED:
                lines.append(f"  {where}: something is in the way")
            case Sight.EMPTY:
                pass
    return lines


def _target(drawing: Path, image: Path, images: int) -> Path:
    if images > 1 or drawing.is_dir():
        return drawing / f"{image.stem}.jpg"
    return drawing


def _check_targets(drawing: Path, images: Sequence[str]) -> None:
    """Refuse drawings that would take the place of a picture that is read, or of one another.

    Raises:
        UnusableInput: one would; nothing was read yet.
    """
    read = {os.path.realpath(image) for image in images}
    drawn = dict[Path, str]()
    for image in images:
        target = _target(drawing, Path(image), len(images))
        if os.path.realpath(target) in read:
            raise UnusableInput(f"--draw: {target} is a picture that is read, and would be lost")
        other = drawn.setdefault(target, image)
        if other != image:
            raise UnusableInput(f"--draw: {other} and {image} would both be drawn as {target}")


def _write(image: BgrImage, path: Path) -> None:
    refuse_own_file(path)  # before a folder is made for it
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableInput(f"cannot write {path}: {error.strerror}") from error
    suffix = path.suffix if path.suffix.lower() in (".png", ".jpg", ".jpeg") else ".jpg"
    write_output(path, cv2.imencode(suffix, image)[1].tobytes())
