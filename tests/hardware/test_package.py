"""The versions of the package by the real companion-update; scripts play apt and dpkg's list."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.updates import KeptVersions, UpdateError, UpdateStage, UpdateWish
from hardware.package import PackagedVersions, packaged_versions

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("dpkg-deb", "minisign", "tar", "flock")
SYSTEMD = "[ -d /run/systemd/system ]"
PLAYED = {
    "id": 'echo "${PLAYED_ID:-0}"\n',
    # What is installed is a line in a file; a package with the version 9 does not start.
    "apt-get": 'for last in "$@"; do :; done\nversion=$(dpkg-deb -f "$last" Version)\n'
    '[ "$version" != 9 ] || exit 1\necho "$version" >"$PLAYED_MACHINE/installed"\n'
    '[ ! -d "$PLAYED_MACHINE/systemd" ] || sh "$PLAYED_MACHINE/postinst" abort-upgrade\n',
    "dpkg-query": 'cat "$PLAYED_MACHINE/installed"\n',
    "systemctl": 'echo "$*" >>"$PLAYED_MACHINE/systemd-log"\n'
    '[ "$1" != is-active ] || exit ${PLAYED_COMPANION:-3}\n',
    "deb-systemd-helper": "",
    "deb-systemd-invoke": 'systemctl "$@"\n',
    "mount": 'for last in "$@"; do :; done\ncp "$PLAYED_MACHINE"/stick/* "$last"\n',
    "umount": 'rm -rf "$1"/*\n',
}


class Machine:
    """A machine whose package is updated by the real script, with its folders elsewhere."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.inbox, self.of_root = folder, folder / "inbox", folder / "root"
        played = folder / "bin"
        played.mkdir()
        for name, text in PLAYED.items():
            (played / name).write_text(f"#!/bin/sh\n{text}")
            (played / name).chmod(0o755)
        monkeypatch.setenv("PATH", f"{played}:{os.environ['PATH']}")
        monkeypatch.setenv("PLAYED_MACHINE", str(folder))
        script = (ROOT / "systemd" / "companion-update").read_text()
        for here, there in (
            ("/var/lib/companion/update", str(self.inbox)),
            ("/var/lib/$NAME", str(self.of_root)),
            ("/etc/$NAME/release.pub", str(folder / "ours.pub")),
            ("/usr/share/$NAME/release.pub", str(folder / "none.pub")),
            ("NEEDED_MB=600", "NEEDED_MB=1"),
            ("/run/$NAME-update.lock", str(folder / "lock")),
            ("/run/companion-stick.XXXXXX", str(folder / "mounted.XXXXXX")),
            ('[ -b "$file" ]', '[ -d "$file" ]'),
            (SYSTEMD, f"[ -d {folder}/systemd ]"),
        ):
            assert here in script, here
            script = script.replace(here, there)
        postinst = (ROOT / "tools" / "debian" / "postinst").read_text()
        assert SYSTEMD in postinst
        (folder / "postinst").write_text(postinst.replace(SYSTEMD, f"[ -d {folder}/systemd ]"))
        self.command = folder / "companion-update"
        self.command.write_text(script)
        self.command.chmod(0o755)
        for key in ("ours", "others"):
            self._run("minisign", "-G", "-W", "-f", "-s", f"{key}.key", "-p", f"{key}.pub")
        (folder / "installed").write_text("1\n")
        self.versions = PackagedVersions(self.inbox, (self.command,), self.of_root)
        self.root("install", str(self.package("1")))

    def package(self, version: str, architecture: str | None = None) -> Path:
        root = self.folder / "package"
        shutil.rmtree(root, ignore_errors=True)
        (root / "DEBIAN").mkdir(parents=True)
        machine = architecture or self._run("dpkg", "--print-architecture").strip()
        (root / "DEBIAN" / "control").write_text(
            f"Package: tabletop-companion\nVersion: {version}\nArchitecture: {machine}\n"
            "Maintainer: nobody <companion@localhost>\nDescription: none\n"
        )
        file = self.folder / f"{version}.deb"
        self._run("dpkg-deb", "--root-owner-group", "--build", str(root), str(file))
        return file

    def release(self, version: str, *, key: str = "ours", architecture: str | None = None) -> bytes:
        file = self.package(version, architecture)
        self._run("sh", str(ROOT / "tools/debian/release.sh"), f"{key}.key", str(file))
        return file.with_suffix(".release").read_bytes()

    def root(self, *arguments: str) -> int:
        """Do what root does, as systemd starts it, and return the exit code."""
        command = [str(self.command), *arguments]
        return subprocess.run(command, capture_output=True, check=False).returncode

    def started(self) -> list[str]:
        """Return what systemd was asked that starts the companion; a machine with systemd only."""
        asked = (self.folder / "systemd-log").read_text().splitlines()
        return [line for line in asked if "start companion" in line and "asked.path" not in line]

    @property
    def installed(self) -> str:
        return (self.folder / "installed").read_text().strip()

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, input="\n\n", check=False
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    for tool in NEEDED:
        if shutil.which(tool) is None:
            pytest.skip(f"needs {tool}: apt install dpkg minisign")
    return Machine(tmp_path, monkeypatch)


def pieces(file: bytes) -> list[bytes]:
    return [file[:1000], file[1000:]]


def test_a_signed_file_is_put_in_and_the_version_before_put_back(machine: Machine) -> None:
    versions = machine.versions
    assert versions.kept() == KeptVersions("1")
    assert versions.receive(pieces(machine.release("2"))) == "2"
    assert machine.installed == "1", "nothing happens before somebody says so"
    versions.ask(UpdateWish.RELEASE)
    assert versions.is_asked()
    assert machine.root("asked") == 0
    assert (machine.installed, versions.is_asked()) == ("2", False)
    report = versions.report()
    assert (report.stage, report.wish, report.version) == (
        UpdateStage.INSTALLED,
        UpdateWish.RELEASE,
        "2",
    )
    assert versions.kept() == KeptVersions("2", "1")
    versions.ask(UpdateWish.ROLLBACK)
    assert machine.root("asked") == 0
    assert (machine.installed, versions.report().stage) == ("1", UpdateStage.INSTALLED)
    assert versions.kept() == KeptVersions("1", "2")
    assert list(machine.inbox.iterdir()) == [], "what was sent is not kept twice"


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ("other key", "not signed"),
        ("a byte changed", "not signed"),
        ("half of it", "damaged"),
        ("a photo", "no release's file"),
        ("nothing", "no release's file"),
        ("older", "not newer"),
        ("another machine", "another kind of machine"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_and_nothing_of_it_stays(
    machine: Machine, bad: str, says: str
) -> None:
    good = machine.release("2")
    changed = bytearray(good)
    changed[600] ^= 1
    files: dict[str, Callable[[], bytes]] = {
        "other key": lambda: machine.release("2", key="others"),
        "a byte changed": lambda: bytes(changed),
        "half of it": lambda: good[:1000],
        "a photo": lambda: b"\xff\xd8" * 5000,
        "nothing": lambda: b"",
        "older": lambda: machine.release("0.9"),
        "another machine": lambda: machine.release("2", architecture="s390x"),
    }
    file = files[bad]()
    with pytest.raises(UpdateError, match=says):
        machine.versions.receive(pieces(file))
    assert (machine.installed, list(machine.inbox.iterdir())) == ("1", [])
    assert machine.versions.report().stage is UpdateStage.NOTHING


def test_who_may_write_into_the_folder_still_cannot_put_in_what_is_not_signed(
    machine: Machine,
) -> None:
    """What the page found good counts for nothing: root looks at it anew."""
    (machine.inbox / "release.file").write_bytes(machine.release("2", key="others"))
    machine.versions.ask(UpdateWish.RELEASE)
    assert machine.root("asked") == 2
    report = machine.versions.report()
    assert (machine.installed, report.stage) == ("1", UpdateStage.FAILED)
    assert "not signed" in (report.failed or "")
    for word in ("install /etc/passwd", "", "$(reboot)", "release\nrollback"):
        (machine.inbox / "asked").write_text(word)
        assert machine.root("asked") == 2
        assert (machine.installed, machine.versions.is_asked()) == ("1", False)
    (machine.inbox / "asked").symlink_to("/etc/passwd")
    assert machine.root("asked") == 2


def test_a_version_that_does_not_start_gives_way_to_the_one_before_and_the_page_says_so(
    machine: Machine,
) -> None:
    machine.versions.receive(pieces(machine.release("9")))
    machine.versions.ask(UpdateWish.RELEASE)
    assert machine.root("asked") == 2
    report = machine.versions.report()
    assert (machine.installed, report.stage, report.version) == ("1", UpdateStage.FAILED, "9")
    assert "version before runs again" in (report.failed or "")


def test_what_a_power_cut_broke_off_is_reported_when_it_is_at_its_end(machine: Machine) -> None:
    machine.versions.receive(pieces(machine.release("2")))
    machine.versions.ask(UpdateWish.RELEASE)
    assert machine.root("asked") == 0
    # As if the power had gone in the middle: the name of what is under way stands, and so it says.
    releases = machine.of_root / "releases"
    (releases / "under-way").symlink_to((releases / "current").readlink())
    report = machine.of_root / "report"
    report.write_text(report.read_text().replace("installed", "under-way"))
    assert machine.versions.report().stage is UpdateStage.UNDER_WAY
    assert machine.root("resume") == 0
    assert machine.versions.report().stage is UpdateStage.INSTALLED


def test_bringing_it_to_its_end_does_not_wait_for_a_start_that_waits_for_that_end(
    machine: Machine,
) -> None:
    """companion-update.service comes before the companion's, whose start waits until it is done."""
    unit = (ROOT / "systemd" / "companion-update.service").read_text()
    assert "\nBefore=companion.service\n" in unit
    (machine.folder / "systemd").mkdir()
    releases = machine.of_root / "releases"
    (releases / "under-way").symlink_to((releases / "current").readlink())
    assert machine.root("resume") == 0
    assert machine.started() == ["--job-mode=ignore-dependencies restart companion"]


def test_of_several_releases_on_a_stick_the_newest_is_taken(machine: Machine) -> None:
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    stick = machine.folder / "stick"
    stick.mkdir()
    for version in ("1.2", "1.10", "1.9+20261127.101500"):
        file = stick / f"tabletop-companion_{version}_{architecture}.release"
        file.write_bytes(machine.release(version))
    (stick / "tabletop-companion_1.11_s390x.release").write_bytes(b"of another machine")
    assert machine.root("stick", str(stick)) == 0
    assert machine.installed == "1.10"


def test_a_stick_waits_until_what_a_page_asked_for_is_done(machine: Machine) -> None:
    machine.versions.receive(pieces(machine.release("2")))
    machine.versions.ask(UpdateWish.RELEASE)
    with (machine.folder / "lock").open("w") as busy:
        fcntl.flock(busy, fcntl.LOCK_EX)
        with subprocess.Popen([str(machine.command), "asked"], stdout=subprocess.DEVNULL) as asked:
            with pytest.raises(subprocess.TimeoutExpired):
                asked.wait(0.5)
            assert (machine.installed, machine.versions.is_asked()) == ("1", True)
            fcntl.flock(busy, fcntl.LOCK_UN)
            assert asked.wait(30) == 0
    assert machine.installed == "2"


def test_without_a_version_before_the_page_is_told_why_there_is_no_way_back(
    machine: Machine,
) -> None:
    machine.versions.ask(UpdateWish.ROLLBACK)
    assert machine.root("asked") == 2
    assert "no version before" in (machine.versions.report().failed or "")


def test_a_report_that_is_old_torn_or_of_another_version_counts_for_nothing(
    machine: Machine,
) -> None:
    file = machine.of_root / "report"
    for text in (
        "",
        "state=inst",
        "state=flying\nwhat=release\n",
        "state=installed\nwhat=release\nversion=7\n",
        "state=waiting\nwhat=stick\nversion=7\n",
    ):
        file.write_text(text)
        assert machine.versions.report().stage is UpdateStage.NOTHING, text


def test_a_program_that_is_not_from_a_package_is_not_updated_by_pages(tmp_path: Path) -> None:
    assert packaged_versions(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
