// Elements and drawings: cards, fireworks, tokens. Nothing in here knows the server.

import { count, say, word } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; attributes with the value false or null are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Return a symbol of the sprite: `suit-r`, `icon-token`, … */
export function symbol(name, kind = "") {
  return s("svg", { class: `symbol ${kind}`, "aria-hidden": "true" }, s("use", { href: `#${name}` }));
}

/** Return the sign of a seat, as it is printed on its rack. */
export const sign = (seat) => s("svg", { class: "sign", "aria-hidden": "true" }, s("use", { href: `#sign-${seat}` }));

const sr = (text) => h("span", { class: "sr" }, text);

// ------------------------------------------------------------------------------------- cards

/** Return the marks of a card's clues, as chips. */
function marks(clues) {
  return h(
    "span",
    { class: "marks" },
    clues.map((clue) =>
      /\d/.test(clue)
        ? h("i", { class: "mark rank" }, clue)
        : h("i", { class: `mark suit-${clue}` }, symbol(`suit-${clue}`)),
    ),
  );
}

/**
 * Return what its owner can still consider for a card: of the suits and ranks that are `printed`,
 * those that are out of the question dimmed. Null where he is reminded of nothing, or nothing is
 * out of the question.
 */
function reminder({ may }, printed) {
  if (!may?.length) return null;
  const [left, ranks] = [0, 1].map((i) => new Set(may.map((label) => label[i])));
  if (left.size === printed.suits.length && ranks.size === printed.ranks.length) return null;
  return h(
    "span",
    { class: "may", "aria-hidden": "true" },
    h("span", {}, printed.ranks.map((rank) => h("i", { class: ranks.has(rank) ? "" : "out" }, rank))),
    h(
      "span",
      {},
      printed.suits.map((suit) =>
        h("i", { class: `suit-${suit}${left.has(suit) ? "" : " out"}` }, symbol(`suit-${suit}`)),
      ),
    ),
  );
}

/** Return the same in words: few faces by name, else colours and numbers; empty: nothing is known. */
function considered({ may }, printed) {
  if (!may?.length) return "";
  if (may.length <= 4) return may.map((label) => word("cards", label)).join(", ");
  const [left, ranks] = [0, 1].map((i) => [...new Set(may.map((label) => label[i]))]);
  const named = left.length === printed.suits.length ? [] : left.map((suit) => word("suits", suit));
  return [...named, ...(ranks.length === printed.ranks.length ? [] : ranks.sort())].join(", ");
}

function spoken(view, place, touched) {
  const named = view.face
    ? say("card_there", { place, card: word("cards", view.face) })
    : say("card_unknown", { place });
  const clues = view.clues.map((clue) => (/\d/.test(clue) ? clue : word("suits", clue)));
  const clued = clues.length ? say("card_clued", { card: named, clues: clues.join(", ") }) : named;
  return touched ? say("card_touched", { card: clued }) : clued;
}

/** Return the drawing of a card's face, or of its back where `face` is null. */
export function face(label) {
  if (!label) return h("span", { class: "card back", "aria-hidden": "true" });
  return h(
    "span",
    { class: `card suit-${label[0]}`, "aria-hidden": "true" },
    h("b", { class: "figure" }, label[1]),
    symbol(`suit-${label[0]}`, "large"),
  );
}

/**
 * Return one card of a hand as a list item; `place` counts from 1 as the reader sees it. With
 * `printed`, the suits and ranks of this game, its owner is reminded of what it can be.
 */
export function card(view, place, { own = false, touched = null, choose = null, pressed = touched === true, printed = null } = {}) {
  const drawn = face(view.face);
  if (!view.face && !own) drawn.append(h("b", { class: "unknown" }, "?"));
  if (view.clues.length) drawn.append(marks(view.clues));
  if (view.clues.length) drawn.classList.add("clued");
  const aid = printed && reminder(view, printed);
  const faces = aid && considered(view, printed);
  const told = spoken(view, place, touched);
  const name = faces ? say("card_may", { card: told, faces }) : told;
  const item = choose
    ? h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "choose",
            "data-slot": view.slot,
            "aria-label": name,
            "aria-pressed": String(pressed),
            onclick: choose,
          },
          drawn,
          aid,
        ),
      )
    : h("li", {}, sr(name), drawn, aid);
  if (touched !== null) item.classList.add(touched ? "touched" : "untouched");
  return item;
}

// --------------------------------------------------------------------------------- fireworks

const RAINBOW = ["#f0555b", "#fa9628", "#fae13c", "#5ac85a", "#3ca0e6", "#b77be8"];

/** Return a burst of rays round (x, y). */
export function burst(suit, x, y, radius, rays) {
  const group = s("g", { class: "burst", transform: `translate(${x} ${y})` });
  const glow = s(
    "g",
    { class: "glow" },
    [1.15, 0.85, 0.55].map((part) => s("circle", { r: (radius * part).toFixed(1) })),
  );
  const inner = s("g", { class: "rays" });
  for (let ray = 0; ray < rays; ray += 1) {
    const angle = (2 * Math.PI * ray) / rays;
    const long = radius * (ray % 2 ? 0.74 : 0.96);
    const [cos, sin] = [Math.sin(angle), -Math.cos(angle)];
    const colour = suit === "m" ? { stroke: RAINBOW[ray % 6] } : {};
    const dot = suit === "m" ? { fill: RAINBOW[ray % 6] } : {};
    inner.append(
      s("line", {
        x1: (cos * radius * 0.42).toFixed(1),
        y1: (sin * radius * 0.42).toFixed(1),
        x2: (cos * long * 0.9).toFixed(1),
        y2: (sin * long * 0.9).toFixed(1),
        ...colour,
      }),
      s("circle", {
        cx: (cos * long).toFixed(1),
        cy: (sin * long).toFixed(1),
        r: Math.max(1, radius * (ray % 2 ? 0.05 : 0.075)).toFixed(1),
        ...dot,
      }),
    );
  }
  group.append(glow, inner);
  return group;
}

/** Return the sparks that fall from a large burst: arcs that bend to the ground. */
function falling(suit, radius) {
  return s(
    "g",
    { class: "falling" },
    [-1.25, -0.95, -0.6, 0.6, 0.95, 1.25].map((side, i) => {
      const out = radius * side;
      const [top, end] = [radius * (0.55 - Math.abs(side) * 0.75), radius * (1.75 - Math.abs(side) * 0.6)];
      return s("path", {
        d: `M${(out * 0.7).toFixed(1)} ${top.toFixed(1)}Q${(out * 1.05).toFixed(1)} ${((top + end) / 3).toFixed(1)} ${(out * 1.1).toFixed(1)} ${end.toFixed(1)}`,
        ...(suit === "m" ? { stroke: RAINBOW[i] } : {}),
      });
    }),
  );
}

const GROUND = 150;
const STEP = 24;
const SIDES = [0, -11, 12, -10, 11, 0];

/**
 * Return one firework: a rocket that waits, or a trail with a burst for each card. `choose()` is
 * called when its newest card is tapped; without it nothing can be tapped.
 */
export function firework(view, fresh, choose) {
  const { suit, height, length, top, lost, costs } = view;
  const drawing = s("svg", { viewBox: "0 0 80 160", "aria-hidden": "true", class: "display" });
  if (height === 0) {
    drawing.append(
      s("path", { class: "stick", d: `M40 ${GROUND - 14}V${GROUND + 6}` }),
      s("path", { class: "rocket", d: `M40 ${GROUND - 40}q7 8 7 14v14h-14v-14q0-6 7-14Z` }),
    );
  } else {
    const peak = GROUND - 12 - STEP * height;
    const [x, mid] = [40 + SIDES[height], (peak + GROUND) / 2];
    drawing.append(s("path", { class: "trail", d: `M40 ${GROUND + 6}Q40 ${mid} ${x} ${peak}` }));
    for (let rank = 1; rank < height; rank += 1) {
      const small = burst(suit, 40 + SIDES[rank], GROUND - 12 - STEP * rank, 8 + 2 * rank, 8);
      small.classList.add("old");
      drawing.append(small);
    }
    const radius = 15 + 4.6 * height;
    const newest = burst(suit, x, Math.max(top, radius + 2), radius, 10 + 2 * height);
    if (height > 2) newest.prepend(falling(suit, radius));
    const size = radius * 0.72;
    newest.append(
      s("use", { href: `#suit-${suit}`, x: -size / 2, y: -size / 2, width: size, height: size }),
    );
    if (fresh) newest.classList.add("fresh");
    drawing.append(newest);
  }
  const done = height === length;
  const tall = say("firework", { colour: word("suits", suit), n: height, all: length });
  const fate = lost ? `${tall}. ${say("firework_lost", { card: word("cards", `${suit}${lost}`) })}` : tall;
  const name = costs ? `${fate}. ${count("costs", costs)}` : fate;
  return h(
    "li",
    { class: `firework suit-${suit}${done ? " done" : ""}${lost ? " ends" : ""}` },
    drawing,
    height && choose
      ? h("button", {
          type: "button",
          class: "over",
          "data-focus": `firework-${suit}`,
          "aria-label": `${name}. ${say("put_right")}`,
          onclick: choose,
        })
      : null,
    h(
      "span",
      { class: "height", "aria-hidden": "true" },
      symbol(`suit-${suit}`),
      h("b", {}, top ?? 0),
    ),
    lost || costs
      ? h("span", { class: "no-more", "aria-hidden": "true" }, [lost ? `✕\u00a0${lost}` : "", costs ? `−${costs}` : ""].join(" ").trim())
      : null,
    height && choose ? null : sr(name),
  );
}

// ------------------------------------------------------------------------------------ counts

/** Return clue tokens, fuses and deck.
 * @param {Partial<Told.GameView>} game */
export function counts(game) {
  const [tokens, allTokens] = game.clue_tokens;
  const [strikes, allStrikes] = game.strikes;
  const last = game.turns_left;
  const row = (kind, drawn, text) =>
    h("div", { class: kind }, h("span", { class: "row", "aria-hidden": "true" }, drawn), sr(text));
  return [
    row(
      "tokens",
      Array.from({ length: allTokens }, (_, i) => symbol("icon-token", i < tokens ? "there" : "spent")),
      say("tokens_of", { n: tokens, all: allTokens }),
    ),
    row(
      "fuses",
      Array.from({ length: allStrikes }, (_, i) =>
        i < strikes ? symbol("icon-burnt", "burnt") : symbol("icon-fuse", "whole"),
      ),
      say("strikes_of", { n: strikes, all: allStrikes }),
    ),
    h(
      "div",
      { class: "deck" },
      symbol("icon-deck"),
      h("b", { "aria-hidden": "true" }, game.deck),
      sr(count("deck", game.deck)),
    ),
    game.outcome || (last === null && (game.deck || !game.all_or_nothing))
      ? null
      : h("p", { class: "last" }, last === null ? say("deck_out") : count("turns_left", last)),
  ].filter((part) => part);
}

/** Return the discard that lies uppermost, where people do not look through the others. */
function newestDiscard(discards) {
  const label = discards.at(-1);
  const text = label ? word("cards", label) : say("unread_card");
  return h(
    "li",
    { class: label ? `pile suit-${label[0]}` : "pile" },
    label && symbol(`suit-${label[0]}`),
    h("span", { class: "discard" }, h("span", { class: "sr" }, text), h("b", {}, label ? label[1] : "?")),
    h("span", { class: "below" }, count("discards_below", discards.length - 1)),
  );
}

/**
 * Return the discards, one row for each suit that has any. `choose(label, which)` is called when a
 * card is tapped: the first, second … like it, counted from 0; without it nothing can be tapped.
 */
export function piles(game, choose) {
  const shown = (label) => h("b", {}, label ? label[1] : "?");
  const discard = (label, which, text) => {
    if (!choose) return h("span", { class: "discard" }, sr(text), shown(label));
    return h(
      "button",
      {
        type: "button",
        class: "discard",
        "data-focus": `discard-${label}-${which}`,
        "aria-label": `${text}. ${say("put_right")}`,
        onclick: () => choose(label, which),
      },
      shown(label),
    );
  };
  // A game that is over has no manners left: its discards are looked through.
  if (game.manners?.browsing === false && game.discards.length) return [newestDiscard(game.discards)];
  const order = game.fireworks.map((one) => one.suit);
  const rows = order.flatMap((suit) => {
    const labels = game.discards.filter((label) => label && label[0] === suit).sort();
    if (!labels.length) return [];
    return [
      h(
        "li",
        { class: `pile suit-${suit}` },
        symbol(`suit-${suit}`),
        h("span", {}, labels.map((label, i) => discard(label, i - labels.indexOf(label), word("cards", label)))),
      ),
    ];
  });
  const unread = game.discards.filter((label) => !label);
  if (unread.length)
    rows.push(
      h("li", { class: "pile" }, h("span", {}, unread.map((_, i) => discard(null, i, say("unread_card"))))),
    );
  return rows.length ? rows : [h("li", { class: "none" }, say("no_discards"))];
}
