import express, { type Response, type Router } from "express";
import { parseFault } from "./faults.ts";
import { parseLimits } from "./limits.ts";
import { userOf } from "./params.ts";
import type { World } from "./world.ts";

/** What Google has not: faults, limits and revocation at the tests' word (see README.md). */
export function controlRoutes(world: World): Router {
  const router = express.Router();
  router.use(["/faults", "/limits"], express.json());

  router.get("/faults", (_request, response) => {
    response.json(world.faults.list().map((fault) => ({ ...fault, match: fault.match?.source })));
  });
  router.post("/faults", (request, response) => {
    const fault = parseFault(request.body);
    if (typeof fault === "string") refuse(response, fault);
    else {
      world.faults.add(fault);
      response.json({ ...fault, match: fault.match?.source });
    }
  });
  router.delete("/faults", (request, response) => {
    world.faults.clear(userOf(request));
    response.json({ ok: true });
  });

  router.post("/limits", (request, response) => {
    const parsed = parseLimits(request.body);
    if (typeof parsed === "string") refuse(response, parsed);
    else {
      world.limits.set(parsed.user, parsed.limits);
      response.json({ ok: true });
    }
  });
  router.delete("/limits", (request, response) => {
    world.limits.clear(userOf(request));
    response.json({ ok: true });
  });

  router.delete("/grants", async (request, response) => {
    const user = userOf(request);
    if (user === undefined) return refuse(response, "Whose? DELETE /grants?user=…");
    await world.grants.revoke(user);
    response.json({ ok: true });
  });

  return router;
}

function refuse(response: Response, sentence: string): void {
  response.status(400).json({ error: sentence });
}
