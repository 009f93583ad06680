import { TEMPLATE_CHANGED } from "@sendwright/core/contract/messages";
import type { ListRow } from "@sendwright/core/contract/sendCalls";
import { checkList } from "@sendwright/core/list/check";
import { uploadOf } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { listOfRows } from "@sendwright/core/testing/csvCheck";
import { describe, expect, test } from "vitest";
import { type FileCall, listOfFile, listOfRecipients } from "./requestedList.ts";

const body = "<p>{{Name}} {{Due|date}} {{Sender|sticky}}</p>";
const { variables: placeholders } = parseTemplate({ body });
const formats = { subject: "", body, dateFormat: "long", timeFormat: "12hr" } as const;
const LIMIT = 3;

/** The list of a call with this file, and its rows as they would be sent. */
function read(file: string | Uint8Array, call: FileCall = {}) {
  const content = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const list = listOfFile({ recipient_template: "Email", ...call }, content, {
    placeholders,
    limit: LIMIT,
  });
  const values = new Map(Object.entries(call.variables ?? {}));
  return {
    list,
    ...checkList(list, { ...formats, variables: placeholders, values, limit: LIMIT }),
  };
}

const verdicts = ({ rows }: ReturnType<typeof read>) =>
  rows.map(({ verdict, reason }) => reason || verdict);
const values = ({ rows }: ReturnType<typeof read>) => rows.map((row) => row.values);

const PLAIN = "Name,Email,Due,Sender\nAnn,a@b.co,2026-12-31,Ada\nBo,b@b.co,2026-12-30,Ada";

describe("a plain file", () => {
  test("fills each placeholder from the column with exactly its name", () => {
    expect(values(read(PLAIN))).toEqual([
      ["Ann", "2026-12-31", "Ada"],
      ["Bo", "2026-12-30", "Ada"],
    ]);
    const near = read(PLAIN.replace("Name", "name "));
    expect(verdicts(near)).toEqual(["Blank value for {{Name}}", "Blank value for {{Name}}"]);
  });

  test("knows each row's line", () => {
    expect(read(PLAIN.replace("\nBo", "\n\nBo")).rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  test("prefers a value for everyone", () => {
    expect(values(read(PLAIN, { variables: { Sender: "Eve" } })).map((row) => row[2])).toEqual([
      "Eve",
      "Eve",
    ]);
  });

  test("reads its dates according to date_orders, by header or by placeholder", () => {
    const file = PLAIN.replaceAll(/2026-12-3./g, "01/02/2026");
    expect(read(file, { date_orders: { Due: "dmy" } }).dateOrders).toEqual(
      new Map([["Due", "dmy"]]),
    );
    const same = { variables: { Due: "01/02/2026" }, date_orders: { Due: "dmy" } as const };
    expect(read("Name,Email,Sender\nAnn,a@b.co,Ada", same).dateOrders).toEqual(
      new Map([["Due", "dmy"]]),
    );
  });

  test("adds up amounts according to number_forms, and skips an email whose amounts are open without it", () => {
    const fees = "<p>{{#rows}}</p><p>{{Name}}: {{Fee}}</p><p>{{/rows}}</p><p>{{Fee|sum}}</p>";
    const { variables } = parseTemplate({ body: fees });
    const file = 'Email,Name,Fee\na@b.co,Ann,"1,234"\nA@b.co,Bo,12\nc@b.co,Cy,"5,678"';
    const checkedWith = (call: FileCall) => {
      const content = new TextEncoder().encode(file);
      const given = { recipient_template: "Email", ...call };
      const list = listOfFile(given, content, { placeholders: variables, limit: LIMIT });
      const { rows, numberForms } = checkList(list, {
        ...formats,
        body: fees,
        variables,
        values: new Map(),
        limit: LIMIT,
      });
      return { rows: rows.map(({ verdict, reason }) => reason || verdict), numberForms };
    };
    const { rows, numberForms } = checkedWith({});
    expect(numberForms).toEqual(new Map());
    expect(rows).toEqual([
      "“1,234” in {{Fee}} could be 1 thousand 234 or 1 and 234 thousandths",
      "Its email also has row 1, which has an error.",
      "ready",
    ]);
    for (const form of ["point", "comma"] as const) {
      expect(checkedWith({ number_forms: { Fee: form } })).toEqual({
        rows: ["ready", "joined", "ready"],
        numberForms: new Map([["Fee", form]]),
      });
    }
  });

  test("sends the first row of a mailbox, or all with keep_duplicates", () => {
    const file = `${PLAIN}\nCy,A@b.co,2026-12-31,Ada`;
    expect(verdicts(read(file))).toEqual(["ready", "ready", "Duplicate of row 1"]);
    expect(verdicts(read(file, { keep_duplicates: true }))).toEqual(["ready", "ready", "ready"]);
  });

  test("counts the rows above the limit, and those that its caller omitted", () => {
    const file = `${PLAIN}\nCy,c@b.co,,\nDi,d@b.co,,\nEd,e@b.co,,`;
    expect(read(file, { rows_left_out: 40 }).summary).toMatchObject({
      total: 3,
      rowsOverLimit: 42,
    });
  });
});

const UPLOADED = "Email,Name,Due\r\na@b.co,Ann,2026-12-31\r\n,,\r\nA@b.co,Cy,2026-12-30\r\n";
const ROWS: ListRow[] = [{ line: 2 }, { line: 9, skip: "by_hand" }, { line: null }];
const variables = { Sender: "Ada" };

describe("a list that a page wrote", () => {
  test("keeps its blank rows, with the lines and reasons of the page", () => {
    const got = read(UPLOADED, { rows: ROWS, variables });
    expect(got.rows.map(({ n, line }) => [n, line])).toEqual([
      [1, 2],
      [2, 9],
      [3, null],
    ]);
    expect(verdicts(got)).toEqual(["ready", "You skipped this row.", "Duplicate of row 1"]);
  });

  test("sends a row that repeats a mailbox with other values if the page keeps it, but never the same values", () => {
    const keep = (n: number) =>
      ROWS.map((row, index) => (index === n ? { ...row, keep: true as const } : row));
    expect(verdicts(read(UPLOADED, { rows: keep(2), variables }))[2]).toBe("ready");
    const twin = UPLOADED.replace("Cy,2026-12-30", "Ann,2026-12-31");
    expect(verdicts(read(twin, { rows: keep(2), variables }))[2]).toBe("Duplicate of row 1");
    expect(verdicts(read(twin, { rows: keep(0), variables }))).toEqual(
      verdicts(read(twin, { rows: ROWS, variables })),
    );
  });

  test("names people who already have the email", () => {
    const rows: ListRow[] = [{ line: 2, skip: "already_received" }, ...ROWS.slice(1)];
    expect(verdicts(read(UPLOADED, { rows, variables }))).toEqual([
      "Got this mail before: you sent to the others only.",
      "You skipped this row.",
      "ready",
    ]);
  });

  test("counts the rows above the limit", () => {
    expect(read(UPLOADED, { rows: ROWS, variables, rows_left_out: 5 }).summary.rowsOverLimit).toBe(
      5,
    );
  });

  test("may have more rows than the limit if they are skipped", () => {
    const file = `Email\r\n${"\r\n".repeat(4)}a@b.co\r\nb@b.co\r\nc@b.co\r\n`;
    const skipped: ListRow[] = Array.from({ length: 4 }, () => ({ line: null, skip: "by_hand" }));
    const sent: ListRow[] = Array.from({ length: 3 }, () => ({ line: null }));
    const call = {
      rows: [...skipped, ...sent],
      variables: { Name: "x", Due: "2026-12-31", ...variables },
    };
    expect(read(file, call).summary).toMatchObject({ total: 7, ready: 3, rowsOverLimit: 0 });
  });

  test("may end with a blank row, even if only the addresses differ", () => {
    const rows: ListRow[] = [{ line: 2 }, { line: 3, skip: "by_hand" }];
    const call = { rows, variables: { Name: "x", Due: "2026-12-31", ...variables } };
    expect(verdicts(read("Email\r\na@b.co\r\n\r\n", call))).toEqual([
      "ready",
      "You skipped this row.",
    ]);
  });

  test("has the same records with any line breaks", () => {
    const call = { rows: ROWS, variables };
    const quoted = UPLOADED.replaceAll(/[^,\r\n]+/g, '"$&"');
    for (const file of [
      UPLOADED.replaceAll("\r\n", "\n"),
      quoted,
      quoted.replaceAll("\r\n", "\n"),
      UPLOADED.trimEnd(),
    ]) {
      expect(read(file, call).rows).toEqual(read(UPLOADED, call).rows);
    }
  });

  test("has no placeholder's name above its addresses, so that its one value for everyone arrives", () => {
    const { variables: own } = parseTemplate({ body: "{{Email}} {{Name}}" });
    const page = listOfRows(["Address", "Name"], [["a@b.co", "Ann"]]);
    const same = new Map([["Email", "info@b.co"]]);
    const writing = { variables: own, values: same, limit: LIMIT };
    const { csv, ...call } = uploadOf(page, checkList(page, { ...formats, ...writing }), writing);
    expect(call.recipient_template).toBe("Email address");
    const list = listOfFile(call, new TextEncoder().encode(csv), {
      placeholders: own,
      limit: LIMIT,
    });
    expect(checkList(list, { ...formats, ...writing }).rows).toMatchObject([
      { address: "a@b.co", values: ["info@b.co", "Ann"], verdict: "ready" },
    ]);
  });

  test("never uses the addresses as values for a placeholder of any name", () => {
    const { variables: own } = parseTemplate({ body: "{{Email}} {{Name}}" });
    const content = new TextEncoder().encode("Email,Name\r\na@b.co,Ann\r\n");
    const call = { recipient_template: "Email", rows: [{ line: 2 }] };
    const got = (more: FileCall) => {
      const list = listOfFile({ ...call, ...more }, content, { placeholders: own, limit: LIMIT });
      const same = new Map(Object.entries(more.variables ?? {}));
      return checkList(list, { ...formats, variables: own, values: same, limit: LIMIT }).rows[0]
        ?.values;
    };
    expect(got({ variables: { Email: "info@b.co" } })).toEqual(["info@b.co", "Ann"]);
    expect(() => got({})).toThrow(/changed/);
  });
});

const blank = (count: number): ListRow[] => Array.from({ length: count }, () => ({ line: null }));

test.each<[string, string | Uint8Array, FileCall, string, string]>([
  [
    "no column of addresses",
    PLAIN,
    { recipient_template: " " },
    "recipient_column_missing",
    "Recipient column header is required.",
  ],
  [
    "a column of addresses that doesn't exist",
    PLAIN,
    { recipient_template: "Mail" },
    "recipient_column_missing",
    'The file has no column "Mail".',
  ],
  [
    "the same in a page's list",
    UPLOADED,
    { rows: ROWS, recipient_template: "Mail" },
    "recipient_column_missing",
    'The file has no column "Mail".',
  ],
  [
    "a value for something that isn't in the template",
    PLAIN,
    { variables: { Nobody: "x" } },
    "invalid_input",
    "The template has no variable {{Nobody}}.",
  ],
  [
    "the same in a page's list",
    UPLOADED,
    { rows: ROWS, variables: { ...variables, Nobody: "x" } },
    "template_changed",
    TEMPLATE_CHANGED,
  ],
  [
    "dates of a column that doesn't exist",
    PLAIN,
    { date_orders: { due: "dmy" } },
    "invalid_input",
    'The file has no column "due".',
  ],
  [
    "the same in a page's list",
    UPLOADED,
    { rows: ROWS, variables, date_orders: { due: "dmy" } },
    "invalid_input",
    'The file has no column "due".',
  ],
  [
    "an entry of rows too few",
    UPLOADED,
    { rows: ROWS.slice(1) },
    "invalid_input",
    '"rows" must have one entry for each record of the file.',
  ],
  [
    "an entry of rows too many",
    UPLOADED,
    { rows: [...ROWS, { line: 5, skip: "by_hand" }] },
    "invalid_input",
    '"rows" must have one entry for each record of the file.',
  ],
  [
    "more rows than may be sent",
    UPLOADED,
    { rows: blank(4) },
    "too_many_recipients",
    "Recipient limit (3) exceeded.",
  ],
  [
    "a list checked before the template got another placeholder",
    UPLOADED,
    { rows: ROWS },
    "template_changed",
    TEMPLATE_CHANGED,
  ],
  [
    "a list checked before the template lost a placeholder",
    UPLOADED.replace("Due", "Until"),
    { rows: ROWS, variables: { ...variables, Due: "2026-12-31" } },
    "template_changed",
    TEMPLATE_CHANGED,
  ],
  ["no records", "Email\r\n", { rows: [] }, "csv_no_rows", "CSV has no data rows."],
  ["an empty file", "", { rows: [] }, "csv_no_rows", "CSV has no data rows."],
  [
    "half a million lines",
    "\r\n".repeat(500_000),
    { rows: blank(1) },
    "too_many_lines",
    "CSV Error: The list has more than 500,000 lines. Delete the ones you don't need, including empty ones.",
  ],
  [
    "two columns with the same name",
    "Email,Email\r\na@b.co,\r\n",
    { rows: blank(1) },
    "csv_unreadable",
    "CSV Error: Two columns have the same name.",
  ],
  [
    "a record with too few cells",
    UPLOADED.replace(",,", ","),
    { rows: ROWS },
    "csv_unreadable",
    "CSV Error: Record 2 has too many or too few cells.",
  ],
  [
    "a quotation mark that never closes",
    'Email\r\n"a@b.co\r\n',
    { rows: blank(1) },
    "csv_unreadable",
    "CSV Error: The list could not be read.",
  ],
  [
    "a file that isn't UTF-8",
    Uint8Array.of(69, 109, 97, 105, 108, 13, 10, 0xe4, 13, 10),
    { rows: blank(1) },
    "csv_unreadable",
    "CSV Error: The list could not be read.",
  ],
  ...[0, 3, 6].map((above): [string, string, FileCall, string, string] => [
    `an email that row ${above} may complete if rows 4 and 5 are above the limit`,
    UPLOADED,
    { rows: [{ line: 2, above }, ...ROWS.slice(1)], variables, rows_left_out: 2 },
    "invalid_input",
    '"above" must be the number of a row that "rows_left_out" counts.',
  ]),
  [
    "the same if no row is above the limit",
    UPLOADED,
    { rows: [{ line: 2, above: 4 }, ...ROWS.slice(1)], variables },
    "invalid_input",
    '"above" must be the number of a row that "rows_left_out" counts.',
  ],
  [
    "duplicates kept in a page's list",
    UPLOADED,
    { rows: ROWS, keep_duplicates: true },
    "invalid_input",
    '"keep_duplicates" is for a file without "rows".',
  ],
])("refuses %s", (_, file, call, reason, message) => {
  expect(() => read(file, call)).toThrow(expect.objectContaining({ reason, message }));
});

describe("people who all get the same values", () => {
  const people = splitRecipients("Ann <a@b.co>, nobody, A@b.co");
  const checked = (more: Parameters<typeof listOfRecipients>[2]) => {
    const list = listOfRecipients(people, placeholders, more);
    const same = new Map(Object.entries({ Name: "all", Due: "01/02/2026", Sender: "Ada" }));
    return checkList(list, { ...formats, variables: placeholders, values: same, limit: LIMIT });
  };

  test("have no line of a file, and get one email for each mailbox unless duplicates are kept", () => {
    const { rows } = checked({});
    expect(
      rows.map(({ n, line, address, name, verdict }) => [n, line, address, name, verdict]),
    ).toEqual([
      [1, null, "a@b.co", "Ann", "ready"],
      [2, null, null, "", "skip"],
      [3, null, "A@b.co", "", "skip"],
    ]);
    expect(rows[2]?.reason).toBe("Duplicate of row 1");
    expect(rows[0]?.values).toEqual(["all", "01/02/2026", "Ada"]);
    expect(checked({ keep_duplicates: true }).rows[2]?.verdict).toBe("ready");
  });

  test("have dates read according to date_orders of an existing placeholder", () => {
    expect(checked({ date_orders: { Due: "dmy" } }).dateOrders.get("Due")).toBe("dmy");
    const refusal = { reason: "invalid_input", message: "The template has no variable {{Gone}}." };
    expect(() => checked({ date_orders: { Gone: "dmy" } })).toThrow(
      expect.objectContaining(refusal),
    );
  });
});
