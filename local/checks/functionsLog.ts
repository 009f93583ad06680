import { type CheckFailure, type CheckOutcome, placeOf } from "./outcome.ts";
import { personalData } from "./personalData.ts";

interface Found {
  /** In the log, from 1. */
  line: number;
  why: string;
}

/** The emulator writes it for every call. */
const BEGINNING = "functions: Beginning execution";

/** What the log of the functions must not hold after the stories. Each story has addresses of its own. */
const CHECKS: Record<string, (log: string) => Found[]> = {
  "The functions have written this log": (log) =>
    log.includes(BEGINNING) ? [] : [{ line: 1, why: "No function began in it: nothing was searched." }],
  "Nothing personal is logged": (log) =>
    personalData(log).map(({ line, what, text }) => ({ line, why: `It holds ${what}: ${text}` })),
  "No function ends by an error that nobody handled": unhandledErrors,
};

/** Adds a test for each check of the functions' log, which lies at `path`, to how the stories ended. */
export function withFunctionsLog(outcome: CheckOutcome, path: string, log: string): CheckOutcome {
  const failures = Object.entries(CHECKS).map(([name, find]) =>
    find(log).map(({ line, why }): CheckFailure => ({ place: placeOf(path, line), name, why: why.slice(0, 300) })),
  );
  const failed = failures.filter((some) => some.length > 0).length;
  return {
    passed: outcome.passed + failures.length - failed,
    failed: outcome.failed + failed,
    failures: [...outcome.failures, ...failures.flat()],
  };
}

/** What the functions runtime writes when a function threw. */
function unhandledErrors(log: string): Found[] {
  return log.split("\n").flatMap((why, index) => (why.includes('"Unhandled error ') ? [{ line: index + 1, why }] : []));
}
