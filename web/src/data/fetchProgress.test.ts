import { ROWS_AT_ONCE, type RowResult, type RowStatus } from "@sendwright/core/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkSession, session } from "../lib/session.ts";
import { json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { aSend } from "../testing/sendFactories.ts";
import { fetchProgress, withChanges } from "./sendProgress.ts";

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
