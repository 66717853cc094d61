// The firework show at the end of a game: a burst for each point, drawn on a canvas.
//
// Whoever asks for less motion gets one still picture of the same bursts.

const COLOURS = {
  r: ["#ff5a5f"], y: ["#ffd21f"], g: ["#45d46a"], b: ["#4fa6ff"], w: ["#f5f7fc"], k: ["#c9c4dc", "#8d86a8"],
  m: ["#f0555b", "#fa9628", "#fae13c", "#5ac85a", "#3ca0e6", "#b77be8"],
};
const RISE = 0.8; // seconds that a rocket climbs
const GLOW = 1.6; // seconds that a burst lasts
const GRAVITY = 0.16; // heights of the canvas per second, squared
const LONGEST = 14; // seconds for all rockets
const APART = 0.55; // seconds between two rockets, where that is not too long in all

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Show {
  constructor(canvas) {
    this.canvas = canvas;
    this.bursts = [];
    this.running = null;
    new ResizeObserver(() => this.running === null && this.still()).observe(canvas);
    calm.addEventListener("change", () => this.stop());
  }

  /** Plan the bursts for the cards on the fireworks, those laid first low down, `points` of them. */
  plan(fireworks, points) {
    const cards = fireworks
      .flatMap(({ suit, height }) => Array.from({ length: height }, (_, i) => ({ suit, place: i + 1 })))
      .sort((one, other) => one.place - other.place)
      .slice(0, points);
    const chance = dice(7);
    const apart = Math.min(APART, LONGEST / Math.max(1, cards.length));
    this.bursts = cards.map(({ suit, place }, i) => ({
      colours: COLOURS[suit] ?? COLOURS.w,
      start: i * apart,
      x: 0.08 + 0.84 * ((i * 0.381966 + 0.11 * chance()) % 1),
      y: 0.62 - 0.07 * place - 0.16 * chance(),
      reach: 0.07 + 0.035 * place,
      sparks: Array.from({ length: 18 + 7 * place }, (_, j, all = 18 + 7 * place) => ({
        angle: (2 * Math.PI * (j + 0.6 * chance())) / all,
        speed: 0.45 + 0.55 * Math.sqrt(chance()),
        colour: j,
      })),
    }));
    this.still();
  }

  /** Start the show; where less motion is wanted the still picture stays. */
  play() {
    this.stop();
    if (calm.matches || !this.bursts.length) return;
    const began = performance.now();
    const end = this.bursts.at(-1).start + RISE + GLOW;
    const frame = (now) => {
      const t = (now - began) / 1000;
      if (t > end) return this.stop();
      const draw = this.clear();
      for (const burst of this.bursts) this.draw(draw, burst, t - burst.start);
      this.running = requestAnimationFrame(frame);
    };
    this.running = requestAnimationFrame(frame);
  }

  stop() {
    if (this.running !== null) cancelAnimationFrame(this.running);
    this.running = null;
    this.still();
  }

  /** All bursts at once, as on a long exposure. */
  still() {
    const draw = this.clear();
    for (const burst of this.bursts) this.draw(draw, burst, RISE + 0.3 * GLOW);
  }

  clear() {
    const { canvas } = this;
    const scale = Math.min(2, devicePixelRatio || 1);
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    const draw = canvas.getContext("2d");
    draw.globalCompositeOperation = "lighter";
    draw.lineCap = "round";
    return draw;
  }

  /** Draw one burst `age` seconds after its rocket was lit. */
  draw(draw, burst, age) {
    const { width, height } = this.canvas;
    const size = Math.min(width, 1.6 * height);
    const [x, y] = [burst.x * width, burst.y * height];
    if (age < 0 || age > RISE + GLOW) return;
    if (age < RISE) {
      const risen = 1 - (1 - age / RISE) ** 2;
      const at = height + (y - height) * risen;
      draw.globalAlpha = 0.9;
      line(draw, x, at, x, Math.min(height, at + 0.06 * height), "#ffdf9a", 0.004 * size);
      return;
    }
    const glowing = (age - RISE) / GLOW;
    const out = 1 - (1 - glowing) ** 3;
    const fallen = 0.5 * GRAVITY * height * (glowing * GLOW) ** 2;
    draw.globalAlpha = Math.max(0, 1 - glowing) ** 0.8;
    for (const { angle, speed, colour } of burst.sparks) {
      const far = burst.reach * size * speed;
      const [dx, dy] = [Math.cos(angle) * far, Math.sin(angle) * far];
      const tail = Math.max(0, out - 0.22);
      line(
        draw, x + dx * tail, y + dy * tail + fallen * 0.7, x + dx * out, y + dy * out + fallen,
        burst.colours[colour % burst.colours.length], Math.max(1, 0.0045 * size * (1 - 0.6 * glowing)),
      );
    }
  }
}

function line(draw, x1, y1, x2, y2, colour, width) {
  draw.strokeStyle = colour;
  draw.lineWidth = width;
  draw.beginPath();
  draw.moveTo(x1, y1);
  draw.lineTo(x2, y2);
  draw.stroke();
}

/** Numbers from 0 to 1, the same each time. */
function dice(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
