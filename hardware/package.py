"""The machine's package of the companion, by companion-update(8): what is kept, and what is asked.

The service has no right to change it. It lays a file and a word into a folder of its own, which
systemd watches for root (systemd/companion-asked.path); root's companion-update judges both.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from companion.language.phrases import phrase
from companion.updates import (
    NONE_BEFORE,
    KeptVersions,
    UpdateError,
    UpdateReport,
    UpdateStage,
    UpdateWish,
)

LIBRARY = Path("/usr/lib/tabletop-companion")
"""Where the package's own Python is."""
COMMAND = Path("/usr/sbin/companion-update")
OF_ROOT = Path("/var/lib/tabletop-companion")
"""Where root keeps the packages, and the report for us."""
KEPT_WITHIN = 20.0
"""Seconds for the question which versions are kept."""
CHECKED_WITHIN = 300.0
"""Seconds for looking into a file: all of it is unpacked once, and a Raspberry Pi is slow."""
LEAST_FREE = 600 * 2**20
"""Bytes that stay free for the game's record and for putting the version in; as companion-update
has it."""
_ASKED, _PART, _FILE = "asked", "release.part", "release.file"

FULL = phrase("there is not enough room on the machine's card")
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "no-release": phrase("this is no release's file of the companion, or it is damaged"),
        "not-signed": phrase("it is not signed by those who make this program, or it is damaged"),
        "no-key": phrase("this machine knows nobody whose signature it could believe"),
        "not-newer": phrase("it is not newer than the version that runs"),
        "no-package": phrase("what is in it is not this program"),
        "other-program": phrase("what is in it is not this program"),
        "other-machine": phrase("it is for another kind of machine"),
        "damaged": phrase("this is no release's file of the companion, or it is damaged"),
        "full": FULL,
        "no-minisign": phrase("minisign, which looks at signatures, is missing on this machine"),
        "no-version-before": NONE_BEFORE,
        "went-back": phrase("it did not start, so the version before runs again"),
        "does-not-start": phrase("it does not start: the machine's journal says why"),
    }
)
"""What companion-update's words say, parts of sentences."""
BROKEN = phrase("the machine could not do it: its journal says why")


class PackagedVersions:
    """The versions of this machine's package; see `companion.updates.Installer`."""

    def __init__(
        self,
        inbox: Path,
        command: Sequence[str | Path] = (COMMAND,),
        of_root: Path = OF_ROOT,
    ) -> None:
        """Take the folder ``inbox``, which root looks into; the others are for tests."""
        self._inbox, self._command, self._of_root = inbox, tuple(command), of_root
        self._kept: tuple[int, KeptVersions] | None = None
        inbox.mkdir(parents=True, exist_ok=True)
        for left in (_PART, _FILE):  # of a phone that went away, or of a wish that nobody took up
            if not self.is_asked():
                (inbox / left).unlink(missing_ok=True)

    def kept(self) -> KeptVersions:
        """See `companion.updates.Installer.kept`."""
        try:
            changed = (self._of_root / "releases").stat().st_mtime_ns
        except OSError:
            changed = 0
        if self._kept is None or self._kept[0] != changed:
            said = self._run("list", within=KEPT_WITHIN).stdout
            lines = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
            before = lines.get("before", "none")
            kept = KeptVersions(lines.get("installed", ""), None if before == "none" else before)
            self._kept = changed, kept
        return self._kept[1]

    def report(self) -> UpdateReport:
        """See `companion.updates.Installer.report`."""
        file = self._of_root / "report"
        try:
            text, made = file.read_text(), file.stat().st_mtime_ns
        except (OSError, UnicodeDecodeError):
            return UpdateReport()
        said = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        version = said.get("version") or None
        try:
            stage, wish = UpdateStage(said.get("state")), UpdateWish(said.get("what"))
        except ValueError:
            return UpdateReport()  # of another version of the companion, or torn
        failed = None
        if stage is UpdateStage.FAILED:
            failed = REASONS.get(said.get("reason", ""), BROKEN)
        if stage is UpdateStage.WAITING and not (self._of_root / "releases/stick.release").exists():
            return UpdateReport()
        if stage is UpdateStage.INSTALLED and version != self.kept().installed:
            return UpdateReport()
        return UpdateReport(stage, wish, version, failed, made)

    def receive(self, pieces: Iterable[bytes]) -> str:
        """See `companion.updates.Installer.receive`."""
        part, file = self._inbox / _PART, self._inbox / _FILE
        try:
            if shutil.disk_usage(self._inbox).free < LEAST_FREE:
                raise UpdateError(FULL)
            file.unlink(missing_ok=True)
            with part.open("wb") as written:
                for piece in pieces:
                    written.write(piece)
                written.flush()
                os.fsync(written.fileno())
            version = self._look_into(part)
            part.replace(file)
        except OSError as error:
            raise UpdateError(phrase("it could not be kept: {why}", why=error.strerror)) from None
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
        return version

    def _look_into(self, part: Path) -> str:
        looked = self._run("check", part, within=CHECKED_WITHIN)
        said = (looked.stdout.split() or [""])[-1]
        if looked.returncode != 0:
            raise UpdateError(REASONS.get(said, BROKEN))
        return said

    def ask(self, wish: UpdateWish) -> None:
        """See `companion.updates.Installer.ask`."""
        part = self._inbox / f".{_ASKED}"
        try:
            part.write_text(wish.value)
            part.replace(self._inbox / _ASKED)
        except OSError as error:
            raise UpdateError(phrase("it could not be asked: {why}", why=error.strerror)) from None

    def is_asked(self) -> bool:
        """See `companion.updates.Installer.is_asked`."""
        return (self._inbox / _ASKED).exists()

    def withdraw(self) -> None:
        """See `companion.updates.Installer.withdraw`."""
        (self._inbox / _ASKED).unlink(missing_ok=True)

    def _run(self, *arguments: str | Path, within: float) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                (*self._command, *arguments),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=within,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            raise UpdateError(BROKEN) from None


def packaged_versions(inbox: Path) -> PackagedVersions | None:
    """Return the versions of this machine's package; None: this program is not from a package."""
    if Path(sys.prefix) != LIBRARY or not os.access(COMMAND, os.X_OK):
        return None
    try:
        return PackagedVersions(inbox)
    except OSError:
        return None  # a folder in which nothing can be written: the page says so elsewhere
