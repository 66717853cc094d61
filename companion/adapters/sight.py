"""The eyes of a live table: opened, opened again, and given a deck as soon as one is learnt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event

from companion.adapters.cameras import SettledCamera, open_for_learning, open_kept
from companion.adapters.deck_learning import CameraDeckLessons
from companion.adapters.filming import FilmedEyes
from companion.adapters.photo_eyes import PhotoEyes
from companion.adapters.preview import CameraPreview
from companion.adapters.unmarked_eyes import EyesWithoutMat
from companion.film.reel import IN_A_ROW, Reel
from companion.frames import Camera, CameraRound, Frame
from companion.hanabi.labels import MOST_SEATS
from companion.pictures.log import PictureLog
from companion.referee.readings import SlotPlace, TableReading
from companion.settings.settings import CameraSettings
from companion.table import TableSight
from companion.watch import ReadFrame
from hardware.camera import CameraChoice
from hardware.files import CameraError
from vision.deck import Deck
from vision.live.glance import Glance
from vision.live.reader import TableReader
from vision.table.layout import Layout


class LiveSight(PhotoEyes):
    """What looks at the table; without a deck it only shows the page what the camera sees.

    Attributes:
        preview: tells the page what the camera sees.
        deck_lessons: learns decks for the page.
        closeups: pictures of cards in racks that cannot be named.
    """

    def __init__(
        self,
        wanted: CameraChoice,
        deck: Deck | None,
        camera: CameraSettings,
        layout: Layout,
        running: Callable[[], bool],
        *,
        pictures: PictureLog | None = None,
        settling: Event | None = None,
        reel: Reel | None = None,
        without_mat: EyesWithoutMat | None = None,
        fireworks: Callable[[], int] = lambda: IN_A_ROW,
    ) -> None:
        """Prepare to look through ``wanted``.

        Args:
            wanted: the camera.
            deck: what is played with; None: no deck was learnt yet.
            camera: its settings.
            layout: the mat and the racks.
            running: says whether a game runs.
            pictures: keeps pictures of the cards that are read; None: nothing does.
            settling: lets the camera settle anew once it is set.
            reel: the film that keeps what the eyes see; None: none does.
            without_mat: what looks where no mat lies; None: there is one.
            fireworks: returns for how many fireworks the mat has to have places.
        """
        super().__init__(deck, lambda: layout.for_fireworks(fireworks()))
        self._running, self._without_mat, self._reel = running, without_mat, reel
        self._fireworks = fireworks
        self._wanted, self._camera, self._layout = wanted, camera, layout
        self._pictures, self._settling = pictures, settling
        self.closeups: dict[SlotPlace, bytes] = {}
        self.preview = CameraPreview(
            self._layout,
            self._deck,
            running,
            glance=lambda layout, deck: Glance(
                layout.for_fireworks(fireworks()), deck, self._made_ready(deck)
            ),
            worker=self.worker,
        )
        self.deck_lessons = CameraDeckLessons(
            self.preview.picture, self.preview.hidden, self.preview.has_table, self.know
        )

    def look(self) -> Callable[[Frame], TableReading | None]:
        """Return new eyes."""
        if self._deck is None:
            return self._only_show
        if self._without_mat is not None:
            whole = self._made_ready(self._deck).whole
            return self.preview.watching(self._without_mat.look(self._deck, whole, self._running))
        return self.preview.watching(self._on_the_mat(self._deck))

    def _on_the_mat(self, deck: Deck) -> ReadFrame:
        """Return eyes for mat and racks, which are new once other fireworks are to be built."""
        made_for = self._fireworks()
        look = self._reader(deck, made_for)

        def looking(frame: Frame) -> TableReading | None:
            nonlocal made_for, look
            wanted = self._fireworks()
            if wanted != made_for:
                made_for, look = wanted, self._reader(deck, wanted)
                self.preview.know(deck)  # what reads its single pictures is made anew, too
            return look(frame)

        return looking

    def _reader(self, deck: Deck, fireworks: int) -> ReadFrame:
        keep = None if self._pictures is None else self._pictures.eyes()
        reader = TableReader(
            self._layout.for_fireworks(fireworks),
            deck,
            MOST_SEATS,
            self.closeups,
            keep,
            self._made_ready(deck),
        )
        return reader.look if self._reel is None else FilmedEyes(self._reel, reader.look, fireworks)

    def again(self) -> TableSight:
        """Open a camera that was lost, with new eyes; without a mat with those that know the game.

        Raises:
            CameraError: it is not there.
        """
        if self._wanted.is_film:
            raise CameraError("a film is over when it is over")
        layout = self._layout if self.reads() else None
        return self.at_last(open_live(self._wanted, self._camera, layout, self._settling))

    def at_last(self, camera: Camera) -> TableSight:
        """Look through a ``camera`` that was opened late: a game may have begun before it."""
        strange = self._without_mat is not None and not self._without_mat.know_the_game()
        return self.through(camera, amid=strange and self._running())

    def through(self, camera: Camera, *, amid: bool = False) -> TableSight:
        """Look through an opened ``camera`` with new eyes, or with those that `again` has kept.

        Without a deck it ends when one is learnt, for the eyes to be new; so it does at the end of
        a game ``amid`` which it was opened, where no mat says what lies there already.
        """
        reads = self._deck is not None
        if reads and amid:
            if self._without_mat is not None:
                self._without_mat.ask_nothing()
            over = _UntilLearnt(camera, lambda: not self._running())
            return TableSight(over, self._only_show, reads=False)
        return TableSight(camera if reads else _UntilLearnt(camera, self.reads), self.look(), reads)

    def _only_show(self, frame: Frame) -> None:
        self.preview.blind(frame)

    def know(self, deck: Deck) -> None:
        """Play with the first deck that is learnt at once; another counts from the next start."""
        if self._deck is None:
            self.preview.know(deck)
            self._deck = deck


def open_live(
    wanted: CameraChoice,
    settings: CameraSettings,
    layout: Layout | None,
    settling: Event | None = None,
) -> Camera:
    """Open the camera of a live table; it settles anew once ``settling`` is set.

    Without a ``layout``, where no cards are read yet, what it settles on is not kept: no mat may
    lie there.

    Raises:
        CameraError: it is not there.
    """
    if layout is None:
        return open_for_learning(wanted, settings)
    return SettledCamera(open_kept(wanted, settings), layout, settling)


class _UntilLearnt(CameraRound):
    """A camera that ends as soon as a deck is learnt, or whatever else is waited for."""

    def __init__(self, camera: Camera, learnt: Callable[[], bool]) -> None:
        super().__init__(camera)
        self._is_learnt = learnt

    def frames(self) -> Iterator[Frame]:
        """Yield the camera's pictures."""
        for frame in self._camera.frames():
            yield frame
            if self._is_learnt():
                return
