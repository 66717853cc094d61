"""Settings from a text, or what is said against it."""

from pathlib import Path

import pytest

from companion.language.languages import language
from companion.language.people import COUNTED
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import Settings


def read(text: str) -> Settings:
    file = Path("settings.toml")
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def complaint(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        read(text)
    said = str(caught.value)
    assert "\n" not in said
    for code in ("pl", "ro"):
        assert COUNTED.told(caught.value.why, language(code)) != caught.value.why, "not translated"
    return said
