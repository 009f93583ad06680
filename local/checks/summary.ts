import type { CheckFailure } from "./outcome.ts";
import type { Ended } from "./steps.ts";

/** The end of a run: every failure, the folders that failed stories left, and as the very last line the sum over all tests. */
export function summaryOf(ended: Ended[], seconds: number): string {
  const failures = ended.flatMap(({ step, outcome }) => outcome.failures.map((failure) => ({ step, failure })));
  const folders = [...new Set(failures.flatMap(({ failure }) => failure.folder ?? []))];
  const { passed, failed } = sumOf(ended);
  return [
    "",
    ...failures.flatMap(({ step, failure }, index) => [...linesOf(step, failure, index + 1), ""]),
    ...(folders.length > 0 ? ["Trace, screenshot and mailbox of the failed stories:"] : []),
    ...folders.map((folder) => `  ${folder}`),
    `${seconds.toFixed(0)} s in all`,
    `${passed} passed, ${failed} failed`,
  ].join("\n");
}

/** 0 when nothing failed. (A step of tests that finds none has failed.) */
export function exitCodeOf(ended: Ended[]): number {
  return sumOf(ended).failed === 0 && ended.length > 0 ? 0 : 1;
}

/** Tests that passed and failed; a step that is no test counts only when it failed. */
function sumOf(ended: Ended[]): { passed: number; failed: number } {
  const sum = (which: "passed" | "failed") => ended.reduce((total, { outcome }) => total + outcome[which], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

function linesOf(step: string, { place, name, why, logged }: CheckFailure, number: number): string[] {
  const indented = (text: string) => text.split("\n").map((line) => `   ${line}`.trimEnd());
  return [
    `${number}. ${[step, place].filter(Boolean).join("  ")}`,
    ...indented(name),
    ...(why ? indented(why) : []),
    ...(logged ? ["   logged meanwhile:", ...indented(logged)] : []),
  ];
}
