import { googleBase } from "../test/harness.ts";

/** How long the local Gmail takes for one message, in milliseconds. */
export const GMAIL_MS = 50;

/** Makes the local Gmail take its time, as the real one does. */
export async function slowGmail(): Promise<void> {
  const limited = await fetch(`${googleBase()}/limits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ delayMs: GMAIL_MS }),
  });
  if (!limited.ok) throw new Error(`The local Google refused the limit: ${await limited.text()}`);
}
