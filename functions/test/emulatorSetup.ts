import { deleteApp, getApps } from "firebase-admin/app";
import { afterAll, vi } from "vitest";
import { answerCommits, ownRequests } from "./answeredCommits.ts";
import { recordQueries, requireIndexes, takeQueries } from "./queryIndexes.ts";

// The files of a worker share its libraries; each file has its own copies of our modules.
vi.resetModules();

const requests = ownRequests();
if (!("areAnswered" in requests)) answerCommits(Object.assign(requests, { areAnswered: true }));

recordQueries();

process.env.COMMON_PROJECT ??= process.env.GCLOUD_PROJECT;

/**
 * Undoes a file's changes to the process: the next one begins with the common project, and connects
 * itself.
 */
async function restore(): Promise<void> {
  await Promise.all(getApps().map((app) => deleteApp(app)));
  process.env.GCLOUD_PROJECT = process.env.COMMON_PROJECT;
}

// Before it too: a file that exceeded its time may have left something behind after its end.
await restore();
// Those that an earlier file left behind, too.
takeQueries();
afterAll(async () => {
  await restore();
  requireIndexes(takeQueries());
});
