import { beforeEach, describe, expect, it, vi } from "vitest";
import { isLost } from "../lib/isLost.ts";
import { checkSession, session } from "../lib/session.ts";
import { json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken, FakeServer } from "../testing/fakeServer.ts";
import { aSendAnswer } from "../testing/sendFactories.ts";
import { undoHeldSend } from "./undoHeldSend.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

let answers: (() => Response | Promise<Response>)[];
let seen: Seen[];

beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const undo = () => answers.shift()?.() ?? json(500, {});
  seen = new FakeServer({ instead: { "POST /api/sends/s1/undo": undo } }).asked;
  checkSession();
  await expect.poll(() => session().isAuthenticated).toBe(true);
});

const done = () => json(200, { success: true });
const refused = (status: number, reason: string, more = {}) =>
  json(status, { success: false, error: "No.", reason, ...more });

describe("undoing a send", () => {
  it("asks once", async () => {
    answers = [done];
    expect(await undoHeldSend("s1")).toEqual({ is: "undone" });
    expect(seen).toMatchObject([{ method: "POST", url: "/api/sends/s1/undo" }]);
  });

  it("treats a missing send as undone", async () => {
    answers = [() => refused(404, "not_found")];
    expect(await undoHeldSend("s1")).toEqual({ is: "undone" });
  });

  it.each([
    ["a page", () => new Response("<html>Not Found</html>", { status: 404 })],
    ["JSON", () => json(404, { code: 404, message: "Not Found" })],
  ])("takes a proxy's 404 (%s) for a lost answer, not for undone", async (_, answer) => {
    answers = [answer];
    const error: unknown = await undoHeldSend("s1").catch((cause: unknown) => cause);
    expect(error).toMatchObject({ reason: "bad_answer" });
    expect(isLost(error)).toBe(true);
  });

  it("that comes too late returns the send's state", async () => {
    const { send } = aSendAnswer("s1", { "ann@x.org": "sent" });
    answers = [() => refused(409, "too_late_to_undo", { send })];
    expect(await undoHeldSend("s1")).toEqual({ is: "late", send });
    answers = [() => refused(409, "too_late_to_undo")];
    expect(await undoHeldSend("s1")).toEqual({ is: "late", send: null });
  });

  it("leaves it to the caller to judge a lost answer or a refusal", async () => {
    answers = [broken, done];
    await expect(undoHeldSend("s1")).rejects.toMatchObject({ reason: "no_answer" });
    expect(seen).toHaveLength(1);
    answers = [() => refused(429, "rate_limited"), done];
    await expect(undoHeldSend("s1")).rejects.toMatchObject({ reason: "rate_limited" });
  });
});
