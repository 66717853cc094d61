"""Why a card was taken for what it was: which hypotheses were tried, and on what grounds they fell.

It is for whoever mends the companion. It names cards on the mat only, but which hypothesis held may
hang on a hidden hand. So it goes nowhere but into the log at level DEBUG and into films, of which
nobody is shown anything before the hands lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from companion.referee.scene import Explanation, Scene
from companion.referee.stories import laid_unseen, story_of


@dataclass(frozen=True, slots=True)
class Fell:
    """A hypothesis that did not explain the card, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class TriedStory:
    """A story of turns that nobody saw, by the card with which it begins, and what became of it."""

    begins: str
    came_to: str


@dataclass(frozen=True, slots=True)
class TracedDecision:
    """What was made of one card on the mat.

    Attributes:
        turn: the turn on record that was to be taken.
        t: the camera's seconds.
        serial: which card.
        spot: where it lies.
        label: as what it was seen; None: nobody could name it.
        held: the hypothesis that explained it.
        finding: what came of that, by its type; None: it needs no move.
        fell: those that were tried before, in their order.
        stories: the stories of turns that nobody saw, where there may have been some.
    """

    turn: int
    t: float
    serial: int
    spot: str
    label: str | None
    held: str
    finding: str | None
    fell: tuple[Fell, ...]
    stories: tuple[TriedStory, ...] = ()

    def __str__(self) -> str:
        """Return it as a line of the log."""
        fell = "; ".join(f"{one.name}: {one.why}" for one in self.fell) or "tried before"
        told = "".join(
            f"; a story that begins with {one.begins}: {one.came_to}" for one in self.stories
        )
        return (
            f"turn {self.turn}, t={self.t:.2f}: card {self.serial} on the {self.spot}, seen as"
            f" {self.label}: {self.held} ({self.finding or 'accounted for'}); not {fell}{told}"
        )


_COLLECTED: ContextVar[list[TracedDecision] | None] = ContextVar("decisions", default=None)


@contextmanager
def collected() -> Iterator[list[TracedDecision]]:
    """Collect all decisions that are made meanwhile, in this thread."""
    decisions = list[TracedDecision]()
    token = _COLLECTED.set(decisions)
    try:
        yield decisions
    finally:
        _COLLECTED.reset(token)


def is_wanted() -> bool:
    """Say whether anybody collects decisions."""
    return _COLLECTED.get() is not None


def collect(decision: TracedDecision) -> None:
    """Hand a decision to whoever collects them."""
    decisions = _COLLECTED.get()
    if decisions is not None:
        decisions.append(decision)


def decision_of(scene: Scene, fell: Sequence[str], held: str, found: Explanation) -> TracedDecision:
    """Return why ``scene`` was explained by the hypothesis ``held``, after those that ``fell``."""
    stories = tuple[TriedStory, ...]()
    if scene.memory.vigil.missed(scene.laid):
        cards = laid_unseen(scene.memory, scene.lost, scene.memory.mat.news(scene.reading))
        stories = tuple(
            TriedStory(one.card.label, story_of(scene.state, one, cards))
            for one in cards
            if scene.seat in one.seats
        )
    return TracedDecision(
        scene.state.turn,
        scene.reading.t,
        scene.laid.serial,
        scene.spot.value,
        scene.laid.label,
        held,
        None if found.finding is None else type(found.finding).__name__,
        tuple(Fell(name, _why(name, scene)) for name in fell),
        stories,
    )


def _on_fireworks(scene: Scene) -> str | None:
    return None if scene.on_discards else "it lies on the fireworks"


def _on_discards(scene: Scene) -> str | None:
    return "it lies on the discards" if scene.on_discards else None


def _named(scene: Scene) -> str | None:
    return None if scene.face is None else "it can be named"


def _nameless(scene: Scene) -> str | None:
    return "nobody can name it" if scene.face is None else None


def _a_hand_has_lost_one(scene: Scene) -> str | None:
    return "the hand to move has lost a card" if scene.gone else None


def _a_hand_had_lost_one(scene: Scene) -> str | None:
    lost = scene.gone_before
    return "the hand to move had lost a card when something lay there first" if lost else None


def _no_hand_has(scene: Scene) -> str | None:
    return None if scene.who_left else "no card has left the hand to move"


def _rack_in_view(scene: Scene) -> str | None:
    return None if scene.hidden else "nothing is in front of the rack of the seat to move"


def _rack_tells(scene: Scene) -> str | None:
    return None if scene.blind else "the rack of the seat to move shows that it has lost no card"


def _rack_hidden(scene: Scene) -> str | None:
    return "something is in front of the rack of the seat to move" if scene.hidden else None


def _watched(scene: Scene) -> str | None:
    missed = scene.memory.vigil.missed(scene.laid)
    return None if missed else "the fireworks were watched when it came"


def _unwatched(scene: Scene) -> str | None:
    missed = scene.memory.vigil.missed(scene.laid)
    return "nobody watched the fireworks when it came" if missed else None


Ground = Callable[[Scene], str | None]
"""Says why something cannot be so; None: that is no reason."""

GROUNDS: dict[str, tuple[Ground, ...]] = {
    "no_hanabi_card": (_nameless,),
    "misplay_that_travelled": (_on_fireworks, _nameless),
    "perhaps_an_older_discard": (_on_fireworks, _nameless, _a_hand_has_lost_one, _rack_in_view),
    "unread_card_that_travelled": (_on_fireworks, _nameless, _a_hand_had_lost_one),
    "unread_card_that_nobody_missed": (_on_fireworks, _a_hand_has_lost_one),
    "rescued_on_record": (_on_discards, _nameless),
    "browsed_discards": (_on_fireworks, _nameless, _a_hand_has_lost_one),
    "rescued_by_a_tile": (_on_discards, _nameless, _a_hand_has_lost_one, _rack_hidden),
    "rescued_by_an_untold_tile": (_on_discards, _nameless),
    "foreign_thing": (_named, _a_hand_has_lost_one, _rack_tells),
    "outline_that_passes": (_named, _on_fireworks),
    "hand_in_front_of_the_rack": (_rack_in_view, _a_hand_has_lost_one),
    "brought_by_a_tile_nobody_told": (_nameless, _on_discards),
    "unread_misplay_that_travelled": (_named, _on_fireworks, _a_hand_has_lost_one, _rack_hidden),
    "phantom": (_named, _a_hand_has_lost_one, _rack_hidden),
    "two_at_once": (_unwatched,),
    "turns_that_went_by": (_on_discards, _nameless, _watched),
    "unseen_order": (_watched,),
    "unclear_face": (_named,),
    "nobody_saw_how": (_on_fireworks,),
    "outline_that_would_cost_a_fuse": (_named, _on_discards),
    "laid_by_the_hand_to_move": (_no_hand_has,),
}
"""What each hypothesis cannot do without and that is seen at a glance, in the order looked at."""
OTHERWISE = "what it takes besides was not seen"


def _why(name: str, scene: Scene) -> str:
    """Return why the hypothesis ``name`` does not explain the card of ``scene``."""
    said = (ground(scene) for ground in GROUNDS.get(name, ()))
    return next((why for why in said if why is not None), OTHERWISE)
