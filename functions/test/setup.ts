import { deleteApp, getApps } from "firebase-admin/app";
import { afterAll, vi } from "vitest";
import { answerCommits, ownRequests } from "./answeredCommits.ts";

// The files of a worker share its libraries; of our own modules each file has its own.
vi.resetModules();

const requests = ownRequests();
if (!("areAnswered" in requests)) answerCommits(Object.assign(requests, { areAnswered: true }));

const { GCLOUD_PROJECT } = process.env;

/** What a file made of the process is as it was: the next one begins with the common project, and connects by itself. */
afterAll(async () => {
  await Promise.all(getApps().map((app) => deleteApp(app)));
  process.env.GCLOUD_PROJECT = GCLOUD_PROJECT;
});
