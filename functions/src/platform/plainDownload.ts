import * as http from "node:http";
import * as https from "node:https";
import type { Bucket } from "./firebase.ts";

/** Milliseconds without a byte, after which the library is asked instead. */
const PATIENCE_MS = 3_000;
/** Milliseconds that a connection waits for the next file. */
const IDLE_MS = 30_000;

/** Connections are kept: a new one for each file would cost more than the file. */
const kept = { keepAlive: true, timeout: IDLE_MS };
const agents = { "http:": new http.Agent(kept), "https:": new https.Agent(kept) };

/**
 * The bytes of a file by one plain call, which takes a third of the processor time of the library's
 * streams. Null if they don't all come, whatever the reason: then ask the library, which tries again
 * and knows each error. No one has compared the bytes with Storage's sum of them. Never throws.
 *
 * @param isSigned whether the call has the library's token: emulators ask for none
 */
export async function plainDownload(
  from: Bucket,
  path: string,
  { isSigned }: { isSigned: boolean },
): Promise<Buffer | null> {
  const { storage } = from;
  const place = `/download/storage/v1/b/${from.name}/o/${encodeURIComponent(path)}?alt=media`;
  try {
    const url = new URL(storage.apiEndpoint + place);
    return await read(url, isSigned ? await storage.authClient.getRequestHeaders() : {});
  } catch {
    return null;
  }
}

function read(url: URL, headers: Record<string, string>): Promise<Buffer | null> {
  const isSecure = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? https.get(url, { headers, agent: agents["https:"] })
      : http.get(url, { headers, agent: agents["http:"] });
    request.once("error", reject);
    request.setTimeout(PATIENCE_MS, () => request.destroy(new Error("No bytes in time.")));
    request.once("response", (answer) => {
      const length = Number(answer.headers["content-length"] ?? Number.NaN);
      if (answer.statusCode !== 200 || !Number.isInteger(length)) {
        answer.resume();
        resolve(null);
        return;
      }
      const bytes = Buffer.allocUnsafeSlow(length);
      let at = 0;
      answer.on("data", (chunk: Buffer) => {
        at += chunk.copy(bytes, at);
      });
      // Also after its end. A connection that broke off before closes without all bytes.
      answer.once("error", reject);
      answer.once("close", () => resolve(answer.complete && at === length ? bytes : null));
    });
  });
}
