"""The real table behind the pages: its thread, its record on disk, and the hands at it."""

from __future__ import annotations

import contextlib
import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from flask import Flask

from companion.announcements.announcement import Announcement, Seated
from companion.hanabi.cards import Card
from companion.hanabi.moves import Discard, GiveClue, Hint, Move, Play
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.state import GameState
from companion.hanabi.tellers import PANEL
from companion.inbox import InboxClosedError
from companion.language.people import Arrival, People
from companion.panel.panel import Press
from companion.panel.wiring import Wiring
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import (
    CheckTap,
    ClueTap,
    IdentifyTap,
    NewGameTap,
    PauseTap,
    StartTap,
    Tap,
    UndoTap,
)
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.readings import Discs, LaidCard, Sight, SlotSight
from companion.reply import Reply
from companion.table import Table
from companion.views.view import Reader
from hardware.virtual_panel import VirtualPanel
from tests.companion.filmed_table import STILL, FilmedTable
from tests.web.phones import Clock, app_of

RESTS = 4.0
"""Seconds of stillness after which the table may say that it differs from the record."""

Running = TypeVar("Running", bound=Table)


def shuffled(seed: int, ruleset: Ruleset = STANDARD) -> tuple[Card, ...]:
    """Return a deck in an order of its own."""
    deck = list(ruleset.deck)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


class PlayedTable(Table):
    """The real table, and the people at it: what their hands do, and what their phones asked.

    It starts before a game, with full racks, under eyes that see all that is done here and never
    err unasked. All of it has been read, written down and published when a method returns.

    Attributes:
        asked: the taps that phones have made, each with its reader, without the looks at clues.
        checked: the clues that phones have looked at before they gave them.
        buttons: the buttons of the virtual panel that phones have pressed.
        arrivals: who has come in a way that the table is told of.
        players: how many racks are full.
        rules: what is played.
        deck: the cards in the order of dealing.
        film: mat and racks, for what no verb here does.
    """

    def __init__(
        self,
        record: Record,
        players: int = 3,
        seed: int = 1,
        *,
        deck: Sequence[Card] | None = None,
        camera: bool = True,
        ruleset: Ruleset = STANDARD,
    ) -> None:
        """Stand hands into the racks, from ``deck`` or from one that ``seed`` shuffles.

        Without a deck it is that of ``ruleset``. Without a ``camera`` nobody sees what stands
        there, and people tap what they lay.
        """
        watch = Watch.ON if camera else Watch.NONE
        # Its camera sends a picture when something is done here; to a browser that takes its time
        # on a busy machine it would be one that has fallen silent.
        clock = (lambda: 0.0) if camera else time.monotonic
        super().__init__(record, Plan(ruleset), watch=watch, clock=clock)
        self.rules = ruleset
        self.asked: list[tuple[Tap, Reader]] = []
        self.checked: list[ClueTap] = []
        self.buttons: list[Press] = []
        self.arrivals: list[Arrival] = []
        self.players = players
        self.deck = tuple(deck or shuffled(seed, ruleset))
        self.listen(self._note)
        self._serve(0.0)

    def _serve(self, t: float) -> None:
        """Gather all cards, and stand new hands into the racks."""
        self._stock = iter([card.label for card in self.deck])
        size = self.rules.hand_size(self.players)
        hands = [[*itertools.islice(self._stock, size)] for _ in range(self.players)]
        self.film = FilmedTable(hands, max(6, len(self.rules.suits)))
        self.film.t = t

    # -------------------------------------------------------------------- what phones ask of it

    def ask(self, tap: Tap, reader: Reader, name: str = "") -> Reply:
        """Carry out a tap, as every table does, and remember it."""
        if isinstance(tap, CheckTap):
            self.checked.append(tap.clue)
        else:
            self.asked.append((tap, reader))
        return super().ask(tap, reader, name)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Take what the seats are called; unlike other tables wait until all pages know."""
        super().introduce(people, arrival)
        with contextlib.suppress(InboxClosedError):
            self.call(Controller.moment)

    def _note(self, told: Announcement) -> None:
        if isinstance(told, Seated):
            self.arrivals.append(told.arrival)

    def press(self, press: Press) -> Reply:
        """Press a button of the virtual panel, as at every table, and remember it."""
        self.buttons.append(press)
        return super().press(press)

    # ----------------------------------------------------------------------- what hands do at it

    def look(self, still_for: float = STILL) -> None:
        """Let the table rest for so many seconds, and show it to the camera, if there is one."""
        self.film.t += still_for
        reading, t = self.film.reading(still_for), self.film.t
        self.call(lambda controller: controller.see(reading, t))

    def deal(self, first: int = 0) -> None:
        """Begin a game with the cards that stand in the racks."""
        self.look(RESTS)
        reply = super().ask(StartTap(first, self.players), None)
        assert reply.ok, reply
        self.look()

    def gather(self) -> None:
        """Gather all cards and stand the first ones into the racks again."""
        self._serve(self.film.t)
        self.look(RESTS)

    def stop(self) -> None:
        """Give the game up, and make the table ready for the next one."""
        for _ in range(2):  # the first stops it, the second lays its hands down
            assert self._on_the_panel(NewGameTap()).ok
        self.gather()

    def pause(self) -> None:
        """Let the game rest."""
        assert super().ask(PauseTap(True), None).ok

    def undo(self) -> None:
        """Take the newest turn back, by the record only."""
        assert self._on_the_panel(UndoTap()).ok

    def _on_the_panel(self, tap: Tap) -> Reply:
        """Do before everybody's eyes what a phone alone would have to ask for."""
        return self.call(lambda controller: controller.ask(tap, None, who=PANEL))

    def blur(self, seat: int, slot: int, *could_be: str) -> None:
        """Let nobody read the card in a slot any more; the eyes think it is one of ``could_be``."""
        before = self.film.slots[seat, slot]
        blurred = SlotSight(Sight.UNKNOWN, None, before.serial + 1, candidates=could_be)
        self.film.slots[seat, slot] = blurred

    def stir(self) -> None:
        """Have something move above the table."""
        self.film.t += 0.1
        t = self.film.t
        self.call(lambda controller: controller.see(None, t))

    def play(self, seat: int, slot: int) -> None:
        """Lay a card onto its firework, and take it to the discards where it does not fit."""
        card, before = self.card(seat, slot), self.state.strikes
        assert card is not None, (seat, slot)
        column = self._column_for(card)
        self.film.play(seat, slot, column, next(self._stock, None))
        self._turn()
        if self.state.strikes > before:
            self.film.lift(column)
            self.film.drop(card.label)
            self.look()

    def discard(self, seat: int, slot: int) -> None:
        """Lay a card onto the discards."""
        self.film.discard(seat, slot, next(self._stock, None))
        self._turn()

    def clue(self, giver: int, target: int, hint: Hint) -> None:
        """Tell a clue, logged by its giver."""
        reply = super().ask(ClueTap(giver, target, hint), giver)
        assert reply.ok, reply

    def move(self, move: Move) -> None:
        """Do what ``move`` says."""
        match move:
            case Play(seat, held):
                self.play(seat, self.slot_of(seat, held))
            case Discard(seat, held):
                self.discard(seat, self.slot_of(seat, held))
            case GiveClue(seat, target, hint):
                self.clue(seat, target, hint)
            case _:
                raise AssertionError(f"no hand does that: {move}")

    def throw_unread(self, seat: int, slot: int, *could_be: str) -> None:
        """Lay a card onto the discards that the eyes cannot read there: one of ``could_be``."""
        self.film.drop(None, *could_be)
        self.film.put(seat, slot, next(self._stock, None))
        self.look(RESTS)

    def lay_wrongly(self, seat: int, slot: int) -> None:
        """Lay a card where no firework lies although nobody expects it there, and draw none."""
        self.film.play(seat, slot, len(self.film.columns) - 1)
        self.look(RESTS)

    def name(self, teller: int, seat: int, slot: int, label: str) -> None:
        """Let a seat say which card it sees in a slot."""
        assert super().ask(IdentifyTap(seat, {slot: Card.parse(label)}), teller).ok

    def lose(self, label: str) -> None:
        """Take a card off its firework, which makes the table differ from the record."""
        self.film.lift(self._column(label))
        self.look(RESTS)

    def put_back(self, label: str) -> None:
        """Lay a card that was lost onto its firework again."""
        self.film.lay(label, self._column_for(Card.parse(label)))
        self.look(RESTS)

    def tokens(self, clues: int | None = None, fuses: int | None = None) -> None:
        """Lay discs onto the mat's tracks, and let the table rest until they are spoken of."""
        self.film.discs = Discs(clues, fuses)
        for _ in range(12):
            self.look(STILL)

    # ------------------------------------------------------------------------------ what is there

    @property
    def state(self) -> GameState:
        """Where the game stands by the record."""
        game = self.controller.game
        assert game is not None, "no game is on the table"
        return game.state

    @property
    def turns(self) -> int:
        """How many turns are on record; before a game none."""
        return len(self.controller.game.log) if self.controller.game else 0

    @property
    def fireworks(self) -> list[str]:
        """The cards that lie uppermost on the fireworks."""
        return [_top(pile) for pile in self.film.columns if pile]

    def card(self, seat: int, slot: int) -> Card | None:
        """Return which card stands in a slot; None where it is empty or nobody can read it."""
        label = self.film.slots[seat, slot].label
        return None if label is None else Card.parse(label)

    def hand(self, seat: int) -> list[Card]:
        """Return the cards of a full hand, from slot 0 on."""
        found = [self.card(seat, slot) for slot in range(self.rules.hand_size(self.players))]
        return [card for card in found if card is not None]

    def slot_of(self, seat: int, held: int) -> int:
        """Return where a card of a hand stands."""
        return next(one.slot for one in self.state.hands[seat] if one.id == held)

    def _turn(self) -> None:
        """Show what was laid until it is on record."""
        before = self.turns
        self.look()
        assert self.turns == before + 1, f"no turn is seen: {self.controller.status}"

    def _column(self, label: str) -> int:
        """Return the column on which a card lies uppermost."""
        return next(i for i, pile in enumerate(self.film.columns) if _top(pile) == label)

    def _column_for(self, card: Card) -> int:
        """Return the column of a card's firework, and of one that is not begun the first free."""
        columns = self.film.columns
        own = (i for i, pile in enumerate(columns) if _top(pile)[:1] == card.suit.value)
        free = (i for i, pile in enumerate(columns) if not pile)
        return next(itertools.chain(own, free))


def _top(pile: Sequence[LaidCard]) -> str:
    return (pile[-1].label or "") if pile else ""


@contextlib.contextmanager
def unwatched(path: Path, ruleset: Ruleset = STANDARD) -> Iterator[Table]:
    """A running table without a camera."""

    def lay(record: Record) -> Table:
        return Table(record, Plan(ruleset), watch=Watch.NONE)

    with running(path, lay) as table:
        yield table


@contextlib.contextmanager
def played(
    path: Path, players: int = 3, seed: int = 1, *, panel: bool = False, **options: Any
) -> Iterator[PlayedTable]:
    """A running table, before a game; ``options`` as `PlayedTable` takes them.

    Args:
        path: where its games are written down.
        players: how many racks are full.
        seed: how the deck is shuffled.
        panel: whether its panel is a virtual one; else it has none.
    """

    def lay(record: Record) -> PlayedTable:
        return PlayedTable(record, players, seed, **options)

    with contextlib.ExitStack() as wires, running(path, lay) as table:
        if panel:
            lamps = wires.enter_context(VirtualPanel(table.pressed, Wiring()))
            table.call(lambda _: table.connect(lamps, lamps))
        table.look(RESTS)
        yield table


@contextlib.contextmanager
def not_ready(path: Path) -> Iterator[Table]:
    """A table whose thread has not begun: it has shown nothing yet."""
    with Record(path) as record:
        yield Table(record, Plan(STANDARD))


@contextlib.contextmanager
def running(path: Path, lay: Callable[[Record], Running]) -> Iterator[Running]:
    """Run a table in a thread of its own, which alone may use the record."""
    tables: list[Running] = []
    ready = threading.Event()

    def run() -> None:
        with Record(path) as record:
            tables.append(lay(record))
            ready.set()
            tables[0].run(None)

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(20), "the table does not stand"
    try:
        yield tables[0]
    finally:
        tables[0].close()
        thread.join(20)


class OpenTable(Protocol):
    """Opens tables, as `played` does; they are closed when the test is over."""

    def __call__(
        self, players: int = 3, seed: int = 1, *, panel: bool = False, **options: Any
    ) -> PlayedTable:
        """Return a running table, before a game, with full racks."""
        ...


@contextlib.contextmanager
def tables_in(folder: Path) -> Iterator[OpenTable]:
    """Open tables, each with a record of its own in ``folder``, and close them all in the end."""
    with contextlib.ExitStack() as opened:
        numbers = itertools.count(1)

        def open_table(players: int = 3, seed: int = 1, **options: Any) -> PlayedTable:
            path = folder / f"table-{next(numbers)}.sqlite3"
            return opened.enter_context(played(path, players, seed, **options))

        yield open_table


def pages_of(table: Table, clock: Clock | None = None) -> Flask:
    """Return the app round a real table, with names that are the same in each run."""
    return app_of(table, clock)
