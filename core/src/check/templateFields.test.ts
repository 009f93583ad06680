import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../contract/limits.ts";
import { checkTemplateFields, validationFailed } from "./templateFields.ts";

const fine = { name: "Invitation", subject: "Come {{Name}}", body: "<p>Hello</p>" };
const messages = (fields: Partial<typeof fine>, files: { size: number }[] = []) =>
  checkTemplateFields({ ...fine, ...fields }, files, DEFAULT_LIMITS).map(({ message }) => message);

const MB = 1024 * 1024;
const NO_NAME = "Template name is required.";
const placeholders = (count: number) =>
  Array.from({ length: count }, (_, n) => `{{A${n}}}`).join("");

test.each([
  ["nothing wrong", {}, [], []],
  ["an empty body", { body: "" }, [], []],
  ["an empty name", { name: "" }, [], [NO_NAME]],
  ["a blank name", { name: " \u00a0\u200b" }, [], [NO_NAME]],
  ["100 characters and spaces around", { name: ` ${"n".repeat(100)} ` }, [], []],
  ["101 characters", { name: "n".repeat(101) }, [], ["Template name too long (max 100 chars)"]],
  ["a blank subject", { subject: "  " }, [], ["Subject line is required."]],
  ["10,000 characters of text", { body: `<p>${"x".repeat(10_000)}</p>` }, [], []],
  [
    "10,001 characters of text",
    { body: `<p>${"x".repeat(10_001)}</p>` },
    [],
    ["Body content exceeds maximum length (10000 characters)."],
  ],
  [
    "100,001 characters of tags",
    { body: "<b></b>".repeat(14_286) },
    [],
    ["Body content exceeds maximum length (10000 characters)."],
  ],
  ["five files of 1 MB", {}, Array(5).fill({ size: MB }), []],
  ["six files", {}, Array(6).fill({ size: 1 }), ["Attachment count limit (5) exceeded."]],
  [
    "one byte too many",
    {},
    [{ size: 5 * MB + 1 }],
    ["Total attachment size limit (5 MB) exceeded."],
  ],
  [
    "200 placeholders and another in the subject",
    { body: placeholders(200) },
    [],
    ["The template has 201 placeholders with different names. You can have at most 200."],
  ],
  [
    "the same in a template with another problem",
    { name: "", body: placeholders(200) },
    [],
    [NO_NAME],
  ],
])("a template is checked: %s", (_, fields, files, expected) => {
  expect(messages(fields, files)).toEqual(expected);
});

test("one notice shows all problems of a template", () => {
  const problems = checkTemplateFields({ name: "", subject: "", body: "" }, [], DEFAULT_LIMITS);
  expect(problems.map(({ field }) => field)).toEqual(["name", "subject"]);
  expect(validationFailed(problems)).toBe(
    "Validation Failed: Template name is required. Subject line is required.",
  );
});
