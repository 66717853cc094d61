"""What the table answers, as English that remembers how to be said in other languages.

Scripts, logs and the terminal read the text itself; a page has it said in its reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Protocol, runtime_checkable

Whom = Callable[[int], str]
"""Says what whoever sits in a seat is called."""


@runtime_checkable
class Sayable(Protocol):
    """Something within a phrase that each language says in its own way; a `Phrase` is one."""

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return it in ``language``."""


class Seat(int):
    """A seat from 0, within a phrase: ``seat 2``, or what whoever sits there is called."""

    def __format__(self, spec: str) -> str:
        """Return it as scripts read it."""
        return f"seat {int(self)}"


class SeatList(tuple[int, ...]):
    """Several seats from 0, within a phrase."""

    def __format__(self, spec: str) -> str:
        """Return them as scripts read them."""
        return ", ".join(f"{Seat(seat)}" for seat in self)


class Phrase(str):
    """A part of a sentence for people, in English as it stands.

    Attributes:
        values: what is filled in.
    """

    __slots__ = ("_forms", "_n", "values")

    def __new__(cls, forms: tuple[str, ...], values: Mapping[str, object], n: int = 1) -> Phrase:
        """Fill ``values`` into a template, or into one of two, for one and for many.

        Of an error among them only what it says is kept.
        """
        values = {
            name: said_by(one) if isinstance(one, BaseException) else one
            for name, one in values.items()
        }
        english = forms[0] if n == 1 else forms[-1]
        made = super().__new__(cls, english.format_map(values))
        made._forms, made._n, made.values = forms, n, values
        return made

    def __reduce__(self) -> tuple[type[Phrase], tuple[object, ...]]:
        """Let it be copied, and sent to another process."""
        return Phrase, (self._forms, self.values, self._n)

    _forms: tuple[str, ...]
    _n: int
    values: Mapping[str, object]

    def said(self, language: NullTranslations, whom: Whom) -> str:
        """Return it in ``language``; ``whom`` says what the people in seats are called."""
        if len(self._forms) == 1:
            template = language.gettext(self._forms[0])
        else:
            template = language.ngettext(self._forms[0], self._forms[1], self._n)
        return template.format_map(
            {name: _told(one, language, whom) for name, one in self.values.items()}
        )


def phrase(template: str, **values: object) -> Phrase:
    """Return ``template`` with ``values``; the catalogues have the template as it is written."""
    return Phrase((template,), values)


def phrases(one: str, many: str, n: int, **values: object) -> Phrase:
    """Return the form for the number ``n``, in each language its own."""
    return Phrase((one, many), values, n)


def said_by(error: BaseException) -> str:
    """Return what an error says of itself: a `Phrase` where it was made with one."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Phrase) else str(error)


def sentence_of(text: str) -> str:
    """Return a part of a sentence as one of its own, with a capital letter and a full stop."""
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?", "…")) else f"{whole}."


def _told(value: object, language: NullTranslations, whom: Whom) -> object:
    if isinstance(value, Sayable):
        return value.said(language, whom)
    if isinstance(value, Seat):
        return whom(value)
    if isinstance(value, SeatList):
        return ", ".join(whom(seat) for seat in value)
    return value
