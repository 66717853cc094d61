// What is newly asked comes into view, unless somebody is just doing something on the page.

// What is scrolled to begins below the heading, which takes two lines and a sentence at times.
const header = document.querySelector("header");
const below = () => header && (document.documentElement.style.scrollPaddingTop = `${header.offsetHeight + 12}px`);
if (header) new ResizeObserver(below).observe(header);

/** Scroll to `section`, also where the heading has grown with it. */
export function bring(section, behavior = "auto") {
  below();
  section.scrollIntoView({ block: "start", behavior });
}

const CALM = 3000; // milliseconds since a finger was on the page
let touched = -CALM;
const later = new Map(); // for each section that waits for a calm moment, its timer

for (const kind of ["pointerdown", "keydown", "wheel"])
  addEventListener(kind, () => (touched = performance.now()), { passive: true, capture: true });

/**
 * Scroll to `section` where nothing of it can be seen, or little at one edge, as soon as nobody is
 * busy on the page.
 */
export function reveal(section) {
  clearTimeout(later.get(section));
  if (section.hidden) return;
  const busy = touched + CALM - performance.now();
  if (busy > 0 || document.querySelector("dialog[open]")) {
    later.set(section, setTimeout(() => reveal(section), busy > 0 ? busy : CALM));
    return;
  }
  const { top, bottom } = section.getBoundingClientRect();
  const half = innerHeight / 2;
  if (top < 0 ? bottom > half : top < half || bottom <= innerHeight) return;
  bring(section, matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");
}
