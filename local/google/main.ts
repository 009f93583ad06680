import { type GoogleOptions, startGoogle } from "./startGoogle.ts";

/** `PORT` (4010), `GOOGLE_LOCAL_STATE` (a folder; memory only without it), `--fresh` (begin empty). */
const { PORT = "4010", GOOGLE_LOCAL_STATE } = process.env;
const options: GoogleOptions = { port: Number(PORT), fresh: process.argv.includes("--fresh") };
const google = await startGoogle(GOOGLE_LOCAL_STATE ? { ...options, statePath: GOOGLE_LOCAL_STATE } : options);
console.log(`Local Google: ${google.url} (mailbox: ${google.url}/mail)`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void google.close().then(() => process.exit(0));
  });
}
