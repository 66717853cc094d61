"""Files of games: one game or a list of games in JSON, gzipped or not."""

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.files.reading import FieldTwiceError, check_is_file, each_once
from companion.hanab_live.game import FormatError
from companion.hanab_live.link import decode
from companion.language.phrases import phrase

LARGEST_GAMES_FILE = 256 * 2**20
"""More than this is not read: about sixty thousand games."""

_GZIP = b"\x1f\x8b"
_FAULTS: Mapping[str, str] = {
    str(one): one
    for one in (
        phrase("Expecting value"),
        phrase("Expecting property name enclosed in double quotes"),
        phrase("Expecting ':' delimiter"),
        phrase("Expecting ',' delimiter"),
        phrase("Unterminated string starting at"),
    )
}
"""What Python says of JSON that is none, for a beginning of it that breaks off above all."""
_SPACE = " \t\n\r"


class GameText:
    """The games that a text in JSON holds, one at a time.

    Attributes:
        size: how long the text is.
        position: how much of it has been read.
    """

    def __init__(self, text: str) -> None:
        """Read ``text``: one game, or a list of games."""
        self.position = 0
        self._text = text
        self.size = len(text)

    def games(self) -> Iterator[object]:
        """Yield what stands where a game should be, in the order of the file.

        Raises:
            FormatError: the file is no JSON, from here on.
        """
        self._skip_space()
        if self._next() != "[":
            yield self._value()
            self._skip_space()
        else:
            yield from self._list()
        if self.position < self.size:
            raise self._error(phrase("something follows after the end"))

    def _list(self) -> Iterator[object]:
        self._step()
        if self._next() == "]":
            self._step()
            return
        while True:
            yield self._value()
            self._skip_space()
            end = self._next()
            if end not in (",", "]"):
                raise self._error(phrase("a comma or the end of the list is missing"))
            self._step()
            if end == "]":
                return

    def _value(self) -> object:
        try:
            value, self.position = _DECODER.raw_decode(self._text, self.position)
        except FieldTwiceError as error:
            raise FormatError(str(error)) from None
        except json.JSONDecodeError as error:
            self.position = error.pos
            raise self._error(_FAULTS.get(error.msg, error.msg)) from None
        except RecursionError:
            raise self._error(phrase("it is nested too deeply")) from None
        except ValueError:  # a number of thousands of digits
            raise self._error(phrase("a number is too long")) from None
        return value

    def _next(self) -> str:
        return self._text[self.position : self.position + 1]

    def _step(self) -> None:
        self.position += 1
        self._skip_space()

    def _skip_space(self) -> None:
        while self.position < self.size and self._text[self.position] in _SPACE:
            self.position += 1

    def _error(self, why: str) -> FormatError:
        line = self._text.count("\n", 0, self.position) + 1
        column = self.position - (self._text.rfind("\n", 0, self.position) + 1) + 1
        return FormatError(
            phrase(
                "it is no JSON: {why} (line {line}, column {column})",
                why=why,
                line=line,
                column=column,
            )
        )


class GameFile(GameText):
    """The games of one file, gzipped or not.

    Raises:
        FormatError: it cannot be read, or is no text.
    """

    def __init__(self, path: Path) -> None:
        """Read the file ``path``."""
        super().__init__(_text(path))


class LinkedGame:
    """The one game that a compact link holds, as if it were a file.

    Attributes:
        size: how long the link is.
        position: how much of it has been read.
    """

    def __init__(self, link: str) -> None:
        self.position, self.size = 0, len(link)
        self._link = link

    def games(self) -> Iterator[object]:
        """Yield the game.

        Raises:
            FormatError: the link holds none.
            Unsupported: its variant is none that we play.
        """
        yield decode(self._link)
        self.position = self.size


_DECODER = json.JSONDecoder(object_pairs_hook=each_once)


def _text(path: Path) -> str:
    try:
        check_is_file(path)
        with path.open("rb") as file:
            packed = file.read(len(_GZIP)) == _GZIP
            file.seek(0)
            with gzip.open(file) if packed else file as unpacked:
                data = unpacked.read(LARGEST_GAMES_FILE + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise FormatError(phrase("the file is cut off or damaged")) from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise FormatError(getattr(error, "strerror", None) or str(error)) from None
    if len(data) > LARGEST_GAMES_FILE:
        raise FormatError(
            phrase("there is more in it than {most} MB", most=LARGEST_GAMES_FILE // 2**20)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(phrase("it is no text in UTF-8")) from None
