import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { authRoutes } from "./authRoutes.ts";
import { controlRoutes } from "./controlRoutes.ts";
import { ConnectionDropped } from "./faults.ts";
import { gmailRoutes, tooLarge } from "./gmailRoutes.ts";
import { GoogleError, OAuthError } from "./googleError.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { tokenRoutes } from "./tokenRoutes.ts";
import type { World } from "./world.ts";

/** The whole local Google; `appUrl` is the address of the product's page. */
export function createGoogle(world: World, appUrl: string): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(onlyThisMachine);
  app.use(["/token", "/oauth2", "/revoke", "/gmail", "/upload"], anyOrigin);
  app.use(authRoutes(world));
  app.use(controlRoutes(world));
  app.use(mailRoutes(world, appUrl));
  app.use(gmailRoutes(world));
  app.use(tokenRoutes(world));
  app.use((request) => {
    throw new GoogleError(404, "notFound", `Nothing at ${request.method} ${request.path}.`);
  });
  app.use(sendGoogleError);
  return app;
}

/** A foreign name that resolves to this machine reads no mail here. */
const onlyThisMachine: RequestHandler = (request, _response, next) => {
  if (request.hostname === "127.0.0.1" || request.hostname === "localhost") next();
  else next(new GoogleError(403, "forbidden", "The local Google answers to 127.0.0.1 and localhost only."));
};

/** Google's APIs may be called from any page. */
const anyOrigin: RequestHandler = (request, response, next) => {
  response.set({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "WWW-Authenticate, Retry-After",
  });
  if (request.method !== "OPTIONS") return next();
  response.set({
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": request.get("access-control-request-headers") ?? "authorization, content-type",
  });
  response.status(204).end();
};

/** Writes every error in Google's form; an unforeseen one goes to the console and is answered with 500. */
const sendGoogleError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  if (error instanceof ConnectionDropped) return;
  const known = translated(error, request.path);
  if (known === null) console.error(error);
  const answer = known ?? new GoogleError(500, "backendError", "Internal error encountered.");
  response.status(answer.status).set(answer.headers).json(answer.body);
};

function translated(error: unknown, path: string): GoogleError | OAuthError | null {
  if (error instanceof GoogleError || error instanceof OAuthError) return error;
  const type = error instanceof Error && "type" in error ? error.type : null;
  if (type === "entity.too.large" && path.includes("/gmail/")) return tooLarge();
  if (type === "entity.parse.failed") return new GoogleError(400, "parseError", "Invalid JSON payload received.");
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  return status < 500 ? new GoogleError(status, "badRequest", "The request could not be read.") : null;
}
