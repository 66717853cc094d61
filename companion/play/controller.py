"""The games of one evening at one table: before a game, in it, after it, and the next one."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from companion.announcements.announcement import (
    Announcement,
    Happened,
    PutRight,
    Refused,
    Seated,
    TakenBack,
)
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import NOBODY, PANEL, Teller
from companion.language.people import Arrival, People
from companion.language.phrases import phrase
from companion.language.refusal_texts import NOBODY_SITS_THERE
from companion.panel.panel import PanelState, Press, Status
from companion.play.buttons import names_who_begins, tap_of
from companion.play.camera_watch import CameraWatch, Watch
from companion.play.game import Game, Said, told_again
from companion.play.inputs import (
    Arrived,
    CheckTap,
    ConsentTap,
    CorrectTap,
    Input,
    Moved,
    NewGameTap,
    RedoTap,
    Seen,
    SightBack,
    SightLost,
    StartTap,
    Stopped,
    Tap,
    TimedTap,
    UndoTap,
)
from companion.play.lobby import Plan, counts_players, full_racks, lacking
from companion.play.news import News
from companion.play.page_view import TableView
from companion.play.phase import Ruling, phase_of, ruling_on, why_refused
from companion.play.policy import as_told_by, asked_first, refusal
from companion.play.proposals import agrees_to_end, said_for_all
from companion.play.remedies import whose_turn
from companion.play.running import RunningGame
from companion.play.showing import TableNow
from companion.play.step import step
from companion.play.view import amiss_with_light, looked_at, where_hidden
from companion.record.errors import TRY_AGAIN, none_begins
from companion.record.games import Record, RecordError
from companion.record.seating import SeatChange, Seating, SeatRefusal, SeatRefused, arrival_of
from companion.referee.readings import TableReading
from companion.reply import Reply
from companion.views.view import PUBLIC, Reader

log = logging.getLogger(__name__)

READ_IN = 5.0
"""Seconds for which a page says at least why a tap was refused later: what happens then ends it."""


class Controller:
    """Keeps the game that is being played, if any; belongs to one thread.

    Attributes:
        running: the game that is being played or was played last; None before a game.
        virtual_panel: whether pages should show a panel.
        pile: the serial of the card of which people have to say on which pile it lies; it tells no
            face. None: of none.
        people: what the seats are called.
        seating: who holds which seat, and which hands each phone was shown in this game.
        troubles: what was found to be wrong at the start, each a sentence for people.
        follower: told of the game after each reading and tap that it has taken; None: nobody is.
    """

    def __init__(
        self,
        record: Record,
        plan: Plan,
        *,
        now: Callable[[], str],
        tell: Callable[[Announcement], None],
        watch: Watch = Watch.ON,
        clock: Callable[[], float] = lambda: 0.0,
        lot: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """Start before a game.

        Args:
            record: where the games go.
            plan: what is to be played.
            now: gives the moment by the clock on the wall, UTC.
            tell: called with what the table is told, once it is on record.
            watch: whether a camera watches.
            clock: seconds that only ever grow, for as long as no camera tells the time.
            lot: draws one of so many seats, where a lot decides who begins.
        """
        self._record = record
        self._plan = plan
        self._now = now
        self._tell = tell
        self._first = plan.first
        self._hidden: str | None = None
        self._news = News()
        self._clock = clock
        self._lot = lot
        self._camera = CameraWatch.begun(watch, clock())
        self._players = plan.players
        self._played_before: int | None = None
        with suppress(RecordError):  # what is wrong with the record is said elsewhere
            self._played_before = record.players_of_newest(plan.source)
        self._notices: dict[Reader, Refused] = {}
        self.running: RunningGame | None = None
        self.virtual_panel = False
        self.pile: int | None = None
        self.people = People()
        self.seating = Seating()
        self.troubles: tuple[str, ...] = ()
        self._tried = self._camera.clock_at
        self.follower: Callable[[Game], None] | None = None

    @property
    def game(self) -> Game | None:
        """The game that is being played or was played last, as it stands; None before one."""
        return None if self.running is None else self.running.game

    def resume(self, source: str | None = None) -> int | None:
        """Go on with the newest unfinished game; return its number, None if there is none.

        Args:
            source: only a game that was seen there; None: any.
        """
        game = self._record.unfinished(source)
        if game is None:
            return None
        self.running = RunningGame.resume(self._record, game)
        self.seating = self.running.game.past.seating
        if self.seating.seats:
            self.people = self.seating.people()
        for told in told_again(self.running.game.past):
            self._news.note(told, self.people, heard=False)
        if self.watched and self.running.game.counts_only:
            self._camera = self._camera.set_aside()
        if not self.watched:
            t = self._camera.t
            self.running.keep(step(self.running.game, SightLost(), t), t)
        return game

    def look_back(self, source: str) -> int | None:
        """Show the newest game that was seen at ``source`` again; return its number, or None."""
        games = [game.id for game in self._record.games() if game.source == source]
        if not games:
            return None
        self.running = RunningGame.resume(self._record, games[-1])
        return games[-1]

    def clear(self, source: str) -> None:
        """Make the table ready for the first or next game, which is seen at ``source``."""
        self._new_game()
        self._camera = self._camera.without_reading()
        self._plan = replace(self._plan, source=source)

    @property
    def players(self) -> int | None:
        """How many play; None while nobody can say."""
        return self._to_play if self.game is None else self.game.state.players

    @property
    def _to_play(self) -> int | None:
        """How many are to play the next game; None while nobody can say."""
        if self._plan.players is not None:
            return self._plan.players
        full = full_racks(self._camera.reading, self._plan.ruleset)
        if full or self._counts_players:
            return full or None
        if self._players is not None:
            return self._players
        # A group that played here before is not asked again; whoever joined or left changes it.
        before = self._played_before
        return before if before in self._plan.ruleset.players else None

    @property
    def first(self) -> int:
        """The seat that is to begin the next game; one that plays, as soon as that is known."""
        return self._first % (self.players or MOST_SEATS)

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading | None, t: float) -> None:
        """Take what the eyes report of one frame; None: something moves."""
        if self._camera.waits and not self._counts_only:
            self.see_again()
        if not self.watched:
            return
        self._camera = self._camera.seen(reading, t, self._clock())
        if reading is None:
            self._take(Moved(), t)
            return
        if self.game is not None and not self.game.state.laid_down:
            self._take(Seen(reading), reading.t)
            self._let_follow()
            self._log_hidden()

    def _log_hidden(self) -> None:
        """Tell the log where the camera cannot look, as the page does, and when it can again.

        So with light in which it may miss a card. Of the mat only: what covers a rack may hang on
        its cards.
        """
        game, hidden = self.game, None
        if game is not None and not game.state.over:
            hidden = where_hidden(game) or amiss_with_light(game.blind)
        if hidden == self._hidden:
            return
        self._hidden = hidden
        if hidden is None:
            log.info("the camera sees all that lies on the table again")
        else:
            log.warning("%s", hidden)

    def lose_sight(self) -> None:
        """Go on without the camera: it has ended, or cannot be read any more."""
        self._camera = self._camera.waiting(waits=False)
        if self.watched:
            self._camera = self._camera.lost_at(self._clock())
            self._take(SightLost(), self._camera.t)

    def see_again(self) -> None:
        """Go on with a camera: what it shows first is compared with the record.

        A game of which buttons have counted cards is not taken up again: the camera would take
        those for moves, and nobody knows where they lie. It waits for the next game.
        """
        self._camera = self._camera.waiting(waits=self._counts_only)
        if not self.watched and not self._camera.waits:
            t = self.moment()  # the camera's clock goes on from here
            self._camera = self._camera.back(self._clock())
            self._take(SightBack(), t)

    def was_carried_out(self, name: str) -> bool:
        """Say whether the tap of this name has changed the game that is on the table."""
        return self.running is not None and self.running.was_carried_out(name)

    def ask(self, tap: Tap, reader: Reader, *, who: Teller = NOBODY, name: str = "") -> Reply:
        """Carry out a tap from the seat ``reader``.

        Args:
            tap: what was tapped.
            reader: whose phone it comes from.
            who: what it comes from, where that is no phone.
            name: of this one tap; see `was_carried_out`.
        """
        self._notices.pop(reader, None)
        game, running, phase = self.game, self.running, phase_of(self.game)
        if game is not None:
            tap = said_for_all(game, tap, reader, self.people.phones)
        lobby = game is None or isinstance(tap, StartTap | NewGameTap)
        if lobby and ruling_on(phase, tap) is Ruling.REFUSE:
            return Reply(None, why_refused(phase, tap))
        if isinstance(tap, StartTap | NewGameTap):
            if (why := refusal(tap, reader, self._players or 0, watched=self.watched)) is not None:
                return Reply(None, why)
            return self._start(tap) if isinstance(tap, StartTap) else self._stop(reader, who)
        assert game is not None
        assert running is not None
        state, phones = game.state, self.people.phones
        why = refusal(
            tap,
            reader,
            state.players,
            watched=self.watched,
            over=state.laid_down,
            phones=phones,
            due=None if state.over else (state.turn, state.to_move),
        )
        if why is not None:
            return Reply(None, why)
        if isinstance(tap, CheckTap):
            return looked_at(state, tap.clue)
        tap, t = as_told_by(tap, reader, state.players, who=who, phones=phones), self.moment()
        if isinstance(tap, UndoTap | RedoTap | CorrectTap) and not who:
            # The panel's buttons are pressed before everybody's eyes.
            tap = asked_first(tap, whose_turn(game, tap, reader), reader, phones)
        if isinstance(tap, ConsentTap) and tap.granted and agrees_to_end(game, reader):
            self._take(Stopped(for_good=False), t)
            return Reply()
        done = step(game, TimedTap(t, tap, reader, who, self._now()), t)
        reply = self._reply(running.keep(done, t, name))
        self._let_follow()
        self._keep_seating()
        return self._waiting(tap, reader) if reply.ok else reply

    def _take(self, given: Input, t: float) -> None:
        if self.running is not None:
            self._say(self.running.keep(step(self.running.game, given, t), t))

    def catch_up(self) -> None:
        """Write what could not be written so far, and see whether the camera still says anything.

        It is called now and then, also where nothing happens.
        """
        self._camera = self._camera.checked(self._clock() if self.watched else None)
        if self.running is not None and self.running.trouble is not None:
            self.running.catch_up(self.moment())
        elif self._record.trouble is not None and abs(self._clock() - self._tried) >= TRY_AGAIN:
            self._tried = self._clock()
            self._record.try_again()

    def _let_follow(self) -> None:
        if self.follower is not None and self.game is not None:
            self.follower(self.game)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``; somebody's ``arrival`` is put on record and told."""
        if arrival is not None:
            t = self.moment()
            self._take(Arrived(arrival, self._now()), t)
            self._say((Seated(t, arrival),))
        self.people = people
        if self.running is not None:
            self.running.note_players(people)

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat, if nothing objects; it is on record before anybody is told.

        Returns:
            Why it is refused, or None.
        """
        running = self.game is not None and not self.game.state.laid_down
        before = self.seating
        try:
            self.seating = before.changed(change, running=running)
        except SeatRefused as refused:
            return refused.why
        if self.seating != before:
            arrival, t = arrival_of(before, change, running=running), self.moment()
            self._keep_seating(arrival)
            if arrival is not None:  # said of those who sat there until now
                self._say((Seated(t, arrival),))
            self.people = self.seating.people()
            if self.running is not None:
                self.running.note_players(self.people)
        return None

    def _keep_seating(self, arrival: Arrival | None = None) -> None:
        """Put on record who holds which seat, where a game runs that has it otherwise.

        What changes while hands lie open is written once a correction lets the game go on.
        """
        game = self.game
        if game is None or game.state.laid_down or game.past.seating == self.seating:
            return
        self._take(Arrived(arrival, self._now(), self.seating), self.moment())

    def press(self, press: Press, *, who: Teller = PANEL) -> Reply:
        """Take a button of the panel; what is refused is told to the whole table.

        Args:
            press: the button.
            who: whose button it is; nobody's on a page, which any phone may press at any place.
        """
        tap = tap_of(press, self.game, watched=self.watched, first=self.first)
        if tap is None:
            if press is Press.PLAY and names_who_begins(self.game):
                self.let_the_next_begin()
            return Reply()
        reply = self.ask(tap, PUBLIC, who=who)
        if not reply.ok:
            self.say_aloud(reply)
        return reply

    def let_the_next_begin(self) -> None:
        """Let the seat after the one that was to begin the next game begin it."""
        self._first = (self.first + 1) % (self.players or MOST_SEATS)

    @property
    def ruleset(self) -> Ruleset:
        """What the next game is played by."""
        return self._plan.ruleset

    @property
    def firework_count(self) -> int:
        """How many fireworks are built on the table: in the game that lies there, or the next."""
        game = self.game
        if game is None or game.state.laid_down:
            return len(self.ruleset.suits)
        return len(game.state.ruleset.suits)

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
        if self.game is not None and not self.game.state.over:
            return Reply(None, phrase("a game is running: its rules do not change"))
        self._plan = replace(self._plan, ruleset=ruleset)
        return Reply()

    @property
    def _counts_only(self) -> bool:
        game = self.game
        return game is not None and not game.state.over and game.counts_only

    @property
    def watched(self) -> bool:
        """Whether a camera watches the table now."""
        return self._camera.on

    def moment(self) -> float:
        """Return the moment: the camera's, and while there is none that of another clock."""
        if not self.watched:
            self._camera = self._camera.passed(self._clock())
        return self._camera.t

    # ------------------------------------------------------------------------ starting a game

    def _start(self, tap: StartTap) -> Reply:
        plan, players = self._plan, self._to_play
        if not self._counts_players and tap.players is not None:
            players = tap.players
        lack = lacking(plan.ruleset, players, self._camera.reading, watched=self.watched)
        if lack is not None or players is None:
            return Reply(None, lack)
        if not 0 <= tap.first < players:
            return Reply(None, NOBODY_SITS_THERE)
        first = self._lot(players) if plan.draws_a_lot else tap.first
        ended = self._not_laid_down()
        running, said = RunningGame.begin(
            self._record,
            plan.ruleset,
            players,
            first,
            at=self._now(),
            source=plan.source,
            reading=self._camera.reading if self.watched else None,
            t=self.moment(),
        )
        if ended is not None:  # only now: a game that cannot be written down does not begin
            t = self.moment()
            self._say(ended.keep(step(ended.game, Stopped(), t), t))
        self._news.clear()
        self._notices.clear()
        if not self._counts_players:
            self._players = players
        self.running = running
        self.seating = self.seating.begun(players)
        self._keep_seating()
        running.note_players(self.people)
        self._say(said)
        return Reply()

    @property
    def _counts_players(self) -> bool:
        """Whether racks tell how many play."""
        return counts_players(self._camera.reading, watched=self.watched)

    def _not_laid_down(self) -> RunningGame | None:
        """Return the game that has ended and was never confirmed; None: there is none."""
        ended = self.running
        with suppress(RecordError):  # an old game that is damaged keeps no new one from beginning
            game = self._record.unfinished(self._plan.source) if ended is None else None
            ended = ended if game is None else RunningGame.resume(self._record, game)
        return ended if ended is not None and ended.game.state.over else None

    def _stop(self, reader: Reader, who: Teller) -> Reply:
        """Stop the game that runs, if another seat's phone agrees or there is none.

        Its hands stay covered: it can be taken up again until they are laid down. From a game that
        has ended it is the way to the next one.
        """
        running = self.running
        if running is None or running.game.state.over:
            return self._new_game()
        seats = range(running.game.state.players)
        others = tuple(seat for seat in seats if seat != reader and seat in self.people.phones)
        t = self.moment()
        if not others or who:
            self._take(Stopped(for_good=False), t)
            return Reply()
        tap = NewGameTap(others)
        done = step(running.game, TimedTap(t, tap, reader), t)
        reply = self._reply(running.keep(done, t))
        return self._waiting(tap, reader) if reply.ok else reply

    def _waiting(self, tap: Tap, reader: Reader) -> Reply:
        """Return what became of a tap that was taken: whether it waits for another seat's yes."""
        proposed = () if self.game is None else self.game.proposed
        waits = any(one.tap == tap and one.reader == reader for one in proposed)
        return Reply(told={"waits": True}) if waits else Reply()

    def _new_game(self) -> Reply:
        self._take(Stopped(), self.moment())
        self.running = None
        return Reply()

    # ------------------------------------------------------------------------------- telling

    def _say(self, said: Said) -> None:
        for announcement in said:
            if isinstance(announcement, Refused):
                # A tap that waited for its moment: whoever made it is told, and nobody else.
                if announcement.reader is not None:
                    self._notices[announcement.reader] = announcement
                continue
            if isinstance(announcement, Happened | PutRight | TakenBack):
                self._notices = {
                    reader: notice
                    for reader, notice in self._notices.items()
                    if announcement.t - notice.t < READ_IN
                }
            self._news.note(announcement, self.people)
            self._tell(announcement)

    def _reply(self, said: Said) -> Reply:
        refused = [one for one in said if isinstance(one, Refused) and not one.later]
        self._say(tuple(one for one in said if one not in refused))
        if not refused:
            return Reply()
        rule = refused[0].rule
        return Reply(rule.value if rule else None, refused[0].why)

    def say_aloud(self, reply: Reply) -> None:
        """Say why a button was refused: whoever pressed it has no page of his own to read it on.

        No button tells anything of a hand, so neither does this.
        """
        rule = None if reply.rule is None else Rule(reply.rule)
        told = Refused(self.moment(), rule, reply.message or "", None)
        self._news.note(told, self.people)
        self._tell(told)

    # --------------------------------------------------------------------------------- views

    @property
    def status(self) -> Status:
        """What the table waits for."""
        return self._shown_now().status

    def panel(self) -> PanelState:
        """Return what the panel shows."""
        return self._shown_now().panel()

    def shown(self) -> object:
        """Return a value that stays equal for as long as all views and the panel do."""
        return self._shown_now().compared()

    def views(self) -> Mapping[Reader, TableView]:
        """Return what every reader may see now, as JSON objects."""
        return self._shown_now().views()

    def _shown_now(self) -> TableNow:
        running = self.running
        return TableNow(
            game=self.game,
            players=self.players,
            first=self.first,
            plan=self._plan,
            camera=self._camera,
            news=self._news,
            notices=self._notices,
            people=self.people,
            ailing=self._ailing,
            trouble=(running or self._record).trouble,
            not_saved=None if running is None else running.not_saved,
            virtual_panel=self.virtual_panel,
            pile=self.pile,
        )

    @property
    def _ailing(self) -> tuple[str, ...]:
        """What people have to know of this table: each a part of a sentence."""
        why, game = self._record.trouble, self.game
        if why is not None and (game is None or game.state.laid_down):
            why = none_begins(why)
        of_record = (self._record.noted, why)
        return (*self.troubles, *(one for one in of_record if one is not None))
