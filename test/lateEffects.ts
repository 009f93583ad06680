const LATE_MS = [150, 0, 40, 300, 5];
const isLate = process.env.SENDWRIGHT_LATE_EFFECTS === "1";
const instant = globalThis.setTimeout;

/**
 * `npm run fuzz` has React do late what it does after a drawing, as on a busy machine: a test that looks once at what only comes
 * then is red. React takes its clock once, when it is loaded: this stands before the first file of a worker loads it.
 */
if (isLate && !("isReactLate" in globalThis)) {
  let turn = 0;
  const setImmediate = (task: () => void) => instant(task, LATE_MS[turn++ % LATE_MS.length]);
  Object.assign(globalThis, { isReactLate: true, setImmediate });
}
