// A page that holds nothing but the texts: enough for what decides something and draws nothing.

// The plurals of Polish, which has three forms.
const few = (n) => [2, 3, 4].includes(n % 10) && Math.trunc(n / 10) % 10 !== 1;
const polish = Array.from({ length: 200 }, (_, n) => (n === 1 ? 1 : few(n) ? 2 : 0)).join("");
const TEXTS = {
  turn_plays: "{who} plays {card}.",
  turn_misses: "{who} misplays {card}.",
  turn_discards: "{who} discards {card}.",
  turn_colour: "{who} tells {whom}: {colour}.",
  turn_rank: "{who} tells {whom}: {rank}.",
  turn_clue: "{who} gives a clue.",
  logged_by: "({whom} logged it.)",
  logged_in_public: "(Logged in public.)",
  unread_card: "a card",
  seat: "Seat {seat}",
  seat_within: "seat {seat}",
  turns_taken: { which: polish, 0: "{n} tur", 1: "{n} tura", 2: "{n} tury" },
  hana_cards: "{points} in cards",
  hana_yaku: "{points} for yaku",
  clues_right: "All were proper.",
  clues_rest: "The others were proper.",
  clues_none: "None was told.",
  clues_new: { which: "0".repeat(200), 0: "New: {n}." },
  clues_new_known: { which: "0".repeat(200), 0: "Known to be new: {n}." },
  points_at: { which: "0".repeat(200), 0: "Points at: {n}." },
  points_known: { which: "0".repeat(200), 0: "Known: {n}." },
  clues_open: { which: "0".repeat(200), 0: "Open: {n}." },
  clues_broken: { which: "0".repeat(200), 0: "Broken: {n}." },
  cards: { r3: "red 3" },
  suits: { r: "red" },
  conduct: { talk_free: "Talk is free.", browsing_false: "Nobody looks through the discards." },
};

/** Make the globals that modules of the page want when they are loaded; `seat` is "" in public. */
export function aPage(seat = "") {
  const nothing = { textContent: "null", addEventListener() {} };
  const texts = { textContent: JSON.stringify(TEXTS) };
  Object.assign(globalThis, {
    addEventListener() {},
    document: {
      body: { dataset: { seat } },
      documentElement: { lang: "en" },
      querySelector: () => null,
      getElementById: (id) => (id === "texts" ? texts : nothing),
    },
  });
}
