import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import express, { type Request, type Response } from "express";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deferBodyParsing, showBody } from "./deferBodyParsing.ts";
import { rawBodyOf, receiveBody, USER_BODY } from "./rawBody.ts";
import { sendError } from "./sendError.ts";

let server: Server;
let url: string;
/** Bodies that the runtime has made something of. */
let parsed = 0;

/**
 * Runs before our code when deployed: Google's Functions Framework reads each body by its type, up
 * to 1 GB.
 */
function runtime() {
  const limit = "1024mb";
  const keep = (request: object, _response: unknown, bytes: Buffer) => {
    parsed += 1;
    Object.assign(request, { rawBody: bytes });
  };
  const app = express();
  app.use(express.json({ limit, verify: keep }), express.text({ limit, verify: keep }));
  app.use(
    express.urlencoded({ limit, verify: keep, extended: true }),
    express.raw({ limit, verify: keep, type: "*/*" }),
  );
  const ours = express();
  ours.use(async (request: Request, response: Response) => {
    await receiveBody({ body: "multipart" }, request, USER_BODY, { caller: "ada", network: "ada" });
    response.json({
      path: request.path,
      type: request.get("content-type"),
      bytes: rawBodyOf(request).length,
    });
  });
  ours.use(sendError);
  app.all("/{*splat}", (request, response) => {
    showBody(request);
    ours(request, response);
  });
  return app;
}

let letGo: () => void;

beforeAll(async () => {
  letGo = deferBodyParsing();
  server = createServer(runtime());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  letGo();
  server.close();
});
beforeEach(() => {
  parsed = 0;
});

const MB = 1024 * 1024;

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  path = "/api/any",
) {
  const response = await fetch(url + path, { method: "POST", body, headers });
  return { status: response.status, body: await response.json() };
}

test.each([
  "application/json",
  "application/cloudevents+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
])("a body of %s reaches our code as it came, and the runtime has not touched it", async (type) => {
  expect(await post('{"a":1}', { "content-type": type })).toMatchObject({
    status: 200,
    body: { type, bytes: 7 },
  });
  expect(parsed).toBe(0);
});

test("3 MB of JSON are refused unread, however they are announced", async () => {
  const refused = {
    status: 413,
    body: { reason: "payload_too_large", error: "This upload is too large (at most 2 MB)." },
  };
  const bomb = `[${"{},".repeat(MB)}{}]`;
  expect(await post(bomb, { "content-type": "application/json" })).toMatchObject(refused);
  expect(await post(bomb, {})).toMatchObject(refused);
  expect(parsed).toBe(0);
});

test("a form may have 32 MB, and not more", async () => {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  expect(await post("x".repeat(20 * MB), type)).toMatchObject({
    status: 200,
    body: { bytes: 20 * MB },
  });
  expect(await post("x".repeat(33 * MB), type)).toMatchObject({ status: 413 });
});

test("a packed body is refused and never unpacked: 1 MB can hold 1 GB", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const packed = new Uint8Array(gzipSync(Buffer.alloc(8 * MB)));
  expect(await post(packed, headers)).toMatchObject({
    status: 415,
    body: { reason: "unsupported_media_type" },
  });
  expect(parsed).toBe(0);
});

test.each([
  ["/api/sends/%ff", "/api/sends/%25ff"],
  ["/api/a%20b/%E0%A4%A", "/api/a%2520b/%25E0%25A4%25A"],
  ["/api/a%20b", "/api/a%20b"],
])("the runtime cannot decode %s itself, and our code gets %s", async (path, seen) => {
  expect(await post("", {}, path)).toMatchObject({ status: 200, body: { path: seen } });
});
