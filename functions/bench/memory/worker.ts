import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runSlice } from "../../src/features/sends/work/slice.ts";
import { readSend } from "../../src/store/sends/read.ts";
import { NO_END, testEngine } from "../../test/sendsWorld.ts";

/** A Gmail that reads what comes, keeps nothing and answers after so many milliseconds. */
const ANSWERS_AFTER_MS = 50;

/**
 * The life of a worker that is measured: one slice over a send that was begun elsewhere, with the engine's own calls
 * of Gmail. Returns the bytes of the process above what it had when it was idle, at their highest, and the bytes of
 * one message.
 */
export async function peakOfSlice(uid: string, id: string): Promise<{ peak: number; message: number }> {
  let message = 0;
  const gmail = createServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      message = Math.max(message, bytes);
      setTimeout(() => response.setHeader("content-type", "application/json").end('{"id":"m"}'), ANSWERS_AFTER_MS);
    });
  });
  await new Promise<void>((listening) => gmail.listen(0, "127.0.0.1", listening));
  process.env.GOOGLE_LOCAL_BASE = `http://127.0.0.1:${(gmail.address() as AddressInfo).port}`;
  const engine = testEngine({ freshAccessToken: async () => ({ token: "t", expiresAt: Number.MAX_SAFE_INTEGER }) });
  // What the first read and the first call load is there before this begins.
  await readSend(id);
  await engine.sendMessage({ accessToken: "t", message: [Buffer.from("To: a@example.org\r\n\r\n")], timeout: 5_000 });
  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  await runSlice(engine, uid, NO_END);
  const peak = process.resourceUsage().maxRSS * 1024 - idle;
  const send = await readSend(id);
  if (send?.counts.sent !== send?.counts.total) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
  return { peak, message };
}
