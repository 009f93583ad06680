import fc from "fast-check";
import { expect, test } from "vitest";
import { furtherRowsOf } from "../check/joinedRows.ts";
import { type CheckResult, rowValues } from "../check/types.ts";
import { compileTemplate } from "../placeholders/placeholders.ts";
import { readAddresses } from "../recipients/copies.ts";
import { addressKey, parseRecipient } from "../recipients/recipients.ts";
import { checked, formats, listOfRows } from "../testing/csvCheck.ts";
import type { List, Row, Skip } from "./list.ts";
import { listOfUpload, uploadOf } from "./upload.ts";

const MAIL = {
  subject: "{{Family}}: {{Amount|sum}}",
  body: "<p>Dear {{Family}}</p><ul><li>{{#rows}}{{Child}}: {{Amount}} {{Room|text:}}{{/rows}}</li></ul><p>{{Amount|sum}}</p>",
};
const template = compileTemplate(MAIL);
const { variables } = template;
const HEADERS = ["Email", "Family", "Child", "Amount", "Room", "Cc", "Second"];

const mailbox = fc.constantFrom("a@b.co", "A@b.co", "Ann <a@b.co>", "b@b.co", "c@b.co", "x", "");
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("1", "2.50", "3.25", "-4") },
  { weight: 1, arbitrary: fc.constantFrom("1,234", "2,5", "€ 5", "free", "") },
);
const rarely = fc.integer({ min: 0, max: 14 }).map((n) => n === 14);
const row = fc.record({
  mailbox,
  /** A family's name, which its rows usually share. */
  isOdd: rarely,
  isChildBlank: rarely,
  amount,
  room: fc.constantFrom("", "7"),
  cc: fc.constantFrom("M@b.co, n@b.co", "n@b.co; m@b.co", "Ann <m@b.co>, n@b.co", "n@b.co", "x"),
  second: fc.constantFrom("", "a@b.co", "b@b.co", "d@b.co"),
  skipped: fc.constantFrom<(Skip | null)[]>(
    null,
    null,
    null,
    null,
    null,
    "by_hand",
    "already_received",
  ),
  files: fc.constantFrom(undefined, undefined, ["one"], ["two"]),
  keepRepeat: fc.constantFrom(undefined, true, false),
  isShifted: rarely,
});
const sends = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 14 }),
  limit: fc.integer({ min: 2, max: 16 }),
  beyond: fc.constantFrom(0, 0, 0, 0, 2),
  hasCc: fc.boolean(),
  isSeveral: fc.boolean(),
  suppressed: fc.constantFrom(undefined, new Set(["b@b.co"]), new Set(["n@b.co"])),
  form: fc.constantFrom(undefined, "point" as const, "comma" as const),
});
type Sending = typeof sends extends fc.Arbitrary<infer S> ? S : never;

/** The word that only this row has. */
const childOf = (index: number) => `Child${index + 1}.`;

function listOf({ rows, beyond, hasCc, form }: Sending, isOneFamily = false): List {
  const cells = rows.map((one, index) => {
    const own = addressKey(parseRecipient(one.mailbox)?.address ?? "");
    const family = `Family ${isOneFamily ? "" : own}${one.isOdd ? index : ""}`;
    const child = one.isChildBlank ? "" : childOf(index);
    return [one.mailbox, family, child, one.amount, one.room, one.cc, one.second];
  });
  const list = listOfRows(HEADERS, cells);
  return {
    ...list,
    rows: list.rows.map((one, index): Row => {
      const { skipped = null, files, keepRepeat, isShifted } = rows[index] ?? {};
      return {
        ...one,
        skipped,
        ...(files && skipped === null && { files }),
        ...(keepRepeat !== undefined && { keepRepeat }),
        ...(isShifted && { shifted: true }),
      };
    }),
    beyond,
    mapping: {
      ...list.mapping,
      cc: hasCc ? "Cc" : null,
      numbers: new Map(form ? [["Amount", form]] : []),
    },
  };
}

/** By the number of its leading row: each email as it is sent. */
function emailsOf({ rows, dateOrders, numberForms }: CheckResult) {
  return rows.flatMap((leading) => {
    if (leading.verdict !== "ready") return [];
    const further = furtherRowsOf(rows, leading);
    const { subject, html } = template.render(rowValues(variables, leading), {
      ...formats,
      dateOrders,
      numberForms,
      further: further.map((one) => rowValues(variables, one)),
    });
    return { leading, all: [leading, ...further], text: `${subject} ${html}` };
  });
}

/** The mailboxes that a cell gives a copy. */
function peopleIn(cell: string, { hasCc, suppressed }: Sending): string[] {
  const keys = hasCc ? readAddresses(cell, "Cc").people.map((one) => addressKey(one.address)) : [];
  return keys.filter((key) => !suppressed?.has(key)).toSorted();
}

test("each row is in exactly one email or has a reason, and no value is in someone else's email", () => {
  fc.assert(
    fc.property(sends, (sending) => {
      const list = listOf(sending);
      const { limit, suppressed } = sending;
      const result = checked(list, variables, {
        ...MAIL,
        limit,
        ...(suppressed && { suppressed }),
      });
      const emails = emailsOf(result);
      const emailOf = new Map(
        emails.flatMap(({ leading, all }) => all.map(({ n }) => [n, leading.n])),
      );
      expect(emailOf.size).toBe(emails.reduce((sum, { all }) => sum + all.length, 0));
      const mailboxes = new Map<string, number>();
      for (const one of result.rows) {
        const { n, verdict, joinedTo, reason, address } = one;
        const leader = emailOf.get(n);
        expect(leader ?? "none").toBe(verdict === "skip" ? "none" : (joinedTo ?? n));
        expect(reason === "").toBe(leader !== undefined);
        const isFaulty = result.problems.some(
          ({ row: number, severity }) => number === n && severity === "error",
        );
        const isChosen = list.rows[n - 1]?.skipped !== null || /don't email/.test(reason);
        expect(verdict === "skip").toBe(isFaulty || isChosen);
        if (verdict === "skip" || address === null) continue;
        // One email for each mailbox.
        expect(mailboxes.get(addressKey(address)) ?? leader).toBe(leader);
        mailboxes.set(addressKey(address), leader ?? 0);
      }
      for (const { leading, all, text } of emails) {
        const numbers = new Set(all.map(({ n }) => n));
        for (const { n } of result.rows) expect(text.includes(childOf(n - 1))).toBe(numbers.has(n));
        const key = addressKey(leading.address ?? "");
        // A text and a copy for all of them are each one's own.
        const cells = all.map(({ n }) => list.rows[n - 1]?.cells ?? []);
        expect(new Set(cells.map(([, family]) => family)).size).toBe(1);
        const copied = (leading.copies?.cc ?? []).map((one) => addressKey(one.address)).toSorted();
        for (const [, , , , , cc] of cells) expect(copied).toEqual(peopleIn(`${cc}`, sending));
        // A group goes whole: no row of its mailbox that isn't skipped is missing, here or above.
        const open = list.rows.flatMap(({ id, skipped, cells }) =>
          skipped === null && addressKey(parseRecipient(`${cells[0]}`)?.address ?? "") === key
            ? id
            : [],
        );
        expect([...numbers]).toEqual(open);
      }
      const { total, ready, joined, skipped, duplicates } = result.summary;
      expect(ready + joined + skipped + duplicates).toBe(total);
      expect([ready, ready + joined, duplicates]).toEqual([emails.length, emailOf.size, 0]);
      expect(result.repeats).toBeNull();
      if (sending.beyond > 0) expect(ready).toBe(0);
    }),
  );
});

test("the server makes the same emails of an upload, with the same reasons and sums", () => {
  fc.assert(
    fc.property(sends, (sending) => {
      const { limit, suppressed, isSeveral } = sending;
      const several = { columns: ["Email", "Second"], as: "cc" } as const;
      const list = { ...listOf(sending, isSeveral), ...(isSeveral && { several }) };
      const more = { ...MAIL, limit, ...(suppressed && { suppressed }) };
      const page = checked(list, variables, more);
      // The page doesn't send before this is answered.
      if (page.amounts.some(({ answer }) => answer === null)) return;
      const writing = { variables, values: new Map<string, string>(), limit };
      const { csv, ...upload } = uploadOf(list, page, writing);
      const traveled: typeof upload = JSON.parse(JSON.stringify(upload));
      const read = listOfUpload({ ...traveled, content: new TextEncoder().encode(csv) });
      const server = checked(read, variables, more);
      const shown = ({ rows }: CheckResult) =>
        rows.map(({ n, verdict, joinedTo, further, reason, above, copies }) => [
          ...[n, verdict, joinedTo, further, reason, above, copies],
        ]);
      expect(shown(server)).toEqual(shown(page));
      expect(server.summary.sentence).toBe(page.summary.sentence);
      const emails = (result: CheckResult) =>
        emailsOf(result).map(({ leading: { n, name, notes }, text }) => [
          // Notes about a row's other addresses are for the page.
          ...[n, name, isSeveral ? [] : notes, text],
        ]);
      expect(emails(server)).toEqual(emails(page));
    }),
  );
});

test("an earlier page, which doesn't know rows above the limit by their emails, sends none", () => {
  const rows = ["a@b.co", "b@b.co", "a@b.co"].map((to, index) => [
    to,
    "F",
    childOf(index),
    "1",
    "",
  ]);
  const list = listOfRows(HEADERS, rows);
  const page = checked(list, variables, { ...MAIL, limit: 2 });
  const writing = { variables, values: new Map<string, string>(), limit: 2 };
  const { csv, number_forms: _, ...upload } = uploadOf(list, page, writing);
  const read = listOfUpload({ ...upload, content: new TextEncoder().encode(csv) });
  const server = checked(read, variables, { ...MAIL, limit: 2 });
  expect([page.summary.ready, server.summary.ready]).toEqual([1, 0]);
  expect(page.rows[0]?.reason).toBe(
    "This email may be incomplete, because row 3 is above the limit. Send the list in parts, with all rows of a person in the same part.",
  );
});
