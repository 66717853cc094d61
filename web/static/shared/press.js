// A finger presses what it went down on: that button shows it at once, where browsers wait until
// they know that it does not scroll; and a page that moves under it makes of it no other button's tap.

const BUTTONS = "button:not(:disabled), a.button, summary, .seat";
let pressed = null;
let touched; // the button, or null for a place beside all; undefined: no finger went down since

function lift() {
  pressed?.classList.remove("pressed");
  pressed = null;
}

/** Is `now` drawn anew in the place of `before`, which stands on the page no longer? */
const same = (before, now) =>
  !before?.isConnected &&
  before?.textContent === now?.textContent &&
  before?.getAttribute("aria-label") === now?.getAttribute("aria-label");

const buttonAt = (event) => /** @type {Element} */ (event.target).closest?.(BUTTONS) ?? null;

addEventListener(
  "pointerdown",
  (event) => {
    lift();
    pressed = buttonAt(event);
    touched = event.pointerType === "touch" ? pressed : undefined;
    pressed?.classList.add("pressed");
  },
  { passive: true },
);
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, lift, { passive: true });

addEventListener(
  "click",
  (event) => {
    const meant = touched;
    touched = undefined;
    const hit = buttonAt(event);
    if (!event.isTrusted || !event.detail || meant === undefined || meant === hit || same(meant, hit)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (meant?.getClientRects().length) meant.click();
  },
  { capture: true },
);
