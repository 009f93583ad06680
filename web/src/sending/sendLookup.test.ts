import { beforeEach, expect, it, vi } from "vitest";
import { checkSession, session } from "../lib/session.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { lookUpSend, undoHeld } from "./sendLookup.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

const WAITING = { status: "lost", key: "s1" } as const;
let answer: Response;

beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  const always = () => answer.clone();
  new FakeServer({ instead: { "GET /api/sends/s1": always, "POST /api/sends/s1/undo": always } });
  checkSession();
  await expect.poll(() => session().isAuthenticated).toBe(true);
});

it("our own answer says that there is no such send", async () => {
  answer = json(404, { success: false, error: "Not found.", reason: "not_found" });
  expect((await lookUpSend(WAITING)).event).toMatchObject({ type: "missing", key: "s1" });
  expect(await undoHeld("s1")).toMatchObject({ event: { type: "undone", key: "s1" } });
});

it("an Undo without a network is asked again: the send may still go out", async () => {
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  expect(await undoHeld("s1")).toBeNull();
});

it.each([
  ["a page", () => new Response("<html>Not Found</html>", { status: 404 })],
  ["JSON", () => json(404, { code: 404, message: "Not Found" })],
])("a proxy's 404 (%s) says nothing about a send: we ask again", async (_, made) => {
  answer = made();
  await expect(lookUpSend(WAITING)).rejects.toMatchObject({ reason: "bad_answer" });
  expect(await undoHeld("s1")).toBeNull();
});
