"""The command ``companion``: it finds the commands and answers for what goes wrong in them."""

import importlib
import importlib.metadata
import importlib.util
import io
import os
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TextIO

import click

from companion.commands.errors import UnusableInput
from companion.files.paths import RESTORING, state_directory
from companion.language.plain import one_line

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "accuracy": "Say how well the cards of your games were read.",
        "backup": "Write all decks, games and settings into one file.",
        "club": "Show all tables that meet at a broker.",
        "camera": "Let the camera settle anew.",
        "demo": "Play a game on a simulated table, to look at.",
        "deck": "Learn, list and check the decks you play with.",
        "doctor": "Say what is wrong with this machine, and what mends it.",
        "export": "Write a game that was followed in hanab.live's JSON.",
        "film": "List, show, cut, share and delete evenings that were kept.",
        "games": "List, show, delete, import and count the games on record.",
        "hana-awase": "Score Hana-awase, the second game.",
        "mqtt": "Take away what a broker keeps of a table.",
        "panel": "Try the panel's lamps and buttons.",
        "print": "Make what you print: mats, racks, cards, stand-ups, the wiring.",
        "recognise": "Read the cards in pictures.",
        "replay": "Take games in hanab.live's JSON through the rules.",
        "restore": "Put back what is in a backup.",
        "run": "Watch the table and serve the page.",
        "score": "Score a display of fireworks in photos.",
        "watch": "Follow a filmed game.",
    }
)
"""Each command and its line in the help; command X-Y is the click command X_Y in its module."""

_LAST_STREAM = 2
"""The number by which every program knows stderr; stdin is 0, stdout 1."""
_INTERRUPTED = 130
"""The exit status by which shells report a program that Ctrl-C ended."""
_NOBODY_READS = 141
"""The one by which they report a program that wrote into a closed pipe."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called: listing games needs no OpenCV."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the commands that exist."""
        return [name for name in COMMANDS if importlib.util.find_spec(_module(name))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command ``cmd_name``; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        try:
            module = importlib.import_module(_module(cmd_name))
        except ImportError as error:
            raise UnusableInput(f"{cmd_name} cannot start: {error}") from error
        command = getattr(module, cmd_name.replace("-", "_"))
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _module(name: str) -> str:
    return f"companion.commands.{name.replace('-', '_')}"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    try:
        version = importlib.metadata.version("tabletop-companion")
    except importlib.metadata.PackageNotFoundError:
        version = "not installed"
    click.echo(f"companion {version}")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def companion() -> None:
    """Watch a game of Hanabi on a real table, keep its record and score it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0 where it worked, 2 where the input or the call was unusable (one line on stderr says why);
    a command gives another one by ``ctx.exit(code)``.

    Args:
        argv: what follows the program's name; None takes it from the command line.
    """
    _fill_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file's name may be no text
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        _finish_restoring()
        code = _run(arguments)
        sys.stdout.flush()
    except click.ClickException as error:
        return _complain(_sentence(error))
    except (KeyboardInterrupt, click.Abort):
        return _INTERRUPTED
    except BrokenPipeError:
        _discard_output(sys.stdout)
        return _NOBODY_READS
    except OSError as error:
        what = error.strerror or str(error)
        if error.filename is None:  # what stdout leads to is full, for example
            _discard_output(sys.stdout)
            return _complain(what)
        return _complain(f"{error.filename}: {what}")
    return code


def _fill_closed_streams() -> None:
    """Let what is written to a stream that was closed go nowhere, and nothing come from one.

    Else the next file that is opened, a record for one, has its number, and what any library
    writes to it goes into that file.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere <= _LAST_STREAM:
        os.set_inheritable(nowhere, True)  # by the programs that we start, too
        nowhere = os.dup(nowhere)
    os.close(nowhere)
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", closefd=False)


def _finish_restoring() -> None:
    """Put a backup in place that was let count before the power went, or on a page."""
    try:
        waits = (state_directory() / RESTORING).exists()
    except OSError:
        return  # whichever command needs that folder says what is wrong with it
    if not waits:
        return
    from companion.backup.backup import Places
    from companion.backup.faults import BackupError
    from companion.backup.restoring import finish

    try:
        finish(Places.usual())
    except BackupError as error:  # it is tried again the next time
        click.echo(f"companion: {one_line(str(error))}", err=True)


def _run(arguments: list[str]) -> int:
    try:
        with companion.make_context("companion", arguments) as ctx:
            companion.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    return 0


def _sentence(error: click.ClickException) -> str:
    said = error.format_message().rstrip(".")
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # its message is the whole help
        said = "Missing command"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{said} (see {error.ctx.command_path} --help)"
    return said


def _complain(said: str) -> int:
    """Write one line, whatever the message holds."""
    try:
        click.echo(f"companion: {one_line(said)}", err=True)
    except OSError:  # nobody can be told, and the exit code still says it
        _discard_output(sys.stderr)
    return UnusableInput.exit_code


def _discard_output(stream: TextIO) -> None:
    """Let nobody stumble over what is still to be written when Python ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # it is no file: nothing will be written there
