/**
 * Works on all of these, at most so many at once. Waits for everything that has begun, even after a
 * failure, so that a cleanup finds all of it; after a failure it begins no more. Throws the first
 * failure.
 */
export async function inLanes<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all].reverse();
  const failures: unknown[] = [];
  const lane = async () => {
    while (failures.length === 0) {
      const one = waiting.pop();
      if (one === undefined) return;
      await work(one).catch((cause: unknown) => failures.push(cause));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, lane));
  if (failures.length > 0) throw failures[0];
}
