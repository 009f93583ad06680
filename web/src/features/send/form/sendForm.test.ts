import {
  duplicateOfRow,
  inOneEmailWithRow,
  NOT_EMAILED,
  SENT_BEFORE,
  SKIPPED_BY_HAND,
  WITHOUT_FILE,
} from "@sendwright/core/check/skipReasons";
import type { RowResult } from "@sendwright/core/contract";
import { applyChange } from "@sendwright/core/list/change";
import type { List } from "@sendwright/core/list/list";
import { valueFor } from "@sendwright/core/list/ownValues";
import { emptyList } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { describe, expect, it } from "vitest";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import { aList, withIdsAfter } from "../factories.ts";
import { type SendFormAction, sendForm } from "./formActions.ts";
import { hasContent, readDraft, writeDraft } from "./sendDraft.ts";
import { EMPTY_FORM, emptyForm, type RawList, type SendForm } from "./sendForm.ts";
import { unreached, unsentPart } from "./unsentPart.ts";

const file = new File(["x"], "people.csv");
const list = aList(
  "Mail,Full name,Due\na@example.org,Ann,3/4/2027\nb@example.org,Bo,5/4/2027\nc@example.org,Cy,\n",
);

/** The form after these actions, in order. */
function after(...actions: SendFormAction[]): SendForm {
  return actions.reduce(sendForm, EMPTY_FORM);
}

const rawOf = ({ source }: List, content: RawList["content"] = file): RawList => ({
  of: source,
  content,
  reading: AS_DETECTED,
  label: "Comma, UTF-8",
  delimiter: ",",
  facts: { above: null, below: null, guesses: [] },
  workbook: null,
});
const chosen: SendFormAction = { type: "newList", list, raw: rawOf(list) };
const nameCell = (id: number, cell: string): SendFormAction => ({
  type: "list",
  change: { type: "cells", cells: [{ id, header: "Full name", cell }] },
});
const CSV_FILLED: SendFormAction[] = [
  { type: "choice", choice: { kind: "template", id: "t1" } },
  chosen,
  { type: "list", change: { type: "feed", feeds: new Map([["Name", { column: "Full name" }]]) } },
  { type: "list", change: { type: "dates", header: "Due", order: "dmy" } },
  nameCell(2, "Bob"),
  { type: "list", change: { type: "skip", ids: [3], as: "by_hand" } },
  { type: "list", change: { type: "repeats", repeats: "each" } },
  { type: "value", variable: "Sender", value: "Ada", isUnfinished: false },
  { type: "preview", row: 2 },
];
const LIST_FILLED: SendFormAction[] = [
  { type: "mode", mode: "manual" },
  { type: "choice", choice: { kind: "compose" } },
  { type: "compose", subject: "Hello", body: "<p>Hi</p>" },
  { type: "manualText", text: "a@example.org" },
  { type: "value", variable: "Name", value: "Ann", isUnfinished: false },
  { type: "value", variable: "Due", value: "", isUnfinished: true },
  { type: "attachments", files: [file] },
  { type: "preview", row: 1 },
];

const mappingOf = (form: SendForm) => form.people.now.list?.mapping;

describe("the form of Bulk Send", () => {
  it("holds your choices", () => {
    const form = after(...CSV_FILLED);
    expect(form).toMatchObject({ previewRow: 2, values: { Sender: "Ada" } });
    expect(form.people.now.list).toMatchObject({
      repeats: "each",
      rows: [{}, { cells: ["b@example.org", "Bob", "5/4/2027"] }, { skipped: "by_hand" }],
      mapping: {
        address: "Mail",
        values: new Map([["Name", { column: "Full name" }]]),
        dates: new Map([["Due", "dmy"]]),
      },
    });
  });

  it("clears list, addresses, attachments and preview when the mode changes, and keeps the email and its values", () => {
    const manual = after(...CSV_FILLED, { type: "mode", mode: "manual" });
    expect(manual).toEqual({
      ...EMPTY_FORM,
      people: { past: manual.people.past, now: { ...EMPTY_FORM.people.now, mode: "manual" } },
      choice: { kind: "template", id: "t1" },
      values: { Sender: "Ada" },
    });
    const csv = after(...LIST_FILLED, { type: "mode", mode: "csv" });
    expect(csv).toEqual({
      ...EMPTY_FORM,
      choice: { kind: "compose" },
      subject: "Hello",
      body: "<p>Hi</p>",
      people: { past: csv.people.past, now: EMPTY_FORM.people.now },
      values: { Name: "Ann", Due: "" },
      unfinished: ["Due"],
    });
  });

  it("undoes a change of the mode, including everything it cleared of the people", () => {
    const filled = after(...CSV_FILLED);
    const there: SendFormAction[] = [
      { type: "mode", mode: "manual" },
      { type: "manualText", text: "a@example.org" },
    ];
    const manual = there.reduce(sendForm, filled);
    const back = sendForm(manual, { type: "undo" });
    expect(back.people).toEqual(filled.people);
    expect(back.previewRow).toBeNull();
    const away = sendForm(manual, { type: "mode", mode: "csv" });
    expect(away.people.now).toMatchObject({ mode: "csv", list: null, text: "" });
    expect(sendForm(away, { type: "undo" }).people.now).toMatchObject({
      mode: "manual",
      text: "a@example.org",
    });
  });

  it("undoes every change of the list, one by one", () => {
    let form = EMPTY_FORM;
    const lists = CSV_FILLED.flatMap((action) => {
      const before = form;
      form = sendForm(form, action);
      return form.people.past.length === before.people.past.length ? [] : before.people.now.list;
    });
    expect(lists).toHaveLength(5);
    for (const before of lists.reverse()) {
      form = sendForm(form, { type: "undo" });
      expect(form.people.now.list).toEqual(before);
    }
    // There was no list before the first.
    expect(form.people.now.list).toEqual(list);
    expect(sendForm(form, { type: "undo" }).people).toBe(form.people);
  });

  it("undoes choosing another list, or removing it", () => {
    const other = {
      ...aList("Mail\nz@example.org\n"),
      source: { kind: "paste", name: "Pasted table" },
    } as const;
    const before = after(...CSV_FILLED);
    for (const action of [
      { type: "newList", list: other },
      { type: "newList", list: null },
    ] as const) {
      const replaced = sendForm(before, action);
      expect(replaced).toMatchObject({ previewRow: null, people: { now: { raw: null } } });
      expect(replaced.people.now.list).toEqual(action.list && withIdsAfter(3, action.list));
      const lastId = replaced.people.now.list?.lastId ?? 3;
      expect(sendForm(replaced, { type: "undo" }).people.now.list).toEqual({
        ...before.people.now.list,
        lastId,
      });
    }
  });

  it("keeps everything when you choose the current mode again", () => {
    const form = after(...CSV_FILLED);
    expect(sendForm(form, { type: "mode", mode: "csv" })).toBe(form);
  });

  it("adds no step for a change without effect or without a list", () => {
    const form = after(...CSV_FILLED);
    expect(sendForm(form, nameCell(2, "Bob"))).toBe(form);
    expect(after(nameCell(2, "Bob"))).toBe(EMPTY_FORM);
  });

  it("clears the preview, the columns and the values when you choose another template, and keeps the list", () => {
    const before = after(...CSV_FILLED);
    const form = sendForm(before, { type: "choice", choice: { kind: "template", id: "t2" } });
    expect(form).toMatchObject({ previewRow: null, values: {} });
    expect(form.people.now.list?.rows).toBe(before.people.now.list?.rows);
    // The answers about the list stay.
    expect(mappingOf(form)).toEqual({
      address: "Mail",
      cc: null,
      bcc: null,
      values: new Map(),
      dates: new Map([["Due", "dmy"]]),
      numbers: new Map(),
    });
  });

  it("never carries columns, or anyone who has the email, over to another email, not even with undo", () => {
    const received: SendFormAction = {
      type: "list",
      change: {
        type: "skip",
        ids: [1],
        as: "already_received",
        inPart: new Map([[2, ["bo@example.org"]]]),
      },
    };
    const form = after(...CSV_FILLED, received, nameCell(1, "Anna"), {
      type: "choice",
      choice: { kind: "template", id: "t2" },
    });
    for (const state of [
      form,
      sendForm(form, { type: "undo" }),
      sendForm(sendForm(form, { type: "undo" }), { type: "undo" }),
    ]) {
      expect(mappingOf(state)?.values.size).toBe(0);
      expect(state.people.now.list?.rows.map(({ skipped }) => skipped)).toEqual([
        null,
        null,
        "by_hand",
      ]);
      expect(state.people.now.list?.rows.some(({ received }) => received)).toBe(false);
    }
  });

  it.each<[string, List | null]>([
    ["another file is chosen", aList("Email,Name\nz@example.org,Zoe\n")],
    ["the file is removed", null],
    ["the file is read in another way", { ...list, source: { ...list.source } }],
  ])("forgets changes to rows when %s", (_what, next) => {
    const form = after(...CSV_FILLED, { type: "newList", list: next });
    expect(form.people.now.list).toEqual(next && withIdsAfter(3, next));
    expect(form.people.now.list?.source).toBe(next?.source);
    expect(form.previewRow).toBeNull();
  });

  it("knows how the file was read as long as it has its list", () => {
    const { now } = after(...CSV_FILLED).people;
    expect(now.raw?.of).toBe(now.list?.source);
    expect(after(...CSV_FILLED, { type: "newList", list: null }).people.now.raw).toBeNull();
    expect(after(...CSV_FILLED, { type: "mode", mode: "manual" }).people.now.raw).toBeNull();
  });

  it("edits, maps and fills names that every object has", () => {
    const odd = aList("Email,__proto__\na@example.org,x\n");
    const form = after(
      { type: "newList", list: odd },
      {
        type: "list",
        change: { type: "cells", cells: [{ id: 1, header: "__proto__", cell: "y" }] },
      },
      {
        type: "list",
        change: { type: "feed", feeds: new Map([["constructor", { column: "__proto__" }]]) },
      },
      { type: "list", change: { type: "dates", header: "__proto__", order: "dmy" } },
      { type: "list", change: { type: "dates", header: "__proto__", order: "mdy" } },
      { type: "value", variable: "toString", value: "z", isUnfinished: false },
    );
    expect(form.people.now.list?.rows[0]?.cells).toEqual(["a@example.org", "y"]);
    expect(mappingOf(form)?.values).toEqual(new Map([["constructor", { column: "__proto__" }]]));
    expect(mappingOf(form)?.dates).toEqual(new Map([["__proto__", "mdy"]]));
    expect(valueFor(form.values, "toString")).toBe("z");
    expect(valueFor(form.values, "valueOf")).toBe("");
  });

  it("holds the formats of a composed email", () => {
    const form = after(
      { type: "compose", dateFormat: "dmy_dots" },
      { type: "compose", subject: "Hello" },
    );
    expect(form).toMatchObject({ subject: "Hello", dateFormat: "dmy_dots", timeFormat: "12hr" });
  });

  it("tracks unfinished dates", () => {
    const half: SendFormAction = { type: "value", variable: "Due", value: "", isUnfinished: true };
    expect(after(half, half).unfinished).toEqual(["Due"]);
    expect(after(half, { ...half, value: "2027-04-01", isUnfinished: false }).unfinished).toEqual(
      [],
    );
  });

  it("restores skipped rows", () => {
    const form = after(...CSV_FILLED, { type: "list", change: { type: "restore", ids: [3] } });
    expect(form.people.now.list?.rows.map(({ skipped }) => skipped)).toEqual([null, null, null]);
  });
});

describe("the field of addresses", () => {
  const typed = (...texts: string[]) =>
    after(...texts.map((text) => ({ type: "manualText", text }) as const));
  const rowsOf = (form: SendForm) =>
    form.people.now.list?.rows.map(({ id, cells }) => [id, cells[0]]) ?? [];

  it("is a list of its addresses, and each keeps its row's id", () => {
    expect(rowsOf(typed("a@x.org, Bo <b@x.org>"))).toEqual([
      [1, "a@x.org"],
      [2, "Bo <b@x.org>"],
    ]);
    const moved = typed("a@x.org b@x.org", "c@x.org Bo <B@x.org>");
    expect(rowsOf(moved)).toEqual([
      [3, "c@x.org"],
      [2, "Bo <B@x.org>"],
    ]);
  });

  it("adds no steps: the browser undoes its changes", () => {
    expect(typed("a", "a@x.org").people.past).toEqual([]);
  });

  it("shows no row of another text once it was empty", () => {
    const shown = sendForm(typed("a@x.org b@x.org"), { type: "preview", row: 2 });
    expect(
      sendForm(shown, { type: "manualText", text: "a@x.org b@x.org c@x.org" }).previewRow,
    ).toBe(2);
    const emptied = sendForm(shown, { type: "manualText", text: " " });
    expect(emptied).toMatchObject({ previewRow: null, people: { now: { list: null, text: " " } } });
  });
});

describe("content that would be missed", () => {
  it("doesn't include an unchanged file, which can be chosen again, but includes every change to it", () => {
    expect(hasContent(after(chosen))).toBe(false);
    expect(hasContent(after(chosen, nameCell(1, "Anna")))).toBe(true);
    expect(hasContent(after(chosen, nameCell(1, "Anna"), { type: "undo" }))).toBe(false);
    expect(hasContent(after({ type: "newList", list: null }, chosen))).toBe(false);
  });

  it("includes a pasted table, and a file that this page no longer has", () => {
    expect(
      hasContent(after({ type: "newList", list, raw: rawOf(list, "Mail\na@example.org") })),
    ).toBe(true);
    expect(hasContent(after({ type: "newList", list }))).toBe(true);
  });

  it("includes a typed table once it holds something", () => {
    const blank: SendFormAction[] = [
      { type: "newList", list: emptyList(["Name"]) },
      { type: "list", change: { type: "add", count: 3 } },
    ];
    expect(hasContent(after(...blank))).toBe(false);
    const cells = [{ id: 2, header: "Name", cell: "Ann" }];
    expect(hasContent(after(...blank, { type: "list", change: { type: "cells", cells } }))).toBe(
      true,
    );
  });
});

describe("reusing an email", () => {
  it("remembers its deleted template until another email is chosen, also after a reload", () => {
    const again = {
      mode: "csv",
      templateId: null,
      formerTemplate: "t9",
      subject: "S",
      body: "<p>B</p>",
      values: {},
      startAt: null,
    } as const;
    const form = after({
      type: "again",
      again: { ...again, dateFormat: "iso", timeFormat: "24hr" },
    });
    expect(form.formerTemplate).toBe("t9");
    expect(readDraft("bulk", writeDraft({ form, files: [] }))?.form.formerTemplate).toBe("t9");
    expect(
      sendForm(form, { type: "choice", choice: { kind: "template", id: "t1" } }).formerTemplate,
    ).toBeUndefined();
  });

  const formats = { dateFormat: "dmy_dots", timeFormat: "24hr" } as const;
  const mail = { templateId: null, subject: "S", body: "<p>{{Name}}</p>", ...formats };

  it.each([
    ["csv", {}],
    ["manual", { Name: "Ann" }],
  ] as const)("in mode %s keeps its formats, and no values from a list", (mode, values) => {
    const again = { ...mail, mode, values: { Name: "Ann" }, startAt: null };
    const form = sendForm(EMPTY_FORM, { type: "again", again });
    expect(form).toMatchObject({
      choice: { kind: "compose" },
      dateFormat: "dmy_dots",
      timeFormat: "24hr",
    });
    expect(form.people.now.mode).toBe("manual");
    expect(form.values).toEqual(values);
  });

  it.each([undefined, true, false])("keeps whether it has a signature: %s", (signature) => {
    const again = {
      ...mail,
      mode: "manual",
      values: {},
      startAt: null,
      ...(signature !== undefined && { signature }),
    };
    expect(sendForm(EMPTY_FORM, { type: "again", again } as SendFormAction).signature).toBe(
      signature ?? true,
    );
  });
});

describe("the form of Direct Send", () => {
  const chips = (...texts: string[]) =>
    ({ type: "recipients", recipients: texts.map(recipientText) }) as const;
  const invitation = { type: "choice", choice: { kind: "template", id: "t1" } } as const;
  const written = {
    type: "value",
    variable: "Place",
    value: "Delft",
    isUnfinished: false,
  } as const;
  const direct = (...actions: SendFormAction[]) => actions.reduce(sendForm, emptyForm("direct"));
  const texts = ({ people: { now } }: SendForm) =>
    now.list?.rows.map(({ cells }) => cells[0]) ?? [];
  const result = (recipient: string, status: RowResult["status"]): RowResult => ({
    row: 1,
    line: null,
    recipient,
    status,
    reason: "",
  });

  it("keeps a person's id if their mailbox doesn't change", () => {
    const form = direct(chips("ann@x.org", "bo@x.org"), chips("bo@x.org", "cy@x.org"));
    expect(form.people.now.list?.rows.map(({ id }) => id)).toEqual([2, 3]);
    expect(sendForm(form, chips()).people.now.list).toBeNull();
  });

  it("starts with no recipients for another template, and undo brings them back", () => {
    const form = direct(chips("ann@x.org"), invitation, written);
    expect(texts(form)).toEqual(["ann@x.org"]);
    const other = sendForm(form, { type: "choice", choice: { kind: "template", id: "t2" } });
    expect(other).toMatchObject({ values: {}, people: { now: { list: null, mode: "manual" } } });
    expect(texts(sendForm(other, { type: "undo" }))).toEqual(["ann@x.org"]);
    expect(texts(sendForm(form, { type: "choice", choice: { kind: "none" } }))).toEqual([
      "ann@x.org",
    ]);
  });

  it("becomes a table, and addresses again", () => {
    const form = direct(chips("Ann <ann@x.org>", "bo@x.org"));
    const list = applyChange(form.people.now.list ?? emptyList(), {
      type: "columns",
      values: new Map([["Name", ""]]),
    });
    const table = sendForm(form, { type: "ownValues", list });
    expect(table.people.now).toMatchObject({ mode: "csv", list: { columns: ["Email", "Name"] } });
    const skipped = sendForm(table, {
      type: "list",
      change: { type: "skip", ids: [list.rows[1]?.id ?? 0], as: "by_hand" },
    });
    const back = sendForm(skipped, {
      type: "sameValues",
      agreed: { Place: "Rome" },
      shared: { Place: "Rome", Sender: "Ada" },
    });
    expect(back.values).toEqual({ ...form.values, Place: "Rome" });
    expect(back.people.past.at(-1)?.shared).toEqual({ Place: "Rome", Sender: "Ada" });
    const other = sendForm(back, { type: "choice", choice: { kind: "template", id: "t2" } });
    expect(other.people.past.some(({ shared }) => shared !== undefined)).toBe(false);
    const filtered = sendForm(table, {
      type: "list",
      change: { type: "filter", ids: [list.rows[1]?.id ?? 0] },
    });
    expect(texts(sendForm(filtered, { type: "sameValues", agreed: {}, shared: {} }))).toHaveLength(
      1,
    );
    expect(back.people.now.mode).toBe("manual");
    expect(texts(back)).toEqual(["Ann <ann@x.org>"]);
    expect(sendForm(sendForm(table, { type: "undo" }), invitation).people.now.mode).toBe("manual");
  });

  it("keeps only people and values added since its send started", () => {
    const submitted = direct(invitation, chips("ann@x.org"), written);
    const begun = unsentPart(submitted, submitted);
    expect(begun).toMatchObject({
      choice: invitation.choice,
      values: {},
      people: { now: { list: null } },
    });
    const added = sendForm(submitted, chips("ann@x.org", "bo@x.org"));
    expect(texts(unsentPart(added, submitted))).toEqual(["bo@x.org"]);
    const table = sendForm(submitted, {
      type: "ownValues",
      list: submitted.people.now.list ?? emptyList(),
    });
    expect(unsentPart(table, table).people.now).toMatchObject({ mode: "manual", list: null });
  });

  it("comes back for people who surely didn't get it, with their intended values", () => {
    const submitted = direct(invitation, chips("ann@x.org", "bo@x.org", "cy@x.org"), written);
    const results = [
      result("ann@x.org", "sent"),
      result("bo@x.org", "failed"),
      result("cy@x.org", "warning"),
    ];
    const back = unreached(submitted, results);
    expect(back && texts(back)).toEqual(["bo@x.org"]);
    expect(back).toMatchObject({ values: { Place: "Delft" }, choice: invitation.choice });
    const unknown = unreached(null, results);
    expect(unknown && texts(unknown)).toEqual(["bo@x.org"]);
    const all = [result("ann@x.org", "sent"), result("bo@x.org", "sent")];
    expect(unreached(submitted, all)).toBeNull();
    expect(unreached(null, all)).toBeNull();
  });

  const template = (id: string) => ({ type: "choice", choice: { kind: "template", id } }) as const;
  const asTable = (form: SendForm): SendFormAction => {
    const { list } = form.people.now;
    if (list === null) throw new Error("The form has no people.");
    return {
      type: "ownValues",
      list: applyChange(list, { type: "columns", values: new Map([["Name", ""]]) }),
    };
  };
  const cell = (id: number, header: string, text: string): SendFormAction => ({
    type: "list",
    change: { type: "cells", cells: [{ id, header, cell: text }] },
  });
  const two = direct(invitation, chips("ann@x.org", "bo@x.org"), written);
  const table = bulkOf(two, asTable(two));
  function bulkOf(form: SendForm, ...actions: SendFormAction[]): SendForm {
    return actions.reduce(sendForm, form);
  }

  it("keeps everything that is for another email when its send starts", () => {
    const file = new File(["x"], "map.txt");
    const other = bulkOf(two, template("t2"), chips("ann@x.org", "cy@x.org"), written, {
      type: "attachments",
      files: [file],
    });
    expect(unsentPart(other, two)).toBe(other);
  });

  it("removes everyone who was sent the email, even if addresses have become a table or a table addresses", () => {
    expect(texts(unsentPart(table, two))).toEqual([]);
    const addresses = bulkOf(
      table,
      { type: "sameValues", agreed: {}, shared: {} },
      chips("ann@x.org", "bo@x.org", "cy@x.org"),
    );
    expect(texts(unsentPart(addresses, table))).toEqual(["cy@x.org"]);
  });

  it("comes back with the rows of a table that weren't sent though they were meant to be, by their number, and no others", () => {
    const twins = bulkOf(table, cell(2, "Email", "ann@x.org"), cell(2, "Name", "Anna"));
    const at = (
      row: number,
      status: RowResult["status"],
      more: Partial<RowResult> = {},
    ): RowResult => ({
      ...result("ann@x.org", status),
      row,
      ...more,
    });
    const back = (...results: RowResult[]) =>
      unreached(twins, results)?.people.now.list?.rows.map(({ cells }) => cells[1]) ?? [];
    expect(back(at(1, "sent"), at(2, "failed"))).toEqual(["Anna"]);
    expect(back(at(1, "sent"), at(2, "skipped", { cancelled: true }))).toEqual(["Anna"]);
    for (const reason of [
      "Missing value for Name.",
      "No recipient.",
      inOneEmailWithRow(1, "Missing value for Name."),
    ])
      expect(back(at(1, "sent"), at(2, "skipped", { reason }))).toEqual(["Anna"]);
    for (const reason of [
      SKIPPED_BY_HAND,
      SENT_BEFORE,
      NOT_EMAILED,
      WITHOUT_FILE,
      duplicateOfRow(1),
      inOneEmailWithRow(1),
    ])
      expect(back(at(1, "sent"), at(2, "skipped", { reason }))).toEqual([]);
  });

  it("keeps values if the same template is chosen again, or the template was deleted", () => {
    expect(bulkOf(two, invitation)).toBe(two);
    expect(bulkOf(two, { type: "choice", choice: { kind: "none" } }).values).toEqual({
      Place: "Delft",
    });
  });

  it("loses only the removed people, and keeps everyone added in the meantime", () => {
    const added = bulkOf(two, chips("ann@x.org", "bo@x.org", "cy@x.org"));
    expect(texts(bulkOf(added, { type: "removePeople", ids: [1] }))).toEqual([
      "bo@x.org",
      "cy@x.org",
    ]);
    const manual = after(
      { type: "mode", mode: "manual" },
      { type: "manualText", text: "ann@x.org, Bo <bo@x.org> nobody" },
    );
    expect(sendForm(manual, { type: "removePeople", ids: [1] }).people.now.text).toBe(
      "Bo <bo@x.org>\nnobody",
    );
  });

  it("keeps its template when the rest is discarded", () => {
    const form = sendForm(direct(invitation, chips("ann@x.org"), written), { type: "startOver" });
    expect(form).toEqual({ ...emptyForm("direct"), choice: invitation.choice });
  });
});
