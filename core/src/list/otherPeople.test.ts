import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SENT_BEFORE } from "../check/skipReasons.ts";
import type { RowResult } from "../contract/sends.ts";
import { readCsv } from "../csv/readCsv.ts";
import { writeCsv } from "../csv/write.ts";
import { mayHaveEmail } from "../sends/counts.ts";
import { NOT_INCLUDED, type ShownStatus, STATUS_WORDS } from "../sends/statusWords.ts";
import { checked } from "../testing/csvCheck.ts";
import { listOf } from "../testing/lists.ts";
import { applyChange, type ListChange } from "./change.ts";
import { rowsOfSharedMailboxes } from "./inOthers.ts";
import { excludedCount, filledList, type List, mayBeReached, textIn } from "./list.ts";
import { skippedCopies } from "./otherCopies.ts";
import { type OtherPeople, peopleElsewhereIn, peopleIn, type RawRows } from "./otherPeople.ts";
import { RESULT_HEADERS } from "./resultFile.ts";
import { withResults } from "./results.ts";
import { uploadOf } from "./upload.ts";

const rawOf = (text: string): RawRows =>
  readCsv(text, { noHeaders: true }).rows.map(({ cells }) => cells);
const people = listOf("Email,Name\nann@x.org,Ann\nBO@x.org,Bo\ncy@x.org,Cy\ndi@x.org,Di\n");

/** A list without the people of another one, which is a text for each of its sheets. */
function without(list: List, ...sheets: string[]): List {
  const found = peopleIn(sheets.map(rawOf), list.columns);
  if (found === null) throw new Error("No one is in the other list.");
  const { notReached: _, unreadable: __, ...others } = found;
  return applyChange(list, { type: "skipOthers", others: { ...others, files: ["others.csv"] } });
}
const names = (list: List) => filledList(list).rows.map((row) => textIn(list, row, "Name"));
const openOthers = (list: List) => rowsOfSharedMailboxes(list).unclear;
const sharedOthers = (list: List) => rowsOfSharedMailboxes(list).different;
/** The mailboxes of those who aren't to get the email. */
const skippedIn = (found: OtherPeople | null) =>
  [...(found?.people ?? [])].flatMap(([mailbox, all]) => (all.some(mayBeReached) ? mailbox : []));
const named = (list: List, rows: readonly List["rows"][number][]) =>
  rows.map((row) => textIn(list, row, "Name"));

describe("another list", () => {
  it.each<[string, string[]]>([
    ["a column of addresses", ["E-Mail,X\nbo@X.ORG,1\nCy <cy@x.org>,2\n"]],
    ["a first line that is a person", ["bo@x.org,Bo\ncy@x.org,Cy\n"]],
    ["two columns of addresses", ["Mother,Father\nbo@x.org,cy@x.org\n"]],
    ["two sheets", ["Email\nbo@x.org\n", "Notes\nhello\ncy@x.org\n"]],
    [
      "lines above and below the table",
      ["Please no more email\nEmail,X\nbo@x.org,1\n,\nand cy@x.org\n"],
    ],
    ["several addresses in a cell", ["Email\nbo@x.org; cy@x.org\n"]],
    ["addresses with one obvious mistake", ["Email\n<bo@x.org.>\n cy@x .org\ncy @x.org\n"]],
    ["two columns with one name", ["Email,Email\nbo@x.org,cy@x.org\n"]],
    [
      "addresses that are joined to other text",
      ["Mail\nE-Mail:bo@x.org\nhttps://y.org/?out=cy@x.org\n"],
    ],
    ["two addresses without a space between them", ["Mail\nbo@x.org/cy@x.org\n"]],
    ["a wide @", ["Mail\nbo＠x.org\ncy＠x．org\n"]],
    [
      "titles above it",
      ["Please don't write to\n2026,May,\nNo,Email,Name\n1,bo@x.org,Bo\n2,cy@x.org,Cy\n"],
    ],
  ])("is read wholly: %s", (_what, sheets) => {
    expect(names(without(people, ...sheets))).toEqual(["Ann", "Di"]);
  });

  it("without any address is refused, and texts that look like one are named", () => {
    expect(peopleIn([rawOf("Name\nAnn\n")], people.columns)).toBeNull();
    const found = peopleIn([rawOf("Email\nann@x.org\nbo@@x.org\n")], people.columns);
    expect(found?.unreadable).toEqual(["bo@@x.org"]);
  });

  it("of results names no text of someone who didn't get the email", () => {
    const results = [
      "Name,Recipient,Status,Time,Details",
      "Ann,ann@@x.org,Failed,,",
      "Bo,bo@x.org,Sent,,",
      "Cy,cy@@x.org,Sent,,",
      "Di,di at x dot org,Canceled,,",
    ];
    const found = peopleIn([rawOf(`${results.join("\n")}\n`)], people.columns);
    expect(found).toMatchObject({ unreadable: ["cy@@x.org"], notReached: 2 });
    const none = peopleIn([rawOf(`${results.slice(0, 2).join("\n")}\n`)], people.columns);
    expect(none).toMatchObject({ unreadable: [], notReached: 1 });
    expect(skippedIn(none)).toEqual([]);
  });

  it.each(["Instagram @", "@", "Handle (@name)", "X/@name"])(
    "takes no header for an address: %s",
    (header) => {
      const family = listOf("Email,Name\nfam@x.org,Mia\nfam@x.org,Ben\n");
      const other = `Email,Name,${header}\nfam@x.org,Mia,@mia\n`;
      expect(peopleIn([rawOf(other)], family.columns)).toMatchObject({ unreadable: ["@mia"] });
      expect(named(family, openOthers(without(family, other)))).toEqual(["Ben"]);
    },
  );

  it.each(["ann@x.org", "cy @x.org", "ann@", "ann@@x.org", "ann@ x"])(
    "has no headers if its first row has %s",
    (text) => {
      const found = peopleIn([rawOf(`${text},Ann\nbo@x.org,Bo\n`)], people.columns);
      expect([...skippedIn(found), ...(found?.unreadable ?? [])]).toHaveLength(2);
    },
  );

  it.each(["ann(at)x.org", "ann [at] x.org", "ann at x dot org", "ann%40x.org"])(
    "names an address that hides its @: %s",
    (text) => {
      const found = peopleIn([rawOf(`Email,Name\n${text},Ann\nbo@x.org,Bo\n`)], people.columns);
      expect(found?.unreadable).toEqual([text]);
      expect(skippedIn(found)).toEqual(["bo@x.org"]);
    },
  );

  it("takes out a row whose address is corrected to one of its people, until all rows are included", () => {
    const others = without(people, "Email\nzoe@x.org\nann@x.org\n");
    const rename = (cell: string): ListChange => ({
      type: "cells",
      cells: [{ id: 3, header: "Email", cell }],
    });
    expect(names(applyChange(others, rename("ZOE@x.org")))).toEqual(["Bo", "Di"]);
    expect(names(applyChange(others, rename("zoe@x.co")))).toEqual(["Bo", "Cy", "Di"]);
    const pasted: ListChange = {
      type: "paste",
      id: 3,
      header: "Email",
      block: [["zoe@x.org"]],
      limit: 9,
    };
    expect(names(applyChange(others, pasted))).toEqual(["Bo", "Di"]);
    const all = applyChange(others, { type: "include" });
    expect(all).toEqual(people);
    expect(names(applyChange(all, rename("zoe@x.org")))).toEqual(["Ann", "Bo", "Cy", "Di"]);
  });

  it("decides again who is skipped when the addresses are in another column", () => {
    const list = listOf("Email,Parent,Name\nann@x.org,zoe@x.org,Ann\nbo@x.org,yan@x.org,Bo\n");
    const others = without(list, "Email\nzoe@x.org\nbo@x.org\n");
    expect(names(others)).toEqual(["Ann"]);
    const parents = applyChange(others, { type: "address", header: "Parent" });
    expect(names(parents)).toEqual(["Bo"]);
    expect(names(applyChange(parents, { type: "address", header: "Email" }))).toEqual(["Ann"]);
    // After a reload, too: the part that a draft keeps knows all addresses of the list.
    const reloaded = others.elsewhere && {
      ...others,
      elsewhere: peopleElsewhereIn(others.elsewhere, others, ""),
    };
    expect(reloaded && names(applyChange(reloaded, { type: "address", header: "Parent" }))).toEqual(
      ["Bo"],
    );
  });

  it("keeps its people out of Cc and Bcc, in the check, in the request and by column or for everyone", () => {
    const list = listOf(
      "Email,Name,Father\nann@x.org,Ann,Fa <fa@x.org>; ok@x.org\nbo@x.org,Bo,fa@x.org\n",
    );
    const fed = applyChange(list, { type: "copies", field: "cc", header: "Father" });
    const others = without(fed, "Email\nFA@x.org\nbcc@x.org\n");
    expect(names(others)).toEqual(["Ann", "Bo"]);
    const copies = { cc: "", bcc: "bcc@x.org, other@x.org" };
    const check = checked(others, "Hi", { copies });
    const addresses = check.rows.map(({ copies: found }) => [
      found?.cc.map(({ address }) => address),
      found?.bcc.map(({ address }) => address),
    ]);
    expect(addresses).toEqual([
      [["ok@x.org"], ["other@x.org"]],
      [[], ["other@x.org"]],
    ]);
    const { csv } = uploadOf(others, check, { variables: [], values: new Map(), limit: 9 });
    expect(csv).not.toMatch(/fa@x/i);
    expect(skippedCopies(others, copies.bcc)).toEqual(["fa@x.org", "bcc@x.org"]);
    // Those of rows that aren't sent would get none anyway.
    const leftOf = (ids: number[]) =>
      skippedCopies(applyChange(others, { type: "filter", ids }), "");
    expect([leftOf([2]), leftOf([1, 2])]).toEqual([["fa@x.org"], []]);
  });
});

describe("people who share a mailbox with someone in another list", () => {
  const family = listOf(
    "Email,Name,City\nfam@x.org,Mia,Oslo\nfam@x.org,Ben,Oslo\nann@x.org,Ann,Rome\n",
  );
  const results = (mia: string, ben: string) =>
    `Email,Name,City,Recipient,Status,Time,Details\nfam@x.org,Mia,Oslo,fam@x.org,${mia},,\nfam@x.org,Ben,Oslo,fam@x.org,${ben},,\n`;

  it.each<[string, string, string[]]>([
    ["Sent", "Failed", ["Ben", "Ann"]],
    ["Failed", "Unconfirmed", ["Mia", "Ann"]],
    ["Sent", "Sent", ["Ann"]],
    ["Failed", "Skipped", ["Mia", "Ben", "Ann"]],
  ])("are told apart by their names in results (%s, %s)", (mia, ben, expected) => {
    const list = without(family, results(mia, ben));
    expect(names(list)).toEqual(expected);
    expect(openOthers(list)).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ["Sent", "Sent", []],
    ["Sent", "Failed", ["2", "3"]],
    ["Failed", "Sent", ["1", "3"]],
  ])("who are in it twice have it if all before them have (%s, %s)", (first, other, expected) => {
    const list = listOf("Email,Name,No\nfam@x.org,Mia,1\nfam@x.org,Mia,2\nfam@x.org,Mia,3\n");
    const line = (no: number, status: string, details = "") =>
      `fam@x.org,Mia,${no},fam@x.org,${status},,${details}\n`;
    const file = `Email,Name,No,Recipient,Status,Time,Details\n${line(1, first)}${line(2, other)}${line(3, "Skipped", "Duplicate of row 1")}`;
    const left = without(list, file);
    expect(filledList(left).rows.map((row) => textIn(left, row, "No"))).toEqual(expected);
    expect(openOthers(left)).toEqual([]);
  });

  it("aren't skipped for a sibling who got it, and the page can name them", () => {
    const only = without(family, "Name,Recipient,Status,Details\nMia,fam@x.org,Sent,\n");
    expect(names(only)).toEqual(["Ben", "Ann"]);
    expect(named(only, sharedOthers(only))).toEqual(["Ben"]);
    const [ben] = sharedOthers(only);
    const skipped = applyChange(only, { type: "inOther", ids: [ben?.id ?? 0], isIn: true });
    expect(names(skipped)).toEqual(["Ann"]);
    expect(sharedOthers(skipped)).toEqual([]);
  });

  it.each<[string, string]>([
    ["has nothing to compare", "Email\nfam@x.org\n"],
    ["names only one of them as people not to write to", "Email,Name\nfam@x.org,Mia\n"],
    [
      "is the same for both in every other column",
      "Recipient,Status,Details,City\nfam@x.org,Sent,,Oslo\n",
    ],
  ])("are skipped and asked about if the other list %s", (_what, text) => {
    const list = without(family, text);
    expect(names(list)).toEqual(["Ann"]);
    const open = openOthers(list);
    expect(named(list, open)).toContain("Ben");
    const included = applyChange(list, {
      type: "inOther",
      ids: open.map(({ id }) => id),
      isIn: false,
    });
    expect(names(included)).toEqual([...named(list, open), "Ann"]);
    expect(openOthers(included)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["one", "Email,Name\nfam@x.org,Ben\n", ""],
    ["two", "Email,Name\nfam@x.org,Ben\n", "fam@x.org,Zoe,fam@x.org,Sent,,\n"],
    ["one, by a pupil's name", "Email,Pupil\nfam@x.org,Ben\n", ""],
  ])(
    "are skipped and asked about if the other list has only siblings of theirs: %s",
    (_, own, more) => {
      const ben = listOf(own);
      const who = ben.columns[1] ?? "";
      const other = `Email,${who},Recipient,Status,Time,Details\nfam@x.org,Ann,fam@x.org,Sent,,\n${more}`;
      expect(openOthers(without(ben, other))).toHaveLength(1);
      expect(openOthers(without(ben, `Email,${who}\nfam@x.org,Ann\n`))).toHaveLength(1);
      expect(openOthers(without(ben, other.replaceAll("Ann", "ben")))).toEqual([]);
    },
  );

  it.each<[string, string[], string[]]>([
    ["No", ["1", "2"], ["1", "3"]],
    ["No,Sum", ["1,10", "2,20"], ["1,10", "3,20"]],
    ["First,Last", ["Mia,Berg", "Ben,Berg"], ["Mia,Berg", "Zoe,Bergmann"]],
  ])("are asked about by row, however many others have the email: %s", (headers, ours, theirs) => {
    const list = listOf(`Email,${headers}\n${ours.map((row) => `fam@x.org,${row}\n`).join("")}`);
    const results = theirs.map((row) => `fam@x.org,${row},fam@x.org,Sent,,\n`).join("");
    const left = without(list, `Email,${headers},Recipient,Status,Time,Details\n${results}`);
    expect(openOthers(left).map(({ line }) => line)).toEqual([3]);
  });

  it("are told apart by a name that is written the other way round", () => {
    const two = listOf("Email,Name\nfam@x.org,Ann Good\nfam@x.org,Ben Good\n");
    const list = without(
      two,
      'Email,Name,Recipient,Status,Time,Details\nfam@x.org,"Good, Ann",fam@x.org,Sent,,\n',
    );
    expect(names(list)).toEqual(["Ben Good"]);
  });

  it("are asked about if they're too many to compare", () => {
    const lines = (who: string) => Array.from({ length: 300 }, (_, n) => `fam@x.org,${who} ${n}\n`);
    const list = without(
      listOf(`Email,Name\n${lines("Ann").join("")}`),
      `Email,Name\n${lines("Ben").join("")}`,
    );
    expect(openOthers(list)).toHaveLength(300);
  });

  it("aren't asked about if it's one person in the results of a send and of its repetition", () => {
    const ben = listOf("Email,Name\nfam@x.org,Ben\n");
    const of = (status: string) =>
      `Email,Name,Recipient,Status,Time,Details\nfam@x.org,Ben,fam@x.org,${status},,\n`;
    const list = without(ben, of("Failed"), of("Sent"));
    expect([names(list), openOthers(list)]).toEqual([[], []]);
  });

  it("are told apart although only one of them is in this list", () => {
    const ben = listOf("Email,Name\nfam@x.org,Ben\n");
    expect(names(without(ben, results("Sent", "Failed")))).toEqual(["Ben"]);
    expect(names(without(ben, results("Failed", "Sent")))).toEqual([]);
  });
});

describe("who is skipped", () => {
  const HEADERS = "Email,Name,City,Recipient,Status,Time,Details";
  const line = (who: string, status: string) => `${who},${who.split(",")[0]},${status},,\n`;
  const resultsOf = (...lines: string[]) => `${HEADERS}\n${lines.join("")}`;
  const MIA = "fam@x.org,Mia,Oslo";
  const BEN = "fam@x.org,Ben,Oslo";
  /** The other lists, in any of which someone may be. */
  const OTHERS = [
    "Email\nann@x.org\n",
    "Email,Name\nfam@x.org,Mia\n",
    resultsOf(line("ann@x.org,Ann,Rome", "Failed"), line(MIA, "Sent")),
    resultsOf(line(MIA, "Failed"), line(BEN, "Sent")),
    resultsOf(line(BEN, "Skipped"), line("bo@x.org,Bo,Rome", "Unconfirmed")),
    resultsOf(line("bo@x.org,Bob,Rome", "Canceled"), line("cy@x.org,Cy,Rome", "Sending")),
    "Recipient,Status,Time,Details\nfam@x.org,Sent,,\nfam@x.org,Failed,,\ncy@x.org,Failed,,\n",
  ];
  const listWith = (rows: readonly string[]) => listOf(`Email,Name,City\n${rows.join("\n")}\n`);
  const outcome = (list: List) => {
    const [open, different] = [openOthers(list), sharedOthers(list)];
    const rows = list.rows.map((row) => [
      row.cells.join(),
      row.excluded,
      open.includes(row),
      different.includes(row),
    ]);
    return { rows, copies: skippedCopies(list, "ann@x.org, fam@x.org") };
  };
  const edit = (id: number, header: string, cell: string): ListChange => ({
    type: "cells",
    cells: [{ id, header, cell }],
  });

  it.each<[string, string[], ListChange, string]>([
    [
      "the address of someone who then failed",
      ["old@x.org,Ann,Rome"],
      edit(1, "Email", "ann@x.org"),
      "",
    ],
    [
      "the name of someone who got it",
      ["fam@x.org,Ben,Oslo", "fam@x.org,Eve,Oslo"],
      edit(1, "Name", "Mia"),
      "Eve",
    ],
  ])("follows an edit after the comparison: %s", (_, rows, change, left) => {
    const [ann = "", , annFailed = ""] = OTHERS;
    const edited = applyChange(without(listWith(rows), ann, annFailed), change);
    expect(names(without(edited, annFailed)).join()).toBe(left);
    expect(names(edited).join()).toBe(left);
  });

  it("depends on the rows as they are now and on the lists compared, not on the order of edits, comparisons and undos", () => {
    const event = fc.oneof(
      fc.record({ compare: fc.nat(OTHERS.length - 1) }),
      fc.record({
        id: fc.integer({ min: 1, max: 4 }),
        header: fc.constant("Email"),
        cell: fc.constantFrom(
          "ann@x.org",
          "BO@x.org",
          "cy@x.org",
          "fam@x.org",
          "zoe@x.org",
          "bo@x.org, ann@x.org",
        ),
      }),
      fc.record({
        id: fc.integer({ min: 1, max: 4 }),
        header: fc.constantFrom("Name", "City"),
        cell: fc.constantFrom("Ann", "Mia", "Ben", "Bo", "Oslo", ""),
      }),
      fc.record({ deleted: fc.integer({ min: 1, max: 4 }) }),
      fc.constant("undo" as const),
    );
    void fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.boolean(), (events, isOneEmail) => {
        const several: ListChange = { type: "several", columns: ["Email"], as: "cc" };
        const listNow = (rows: readonly string[]) =>
          isOneEmail ? applyChange(listWith(rows), several) : listWith(rows);
        let list = listNow(["ann@x.org,Ann,Rome", MIA, BEN, "zoe@x.org,Zoe,Rome"]);
        let compared: readonly string[] = [];
        const steps = [{ list, compared }];
        for (const one of events) {
          if (one === "undo") {
            if (steps.length > 1) steps.pop();
            ({ list, compared } = steps.at(-1) ?? { list, compared });
            continue;
          }
          if ("compare" in one) {
            const other = OTHERS[one.compare] ?? "";
            list = without(list, other);
            compared = [...compared, other];
          } else if ("deleted" in one)
            list = applyChange(list, { type: "delete", ids: [one.deleted] });
          else list = applyChange(list, edit(one.id, one.header, one.cell));
          steps.push({ list, compared });
        }
        const now = listNow(list.rows.map(({ cells }) => cells.map((cell) => `"${cell}"`).join()));
        const asOne = OTHERS.filter((other) => compared.includes(other)).reduce(
          (one, other) => without(one, other),
          now,
        );
        expect(outcome(list)).toEqual(outcome(asOne));
      }),
      { numRuns: 300 },
    );
  });
});

describe("results", () => {
  const statuses = Object.keys(STATUS_WORDS) as ShownStatus[];
  const result = (row: number, recipient: string, shown: ShownStatus, reason = ""): RowResult => ({
    row,
    line: row + 1,
    recipient,
    status: shown === "cancelled" ? "skipped" : shown,
    reason,
    ...(shown === "cancelled" && { cancelled: true }),
  });
  const { recipient, status, time, details } = RESULT_HEADERS;
  const words = {
    headers: [recipient, status, time, details],
    cellsOf: (one: RowResult) => [
      one.recipient,
      STATUS_WORDS[one.cancelled ? "cancelled" : one.status],
      "",
      one.reason,
    ],
    notIncluded: ["", NOT_INCLUDED],
  };
  const own = fc.constantFrom(
    "Status",
    "Recipient",
    "Details",
    "Time",
    "status",
    "Status of the send",
    "Paid",
    "Name",
  );
  const value = fc.constantFrom(
    "Sent",
    "Failed",
    "active",
    "",
    "=1+1",
    "'x",
    "'=x",
    "-5",
    "second@x.org",
  );
  const list = fc.tuple(
    fc.uniqueArray(own, { maxLength: 4 }),
    fc.array(value, { minLength: 16, maxLength: 16 }),
  );

  it("are recognized beside any columns of one's own, also as results of results, and every status counts as it does", () => {
    const row = fc.tuple(fc.constantFrom(...statuses), fc.boolean());
    void fc.assert(
      fc.property(
        list,
        fc.array(row, { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        ([headers, cells], rows, isTwice) => {
          const table = rows.map((_, n) => [
            `p${n}@x.org`,
            ...headers.map((_h, at) => cells[4 * at + n] ?? ""),
          ]);
          let before = listOf(writeCsv(["Email", ...headers], table));
          if (isTwice) {
            const all = rows.map((_, n) => result(n + 1, `p${n}@x.org`, "sent"));
            const first = withResults(before, all, true, words);
            before = {
              ...listOf(writeCsv(first.headers, first.rows)),
              mapping: { ...before.mapping, address: "Email" },
            };
          }
          const results = rows.map(([shown, isBefore], n) =>
            result(n + 1, `p${n}@x.org`, shown, isBefore && shown === "skipped" ? SENT_BEFORE : ""),
          );
          const { headers: written, rows: texts } = withResults(before, results, true, words);
          const found = peopleIn([rawOf(writeCsv(written, texts))], before.columns);
          const reached = results.filter((one) => mayHaveEmail(one) || one.reason === SENT_BEFORE);
          expect(skippedIn(found).sort()).toEqual(reached.map((one) => one.recipient).sort());
          expect(found?.notReached).toBe(4 - reached.length);
          // As a list again, its cells are what they were before we wrote them.
          const again = listOf(writeCsv(written, texts));
          expect(again.rows.map(({ cells }) => cells.slice(0, before.columns.length))).toEqual(
            before.rows.map(({ cells }) => cells),
          );
        },
      ),
    );
  });

  it("name the recipient, so that a second column of addresses is no one who got it", () => {
    const two = listOf("Email,Parent,Name\nann@x.org,zoe@x.org,Ann\n");
    const sent = withResults(two, [result(1, "ann@x.org", "sent")], true, words);
    const found = peopleIn([rawOf(writeCsv(sent.headers, sent.rows))], two.columns);
    expect(skippedIn(found)).toEqual(["ann@x.org"]);
  });

  it("of before the recipient was written are recognized, too", () => {
    expect(
      names(without(people, "Email,Status,Time,Details\nann@x.org,Sent,,\nbo@x.org,Failed,,x\n")),
    ).toEqual(["Bo", "Cy", "Di"]);
    expect(
      names(without(people, "Row/N,Line,Recipient,Status,Details,Time\n1,2,ann@x.org,Waiting,,\n")),
    ).toEqual(["Bo", "Cy", "Di"]);
  });

  it("are recognized below titles, and beside a remark that someone wrote", () => {
    const text =
      "Email,Recipient,Status,Time,Details\nann@x.org,ann@x.org,Sent,,\nbo@x.org,bo@x.org,Failed,,\n";
    expect(names(without(people, `Results of Monday\n${text}`))).toEqual(["Bo", "Cy", "Di"]);
    const remark = "cy@x.org,cy@x.org,Sent by phone,,\n";
    expect(names(without(people, text + remark))).toEqual(["Bo", "Di"]);
  });

  it.each([
    "Email,Instagram @,Recipient,Status,Time,Details\nann@x.org,@ann,ann@x.org,Failed,,\nbo@x.org,,bo@x.org,Sent,,\n",
    "Sent by @me\nRecipient,Status,Time,Details\nann@x.org,Failed,,\nbo@x.org,Sent,,\n",
    "Recipient,Status,Time,Details,Email (ann@x.org)\nann@x.org,Failed,,,\nbo@x.org,Sent,,,\n",
  ])("are recognized although a header or a title has an @: %j", (text) => {
    const found = peopleIn([rawOf(text)], people.columns);
    expect(found).toMatchObject({ notReached: 1, unreadable: [] });
    expect(skippedIn(found)).toEqual(["bo@x.org"]);
    expect(names(without(people, text))).toEqual(["Ann", "Cy", "Di"]);
  });

  it("count with the addresses above them", () => {
    const text = "cy@x.org\nRecipient,Status,Time,Details\nann@x.org,Failed,,\nbo@x.org,Sent,,\n";
    expect(names(without(people, text))).toEqual(["Ann", "Di"]);
  });

  it.each([
    "Email,Name,Status,Details\nann@x.org,Ann,Canceled,moved\nbo@x.org,Bo,Failed,\n",
    "Recipient,Status\nann@x.org,Canceled\nbo@x.org,Skipped\n",
    "Email,Status,Time,Details\nann@x.org,Canceled,9:00,\nbo@x.org,Waiting,,\n",
  ])("aren't a list of people not to write to, whose status has the same words: %j", (text) => {
    expect(names(without(people, text))).toEqual(["Cy", "Di"]);
  });

  it("aren't any list with a status of its own", () => {
    expect(names(without(people, "Email,Status\nann@x.org,Failed\n"))).toEqual(["Bo", "Cy", "Di"]);
    expect(
      excludedCount(without(people, "Email,Status,Details\nann@x.org,new,\nbo@x.org,Failed,\n")),
    ).toBe(2);
  });
});
