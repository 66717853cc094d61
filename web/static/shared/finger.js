// A finger presses what it went down on: a page that moves under it makes of it no other button's tap.

import { BUTTONS } from "./press.js";

const LATE = 1000; // ms after the finger went up from which a click is no answer to it
let touched; // the button, or null for a place beside all; undefined: no finger went down since
let lifted = 0; // when it went up

/** Is `now` drawn anew in the place of `before`, which stands on the page no longer? */
const same = (before, now) =>
  !before?.isConnected &&
  before?.textContent === now?.textContent &&
  before?.getAttribute("aria-label") === now?.getAttribute("aria-label");

const buttonAt = (event) => /** @type {Element} */ (event.target).closest?.(BUTTONS) ?? null;

addEventListener(
  "pointerdown",
  (event) => {
    touched = event.pointerType === "touch" ? buttonAt(event) : undefined;
  },
  { passive: true, capture: true },
);
addEventListener("pointercancel", () => (touched = undefined)); // it scrolled
addEventListener("pointerup", (event) => (lifted = event.timeStamp));

addEventListener(
  "click",
  (event) => {
    const meant = event.timeStamp - lifted < LATE ? touched : undefined;
    touched = undefined;
    const hit = buttonAt(event);
    if (!event.isTrusted || !event.detail || meant === undefined || meant === hit || same(meant, hit)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (meant?.getClientRects().length) meant.click();
  },
  { capture: true },
);
