// Cards that were read in a photo: outlines drawn over it, and a button on each.

import { h, s } from "./draw.js";

/**
 * Lay outlines and buttons over a photo.
 * @param {Element} where what lies over the photo, as large as that
 * @param {number} width of the photo, in the pixels of the corners
 * @param {number} height likewise
 * @param {{corners: number[][], outline: string, button: string, name: string, shows: unknown, tap: () => void}[]} cards
 *   what is marked: its corners, the classes of its outline and its button, what the button is called, what it shows
 */
export function markCards(where, width, height, cards) {
  const outlines = cards.map(({ corners, outline }) =>
    s("g", { class: outline }, s("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") })),
  );
  const buttons = cards.map(({ corners, button, name, shows, tap }) => {
    const made = h("button", { type: "button", class: button, "aria-label": name, onclick: tap }, h("span", {}, shows));
    const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
    made.style.left = `${((100 * middle(0)) / width).toFixed(2)}%`;
    made.style.top = `${((100 * middle(1)) / height).toFixed(2)}%`;
    return made;
  });
  where.replaceChildren(
    s("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, outlines),
    ...buttons,
  );
}
