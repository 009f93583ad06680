import { byId, getJson, h, sizeText } from "./dom.js";

/** @typedef {{id: string, user: string, size: number, receivedAt: string, from: string, to: string, cc: string, bcc: string, replyTo: string, subject: string, headers: string[], hasHtml: boolean, text: string | null, attachments: {name: string, type: string, size: number}[]}} Mail */

/** Raw mails are shown up to here; the rest is in the file. */
const RAW_SHOWN = 300_000;
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** @type {Record<string, {label: string, draw: (mail: Mail) => Node | Promise<Node>}>} */
const VIEWS = {
  html: { label: "HTML", draw: drawHtml },
  text: { label: "Plain text", draw: drawText },
  headers: { label: "Headers", draw: drawHeaders },
  raw: { label: "Raw", draw: drawRaw },
};
/** The view that the reader chose last holds for the next mail too. */
let chosenView = "html";

/**
 * Shows one mail.
 * @param {string} id
 * @param {() => boolean} stillWanted false when the reader has gone on meanwhile
 */
export async function showMail(id, stillWanted) {
  /** @type {Mail} */
  const mail = await getJson(`/mail/${id}.json`);
  if (!stillWanted()) return;
  const content = h("div", { class: "content" });
  byId("mail").replaceChildren(
    h("a", { class: "button quiet back", href: "#" }, "← All mail"),
    h("h2", { dir: "auto" }, mail.subject || "(no subject)"),
    drawLines(mail),
    mail.attachments.length === 0 ? "" : drawFiles(mail),
    drawViews(mail, content),
    content,
  );
  byId("mail").scrollTop = 0;
  await drawContent(mail, content);
}

/** @param {Mail} mail */
function drawLines(mail) {
  const from = mail.from.includes(mail.user) ? mail.from : `${mail.from} (account ${mail.user})`;
  const lines = { From: from, To: mail.to, Cc: mail.cc, Bcc: mail.bcc, "Reply to": mail.replyTo };
  const list = h("dl", { class: "lines" });
  for (const [name, value] of Object.entries(lines))
    if (value) list.append(h("dt", {}, name), h("dd", { dir: "auto" }, value));
  const sent = `${moment.format(new Date(mail.receivedAt))} · ${sizeText(mail.size)} · `;
  const download = h("a", { href: `/mail/${mail.id}.eml`, download: `${mail.id}.eml` }, "Download");
  list.append(h("dt", {}, "Sent"), h("dd", {}, sent, download));
  return list;
}

/** @param {Mail} mail */
function drawFiles(mail) {
  const files = mail.attachments.map((file, index) => {
    const link = h("a", {
      class: "file",
      href: `/mail/${mail.id}/attachments/${index}`,
      download: file.name,
      title: file.type,
    });
    link.innerHTML =
      '<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 2v8m-3.5-3L8 10.5 11.5 7M2.5 13.5h11"/></svg>';
    link.append(h("span", {}, file.name), h("span", { class: "size" }, sizeText(file.size)));
    return h("li", {}, link);
  });
  return h("ul", { class: "files", "aria-label": "Attachments" }, ...files);
}

/**
 * @param {Mail} mail
 * @param {HTMLElement} content
 */
function drawViews(mail, content) {
  const views = h("div", { class: "views", role: "group", "aria-label": "View" });
  for (const [name, { label }] of Object.entries(VIEWS)) {
    if (name === "html" && !mail.hasHtml) continue;
    const button = h("button", { type: "button", "data-view": name }, label);
    button.addEventListener("click", () => {
      chosenView = name;
      void drawContent(mail, content);
    });
    views.append(button);
  }
  return views;
}

/**
 * @param {Mail} mail
 * @param {HTMLElement} content
 */
async function drawContent(mail, content) {
  // A mail without HTML opens as text, whatever was looked at before.
  const view = chosenView === "html" && !mail.hasHtml ? "text" : chosenView;
  for (const button of document.querySelectorAll("[data-view]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-view") === view));
  }
  content.dataset.view = view;
  const drawn = await VIEWS[view]?.draw(mail);
  if (drawn && content.dataset.view === view) content.replaceChildren(drawn);
}

/** @param {Mail} mail */
function drawHtml(mail) {
  return h("iframe", { title: "The mail as HTML", src: `/mail/${mail.id}.html`, sandbox: "allow-popups" });
}

/** @param {Mail} mail */
function drawText(mail) {
  if (mail.text === null) return h("p", { class: "none" }, "This mail has no plain-text part.");
  return h("pre", { class: "letter", dir: "auto" }, mail.text);
}

/** @param {Mail} mail */
function drawHeaders(mail) {
  const list = h("dl", { class: "fields" });
  for (const line of mail.headers) {
    const colon = line.indexOf(":");
    list.append(h("dt", {}, line.slice(0, colon)), h("dd", {}, line.slice(colon + 1).trim()));
  }
  return list;
}

/** @param {Mail} mail */
async function drawRaw(mail) {
  const response = await fetch(`/mail/${mail.id}.eml`);
  const raw = await response.text();
  const rest = raw.length > RAW_SHOWN ? `\n\n… and ${sizeText(raw.length - RAW_SHOWN)} more: download the file.` : "";
  return h("pre", {}, raw.slice(0, RAW_SHOWN) + rest);
}
