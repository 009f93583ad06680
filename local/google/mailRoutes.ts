import express, { type Request, type Response, type Router } from "express";
import type { ParsedMail } from "mailparser";
import { GoogleError } from "./googleError.ts";
import type { Mailbox } from "./mailbox.ts";
import { userOf } from "./params.ts";
import { fileName, parseMail, viewOf } from "./readMail.ts";
import type { World } from "./world.ts";

/** A mail is shown, never run: no script, no request to anywhere. */
const MAIL_POLICY = "sandbox allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The mailbox: the list and the exact bytes for programs, the parsed parts for the page. */
export function mailRoutes({ mailbox }: World): Router {
  const router = express.Router();

  router.get("/mail.json", (request, response) => {
    response.set("Cache-Control", "no-store").json(mailbox.list(userOf(request)));
  });
  router.delete("/mail", async (request, response) => {
    await mailbox.clear(userOf(request));
    response.json({ ok: true });
  });
  router.get("/mail/events", (request, response) => tellChanges(mailbox, request, response));

  router.get("/mail/:id.eml", async (request, response) => {
    response.type("message/rfc822").send(await bytesOf(mailbox, request.params.id));
  });
  router.get("/mail/:id.json", async (request, response) => {
    const mail = await parsed(mailbox, request.params.id);
    response.json({ ...mailbox.find(request.params.id), ...viewOf(mail) });
  });
  router.get("/mail/:id.html", async (request, response) => {
    const mail = await parsed(mailbox, request.params.id);
    if (mail.html === false) throw notFound();
    response
      .set({ "Content-Security-Policy": MAIL_POLICY, "Referrer-Policy": "no-referrer" })
      .type("html")
      .send(mail.html);
  });
  router.get("/mail/:id/attachments/:index", async (request, response) => {
    const index = Number(request.params.index);
    const attachment = (await parsed(mailbox, request.params.id)).attachments[index];
    if (attachment === undefined) throw notFound();
    response.attachment(fileName(attachment, index)).type(attachment.contentType);
    response
      .set({ "Content-Security-Policy": "sandbox", "X-Content-Type-Options": "nosniff" })
      .send(attachment.content);
  });

  return router;
}

/** An event stream with one event for each change: the page asks for the list again. */
function tellChanges(mailbox: Mailbox, request: Request, response: Response): void {
  response.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" }).flushHeaders();
  const stop = mailbox.onChange(() => response.write("data: change\n\n"));
  request.on("close", stop);
}

async function bytesOf(mailbox: Mailbox, id: string): Promise<Buffer> {
  const bytes = await mailbox.bytes(id);
  if (bytes === null) throw notFound();
  return bytes;
}

async function parsed(mailbox: Mailbox, id: string): Promise<ParsedMail> {
  return parseMail(await bytesOf(mailbox, id));
}

const notFound = () => new GoogleError(404, "notFound", "There is no such mail.");
