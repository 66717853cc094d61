// A word at the lower edge that goes away by itself.

let timer = null;

/** Show `text` for a while. */
export function toast(text) {
  const shown = document.getElementById("toast");
  shown.textContent = text;
  shown.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (shown.hidden = true), 4000);
}
