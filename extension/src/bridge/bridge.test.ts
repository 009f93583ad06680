import { AUTH_EVENT } from "@sendwright/core/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SIGNED_OUT = { loggedIn: false, cause: "signed_out" };
/** The worker's answers to the next messages. */
let answers: (() => Promise<unknown>)[];
let sent: unknown[];
let runtime: { id: string | undefined };

const stopped = () => Promise.reject(new Error("The message port closed before a response."));
const fires = (detail: unknown) => window.dispatchEvent(new CustomEvent(AUTH_EVENT, { detail }));
const heard = (count: number) => expect.poll(() => sent).toHaveLength(count);

beforeEach(async () => {
  answers = [];
  sent = [];
  runtime = { id: "a" };
  Object.assign(runtime, {
    sendMessage: async ({ detail }: { detail: unknown }) => {
      sent.push(detail);
      return await (answers.shift() ?? (async () => null))();
    },
    onMessage: { addListener: () => undefined },
  });
  Object.assign(globalThis, { chrome: { runtime } });
  vi.resetModules();
  await import("./bridge.ts");
});

afterEach(() => {
  // An orphan stops listening at the next event.
  runtime.id = undefined;
  fires(SIGNED_OUT);
});

it("tells the next worker what a stopped one didn't finish, before any later event", async () => {
  answers = [stopped, stopped];
  fires(SIGNED_OUT);
  fires({ loggedIn: false, cause: "expired" });
  await heard(4);
  expect(sent).toEqual([SIGNED_OUT, SIGNED_OUT, SIGNED_OUT, { loggedIn: false, cause: "expired" }]);
});

it("gives up on a worker that can't be started, and tells it of the next event", async () => {
  answers = [stopped, stopped, stopped];
  fires(SIGNED_OUT);
  await heard(3);
  fires({ loggedIn: false, cause: "expired" });
  await heard(4);
});

it("says nothing after the extension was updated: another script has taken over", async () => {
  runtime.id = undefined;
  fires(SIGNED_OUT);
  runtime.id = "b";
  fires(SIGNED_OUT);
  await new Promise((turn) => setTimeout(turn));
  expect(sent).toEqual([]);
});
