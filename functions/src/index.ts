import type { Express } from "express";
import { onRequest } from "firebase-functions/v2/https";
import { setGlobalOptions } from "firebase-functions/v2/options";
import { refuseLocalSettings } from "./config.ts";
import { secrets } from "./params.ts";

refuseLocalSettings(process.env);

// What a call needs is imported at the first one: the worker and the sweep start without Express.
setGlobalOptions({ region: "us-central1", secrets, maxInstances: 20 });

let app: Promise<Express> | undefined;

/**
 * The API behind Hosting's `/api/**` (specification, section 7). Hosting gives up after 60 seconds; twenty uploads of 32 MB
 * at once fit into an instance.
 */
export const api = onRequest(
  { memory: "1GiB", concurrency: 20, timeoutSeconds: 60, invoker: "public" },
  async (request, response) => {
    app ??= import("./app.ts").then(({ createApp }) => createApp());
    (await app)(request, response);
  },
);
