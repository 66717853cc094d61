"""At which size mat and racks were printed, told by the cards: their true size is known.

Tags say how long the layout takes a millimetre to be, and the learnt deck how wide a card is. A
card in its rack stands where nothing hides its sides, so its width is measured there. Shadows
beside the cards make it good to a per cent or so: it tells that something is wrong, the control
sheet (`vision.printing.print_scale`) tells how much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from companion.hanabi.labels import MOST_SEATS
from companion.referee.readings import Sight
from companion.settings.keys import LARGEST_PRINT, SMALLEST_PRINT
from vision.deck import Deck
from vision.live.glance import Glance
from vision.printing.print_scale import NotMeasuredError
from vision.table.layout import Layout
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

FEWEST_CARDS = 8
"""Cards in racks that are needed."""
TRUE = 0.015
"""Share by which a true print may seem to be off: 0.007 on films, 0.013 on the simulated table."""


@dataclass(frozen=True, slots=True)
class CardScale:
    """True size divided by the size that was meant.

    Attributes:
        scale: of mat and racks.
        cards: how many cards say so.
    """

    scale: float
    cards: int

    @property
    def is_true(self) -> bool:
        """Whether the parts were printed at their true size, as far as cards can tell."""
        return abs(self.scale - 1) <= TRUE

    @property
    def is_usable(self) -> bool:
        """Whether a mat of that scale can be used as it is."""
        return SMALLEST_PRINT <= self.scale <= LARGEST_PRINT


def measure_by_cards(image: BgrImage, layout: Layout, deck: Deck) -> CardScale:
    """Return at which size the racks in ``image`` were printed.

    Args:
        image: shape (H, W, 3), uint8, BGR; the table with full racks.
        layout: as it was meant to be printed.
        deck: the cards, with their true size.

    Raises:
        NotMeasuredError: there is no mat, or too few cards can be read.
    """
    tags = TagFinder(layout.dictionary).find(image)
    planes = register(layout, tags, MOST_SEATS, (image.shape[1], image.shape[0]))
    if planes.mat is None:
        raise NotMeasuredError("neither a control sheet nor a mat can be seen in it")
    widths = []
    for seen in Glance(layout, deck).read(image):
        zone, _, place = seen.zone.partition(":")
        if zone != "rack" or seen.sight is not Sight.FACE or seen.corners is None:
            continue
        corners = planes.racks[int(place.partition(":")[0])].to_plane(seen.corners)
        sides = np.linalg.norm(corners[[0, 3]] - corners[[1, 2]], axis=1)
        widths.append(float(sides.mean()) / deck.card_size[0])
    if len(widths) < FEWEST_CARDS:
        raise NotMeasuredError(
            f"{len(widths)} cards in racks can be read in it, and {FEWEST_CARDS} are needed"
        )
    return CardScale(1 / float(np.median(widths)), len(widths))
