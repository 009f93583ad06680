import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bucket } from "../platform/firebase.ts";
import { plainDownload } from "../platform/plainDownload.ts";
import { readFile } from "./files.ts";

const PATH = "sends/s 1/n/rows/ab+c";
const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));

/** Answers the calls in turn; the last one answers all further ones. */
let answers: RequestListener[];
let asked: { url: string; token: string | undefined; isLibrary: boolean }[];

const storage = createServer((request, response) => {
  const { authorization, "x-goog-api-client": library } = request.headers;
  asked.push({ url: request.url ?? "", token: authorization, isLibrary: library !== undefined });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});
let origin: string;

const whole: RequestListener = (_request, response) => {
  response.setHeader("content-length", CONTENT.length);
  response.end(CONTENT);
};
const status =
  (code: number): RequestListener =>
  (_request, response) => {
    response.writeHead(code, { "content-length": 2 }).end("{}");
  };

beforeAll(async () => {
  storage.listen(0, "127.0.0.1");
  await once(storage, "listening");
  origin = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
  vi.stubEnv("GCLOUD_PROJECT", "demo-ours");
  vi.stubEnv("GOOGLE_CLIENT_ID", "id");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
  vi.stubEnv("TOKEN_ENCRYPTION_KEY", Buffer.alloc(32).toString("base64"));
  vi.stubEnv("FUNCTIONS_EMULATOR", "true");
  vi.stubEnv("FIRESTORE_EMULATOR_HOST", "127.0.0.1:1");
  vi.stubEnv("STORAGE_EMULATOR_HOST", origin);
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
  storage.closeAllConnections();
  storage.close();
});

const reads = () => readFile(PATH, { isHashed: true });

describe("a file whose bytes are compared with a hash", () => {
  it("comes by one plain call", async () => {
    answers = [whole];
    expect(CONTENT.equals(await reads())).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ token: undefined, isLibrary: false });
    expect(asked[0]?.url).toMatch(/\/o\/sends%2Fs%201%2Fn%2Frows%2Fab%2Bc\?alt=media$/);
  });

  it.each<[why: string, first: RequestListener]>([
    ["is refused", status(503)],
    ["isn't authorized", status(401)],
    [
      "is answered without a length",
      (_request, response) => response.write(CONTENT, () => response.end()),
    ],
    ["loses its connection", (request) => void request.socket.destroy()],
    [
      "loses its connection in the middle",
      (request, response) => {
        response.setHeader("content-length", CONTENT.length);
        response.write(CONTENT.subarray(0, 1_000), () => request.socket.destroy());
      },
    ],
  ])("comes by the library if the plain call %s", async (_why, first) => {
    answers = [first, whole];
    expect(CONTENT.equals(await reads())).toBe(true);
    expect(asked.map(({ isLibrary }) => isLibrary)).toEqual([false, true]);
  });

  it("is reported as missing by the library", async () => {
    answers = [status(404)];
    await expect(reads()).rejects.toMatchObject({ reason: "not_found" });
    expect(asked.map(({ isLibrary }) => isLibrary)).toEqual([false, true]);
  });

  it("may be empty", async () => {
    answers = [(_request, response) => void response.setHeader("content-length", 0).end()];
    expect(await reads()).toEqual(Buffer.alloc(0));
    expect(asked).toHaveLength(1);
  });
});

describe("outside of emulators, a plain call", () => {
  const bucketWith = (getRequestHeaders: () => Promise<Record<string, string>>) =>
    ({
      name: "ours",
      storage: { apiEndpoint: origin, authClient: { getRequestHeaders } },
    }) as Bucket;

  it("has the token of the library, and none is made without it", async () => {
    answers = [whole];
    const download = (from: Bucket) => plainDownload(from, PATH, { isSigned: true });
    const signed = bucketWith(async () => ({ authorization: "Bearer x" }));
    expect(CONTENT.equals((await download(signed)) ?? Buffer.alloc(0))).toBe(true);
    expect(asked.map(({ token }) => token)).toEqual(["Bearer x"]);
    const unsigned = bucketWith(() => Promise.reject(new Error("no credentials")));
    expect(await download(unsigned)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});
