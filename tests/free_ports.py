"""Ports for programs that a test starts: each is given away once, and to one worker only.

A port that the system gives out for the asking may be somebody's by the time it is used: tests run
on several cores, and every connection takes one of those ports, too.
"""

from __future__ import annotations

import itertools
import os
import socket

FIRST, EACH = 12_000, 1_500
"""Below the ports that the system gives out by itself; how many each worker has."""

_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 12
_numbers = itertools.cycle(range(EACH))
_begun = os.getpid() % EACH  # two test runs on one machine seldom ask for the same ones


def free_port() -> int:
    """Return a port of this machine that nobody listens on, and that no other test is given."""
    for number in _numbers:
        port = FIRST + _worker * EACH + (_begun + number) % EACH
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))
            except OSError:
                continue
        return port
    raise AssertionError("unreachable: the numbers never end")
