// A page that holds nothing but the texts: enough for what decides something and draws nothing.

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
      getElementById: (id) => (id === "texts" ? texts : nothing),
    },
  });
}
