let last: Promise<unknown> = Promise.resolve();

/**
 * Does work that reads and then writes what is stored one after the other, so that none works on what has changed
 * meanwhile.
 */
export function serially<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
