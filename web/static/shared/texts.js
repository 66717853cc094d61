// The texts that the server put into the page; it chose the language and the plurals.

const parsed = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

const inLanguage = (texts) => ({
  /** Return the text `name` with `{values}` filled in. */
  say: (name, values = {}) =>
    texts[name].replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole)),
  /** Return the text `name` for the number `n`, in the form that it takes: large ones as those from 100. */
  count: (name, n) => {
    const forms = texts[name];
    return forms[forms.which[n < forms.which.length ? n : 100 + (n % 100)]].replace("{n}", String(n));
  },
  /** Return the word for `key` in the dictionary `name`, such as the name of a suit. */
  word: (name, key) => texts[name][key] ?? key,
});

const texts = parsed("texts");
const spoken = parsed("spoken");

export const { say, count, word } = inLanguage(texts);

/** What is said aloud is for the whole table: in its language, whatever this page's is. */
export const aloud = {
  language: spoken?.language ?? document.documentElement.lang,
  ...inLanguage(spoken?.texts ?? texts),
};
