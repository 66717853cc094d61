// Settings of this phone; a browser may forbid to keep any.

/** Read a setting of this phone; null: there is none. */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a setting of this phone, where that is allowed. */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}
