import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { type CheckFailure, type CheckOutcome, placeOf, short } from "./outcome.ts";

/** The variable that names the file for the outcome. */
export const outcomeVariable = "SENDWRIGHT_OUTCOME";

/**
 * Writes the `CheckOutcome` of a Vitest run. (Vitest's own JSON report knows no error of a hook, no rejection that nobody caught, no
 * difference between expected and received, and nothing that a test logged.)
 */
export default class OutcomeReporter implements Reporter {
  #logs = new Map<string, string>();

  onUserConsoleLog({ taskId, content }: { taskId?: string | undefined; content: string }): void {
    if (taskId) this.#logs.set(taskId, (this.#logs.get(taskId) ?? "") + content);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const around = modules.flatMap((module): (TestModule | TestSuite)[] => [module, ...module.children.allSuites()]);
    const failures = [
      ...around.flatMap((part) => this.#failures(part, part.errors())),
      ...tests.flatMap((test) => this.#failures(test, test.result().errors ?? [])),
      ...unhandled.map((error) => failureOf(error, "an error that no test caught", "")),
    ];
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const outcome: CheckOutcome = { passed, failed: failures.length, failures };
    writeFileSync(String(process.env[outcomeVariable]), JSON.stringify(outcome));
  }

  /** One failure for a test, a group or a file, from the first of its errors. */
  #failures(part: TestCase | TestSuite | TestModule, errors: readonly SerializedError[]): CheckFailure[] {
    const [error] = errors;
    if (!error) return [];
    const file = part.type === "module" ? part : part.module;
    const name = part.type === "module" ? "the file" : part.fullName;
    const failure = failureOf(error, name, placeOf(file.moduleId, part.type === "module" ? 1 : part.location?.line));
    const logged = this.#logs.get(part.id);
    return [{ ...failure, ...(logged ? { logged: short(logged, 30) } : {}) }];
  }
}

/** What an error says, and where: its first frame outside of node_modules, else the place that is given. */
function failureOf({ name, message, diff, stacks }: SerializedError, title: string, place: string): CheckFailure {
  const frame = stacks?.find(({ file }) => !file.includes("node_modules"));
  const why = [`${name}: ${message}`, ...(diff ? [diff] : [])].join("\n");
  return { place: frame ? placeOf(frame.file, frame.line, frame.column) : place, name: title, why: short(why) };
}
