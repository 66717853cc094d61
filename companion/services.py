"""What a table offers to its pages besides the game, as one value: each part may be missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Protocol

from companion.announcements.speech import Announcer
from companion.archive.archive import Archive
from companion.backup.service import BackupService
from companion.film.shelf import Shelf
from companion.health import Examiner
from companion.paper.wanted import SheetKind
from companion.pictures.camera_probe import CameraProbe
from companion.pictures.deck_learning import DeckLessons
from companion.pictures.eyesight import Eyesight
from companion.pictures.photographed_deck import PhotoDeckLessons
from companion.pictures.scoring import DisplayReader
from companion.referee.readings import SlotPlace
from companion.settings.game_choice import GameChoice
from companion.settings.hosting import Host, Preferences
from companion.settings.tonight import Ways
from companion.updates import Updates
from companion.wifi.hotspot import Network

ReadHand = Callable[[bytes], tuple[str | None, ...]]
"""Reads the photo of a hand: a label for each card from the left, None for one without a name.

It raises ValueError with one sentence where that is no picture.
"""


class Printer(Protocol):
    """What makes sheets to be printed."""

    def pdf(self, what: SheetKind, paper: str, words: NullTranslations) -> bytes:
        """Return the sheets ``what`` for ``paper`` as a PDF file, in the language ``words``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What is there besides the game; where something is None, no page offers it.

    Attributes:
        archive: the games on record.
        host: what sets the table up.
        preferences: the settings' file, for the page that changes it.
        eyesight: tells what the camera sees.
        deck_lessons: learns decks with that camera.
        photo_lessons: learns decks from photos that phones send.
        closeups: pictures of the cards in racks that the eyes cannot name, JPEG by seat and slot;
            each is shown to the one seat that is asked about its card.
        read_hand: reads the photo of a hand.
        reads_hands: says whether it can do so already: a deck may be learnt meanwhile.
        announcer: lets the machine at the table speak.
        backups: makes backups of all that is kept, and restores them.
        examiner: says what is wrong with machine, camera and deck.
        films: the evenings that are kept as films.
        printer: makes the sheets of mat, racks and the rest as PDF files.
        ways: lets people choose how to play tonight.
        game_choice: lets them change to the other game.
        camera_probe: looks through a camera in the network before it is chosen.
        network: tells the machine's Wi-Fi which network to join.
        say_pile: takes a person's word for a card on a table without a mat: its serial, and whether
            it was played, else discarded; None: it is none that was laid.
        updates: puts another version of this program in.
        displays: reads photos of displays, which a page scores; None: cards are told by tapping.
    """

    archive: Archive | None = None
    host: Host | None = None
    preferences: Preferences | None = None
    eyesight: Eyesight | None = None
    deck_lessons: DeckLessons | None = None
    photo_lessons: PhotoDeckLessons | None = None
    closeups: Mapping[SlotPlace, bytes] | None = None
    read_hand: ReadHand | None = None
    reads_hands: Callable[[], bool] = lambda: True
    announcer: Announcer | None = None
    backups: BackupService | None = None
    examiner: Examiner | None = None
    films: Shelf | None = None
    printer: Printer | None = None
    displays: DisplayReader | None = None
    ways: Ways | None = None
    game_choice: GameChoice | None = None
    say_pile: Callable[[int, bool | None], None] | None = None
    camera_probe: CameraProbe | None = None
    network: Network | None = None
    updates: Updates | None = None


NOTHING_ELSE = Services()
"""The game alone."""
