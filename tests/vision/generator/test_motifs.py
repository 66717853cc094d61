import numpy as np
import pytest

from vision.generator.motifs import KINDS, Motif
from vision.generator.paints import WHITE


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("filled", [True, False])
def test_a_motif_stays_where_it_is_drawn_and_looks_the_same_again(kind: str, filled: bool) -> None:
    motif = Motif.random(np.random.default_rng(1), kind, filled)
    first, second = np.zeros((120, 120, 3), np.uint8), np.zeros((120, 120, 3), np.uint8)
    motif.draw(first, (60, 60), 30, WHITE)
    motif.draw(second, (60, 60), 30, WHITE)
    assert np.array_equal(first, second)
    assert first.any()
    inside = first[10:110, 10:110]
    assert inside.astype(int).sum() == first.astype(int).sum()
