// The page of a club, fetched anew every few seconds; what was not reached is tried again.

const EVERY = 3000; // milliseconds

async function renew() {
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("club");
      const shown = document.getElementById("club");
      if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
    }
  } catch {
    // away for a moment
  }
  setTimeout(renew, EVERY);
}

setTimeout(renew, EVERY);
