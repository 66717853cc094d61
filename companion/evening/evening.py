"""The games of one evening at one table: before a game, in it, after it, and the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from gettext import NullTranslations

from companion.desk.desk import Reply
from companion.desk.permits import as_told_by, refusal
from companion.desk.taps import (
    CheckTap,
    NewGameTap,
    StartTap,
    Tap,
    TimedTap,
)
from companion.evening.comparing import of_game, of_lobby
from companion.evening.explaining import Disagreement
from companion.evening.guestbook import note_players
from companion.evening.lobby import MOST_SEATS, Plan, full_racks, lacking, lobby_view
from companion.evening.news import News
from companion.evening.notices import about_camera, notice_of, said_before_game, said_of_game
from companion.evening.presses import Presses
from companion.evening.showing import (
    NOTHING_YET,
    Watch,
    looked_at,
    view_session,
)
from companion.hanabi.ruleset import Ruleset
from companion.language.languages import code_of, languages
from companion.language.people import Arrival, People
from companion.language.phrases import phrase
from companion.panel.panel import PanelState, Press, Status
from companion.record.games import Record
from companion.record.timeline import Timeline
from companion.referee.readings import TableReading
from companion.session.session import Session
from companion.telling.announcements import Announcement, Refused, Seated
from companion.views.view import ONLOOKER, PUBLIC, Reader

__all__ = ["Evening", "Watch"]


class Evening:
    """Keeps the game that is being played, if any; belongs to one thread.

    Attributes:
        session: the game that is being played or was played last; None before a game.
        virtual_panel: whether pages should show a panel.
        people: what the seats are called.
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
    ) -> None:
        """Start before a game.

        Args:
            record: where the games go.
            plan: what is to be played.
            now: gives the moment by the clock on the wall, UTC.
            tell: called with what the table is told, once it is on record.
            watch: whether a camera watches.
            clock: seconds that only ever grow, for as long as no camera tells the time.
        """
        self._record = record
        self._plan = plan
        self._now = now
        self._tell = tell
        self._first = plan.first
        self._reading: TableReading | None = None
        self._news = News()
        self._t = 0.0
        self._clock = clock
        self._clock_at = clock()
        self._players = plan.players
        self._notices: dict[Reader, Refused] = {}
        self._watch = watch
        self._presses = Presses(self)
        self._is_back = False
        self.session: Session | None = None
        self.virtual_panel = False
        self.people = People()
        self.follower: Callable[[Session], None] | None = None

    def resume(self, source: str | None = None) -> int | None:
        """Go on with the newest unfinished game; return its number, None if there is none.

        Args:
            source: only a game that was seen there; None: any.
        """
        game = self._record.unfinished()
        if game is None or source not in (None, self._record.summary(game).source):
            return None
        self.session = Session.resume(self._record, game)
        if self._watch is Watch.ON and self.session.counts_only:
            self._watch, self._is_back = Watch.LOST, True
        if self._watch is not Watch.ON:
            self.session.unwatch(self._t)
        return game

    def look_back(self, source: str) -> int | None:
        """Show the newest game that was seen at ``source`` again; return its number, or None."""
        games = [game.id for game in self._record.games() if game.source == source]
        if not games:
            return None
        self.session = Session.resume(self._record, games[-1])
        return games[-1]

    def clear(self, source: str) -> None:
        """Make the table ready for the first or next game, which is seen at ``source``."""
        self._new_game()
        self._reading = None
        self._plan = replace(self._plan, source=source)

    @property
    def players(self) -> int | None:
        """How many play; None while nobody can say."""
        if self.session is not None:
            return self.session.state.players
        if self._players is not None:
            return self._players
        return full_racks(self._reading, self._plan.ruleset) or None

    @property
    def first(self) -> int:
        """The seat that is to begin the next game; one that plays, as soon as that is known."""
        return self._first % (self.players or MOST_SEATS)

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading | None, t: float) -> None:
        """Take what the eyes report of one frame; None: something moves."""
        if self._is_back and not self._counts_only:
            self.see_again()
        if self._watch is not Watch.ON:
            return
        self._t = t
        if reading is None:
            if self.session is not None:
                self.session.move(t)
            return
        self._reading = reading
        if self.session is not None and not self.session.state.over:
            self._say(self.session.see(reading))
            self._let_follow()

    def lose_sight(self) -> None:
        """Go on without the camera: it has ended, or cannot be read any more."""
        self._is_back = False
        if self._watch is Watch.ON:
            self._watch, self._reading, self._clock_at = Watch.LOST, None, self._clock()
            if self.session is not None:
                self._say(self.session.unwatch(self._t))

    def see_again(self) -> None:
        """Go on with a camera: what it shows first is compared with the record.

        A game of which buttons have counted cards is not taken up again: the camera would take
        those for moves, and nobody knows where they lie. It waits for the next game.
        """
        self._is_back = self._counts_only
        if self._watch is not Watch.ON and not self._is_back:
            self.moment()  # the camera's clock goes on from here
            self._watch, self._reading = Watch.ON, None
            if self.session is not None:
                self.session.watch_again()

    @property
    def timeline(self) -> Timeline | None:
        """The game as it counts, which may be put right; None before a game."""
        return None if self.session is None else self.session.past.timeline

    @property
    def disagreement(self) -> Disagreement | None:
        """The game and how its record and the table differ; None: they agree, or there is none."""
        session = self.session
        if session is None or session.differs is None:
            return None
        past = session.past
        return Disagreement(past.timeline, session.differs, bool(past.undone))

    def ask(self, tap: Tap, reader: Reader, *, who: str = "") -> Reply:
        """Carry out a tap from the seat ``reader``; ``who`` names what is no phone."""
        self._notices.pop(reader, None)
        match tap:
            case StartTap():
                return self._start(tap)
            case NewGameTap():
                return self._new_game()
        session = self.session
        if session is None:
            return Reply(None, phrase("no game is running"))
        state, phones = session.state, self.people.phones
        players = state.players
        why = refusal(
            tap,
            reader,
            players,
            watched=self.watched,
            over=state.laid_down,
            phones=phones,
            due=None if state.over else (state.turn, state.to_move),
        )
        if why is not None:
            return Reply(None, why)
        if isinstance(tap, CheckTap):
            return looked_at(state, tap.clue)
        tap = as_told_by(tap, reader, players, who=who, phones=phones)
        reply = self._reply(session.tap(TimedTap(self.moment(), tap, reader, who, self._now())))
        self._let_follow()
        return reply

    def _let_follow(self) -> None:
        if self.follower is not None and self.session is not None:
            self.follower(self.session)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``; somebody's ``arrival`` is put on record and told."""
        if arrival is not None:
            t = self.moment()
            if self.session is not None:
                self.session.mending.note(arrival, t, at=self._now())
            self._say((Seated(t, arrival),))
        self.people = people
        note_players(self._record, self.session, self.people)

    def press(self, press: Press) -> None:
        """Take a button of the panel."""
        self._presses.take(press)

    def let_the_next_begin(self) -> None:
        """Let the seat after the one that was to begin the next game begin it."""
        self._first = (self.first + 1) % (self.players or MOST_SEATS)

    @property
    def ruleset(self) -> Ruleset:
        """What the next game is played by."""
        return self._plan.ruleset

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``; one that runs goes on by its own."""
        if self.session is not None and not self.session.state.over:
            return Reply(None, phrase("a game is running: its rules do not change"))
        self._plan = replace(self._plan, ruleset=ruleset)
        return Reply()

    @property
    def _counts_only(self) -> bool:
        session = self.session
        return session is not None and not session.state.over and session.counts_only

    @property
    def watched(self) -> bool:
        """Whether a camera watches the table now."""
        return self._watch is Watch.ON

    def moment(self) -> float:
        """Return the moment: the camera's, and while there is none that of another clock."""
        if not self.watched:
            now = self._clock()
            self._t, self._clock_at = self._t + now - self._clock_at, now
        return self._t

    # ------------------------------------------------------------------------ starting a game

    def _start(self, tap: StartTap) -> Reply:
        if self.session is not None and not self.session.state.over:
            return Reply(None, phrase("a game is running already"))
        plan, players = self._plan, self.players
        if not self.watched and tap.players is not None:
            players = tap.players
        lack = lacking(plan.ruleset, players, self._reading, watched=self.watched)
        if lack is not None or players is None:
            return Reply(None, lack)
        if not 0 <= tap.first < players:
            return Reply(None, phrase("nobody sits there in this game"))
        ended = self._not_laid_down()
        session, said = Session.begin(
            self._record,
            plan.ruleset,
            players,
            tap.first,
            at=self._now(),
            source=plan.source,
            reading=self._reading if self.watched else None,
            t=self.moment(),
        )
        if ended is not None:  # only now: a game that cannot be written down does not begin
            self._say(ended.terminate(self.moment()))
        self._news.clear()
        self._notices.clear()
        if not self.watched:
            self._players = players
        self.session = session
        note_players(self._record, self.session, self.people)
        self._say(said)
        return Reply()

    def _not_laid_down(self) -> Session | None:
        """Return the game that has ended and was never confirmed; None: there is none."""
        game = self._record.unfinished() if self.session is None else None
        ended = self.session if game is None else Session.resume(self._record, game)
        return ended if ended is not None and ended.state.over else None

    def _new_game(self) -> Reply:
        if self.session is not None:
            self._say(self.session.terminate(self._t))
        self.session = None
        return Reply()

    # ------------------------------------------------------------------------------- telling

    def _say(self, said: tuple[Announcement, ...]) -> None:
        for announcement in said:
            if isinstance(announcement, Refused):
                # A tap that waited for its moment: whoever made it is told, and nobody else.
                if announcement.reader is not None:
                    self._notices[announcement.reader] = announcement
                continue
            self._news.note(announcement, self.people)
            self._tell(announcement)

    def _reply(self, said: tuple[Announcement, ...]) -> Reply:
        refused = [one for one in said if isinstance(one, Refused) and not one.later]
        self._say(tuple(one for one in said if one not in refused))
        if not refused:
            return Reply()
        rule = refused[0].rule
        return Reply(rule.value if rule else None, refused[0].why)

    # --------------------------------------------------------------------------------- views

    @property
    def status(self) -> Status:
        """Return what the table waits for."""
        status = Status.WAITING_TO_START if self.session is None else self.session.status
        waits = status in (Status.WAITING_TO_START, Status.WAITING_FOR_MOVE)
        return Status.ERROR if waits and self._watch is Watch.LOST else status

    def panel(self) -> PanelState:
        """Return what the panel shows."""
        players = self.players or 0
        if self.session is None:
            tokens = self._plan.ruleset.clue_tokens
            return PanelState(tokens, 0, self.first, players, self.status)
        state = self.session.state
        to_move = None if state.over else state.to_move
        amiss = self.session.tokens.amiss is not None
        return PanelState(
            state.clue_tokens, state.strikes, to_move, players, self.status, tokens_differ=amiss
        )

    def views(self) -> Mapping[Reader, Mapping[str, object]]:
        """Return what every reader may see now, as JSON objects.

        Once a game runs only its own seats are there: nobody else sees all hands unawares.
        """
        return {reader: self._view(reader) for reader in self._readers}

    @property
    def _readers(self) -> list[Reader]:
        seats = MOST_SEATS if self.session is None else self.session.state.players
        return [PUBLIC, ONLOOKER, *range(seats)]

    def shown(self) -> object:
        """Return a value that is equal as long as every view and the panel's state are."""
        session, plan, watched = self.session, self._plan, self.watched
        players = self.players
        return (
            self._watch,
            self._is_back,
            self.virtual_panel,
            self.people,
            self._news.changes,
            [*self._notices.items()],
            plan,
            players,
            of_lobby(plan, players, self.first, self._reading, watched=watched)
            if session is None
            else of_game(session, self._readers, self._t, watched=watched),
        )

    def _view(self, reader: Reader) -> Mapping[str, object]:
        session = self.session
        own = code_of(self._plan.language)
        said = {code: self._sentences(reader, one) for code, one in languages().items()}
        mine = said.pop(own)
        view = {
            **NOTHING_YET,
            "status": self.status.value,
            "detail": mine.get("detail"),
            **self._news.shown(own),
            "notice": mine.get("notice"),
            "said_in": said,
            "camera": self._watch.value,
            "virtual_panel": self.virtual_panel,
            "redo": session is not None and bool(session.past.undone),
        }
        if session is None:
            rules, seen, watched = self._plan.ruleset, self._reading, self.watched
            lobby = lobby_view(rules, self.players, self.first, seen, watched=watched)
            return {**view, "lobby": {**lobby, "reason": mine.get("reason")}}
        shown = view_session(
            session,
            reader,
            self._t,
            self._plan.memory,
            watched=self.watched,
            phones=self.people.phones,
        )
        if isinstance(shown["differs"], dict):
            shown["differs"] = {**shown["differs"], "why": mine.get("why")}
        return {**view, **{key: value for key, value in shown.items() if value is not None}}

    def _sentences(self, reader: Reader, language: NullTranslations) -> dict[str, str]:
        """Return what ``reader`` is told beside his view, as far as there is anything to tell."""
        session, people = self.session, self.people
        camera = about_camera(language, lost=self._watch is Watch.LOST, waits=self._is_back)
        notice = notice_of(self._notices.get(reader), people, language)
        if session is not None:
            return said_of_game(session, camera, notice, people, language)
        lack = lacking(self._plan.ruleset, self.players, self._reading, watched=self.watched)
        return said_before_game(lack, camera, notice, people, language)
