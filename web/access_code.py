"""The access code of a game: keeps the neighbours out, with a backoff for whoever guesses."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

FREE_TRIES = 3
"""Wrong codes from one address before it has to wait."""
FIRST_WAIT = 5.0
"""Seconds after the first wrong code that is one too many; each further one doubles them."""
LONGEST_WAIT = 300.0
"""Seconds."""
FORGIVEN_AFTER = 900.0
"""Seconds without a try after which an address starts afresh."""
WRONG_AT_ONCE = 20
"""Wrong codes from all addresses together before nobody new is listened to for a while."""
WRONG_EVERY = 30.0
"""Seconds after which one more is listened to: whoever has many addresses guesses no faster."""
ADDRESSES = 1000
"""How many addresses are remembered; the one that tried longest ago is forgotten first."""


class WrongCode(Exception):  # noqa: N818 - the name people use
    """What was said is not this game's code."""


class TooSoon(Exception):  # noqa: N818 - the name people use
    """This address, or all together, guessed too often; right or wrong, it is not listened to yet.

    Attributes:
        seconds: until it may try again.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds:.0f} s")
        self.seconds = seconds


@dataclass(slots=True)
class _Tries:
    wrong: int
    last: float
    until: float


class AccessCode:
    """Compares codes, counting the wrong ones, of each address and of all; for any thread."""

    def __init__(self, code: str, clock: Callable[[], float]) -> None:
        """Guard ``code``; ``clock`` gives seconds that only ever grow."""
        self._code = _plain(code)
        self._clock = clock
        self._tries: OrderedDict[str, _Tries] = OrderedDict()
        self._left, self._counted = float(WRONG_AT_ONCE), clock()
        self._lock = Lock()

    def check(self, address: str, said: str) -> None:
        """Return if ``said`` is the code.

        Raises:
            WrongCode: it is not.
            TooSoon: ``address``, or everybody, must wait before it is listened to again.
        """
        now = self._clock()
        with self._lock:
            tries = self._tries.get(address)
            if tries is not None and now - tries.last > FORGIVEN_AFTER:
                tries = None
            if tries is not None and now < tries.until:
                raise TooSoon(tries.until - now)
            grown = (now - self._counted) / WRONG_EVERY
            self._left, self._counted = min(WRONG_AT_ONCE, self._left + grown), now
            if self._left < 1.0:
                raise TooSoon((1.0 - self._left) * WRONG_EVERY)
            if hmac.compare_digest(_plain(said), self._code):
                self._tries.pop(address, None)
                return
            self._left -= 1.0
            wrong = tries.wrong + 1 if tries is not None else 1
            over = wrong - FREE_TRIES
            wait = min(FIRST_WAIT * 2 ** min(over - 1, 16), LONGEST_WAIT) if over > 0 else 0.0
            self._tries[address] = _Tries(wrong, now, now + wait)
            self._tries.move_to_end(address)
            while len(self._tries) > ADDRESSES:
                self._tries.popitem(last=False)
        raise WrongCode


def _plain(code: str) -> bytes:
    """Return a code as it is compared: capitals and spaces make no difference."""
    return "".join(code.split()).upper().encode("utf-8", "replace")
