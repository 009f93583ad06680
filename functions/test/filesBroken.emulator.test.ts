import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyFile, deleteFile, readFile, writeFile } from "../src/store/files.ts";
import { storedFiles } from "./owners.ts";

type Break = "before the request arrives" | "before its answer arrives";

/** A proxy between us and the emulator that breaks the next connection. */
let breaks: Break | null = null;
const { STORAGE_EMULATOR_HOST = "" } = process.env;
const between = createServer(async (asked, answer) => {
  const now = breaks;
  breaks = null;
  if (now !== "before the request arrives") await passOn(asked, now ? null : answer);
  if (now) asked.socket.resetAndDestroy();
});

async function passOn(asked: IncomingMessage, answer: ServerResponse | null): Promise<void> {
  const { method, headers, url = "/" } = asked;
  const onward = request(new URL(url, STORAGE_EMULATOR_HOST), { method, headers });
  const answered = once(onward, "response");
  await pipeline(asked, onward);
  const [given]: IncomingMessage[] = await answered;
  if (!given || !answer) return void given?.resume();
  answer.writeHead(given.statusCode ?? 0, given.headers);
  await pipeline(given, answer);
}

beforeAll(async () => {
  await once(between.listen(0, "127.0.0.1"), "listening");
  process.env.STORAGE_EMULATOR_HOST = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
});

afterAll(() => {
  process.env.STORAGE_EMULATOR_HOST = STORAGE_EMULATOR_HOST;
  between.closeAllConnections();
  between.close();
});

/** One call over a connection that breaks in this way. */
async function over(way: Break, call: () => Promise<void>): Promise<void> {
  breaks = way;
  await call();
  expect(breaks).toBeNull();
}

test.each<Break>(["before the request arrives", "before its answer arrives"])(
  "a file is written, copied and deleted although the connection breaks %s",
  async (way) => {
    const folder = `users/${randomUUID()}/`;
    await over(way, () => writeFile(`${folder}a`, Buffer.from("Übersicht"), "text/plain"));
    await over(way, () => copyFile(`${folder}a`, `${folder}b`));
    expect((await readFile(`${folder}b`)).toString()).toBe("Übersicht");
    await over(way, () => deleteFile(`${folder}a`));
    expect(await storedFiles(folder)).toEqual([`${folder}b`]);
  },
);
