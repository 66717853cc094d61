"""What every command promises: its exit codes, one plain line of complaint, no traceback."""

import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import click
import pytest

from companion import cli
from companion.cli import companion, main
from companion.commands.errors import UnusableInput, unusable

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setitem(ENVIRONMENT, "STATE_DIRECTORY", str(tmp_path))


def run(*arguments: str, script: str | None = None) -> subprocess.CompletedProcess[str]:
    program = ["-m", "companion"] if script is None else ["-c", script]
    return subprocess.run(
        [sys.executable, *program, *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )


def offer(monkeypatch: pytest.MonkeyPatch, command: click.Command) -> None:
    """Make ``command`` the command ``trial``."""
    module = ModuleType("companion.commands.trial")
    module.__spec__ = type(sys.__spec__)("companion.commands.trial", None)
    vars(module)["trial"] = command
    monkeypatch.setitem(sys.modules, "companion.commands.trial", module)
    monkeypatch.setattr(cli, "COMMANDS", {**cli.COMMANDS, "trial": "Try."})


def raising(error: BaseException) -> click.Command:
    def trial() -> None:
        raise error

    return click.command()(trial)


# ---------------------------------------------------------------------------- help and version


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_the_commands_there_are(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([option]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for name in companion.list_commands(click.Context(companion)):
        assert f"  {name} " in out
        assert cli.COMMANDS[name] in out


def every_command(group: click.Group, *path: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += every_command(command, *path, name)
    return found


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    commands = every_command(companion)
    assert ("games", "show") in commands
    for command in commands:
        for option in ("-h", "--help"):
            assert main([*command, option]) == 0
            out, err = capsys.readouterr()
            assert out.startswith("Usage: companion " + " ".join(command))
            assert err == ""


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    out, _ = capsys.readouterr()
    assert out.startswith("companion ")
    assert out.count("\n") == 1


# --------------------------------------------------------------------------- how it complains


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing command (see companion --help)"),
        (["games"], "Missing command (see companion games --help)"),
        (["fly"], "No such command 'fly' (see companion --help)"),
        (["--fly"], "No such option '--fly' (see companion --help)"),
        (["games", "show"], "Missing argument 'GAME' (see companion games show --help)"),
        (["games", "show", "x"], "Invalid value for 'GAME': "),
        (["games", "list", "--fly"], "No such option '--fly' (see companion games list --help)"),
        (["games", "list", "now"], "Got unexpected extra argument (now)"),
    ],
)
def test_a_wrong_call_gets_one_plain_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"companion: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (UnusableInput("no such deck: tin"), "no such deck: tin"),
        (UnusableInput("two\nlines\x1b[2J"), "two lines\N{REPLACEMENT CHARACTER}[2J"),
        (click.FileError("film", "is gone"), "Could not open file 'film': is gone"),
        (FileNotFoundError(2, "No such file or directory", "x.png"), "x.png: No such file"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (UnusableInput(os.fsdecode(b"f\xff.png")), "f\\udcff.png"),
    ],
)
def test_unusable_input_is_one_line_and_exit_code_2(
    error: Exception,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    offer(monkeypatch, raising(error))
    assert main(["trial"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"companion: {line}")
    assert err.count("\n") == 1


def test_a_command_can_give_an_exit_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    @click.pass_context
    def trial(ctx: click.Context) -> None:
        ctx.exit(1)

    offer(monkeypatch, trial)
    assert main(["trial"]) == 1


def test_errors_that_are_expected_become_unusable_input_and_no_others_do() -> None:
    with pytest.raises(UnusableInput, match="a bad deck"), unusable(ValueError):
        raise ValueError("a bad deck")
    with pytest.raises(KeyError), unusable(ValueError):
        raise KeyError("our own mistake")


# ------------------------------------------------------------------------- how it is ended


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_ctrl_c_ends_it_quietly(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(monkeypatch, raising(error))
    assert main(["trial"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_exit_code_reaches_the_shell() -> None:
    assert run("games", "list").returncode == 0
    done = run("games", "show", "7")
    assert done.returncode == 2
    assert done.stderr.startswith("companion: there is no game 7")
    # Where the tests run in the background, Ctrl-C is ignored until somebody asks for it.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    interrupt = "import os, sys, companion.cli as c; c._run = lambda _: os.kill(0, 2) or 0"
    script = f"import os; os.setpgrp(); {heed}; {interrupt}; sys.exit(c.main([]))"
    done = run(script=script)
    assert (done.returncode, done.stderr) == (128 + signal.SIGINT, "")


PRINT = "import sys, companion.cli as c; c._run = lambda _: print('one') or 0; sys.exit(c.main([]))"


@pytest.mark.parametrize("program", [["-m", "companion", "games", "list"], ["-c", PRINT]])
def test_nobody_is_told_of_a_pipe_that_was_closed(program: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, *program],
        env=ENVIRONMENT,
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "games", "list"],
            env=ENVIRONMENT,
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (2, "companion: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_where_nobody_can_be_told_why_the_exit_code_still_says_that() -> None:
    command = f"{sys.executable} -m companion nonsense 2>/dev/full"
    done = subprocess.run(["sh", "-c", command], env=ENVIRONMENT, cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_where_a_stream_was_closed_nothing_else_gets_what_goes_to_it(
    closed: str, tmp_path: Path
) -> None:
    backup = tmp_path / "b.zip"
    command = f"{sys.executable} -m companion backup {backup} {closed}"
    done = subprocess.run(["sh", "-c", command], env=ENVIRONMENT, cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert zipfile.is_zipfile(backup)


# --------------------------------------------------------------------------- what it loads

LOADED = """
import sys
from companion.cli import main
assert main(["games", "list"]) == 0
assert main(["--help"]) == 0
print(*sorted({"cv2", "numpy", "flask", "gpiozero", "rich"} & set(sys.modules)), file=sys.stderr)
"""


def test_listing_games_and_asking_for_help_loads_no_library_of_the_edges() -> None:
    done = run(script=LOADED)
    assert (done.returncode, done.stderr) == (0, "\n")


def test_a_command_whose_module_does_not_exist_is_an_unknown_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "COMMANDS", {**cli.COMMANDS, "trial": "Try."})
    assert main(["trial"]) == 2
    assert "No such command 'trial'" in capsys.readouterr().err
    assert main(["--help"]) == 0
    assert "trial" not in capsys.readouterr().out


def test_a_command_that_lacks_a_library_says_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(monkeypatch, raising(KeyError()))

    def refuse(name: str) -> ModuleType:
        raise ImportError(f"libGL.so.1: cannot open shared object file ({name})")

    monkeypatch.setattr("importlib.import_module", refuse)
    assert main(["trial"]) == 2
    assert capsys.readouterr().err.startswith("companion: trial cannot start: libGL.so.1: ")
