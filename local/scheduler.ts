import type { Ports } from "./ports.ts";

/** How often Cloud Scheduler calls `sweep` in production. */
const everyMs = 60_000;

/**
 * Stands in for Cloud Scheduler, which the emulators lack: calls `localSweep` once a minute, as production calls `sweep`, until this
 * process ends. A sweep that fails shows in the Firebase CLI's log; the next one comes anyway.
 */
export function sweepEveryMinute(ports: Ports, project: string): void {
  const url = `http://127.0.0.1:${ports.functions}/${project}/us-central1/localSweep`;
  const sweep = () => fetch(url, { method: "POST", signal: AbortSignal.timeout(everyMs) }).catch(() => {});
  setInterval(sweep, everyMs).unref();
}
