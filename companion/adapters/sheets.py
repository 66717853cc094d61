"""The sheets that a table is made of, for the command that prints and for the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import NullTranslations

from companion.addresses import joining_address
from companion.busy import OneByOne
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.ruleset import Ruleset
from companion.paper.pages import pages
from companion.paper.shapes import Drawing
from companion.paper.wanted import SheetKind
from companion.settings.settings import Settings
from vision.table.details import load_details
from vision.table.layout import load_layout


def mat_sheets(settings: Settings, words: NullTranslations, fireworks: int) -> Sequence[Drawing]:
    """Return Hanabi's mat, with places for so many ``fireworks``, and the control sheet.

    Raises:
        LayoutError: the layout that the settings name cannot be used.
    """
    from vision.printing.control import control_sheet
    from vision.printing.mat import mat

    layout, details = load_layout(settings.table.layout), load_details(settings.table.layout)
    control = control_sheet(layout, language=words)
    return [mat(layout.for_fireworks(fireworks), details, language=words), control]


def hana_mat_sheets(settings: Settings, words: NullTranslations) -> Sequence[Drawing]:
    """Return the mat of Hana-awase, and the control sheet; raises as `mat_sheets`."""
    from vision.printing.control import control_sheet
    from vision.printing.mat import hana_mat

    layout, details = load_layout(settings.table.layout), load_details(settings.table.layout)
    return [hana_mat(layout, details, language=words), control_sheet(layout, language=words)]


def rack_sheets(settings: Settings, words: NullTranslations, players: int) -> Sequence[Drawing]:
    """Return the racks of so many seats, with how they are glued; raises as `mat_sheets`."""
    from vision.printing import racks as rack
    from vision.printing.control import control_sheet

    layout, details = load_layout(settings.table.layout), load_details(settings.table.layout)
    strips = [rack.strip(layout, details, seat, language=words) for seat in range(players)]
    how = rack.instructions(layout, language=words)
    struts = rack.struts(layout, players, language=words)
    return [how, *strips, struts, control_sheet(layout, language=words)]


def card_sheets(
    ruleset: Ruleset, paper: str, words: NullTranslations, *, backs: bool = True
) -> Sequence[Drawing]:
    """Return the project's own deck for ``ruleset``, to cut out."""
    from vision.printing.deck import cards

    return cards([card.label for card in ruleset.deck], paper, backs=backs, language=words)


def seat_sheets(
    page: str, code: str, players: int, paper: str, words: NullTranslations
) -> Sequence[Drawing]:
    """Return stand-ups with the address of ``page`` for each seat, with the game's ``code``."""
    from companion.paper.seats import seats

    each = [joining_address(page, code, seat) for seat in range(players)]
    return seats(each, page, code, paper, language=words)


def wiring_sheets(settings: Settings, words: NullTranslations) -> Sequence[Drawing]:
    """Return the panel's wiring as the settings have it."""
    from companion.paper.wiring import wiring_sheet

    return [wiring_sheet(settings.panel.pins, settings.panel.resistor, language=words)]


class SheetPrinter:
    """Makes the sheets of this table as PDF files, one at a time: a deck of cards takes memory."""

    def __init__(
        self,
        settings: Settings,
        code: str,
        address: Callable[[], str | None],
        ruleset: Callable[[], Ruleset],
    ) -> None:
        """Prepare.

        Args:
            settings: the table's.
            code: the game's code, which is on the stand-ups.
            address: says where phones reach the page; None: it is not known.
            ruleset: says by what the next game is played.
        """
        self._settings, self._code = settings, code
        self._address, self._ruleset = address, ruleset
        self._printing = OneByOne()

    def pdf(self, what: SheetKind, paper: str, words: NullTranslations) -> bytes:
        """Return sheets as a PDF file.

        Args:
            what: which sheets.
            paper: a key of `companion.paper.pages.PAPERS`.
            words: the language of the words on them.

        Raises:
            LayoutError: the layout that the settings name cannot be used.
            BusyError: too many want sheets already.
        """
        from companion.paper.pdf import to_pdf

        with self._printing.turn():
            parts = self._parts(what, paper, words)
            return to_pdf([page.drawing for page in pages(parts, paper, words)], parts[0].title)

    def _parts(self, what: SheetKind, paper: str, words: NullTranslations) -> Sequence[Drawing]:
        settings = self._settings
        match what:
            case SheetKind.MAT:
                return mat_sheets(settings, words, len(self._ruleset().suits))
            case SheetKind.HANA_MAT:
                return hana_mat_sheets(settings, words)
            case SheetKind.RACKS:
                return rack_sheets(settings, words, MOST_SEATS)
            case SheetKind.CARDS:
                return card_sheets(self._ruleset(), paper, words)
            case SheetKind.SEATS:
                return seat_sheets(self._address() or "", self._code, MOST_SEATS, paper, words)
            case SheetKind.WIRING:
                return wiring_sheets(settings, words)
