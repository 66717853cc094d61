// Older news on a page that many look at: in whole, or not there where the lower edge would cut them.

const main = document.querySelector("main");
const older = document.getElementById("older");

/** Hide what does not end above the edge where nothing is scrolled; where the page scrolls, all is shown. */
function fit() {
  const within = getComputedStyle(main).overflowY === "auto";
  const edge = main.getBoundingClientRect().bottom - main.scrollTop;
  for (const one of /** @type {HTMLElement[]} */ ([...older.children])) {
    const cut = within && one.getBoundingClientRect().bottom > edge;
    one.style.visibility = cut ? "hidden" : "";
  }
}

new MutationObserver(fit).observe(older, { childList: true });
const sizes = new ResizeObserver(fit);
// What stands above the news moves them when it grows.
for (const one of [main, ...document.querySelectorAll(".asks, #sky, #counts, #hands, #news, .invite")]) sizes.observe(one);
