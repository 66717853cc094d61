"""The settings read from one TOML file and checked; nothing else reads configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from companion.files.errors import reason
from companion.files.paths import settings_directory
from companion.files.reading import parse_toml, read_text
from companion.language.phrases import Phrase, phrase, said_by
from companion.panel.currents import currents, least_ohms
from companion.panel.wiring import Wiring, check_pins, for_an_oled, without_leds
from companion.settings import values as values
from companion.settings.broker import MqttSettings
from companion.settings.keys import KEYS
from companion.settings.settings import (
    CameraSettings,
    FilmSettings,
    PanelSettings,
    PictureSettings,
    Settings,
    SpeechSettings,
    TableSettings,
    WebSettings,
)

FILE_NAME = "settings.toml"


class SettingsError(ValueError):
    """The settings cannot be used; the message is one sentence with the file and the key.

    Attributes:
        why: the same without the file.
    """

    def __init__(self, file: Path, why: str) -> None:
        """Say what is wrong with ``file``."""
        super().__init__(f"{file}: {why}")
        self.why = why


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings.

    Args:
        path: the file; without one ``settings.toml`` in the folder of the settings, and the
            defaults where that file does not exist.

    Raises:
        SettingsError: the file cannot be read, or holds what cannot be used.
    """
    file = settings_directory() / FILE_NAME if path is None else path
    try:
        text = read_text(file)
    except FileNotFoundError as error:
        if path is None:
            return Settings()
        raise SettingsError(file, phrase("there is no such file")) from error
    except OSError as error:
        raise SettingsError(
            file, phrase("the file cannot be read: {why}", why=reason(error))
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(file, phrase("the file is not text in UTF-8")) from error
    return parse_settings(text, file)


def settings_for_an_evening(path: Path | None = None) -> tuple[Settings, str | None]:
    """Read the settings as far as they can be used: people want to play.

    Args:
        path: the file, as in `load_settings`.

    Returns:
        The settings, each key that cannot be used left as it is by default, and what is wrong, as
        a part of a sentence; None: nothing.

    Raises:
        SettingsError: the file was named, and there is none.
    """
    try:
        return load_settings(path), None
    except SettingsError as error:
        file = settings_directory() / FILE_NAME if path is None else path
        if path is not None and (path.is_dir() or not path.exists()):
            raise
        trouble = phrase(
            "of the settings in {file} only what can be used counts: {why}",
            file=file,
            why=error.why,
        )
    try:
        data = _readable(read_text(file))
    except (OSError, ValueError):
        return Settings(), trouble
    return _usable(data, file), trouble


def _readable(text: str) -> dict[str, object]:
    """Return what ``text`` says before the line that is no TOML.

    A power cut leaves a file whose end is missing or full of zeros; the page's port, which phones
    need, stands at its beginning.
    """
    lines = text.splitlines(keepends=True)
    for end in range(len(lines), 0, -1):
        try:
            return parse_toml("".join(lines[:end]))
        except ValueError:
            continue
    return {}


def _usable(data: Mapping[str, object], file: Path) -> Settings:
    """Return the settings made of the keys that can be used, one by one."""
    kept: dict[str, dict[str, object]] = {}
    settings = Settings()
    left = [
        (section, key, value)
        for section, values in data.items()
        if isinstance(values, dict)
        for key, value in values.items()
    ]
    again = True
    while again:  # a key may need another one that comes later
        again = False
        for one in tuple(left):
            section, key, value = one
            trial = {**kept, section: {**kept.get(section, {}), key: value}}
            try:
                settings = _Reader(file).settings(trial)
            except SettingsError:
                continue
            kept, again = trial, True
            left.remove(one)
    return settings


def parse_settings(text: str, file: Path) -> Settings:
    """Read the settings that ``text`` holds, as if it stood in ``file``.

    Raises:
        SettingsError: it holds what cannot be used.
    """
    try:
        data = parse_toml(text)
    except ValueError as error:
        why = phrase("the file is not TOML: {why}", why=said_by(error))
        raise SettingsError(file, why) from error
    return _Reader(file).settings(data)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Turns the data of one file into settings, or says what is wrong with it."""

    file: Path

    def settings(self, data: Mapping[str, object]) -> Settings:
        for name, value in data.items():
            if name not in KEYS or "." in name:
                raise self._unknown("", name, is_section=isinstance(value, dict))
        panel = dict(self._table("panel", data.get("panel", {})))
        pins = self._wiring(panel.pop("pins", {}))
        read = {
            name: self._section(name, data.get(name, {}))
            for name in ("table", "camera", "web", "speech", "pictures", "mqtt", "film")
        }
        lit = PanelSettings(**self._section("panel", panel), pins=pins)
        self._check_currents(lit)
        return Settings(
            self._beside(TableSettings(**read["table"])),
            CameraSettings(**read["camera"]),
            WebSettings(**read["web"]),
            lit,
            SpeechSettings(**read["speech"]),
            self._pictures(PictureSettings(**read["pictures"])),
            self._broker(MqttSettings(**read["mqtt"])),
            FilmSettings(**read["film"]),
        )

    def _pictures(self, pictures: PictureSettings) -> PictureSettings:
        if pictures.teach and not pictures.log:
            raise self._error(
                phrase("pictures.teach needs pictures.log: there is nothing to teach with")
            )
        return pictures

    def _check_currents(self, panel: PanelSettings) -> None:
        """Refuse lamps that would take more than the pins of a Raspberry Pi can give."""
        taken = currents(panel.pins, panel.resistor)
        if not taken.bearable:
            raise self._error(
                phrase(
                    "panel.resistor is {resistor:g}: {lamp:.1f} mA for each lamp and {together:.0f}"
                    " mA in all are too much for the pins; take {least} ohms or more",
                    resistor=panel.resistor,
                    lamp=taken.lamp,
                    together=taken.together,
                    least=least_ohms(panel.pins),
                )
            )

    def _table(self, name: str, value: object) -> Mapping[str, object]:
        if not isinstance(value, dict):
            raise self._error(
                phrase("{name} is a section, [{name}], got {got}", name=name, got=values.got(value))
            )
        return value

    def _section(self, name: str, value: object) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, said in self._table(name, value).items():
            parse = KEYS[name].get(key)
            if parse is None:
                raise self._unknown(name, key)
            try:
                read[key] = parse(said)
            except ValueError as error:
                raise self._error(
                    Phrase(("{key} {why}",), {"key": f"{name}.{key}", "why": error})
                ) from error
        return read

    def _wiring(self, value: object) -> Wiring:
        said = self._section("panel.pins", value)
        usual: dict[str, Any] = {each.name: each.default for each in fields(Wiring)}
        if said.get("oled") is not None:
            usual = for_an_oled(usual)
        if said.get("strip") is not None:
            usual = without_leds(usual)
        kept = {name: pins for name, pins in usual.items() if name not in said}
        try:
            # What the file says comes last, so that it is blamed and not a default.
            check_pins({**kept, **said}, "panel.pins.")
        except ValueError as error:
            raise self._error(said_by(error)) from error
        return Wiring(**kept, **said)

    def _beside(self, table: TableSettings) -> TableSettings:
        """Take the files that ``table`` names as seen from the folder of the settings."""
        kind, _, place = table.camera.partition(":")
        if kind in ("folder", "video"):
            table = replace(table, camera=f"{kind}:{self._file('table.camera', place)}")
        if table.ruleset.endswith(".toml"):
            table = replace(table, ruleset=str(self._file("table.ruleset", table.ruleset)))
        if table.deck is not None and "/" in table.deck:
            table = replace(table, deck=str(self._file("table.deck", table.deck)))
        if table.layout is not None:
            table = replace(table, layout=self._file("table.layout", table.layout))
        return table

    def _broker(self, mqtt: MqttSettings) -> MqttSettings:
        """Take the files beside the settings; refuse keys that mean nothing without another."""
        needs = (("ca_file", "tls", "true"), ("password_file", "username", phrase("set")))
        for key, other, how in needs:
            if getattr(mqtt, key) is not None and not getattr(mqtt, other):
                raise self._error(
                    phrase(
                        "mqtt.{key} is of use only where mqtt.{other} is {how}",
                        key=key,
                        other=other,
                        how=how,
                    )
                )
        if mqtt.ca_file is not None:
            mqtt = replace(mqtt, ca_file=self._file("mqtt.ca_file", mqtt.ca_file))
        if mqtt.password_file is not None:
            secret = self._file("mqtt.password_file", mqtt.password_file)
            mqtt = replace(mqtt, password_file=secret)
        return mqtt

    def _file(self, key: str, said: str | Path) -> Path:
        try:
            return self.file.parent / Path(said).expanduser()
        except RuntimeError as error:
            raise self._error(
                phrase('{key} names an unknown home in "{said}"', key=key, said=said)
            ) from error

    def _error(self, sentence: str) -> SettingsError:
        return SettingsError(self.file, sentence)

    def _unknown(self, section: str, key: str, *, is_section: bool = False) -> SettingsError:
        """A section or key that there is not, with the nearest that there is."""
        shown = key if re.fullmatch(r"[\w-]{1,40}", key) else values.got(key)
        if is_section:
            near = get_close_matches(key, KEYS, 1)
            hint = (
                phrase("do you mean [{near}]?", near=near[0])
                if near
                else phrase("there are: {known}", known=", ".join(KEYS))
            )
            return self._error(
                phrase("there is no section [{shown}]; {hint}", shown=shown, hint=hint)
            )
        # First among its neighbours, then among the keys of all sections.
        inside = (name for name in KEYS if name.startswith(f"{section}."))
        own = (*KEYS.get(section, ()), *(name.removeprefix(f"{section}.") for name in inside))
        near = [f"{section}.{name}" for name in get_close_matches(key, own, 1)]
        everywhere = {name: where for where in reversed([*KEYS]) for name in KEYS[where]}
        near += [f"{everywhere[name]}.{name}" for name in get_close_matches(key, everywhere, 1)]
        there = phrase("[{section}] has {known}", section=section, known=", ".join(own))
        if not section:
            there = phrase("sections: {known}", known=", ".join(KEYS))
        hint = phrase("do you mean {near}?", near=near[0]) if near else there
        return self._error(
            phrase(
                "there is no key {section}{shown}; {hint}",
                section=f"{section}." if section else "",
                shown=shown,
                hint=hint,
            )
        )
