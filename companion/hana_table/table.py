"""The live table of Hana-awase: what pages may ask of a running game, and the camera's picture."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Protocol, TypeAlias, TypeVar

from companion.announcements.speech import Announcer
from companion.files.wall_clock import utc_now
from companion.frames import Camera, Frame
from companion.hana_awase.cards import Card
from companion.hana_awase.options import PLAYERS, OptionError, Options
from companion.hana_referee.readings import HanaReading
from companion.hana_table.desk import Lies
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.found_piles import PilePicture
from companion.hana_table.option_texts import HanaRulesShown, changed, setting_up
from companion.hana_table.past_views import HanaPast, HanaReview, past, review
from companion.hana_table.pile_pictures import find_pile, find_piles
from companion.hana_table.record import HanaRecord
from companion.hana_table.seen_places import FieldSight
from companion.hana_table.texts import clash_reason
from companion.hana_table.views import view
from companion.language.names import ENGLISH
from companion.language.phrases import phrase, said_by
from companion.live import CameraSight, LiveTable
from companion.panel.panel import Press
from companion.record.errors import RecordError
from companion.reply import Reply
from companion.views.view import PUBLIC, Reader

CHANGED = phrase("the table has changed meanwhile; please look again")

Found = TypeVar("Found")
HanaReport: TypeAlias = FieldSight | HanaReading
"""What is reported of a frame: by the eyes, or where nobody has to read it, of the table itself."""

_log = logging.getLogger(__name__)


def _follows_nothing(frame: Frame) -> HanaReport | None:  # noqa: ARG001 - it looks at nothing
    return None


class Eyes(Protocol):
    """What reads pictures of piles; called by one thread at a time."""

    @property
    def reads(self) -> bool:
        """Whether it can: a pack is learnt."""

    def frame(self, frame: Frame) -> PilePicture:
        """Read a camera's picture."""

    def photo(self, data: bytes) -> PilePicture:
        """Read a photo's file; raises ValueError with one sentence where that is no picture."""

    def picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG; None where there is none."""


class HanaTable(LiveTable[HanaEvening, HanaReport | None, str]):
    """A running table; a `companion.hana_table.desk.HanaDesk` for the pages.

    Its eyes read a picture when somebody asks for it; until then the newest one is kept. What
    reports of the field and the piles besides, is followed card by card.
    """

    def __init__(
        self,
        record: HanaRecord,
        options: Options,
        players: int,
        eyes: Eyes,
        *,
        watched: bool = False,
        tell: Callable[[str], object] = lambda _: None,
        language: NullTranslations = ENGLISH,
        beat: Callable[[], object] = lambda: None,
    ) -> None:
        """Join the parts; nothing runs yet.

        Args:
            record: where games go; it is used by the thread that runs the table only.
            options: how the table plays.
            players: how many.
            eyes: what reads pictures.
            watched: whether a camera hangs above the table, or is still to be opened.
            tell: called with each sentence for the table, in the table's thread.
            language: of these sentences.
            beat: called again and again as long as the table is alive, see `LiveTable`.

        Raises:
            OptionError: so many cannot play by these options.
        """
        evening = HanaEvening(
            record,
            options,
            players,
            now=utc_now,
            tell=self._tell,
            language=language,
            clock=time.monotonic,
        )
        super().__init__(evening, tell=tell, beat=beat)
        self._eyes, self._watched = eyes, watched
        self._newest: Frame | None = None

    # -------------------------------------------------------------------------- for the pages

    def put(self, card: Card, place: int | None, lies: Lies = "anywhere") -> Reply:
        """Say where a card lies, unless somebody has moved it since the page saw where it lay."""

        def do(evening: HanaEvening) -> None:
            on_record = evening.place_of(card)
            if lies != "anywhere" and on_record not in (None, lies, place):
                raise TapRefused(CHANGED)
            evening.put(card, place)

        return self._do(do)

    def exchange(self, was: Card, card: Card) -> Reply:
        """Say which card lies there."""
        return self._do(lambda evening: evening.exchange(was, card))

    def score(self, version: int) -> Reply:
        """Let the piles count."""
        return self._do(lambda evening: evening.score(), version)

    def draw(self, version: int, seat: int | None) -> Reply:
        """Draw the deal."""
        return self._do(lambda evening: evening.draw(seat), version)

    def take_back(self, version: int) -> Reply:
        """Take the newest step back."""
        return self._do(lambda evening: evening.take_back(), version)

    def begin(
        self, version: int, players: int, dealer: int, said: Mapping[str, object] | None = None
    ) -> Reply:
        """Begin a game, with other rules than before as far as ``said`` names any."""

        def begin(evening: HanaEvening) -> None:
            evening.begin(players, dealer, changed(evening.options, said or {}))

        return self._do(begin, version)

    def rules(
        self, players: int, said: Mapping[str, object], language: NullTranslations
    ) -> HanaRulesShown | Reply:
        """Return the rules of the next game with what is ``said`` of them, for a page."""
        return self._told(
            lambda evening: setting_up(changed(evening.options, said), players, language)
        )

    def evenings(self, language: NullTranslations) -> HanaPast | Reply:
        """Return the games on record, newest first, and what they came to."""
        return self._told(lambda evening: past(evening, language))

    def review(self, game: int, language: NullTranslations) -> HanaReview | Reply:
        """Return a game on record, looked at again."""
        return self._told(lambda evening: review(evening, game, language))

    def has_camera(self) -> bool:
        """Whether a camera hangs above the table."""
        return self._watched

    def reads(self) -> bool:
        """Whether pictures can be read: a pack is learnt."""
        return self._eyes.reads

    def look(self) -> Reply:
        """Read the piles from the camera's newest picture, in the thread that asks."""
        frame = self._newest
        if frame is None:
            return Reply(None, phrase("there is no picture from a camera"))
        return self._read(lambda: self._eyes.frame(frame), None)

    def photo(self, data: bytes, seat: int | None) -> Reply:
        """Read a pile, or all of them, from a photo, in the thread that asks."""
        return self._read(lambda: self._eyes.photo(data), seat)

    def picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG; None where there is none."""
        return self._eyes.picture(label)

    def _read(self, read: Callable[[], PilePicture], seat: int | None) -> Reply:
        players = self._told(lambda evening: evening.sitting.players)
        if isinstance(players, Reply):
            return players
        try:
            picture = read()
            found = find_piles([picture], players) if seat is None else find_pile(picture)
        except ValueError as error:
            return Reply(None, _why(error))
        return self._do(
            lambda evening: evening.take_piles(found, seat, without_mat=picture.from_above)
        )

    def _told(self, work: Callable[[HanaEvening], Found]) -> Found | Reply:
        """Return what is found out in the table's thread, or why it cannot be."""
        try:
            return self._answer(work)
        except (TapRefused, OptionError, RecordError) as error:
            return Reply(None, _why(error))

    def _do(self, work: Callable[[HanaEvening], object], version: int | None = None) -> Reply:
        """Carry a tap out in the table's thread; return when it is on record and published."""

        def do(evening: HanaEvening) -> Reply:
            if version is not None and version != evening.version:
                return Reply(None, CHANGED)
            work(evening)
            return Reply()

        return self._told(do)

    # ------------------------------------------------------------------------- for the devices

    def through(
        self, camera: Camera, follow: Callable[[Frame], HanaReport | None] = _follows_nothing
    ) -> CameraSight[HanaReport | None]:
        """Look through an opened ``camera``: its newest picture is kept, for who asks for it.

        Args:
            camera: what watches.
            follow: reports of a frame what lies in the field and before the players, so that the
                play is followed; None as long as there is nothing new.
        """

        def look(frame: Frame) -> HanaReport | None:
            self._keep(frame)
            return follow(frame)

        return CameraSight(camera, look)

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told, from now on."""
        self.listen(announcer.say)

    # ------------------------------------------------------------------------ a live table's game

    def _views(self) -> Mapping[Reader, Mapping[str, object]]:
        """Return the newest view; all readers have the same, for nothing is hidden in this game."""
        running = self.controller.game is not None
        seats = range(self.controller.players if running else max(PLAYERS))
        return dict.fromkeys([PUBLIC, *seats], view(self.controller))

    def _catch_up(self) -> None:
        self.controller.catch_up()

    def _press(self, press: Press) -> Reply:
        try:
            self.controller.press(press)
        except RecordError as error:  # the page says it
            _log.warning("the panel's button %s does nothing: %s", press.value, error)
        return Reply()

    def _see(self, reading: HanaReport | None, t: float) -> None:
        del t
        if reading is not None:
            self.call(lambda evening: _seen(evening, reading))

    def _see_again(self, sight: CameraSight[HanaReport | None]) -> float:  # noqa: ARG002 - of every table
        """Go on with a camera and new eyes, by its own clock."""
        self.call(HanaEvening.watch_anew)
        return 0.0

    def _keep(self, frame: Frame) -> None:
        # Fetched now: a live camera forgets a picture with the next one.
        self._newest = Frame(frame.pixels, frame.t, frame.name)

    def _lose_sight(self, *, failed: bool) -> None:
        """Forget the picture of a camera that is lost; the last one of a film stays."""
        if failed:
            self._newest = None


def _seen(evening: HanaEvening, reading: HanaReport) -> None:
    try:
        if isinstance(reading, HanaReading):
            evening.see(reading)
        else:
            evening.look(reading)
    except RecordError as error:  # the page says it; the table lies there still, and is seen again
        _log.warning("what was laid cannot be written down: %s", error)


def _why(error: Exception) -> str:
    """Return what an error says, as a phrase where it is one."""
    if isinstance(error, OptionError) and error.clash is not None:
        return clash_reason(error.clash)
    return said_by(error)
