"""What a command raises when it cannot use what it was given: one line on stderr, exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.language.people import COUNTED
from companion.language.phrases import Phrase, said_by


class UnusableInput(click.ClickException):
    """A file, an answer or a setting that a command cannot work with; the message says why."""

    exit_code = 2


@contextmanager
def unusable(*errors: type[Exception]) -> Iterator[None]:
    """Turn ``errors`` raised inside into ``UnusableInput``, in words as people read them.

    For example ``with unusable(RecordError): record.state(game)``.
    """
    try:
        yield
    except errors as error:
        said = said_by(error)
        # A phrase knows its seats; in any other text "seat 0" may be a file's own words.
        raise UnusableInput(COUNTED.told(said) if isinstance(said, Phrase) else said) from error
