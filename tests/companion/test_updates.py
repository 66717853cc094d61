"""Another version is put in when somebody says so, and never in the middle of a game unasked."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.updates import (
    TAKEN_UP_WITHIN,
    KeptVersions,
    UpdateError,
    Updater,
    UpdateReport,
    UpdateStage,
    UpdateWish,
)

WAITING = UpdateReport(UpdateStage.WAITING, UpdateWish.STICK, "0.3.0", made=1)


class Machine:
    """A machine that does what it is asked for when the test says so."""

    def __init__(self) -> None:
        self.versions = KeptVersions("0.2.0", "0.1.0")
        self.said = UpdateReport()
        self.wish: UpdateWish | None = None
        self.asked: list[UpdateWish] = []
        self.bad: str | None = None

    def kept(self) -> KeptVersions:
        return self.versions

    def report(self) -> UpdateReport:
        return self.said

    def receive(self, pieces: Iterable[bytes]) -> str:
        sent = b"".join(pieces).decode()
        if self.bad is not None:
            raise UpdateError(self.bad)
        return sent

    def ask(self, wish: UpdateWish) -> None:
        self.wish = wish
        self.asked.append(wish)

    def is_asked(self) -> bool:
        return self.wish is not None

    def withdraw(self) -> None:
        self.wish = None

    def takes_it_up(self, stage: UpdateStage = UpdateStage.UNDER_WAY) -> None:
        self.said, self.wish = UpdateReport(stage, self.wish, "0.3.0", made=len(self.asked)), None


class Evening:
    """A table on such a machine."""

    def __init__(self) -> None:
        self.machine, self.playing, self.now = Machine(), False, 0.0
        self.updater = Updater(self.machine, lambda: self.playing, lambda: self.now)

    def send(self, version: str = "0.3.0") -> None:
        self.updater.receive([version[:2].encode(), version[2:].encode()])

    def wish(self, wish: UpdateWish, *, during_game: bool = False) -> None:
        self.updater.carry_out(wish, during_game=during_game)

    @property
    def stage(self) -> UpdateStage:
        return self.updater.news().report.stage


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_file_that_is_good_waits_until_somebody_says_that_it_is_put_in(evening: Evening) -> None:
    evening.send()
    assert (evening.updater.news().ready, evening.machine.asked) == ("0.3.0", [])
    evening.wish(UpdateWish.RELEASE)
    assert evening.machine.asked == [UpdateWish.RELEASE]
    assert (evening.stage, evening.updater.news().ready) == (UpdateStage.ASKED, None)
    evening.machine.takes_it_up()
    assert evening.stage is UpdateStage.UNDER_WAY


def test_a_bad_file_changes_nothing_and_leaves_nothing_ready(evening: Evening) -> None:
    evening.send()
    evening.machine.bad = "it is not signed"
    with pytest.raises(UpdateError, match="not signed"):
        evening.send("0.4.0")
    with pytest.raises(UpdateError, match="no file is ready"):
        evening.wish(UpdateWish.RELEASE)
    assert evening.machine.asked == []


@pytest.mark.parametrize("wish", list(UpdateWish))
def test_in_the_middle_of_a_game_it_wants_to_be_said_twice(
    evening: Evening, wish: UpdateWish
) -> None:
    evening.send()
    evening.machine.said, evening.playing = WAITING, True
    with pytest.raises(UpdateError, match="a game is running"):
        evening.wish(wish)
    assert evening.machine.asked == []
    evening.wish(wish, during_game=True)
    assert evening.machine.asked == [wish]


@pytest.mark.parametrize("stage", [UpdateStage.ASKED, UpdateStage.UNDER_WAY])
def test_while_one_is_put_in_nothing_else_is_begun(evening: Evening, stage: UpdateStage) -> None:
    evening.wish(UpdateWish.ROLLBACK)
    if stage is UpdateStage.UNDER_WAY:
        evening.machine.takes_it_up()
    assert evening.stage is stage
    with pytest.raises(UpdateError, match="being installed already"):
        evening.wish(UpdateWish.ROLLBACK)
    with pytest.raises(UpdateError, match="being installed already"):
        evening.send()


def test_where_no_version_before_is_kept_there_is_no_way_back(evening: Evening) -> None:
    evening.machine.versions = KeptVersions("0.2.0")
    with pytest.raises(UpdateError, match="no version before"):
        evening.wish(UpdateWish.ROLLBACK)


def test_a_stick_that_comes_while_nobody_plays_needs_no_tap(evening: Evening) -> None:
    evening.updater.look()
    evening.machine.said = WAITING
    evening.updater.look()
    assert evening.machine.asked == [UpdateWish.STICK]


def test_a_stick_that_comes_during_a_game_waits_for_a_tap_also_when_the_game_is_over(
    evening: Evening,
) -> None:
    evening.playing, evening.machine.said = True, WAITING
    evening.updater.look()
    evening.playing = False
    evening.updater.look()
    assert evening.machine.asked == [], "people look at their result"
    assert evening.stage is UpdateStage.WAITING
    evening.wish(UpdateWish.STICK)
    assert evening.machine.asked == [UpdateWish.STICK]


def test_without_a_stick_none_can_be_asked_for(evening: Evening) -> None:
    with pytest.raises(UpdateError, match="no USB stick"):
        evening.wish(UpdateWish.STICK)


def test_a_machine_that_does_not_take_it_up_is_not_waited_for_for_ever(evening: Evening) -> None:
    evening.wish(UpdateWish.ROLLBACK)
    evening.now += TAKEN_UP_WITHIN + 1
    report = evening.updater.news().report
    assert (report.stage, report.wish) == (UpdateStage.FAILED, UpdateWish.ROLLBACK)
    assert "does not take it up" in (report.failed or "")
    assert not evening.machine.is_asked(), "it must not be done at some time later"
    evening.wish(UpdateWish.ROLLBACK)
    assert evening.stage is UpdateStage.ASKED
