// The texts that the server put into the page; it chose the language and the plurals.

const texts = JSON.parse(document.getElementById("texts").textContent);

/** Return the text `name` with `{values}` filled in. */
export function say(name, values = {}) {
  return texts[name].replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
}

/** Return the text `name` for the number `n`. */
export function count(name, n) {
  return texts[name][Math.min(n, texts[name].length - 1)];
}

/** Return the word for `key` in the dictionary `name`, such as the name of a suit. */
export function word(name, key) {
  return texts[name][key] ?? key;
}
