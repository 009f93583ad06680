import { byId, getJson } from "./dom.js";
import { drawList, forgetRows } from "./list.js";
import { showMail } from "./mail.js";

/** @type {import("./list.js").ListedMail[]} */
let mails = [];
/** @type {string | null} the id of the mail that is shown */
let shown = null;

const search = /** @type {HTMLInputElement} */ (byId("search"));
const confirmation = /** @type {HTMLDialogElement} */ (byId("confirm"));
const wide = window.matchMedia("(min-width: 761px)");

/** The mail that the address names; on a wide screen, where both sides are seen, else the newest. */
function wantedId() {
  const id = window.location.hash.slice(1);
  if (mails.some((mail) => mail.id === id)) return id;
  return wide.matches ? (mails.at(-1)?.id ?? null) : null;
}

async function draw() {
  const id = wantedId();
  byId("empty").hidden = mails.length > 0;
  byId("desk").hidden = byId("clear").hidden = mails.length === 0;
  byId("desk").classList.toggle("reading", id !== null);
  document.title = mails.length === 0 ? "Mailbox" : `(${mails.length}) Mailbox`;
  drawList(mails, search.value, id);
  if (id === shown) return;
  shown = id;
  if (id === null) byId("mail").replaceChildren();
  else await showMail(id, () => shown === id);
}

async function refresh() {
  mails = await getJson("/mail.json");
  forgetRows(mails);
  await draw();
}

/** Many mails may arrive at once: one refresh at a time, and one more for all that came meanwhile. */
let refreshing = false;
let again = false;
async function refreshSoon() {
  if (refreshing) {
    again = true;
    return;
  }
  refreshing = true;
  again = false;
  try {
    await refresh();
  } finally {
    setTimeout(() => {
      refreshing = false;
      if (again) void refreshSoon();
    }, 500);
  }
}

/**
 * @param {EventTarget | null} from the row that has the focus
 * @param {number} step
 */
function move(from, step) {
  const rows = [...document.querySelectorAll(".row")];
  const at = rows.indexOf(/** @type {Element} */ (from));
  const next = /** @type {HTMLElement | undefined} */ (rows[at + step]);
  next?.focus();
  next?.click();
}

search.addEventListener("input", () => void draw());
window.addEventListener("hashchange", () => void draw());
wide.addEventListener("change", () => void draw());
byId("rows").addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  move(event.target, event.key === "ArrowDown" ? 1 : -1);
});
byId("clear").addEventListener("click", () => {
  byId("confirm-heading").textContent = mails.length === 1 ? "Delete this mail?" : `Delete all ${mails.length} mails?`;
  confirmation.returnValue = "";
  confirmation.showModal();
});
confirmation.addEventListener("close", () => {
  if (confirmation.returnValue === "delete") void fetch("/mail", { method: "DELETE" });
});

const changes = new EventSource("/mail/events");
// Also after a restart of the server: what came meanwhile is fetched when the stream opens again.
changes.addEventListener("open", () => void refreshSoon());
changes.addEventListener("message", () => void refreshSoon());
