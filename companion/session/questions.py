"""The questions of one game about cards on the mat, and what comes to light of unread ones.

A question holds the table up only until the game has gone on; then the card is on record as one
that nobody could read, and the question stays open for whoever knows it. What is answered then is
put into the place of that turn, and everything after it is played out anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card
from companion.hanabi.events import CardDiscarded, CardLaidUnread
from companion.hanabi.moves import Play
from companion.hanabi.position import GameState
from companion.record.corrections import FaceIs, Instead, Lay
from companion.record.entries import Step
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import is_turn, is_unread
from companion.referee.findings import CameToLight, Spot, Unclear, face_of
from companion.referee.mat import on_mat
from companion.telling.announcements import Announcement, Asked, QuestionClosed

if TYPE_CHECKING:
    from companion.session.session import Session

Said = tuple[Announcement, ...]


class Questions:
    """Keeps the open questions of one game, oldest first; people are asked one at a time.

    Attributes:
        asked: how many there were.
        open: those that nobody has answered.
    """

    def __init__(self, session: Session) -> None:
        """Begin without any."""
        self._session = session
        self.asked = 0
        self.open: list[Unclear] = []

    @property
    def _played(self) -> set[int | None]:
        steps = self._session.past.timeline.steps
        return {step.serial for step in steps if isinstance(step.move, Play)}

    @property
    def shown(self) -> Unclear | None:
        """The one that people are asked now; None: nothing is asked."""
        return self.open[0] if self.open else None

    @property
    def waited_for(self) -> Unclear | None:
        """The one whose card is not on record yet, so that the table waits; None: there is none."""
        return next((one for one in self.open if self.turn(one) is None), None)

    def turn(self, question: Unclear) -> int | None:
        """Return the turn in which the card was laid that is asked about; None: not on record."""
        return _turn_of(self._session.past.timeline.steps, question.serial)

    def resume(self) -> None:
        """Ask anew about the cards that nobody could read in a game that was begun before."""
        for serial, step in _unread(self._session.past.timeline.steps).items():
            fireworks = any(isinstance(event, CardLaidUnread) for event in step.events)
            spot = Spot.FIREWORKS if fireworks else Spot.DISCARDS
            self.open.append(Unclear(serial, spot, step.seen, overtaken=True))

    # ---------------------------------------------------------------------------- asked and closed

    def ask(self, question: Unclear, t: float) -> Said:
        """Ask; once about each card."""
        if any(one.serial == question.serial for one in self.open):
            return ()
        self.open.append(question)
        self.asked += 1
        return (Asked(t, question.spot.value, question.options, question.card),)

    def close(self, question: Unclear, t: float, answer: str | None = None) -> Said:
        """Say that a question needs no answer any more."""
        self.open.remove(question)
        return (QuestionClosed(t, answer),)

    def stop_waiting(self, t: float) -> Said:
        """Close what the table waits for: its card was taken up, or nobody watches any more."""
        said = Said()
        while (waited_for := self.waited_for) is not None:
            said += self.close(waited_for, t)
        return said

    def review(self, t: float) -> Said:
        """Close the questions about cards that are on record by now, or not laid any more."""
        said, reading = Said(), self._session.reading
        steps = {step.serial: step for step in self._session.past.timeline.steps}
        for question in tuple(self.open):
            step = steps.get(question.serial)
            if step is None:
                needless = reading is not None and question.serial not in on_mat(reading)
            elif question.card is not None:
                needless = isinstance(step.move, Play)
            else:
                needless = not is_unread(step)
            if needless:
                said += self.close(question, t)
        return said

    def answer(self, question: Unclear, card: Card, t: float, *, who: str, at: str) -> Said:
        """Take a person's word for a card that nobody could read.

        Raises:
            CorrectionRefused: it cannot be that card; the question stays open.
        """
        session, said = self._session, Said()
        if self.turn(question) is not None:
            # One that was played and lies on the discards did not fit.
            missed = question.spot is Spot.DISCARDS and question.serial in self._played
            came = CameToLight(((question.serial, card),), False if missed else None)
            said += self._name(came, t, who=who, at=at)
            said += self._name_what_follows(t)
        session.referee = session.referee.answer(question.serial, card)
        if question in self.open:
            said = (*self.close(question, t, card.label), *said)
        before = self._before(question.serial)
        glimpsed = session.referee.glimpsed(question.serial)
        if glimpsed and before is not None and not fits(before, card):
            asked = replace(question, options=(), overtaken=True, card=card.label)
            said += self.ask(asked, t)
        return said + self.review(t)

    def answer_played(
        self, question: Unclear, t: float, *, played: bool, who: str, at: str
    ) -> Said:
        """Take a person's word for whether a card on the discards had been played.

        Raises:
            CorrectionRefused: it cannot have been; the question stays open.
        """
        session, said = self._session, Said()
        turn, card = self.turn(question), face_of(question.card)
        if turn is not None and played and card is not None:
            slot = next(
                event.slot
                for step in session.past.timeline.steps
                if step.serial == question.serial
                for event in step.events
                if isinstance(event, CardDiscarded)
            )
            deed = Instead(turn, Lay(played=True, slot=slot, card=card))
            said += session.mending.tell_later(((deed, card),), t, played=False, who=who, at=at)
        session.referee = session.referee.answer_played(question.serial, played=played)
        if question in self.open:
            said = (*self.close(question, t), *said)
        return said + self.review(t)

    # ------------------------------------------------------------------------ what comes to light

    def comes_to_light(self, came: CameToLight, t: float) -> Said:
        """Put on record what the table shows of a card that was laid unread.

        What contradicts the turns since is no news: the eyes have mistaken one of them.
        """
        said = self._named(came, t)
        if said:
            said += self._name_what_follows(t)
        return said + self.review(t)

    def _name(self, came: CameToLight, t: float, *, who: str = "", at: str = "") -> Said:
        steps = self._session.past.timeline.steps
        told = [(FaceIs(_turn_of(steps, one) or 0, card), card) for one, card in came.cards]
        return self._session.mending.tell_later(told, t, played=came.played, who=who, at=at)

    def _named(self, came: CameToLight, t: float) -> Said:
        try:
            return self._name(came, t)
        except CorrectionRefused:
            self._session.referee = self._session.referee.refuse(came)
            return ()

    def _name_what_follows(self, t: float) -> Said:
        """Put on record which cards fitted that lay on, or beside, what is known now."""
        said, session = Said(), self._session
        serials = session.referee.shelved()
        while serials:
            before = self._before(serials[0])
            came = None if before is None else session.referee.follows(before, serials[0])
            named = self._named(came, t) if came is not None else ()
            said += named
            serials = session.referee.shelved() if named else serials[1:]
        return said

    def _before(self, serial: int) -> GameState | None:
        timeline = self._session.past.timeline
        for index, step in enumerate(timeline.steps):
            if step.serial == serial:
                return replace(timeline, steps=timeline.steps[:index]).state()
        return None


def _unread(steps: tuple[Step, ...]) -> dict[int, Step]:
    """Return the turns in which cards were laid unread, by serial."""
    return {step.serial: step for step in steps if step.serial is not None and is_unread(step)}


def _turn_of(steps: tuple[Step, ...], serial: int) -> int | None:
    turns = [step for step in steps if is_turn(step)]
    return next((turn for turn, step in enumerate(turns, 1) if step.serial == serial), None)
