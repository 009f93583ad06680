import { checkRecipients, checkRows } from "@sendwright/core/check/checkRows";
import { expect, test } from "vitest";
import { prepareMail } from "../../../mail/prepareMail.ts";
import { planOf } from "./plan.ts";

const formats = { dateFormat: "long", timeFormat: "12hr" } as const;

test("a row that makes the subject too long, or the mail too large, is skipped with that sentence; the others go", () => {
  const source = { subject: "For {{Name}}", body: "<p>{{Name}} {{Text}}</p>".repeat(150), ...formats };
  const { variables, requireSubject } = prepareMail(source);
  const mail = { ...source, templateId: null, title: "Invitation", attachments: [], variables, requireSubject };
  const rows = [
    { n: 1, line: 2, cells: ["a@b.co", "Ada", "short"] },
    { n: 2, line: 3, cells: ["c@d.co", "ä".repeat(500), "short"] },
    { n: 3, line: 4, cells: ["e@f.co", "Eve", "x".repeat(9_000)] },
  ];
  const headers = ["Email", "Name", "Text"];
  const plan = planOf(
    "csv",
    mail,
    checkRows({ body: source.body, variables, headers, rows, recipientColumn: "Email", ...formats }),
    [],
  );
  expect(plan.rows.map(({ state, reason }) => [state, reason])).toEqual([
    ["queued", ""],
    ["skipped", "With these values the subject is too long (at most 998 bytes)."],
    ["skipped", "With these values the mail is too large to be sent."],
  ]);
});

test("each row knows how its person is called, by the address or by its own values, and whoever is left out too", () => {
  const source = { subject: "For {{First Name}} {{Surname}}", body: "<p>{{Full Name}}</p>", ...formats };
  const { variables, requireSubject } = prepareMail(source);
  const mail = { ...source, templateId: null, title: "Invitation", attachments: [], variables, requireSubject };
  const rows = [
    { n: 1, line: 2, cells: ["a@b.co", "Ada", "Good"] },
    { n: 2, line: 3, cells: ["Bo Li <bo@d.co>", "Robert", "Li"] },
    { n: 3, line: 4, cells: ["nobody", "Cy", "Best"] },
  ];
  const headers = ["Email", "First Name", "Surname"];
  const sameForAll = { "Full Name": "friends" };
  const checked = checkRows({
    body: source.body,
    variables,
    headers,
    rows,
    recipientColumn: "Email",
    sameForAll,
    ...formats,
  });
  expect(planOf("csv", mail, checked, []).rows.map(({ person, state }) => [person, state])).toEqual([
    ["Ada Good", "queued"],
    ["Bo Li", "queued"],
    ["Cy Best", "skipped"],
  ]);
  const values = new Map(variables.map(({ name }) => [name, "friends"]));
  const recipients = [{ text: "cy@d.co", address: "cy@d.co", name: "" }];
  const listed = planOf(
    "manual",
    mail,
    checkRecipients({ body: source.body, variables, recipients, values, ...formats }),
    [],
  );
  expect(listed.rows[0]).not.toHaveProperty("person");
});

test("who is left out is kept as they were written, but for values that no mail could hold", () => {
  const headers = ["Email", ...Array.from({ length: 21 }, (_, i) => `Column ${i + 1}`)];
  const source = { subject: "Hi", body: headers.map((name) => `<p>{{${name}|fallback:-}}</p>`).join(""), ...formats };
  const { variables, requireSubject } = prepareMail(source);
  const mail = { ...source, templateId: null, title: "Invitation", attachments: [], variables, requireSubject };
  const written = ["nobody", "Ann", ...Array.from({ length: 20 }, () => "")];
  const rows = [
    { n: 1, line: 2, cells: written },
    { n: 2, line: 3, cells: ["a@b.co", ...Array.from({ length: 21 }, () => "x".repeat(9_990))] },
  ];
  const plan = planOf(
    "csv",
    mail,
    checkRows({ body: source.body, variables, headers, rows, recipientColumn: "Email", ...formats }),
    [],
  );
  expect(plan.rows).toMatchObject([
    { state: "skipped", to: "nobody", values: written },
    { state: "skipped", to: "a@b.co", reason: "The values of this row are too long together.", values: [] },
  ]);
});

test("a value that stands 199 times in the subject is read once for each row, not 199 times", () => {
  const source = { subject: "{{x}}".repeat(199), body: "<p>x</p>", ...formats };
  const { variables, requireSubject } = prepareMail(source);
  const mail = { ...source, templateId: null, title: "Invitation", attachments: [], variables, requireSubject };
  const value = "a\u2028".repeat(4_900);
  const rows = Array.from({ length: 200 }, (_, i) => ({ n: i + 1, line: i + 2, cells: [`a${i}@b.co`, value] }));
  const headers = ["Email", "x"];
  const plan = planOf(
    "csv",
    mail,
    checkRows({ body: source.body, variables, headers, rows, recipientColumn: "Email", ...formats }),
    [],
  );
  expect(plan.rows.every(({ reason }) => reason.startsWith("With these values the subject is too long"))).toBe(true);
});
