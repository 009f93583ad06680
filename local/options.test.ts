import { describe, expect, it } from "vitest";
import { deployOptions, doctorOptions } from "./options.ts";

describe("npm run deploy", () => {
  it.each([
    [["--project", "mail-of-ours"], { project: "mail-of-ours", check: false }],
    [["--check", "--project", "mail-of-ours"], { project: "mail-of-ours", check: true }],
    [["--project", "demo-sendwright", "--check"], { project: "demo-sendwright", check: true }],
    [["--check"], { project: null, check: true }],
  ])("takes %j", (words, options) => expect(deployOptions(words)).toEqual(options));

  it.each([
    [[], "Say where to"],
    [["--project", "demo-sendwright"], "a name for emulators"],
    [["--project"], "needs the id"],
    [["--project", "--check"], "needs the id"],
    [["--project", "Mail; rm"], "needs the id"],
    [["--force"], "does not know --force"],
  ])("refuses %j", (words, sentence) => expect(() => deployOptions(words)).toThrow(sentence));
});

it("npm run doctor accepts only a project", () => {
  expect(doctorOptions([])).toMatchObject({ project: null });
  expect(doctorOptions(["--project", "mail-of-ours"]).project).toBe("mail-of-ours");
  expect(() => doctorOptions(["--check"])).toThrow("does not know --check");
});
