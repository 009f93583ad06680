import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { NOT_EMAILED } from "../check/skipReasons.ts";
import { MAX_CSV_COLUMNS, MAX_LIST_ROWS } from "../contract/limits.ts";
import type { ListRow } from "../contract/sendCalls.ts";
import type { Variable } from "../contract/templates.ts";
import { readRecords } from "../csv/records.ts";
import { addresses, checked, listOfRows, listOfText, variablesOf } from "../testing/csvCheck.ts";
import { applyChange } from "./change.ts";
import type { Cell, Feed, List, Repeats, Row, Skip } from "./list.ts";
import { listOfUpload, type RowFiles, uploadOf } from "./upload.ts";

interface Sending {
  variables: readonly Variable[];
  values?: ReadonlyMap<string, string>;
  limit?: number;
  suppressed?: ReadonlySet<string>;
}

/**
 * What the page shows, what it uploads, and what the server makes of it after the upload has
 * traveled.
 */
function sent(list: List, { variables, values = new Map(), limit = 1000, suppressed }: Sending) {
  const out = suppressed && { suppressed };
  const page = checked(list, variables, { values, limit, ...out });
  const upload = uploadOf(list, page, { variables, values, limit });
  const { csv, ...traveled } = JSON.parse(JSON.stringify(upload)) as typeof upload;
  const read = listOfUpload({ ...traveled, content: new TextEncoder().encode(csv) });
  const given = new Map(Object.entries(traveled.variables));
  return { page, upload, server: checked(read, variables, { values: given, limit, ...out }) };
}

/** Expects that the server's verdicts, values and reasons are those that the page showed. */
function expectSame(list: List, sending: Sending): void {
  const { page, server } = sent(list, sending);
  const shown = ({ rows }: typeof page) =>
    rows.map(
      ({ n, line, recipient, address, name, values, verdict, reason, duplicateOf }, index) =>
        list.rows[index]?.skipped === "by_hand" || reason === NOT_EMAILED
          ? { n, line, verdict, reason }
          : { n, line, recipient, address, name, values, verdict, reason, duplicateOf },
    );
  expect(shown(server)).toEqual(shown(page));
  expect(server.dateOrders).toEqual(page.dateOrders);
  const counts = ({ summary: { notes: _, ...rest } }: typeof page) => rest;
  expect(counts(server)).toEqual(counts(page));
  for (const [index, { notes }] of server.rows.entries())
    expect(page.rows[index]?.notes).toEqual(expect.arrayContaining(notes));
}

describe("the server's verdicts, values and reasons for an upload are those that the page showed", () => {
  const HEADERS = ["Email", "Name", "Offer", "Due", "E mail", "__proto__", "due"];
  const BODIES = [
    "{{Name|text:you}} {{Offer|dropdown:One,Two}} {{Due|date}}",
    "{{Name}} {{Email}} {{#Due}}{{Due|date}}{{/Due}} {{due|text:all}}",
    "{{EMail|text:me}} {{__proto__|text:x}} {{constructor|text:y}} {{DUE|date}}",
    '{{Email|sticky}} {{E mail|date}} {{#Name}}<a href="https://x.yy/{{Name}}">x</a>{{/Name}}',
  ].map(variablesOf);
  const mailbox = fc.constantFrom(
    "a@b.co",
    "A@B.co",
    "Ann <a@b.co>",
    "b@b.co",
    "b@bücher.de",
    "b@xn--bcher-kva.de",
    "x",
    "",
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("One", "one", "Two", "", " ") },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "31.12.2026",
        "01/02/2026",
        "25/12/2026",
        "12/27/2026",
        "2026-02-01",
        "soon",
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'a"b',
        '"',
        "two\nlines",
        "\n",
        "x,y",
        "=1+1",
        " lead",
        "a@b.co",
        "\t",
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: "grapheme", maxLength: 8 })
        .map((text) => text.replace(/[\0\ufeff\r]/g, "")),
    },
  );
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    { weight: 4, arbitrary: value },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Cell[]>(
        { text: "01/02/2026", iso: "2026-02-01" },
        { text: "Feb 1", iso: "2026-02-01" },
      ),
    },
  );
  const row = fc.record({
    mailbox,
    values: fc.array(cell, { maxLength: HEADERS.length }),
    line: fc.constantFrom(null, 1, 500_001),
    skipped: fc.constantFrom<(Skip | null)[]>(
      null,
      null,
      null,
      null,
      "by_hand",
      "already_received",
    ),
    keepRepeat: fc.constantFrom(undefined, undefined, true, false),
  });
  const feed = fc.constantFrom<(Feed | null)[]>(
    null,
    null,
    "same",
    ...HEADERS.map((column) => ({ column })),
  );
  const sends = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 10 }),
    width: fc.integer({ min: 1, max: HEADERS.length }),
    variables: fc.constantFrom(...BODIES),
    feeds: fc.array(feed, { maxLength: 4 }),
    same: fc.array(value, { maxLength: 4 }),
    repeats: fc.constantFrom<Repeats[]>("ask", "first", "each"),
    orders: fc.dictionary(
      fc.constantFrom("Due", "DUE", "E mail"),
      fc.constantFrom("dmy" as const, "mdy"),
    ),
    limit: fc.integer({ min: 1, max: 8 }),
    beyond: fc.nat(3),
    suppressed: fc.constantFrom(undefined, new Set(["a@b.co"]), new Set(["b@b.co", "c@b.co"])),
  });

  test("for any file, table or mapping", () => {
    fc.assert(
      fc.property(
        sends,
        ({ rows, width, variables, feeds, same, repeats, orders, beyond, ...checking }) => {
          const plain = listOfRows(HEADERS.slice(0, width), []);
          const list: List = {
            ...plain,
            repeats,
            beyond,
            lastId: rows.length,
            rows: rows.map(
              ({ mailbox: recipient, values, line, skipped, keepRepeat }, index): Row => {
                const cells = [recipient, ...values];
                return {
                  id: index + 1,
                  line,
                  cells,
                  skipped,
                  corrects: null,
                  ...(keepRepeat !== undefined && { keepRepeat }),
                };
              },
            ),
            mapping: { ...plain.mapping, dates: new Map(Object.entries(orders)) },
          };
          const chosen = new Map(variables.map(({ name }, index) => [name, feeds[index] ?? null]));
          const values = new Map(variables.map(({ name }, index) => [name, same[index] ?? ""]));
          const sending = { variables, values, limit: checking.limit };
          expectSame(applyChange(list, { type: "feed", feeds: chosen }), {
            ...sending,
            ...(checking.suppressed && { suppressed: checking.suppressed }),
          });
        },
      ),
    );
  });

  test("for any list of addresses", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."ab@. ,;<>\"'\n\r\0\ud83dü", "a@b.co", "A@b.co"),
      maxLength: 30,
    });
    const variables = variablesOf("{{On|date}} {{Email|text:x}}");
    fc.assert(
      fc.property(text, value, (given, on) => {
        const list = addresses(given);
        if (list.rows.length > 0)
          expectSame(list, { variables, values: new Map([["On", on]]), limit: 4 });
      }),
    );
  });

  test("for a name with half a character", () => {
    const list = addresses("\ud83d<a@b.co>, \ud83dBo <b@b.co>");
    expect(list.rows.map(({ cells }) => cells)).toEqual([["a@b.co"], ["Bo <b@b.co>"]]);
    expectSame(list, { variables: variablesOf("{{Email|text:x}}") });
  });

  test("with 200 placeholders, and a value of each", () => {
    const names = Array.from({ length: 200 }, (_, index) => `Column, "${index}"`);
    const variables = variablesOf(names.map((name) => `{{${name}}}`).join(""));
    expect(variables).toHaveLength(200);
    const list = listOfRows(
      ["Email", ...names],
      [
        ["a@b.co", ...names.map((name) => `Value of\n${name}`)],
        ["b@b.co", "x"],
      ],
    );
    expectSame(list, { variables });
    expect(sent(list, { variables }).server.rows[0]?.values[199]).toBe('Value of\nColumn, "199"');
  });

  test("for the largest list", () => {
    const cells = Array.from({ length: MAX_LIST_ROWS }, (_, index) => [
      `p${index % 9_999}@b.co`,
      `${index}`,
    ]);
    const { server } = sent(
      applyChange(listOfRows(["Email", "Name"], cells), { type: "repeats", repeats: "each" }),
      {
        variables: variablesOf("{{Name}}"),
        limit: MAX_LIST_ROWS,
      },
    );
    expect(server.summary).toMatchObject({
      total: MAX_LIST_ROWS,
      ready: MAX_LIST_ROWS,
      duplicates: 0,
    });
  });
});

describe("an upload", () => {
  const rowsOf = (csv: string) => readRecords(new TextEncoder().encode(csv));
  const list = listOfText(
    "Mail,Vorname,Due,Secret\na@b.co,Ann,03/04/2026,s1\nb@b.co,Bo,31/12/2026,s2",
  );

  it("has the addresses and the columns that feed placeholders, under their names, and nothing else", () => {
    const feeds = new Map<string, Feed>([["Name", { column: "Vorname" }]]);
    const { upload } = sent(applyChange(list, { type: "feed", feeds }), {
      variables: variablesOf("{{Name}}{{Due|date}}{{Sender}}"),
      values: new Map([
        ["Sender", "Ada"],
        ["Name", "unused"],
      ]),
    });
    expect(rowsOf(upload.csv)).toEqual([
      ["Email", "Name", "Due"],
      ["a@b.co", "Ann", "03/04/2026"],
      ["b@b.co", "Bo", "31/12/2026"],
    ]);
    expect(upload).toMatchObject({
      recipient_template: "Email",
      variables: { Sender: "Ada" },
      date_orders: { Due: "dmy" },
      rows: [{ line: 2 }, { line: 3 }],
      rows_left_out: 0,
    });
    expect(JSON.stringify(upload)).not.toMatch(/Secret|s1|unused/);
  });

  it("has no lines of a list that was pasted: no file has them", () => {
    const pasted: List = { ...list, source: { kind: "paste", name: "Pasted table" } };
    const { upload } = sent(pasted, { variables: variablesOf("{{Vorname}}") });
    expect(upload.rows).toEqual([{ line: null }, { line: null }]);
  });

  it("keeps only the positions of people who were skipped by hand", () => {
    const skipped = applyChange(applyChange(list, { type: "skip", ids: [1], as: "by_hand" }), {
      type: "skip",
      ids: [2],
      as: "already_received",
    });
    const { upload } = sent(skipped, { variables: variablesOf("{{Vorname}}") });
    expect(rowsOf(upload.csv).slice(1)).toEqual([
      ["", ""],
      ["b@b.co", "Bo"],
    ]);
    expect(upload.rows).toEqual([
      { line: 2, skip: "by_hand" },
      { line: 3, skip: "already_received" },
    ]);
  });

  it("leaves blank those on the list of people you don't email", () => {
    const copied = applyChange(list, { type: "copies", field: "cc", header: "Secret" });
    const sending = { variables: variablesOf("{{Vorname}}"), suppressed: new Set(["a@b.co"]) };
    const { upload } = sent(copied, sending);
    expect(rowsOf(upload.csv).slice(1)).toEqual([
      ["", "", ""],
      ["b@b.co", "Bo", "s2"],
    ]);
    expect(upload.rows).toEqual([{ line: 2, skip: "suppressed" }, { line: 3 }]);
    const byHand = applyChange(copied, { type: "skip", ids: [1], as: "by_hand" });
    expect(sent(byHand, sending).upload.rows[0]).toEqual({ line: 2, skip: "by_hand" });
  });

  it("keeps no copies of those who were skipped by hand", () => {
    const copied = applyChange(list, { type: "copies", field: "cc", header: "Secret" });
    const { upload } = sent(applyChange(copied, { type: "skip", ids: [1], as: "by_hand" }), {
      variables: [],
    });
    expect(rowsOf(upload.csv)).toEqual([
      ["Email", "Cc"],
      ["", ""],
      ["b@b.co", "s2"],
    ]);
  });

  it("has a blank record for someone who was skipped in a list of addresses", () => {
    const three = applyChange(addresses("a@b.co b@b.co c@b.co"), {
      type: "skip",
      ids: [1, 3],
      as: "by_hand",
    });
    expect(rowsOf(sent(three, { variables: [] }).upload.csv)).toEqual([
      ["Email"],
      [""],
      ["b@b.co"],
      [""],
    ]);
    expectSame(three, { variables: [] });
  });

  it("ends at the limit, and counts the rest", () => {
    const { upload } = sent({ ...list, beyond: 3 }, { variables: [], limit: 1 });
    expect(rowsOf(upload.csv)).toHaveLength(2);
    expect(upload).toMatchObject({ rows: [{ line: 2 }], rows_left_out: 4 });
  });

  it("names the rows that are sent although they share a mailbox", () => {
    const text = "Email,Name\na@b.co,Ann\na@b.co,Bo\na@b.co,Ann\na@b.co,Cy";
    const kept = (repeats: Repeats, change = (same: List) => same) => {
      const { upload } = sent(change(applyChange(listOfText(text), { type: "repeats", repeats })), {
        variables: variablesOf("{{Name}}"),
      });
      return upload.rows.map(({ keep = false }) => keep);
    };
    expect(kept("ask")).toEqual([false, false, false, false]);
    expect(kept("first")).toEqual([false, false, false, false]);
    expect(kept("each")).toEqual([false, true, false, true]);
    const one = (list: List) => applyChange(list, { type: "repeat", id: 4, isKept: true });
    expect(kept("ask", one)).toEqual([false, false, false, true]);
  });

  it.each([
    ["{{Email}}", "Email address"],
    ["{{email}}", "Email address"],
    ["{{Email|sticky}}{{E-Mail}}", "Email address"],
    ["{{Email}}{{Email address}}", "Email address 2"],
    ["{{Name}}", "Email"],
  ])(
    "of %s has the addresses under a header that matches no placeholder, however it gets its value",
    (body, header) => {
      const variables = variablesOf(body);
      const values = new Map(variables.map(({ name }) => [name, "office@b.co"]));
      const same = new Map(variables.map(({ name }) => [name, "same" as const]));
      const forAll = applyChange(listOfText("Email\na@b.co"), { type: "feed", feeds: same });
      const { upload, server } = sent(forAll, { variables, values });
      expect(upload.recipient_template).toBe(header);
      expect(server.rows[0]).toMatchObject({
        address: "a@b.co",
        values: variables.map(() => "office@b.co"),
      });
    },
  );

  it("keeps names that every object has, through JSON too", () => {
    const variables = variablesOf("{{__proto__|date}}{{constructor}}{{toString}}");
    const same = new Map<string, Feed>([["__proto__", "same"]]);
    const values = new Map([["__proto__", "03/04/2026"]]);
    const own = applyChange(listOfText("Email,constructor,toString,__proto__\na@b.co,c,s,p"), {
      type: "feed",
      feeds: same,
    });
    const { server } = sent(
      applyChange(own, { type: "dates", header: "__proto__", order: "dmy" }),
      {
        variables,
        values,
      },
    );
    expect(server.rows[0]).toMatchObject({ values: ["03/04/2026", "c", "s"], verdict: "ready" });
    expect([...server.dateOrders]).toEqual([["__proto__", "dmy"]]);
  });

  it("is the same text each time", () => {
    expect(sent(list, { variables: [] }).upload).toEqual(
      sent(structuredClone(list), { variables: [] }).upload,
    );
  });
});

describe("the server refuses an upload", () => {
  const rows = (count: number) => Array.from({ length: count }, (): ListRow => ({ line: null }));
  const read = (text: string | Uint8Array, count: number, recipient = "Email") =>
    listOfUpload({
      content: typeof text === "string" ? new TextEncoder().encode(text) : text,
      recipient_template: recipient,
      rows: rows(count),
      rows_left_out: 0,
      variables: {},
      date_orders: {},
    });

  it.each<[string, string | Uint8Array, number, string, string]>([
    [
      "with an entry too few",
      "Email\r\na@b.co\r\nb@b.co\r\n",
      1,
      "invalid_input",
      '"rows" must have one entry for each record of the file.',
    ],
    [
      "with an entry too many",
      "Email\r\na@b.co\r\n",
      2,
      "invalid_input",
      '"rows" must have one entry for each record of the file.',
    ],
    [
      "with no entry for a blank record",
      "Email\r\na@b.co\r\n\r\n",
      1,
      "invalid_input",
      '"rows" must have one entry for each record of the file.',
    ],
    ["without anything", "", 0, "csv_no_rows", "CSV has no data rows."],
    [
      "without the column of addresses",
      "E-Mail\r\na@b.co\r\n",
      1,
      "recipient_column_missing",
      'The file has no column "Email".',
    ],
    [
      "with a short record",
      "Email,A\r\na@b.co,1\r\nb@b.co\r\n",
      2,
      "csv_unreadable",
      "CSV Error: Record 2 has too many or too few cells.",
    ],
    [
      "with a long record",
      "Email\r\na@b.co,1\r\n",
      1,
      "csv_unreadable",
      "CSV Error: Record 1 has too many or too few cells.",
    ],
    [
      "with two columns of one name",
      "Email,A,A\r\na@b.co,1,2\r\n",
      1,
      "csv_unreadable",
      "CSV Error: Two columns have the same name.",
    ],
    [
      "in another encoding",
      new Uint8Array([0xff, 0xfe, 0x41, 0x00]),
      1,
      "csv_unreadable",
      "CSV Error: The list could not be read.",
    ],
    [
      "with too many columns",
      `Email${",x".repeat(MAX_CSV_COLUMNS)}\r\n`,
      0,
      "too_many_columns",
      "CSV Error: The list has 501 columns. At most 500 can be read. Delete the ones you don't need.",
    ],
    [
      "with more records than a list has",
      `Email\r\n${"a\r\n".repeat(MAX_LIST_ROWS + 9)}`,
      MAX_LIST_ROWS,
      "invalid_input",
      '"rows" must have one entry for each record of the file.',
    ],
  ])("%s", (_what, text, count, reason, message) => {
    expect(() => read(text, count)).toThrow(expect.objectContaining({ reason, message }));
  });

  it("but accepts one without a last line break", () => {
    expect(read("\ufeffEmail\r\na@b.co", 1).rows).toHaveLength(1);
  });

  it("and numbers the rows of one from 1", () => {
    expect(read("Email\r\na@b.co\r\nb@b.co\r\n", 2).rows.map(({ id }) => id)).toEqual([1, 2]);
  });
});

test("each row names its own files, wherever the list is sorted; a skipped row names none", () => {
  const variables = variablesOf("{{Name|text:you}}");
  const list = listOfText("Email,Name\na@b.co,A\nb@b.co,B\nc@b.co,C\nd@b.co,D");
  const [, second] = list.rows;
  const skipped = applyChange(list, { type: "skip", ids: [second?.id ?? 0], as: "by_hand" });
  const slip = (of: string) => ({ files: [{ name: `${of}.pdf`, hash: of.repeat(64) }] });
  const of = { files_of: { send: "earlier", row: 7 } };
  const files = new Map<number, RowFiles>([
    [list.rows[0]?.id ?? 0, slip("a")],
    [second?.id ?? 0, slip("b")],
    [list.rows[3]?.id ?? 0, of],
  ]);
  const sorted = { ...skipped, rows: [...skipped.rows].reverse() };
  const page = checked(sorted, variables, { values: new Map(), limit: 9 });
  const { rows } = uploadOf(sorted, page, { variables, values: new Map(), limit: 9, files });
  expect(rows.map(({ files: own, files_of }) => own ?? files_of)).toEqual([
    of.files_of,
    undefined,
    undefined,
    slip("a").files,
  ]);
});
