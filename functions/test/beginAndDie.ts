/**
 * A separate process that begins a send and is killed at one of its writes: `beginAndDie.js
 * <json>`, once bundled. The kernel kills it, so nothing is caught, cleaned up or finished.
 */
import { WriteBatch } from "firebase-admin/firestore";
import { begin, type KeyedCall } from "../src/features/sends/accept/begin.ts";
import { bucket } from "../src/platform/firebase.ts";
import { aPlan } from "./sendsWorld.ts";

/**
 * Which send, and the write at which it ends: before it is made, or after it and before its answer
 * arrives.
 */
export interface Fatal {
  call: KeyedCall;
  now: number;
  write: number;
  moment: "before" | "after";
}

/** Two chunks of rows and a file. */
export const FATAL_PLAN = () =>
  aPlan(500, {
    files: [{ filename: "a.txt", contentType: "text/plain", size: 1, from: Buffer.from("a") }],
  });

/** A method that writes. */
// biome-ignore lint/suspicious/noExplicitAny: it replaces methods of two libraries, with any parameters.
type Write = (...given: any[]) => Promise<unknown>;

/** Kills this process at the n-th write of all prototypes' writing methods. */
function dieAt({ write, moment }: Fatal, writers: [object, string][]): void {
  let times = 0;
  for (const [prototype, name] of writers) {
    const real = Reflect.get(prototype, name) as Write;
    Reflect.set(prototype, name, async function (this: unknown, ...given: unknown[]) {
      times += 1;
      const isLast = times === write;
      if (isLast && moment === "before") await killed();
      const answer = await real.apply(this, given);
      if (isLast) await killed();
      return answer;
    });
  }
}

function killed(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

const [, program, given] = process.argv;
if (given !== undefined && program?.endsWith("beginAndDie.js")) {
  const fatal = JSON.parse(given) as Fatal;
  dieAt(fatal, [
    [WriteBatch.prototype, "commit"],
    [Object.getPrototypeOf(bucket().file("any")) as object, "save"],
  ]);
  await begin(fatal.call, FATAL_PLAN(), fatal.now);
}
