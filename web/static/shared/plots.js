// Plots as SVG, drawn for the width they have: lines over turns, bars.

import { h, s } from "./draw.js";

const HEIGHT = 210;
const LEFT = 30;
const BOTTOM = 26;
const TOP = 10;
const BUBBLE = 7;

/** Draw into `box` whenever its width changes; return a function that draws again. */
function fitted(box, draw) {
  let width = 0;
  const again = () => width > 0 && box.replaceChildren(draw(width));
  new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    again();
  }).observe(box);
  return again;
}

/** Round steps for an axis that goes up to `most`. */
function steps(most, wanted) {
  const raw = Math.max(1, most / wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

function frame(width, right, low, high, label) {
  const plot = { x: (part) => LEFT + part * (width - LEFT - right), width };
  plot.y = (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  plot.svg = s("svg", {
    class: "plot", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: "img", "aria-label": label,
  });
  const below = steps(-low, 3).slice(1).map((value) => -value);
  for (const value of [...steps(high, 5), ...below]) {
    const y = plot.y(value).toFixed(1);
    plot.svg.append(
      s("line", { class: value ? "grid" : "zero", x1: LEFT, x2: width - right, y1: y, y2: y }),
      text("number", LEFT - 6, Number(y) + 4, String(value).replace("-", "\u2212"), "end"),
    );
  }
  return plot;
}

const text = (kind, x, y, said, anchor = "middle") =>
  s("text", { class: kind, x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, String(said));

/**
 * Lines over the numbers from 0. Each of `lines` has a `name`, a `kind` for the style sheet and
 * `values`, null where there is none; `marks` are `{at, kind, name}` on the first line; `label`
 * says what the whole shows. `pick(number)` is called where the plot is tapped.
 *
 * Return a function that shows which number is looked at.
 */
export function linePlot(box, { lines, marks = [], label, pick = null }) {
  const last = lines[0].values.length - 1;
  const all = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  let chosen = null;
  const draw = (width) => {
    const plot = frame(width, 16, low, high, label);
    const x = (at) => plot.x(last ? at / last : 0);
    for (const at of steps(last, width < 500 ? 4 : 8))
      plot.svg.append(text("number", x(at), HEIGHT - 8, at));
    for (const { kind, values } of lines) {
      let path = "";
      values.forEach((value, at) => {
        if (value === null) return;
        const pen = at && values[at - 1] !== null ? "L" : "M";
        path += `${pen}${x(at).toFixed(1)} ${plot.y(value).toFixed(1)}`;
      });
      plot.svg.append(s("path", { class: `line ${kind}`, d: path }));
    }
    for (const { at, kind, name } of marks)
      plot.svg.append(bubble(kind, x(at), plot.y(lines[0].values[at]), name));
    if (chosen !== null)
      plot.svg.append(s("line", { class: "chosen", x1: x(chosen), x2: x(chosen), y1: TOP, y2: HEIGHT - BOTTOM }));
    if (pick)
      plot.svg.addEventListener("click", (event) => {
        const part = (event.offsetX - x(0)) / Math.max(1, x(last) - x(0));
        pick(Math.max(0, Math.min(last, Math.round(part * last))));
      });
    return plot.svg;
  };
  const again = fitted(box, draw);
  return (at) => {
    chosen = at;
    again();
  };
}

/** A mark that is told by its form, not by its colour: a cross for `miss`, a diamond for `loss`. */
function bubble(kind, x, y, name) {
  const d =
    kind === "miss"
      ? `M${-BUBBLE + 2} ${-BUBBLE + 2}L${BUBBLE - 2} ${BUBBLE - 2}M${BUBBLE - 2} ${-BUBBLE + 2}L${-BUBBLE + 2} ${BUBBLE - 2}`
      : `M0 ${-BUBBLE}L${BUBBLE} 0L0 ${BUBBLE}L${-BUBBLE} 0Z`;
  return s(
    "g",
    { class: `bubble ${kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("title", {}, name),
    s("path", { d }),
  );
}

/**
 * Bars from left to right: each of `bars` has a `value` (null: not known), a `name` for the axis
 * where `named(index)` is true or there is room, and a `kind`; `label` says what the whole shows.
 */
export function barPlot(box, { bars, label, named = null, pick = null, high = null }) {
  const most = Math.max(1, high ?? 0, ...bars.map((bar) => bar.value ?? 0));
  return fitted(box, (width) => {
    const plot = frame(width, 8, 0, most, label);
    const slot = (width - LEFT - 8) / bars.length;
    const wide = Math.max(1, Math.min(34, slot - (slot > 6 ? 2 : 0.6)));
    const every = Math.ceil(34 / slot);
    bars.forEach((bar, i) => {
      const [x, y] = [LEFT + (i + 0.5) * slot, plot.y(bar.value ?? 0)];
      if (bar.value)
        plot.svg.append(
          s(
            "rect",
            { class: `bar ${bar.kind ?? ""}`, x: x - wide / 2, y, width: wide, height: HEIGHT - BOTTOM - y, rx: Math.min(3, wide / 3) },
            s("title", {}, bar.title ?? `${bar.name}: ${bar.value}`),
          ),
        );
      if (named ? named(i) : i % every === 0)
        plot.svg.append(text("number", x, HEIGHT - 8, bar.name));
    });
    if (pick)
      plot.svg.addEventListener("click", (event) => {
        const at = Math.floor((event.offsetX - LEFT) / slot);
        if (at >= 0 && at < bars.length) pick(at);
      });
    return plot.svg;
  });
}

/** A legend: each of `lines` with a piece of its line, each of `marks` with its form. */
export function legend(lines, marks = []) {
  const sample = (drawn) => s("svg", { viewBox: "0 0 34 16", width: 34, height: 16, "aria-hidden": "true" }, drawn);
  return h(
    "ul",
    { class: "legend" },
    lines.map(({ kind, name }) => h("li", {}, sample(s("path", { class: `line ${kind}`, d: "M1 8H33" })), name)),
    marks.map(({ kind, name }) => h("li", {}, sample(bubble(kind, 17, 8, name)), name)),
  );
}
