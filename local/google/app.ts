import express, { type Express, type RequestHandler } from "express";
import { authRoutes } from "./authRoutes.ts";
import { controlRoutes } from "./controlRoutes.ts";
import { gmailRoutes } from "./gmailRoutes.ts";
import { GoogleError } from "./googleError.ts";
import { identityRoutes } from "./identityRoutes.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { pageRoutes } from "./pageRoutes.ts";
import { sendGoogleError } from "./sendError.ts";
import { tokenRoutes } from "./tokenRoutes.ts";
import type { World } from "./world.ts";

/** The whole local Google; `appUrl` is the address of the product's page. */
export function createGoogle(world: World, appUrl: string): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(onlyThisMachine);
  app.use(["/token", "/oauth2", "/tokeninfo", "/v1/userinfo", "/revoke", "/gmail", "/upload"], anyOrigin);
  app.use(authRoutes(world));
  app.use(pageRoutes(appUrl));
  app.use(controlRoutes(world));
  app.use(mailRoutes(world));
  app.use(gmailRoutes(world));
  app.use(tokenRoutes(world));
  app.use(identityRoutes(world));
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
