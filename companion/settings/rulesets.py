"""Rulesets by name or from a TOML file, which begins with an edition and changes options.

base = "pl-deluxe"
sixth_suit = "10-wild"
award_tiles = true
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path
from typing import get_type_hints

from companion.files.errors import reason
from companion.files.reading import FieldTwiceError, read_json, read_toml
from companion.hanabi.cards import Suit
from companion.hanabi.editions import (
    EDITIONS,
    POWDER_COPIES,
    RULESETS,
    Options,
    SixthSuit,
    compose,
)
from companion.hanabi.manners import Manners
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.language.phrases import Phrase, phrase, said_by

SUFFIX = ".toml"
OWN = "own"
"""How a ruleset is called that is no edition's and has no name of its own."""


class RulesetError(ValueError):
    """There is no such ruleset, or its file cannot be used; one sentence names the key."""


def find_ruleset(wanted: str) -> Ruleset:
    """Return a preset by its name, or what a TOML file describes.

    Raises:
        RulesetError: there is neither, or the file cannot be used.
    """
    if wanted.endswith(SUFFIX):
        return read_ruleset(Path(wanted))
    ruleset = RULESETS.get(wanted)
    if ruleset is None:
        raise RulesetError(
            phrase(
                "there is no ruleset {wanted!r}; there are: {known}, and files ending in {suffix}",
                wanted=wanted,
                known=", ".join(RULESETS),
                suffix=SUFFIX,
            )
        )
    return ruleset


def read_ruleset(path: Path) -> Ruleset:
    """Return the ruleset that a TOML file describes; its name is the file's unless it says one.

    Raises:
        RulesetError: the file cannot be read, or what it says makes no sense.
    """
    data = _read_toml(path)
    try:
        return _ruleset(path.stem, data)
    except ValueError as error:
        raise RulesetError(_of(path, said_by(error))) from error


def read_options(path: Path, wanted: str | None = None) -> Ruleset:
    """Return the ruleset ``wanted``, changed by the options in a JSON file.

    Args:
        path: an object with the keys of a ruleset's file.
        wanted: what it changes: a preset's name or a ruleset's TOML file. None: what the file
            calls its ``base``, else the base game.

    Raises:
        RulesetError: a file cannot be read, or what it says makes no sense.
    """
    try:
        data = read_json(path, pipes=True)
    except OSError as error:
        raise RulesetError(_of(path, reason(error))) from error
    except FieldTwiceError as error:
        raise RulesetError(_of(path, said_by(error))) from error
    except (ValueError, RecursionError) as error:
        raise RulesetError(f"{path} is no JSON file of options: {error}") from error
    if not isinstance(data, dict):
        raise RulesetError(f"{path} is no JSON file of options: want an object, got {data!r:.60}")
    if wanted is not None and "base" in data:
        raise RulesetError(f"{path}: base makes no sense beside the ruleset {wanted}")
    if wanted is None:
        begun: Mapping[str, object] = {}
    elif wanted.endswith(SUFFIX):
        begun = {"name": Path(wanted).stem, **_read_toml(Path(wanted))}
    else:
        begun = {"name": find_ruleset(wanted).name, "base": wanted}
    try:
        return _ruleset(path.stem, {**begun, **data})
    except ValueError as error:
        raise RulesetError(_of(path, said_by(error))) from error


def ruleset_from(data: Mapping[str, object]) -> Ruleset:
    """Return the ruleset that the keys of a ruleset's file describe.

    It is called as it says itself; else as the edition where it is that, and ``OWN`` otherwise.

    Raises:
        RulesetError: what is said makes no sense; the sentence names the key.
    """
    try:
        found = _ruleset(OWN, data)
    except ValueError as error:
        raise RulesetError(said_by(error)) from error
    base = str(data.get("base", STANDARD.name))
    if "name" not in data and replace(found, name=base) == RULESETS[base]:
        return RULESETS[base]
    return found


def options_of(ruleset: Ruleset) -> Options:
    """Return the options that make ``ruleset``, as `compose` takes them.

    Raises:
        RulesetError: no options make it: its suits are of no edition.
    """
    black = next((rule for rule in ruleset.suits if rule.suit is Suit.BLACK), None)
    copies = None if black is None or black.copies == POWDER_COPIES else black.copies
    manners = {each.name: getattr(ruleset.manners, each.name) for each in fields(Manners)}
    mine = {each.name for each in fields(Options)} - {*manners, "sixth_suit"}
    said = {name: getattr(ruleset, name) for name in mine if not name.startswith("black_")}
    for sixth in SixthSuit:
        special = {"sixth_suit": sixth, "black_powder": black is not None, "black_copies": copies}
        options = Options(**said, **manners, **special)  # type: ignore[arg-type]  # by their names
        if compose(ruleset.name, options) == ruleset:
            return options
    raise RulesetError(f"{ruleset.name} is put together from no options")


def as_toml(ruleset: Ruleset) -> str:
    """Return ``ruleset`` as a ruleset's file has it.

    Raises:
        RulesetError: no options make it.
    """
    options = options_of(ruleset)
    said = {key: _plain(getattr(options, key)) for key in _READ}
    lines = [f"{key} = {json.dumps(value)}" for key, value in said.items() if value is not None]
    return "\n".join([f"name = {json.dumps(ruleset.name)}", *lines]) + "\n"


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


def _read_toml(path: Path) -> Mapping[str, object]:
    try:
        return read_toml(path, pipes=True)
    except OSError as error:
        raise RulesetError(_of(path, reason(error))) from error
    except ValueError as error:
        raise RulesetError(_of(path, said_by(error))) from error


def _of(key: object, why: str) -> Phrase:
    return phrase("{key}: {why}", key=key, why=why)


def _ruleset(name: str, data: Mapping[str, object]) -> Ruleset:
    unknown = [key for key in data if key not in _READ and key not in ("name", "base")]
    if unknown:
        known = ", ".join(["name", "base", *_READ])
        raise ValueError(
            phrase("there is no key {key}; there are: {known}", key=unknown[0], known=known)
        )
    base = _text("base", data.get("base", STANDARD.name))
    if base not in EDITIONS:
        known = ", ".join(EDITIONS)
        why = phrase("there is no edition {base!r}; there are: {known}", base=base, known=known)
        raise ValueError(_of("base", why))
    said = {key: _READ[key](key, value) for key, value in data.items() if key in _READ}
    options = replace(EDITIONS[base], **said)  # type: ignore[arg-type]  # each read by its key
    return compose(_text("name", data.get("name", name)), options)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(_of(key, phrase("wants a text, got {got}", got=repr(value))))
    return value


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(_of(key, phrase("wants true or false, got {got}", got=repr(value))))
    return value


def _count(key: str, value: object) -> int:
    if type(value) is not int:  # True is an int, too
        raise ValueError(_of(key, phrase("wants a whole number, got {got}", got=repr(value))))
    return value


def _counts(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError(_of(key, phrase("wants a list of numbers, got {got}", got=repr(value))))
    return tuple(_count(key, one) for one in value)


def _one_of(members: type[Enum]) -> Callable[[str, object], Enum]:
    def read(key: str, value: object) -> Enum:
        for member in members:
            if value == member.value:
                return member
        there = ", ".join(str(member.value) for member in members)
        why = phrase("wants one of {known}, got {got}", known=there, got=repr(value))
        raise ValueError(_of(key, why))

    return read


def _reader(kind: object) -> Callable[[str, object], object]:
    """Return how an option is read that is declared as ``kind``."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_of(kind)
    return _KINDS[kind]


_KINDS: Mapping[object, Callable[[str, object], object]] = {
    bool: _truth,
    int: _count,
    tuple[int, ...] | None: _counts,
}
_CONDUCT = {one.name for one in fields(Manners)}
_DECLARED = get_type_hints(Options)
_READ = {key: _reader(_DECLARED[key]) for key in sorted(_DECLARED, key=_CONDUCT.__contains__)}
"""How each key is read, as `Options` declares it: those of the rules, then those of conduct."""
