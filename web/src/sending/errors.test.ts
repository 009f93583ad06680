import { expect, test } from "vitest";
import { aVariable } from "../testing/templateFactories.ts";
import { valueErrors } from "./errors.ts";

test.each([
  ["{{Topic|text:}}", "<p>Hi</p>", "With these values, the subject is blank."],
  ["Hi", "<p>{{#Topic}}Fees{{/Topic}}</p>", "With these values, the email has no text."],
])("an email of %j and %j isn't sent with values that empty it", (subject, body, message) => {
  const variables = [aVariable("Topic", { required: false, fallback: "" })];
  const mail = { subject, body, dateFormat: "iso", timeFormat: "24hr" } as const;
  const errorsFor = (topic: string) =>
    valueErrors(variables, new Map([["Topic", topic]]), mail, new Set()).values;
  expect(errorsFor(" ")).toEqual([message]);
  expect(errorsFor("Fees")).toEqual([]);
});
