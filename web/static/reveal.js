// What is newly asked comes into view, unless somebody is just doing something on the page.

const CALM = 3000; // milliseconds since a finger was on the page
let touched = -CALM;

for (const kind of ["pointerdown", "keydown", "wheel"])
  addEventListener(kind, () => (touched = performance.now()), { passive: true, capture: true });

/** Scroll to `section` where nothing of it can be seen. */
export function reveal(section) {
  if (section.hidden || document.querySelector("dialog[open]")) return;
  if (performance.now() - touched < CALM) return;
  const { top, bottom } = section.getBoundingClientRect();
  if (bottom > 84 && top < innerHeight - 84) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  section.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}
