"""What pages round a table are served with, as one value."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations

from companion.announcements.texts import ENGLISH
from companion.files.first_visit import FirstVisit
from companion.services import NOTHING_ELSE, Services
from web.listeners import Streams
from web.seats import random_name


@dataclass(frozen=True, slots=True, kw_only=True)
class PageConfig:
    """What an app is made with besides its table.

    Attributes:
        secret: signs the cookies that say who sits where. Keep it, and phones find their seats
            again after a restart.
        code: the game's code; without it nobody sees anything.
        address: tells how phones reach the page, such as ``http://192.168.1.20:8000``; it goes into
            the QR code, without which none is shown. It is asked each time: at the start of a
            machine its network is seldom up.
        language: the table's, for whoever asks for none that is offered.
        offered: the languages by their codes; None: all there are.
        clock: seconds that only ever grow.
        name: makes names that nobody can guess.
        shared_seats: let any number of phones have the same seat: for the demonstration, where
            programs play and people look over their shoulders.
        panel_in_sight: show a virtual panel on the public page; else a page of its own has it, to
            which the public one leads: a tap on it may take a turn.
        services: what is there besides the game.
        streams: knows which phones follow the game, for whoever has to ask.
        first_visit: says the code to whoever opens the page of a table that nobody has joined yet;
            None: it is not said, for there is a terminal or a tablet to read it from.
    """

    secret: bytes
    code: str
    address: Callable[[], str | None] = lambda: None
    language: NullTranslations = ENGLISH
    offered: Mapping[str, NullTranslations] | None = None
    clock: Callable[[], float] = time.monotonic
    name: Callable[[], str] = random_name
    shared_seats: bool = False
    panel_in_sight: bool = True
    services: Services = NOTHING_ELSE
    streams: Streams = field(default_factory=Streams)
    first_visit: FirstVisit | None = None
