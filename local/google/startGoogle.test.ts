import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RunningGoogle, startGoogle } from "./startGoogle.ts";

let google: RunningGoogle;
const agent = new Agent({ keepAlive: true });

beforeEach(async () => {
  google = await startGoogle();
});

afterEach(async () => {
  agent.destroy();
  await google.close();
});

it("never closes a connection that rests: a request might be on its way on it", async () => {
  const [answer] = (await once(get(`${google.url}/mail.json`, { agent }), "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.headers).toMatchObject({ connection: "keep-alive" });
  // How long it would wait before it closes.
  expect(answer.headers).not.toHaveProperty("keep-alive");
});
