import { expect, test } from "vitest";
import { parseTemplate } from "../placeholders/placeholders.ts";
import { checked, formats, listOfText, verdicts } from "../testing/csvCheck.ts";
import { checkValues, requireValues } from "./value.ts";

const SUBJECT = "With these values, the subject is blank.";
const BODY = "With these values, the email has no text.";

const PICTURE = '<img src="cid:picture-0123456789abcdef.png" alt="">';

/** The message about an email with these values; null if it can be sent. */
function said(mail: { subject?: string; body?: string }, values: Record<string, string> = {}) {
  const whole = { ...formats, subject: "Hi", body: "<p>Hi</p>", ...mail };
  const { variables } = parseTemplate(whole);
  const given = new Map(Object.entries(values));
  const { blankPart } = checkValues(variables, given, whole);
  const refuse = () => requireValues(variables, given, whole);
  if (blankPart === null) refuse();
  else
    expect(refuse).toThrow(expect.objectContaining({ reason: "blank_email", message: blankPart }));
  return blankPart;
}

test.each([
  "{{X|text:}}",
  " {{X|text:}} ",
  "{{#X}}Hello{{/X}}",
  "{{X|text: }}{{Y|text:}}",
  "{{#X}}{{X}}{{/X}}{{#Y}}{{Y}}{{/Y}}",
  "{{#X=a}}A{{/X}}{{#X=b}}B{{/X}}",
  "{{#X}}a{{/X}}\u00a0\u200b",
])("a subject of %j is blank without a value", (subject) => {
  expect(said({ subject })).toBe(SUBJECT);
  expect(said({ subject }, { X: " \u2060", Y: "\u00a0" })).toBe(SUBJECT);
  expect(said({ subject }, { X: "a" })).toBeNull();
});

test.each([
  "<p>{{X|text:}}</p>",
  "<p>&nbsp;{{X|text:}}&shy;<br></p><p></p>",
  "{{#X}}<p>Hello</p>{{/X}}",
  "<p>{{#X}}</p><p>Hello</p><p>{{/X}}</p>",
  "<ul><li>{{#X}}Hello{{/X}}</li></ul><hr>",
  `<p>{{#X}}${PICTURE}{{/X}}</p>`,
  '<p><a href="https://example.org">{{X|text:}}</a></p>',
  "<table><tbody><tr><td>{{X|text:}}</td><td>&#8203;</td></tr></tbody></table>",
  '<p title="{{Y|text:z}}">{{X|text:}}</p>',
])("a body of %j is blank without a value", (body) => {
  expect(said({ body })).toBe(BODY);
  expect(said({ body }, { X: "\u200b " })).toBe(BODY);
  expect(said({ body }, { X: "a" })).toBeNull();
});

test.each([
  "",
  "<p><br></p>",
  "<p>&nbsp;</p>",
  `<p>${PICTURE}{{X|text:}}</p>`,
  "<p>{{X|text:there}}</p>",
  "<p>{{#X}}a{{/X}}{{^X}}b{{/X}}</p>",
  "<p>Hi {{X|text:}}</p>",
  "<p>{{X}}</p>",
])("a body of %j isn't blank because of a value", (body) => {
  const whole = { ...formats, subject: "Hi", body };
  expect(checkValues(parseTemplate(whole).variables, new Map(), whole).blankPart).toBeNull();
});

test("only the rows whose email is blank are skipped", () => {
  const list = listOfText("Email,Topic,News\na@x.org,Fees,yes\nb@x.org,,yes\nc@x.org,Fees,");
  const mail = { subject: "{{Topic|text:}}", body: "<p>{{#News}}News{{/News}}</p>" };
  const result = checked(list, mail.body, { ...mail, variables: parseTemplate(mail).variables });
  expect(verdicts(result)).toEqual(["1: ready", `2: ${SUBJECT}`, `3: ${BODY}`]);
  expect(result.problems).toMatchObject([
    { id: 2, kind: "blank_email", severity: "error", column: null },
    { id: 3, kind: "blank_email", severity: "error", column: null },
  ]);
});

test("values for everyone alone are no reason to refuse an email whose other values are in the list", () => {
  const mail = { ...formats, subject: "{{Topic|text:}}{{City|text:}}", body: "<p>Hi</p>" };
  const topic = parseTemplate(mail).variables.filter(({ name }) => name === "Topic");
  expect(checkValues(topic, new Map([["Topic", ""]]), mail).blankPart).toBeNull();
});
