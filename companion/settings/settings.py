"""Everything that people can set, as values; ``reading`` makes them of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.announcements.aloud import Wording
from companion.announcements.speech import SpeechKind
from companion.hanabi.deduction import MemoryAid
from companion.language.languages import DEFAULT
from companion.panel.dimming import Dimming, Hours
from companion.panel.oled import USUAL_ADDRESS, OledChip
from companion.panel.panel import Hold, PanelKind, Press
from companion.panel.wiring import Wiring
from companion.settings import values as values
from companion.settings.broker import MqttSettings
from companion.settings.table_game import TableGame


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What is played, and how it is seen; options of a command come first.

    Attributes:
        deck: a learnt deck's name or a deck file; None where nobody said.
        players: how many play; None where the racks show it.
        ruleset: a ruleset's name, or a file ending in ``.toml``.
        camera: as for ``--camera``: ``auto``, ``picamera2``, ``usb:N``, an address
            (``http://``, ``https://`` or ``rtsp://``), ``folder:DIR``, ``video:FILE`` or ``none``;
            ``picamera2:ID`` where there are two.
        layout: another file in place of ``table/layout.json``.
        print_scale: at which size mat and racks were printed; 1 is true.
        memory: how much the pages remind people of what they were told about their cards.
        language: of what is said aloud, and of the pages where a phone asks for none.
        mat: whether a printed mat lies there; without one, piles are found wherever they lie.
        game: which of the two games is played.
    """

    deck: str | None = None
    players: int | None = None
    ruleset: str = "standard"
    camera: str = "auto"
    layout: Path | None = None
    print_scale: float = 1.0
    memory: MemoryAid = MemoryAid.OWN_CLUES
    language: str = DEFAULT
    mat: bool = True
    game: TableGame = TableGame.HANABI


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """How a live camera takes its pictures.

    Attributes:
        size: width and height in pixels; the camera takes the nearest that it has.
        rate: pictures a second.
    """

    size: tuple[int, int] = (2304, 1296)
    rate: int = 10


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the phone page is served.

    Attributes:
        port: of TCP.
        host: the address that it listens at.
        hotspot: whether the machine opens a network of its own where it finds none, and pages may
            tell it which to join.
    """

    port: int = 8000
    host: str = "0.0.0.0"
    hotspot: bool = False


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Which panel there is, how bright its lamps are, and how it is wired.

    Attributes:
        kind: which panel.
        brightness: of its lamps, 0 to 1.
        night: from when to when they are lit otherwise; None: never.
        night_brightness: how bright then.
        shutdown: the button that switches the machine off when it is held; None: none.
        resistor: ohms before each lamp.
        oled_chip: what drives the OLED, where `pins` has one.
        oled_address: its address on the bus I2C.
        oled_turned: whether it is mounted upside down.
        pins: what is connected where.
    """

    kind: PanelKind = PanelKind.AUTO
    brightness: float = 1.0
    night: Hours | None = None
    night_brightness: float = 0.2
    shutdown: Press | None = None
    resistor: float = 470.0
    oled_chip: OledChip = OledChip.SSD1306
    oled_address: int = USUAL_ADDRESS
    oled_turned: bool = False
    pins: Wiring = field(default_factory=Wiring)

    @property
    def dimming(self) -> Dimming:
        """How bright the lamps are by day and at night."""
        return Dimming(self.brightness, self.night_brightness, self.night)

    @property
    def holds(self) -> Mapping[Press, Hold]:
        """What it means when a button is held."""
        off = {} if self.shutdown is None else {self.shutdown: Hold.SHUT_DOWN}
        return {Press.UNDO: Hold.REDO, **off}


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """Whether and how the machine at the table speaks.

    Attributes:
        kind: whether it does.
        voice: of espeak-ng, such as ``en-gb``; None: one of the table's language.
        volume: 0 to 100.
        speed: words a minute.
        wording: how much it says until a page says otherwise.
    """

    kind: SpeechKind = SpeechKind.AUTO
    voice: str | None = None
    volume: int = 70
    speed: int = 160
    wording: Wording = Wording.BRIEF


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """Whether pictures of what was read are kept, and what becomes of them.

    Attributes:
        log: whether they are.
        megabytes: how much all of them may take.
        teach: whether cards that people put right are added to the deck after a game.
    """

    log: bool = False
    megabytes: int = 200
    teach: bool = False


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """Whether evenings are kept as films, which can be watched again.

    Attributes:
        keep: whether they are.
        megabytes: how much all of them may take.
    """

    keep: bool = False
    megabytes: int = 4000


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that people can set in a file."""

    table: TableSettings = field(default_factory=TableSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    web: WebSettings = field(default_factory=WebSettings)
    panel: PanelSettings = field(default_factory=PanelSettings)
    speech: SpeechSettings = field(default_factory=SpeechSettings)
    pictures: PictureSettings = field(default_factory=PictureSettings)
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    film: FilmSettings = field(default_factory=FilmSettings)
