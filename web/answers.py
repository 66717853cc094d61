"""What the pages' addresses answer, declared: from here `web.openapi` and the page's types come.

What the core makes whole is declared there, beside its maker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from companion.announcements.aloud import Wording
from companion.archive.statistics import GroupFigures
from companion.hana_table.views import HanaCard
from companion.hana_table.yaku_views import CardName
from companion.hanabi.events import Outcome
from companion.hanabi.labels import ColourLetter, Count, RuleName, SeatNumber
from companion.health import FindingShown
from companion.json_schema import As, Constraint, one_of
from companion.pictures.deck_learning import LessonShown
from companion.pictures.eyesight import Tick
from companion.pictures.photographed_deck import PhotoLessonShown
from companion.pictures.scoring import CardInPhoto, DisplayShown
from companion.settings.option_texts import RulesShown
from companion.settings.texts import SettingShown
from companion.updates import UpdateStage, UpdateWish
from companion.wifi.wifi import WifiLink

TapKey = Annotated[str, Constraint({"pattern": "^[A-Za-z0-9_-]{1,64}$", "minLength": 1})]
"""The name of a tap or a wish."""
Url = str


# -------------------------------------------------------------------------------- who is there


class Speaking(TypedDict):
    """Who speaks, and how much.

    Attributes:
        by: who.
        table: how loud the machine at the table does, 0 to 100; null: it cannot.
        wording: how much is said.
    """

    by: Literal["nobody", "table", "here", "another"]
    table: int | None
    wording: Annotated[str, one_of(Wording)]


class OpenWish(TypedDict):
    """A wish for a seat that the table has not answered.

    Attributes:
        id: its name.
        name: of whoever wishes it, as far as he said.
        seat: which.
        yours: whether this reader may answer.
    """

    id: TapKey
    name: str | None
    seat: SeatNumber
    yours: bool


class HouseShown(TypedDict):
    """Who is there, and what this reader is asked.

    Attributes:
        names: of the seats whose people said one, by seat.
        held: the seats that have a phone.
        away: those of them whose phone shows another page, or none.
        onlookers: what those are called who see all hands.
        voice: who speaks.
        photos: whether photos of hands can be read.
        wishes: for seats.
        game: which game the table plays: a page of the other one is out of date.
    """

    names: Mapping[str, str]
    held: list[SeatNumber]
    away: list[SeatNumber]
    onlookers: list[str]
    voice: Speaking
    photos: bool
    wishes: list[OpenWish]
    game: str


class NetworkInReach(TypedDict):
    """A network that the machine could join.

    Attributes:
        name: its SSID.
        signal: its strength in per cent.
        secured: whether it wants a password.
        joinable: whether that is all it wants.
    """

    name: str
    signal: Annotated[int, Constraint({"minimum": 0, "maximum": 100})]
    secured: bool
    joinable: bool


class NetworkShown(TypedDict):
    """How the machine is reached, and what it could join.

    Attributes:
        link: how.
        name: of its network; null: it has none, or is a wire.
        networks: those in reach, the strongest first.
        joining: the network that is being joined.
        tried: the one that was to be joined last.
        failed: why it was not joined, a part of a sentence.
    """

    link: Annotated[str, one_of(WifiLink)]
    name: str | None
    networks: list[NetworkInReach]
    joining: str | None
    tried: str | None
    failed: str | None


class Problem(TypedDict):
    """A refusal by RFC 9457, with the game's own fields.

    Attributes:
        type: names the rule, where there is one.
        title: what HTTP calls it.
        status: of HTTP.
        detail: one sentence for people.
        rule: the rule that was broken.
        stale: whether the tap was made in an older view.
        snapshot: the newest view, where it was.
    """

    type: str
    title: str
    status: int
    detail: str
    rule: NotRequired[RuleName | None]
    stale: NotRequired[bool]
    snapshot: NotRequired[Annotated[Any, Constraint({"$ref": "#/components/schemas/Snapshot"})]]


class TapDone(TypedDict):
    """It is done; or it waits until another seat has agreed."""

    ok: Literal[True]
    waits: NotRequired[Literal[True]]


class SeatTaken(TypedDict):
    """Where a phone is now.

    Attributes:
        page: its own.
        seat: its own; null: none.
        confirm: whether it is asked if it is there.
    """

    page: Url
    seat: SeatNumber | None
    confirm: bool


class TableAsked(TypedDict):
    """The table is asked for a seat."""

    asked: Literal[True]
    seat: SeatNumber


class WishState(TypedDict):
    """What became of a wish; nulls where there is none, or it is over."""

    seat: SeatNumber | None
    granted: bool | None


class LampsShown(TypedDict):
    """The virtual panel's lamps by name, 0 dark to 1 bright, and the version of the public view."""

    lamps: Mapping[str, float]
    version: int


# ------------------------------------------------------------------------------------ in a game


class ClueChecked(TypedDict):
    """What the giver of a clue may know of it before he gives it.

    Attributes:
        ok: always.
        verdict: pending where not all of the cards are known.
        touched: the slots that it is known to touch.
        unknown: the slots of cards that nobody knows.
    """

    ok: Literal[True]
    verdict: Literal["legal", "pending"]
    touched: list[Count]
    unknown: list[Count]


class CorrectionChoice(TypedDict):
    """Something that can be put right.

    Attributes:
        correction: what to send.
        text: what it says, as a sentence.
        effect: what it changes, as a sentence.
        likely: whether it names a card as one that the eyes thought of.
    """

    correction: Annotated[
        Mapping[str, Any], Constraint({"$ref": "#/components/schemas/Correction"})
    ]
    text: str
    effect: str
    likely: bool


class CorrectionChoices(TypedDict):
    """What can be put right in a turn."""

    choices: list[CorrectionChoice]


class MendingChoice(TypedDict):
    """What puts the record right where it differs from the table.

    Attributes:
        choice: the one correction that does.
        redo: what it changes that what was taken back last counts again, as a sentence, where
            that is enough.
    """

    choice: CorrectionChoice | None
    redo: str | None


# --------------------------------------------------------------------- tonight, and one display


class TonightShown(TypedDict):
    """What is there to play with.

    Attributes:
        decks: that were learnt.
        now: how the table plays now; nothing where nobody has chosen yet.
        camera: ``there`` where one is, and nothing watches through it: for want of a deck, say.
    """

    decks: list[str]
    now: list[str]
    camera: Literal["on", "lost", "there", "none"]


class GameServed(TypedDict):
    """Which game the table plays.

    Attributes:
        game: the one that this companion serves.
        running: whether a game of it runs, which another choice would interrupt.
    """

    game: str
    running: bool


class WayChosen(TypedDict):
    """What choosing a way to play did.

    Attributes:
        anew: whether the companion starts anew for it.
        lacks: what it needs that is not there, as a sentence.
    """

    anew: bool
    lacks: str | None


class DeckLessonShown(PhotoLessonShown):
    """How far a deck is learnt from photos, and which decks are learnt already."""

    decks: list[str]


class ScoreDecks(TypedDict):
    """The decks that photos are read with, and whether hands are hidden: then none is read."""

    decks: list[str]
    hidden: bool


class PhotoScored(DisplayShown):
    """What a photo of a display shows, and its score; ``corners`` are pixels of that size.

    Attributes:
        suits: those that the deck has.
    """

    width: Count
    height: Count
    mat: bool
    suits: list[ColourLetter]
    cards: list[CardInPhoto]


# ------------------------------------------------------------------------------- setting up


class TickShown(TypedDict):
    """Something that is well with the picture, or not."""

    tick: Annotated[str, one_of(Tick)]
    good: bool
    text: str


class TagsShown(TypedDict):
    """The tags of a part of the table, and which of them are seen."""

    part: str
    seen: list[bool]


class AimShown(TypedDict):
    """How the camera is aimed.

    Attributes:
        good: whether nothing is left to do.
        texts: what to do, or that nothing is left.
        camera: what is known of its height and its lens.
    """

    good: bool
    texts: list[str]
    camera: str


class CameraShown(TypedDict):
    """What the camera sees.

    Attributes:
        ticks: what is well and what is not.
        tags: of the mat, and of each rack of which any is seen.
        masked: whether only the mat may be shown.
        aim: how the camera is aimed; None where no mat is seen, or hands are hidden.
        picture: whether there is one.
    """

    ticks: list[TickShown]
    tags: list[TagsShown]
    masked: bool
    aim: AimShown | None
    picture: bool


class LearningShown(LessonShown):
    """How far a deck is learnt, and the decks there are."""

    decks: Sequence[str]


SettingChanges = Mapping[
    Annotated[str, Constraint({"pattern": r"^\w+(\.\w+)*$"})], str | int | float | bool | None
]
"""Settings by section and name; null: what counts where nothing is said."""


class SettingsShown(TypedDict):
    """What can be set on the page."""

    settings: list[SettingShown]


class BackupHolds(TypedDict):
    """What is in a backup, in words.

    Attributes:
        made: when, UTC; null: it does not say.
        holds: what is in it.
        replaces: what is lost when it is restored.
    """

    made: str | None
    holds: list[str]
    replaces: list[str]


class UpdateShown(TypedDict):
    """The versions of this program on its machine, and what came of the newest wish for another.

    Attributes:
        installed: the one that runs.
        before: the one before; null: none is kept.
        stage: how far the newest wish is.
        what: was wished for.
        version: the one that it is about.
        failed: why it was not put in, a part of a sentence.
        ready: the version in the file that was sent last; null: none waits.
        game_runs: whether a game is running, which another version would interrupt.
    """

    installed: str
    before: str | None
    stage: Annotated[str, one_of(UpdateStage)]
    what: Annotated[str, one_of(UpdateWish)] | None
    version: str | None
    failed: str | None
    ready: str | None
    game_runs: bool


class FilmShown(TypedDict):
    """A film of an evening.

    Attributes:
        name: of its folder.
        began: when.
        megabytes: how large; null as long as the hands on it are hidden.
    """

    name: str
    began: str
    megabytes: int | None


class FilmsShown(TypedDict):
    """The evenings kept as films."""

    films: list[FilmShown]


class HealthFinding(FindingShown):
    """A finding with its words."""

    title: str
    word: str


class HealthShown(TypedDict):
    """What is wrong with machine, camera and deck."""

    findings: list[HealthFinding]


class NextRules(RulesShown):
    """The rules of the next game, and all that may be chosen.

    Attributes:
        name: of the ruleset.
        own: what one's own rules are called.
    """

    name: str
    own: str


# ---------------------------------------------------------------------------- games on record


class FiledGame(TypedDict):
    """What the list of games says of one; only ``game`` and ``damaged`` where it is damaged."""

    game: Count
    damaged: bool
    over: NotRequired[bool]
    started: NotRequired[str | None]
    title: NotRequired[str]
    names: NotRequired[list[str | None]]
    players: NotRequired[int]
    ruleset: NotRequired[str]
    turns: NotRequired[Count]
    outcome: NotRequired[Annotated[str, one_of(Outcome)]]
    score: NotRequired[int | None]
    played: NotRequired[Count]


class FiledGames(TypedDict):
    """The games on record, oldest first, and groups of them."""

    games: list[FiledGame]
    groups: Annotated[list[Mapping[str, object]], As(list[GroupFigures])]


class ArrivedGame(TypedDict):
    """What became of a game that was brought.

    Attributes:
        game: its number on record; null: it cannot be put there.
        new: whether it was not on record before.
        why: why it cannot be; empty where it is.
    """

    game: Count | None
    new: bool
    why: str


class GamesBrought(TypedDict):
    """What became of the games that were brought."""

    games: list[ArrivedGame]


class ToldElsewhere(TypedDict):
    """A game as hanab.live would tell it.

    Attributes:
        efficiency: cards on the fireworks for each clue that was paid for; null without a clue.
        link: where the site shows it; null: a link cannot hold it.
        why: why the site cannot show it.
        made_up: how many cards nobody saw.
    """

    efficiency: float | None
    link: str | None
    why: str | None
    made_up: Count


class LiveCard(TypedDict):
    """A card of hanab.live's JSON."""

    suitIndex: Count
    rank: Count


class LiveAction(TypedDict):
    """An action of hanab.live's JSON."""

    type: Count
    target: int
    value: NotRequired[int]


class LiveOptions(TypedDict):
    """Options of hanab.live's JSON."""

    variant: str
    startingPlayer: NotRequired[SeatNumber]
    emptyClues: NotRequired[bool]
    allOrNothing: NotRequired[bool]


class LiveGameShown(TypedDict):
    """A game in hanab.live's format."""

    players: list[str]
    deck: list[LiveCard]
    actions: list[LiveAction]
    options: LiveOptions


# ------------------------------------------------------------------------------- Hana-awase


class HanaCards(TypedDict):
    """All cards.

    Attributes:
        cards: with their names.
        pictures: the cards of which there is one.
        camera: whether one watches.
        reads: whether photos can be read: a pack is learnt.
    """

    cards: list[HanaCard]
    pictures: list[CardName]
    camera: bool
    reads: bool
