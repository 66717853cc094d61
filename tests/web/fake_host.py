"""What stands behind the page "Set up": a host, eyes and deck lessons that only pretend."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.trial import PanelTrial
from companion.pictures.deck_learning import (
    NO_LESSON,
    NOT_WHILE_PLAYING,
    LessonProgress,
    LessonStage,
)
from companion.pictures.eyesight import Sighted, Tags, Tick, Ticked
from companion.reply import Reply
from companion.settings.table_game import TableGame
from companion.settings.tonight import Chosen, WayToPlay
from companion.updates import (
    GAME_RUNS,
    NONE_BEFORE,
    KeptVersions,
    UpdateError,
    UpdateNews,
    UpdateReport,
    UpdateStage,
    UpdateWish,
)
from companion.wifi.hotspot import NetworkNews
from companion.wifi.wifi import NO_WIFI, VisibleNetwork, WifiError, WifiLink, WifiState


@dataclass
class FakeHost:
    """A table that is set up."""

    rules: Ruleset = STANDARD
    running: bool = False
    tried: PanelTrial | None = None

    def trial(self) -> PanelTrial | None:
        return self.tried

    def ruleset(self) -> Ruleset:
        return self.rules

    def choose(self, ruleset: Ruleset) -> Reply:
        if self.running:
            return Reply(None, "a game is running: its rules do not change")
        self.rules = ruleset
        return Reply()


@dataclass
class FakeWays:
    """Ways to play that only remember what was chosen."""

    is_fresh: bool = False
    camera: bool = False
    no_deck: bool = False
    chosen: WayToPlay | None = None
    used: tuple[WayToPlay, ...] = ()
    watched: str = ""
    comes_of_it: Chosen = field(default_factory=Chosen)

    def fresh(self) -> bool:
        return self.is_fresh

    def has_camera(self) -> bool:
        return self.camera

    def in_use(self) -> tuple[WayToPlay, ...]:
        return self.used

    def lacks_deck(self) -> bool:
        return self.no_deck

    def choose(self, way: WayToPlay) -> Chosen:
        self.chosen = way
        return self.comes_of_it

    def watch(self, address: str) -> Chosen:
        self.watched = address
        return self.comes_of_it


@dataclass
class FakeGameChoice:
    """A choice between both games that only remembers."""

    played: TableGame = TableGame.HANABI
    comes_of_it: Chosen = field(default_factory=lambda: Chosen(anew=True))
    chosen: list[TableGame] = field(default_factory=list)

    def choose(self, game: TableGame) -> Chosen:
        self.chosen.append(game)
        return self.comes_of_it


class FakeEyes:
    """A camera that has seen something."""

    def __init__(self, picture: bytes | None = b"\xff\xd8 a picture") -> None:
        self.picture = picture

    def sighted(self) -> Sighted:
        ticks = (Ticked(Tick.CAMERA, True), Ticked(Tick.MAT, False, 2, 4))
        tags = (Tags(None, (True, False, True, True)), Tags(1, (True, True)))
        return Sighted(ticks, self.picture is None, self.picture, tags)


class FakeDeckLessons:
    """Learns every row that it is shown at once."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.hidden = hidden
        self.now = LessonProgress()

    def lesson(self) -> LessonProgress:
        return self.now

    def begin(self, deck: str, suits: str, *, back: bool) -> str | None:
        if self.hidden:
            return NOT_WHILE_PLAYING
        rows = tuple(tuple(f"{suit}{rank}" for rank in range(1, 6)) for suit in suits)
        self.now = LessonProgress(LessonStage.LAY, deck, rows + ((("back",),) if back else ()))
        return None

    def look(self) -> str | None:
        if self.now.stage is not LessonStage.LAY:
            return NO_LESSON
        learnt = self.now.learnt + 1
        stage = LessonStage.DONE if learnt == len(self.now.rows) else LessonStage.LAY
        self.now = replace(self.now, learnt=learnt, stage=stage)
        return None

    def stop(self) -> None:
        self.now = LessonProgress()


VISIBLE = (
    VisibleNetwork("Home", 80, secured=True),
    VisibleNetwork("Café", 55, secured=False),
    VisibleNetwork("School", 20, secured=True, joinable=False),
)
ON_THE_HOTSPOT = NetworkNews(WifiState(WifiLink.HOTSPOT, "Hanabi table"), VISIBLE)
AT_HOME = NetworkNews(WifiState(WifiLink.HOME, "Home"), VISIBLE)


@dataclass
class FakeNetwork:
    """A machine's network that remembers what it was told."""

    told: list[tuple[str, str | None]] = field(default_factory=list)
    now: NetworkNews = ON_THE_HOTSPOT
    visits: int = 0

    def news(self) -> NetworkNews:
        return self.now

    def join(self, name: str, password: str | None) -> None:
        if self.now.state.link is WifiLink.MISSING:
            raise WifiError(NO_WIFI)
        self.told.append((name, password))
        self.now = replace(self.now, joining=name, tried=name)

    def visited(self) -> None:
        self.visits += 1


AT_REST = UpdateNews(KeptVersions("0.2.0", "0.1.0"), UpdateReport(), None, game_runs=False)
GOOD_RELEASE = b"a release's file"


@dataclass
class FakeUpdates:
    """A machine that believes one file."""

    now: UpdateNews = AT_REST
    asked: list[tuple[UpdateWish, bool]] = field(default_factory=list)

    def news(self) -> UpdateNews:
        return self.now

    def receive(self, pieces: Iterable[bytes]) -> None:
        if b"".join(pieces) != GOOD_RELEASE:
            raise UpdateError("it is not signed by those who make this program")
        self.now = replace(self.now, ready="0.3.0")

    def carry_out(self, wish: UpdateWish, *, during_game: bool) -> None:
        if self.now.game_runs and not during_game:
            raise UpdateError(GAME_RUNS)
        if wish is UpdateWish.ROLLBACK and self.now.kept.before is None:
            raise UpdateError(NONE_BEFORE)
        self.asked.append((wish, during_game))
        self.reports(UpdateStage.UNDER_WAY, wish)

    def reports(self, stage: UpdateStage, wish: UpdateWish, failed: str | None = None) -> None:
        report = UpdateReport(stage, wish, "0.3.0", failed, made=len(self.asked))
        self.now = replace(self.now, report=report, ready=None)
