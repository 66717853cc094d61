"""What a command raises when it cannot use what it was given: one line on stderr, exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.language.people import COUNTED
from companion.language.phrases import said_by


class UnusableInput(click.ClickException):
    """A file, an answer or a setting that a command cannot work with; the message says why."""

    exit_code = 2

    def __init__(self, why: str) -> None:
        """Say ``why`` as people read it; `said_by` hands a phrase on to pages as it is."""
        super().__init__(COUNTED.told(why))
        self.args = (why,)


@contextmanager
def unusable(*errors: type[Exception]) -> Iterator[None]:
    """Turn ``errors`` raised inside into ``UnusableInput``, in words as people read them.

    For example ``with unusable(RecordError): record.state(game)``.
    """
    try:
        yield
    except errors as error:
        raise UnusableInput(said_by(error)) from error
