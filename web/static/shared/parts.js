// What every part of the table's page uses: who is looking, and drawing again only what changed.

export const $ = (id) => document.getElementById(id);
export const seat = document.body.dataset.seat === "" ? null : Number(document.body.dataset.seat);
export const isPublic = seat === null;
/** Does this page show all hands? Then it only looks. */
export const seesAll = document.body.dataset.all === "yes";

const sheets = new Map();

/** Fetch a style sheet that the first page does without; resolves when it can be used. */
export const styled = (href) => {
  if (!sheets.has(href))
    sheets.set(
      href,
      new Promise((done) => {
        const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
        link.onload = link.onerror = done;
        document.head.append(link);
      }),
    );
  return sheets.get(href);
};

const drawn = new Map(); // what each part was last drawn from

/** Draw every part anew when its time comes: something that all show has changed. */
export const forget = () => drawn.clear();

/** Draw a part again only if what it is drawn from has changed: so focus and animations last. */
export function part(name, data, draw) {
  const key = JSON.stringify(data);
  if (drawn.get(name) === key) return;
  const before = drawn.has(name) ? JSON.parse(drawn.get(name)) : null;
  drawn.set(name, key);
  const focus = document.activeElement?.getAttribute("data-focus");
  draw(before);
  if (focus && document.activeElement === document.body)
    document.querySelector(`[data-focus="${focus}"]`)?.focus();
}
