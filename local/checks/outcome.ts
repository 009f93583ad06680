import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../places.ts";

/** One thing that is wrong, with what is needed to mend it. */
export interface CheckFailure {
  /** `file:line:column`, from the repository's root; empty where there is none. */
  place: string;
  /** The test's name, or the rule's. */
  name: string;
  /** The shortest output that explains it. */
  why: string;
  /** What the server or the test logged meanwhile. */
  logged?: string;
  /** Where its trace, screenshot and mailbox lie. */
  folder?: string;
}

/** How a step has ended. A step that is no test, such as the linter, counts as one failure however many places it names. */
export interface CheckOutcome {
  passed: number;
  failed: number;
  failures: CheckFailure[];
}

/** A step that is no test, and found nothing wrong. */
export const fine: CheckOutcome = { passed: 0, failed: 0, failures: [] };

/** A step that failed for one reason. */
export function failedOnce(failure: CheckFailure): CheckOutcome {
  return { passed: 0, failed: 1, failures: [failure] };
}

/** `file:line:column`, the file from the repository's root. */
export function placeOf(file: string, line?: number, column?: number): string {
  const path = file.startsWith(root) ? relative(root, file) : file;
  return [path, line, column].filter((part) => part !== undefined).join(":");
}

/** The first lines of a text, without colours and stack frames; says how many it left out. */
export function short(text: string, lines = 20): string {
  const all = stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => !/^\s+at .*[:)]/.test(line))
    .map((line) => line.trimEnd());
  while (all.at(-1) === "") all.pop();
  const left = all.length - lines;
  return [...all.slice(0, lines), ...(left > 0 ? [`(${left} more lines)`] : [])].join("\n");
}

/** Why a run without a test has failed; a file that somebody named may be one that only `npm run test:all` runs. */
export function noneFound(extra: boolean): string {
  return `No test was found.${extra ? "" : " Files named *.extra.* run with npm run test:all."}`;
}
