"""One evening of Hana-awase: the game that runs, what people do to it, what they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from gettext import NullTranslations

from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_awase.scoring import DealScore
from companion.hana_awase.state import next_seat
from companion.hana_referee.findings import (
    FIELD,
    DealAgain,
    HanaDealt,
    HanaDifference,
    HanaFinding,
    HanaReason,
    HanaWaiting,
    Played,
)
from companion.hana_referee.readings import HanaReading, as_said
from companion.hana_referee.referee import (
    HanaMemory,
    dealt_in_vain,
    judge,
    taken_back,
    watched_anew,
)
from companion.hana_referee.referee import name as named
from companion.hana_table.dealing_watch import DealingWatch
from companion.hana_table.following import told_of, what_was_laid, who_begins
from companion.hana_table.found_piles import FoundPiles
from companion.hana_table.names import Cards, CardsFirst, Scores, SeatFirst
from companion.hana_table.news import (
    NEWEST,
    HanaSentence,
    how_to_deal,
    what_counts,
    what_lies,
    what_moved,
    who_goes_on,
)
from companion.hana_table.record import HanaGame, HanaRecord
from companion.hana_table.seen_places import FieldSight, reading_of
from companion.hana_table.sitting import Sitting, counting, evolve, replay, said_of_cards
from companion.hana_table.steps import (
    MAT,
    CardLaid,
    CardPut,
    CardsDealt,
    DealDrawn,
    DealScored,
    GameBegan,
    HanaStep,
    PilesShown,
    StepTakenBack,
)
from companion.hana_table.texts import chips_refused, twice_phrase
from companion.language.names import ENGLISH
from companion.language.people import Arrival, People
from companion.language.phrases import Phrase, Seat, phrase, phrases
from companion.language.refusal_texts import NOBODY_SITS_THERE
from companion.panel.panel import PanelState, Press, Status
from companion.record.errors import TRY_AGAIN, none_begins
from companion.record.seating import SeatChange, Seating, SeatRefusal, SeatRefused


class TapRefused(ValueError):  # noqa: N818 - the name people use at the table
    """What somebody tapped does not go; nothing has changed.

    Attributes:
        why: part of a sentence, for each reader in his language.
    """

    def __init__(self, why: Phrase) -> None:
        """Say why."""
        super().__init__(why)
        self.why = why


def not_saved(why: str) -> Phrase:
    """Return that nothing of a running game can be written down; ``why`` is part of a sentence."""
    return phrase(
        "nothing that is tapped counts, because it could not be saved: {why}; it is tried again"
        " every {seconds} seconds, until the disk has room and may be written to",
        why=why,
        seconds=f"{TRY_AGAIN:.0f}",
    )


class HanaEvening:
    """The game on the table; for one thread.

    Attributes:
        game: its number in the record; None before the first.
        people: what the seats are called.
        news: what was told last, oldest first.
        troubles: what was found to be wrong at the start, each a part of a sentence.
        finding: what the referee made of the newest reading.
    """

    def __init__(
        self,
        record: HanaRecord,
        options: Options,
        players: int,
        *,
        now: Callable[[], str],
        tell: Callable[[str], object] = lambda _: None,
        language: NullTranslations = ENGLISH,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """Prepare an evening; `resume` or `begin` starts a game.

        Args:
            record: where steps go before anything is said of them.
            options: how the table plays.
            players: how many.
            now: the moment by the clock on the wall, UTC, as text.
            tell: called with each sentence for the table.
            language: of these sentences.
            clock: seconds that only ever grow.

        Raises:
            OptionError: so many cannot play by these options.
        """
        options.check(players)
        self._record, self._now, self._tell, self._language = record, now, tell, language
        self._options, self._players = options, players
        self._steps: list[HanaStep] = []
        self._sitting: Sitting | None = None
        self.game: int | None = None
        self.people = People()
        self.seating = Seating()
        self.news: tuple[HanaSentence, ...] = ()
        self.troubles: tuple[str, ...] = ()
        self._clock, self._tried = clock, clock()
        self._told = 0
        self._turn = 0
        self._memory, self._watch = HanaMemory(), DealingWatch()
        self.finding: HanaFinding = HanaWaiting()
        self._differs: HanaDifference | DealAgain | None = None

    # ------------------------------------------------------------------------------- the game

    @property
    def sitting(self) -> Sitting:
        """Where the game stands.

        Raises:
            TapRefused: none has begun.
        """
        if self._sitting is None:
            raise TapRefused(phrase("no game has begun"))
        return self._sitting

    @property
    def language(self) -> NullTranslations:
        """The table's language: what is said aloud is in it."""
        return self._language

    @property
    def players(self) -> int:
        """How many play, or will."""
        return self._players

    @property
    def version(self) -> int:
        """How many steps are on record: who taps says which he saw."""
        return len(self._steps)

    @property
    def to_move(self) -> int:
        """Whose turn it is: by the deal that is followed, else by whoever passes it on."""
        deal = None if self._sitting is None else self._sitting.followed
        return self._turn if deal is None else deal.to_move

    @property
    def steps(self) -> tuple[HanaStep, ...]:
        """The steps that count; none before the first game."""
        return counting(self._steps) if self._steps else ()

    @property
    def differs(self) -> HanaDifference | DealAgain | None:
        """What is wrong on the table that is followed; None where nothing is."""
        return self._differs

    @property
    def waits_for_deal(self) -> bool:
        """Whether the eyes will see how cards are dealt: no piles are to be shown before."""
        between = self._sitting is not None and not self._sitting.places and not self._is_over
        return between and self._watch.waits(self._clock())

    @property
    def can_take_back(self) -> bool:
        """Whether a step after the beginning counts."""
        return len(self.steps) > 1

    def resume(self) -> int | None:
        """Go on with the newest game, and return its number; None: it is over, or there is none.

        One that is over is shown as it ended, until the next begins: in its last minute its totals
        are what everybody looks at, and its last deal can still be taken back.

        Raises:
            RecordError: the record is damaged.
        """
        games = self._record.games()
        if not games:
            return None
        steps = self._record.steps(games[-1].id)
        sitting = self._record.sitting(games[-1].id)
        self.game, self._steps, self._sitting = games[-1].id, list(steps), sitting
        self._players, self._options = sitting.players, sitting.options
        self._turn = sitting.standing.dealer
        return None if sitting.standing.over else self.game

    @property
    def options(self) -> Options:
        """How the table plays, or will play the next game."""
        return self._options

    @property
    def ailing(self) -> tuple[str, ...]:
        """What people have to know of this table: each a part of a sentence."""
        noted, why = self._record.noted, self._record.trouble
        if why is not None:
            why = none_begins(why) if self._is_over else not_saved(why)
        return (*self.troubles, *(one for one in (noted, why) if one is not None))

    @property
    def _is_over(self) -> bool:
        return self._sitting is None or self._sitting.standing.over

    def catch_up(self) -> None:
        """See now and then whether the record can be written to, where it could not."""
        if self._record.trouble is not None and abs(self._clock() - self._tried) >= TRY_AGAIN:
            self._tried = self._clock()
            self._record.try_again()

    def past(self) -> tuple[HanaGame, ...]:
        """Return the games on record, oldest first.

        Raises:
            RecordError: the record is damaged.
        """
        return self._record.games()

    def played(self, game: int) -> Sitting:
        """Return where a game on record stands.

        Raises:
            RecordError: there is none, or it is damaged.
        """
        return self._record.sitting(game)

    def steps_of(self, game: int) -> tuple[HanaStep, ...]:
        """Return all steps of a game on record, in their order.

        Raises:
            RecordError: there is none, or it is damaged.
        """
        return self._record.steps(game)

    def begin(
        self, players: int | None = None, dealer: int = 0, options: Options | None = None
    ) -> None:
        """Begin a game, by other ``options`` than the one before where they are given.

        Raises:
            RecordError: it cannot be written down; no game begins.
            OptionError: so many cannot play by the options.
            ValueError: ``dealer`` is no seat.
        """
        chosen = self._players if players is None else players
        rules = self._options if options is None else options
        rules.check(chosen)
        if not 0 <= dealer < chosen:
            raise TapRefused(NOBODY_SITS_THERE)
        began = GameBegan(rules, chosen, dealer)
        sitting = replay([began])
        self.game = self._record.begin(began, at=self._now())
        self._options, self._players = rules, chosen
        self._steps, self._sitting = [began], sitting
        self._turn = dealer
        self._memory, self._differs = HanaMemory(), None
        self._say(phrase("A game of Hana-awase begins. {who} deals.", who=SeatFirst(dealer)))
        self._say(how_to_deal(chosen, rules))

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat; no hand is hidden here, so nobody has seen too much."""
        try:
            self.seating = self.seating.changed(change, running=False)
        except SeatRefused as refused:
            return refused.why
        self.people = self.seating.people()
        return None

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:  # noqa: ARG002 - a live game's signature
        """Call the seats as in ``people``; nobody needs to be told who came."""
        self.people = people

    # -------------------------------------------------------------------------------- the eyes

    def watch_anew(self) -> None:
        """Go on with other eyes: a camera is there again."""
        self._memory = watched_anew(self._memory)

    def look(self, sight: FieldSight) -> HanaFinding:
        """Take what the eyes report of a frame; see `see`."""
        sitting = self._sitting
        players = self._players if sitting is None else sitting.players
        return self.see(reading_of(sight, players, {} if sitting is None else sitting.places))

    def see(self, reading: HanaReading) -> HanaFinding:
        """Take what the eyes report of the table; return what the referee makes of it.

        What was played is on record when this returns, and was told after that.

        Raises:
            RecordError: it cannot be written down; the same reading may be shown again.
        """
        self._watch = self._watch.after(reading, self._clock())
        self.finding = self._judged(reading)
        return self.finding

    def _judged(self, reading: HanaReading) -> HanaFinding:
        sitting = self._sitting
        if sitting is None or sitting.standing.over:
            return HanaWaiting()
        if sitting.deal is None and sitting.places:
            return HanaWaiting()  # people show the piles of a deal that nobody has followed
        deal, options = sitting.deal, sitting.options
        reading = as_said(reading, said_of_cards(self.steps), sitting.places)
        finding, memory = judge(deal, self._memory, reading, options, sitting.players)
        match finding:
            case HanaDealt(field):
                self._take(CardsDealt(field))
                self._turn = self.sitting.standing.dealer
                self._say(who_begins(self._turn))
            case Played(laid):
                for one in laid:
                    before = self.sitting
                    step = CardLaid(one.seat, one.card, one.taken, one.in_order)
                    self._take(step)
                    for told in what_was_laid(before, step, self.sitting):
                        self._say(told)
            case HanaDifference() | DealAgain() if finding != self._differs:
                self._say(told_of(finding))
            case _:
                pass
        self._memory = memory
        if not isinstance(finding, HanaWaiting):
            self._differs = finding if isinstance(finding, HanaDifference | DealAgain) else None
        return finding

    # -------------------------------------------------------------------------------- the taps

    def take_piles(
        self, found: FoundPiles, seat: int | None = None, *, without_mat: bool = False
    ) -> None:
        """Take what a picture shows: all piles, or only that of ``seat``.

        Where they lie on a table ``without_mat``, people are told how seats are counted there.

        Raises:
            TapRefused: it does not fit the game.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        players = sitting.players
        if seat is not None and not 0 <= seat < players:
            raise TapRefused(NOBODY_SITS_THERE)
        piles = found.piles
        if seat is not None:
            piles = tuple(found.piles[0] if one == seat else () for one in range(players))
        if len(piles) != players:
            raise TapRefused(
                phrases(
                    "the picture shows {count} pile, and {players} play",
                    "the picture shows {count} piles, and {players} play",
                    len(piles),
                    count=len(piles),
                    players=players,
                )
            )
        unread = tuple(
            MAT if one.pile is None else (one.pile if seat is None else seat)
            for one in found.unread
        )
        inferred = tuple(one.card for one in found.inferred)
        self._take(PilesShown(seat, piles, found.on_mat, unread, inferred))
        if seat is not None:
            for told in what_moved(sitting, piles[seat], seat):
                self._say(told)
        for twice in found.twice:
            mine = twice if seat is None else replace(twice, piles=(seat, seat))
            self._say(twice_phrase(mine))
        if without_mat:
            self._say(
                phrase(
                    "I see no mat, so the pile at the lower edge of the camera's picture is that of"
                    " {whom}, and the others follow clockwise.",
                    whom=Seat(0),
                )
            )
        self._say(what_lies(self.sitting))

    def place_of(self, card: Card) -> int | None:
        """Return where a card lies on record: at a seat, on the mat (`MAT`) or nowhere."""
        return self.sitting.places.get(card)

    def put(self, card: Card, place: int | None) -> None:
        """Say where a card lies: at a seat, on the mat (`MAT`) or nowhere.

        Raises:
            TapRefused: there is no such place.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        if place is not None and place != MAT and not 0 <= place < sitting.players:
            raise TapRefused(NOBODY_SITS_THERE)
        if sitting.places.get(card) == place:
            return
        lies = FIELD if place == MAT else place
        if lies is not None and self._asks and (card not in sitting.places or self._asks_at(lies)):
            self._memory = named(self._memory, lies, card)
            return
        if sitting.followed is not None and card not in sitting.places:
            raise TapRefused(phrase("no card is asked for there; lay it, and I follow"))
        if sitting.deal is not None and place is None:
            raise TapRefused(phrase("it lies on the table; say where, or take a step back"))
        self._take(CardPut(card, place))
        name = CardsFirst([card])
        if place is None:
            self._say(phrase("{card}: nowhere on the table.", card=name))
        elif place == MAT:
            self._say(phrase("{card}: on the mat.", card=name))
        else:
            self._say(phrase("{card}: {who}.", card=name, who=SeatFirst(place)))

    def exchange(self, was: Card, card: Card) -> None:
        """Say that what lies there is ``card`` and not ``was``.

        Raises:
            TapRefused: the one lies nowhere, or the other somewhere.
            RecordError: it cannot be written down.
        """
        places = self._open().places
        if was not in places or card in places:
            raise TapRefused(phrase("the cards lie otherwise by now; please look again"))
        self._take(CardPut(card, places[was], was))
        self._say(phrase("{card}: it is {other}.", card=CardsFirst([was]), other=Cards([card])))

    @property
    def _asks(self) -> bool:
        """Whether a card that nobody can read is asked for: its name counts once it is recorded."""
        return (
            isinstance(self._differs, HanaDifference) and self._differs.reason is HanaReason.UNREAD
        )

    def _asks_at(self, place: int) -> bool:
        """Whether an unread card is asked for at that place: an answer moves nothing on record.

        Else what was done against the rules would be recorded as soon as its card was named.
        """
        return isinstance(self._differs, HanaDifference) and self._differs.place == place

    def score(self) -> DealScore:
        """Let the piles count; return their score.

        Raises:
            TapRefused: they cannot count by the method that is played.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        if not sitting.places:
            raise TapRefused(phrase("there are no piles yet"))
        if sitting.to_lay:
            raise TapRefused(
                phrases(
                    "{count} card is still to be laid in this deal",
                    "{count} cards are still to be laid in this deal",
                    sitting.to_lay,
                    count=sitting.to_lay,
                )
            )
        score = sitting.score()
        scores = score.scores()
        if scores is None:
            raise TapRefused(phrase("chips cannot be paid: {why}", why=chips_refused(score)))
        running = sitting.followed
        self._take(DealScored(scores))
        if sitting.deal is not None:
            self._watch = self._watch.counted()
        if running is not None:  # stopped early: what is left in the field is no new deal
            self._memory, self._differs = dealt_in_vain(running), None
        self._turn = self.sitting.standing.dealer
        for told in what_counts(score):
            self._say(told)
        number = len(self.sitting.deals)
        self._say(
            phrase("Deal {number} is counted. {scores}.", number=number, scores=Scores(scores))
        )
        self._say(who_goes_on(self.sitting.standing))
        return score

    def draw(self, seat: int | None = None) -> None:
        """Draw the deal: nobody scores; ``seat`` called a weak hand.

        Raises:
            TapRefused: the game is over, nobody sits there or plays with weak hands, or a card was
                laid already.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        if seat is not None and not 0 <= seat < sitting.players:
            raise TapRefused(NOBODY_SITS_THERE)
        if seat is not None and not sitting.options.weak_hand:
            raise TapRefused(phrase("this table does not play with weak hands"))
        if seat is not None and sitting.deal is not None and sitting.deal.begun:
            raise TapRefused(phrase("a weak hand is called before the first card is laid"))
        self._take(DealDrawn(seat))
        if sitting.deal is not None:
            self._watch = self._watch.counted()
        if sitting.followed is not None:
            self._memory, self._differs = dealt_in_vain(sitting.followed), None
        self._turn = self.sitting.standing.dealer
        self._say(phrase("The deal is drawn: nobody scores."))
        self._say(who_goes_on(self.sitting.standing))

    def take_back(self) -> None:
        """Take the newest step back.

        Raises:
            TapRefused: there is none.
            RecordError: it cannot be written down.
        """
        if not self.can_take_back:
            raise TapRefused(phrase("there is nothing to take back"))
        assert self.game is not None
        newest = self.steps[-1]
        self._record.append(self.game, StepTakenBack(), at=self._now())
        self._steps.append(StepTakenBack())
        self._sitting = replay(self._steps)
        self._turn = self._sitting.standing.dealer
        if isinstance(newest, CardLaid):  # its card still lies there, and counts no more
            self._memory = taken_back(self._memory, newest.card)
        else:
            self._memory = HanaMemory()
        self._differs = None
        self._say(phrase("The last step is taken back."))

    # ------------------------------------------------------------------------------ the panel

    def press(self, press: Press) -> None:
        """Take a button: confirm lets the piles count, undo takes back, play passes the turn.

        What is refused is told to the table: a button has no page.

        Raises:
            RecordError: it cannot be written down.
        """
        try:
            self._pressed(press)
        except TapRefused as refused:
            self._say(phrase("That does not go: {why}.", why=refused.why))

    def _pressed(self, press: Press) -> None:
        match press:
            case Press.CONFIRM if self._is_over:
                self.begin()
            case Press.CONFIRM:
                self.score()
            case Press.UNDO:
                self.take_back()
            case Press.PLAY if self._sitting is not None and self._sitting.deal is None:
                sitting = self._sitting
                self._turn = next_seat(self._turn, sitting.players, sitting.options.direction)

    def panel(self) -> PanelState:
        """Return what the panel shows: whose turn it is, and whether something is asked."""
        if self._record.trouble is not None:
            return PanelState(0, 0, None, self._players, Status.ERROR)
        if self._sitting is None:
            return PanelState(0, 0, None, self._players, Status.WAITING_TO_START)
        if self._sitting.standing.over:
            return PanelState(0, 0, None, self._players, Status.OVER)
        status = Status.QUESTION if self._sitting.unread else Status.WAITING_FOR_MOVE
        if self._asks:
            status = Status.QUESTION
        elif self._differs is not None:
            status = Status.DIFFERS
        return PanelState(0, 0, self.to_move, self._sitting.players, status)

    def shown(self) -> object:
        """Return a value that is equal as long as the view and the panel's state are.

        Where a game stands follows from its steps, which are only ever added to; options and
        players change only with the game.
        """
        told = self._told, self._differs, self.ailing, self.waits_for_deal
        return self.game, len(self._steps), self._turn, self.people, told

    # --------------------------------------------------------------------------------- inside

    def _open(self) -> Sitting:
        """Return the game.

        Raises:
            TapRefused: none runs.
        """
        if self.sitting.standing.over:
            raise TapRefused(phrase("the game is over"))
        return self.sitting

    def _take(self, step: HanaStep) -> None:
        """Write a step down and take it; nothing is said of it before it is durable."""
        after = evolve(self.sitting, step)
        assert self.game is not None
        self._record.append(self.game, step, at=self._now())
        self._steps.append(step)
        self._sitting = after
        self._differs = None

    def _say(self, said: Phrase) -> None:
        self._told += 1
        text = self.people.told(said, self._language)
        self.news = (*self.news, HanaSentence(self._told, text, said, self.people))[-NEWEST:]
        self._tell(text)
