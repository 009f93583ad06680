import { googleBase } from "../test/harness.ts";
import { aSender, ownProject } from "../test/sendsWorld.ts";
import { bursts } from "./bursts.ts";
import { costOfMail } from "./costOfMail.ts";
import { speed } from "./speed.ts";

/** How long the local Gmail takes for one message, in milliseconds. */
const GMAIL_MS = 50;

/** The sending engine's figures; `local/bench.ts` starts the emulators around it. Nothing here is judged. */
ownProject();
const limited = await fetch(`${googleBase()}/limits`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ delayMs: GMAIL_MS }),
});
if (!limited.ok) throw new Error(`The local Google refused the limit: ${await limited.text()}`);
await costOfMail(await aSender());
await bursts(await aSender());
await speed(await aSender(), GMAIL_MS);
process.exit(0);
