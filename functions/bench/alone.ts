import { worked } from "../../bench/measure.ts";

/**
 * The milliseconds of the processor that some work takes, without the garbage of the work before
 * it.
 */
export async function alone(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  return worked(work);
}

const TURNS = 4;

/**
 * The milliseconds of the processor of some work and of a plain one, each alone, in turns: garbage
 * of one is often collected in the other.
 */
export async function inTurns(
  work: () => unknown,
  plain: () => unknown,
): Promise<{ own: number; floor: number }> {
  // The first to run would pay for compiling the code of both.
  await work();
  await plain();
  let [own, floor] = [0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    own += await alone(work);
    floor += await alone(plain);
  }
  return { own: own / TURNS, floor: floor / TURNS };
}
