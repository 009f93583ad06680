import { readNumericDate } from "@sendwright/core/dates/dates";
import { checkOnPage } from "@sendwright/core/list/belonging";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import { checkList } from "@sendwright/core/list/check";
import { filterBy } from "@sendwright/core/list/filters";
import { historyOf } from "@sendwright/core/list/history";
import { cellText, filledList, type List } from "@sendwright/core/list/list";
import { textsRead } from "@sendwright/core/list/moments";
import { emptyList } from "@sendwright/core/list/read";
import { sortBy } from "@sendwright/core/list/sort";
import { listOfUpload, uploadOf } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { aForm, aList, withIdsAfter } from "../factories.ts";
import { type SendFormAction, sendForm } from "./formActions.ts";
import { hasContent, readDraft, writeDraft } from "./sendDraft.ts";
import { EMPTY_FORM, NO_PEOPLE, type RawList, type SendForm } from "./sendForm.ts";
import { unreached, unsentPart } from "./unsentPart.ts";

const file = new File(["x"], "a.txt");
const list = aList("Email,Name\nann@x.org,Ann\nbo@x.org,Bo\ncy@x.org,Cy\n");
const raw: RawList = {
  of: list.source,
  content: file,
  reading: AS_DETECTED,
  label: "Comma",
  delimiter: ",",
  facts: { above: null, below: null, guesses: [] },
  workbook: null,
};
const form = aForm(
  list,
  { choice: { kind: "template", id: "t1" }, values: { Sender: "Ada" }, previewRow: 2 },
  raw,
);
const manual: SendForm = [
  { type: "mode", mode: "manual" },
  { type: "choice", choice: { kind: "compose" } },
  { type: "compose", subject: "Hello", body: "<p>Hi</p>" },
  { type: "manualText", text: "ann@x.org" },
  { type: "value", variable: "Name", value: "Ann", isUnfinished: false },
  { type: "value", variable: "Due", value: "", isUnfinished: true },
  { type: "attachments", files: [file] },
  { type: "preview", row: 1 },
].reduce((before, action) => sendForm(before, action as SendFormAction), EMPTY_FORM);

/** The form with these changes made since Send, once its submitted form was sent. */
function begun(submitted: SendForm, ...since: SendFormAction[]): SendForm {
  return unsentPart(since.reduce(sendForm, submitted), submitted);
}
const step = (change: ListChange): SendFormAction => ({ type: "list", change });
const cells = (id: number, header: string, cell: string) =>
  step({ type: "cells", cells: [{ id, header, cell }] });
const add = (address: string, id: number) => [
  step({ type: "add", count: 1 }),
  cells(id, "Email", address),
];
const rowsOf = ({ people }: SendForm) =>
  people.now.list?.rows.map(({ id, cells: own }) => [id, ...own.map(cellText)].join(" ")) ?? [];

describe("once a send has started", () => {
  it("only its mode and template stay", () => {
    expect(begun(form)).toEqual({ ...EMPTY_FORM, choice: { kind: "template", id: "t1" } });
    expect(begun(manual).people.now).toEqual({ ...NO_PEOPLE, mode: "manual" });
    expect(begun(manual)).toMatchObject({
      values: {},
      unfinished: [],
      attachments: [],
      previewRow: null,
    });
  });

  it("its start time is cleared", () => {
    const later = { kind: "later", at: "2026-12-01T08:00:00Z" } as const;
    expect(begun({ ...form, when: later }).when).toEqual({ kind: "now" });
    expect(begun(form, { type: "when", when: later }).when).toEqual(later);
  });

  it("its copies are cleared", () => {
    const copies = { replyTo: "me@x.org", cc: "boss@x.org", bcc: "log@x.org" };
    for (const sent of [form, manual])
      expect(begun({ ...sent, copies }).copies).toEqual(EMPTY_FORM.copies);
  });

  it("rows added or changed since stay, with their columns and the values of the email", () => {
    const left = begun(form, cells(1, "Name", "Anna"), ...add("di@x.org", 4));
    expect(rowsOf(left)).toEqual(["1 ann@x.org Anna", "4 di@x.org"]);
    expect(left.people.now.list).toMatchObject({
      columns: ["Email", "Name"],
      lastId: 4,
      mapping: { address: "Email" },
    });
    expect(left.values).toEqual({ Sender: "Ada" });
  });

  it("rows that were deleted or moved since don't count as added", () => {
    expect(begun(form, step({ type: "delete", ids: [1, 2] })).people.now.list).toBeNull();
    const rows = [...list.rows].reverse();
    const moved = unsentPart(
      { ...form, people: { past: [], now: { ...form.people.now, list: { ...list, rows } } } },
      form,
    );
    expect(moved.people.now.list).toBeNull();
  });

  it("blank rows, other columns and skipped rows don't keep anyone", () => {
    const touched = begun(
      form,
      step({ type: "add", count: 3 }),
      step({ type: "skip", ids: [2], as: "by_hand" }),
      step({ type: "feed", feeds: new Map([["Name", "same"]]) }),
    );
    expect(touched.people.now.list).toBeNull();
  });

  it("someone who was skipped and has been restored since stays: they weren't sent the email", () => {
    const submitted = sendForm(form, step({ type: "skip", ids: [1, 2], as: "by_hand" }));
    expect(rowsOf(begun(submitted, step({ type: "restore", ids: [2] })))).toEqual([
      "2 bo@x.org Bo",
    ]);
    expect(begun(submitted).people.now.list).toBeNull();
  });

  it("rows above the limit stay as the next list, even if others were skipped", () => {
    expect(rowsOf(begun({ ...form, upTo: 2 }))).toEqual(["3 cy@x.org Cy"]);
    const others = sendForm(
      { ...form, upTo: 2 },
      step({ type: "skip", ids: [1], as: "already_received" }),
    );
    expect(rowsOf(begun(others, ...add("di@x.org", 4)))).toEqual(["3 cy@x.org Cy", "4 di@x.org"]);
    const unread = {
      ...form,
      upTo: 2,
      people: historyOf({ ...NO_PEOPLE, list: { ...list, beyond: 7 } }),
    };
    expect(begun(unread).people.now.list).toMatchObject({ beyond: 7, rows: [{ id: 3 }] });
    const skipped = sendForm(form, step({ type: "skip", ids: [3], as: "by_hand" }));
    expect(begun({ ...skipped, upTo: 2 }).people.now.list).toBeNull();
  });

  it("neither undo nor the file brings back people who have the email", () => {
    const left = begun(form, ...add("di@x.org", 4));
    expect(left.people.now.raw).toBeNull();
    expect(sendForm(left, { type: "undo" }).people.now.list).toBe(left.people.now.list);
    expect(sendForm(begun(form), { type: "undo" }).people.now.list).toBeNull();
  });

  it.each<[string, List]>([
    ["another file", { ...aList(), source: { kind: "file", name: "others.csv" } }],
    ["the same file", { ...list, source: { ...list.source } }],
    ["a typed list", applyChange(emptyList(), { type: "add", count: 1 })],
    ["a typed list without a row", emptyList()],
  ])("%s that was chosen since stays as a whole", (_what, other) => {
    const raw2 = { ...raw, of: other.source };
    const left = begun(form, { type: "newList", list: other, raw: raw2 });
    expect(left.people).toEqual({
      past: [],
      now: { ...form.people.now, list: withIdsAfter(3, other), raw: raw2 },
    });
    expect(left.people.now.raw).toBe(raw2);
  });

  it("a list of the other mode stays, even one with the same people and ids", () => {
    const since: SendFormAction[] = [
      { type: "manualText", text: "" },
      { type: "mode", mode: "csv" },
      { type: "newList", list: aList("Email\nann@x.org\nbo@x.org") },
    ];
    expect(rowsOf(begun(manual, ...since))).toEqual(["1 ann@x.org", "2 bo@x.org"]);
  });

  it("content of the other mode added since stays", () => {
    const typed = begun(
      form,
      { type: "mode", mode: "manual" },
      { type: "manualText", text: "ann@x.org" },
    );
    expect(typed.people.now).toMatchObject({ mode: "manual", text: "ann@x.org" });
    const other = begun(manual, { type: "mode", mode: "csv" }, { type: "newList", list });
    expect(other.people.now).toMatchObject({ mode: "csv", text: "", list: withIdsAfter(1, list) });
  });

  it.each<[string, SendFormAction, Partial<SendForm>]>([
    [
      "a value",
      { type: "value", variable: "Name", value: "Bo", isUnfinished: false },
      { values: { Name: "Bo" } },
    ],
    [
      "another time",
      { type: "when", when: { kind: "later", at: null } },
      { when: { kind: "later", at: null } },
    ],
    ["another row to look at", { type: "preview", row: 7 }, { previewRow: 7 }],
  ])("%s that was chosen since stays, and the rest is cleared", (_what, meanwhile, stays) => {
    const left = begun(manual, meanwhile);
    expect(left).toMatchObject({
      values: {},
      attachments: [],
      people: { now: { text: "", list: null } },
      ...stays,
    });
  });

  it("a newly attached file stays, without the files already sent", () => {
    const other = new File([], "b.txt");
    expect(begun(manual, { type: "attachments", files: [file, other] }).attachments).toEqual([
      other,
    ]);
  });
});

describe("once a send to a field of addresses has started", () => {
  it.each([
    ["added below", "ann@x.org\nbo@x.org", "bo@x.org"],
    [
      "added above, with another case of the first",
      "Bo Li <bo@x.org>, ANN@x.org",
      "Bo Li <bo@x.org>",
    ],
    ["added twice", "ann@x.org bo@x.org ann@x.org bo@x.org", "bo@x.org\nbo@x.org"],
    ["written anew", "cy@x.org", "cy@x.org"],
    ["half written", "ann@x.org bo@", "bo@"],
    ["deleted", "", ""],
  ])("no one who was sent the email stays when someone is %s", (_how, text, left) => {
    const rest = begun(manual, { type: "manualText", text });
    expect(rest.people.now.text).toBe(left);
    expect(rest.people.now.list?.rows.map((row) => row.cells[0]).join("\n") ?? "").toBe(left);
  });

  it("the composed email stays, but doesn't count as unsaved until it changes", () => {
    const left = begun(manual);
    expect(left).toMatchObject({
      subject: "Hello",
      body: "<p>Hi</p>",
      choice: { kind: "compose" },
    });
    expect(hasContent(left)).toBe(false);
    expect(hasContent(sendForm(left, { type: "compose", subject: "Hello" }))).toBe(false);
    expect(hasContent(sendForm(left, { type: "compose", subject: "Hello again" }))).toBe(true);
    expect(hasContent(begun(manual, { type: "compose", body: "<p>Hi all</p>" }))).toBe(true);
  });
});

it("brings back the rows that failed, counted without rows that weren't included", () => {
  const filtered = applyChange(list, { type: "filter", ids: [1] });
  const about = { line: null, reason: "" };
  const rest = unreached(aForm(filtered), [
    { ...about, row: 1, recipient: "bo@x.org", status: "sent" },
    { ...about, row: 2, recipient: "cy@x.org", status: "failed" },
  ]);
  expect(rest && rowsOf(rest)).toEqual(["3 cy@x.org Cy"]);
});

it("doesn't bring back a row above the limit, which is still in the form", () => {
  const submitted = { ...aForm(list), upTo: 2 };
  const rest = unreached(submitted, [
    { row: 1, line: null, recipient: "ann@x.org", status: "sent", reason: "" },
    { row: 2, line: null, recipient: "bo@x.org", status: "failed", reason: "Bounced" },
    {
      row: 3,
      line: null,
      recipient: "",
      status: "skipped",
      reason: "1 row above the limit skipped.",
    },
  ]);
  expect(rowsOf(unsentPart(submitted, submitted))).toEqual(["3 cy@x.org Cy"]);
  expect(rest && rowsOf(rest)).toEqual(["2 bo@x.org Bo"]);
});

describe("how a column of dates or amounts is read", () => {
  const MAIL = {
    subject: "",
    body: "<ul><li>{{#rows}}{{Due|date}} {{Name|text:you}}{{/rows}}</li></ul>{{Fee|sum}}",
    dateFormat: "mmddyyyy",
    timeFormat: "12hr",
  } as const;
  const CHECKING = {
    ...MAIL,
    variables: parseTemplate(MAIL).variables,
    values: new Map<string, string>(),
    limit: 3,
  };
  const checkOf = ({ people: { now } }: SendForm) =>
    now.list && checkOnPage(now.list, { ...CHECKING, limit: 100 });
  const readingOf = (given: SendForm) => {
    const check = checkOf(given);
    const order = check?.openDates.has("Due") ? "open" : check?.dateOrders.get("Due");
    return check && [order, check.numberForms.get("Fee") ?? "open"];
  };
  /** Without one, the order of the column changes no email. */
  const hasOpenDate = ({ people: { now } }: SendForm) =>
    now.list !== null &&
    textsRead(now.list, "Due", "date").some((text) => readNumericDate(text)?.isOpen);
  const due = (...days: string[]) =>
    aForm(aList(`Email,Fee,Due\n${days.map((day, at) => `p${at}@x.org,1,${day}`).join("\n")}\n`));
  const skip = (...ids: number[]) => step({ type: "skip", ids, as: "by_hand" });

  /** Each is no answer, and edits no cell of the column. */
  const EVENTS: Record<string, (given: SendForm, ids: number[]) => SendForm> = {
    skip: (given, ids) => sendForm(given, skip(...ids)),
    "skip who has the email": (given, ids) =>
      sendForm(given, step({ type: "skip", ids, as: "already_received" })),
    restore: (given, ids) => sendForm(given, step({ type: "restore", ids })),
    filter: (given) =>
      given.people.now.list === null
        ? given
        : sendForm(
            given,
            step(filterBy(given.people.now.list, { header: "Name", test: "is", value: "A" })),
          ),
    "include all": (given) => sendForm(given, step({ type: "include" })),
    sort: (given) =>
      given.people.now.list === null
        ? given
        : sendForm(given, step(sortBy(given.people.now.list, "Name", true))),
    delete: (given, ids) => sendForm(given, step({ type: "delete", ids })),
    "edit another column": (given, [id = 1]) => sendForm(given, cells(id, "Name", "A")),
    undo: (given) => sendForm(given, { type: "undo" }),
    reload: (given) =>
      readDraft("bulk", JSON.parse(JSON.stringify(writeDraft({ form: given, files: [] }))))?.form ??
      given,
    send: (given) => unsentPart(given, given),
    "send some": (given, [upTo = 1]) => unsentPart({ ...given, upTo }, { ...given, upTo }),
    "edit while it is sent": (given, [id = 1]) => begun(given, cells(id, "Name", "Z")),
    "fail in part": (given, ids) =>
      unreached(
        given,
        ids.map((row) => ({ row, line: null, recipient: "", status: "failed", reason: "" })),
      ) ?? given,
  };

  it("changes only by an answer or an edit of the column", () => {
    const row = fc.tuple(
      fc.constantFrom("A", "B"),
      fc.constantFrom("25/12/2026", "12/27/2026", "03/04/2026", "2026-01-01", "", "3.4.26"),
      fc.constantFrom('"1,234"', "12.50", '"1.234,50"', "7", ""),
    );
    const event = fc.tuple(
      fc.constantFrom(...Object.keys(EVENTS)),
      fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
    );
    void fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.array(event, { maxLength: 6 }),
        (rows, events) => {
          const text = rows.map((own, at) => `p${at}@x.org,${own.join(",")}`);
          let now = aForm(aList(["Email,Name,Due,Fee", ...text, ""].join("\n")));
          const before = readingOf(now);
          for (const [name, ids] of events) {
            now = EVENTS[name]?.(now, ids) ?? now;
            // Everyone was sent to.
            if (now.people.now.list === null) return;
            const [order, form] = readingOf(now) ?? [];
            expect([hasOpenDate(now) ? order : before?.[0], form], name).toEqual(before);
          }
        },
      ),
    );
  });

  it("travels as an answer, also if its evidence doesn't", () => {
    const filtered = step({ type: "filter", ids: [1] });
    const given = [filtered, skip(2)].reduce(
      sendForm,
      due("25/12/2026", "26/12/2026", "03/04/2026"),
    );
    const all = given.people.now.list ?? emptyList();
    const check = checkOnPage(all, CHECKING);
    expect(check.moments[0]).toMatchObject({ question: null });
    const { csv, ...upload } = uploadOf(filledList(all), check, CHECKING);
    expect(csv).not.toContain("25/12");
    expect(upload.date_orders).toMatchObject({ Due: "dmy" });
    const server = checkList(
      listOfUpload({ ...upload, content: new TextEncoder().encode(csv) }),
      CHECKING,
    );
    expect(server.dateOrders.get("Due")).toBe("dmy");
    expect(server.openDates.size).toBe(0);
  });

  it("is also shown by rows above the limit", () => {
    const [first] = readingOf(due("03/04/2026", "1/1/26", "1/1/26", "1/1/26", "25/12/2026")) ?? [];
    expect(first).toBe("dmy");
  });

  it("is asked about once the value that showed it is corrected, and no longer after Undo", () => {
    const edited = sendForm(due("25/12/2026", "03/04/2026"), cells(1, "Due", "05/12/2026"));
    expect(checkOf(edited)?.moments[0]?.question).toMatchObject({ answer: null });
    expect(readingOf(sendForm(edited, { type: "undo" }))?.[0]).toBe("dmy");
    const answered = sendForm(edited, step({ type: "dates", header: "Due", order: "mdy" }));
    expect(readingOf(sendForm(answered, cells(1, "Due", "25/12/2026")))?.[0]).toBe("mdy");
  });

  it("keeps nothing of a date of someone who was sent to but its order", () => {
    const left = begun(
      due("25/12/1987", "2026-01-01"),
      ...add("new@x.org", 3),
      cells(3, "Due", "03/04/2026"),
    );
    expect(readingOf(left)?.[0]).toBe("dmy");
    expect(JSON.stringify(writeDraft({ form: left, files: [] }))).not.toContain("1987");
  });
});
