"""The live table of Hanabi: what phones, the panel and the host may ask of a running game."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from functools import partial

from companion import live
from companion.announcements.announcement import Announcement
from companion.announcements.speech import Announcer
from companion.corrections.judging import Choice
from companion.files.wall_clock import utc_now
from companion.film.filming import FilmedController
from companion.film.reel import Reel
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import NOBODY, PANEL, Teller
from companion.inbox import InboxClosedError
from companion.language.phrases import phrase, said_by
from companion.live import ANSWERED_WITHIN, LiveTable
from companion.panel.panel import PanelDevice, Press, VirtualPanelDevice
from companion.panel.trial import PanelTrial
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import RedoTap, Tap
from companion.play.lobby import Plan
from companion.play.remedies import Explained, choices, explained
from companion.record.errors import none_begins
from companion.record.games import Record, RecordError
from companion.referee.readings import TableReading
from companion.reply import NO_ANSWER, Reply
from companion.views.view import PUBLIC, Reader

log = logging.getLogger(__name__)

HELD = phrase("a backup is being put in place: wait until the companion is back")

TableSight = live.CameraSight[TableReading | None]
"""A camera and the eyes that read its frames; None: something moves."""


class Table(LiveTable[Controller, TableReading | None, Announcement]):
    """A running table; a `companion.desk.HanabiDesk` for the phone pages.

    Attributes:
        firework_count: how many fireworks the eyes are to look for; set in the table's thread,
            read in that of the camera.

    Args:
        record: where games go; it is used by the thread that runs the table only.
        plan: what is to be played.
        tell: called with what the table is told, in the table's thread.
        watch: whether a camera is going to watch; ``LOST``: one is still to be opened.
        beat: called again and again as long as the table is alive, see `LiveTable`.
        reel: the film that keeps what the table is asked; None: none does.
    """

    def __init__(
        self,
        record: Record,
        plan: Plan,
        *,
        tell: Callable[[Announcement], object] = lambda _: None,
        watch: Watch = Watch.ON,
        beat: Callable[[], object] = lambda: None,
        reel: Reel | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Join the parts; nothing runs yet."""
        kind = Controller if reel is None else partial(FilmedController, reel=reel)
        controller = kind(record, plan, now=utc_now, tell=self._tell, watch=watch, clock=clock)
        super().__init__(controller, tell=tell, beat=beat)
        self.firework_count = controller.firework_count
        self._trial: PanelTrial | None = None
        self._held = False

    # -------------------------------------------------------------------------- for the phones

    def ask(self, tap: Tap, reader: Reader, name: str = "") -> Reply:
        """Carry out a tap in the table's thread; return when it is on record and published."""
        try:
            return self._inbox.ask(partial(self._asked, tap, reader, name), ANSWERED_WITHIN)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        except RecordError as error:  # only a game that begins: one that runs goes on in memory
            return Reply(None, none_begins(said_by(error)))

    def _asked(self, tap: Tap, reader: Reader, name: str) -> Reply:
        if self._held:
            return Reply(None, HELD)
        return self.controller.ask(tap, reader, name=name)

    def was_carried_out(self, name: str) -> bool:
        """Say whether the tap of this name changed the game that is on the table, at any time."""
        return self.call(lambda controller: controller.was_carried_out(name), ANSWERED_WITHIN)

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        """Return what may be put right; worked out in the thread that asks, of a frozen game."""
        found = self._answer(lambda one: (one.game, one.people.phones))
        return found if isinstance(found, Reply) else choices(found[0], turn, reader, found[1])

    def explained(self, reader: Reader) -> Explained | Reply:
        """Return what puts the record right; worked out in the thread that asks, as `choices`."""
        found = self._answer(lambda controller: controller.game)
        return found if isinstance(found, Reply) else explained(found, reader)

    # ---------------------------------------------------------------------------- for the host

    def game_on_it(self) -> int | None:
        """Return the number of the game that lies on the table, over or not; None: none does."""

        def number(controller: Controller) -> int | None:
            return None if controller.game is None else controller.game.id

        return self.call(number, ANSWERED_WITHIN)

    def is_running(self) -> bool:
        """Say whether a game runs, so that hands are hidden."""
        return self.call(_is_running, ANSWERED_WITHIN)

    def hold(self, held: bool) -> bool:
        """Let nobody tap anything until the companion starts anew, or let them again.

        Returns:
            Whether that is so; not where a game is running: that one goes on.
        """

        def do(controller: Controller) -> bool:
            if held and _is_running(controller):
                return False
            self._held = held
            return True

        return self.call(do, ANSWERED_WITHIN)

    def ruleset(self) -> Ruleset:
        """Return what the next game is played by."""
        return self.call(lambda controller: controller.ruleset, ANSWERED_WITHIN)

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
        return self.call(lambda controller: controller.choose(ruleset), ANSWERED_WITHIN)

    def trial(self) -> PanelTrial | None:
        """Return what tries the panel from a page; None: there is nothing to be tried."""
        return self._trial

    def offer_trial(self, trial: PanelTrial) -> None:
        """Let pages try the panel with ``trial``, from now on."""
        self._trial = trial

    # ------------------------------------------------------------------------- for the devices

    def connect(self, panel: PanelDevice, virtual: VirtualPanelDevice | None = None) -> None:
        """Show the game on ``panel`` from now on; ``virtual`` is the same one, if it is virtual."""
        super().connect(panel, virtual)
        self.controller.virtual_panel = virtual is not None

    def ask_pile(self, card: int | None) -> None:
        """Let pages ask on which pile a card lies, by its serial on a table without a mat; or none.

        Does not wait.
        """

        def ask() -> None:
            self.controller.pile = card

        self._inbox.post(ask)

    def redo(self) -> None:
        """Take a held undo button from the panel's thread: what was undone last counts again."""

        def do() -> None:
            if self._trial is not None and self._trial.pressed(Press.UNDO):
                return
            game = self.controller.game
            if game is not None and game.past.undone:
                reply = self.controller.ask(RedoTap(), PUBLIC, who=self._whose_panel)
                if not reply.ok:
                    self.controller.say_aloud(reply)

        self._inbox.post(do)

    def speak_with(self, announcer: Announcer) -> None:
        """Let ``announcer`` say aloud what the table is told, from now on."""
        self.listen(announcer.tell)

    # ------------------------------------------------------------------------ a live table's game

    def _views(self) -> Mapping[Reader, Mapping[str, object]]:
        return self.controller.views()

    @property
    def _whose_panel(self) -> Teller:
        """Who a button comes from: a real one is pressed before everybody's eyes, no page is."""
        return PANEL if self._virtual is None else NOBODY

    def _press(self, press: Press) -> Reply:
        if self._trial is not None and self._trial.pressed(press):
            return Reply()
        if self._held:
            self.controller.say_aloud(Reply(None, HELD))
            return Reply()
        try:
            reply = self.controller.press(press, who=self._whose_panel)
        except RecordError as error:
            log.warning("no game can begin: %s", error)
            return Reply()
        return reply if reply.ok else Reply()

    def _catch_up(self) -> None:
        self.controller.catch_up()
        self.firework_count = self.controller.firework_count

    def _panel_is_free(self) -> bool:
        """Say whether the panel shows the game; a trial of it ends when a game begins."""
        if self._trial is None or not self._trial.active:
            return True
        if not _is_running(self.controller):
            return False
        self._trial.leave()
        return True

    def _see(self, reading: TableReading | None, t: float) -> None:
        self.call(lambda controller: controller.see(reading, t))

    def _lose_sight(self, *, failed: bool) -> None:  # noqa: ARG002 - however it was lost
        self.call(Controller.lose_sight)

    def _see_again(self, sight: TableSight) -> float:
        return self.call(partial(_see_again, reads=sight.reads))


def _is_running(controller: Controller) -> bool:
    return controller.game is not None and not controller.game.state.laid_down


def _see_again(controller: Controller, *, reads: bool) -> float:
    if reads:
        controller.see_again()
    return controller.moment()
