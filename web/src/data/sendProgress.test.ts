import { ROWS_AT_ONCE, type RowResult, type RowStatus, type Send } from "@sendwright/core/contract";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkSession, session } from "../lib/session.ts";
import { json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { aSend, aSendAnswer } from "../testing/sendFactories.ts";
import {
  fetchProgress,
  noteSend,
  POLL_TIMES,
  progressKey,
  type SendProgress,
  waitFor,
  withChanges,
} from "./sendProgress.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const row = (n: number, status: RowStatus): RowResult => ({
  row: n,
  line: null,
  recipient: "",
  status,
  reason: "",
});

describe("following a send", () => {
  it("puts changed rows in the place of the old ones, in the order of the rows", () => {
    const known = [row(1, "queued"), row(2, "queued"), row(3, "sent")];
    expect(withChanges(known, [row(4, "queued"), row(2, "sent")])).toEqual([
      row(1, "queued"),
      row(2, "sent"),
      row(3, "sent"),
      row(4, "queued"),
    ]);
  });
});

describe("reading a send", () => {
  let asked: Seen[];
  let pages: RowResult[][];
  beforeEach(async () => {
    firebase.reset();
    firebase.user = ada;
    const send = aSend();
    const look = () =>
      json(200, { success: true, send, results: pages.shift() ?? [], cursor: "c" });
    asked = new FakeServer({ instead: { "GET /api/sends/s1": look } }).asked;
    checkSession();
    await expect.poll(() => session().isAuthenticated).toBe(true);
  });
  const looks = () => asked.filter(({ url }) => url.startsWith("/api/sends/s1"));
  const numbers = Array.from({ length: ROWS_AT_ONCE }, (_, i) => i + 1);

  it("asks for the next page after a full one", async () => {
    pages = [numbers.map((n) => row(n, "queued")), [row(ROWS_AT_ONCE + 1, "queued")]];
    expect((await fetchProgress("s1")).results).toHaveLength(ROWS_AT_ONCE + 1);
    expect(looks()).toHaveLength(2);
  });

  it("asks once if further rows fill the page: the server pages by emails", async () => {
    const joined = numbers.map((n) => ({ ...row(n, "queued"), ...(n > 1 && { joined_to: 1 }) }));
    pages = [joined, joined];
    expect((await fetchProgress("s1")).results).toHaveLength(ROWS_AT_ONCE);
    expect(looks()).toHaveLength(1);
  });
});

describe("noting a send", () => {
  const ID = "later-001";
  const { send, results } = aSendAnswer(ID, { "cy@x.org": "queued" }, { state: "scheduled" });
  const canceled = aSendAnswer(ID, { "cy@x.org": "skipped" }, { state: "cancelled", cancelled: 1 });

  function shownAfter(note: (cache: QueryClient) => void) {
    const cache = new QueryClient();
    cache.setQueryData<SendProgress>(progressKey(ID), { send, results, cursor: "" });
    note(cache);
    const state = cache.getQueryState<SendProgress>(progressKey(ID));
    return {
      state: state?.data?.send.state,
      row: state?.data?.results[0]?.status,
      isReread: state?.isInvalidated,
    };
  }

  it("a canceled send never shows with rows that still wait: both come with the next look", () => {
    expect(shownAfter((cache) => noteSend(cache, canceled.send))).toEqual({
      state: "scheduled",
      row: "queued",
      isReread: true,
    });
    expect(shownAfter((cache) => noteSend(cache, canceled.send, canceled.results))).toEqual({
      state: "cancelled",
      row: "skipped",
      isReread: true,
    });
  });

  it("a send that continues shows at once", () => {
    const paused = { ...send, state: "paused" as const };
    expect(shownAfter((cache) => noteSend(cache, paused)).state).toBe("paused");
  });
});

describe("looking at a send again", () => {
  const NOW = Date.parse("2026-03-01T12:00:00Z");
  const counts = { total: 9, queued: 9, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
  type Rest = Pick<Send, "state" | "starts_at" | "resumes_at">;
  const send = (rest: Partial<Rest>, sending = 0) => ({
    state: "running" as const,
    starts_at: "2026-03-01T11:00:00Z",
    resumes_at: null,
    counts: { ...counts, sending },
    ...rest,
  });

  it.each<[string, ReturnType<typeof send>, number]>([
    ["continues", send({}), POLL_TIMES.soon],
    ["is paused without an end", send({ state: "paused" }), POLL_TIMES.waiting],
    ["has emails in progress although it is paused", send({ state: "paused" }, 1), POLL_TIMES.soon],
    [
      "resumes tomorrow",
      send({ state: "paused", resumes_at: "2026-03-02T12:00:00Z" }),
      POLL_TIMES.waiting,
    ],
    [
      "begins next week",
      send({ state: "scheduled", starts_at: "2026-03-08T12:00:00Z" }),
      POLL_TIMES.waiting,
    ],
    [
      "begins in ten seconds",
      send({ state: "scheduled", starts_at: "2026-03-01T12:00:10Z" }),
      10_000,
    ],
    ["should have begun", send({ state: "scheduled" }), POLL_TIMES.soon],
  ])("that %s", (_, one, wait) => {
    expect(waitFor(one, POLL_TIMES.soon, NOW)).toBe(wait);
  });
});
