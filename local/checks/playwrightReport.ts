import { dirname, join } from "node:path";
import { type CheckFailure, type CheckOutcome, placeOf, short } from "./outcome.ts";

/** The parts of Playwright's JSON report that we read. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
  /** What went wrong outside of the tests: a file that does not load, a global set-up. */
  errors: ReportedError[];
}
interface Suite {
  title: string;
  file?: string;
  specs?: Spec[];
  suites?: Suite[];
}
interface Spec {
  title: string;
  file: string;
  line: number;
  column: number;
  tests: { status: "expected" | "unexpected" | "flaky" | "skipped"; results: Result[] }[];
}
interface Result {
  status?: string;
  errors?: ReportedError[];
  stdout?: Written[];
  stderr?: Written[];
  attachments?: { name: string; path?: string }[];
}
interface ReportedError {
  message?: string;
  location?: { file: string; line: number; column: number };
}
type Written = { text?: string };

/** What a report of Playwright says. A story that passes only the second time has failed. */
export function readPlaywrightReport({ config, suites, errors }: PlaywrightReport): CheckOutcome {
  const outcome: CheckOutcome = {
    passed: 0,
    failed: 0,
    failures: errors.map((error) => failureOf(error, "the stories", "")),
  };
  for (const { spec, name } of suites.flatMap((suite) => specsOf(suite, []))) {
    const here = placeOf(join(config.rootDir, spec.file), spec.line, spec.column);
    for (const { status, results } of spec.tests) {
      if (status === "expected") outcome.passed += 1;
      if (status === "unexpected" || status === "flaky") outcome.failures.push(failedStory(results, name, here));
    }
  }
  outcome.failed = outcome.failures.length;
  return outcome;
}

/** Every story of a suite, with the names of the groups around it. */
function specsOf(suite: Suite, above: string[]): { spec: Spec; name: string }[] {
  const path = suite.title === suite.file ? above : [...above, suite.title];
  return [
    ...(suite.specs ?? []).map((spec) => ({ spec, name: [...path, spec.title].join(" > ") })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, path)),
  ];
}

/** The first run of a story that did not pass: its error, what it wrote, and the folder of its trace. */
function failedStory(results: Result[], name: string, place: string): CheckFailure {
  const result = results.find(({ status }) => status !== "passed" && status !== "skipped");
  const [error = { message: `It ended as "${result?.status ?? "not run"}".` }] = result?.errors ?? [];
  const logged = [...(result?.stdout ?? []), ...(result?.stderr ?? [])].map(({ text }) => text ?? "").join("");
  const kept = result?.attachments?.find(({ path }) => path !== undefined)?.path;
  return {
    ...failureOf(error, name, place),
    ...(logged ? { logged: short(logged, 30) } : {}),
    ...(kept ? { folder: placeOf(dirname(kept)) } : {}),
  };
}

function failureOf({ message = "", location }: ReportedError, name: string, place: string): CheckFailure {
  const at = location && !location.file.includes("node_modules") ? location : null;
  return { place: at ? placeOf(at.file, at.line, at.column) : place, name, why: short(message) };
}
