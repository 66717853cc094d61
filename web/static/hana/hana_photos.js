// Pictures of piles: read by the camera above the table, or sent from a phone.

import { asSent } from "../shared/photo.js";
import { say } from "../shared/texts.js";
import { toast } from "../shared/toast.js";

const SLOW = 180000; // ms that reading a picture may take on a small computer

async function post(address, type, body) {
  toast(say("hana_reading"));
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
      signal: AbortSignal.timeout?.(SLOW),
    });
    const answer = await response.json();
    toast(response.ok ? say("hana_read") : (answer.detail ?? say("no_answer")));
  } catch {
    toast(say("no_answer"));
  }
}

/** Bind the buttons; return what sends the photo that `input` holds, of the pile of `seat`. */
export function bindPictures({ look, whole }) {
  const photograph = async (input, seat) => {
    const file = input.files[0];
    input.value = "";
    if (!file) return;
    const query = seat === null ? "" : `?seat=${seat}`;
    const sent = await asSent(file);
    await post(`/api/hana/photo${query}`, sent.type || "image/jpeg", sent);
  };
  look.addEventListener("click", () => post("/api/hana/look", "application/json", "{}"));
  whole.addEventListener("change", () => photograph(whole, null));
  return photograph;
}
