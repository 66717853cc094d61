// What the table asks: a card that was laid, a card in another's rack, an award tile, a colour.

import { face, h, symbol } from "../shared/draw.js";
import { seat as mine } from "../shared/parts.js";
import { who, whom } from "../shared/people.js";
import { picker, possible } from "./picker.js";
import { say, word } from "../shared/texts.js";

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
export function question({ place, options, seat, card, turn, first }, act) {
  if (card) return playedQuestion(card, act);
  const asked = Number.isInteger(first) ? say("question_first") : turn ? say(`question_turn_${place}`, { turn }) : say(`question_${place}`);
  const laid = seat === mine ? say(`which_${place}`) : say(`laid_${place}`, { whom: whom(seat) });
  const title = seat === null ? asked : laid;
  const answer = (label) => act("answer", { card: label });
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

/** Return the same for a card on a table without a mat: only people know which pile is which. */
export function pileQuestion(card, sayPile) {
  const answer = (played, text) => button(say(text), () => sayPile({ card, played }), `pile-${text}`);
  return [
    say("question_pile"),
    [answer(true, "pile_played"), answer(false, "pile_discarded"), answer(null, "pile_none")],
  ];
}

/**
 * Return the same for what waits for a seat's yes, there and where it waits: a clue that was logged in
 * another's name, a change of another's turn, the end of the game. `places` are the slots of the hand
 * that a clue is about, from the left.
 */
export function proposed({ kind, says, target, colour, value, pointed, by, yours }, places, act) {
  const answer = (granted, text) =>
    button(say(text), () => act("agree", { granted }), `proposed-${granted}`);
  const own = by === mine;
  const yes = yours ? [answer(true, "agreed")] : [];
  if (own || kind !== "clue") return [says ?? "", [...yes, answer(false, own ? "withdraw" : "not_agreed")]];
  const values = {
    who: by === null ? say("public_page") : who(by),
    whom: whom(target),
    colour: colour && word("suits", colour),
    rank: value,
  };
  const asked = say(colour ? "proposed_colour" : "proposed_rank", values);
  const cards = pointed?.map((slot) => places.indexOf(slot) + 1).join(", ");
  return [
    cards ? `${asked} ${say("proposed_pointed", { cards })}` : asked,
    [answer(true, "clue_was_given"), answer(false, "clue_was_not_given")],
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

/**
 * Return the same for an award tile. `due` says what each offers, `chosen` is the name of the one
 * that was turned, null as long as nobody has said; `clue(offer, target)` asks for the clue that it
 * brings.
 */
export function tileQuestion({ seat, tiles }, chosen, { act, choose, clue }) {
  const send = (body) => act("tile", { seat, ...body });
  const offer = tiles.find(({ tile }) => tile === chosen);
  if (!offer) {
    const tap = ({ tile, clues, cards }) => (clues.length || cards.length ? choose(tile) : send({ tile }));
    return [
      seat === mine ? say("own_tile_turned") : say("tile_turned", { whom: whom(seat) }),
      [
        ...tiles.map((one) => button(word("tiles", one.tile), () => tap(one), `tile-${one.tile}`)),
        button(say("nobody_knows"), () => send({ tile: null }), "tile-none"),
      ],
    ];
  }
  const back = button(say("other_tile"), () => choose(null), "tile-back");
  const elsewhere = offer.clues.length && !offer.targets.length;
  return [
    word("tiles", chosen),
    [
      elsewhere ? h("p", { class: "hint" }, say("tile_clue_elsewhere")) : null,
      ...offer.targets.map((one) =>
        button(say("clue_for", { whom: whom(one) }), () => clue(offer, one), `tile-for-${one}`),
      ),
      ...offer.cards.map((label) => option(label, (card) => send({ tile: chosen, card }), "tile-card")),
      offer.may_pass ? button(say("give_up"), () => send({ tile: chosen }), "tile-none") : null,
      back,
    ].filter((one) => one),
  ];
}

/** Return buttons with which `seat` names the colour of the card that it plays next. */
export function colours(view, seat, act) {
  const named = view.named.find((one) => one.seat === seat)?.colour ?? null;
  return view.may.name.map((suit) =>
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
