import { describe, expect, test } from "vitest";
import { PartFailed } from "../processes.ts";
import { type CheckOutcome, failedOnce, fine } from "./outcome.ts";
import { type CheckStep, runSteps } from "./steps.ts";
import { exitCodeOf, summaryOf } from "./summary.ts";

const wrong = failedOnce({ place: "web/src/a.ts:3:5", name: "lint/style/useConst", why: "Use const." });
const step = (name: string, outcome: CheckOutcome, ...needs: string[]): CheckStep => ({
  name,
  needs,
  run: async () => outcome,
});
const lines: string[] = [];
const run = (...steps: CheckStep[]) => runSteps(steps, (line) => lines.push(line));
const lastLine = (text: string) => text.split("\n").at(-1);

describe("the steps", () => {
  test("a red one does not hide the next; one whose need is red is not run, nor what needs that one", async () => {
    const ended = await run(
      step("lint", wrong),
      step("typecheck", fine),
      step("unit", { passed: 7, failed: 0, failures: [] }),
      step("build", wrong),
      step("start", fine, "machine", "build"),
      step("stories", { passed: 3, failed: 0, failures: [] }, "start"),
    );
    expect(ended.map(({ step: name, outcome }) => [name, outcome.passed, outcome.failed])).toEqual([
      ["lint", 0, 1],
      ["typecheck", 0, 0],
      ["unit", 7, 0],
      ["build", 0, 1],
      ["start", 0, 1],
      ["stories", 0, 1],
    ]);
    const summary = summaryOf(ended, 12.3);
    expect(summary).toContain("1. lint  web/src/a.ts:3:5\n   lint/style/useConst\n   Use const.\n");
    expect(summary).toContain("It needs start, which failed.");
    expect(lastLine(summary)).toBe("7 passed, 4 failed");
    expect(exitCodeOf(ended)).toBe(1);
    expect(lines.at(-1)).toMatch(/^stories +not run, because start failed$/);
  });

  test("one that throws says why, and the sum is over all", async () => {
    const throwing: CheckStep = {
      name: "start",
      run: () => Promise.reject(new PartFailed("Port 5000 is taken.", "the log")),
    };
    const ended = await run(step("unit", { passed: 2, failed: 0, failures: [] }), throwing);
    expect(summaryOf(ended, 1)).toContain("1. start\n   Port 5000 is taken.\n   the log\n");
    expect(lastLine(summaryOf(ended, 1))).toBe("2 passed, 1 failed");
  });

  test("one that waits runs beside the step that it names, and beside no other", async () => {
    const order: string[] = [];
    const slow = (name: string, beside: string): CheckStep => ({
      name,
      beside,
      run: async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push(`${name} ends`);
        return fine;
      },
    });
    const quick = (name: string): CheckStep => ({
      name,
      run: async () => {
        order.push(name);
        return fine;
      },
    });
    const ended = await run(slow("kill", "unit"), quick("unit"), slow("alone", "unit"), quick("stories"));
    expect(order).toEqual(["kill begins", "unit", "kill ends", "alone begins", "alone ends", "stories"]);
    expect(ended.map(({ step: name }) => name)).toEqual(["kill", "unit", "alone", "stories"]);
  });

  test("all green is 0 failed and the exit code 0", async () => {
    const ended = await run(step("unit", { passed: 2, failed: 0, failures: [] }));
    expect(lastLine(summaryOf(ended, 1))).toBe("2 passed, 0 failed");
    expect(exitCodeOf(ended)).toBe(0);
  });

  test("what a failed story left is named at the end", async () => {
    const failure = {
      place: "e2e/a.e2e.ts:1:1",
      name: "a story",
      why: "It failed.",
      folder: ".local/failures/a-story",
    };
    const summary = summaryOf(await run(step("stories", failedOnce(failure))), 1);
    expect(summary.split("\n").slice(-4)).toEqual([
      "Trace, screenshot and mailbox of the failed stories:",
      "  .local/failures/a-story",
      "1 s in all",
      "0 passed, 1 failed",
    ]);
  });
});
