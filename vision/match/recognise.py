"""Which card lies in a flat patch: search its place, fit it, compare it, decide or refuse.

A patch is a piece of a plane at a known scale, so a card's size in it is known. All colour
channels are compared together (one gain for the three): compared one by one, yellow under a
lamp's cast turns into green. A pair of like cards is decided only where the two differ.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.arrays import Vectors
from vision.deck import BACK
from vision.geometry import Points, mapped, rectangle
from vision.match.align import (
    ROUGHLY,
    ROUGHLY_THEN_WELL,
    WELL,
    Affine,
    AlignStep,
    View,
    align,
    cut,
    laid_at,
    likeness_at_best,
)
from vision.match.gallery import FINE_SCALE, MORE_BLURS, ComparedFaces, Gallery
from vision.match.windows import Out, Start, search_likely_windows, search_windows
from vision.table.light import FloatImage

CANDIDATES = 4
"""Kinds that are fitted after the coarse search, if they are close; mostly it is the first."""
MOST_CARDS = 12
"""Places of a heap that are looked at."""
CLOSE_KIND = 0.08
"""By how much another kind's cosine may be lower for it to be fitted too."""
HOPELESS = 0.35
"""Cosine after a rigid fit below which no affine one is tried."""
MIN_DISTANCE = 9.0
"""Millimetres between the middles of two cards of a heap that are both wholly in view."""
PLACED = 0.5
"""Cosine from which a card's place is known well enough for others to be tried right there."""
SAME_PLACE_MM = 6.0
"""Millimetres between the corners of cards that lie in one place, nearly."""
FREEDOM = 0.04
"""Cosine that an affine fit adds to a rigid one at most, mostly."""
TABLE_STRETCH = 0.06
"""By how much a card on a known table may seem longer or shorter than it is."""
MIN_FIT = 0.62
"""Cosine between picture and exemplar below which nothing is called by name."""
NAMELESS = 0.42
"""Fit below which nothing is named by anybody: leads are not made exact, they may be more."""
SHARP = 0.85
"""Fit from which a card that no other is like need not be compared with softer ones."""
SOFTER_EXPLAINS = 0.8
"""Share of what is lacking from a fit of 1 that a softer exemplar may leave to be the likelier."""
BLUR_MAKES_ALIKE = 0.8
"""Likeness from which one face, blurred, may look more like another than like itself."""
MIN_LEAD = 0.5
"""How far towards the winner the picture has to lie, where it and a rival differ; 1 is on it."""
MIN_MARGIN = 0.1
"""Distance to a rival, see `Sighting.margin`, below which a lead is no more than light and noise:
suits that differ in tone only come to .03 to .1."""
LIKE_MISFIT = 0.3
"""Share of its misfit below which a margin is no more than what makes it fit badly."""
REFINEMENTS: tuple[tuple[AlignStep, ...], ...] = ((), ROUGHLY, WELL, ROUGHLY_THEN_WELL)
"""How the place of a card whose edges are seen is refined, each for itself, or not at all."""
OPPOSITE = float(np.sqrt(2))
"""Distance between the unit vectors of two cards that have nothing in common."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The best explanation of a patch as one card.

    Attributes:
        label: the kind it looks most like; a face or ``back``.
        turned: whether it lies upside down.
        fit: cosine with that exemplar, at most 1.
        lead: against the nearest rival of another label, where the two differ; 1 is sure.
        rivals: other labels that the picture does not rule out, likeliest first.
        corners: shape (4, 2), pixels of the patch, clockwise from the card's own top left.
        margin: the lead times how far the two are apart, 0 to `OPPOSITE`; the least of all rivals.
        close: the other labels of which it is less than it has to be.
    """

    label: str
    turned: bool
    fit: float
    lead: float
    rivals: tuple[str, ...]
    corners: Points
    margin: float = OPPOSITE
    close: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Say whether the label may be used."""
        return self.leads and self.margin >= _least_margin(self.fit)

    @property
    def leads(self) -> bool:
        """Say whether it may be, if something else than its print tells it from all ``close``."""
        return self.fit >= MIN_FIT and self.lead >= MIN_LEAD

    @property
    def misfit(self) -> float:
        """Return by how much the picture differs from the exemplar, 0 to 2, as ``margin`` is told.

        The distance of the two unit vectors.
        """
        return _misfit(self.fit)

    @property
    def confidence(self) -> float:
        """Return a figure from 0 to 1 for reports; `sure` is what decides."""
        return float(np.clip(min(self.fit, 0.5 + 0.5 * self.lead), 0, 1))


def _misfit(fit: float) -> float:
    return float(np.sqrt(max(2 - 2 * fit, 0.0)))


def _least_margin(fit: float) -> float:
    """Return the margin that a card needs: what makes it fit badly may have made that, too."""
    return max(MIN_MARGIN, LIKE_MISFIT * _misfit(fit))


def find_card(
    gallery: Gallery,
    patch: FloatImage,
    rotations: Sequence[float] = (0.0,),
    least: float = -1.0,
    *,
    rigid: bool = False,
    among: Container[str] | None = None,
    worth: float = -1.0,
    patient: bool = False,
) -> Sighting | None:
    """Return the card that explains ``patch`` best, or None where there is nothing like one.

    Args:
        gallery: the learnt deck.
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm; larger than a card by the
            slack in which the card may lie.
        rotations: degrees clockwise at which the search tries; a fit mends about 3 more.
        least: cosine at the coarse scale below which no card is fitted.
        rigid: ``patch`` shows the table without any distortion, so a card in it has its true
            shape, nearly.
        among: the labels that come into question; None: all.
        worth: fit below which nobody wants to know what it looks like.
        patient: whether to fit other kinds where the first one does not fit at all: there is
            a card, surely.

    Returns:
        The best explanation; None where ``patch`` is too small, or less like a card than ``least``
        or ``worth``.
    """
    view = View(gallery, patch)
    out = np.array([among is not None and one.label not in among for one in gallery.kinds])
    likely = search_likely_windows(gallery, view.even, rotations, least, out)
    starts = likely.best(CANDIDATES, out)
    fits: list[Fit] = []
    for start in starts:
        if start.score < max(least, starts[0].score - CLOSE_KIND):
            break
        best = max(fits, key=lambda one: one.value, default=None)
        fits.append(_fit(view, start, rigid=rigid, best=best))
        # Where the likeliest kind does not fit at all there is no card as a rule: most places that
        # are looked at are empty, and each kind costs a fit.
        if not patient and fits[0].value < HOPELESS:
            break
    if max((one.value for one in fits), default=-1.0) < worth:
        return None
    if not fits:
        return None
    other = _the_other_way_up(view, max(fits, key=lambda one: one.value), rigid=rigid)
    return judge(gallery, fits if other is None else [*fits, other], out, any_kind=True)


def _the_other_way_up(view: View, best: Fit, *, rigid: bool) -> Fit | None:
    """Return the same card the other way up where it looks more like that; None: it does not.

    Of a face that is nearly the same both ways the coarse search sees no more than a border and a
    few figures, and the other way up may not be among those that it finds. Of a back nobody asks.
    """
    gallery = view.gallery
    now = gallery.kinds[best.kind]
    if now.label == BACK:
        return None
    ways = [
        kind
        for kind, one in enumerate(gallery.kinds)
        if one.label == now.label and one.turned != now.turned
    ]
    alike = gallery.fine[ways] @ best.seen
    likest = int(alike.argmax())
    if float(alike[likest]) <= best.value:
        return None
    start = Start(ways[likest], float(alike[likest]), best.pose)
    return _fit(view, start, rigid=rigid, best=best)


def fit_framed(gallery: Gallery, patch: FloatImage, pose: Affine, kinds: Iterable[int]) -> Sighting:
    """Return which of ``kinds`` explains best the card at ``pose``, where its edges are seen.

    Its place is known without a look at its face, so nothing is searched: at the scale of a search
    thin lines are gone, and the edge of a shadow counts for more than they do. For the same reason
    a refinement may lead away from there, and what does so is left out.

    Args:
        gallery: the learnt deck.
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        pose: where the card lies in it, to a few pixels.
        kinds: what may lie there, by their numbers, the likeliest first, at least one; the others
            are rivals only.
    """
    view = View(gallery, patch)
    ways: Sequence[Sequence[AlignStep]] = REFINEMENTS
    fits: list[Fit] = []
    for kind in kinds:
        poses = [
            align(view, kind, pose, rigid=True, steps=steps) if steps else pose for steps in ways
        ]
        tried = [_compare(view, kind, one) for one in poses]
        best = max(range(len(tried)), key=lambda number: tried[number].value)
        fits.append(tried[best])
        # What suits the likeliest suits the others of its deck.
        ways = (ways[best],)
    return judge(gallery, fits)


def fit_outlined(gallery: Gallery, patch: FloatImage, corners: Points) -> Sighting:
    """Return which card explains best what lies within an outline, `fit_framed` at its place.

    A print that is hardly lighter or darker than its ground is lost at the scale of a search.

    Args:
        gallery: the learnt deck.
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        corners: of the outline of what the gallery's cards show, shape (4, 2), pixels of ``patch``,
            clockwise from the top left.
    """
    pose = laid_at(gallery.size, corners)
    seen = gallery.describe(cut(gallery, patch, pose, FINE_SCALE))
    likest = np.argsort(-(gallery.fine @ seen))[:CANDIDATES]
    return fit_framed(gallery, patch, pose, likest.tolist())


def _ahead(fit: float, rivals: npt.ArrayLike, likeness: npt.ArrayLike) -> npt.NDArray[np.floating]:
    """Return how far the picture lies towards a card, between it and each rival; 1 is on it."""
    apart = np.maximum(1 - np.asarray(likeness), 1e-3)
    return np.asarray((fit - np.asarray(rivals)) / (max(fit, 1e-3) * apart))


def find_cards(
    gallery: Gallery,
    patch: FloatImage,
    rotations: Sequence[float] = (0.0,),
    where: FloatImage | None = None,
) -> tuple[Sighting, ...]:
    """Return the cards that lie wholly in view in ``patch``, best first, in places of their own.

    The arguments are those of `find_card`. Cards that are partly covered are fitted too and
    come out with a low fit; the caller asks `Sighting.sure`.

    With ``where``, shape (H, W), 1 where ``patch`` is to be read and 0 elsewhere, only cards are
    looked for that have `LEAST_CHANGED` of their faces there.
    """
    apart = MIN_DISTANCE * FINE_SCALE
    view = View(gallery, patch)
    found: list[Sighting] = []
    changed = None if where is None else view.at_its_scale(where)
    windows = search_windows(gallery, view.even, rotations, changed)
    for start in windows.places(apart, MOST_CARDS):
        one = judge(gallery, [_fit(view, start, rigid=False, best=None)], any_kind=True)
        middle = one.corners.mean(axis=0)
        twin = next(
            (
                index
                for index, other in enumerate(found)
                if np.linalg.norm(other.corners.mean(axis=0) - middle) < apart
            ),
            None,
        )
        # Two starts may run into one card: the better fit is kept.
        if twin is None:
            found.append(one)
        elif one.fit > found[twin].fit:
            found[twin] = one
    return tuple(sorted(found, key=lambda one: -one.fit))


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """One kind in its best place.

    Attributes:
        kind: which.
        pose: where it lies in a patch.
        seen: what is seen there, as `Gallery.describe` tells it.
        value: the cosine of the two.
    """

    kind: int
    pose: Affine
    seen: Vectors
    value: float


def _fit(view: View, start: Start, *, rigid: bool, best: Fit | None) -> Fit:
    """Return ``start`` in its best place; only nearly so where ``best`` rules it out anyway."""
    pose, steps = start.pose, ROUGHLY if rigid else ROUGHLY_THEN_WELL
    # The likeliest kind has found where the card lies: the others are compared right there.
    if best is not None and best.value >= PLACED and _is_near(best.pose, pose):
        pose, steps = best.pose, steps[-1:]
    pose = align(view, start.kind, pose, rigid=rigid, steps=steps)
    found = _compare(view, start.kind, pose)
    if not rigid or found.value < HOPELESS or _is_ruled_out(view, found, best):
        return found
    pose = align(view, start.kind, pose, steps=WELL)
    freely = _compare(view, start.kind, pose)
    # A card that is partly hidden draws an affine fit out of shape.
    stretch = np.linalg.svd(pose[:, :2], compute_uv=False)
    shapely = float(np.abs(stretch - 1).max()) <= TABLE_STRETCH
    return freely if shapely and freely.value > found.value else found


def _is_near(one: Affine, other: Affine) -> bool:
    """Say whether cards with these poses lie in the same place, nearly."""
    return float(np.abs(one - other)[:, 2].max()) < SAME_PLACE_MM * FINE_SCALE


def _is_ruled_out(view: View, one: Fit, best: Fit | None) -> bool:
    """Say whether ``best`` leads over ``one``, however it is fitted."""
    if best is None:
        return False
    likeness = view.gallery.likeness[best.kind, one.kind]
    return float(_ahead(best.value, one.value + FREEDOM, likeness)) >= MIN_LEAD


def _compare(view: View, kind: int, pose: Affine) -> Fit:
    card = cut(view.gallery, view.patch, pose, FINE_SCALE)
    return compared(view.gallery, kind, pose, card)


def compared(gallery: Gallery, kind: int, pose: Affine, card: FloatImage) -> Fit:
    """Return how ``kind`` fits ``card``, which was laid flat at `FINE_SCALE` from ``pose``."""
    seen = gallery.describe(card)
    return Fit(kind, pose, seen, float(gallery.fine[kind] @ seen))


def judge(
    gallery: Gallery, fits: Sequence[Fit], out: Out | None = None, *, any_kind: bool = False
) -> Sighting:
    """Return the best of ``fits``, its lead held against how well each other kind fits.

    In the winner's place a rival whose exemplar was cut a little differently looks worse than it
    is, so a rival that was fitted by itself is judged in its own place, and against how like the
    winner it can be made to look. Kinds that are ``out`` of the question are no rivals.

    Where a lens has blurred the card, all are compared as such a lens would show them; with
    ``any_kind`` one that was not fitted may then be the best, in the place of that which was.
    """
    out = np.zeros(len(gallery.kinds), dtype=np.bool_) if out is None else out
    blur = blur_of(gallery, fits, out)
    learnt = gallery.blurred(blur)
    if blur:
        fits = [replace(one, value=float(learnt.fine[one.kind] @ one.seen)) for one in fits]
    return judged_by(gallery, fits, learnt, out, any_kind=any_kind and blur > 0)


def blur_of(gallery: Gallery, fits: Sequence[Fit], out: Out | None = None) -> float:
    """Return how much softer than its exemplar the best of ``fits`` looks, one of `MORE_BLURS`.

    That kind, or one so like it, and not ``out`` of the question, that blur makes one of the other.
    """
    best = max(fits, key=lambda one: one.value)
    like = gallery.likeness[best.kind] >= BLUR_MAKES_ALIKE
    like = like if out is None else like & ~out
    kinds = sorted({*np.flatnonzero(like).tolist(), *(one.kind for one in fits)})
    label = gallery.kinds[best.kind].label
    sharp = best.value >= SHARP and all(gallery.kinds[one].label == label for one in kinds)
    if best.value < NAMELESS or sharp:
        return 0.0
    values = [best.value]
    for blur in MORE_BLURS[1:]:
        fine = gallery.blurred(blur).fine
        values.append(max(float(fine[kind] @ best.seen) for kind in kinds))
        if values[-1] < values[-2]:
            break
    likeliest = int(np.argmax(values))
    explained = (1 - values[likeliest]) <= SOFTER_EXPLAINS * (1 - best.value)
    return MORE_BLURS[likeliest] if explained else 0.0


def judged_by(
    gallery: Gallery,
    fits: Sequence[Fit],
    learnt: ComparedFaces,
    out: Out | None = None,
    *,
    any_kind: bool = False,
) -> Sighting:
    """Return the same as `judge` by ``learnt``, which may be a part of each face only.

    With ``any_kind`` one that was not fitted may be the best, in the place of that which was.
    """
    out = np.zeros(len(gallery.kinds), dtype=np.bool_) if out is None else out
    likeness = learnt.likeness
    best = max(fits, key=lambda one: one.value)
    alike = learnt.fine @ best.seen
    if any_kind:
        likest = int(np.where(out, -1.0, alike).argmax())
        if likest != best.kind:
            best = replace(best, kind=likest, value=float(alike[likest]))
    kind, fit = best.kind, best.value
    label = gallery.kinds[kind].label
    leads = np.asarray(_ahead(fit, alike, likeness[kind]))
    for rival in fits:
        lead = float(_ahead(fit, rival.value, likeness[kind, rival.kind]))
        # Otherwise it is enough, and can only be more; or it does not matter.
        if lead < MIN_LEAD and fit >= NAMELESS and learnt.fine is gallery.fine:
            lead = float(_ahead(fit, rival.value, likeness_at_best(gallery, kind, rival.kind)))
        leads[rival.kind] = lead
    leads[out | np.array([one.label == label for one in gallery.kinds])] = np.inf
    distances = np.sqrt(2 * np.maximum(1 - learnt.printed[kind], 0))
    order = np.argsort(leads)
    margins = np.where(np.isfinite(leads), np.minimum(leads, 1) * distances, OPPOSITE)
    least = _least_margin(fit)
    close = (gallery.kinds[index].label for index in np.flatnonzero(margins < least))
    lead = float(leads[order[0]]) if np.isfinite(leads[order[0]]) else 1.0
    doubtful = [gallery.kinds[index].label for index in order if leads[index] < MIN_LEAD]
    width, height = gallery.deck.card_size
    card = rectangle(0, 0, width, height) * FINE_SCALE - 0.5
    corners = mapped(card, best.pose)
    if gallery.kinds[kind].turned:
        corners = np.roll(corners, 2, axis=0)
    return Sighting(
        label=label,
        turned=gallery.kinds[kind].turned,
        fit=fit,
        lead=min(lead, 1.0),
        rivals=tuple(dict.fromkeys(one for one in doubtful if one != BACK)),
        corners=corners,
        margin=float(margins.min(initial=OPPOSITE)),
        close=tuple(dict.fromkeys(close)),
    )
