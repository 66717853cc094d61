// The invitation over the whole screen: its QR code is read from the far side of the table.

import { h } from "./draw.js";
import { $ } from "./parts.js";

/** Show the page's QR code, its address and its code as large as the screen. */
function enlarge(invite) {
  const words = [...invite.querySelectorAll("h2, .address, .code")];
  const dialog = h(
    "dialog",
    { class: "whole", "aria-label": words[0].textContent, onclick: () => dialog.close(), onclose: () => dialog.remove() },
    invite.querySelector("svg").cloneNode(true),
    h("div", {}, words.map((one) => h("p", {}, [...one.cloneNode(true).childNodes]))),
  );
  document.body.append(dialog);
  dialog.showModal();
}

$("enlarge").addEventListener("click", () => enlarge($("enlarge").closest(".invite")));

// Where an address takes more than one line it breaks before its host and its port, and not within.
for (const one of document.querySelectorAll(".address"))
  for (const at of [/:\d+$/, /[^/]*$/].map((part) => one.textContent.search(part)))
    if (at > 0) one.firstChild.splitText(at).before(document.createElement("wbr"));
