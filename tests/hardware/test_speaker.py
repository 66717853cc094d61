"""espeak-ng says what the table is told, and nobody waits for it."""

import array
import os
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.announcements.speech import SpeechKind
from hardware.speaker import PROGRAM, SENTENCES_WAITING, Speaker, SpeakerError, open_speaker

SENTENCE = "Ania plays red 3: it fits."


@pytest.fixture
def espeak() -> None:
    if shutil.which(PROGRAM) is None:
        pytest.skip(f"needs speech: apt install {PROGRAM}")


def samples(path: Path) -> list[int]:
    with wave.open(str(path)) as sound:
        assert sound.getsampwidth() == 2
        return array.array("h", sound.readframes(sound.getnframes())).tolist()


def said(tmp_path: Path, text: str, **how: int) -> list[int]:
    path = tmp_path / "said.wav"
    with Speaker(more=("-w", str(path)), **how) as speaker:  # type: ignore[arg-type]
        speaker.say(text)
        assert speaker.wait()
    return samples(path)


@pytest.mark.usefixtures("espeak")
def test_a_sentence_is_spoken(tmp_path: Path) -> None:
    assert len(said(tmp_path, SENTENCE)) > 2 * len(said(tmp_path, "Ania."))


@pytest.mark.usefixtures("espeak")
def test_it_is_as_loud_and_as_fast_as_was_set(tmp_path: Path) -> None:
    soft, loud = (max(map(abs, said(tmp_path, SENTENCE, volume=v))) for v in (10, 60))
    assert 0 < 3 * soft < loud
    assert max(map(abs, said(tmp_path, SENTENCE, volume=0))) == 0
    slow, fast = (len(said(tmp_path, SENTENCE, speed=speed)) for speed in (100, 300))
    assert slow > 2 * fast


@pytest.mark.usefixtures("espeak")
def test_what_is_said_is_no_option_and_no_markup(tmp_path: Path) -> None:
    other = tmp_path / "other.wav"
    assert len(said(tmp_path, f"-w {other} <b>Ania</b>")) > len(said(tmp_path, "Ania"))
    assert not other.exists()


# ------------------------------------------------------------------- without a sound: a stand-in

SLOW = """#!/bin/sh
text=$(cat)
echo "$text" >> "{log}"
while [ ! -e "{folder}/$text" ]; do sleep 0.02; done
"""


class StandIn:
    """A program that notes what it is to say, and says it until it is let go."""

    def __init__(self, folder: Path) -> None:
        self.log, self.folder = folder / "log", folder
        self.program = folder / PROGRAM
        self.program.write_text(SLOW.format(log=self.log, folder=folder))
        self.program.chmod(0o755)

    def let_go(self, *texts: str) -> None:
        """Let these sentences end, now or when they come."""
        for text in texts:
            (self.folder / text).touch()

    def heard(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return StandIn(folder)


@pytest.fixture
def speaker(stand_in: StandIn) -> Iterator[Speaker]:
    with Speaker() as speaker:
        yield speaker


def test_nobody_waits_for_a_sentence_to_be_said(speaker: Speaker, stand_in: StandIn) -> None:
    speaker.say("one")
    speaker.say("two")  # while the first is being said, which never ends by itself
    assert not speaker.wait(0)
    stand_in.let_go("one", "two")
    assert speaker.wait()
    assert stand_in.heard() == ["one", "two"]


def test_where_too_much_waits_the_oldest_is_left_out(speaker: Speaker, stand_in: StandIn) -> None:
    speaker.say("now")
    while not stand_in.heard():
        pass
    for n in range(SENTENCES_WAITING + 3):
        speaker.say(f"news {n}")
    stand_in.let_go("now", *(f"news {n}" for n in range(SENTENCES_WAITING + 3)))
    assert speaker.wait()
    assert stand_in.heard() == ["now", *(f"news {n}" for n in range(3, SENTENCES_WAITING + 3))]


def test_it_is_hushed_in_the_middle_of_a_word(speaker: Speaker, stand_in: StandIn) -> None:
    speaker.say("one")
    speaker.say("two")
    while not stand_in.heard():
        pass
    speaker.hush()
    assert speaker.wait()
    assert stand_in.heard() == ["one"]


def test_after_it_is_closed_nothing_is_said(stand_in: StandIn) -> None:
    speaker = Speaker()
    speaker.close()
    speaker.close()
    speaker.say("too late")
    assert stand_in.heard() == []


def test_a_program_that_fails_is_told_of_once(
    stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    stand_in.program.write_text("#!/bin/sh\nexit 3\n")
    with Speaker() as speaker:
        for _ in range(3):
            speaker.say("x")
            assert speaker.wait()
    assert [one.message for one in caplog.records] == ["espeak-ng says nothing: it ended with 3"]


def test_where_it_is_not_installed_it_is_off_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert open_speaker(SpeechKind.AUTO, voice="en", volume=50, speed=160) is None
    assert open_speaker(SpeechKind.NONE, voice="en", volume=50, speed=160) is None
    with pytest.raises(SpeakerError, match="apt install espeak-ng"):
        open_speaker(SpeechKind.ESPEAK_NG, voice="en", volume=50, speed=160)
