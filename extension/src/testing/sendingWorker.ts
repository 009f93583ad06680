import type { Counts, RowResult, Send } from "@sendwright/core/contract";
import { expect, vi } from "vitest";
import type { Draft, StoredAttempt, SubmittedSend } from "../shared/stored.ts";
import { aToken, type FakeChrome, fakeChrome, PATIENCE } from "./fakeChrome.ts";

export const KEY = "key-00000001";
export const submitted: SubmittedSend = {
  templateId: "t1",
  title: "Note",
  recipients: ["Ann <ann@example.org>", "bo@example.org"],
  values: [["Name", "you"]],
  dateFormat: "long",
  timeFormat: "24hr",
  subject: "",
  body: "",
};
export const draft: Draft = {
  uid: "ada",
  templateId: "t1",
  recipients: [...submitted.recipients],
  typed: "",
  values: [["Name", "you"]],
  unfinished: [],
  subject: "",
  body: "",
  isPreviewed: true,
  unknown: [],
  by: "popup",
};

const NONE: Counts = {
  total: 2,
  queued: 0,
  sending: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  warning: 0,
};
export const row = (n: number, recipient: string, status: RowResult["status"]) => ({
  row: n,
  line: null,
  recipient,
  status,
  reason: "",
});

export function aSend(state: Send["state"], counts: Partial<Counts>): Send {
  const at = "2026-11-21T12:00:00.000Z";
  const times = {
    created_at: at,
    starts_at: at,
    started_at: at,
    ended_at: null,
    deletes_at: null,
    resumes_at: null,
  };
  return {
    id: KEY,
    kind: "direct",
    state,
    pause_reason: null,
    counts: { ...NONE, ...counts },
    title: "Note",
    rate: 60,
    rows_over_limit: 0,
    cancelled: 0,
    next_at: null,
    ...times,
  };
}
export const sent = [row(1, "Ann <ann@example.org>", "sent"), row(2, "bo@example.org", "sent")];
export const done = {
  success: true,
  message: "",
  send_id: KEY,
  send: aSend("done", { sent: 2 }),
  results: sent,
};
export const followed = { success: true, send: done.send, results: sent, cursor: "" };

export const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status });
export const missing = () =>
  json(404, { success: false, error: "Not found.", reason: "not_found" });

export let browser: FakeChrome;

/** The requests to the server, and its answers. */
export const server = {
  posts: [] as { key: string | null; body: string }[],
  onPost: (): Promise<Response> | Response => json(200, done),
  onGet: (): Promise<Response> | Response => json(200, followed),
};

/** A worker that has just been started. */
export async function aWorker() {
  vi.resetModules();
  (await import("../worker/workerAccess.ts")).provideWorkerAccess();
  return await import("../worker/sending.ts");
}
export const attempt = () => (browser.session.attempt as StoredAttempt | undefined)?.attempt;
export const until = (is: string) => vi.waitFor(() => expect(attempt()?.status).toBe(is), PATIENCE);

/**
 * A browser in which Ada is signed in and has written an email, and a server that accepts it at
 * once.
 */
export function aBrowser(): void {
  browser = fakeChrome();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { pathname: "/background.js" });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const issuedAt = Date.now();
  browser.session.session = {
    uid: "ada",
    email: "ada@example.com",
    idToken: aToken("ada"),
    refreshToken: "r",
    issuedAt,
    heardAt: issuedAt,
  };
  browser.session.draft = draft;
  server.posts = [];
  server.onPost = () => json(200, done);
  server.onGet = () => json(200, followed);
  vi.stubGlobal(
    "fetch",
    async (
      _url: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body: string },
    ) => {
      if (method !== "POST") return await server.onGet();
      server.posts.push({ key: headers["idempotency-key"] ?? null, body });
      return await server.onPost();
    },
  );
}
