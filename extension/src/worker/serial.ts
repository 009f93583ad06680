let last: Promise<unknown> = Promise.resolve();

/**
 * Runs tasks that read and then write stored data one after another, so that none works on data that has changed
 * meanwhile.
 */
export function serially<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}
