"""The doctor's round: machine, camera and deck, for the command and for the page."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from gettext import NullTranslations
from pathlib import Path

from companion.adapters.cameras import layout_of, open_kept
from companion.adapters.decks import deck_for, find_deck
from companion.archive.bundle import bundle, games_of
from companion.backup.record_findings import record_findings
from companion.files.errors import cannot_look_for
from companion.files.paths import (
    decks_directory,
    decks_in,
    record_file,
    settings_directory,
    state_directory,
)
from companion.hanabi.labels import MOST_SEATS
from companion.health import CheckResult, Health, finding_data
from companion.language.names import ENGLISH
from companion.language.people import COUNTED
from companion.language.phrases import said_by
from companion.mqtt.broker_findings import broker_findings
from companion.panel.panel import PanelKind
from companion.record.file import is_recorded
from companion.record.games import Record
from companion.settings.reading import FILE_NAME, load_settings
from companion.settings.settings import Settings
from hardware.camera import CameraChoice, CameraKind, find_camera, parse_camera
from hardware.doctor import CHECKS, Patient, examine
from hardware.files import CameraError
from hardware.probes import Machine
from vision.deck import DeckError
from vision.learn.advice import Difference, close_pairs, hints, same_kinds
from vision.table.inspection import Inspection, inspect

SMALLEST_CARD = 60.0
"""Pixels: below that, cards are hardly ever read."""
LEAST_SHARPNESS = 0.25
"""Of `Inspection.sharpness`; a picture in focus has 0.5, one blurred by a pixel has 0.3."""
DARK, OVEREXPOSED = 90.0, 254.0
"""How bright white paper has to be at least, and must not be, of 255."""
LOG_LINES = "500"
FIRST_PICTURES = 15
"""Those of a sensor that has just woken up; the next is looked at."""

LookAtCamera = Callable[[Settings, NullTranslations], Sequence[CheckResult]]


class Examination:
    """A `companion.health.Examiner` of this machine and its table."""

    def __init__(
        self,
        camera: LookAtCamera,
        file: Path | None = None,
        machine: Machine | None = None,
        settle: Callable[[], None] | None = None,
        page: int | None = None,
    ) -> None:
        """Prepare it.

        Args:
            camera: says how the camera is, and what its picture tells.
            file: another file of settings.
            machine: another machine.
            settle: lets the camera settle anew; None: there is none that can.
            page: the port at which the page is that asks; None: a terminal asks.
        """
        self.settle, self._page = settle, page
        self._camera, self._file = camera, file
        self._machine = Machine() if machine is None else machine

    def findings(self, language: NullTranslations = ENGLISH) -> tuple[CheckResult, ...]:
        """Return what is found.

        Raises:
            SettingsError: the settings cannot be used.
        """
        settings = load_settings(self._file)
        patient = Patient(
            self._machine,
            state_directory(),
            settings.web.port if self._page is None else self._page,
            settings.panel.pins,
            settings.panel.kind in (PanelKind.AUTO, PanelKind.GPIO),
            settings.panel.oled_address,
            language,
            serves=self._page is not None,
        )
        on_page = self._page is not None
        checks = {
            **{name: partial(check, patient) for name, check in CHECKS.items()},
            "camera": partial(self._camera, settings, language),
            "deck": partial(deck_findings, settings, language, on_page=on_page),
            "games": partial(record_findings, record_file(), language),
            "broker": partial(broker_findings, settings.mqtt, language),
        }
        return examine(checks, language)

    def bundle(self) -> bytes:
        """Return what helps others to help, as a ZIP file.

        Raises:
            SettingsError: the settings cannot be used.
            RecordError: the record cannot be read.
        """
        return self.bundled(self.findings())

    def bundled(self, findings: Sequence[CheckResult]) -> bytes:
        """Return the same with ``findings``.

        Raises:
            RecordError: the record cannot be read.
        """
        games: Sequence[Mapping[str, object]] = ()
        if is_recorded(record_file()):
            with Record(record_file()) as record:
                games = games_of(record)
        ask = self._machine.answer
        said = self._machine.text(str(self._file or settings_directory() / FILE_NAME)) or ""
        log = ask(["journalctl", "--unit=companion", "--no-pager", "--lines", LOG_LINES])
        versions = {one.metadata["Name"]: one.version for one in importlib.metadata.distributions()}
        return bundle([finding_data(one) for one in findings], games, said, versions, log or "")


# ------------------------------------------------------------------------------------ the camera


def opened_camera(
    machine: Machine, settings: Settings, language: NullTranslations
) -> Sequence[CheckResult]:
    """Open the camera for a moment and say how it is, and what its picture tells."""
    _ = language.gettext
    wanted = parse_camera(settings.table.camera)
    if wanted.kind is CameraKind.AUTO:
        wanted = find_camera()
    if wanted.kind is CameraKind.NONE:
        return [no_camera(language)]
    if wanted.is_live and machine.answer(["systemctl", "is-active", "companion"]) == "active":
        says = _("{camera} is used by the companion, which runs; its page says how it is")
        mend = "sudo systemctl stop companion"
        return [CheckResult("camera", Health.UNKNOWN, says.format(camera=wanted), mend)]
    layout = layout_of(settings)
    try:
        with open_kept(wanted, settings.camera) as camera:
            for number, frame in enumerate(camera.frames()):
                image = frame.pixels
                if number >= FIRST_PICTURES or wanted.is_film:
                    break
            else:
                says = _("{camera} gives no picture").format(camera=wanted)
                return [CheckResult("camera", Health.WRONG, says)]
    except CameraError as error:
        mend = _("see docs/settings.md, The camera")
        says = COUNTED.told(said_by(error), language)
        return [CheckResult("camera", Health.WRONG, says, mend)]
    says = _("{camera} gives pictures of {width} x {height}").format(
        camera=wanted, width=image.shape[1], height=image.shape[0]
    )
    there = CheckResult("camera", Health.OK, says)
    return [there, *picture_findings(inspect(image, layout, MOST_SEATS), language)]


def watched_camera(
    look: Callable[[], tuple[Inspection | None, bool]],
    wanted: CameraChoice,
    settings: Settings,  # noqa: ARG001 - of every look at a camera
    language: NullTranslations,
) -> Sequence[CheckResult]:
    """Say how the camera is that watches this table; ``look`` inspects its newest picture."""
    _ = language.gettext
    seen, masked = look()
    if seen is None:
        says = _("{camera} shows no picture in which nothing moves").format(camera=wanted)
        mend = _("look again with no hand above the table; if it was unplugged, plug it in")
        return [CheckResult("camera", Health.WARNING, says, mend)]
    there = CheckResult("camera", Health.OK, _("{camera} watches").format(camera=wanted))
    return [there, *picture_findings(seen, language, racks=not masked)]


def unwatched(
    settings: Settings,  # noqa: ARG001 - of every look at a camera
    language: NullTranslations,
) -> Sequence[CheckResult]:
    """Say that nothing watches this table."""
    return [no_camera(language)]


def no_camera(language: NullTranslations) -> CheckResult:
    """Return that there is no camera."""
    _ = language.gettext
    mend = _("connect one, see docs/install.md")
    return CheckResult("camera", Health.WARNING, _("there is none"), mend)


def picture_findings(
    seen: Inspection, language: NullTranslations = ENGLISH, *, racks: bool = True
) -> list[CheckResult]:
    """Return what a picture of the table says: tags, the cards' size, focus, light.

    Without ``racks`` nothing is said of them: while a game runs only the mat is looked at.
    """
    _, ngettext = language.gettext, language.ngettext
    if seen.mirrored:
        says = _("no mat is seen: the picture is mirrored")
        mend = _("switch mirroring off in the camera's app, or take the phone's other camera")
        return [CheckResult("tags", Health.WRONG, says, mend)]
    if not seen.mat:
        if seen.missing:
            tags = ", ".join(map(str, seen.missing))
            says = _("no mat is seen; tags that are missing: {tags}").format(tags=tags)
        else:
            says = _("no mat is seen: its tags are there, but do not fit together")
        mend = _("lay the mat flat under the camera, wholly in view, printed true to size")
        return [CheckResult("tags", Health.WRONG, says, mend)]
    found = []
    if seen.missing:
        tags = ", ".join(map(str, seen.missing))
        says = _("tags of the mat that are not seen: {tags}").format(tags=tags)
        found.append(CheckResult("tags", Health.WARNING, says, _("uncover the mat's corners")))
    elif not racks:
        found.append(CheckResult("tags", Health.OK, _("the mat is seen")))
    elif not seen.racks:
        says = _("the mat is seen, and no rack: people hold their cards")
        found.append(CheckResult("tags", Health.OK, says))
    else:
        count = len(seen.racks)
        says = ngettext(
            "the mat is seen, and {number} rack", "the mat is seen, and {number} racks", count
        ).format(number=count)
        mend = _("set the racks up; a lens of 66 degrees sees them only from 1.1 m")
        found.append(CheckResult("tags", Health.OK if count > 1 else Health.WARNING, says, mend))
    sizes = [size for size in (seen.card_on_mat, seen.card_in_rack) if size is not None]
    if sizes:
        small = min(sizes) < SMALLEST_CARD
        mend = _("set camera.size to 4608x2592, or lower the camera")
        says = _("a card of 63 mm is {number} pixels wide, 60 are needed")
        says = says.format(number=round(min(sizes)))
        found.append(CheckResult("card size", Health.WRONG if small else Health.OK, says, mend))
    if seen.sharpness is not None:
        blurred = seen.sharpness < LEAST_SHARPNESS
        says = _("sharpness {number}, wanted {wanted} or more").format(
            number=f"{seen.sharpness:.2f}", wanted=f"{LEAST_SHARPNESS:.2f}"
        )
        mend = _("wipe the lens; let the camera settle anew: companion camera settle")
        found.append(CheckResult("focus", Health.WRONG if blurred else Health.OK, says, mend))
    return [*found, *_light(seen, language)]


def _light(seen: Inspection, language: NullTranslations) -> list[CheckResult]:
    _ = language.gettext
    levels = [level for level in (seen.rack_paper, seen.mat_paper) if level is not None]
    if not levels:
        return []
    low, high = round(min(levels)), round(max(levels))
    if min(levels) < DARK:
        says = _("too dark: white paper is {low} to {high} of 255").format(low=low, high=high)
        mend = _("more light, above all on the racks; then: companion camera settle")
        return [CheckResult("light", Health.WARNING, says, mend)]
    if max(levels) >= OVEREXPOSED:
        says = _("blown out: white paper is {low} to {high} of 255").format(low=low, high=high)
        mend = _("less or softer light; then: companion camera settle")
        return [CheckResult("light", Health.WARNING, says, mend)]
    says = _("white paper is {low} to {high} of 255").format(low=low, high=high)
    return [CheckResult("light", Health.OK, says)]


# -------------------------------------------------------------------------------------- the deck


def deck_findings(
    settings: Settings, language: NullTranslations, *, on_page: bool = False
) -> Sequence[CheckResult]:
    """Say whether a deck is learnt and can be told apart; ``on_page``: where that is learnt."""
    _, ngettext = language.gettext, language.ngettext
    folder = decks_directory()
    try:
        names = decks_in(folder)
    except OSError as error:
        why = cannot_look_for(folder, error)
        mend = _("see that the folder may be looked into")
        return [CheckResult("deck", Health.WRONG, COUNTED.told(why, language), mend)]
    wanted = deck_for(settings.table.game, None, settings.table.deck)
    learn = "companion deck learn NAME --camera auto"
    if on_page:
        learn = _("on the page “How do you want to play?”: Learn a deck")
    if wanted is None and not names:
        return [CheckResult("deck", Health.WARNING, _("no deck is learnt yet"), learn)]
    if wanted is None:
        says = _("which deck is played is not set")
        return [CheckResult("deck", Health.WARNING, says, _("set table.deck"))]
    try:
        deck = find_deck(wanted)
    except DeckError as error:
        return [CheckResult("deck", Health.WRONG, COUNTED.told(said_by(error), language), learn)]
    pairs = close_pairs(deck)
    told = [pair for pair in pairs if pair.difference is not Difference.NOTHING]
    bad = len({label for label, _hint in hints(deck)})
    count = len(deck.labels)
    cards = ngettext("{n} card", "{n} cards", count).format(n=count)
    if same_kinds(pairs) or told or bad:
        like = ngettext("{n} pair looks alike", "{n} pairs look alike", len(pairs))
        better = ngettext("{n} picture could be better", "{n} pictures could be better", bad)
        says = f"{deck.name}: {cards}, {like.format(n=len(pairs))}, {better.format(n=bad)}"
        return [CheckResult("deck", Health.WARNING, says, f"companion deck check {wanted}")]
    says = _("{deck}: {cards}, no two look alike; companion deck check says what is read")
    return [CheckResult("deck", Health.OK, says.format(deck=deck.name, cards=cards))]
