"""Idempotency: a tap that arrives twice is carried out once.

Its answer is kept under the key that it came with. A phone whose answer was lost on the way sends
the same again and is told what it would have been told.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

ANSWERS_KEPT = 512
"""Answers kept, of all phones together; the oldest go first."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What a phone is sent: an HTTP status and a JSON body.

    Attributes:
        status: of HTTP.
        body: JSON.
        kept: whether it is the same when the tap comes again. What was refused because its view
            was old is not: nothing was done, and it holds a whole view.
    """

    status: int
    body: str
    kept: bool = True


CARRIED_OUT = KeptAnswer(200, '{"ok":true}')
"""The answer to what was done and has nothing else to tell."""


class KeyUsed(Exception):  # noqa: N818 - says what it is
    """The key belongs to another tap."""


def named(phone: str, key: str, tap: str) -> str:
    """Return the name of one tap for the record, from which none of these can be told.

    Args:
        phone: whose tap it is.
        key: the name that the phone gave this tap.
        tap: what was tapped, as text: another tap under the same key is another tap.
    """
    said = repr((phone, key, tap)).encode()
    return hashlib.blake2b(said, digest_size=16).hexdigest()


@dataclass(slots=True)
class Claim:
    """A tap that has come, and its answer.

    Attributes:
        answer: what was answered when it came first; None: it comes for the first time. Whoever
            carries it out then puts its answer here.
    """

    answer: KeptAnswer | None = None


class IdempotentTaps:
    """Remembers the answers to taps; may be asked from any thread."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._answers: OrderedDict[tuple[str, str], tuple[str, Future[KeptAnswer]]] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def claim(self, phone: str, key: str, tap: str) -> Iterator[Claim]:
        """Have a tap for oneself: whoever sends the same meanwhile waits for what is answered.

        What is raised within reaches those, too, and is not kept.

        Args:
            phone: whose tap it is.
            key: the name that the phone gave this tap.
            tap: what was tapped, as text.

        Raises:
            KeyUsed: ``key`` came with another tap before.
        """
        coming: Future[KeptAnswer] = Future()
        with self._lock:
            known = self._answers.get((phone, key))
            if known is None:
                self._answers[phone, key] = tap, coming
                while len(self._answers) > ANSWERS_KEPT:
                    self._answers.popitem(last=False)
        if known is not None:
            first, answer = known
            if first != tap:
                raise KeyUsed(key)
            yield Claim(answer.result())
            return
        claim = Claim()
        try:
            yield claim
            if claim.answer is None:
                raise RuntimeError("a tap was claimed and not answered")
        except BaseException as error:
            self._forget(phone, key)
            coming.set_exception(error)
            raise
        if not claim.answer.kept:
            self._forget(phone, key)
        coming.set_result(claim.answer)

    def _forget(self, phone: str, key: str) -> None:
        with self._lock:
            self._answers.pop((phone, key), None)
