"""Mock boards: a wiring, and what their pins say."""

import time
from collections.abc import Callable

from companion.panel.panel import Hold, PanelState, Press, Status
from companion.panel.wiring import Wiring

WIRING = Wiring(buzzer=26)
START = PanelState(8, 0, 0, 3, Status.WAITING_FOR_MOVE)


def until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


HOLDS = {Press.UNDO: Hold.REDO, Press.CONFIRM: Hold.SHUT_DOWN}
