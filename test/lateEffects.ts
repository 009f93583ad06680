const LATE_MS = [150, 0, 40, 300, 5];
const isLate = process.env.SENDWRIGHT_LATE_EFFECTS === "1";
const instant = globalThis.setTimeout;

/**
 * `npm run fuzz` makes React run its effects late, as on a busy machine: a test that checks once for something that
 * comes later then fails. React reads its clock once, when it loads, so this file must load before
 * a worker's first test file.
 */
if (isLate && !("isReactLate" in globalThis)) {
  let turn = 0;
  const setImmediate = (task: () => void) => instant(task, LATE_MS[turn++ % LATE_MS.length]);
  Object.assign(globalThis, { isReactLate: true, setImmediate });
}
