import type { SendKind } from "@sendwright/core/contract/sends";
import { checkList } from "@sendwright/core/list/check";
import { NO_COPIES } from "@sendwright/core/recipients/copies";
import { listOfRows } from "@sendwright/core/testing/csvCheck";
import { expect, test } from "vitest";
import { prepareMail } from "../../../mail/prepareMail.ts";
import { hoursOf, planOf } from "./plan.ts";
import { listOfRecipients } from "./requestedList.ts";

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

/** An email as its template has it. */
function mailOf(source: { subject: string; body: string }) {
  const prepared = prepareMail({ ...source, ...formats });
  return {
    ...source,
    ...formats,
    ...prepared,
    templateId: null,
    title: "Invitation",
    attachments: [],
    signature: "",
  };
}

/** The plan of a file whose first column holds the addresses. */
function planOfFile(
  mail: ReturnType<typeof mailOf>,
  headers: string[],
  rows: string[][],
  values: ReadonlyMap<string, string> = new Map(),
  kind: SendKind = "csv",
) {
  return planOf(
    kind,
    mail,
    NO_COPIES,
    checkList(listOfRows(headers, rows), { ...mail, values, limit: 1_000 }),
    [],
  );
}

test("skips a row that makes the subject too long, or the email too large, with that sentence; the others go", () => {
  const mail = mailOf({ subject: "For {{Name}}", body: "<p>{{Name}} {{Text}}</p>".repeat(150) });
  const rows = [
    ["a@b.co", "Ada", "short"],
    ["c@d.co", "ä".repeat(500), "short"],
    ["e@f.co", "Eve", "x".repeat(9_000)],
  ];
  const headers = ["Email", "Name", "Text"];
  const plan = planOfFile(mail, headers, rows);
  expect(plan.rows.map(({ state, reason }) => [state, reason])).toEqual([
    ["queued", ""],
    ["skipped", "With these values, the subject is too long (at most 998 bytes)."],
    ["skipped", "With these values, the email is too large to send."],
  ]);
});

test("skips a row whose email would be blank, with that sentence, whatever the body was before it was cleaned", () => {
  const remote = '<img src="https://example.org/a.png">';
  const mail = mailOf({
    subject: "{{Topic|text:}}",
    body: `<p>${remote}{{#News}}News{{/News}}</p>`,
  });
  const rows = [
    ["a@b.co", "Fees", "yes"],
    ["c@d.co", "", "yes"],
    ["e@f.co", "Fees", ""],
  ];
  const plan = planOfFile(mail, ["Email", "Topic", "News"], rows);
  expect(plan.rows.map(({ state, reason }) => [state, reason])).toEqual([
    ["queued", ""],
    ["skipped", "With these values, the subject is blank."],
    ["skipped", "With these values, the email has no text."],
  ]);
});

test("reads each person's name from the address or the row's values, for skipped rows, too", () => {
  const mail = mailOf({ subject: "For {{First Name}} {{Surname}}", body: "<p>{{Full Name}}</p>" });
  const rows = [
    ["a@b.co", "Ada", "Good"],
    ["Bo Li <bo@d.co>", "Robert", "Li"],
    ["nobody", "Cy", "Best"],
  ];
  const headers = ["Email", "First Name", "Surname"];
  const plan = planOfFile(mail, headers, rows, new Map([["Full Name", "friends"]]));
  expect(plan.rows.map(({ person, state }) => [person, state])).toEqual([
    ["Ada Good", "queued"],
    ["Bo Li", "queued"],
    ["Cy Best", "skipped"],
  ]);
  const values = new Map(mail.variables.map(({ name }) => [name, "friends"]));
  const list = listOfRecipients(
    [{ text: "cy@d.co", address: "cy@d.co", name: "" }],
    mail.variables,
    {},
  );
  const listed = planOf(
    "manual",
    mail,
    NO_COPIES,
    checkList(list, { ...mail, values, limit: 100 }),
    [],
  );
  expect(listed.rows[0]).not.toHaveProperty("person");
  expect([plan, listed].map(({ details }) => details.firstPerson)).toEqual(["Ada Good", "cy@d.co"]);
});

test.each([
  [
    "the first who gets an email",
    "csv",
    [
      ["nobody", "Cy"],
      ["a@b.co", "Ada"],
      ["c@d.co", "Bo"],
    ],
    "Ada",
  ],
  [
    "no one, if there are more than ten",
    "csv",
    Array.from({ length: 11 }, (_, i) => [`a${i}@b.co`, "Ada"]),
    "",
  ],
  ["no one of a test", "test", [["a@b.co", "Ada"]], ""],
  ["no one, if no one gets it", "csv", [["nobody", "Cy"]], ""],
] as const)("names %s", (_, kind, rows, name) => {
  const mail = mailOf({ subject: "Hi", body: "<p>{{Name}}</p>" });
  const checked = planOfFile(
    mail,
    ["Email", "Name"],
    rows.map((row) => [...row]),
    new Map(),
    kind,
  );
  expect(checked.details.firstPerson).toBe(name);
});

test("keeps skipped rows as they were written, except for values that no email could contain", () => {
  const headers = ["Email", ...Array.from({ length: 21 }, (_, i) => `Column ${i + 1}`)];
  const mail = mailOf({
    subject: "Hi",
    body: headers.map((name) => `<p>{{${name}|fallback:-}}</p>`).join(""),
  });
  const written = ["nobody", "Ann", ...Array.from({ length: 20 }, () => "")];
  const rows = [written, ["a@b.co", ...Array.from({ length: 21 }, () => "x".repeat(9_990))]];
  const plan = planOfFile(mail, headers, rows);
  expect(plan.rows).toMatchObject([
    { state: "skipped", to: "nobody", values: written },
    {
      state: "skipped",
      to: "a@b.co",
      reason: "All values of this row together are too long.",
      values: [],
    },
  ]);
});

test("reads a value that occurs 199 times in the subject once for each row, not 199 times", () => {
  const mail = mailOf({ subject: "{{x}}".repeat(199), body: "<p>x</p>" });
  const value = "a\u2028".repeat(4_900);
  const rows = Array.from({ length: 200 }, (_, i) => [`a${i}@b.co`, value]);
  const headers = ["Email", "x"];
  const plan = planOfFile(mail, headers, rows);
  expect(
    plan.rows.every(({ reason }) =>
      reason.startsWith("With these values, the subject is too long"),
    ),
  ).toBe(true);
});

test("stores only the beginning of a long text in place of an address", () => {
  const mail = mailOf({ subject: "Hello", body: "<p>Hello {{Name}}</p>" });
  const rows = [
    ["a@b.co", "Ada"],
    ["x".repeat(60), "Bo"],
    ["y".repeat(61), "Cy"],
  ];
  const plan = planOfFile(mail, ["Email", "Name"], rows);
  const shown = ["a@b.co", "x".repeat(60), `${"y".repeat(59)}…`];
  expect(plan.rows.map(({ to }) => to)).toEqual(shown);
});

test("takes hours and zone from the call, and from the settings what the call doesn't name", () => {
  const night = { from: 20, to: 6 };
  const settings = { hours: { from: 8, to: 18 }, time_zone: "Europe/Berlin" };
  const unset = { ...settings, time_zone: null };
  const rome = { time_zone: "Europe/Rome" };
  expect(hoursOf(settings, { ...rome, hours: night })).toEqual({
    timeZone: "Europe/Rome",
    ...night,
  });
  expect(hoursOf(settings, { hours: night })).toEqual({ timeZone: "Europe/Berlin", ...night });
  expect(hoursOf(unset, rome)).toEqual({ timeZone: "Europe/Rome", from: 8, to: 18 });
  expect(hoursOf(settings, {})).toEqual({ timeZone: "Europe/Berlin", from: 8, to: 18 });
  expect(hoursOf(unset, {})).toBeNull();
  expect(() => hoursOf(unset, { hours: night })).toThrow('"hours" needs "time_zone"');
});

test("makes one row of an email for several rows, with the lines, people and values of all", () => {
  const mail = mailOf({
    subject: "{{Due|sum}} for {{Family}}",
    body: "<p>{{#rows}}{{First Name}}: {{Due}}{{/rows}}</p>",
  });
  const rows = [
    ["a@b.co", "Lee", "Ann", "$1.50"],
    ["e@f.co", "Ray", "Eve", "$4.00"],
    ["A@b.co", "Lee", "Bo", "$2.25"],
    ["nobody", "Doe", "Jo", "$5.00"],
  ];
  const plan = planOfFile(mail, ["Email", "Family", "First Name", "Due"], rows);
  expect(plan.rows.map(({ n, state }) => [n, state])).toEqual([
    [1, "queued"],
    [2, "queued"],
    [4, "skipped"],
  ]);
  const [leading, single] = plan.rows;
  expect(leading).toMatchObject({
    to: "a@b.co",
    person: "Ann",
    further: [{ n: 3, line: 4, person: "Bo" }],
    numbers: [3],
  });
  const names = mail.variables.map(({ name }) => name);
  const valuesOf = (values: readonly string[] = []) =>
    Object.fromEntries(names.map((name, i) => [name, values[i]]));
  expect(valuesOf(leading?.values)).toMatchObject({ "First Name": "Ann", Due: "$1.50" });
  expect(leading?.furtherValues?.map(({ values }) => valuesOf(values))).toEqual([
    { Due: "$2.25", Family: "Lee", "First Name": "Bo" },
  ]);
  expect(single).not.toHaveProperty("further");
  expect(plan.details.firstSubject).toBe("$3.75 for Lee");
  expect(plan.numberForms?.[names.indexOf("Due")]).toBe("point");
  const plain = planOfFile(
    mailOf({ subject: "Hi", body: "<p>{{Due}}</p>" }),
    ["Email", "Due"],
    [["a@b.co", "1"]],
  );
  expect(plain).not.toHaveProperty("numberForms");
});

test.each<[string, string, string[], (string | undefined)[]]>([
  [
    "the names of its people",
    "Parent,Child,No",
    ["Ann,Mia,1", "Ann,Tim,2"],
    ["Ann · Mia", "Ann · Tim"],
  ],
  ["a value, if its people are the same", "Child,No", ["Mia,1", "Mia,2"], ["Mia · 1", "Mia · 2"]],
  ["a value alone", "Paid,No", [",2041", ",2042"], ["2041", "2042"]],
  ["nothing, if no value tells all apart", "No,Fee", ["1,2", "1,2"], [undefined, undefined]],
  ["nothing, if values are long", "No", ["1", "2".repeat(101)], [undefined, undefined]],
])("tells the rows of an email apart by %s", (_, headers, rows, expected) => {
  const names = headers.split(",");
  const written = names.map((name) => `{{${name}|text:}}`).join(" ");
  const mail = mailOf({ subject: "Hi", body: `<p>{{#rows}}${written}{{/rows}}</p><p>x</p>` });
  const cells = rows.map((row) => ["a@b.co", ...row.split(",")]);
  const { details, rows: planned } = planOfFile(mail, ["Email", ...names], cells);
  const [email] = planned;
  expect([email, ...(email?.further ?? [])].map((row) => row?.person)).toEqual(expected);
  // A value that tells rows apart names no one.
  expect(details.firstPerson).toBe(expected[0]?.match(/^(?:Ann|Mia)/)?.[0] ?? "a@b.co");
});

test("skips every row of an email that can't be made, each with that reason", () => {
  const mail = mailOf({
    subject: "For {{Name}}",
    body: `<p>Hello</p><p>{{#rows}}${"{{Text}} ".repeat(60)}{{/rows}}</p>`,
  });
  const half = "x".repeat(9_000);
  const rows = [
    ["a@b.co", "Ada", half],
    ["e@f.co", "Eve", half],
    ["a@b.co", "Ada", half],
  ];
  const plan = planOfFile(mail, ["Email", "Name", "Text"], rows);
  const tooLarge = "With these values, the email is too large to send.";
  expect(plan.rows.map(({ n, state, reason }) => [n, state, reason])).toEqual([
    [1, "skipped", tooLarge],
    [2, "queued", ""],
    [3, "skipped", tooLarge],
  ]);
  expect(plan.rows.every(({ values }) => values.includes(half))).toBe(true);
});
