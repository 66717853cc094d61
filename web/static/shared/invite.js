// The invitation over the whole screen: its QR code is read from the far side of the table.

import { h } from "./draw.js";
import { $ } from "./parts.js";

/** Show the page's QR code, its address and its code as large as the screen. */
function enlarge(invite) {
  const words = [...invite.querySelectorAll("h2, .address, .code")].map((one) => one.textContent);
  const dialog = h(
    "dialog",
    { class: "whole", "aria-label": words[0], onclick: () => dialog.close(), onclose: () => dialog.remove() },
    invite.querySelector("svg").cloneNode(true),
    h("div", {}, words.map((one) => h("p", {}, one))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

$("enlarge").addEventListener("click", () => enlarge($("enlarge").closest(".invite")));
