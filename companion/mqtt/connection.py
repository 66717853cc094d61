"""The connection with a broker: kept up by a thread of its own, which nobody ever waits for."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Sequence
from threading import Event, Thread
from typing import Any, Protocol

from companion.mqtt.access import MISSING, Access
from companion.mqtt.messages import Message

try:
    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
    from paho.mqtt.reasoncodes import ReasonCode
except ModuleNotFoundError as error:
    raise ImportError(MISSING) from error  # it is an extra: a command says so in a line

MIN_RECONNECT_DELAY, MAX_RECONNECT_DELAY = 1.0, 60.0
"""Seconds before a broker that is away is tried again, at first and later."""
CONNECTING = 5.0
"""Seconds that a broker gets to take a connection."""
KEEPALIVE = 20
"""Seconds after which a broker that says nothing is asked whether it is still there."""
POLL_EVERY = 0.1
"""Seconds after which it is looked whether there is something to tell."""
FAREWELL = 2.0
"""Seconds that the thread gets at the end."""
QOS = 1
"""MQTT's quality of service: each message arrives at least once."""

log = logging.getLogger(__name__)


class Caller(Protocol):
    """Who talks over a line; every method is called in the line's thread."""

    def up(self) -> Sequence[Message]:
        """Return what is to be told first on a new connection."""

    def heard(self, message: Message) -> None:
        """Take what somebody told under a topic that is listened to."""

    def news(self) -> Sequence[Message]:
        """Return what is to be told now."""

    def down(self, why: str) -> None:
        """Take note that there is no connection, and why in a few words."""


class BrokerConnection:
    """Talks to a broker for a caller, from `open` until `close`.

    A broker that is away is tried again and again, after one second at first, later every minute.
    Each connection begins afresh: what could not be told meanwhile is not told late.
    """

    def __init__(
        self,
        access: Access,
        caller: Caller,
        *,
        name: str,
        listens_to: Sequence[str] = (),
        will: Message | None = None,
        keepalive: int = KEEPALIVE,
    ) -> None:
        """Join the parts; nothing is sent yet.

        Args:
            access: the broker.
            caller: who talks.
            name: who it is for the broker; unlike that of every other client.
            listens_to: topics, with wildcards.
            will: what the broker tells everybody when the connection breaks.
            keepalive: seconds after which a silent broker is asked whether it is there.
        """
        self._access, self._caller, self._name = access, caller, name
        self._topics, self._will, self._keepalive = listens_to, will, keepalive
        self._closing = Event()
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)
        self._told: dict[int, str] = {}
        self._refused: set[str] = set()
        self._connected = False
        self._why = ""
        self._last: Sequence[Message] = ()

    def open(self) -> None:
        """Begin to connect; return at once."""
        self._thread.start()

    def close(self, last: Sequence[Message] = ()) -> None:
        """Tell ``last`` where there is a connection, and end it; a broker that hangs is left."""
        self._last = last
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(FAREWELL)

    # ----------------------------------------------------------------------- in its own thread

    def _run(self) -> None:
        wait = MIN_RECONNECT_DELAY
        while not self._closing.is_set():
            client, self._connected = self._client(), False
            self._why = "it does not answer"
            try:
                self._talk(client)
            except (OSError, UnicodeError) as error:  # the latter: no name of a machine
                self._why = reason(error)
            except Exception as error:  # whatever the line dies of, the game goes on
                log.debug("the line to the broker", exc_info=True)
                self._why = f"{type(error).__name__}: {error}"
            if self._closing.is_set():
                return
            wait = MIN_RECONNECT_DELAY if self._connected else wait
            self._caller.down(self._why)
            self._closing.wait(wait)
            wait = min(2 * wait, MAX_RECONNECT_DELAY)

    def _client(self) -> Client:
        access = self._access
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._name,
            protocol=MQTTProtocolVersion.MQTTv5,  # it says why it refuses something
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECTING
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        if access.username is not None:
            client.username_pw_set(access.username, access.password)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, QOS, self._will.kept)
        if access.tls:
            client.tls_set_context(trusting(access))
        return client

    def _talk(self, client: Client) -> None:
        """Talk until the connection ends, or is to be ended."""
        client.connect(self._access.host, self._access.port, self._keepalive, clean_start=True)
        while client.loop(POLL_EVERY) is MQTTErrorCode.MQTT_ERR_SUCCESS:
            if self._closing.is_set():
                self._end(client)
                return
            if self._connected:
                self._tell(client, self._caller.news())

    def _end(self, client: Client) -> None:
        waits = [self._send(client, message) for message in self._last if self._connected]
        for _ in range(int(FAREWELL / POLL_EVERY)):
            if all(told not in self._told for told in waits):
                break
            client.loop(POLL_EVERY)
        client.disconnect()
        client.loop(POLL_EVERY)

    def _tell(self, client: Client, messages: Sequence[Message]) -> None:
        for message in messages:
            self._send(client, message)

    def _send(self, client: Client, message: Message) -> int:
        told = client.publish(message.topic, message.payload, QOS, message.kept)
        self._told[told.mid] = message.topic
        return told.mid

    # paho's callbacks, called by `loop` in the same thread; their arguments are paho's.

    def _on_connect(
        self, client: Client, _data: Any, _flags: Any, code: ReasonCode, _properties: Any
    ) -> None:
        if code.is_failure:
            self._why = refusal(code, self._access)
            return
        self._connected = True
        self._told.clear()
        for topic in self._topics:
            client.subscribe(topic, QOS)
        self._tell(client, self._caller.up())

    def _on_disconnect(
        self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, _properties: Any
    ) -> None:
        if self._connected:
            self._why = f"the connection is lost ({code})"

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        self._caller.heard(Message(message.topic, bytes(message.payload), message.retain))

    def _on_publish(
        self, _client: Client, _data: Any, told: int, code: ReasonCode, _properties: Any
    ) -> None:
        topic = self._told.pop(told, None)
        if code.is_failure and topic is not None:
            self._note_refusal(f"telling {topic}", code)

    def _on_subscribe(
        self, _client: Client, _data: Any, _id: int, codes: Sequence[ReasonCode], _properties: Any
    ) -> None:
        for code in codes:
            if code.is_failure:
                self._note_refusal(f"listening to {', '.join(self._topics)}", code)

    def _note_refusal(self, what: str, code: ReasonCode) -> None:
        """Say once that the broker does not let us do something."""
        if what not in self._refused:
            self._refused.add(what)
            log.warning("the broker %s refuses %s: %s", self._access, what, code)


def trusting(access: Access) -> ssl.SSLContext:
    """Return what checks a broker's certificate and its name.

    Raises:
        OSError: the file of certificates holds none.
    """
    context = ssl.create_default_context(cafile=access.ca_file)
    context.sslsocket_class = _Socket
    return context


class _Socket(ssl.SSLSocket):
    """One that is closed where the other side is not trusted; paho would leave it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def refusal(code: ReasonCode, access: Access) -> str:
    """Return why a broker took no connection, in a few words."""
    named = str(code).lower()
    if named in ("not authorized", "bad user name or password"):
        if access.username is None:
            return "it refuses clients without a user and a password"
        return f"it refuses the user {access.username} or the password"
    return f"it refuses: {named}"


def reason(error: Exception) -> str:
    """Return why a broker was not reached, in a few words."""
    match error:
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted: {error.verify_message}"
        case ssl.SSLError():
            return f"there is no TLS as wanted: {error.reason or error}"
        case TimeoutError():
            return "it does not answer"
        case OSError():
            return error.strerror or str(error)
        case _:
            return "that is no name of a machine"
