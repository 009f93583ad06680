import { configureGlobal } from "fast-check";

const { SENDWRIGHT_FUZZ_SEED, SENDWRIGHT_FUZZ_RUNS } = process.env;

/** Whether `npm run fuzz` runs the tests: with new seeds, and at full size. */
export const isFuzz = SENDWRIGHT_FUZZ_SEED !== undefined;

/**
 * The seed of every test that draws lots. In `npm test` it is always the same: a red test there is
 * a fault, never chance.
 */
export const seed = Number(SENDWRIGHT_FUZZ_SEED ?? 20_260_101);

// No property has its own size: all grow together.
configureGlobal({ seed, numRuns: Number(SENDWRIGHT_FUZZ_RUNS ?? 100) });
