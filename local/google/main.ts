import { startGoogle } from "./startGoogle.ts";

/**
 * `PORT` (4010), `GOOGLE_LOCAL_STATE` (a folder; memory only without it), `SENDWRIGHT_URL` (the page that the mailbox links to),
 * `--fresh` (begin empty).
 */
const { PORT = "4010", GOOGLE_LOCAL_STATE, SENDWRIGHT_URL } = process.env;
const google = await startGoogle({
  port: Number(PORT),
  fresh: process.argv.includes("--fresh"),
  ...(GOOGLE_LOCAL_STATE && { statePath: GOOGLE_LOCAL_STATE }),
  ...(SENDWRIGHT_URL && { appUrl: SENDWRIGHT_URL }),
});
console.log(`Local Google: ${google.url} (mailbox: ${google.url}/mail)`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void google.close().then(() => process.exit(0));
  });
}
