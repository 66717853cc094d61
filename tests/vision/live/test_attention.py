from functools import cache

import cv2
import numpy as np

from companion.frames import Frame
from companion.referee.readings import SETTLED
from tests.drawn_table import Image
from vision.geometry import rectangle
from vision.live.attention import EARLY, RESTING, RESTLESS, Attention, Key
from vision.live.motion import Motion

WIDTH, HEIGHT = 1152, 648
COLUMN: Key = ("column", -1, 0)
SLOT: Key = ("slot", 0, 0)
CARD = (310, 210, 80, 110)
"""A card on the column: x, y, width, height in pixels."""
ARM = (340, 250, 60, 398)
"""From the column to the picture's edge."""
HAND, ARM_BEHIND = (340, 250, 60, 102), (340, 360, 60, 288)
"""The same arm with a strip between them that looks like the table."""
ASIDE = (900, 100, 60, 60)


@cache
def table(*things: tuple[int, int, int, int]) -> Image:
    image = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    image += np.random.default_rng(1).integers(0, 3, image.shape, dtype=np.uint8)
    for x, y, width, height in things:
        image[y : y + height, x : x + width] = 200
    return image


class Watched:
    """A column and a slot, looked at from the start."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.attention = Attention(self.motion)
        self.t = 0.0
        self.motion.update(Frame(table(), 0.0))
        self.attention.note(0.0)
        self.attention.aim(COLUMN, rectangle(300, 200, 100, 130), WIDTH)
        self.attention.aim(SLOT, rectangle(600, 400, 80, 80), WIDTH)
        self.show(seconds=1.0)
        for key in (COLUMN, SLOT):
            assert self.attention.ready(key)
            self.attention.settle([key])

    def show(self, *things: tuple[int, int, int, int], seconds: float = 0.1) -> None:
        self.show_image(table(*things), seconds)

    def show_image(self, image: Image, seconds: float = 0.1) -> None:
        for _ in range(round(seconds * 10)):
            self.t = round(self.t + 0.1, 3)
            self.motion.update(Frame(image, self.t))
            self.attention.note(self.t)


def test_what_moves_beside_a_place_is_nothing_to_it() -> None:
    watched = Watched()
    for nth in range(10):
        watched.show(*([ASIDE] if nth % 2 else []))
        assert not watched.attention.pending(COLUMN)
    assert watched.attention.still_for() > 1.5


def test_a_card_that_lies_there_by_itself_is_read_once_two_pictures_show_it_alike() -> None:
    watched = Watched()
    watched.show(CARD)
    assert watched.attention.pending(COLUMN)
    assert not watched.attention.pending(SLOT)
    assert not watched.attention.ready(COLUMN)
    watched.show(CARD, seconds=EARLY + 0.05)
    assert watched.attention.ready(COLUMN)


def test_what_came_bit_by_bit_is_read_once_two_pictures_show_that_it_differs() -> None:
    watched = Watched()
    x, y, width, height = CARD
    image = table().copy()
    while not watched.attention.pending(COLUMN):
        image[y : y + height, x : x + width] += 1
        watched.show_image(image.copy())
    assert watched.motion.moved_at.max() < watched.t, "no picture shows that anything moves"
    assert not watched.attention.ready(COLUMN)
    watched.show_image(image, seconds=EARLY + 0.05)
    assert watched.attention.ready(COLUMN)


def test_what_an_arm_reaches_is_not_read_before_the_arm_has_gone_or_rests() -> None:
    watched = Watched()
    watched.show(CARD, ARM, seconds=SETTLED + 0.5)
    assert not watched.attention.ready(COLUMN)
    watched.show(CARD, seconds=0.3)
    assert watched.attention.ready(COLUMN)
    resting = Watched()
    resting.show(ARM, seconds=RESTING + 0.3)
    assert resting.attention.ready(COLUMN)


def test_an_arm_reaches_a_place_though_a_strip_of_it_looks_like_the_table() -> None:
    watched = Watched()
    watched.show(ARM)
    watched.show(HAND, ARM_BEHIND, seconds=0.5)
    assert not watched.attention.ready(COLUMN)
    watched.show(CARD, ARM_BEHIND, seconds=0.5)
    assert watched.attention.ready(COLUMN), "the hand has left the card, and the arm stays"


def test_a_place_that_an_arm_only_shades_is_not_read_beside_it_either() -> None:
    """Nothing has stirred there for long, but what shows there is new, and part of the arm."""
    watched = Watched()
    watched.show(seconds=2 * RESTING)
    x, y, width, _ = ARM
    for nth in range(60):
        image = table().copy()
        image[y:340, x : x + width] -= np.uint8(nth)
        image[340:, x : x + width] = 200 - nth % 2 * 60
        watched.t = round(watched.t + 0.1, 3)
        watched.motion.update(Frame(image, watched.t))
        watched.attention.note(watched.t)
        if watched.attention.pending(COLUMN):
            break
    assert watched.attention.quiet(COLUMN) > RESTING, "no two pictures of it differed much"
    assert watched.attention.reached(COLUMN)
    assert not watched.attention.ready(COLUMN)


def test_what_moves_in_another_place_of_the_same_part_is_known() -> None:
    watched = Watched()
    assert not watched.attention.stirs("column", -1, ())
    watched.show(CARD)
    assert watched.attention.stirs("column", -1, ())
    assert not watched.attention.stirs("column", -1, {COLUMN})
    assert not watched.attention.stirs("slot", 0, ())


def test_where_an_arm_rested_and_goes_the_place_is_read_as_soon_as_it_has_gone() -> None:
    watched = Watched()
    watched.show(ARM, seconds=RESTING + 0.3)
    watched.attention.settle([COLUMN])
    watched.show(seconds=0.3)
    assert watched.attention.ready(COLUMN)


def test_every_coming_and_going_counts_as_a_touch_of_that_place_alone() -> None:
    watched = Watched()
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    watched.show(CARD)
    watched.show(seconds=0.4)
    assert watched.attention.ready(COLUMN)
    assert watched.attention.touches(COLUMN) > before[0]
    assert watched.attention.touches(SLOT) == before[1]


def test_nobody_waits_for_a_place_in_which_something_moves_all_the_time() -> None:
    watched = Watched()
    for nth in range(round(RESTLESS * 10) + 2):
        watched.show(*([CARD] if nth % 2 else []))
        if nth == 20:
            assert watched.attention.still_for() < EARLY
    assert watched.attention.pending(COLUMN)
    assert watched.attention.still_for() > RESTLESS


def test_a_part_out_of_view_is_not_watched_and_counts_as_touched() -> None:
    watched = Watched()
    before = watched.attention.touches(SLOT)
    watched.attention.drop(0)
    assert watched.attention.touches(SLOT) > before
    assert watched.attention.pending(SLOT)
    assert [*watched.attention.keys("slot")] == []


def test_what_a_hand_has_just_left_can_be_looked_at_before_it_was_quiet() -> None:
    watched = Watched()
    watched.show(CARD, ARM)
    assert not watched.attention.left(COLUMN), "the arm is there"
    watched.show(CARD)
    assert watched.attention.left(COLUMN)
    assert not watched.attention.ready(COLUMN), "two pictures have yet to show the same"
    watched.show(CARD)
    assert not watched.attention.left(COLUMN), "once only"
    watched.show(CARD)
    assert watched.attention.ready(COLUMN)


def test_an_arm_that_rests_while_the_camera_is_pushed_has_not_gone() -> None:
    watched = Watched()
    watched.show(ARM, seconds=0.3)
    assert watched.attention.reached(COLUMN)
    squares = np.random.default_rng(2).integers(20, 236, (HEIGHT // 24, WIDTH // 24), np.uint8)
    pushed = np.asarray(cv2.merge([np.kron(squares, np.ones((24, 24), np.uint8))] * 3), np.uint8)
    watched.t, begun = round(watched.t + 0.1, 3), watched.motion.begun
    watched.motion.update(Frame(pushed, watched.t))
    assert watched.motion.begun > begun, "the picture shows another view"
    watched.attention.begin(watched.t, unseen=True)
    watched.attention.note(watched.t)
    assert not watched.attention.left(COLUMN)
    watched.show_image(pushed, seconds=RESTING - 0.2)
    assert not watched.attention.ready(COLUMN)
    watched.show_image(pushed, seconds=0.4)
    assert watched.attention.ready(COLUMN)


def test_a_card_that_comes_without_a_hand_has_to_be_quiet_first() -> None:
    watched = Watched()
    watched.show(CARD)
    assert not watched.attention.left(COLUMN), "it may be flying by"


def test_a_place_into_which_something_reaches_is_looked_at_again_once_that_has_gone() -> None:
    watched = Watched()
    watched.show(CARD, ARM, seconds=RESTING + 0.3)
    assert watched.attention.ready(COLUMN)
    assert watched.attention.reached(COLUMN)
    watched.attention.hold(COLUMN)
    watched.attention.settle([COLUMN])
    watched.show(CARD, ARM, ASIDE, seconds=1.0)
    assert not watched.attention.pending(COLUMN), "that lies there still, whatever moves elsewhere"
    watched.show(CARD, ARM, (340, 560, 90, 60), seconds=0.1)
    watched.show(CARD, ARM, seconds=0.4)
    assert not watched.attention.pending(COLUMN), "a hand has passed over it"
    watched.show(CARD, seconds=0.3)
    assert watched.attention.pending(COLUMN), "it has gone"
    watched.show(CARD, seconds=0.3)
    assert watched.attention.ready(COLUMN)
    assert not watched.attention.reached(COLUMN)


def test_an_arm_of_the_first_picture_that_has_gone_lies_on_the_mat_no_more() -> None:
    motion = Motion()
    attention = Attention(motion)
    mat: Key = ("mat", -1, 0)
    t = 0.0

    def show(*things: tuple[int, int, int, int], seconds: float) -> None:
        nonlocal t
        for _ in range(round(seconds * 10)):
            t = round(t + 0.1, 3)
            motion.update(Frame(table(*things), t))
            attention.note(t)

    motion.update(Frame(table(ARM), t))
    attention.note(t)
    attention.aim(mat, rectangle(200, 150, 600, 400), WIDTH)
    attention.aim(COLUMN, rectangle(300, 200, 100, 130), WIDTH)
    show(seconds=SETTLED + 0.1)
    for key in (COLUMN, mat):
        assert attention.ready(key)
        attention.settle([key])
    show(seconds=0.2)
    assert not attention.pending(mat)
    # What comes later is seen as ever.
    show(ASIDE, seconds=0.2)
    assert not attention.pending(mat), "it lies outside"
    show((600, 300, 120, 348), seconds=0.2)
    assert attention.pending(mat)
    assert not attention.pending(COLUMN)


def lamp(watched: Watched, *, on: bool, later: float = 0.1) -> None:
    """Show one picture in another light, as the eyes do when the lamp is switched."""
    image = table(ASIDE) if on else dark()
    watched.t = round(watched.t + later, 3)
    before = watched.motion.relit
    watched.motion.update(Frame(image, watched.t))
    assert watched.motion.relit == before + 1
    watched.attention.begin(watched.t, unseen=False)
    watched.attention.note(watched.t)


def dark(*things: tuple[int, int, int, int]) -> Image:
    return np.asarray(table(ASIDE, *things) * 0.6, np.uint8)


def settled(watched: Watched) -> tuple[int, int]:
    """Read both places again; return how often they were touched."""
    for key in (COLUMN, SLOT):
        assert watched.attention.ready(key)
        watched.attention.settle([key])
    return watched.attention.touches(COLUMN), watched.attention.touches(SLOT)


def test_a_lamp_that_is_switched_has_everything_read_again_and_touches_nothing() -> None:
    watched = Watched()
    watched.show(ASIDE, seconds=0.5)
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    lamp(watched, on=False)
    assert watched.attention.pending(COLUMN)
    assert watched.attention.pending(SLOT)
    watched.show_image(dark(), 0.5)
    assert settled(watched) == before


def test_what_moves_before_a_place_is_read_in_the_new_light_has_touched_it() -> None:
    watched = Watched()
    watched.show(ASIDE, seconds=0.5)
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    lamp(watched, on=False)
    watched.show_image(dark(CARD))
    watched.show_image(dark(), 0.5)
    column, slot = settled(watched)
    assert column > before[0]
    assert slot == before[1]


def test_a_part_at_which_somebody_is_busy_while_a_lamp_is_switched_counts_as_touched() -> None:
    watched = Watched()
    watched.attention.aim(("slot", 0, 1), rectangle(800, 400, 80, 80), WIDTH)
    watched.show(ASIDE, seconds=1.0)
    watched.attention.settle([("slot", 0, 1)])
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    watched.show(ASIDE, (820, 420, 40, 40))
    assert watched.attention.pending(("slot", 0, 1))
    lamp(watched, on=False)
    watched.show_image(dark(), 0.5)
    column, slot = settled(watched)
    assert column == before[0]
    assert slot > before[1]


def test_after_seconds_without_a_picture_another_light_may_have_hidden_anything() -> None:
    watched = Watched()
    watched.show(ASIDE, seconds=0.5)
    before = watched.attention.touches(COLUMN)
    lamp(watched, on=False, later=2.5)
    assert watched.attention.touches(COLUMN) > before


def shaded(image: Image, at: float) -> Image:
    """Return the picture with somebody's shadow over it, whose middle is at a column of pixels."""
    share = 1 - 0.4 * np.exp(-(((np.arange(WIDTH) - at) / (0.12 * WIDTH)) ** 2))
    return np.asarray(image * share[None, :, None], np.uint8)


def test_an_arm_in_a_shadow_that_passes_leaves_nothing_new_beside_the_places() -> None:
    """Else the mat would be waited for long after both have gone: what is new reaches beyond it."""
    watched = Watched()
    mat: Key = ("mat", -1, 0)
    watched.attention.aim(mat, rectangle(250, 150, 500, 350), WIDTH)
    book, sleeve = (250, 420, 300, 228), (260, 440, 200, 208)
    for things in ((), (book,), ()):
        watched.show(*things, seconds=3 * RESTING)
    watched.attention.settle([mat])
    for at in range(-300, 1500, 60):
        watched.show_image(shaded(table(*([sleeve] if 300 <= at < 420 else [])), at))
    watched.show(seconds=2 * EARLY)
    assert not watched.motion.is_new().any()
    assert watched.attention.ready(mat)


def test_a_shadow_that_stays_touches_nothing_and_hides_nothing_that_comes() -> None:
    watched = Watched()
    watched.show(seconds=3 * RESTING)
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    for at in range(-300, 420, 60):
        watched.show_image(shaded(table(), at))
    watched.show_image(shaded(table(), 420), seconds=3 * RESTING)
    assert (watched.attention.touches(COLUMN), watched.attention.touches(SLOT)) == before
    watched.show_image(shaded(table(CARD), 420), seconds=2 * EARLY)
    assert watched.attention.ready(COLUMN)


def test_a_place_that_is_read_in_a_shadow_that_passes_is_not_touched_when_it_has_gone() -> None:
    watched = Watched()
    watched.show(seconds=3 * RESTING)
    before = watched.attention.touches(COLUMN), watched.attention.touches(SLOT)
    for at in range(-300, 1500, 60):
        watched.show_image(shaded(table(), at))
        if at == 360:
            watched.attention.settle([COLUMN])
    assert (watched.attention.touches(COLUMN), watched.attention.touches(SLOT)) == before


def test_while_the_light_on_a_place_changes_it_shines_there_and_nowhere_else() -> None:
    watched = Watched()
    watched.show(seconds=3 * RESTING)
    shone = []
    for at in range(-300, 420, 60):
        watched.show_image(shaded(table(), at))
        shone.append((watched.attention.shines(COLUMN), watched.attention.shines(SLOT)))
    assert shone[0] == (False, False)
    assert (True, False) in shone, "the shadow has come to the column, and not to the slot"
    watched.show_image(shaded(table(), 420), seconds=1.0)
    assert not watched.attention.shines(COLUMN), "it stays"
