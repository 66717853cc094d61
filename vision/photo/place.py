"""What lies at one place of a photo: a card of the deck, fitted but not judged yet, or nothing."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.geometry import Points, overlap, rectangle
from vision.match.align import View, upright_card
from vision.match.bending import bend
from vision.match.embedding import Embedder, Lineup
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.outline import has_card_outline
from vision.match.recognise import NAMELESS, Sighting, find_card, fit_framed, judge
from vision.outlines.locate import side_lengths
from vision.outlines.tabletop import Tabletop
from vision.photo.card import CLEAR_FIT, TAKEN, PhotoCard, is_clear, keep, unturned
from vision.photo.photograph import Photograph
from vision.table.light import FloatImage


@dataclass(frozen=True, slots=True)
class Look:
    """How one place is looked at.

    Attributes:
        slack: of a card's width, by how much the place may miss the card in it.
        rotations: degrees by which the card may be askew there.
        least: cosine at the coarse scale below which there is no card of this deck.
        patient: whether to fit other kinds where the likeliest does not fit at all.
    """

    slack: float
    rotations: tuple[float, ...]
    least: float
    patient: bool = False


FREELY = Look(0.2, (0.0, -4.0, 4.0), 0.3)
"""At an outline of which no more is known."""
AT_ITS_SIZE = Look(0.2, (0.0, -4.0, 4.0), 0.38)
"""Where it is known how large the card is and how it is seen."""
IN_PLACE = Look(0.08, (0.0,), 0.28, patient=True)
"""Between edges along all of the card's sides."""
FRAMED_SLACK = 0.08
"""Of a card's width: what is looked at round an outline that is a card's to its size."""
FRAMED_MISS = 0.1
"""Share by which the sides of such an outline may miss the deck's."""
SAME_FRAME = 0.7
"""Overlap from which two such outlines are one."""
MOST_FRAMED, MOST_TRIED = 8, 3
"""Such outlines that are looked at, the best first, and faces that are fitted in each."""
LEAST_FRAMED = 0.5
"""Cosine of the net with some face from which one of them may lie in such an outline: cards that
are covered in part have more, other decks' that look a little alike about as much."""
SQUARE = 1.2
"""Longer by shorter side of an outline up to which a steep view may show either as the longer."""
MIN_FAIR = 0.36
"""Fit from which a second look from nearer by is worth while."""
MIN_SEEN = NAMELESS
"""Fit below which nothing that was found is kept, nor named."""
NEARLY_ON_TABLE = 0.3
"""Share by which the sides of an outline on the table may miss the deck's to be looked at."""
LOOKED_AGAIN = 2
"""How often a card is looked at again from where it seems to lie."""
MOST_VAIN = 12
"""Looks in a row that find nothing, after which the rest, less likely, is left alone."""
ELSEWHERE = 0.06
"""Share of a card's shorter side by which its corners have to be off for it to be
`LOOKED_AGAIN`."""
WORTH_IT = 0.02
"""Fit that another look has to bring."""
BENT_SLACK = 0.1
"""Of a card's width, round its corners: what a bent card shows beside them."""
MOST_BENT = 8.0
"""Millimetres by which a bent card's edges may show beside a flat card's."""
ROUND_IT = 0.1
"""Of a card's width: what is looked at round it to see whether it ends there."""
MOST_RIVALS = 2
"""Other labels that are bent, too, before a bent card is named."""


class PhotoPlaces:
    """Looks at places of photos with one deck."""

    def __init__(self, gallery: Gallery) -> None:
        """Take the ``gallery`` of the deck's whole cards."""
        self._gallery = gallery

    def look(
        self,
        image: Photograph,
        quads: Iterable[Points],
        found: list[PhotoCard],
        table: Tabletop | None,
        how: Look | None = None,
    ) -> None:
        """Add to ``found`` what ``quads`` hold, where no clear card was found yet."""
        vain = 0
        for quad in quads:
            quad = quad if table is None else table.upright(quad)
            if not is_open(quad, found, table):
                continue
            if vain == MOST_VAIN:
                break
            vain += 1
            card = self.fit(image, quad, table, how)
            for _ in range(LOOKED_AGAIN):
                if card is None or not MIN_FAIR <= card.card.fit < CLEAR_FIT:
                    break
                # The outline was not quite the card's: begin again from where it seems to lie.
                there = unturned(card)
                if not _is_elsewhere(there, quad):
                    break
                # Not ``how``: edges do not say that it lies there.
                again = self.fit(image, there, table)
                if again is None or again.card.fit < card.card.fit + WORTH_IT:
                    break
                card, quad = again, there
            if card is not None and card.card.fit >= MIN_SEEN:
                keep(found, card)
                vain = 0

    def look_framed(
        self, image: Photograph, quads: Iterable[Points], found: list[PhotoCard], table: Tabletop
    ) -> None:
        """Add to ``found`` what lies where an outline is a card's to its size.

        The net says what it may be: `vision.match.recognise.fit_framed` tells why. Without the net
        nothing is.
        """
        frames: list[Points] = []
        for miss, quad in sorted(
            ((table.misfit(quad), quad) for quad in map(table.upright, quads)),
            key=lambda one: one[0],
        ):
            # They are sorted: all that follow miss by more.
            if miss > FRAMED_MISS or len(frames) == MOST_FRAMED:
                break
            if is_open(quad, found, None) and not any(
                overlap(quad, other) > SAME_FRAME for other in frames
            ):
                frames.append(quad)
        if not frames or self.lineup is None:
            return
        places = [table.snap(quad) for quad in frames]
        flat = [image.seen_through(*upright_card(self._gallery, quad)) for quad in places]
        for quad, cosines in zip(places, self.lineup.cosines(flat), strict=True):
            kinds = np.argsort(-cosines, kind="stable")[:MOST_TRIED]
            if cosines[kinds[0]] < LEAST_FRAMED:
                continue
            patch, back = self._flat(image, quad, FRAMED_SLACK)
            border = FRAMED_SLACK * self._gallery.size[0] * FINE_SCALE
            start = np.array([[1.0, 0.0, border], [0.0, 1.0, border]])
            card = _in_photo(fit_framed(self._gallery, patch, start, kinds), back)
            if card.card.fit >= MIN_SEEN:
                keep(found, card)

    @cached_property
    def lineup(self) -> Lineup | None:
        """The deck's faces as the net sees them, None without the net."""
        embedder = Embedder.load()
        return Lineup(self._gallery.deck, embedder) if embedder is not None else None

    def fit(
        self,
        image: Photograph,
        quad: Points,
        table: Tabletop | None,
        how: Look | None = None,
    ) -> PhotoCard | None:
        """Return the card in ``quad``, not judged yet, or None."""
        how = how or (FREELY if table is None else AT_ITS_SIZE)
        patch, back = self._flat(image, quad if table is None else table.snap(quad), how.slack)
        seen = find_card(
            self._gallery,
            patch,
            how.rotations,
            how.least,
            rigid=table is not None,
            worth=MIN_FAIR,
            patient=how.patient,
        )
        return None if seen is None else _in_photo(seen, back)

    def fit_one_of(
        self, image: Photograph, quad: Points, labels: Container[str]
    ) -> PhotoCard | None:
        """Return the card in ``quad``, which is one of ``labels``, not judged yet, or None."""
        patch, back = self._flat(image, quad, FREELY.slack)
        seen = find_card(
            self._gallery, patch, FREELY.rotations, FREELY.least, rigid=True, among=labels
        )
        return None if seen is None else _in_photo(seen, back)

    def fit_bent(self, image: Photograph, card: PhotoCard) -> tuple[PhotoCard, FloatImage] | None:
        """Return ``card`` as a bent one of its label, or of its likeliest rivals.

        And how it looks when it is laid flat, upright at `FINE_SCALE`; None: it is not bent.
        """
        patch, back = self._flat(image, card.corners, BENT_SLACK)
        view = View(self._gallery, patch)
        border = BENT_SLACK * self._gallery.size[0] * FINE_SCALE
        start = np.array([[1.0, 0.0, border], [0.0, 1.0, border]])
        labels = (card.card.label, *card.card.rivals[:MOST_RIVALS])
        kinds = [kind for label in labels for kind in self._gallery.upright(label)]
        bent = [bend(view, kind, start) for kind in kinds]
        best = max(bent, key=lambda one: one.fit.value)
        # Paper bends so far and no farther; and what fits flat as well is not bent.
        if best.most > MOST_BENT or best.fit.value < card.card.fit + WORTH_IT:
            return None
        return _in_photo(judge(self._gallery, [one.fit for one in bent]), back), best.flat

    def is_outlined(self, image: Photograph, corners: Points) -> bool:
        """Say whether what lies at ``corners`` ends there.

        A detail of a larger card has that card's paper round it, and edges by chance only.
        """
        patch, _ = self._flat(image, corners, ROUND_IT)
        border = ROUND_IT * self._gallery.size[0] * FINE_SCALE
        width, height = self._gallery.size
        card = rectangle(0, 0, width, height) * FINE_SCALE
        return has_card_outline(patch, card + border - 0.5)

    def _flat(
        self, image: Photograph, quad: Points, slack: float
    ) -> tuple[FloatImage, npt.NDArray[np.float64]]:
        """Lay ``quad`` flat with some ``slack`` round it; also return the way back."""
        width, height = self._gallery.size
        slack, scale = slack * width, FINE_SCALE
        columns, rows = self._gallery.pixels(scale)
        size = (columns + round(2 * slack * scale), rows + round(2 * slack * scale))
        card = rectangle(0, 0, width, height) + slack
        back = cv2.getPerspectiveTransform(
            (card * scale - 0.5).astype(np.float32), quad.astype(np.float32)
        )
        return image.seen_through(back, size), np.asarray(back, dtype=np.float64)


def _in_photo(seen: Sighting, back: npt.NDArray[np.float64]) -> PhotoCard:
    """Return what was seen in a flat patch, ``back`` in the photo."""
    corners = cv2.perspectiveTransform(seen.corners[None], back)[0]
    return PhotoCard(Sight.UNKNOWN, seen, np.asarray(corners, dtype=np.float64))


def is_open(quad: Points, found: Iterable[PhotoCard], table: Tabletop | None) -> bool:
    """Say whether ``quad`` may hold a card on ``table`` of which no clear one was found yet."""
    if table is not None and table.misfit(quad) > NEARLY_ON_TABLE:
        return False
    return not any(overlap(card.corners, quad) > TAKEN for card in found if is_clear(card.card))


def _is_elsewhere(one: Points, other: Points) -> bool:
    """Say whether a look at ``one`` shows something else than a look at ``other`` did."""
    return float(np.abs(one - other).max()) > ELSEWHERE * float(side_lengths(other).min())


def upright(quad: Points) -> Points:
    """Turn the outline so that its long sides go down."""
    top, right, bottom, left = side_lengths(quad)
    return quad if top + bottom <= right + left else np.roll(quad, -1, axis=0)


def in_both_ways(quads: Iterable[Points]) -> Iterator[Points]:
    """Yield the outlines `upright`, and then those once more of which that may be the wrong way.

    Who looks at a table from the side sees a card that lies across as high as it is wide.
    """
    others = []
    for quad in quads:
        first = upright(quad)
        yield first
        top, right, bottom, left = side_lengths(first)
        if right + left <= SQUARE * (top + bottom):
            others.append(np.roll(first, -1, axis=0))
    yield from others
