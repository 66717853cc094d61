"""Two worlds that differ only in hidden faces: what a reader may see is the same in both.

Chance plays a game in the first world; what hands did is written down and done again in the
second, where other faces stand in the racks. Every clue points at the same cards in both. The
eyes are poor: racks are covered by hands, cards are misread or not read at all.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.amending.amending import Judge
from companion.archive.archive import RecordArchive
from companion.desk.desk import Choice, Explained, Reply, choices
from companion.desk.taps import AnswerTap, ClueTap, CorrectTap, IdentifyTap, PassTap, RedoTap, Tap
from companion.evening.evening import Evening
from companion.evening.explaining import explained
from companion.evening.lobby import Plan
from companion.hanabi.cards import RANKS, Card
from companion.hanabi.clues import touches
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.language.languages import language
from companion.language.people import Arrival, People
from companion.mqtt.discovery import Device
from companion.mqtt.messages import Message, Topics
from companion.mqtt.reporter import Reporter
from companion.mqtt.results import results
from companion.panel.panel import Press, Status
from companion.record.corrections import (
    Correction,
    FaceIs,
    Instead,
    Lay,
    Missed,
    Tell,
    correction_to_data,
)
from companion.record.games import Record
from companion.referee.readings import Discs, LaidCard, Sight, SlotSight, TableReading
from companion.telling.announcement_notation import to_data
from companion.telling.announcements import Announcement
from companion.telling.speech import spoken
from companion.telling.texts import sentence
from companion.views.hub import Hub
from companion.views.view import PUBLIC, Reader
from hardware.lamps import lamps
from web import create_app

COLOURS = tuple(STANDARD.nameable)
HINTS: tuple[Hint, ...] = (*map(ColourHint, COLOURS), *map(RankHint, RANKS))
UNREAD = "?"
MISREAD, NOT_READ = 0.03, 0.08
"""Shares of the cards in racks."""
CHANNELS = (
    "/api/view",
    "/api/view?public=1",
    "/api/lamps",
    "/api/explained",
    "/api/rack-picture",
)
"""What every phone may fetch at any moment."""
ON_RECORD = ("/api/games", "/api/games/1/review", "/api/games/1/export")
SELDOM = 7
"""Of so many moments one is looked at on record, too: that replays the game each time."""
PAGES = ("/", "/seat", "/public", "/panel", "/games", "/games/1")
"""The pages round it."""
WAIT = 3.4
"""Seconds of stillness after which everything there is to complain about was complained about."""


# ------------------------------------------------------------------------------- what hands do


@dataclass
class World:
    """Which faces the cards have, and what the eyes make of them in a rack; by dealing order."""

    truth: list[str]
    in_rack: list[str]


@dataclass
class MatAndRacks:
    """Where each card is, whatever its face."""

    players: int
    racks: dict[tuple[int, int], int | None] = field(default_factory=dict)
    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(6)])
    discards: list[int] = field(default_factory=list)
    drawn: int = 0
    holders: dict[int, set[int]] = field(default_factory=dict)
    laid: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for seat in range(self.players):
            for slot in range(STANDARD.hand_size(self.players)):
                self.draw(seat, slot)

    def draw(self, seat: int, slot: int) -> None:
        if self.drawn < STANDARD.deck_size:
            self.racks[seat, slot] = self.drawn
            self.holders.setdefault(self.drawn, set()).add(seat)
            self.drawn += 1

    def undrawn(self) -> list[int]:
        return [card for card in range(STANDARD.deck_size) if card not in self.holders]

    def hidden_from(self, seats: Iterable[int]) -> list[int]:
        """Return the cards in the hands of ``seats`` that nobody else ever held or saw laid."""
        inside = set(seats)
        held = [card for seat in inside for _, card in self.hand(seat)]
        return [card for card in held if self.holders[card] <= inside and card not in self.laid]

    def hand(self, seat: int) -> list[tuple[int, int]]:
        return [
            (slot, card)
            for (at, slot), card in self.racks.items()
            if at == seat and card is not None
        ]


@dataclass
class Eyes:
    """What good eyes would report: serials count what changed, hands leave what was seen last."""

    world: World
    table: MatAndRacks
    t: float = 0.0
    covered: frozenset[tuple[int, int]] = frozenset()
    discs: Discs = field(default_factory=Discs)
    _slots: dict[tuple[int, int], tuple[int | None, SlotSight]] = field(default_factory=dict)
    _serials: dict[tuple[str, int], int] = field(default_factory=dict)
    _newest: int = 0

    def touch(self, places: Iterable[tuple[int, int]]) -> None:
        for place in places:
            card, shown = self._slots[place]
            self._slots[place] = card, replace(shown, touched=shown.touched + 1)

    def reading(self, still_for: float) -> TableReading:
        self.t = round(self.t + still_for, 3)
        for place, card in self.table.racks.items():
            before, shown = self._slots.get(place, (None, SlotSight(Sight.EMPTY, None, 0)))
            if place in self.covered:
                self._slots[place] = before, replace(shown, covered=True)
                continue
            label = self.world.in_rack[card] if card is not None else None
            sight = Sight.EMPTY if card is None else Sight.FACE
            if label == UNREAD:
                sight, label = Sight.UNKNOWN, None
            serial = shown.serial + (card != before)
            self._slots[place] = card, SlotSight(sight, label, serial, touched=shown.touched)
        return TableReading(
            t=self.t,
            still_for=still_for,
            mat=True,
            clear=not self.covered,
            columns=tuple(
                tuple(self._laid("fireworks", card) for card in pile) for pile in self.table.columns
            ),
            discards=tuple(self._laid("discards", card) for card in self.table.discards),
            slots={place: shown for place, (_, shown) in self._slots.items()},
            racks=frozenset(range(self.table.players)),
            discs=self.discs,
        )

    def forget_laid(self, card: int) -> None:
        for where in ("fireworks", "discards"):
            self._serials.pop((where, card), None)

    def _laid(self, where: str, card: int) -> LaidCard:
        if (where, card) not in self._serials:
            self._newest += 1  # never that of a card that was taken up again
            self._serials[where, card] = self._newest
        return LaidCard(self._serials[where, card], self.world.truth[card], (), self.t)


class Closeups(dict[tuple[int, int], bytes]):
    """Pictures of all cards in racks, whether anybody is asked about them or not."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def get(self, place: Any, default: Any = None) -> Any:
        card = self._eyes.table.racks.get(place)
        return default if card is None else f"a picture of {self._eyes.world.truth[card]}".encode()


# ------------------------------------------------------------------------------ what is noticed


class Place:
    """An evening with phones, in one thread; notes all that a reader may see or hear."""

    def __init__(self, folder: Path, world: World, players: int, watched: Sequence[Reader]) -> None:
        self.notes: list[tuple[str, object]] = []
        self._moments = 0
        self.table = MatAndRacks(players)
        self.eyes = Eyes(world, self.table)
        self.hub = Hub()
        self.record = Record(folder / "games.sqlite3")
        self.evening = Evening(
            self.record, Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=self._told
        )
        self.evening.virtual_panel = True
        self.archive = RecordArchive(folder / "games.sqlite3")
        self._reporter = Reporter(
            Device(Topics("kitchen"), "Kitchen", "1"),
            discovery_prefix="homeassistant",
            names=True,
            people=lambda: self.evening.people,
            results=lambda: finished(self.archive),
            language=language("en"),
        )
        self._to_the_broker(self._reporter.everything())
        names = (f"name {number}" for number in range(1000))
        app = create_app(
            self,
            secret=b"secret",
            code="1234",
            clock=lambda: 0.0,
            name=lambda: next(names),
            archive=self.archive,
            closeups=Closeups(self.eyes),
        )
        self.publish()
        self._phones: dict[Reader, FlaskClient] = {}
        self._streams: dict[Reader, Iterator[bytes]] = {}
        self._sent: dict[Reader, int] = {}
        for reader in watched:
            self._phones[reader] = phone = app.test_client()
            self._note(
                "joined", phone.post("/api/join", json={"code": "1234", "seat": reader}).data
            )
            stream = phone.get("/api/stream", buffered=False)
            self._streams[reader] = iter(stream.iter_encoded())
            self._note("stream begins", next(self._streams[reader]))
        self.compare()

    # ---------------------------------------------------------------- a desk for the phone pages

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        reply = self.evening.ask(tap, reader)
        self.publish()
        return reply

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        return choices(self.evening.timeline, turn, reader)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        self.evening.introduce(people, arrival)

    def explained(self, reader: Reader) -> Explained | Reply:
        return explained(self.evening.disagreement, reader)

    def lamps(self) -> Mapping[str, float]:
        return {
            name: float(lamp.lit) for name, lamp in lamps(self.evening.panel()).by_name().items()
        }

    def press(self, press: Press) -> None:
        self.evening.press(press)
        self.publish()

    # -------------------------------------------------------------------------------- the notes

    def _note(self, channel: str, what: object) -> None:
        self.notes.append((channel, what))

    def _told(self, announcement: Announcement) -> None:
        self._note("announced", json.dumps(to_data(announcement)))
        self._note("sentence", sentence(announcement))
        self._note("spoken", spoken(announcement, self.evening.people))
        self._to_the_broker([self._reporter.happened(announcement)])

    def logged(self, record: logging.LogRecord) -> None:
        self._note("log", (record.name, record.levelname, record.getMessage(), record.exc_text))

    def publish(self) -> None:
        self.hub.publish(self.evening.views())
        public = self.hub.snapshot(PUBLIC)
        assert public is not None
        self._reporter.see(json.loads(public.body))
        self._to_the_broker(self._reporter.changes())

    def _to_the_broker(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._note("broker", (message.topic, message.payload, message.kept))

    def compare(self) -> None:
        """Note what every channel shows now."""
        self._moments += 1
        self._note("panel", self.evening.panel())
        self._note("lamps", lamps(self.evening.panel()))
        for reader, phone in self._phones.items():
            snapshot = self.hub.snapshot(reader)
            assert snapshot is not None
            self._note(f"hub of {reader}", snapshot)
            for path in (*CHANNELS, *(() if self._moments % SELDOM else ON_RECORD)):
                answer = phone.get(path)
                self._note(f"{path} of {reader}", (answer.status, answer.data, [*answer.headers]))
            if self._sent.get(reader) != snapshot.version:
                self._sent[reader] = snapshot.version
                self._note(f"stream of {reader}", next(self._streams[reader]))

    def tap(self, reader: Reader, what: str, body: Mapping[str, object]) -> None:
        """Tap on a watched phone and note what it is answered."""
        phone = self._phones[reader]
        version = phone.get("/api/view").json["version"]  # type: ignore[index]  # it is JSON
        key = f"key-{len(self.notes):06}"
        answer = phone.post(f"/api/{what}", json={**body, "version": version, "key": key})
        self._note(f"{what} of {reader}", (answer.status, answer.data))

    def phone(self, reader: Reader) -> FlaskClient:
        """Return the phone of a watched reader."""
        return self._phones[reader]

    def what_may_be_right(self, turn: int) -> None:
        """Note what every watched phone is offered to put a turn right with."""
        for reader, phone in self._phones.items():
            offered = phone.get(f"/api/choices?turn={turn}")
            self._note(f"choices of {reader}", (offered.status, offered.data))

    def look(self, still_for: float) -> None:
        self.evening.see(None, self.eyes.t)
        self.evening.see(self.eyes.reading(still_for), self.eyes.t)
        self.publish()
        self.compare()
        for reader, phone in self._phones.items():
            for path in PAGES:
                page = phone.get(path)
                self._note(f"page {path} of {reader}", (page.status, page.data, [*page.headers]))

    def close(self) -> None:
        self.hub.close()
        for stream in self._streams.values():
            list(stream)
        self.record.close()


def finished(archive: RecordArchive) -> Mapping[str, Sequence[Mapping[str, object]]]:
    """Return the results that a broker keeps, as a running companion makes them."""
    games = [one.summary for one in archive.games() if one.summary]
    return results(games, date(2026, 11, 20), names=True)


# ------------------------------------------------------------------------------- how it is played

Deed = Callable[[Place], None]
"""Something that hands do; it names cards by where they are, never by a face."""


def look(still_for: float, covered: frozenset[tuple[int, int]], place: Place) -> None:
    place.eyes.covered = covered
    place.look(still_for)


def clue(giver: int, target: int, hint: Hint, place: Place) -> None:
    place.ask(ClueTap(giver, target, hint), giver)
    place.compare()


def answer(card: Card, seat: int, place: Place) -> None:
    place.ask(AnswerTap(card), seat)
    place.compare()


def name_a_card(owner: int, slot: int, reader: int, place: Place) -> None:
    """A team-mate says which card stands there, asked or not; he takes it for what the eyes do.

    Of a card that they cannot read he says nothing: in the other world it is no other for clues.
    """
    card = place.table.racks[owner, slot]
    label = place.eyes.world.in_rack[card] if card is not None else UNREAD
    if label != UNREAD:
        place.ask(IdentifyTap(owner, {slot: Card.parse(label)}), reader)
    place.compare()


def cannot_tell(owner: int, slot: int, reader: int, place: Place) -> None:
    place.ask(PassTap(owner, slot), reader)
    place.compare()


def press(button: Press, place: Place) -> None:
    place.press(button)
    place.compare()


def lay(seat: int, slot: int, column: int | None, place: Place) -> None:
    place.eyes.touch([(seat, slot)])
    card = place.table.racks[seat, slot]
    assert card is not None
    place.table.laid.add(card)
    place.table.racks[seat, slot] = None
    pile = place.table.discards if column is None else place.table.columns[column]
    pile.append(card)


def move_to_discards(column: int, place: Place) -> None:
    place.table.discards.append(place.table.columns[column].pop())


def draw(seat: int, slot: int, place: Place) -> None:
    place.table.draw(seat, slot)


def pass_in_front(places: Sequence[tuple[int, int]], place: Place) -> None:
    place.eyes.touch(places)


def put_back(card: int, seat: int, slot: int, place: Place) -> None:
    """Return the card that was laid last to its rack, and the one drawn since to the pack."""
    for pile in (*place.table.columns, place.table.discards):
        if card in pile:
            pile.remove(card)
    if place.table.racks[seat, slot] is not None:
        place.table.drawn -= 1
    place.table.racks[seat, slot] = card
    place.eyes.forget_laid(card)
    place.eyes.touch([(seat, slot)])


def ask_what_may_be_right(turn: int, place: Place) -> None:
    place.what_may_be_right(turn)


def put_right(correction: Correction, reader: Reader, place: Place) -> None:
    """Somebody at the table puts something right; what he is answered is his alone."""
    place.ask(CorrectTap(correction), reader)
    place.compare()


def do_again(place: Place) -> None:
    place.ask(RedoTap(), PUBLIC)
    place.compare()


def tap(seat: Reader, what: str, body: Mapping[str, object], place: Place) -> None:
    place.tap(seat, what, body)
    place.compare()


@dataclass
class Script:
    """What was done, which clues were tried on which cards, which faces were put on record.

    What somebody claims to lie on the table is believed, so that a hidden card that contradicts
    it stays unread: it is the same card in all worlds.
    """

    deeds: list[Deed] = field(default_factory=list)
    claimed: set[str] = field(default_factory=set)
    clues: list[tuple[Hint, tuple[int, ...]]] = field(default_factory=list)


def _tells(correction: Correction, reader: Reader) -> bool:
    if not isinstance(correction, Instead | Missed) or not isinstance(correction.deed, Tell):
        return False
    return reader not in (PUBLIC, correction.deed.target)


def _claims(correction: Correction) -> set[str]:
    """Return the face that ``correction`` puts on the table, by its label."""
    if isinstance(correction, FaceIs):
        return {correction.card.label}
    if isinstance(correction, Instead | Missed) and isinstance(correction.deed, Lay):
        return set() if correction.deed.card is None else {correction.deed.card.label}
    return set()


class Chance:
    """Plays the first world and writes the script."""

    def __init__(
        self,
        place: Place,
        chance: random.Random,
        watched: int,
        turns: int,
        *,
        doubts: float = 0.0,
        undoes: float = 0.12,
    ) -> None:
        self.place, self.chance, self.watched = place, chance, watched
        self.doubts, self.undoes = doubts, undoes
        self.script = Script()
        self._to_move = 0
        self._do(partial(look, WAIT, frozenset()))
        self._do(partial(press, Press.CONFIRM))
        for _ in range(turns):
            if self._fuses() == 2 or not self._turn():
                break

    def _do(self, deed: Deed) -> None:
        self.script.deeds.append(deed)
        deed(self.place)

    def _fuses(self) -> int:
        session = self.place.evening.session
        assert session is not None
        return session.state.strikes

    def _turn(self) -> bool:
        """Have one turn taken; False when nothing goes on any more."""
        session = self.place.evening.session
        assert session is not None
        seat, tokens = session.state.to_move, session.state.clue_tokens
        if self.chance.random() < 0.15:
            self._watched_taps()
        if self.chance.random() < 0.3:
            self._about_a_rack()
        if self.doubts and self.chance.random() < self.doubts:
            self._second_thoughts()
            if session.state.over:
                return False
            seat, tokens = session.state.to_move, session.state.clue_tokens
        if tokens and self.chance.random() < 0.5:
            self._clue(seat)
        else:
            self._lay(seat, discards=tokens < 8 and self.chance.random() < 0.6)
        if session.status is Status.QUESTION and self.chance.random() < 0.7:
            newest = self._newest()
            card = Card.parse(self.place.eyes.world.truth[newest])
            self._do(partial(answer, card, self.chance.randrange(self.place.table.players)))
        self._do(partial(look, WAIT, frozenset()))
        going_on = (Status.WAITING_FOR_MOVE, Status.QUESTION)
        return session.status in going_on and not session.state.over

    def _about_a_rack(self) -> None:
        players = self.place.table.players
        owner, slot = self.chance.choice([*self.place.table.racks])
        reader = self.chance.choice([seat for seat in range(players) if seat != owner])
        self._do(partial(self.chance.choice([name_a_card, cannot_tell]), owner, slot, reader))

    def _newest(self) -> int:
        table = self.place.table
        laid = [pile[-1] for pile in (*table.columns, table.discards) if pile]
        return self.chance.choice(laid)

    def _clue(self, seat: int) -> None:
        table, truth = self.place.table, self.place.eyes.world.truth
        target = self.chance.choice([one for one in range(table.players) if one != seat])
        cards = tuple(card for _, card in table.hand(target))
        hints = [
            hint
            for hint in HINTS
            if any(touches(STANDARD, hint, Card.parse(truth[card])) for card in cards)
        ]
        hint = self.chance.choice(hints)
        self.script.clues.append((hint, cards))
        self._do(partial(clue, seat, target, hint))

    def _lay(self, seat: int, *, discards: bool) -> None:
        table, truth = self.place.table, self.place.eyes.world.truth
        slot, card = self._choose(seat, discards)
        suits = [pile[0] for pile in table.columns if pile]
        column, fits = None, False
        if not discards:
            same = [
                i
                for i, pile in enumerate(table.columns)
                if pile and truth[pile[0]][0] == truth[card][0]
            ]
            column = same[0] if same else len(suits)
            height = len(table.columns[column])
            fits = truth[card][1] == str(height + 1)
        drawn = table.drawn
        own = [(seat, at) for at, _ in table.hand(seat)]
        self._do(partial(pass_in_front, self.chance.sample(own, self.chance.randint(0, len(own)))))
        self._do(partial(lay, seat, slot, column))
        if self.chance.random() < 0.5:
            count = self.chance.randint(0, len(own))
            self._do(
                partial(
                    look,
                    self.chance.choice([0.4, 1.2, WAIT]),
                    frozenset(self.chance.sample(own, count)),
                )
            )
        self._do(partial(draw, seat, slot))
        if self.chance.random() < 0.5:
            self._do(partial(look, self.chance.choice([0.4, 1.2]), frozenset()))
        if column is not None and not fits:
            self._do(partial(look, 0.6, frozenset()))
            self._do(partial(move_to_discards, column))
        self._do(partial(look, self.chance.choice([0.6, WAIT]), frozenset()))
        if drawn < STANDARD.deck_size and self.chance.random() < self.undoes:
            self._do(partial(press, Press.UNDO))
            if self.chance.random() < 0.5:
                self._do(partial(look, WAIT, frozenset()))
            self._do(partial(put_back, card, seat, slot))

    def _choose(self, seat: int, discards: bool) -> tuple[int, int]:
        """Prefer a card that fits: without that, chance never comes far."""
        table, truth = self.place.table, self.place.eyes.world.truth
        hand = table.hand(seat)
        heights = {truth[pile[0]][0]: len(pile) for pile in table.columns if pile}
        fitting = [
            (slot, card)
            for slot, card in hand
            if truth[card][1] == str(heights.get(truth[card][0], 0) + 1)
        ]
        return self.chance.choice(fitting if fitting and not discards else hand)

    def _second_thoughts(self) -> None:
        """Somebody looks at an earlier turn and puts it right; mostly it is undone again."""
        session, timeline = self.place.evening.session, self.place.evening.timeline
        assert session is not None
        assert timeline is not None
        turn = self.chance.randint(1, len(session.log) + 1)
        self._do(partial(ask_what_may_be_right, turn))
        reader = self.chance.choice([self.watched, self.watched, PUBLIC, 0, 1])
        possible = [preview.correction for preview in Judge(timeline).alternatives(turn, reader)]
        # A clue that is put right by somebody who sees the cards tells what it touches, as every
        # clue does; whoever does not see them is told nothing.
        possible = [one for one in possible if not _tells(one, reader)]
        if not possible:
            return
        correction = self.chance.choice(possible)
        self.script.claimed |= _claims(correction)
        if reader in (self.watched, PUBLIC):
            body = {"correction": correction_to_data(correction)}
            self._do(partial(tap, reader, "correct", body))
        else:
            self._do(partial(put_right, correction, reader))
        if self.chance.random() < 0.3:
            self._do(partial(look, self.chance.choice([0.4, WAIT]), frozenset()))
        if self.chance.random() < 0.8:
            self._do(partial(press, Press.UNDO))
            if self.chance.random() < 0.2:
                self._do(do_again)

    def _watched_taps(self) -> None:
        seat = self.watched
        taps: list[tuple[str, Mapping[str, object]]] = [
            ("answer", {"card": "r1"}),
            ("start", {"first": 0}),
            ("clue", {"target": seat, "colour": "r"}),
            ("clue", {"target": (seat + 1) % self.place.table.players, "value": 9}),
        ]
        self._do(partial(tap, seat, *self.chance.choice(taps)))


# ------------------------------------------------------------------------------------ the worlds


def a_world(chance: random.Random, *, poor_eyes: bool = True) -> World:
    truth = [card.label for card in STANDARD.deck]
    chance.shuffle(truth)
    in_rack = list(truth)
    for card in range(len(in_rack) if poor_eyes else 0):
        luck = chance.random()
        if luck < MISREAD:
            in_rack[card] = chance.choice(truth)
        elif luck < MISREAD + NOT_READ:
            in_rack[card] = UNREAD
    return World(truth, in_rack)


def another_world(
    world: World,
    script: Script,
    held: Sequence[int],
    undrawn: Sequence[int],
    chance: random.Random,
    *,
    poor_eyes: bool = True,
) -> World:
    """Exchange faces of cards ``held`` and ``undrawn``; every clue points at the same ones.

    What was never asked about may also be read where it was not, and the other way round.
    """
    hidden = [*held, *undrawn]
    other = World(list(world.truth), list(world.in_rack))
    asked: dict[int, list[Hint]] = {card: [] for card in hidden}
    for hint, cards in script.clues:
        for card in cards:
            if card in asked:
                asked[card].append(hint)

    def may_be(card: int, label: str) -> bool:
        before = world.in_rack[card]
        if {before, label} & script.claimed:
            return before == label
        if before == UNREAD or label == UNREAD:
            return before == label or not asked[card]
        one, two = Card.parse(before), Card.parse(label)
        return all(touches(STANDARD, h, one) is touches(STANDARD, h, two) for h in asked[card])

    for _ in range(30 * len(held)):
        one, two = chance.choice(held), chance.choice(hidden)
        if may_be(one, other.in_rack[two]) and may_be(two, other.in_rack[one]):
            for labels in (other.truth, other.in_rack):
                labels[one], labels[two] = labels[two], labels[one]
    for card in held:
        if poor_eyes and not asked[card] and chance.random() < NOT_READ:
            other.in_rack[card] = UNREAD if other.in_rack[card] != UNREAD else other.truth[card]
    return other


def differences(one: Place, other: Place, heard: Callable[[str], bool]) -> list[str]:
    """Return what differs on the channels that are ``heard``, in the order of time."""
    here, there = ([note for note in place.notes if heard(note[0])] for place in (one, other))
    found = [
        f"{channel} ({where}):\n{_around(str(said), str(told))}"
        for (channel, said), (where, told) in zip(here, there, strict=False)
        if (channel, said) != (where, told)
    ]
    if len(here) != len(there):
        found.append(f"{len(here)} notes, but {len(there)}")
    return found


def _around(one: str, other: str) -> str:
    """Return both texts where they begin to differ."""
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return "\n".join(text[max(0, same - 150) : same + 150] for text in (one, other))


QUICK, SEEDS = (1, 6, 9, 11, 15), 24
"""The quick ones are those that notice most of what was broken on purpose."""


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[pytest.mark.long] * (seed not in QUICK)) for seed in range(SEEDS)],
)
def test_what_a_reader_gets_does_not_depend_on_the_faces_he_cannot_see(
    seed: int, tmp_path: Path
) -> None:
    chance = random.Random(seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        script = Chance(one, chance, watched, turns=chance.randint(8, 30)).script
    assert one.evening.session is not None
    assert not one.evening.session.state.over  # or every hand has been shown
    assert same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=True, tries=2)


QUICK_DOUBTS, ALL_DOUBTS = 4, 20


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(
            seed,
            marks=[pytest.mark.long] * (seed >= QUICK_DOUBTS and seed != 12),
        )
        for seed in range(ALL_DOUBTS)
    ],
)
def test_putting_turns_right_tells_nobody_of_cards_that_he_cannot_see(
    seed: int, tmp_path: Path
) -> None:
    """Also where people put right what was not wrong at all."""
    chance = random.Random(1000 + seed)
    players = 2 + seed % 4
    watched = chance.randrange(players)
    world = a_world(chance, poor_eyes=False)
    with here(tmp_path / "one", world, players, (watched, PUBLIC)) as one:
        turns = chance.randint(8, 25)
        script = Chance(one, chance, watched, turns, doubts=0.35).script
    assert one.evening.session is not None
    if one.evening.session.state.over:
        pytest.skip("every hand has been shown")
    same_in_other_worlds(tmp_path, one, script, chance, watched, poor_eyes=False)


def same_in_other_worlds(
    folder: Path,
    one: Place,
    script: Script,
    chance: random.Random,
    watched: int,
    *,
    poor_eyes: bool,
    tries: int = 1,
) -> int:
    """Do again what ``script`` did in ``one`` where other faces are hidden; fail if it shows.

    The faces differ first in the hand of the seat ``watched``, which gets the same as before, as
    does the public; then in all hands, where the public does. Return in how many worlds; in those
    left out so much was told of these cards that they can be no others.
    """
    world, players = one.eyes.world, one.table.players
    compared = 0
    for number, seats in enumerate([*[[watched]] * tries, [*range(players)]]):
        hidden, undrawn = one.table.hidden_from(seats), one.table.undrawn()
        other = another_world(world, script, hidden, undrawn, chance, poor_eyes=poor_eyes)
        if [other.in_rack[card] for card in hidden] == [world.in_rack[card] for card in hidden]:
            continue
        compared += 1
        with here(folder / f"other{number}", other, players, (watched, PUBLIC)) as two:
            for deed in script.deeds:
                deed(two)
        own = f"of {watched}" if len(seats) == players else "of nobody"
        found = differences(one, two, partial(_is_heard, own))
        assert not found, f"{len(found)} differences, the first in {found[0]}"
    return compared


def _is_heard(not_by: str, channel: str) -> bool:
    return not channel.endswith(not_by)


class here:  # noqa: N801 - reads as a word
    """A place as long as the context lasts, with everything that is logged noted."""

    def __init__(self, folder: Path, world: World, players: int, watched: Sequence[Reader]) -> None:
        folder.mkdir()
        self._place = Place(folder, world, players, watched)
        self._handler = logging.Handler()
        self._handler.emit = self._place.logged  # type: ignore[method-assign]

    def __enter__(self) -> Place:
        logger = logging.getLogger()
        self._level = logger.level
        logger.setLevel(logging.DEBUG)
        logger.addHandler(self._handler)
        return self._place

    def __exit__(self, *exception: object) -> None:
        logger = logging.getLogger()
        logger.removeHandler(self._handler)
        logger.setLevel(self._level)
        self._place.close()
