"""``companion print``: the mats, racks, cards, stand-ups and the wiring, true to size."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.adapters import sheets
from companion.addresses import own_address, page_address
from companion.commands.errors import UnusableInput, unusable
from companion.commands.options import (
    find_deck,
    find_ruleset,
    json_option,
    settings_option,
    several_files,
)
from companion.commands.output_file import write_output
from companion.files.keys import KEYS_FILE, KeysError, load_keys
from companion.files.paths import state_directory
from companion.hanabi.labels import MOST_SEATS
from companion.language.languages import language, languages
from companion.language.names import ENGLISH
from companion.paper.pages import PAPERS, pages
from companion.paper.shapes import Drawing
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import Settings
from companion.settings.table_game import TableGame
from vision.table.layout import LayoutError, load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage
    from vision.deck import Deck
    from vision.live.card_scale import CardScale
    from vision.printing.print_scale import PrintScale

PDF, PNG = ".pdf", ".png"
STL, SCAD, BOARD = ".stl", ".scad", ".kicad_pcb"
LONGEST_PRINTED_ADDRESS = 200
"""Letters: with more the squares of its code are too small for a phone."""
Command = Callable[..., Any]


_language_option = click.option(
    "--language",
    "said_in",
    type=click.Choice([*languages()]),
    help="Of the words on what is printed; without it that of the table in the settings.",
)


def _sheet_options(command: Command) -> Command:
    """Give a command ``--paper``, ``--out``, ``--language`` and ``--settings``."""
    for option in (
        settings_option,
        _language_option,
        click.option(
            "--out",
            required=True,
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Where to: F.pdf or F.png (several sheets become F-1.png, F-2.png, ...).",
        ),
        click.option(
            "--paper",
            type=click.Choice([*PAPERS]),
            default="a4",
            show_default=True,
            help="The sheets in your printer.",
        ),
    ):
        command = option(command)
    return command


@click.group("print")
def printing() -> None:
    """Make what you print: mats, racks, cards, stand-ups, the wiring; true to size."""


print = printing  # the command's name, by which `companion.cli` finds it


@printing.command()
@_sheet_options
@click.option(
    "--game", type=click.Choice([one.value for one in TableGame]), default=TableGame.HANABI.value
)
@click.option("--fireworks", type=click.Choice(["6", "7"]), default="6", show_default=True)
def mat(
    paper: str, out: Path, file: Path | None, said_in: str | None, game: str, fireworks: str
) -> None:
    """The mat: one sheet of A3, or tiles to glue together."""
    settings = _settings(file)
    words = _words(settings, said_in)
    with unusable(LayoutError):
        if game == TableGame.HANABI.value:
            parts = sheets.mat_sheets(settings, words, int(fireworks))
        else:
            parts = sheets.hana_mat_sheets(settings, words)
    _write(parts, paper, out, words)


@printing.command()
@_sheet_options
@click.option(
    "--players", type=click.IntRange(1, MOST_SEATS), default=MOST_SEATS, show_default=True
)
def racks(paper: str, out: Path, file: Path | None, said_in: str | None, players: int) -> None:
    """The racks, to glue onto cardboard: a strip for each seat, and the struts."""
    settings = _settings(file)
    words = _words(settings, said_in)
    with unusable(LayoutError):
        parts = sheets.rack_sheets(settings, words, players)
    _write(parts, paper, out, words)


@printing.command()
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to: F.stl for a slicer, or F.scad for OpenSCAD.",
)
@settings_option
def struts(out: Path, file: Path | None) -> None:
    """One strut of a rack for a 3D printer, instead of cardboard: print three for each rack."""
    from vision.printing.rack_solids import printed_strut, to_openscad, to_stl
    from vision.printing.racks import form

    with unusable(LayoutError):
        solids = printed_strut(form(load_layout(_settings(file).table.layout)))
    kind = _kind(out, STL, SCAD)
    write_output(out, to_stl(solids) if kind == STL else to_openscad(solids).encode())
    click.echo(f"{out}: one strut, in millimetres, lying as it is printed")


@printing.command()
@_sheet_options
@click.option("--ruleset", default="standard", show_default=True, help="Whose cards.")
@click.option("--backs/--no-backs", default=True, help="A sheet of backs after each of cards.")
def cards(
    paper: str, out: Path, file: Path | None, said_in: str | None, ruleset: str, backs: bool
) -> None:
    """The project's own deck, to cut out and play with."""
    words = _words(_settings(file), said_in)
    parts = sheets.card_sheets(find_ruleset(ruleset), paper, words, backs=backs)
    _write(parts, paper, out, words)


@printing.command()
@_sheet_options
@click.option(
    "--players", type=click.IntRange(1, MOST_SEATS), default=MOST_SEATS, show_default=True
)
@click.option("--address", metavar="URL", help="Where phones find the page, if not here.")
def seats(
    paper: str, out: Path, file: Path | None, said_in: str | None, players: int, address: str | None
) -> None:
    """Stand-ups with the address of the page as QR code, one for each seat."""
    settings = _settings(file)
    words = _words(settings, said_in)
    shown = (address or _own(settings)).rstrip("/")
    if not shown.startswith(("http://", "https://")) or not shown.isprintable():
        raise UnusableInput(f"--address wants http://... or https://..., got {shown!r}")
    if len(shown) > LONGEST_PRINTED_ADDRESS:
        raise UnusableInput(
            f"--address: no address has more than {LONGEST_PRINTED_ADDRESS} letters"
        )
    with unusable(KeysError):
        code = load_keys(state_directory() / KEYS_FILE).code
    _write(sheets.seat_sheets(shown, code, players, paper, words), paper, out, words)


@printing.command()
@_sheet_options
def wiring(paper: str, out: Path, file: Path | None, said_in: str | None) -> None:
    """The panel's wiring as your settings have it: each lamp and button on the header."""
    settings = _settings(file)
    words = _words(settings, said_in)
    _write(sheets.wiring_sheets(settings, words), paper, out, words)


@printing.command()
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to: F.kicad_pcb, for KiCad 6 or later.",
)
@_language_option
@settings_option
def board(out: Path, said_in: str | None, file: Path | None) -> None:
    """A circuit board for the panel, wired as your settings have it, to order from a maker."""
    from companion.paper.board import panel_board
    from companion.paper.kicad import to_kicad

    settings = _settings(file)
    words = _words(settings, said_in)
    _kind(out, BOARD)
    if settings.panel.pins.strip is not None:
        raise UnusableInput(
            "the board is for LEDs, and panel.pins.strip has the lamps on a strip:"
            " companion print wiring shows how that is connected"
        )
    made = panel_board(settings.panel.pins, settings.panel.resistor, language=words)
    write_output(out, to_kicad(made, words.gettext("The panel's wiring")).encode())
    width, height = made.size
    click.echo(f"{out}: two layers, {width:.0f} x {height:.0f} mm, {len(made.parts)} parts")


@printing.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=several_files)
@json_option
@click.option(
    "--deck", metavar="DECK", help="IMAGE shows the table with full racks: measure by these cards."
)
@click.pass_context
def check(ctx: click.Context, images: tuple[str, ...], as_json: bool, deck: str | None) -> None:
    """Say at which size it was printed: IMAGE shows the control sheet with a bank card on it.

    The exit code is 1 where something was not printed at its true size.
    """
    from hardware.files import CameraError, read_image
    from vision.printing.print_scale import NotMeasuredError

    measure = _measure(None if deck is None else find_deck(deck))
    failed = scaled = False
    for name in images:
        try:
            found = measure(read_image(Path(name)))
        except (CameraError, NotMeasuredError) as error:
            failed = True
            said = str(error) if isinstance(error, CameraError) else f"{name}: {error}"
            click.echo(json.dumps({"image": name, "error": said}) if as_json else said)
            continue
        scaled = scaled or not found.is_true
        if as_json:
            click.echo(json.dumps({"image": name, **_sizes(found), "true_size": found.is_true}))
        else:
            click.echo(f"{name}: {_verdict(found)}")
    if failed:
        raise UnusableInput("some pictures could not be measured; the lines above say which")
    ctx.exit(1 if scaled else 0)


def _measure(deck: Deck | None) -> Callable[[BgrImage], PrintScale | CardScale]:
    """Return what measures a picture: by the control sheet, or by the cards of a deck."""
    from vision.live.card_scale import measure_by_cards
    from vision.printing.print_scale import measure_print

    with unusable(LayoutError):
        layout = load_layout(_settings(None).table.layout)
    if deck is None:
        return lambda image: measure_print(image, layout.dictionary)
    return lambda image: measure_by_cards(image, layout, deck)


def _sizes(found: PrintScale | CardScale) -> dict[str, float]:
    names = ("scale", "across", "down", "cards")
    return {name: round(getattr(found, name), 4) for name in names if hasattr(found, name)}


def _verdict(found: PrintScale | CardScale, language: NullTranslations = ENGLISH) -> str:
    """Return what a print's size means, in one sentence."""
    from vision.live.card_scale import CardScale

    _ = language.gettext
    percent = f"{100 * found.scale:.1f}"
    if isinstance(found, CardScale):
        if found.is_true:
            said = language.ngettext(
                "{cards} card in a rack says that it was printed at its true size.",
                "{cards} cards in racks say that they were printed at their true size.",
                found.cards,
            )
        else:
            said = language.ngettext(
                "{cards} card in a rack says that it was printed at about {percent} %, or that the"
                " deck's card size is wrong: measure the control sheet.",
                "{cards} cards in racks say that they were printed at about {percent} %, or that"
                " the deck's card size is wrong: measure the control sheet.",
                found.cards,
            )
        return said.format(cards=found.cards, percent=f"{100 * found.scale:.0f}")
    if found.is_true:
        return _("printed at its true size ({percent} % measured).").format(percent=percent)
    if found.is_stretched:
        return _(
            "printed at {across} % across and {down} % down, which cannot be used:"
            " print again at 100 %."
        ).format(across=f"{100 * found.across:.1f}", down=f"{100 * found.down:.1f}")
    if not found.is_usable:
        return _("printed at {percent} %, which cannot be used: print again at 100 %.").format(
            percent=percent
        )
    return _(
        "printed at {percent} %: print again at 100 %, or write print_scale = {scale} below"
        " [table] in settings.toml if mat and racks are all of this size."
    ).format(percent=percent, scale=f"{found.scale:.3f}")


def _own(settings: Settings) -> str:
    return page_address(own_address(), settings.web.port)


def _settings(file: Path | None) -> Settings:
    with unusable(SettingsError):
        return load_settings(file)


def _words(settings: Settings, said_in: str | None) -> NullTranslations:
    """Return the language that is asked for, or else the table's."""
    return language(said_in or settings.table.language)


def _kind(out: Path, *kinds: str) -> str:
    """Return with which of ``kinds`` the name of a file ends.

    Raises:
        UnusableInput: with none of them.
    """
    kind = out.suffix.lower()
    if kind not in kinds:
        wanted = " or ".join(kinds)
        raise UnusableInput(f"--out: want a file that ends in {wanted}, got {out.name!r}")
    return kind


def _write(parts: Sequence[Drawing], paper: str, out: Path, words: NullTranslations) -> None:
    """Lay ``parts`` out on sheets and write them.

    Raises:
        UnusableInput: ``out`` is neither a PDF nor a PNG.
    """
    kind = _kind(out, PDF, PNG)
    drawn = [page.drawing for page in pages(parts, paper, words)]
    title = parts[0].title
    if kind == PDF:
        from companion.paper.pdf import to_pdf

        written = {out: to_pdf(drawn, title)}
    else:
        from companion.paper.png import to_png

        names = [out.with_stem(f"{out.stem}-{number}") for number in range(1, len(drawn) + 1)]
        pictures = to_png(drawn, title)
        written = dict(zip(names if len(drawn) > 1 else [out], pictures, strict=True))
    for path, data in written.items():
        write_output(path, data)
        click.echo(f"{path}: {_counted(len(drawn), paper) if kind == PDF else paper.upper()}")


def _counted(count: int, paper: str) -> str:
    said = ENGLISH.ngettext("{count} sheet of {paper}", "{count} sheets of {paper}", count)
    return said.format(count=count, paper=paper.upper())
