"""``companion doctor``: what is wrong with machine, camera and deck, and what mends it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from companion.adapters.examination import Examination, opened_camera
from companion.backup.recovering import Recovered
from companion.backup.recovering import repair as repaired
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import json_option, settings_option
from companion.commands.output_file import write_output
from companion.files.lock import FolderLockedError, locked
from companion.files.paths import record_file, state_directory
from companion.health import CheckResult, Health, finding_data
from companion.language.names import ENGLISH
from companion.language.plain import one_line
from companion.record.games import RecordError
from companion.settings.reading import SettingsError
from hardware.probes import Machine

MARKS = {Health.OK: "ok", Health.WARNING: "warn", Health.WRONG: "WRONG", Health.UNKNOWN: "-"}
EXIT_WRONG = 1
"""The exit status where something is wrong."""


@click.command()
@json_option
@click.option(
    "--bundle",
    metavar="F.zip",
    type=click.Path(path_type=Path),
    help="Also write what helps others to help: no hidden card, no name, no password is in it.",
)
@click.option(
    "--repair",
    is_flag=True,
    help="Bring back what can be recovered of games that were damaged, and look at nothing else.",
)
@click.option(
    "--speed",
    is_flag=True,
    help="Measure how fast this machine reads a table, and look at nothing else: about a minute.",
)
@settings_option
@click.pass_context
def doctor(
    ctx: click.Context,
    as_json: bool,
    bundle: Path | None,
    repair: bool,
    speed: bool,
    file: Path | None,
) -> None:
    """Say what is wrong with machine, camera, deck and games, and what mends it.

    Exit code 0: nothing is wrong, 1: something is; warnings don't count. With --repair 1 says that
    something of a game is lost.
    """
    if repair and speed:
        raise UnusableInput("--repair and --speed are two things: say one of them")
    if repair:
        ctx.exit(_repair(as_json))
    if speed:
        ctx.exit(_speed(as_json))
    machine = Machine()
    examination = Examination(partial(opened_camera, machine), file, machine)
    with unusable(SettingsError):
        findings = examination.findings()
    for one in findings:
        click.echo(json.dumps(finding_data(one)) if as_json else _line(one))
    if bundle is not None:
        _write_bundle(bundle, examination, findings)
        click.echo(f"Written: {bundle}", err=True)
    ctx.exit(EXIT_WRONG if any(one.health is Health.WRONG for one in findings) else 0)


def _speed(as_json: bool) -> int:
    """Measure how fast this machine reads; return the exit code."""
    # The simulator's drawings take a second to load, which nobody else needs.
    from companion.adapters.speed import measure, speed_finding

    if not as_json:
        click.echo("A drawn table is read; nothing else should run meanwhile.", err=True)
    found = speed_finding(measure(), ENGLISH)
    click.echo(json.dumps(finding_data(found)) if as_json else _line(found))
    return EXIT_WRONG if found.health is Health.WRONG else 0


def _repair(as_json: bool) -> int:
    """Bring back what can be of games that were damaged; return the exit code."""
    lost, nothing = False, True
    with (
        unusable(RecordError, FolderLockedError),
        locked(state_directory()) as lock,
    ):
        lock.take()
        for aside, games in repaired(record_file()):
            nothing = False
            if not as_json:
                found = "1 game was" if len(games) == 1 else f"{len(games)} games were"
                click.echo(f"{aside}: {found} found; the file stays where it is.")
            for one in games:
                lost = lost or one.game is None or one.lost > 0 or bool(one.why)
                click.echo(json.dumps(_data(aside, one)) if as_json else _told(one))
    if nothing and not as_json:
        click.echo("No record was damaged: there is nothing to be brought back.")
    return EXIT_WRONG if lost else 0


def _data(aside: Path, one: Recovered) -> dict[str, object]:
    return {"set_aside": str(aside), **asdict(one)}


def _told(one: Recovered) -> str:
    name = f"game {one.was}" + (" of Hana-awase" if one.kind != "hanabi" else "")
    if one.game is None:
        return f"  {name} is lost: {one_line(one.why)}"
    again = "" if one.game == one.was else f", now game {one.game}"
    ends = "over" if one.over else "not over"
    cut = f"; after that it is lost: {one_line(one.why)}" if one.why else ""
    if one.lost and not cut:
        cut = "; what came after that is lost"
    return f"  {name}{again}: {one.lines} entries are back, {ends}{cut}"


def _line(one: CheckResult) -> str:
    mend = "" if one.mend is None or one.health is Health.OK else f"\n{'':20}-> {one.mend}"
    return f"{MARKS[one.health]:<6}{one.check:<14}{one.says}{mend}"


def _write_bundle(file: Path, examination: Examination, findings: Sequence[CheckResult]) -> None:
    with unusable(RecordError):
        packed = examination.bundled(findings)
    write_output(file, packed)
