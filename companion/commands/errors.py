"""What a command raises when it cannot use what it was given: one line on stderr, exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.language.phrases import said_by


class UnusableInput(click.ClickException):
    """A file, an answer or a setting that a command cannot work with; the message says why."""

    exit_code = 2


@contextmanager
def unusable(*errors: type[Exception]) -> Iterator[None]:
    """Turn ``errors`` raised inside into ``UnusableInput`` with the same sentence.

    For example ``with unusable(RecordError): record.state(game)``.
    """
    try:
        yield
    except errors as error:
        raise UnusableInput(said_by(error)) from error
