"""``companion panel test``: every lamp is lit and named, every button waited for."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue

import click

from companion.commands.errors import UnusableInput, unusable
from companion.commands.number_range import NumberRange
from companion.panel.check import PanelCheck, PanelFinding, finding_text, instruction, steps
from companion.panel.panel import PanelKind, Press
from companion.panel.texts import currents_text
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import PanelSettings
from hardware.front_panel import open_panel
from hardware.panel import Panel, PanelError
from hardware.virtual_panel import VirtualPanel

BUSY = "busy"
STOP_IT = "is the companion running? Stop it first: sudo systemctl stop companion"


@click.group()
def panel() -> None:
    """Try the panel's lamps and buttons."""


@panel.command()
@click.option(
    "--panel", "kind", type=click.Choice(["auto", "gpio", "virtual"]), help="Which panel."
)
@click.option(
    "--seconds",
    type=NumberRange(0.0, 60.0),
    default=1.0,
    show_default=True,
    help="How long each lamp is lit.",
)
@click.option(
    "--wait",
    type=NumberRange(0.0, 600.0),
    default=20.0,
    show_default=True,
    help="How many seconds each button is waited for.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per lamp and button.")
@click.option("--settings", "file", type=click.Path(path_type=Path), help="Another settings file.")
@click.pass_context
def test(
    ctx: click.Context,
    kind: str | None,
    seconds: float,
    wait: float,
    as_json: bool,
    file: Path | None,
) -> None:
    """Light each lamp in turn and name it, then wait for each button.

    On a virtual panel the buttons press themselves: a rehearsal. The exit code is 1 where a button
    did not come, or another one did.
    """
    with unusable(SettingsError):
        settings = load_settings(file).panel
    if kind is not None:
        settings = replace(settings, kind=PanelKind(kind))
    presses: SimpleQueue[Press] = SimpleQueue()
    with _opened(settings, presses.put) as device:
        if not as_json:
            click.echo(_opening(device, settings))
        check = _run(device, settings, presses, (seconds, wait), as_json)
    if not as_json:
        click.echo(_summary(check))
    ctx.exit(1 if check.troubles else 0)


def _opened(settings: PanelSettings, on_press: Callable[[Press], None]) -> Panel:
    """Open the panel without what holding its buttons means.

    Raises:
        UnusableInput: there is none, or its pins are taken.
    """
    if settings.kind is PanelKind.NONE:
        raise UnusableInput("panel.kind is none in the settings: say --panel gpio or virtual")
    try:
        device = open_panel(settings.kind, on_press, settings.pins, brightness=settings.brightness)
    except PanelError as error:
        hint = f"; {STOP_IT}" if BUSY in str(error).lower() else ""
        raise UnusableInput(f"{error}{hint}") from error
    assert isinstance(device, Panel)
    return device


def _opening(device: Panel, settings: PanelSettings) -> str:
    lines = [currents_text(settings.pins, settings.resistor)]
    if device.why_virtual is not None:
        lines.append(f"This is a rehearsal on a virtual panel: {device.why_virtual}.")
    elif device.kind is PanelKind.VIRTUAL:
        lines.append("This is a rehearsal on a virtual panel: its buttons press themselves.")
    return "\n".join(lines)


def _run(
    device: Panel,
    settings: PanelSettings,
    presses: SimpleQueue[Press],
    pace: tuple[float, float],
    as_json: bool,
) -> PanelCheck:
    """Take all steps; ``pace`` are the seconds of a lamp and those of a button."""
    check = PanelCheck(steps(settings.pins))
    while (step := check.step) is not None:
        if not as_json:
            click.echo(instruction(step))
        try:
            device.light(*check.lit)
        except Exception as error:  # each kind of pin has errors of its own
            raise UnusableInput(f"the panel's pins do not work: {error}") from error
        if step.press is None:
            time.sleep(pace[0])
            check = check.shown()
        else:
            check = _button(device, check, step.press, presses, pace[1])
        _report(check.findings[-1], as_json)
    return check


def _button(
    device: Panel, check: PanelCheck, wanted: Press, presses: SimpleQueue[Press], wait: float
) -> PanelCheck:
    while not presses.empty():  # pressed while nobody asked for it
        presses.get()
    stuck = check.stuck(device.down())
    if stuck is not check:
        return stuck
    if isinstance(device, VirtualPanel):
        device.press(wanted)
    try:
        return check.pressed(presses.get(timeout=wait))
    except Empty:
        return check.silent()


def _report(finding: PanelFinding, as_json: bool) -> None:
    if as_json:
        step, came = finding.step, finding.came
        said = {"part": step.name, "pin": step.pin, "outcome": finding.outcome.value}
        click.echo(json.dumps({**said, "came": came.value} if came is not None else said))
    elif finding.step.press is not None:
        click.echo(f"  {finding_text(finding)}")


def _summary(check: PanelCheck) -> str:
    if not check.findings:
        return "Nothing is wired: panel.pins has no pin in the settings."
    if not check.troubles:
        return "All buttons came. A lamp that stayed dark: look at its LED's direction and ground."
    return "\n".join(["To look at:", *(f"  {finding_text(each)}" for each in check.troubles)])
