"""An evening that is played by the page alone: its taps are counted, and what annoys is noted."""

from __future__ import annotations

import gettext
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator, Page

LOCALE = Path(__file__).parents[2] / "companion" / "locale"
CLIPPED = """() => {
  const seen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const said = [];
  for (const one of document.querySelectorAll("body *")) {
    if (!seen(one) || one.closest(".sr, svg, canvas")) continue;
    const style = getComputedStyle(one);
    if (!one.innerText?.trim()) continue;
    const clips = ["hidden", "clip"].includes(style.overflowX);
    if (clips && one.scrollWidth > one.clientWidth + 1)
      said.push(`clipped: ${one.innerText.trim().slice(0, 60)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth)
    said.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  const box = document.querySelector("dialog[open]") ?? document;
  const calls = [...box.querySelectorAll("button, a, label")].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const asks = one.matches(".primary") && !one.disabled && !one.closest("#hands");
    return asks && seen(one) && bottom > 0 && top < innerHeight;
  });
  if (calls.length > 1) said.push(`calls: ${calls.map((one) => one.innerText.trim()).join(" | ")}`);
  return said;
}"""
"""What is cut off, and where it calls for two things at once; a clue for each hand is one."""
TEXTS = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode, on = one.parentElement;
    if (on.checkVisibility() && !on.closest("script, style, noscript, [lang]:not(html)"))
      said.push(one.data.trim());
  }
  const names = ["aria-label", "placeholder", "alt", "title"];
  for (const one of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
    if (one.checkVisibility()) for (const name of names) said.push(one.getAttribute(name) ?? "");
  return said.filter((one) => one);
}"""
"""All that stands on a page, or is told a screen reader of it."""
ENGLISH = re.compile(r"\b(the|of|and|with|your|you)\b", re.IGNORECASE)
"""Words that stand in most English sentences, and in none of the other languages."""


@dataclass
class Evening:
    """One phone of an evening, and what it cost.

    Attributes:
        page: the phone's page.
        language: of its reader.
        pictures: a folder for what was seen at each stage.
        taps: how often it was tapped.
        steps: the stages, in the order in which they came.
        annoyed: what was cut off, in another language or called for twice, by stage.
        first_move: seconds and taps up to the first move; None: there was none yet.
    """

    page: Page
    language: str
    pictures: Path
    taps: int = 0
    steps: list[str] = field(default_factory=list)
    annoyed: dict[str, list[str]] = field(default_factory=dict)
    first_move: tuple[float, int] | None = None
    _began: float = field(default_factory=time.monotonic)

    def tap(self, what: str | Locator) -> None:
        """Tap what is found by a selector, or a place."""
        where = self.page.locator(what) if isinstance(what, str) else what
        where.first.tap()
        self.taps += 1

    def moved(self) -> None:
        """Note that the first move was made."""
        if self.first_move is None:
            self.first_move = time.monotonic() - self._began, self.taps

    def see(self, stage: str) -> None:
        """Look at the page as a reader of its language on a small phone would."""
        self.steps.append(stage)
        self.page.wait_for_timeout(150)  # what glides has arrived
        self.page.screenshot(path=self.pictures / f"{len(self.steps):02}-{stage}.png")
        said = list(self.page.evaluate(CLIPPED))
        if self.language != "en":
            said += [f"English: {one}" for one in self._english(self.page.evaluate(TEXTS))]
        if said:
            self.annoyed[stage] = said

    def _english(self, texts: list[str]) -> list[str]:
        words = gettext.translation("companion", LOCALE, [self.language])
        return [
            one
            for one in texts
            if ENGLISH.search(one) or (" " in one and words.gettext(one) != one)
        ]
