"""What a table tells a broker: only what has changed, and all of it on a new connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from companion.announcements.announcement import Announcement, is_small_print
from companion.hanabi.refusals import Rule
from companion.language.names import ENGLISH
from companion.language.people import People
from companion.language.refusal_texts import refused
from companion.mqtt.discovery import Device, discovery
from companion.mqtt.messages import ONLINE, Message, packed
from companion.mqtt.public_state import event_of, nameless, state_of
from companion.reply import Reply
from companion.settings.broker import NO_DISCOVERY

Results = Mapping[str, Sequence[Mapping[str, object]]]
"""The games that are over, by day."""


class Reporter:
    """Makes messages of what happens at one table; belongs to one thread.

    It is handed the public view and announcements, nothing else, so it can tell nothing else.

    Attributes:
        clashes: whether another table goes by the same id.
    """

    def __init__(
        self,
        device: Device,
        *,
        discovery_prefix: str,
        names: bool,
        people: Callable[[], People] = People,
        muted: Callable[[], bool] = lambda: False,
        results: Callable[[], Results] = dict,
        language: NullTranslations = ENGLISH,
    ) -> None:
        """Tell nothing yet.

        Args:
            device: the table as it is found.
            discovery_prefix: where Home Assistant looks for it, or ``none``.
            names: whether people are called by their names.
            people: returns what the seats are called.
            muted: returns whether the machine at the table was told to be silent.
            results: returns the games that are over.
            language: of the sentences and of what the device's parts are called.
        """
        self.device = device
        self._prefix = discovery_prefix
        self._names, self._people = names, people
        self._muted, self._results, self._language = muted, results, language
        self._view: Mapping[str, Any] = {}
        self._last: str | None = None
        self._note: str | None = None
        self._told: bytes | None = None
        self._game: object = None
        self._days: dict[str, bytes] = {}
        self.clashes = False

    def everything(self) -> list[Message]:
        """Return what a broker is told that knows nothing yet, or of whom nobody knows."""
        self._told, self._game, self._days = None, None, {}
        found = []
        if self._prefix != NO_DISCOVERY:
            found.append(discovery(self.device, self._prefix, self._language))
        found.append(Message(self.device.topics.availability, ONLINE, kept=True))
        return [*found, *self.changes()]

    def see(self, view: Mapping[str, Any]) -> None:
        """Take the newest public view."""
        self._view = view

    def happened(self, announcement: Announcement) -> Message:
        """Return the message about something that the table was told."""
        if not self._names:
            announcement = nameless(announcement)
        event = event_of(announcement, self._called(), self._language)
        if event["says"] is not None and not is_small_print(announcement):
            self._last = str(event["says"])
        return Message(self.device.topics.event, packed(event))

    def pressed(self, reply: Reply) -> None:
        """Take note of what became of a button that was pressed."""
        rule = None if reply.rule is None else Rule(reply.rule)
        why = reply.message
        self._note = why and refused(rule, why, self._language, self._called())

    def changes(self) -> list[Message]:
        """Return what has changed since it was asked last."""
        return [*self._state(), *self._finished()]

    def _state(self) -> list[Message]:
        state = packed(
            {
                "table": self.device.topics.table,
                "name": self.device.name,
                **state_of(self._view, self._called(), self._language),
                "last_event": self._last,
                "muted": self._muted(),
                "refused": self._note,
                "clash": self.clashes,
            }
        )
        if state == self._told:
            return []
        self._told = state
        return [Message(self.device.topics.state, state, kept=True)]

    def _finished(self) -> list[Message]:
        """Return the results, where a game has ended since, or none was told yet."""
        game = (self._view.get("phase"), self._view.get("record"))
        if game == self._game:
            return []
        self._game = game
        topics = self.device.topics
        days = {day: packed({"day": day, "games": games}) for day, games in self._results().items()}
        gone = [Message(topics.results(day), b"", kept=True) for day in self._days.keys() - days]
        told = [
            Message(topics.results(day), payload, kept=True)
            for day, payload in days.items()
            if self._days.get(day) != payload
        ]
        self._days = days
        return [*gone, *told]

    def forget(self, day: str) -> Message | None:
        """Return what takes away the results of a ``day`` that the broker keeps for nothing."""
        if day in self._days:
            return None
        return Message(self.device.topics.results(day), b"", kept=True)

    def _called(self) -> People:
        return self._people() if self._names else People()
