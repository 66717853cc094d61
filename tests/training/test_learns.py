import itertools
from pathlib import Path

import numpy as np
import pytest
import torch

from tools.training.detector import Apprentice
from tools.training.detector import train as follow
from tools.training.embedding import Pupil, train
from tools.training.installing import install
from tools.training.lessons import Lesson, lessons
from tools.training.network import write_onnx
from tools.training.squares import samples
from vision.match.embedding import Embedder, prepared
from vision.outlines.detector import Detector, decoded
from vision.outlines.detector import prepared as shown

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def some() -> list[Lesson]:
    return list(itertools.islice(lessons(1), 8))


def test_the_loss_falls_within_a_few_steps(some: list[Lesson]) -> None:
    pupil = Pupil(1)
    losses = list(train(pupil, itertools.cycle(some), itertools.repeat(2e-3, 24)))
    assert np.mean(losses[-6:]) < 0.8 * np.mean(losses[:3])
    assert pupil.steps == 24


def test_the_same_seed_learns_the_same(some: list[Lesson]) -> None:
    first, second = (
        list(train(Pupil(1), itertools.cycle(some), itertools.repeat(2e-3, 2))) for _ in range(2)
    )
    assert first == pytest.approx(second, rel=1e-4)


def test_what_is_written_down_opencv_reads_alike(tmp_path: Path) -> None:
    pupil = Pupil(2)
    (tmp_path / "models").mkdir()
    write_onnx(pupil.average, tmp_path / "embedding.onnx")
    (tmp_path / "log.jsonl").write_text('{"steps": 0}\n')
    install("embedding", tmp_path, tmp_path / "models")
    embedder = Embedder.load(tmp_path / "models")
    assert embedder is not None
    rng = np.random.default_rng(0)
    patches = [rng.integers(0, 256, (88, 64, 3), np.uint8) for _ in range(3)]
    with torch.no_grad():
        raw = pupil.average(torch.from_numpy(np.stack([prepared(one) for one in patches])))
    expected = (raw / raw.norm(dim=1, keepdim=True)).numpy()
    assert np.allclose(embedder.embed(patches), expected, atol=1e-4)


def test_the_finders_loss_falls_and_opencv_reads_it_at_any_size(tmp_path: Path) -> None:
    drawn = list(itertools.islice(samples(1), 24))
    apprentice = Apprentice(1)
    paces = itertools.repeat(2e-3, 40)
    losses = list(follow(apprentice, itertools.cycle(drawn), paces, 1))
    assert np.mean(losses[-6:]) < 0.9 * np.mean(losses[:3])
    write_onnx(apprentice.average, tmp_path / "detector.onnx", (640, 480), any_size=True)
    (tmp_path / "log.jsonl").write_text('{"steps": 40}\n')
    (tmp_path / "models").mkdir()
    install("detector", tmp_path, tmp_path / "models")
    detector = Detector.load(tmp_path / "models")
    assert detector is not None
    for whole in drawn[:2]:
        for size in ((320, 320), (300, 200)):
            image = np.ascontiguousarray(whole.image[: size[1], : size[0]])
            seen, _ = shown(image)
            with torch.no_grad():
                maps = apprentice.average(torch.from_numpy(seen[None]))[0].numpy()
            expected = decoded(maps, 0.01)
            found = detector.detect(image, 0.01)
            assert len(found) == len(expected)
            for one, other in zip(found, expected, strict=True):
                assert np.allclose(one.corners, other.corners, atol=0.1)
