import * as http from "node:http";
import * as https from "node:https";

/**
 * The answer: at most the first 64 kB of the body, and as much of it as came before the connection
 * broke off.
 */
export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** No answer came. `left`: whether a byte of the request can have left this machine. */
export interface NoAnswer {
  left: boolean;
  cause: Error;
}

interface Post {
  headers: Record<string, string>;
  /** In pieces, which are never joined: four large emails may be in flight at once. */
  body: readonly Buffer[];
  /** Milliseconds for the whole exchange. */
  timeout: number;
}

const MAX_BODY = 64 * 1024;
/** The status decides; the body may come this much later than the given time. */
const REST_TAKES_AT_MOST_MS = 500;

// A connection for each request: a kept one may be dead, and a reset on it would look like a lost
// answer.
const agents = {
  "http:": new http.Agent({ keepAlive: false }),
  "https:": new https.Agent({ keepAlive: false }),
};

/**
 * Posts a body exactly once and returns the answer, or says for certain whether the request can
 * have left: nothing leaves before the socket is connected and TLS is set up. Node's own client
 * repeats nothing and follows no redirect. Never throws.
 */
export function postOnce(
  url: URL,
  { headers, body, timeout }: Post,
): Promise<HttpAnswer | NoAnswer> {
  const secure = url.protocol === "https:";
  return new Promise((resolve) => {
    let left = false;
    const length = body.reduce((sum, piece) => sum + piece.length, 0);
    const options = { method: "POST", headers: { ...headers, "content-length": String(length) } };
    const request = secure
      ? https.request(url, { ...options, agent: agents["https:"] })
      : http.request(url, { ...options, agent: agents["http:"] });
    let response: http.IncomingMessage | undefined;
    let timer = setTimeout(onTime, timeout);

    function onTime(): void {
      if (!left) giveUp();
      // If our own work blocked the event loop, the answer may be waiting in the socket: it is read
      // before this runs.
      else setImmediate(() => (response ? waitForRest(response) : giveUp()));
    }
    function giveUp(): void {
      request.destroy(new Error("No answer in time."));
    }
    function waitForRest(begun: http.IncomingMessage): void {
      timer = setTimeout(() => begun.destroy(), REST_TAKES_AT_MOST_MS);
      if (begun.closed) clearTimeout(timer);
    }

    request.once("socket", (socket) => {
      if (!socket.connecting) left = true;
      socket.once(secure ? "secureConnect" : "connect", () => {
        left = true;
      });
    });
    request.once("error", (cause) => {
      clearTimeout(timer);
      resolve({ left, cause });
    });
    request.once("response", (begun) => {
      response = begun;
      collect(begun, (text) => {
        clearTimeout(timer);
        resolve({ status: begun.statusCode ?? 0, headers: begun.headers, body: text });
      });
    });
    for (const piece of body) request.write(piece);
    request.end();
  });
}

/** The status has arrived: if the connection breaks off now, the status still counts. */
function collect(response: http.IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  });
  response.once("error", () => response.destroy());
  response.once("close", () => done(Buffer.concat(chunks).toString("utf8")));
}
