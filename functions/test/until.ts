/** Waits until something is true, without moving a fake clock, as `expect.poll` does. The test's own timeout ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
