import { expect, it } from "vitest";
import { EMPTY_FORM } from "../form/sendForm.ts";
import { unsentName } from "./UnsentEmails.tsx";

const compose = { kind: "compose" } as const;
const template = { kind: "template", id: "t1" } as const;

it.each([
  [{ choice: compose, subject: "{{#Ms/Mr=Ms}}Dear {{/Ms/Mr}}{{Name|text:friend}}" }, "Dear Name"],
  [{ choice: compose, subject: "Lunch on {{Day|date}}" }, "Lunch on Day"],
  [{ choice: compose, subject: " {{#Place}}{{/Place}} " }, "Email without a subject"],
  [{ choice: template, subject: "left from before" }, "Invitation"],
  [{ choice: { ...template, id: "gone" } }, "Email"],
])("an unsent email with %j is called %s, without braces", (parts, name) => {
  const form = { ...EMPTY_FORM, ...parts };
  expect(unsentName({ form, files: [] }, [{ id: "t1", name: "Invitation" }])).toBe(name);
});
