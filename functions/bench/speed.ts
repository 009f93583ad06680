import { randomUUID } from "node:crypto";
import { runSlice } from "../src/features/sends/work/slice.ts";
import type { User } from "../src/http/user.ts";
import { sendMessage } from "../src/platform/gmail.ts";
import { freshAccessToken } from "../src/platform/googleAuth.ts";
import { readGrant } from "../src/store/grants.ts";
import { readSend } from "../src/store/sends/read.ts";
import { aPlan, begun, NO_END, testEngine } from "../test/sendsWorld.ts";
import { figure, heading, median } from "./print.ts";

const MAILS = 200;
const ROUNDS = 3;
const IN_FLIGHT = 4;

/**
 * Prints mails per second without pace: the engine, four lanes that do nothing but call Gmail, and a loop of one call after
 * the other, round after round, so that what slows the machine slows them all.
 */
export async function speed(sender: User, gmailMs: number): Promise<void> {
  const grant = await readGrant(sender.sub);
  if (!grant) throw new Error("The sender has no grant.");
  const { token } = await freshAccessToken(grant.refreshToken);
  const call = () => sendMessage({ accessToken: token, message: aMessage(sender.email), timeout: 20_000 });
  const measured: Record<"engine" | "lanes" | "loop", number[]> = { engine: [], lanes: [], loop: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.engine.push(await perSecond(() => engineSends(sender)));
    measured.lanes.push(await perSecond(() => lanes(IN_FLIGHT, call)));
    measured.loop.push(await perSecond(() => lanes(1, call)));
  }

  const engine = median(measured.engine);
  const of = (other: number) => `${other.toFixed(1)} mails/s; the engine has ${(engine / other).toFixed(2)} of it`;
  heading(`Speed without pace (${MAILS} mails, a Gmail that takes ${gmailMs} ms, median of ${ROUNDS} rounds)`);
  figure("the engine", `${engine.toFixed(1)} mails/s`);
  figure(`ideal: ${IN_FLIGHT} in flight, on paper`, of((IN_FLIGHT * 1_000) / gmailMs));
  figure(`ideal: ${IN_FLIGHT} in flight, measured, without a ledger`, of(median(measured.lanes)));
  figure("a plain loop of one call after the other", of(median(measured.loop)));
}

async function perSecond(send: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await send();
  return (MAILS * 1_000) / (performance.now() - begin);
}

async function engineSends(sender: User): Promise<void> {
  const engine = testEngine();
  const id = await begun(sender, engine, aPlan(MAILS));
  await runSlice(engine, sender.uid, NO_END);
  const send = await readSend(id);
  if (send?.counts.sent !== MAILS) throw new Error(`Not all were sent: ${JSON.stringify(send?.counts)}`);
}

async function lanes(n: number, call: () => Promise<unknown>): Promise<void> {
  let left = MAILS;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: n }, lane));
}

function aMessage(from: string): Buffer {
  const headers = [`From: ${from}`, `To: ${randomUUID()}@example.org`, "Subject: Hello", "MIME-Version: 1.0"];
  return Buffer.from([...headers, "Content-Type: text/plain", "", "Dear reader, see you."].join("\r\n"));
}
