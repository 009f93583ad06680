import { describe, expect, test } from "vitest";
import { PartFailed } from "./processes.ts";
import { type CheckStep, type Outcome, runSteps, selectSteps, summaryOf } from "./steps.ts";

const wrong = { passed: 0, failed: 1, report: "web/src/a.ts:3:5 lint/style/useConst" };
const passing = (passed: number) => ({ passed, failed: 0, report: "" });
const fine = undefined;
const step = (name: string, outcome: Outcome | undefined, ...needs: string[]): CheckStep => ({
  name,
  needs,
  run: async () => outcome,
});
const lines: string[] = [];
const run = (...steps: CheckStep[]) => runSteps(steps, (line) => lines.push(line));
const lastLine = (text: string) => text.split("\n").at(-1);

describe("the steps", () => {
  test("a failed step does not stop the next; a step that needs a failed one is not run, nor are steps that need it", async () => {
    const ended = await run(
      step("lint", wrong),
      step("typecheck", fine),
      step("unit", passing(7)),
      step("build", wrong),
      step("start", fine, "machine", "build"),
      step("stories", passing(3), "start"),
    );
    expect(ended.map(({ step: name, passed, failed }) => [name, passed, failed])).toEqual([
      ["lint", 0, 1],
      ["typecheck", 0, 0],
      ["unit", 7, 0],
      ["build", 0, 1],
      ["start", 0, 1],
      ["stories", 0, 1],
    ]);
    const { text: summary, code } = summaryOf(ended);
    expect(summary).toContain("── lint ──\nweb/src/a.ts:3:5 lint/style/useConst\n");
    expect(summary).toContain("── stories ──\nNot run: it needs start, which failed.\n");
    expect(lastLine(summary)).toBe("7 passed, 4 failed");
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/^stories +not run, because start failed$/);
  });

  test("one that throws says why, and the totals include all steps", async () => {
    const throwing: CheckStep = {
      name: "start",
      run: () => Promise.reject(new PartFailed("Port 5000 is taken.", "the log")),
    };
    const ended = await run(step("unit", passing(2)), throwing);
    expect(summaryOf(ended).text).toContain("── start ──\nPort 5000 is taken.\nthe log\n");
    expect(lastLine(summaryOf(ended).text)).toBe("2 passed, 1 failed");
  });

  test("one that waits runs only at the same time as the step that it names", async () => {
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
    lines.length = 0;
    const ended = await run(
      slow("kill", "unit"),
      quick("unit"),
      slow("alone", "unit"),
      quick("stories"),
    );
    expect(order).toEqual([
      "kill begins",
      "unit",
      "kill ends",
      "alone begins",
      "alone ends",
      "stories",
    ]);
    expect(ended.map(({ step: name }) => name)).toEqual(["kill", "unit", "alone", "stories"]);
    // The processors' time of both is in one line.
    expect(lines).toEqual([
      expect.stringMatching(/^unit +\d+ s {2}processors +\d+ s$/),
      expect.stringMatching(/^kill +\d+ s {2}processors: in those of unit$/),
      expect.stringMatching(/^alone +\d+ s {2}processors +\d+ s$/),
      expect.stringMatching(/^stories +\d+ s {2}processors +\d+ s$/),
    ]);
  });

  test("if all steps pass, each says its times, 0 failed and the exit code is 0", async () => {
    const ended = await run(step("unit", passing(2)));
    expect(lines.at(-1)).toMatch(/^unit +\d+ s {2}processors +\d+ s {2}2 passed$/);
    expect(lastLine(summaryOf(ended).text)).toBe("2 passed, 0 failed");
    expect(summaryOf(ended).code).toBe(0);
  });
});

test("without arguments, every step runs on all files except the extra ones", () => {
  const { names, files, extra, changed } = selectSteps([]);
  const inOrder = "lint typecheck unit page local emulator start stories".split(" ");
  expect([...names]).toEqual(inOrder);
  expect({ files, extra, changed }).toEqual({ files: [], extra: false, changed: false });
});

test("a step includes the steps it needs; any other argument is part of a path", () => {
  expect(selectSteps(["unit", "stories", "bulk", "list"])).toEqual({
    names: new Set(["unit", "start", "stories"]),
    files: ["bulk", "list"],
    extra: false,
    changed: false,
  });
});

test("--all adds the extra files; other arguments mean the same", () => {
  expect(selectSteps(["--all"])).toEqual({ ...selectSteps([]), extra: true });
  expect(selectSteps(["--all", "page", "bulk"])).toMatchObject({
    names: new Set(["page"]),
    files: ["bulk"],
    extra: true,
  });
});

test("--changed takes only what needs no emulator and no build", () => {
  expect(selectSteps(["--changed"])).toEqual({
    names: new Set(["lint", "typecheck", "unit", "page", "local"]),
    files: [],
    extra: false,
    changed: true,
  });
});
