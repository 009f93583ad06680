import { expect, it, vi } from "vitest";
import { checkSession, session } from "../lib/session.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { beginSend } from "./sendQueries.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

it.each<[string, { start_at?: string }, string | null]>([
  ["is held", {}, "10"],
  [
    "isn't held if it is scheduled, because you can change or cancel it",
    { start_at: "2027-03-01T07:00:00Z" },
    null,
  ],
])("a bulk send %s", async (_what, when, hold) => {
  firebase.reset();
  firebase.user = ada;
  const server = new FakeServer();
  checkSession();
  await expect.poll(() => session().isAuthenticated).toBe(true);
  const email = { template_id: "t1", subject: "", body: "" };
  const input = { mode: "manual" as const, ...email, manual_recipients: "ann@x.org", ...when };
  await beginSend(
    crypto.randomUUID(),
    { to: "send-bulk", input, files: { attachments: [] } },
    { hold: 10 },
  );
  const [call] = server.presses;
  expect(call?.body instanceof FormData && call.body.get("hold")).toBe(hold);
});
