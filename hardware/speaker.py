"""A loudspeaker at the machine: espeak-ng says sentences, in a thread of its own."""

from __future__ import annotations

import logging
import shutil
import subprocess
from collections import deque
from collections.abc import Sequence
from threading import Condition, Thread

from companion.announcements.speech import LOUDEST, SpeechKind

PROGRAM = "espeak-ng"
SENTENCES_WAITING = 4
"""Sentences that wait; what is older is no news any more."""
LONGEST_SPOKEN = 30.0
"""Seconds that one sentence may take."""

log = logging.getLogger(__name__)


class SpeakerError(RuntimeError):
    """The machine cannot speak; the message is one sentence for people."""


class Speaker:
    """Says one sentence after the other; a context manager.

    What it is told waits in a queue, so that nobody waits for it.
    """

    def __init__(
        self,
        *,
        voice: str = "en",
        volume: int = 70,
        speed: int = 160,
        more: Sequence[str] = (),
    ) -> None:
        """Begin to listen.

        Args:
            voice: of espeak-ng, such as ``en`` or ``en-gb``.
            volume: 0 to 100.
            speed: words a minute.
            more: further options of espeak-ng, such as ``-w FILE``.

        Raises:
            SpeakerError: espeak-ng is not installed.
        """
        program = shutil.which(PROGRAM)
        if program is None:
            raise SpeakerError(f"{PROGRAM} is not installed: sudo apt install {PROGRAM}")
        self._command = [program, "-v", voice, "-s", str(speed), "-b", "1", "--stdin", *more]
        self._volume = volume
        self._waiting: deque[str] = deque(maxlen=SENTENCES_WAITING)
        self._changed = Condition()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._complained = False
        self._thread = Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    @property
    def volume(self) -> int:
        """How loud it speaks, 0 to 100."""
        return self._volume

    def set_volume(self, volume: int) -> None:
        """Speak as loud as that from the next sentence on."""
        self._volume = max(0, min(LOUDEST, volume))

    def say(self, text: str) -> None:
        """Say a sentence after those that wait; where too many wait the oldest are left out."""
        with self._changed:
            if not self._closed:
                self._waiting.append(text)
                self._changed.notify_all()

    def hush(self) -> None:
        """Stop in the middle of a word, and forget what waits."""
        with self._changed:
            self._waiting.clear()
            if self._speaking is not None:
                self._speaking.kill()

    def wait(self, timeout: float = LONGEST_SPOKEN) -> bool:
        """Wait until all is said; return whether it is."""
        with self._changed:
            return self._changed.wait_for(
                lambda: not self._waiting and self._speaking is None, timeout
            )

    def close(self) -> None:
        """Say nothing more; safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.hush()
        self._thread.join(timeout=LONGEST_SPOKEN)

    def __enter__(self) -> Speaker:
        """Return the speaker."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        self.close()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if self._closed:
                    return
                text = self._waiting.popleft()
                speaking = self._speaking = self._start()
            try:
                if speaking is not None:
                    self._speak(speaking, text)
            finally:
                with self._changed:
                    self._speaking = None
                    self._changed.notify_all()

    def _start(self) -> subprocess.Popen[bytes] | None:
        loud = ["-a", str(2 * self._volume)]  # of 200
        try:
            return subprocess.Popen(
                [*self._command, *loud],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            self._complain(error.strerror or str(error))
            return None

    def _speak(self, speaking: subprocess.Popen[bytes], text: str) -> None:
        try:
            speaking.communicate(text.encode(), LONGEST_SPOKEN)
        except subprocess.TimeoutExpired:
            speaking.kill()
            speaking.communicate()
        except BrokenPipeError:
            speaking.wait()
        if speaking.returncode > 0:  # below 0 it was stopped
            self._complain(f"it ended with {speaking.returncode}")

    def _complain(self, why: str) -> None:
        if not self._complained:
            log.warning("%s says nothing: %s", PROGRAM, why)
        self._complained = True


def open_speaker(kind: SpeechKind, *, voice: str, volume: int, speed: int) -> Speaker | None:
    """Return what speaks; None: nothing does, because nobody wants it or it is not installed.

    Raises:
        SpeakerError: it was asked for by name and is not there.
    """
    if kind is SpeechKind.NONE:
        return None
    if kind is SpeechKind.AUTO and shutil.which(PROGRAM) is None:
        return None
    return Speaker(voice=voice, volume=volume, speed=speed)
