"""The games of one evening at one table: before a game, in it, after it, and the next one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion import opening
from companion.announcements import Announcement, Refused
from companion.desk import Reply
from companion.findings import COMPLAIN_AFTER
from companion.hanabi.ruleset import Ruleset
from companion.panel import PanelState, Press, Status
from companion.readings import TableReading
from companion.record import Record
from companion.session import Session
from companion.taps import ClueTap, NewGameTap, StartTap, Tap, TimedTap, UndoTap
from companion.texts import sentence
from companion.view import PUBLIC, Reader, view_game

MOST_SEATS = 5
NEWS = 5
"""Sentences that a page shows of what happened last."""


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    Attributes:
        ruleset: the rules of every game.
        players: how many; None: as many as have full racks.
        first: the seat that begins.
        source: where the games are seen, for the record.
    """

    ruleset: Ruleset
    players: int | None = None
    first: int = 0
    source: str = "table"


class Evening:
    """Keeps the game that is being played, if any; belongs to one thread.

    ``tell`` is called with what the table is told, after it was put on record.

    Attributes:
        session: the game that is being played or was played last; None before a game.
        virtual_panel: whether pages should show a panel.
    """

    def __init__(
        self,
        record: Record,
        plan: Plan,
        *,
        now: Callable[[], str],
        tell: Callable[[Announcement], None],
    ) -> None:
        """Start before a game; ``now`` gives the moment by the clock on the wall, UTC."""
        self._record = record
        self._plan = plan
        self._now = now
        self._tell = tell
        self._first = plan.first
        self._reading: TableReading | None = None
        self._news: deque[str] = deque(maxlen=NEWS)
        self._t = 0.0
        self.session: Session | None = None
        self.virtual_panel = False

    def resume(self, source: str | None = None) -> int | None:
        """Go on with the newest unfinished game; return its number, None if there is none.

        Args:
            source: only a game that was seen there; None: any.
        """
        game = self._record.unfinished()
        if game is None or source not in (None, self._record.summary(game).source):
            return None
        self.session = Session.resume(self._record, game)
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
        if self._plan.players is not None:
            return self._plan.players
        return self._full_racks() or None

    @property
    def first(self) -> int:
        """The seat that is to begin the next game; one that plays, as soon as that is known."""
        return self._first % (self.players or MOST_SEATS)

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading | None, t: float) -> None:
        """Take what the eyes report of one frame; None: something moves."""
        self._t = t
        if reading is None:
            return
        self._reading = reading
        if self.session is not None and not self.session.state.over:
            self._say(self.session.see(reading))

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        """Carry out a tap of a phone; ``reader`` is the seat it came from."""
        match tap:
            case StartTap(first):
                return self._start(first)
            case NewGameTap():
                return self._new_game()
            case ClueTap(giver) if giver != reader:
                return Reply(None, "a clue is given from the phone of the seat that gives it")
            case _:
                if self.session is None:
                    return Reply(None, "no game is running")
                return self._reply(self.session.tap(TimedTap(self._t, tap)))

    def press(self, press: Press) -> None:
        """Take a button of the panel."""
        match press:
            case Press.UNDO:
                self.ask(UndoTap(), PUBLIC)
            case Press.CONFIRM:
                self.ask(StartTap(self.first), PUBLIC)
            case Press.PLAY if self.session is None:
                self._first = (self.first + 1) % (self.players or MOST_SEATS)
            case Press.CLUE | Press.PLAY | Press.DISCARD | Press.FUSE:
                pass  # with the camera the table itself shows plays and discards

    # ------------------------------------------------------------------------ starting a game

    def _start(self, first: int) -> Reply:
        if self.session is not None and not self.session.state.over:
            return Reply(None, "a game is running already")
        lacking = self._lacking()
        players = self.players
        if lacking is not None or players is None or self._reading is None:
            return Reply(None, lacking or "no full racks are in view")
        if not 0 <= first < players:
            return Reply(None, f"the seats are 0 to {players - 1}, got {first}")
        plan = self._plan
        self._news.clear()
        self.session, said = Session.begin(
            self._record,
            plan.ruleset,
            players,
            first,
            at=self._now(),
            source=plan.source,
            reading=self._reading,
        )
        self._say(said)
        return Reply()

    def _lacking(self) -> str | None:
        """Return what keeps a game from starting, as a sentence; None: it can start."""
        if self._reading is None:
            return "the table is not still yet"
        players = self.players
        if players is None:
            return "no full racks are in view"
        if players not in self._plan.ruleset.players:
            return f"{self._plan.ruleset.name} is not for {players} players"
        if self._reading.still_for < COMPLAIN_AFTER:
            return "the table has to be still for three seconds"
        return opening.missing(self._reading, self._plan.ruleset, players)

    def _full_racks(self) -> int:
        """Return for how many seats, from 0, the racks are full."""
        if self._reading is None:
            return 0
        cards = [len(opening.occupied(self._reading, seat)) for seat in range(MOST_SEATS)]
        for players in reversed(self._plan.ruleset.players):
            size = self._plan.ruleset.hand_size(players)
            if all(held == size for held in cards[:players]):
                return players
        return 0

    def _new_game(self) -> Reply:
        if self.session is not None:
            self._say(self.session.terminate(self._t))
        self.session = None
        return Reply()

    # ------------------------------------------------------------------------------- telling

    def _say(self, said: tuple[Announcement, ...]) -> None:
        for announcement in said:
            if isinstance(announcement, Refused):
                continue  # told to whoever tapped, and to nobody else
            text = sentence(announcement)
            if text is not None:
                self._news.append(text)
            self._tell(announcement)

    def _reply(self, said: tuple[Announcement, ...]) -> Reply:
        self._say(said)
        refused = [one for one in said if isinstance(one, Refused)]
        if not refused:
            return Reply()
        rule = refused[0].rule
        return Reply(rule.value if rule else None, refused[0].why)

    # --------------------------------------------------------------------------------- views

    @property
    def status(self) -> Status:
        """Return what the table waits for."""
        return Status.WAITING_TO_START if self.session is None else self.session.status

    def panel(self) -> PanelState:
        """Return what the panel shows."""
        players = self.players or 0
        if self.session is None:
            tokens = self._plan.ruleset.clue_tokens
            return PanelState(tokens, 0, self.first, players, self.status)
        state = self.session.state
        to_move = None if state.over else state.to_move
        return PanelState(state.clue_tokens, state.strikes, to_move, players, self.status)

    def views(self) -> Mapping[Reader, Mapping[str, object]]:
        """Return what every reader may see now, as JSON objects.

        Once a game runs only its own seats are there: nobody else sees all hands.
        """
        seats = MOST_SEATS if self.session is None else self.session.state.players
        readers: list[Reader] = [PUBLIC, *range(seats)]
        return {reader: self._view(reader) for reader in readers}

    def _view(self, reader: Reader) -> Mapping[str, object]:
        session = self.session
        common: dict[str, object] = {
            "phase": "lobby",
            "status": self.status.value,
            "detail": None,
            "news": list(self._news),
            "question": None,
            "lobby": None,
            "game": None,
            "virtual_panel": self.virtual_panel,
        }
        if session is None:
            return {**common, "lobby": self._lobby()}
        question = session.question
        game = view_game(session.state, session.events, session.log, reader)
        return {
            **common,
            "phase": "over" if session.state.over else "playing",
            "detail": session.complaint,
            "question": question
            and {"place": question.spot.value, "options": list(question.options)},
            "game": game.to_data(),
        }

    def _lobby(self) -> dict[str, object]:
        reading = self._reading
        lacking = self._lacking()
        racks = sorted(reading.racks) if reading else []
        return {
            "racks": [
                {"seat": seat, "cards": len(opening.occupied(reading, seat)) if reading else 0}
                for seat in racks
            ],
            "players": self.players,
            "first": self.first,
            "ready": lacking is None,
            "reason": lacking,
        }
