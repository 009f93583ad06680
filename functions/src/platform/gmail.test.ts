import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

/** Bytes that a client might change: line ends, a single dot, invalid UTF-8. */
const MESSAGE = Buffer.concat([
  Buffer.from("To: ada@example.org\r\n\r\n.\r\nÄ\n\r"),
  Buffer.from([0xff, 0x00, 0x80]),
]);

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
}
let seen: Seen[] = [];
/** How the server answers the next requests; null: breaks the connection once it has read them. */
let answer: { status: number; body: string } | null = { status: 200, body: "{}" };

const google = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    seen.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
    if (answer)
      response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    else request.socket.destroy();
  });
});

const call = (more: object = {}) => ({
  accessToken: "token",
  message: [MESSAGE.subarray(0, 4), MESSAGE.subarray(4)],
  timeout: 5_000,
  ...more,
});

async function loaded() {
  vi.stubEnv("GCLOUD_PROJECT", "demo-sendwright");
  vi.stubEnv("GOOGLE_CLIENT_ID", "our-client");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", Buffer.alloc(32, 1).toString("base64"));
  await new Promise<void>((resolve) => google.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("GOOGLE_LOCAL_BASE", `http://127.0.0.1:${(google.address() as AddressInfo).port}`);
  return import("./gmail.ts");
}

let gmail: Awaited<ReturnType<typeof loaded>>;
beforeAll(async () => {
  gmail = await loaded();
});
beforeEach(() => {
  seen = [];
  answer = { status: 200, body: '{"id":"m1"}' };
});
afterAll(() => {
  google.close();
  google.closeAllConnections();
  vi.unstubAllEnvs();
});

test("a message goes to Gmail's upload address unchanged, once", async () => {
  expect(await gmail.sendMessage(call())).toEqual({ kind: "sent", messageId: "m1" });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    method: "POST",
    url: "/upload/gmail/v1/users/me/messages/send?uploadType=media",
    headers: {
      authorization: "Bearer token",
      "content-type": "message/rfc822",
      "content-length": String(MESSAGE.length),
    },
  });
  expect(seen[0]?.body.equals(MESSAGE)).toBe(true);
  expect(seen[0]?.headers["accept-encoding"]).toBeUndefined();
});

test.each([
  [500, "unknown"],
  [503, "unknown"],
  [429, "slow"],
  [401, "unauthorized"],
])("after an answer of %i there is no second call, and it means %s", async (status, kind) => {
  answer = { status, body: "{}" };
  expect(await gmail.sendMessage(call())).toMatchObject({ kind });
  expect(seen).toHaveLength(1);
});

test("a connection that breaks after the request is an unknown outcome, and there is no second try", async () => {
  answer = null;
  expect(await gmail.sendMessage(call())).toEqual({ kind: "unknown" });
  expect(seen).toHaveLength(1);
});

test("a token that can't be put into a header hasn't left", async () => {
  expect(await gmail.sendMessage(call({ accessToken: "a\nb" }))).toEqual({ kind: "not_left" });
  expect(seen).toEqual([]);
});
