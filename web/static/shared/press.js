// A button shows at once that a finger is on it; browsers wait until they know that it does not scroll.

export const BUTTONS = "button:not(:disabled), a.button, summary, .seat";
let pressed = null;

function lift() {
  pressed?.classList.remove("pressed");
  pressed = null;
}

addEventListener(
  "pointerdown",
  (event) => {
    lift();
    pressed = /** @type {Element} */ (event.target).closest?.(BUTTONS) ?? null;
    pressed?.classList.add("pressed");
  },
  { passive: true },
);
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, lift, { passive: true });

import("./finger.js").catch(() => {}); // once the page is there
