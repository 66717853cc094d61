"""``companion doctor``: what is wrong with machine, camera and deck, and what mends it."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from companion.bundle import bundle, games_of
from companion.commands.brokers import broker_findings
from companion.commands.cameras import open_kept
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import find_deck, json_option, printed_layout
from companion.lobby import MOST_SEATS
from companion.panel import PanelKind
from companion.paths import learnt_decks, record_file, settings_directory, state_directory
from companion.record import Record, RecordError
from companion.settings import FILE_NAME, Settings, SettingsError, load_settings
from hardware.camera import Kind, find_camera, parse_camera
from hardware.doctor import CHECKS, Finding, Health, Patient, examine
from hardware.files import CameraError
from hardware.probes import Machine
from vision.advice import Difference, close_pairs, hints, same_kinds
from vision.inspection import Inspection, inspect

SMALLEST_CARD = 60.0
"""Pixels: below that, cards are hardly ever read."""
BLURRED = 0.25
"""Of `Inspection.sharpness`; a picture in focus has 0.5, one blurred by a pixel has 0.3."""
DARK, BLOWN = 90.0, 254.0
"""How bright white paper has to be at least, and must not be, of 255."""
MARKS = {Health.OK: "ok", Health.WARNING: "warn", Health.WRONG: "WRONG", Health.UNKNOWN: "-"}
EXIT_WRONG = 1
LOG_LINES = "500"


@click.command()
@json_option
@click.option(
    "--bundle",
    "file",
    metavar="F.zip",
    type=click.Path(path_type=Path),
    help="Also write what helps others to help: no hidden card, no name, no password is in it.",
)
@click.option("--settings", "said", type=click.Path(path_type=Path), help="Another settings file.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, file: Path | None, said: Path | None) -> None:
    """Say what is wrong with machine, camera and deck, and what mends it.

    Exit code 0: nothing is wrong, 1: something is; warnings don't count.
    """
    with unusable(SettingsError):
        settings = load_settings(said)
    findings = examine(_checks(settings, Machine()))
    if as_json:
        for one in findings:
            click.echo(json.dumps(_data(one)))
    else:
        for one in findings:
            click.echo(_line(one))
    if file is not None:
        _write_bundle(file, findings, said)
        click.echo(f"Written: {file}", err=True)
    ctx.exit(EXIT_WRONG if any(one.health is Health.WRONG for one in findings) else 0)


def _checks(settings: Settings, machine: Machine) -> Mapping[str, Callable[[], Sequence[Finding]]]:
    wants_panel = settings.panel.kind in (PanelKind.AUTO, PanelKind.GPIO)
    patient = Patient(
        machine, state_directory(), settings.web.port, settings.panel.pins, wants_panel
    )
    return {
        **{name: partial(check, patient) for name, check in CHECKS.items()},
        "camera": partial(_camera, settings, machine),
        "deck": partial(_deck, settings),
        "broker": partial(broker_findings, settings.mqtt),
    }


def _line(one: Finding) -> str:
    mend = "" if one.mend is None or one.health is Health.OK else f"\n{'':20}-> {one.mend}"
    return f"{MARKS[one.health]:<6}{one.check:<14}{one.says}{mend}"


def _data(one: Finding) -> dict[str, object]:
    return {
        "check": one.check,
        "health": one.health.value,
        "says": one.says,
        "mend": None if one.health is Health.OK else one.mend,
    }


# --------------------------------------------------------------------------------- the camera


def _camera(settings: Settings, machine: Machine) -> Sequence[Finding]:
    wanted = parse_camera(settings.table.camera)
    if wanted.kind is Kind.AUTO:
        wanted = find_camera()
    if wanted.kind is Kind.NONE:
        return [
            Finding("camera", Health.WARNING, "there is none", "connect one, see docs/install.md")
        ]
    if wanted.is_live and machine.answer(["systemctl", "is-active", "companion"]) == "active":
        says = f"{wanted} is used by the companion, which runs; its page says how it is"
        return [Finding("camera", Health.UNKNOWN, says, "sudo systemctl stop companion")]
    layout = printed_layout(settings)
    try:
        with open_kept(wanted, settings.camera) as camera:
            # The first pictures are those of a sensor that has just woken up.
            for number, frame in enumerate(camera.frames()):
                image = frame.pixels
                if number >= 15 or wanted.is_film:
                    break
            else:
                return [Finding("camera", Health.WRONG, f"{wanted} gives no picture")]
    except CameraError as error:
        return [Finding("camera", Health.WRONG, str(error), "see docs/settings.md, The camera")]
    size = f"{image.shape[1]} x {image.shape[0]}"
    there = Finding("camera", Health.OK, f"{wanted} gives pictures of {size}")
    return [there, *picture_findings(inspect(image, layout, MOST_SEATS))]


def picture_findings(seen: Inspection) -> list[Finding]:
    """Return what a picture of the table says: tags, the cards' size, focus, light."""
    if not seen.mat:
        missing = ", ".join(map(str, seen.missing)) or "none, but they do not fit together"
        says = f"no mat is seen; tags that are missing: {missing}"
        mend = "lay the mat flat under the camera, wholly in view, printed true to size"
        return [Finding("tags", Health.WRONG, says, mend)]
    found = []
    if seen.missing:
        says = f"tags of the mat that are not seen: {', '.join(map(str, seen.missing))}"
        found.append(Finding("tags", Health.WARNING, says, "uncover the mat's corners"))
    else:
        says = f"the mat is seen, and {len(seen.racks)} racks"
        mend = "set the racks up; a lens of 66 degrees sees them only from 1.1 m"
        health = Health.OK if len(seen.racks) > 1 else Health.WARNING
        found.append(Finding("tags", health, says, mend))
    sizes = [size for size in (seen.card_on_mat, seen.card_in_rack) if size is not None]
    if sizes:
        small = min(sizes) < SMALLEST_CARD
        mend = "set camera.size to 4608x2592, or lower the camera"
        says = f"a card of 63 mm is {min(sizes):.0f} pixels wide, 60 are needed"
        found.append(Finding("card size", Health.WRONG if small else Health.OK, says, mend))
    if seen.sharpness is not None:
        blurred = seen.sharpness < BLURRED
        says = f"sharpness {seen.sharpness:.2f}, wanted {BLURRED:.2f} or more"
        mend = "wipe the lens; delete camera.json, and the camera focuses anew"
        found.append(Finding("focus", Health.WRONG if blurred else Health.OK, says, mend))
    return [*found, *_light(seen)]


def _light(seen: Inspection) -> list[Finding]:
    levels = [level for level in (seen.rack_paper, seen.mat_paper) if level is not None]
    if not levels:
        return []
    says = f"white paper is {min(levels):.0f} to {max(levels):.0f} of 255"
    if min(levels) < DARK:
        mend = "more light, above all on the racks; delete camera.json, and the camera settles anew"
        return [Finding("light", Health.WARNING, f"too dark: {says}", mend)]
    if max(levels) >= BLOWN:
        mend = "less or softer light; delete camera.json, and the camera settles anew"
        return [Finding("light", Health.WARNING, f"blown out: {says}", mend)]
    return [Finding("light", Health.OK, says)]


# ------------------------------------------------------------------------------------- the deck


def _deck(settings: Settings) -> Sequence[Finding]:
    names = learnt_decks()
    wanted = settings.table.deck or (names[0] if len(names) == 1 else None)
    if wanted is None:
        says = "no deck is learnt yet" if not names else "which deck is played is not set"
        mend = "companion deck learn NAME --camera auto" if not names else "set table.deck"
        return [Finding("deck", Health.WARNING, says, mend)]
    try:
        deck = find_deck(wanted)
    except UnusableInput as error:
        mend = "companion deck learn NAME --camera auto"
        return [Finding("deck", Health.WRONG, error.message, mend)]
    pairs = close_pairs(deck)
    told = [pair for pair in pairs if pair.difference is not Difference.NOTHING]
    bad = len({label for label, _ in hints(deck)})
    says = f"{deck.name}: {len(deck.labels)} cards"
    if same_kinds(pairs) or told or bad:
        says += f", {len(pairs)} pairs look alike, {bad} pictures could be better"
        return [Finding("deck", Health.WARNING, says, f"companion deck check {wanted}")]
    return [Finding("deck", Health.OK, f"{says}, all easy to tell apart")]


# ----------------------------------------------------------------------------------- the bundle


def _write_bundle(file: Path, findings: Sequence[Finding], said: Path | None) -> None:
    games: Sequence[Mapping[str, object]] = ()
    if record_file().exists():
        with unusable(RecordError), Record(record_file()) as record:
            games = games_of(record)
    machine = Machine()
    settings = machine.text(str(said or settings_directory() / FILE_NAME)) or ""
    log = machine.answer(["journalctl", "--unit=companion", "--no-pager", "--lines", LOG_LINES])
    versions = {one.metadata["Name"]: one.version for one in importlib.metadata.distributions()}
    packed = bundle([_data(one) for one in findings], games, settings, versions, log or "")
    try:
        file.write_bytes(packed)
    except OSError as error:
        raise UnusableInput(f"cannot write {file}: {error.strerror}") from error
