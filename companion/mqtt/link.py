"""A running table and its broker: what happens is told, buttons are pressed, nobody waits."""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections import deque
from collections.abc import Sequence

from companion.announcements.announcement import Announcement
from companion.mqtt.access import Access
from companion.mqtt.buttons import Buttons
from companion.mqtt.connection import KEEPALIVE, BrokerConnection
from companion.mqtt.discovery import birth_topic
from companion.mqtt.messages import OFFLINE, ONLINE, Message
from companion.mqtt.reporter import Reporter
from companion.settings.broker import NO_DISCOVERY
from companion.views.hub import Hub
from companion.views.view import PUBLIC

MOST_UNTOLD = 100
"""Announcements that wait to be told; of more the oldest are left out."""
MOST_ANSWERS, MOST_OTHERS, LONGEST_TABLE_NAME = 500, 8, 64
"""Topics that are answered at once, other tables that are known and bytes of their names: a broker
that floods us, or whoever does so through it, gets no more of us than that."""

MOST_PRESSES = 5
"""Buttons that are pressed within a second."""

log = logging.getLogger(__name__)


class Link:
    """Joins a table with a broker; a `companion.mqtt.connection.Caller`.

    The table's thread calls `tell` and nothing else, which only notes what it is given: however
    long a broker takes, no move waits for it.
    """

    def __init__(
        self,
        access: Access,
        hub: Hub,
        reporter: Reporter,
        buttons: Buttons,
        *,
        discovery_prefix: str,
        keepalive: int = KEEPALIVE,
    ) -> None:
        """Join the parts; nothing is sent before `open`.

        Args:
            access: the broker.
            hub: where the public view is.
            reporter: makes messages of it.
            buttons: what may be asked of the table.
            discovery_prefix: where Home Assistant looks for devices, or ``none``.
            keepalive: seconds after which a silent broker is asked whether it is there.
        """
        self._access, self._hub = access, hub
        self._reporter, self._buttons = reporter, buttons
        self._topics = reporter.device.topics
        self._birth = None if discovery_prefix == NO_DISCOVERY else birth_topic(discovery_prefix)
        self._who = uuid.uuid4().hex[:12]
        self._untold: deque[Announcement] = deque(maxlen=MOST_UNTOLD)
        self._soon: dict[str, Message] = {}
        self._introduce = False
        self._presses: deque[float] = deque(maxlen=MOST_PRESSES)
        self._others: set[str] = set()
        self._version = -1
        self._why: str | None = None
        listens_to = [
            self._topics.here,
            self._topics.availability,
            self._topics.results("+"),
            *([self._topics.command("+")] if reporter.device.buttons else []),
            *([] if self._birth is None else [self._birth]),
        ]
        self._line = BrokerConnection(
            access,
            self,
            name=f"companion-{self._topics.table}-{self._who}",
            listens_to=listens_to,
            will=Message(self._topics.availability, OFFLINE, kept=True),
            keepalive=keepalive,
        )

    def open(self) -> None:
        """Begin to connect; return at once."""
        self._line.open()

    def tell(self, announcement: Announcement) -> None:
        """Note what the table is told; return at once. It may be called from any thread."""
        self._untold.append(announcement)

    def close(self) -> None:
        """Say that the table goes, where there is a connection; safe to call twice."""
        self._line.close([Message(self._topics.availability, OFFLINE, kept=True)])

    # -------------------------------------------------------------------- in the line's thread

    def up(self) -> Sequence[Message]:
        """Tell a broker that knows nothing yet everything there is."""
        log.info("the broker %s is told of this table as %s", self._access, self._topics.table)
        self._why = None
        self._others.clear()
        self._reporter.clashes = False
        self._soon.clear()
        self._happened()  # too late to be told, but the newest of it is the last event
        self._look()
        return [self._here(), *self._reporter.everything()]

    def news(self) -> Sequence[Message]:
        """Return what happened, then how the table is since."""
        said, self._soon = [*self._soon.values()], {}
        if self._introduce:
            self._introduce = False
            said += self._reporter.everything()
        said += self._happened()
        self._look()
        return [*said, *self._reporter.changes()]

    def heard(self, message: Message) -> None:
        """Press a button, introduce the table to Home Assistant, notice another of its name."""
        topic, topics = message.topic, self._topics
        if topic == self._birth:
            self._introduce = self._introduce or message.payload == ONLINE
        elif topic == topics.here:
            self._meet(message.payload[:LONGEST_TABLE_NAME].decode(errors="replace"))
        elif topic == topics.availability:
            if message.payload == OFFLINE:  # not ours: another one has gone, or was here before
                self._others.clear()
                self._reporter.clashes = False
                self._answer(Message(topic, ONLINE, kept=True))
                self._answer(self._here())
        elif topic.startswith(topics.results("")):
            stale = self._reporter.forget(topic.removeprefix(topics.results("")))
            if stale is not None and message.payload:
                self._answer(stale)
        elif not message.kept and self._may_press():  # a button is pressed now or never
            button = topic.removeprefix(topics.command(""))
            self._reporter.pressed(self._buttons.press(button, message.payload))

    def down(self, why: str) -> None:
        """Say once why there is no connection; what happens meanwhile is not told late."""
        if why != self._why:
            self._why = why
            log.warning("the broker %s is not reached: %s; it is tried again", self._access, why)

    def _look(self) -> None:
        snapshot = self._hub.snapshot(PUBLIC)
        if snapshot is not None and snapshot.version != self._version:
            self._version = snapshot.version
            self._reporter.see(json.loads(snapshot.body))

    def _may_press(self) -> bool:
        """Say whether a button counts: no thumb presses as fast as a program that floods us."""
        now = time.monotonic()
        if len(self._presses) == MOST_PRESSES and now - self._presses[0] < 1.0:
            return False
        self._presses.append(now)
        return True

    def _answer(self, message: Message) -> None:
        """Note what is to be told next; once for each topic, however often it is asked for."""
        if len(self._soon) < MOST_ANSWERS:
            self._soon[message.topic] = message

    def _happened(self) -> list[Message]:
        found = []
        while self._untold:
            found.append(self._reporter.happened(self._untold.popleft()))
        return found

    def _here(self) -> Message:
        return Message(self._topics.here, self._who.encode())

    def _meet(self, who: str) -> None:
        if who == self._who or who in self._others or len(self._others) >= MOST_OTHERS:
            return
        self._others.add(who)
        self._reporter.clashes = True
        self._answer(self._here())  # so that it knows, too
        log.warning(
            'another table at the broker %s goes by the id "%s": give one of them another'
            " mqtt.table in its settings",
            self._access,
            self._topics.table,
        )
