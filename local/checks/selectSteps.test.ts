import { expect, test } from "vitest";
import { selectSteps } from "./selectSteps.ts";

test("without a word every step runs, on all files but the extra ones", () => {
  const { names, files, extra } = selectSteps([]);
  const inOrder = "lint typecheck unit page local emulator build start stories".split(" ");
  expect([...names]).toEqual(inOrder);
  expect({ files, extra }).toEqual({ files: [], extra: false });
});

test("a step brings those it needs; every other word is part of a path", () => {
  expect(selectSteps(["unit", "stories", "bulk", "list"])).toEqual({
    names: new Set(["unit", "build", "start", "stories"]),
    files: ["bulk", "list"],
    extra: false,
  });
});

test("--all adds the extra files, and the other words mean the same", () => {
  expect(selectSteps(["--all"])).toEqual({ ...selectSteps([]), extra: true });
  expect(selectSteps(["--all", "page", "bulk"])).toEqual({ names: new Set(["page"]), files: ["bulk"], extra: true });
});
