import { expect, it } from "vitest";
import { readTexts } from "./warningsOfTexts.ts";

const BODY = "<p>{{#rows}}</p><p>{{Child}}: {{Amount}}</p><p>{{/rows}}</p>";

it("warns of a total in the subject only if the email has no repeated part", () => {
  const subject = "Lunch: {{Amount|sum}}";
  expect(readTexts({ subject, body: BODY }).warnings).toEqual({
    subject: { warnings: [], lookAlikes: [] },
    body: { warnings: [], lookAlikes: [] },
  });
  const { warnings } = readTexts({ subject, body: "<p>{{Amount}}</p>" });
  expect(warnings.subject.warnings).toEqual([expect.stringContaining("adds up one row only")]);
  expect(warnings.body.warnings).toEqual([]);
});

it("shows below the subject that it has one row's value", () => {
  const body = `${BODY}<p>{{Amount|sum}}</p>`;
  const { warnings } = readTexts({ subject: "Lunch: {{Amount}}", body });
  expect(warnings.subject.warnings).toEqual([expect.stringContaining("the value of one row")]);
  expect(warnings.body.warnings).toEqual([]);
});
