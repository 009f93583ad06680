let last: Promise<unknown> = Promise.resolve();

/** Takes work that reads and then writes what is stored; does one after the other, so that none works on what has changed meanwhile. */
export function serially<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
