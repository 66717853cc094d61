"""A broker with TLS and passwords: who gets in, who does not, and that no secret is said."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from companion.mqtt.access import Access
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.messages import Message
from tests.companion.mqtt.mosquitto import Mosquitto, tool


class Caller:
    """Tells one thing and notes what it hears."""

    def __init__(self) -> None:
        self.connected, self.lost = Event(), Event()
        self.got = Event()
        self.why = ""

    def up(self) -> Sequence[Message]:
        self.connected.set()
        return [Message("here", b"hello")]

    def heard(self, message: Message) -> None:
        assert message == Message("here", b"hello")
        self.got.set()

    def news(self) -> Sequence[Message]:
        return ()

    def down(self, why: str) -> None:
        self.why = why
        self.lost.set()


def make_certificates(folder: Path) -> None:
    """A home-made authority, and a broker's certificate that it signed, for 127.0.0.1."""
    openssl = tool("openssl")

    def run(*arguments: str) -> None:
        subprocess.run([openssl, *arguments], cwd=folder, check=True, capture_output=True)

    new = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    run("req", "-x509", *new, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Home")
    run("req", *new[:3], "-keyout", "broker.key", "-out", "broker.csr", "-subj", "/CN=broker")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2")
    run("x509", "-req", "-in", "broker.csr", *signed, "-out", "broker.pem", "-extfile", "names")


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    folder = tmp_path_factory.mktemp("secure")
    make_certificates(folder)
    users = folder / "users"
    users.touch(mode=0o600)
    subprocess.run([tool("mosquitto_passwd"), "-b", users, "table", "hunter2"], check=True)
    settings = [
        "allow_anonymous false",
        f"password_file {users}",
        f"certfile {folder / 'broker.pem'}",
        f"keyfile {folder / 'broker.key'}",
    ]
    broker = Mosquitto(folder, settings)
    yield broker
    broker.kill()


def try_it(access: Access) -> Caller:
    """Return what came of one line to a broker."""
    caller = Caller()
    line = BrokerConnection(access, caller, name="test", listens_to=["here"])
    line.open()
    while not (caller.got.wait(0.02) or caller.lost.is_set()):
        pass
    line.close()
    return caller


def test_with_certificate_and_password_one_gets_in(secure: Mosquitto) -> None:
    ca = secure.folder / "ca.pem"
    caller = try_it(Access("127.0.0.1", secure.port, True, ca, "table", "hunter2"))
    assert caller.got.is_set()
    assert caller.why == ""


def test_a_wrong_password_is_refused_and_not_said(
    secure: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ca = secure.folder / "ca.pem"
    caller = try_it(Access("127.0.0.1", secure.port, True, ca, "table", "wrong-one"))
    assert caller.why == "it refuses the user table or the password"
    nobody = try_it(Access("127.0.0.1", secure.port, True, ca))
    assert nobody.why == "it refuses clients without a user and a password"
    assert "wrong-one" not in caplog.text


def test_a_broker_that_nobody_vouches_for_is_not_trusted(secure: Mosquitto) -> None:
    caller = try_it(Access("127.0.0.1", secure.port, True, None, "table", "hunter2"))
    assert caller.why.startswith("its certificate is not trusted: ")
    assert not caller.connected.is_set()


def test_a_certificate_for_another_name_is_not_trusted(secure: Mosquitto) -> None:
    ca = secure.folder / "ca.pem"
    caller = try_it(Access("localhost", secure.port, True, ca, "table", "hunter2"))
    assert "certificate is not trusted" in caller.why
    assert not caller.connected.is_set()


def test_without_tls_nothing_is_told_to_a_broker_that_wants_it(secure: Mosquitto) -> None:
    caller = try_it(Access("127.0.0.1", secure.port, username="table", password="hunter2"))
    assert not caller.connected.is_set()
    assert caller.why


def test_with_tls_nothing_is_told_to_a_broker_without_it(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    try:
        caller = try_it(Access("127.0.0.1", broker.port, True))
        assert not caller.connected.is_set()
        assert caller.why
    finally:
        broker.kill()


@pytest.mark.parametrize("host", ["nobody.invalid", "x" * 250, "a..b"])
def test_a_machine_that_there_is_not_is_said_and_tried_again(host: str) -> None:
    assert try_it(Access(host, 1883)).why
