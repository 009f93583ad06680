import { byId, h } from "./dom.js";

/** @typedef {{id: string, user: string, to: string, subject: string, size: number, receivedAt: string}} ListedMail */

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** @type {Map<string, HTMLLIElement>} rows that were drawn before, so that a long list is not drawn anew for each mail */
const rows = new Map();
let drawnBefore = false;

/**
 * Draws the list, newest first.
 * @param {ListedMail[]} mails
 * @param {string} search
 * @param {string | null} current the id of the mail that is shown
 */
export function drawList(mails, search, current) {
  const wanted = search.trim().toLowerCase();
  const found = mails.filter((mail) => `${mail.to}\n${mail.subject}`.toLowerCase().includes(wanted)).reverse();
  place(found.map((mail) => rows.get(mail.id) ?? drawRow(mail)));
  byId("rows").querySelector('[aria-current="true"]')?.removeAttribute("aria-current");
  rows
    .get(current ?? "")
    ?.querySelector(".row")
    ?.setAttribute("aria-current", "true");
  byId("count").textContent = countText(mails.length, found.length, wanted);
  byId("nothing").hidden = found.length > 0 || mails.length === 0;
  byId("nothing").textContent = `No mail to or about “${search.trim()}”.`;
  drawnBefore = true;
}

/**
 * Puts the rows into the list, touching only what is not yet in its place: the focus stays, and so does the scroll position.
 * @param {HTMLLIElement[]} wanted
 */
function place(wanted) {
  const list = byId("rows");
  const kept = new Set(wanted);
  for (const row of [...list.children]) if (!kept.has(/** @type {HTMLLIElement} */ (row))) row.remove();
  let next = list.firstElementChild;
  for (const row of wanted) {
    if (row === next) next = next.nextElementSibling;
    else list.insertBefore(row, next);
  }
}

/**
 * Forgets the rows of mails that are gone.
 * @param {ListedMail[]} mails
 */
export function forgetRows(mails) {
  const kept = new Set(mails.map((mail) => mail.id));
  for (const id of rows.keys()) if (!kept.has(id)) rows.delete(id);
}

/** @param {ListedMail} mail */
function drawRow(mail) {
  const row = h(
    "a",
    { class: drawnBefore ? "row new" : "row", href: `#${mail.id}` },
    h("span", { class: "to" }, mail.to),
    h("time", { datetime: mail.receivedAt }, timeText(new Date(mail.receivedAt))),
    h("span", { class: "subject", dir: "auto" }, mail.subject || "(no subject)"),
    h("span", { class: "by" }, `from ${mail.user}`),
  );
  const item = h("li", {}, row);
  rows.set(mail.id, item);
  return item;
}

/** @param {Date} time */
function timeText(time) {
  return time.toDateString() === new Date().toDateString() ? clock.format(time) : day.format(time);
}

/**
 * @param {number} all
 * @param {number} found
 * @param {string} search
 */
function countText(all, found, search) {
  const mails = all === 1 ? "1 mail" : `${all.toLocaleString("en")} mails`;
  return search === "" ? mails : `${found.toLocaleString("en")} of ${mails}`;
}
