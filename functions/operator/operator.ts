/**
 * `npm run operator -- --project P COMMAND`: what an operator can do to all sending and to one user (docs/operate.md).
 * Uses the application default credentials, or the emulators that the environment names. Ends with
 * 1 if it did nothing.
 */

import { runCommand } from "./commands.ts";
import { sentenceOf } from "./failure.ts";

try {
  for (const line of await runCommand(process.argv.slice(2))) console.log(line);
  process.exit(0);
} catch (error) {
  console.error(sentenceOf(error));
  process.exit(1);
}
