"""``companion doctor``: what is wrong with machine, camera and deck, and what mends it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from companion.adapters.examination import Examination, opened_camera
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import json_option
from companion.health import Finding, Health, finding_data
from companion.record.games import RecordError
from companion.settings.reading import SettingsError
from hardware.probes import Machine

MARKS = {Health.OK: "ok", Health.WARNING: "warn", Health.WRONG: "WRONG", Health.UNKNOWN: "-"}
EXIT_WRONG = 1


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
    machine = Machine()
    examination = Examination(partial(opened_camera, machine), said, machine)
    with unusable(SettingsError):
        findings = examination.findings()
    for one in findings:
        click.echo(json.dumps(finding_data(one)) if as_json else _line(one))
    if file is not None:
        _write_bundle(file, examination, findings)
        click.echo(f"Written: {file}", err=True)
    ctx.exit(EXIT_WRONG if any(one.health is Health.WRONG for one in findings) else 0)


def _line(one: Finding) -> str:
    mend = "" if one.mend is None or one.health is Health.OK else f"\n{'':20}-> {one.mend}"
    return f"{MARKS[one.health]:<6}{one.check:<14}{one.says}{mend}"


def _write_bundle(file: Path, examination: Examination, findings: Sequence[Finding]) -> None:
    with unusable(RecordError):
        packed = examination.bundled(findings)
    try:
        file.write_bytes(packed)
    except OSError as error:
        raise UnusableInput(f"cannot write {file}: {error.strerror}") from error
