import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runStep, tail } from "../processes.ts";
import { type CheckFailure, type CheckOutcome, failedOnce, fine, placeOf, short } from "./outcome.ts";

/** Runs an npm script that is no test; its failures are the places that its output names, else the end of its output. */
export async function runScript(script: string, logs: string, options: string[] = []): Promise<CheckOutcome> {
  const log = join(logs, `${script.replaceAll(":", "-")}.log`);
  const args = ["run", "--silent", script, "--", ...options];
  try {
    await runStep({ name: `npm run ${script}`, command: "npm", args, log });
    return fine;
  } catch {
    const failures = complaintsIn(readFileSync(log, "utf8"));
    const whole = { place: placeOf(log), name: `npm run ${script}`, why: short(tail(log), 25) };
    return failures.length > 0 ? { passed: 0, failed: 1, failures } : failedOnce(whole);
  }
}

/** The linter, with every complaint on a line of its own. */
export function lint(logs: string): Promise<CheckOutcome> {
  return runScript("lint", logs, ["--reporter=github", "--max-diagnostics=100"]);
}

/** `::error title=<rule>,file=<file>,line=<n>,endLine=<n>,col=<n>,endCol=<n>::<message>`, as Biome's github reporter writes it. */
const biome =
  /^::(?:error|warning) title=(?<name>[^,]*),file=(?<file>[^,]*),line=(?<line>\d+),.*?col=(?<column>\d+),.*?::(?<why>.*)$/;
/** `<file>(<line>,<column>): error TS<number>: <message>`, as the compiler writes it. */
const compiler = /^(?<file>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): error (?<name>TS\d+): (?<why>.*)$/;

/** The places that Biome or the compiler complain of. */
export function complaintsIn(output: string): CheckFailure[] {
  return output.split("\n").flatMap((text) => {
    const found = (biome.exec(text) ?? compiler.exec(text))?.groups;
    if (!found) return [];
    const { name = "", file = "", line, column, why = "" } = found;
    return [
      {
        place: placeOf(file, Number(line), Number(column)),
        name,
        why: why.replaceAll("%0A", "\n").replaceAll("%25", "%"),
      },
    ];
  });
}
