"""A running table is joined with the broker that its settings name."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from gettext import NullTranslations
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from companion.announcements.announcement import Announcement
from companion.announcements.speech import Announcer
from companion.archive.archive import NotNow, RecordArchive
from companion.language.people import People
from companion.mqtt.access import access
from companion.mqtt.buttons import AskedTable, Buttons
from companion.mqtt.discovery import Device
from companion.mqtt.messages import Topics
from companion.mqtt.reporter import Reporter
from companion.mqtt.results import results
from companion.settings.broker import MqttSettings
from companion.views.hub import Hub

if TYPE_CHECKING:
    from companion.mqtt.link import Link


class PublishedTable(AskedTable, Protocol):
    """What a broker is told of: a table."""

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""

    def people(self) -> People:
        """Return what the seats are called."""

    def listen(self, listener: Callable[[Announcement], None]) -> None:
        """Tell ``listener`` what the table is told."""


def table_id(settings: MqttSettings, secret: bytes) -> str:
    """Return the table's id: as set, else one made of this installation, the same each time."""
    if settings.table is not None:
        return settings.table
    # A part of a hash: nobody gets back from it to what signs the phones' seats.
    return f"table-{sha256(b'the id at a broker ' + secret).hexdigest()[:6]}"


def open_link(
    table: PublishedTable,
    settings: MqttSettings,
    archive: RecordArchive,
    *,
    secret: bytes,
    page: str | None,
    announcer: Announcer | None,
    language: NullTranslations,
    is_ours: Callable[[str], bool],
) -> Link | None:
    """Tell the broker of ``settings`` about ``table`` from now on; None: they name none.

    Args:
        table: what it is told of.
        settings: which broker, and how.
        archive: the games on record, for the results.
        secret: of this installation.
        page: the address of the table's page, without the game's code.
        announcer: what speaks at the table; None: nothing does.
        language: of what is told in words.
        is_ours: says whether games that were seen at a source belong to this table.

    Raises:
        MqttError: a file that they name cannot be used.
    """
    way = access(settings)
    if way is None:
        return None
    from companion.mqtt.link import Link  # only here: it needs paho-mqtt

    def finished() -> Mapping[str, Sequence[Mapping[str, object]]]:
        try:
            filed = archive.games()
        except NotNow:  # the record is busy, or damaged; pages say so
            return {}
        games = [one.summary for one in filed if one.summary and is_ours(one.summary.source)]
        return results(games, datetime.now(UTC).date(), names=settings.names)

    known = table_id(settings, secret)
    buttons = Buttons(table, announcer)
    device = Device(
        Topics(known),
        settings.name or known,
        _version(),
        page,
        settings.buttons,
        announcer is not None,
    )
    reporter = Reporter(
        device,
        discovery_prefix=settings.discovery,
        names=settings.names,
        people=table.people,
        muted=lambda: buttons.muted,
        results=finished,
        language=language,
    )
    link = Link(way, table.hub, reporter, buttons, discovery_prefix=settings.discovery)
    table.listen(link.tell)
    link.open()
    return link


def _version() -> str:
    try:
        return importlib.metadata.version("tabletop-companion")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"
