import { API_INSTANCES, REQUEST_SECONDS } from "@sendwright/core/contract/limits";
import type { Express } from "express";
import { defineSecret, defineString } from "firebase-functions/params";
import { onRequest } from "firebase-functions/v2/https";
import { setGlobalOptions } from "firebase-functions/v2/options";
import { onSchedule } from "firebase-functions/v2/scheduler";
import { onTaskDispatched } from "firebase-functions/v2/tasks";
import { isFunctionsEmulator, refuseLocalSettings } from "./config.ts";
import {
  accountOf,
  invokersOf,
  regionOf,
  SLICES_PER_INSTANCE,
  workerInstancesOf,
} from "./deployment.ts";
import { PLACES } from "./http/arrivals.ts";
import { deferBodyParsing, showBody } from "./http/deferBodyParsing.ts";
import { logError, runWithId } from "./platform/log.ts";
import type { ExportTask } from "./store/exports.ts";
import type { SliceTask } from "./store/sends/slices.ts";

/**
 * The settings that `firebase deploy` asks for. The values arrive in `process.env` and are read in
 * `config.ts` alone; nothing here reads one.
 */
defineString("GOOGLE_CLIENT_ID", {
  description: "OAuth client id of the web application (Google Cloud console)",
});
defineString("EXTENSION_ID", {
  description: "Id of the browser extension in the web store",
  default: "",
});

/** The secrets, bound to every function that talks to Google. */
const secrets = [defineSecret("GOOGLE_CLIENT_SECRET"), defineSecret("TOKEN_ENCRYPTION_KEY")];

refuseLocalSettings(process.env);
// The worker and the sweep need the runtime's body parsing, and only Google can call them.
if (process.env.FUNCTION_TARGET === "api") deferBodyParsing();

setGlobalOptions({ region: regionOf(process.env), secrets, maxInstances: API_INSTANCES });

/** Imported at the first call: the worker and the sweep start without Express. */
let app: Promise<Express> | undefined;

/**
 * The API behind Hosting's `/api/**`. Hosting gives up after a minute; eight uploads of 32 MB at
 * once take half of an instance (docs/decisions/0012).
 */
export const api = onRequest(
  {
    ...accountOf(process.env, "API"),
    memory: "1GiB",
    concurrency: PLACES,
    timeoutSeconds: REQUEST_SECONDS,
    invoker: "public",
  },
  async (request, response) => {
    showBody(request);
    app ??= import("./app.ts").then(({ createApp }) => createApp());
    const served = await app;
    runWithId(() => served(request, response));
  },
);

const instances = workerInstancesOf(process.env);

/**
 * The task queue of slices: each works for at most 45 seconds, and the sweep asks again for one
 * that failed. It dispatches no more tasks at once than there are places (4 in each of 100
 * instances, or of as many as the quota of the project allows); one that finds none comes again
 * later.
 */
export const sendWorker = onTaskDispatched<SliceTask>(
  {
    ...accountOf(process.env, "SEND_WORKER"),
    ...invokersOf(process.env),
    memory: "1GiB",
    concurrency: SLICES_PER_INSTANCE,
    maxInstances: instances,
    timeoutSeconds: 120,
    rateLimits: {
      maxConcurrentDispatches: SLICES_PER_INSTANCE * instances,
      maxDispatchesPerSecond: 100,
    },
    retryConfig: { maxAttempts: 6, minBackoffSeconds: 5, maxBackoffSeconds: 120, maxDoublings: 4 },
  },
  async ({ data }) => {
    const [{ work }, { realEngine }] = await Promise.all([
      import("./features/sends/work/worker.ts"),
      import("./features/sends/engine.ts"),
    ]);
    await runWithId(() => work(realEngine(), data));
  },
);

/**
 * The task queue of exports: each task works for about two minutes and asks for the next, and the
 * sweep asks again for one that failed. Apart from the sends, so that no export keeps them waiting.
 */
export const exportWorker = onTaskDispatched<ExportTask>(
  {
    ...accountOf(process.env, "EXPORT_WORKER"),
    ...invokersOf(process.env),
    memory: "512MiB",
    concurrency: 1,
    maxInstances: 10,
    timeoutSeconds: 300,
    rateLimits: { maxConcurrentDispatches: 10, maxDispatchesPerSecond: 10 },
    retryConfig: { maxAttempts: 3, minBackoffSeconds: 30, maxBackoffSeconds: 120 },
  },
  async ({ data }) => {
    const { workOnExport } = await import("./features/account/export/work.ts");
    await runWithId(() => workOnExport(data));
  },
);

/**
 * Every minute: starts, resumes or deletes everything that is due, one round at a time
 * (docs/cost.md).
 */
export const sweep = onSchedule(
  {
    ...accountOf(process.env, "SWEEP"),
    schedule: "* * * * *",
    memory: "512MiB",
    concurrency: 1,
    maxInstances: 1,
    timeoutSeconds: 300,
  },
  () => runWithId(sweepOnce),
);

/** No scheduler runs beside the emulators: there, a request sweeps. */
export const localSweep = isFunctionsEmulator(process.env)
  ? onRequest(async (_request, response) => {
      await sweepOnce();
      response.json({ success: true });
    })
  : undefined;

/** How long a round waits for its parts, so that the next one begins in time. */
const ROUND_MS = 55_000;
/**
 * The parts at work in this instance. One that a round didn't wait for finishes beside the next,
 * and isn't begun twice.
 */
const atWork = new Set<string>();

async function sweepOnce(): Promise<void> {
  const [
    { sweep: attendTo },
    { realEngine },
    accounts,
    { sweepExports },
    { reportStuck },
    { completeTemplates },
    { deleteOldUploads },
  ] = await Promise.all([
    import("./features/sends/maintenance/sweep.ts"),
    import("./features/sends/engine.ts"),
    import("./features/account/deleteAccount.ts"),
    import("./features/account/export/work.ts"),
    import("./store/sends/operatorView.ts"),
    import("./features/templates/completeTemplates.ts"),
    import("./store/uploads.ts"),
  ]);
  const failures: unknown[] = [];
  let isOver = false;
  const inTurn = async (...jobs: (() => Promise<void>)[]) => {
    for (const job of jobs) {
      await job().catch((cause: unknown) => {
        if (isOver) logError("a late part of the sweep failed", { error: cause });
        else failures.push(cause);
      });
    }
  };
  // Each part has its own time: starts wait neither for deletions nor for Google, which account
  // jobs ask.
  const parts: Record<string, () => Promise<void>> = {
    starts: () => inTurn(() => attendTo(realEngine(), ["starts"])),
    deletions: () => inTurn(() => attendTo(realEngine(), ["deletions"])),
    accounts: () =>
      inTurn(
        () => accounts.finishDeletions(Date.now()),
        () => accounts.endOrphanGrants(Date.now()),
        () => accounts.findDeletedUsers(Date.now()),
        () => reportStuck(Date.now()),
      ),
    templates: () => inTurn(completeTemplates),
    exports: () => inTurn(() => sweepExports(Date.now())),
    uploads: () => inTurn(() => deleteOldUploads(Date.now())),
  };
  const begun = Object.entries(parts).filter(([name]) => !atWork.has(name));
  const working = begun.map(async ([name, part]) => {
    atWork.add(name);
    await part();
    atWork.delete(name);
  });
  await within(ROUND_MS, Promise.all(working));
  isOver = true;
  if (atWork.size > 0)
    failures.push(new Error(`Still at work after the round: ${[...atWork].join(", ")}.`));
  if (failures.length > 0) throw new AggregateError(failures, "A part of the sweep failed.");
}

/** Waits for work, but not longer than so many milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeIsOver]);
  clearTimeout(timer);
}
