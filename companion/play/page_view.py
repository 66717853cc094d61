"""What a page is shown of a table of Hanabi, declared: the makers of views keep to it.

`companion.play.view`, `offers`, `lobby`, `news` and `showing` each make a part. What a reader
may see of the game itself is `companion.views.view.GameView`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from companion.announcements.aloud import Tune
from companion.hanabi.labels import (
    CardLabel,
    ClueName,
    ColourLetter,
    Count,
    Rank,
    RuleName,
    SeatNumber,
)
from companion.hanabi.moves import Tile
from companion.json_schema import As, one_of
from companion.panel.panel import Status
from companion.referee.findings import Spot
from companion.referee.tokens import TokensAmiss
from companion.views.view import Conduct, GameView

TuneName = Annotated[str, one_of(Tune)]
MatPlace = Annotated[str, one_of(Spot)]
"""Of the mat."""


# --------------------------------------------------------------------------- what may be tapped


class ClueOffer(TypedDict):
    """The seat to move and whom it may give some clue.

    Its own page gives it, every other logs what was said aloud.
    """

    giver: SeatNumber
    targets: list[SeatNumber]


class LayOffer(TypedDict):
    """Where no camera watches: who may lay a card, where, and which cards fit."""

    seat: SeatNumber
    piles: list[MatPlace]
    fit: list[CardLabel]


class TileShown(TypedDict):
    """An award tile that may be turned.

    Attributes:
        tile: its name.
        clues: what the clue that it brings can say.
        targets: whom this reader may tell it for.
        cards: the discarded cards that can come back.
        may_pass: whether it can be turned without any of these.
    """

    tile: Annotated[str, one_of(Tile)]
    clues: list[ClueName]
    targets: list[SeatNumber]
    cards: list[CardLabel]
    may_pass: bool


class TileDue(TypedDict):
    """The seat that has an award tile to turn, and which are left."""

    seat: SeatNumber
    tiles: list[TileShown]


class Barred(TypedDict):
    """What keeps the seat to move from any clue, or any discard."""

    clue: RuleName | None
    discard: RuleName | None


class Offer(TypedDict):
    """What this reader may tap now, by the rules and by who he is.

    Attributes:
        clue: who may give some clue, and to whom; null: no clue is possible.
        lay: null: a camera sees what is laid, or nothing may be laid here.
        name: colours to name for the card that this reader plays next.
        tile: null: none is due, or another seat's phone says which.
        identify: the seats whose cards this reader may name.
        arrange: whether he may say how his own cards stand.
        barred: the rules that forbid any clue, or any discard.
    """

    clue: ClueOffer | None
    lay: LayOffer | None
    name: list[ColourLetter]
    tile: TileDue | None
    identify: list[SeatNumber]
    arrange: bool
    barred: Barred


# ------------------------------------------------------------------------------- what is asked


class TableQuestion(TypedDict):
    """What everybody is asked about a card that lies on the table.

    Attributes:
        place: where it lies.
        options: the labels to choose from; empty where only played or discarded is asked.
        card: which it is, where only played or discarded is asked.
        turn: in which it was laid, where the game has gone on since.
        first: the seat that has laid several, where it is asked which of the options came first.
        seat: who laid it, where that is known.
        slot: where it was laid from, where that is known.
    """

    place: MatPlace
    options: list[CardLabel]
    card: CardLabel | None
    turn: int | None
    first: SeatNumber | None
    seat: SeatNumber | None
    slot: Count | None


class RackQuestionShown(TypedDict):
    """What one seat alone is asked about a card in another's rack."""

    seat: SeatNumber
    slot: Count
    options: list[CardLabel]


class NamedColour(TypedDict):
    """A colour that a seat has named for the card that it plays next."""

    seat: SeatNumber
    colour: ColourLetter


class ProposalShown(TypedDict):
    """What waits for a seat's yes; a clue in its name has its fields, too.

    Attributes:
        kind: what was proposed.
        asks: the seats of which one has to agree.
        by: who proposed it; null: a page of no seat.
        yours: whether this reader may agree: he is asked, or none of those has a phone any more and
            he proposed it.
        says: what he is asked, or for whose yes it waits, as a sentence.
        giver: of a clue.
        target: of a clue.
        colour: that a clue names.
        value: that a clue names.
        pointed: the slots that were pointed at; null: nobody said.
    """

    kind: Literal["clue", "undo", "redo", "correct", "stop"]
    asks: list[SeatNumber]
    by: SeatNumber | None
    yours: bool
    says: str | None
    giver: NotRequired[SeatNumber]
    target: NotRequired[SeatNumber]
    colour: NotRequired[ColourLetter]
    value: NotRequired[Rank]
    pointed: NotRequired[list[Count] | None]


# ------------------------------------------------------------------- where table and record differ


class MatCard(TypedDict):
    """A card on the mat; null where nobody could read it."""

    card: CardLabel | None
    amiss: bool


class MatSide(TypedDict):
    """The mat by the record, or as it is seen."""

    columns: list[list[MatCard]]
    discards: list[MatCard]


class AmissCard(TypedDict):
    """A card that lies elsewhere than the record has it.

    Attributes:
        card: its label; null where nobody can name it.
        record: where the record has it; null: in a hand.
        table: where it lies; null: nowhere on the mat.
        seat: whose hand it belongs into, where everybody knows that.
    """

    card: CardLabel | None
    record: MatPlace | None
    table: MatPlace | None
    seat: SeatNumber | None


class Differing(TypedDict):
    """How record and table differ; ``why`` is a sentence."""

    record: MatSide
    table: MatSide
    amiss: list[AmissCard]
    why: NotRequired[str | None]


# ------------------------------------------------------------------------------- before a game


class RackCount(TypedDict):
    """How many cards stand in a rack."""

    seat: SeatNumber
    cards: Count


class Lobby(TypedDict):
    """What every page shows before a game.

    Attributes:
        racks: those that are seen.
        players: how many will play; null: nobody knows yet.
        ruleset: its name.
        manners: how people behave by it.
        expansions: what is played with beside the base game.
        choices: how many can be chosen to play; empty where the racks say it.
        hand_sizes: how many cards each is dealt then, one number for each choice.
        first: who will begin.
        watched: whether a camera watches.
        blocked: whether cards lie on the mat, so that none can start, however many play.
        ready: whether a game can start.
        reason: why it cannot, as a sentence.
    """

    racks: list[RackCount]
    players: int | None
    ruleset: str
    manners: Conduct
    expansions: list[str]
    choices: list[int]
    hand_sizes: list[int]
    first: SeatNumber
    watched: bool
    blocked: bool
    ready: bool
    reason: NotRequired[str | None]


# -------------------------------------------------------------------------------- in sentences


class Heard(TypedDict):
    """What is to be heard of one announcement.

    Attributes:
        number: counted since the program began.
        tune: the sound for it; null: none.
        brief: what the brief wording says; null: nothing.
        full: what the full wording says.
        chimes: what is said beside the sounds.
    """

    number: int
    tune: TuneName | None
    brief: str | None
    full: str | None
    chimes: str | None


class NewsShown(TypedDict):
    """What happened last.

    Attributes:
        news: in sentences, oldest first.
        news_in: the same in every other language.
        small_print: of each of them, whether it only tells what followed from the last.
        aloud: what is to be heard of it.
    """

    news: list[str]
    news_in: dict[str, list[str]]
    small_print: list[bool]
    aloud: list[Heard]


class SaidIn(TypedDict, total=False):
    """What a view says in words, in another language; what is not said is missing."""

    detail: str
    notice: str
    reason: str
    why: str
    proposed: str


TableStage = Literal["lobby", "playing", "ending", "over"]


class GameShown(TypedDict):
    """What a page is shown of a game, or that there is none.

    Attributes:
        phase: the stage of the table.
        paused: whether the game rests.
        question: what everybody is asked.
        rack_question: what this reader alone is asked.
        named: the colours named for the next cards.
        proposed: what waits for a seat's yes, to those whom it concerns.
        game: the game as this reader may see it.
        may: what he may tap.
        record: the game's number on record, once its hands lie open.
        differs: how record and table differ.
        tokens: the tokens on the mat that lie wrong.
    """

    phase: TableStage
    paused: bool
    question: TableQuestion | None
    rack_question: RackQuestionShown | None
    named: list[NamedColour]
    proposed: ProposalShown | None
    game: Annotated[Mapping[str, object] | None, As(GameView | None)]
    may: Offer
    record: int | None
    differs: Differing | None
    tokens: TokensAmiss | None


class TableView(GameShown, NewsShown):
    """What a page shows, and what may be tapped on it.

    Attributes:
        status: what the status lamp says.
        detail: what stands above all else, as a sentence.
        notice: why a tap of this reader's was refused later.
        said_in: the sentences of this view in every other language.
        camera: whether one watches.
        blind: whether it sees nothing of the mat.
        racks: whether cards stand in racks, as far as was seen; else people hold them.
        virtual_panel: whether pages show the panel's buttons.
        pile: the card of which people say whether it was played, on a table without a mat: its
            serial on the table, never its face.
        undo: whether there is something that can be taken back.
        redo: whether something that was taken back can be had again.
        lobby: what is shown before a game.
    """

    status: Annotated[str, one_of(Status)]
    detail: str | None
    notice: str | None
    said_in: Mapping[str, SaidIn]
    camera: Literal["on", "lost", "none"]
    blind: bool
    racks: bool
    virtual_panel: bool
    pile: int | None
    undo: bool
    redo: bool
    lobby: Lobby | None
