import { describe, expect, it, test } from "vitest";
import { addresses, check, checked, listOfRows, listOfText, short } from "../testing/csvCheck.ts";
import { type List, type Row, withoutColumns } from "./list.ts";

const BODY = "<p>Dear {{Family}}</p><ul><li>{{#rows}}{{Child}}: {{Amount}}{{/rows}}</li></ul>";
const HEADERS = ["Email", "Family", "Child", "Amount"];
const lines = (...rows: string[]) => [HEADERS.join(","), ...rows].join("\n");
const said = ({ rows }: ReturnType<typeof check>) =>
  rows.map(({ n, verdict, joinedTo, further, reason }) =>
    [n, verdict, joinedTo ?? further?.join(" "), reason].filter(Boolean).join(": "),
  );
const changedRow = (n: number, change: Partial<List["rows"][number]>) => (list: List) => ({
  ...list,
  rows: list.rows.map((row, at) => (at === n - 1 ? { ...row, ...change } : row)),
});

const skip = (row: Row): Row => ({ ...row, skipped: "by_hand" });

test("rows with the same mailbox are one email, in the order of the list", () => {
  const result = check(
    lines(
      "m@x.org,Meyer,Anna,3.00",
      "s@x.org,Smith,Bo,4.00",
      "M@x.org,Meyer,Tim,5.00",
      "m@x.org,Meyer,Tim,5.00",
    ),
    BODY,
  );
  expect(said(result)).toEqual(["1: ready: 3 4", "2: ready", "3: joined: 1", "4: joined: 1"]);
  expect(result.repeats).toBeNull();
  expect(result.problems).toEqual([]);
  expect(result.summary).toMatchObject({
    total: 4,
    ready: 2,
    joined: 2,
    skipped: 0,
    duplicates: 0,
  });
  expect(result.summary.sentence).toBe("2 emails for 4 rows ready");
});

test("a skipped row isn't part of its email", () => {
  const text = lines("m@x.org,Meyer,Anna,3", "m@x.org,Meyer,Tim,5", "m@x.org,Meyer,Lea,6");
  const result = check(text, BODY, changedRow(1, { skipped: "by_hand" }));
  expect(said(result)).toEqual(["1: skip: You skipped this row.", "2: ready: 3", "3: joined: 2"]);
  expect(result.summary.sentence).toBe("1 email for 2 rows ready · 1 skipped");
});

test("an error in one row stops its whole email, and each row says so", () => {
  const result = check(
    lines("m@x.org,Meyer,Anna,3", "m@x.org,Meyer,,5", "m@x.org,Meyer,Lea,6", "s@x.org,S,Bo,1"),
    BODY,
  );
  const other = "skip: Its email also has row 2, which has an error.";
  expect(said(result)).toEqual([
    `1: ${other}`,
    "2: skip: Blank value for {{Child}}",
    `3: ${other}`,
    "4: ready",
  ]);
  expect(short(result).map(([row, kind]) => `${row} ${kind}`)).toEqual([
    "1 group",
    "2 blank",
    "3 group",
  ]);
});

test("rows that differ outside the repeated part aren't one email", () => {
  const result = check(
    lines("m@x.org,Meyer,Anna,3", "m@x.org,Huber,Tim,5", "m@x.org,Meyer,Lea,5"),
    BODY,
  );
  const reason =
    "Anna and Tim have different values for {{Family}}. Put it in the repeated part, or send an email each.";
  expect(result.rows.map((row) => row.reason)).toEqual([reason, reason, reason]);
  expect(result.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
    [1, "Family", "Meyer"],
    [2, "Family", "Huber"],
    [3, "Family", "Meyer"],
  ]);
});

test("rows whose people have no name are named by their numbers, and more than three are counted", () => {
  const rows = ["3a", "3b", "3c", "3d", "3e"].map((room) => ["m@x.org", room, "1"]);
  const result = checked(
    listOfRows(["Email", "Class", "Fee"], rows),
    "{{Class}}{{#rows}}{{Fee}}{{/rows}}",
  );
  expect(result.rows[4]?.reason).toMatch(/^Rows 1, 2, 3 and 2 more have different values for/);
});

test("people with one surname are named with it once, and placeholders together", () => {
  const list = listOfRows(
    ["Email", "First name", "Last name", "Class", "Room"],
    [
      ["m@x.org", "Anna", "Meyer", "3b", "1"],
      ["m@x.org", "Tim", "Meyer", "4a", "2"],
    ],
  );
  const body = "{{Class}} {{Room}}{{#rows}}{{First name}} {{Last name}}{{/rows}}";
  expect(checked(list, body).rows[0]?.reason).toBe(
    "Anna and Tim Meyer have different values for {{Class}} and {{Room}}. Put them in the repeated part, or send an email each.",
  );
});

describe("a placeholder that only conditions outside the repeated part ask about", () => {
  const outcome = (body: string, ...fees: string[]) => {
    const rows = fees.map((fee, at) => ["m@x.org", ["Anna", "Tim", "Lea"][at] ?? "", fee]);
    return checked(listOfRows(["Email", "Name", "Fee"], rows), body).rows[0]?.reason ?? "";
  };
  const part = "{{#rows}}{{Name}}{{/rows}}";

  test.each([
    ["{{#Fee}}Total: {{Fee|sum}}{{/Fee}}", ["5", "7.50", "9"]],
    ["{{^Fee}}Free{{/Fee}}", ["5", "7"]],
    ["{{#Fee=free}}Free{{/Fee}}", ["free", " FREE", "Free"]],
    ["{{#Fee=free}}Free{{/Fee}}", ["5", "half", ""]],
    ["{{^Fee=free}}To pay{{/Fee}}{{#Fee}}x{{/Fee}}", ["5", "half"]],
    ...[
      "{{#Fee}}Total: {{Fee|sum}}{{/Fee}}",
      "{{#Fee}}To pay{{/Fee}}{{Fee|sum:0}}",
      "{{^Fee}}Free{{/Fee}}{{#Fee}}{{Fee|sum}}{{/Fee}}",
      "{{#Name}}{{#Fee}}{{^Fee=free}}{{Fee|sum}}{{/Fee}}{{/Fee}}{{/Name}}",
    ].map((body): [string, string[]] => [body, ["5", "", "2.50"]]),
  ])("%s is one email for %j, because the answers are the same", (body, fees) => {
    expect(outcome(body + part, ...fees)).toBe("");
  });

  test.each([
    ["{{^Fee}}Free{{/Fee}}", ["", "7"]],
    ["{{#Fee=free}}Free{{/Fee}}", ["free", "5"]],
    ["{{^Fee=free}}To pay{{/Fee}}{{#Fee}}x{{/Fee}}", ["5", ""]],
    ["{{#Fee=free}}{{Fee}}{{/Fee}}", ["Free", "free"]],
  ])("%s isn't for %j", (body, fees) => {
    expect(outcome(body + part, ...fees)).toBe(
      "Anna and Tim have different values for {{Fee}}. Put it in the repeated part, or send an email each.",
    );
  });

  test.each([
    ["{{#Fee=5}}{{Fee|sum}}{{/Fee}}", "{{Fee}}. Take the total out of the condition on it, or"],
    [
      "{{#Name=Tim}}{{Fee|sum}}{{/Name}}",
      "{{Name}}. Take the total out of the condition on it, or",
    ],
    [
      "{{Name}}{{#Fee=5}}{{#Name}}{{Fee|sum}}{{/Name}}{{/Fee}}",
      "{{Name}} and {{Fee}}. Put {{Name}} in the repeated part and take the total out of the condition on {{Fee}}, or",
    ],
  ])("%s around a total names the way out", (body, words) => {
    expect(outcome(body + part, "5", "7")).toBe(
      `Anna and Tim have different values for ${words} send an email each.`,
    );
  });
});

describe("values that the email shows alike", () => {
  const outcome = (placeholder: string, values: readonly string[]) => {
    const rows = values.map((value, at) => ["m@x.org", ["Anna", "Tim"][at] ?? "", value]);
    const body = `${placeholder}{{#rows}}{{Name}}{{/rows}}`;
    return checked(listOfRows(["Email", "Name", "V"], rows), body).rows[0]?.reason;
  };

  test.each([
    ["{{V|time}}", ["9:00", "9:00 AM"]],
    ["{{V|date}}", ["May 3, 2026", "2026-05-03"]],
    ["{{V|date}}", ["3 May 2026", "03.05.2026"]],
    ["{{V|email}}", ["a@x.org", "<a@x.org>"]],
    ["{{V}}", ["Zo\u00eb", "Zoe\u0308"]],
    ["{{V}}", ["Room 5", "Room\u00a05 "]],
    ['<a href="https://x.org/{{V}}">x</a>', ["Zo\u00eb", "Zoe\u0308"]],
    ["{{V|date}}{{#V}}x{{/V}}", ["May 3, 2026", "2026-05-03"]],
  ])("in %s agree: %j", (placeholder, values) => {
    expect(outcome(placeholder, values)).toBe("");
  });

  test.each([
    ["{{V|time}}", ["9:00", "9:00 PM"]],
    ["{{V|date}}", ["May 3, 2026", "2026-05-04"]],
    ["{{V}}", ["9:00", "9:00 AM"]],
    ["{{V}}", ["10", "10.00"]],
    ["{{V}}", ["Ann", "ann"]],
  ])("in %s don't include %j", (placeholder, values) => {
    expect(outcome(placeholder, values)).toContain("have different values for {{V}}");
  });
});

test.each([
  ["8.00", "{{Fee}}{{#rows}}{{Name}}{{/rows}}", "{{Fee}}. Use its total, put it in"],
  ["1.008,00 €", "{{Fee}}{{#rows}}{{Name}}{{/rows}}", "{{Fee}}. Use its total, put it in"],
  ["8", "{{Fee}}{{#rows}}{{Name}}{{/rows}}{{Fee|sum}}", "{{Fee}}. Use its total, put it in"],
  ["8", "{{Fee}}{{#rows}}{{Name}}{{/rows}}", "{{Fee}}. Put it in"],
  ["half", "{{Fee}}{{#rows}}{{Name}}{{/rows}}", "{{Fee}}. Put it in"],
  ["8.00", "{{Fee}} {{Name}}{{#rows}}x{{/rows}}", "{{Fee}} and {{Name}}. Put them in"],
])("the total is a way out if %s and another amount are in %s", (fee, body, words) => {
  const list = listOfRows(
    ["Email", "Name", "Fee"],
    [
      ["m@x.org", "Anna", fee],
      ["m@x.org", "Tim", "12"],
    ],
  );
  expect(checked(list, body).rows[0]?.reason).toContain(`have different values for ${words}`);
});

const SUBJECT = "in the subject. Take it out of the subject, or";
const BOTH =
  "in the subject and the body. Take it out of the subject and put it in the repeated part, or";
test.each([
  ["{{Name}}", "", `{{Name}} ${SUBJECT}`],
  ["{{Name}}", "{{Name}}", `{{Name}} ${BOTH}`],
  ["{{#Name=Anna}}A{{/Name}}", "", `{{Name}} ${SUBJECT}`],
  ["{{#Name=Anna}}A{{/Name}}", "{{#Name}}B{{/Name}}", `{{Name}} ${SUBJECT}`],
  ["{{Name}}", "{{#Name}}B{{/Name}}", `{{Name}} ${SUBJECT}`],
  ["{{Name}}", "{{#Name=Tim}}B{{/Name}}", `{{Name}} ${BOTH}`],
  ["{{Due|date}}", "{{#Due=2025-04-01}}B{{/Due}}{{#rows}}{{Due|date}}{{/rows}}", `{{Due}} ${BOTH}`],
  ["{{#Name}}B{{/Name}}", "{{Name}}", "{{Name}}. Put it in the repeated part, or"],
  ["{{Fee}}", "", "{{Fee}} in the subject. Use its total, take it out of the subject, or"],
  ["{{Fee|sum}}", "{{Fee}}", "{{Fee}}. Use its total, put it in the repeated part, or"],
  ["{{Name}} {{Fee}}", "", "{{Name}} and {{Fee}} in the subject. Take them out of the subject, or"],
  [
    "{{Name}}",
    "{{Fee}}",
    "{{Fee}} and {{Name}}. Take {{Name}} out of the subject and put {{Fee}} in the repeated part, or",
  ],
])("with the subject %s and %s in the body, says where rows differ", (subject, body, words) => {
  const list = listOfRows(
    ["Email", "Name", "Fee", "Due"],
    [
      ["m@x.org", "Anna", "8.00", "2025-04-01"],
      ["m@x.org", "Tim", "12.00", "2025-05-01"],
    ],
  );
  const result = checked(list, `${body}{{#rows}}{{Name}}: {{Fee}}{{/rows}}`, {
    subject,
    dateFormat: "long",
  });
  expect(result.rows[0]?.reason).toContain(
    `have different values for ${words} send an email each.`,
  );
});

test("rows with one date, written in two ways, differ if a condition compares what is written", () => {
  const list = listOfRows(
    ["Email", "Name", "Due"],
    [
      ["m@x.org", "Anna", "2025-04-01"],
      ["m@x.org", "Tim", "April 1, 2025"],
    ],
  );
  const body = "{{Due|date}} {{#rows}}{{Name}}{{/rows}}";
  expect(checked(list, body).summary).toMatchObject({ ready: 1, joined: 1 });
  const subject = "{{#Due=2025-04-01}}Today{{/Due}}";
  expect(checked(list, body, { subject }).rows[0]?.reason).toContain(`{{Due}} ${SUBJECT}`);
});

describe("people who get a copy", () => {
  const withCc = (...cells: string[]) => {
    const rows = cells.map((cc, at) => ["m@x.org", "Meyer", ["Anna", "Tim"][at] ?? "", "1", cc]);
    const list = listOfRows([...HEADERS, "Cc"], rows);
    return checked({ ...list, mapping: { ...list.mapping, cc: "Cc" } }, BODY);
  };

  it("are the same, however they are written", () => {
    const { rows } = withCc("Ann <a@x.org>, b@x.org", "B@x.org; a@x.org");
    expect(rows.map(({ verdict }) => verdict)).toEqual(["ready", "joined"]);
    expect(rows[0]?.copies?.cc.map(({ address }) => address)).toEqual(["a@x.org", "b@x.org"]);
    expect(rows[1]).not.toHaveProperty("copies");
  });

  it("may not differ, and the problem names their column", () => {
    const { problems } = withCc("a@x.org", "b@x.org");
    const message =
      "Anna and Tim have different people in Cc. Give them the same, or send an email each.";
    expect(problems).toMatchObject([
      { row: 1, column: "Cc", value: "a@x.org", kind: "group", severity: "error", message },
      { row: 2, column: "Cc", value: "b@x.org", kind: "group", severity: "error", message },
    ]);
  });
});

test("To has a name only if all rows have the same", () => {
  const text = lines(
    "Meyer <m@x.org>,M,Anna,1",
    "Meyer <m@x.org>,M,Tim,1",
    "Sue <s@x.org>,S,Bo,1",
    "s@x.org,S,Al,1",
  );
  expect(check(text, BODY).rows.map(({ name }) => name)).toEqual(["Meyer", "Meyer", "", ""]);
});

test("an email has the notes of all its rows, with their numbers", () => {
  const body = "{{#rows}}{{Child}}{{/rows}}";
  const result = check(lines("m@x.org,M,Ã¼ber,1", "m@x.org,M,Ã¶l,1"), body);
  expect(result.rows[0]?.notes).toEqual([
    expect.stringMatching(/^"Ã¼ber" in \{\{Child\}\} looks garbled/),
    expect.stringMatching(/^Row 2: "Ã¶l" in \{\{Child\}\} looks garbled/),
  ]);
  const many = Array.from({ length: 40 }, () => "m@x.org,M,Ã¶l,1");
  const { notes = [] } = check(lines(...many), body).rows[0] ?? {};
  expect([notes.length, notes.at(-1)]).toEqual([31, "And 10 more notes."]);
});

describe("the limits of one email", () => {
  const family = (count: number, child = "Bo") =>
    lines(...Array.from({ length: count }, () => `m@x.org,M,${child},1`));

  it("are 100 rows", () => {
    expect(check(family(100), BODY).summary).toMatchObject({ ready: 1, joined: 99 });
    const { summary, rows } = check(family(101), BODY);
    expect(summary).toMatchObject({ ready: 0, joined: 0, skipped: 101 });
    expect(rows[100]?.reason).toBe(
      "This email would be for 101 rows. One email can have at most 100.",
    );
  });

  it("are the bytes of the values of one row", () => {
    expect(check(family(20, "x".repeat(9_900)), BODY).summary.joined).toBe(19);
    const { rows } = check(family(21, "x".repeat(9_900)), BODY);
    expect(rows[0]?.reason).toBe("All values of this email's rows together are too long.");
  });

  it("are those of its links, which each row alone keeps", () => {
    const link = '<a href="https://x.org/{{Child}}">x</a>';
    const body = `<p>{{#rows}}${link.repeat(17)}{{/rows}}</p>`;
    expect(check(family(10, "x".repeat(9_900)), body).summary.joined).toBe(9);
    const { rows } = check(family(13, "x".repeat(9_900)), body);
    expect(rows[12]?.reason).toBe("The links of this email's rows together are too long.");
  });

  it("are those of its send: a row above them stops its email, and no other", () => {
    const list = listOfText(
      lines("m@x.org,M,Anna,1", "s@x.org,S,Bo,1", "mailto:M@x.org,M,Tim,1", "m@x.org,M,Lea,1"),
    );
    const result = checked(list, BODY, { limit: 2 });
    expect(said(result)).toEqual([
      "1: skip: This email may be incomplete, because row 3 is above the limit. Send the list in parts, with all rows of a person in the same part.",
      "2: ready",
    ]);
    const skipped = { ...list, rows: list.rows.map((row, at) => (at < 2 ? row : skip(row))) };
    expect(said(checked(skipped, BODY, { limit: 2 })).slice(0, 2)).toEqual([
      "1: ready",
      "2: ready",
    ]);
  });

  it("stop every email if rows above them can't be seen", () => {
    const list = { ...listOfText(lines("m@x.org,M,Anna,1", "s@x.org,S,Bo,1")), beyond: 3 };
    const reasons = checked(list, BODY).rows.map(({ reason }) => reason);
    expect(reasons.every((reason) => reason.includes("row 3 is above the limit"))).toBe(true);
    expect(checked(list, "{{Child}}").summary.ready).toBe(2);
  });
});

describe("the sum of an email", () => {
  const body = `${BODY}<p>{{Amount|sum}}</p>`;

  it("names a value that isn't a number, and the rows beside it", () => {
    const result = check(lines("m@x.org,M,Anna,3", "m@x.org,M,Tim,free"), body);
    expect(said(result)).toEqual([
      "1: skip: Its email also has row 2, which has an error.",
      expect.stringMatching(/^2: skip: .*“free”.*\{\{Amount\}\}/),
    ]);
    expect(result.problems[1]).toMatchObject({ row: 2, column: "Amount", kind: "sum" });
  });

  it("is an error of all rows if their currencies differ", () => {
    const result = check(lines("m@x.org,M,Anna,€ 3", "m@x.org,M,Tim,$ 5"), body);
    expect(result.problems.map(({ row, kind, column }) => [row, kind, column])).toEqual([
      [1, "sum", "Amount"],
      [2, "sum", "Amount"],
    ]);
  });

  it("asks how numbers are written, as long as that is all that stops an email", () => {
    const open = lines('m@x.org,M,Anna,"1,234"', "m@x.org,M,Tim,2");
    const result = check(open, body);
    expect(result.amounts).toMatchObject([{ column: "Amount", value: "1,234", answer: null }]);
    expect(result.rows.map(({ verdict }) => verdict)).toEqual(["skip", "skip"]);
    const answered = check(open, body, (list) => ({
      ...list,
      mapping: { ...list.mapping, numbers: new Map([["Amount", "point"]]) },
    }));
    expect(answered.numberForms).toEqual(new Map([["Amount", "point"]]));
    expect(answered.summary.sentence).toBe("1 email for 2 rows ready");
    const wrong = check(lines('m@x.org,M,Anna,"1,234"', "m@x.org,M,,2"), body);
    expect(wrong.amounts).toEqual([]);
    const many = Array.from({ length: 101 }, () => 'm@x.org,M,Anna,"1,234"');
    expect(check(lines(...many), body).amounts).toEqual([]);
    // An email of one row shows its text.
    expect(check(lines('m@x.org,M,Anna,"1,234"'), body).amounts).toEqual([]);
  });
});

test("values that leave nothing of the whole email stop it, but one row's text is enough", () => {
  const body = "<p>{{#rows}}{{Child|text:}}{{/rows}}</p>";
  expect(check(lines("m@x.org,M,,1", "m@x.org,M,Tim,1"), body).summary.joined).toBe(1);
  const { rows, problems } = check(lines("m@x.org,M,,1", "m@x.org,M,,1", "s@x.org,S,,1"), body);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["skip", "skip", "skip"]);
  expect(problems.map(({ kind }) => kind)).toEqual(["blank_email", "blank_email", "blank_email"]);
});

test("a text for an email without any amount leaves nothing in one that has an amount", () => {
  const body =
    "<p>{{^Amount}}Nothing to pay.{{/Amount}}{{#Amount}}{{#Family=M}}{{Amount|sum}}{{/Family}}{{/Amount}}</p><p>{{#rows}}{{Child|text:}}{{/rows}}</p>";
  const { rows } = check(
    lines("s@x.org,S,,", "s@x.org,S,,5", "m@x.org,M,,", "m@x.org,M,,5", "t@x.org,S,,"),
    body,
  );
  expect(rows.map(({ verdict }) => verdict)).toEqual(["skip", "skip", "ready", "joined", "ready"]);
});

describe("as without a repeated part", () => {
  it("an address that is typed twice is a duplicate where rows have no values of their own", () => {
    const list = withoutColumns(addresses("m@x.org, m@x.org"), [{ name: "Child" }]);
    const values = new Map([["Child", "Bo"]]);
    const { rows } = checked(list, "{{#rows}}{{Child}}{{/rows}}", { values });
    expect(rows.map(({ reason }) => reason)).toEqual(["", "Duplicate of row 1"]);
  });

  it("rows of one mailbox aren't joined by a condition on {{rows}}", () => {
    const { rows, repeats } = check(
      lines("m@x.org,M,Anna,1", "m@x.org,M,Tim,1"),
      "{{#rows}}All{{/rows}} {{Child}} {{rows|text:}}",
    );
    expect(rows[1]?.verdict).toBe("skip");
    expect(repeats?.rows).toEqual([1, 2]);
  });
});

test("a blank that shows an amount can't be left out of a total", () => {
  const body = "{{#rows}}{{Child}}: {{Amount|text:10}}; {{/rows}}{{Amount|sum}}";
  const result = check(lines("m@x.org,M,Anna,3", "m@x.org,M,Tim,", "s@x.org,S,Bo,"), body);
  expect(said(result)).toEqual([
    "1: skip: Its email also has row 2, which has an error.",
    "2: skip: {{Amount}} is blank, and a total can't leave out the “10” shown instead",
    "3: ready",
  ]);
});
