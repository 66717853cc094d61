"""The file of the settings, changed key by key: all of a change is written, or nothing is."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from threading import RLock

from companion.files.errors import reason
from companion.files.paths import settings_directory
from companion.files.reading import parse_toml, read_text
from companion.files.shared_folder import file_mode
from companion.files.synced import make_directory
from companion.files.whole_file import write_whole
from companion.hanabi.editions import RULESETS
from companion.hanabi.ruleset import Ruleset
from companion.language.phrases import phrase, said_by
from companion.settings.reading import FILE_NAME, SettingsError, parse_settings
from companion.settings.rulesets import RulesetError, as_toml

SettingValue = str | int | float | bool
OWN_RULES = "own-rules.toml"
"""The file beside the settings' that keeps rules of no edition."""
OWN_HEAD = "# The rules that were chosen on the page; see docs/rulesets.md.\n"
_HEADER = re.compile(r"\s*\[")
_CHANGING = RLock()
"""Held while a file is read, changed and written: several objects may change the same one."""
_SIMPLE = r"""(?:"[^"\\]*"|'[^']*'|[^\s#"'\[{]+)"""


class SettingsFile:
    """The settings' file, for one that changes single values in it."""

    def __init__(self, path: Path | None = None) -> None:
        """Change ``path``; without one, the file in the folder of the settings."""
        self.path = settings_directory() / FILE_NAME if path is None else path

    def values(self) -> Mapping[str, SettingValue]:
        """Return what the file says, by ``section.key``; lists and further tables are left out.

        Raises:
            SettingsError: it cannot be read.
        """
        return {
            f"{section}.{key}": value
            for section, keys in self._parsed(self._text()).items()
            if isinstance(keys, dict)
            for key, value in keys.items()
            if isinstance(value, str | int | float | bool)
        }

    def change(self, changes: Mapping[str, SettingValue | None]) -> None:
        """Write other values, None for the default; all are durable when this returns.

        Everything else in the file stays as it is, comments too.

        Raises:
            SettingsError: a value cannot be used, or the file cannot be written; the sentence
                names the key or the file, and nothing has changed.
        """
        with _CHANGING:
            text = self._text()
            for name, value in changes.items():
                text = self._changed(text, name, value)
            parse_settings(text, self.path)
            self._write(text)

    def keep_rules(self, ruleset: Ruleset) -> None:
        """Let the games after the next start be played by ``ruleset``, too.

        An edition is named in the settings; other rules are written into a file beside them.

        Raises:
            SettingsError: a file cannot be written; what was kept before stays.
        """
        if RULESETS.get(ruleset.name) == ruleset:
            self.change({"table.ruleset": ruleset.name})
            return
        try:
            text = as_toml(ruleset)
        except RulesetError as error:
            raise SettingsError(self.path, said_by(error)) from error
        rules = self.path.with_name(OWN_RULES)
        with _CHANGING:
            before = rules.read_text("utf-8") if rules.is_file() else None
            self._write(OWN_HEAD + text, rules)
            try:
                self.change({"table.ruleset": OWN_RULES})
            except SettingsError:
                if before is not None:
                    self._write(before, rules)
                raise

    def _changed(self, text: str, name: str, value: SettingValue | None) -> str:
        section, _, key = name.rpartition(".")
        wanted = self._parsed(text)
        keys = wanted.setdefault(section, {})
        if isinstance(keys, dict):
            keys.pop(key, None)
            if value is not None:
                keys[key] = value
        changed = with_value(text, section, key, value)
        found = self._parsed(changed)
        found.setdefault(section, {})
        if found != wanted:
            raise SettingsError(
                self.path,
                phrase(
                    "{name} is written in a way that only a person can change: please change it"
                    " in the file",
                    name=name,
                ),
            )
        return changed

    def _parsed(self, text: str) -> dict[str, object]:
        try:
            return parse_toml(text)
        except ValueError as error:
            raise SettingsError(
                self.path, phrase("the file is not TOML: {why}", why=said_by(error))
            ) from error

    def _text(self) -> str:
        try:
            return read_text(self.path)
        except FileNotFoundError:
            return ""
        except UnicodeDecodeError as error:
            raise SettingsError(self.path, phrase("the file is not text in UTF-8")) from error
        except OSError as error:
            why = phrase("the file cannot be read: {why}", why=reason(error))
            raise SettingsError(self.path, why) from error

    def _write(self, text: str, path: Path | None = None) -> None:
        path = self.path if path is None else path
        try:
            make_directory(path.parent)
            write_whole(path, text.encode(), _mode(path))
        except OSError as error:
            why = phrase("the file cannot be written: {why}", why=reason(error))
            raise SettingsError(path, why) from error


def _mode(path: Path) -> int:
    """Return who may read and write it: whoever could before, for their owner edits them, too."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return file_mode(path.parent)


def with_value(text: str, section: str, key: str, value: SettingValue | None) -> str:
    """Return a file's ``text`` with another value for one key; None takes the key out.

    It understands files as people write them, a key in a line; whoever calls it checks that it
    understood this one.
    """
    said = None if value is None else f"{key} = {json.dumps(value, ensure_ascii=False)}"
    lines = text.splitlines()
    begin = re.compile(rf"\s*\[\s*{re.escape(section)}\s*\]\s*(#.*)?")
    heads = [at for at, line in enumerate(lines) if begin.fullmatch(line)]
    if not heads:
        if said is None:
            return text
        gap = [""] if lines and lines[-1].strip() else []
        return _joined([*lines, *gap, f"[{section}]", said])
    first = heads[0] + 1
    later = (at for at in range(first, len(lines)) if _HEADER.match(lines[at]))
    last = next(later, len(lines))
    line = re.compile(rf"(\s*{re.escape(key)}\s*=\s*){_SIMPLE}(\s*(?:#.*)?)")
    for at in range(first, last):
        found = line.fullmatch(lines[at])
        if found is not None:
            literal = json.dumps(value, ensure_ascii=False)
            kept = [] if value is None else [f"{found[1]}{literal}{found[2]}"]
            return _joined([*lines[:at], *kept, *lines[at + 1 :]])
    return _joined([*lines[:first], *([] if said is None else [said]), *lines[first:]])


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
