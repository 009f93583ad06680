import { once } from "node:events";
import { connect, type Socket } from "node:net";

/**
 * Google as the API calls it: how often it was asked about a session, and which shared counters
 * counted. Calls about a session wait for `answers`. It refuses nothing. A test mocks
 * `platform/firebase.ts` and `store/apiRateLimits.ts` with this module.
 */
export const google = {
  asked: 0,
  counted: [] as string[],
  waiting: 0,
  answers: Promise.resolve(),
  answer: () => {},
};

export function auth() {
  return {
    verifyIdToken: async (token: string, checkRevoked = false) => {
      if (checkRevoked) {
        google.asked += 1;
        google.waiting += 1;
        await google.answers;
        google.waiting -= 1;
      }
      const [uid = "", kind, account] = token.split(".");
      if (kind !== "good")
        throw Object.assign(new Error("Forged."), { code: "auth/argument-error" });
      const firebase = { identities: { "google.com": [`sub-${account}`] } };
      return {
        uid,
        auth_time: Date.now() / 1_000,
        email: "ada@example.com",
        name: "Ada",
        firebase,
      };
    },
  };
}

export async function countCall(_bucket: string, caller: string): Promise<number> {
  google.counted.push(caller);
  return 0;
}

/**
 * A deployed project: there a caller is not believed who they say that they are. It mocks
 * `config.ts`.
 */
export const deployed = {
  config: () => ({ isEmulated: false, networkSecret: Buffer.alloc(32, 1) }),
};

/** The token of a user who signs in with a Google account; by default one of their own. */
export function tokenOf(person: string, account = person): string {
  return `${person}.good.${account}`;
}

/**
 * Sends the head of a request and the given part of its body. Resolves to the status once there is
 * one.
 */
export async function announce(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = "",
): Promise<{ socket: Socket; status: Promise<number> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const head = Object.entries({ Host: "x", "Content-Length": "20000000", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${body}`);
  return { socket, status: statusOn(socket) };
}

export async function statusOn(socket: Socket): Promise<number> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return Number(chunk.toString("latin1").split(" ")[1]);
}

/**
 * Waits until something is true, without moving a fake clock, as `expect.poll` does. The test's own
 * timeout ends it.
 */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
