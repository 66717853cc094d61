"""``companion camera settle``: exposure, colours and focus found anew, and kept."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.adapters.cameras import camera_file, open_kept, settle
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import printed_layout, settings_option, wanted_camera
from companion.settings.reading import SettingsError, load_settings
from hardware.camera import CameraKind, find_camera
from hardware.files import CameraError
from hardware.picamera import PiCamera
from hardware.settled import SettledError, forget_settled, load_settled
from hardware.usb import UsbCamera

STOP_IT = "if the companion runs, stop it first: sudo systemctl stop companion"


@click.group()
def camera() -> None:
    """Set the camera that watches the table."""


@camera.command("settle")
@click.option("--camera", "said", help="auto, picamera2, picamera2:ID or usb:N.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@settings_option
def settle_anew(said: str | None, as_json: bool, file: Path | None) -> None:
    """Let the camera find exposure, colours and focus anew, and keep them from then on.

    The mat and the racks lie and stand as they will in the game, in the light that there will be.
    """
    with unusable(SettingsError):
        settings = load_settings(file)
    layout = printed_layout(settings)
    wanted = wanted_camera(said or settings.table.camera)
    if wanted.kind is CameraKind.AUTO:
        wanted = find_camera()
        if wanted.kind is CameraKind.NONE:
            raise UnusableInput("no camera is connected")
    if not wanted.settles:
        raise UnusableInput(f"--camera: {wanted} is no camera that settles")
    _forget_what_cannot_be_read()
    try:
        with open_kept(wanted, settings.camera) as opened:
            assert isinstance(opened, PiCamera | UsbCamera)
            settled = settle(opened, layout)
    except CameraError as error:
        raise UnusableInput(f"{error} ({STOP_IT})") from error
    if as_json:
        click.echo(json.dumps({"camera": opened.id, "settled": dict(settled.controls)}))
        return
    click.echo(f"{opened.id} has settled; kept in {camera_file()}.")
    for name, value in settled.controls.items():
        click.echo(f"  {name}: {value}")


def _forget_what_cannot_be_read() -> None:
    with unusable(SettledError):
        try:
            load_settled(camera_file(), "")
        except SettledError:
            forget_settled(camera_file())
