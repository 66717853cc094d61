"""A chip that vanishes while the panel is open; run by itself, for it does not come back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.panel.panel import PanelState, Press, Status
from companion.panel.wiring import Wiring
from hardware.panel import Panel, PanelError
from tests.pi.panel.chip import wait


def test_a_chip_that_vanishes_is_said_and_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    pressed: list[Press] = []
    panel = Panel(pressed.append, Wiring())
    panel.show(PanelState(8, 0, 0, 5, Status.WAITING_FOR_MOVE))
    faults = [panel.fault]
    live = "/sys/kernel/config/gpio-sim/pi/live"
    # The kernel may wait until nobody holds the chip: nothing for this process to wait for.
    os.spawnl(os.P_NOWAIT, "/bin/busybox", "busybox", "sh", "-c", f"echo 0 > {live}")
    wait(lambda: not list(Path("/dev").glob("gpiochip*")), "the chip does not vanish")
    panel.show(PanelState(3, 2, 1, 5, Status.DIFFERS))
    faults.append(panel.fault)
    assert faults[0] is None
    assert faults[1], "the pins' failure is said"
    assert any("pins no longer work" in message for message in caplog.messages)
    panel.close()
    assert pressed == []
    with pytest.raises(PanelError, match="pins of a Raspberry Pi cannot be opened"):
        Panel(pressed.append, Wiring())
