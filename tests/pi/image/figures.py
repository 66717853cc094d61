"""What was measured, printed at once, and by which chance: a run takes long."""

from __future__ import annotations

import os
import random
from pathlib import Path

SEED = int(os.environ.get("COMPANION_SEED", "0")) or random.SystemRandom().randrange(10**6)


def told(figure: str) -> None:
    """Print a figure, and keep it beside the others."""
    with (Path(os.environ["COMPANION_GUEST_WORK"]) / "figures").open("a") as figures:
        print(figure, file=figures)
    print(figure, flush=True)
