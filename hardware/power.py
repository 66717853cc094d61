"""Switching the machine off, by systemd."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Protocol

OFF = ("systemctl", "--no-block", "--no-ask-password", "poweroff")
SYSTEMD_WITHIN = 10.0
"""Seconds that systemd may take to accept it."""


class PowerError(RuntimeError):
    """The machine stays on; the message is one sentence that says why."""


class Power(Protocol):
    """What can switch the machine off."""

    def off(self) -> None:
        """Ask for it; this returns before it happens.

        Raises:
            PowerError: it is refused, or nobody is there to ask.
        """


class SystemdPower:
    """Asks systemd, which ends everything in order first, the companion included.

    A user of its own may do so only where polkit lets it; the installer sees to that.
    """

    def __init__(self, command: Sequence[str] = OFF) -> None:
        """Take another command to ask with, for tests."""
        self._command = tuple(command)

    def off(self) -> None:
        """Ask systemd to switch the machine off.

        Raises:
            PowerError: it refuses, or there is none.
        """
        try:
            done = subprocess.run(
                self._command, capture_output=True, text=True, timeout=SYSTEMD_WITHIN, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PowerError(f"the machine cannot be switched off: {error}") from error
        if done.returncode != 0:
            why = " ".join(done.stderr.split()) or f"exit code {done.returncode}"
            raise PowerError(f"the machine cannot be switched off: {why}")
