import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeCsv } from "@sendwright/core/csv/write";
import {
  cellText,
  excludedCount,
  filledList,
  mayBeReached,
  textIn,
  withoutExcluded,
} from "@sendwright/core/list/list";
import { sortBy } from "@sendwright/core/list/sort";
import { ownCells } from "@sendwright/core/list/splitRows";
import { addressKey } from "@sendwright/core/recipients/recipients";
import { describe, expect, it, test } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { checkSentence } from "../check/findings.ts";
import { aCheck } from "../factories.ts";
import { filterCounts, rowViews } from "../table/rowView.ts";
import { excludedMessage } from "../table/SortAndFilter.tsx";
import {
  DECISIONS,
  type Decision,
  decided,
  listOf,
  OF_CHANGE,
  OF_LIST,
  OF_ROW,
  OTHER,
  read,
  rowOf,
  step,
  TEXT,
} from "./decisionsTesting.ts";
import { filesSeen, SEEN_FILES } from "./filesTesting.ts";
import { type SendFormAction, sendForm } from "./formActions.ts";
import { readDraft, writeDraft } from "./sendDraft.ts";
import { EMPTY_FORM, type SendForm } from "./sendForm.ts";
import { unsentPart } from "./unsentPart.ts";

/**
 * What an event does to a decision that doesn't stay: it goes, because it was about something that
 * isn't there any more; or it is made again about the people there now, and is then seen as this.
 */
type Rule = "gone" | { again: unknown };

const SEEN: Record<Decision, (form: SendForm) => unknown> = {
  address: (form) => listOf(form).mapping.address,
  Cc: (form) => listOf(form).mapping.cc,
  Bcc: (form) => listOf(form).mapping.bcc,
  "placeholder columns": (form) => listOf(form).mapping.values.get("First"),
  "date orders": (form) => listOf(form).mapping.dates.get("Due"),
  "number forms": (form) => listOf(form).mapping.numbers.get("Due"),
  "as typed": (form) => listOf(form).asTyped,
  "several addresses": (form) => [
    listOf(form).several,
    listOf(form).rows.filter((row) => textIn(listOf(form), row, "Name") === "Two").length,
  ],
  repeats: (form) => listOf(form).repeats,
  "one repeat": (form) => rowOf(form, "Ben")?.keepRepeat,
  belonging: (form) => listOf(form).belongs,
  skips: (form) => rowOf(form, "Bad")?.skipped,
  "has the email": (form) => rowOf(form, "Got")?.skipped,
  filters: (form) => [listOf(form).filters, rowOf(form, "Ann")?.excluded],
  "other lists": (form) => [listOf(form).elsewhere?.files, rowOf(form, "Zoe")?.excluded],
  "shared address": (form) => rowOf(form, "mia@x.org")?.inOther,
  order: (form) => listOf(form).sorted,
  "corrected cells": (form) => rowOf(form, "Maria") !== undefined,
  "added columns": (form) => {
    const ben = rowOf(form, "Ben");
    return [listOf(form).added, ben && textIn(listOf(form), ben, "Place")];
  },
  "typed rows": (form) => listOf(form).rows.some(({ cells }) => cellText(cells[0]) === "new@x.org"),
  "deleted rows": (form) => rowOf(form, "Del")?.skipped,
  "shifted row": (form) => rowOf(form, "Sft")?.keepShifted,
  "shifted file": (form) => listOf(form).keepShifted,
  files: (form) => filesSeen(listOf(form)),
};

const draftOf = (form: SendForm) => {
  const kept = readDraft("bulk", JSON.parse(JSON.stringify(writeDraft({ form, files: [] }))));
  if (kept === null) throw new Error("The draft can't be read.");
  return kept.form;
};
const corrected = (form: SendForm) => {
  const list = listOf(form);
  return writeCsv(
    list.columns,
    list.rows.map((row) => ownCells(list, row)),
  );
};

/** The form after the rows on the screen were written over. */
const pastedOver = (form: SendForm, change: (rows: string[][]) => string[][]) => {
  const list = listOf(form);
  const rows = filledList(list).rows;
  const ids = rows.map(({ id }) => id);
  const block = change(rows.map(({ cells }) => list.columns.map((_, at) => cellText(cells[at]))));
  const [id = 0] = ids;
  return sendForm(form, step({ type: "paste", id, header: "Pupil", block, limit: 99, ids }));
};

/** Every event, as it happens to the form, and its exceptions from "kept". */
const EVENTS: Record<
  string,
  { run: (form: SendForm) => SendForm; rules?: Partial<Record<Decision, Rule>> }
> = {
  "read another way": { run: (form) => sendForm(form, read(TEXT)) },
  "hidden rows included": {
    run: (form) => sendForm(form, read(`${TEXT}\nhid@x.org,h@x.org,Hid,,yes`)),
  },
  "corrected file": {
    run: (form) =>
      sendForm(form, read(TEXT.replace("ben@x.org", "benn@x.org"), new File([], "b.csv"))),
    // Ben's address was corrected: that is a decision about another person.
    rules: { "one repeat": "gone", "deleted rows": { again: "by_hand" } },
  },
  "corrected cell blanked in the file": {
    run: (form) =>
      sendForm(form, read(TEXT.replace("fam@x.org,Mia,", "fam@x.org,,"), new File([], "b.csv"))),
    rules: { "corrected cells": "gone", "deleted rows": { again: "by_hand" } },
  },
  "addresses that change places": {
    // Ben's with Got's, Mia's with Bad's: each has the other's, and their own name.
    run: (form) => {
      const places = new Map(
        [
          ["ben@", "got@"],
          ["mia@", "bad@"],
        ].flatMap(([one = "", other = ""]) => [
          [one, other],
          [other, one],
        ]),
      );
      const text = TEXT.replace(/^(?:ben|got|mia|bad)@/gm, (one) => places.get(one) ?? one);
      return sendForm(form, read(text, new File([], "b.csv")));
    },
    rules: {
      "one repeat": "gone",
      "has the email": "gone",
      "shared address": "gone",
      "deleted rows": { again: "by_hand" },
    },
  },
  "corrected list, downloaded and chosen again": {
    run: (form) => sendForm(form, read(corrected(form), new File([], "people corrected.csv"))),
    // The column that was added takes the place of the value too many.
    rules: { "added columns": { again: [undefined, "Hall"] }, "shifted row": "gone" },
  },
  "another file": {
    run: (form) => sendForm(form, read(OTHER, new File([], "c.csv"))),
    rules: {
      address: "gone",
      Cc: "gone",
      Bcc: "gone",
      "placeholder columns": "gone",
      "date orders": "gone",
      "number forms": "gone",
      "several addresses": "gone",
      "one repeat": "gone",
      belonging: "gone",
      skips: "gone",
      "has the email": "gone",
      filters: "gone",
      "shared address": "gone",
      order: "gone",
      "corrected cells": "gone",
      "added columns": "gone",
      "typed rows": "gone",
      "deleted rows": { again: null },
      "shifted row": "gone",
      "shifted file": "gone",
      // The files stay, and are paired with the people who are there now.
      files: { again: { ...SEEN_FILES, by: undefined, byHand: [], accepted: [] } },
    },
  },
  "another template": {
    run: (form) => sendForm(form, { type: "choice", choice: { kind: "template", id: "t2" } }),
    rules: { "placeholder columns": "gone", "has the email": "gone" },
  },
  "another mode, then undo": {
    run: (form) => sendForm(sendForm(form, { type: "mode", mode: "manual" }), { type: "undo" }),
  },
  "another address column": {
    run: (form) => sendForm(form, step({ type: "address", header: "Parent" })),
    rules: {
      address: { again: "Parent" },
      // Whose addresses are in the columns is asked about again.
      "several addresses": { again: [undefined, 1] },
      "one repeat": "gone",
      belonging: "gone",
      "has the email": "gone",
      "other lists": { again: [["out.csv"], undefined] },
      "shared address": "gone",
      // Ann's has another address now.
      files: { again: { ...SEEN_FILES, accepted: [] } },
    },
  },
  sort: {
    run: (form) => sendForm(form, step(sortBy(listOf(form), "Paid", false))),
    rules: { order: { again: { header: "Paid", isDescending: false } } },
  },
  "rows pasted over in another order": {
    run: (form) => pastedOver(form, (rows) => rows.toReversed()),
    // The answer was about the values that the row had.
    rules: { "shifted row": "gone" },
  },
  "other people pasted over the rows": {
    run: (form) =>
      pastedOver(form, (rows) => rows.map((_, n) => [`n${n}@x.org`, `q${n}@x.org`, `N${n}`])),
    rules: {
      "several addresses": { again: [{ columns: ["Pupil", "Second"], as: "each" }, 0] },
      "one repeat": "gone",
      skips: "gone",
      "has the email": "gone",
      // Mia, in another list, is not on the screen.
      "added columns": { again: [["Place"], undefined] },
      "typed rows": "gone",
      "shifted row": "gone",
      // The page asks whose file it is.
      files: { again: { ...SEEN_FILES, byHand: [["N6", SEEN_FILES.byHand[0]?.[1]]] } },
    },
  },
  undo: {
    run: (form) =>
      sendForm(sendForm(form, step({ type: "skip", ids: [2], as: "by_hand" })), { type: "undo" }),
  },
  "reading again, then undo": {
    run: (form) => sendForm(sendForm(form, read("Mail\nq@x.org\n")), { type: "undo" }),
  },
  "draft and reload": { run: draftOf },
  "sent in part": {
    run: (form) => unsentPart(form, form),
    // People who were sent to leave the list; the others stay.
    rules: {
      "several addresses": {
        again: [{ columns: ["Pupil", "Second"], as: "each" }, 0],
      },
      "one repeat": "gone",
      skips: "gone",
      "has the email": "gone",
      "added columns": { again: [["Place"], undefined] },
      "typed rows": "gone",
      "shifted row": "gone",
      // A file leaves with its person.
      files: { again: { ...SEEN_FILES, names: ["x.pdf", "map.pdf"], byHand: [] } },
    },
  },
  "use again": {
    run: (form) => {
      const again = {
        mode: "csv",
        templateId: "t1",
        subject: "",
        body: "",
        values: {},
        startAt: null,
        signature: true,
        dateFormat: "iso",
        timeFormat: "24hr",
      } as const;
      return {
        ...sendForm(form, { type: "again", again }),
        people: { now: { ...form.people.now, list: null }, past: [] },
      };
    },
    rules: Object.fromEntries(DECISIONS.map((one) => [one, "gone"])),
  },
};

describe.each(Object.entries(EVENTS))("%s", (event, { run, rules = {} }) => {
  const before = decided();
  const form = run(before);
  it.each(DECISIONS)("%s", (decision) => {
    const rule = rules[decision];
    if (form.people.now.list === null) return expect(rule, event).toBe("gone");
    const [was, now] = [SEEN[decision](before), SEEN[decision](form)];
    if (rule === "gone") expect(now).not.toEqual(was);
    else expect(now).toEqual(rule === undefined ? was : rule.again);
  });

  it("says about the list what is true", () => {
    const { list } = form.people.now;
    if (list === null) return;
    const [, filtered = "0", elsewhere = "0"] =
      /^Not included: (?:(\d+) rows? by your filter(?:, (\d+) in another list)?|(?:\d+) rows? in another list)\.(?: Your last send didn't include (?:it|them)\.)?$/.exec(
        excludedMessage(list),
      ) ?? [];
    const count = (why: string) => list.rows.filter(({ excluded }) => excluded === why).length;
    if (count("filtered") > 0)
      expect([filtered, elsewhere]).toEqual([`${count("filtered")}`, `${count("in_other_list")}`]);
    else if (excludedCount(list) > 0)
      expect(excludedMessage(list)).toContain(`${count("in_other_list")} row`);
    // No one in another list is included, unless the person said so.
    const { elsewhere: others } = list;
    for (const row of filledList(list).rows) {
      const mailbox = textIn(list, row, list.mapping.address ?? "");
      expect(
        others?.people.get(mailbox)?.some(mayBeReached) === true && row.inOther !== false,
      ).toBe(false);
    }
  });
});

/** An email that takes values from the list where it can. */
const VARIABLES = [aVariable("First"), aVariable("Due", { type: "date" })];
const VALUES = new Map(Object.entries({ First: "all", Due: "2026-12-01" }));

const STATES = [
  ["the decisions alone", (form: SendForm) => form] as const,
  ...Object.entries(EVENTS).map(([event, { run }]) => [event, run] as const),
].filter(([event]) => event !== "use again");

test("the list has rows of each kind", () => {
  const list = filledList(listOf(decided()));
  const check = aCheck(list, VARIABLES, { values: VALUES });
  const said = checkSentence(check, list, VARIABLES);
  expect(said).toBe("5 ready · 1 to fill in · 3 skipped · 1 value to check");
});

/** Not a decision of the form: every check finds them. */
describe.each([
  ["no one", 0],
  ["every second person", 2],
])("the panel and the rows agree in who is ready, if you don't email %s,", (_who, every) => {
  it.each(STATES)("after %s", (_, run) => {
    const list = listOf(run(decided()));
    const filled = filledList(list);
    const first = aCheck(filled, VARIABLES, { values: VALUES });
    const out = first.rows.flatMap(({ n, address }) => (n % every === 0 ? (address ?? []) : []));
    const suppressed = new Set(out.map(addressKey));
    const check = aCheck(filled, VARIABLES, { values: VALUES, suppressed });
    if (run === STATES[0]?.[1]) expect(check.summary.suppressed > 0).toBe(every > 0);
    const panel = checkSentence(check, filled, VARIABLES);
    const shown = { list: withoutExcluded(list), check, headers: list.columns };
    const viewing = { ...shown, limit: 1_000, variables: VARIABLES, isAsked: false };
    const views = rowViews(viewing, new WeakMap());
    const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(panel)?.[1] ?? 0);
    const tonesOf = (view: (typeof views)[number]) =>
      [...view.problems.values()].flat().map(({ tone }) => tone);
    const filters = new Map(filterCounts(views).map((one) => [one.kind, one.count]));
    const of = (kind: Parameters<typeof filters.get>[0]) => filters.get(kind) ?? 0;
    const counted = [count("ready"), count("to fill in"), count("skipped")];
    expect(counted).toEqual([of("ready"), of("fill"), of("skipped")]);
    const ready = views.filter(({ verdict }) => verdict === "ready");
    expect(ready.flatMap(tonesOf)).not.toContain("error");
    expect(ready.flatMap(tonesOf).filter((tone) => tone === "check")).toHaveLength(
      count("values? to check"),
    );
    const others = views.filter(({ verdict }) => verdict !== "ready");
    expect(others.flatMap(tonesOf)).not.toContain("check");
    const open = views.filter((view) => tonesOf(view).some((tone) => tone !== "note"));
    expect(open).toHaveLength(of("fix") + of("fill") + of("check"));
    // Each row is in one of these four, a row to check is a ready one, and a row to fix a skipped one.
    const all = of("ready") + of("joined") + of("fill") + of("skipped");
    expect(all).toBe(views.filter(({ n }) => n !== null).length);
    const isPart = [of("check") <= of("ready") + of("joined"), of("fix") <= of("skipped")];
    expect(isPart).toEqual([true, true]);
  });
});

test("another file names every decision that it can't keep, in one line", () => {
  const form = EVENTS["another file"]?.run(decided());
  const notes = form?.people.now.list?.notes.filter(({ kind }) => kind === "lost") ?? [];
  expect(notes).toHaveLength(1);
  for (const named of [
    "Cc from",
    "Bcc from",
    "{{First}}",
    "“Due”",
    "filter by “Paid”",
    "order by “Name”",
    "1 row that you skipped",
    "corrected cell",
    "row that you added",
    "same address",
    "several addresses",
    "earlier send",
    "more values than columns",
    "longer rows",
    "1 row that you deleted, also in this list (del@x.org)",
    "that you skipped, also in this list (bad@x.org)",
    "in another list",
    "as what pairs files",
    "files you chose by hand",
    "send anyway",
  ])
    expect(notes[0]?.message).toContain(named);
});

test("every change, and every field of a list and its rows, has its decision, and decision 30 has the same rows", () => {
  const named = new Set(
    [OF_CHANGE, OF_LIST, OF_ROW].flatMap((of) => Object.values(of).filter((one) => one !== null)),
  );
  for (const decision of named) expect(DECISIONS).toContain(decision);
  const list = listOf(decided());
  for (const field of Object.keys(list)) expect(Object.keys(OF_LIST)).toContain(field);
  for (const field of list.rows.flatMap((row) => Object.keys(row)))
    expect(Object.keys(OF_ROW)).toContain(field);
  const doc = readFileSync(
    join(import.meta.dirname, "../../../../../docs/decisions/0030-decisions-and-events.md"),
    "utf8",
  );
  const rows = doc
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| decision"));
  expect(rows.map((line) => line.split("|")[1]?.trim())).toEqual(DECISIONS);
  const header = doc.split("\n").find((line) => line.startsWith("| decision")) ?? "";
  expect(
    header
      .split("|")
      .slice(2, -1)
      .map((one) => one.trim()),
  ).toEqual(Object.keys(EVENTS));
  for (const line of rows) {
    const [, decision = "", ...cells] = line.split("|").map((one) => one.trim());
    const expected = Object.values(EVENTS).map(({ rules }) => {
      const rule = rules?.[decision as Decision] ?? "kept";
      return typeof rule === "string" ? rule : "again";
    });
    expect(cells.slice(0, -1), decision).toEqual(expected);
  }
});

const ofSheet = (sheet: string, text: string): SendFormAction => {
  const action = read(text, new File([], "people.xlsx"));
  if (action.type !== "newList" || action.raw === undefined) throw new Error("It is a list.");
  const hidden = { rows: 0, columns: [] };
  const workbook = { sheet, sheets: [], hidden, example: null, language: "en" };
  return { ...action, raw: { ...action.raw, workbook } };
};

it("gives nothing that was decided about a person to someone in the same line of another sheet", () => {
  const form = [
    ofSheet("5a", "Name,Email,Event,Fee\nAnn,ann@x.org,Zoo,10\nBob,bob@x.org,Zoo,10"),
    step({ type: "skip", ids: [1], as: "by_hand" }),
    step({ type: "cells", cells: [{ id: 2, header: "Fee", cell: "0" }] }),
    ofSheet("5b", "Name,Email,Event,Fee\nCy,cy@x.org,Zoo,10\nDi,di@x.org,Zoo,10"),
  ].reduce(sendForm, EMPTY_FORM);
  const list = listOf(form);
  expect(filledList(list).rows.map((row) => [row.skipped, textIn(list, row, "Fee")])).toEqual([
    [null, "10"],
    [null, "10"],
  ]);
  expect(list.notes).toMatchObject([{ kind: "lost" }]);
});

const [GROWING, GROWN] = [3, 8].map((count) =>
  ["Name,Email", ...Array.from({ length: count }, (_, n) => `P${n},p${n}@x.org`)].join("\n"),
);
const csv = (text = "") => read(text, new File([], "people.csv"));
const workbook = (text = "") => ofSheet("Sheet1", text);

it.each<[string, typeof csv, (form: SendForm) => SendForm, typeof csv]>([
  ["the same workbook", workbook, (form) => form, workbook],
  ["the same workbook after a reload", workbook, draftOf, workbook],
  ["a workbook instead of a CSV file", csv, (form) => form, workbook],
  ["a CSV file instead of a workbook", workbook, (form) => form, csv],
])("%s, which has grown, is the same list", (_, was, between, now) => {
  const skipped = [was(GROWING), step({ type: "skip", ids: [1], as: "by_hand" })];
  const form = sendForm(between(skipped.reduce(sendForm, EMPTY_FORM)), now(GROWN));
  expect(rowOf(form, "P0")?.skipped).toBe("by_hand");
});
