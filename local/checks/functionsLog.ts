import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../places.ts";
import type { Outcome } from "./steps.ts";

/**
 * What no line of a log may hold: a person's address, or a token: a signed one and the emulators' refresh tokens (JSON in
 * Base64), Google's access and refresh tokens and codes. Subjects and values cannot be told from other words.
 */
const PERSONAL: readonly [what: string, pattern: RegExp][] = [
  ["an address", /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ["a token", /\beyJ[\w-]{10,}/],
  ["a token of Google's", /(?<![\w.])(?:ya29\.|1(?:\/\/|%2F%2F)0|4(?:\/|%2F)0)[\w-]{20,}/i],
];
/** Accounts of machines are addresses too. */
const OF_MACHINES = /[\w.-]+@[\w.-]+\.gserviceaccount\.com/g;

/** The problem of a line of the log. */
type Check = (line: string) => string | undefined;

const CHECKS: Record<string, Check> = {
  "Nothing personal is logged": (line) => {
    const what = PERSONAL.find(([, pattern]) => pattern.test(line.replaceAll(OF_MACHINES, "")))?.[0];
    return what && `It holds ${what}: ${line}`;
  },
  "No function ends by an unhandled error": (line) => (line.includes('"Unhandled error ') ? line : undefined),
};

/**
 * Adds a test for each check of the functions' log to how the stories ended. The log is the emulators': the lines of our functions, and
 * those of Hosting, since the cloud too logs every address that is called. Each story has addresses of its own.
 */
export function withFunctionsLog(stories: Outcome, path: string, log: string): Outcome {
  const lines = stripVTControlCharacters(log).split("\n");
  const place = (index: number) => `${relative(root, path)}:${index + 1}`;
  const found = Object.entries(CHECKS).map(([name, check]) =>
    lines.flatMap((line, index) => {
      const why = check(line);
      return why ? [`${place(index)}  ${name}\n   ${why.slice(0, 300)}`] : [];
    }),
  );
  // The emulator writes it for every call.
  const isOurs = log.includes("functions: Beginning execution");
  found.push(isOurs ? [] : [`${place(0)}  No function began in this log: nothing was searched.`]);
  const failed = found.filter((some) => some.length > 0).length;
  return {
    passed: stories.passed + found.length - failed,
    failed: stories.failed + failed,
    report: [stories.report, ...found.flat()].filter(Boolean).join("\n"),
  };
}
