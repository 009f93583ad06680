import { randomUUID } from "node:crypto";
import type { User } from "../../src/http/user.ts";
import { sendMessage } from "../../src/platform/gmail.ts";
import { freshAccessToken } from "../../src/platform/googleAuth.ts";
import { readGrant } from "../../src/store/grants.ts";

/** Calls in flight at once, as the engine has them. */
export const IN_FLIGHT = 4;

/** A call of `messages.send` for a sender, with a ready-made message. */
export async function readyCall(sender: User): Promise<() => Promise<unknown>> {
  const grant = await readGrant(sender.sub);
  if (!grant) throw new Error("The sender has no grant.");
  const { token } = await freshAccessToken(grant.refreshToken);
  return () => sendMessage({ accessToken: token, message: [aMessage(sender.email)], timeout: 20_000 });
}

/** Makes `mails` calls in `n` plain loops: nothing is written down, so after a crash nobody knows what was sent. */
export async function loops(n: number, mails: number, call: () => Promise<unknown>): Promise<void> {
  let left = mails;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: n }, loop));
}

function aMessage(from: string): Buffer {
  const headers = [`From: ${from}`, `To: ${randomUUID()}@example.org`, "Subject: Hello", "MIME-Version: 1.0"];
  return Buffer.from([...headers, "Content-Type: text/plain", "", "Dear reader, see you."].join("\r\n"));
}
