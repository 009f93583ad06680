import { fileURLToPath } from "node:url";
import express, { type Router } from "express";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { GoogleError } from "./googleError.ts";
import { html, page } from "./html.ts";
import { type StoredMail, withoutBccHeader } from "./mailbox.ts";
import { userOf } from "./params.ts";
import type { World } from "./world.ts";

const PAGES = fileURLToPath(new URL("pages/", import.meta.url));
/** The pages load nothing from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'self'";
/** An email is shown, never run: no script, no request to anywhere. */
const EMAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/**
 * The mailbox: the list and the exact bytes for programs, pages for people, and the files of all
 * pages.
 */
export function mailRoutes({ mailbox }: World, appUrl: string): Router {
  const router = express.Router();
  router.get("/", (_request, response) => response.redirect("/mail"));
  router.use("/pages", express.static(PAGES, { index: false }));
  router.get("/gsi/client", (_request, response) => {
    response
      .set("Cross-Origin-Resource-Policy", "cross-origin")
      .sendFile("gsi.js", { root: PAGES });
  });

  router.use("/mail", (_request, response, next) => {
    response.set({ "Content-Security-Policy": PAGE_POLICY, "Cache-Control": "no-store" });
    next();
  });
  router.get(
    "/mail.json",
    (request, response) => void response.json(mailbox.list(userOf(request))),
  );
  router.get("/mail", (request, response) => {
    const search = String(request.query.search ?? "");
    response.send(listPage(mailbox.list(), search, appUrl));
  });
  router.delete("/mail", async (request, response) => {
    await mailbox.clear(userOf(request));
    response.json({ ok: true });
  });
  router.post("/mail/delete", async (_request, response) => {
    await mailbox.clear();
    response.redirect("/mail");
  });

  router.get("/mail/:id.eml", async (request, response) => {
    const { stored, bytes } = await find(request.params.id);
    const { as } = request.query;
    if (as !== undefined && !recipientsOf(stored).includes(String(as))) throw notFound();
    response.type("message/rfc822").send(as === undefined ? bytes : withoutBccHeader(bytes));
  });
  router.get("/mail/:id.html", async (request, response) => {
    const { html: text } = await parse((await find(request.params.id)).bytes);
    if (text === false) throw notFound();
    response
      .set({ "Content-Security-Policy": EMAIL_POLICY, "Referrer-Policy": "no-referrer" })
      .type("html")
      .send(text);
  });
  router.get("/mail/:id/attachments/:index", async (request, response) => {
    const { attachments } = await parse((await find(request.params.id)).bytes);
    const file = attachments[Number(request.params.index)];
    if (file === undefined) throw notFound();
    response.attachment(file.filename ?? "attachment").type(file.contentType);
    response
      .set({ "Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff" })
      .send(file.content);
  });
  router.get("/mail/:id", async (request, response) => {
    const { stored, bytes } = await find(request.params.id);
    response.send(emailPage(stored, await parse(bytes)));
  });
  return router;

  async function find(id: string): Promise<{ stored: StoredMail; bytes: Buffer }> {
    const [stored, bytes] = [
      mailbox.list().find((each) => each.id === id),
      await mailbox.bytes(id),
    ];
    if (stored === undefined || bytes === null) throw notFound();
    return { stored, bytes };
  }
}

const notFound = () => new GoogleError(404, "notFound", "There is no such email.");

/** Parses a raw message, each part as it is: no text made from HTML, no HTML made from text. */
function parse(bytes: Buffer): Promise<ParsedMail> {
  return simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true });
}

function listPage(all: readonly StoredMail[], search: string, appUrl: string): string {
  if (all.length === 0) {
    const hint = html`Nothing sent yet. What Sendwright sends on this machine lands here, not in a real inbox.`;
    return page(
      "Mailbox",
      html`<h1>Mailbox</h1><p>${hint}</p><a href="${appUrl}">Open Sendwright</a>`,
    );
  }
  const wanted = search.trim().toLowerCase();
  const found = all
    .filter(({ to, subject }) => `${to}\n${subject}`.toLowerCase().includes(wanted))
    .reverse();
  const rows = found.map(
    ({ id, to, subject, user, receivedAt }) => html`<tr><td>${to}</td>
      <td dir="auto"><a href="/mail/${id}">${subject || "(no subject)"}</a></td><td>${user}</td><td>${timeOf(receivedAt)}</td></tr>`,
  );
  const count = `${wanted === "" ? "" : `${found.length} of `}${all.length} ${all.length === 1 ? "email" : "emails"}`;
  return page(
    `(${all.length}) Mailbox`,
    html`<header><h1>Mailbox</h1>
      <form><label>Search recipient or subject <input type="search" name="search" value="${search}"></label></form>
      <form method="post" action="/mail/delete"><button>Delete all</button></form></header>
    <p class="soft">${count} sent on this machine; none left it. Reload the page to see new ones.</p>
    <table><tr><th>To</th><th>Subject</th><th>From</th><th>Sent</th></tr>${rows}</table>`,
  );
}

/** Everyone who received an email. */
function recipientsOf({ to }: StoredMail): string[] {
  return to.split(", ");
}

function emailPage(stored: StoredMail, mail: ParsedMail): string {
  const { id, user, size, receivedAt } = stored;
  const copies = recipientsOf(stored).map(
    (address) =>
      html`<a href="/mail/${id}.eml?as=${encodeURIComponent(address)}" download>${address}</a>`,
  );
  const lines = {
    From: addressesOf(mail.from),
    Account: user,
    To: addressesOf(mail.to),
    Cc: addressesOf(mail.cc),
    Bcc: addressesOf(mail.bcc),
    "Reply to": addressesOf(mail.replyTo),
    Sent: timeOf(receivedAt),
    Bytes: String(size),
  };
  const terms = Object.entries(lines).filter(([, value]) => value !== "");
  const files = mail.attachments.map(
    (file, index) =>
      html`<a href="/mail/${id}/attachments/${index}">${file.filename ?? "attachment"} (${file.size} bytes)</a>`,
  );
  const headers = mail.headerLines.map(({ line }) => line.replace(/\r?\n(?=[ \t])/g, ""));
  return page(
    mail.subject || "(no subject)",
    html`<nav><a href="/mail">All emails</a><a href="/mail/${id}.eml" download>Download</a></nav>
    ${copies.length > 1 ? html`<nav aria-label="As delivered to">${copies}</nav>` : ""}
    <h1 dir="auto">${mail.subject || "(no subject)"}</h1>
    <dl>${terms.map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>
    ${files.length === 0 ? "" : html`<nav aria-label="Attachments">${files}</nav>`}
    ${mail.html === false ? "" : html`<iframe title="The email as HTML" src="/mail/${id}.html" sandbox="allow-popups"></iframe>`}
    ${mail.text === undefined ? "" : html`<h2>Plain text</h2><pre dir="auto">${mail.text}</pre>`}
    <h2>Headers</h2><pre>${headers.join("\n")}</pre>`,
  );
}

function addressesOf(header: AddressObject | AddressObject[] | undefined): string {
  const texts = [header ?? []].flat().map(({ text }) => text);
  return texts.join(", ");
}

const timeOf = (iso: string) =>
  new Date(iso).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium" });
