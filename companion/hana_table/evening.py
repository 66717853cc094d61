"""One evening of Hana-awase: the game that runs, what people do to it, what they are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile
from companion.hana_awase.scoring import DealScore
from companion.hana_awase.state import next_seat
from companion.hana_awase_texts import card_name
from companion.hana_table.record import HanaRecord
from companion.hana_table.sitting import Sitting, counting, evolve, replay
from companion.hana_table.steps import (
    MAT,
    CardPut,
    DealDrawn,
    DealScored,
    GameBegan,
    PilesShown,
    Step,
    StepTakenBack,
)
from companion.names import ENGLISH
from companion.panel import PanelState, Press, Status
from companion.people import People
from companion.pile_pictures import FoundPiles


class TapRefused(ValueError):  # noqa: N818 - the name people use at the table
    """What somebody tapped does not go; one sentence says why. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class News:
    """A sentence that the table is told, numbered from 1."""

    number: int
    text: str


NEWEST = 5
"""News that a page shows and a phone that comes late is told."""


class HanaEvening:
    """The game on the table; for one thread.

    Attributes:
        game: its number in the record; None before the first.
        people: what the seats are called.
        news: what was told last, oldest first.
        aloud: says each sentence aloud; None: nobody does.
    """

    def __init__(
        self,
        record: HanaRecord,
        options: Options,
        players: int,
        *,
        now: Callable[[], str],
        tell: Callable[[str], None] = lambda _: None,
        language: NullTranslations = ENGLISH,
    ) -> None:
        """Prepare an evening; `resume` or `begin` starts a game.

        Args:
            record: where steps go before anything is said of them.
            options: how the table plays.
            players: how many.
            now: the moment by the clock on the wall, UTC, as text.
            tell: called with each sentence for the table.
            language: of these sentences.

        Raises:
            OptionError: so many cannot play by these options.
        """
        options.check(players)
        self._record, self._now, self._tell, self._language = record, now, tell, language
        self._options, self._players = options, players
        self._steps: list[Step] = []
        self._sitting: Sitting | None = None
        self.game: int | None = None
        self.people = People()
        self.news: tuple[News, ...] = ()
        self.aloud: Callable[[str], None] | None = None
        self._told = 0
        self._turn = 0

    # ------------------------------------------------------------------------------- the game

    @property
    def sitting(self) -> Sitting:
        """Where the game stands.

        Raises:
            TapRefused: none has begun.
        """
        if self._sitting is None:
            raise TapRefused(self._language.gettext("No game has begun."))
        return self._sitting

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
        """Whose turn the lamps show: the dealer's, until somebody passes it on."""
        return self._turn

    @property
    def can_take_back(self) -> bool:
        """Whether a step after the beginning counts."""
        return len(counting(self._steps)) > 1 if self._steps else False

    def resume(self) -> int | None:
        """Go on with the newest game if it is not over; return its number.

        Raises:
            RecordError: the record is damaged.
        """
        games = self._record.games()
        if not games:
            return None
        steps = self._record.steps(games[-1].id)
        sitting = replay(steps)
        if sitting.standing.over:
            return None
        self.game, self._steps, self._sitting = games[-1].id, list(steps), sitting
        self._players, self._options = sitting.players, sitting.options
        self._turn = sitting.standing.dealer
        return self.game

    def begin(self, players: int | None = None, dealer: int = 0) -> None:
        """Begin a game.

        Raises:
            RecordError: it cannot be written down; no game begins.
            OptionError: so many cannot play by the options.
            ValueError: ``dealer`` is no seat.
        """
        chosen = self._players if players is None else players
        self._options.check(chosen)
        if not 0 <= dealer < chosen:
            raise TapRefused(self._language.gettext("There is no such seat."))
        began = GameBegan(self._options, chosen, dealer)
        sitting = replay([began])
        self.game = self._record.begin(began, at=self._now())
        self._players, self._steps, self._sitting = chosen, [began], sitting
        self._turn = dealer
        _ = self._language.gettext
        self._say(_("A game of Hana-awase begins. {who} deals.").format(who=self._who(dealer)))

    # -------------------------------------------------------------------------------- the taps

    def shown(self, found: FoundPiles, seat: int | None = None) -> None:
        """Take what a picture shows: all piles, or only that of ``seat``.

        Raises:
            TapRefused: it does not fit the game.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        _, ngettext = self._language.gettext, self._language.ngettext
        players = sitting.players
        if seat is not None and not 0 <= seat < players:
            raise TapRefused(_("There is no such seat."))
        piles = found.piles
        if seat is not None:
            piles = tuple(found.piles[0] if one == seat else () for one in range(players))
        if len(piles) != players:
            raise TapRefused(
                ngettext(
                    "The picture shows {count} pile, and {players} play.",
                    "The picture shows {count} piles, and {players} play.",
                    len(piles),
                ).format(count=len(piles), players=players)
            )
        unread = tuple(
            MAT if one.pile is None else (one.pile if seat is None else seat)
            for one in found.unread
        )
        inferred = tuple(one.card for one in found.inferred)
        self._take(PilesShown(seat, piles, found.on_mat, unread, inferred))
        if seat is not None:
            self._say_what_moved(sitting, piles[seat], seat)
        self._say_what_lies()

    def put(self, card: Card, place: int | None) -> None:
        """Say where a card lies: at a seat, on the mat (`MAT`) or nowhere.

        Raises:
            TapRefused: there is no such place.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        _ = self._language.gettext
        if place is not None and place != MAT and not 0 <= place < sitting.players:
            raise TapRefused(_("There is no such seat."))
        if sitting.places.get(card) == place:
            return
        self._take(CardPut(card, place))
        name = card_name(card, self._language)
        if place is None:
            self._say(_("{card}: nowhere on the table.").format(card=name))
        elif place == MAT:
            self._say(_("{card}: on the mat.").format(card=name))
        else:
            self._say(_("{card}: {who}.").format(card=name, who=self._who(place)))

    def score(self) -> DealScore:
        """Let the piles count; return their score.

        Raises:
            TapRefused: they cannot count by the method that is played.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        _ = self._language.gettext
        if not sitting.places:
            raise TapRefused(_("There are no piles yet."))
        score = sitting.score()
        scores = score.scores()
        if scores is None:
            raise TapRefused(_("Chips cannot be paid: {why}.").format(why=score.refused))
        self._take(DealScored(scores))
        self._turn = self.sitting.standing.dealer
        listed = ", ".join(f"{self._who(seat)} {points}" for seat, points in enumerate(scores))
        number = len(self.sitting.deals)
        self._say(_("Deal {number}: {scores}.").format(number=number, scores=listed))
        self._say_who_goes_on()
        return score

    def draw(self, seat: int | None = None) -> None:
        """Draw the deal: nobody scores; ``seat`` called a weak hand.

        Raises:
            TapRefused: the game is over, or nobody plays with weak hands.
            RecordError: it cannot be written down.
        """
        sitting = self._open()
        _ = self._language.gettext
        if seat is not None and not sitting.options.weak_hand:
            raise TapRefused(_("This table does not play with weak hands."))
        self._take(DealDrawn(seat))
        self._turn = self.sitting.standing.dealer
        self._say(_("The deal is drawn: nobody scores."))
        self._say_who_goes_on()

    def take_back(self) -> None:
        """Take the newest step back.

        Raises:
            TapRefused: there is none.
            RecordError: it cannot be written down.
        """
        _ = self._language.gettext
        if not self.can_take_back:
            raise TapRefused(_("There is nothing to take back."))
        assert self.game is not None
        self._record.append(self.game, StepTakenBack(), at=self._now())
        self._steps.append(StepTakenBack())
        self._sitting = replay(self._steps)
        self._turn = self._sitting.standing.dealer
        self._say(_("The last step is taken back."))

    # ------------------------------------------------------------------------------ the panel

    def press(self, press: Press) -> None:
        """Take a button: confirm lets the piles count, undo takes back, play passes the turn."""
        match press:
            case Press.CONFIRM if self._sitting is None or self._sitting.standing.over:
                self.begin()
            case Press.CONFIRM:
                self.score()
            case Press.UNDO:
                self.take_back()
            case Press.PLAY if self._sitting is not None:
                sitting = self._sitting
                self._turn = next_seat(self._turn, sitting.players, sitting.options.direction)

    def panel(self) -> PanelState:
        """Return what the panel shows: whose turn it is, and whether something is asked."""
        if self._sitting is None:
            return PanelState(0, 0, None, self._players, Status.WAITING_TO_START)
        if self._sitting.standing.over:
            return PanelState(0, 0, None, self._players, Status.OVER)
        status = Status.QUESTION if self._sitting.unread else Status.WAITING_FOR_MOVE
        return PanelState(0, 0, self._turn, self._sitting.players, status)

    # --------------------------------------------------------------------------------- inside

    def _open(self) -> Sitting:
        """Return the game.

        Raises:
            TapRefused: none runs.
        """
        if self.sitting.standing.over:
            raise TapRefused(self._language.gettext("The game is over."))
        return self.sitting

    def _take(self, step: Step) -> None:
        """Write a step down and take it; nothing is said of it before it is durable."""
        after = evolve(self.sitting, step)
        assert self.game is not None
        self._record.append(self.game, step, at=self._now())
        self._steps.append(step)
        self._sitting = after

    def _say_what_moved(self, before: Sitting, pile: Pile, seat: int) -> None:
        """Say which cards another pile had: a pack has each once, so one pile was wrong."""
        _ = self._language.gettext
        for card in pile:
            place = before.places.get(card, seat)
            if place not in (seat, MAT):
                told = _("{card} was in the pile of {whom} before; a pack has it once.")
                name = card_name(card, self._language)
                self._say(told.format(card=name, whom=self.people.whom(place, self._language)))

    def _say_what_lies(self) -> None:
        _, ngettext = self._language.gettext, self._language.ngettext
        sitting = self.sitting
        if sitting.unread:
            self._say(
                ngettext(
                    "I could not read {count} card: please tell me which it is.",
                    "I could not read {count} cards: please tell me which they are.",
                    len(sitting.unread),
                ).format(count=len(sitting.unread))
            )
        elif sitting.missing:
            self._say(
                ngettext(
                    "{count} card is missing.", "{count} cards are missing.", len(sitting.missing)
                ).format(count=len(sitting.missing))
            )
        else:
            self._say(_("I have read all 48 cards."))

    def _say_who_goes_on(self) -> None:
        _, ngettext = self._language.gettext, self._language.ngettext
        standing = self.sitting.standing
        if not standing.over:
            self._say(_("{who} deals next.").format(who=self._who(standing.dealer)))
            return
        named = self._listed(standing.leaders)
        self._say(
            ngettext(
                "The game is over: {who} has won with {points} points.",
                "The game is over: {who} have won with {points} points each.",
                len(standing.leaders),
            ).format(who=named, points=max(standing.totals))
        )

    def _who(self, seat: int) -> str:
        return self.people.who(seat, self._language)

    def _listed(self, seats: Sequence[int]) -> str:
        return ", ".join(self._who(seat) for seat in seats)

    def _say(self, text: str) -> None:
        self._told += 1
        self.news = (*self.news, News(self._told, text))[-NEWEST:]
        self._tell(text)
        if self.aloud is not None:
            self.aloud(text)
