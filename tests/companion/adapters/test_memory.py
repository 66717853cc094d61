"""Large pieces of memory go back to the operating system, whatever small ones lie between them."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
from companion.adapters.memory import give_freed_memory_back
from pathlib import Path
import numpy as np

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

if sys.argv[1] == "flat":
    assert give_freed_memory_back()
np.ones(9_000_000, dtype=np.uint8)  # after this, glibc takes the next ones from the heap
before = resident()
frames, small = [], []
for _ in range(20):
    frames.append(np.ones(9_000_000, dtype=np.uint8))
    small.append(np.ones(2000, dtype=np.uint8))
frames.clear()
print(resident() - before)
"""


def grown(how: str) -> float:
    """Return the megabytes that a process has grown by, after frames came and went."""
    command = [sys.executable, "-c", PROGRAM, how]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="about glibc")
def test_frames_that_are_gone_leave_nothing_behind() -> None:
    assert grown("flat") < 20
