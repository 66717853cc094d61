"""In the guest: lets the companion's frame loop hang once somebody asks; the page goes on."""

import sys
import threading
import time
from pathlib import Path

ASKED = Path("/var/lib/companion/hang")


def hang() -> None:
    """Wait to be asked, then let no picture be looked at any more."""
    while not ASKED.exists():
        time.sleep(0.5)
    ASKED.unlink()
    sys.modules["vision.live.motion"].Motion.update = lambda *_: time.sleep(10_000)


threading.Thread(target=hang, daemon=True).start()
