import express, { type Router } from "express";
import { userOf } from "./params.ts";
import type { World } from "./world.ts";

/** The mailbox for programs: the list and the exact bytes. */
export function mailRoutes({ mailbox }: World): Router {
  const router = express.Router();

  router.get("/mail.json", (request, response) => {
    response.set("Cache-Control", "no-store").json(mailbox.list(userOf(request)));
  });
  router.delete("/mail", async (request, response) => {
    await mailbox.clear(userOf(request));
    response.json({ ok: true });
  });
  router.get("/mail/:id.eml", async (request, response) => {
    const bytes = await mailbox.bytes(request.params.id);
    if (bytes === null) response.status(404).json({ error: "There is no such mail." });
    else response.type("message/rfc822").send(bytes);
  });

  return router;
}
