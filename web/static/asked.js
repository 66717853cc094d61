// What the table asks: a card that was laid, a card in another's rack, an award tile, a colour.

import { face, h, symbol } from "./draw.js";
import { whom } from "./people.js";
import { picker, possible } from "./picker.js";
import { say, word } from "./texts.js";

const TILES = ["clue_token", "mended_fuse", "colour_clue", "rank_clue", "return", "rescue"];

const button = (text, onclick, focus) =>
  h("button", { type: "button", "data-focus": focus, onclick }, text);

function option(label, choose, focus) {
  return h(
    "button",
    { type: "button", class: "option", "data-focus": `${focus}-${label}`, onclick: () => choose(label) },
    face(label),
    h("span", {}, word("cards", label)),
  );
}

/** Return the title of the question about a card on the table, and its answers. */
export function question({ place, options, seat, card }, act) {
  if (card) return playedQuestion(card, act);
  const title = seat === null ? say(`question_${place}`) : say(`laid_${place}`, { whom: whom(seat) });
  const answer = (card) => act("answer", { card });
  const few = options.length <= 3;
  return [
    title,
    [
      ...(few ? options.map((label) => option(label, answer, "option")) : picker(options, answer, "option")),
      button(say("nobody_knows"), () => answer(null), "option-none"),
      seat === null ? null : button(say("take_up"), () => act("undo", {}), "option-back"),
    ].filter((one) => one),
  ];
}

/** Return the same for a card that went to the discards while nobody watched. */
function playedQuestion(card, act) {
  const answer = (played, text, focus) => button(say(text), () => act("answer", { played }), focus);
  return [
    say("question_played", { card: word("cards", card) }),
    [
      answer(false, "it_was_discarded", "option-discarded"),
      answer(true, "it_was_played", "option-played"),
      answer(null, "nobody_knows", "option-none"),
    ],
  ];
}

/** Return the same for a card in the rack of another seat. */
export function rackQuestion(view, act) {
  const { seat, slot, options } = view.rack_question;
  const answer = (card) => act("identify", { seat, slot, card });
  const held = view.game.hands[seat].find((one) => one.slot === slot);
  const place = view.game.hands[seat].indexOf(held) + 1;
  const picture = h("img", {
    class: "rack-picture",
    alt: say("rack_picture"),
    src: `/api/rack-picture?of=${held?.id}`, // which card it is, the table knows: this is for the cache
    onerror: () => picture.remove(),
  });
  return [
    say("rack_question", { whom: whom(seat), place }),
    [
      picture,
      ...(options.length
        ? options.map((label) => option(label, answer, "rack"))
        : picker(possible(view.game, seat, slot), answer, "rack")),
      button(say("cannot_tell"), () => act("pass", { seat, slot }), "rack-none"),
    ],
  ];
}

/** Return the same for an award tile; `clue(tile, target)` asks for the clue that it brings. */
export function tileQuestion(game, chosen, { act, choose, clue }) {
  const seat = game.award;
  const send = (body) => act("tile", { seat, ...body });
  if (chosen === null) {
    const left = TILES.filter((tile) => !game.tiles.includes(tile));
    const tap = (tile) =>
      tile === "clue_token" || tile === "mended_fuse" ? send({ tile }) : choose(tile);
    return [
      say("tile_turned", { whom: whom(seat) }),
      [
        ...left.map((tile) => button(word("tiles", tile), () => tap(tile), `tile-${tile}`)),
        button(say("nobody_knows"), () => send({ tile: null }), "tile-none"),
      ],
    ];
  }
  const back = button(say("other_tile"), () => choose(null), "tile-back");
  if (chosen === "colour_clue" || chosen === "rank_clue") {
    const seats = game.hands.map((_, i) => i).filter((one) => one !== seat && one !== game.reader);
    return [
      word("tiles", chosen),
      [
        ...seats.map((one) => button(say("clue_for", { whom: whom(one) }), () => clue(chosen, one), `tile-for-${one}`)),
        button(say("give_up"), () => send({ tile: chosen }), "tile-none"),
        back,
      ],
    ];
  }
  const next = new Set(game.fireworks.map(({ suit, next_rank }) => `${suit}${next_rank}`));
  const cards = [...new Set(game.discards.filter((one) => one))]
    .filter((one) => chosen === "return" || next.has(one))
    .sort();
  return [
    word("tiles", chosen),
    [
      ...cards.map((label) => option(label, (card) => send({ tile: chosen, card }), "tile-card")),
      cards.length ? null : button(say("give_up"), () => send({ tile: chosen }), "tile-none"),
      back,
    ].filter((one) => one),
  ];
}

/** Return buttons with which `seat` names the colour of the card that it plays next. */
export function colours(view, seat, act) {
  const named = view.named.find((one) => one.seat === seat)?.colour ?? null;
  return view.game.fireworks
    .filter((one) => one.nameable)
    .map(({ suit }) =>
      h(
        "button",
        {
          type: "button",
          class: `hint-button suit-${suit}`,
          "data-focus": `name-${suit}`,
          "aria-pressed": String(named === suit),
          "aria-label": say("name_colour", { colour: word("suits", suit) }),
          onclick: () => act("name", { seat, colour: named === suit ? null : suit }),
        },
        symbol(`suit-${suit}`, "large"),
      ),
    );
}
