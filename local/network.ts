import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether nothing listens on this port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The ports of the list that something else listens on. */
export async function takenPorts(ports: number[]): Promise<number[]> {
  const free = await Promise.all(ports.map(isFree));
  return ports.filter((_port, index) => !free[index]);
}

/** Waits until a URL answers with this status; answers false when `signal` is aborted or the time is over. */
export async function waitForAnswer(
  url: string,
  { status, timeoutMs, signal }: { status: number; timeoutMs: number; signal?: AbortSignal },
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !signal?.aborted) {
    if ((await statusOf(url, signal)) === status) return true;
    await sleep(150);
  }
  return false;
}

/**
 * As long as one question may take. The Functions emulator starts a process for each that is open or was given up: on a busy machine, one
 * that asks again too soon makes it start several beside each other.
 */
const patienceMs = 60_000;

/** The status that a GET answers with; 0 when nothing answers. */
async function statusOf(url: string, signal?: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0; // not listening yet
  }
}
