import { expect, test } from "vitest";
import { checkRows } from "../../../core/check/checkRows.ts";
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
  const plan = planOf("csv", mail, checkRows({ variables, headers, rows, recipientColumn: "Email", ...formats }), []);
  expect(plan.rows.map(({ state, reason }) => [state, reason])).toEqual([
    ["queued", ""],
    ["skipped", "With these values the subject is too long (1004 bytes, at most 998)."],
    ["skipped", "With these values the mail is too large to be sent."],
  ]);
});
