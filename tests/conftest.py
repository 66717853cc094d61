"""What all tests share: where the shared test data lie, and what to do where they are missing."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.small_workers import SmallWorker

# How long an example takes says something about what else the machine does just now.
settings.register_profile("unhurried", settings.default, deadline=None)
settings.load_profile("unhurried")

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure(config: pytest.Config) -> None:
    """Let each process give back what its tests have left behind in memory."""
    config.pluginmanager.register(SmallWorker())


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of test data that is handed out beside the project, not inside it.

    It is ``$COMPANION_SHARED``, else the folder ``shared`` next to the checkout. On a person's
    machine a test that needs it is skipped and named in the summary; in CI it fails, so that
    nothing passes there by not being run.
    """
    said = os.environ.get("COMPANION_SHARED")
    folder = Path(said).expanduser() if said else ROOT.parent / "shared"
    if (folder / "table" / "layout.json").is_file():
        return folder
    pytest.skip(f"needs the shared test data: no {folder} (COMPANION_SHARED says where they are)")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI, turn a skip of whatever kind into a failure that says what was missing."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        _, _, reason = report.longrepr if isinstance(report.longrepr, tuple) else (0, 0, "?")
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: in CI nothing may be skipped. {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole file that skips itself, as ``pytest.importorskip`` does."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        _, _, reason = report.longrepr if isinstance(report.longrepr, tuple) else (0, 0, "?")
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid}: in CI nothing may be skipped. {reason}"
    return report
