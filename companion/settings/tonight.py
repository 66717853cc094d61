"""How people play tonight: with phones alone, under a camera, or only a photo that is scored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.language.phrases import phrase
from companion.settings.hosting import Preferences

CAMERA, PRINTED_MAT = "table.camera", "table.mat"
NONE, AUTO = "none", "auto"
NAMED = phrase(
    "the camera was named when the companion was started: end it, and start it without --camera"
)
NO_CAMERA = phrase("no camera is connected: plug it in, then choose once more")
NEITHER = phrase(
    "no deck is learnt and no camera is connected: teach it your deck and plug a camera in, then"
    " choose once more"
)
CANNOT_START = phrase("it counts from the next start of the companion on")


class WayToPlay(Enum):
    """A way to play, from the least to print to the most, and one to score only."""

    PHONES = "phones"
    MAT = "mat"
    """A camera above the printed mat; people hold their cards."""
    RACKS = "racks"
    """The same, and the cards stand in printed racks."""
    NO_MAT = "no_mat"
    """A camera above a bare table; on trial."""
    PHOTO = "photo"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What came of a choice.

    Attributes:
        anew: whether the companion starts anew now; a game goes on after that.
        lacks: what is still missing, a part of a sentence; None: nothing is.
    """

    anew: bool = False
    lacks: str | None = None


class Ways(Protocol):
    """Lets pages choose how to play; may be asked from any thread."""

    def fresh(self) -> bool:
        """Say whether nobody has chosen anything here yet."""

    def has_camera(self) -> bool:
        """Say whether a camera is there or named, also where nothing watches through it yet.

        Raises:
            SettingsError: the settings cannot be read.
        """

    def in_use(self) -> tuple[WayToPlay, ...]:
        """Return how the table plays now, as somebody has chosen it; with a mat also with racks.

        Raises:
            SettingsError: the settings cannot be read.
        """

    def lacks_deck(self) -> bool:
        """Say whether a camera is to watch, and no card can be named: no deck is learnt."""

    def choose(self, way: WayToPlay) -> Chosen:
        """Play like that from now on, also in the middle of a game.

        Raises:
            SettingsError: the settings cannot be read or written.
        """

    def watch(self, address: str) -> Chosen:
        """Watch through the camera in the network at ``address`` from now on.

        Raises:
            SettingsError: the settings cannot be read or written.
        """


class TonightsWays:
    """The ways of a table whose settings say which camera watches."""

    def __init__(
        self,
        preferences: Preferences,
        *,
        watches: bool,
        named: bool,
        decks: Callable[[], tuple[str, ...]],
        connected: Callable[[], bool],
        reads: Callable[[], bool],
        start_anew: Callable[[], None] | None = None,
        mat: bool = True,
    ) -> None:
        """Prepare to be asked.

        Args:
            preferences: the settings.
            watches: whether this companion looks through a camera, or for one.
            named: whether the command line says which, so that the settings do not count.
            decks: returns the names of the learnt decks.
            connected: says whether a camera is there.
            reads: says whether it can name cards: that takes a learnt deck.
            start_anew: starts the companion anew in a moment; None: it cannot.
            mat: whether it looks for a mat.
        """
        self._mat = mat
        self._preferences, self._watches, self._named = preferences, watches, named
        self._decks, self._connected, self._start_anew = decks, connected, start_anew
        self._reads = reads

    def fresh(self) -> bool:
        """Say whether nothing is configured: no deck, no camera in settings or command."""
        return not (self._named or self._decks() or CAMERA in self._preferences.values())

    def has_camera(self) -> bool:
        """See `Ways.has_camera`."""
        if self._named:
            return self._watches
        said = self._preferences.values().get(CAMERA)
        return self._connected() if said in (None, NONE, AUTO) else True

    def in_use(self) -> tuple[WayToPlay, ...]:
        """See `Ways.in_use`."""
        if not self._watches:
            chosen = self._named or self._preferences.values().get(CAMERA) == NONE
            return (WayToPlay.PHONES,) if chosen else ()
        if not self._reads():
            return ()  # everything is tapped, which nobody has chosen
        return (WayToPlay.MAT, WayToPlay.RACKS) if self._mat else (WayToPlay.NO_MAT,)

    def lacks_deck(self) -> bool:
        """See `Ways.lacks_deck`."""
        return self._watches and not self._reads()

    def choose(self, way: WayToPlay) -> Chosen:
        """See `Ways.choose`."""
        if way is WayToPlay.PHOTO:
            return Chosen()
        watched = way is not WayToPlay.PHONES
        if self._named and watched is not self._watches:
            return Chosen(lacks=NAMED)
        said = self._preferences.values().get(CAMERA)
        value = NONE if not watched else AUTO if said in (None, NONE) else said
        if watched and not self._watches and value == AUTO and not self._connected():
            return Chosen(lacks=NO_CAMERA if self._decks() else NEITHER)
        mat = way is not WayToPlay.NO_MAT if watched else self._mat
        if mat is not self._preferences.values().get(PRINTED_MAT, True):
            self._preferences.change({PRINTED_MAT: mat})
        if value != said and not self._named:
            self._preferences.change({CAMERA: value})
        if watched is self._watches and mat is self._mat:
            return Chosen()
        return self._begin()

    def watch(self, address: str) -> Chosen:
        """See `Ways.watch`."""
        if self._named:
            return Chosen(lacks=NAMED)
        if self._preferences.values().get(CAMERA) == address and self._watches:
            return Chosen()
        self._preferences.change({CAMERA: address})
        return self._begin()

    def _begin(self) -> Chosen:
        if self._start_anew is None:
            return Chosen(lacks=CANNOT_START)
        self._start_anew()
        return Chosen(anew=True)
