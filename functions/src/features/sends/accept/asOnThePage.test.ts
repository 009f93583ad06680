import type { CheckResult } from "@sendwright/core/check/types";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import { applyChange } from "@sendwright/core/list/change";
import { type CheckSettings, checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { emptyList, listOfAddresses, listOfPeople, listOfTable } from "@sendwright/core/list/read";
import { uploadOf } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { emailText, rowTexts } from "@sendwright/core/sends/content";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOfFile } from "./requestedList.ts";

const body =
  '<p>{{Name}} {{Email|fallback:}} {{Due|date}} {{At|time|fallback:}} {{Offer|dropdown:A,B}} {{Sender|sticky}}</p><p><a href="{{Link|fallback:}}">x</a></p>';
/** An email that rows with the same mailbox share. */
const joinedBody =
  "<p>Hello {{Sender|text:you}}</p><ul><li>{{#rows}}{{Name|text:}} {{Offer|text:}}{{/rows}}</li></ul><p>{{Offer|sum:0}} {{Due|text:}}</p>";
const templateOf = (text: string) => ({
  body: text,
  variables: parseTemplate({ body: text }).variables,
});
const [single, joining] = [templateOf(body), templateOf(joinedBody)];

const cell = fc.oneof(
  fc.constantFrom(
    "a@b.co",
    "A@B.co",
    "b@b.co",
    "Ann <c@b.co>",
    "a@b.co, b@b.co",
    "nobody",
    "",
    " ",
    "\n",
  ),
  fc.constantFrom(
    "01/02/2026",
    "25/12/2026",
    "12/25/2026",
    "2026-02-03",
    "9:30",
    "25:00",
    "A",
    "B",
    "1,234",
    "2.50",
    "€ 7,5",
    "€ 1.000",
    "b.co/x",
    "no link",
  ),
  fc.constantFrom(
    "x".repeat(10_001),
    'a"b',
    "two\nlines",
    "=1+1",
    " lead",
    "\u2028",
    "ü",
    "\u{1f600}",
    "__proto__",
  ),
);
const header = fc.constantFrom(
  "Email",
  "Contact",
  "Name",
  "name",
  "Due",
  "due ",
  "At",
  "Offer",
  "Sender",
  "Link",
  "Note",
);
const files = fc
  .record({
    headers: fc.uniqueArray(header, { minLength: 1, maxLength: 8 }),
    rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
  })
  .filter(({ rows }) => rows.some((row) => row.some((text) => text.trim() !== "")))
  .map(({ headers, rows }): List => {
    const table = readCsv(writeCsv(headers, rows, { formulas: "keep" }), {
      delimiter: ",",
      headerRow: 1,
    });
    return listOfTable(table, { kind: "file", name: "people.csv" });
  });
const mostly = (often: string[], seldom: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...often), weight: 12 },
    { arbitrary: fc.constantFrom(...seldom), weight: 1 },
  );
/** Few people with several rows each, most of which can be one email. */
const families = fc
  .array(
    fc.tuple(
      mostly(["a@b.co", "A@B.co", "b@b.co"], ["Ann <c@b.co>", "nobody"]),
      fc.constantFrom("Ann", "Bo", ""),
      mostly(["2.50", "10.00", "1,234", ""], ["1.000,5", "€ 7", "5 EUR", "-3", "free"]),
      mostly([""], ["01/02/2026"]),
    ),
    { minLength: 2, maxLength: 8 },
  )
  .map((rows): List => {
    const text = writeCsv(["Email", "Name", "Offer", "Due"], rows, { formulas: "keep" });
    const table = readCsv(text, { delimiter: ",", headerRow: 1 });
    return listOfTable(table, { kind: "file", name: "families.csv" });
  });
const addressLists = fc
  .array(cell, { minLength: 1, maxLength: 8 })
  .map((texts) => listOfAddresses(splitRecipients(texts.join("; ")), emptyList()));
const people = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }).map((rows) =>
  listOfPeople({
    send: "earlier",
    name: "People of “Offer”",
    isCorrection: true,
    variables: ["Name", "Email", "Due"],
    dates: new Map([["Due", "dmy"]]),
    rows: rows.map(([recipient, name, due], index) => ({
      row: index + 1,
      recipient,
      values: new Map([
        ["Name", name],
        ["Email", name],
        ["Due", due],
      ]),
    })),
  }),
);
const id = fc.integer({ min: 1, max: 8 });
const change = fc.oneof(
  fc.record({
    type: fc.constant("cells" as const),
    cells: fc.array(
      fc.record({
        id,
        header,
        cell: fc.oneof(cell, fc.constant({ text: "1 May", iso: "2026-05-01" })),
      }),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant("skip" as const),
    ids: fc.array(id, { maxLength: 2 }),
    as: fc.constantFrom("by_hand" as const, "already_received" as const),
  }),
  fc.record({ type: fc.constant("repeat" as const), id, isKept: fc.boolean() }),
  fc.record({
    type: fc.constant("repeats" as const),
    repeats: fc.constantFrom("first" as const, "each" as const),
  }),
  fc.record({ type: fc.constant("delete" as const), ids: fc.array(id, { maxLength: 1 }) }),
  fc.record({ type: fc.constant("address" as const), header }),
  fc.record({
    type: fc.constant("copies" as const),
    field: fc.constantFrom("cc" as const, "bcc" as const),
    header: fc.option(header),
  }),
  fc.record({
    type: fc.constant("feed" as const),
    feeds: fc
      .tuple(
        fc.constantFrom(...single.variables.map(({ name }) => name)),
        fc.oneof(
          fc.constantFrom("same" as const, null),
          header.map((column) => ({ column })),
        ),
      )
      .map((one) => new Map([one])),
  }),
  fc.record({
    type: fc.constant("numbers" as const),
    header: fc.constantFrom("Offer", "Note"),
    form: fc.constantFrom("point" as const, "comma" as const),
  }),
  fc.record({
    type: fc.constant("dates" as const),
    header: fc.constantFrom("Due", "due", "Note"),
    order: fc.constantFrom("dmy" as const, "mdy" as const),
  }),
);

/** By the number of each ready row: what says whether its email is the same as an earlier one. */
function contentsOf(
  { rows, dateOrders, numberForms }: CheckResult,
  template: typeof single,
): [number, string][] {
  const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
  const orders = { dateOrders, numberForms };
  const email = { subject: "", ...template, signature: "", ...orders, files: [], ...formats };
  const textOf = rowTexts(email);
  return rows.flatMap(({ n, verdict, values, further = [] }) => {
    const others = rows.filter((row) => further.includes(row.n)).map((row) => row.values);
    return verdict === "ready" ? [[n, textOf(emailText(email), values, [], others)]] : [];
  });
}

test.each([
  ["an email for each row", single],
  ["an email for all rows of a mailbox", joining],
])("the server sends a page's list as the page showed it: %s", (_what, template) => {
  const { body: text, variables } = template;
  fc.assert(
    fc.property(
      template === joining ? families : fc.oneof(files, addressLists, people),
      fc.array(change, { maxLength: 6 }),
      fc.record({ Name: cell, Due: cell, Offer: cell, Sender: cell, Email: cell, Link: cell }),
      fc.integer({ min: 1, max: 8 }),
      fc.record({
        cc: fc.constantFrom("", "a@b.co, Cy <cy@b.co>"),
        bcc: fc.constantFrom("", "boss@b.co"),
      }),
      (read, changes, given, limit, copies) => {
        const list = {
          ...changes.reduce(applyChange, read),
          repeats: read.repeats === "ask" ? ("first" as const) : read.repeats,
        };
        if (
          list.mapping.address === null ||
          !list.columns.includes(list.mapping.address) ||
          list.rows.length === 0
        )
          return;
        const values = new Map(Object.entries(given));
        const checking: CheckSettings = {
          subject: "",
          body: text,
          dateFormat: "long",
          timeFormat: "12hr",
          variables,
          values,
          limit,
          copies,
        };
        const page = checkList(list, checking);
        // Nothing is sent while the page asks.
        if (page.amounts.some(({ answer }) => answer === null)) return;
        const { csv, ...call } = uploadOf(list, page, { variables, values, limit });
        const uploaded = listOfFile(call, new TextEncoder().encode(csv), {
          placeholders: variables,
          limit,
        });
        const server = checkList(uploaded, {
          ...checking,
          values: new Map(Object.entries(call.variables)),
        });
        const shown = (result: typeof page) =>
          result.rows.map(({ id: _, notes: __, ...row }, index) =>
            list.rows[index]?.skipped === "by_hand" ? [row.n, row.line, row.reason] : row,
          );
        expect(shown(server)).toEqual(shown(page));
        const { notes: _, sentence: __, ...counts } = page.summary;
        expect(server.summary).toMatchObject(counts);
        expect(server.dateOrders).toEqual(page.dateOrders);
        // The values of skipped rows, which may contradict the others, don't travel.
        for (const [name, form] of page.numberForms)
          expect(server.numberForms.get(name)).toBe(form);
        expect(contentsOf(server, template)).toEqual(contentsOf(page, template));
      },
    ),
  );
});
