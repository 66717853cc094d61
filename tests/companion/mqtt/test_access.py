"""The way into a broker: the password comes from a file or the environment, and is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.mqtt.access import PASSWORD, Access, MqttError, access
from companion.settings.broker import MqttSettings


def test_without_a_broker_there_is_no_way() -> None:
    assert access(MqttSettings(), {PASSWORD: "hunter2"}) is None


def test_the_password_is_the_first_line_of_a_file_else_what_the_environment_says(
    tmp_path: Path,
) -> None:
    file = tmp_path / "secret"
    file.write_text("hunter2\nand more\n")
    settings = MqttSettings("ha.local", username="table", password_file=file)
    found = access(settings, {PASSWORD: "other"})
    assert found == Access("ha.local", 1883, username="table", password="hunter2")
    file.write_text("hunter2\n", encoding="utf-8-sig")  # as Windows' editors write it
    assert access(settings, {}) == found
    said = access(MqttSettings("ha.local", username="table"), {PASSWORD: "other"})
    assert said is not None
    assert said.password == "other"
    assert access(MqttSettings("ha.local"), {PASSWORD: "x"}) == Access("ha.local", 1883)


def test_the_password_is_in_no_text_that_is_made_of_it() -> None:
    way = Access("fd00::7", 8883, True, None, "table", "hunter2")
    assert "hunter2" not in f"{way} {way!r} {[way]}"
    assert str(way) == "[fd00::7]:8883"


@pytest.mark.parametrize(
    ("holds", "why"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "holds no password in its first line"),
        (b"\nhunter2", "holds no password in its first line"),
        (b"\xff\xfe", "is not text in UTF-8"),
        (b"x" * 2000, "is no password"),
    ],
)
def test_a_file_that_holds_none_is_named_with_its_key(
    tmp_path: Path, holds: bytes | None, why: str
) -> None:
    file = tmp_path / "secret"
    if holds is not None:
        file.write_bytes(holds)
    with pytest.raises(MqttError) as refused:
        access(MqttSettings("ha.local", username="table", password_file=file), {})
    said = str(refused.value)
    assert said.startswith("mqtt.password_file: ")
    assert str(file) in said
    assert said.endswith(why)


def test_a_certificate_that_is_not_there_is_named_with_its_key(tmp_path: Path) -> None:
    settings = MqttSettings("ha.local", tls=True, ca_file=tmp_path / "ca.pem")
    with pytest.raises(MqttError, match=r"^mqtt\.ca_file: .*ca\.pem cannot be read: No such file"):
        access(settings, {})
