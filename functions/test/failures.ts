import { gaxios, OAuth2Client } from "google-auth-library";
import { vi } from "vitest";
import type { Engine, Ledger } from "../src/features/sends/engine.ts";

/** Google's sign-in when it can't be reached, for revocations; `mockRestore` ends it. */
export function withoutGoogle() {
  const cause = new gaxios.GaxiosError("no answer", {
    url: new URL("https://example.invalid"),
    headers: new Headers(),
  });
  return vi
    .spyOn(OAuth2Client.prototype, "revokeToken")
    .mockImplementation(() => Promise.reject(cause));
}

/** The error of a worker that dies; no one may catch it and continue. */
export class Died extends Error {}

/** A step at which a worker can die: one of the ledger's, or one of the engine's own. */
export type Step = keyof Ledger | "sendMessage" | "enqueue" | "freshAccessToken";

/** Asked before and after each step; true: the worker dies here. */
export type Fate = (step: Step, moment: "before" | "after") => boolean;

/**
 * The engine of a worker that dies where fate decides. Finished steps stay finished; from then on
 * every step of this worker throws, as a killed process does nothing more.
 */
export function mortal<E extends Engine>(engine: E, fate: Fate): E & { dead: () => boolean } {
  let dead = false;
  const meet = (step: Step, moment: "before" | "after") => {
    if (!dead && fate(step, moment)) dead = true;
    if (dead) throw new Died(`died ${moment} ${step}`);
  };
  const wrap = <F extends (...args: never[]) => unknown>(step: Step, act: F): F =>
    (async (...args: Parameters<F>) => {
      meet(step, "before");
      const result = await act(...args);
      meet(step, "after");
      return result;
    }) as unknown as F;
  const ledger = Object.fromEntries(
    Object.entries(engine.ledger).map(([name, act]) => [
      name,
      // A watch isn't a step: it only reports.
      name.startsWith("watch")
        ? act
        : wrap(name as keyof Ledger, act as (...args: never[]) => unknown),
    ]),
  ) as unknown as Ledger;
  return {
    ...engine,
    ledger,
    sendMessage: wrap("sendMessage", engine.sendMessage),
    enqueue: wrap("enqueue", engine.enqueue),
    freshAccessToken: wrap("freshAccessToken", engine.freshAccessToken),
    dead: () => dead,
  };
}

/** Dies at the n-th time (from 1) that a step is about to begin or has ended. */
export function dieAt(step: Step, moment: "before" | "after", nth = 1): Fate {
  let times = 0;
  return (met, when) => {
    if (met === step && when === moment) times += 1;
    return times === nth && met === step && when === moment;
  };
}

/**
 * The steps of a process that dies at the n-th moment (from 1) before or after any of them; `met`
 * counts the moments.
 */
export function mortalSteps<Steps extends object>(
  steps: Steps,
  nth: number,
): Steps & { met: () => number } {
  let met = 0;
  const meet = (name: string) => {
    met += 1;
    if (met >= nth) throw new Died(`died at moment ${met}, at ${name}`);
  };
  const wrapped = Object.entries(steps).map(([name, act]) => [
    name,
    async (...args: unknown[]) => {
      meet(name);
      const result = await act(...args);
      meet(name);
      return result;
    },
  ]);
  return { ...(Object.fromEntries(wrapped) as Steps), met: () => met };
}
