import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { authRoutes } from "./authRoutes.ts";
import { ConnectionDropped, controlRoutes, RawAnswer } from "./control.ts";
import { gmailRoutes, tooLarge } from "./gmailRoutes.ts";
import { GoogleError, OAuthError } from "./googleError.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { clearState, openStateFolder } from "./stateFolder.ts";
import { tokenRoutes } from "./tokenRoutes.ts";
import { openWorld, type World } from "./world.ts";

/** The whole local Google; `appUrl` is the address of the product's page. */
function createGoogle(world: World, appUrl: string): Express {
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

/** Refuses other host names that resolve to this machine, so that no site can read mail here. */
const onlyThisMachine: RequestHandler = (request, _response, next) => {
  if (request.hostname === "127.0.0.1" || request.hostname === "localhost") next();
  else
    next(
      new GoogleError(
        403,
        "forbidden",
        "The local Google answers to 127.0.0.1 and localhost only.",
      ),
    );
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
    "Access-Control-Allow-Headers":
      request.get("access-control-request-headers") ?? "authorization, content-type",
  });
  response.status(204).end();
};

/**
 * Writes every error in Google's form; an unforeseen one goes to the console and is answered with
 * 500.
 */
const sendGoogleError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
  if (error instanceof ConnectionDropped) return;
  if (error instanceof RawAnswer) {
    response.status(error.status).set(error.headers).type("json").send(error.body);
    return;
  }
  const known = translated(error, request.path);
  if (known === null) console.error(error);
  const answer = known ?? new GoogleError(500, "backendError", "Internal error encountered.");
  response.status(answer.status).set(answer.headers).json(answer.body);
};

function translated(error: unknown, path: string): GoogleError | OAuthError | null {
  if (error instanceof GoogleError || error instanceof OAuthError) return error;
  const type = error instanceof Error && "type" in error ? error.type : null;
  if (type === "entity.too.large" && path.includes("/gmail/")) return tooLarge();
  if (type === "entity.parse.failed")
    return new GoogleError(400, "parseError", "Invalid JSON payload received.");
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  return status < 500
    ? new GoogleError(status, "badRequest", "The request could not be read.")
    : null;
}

export interface GoogleOptions {
  /** 0, or none, for any free port. */
  port?: number;
  /** The folder that outlives a restart; without it everything is forgotten. */
  statePath?: string;
  /** Begin empty, whatever the folder contains. */
  fresh?: boolean;
  /** Where the page is that this Google serves: the mailbox links to it. */
  appUrl?: string;
  now?: () => number;
}

export interface RunningGoogle {
  url: string;
  close(): Promise<void>;
}

/** Starts a local Google on 127.0.0.1. Throws when its port is taken. */
export async function startGoogle(options: GoogleOptions = {}): Promise<RunningGoogle> {
  const {
    port = 0,
    statePath,
    fresh = false,
    appUrl = "http://127.0.0.1:5000",
    now = Date.now,
  } = options;
  if (fresh && statePath !== undefined) await clearState(statePath);
  const folder = statePath ?? (await mkdtemp(join(tmpdir(), "local-google-")));
  const world = await openWorld(openStateFolder(folder), now);
  const server = createServer(createGoogle(world, appUrl));
  // The client closes an idle connection: Node would sometimes close it while a request is
  // arriving.
  server.keepAliveTimeout = 0;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      if (statePath === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
