import { startGoogle } from "./startGoogle.ts";

/**
 * Starts the local Google. `PORT`: 4010 by default; `GOOGLE_LOCAL_STATE`: a folder, without it
 * only memory; `SENDWRIGHT_URL`: the page that the mailbox links to; `--fresh`: begins empty.
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
    google.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
