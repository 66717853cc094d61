"""Films in next to no light, as a sensor shows them: cards read from 1, 4 and 8 still frames."""

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.machine import deck_of, films, head
from benchmarks.recognition import counted
from hardware.files import read_image
from vision.live.exposures import Exposures
from vision.live.glance import Glance
from vision.table.layout import load_layout

FULL = 4500.0
"""Electrons that white paper gives in full light: a pixel of 1.4 micrometres, nearly full."""
READING = 3.0
"""Electrons of noise that reading a pixel adds."""
MOST_GAIN = 16.0
"""By which a sensor makes its pictures lighter; beyond it they are dark."""
LIGHTS = (1 / 32, 1 / 128, 1 / 256, 1 / 512)
"""Shares of full light."""
FRAMES = (1, 4, 8)
EVERY = 6
"""Stills of a film of which one is taken: each is read many times."""

Image = npt.NDArray[np.uint8]


def dimmed(image: Image, light: float, chance: np.random.Generator) -> Image:
    """Return ``image`` as a sensor shows it in so much ``light``, noise and all."""
    levels = np.arange(256, dtype=np.float32)
    electrons = (levels / 255) ** 2.2 * (FULL * light)
    # So many electrons come as if by a normal distribution, as nearly as it matters here.
    spread = np.sqrt(electrons + READING**2)
    grain = chance.standard_normal(image.shape, dtype=np.float32)
    shown = electrons[image] + spread[image] * grain
    gain = min(1.0, light * MOST_GAIN) / (FULL * light)
    curve = np.power(np.clip(shown * gain, 0, 1), 1 / 2.2)
    return np.asarray(curve * 255, dtype=np.float32).round().astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder of them")
    parser.add_argument("--every", type=int, default=EVERY, help="of how many stills one is taken")
    options = parser.parse_args()
    head("Dim light")
    print(f"{'light':>8} {'frames':>7} {'cards':>6} {'right%':>7} {'wrong':>6} {'unread':>7}")
    for light in LIGHTS:
        counts = {frames: Counter[str]() for frames in FRAMES}
        for film in films(options.films):
            truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
            glance = Glance(load_layout(), deck_of(truth["art"]))
            stills = [frame for frame in truth["frames"] if frame["kind"] == "still"]
            for number, frame in enumerate(stills[:: options.every]):
                chance = np.random.default_rng(number)
                image = read_image(film / frame["file"])
                taken = [dimmed(image, light, chance) for _ in range(max(FRAMES))]
                for frames in FRAMES:
                    combined = Exposures()
                    for one in taken[:frames]:
                        combined.add(one)
                    seen = glance.read(combined.mean())
                    for zone in counted(frame, seen).values():
                        counts[frames] += zone
        for frames, count in counts.items():
            cards = count["right"] + count["unknown"] + count["missed"]
            share = 100 * count["right"] / max(cards, 1)
            unread = count["unknown"] + count["missed"]
            print(
                f"{f'1/{1 / light:.0f}':>8} {frames:7} {cards:6} {share:7.2f}"
                f" {count['wrong']:6} {unread:7}"
            )


if __name__ == "__main__":
    main()
