"""What readers and the panel are shown of a table at one moment, and what that is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations

from companion.announcements.announcement import Refused
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.scoring import score
from companion.language.languages import code_of, languages
from companion.language.people import People
from companion.language.phrases import sentence_of
from companion.panel.panel import PanelState, Status
from companion.play.buttons import names_who_begins
from companion.play.camera_watch import CameraWatch
from companion.play.game import Game
from companion.play.lobby import Plan, lacking, lobby_view
from companion.play.news import News
from companion.play.page_view import Lobby, SaidIn, TableView
from companion.play.phase import phase_of, status_of
from companion.play.view import (
    NOTHING_YET,
    about_camera,
    notice_of,
    said_before_game,
    said_of_game,
    view_table,
)
from companion.views.view import ONLOOKER, PUBLIC, Reader

_SEES_NOTHING = {
    Status.WAITING_TO_START,
    Status.WAITING_FOR_MOVE,
    Status.READING,
    Status.PLEASE_DRAW,
}
"""What the lamp does not show while the camera sees nothing of the mat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """All of a table that anybody is shown something of, at one moment.

    Attributes:
        game: the game that is played, or was played last; None: before one.
        players: how many play; None: nobody can say yet.
        first: the seat that is to begin the next game.
        plan: what is to be played.
        camera: what is known of the camera.
        news: what happened last.
        notices: why a tap was refused that had waited for its moment, for whoever made it.
        people: what the seats are called.
        ailing: what people have to know of this table, each a part of a sentence.
        trouble: why nothing can be written down, as text; None: it can.
        not_saved: that the game is not saved, as a part of a sentence; None: it is.
        virtual_panel: whether pages show a panel.
        pile: the serial of the card of which people have to say on which pile it lies; None: none.
    """

    game: Game | None
    players: int | None
    first: int
    plan: Plan
    camera: CameraWatch
    news: News
    notices: Mapping[Reader, Refused]
    people: People
    ailing: tuple[str, ...]
    trouble: str | None
    not_saved: str | None
    virtual_panel: bool
    pile: int | None

    @property
    def status(self) -> Status:
        """What the table waits for."""
        saved = self.trouble is None
        status = status_of(phase_of(self.game), saved=saved, sees=not self.camera.lost)
        return Status.CANNOT_SEE if self.camera.blind and status in _SEES_NOTHING else status

    def panel(self) -> PanelState:
        """Return what the panel shows."""
        players, game, rules = self.players or 0, self.game, self.plan.ruleset
        first = None if self.plan.draws_a_lot else self.first  # nobody knows before the start
        if game is None:
            return PanelState(rules.clue_tokens, 0, first, players, self.status)
        state = game.state
        to_move = None if state.over else state.to_move
        to_move = first if names_who_begins(game) else to_move
        amiss = game.tokens.amiss is not None
        return PanelState(
            state.clue_tokens,
            state.strikes,
            to_move,
            players,
            self.status,
            tokens_differ=amiss,
            score=score(state),
        )

    def compared(self) -> object:
        """Return a value that stays equal for as long as all views and the panel do."""
        beside = (
            self.status,
            self.camera.watch,
            self.camera.waits,
            self.ailing,
            self.camera.silent,
            self.camera.blind,
            self.camera.hidden.lighting,
            self.virtual_panel,
            self.pile,
            self.plan,
            self.news.version,
            tuple(self.notices.items()),
            self.people,
        )
        game = self.game
        if game is None:
            return beside, self._lobby(), self._lack()
        seats = range(game.state.players)
        return (
            beside,
            self.first if names_who_begins(game) else None,
            self.not_saved,
            game.id,
            game.book,
            game.differs,
            game.blind,
            game.without_racks,
            game.undrawn,
            game.questions,
            game.laying,
            game.named,
            game.proposed,
            game.tokens.amiss,
            tuple(game.doubts.question(game.state, seat, self.camera.t) for seat in seats),
        )

    def views(self) -> Mapping[Reader, TableView]:
        """Return what every reader may see now, as JSON objects.

        Once a game runs only its own seats are there: nobody else sees all hands unawares.
        """
        seats = MOST_SEATS if self.game is None else self.game.state.players
        readers: list[Reader] = [PUBLIC, ONLOOKER, *range(seats)]
        return {reader: self._view(reader) for reader in readers}

    def _view(self, reader: Reader) -> TableView:
        game = self.game
        own = code_of(self.plan.language)
        said = {code: self._sentences(reader, one) for code, one in languages().items()}
        mine = said.pop(own)
        view: TableView = {
            **NOTHING_YET,
            "lobby": None,
            "status": self.status.value,
            "detail": mine.get("detail"),
            **self.news.shown(own),
            "notice": mine.get("notice"),
            "said_in": said,
            "camera": self.camera.watch.value,
            "blind": self.camera.blind,
            "racks": self._has_racks(),
            "virtual_panel": self.virtual_panel,
            "pile": self.pile if game is not None and not game.state.over else None,
            "undo": game is not None and game.can_undo,
            "redo": game is not None and bool(game.past.undone),
        }
        if game is None:
            return {**view, "lobby": {**self._lobby(), "reason": mine.get("reason")}}
        shown = view_table(
            game,
            reader,
            self.camera.t,
            self.plan.memory,
            watched=self.camera.on,
            phones=self.people.phones,
        )
        if shown["differs"] is not None:
            shown["differs"]["why"] = mine.get("why")
        if shown["proposed"] is not None:
            shown["proposed"]["says"] = mine.get("proposed")
        return {**view, **shown}

    def _has_racks(self) -> bool:
        """Say whether cards stand in racks, or are to be dealt into them."""
        if self.game is None:
            return bool(self._lobby()["racks"])
        return not self.game.without_racks

    def _lobby(self) -> Lobby:
        rules, seen = self.plan.ruleset, self.camera.reading
        return lobby_view(rules, self.players, self.first, seen, watched=self.camera.on)

    def _lack(self) -> str | None:
        return lacking(self.plan.ruleset, self.players, self.camera.reading, watched=self.camera.on)

    def _sentences(self, reader: Reader, language: NullTranslations) -> SaidIn:
        """Return what ``reader`` is told beside his view, as far as there is anything to tell."""
        game, people = self.game, self.people
        camera = about_camera(
            language,
            lost=self.camera.lost,
            waits=self.camera.waits,
            silent=self.camera.silent,
            blind=self.camera.hidden,
        )
        notice = notice_of(self.notices.get(reader), people, language)
        ailing = [sentence_of(people.told(one, language)) for one in self.ailing]
        beside = " ".join([*ailing, *([] if camera is None else [camera])]) or None
        if game is None:
            return said_before_game(self._lack(), beside, notice, people, language)
        return said_of_game(game, self.not_saved, beside, notice, people, language, reader)
