import { worked } from "../../bench/measure.ts";

/**
 * The milliseconds of the processor that some work takes, without the garbage of the work before
 * it.
 */
export async function alone(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  return worked(work);
}
