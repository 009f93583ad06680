import { applyChange } from "@sendwright/core/list/change";
import { filledList, type List, type Row } from "@sendwright/core/list/list";
import { describe, expect, it, test } from "vitest";
import type { ReusedSend } from "../../../sending/sendingEvents.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { type SendFormAction, sendForm } from "../form/formActions.ts";
import { EMPTY_FORM, type SendForm } from "../form/sendForm.ts";
import { unsentPart } from "../form/unsentPart.ts";
import { correctsOf } from "./sendRequest.ts";

const why = { row: 7, who: "bo@x.org", reason: "Gmail rejected the address." };
const person = { row: 7, recipient: "bo@x.org", values: new Map([["Day", "3/4/2027"]]) };
const people = {
  send: "earlier1",
  name: "People of “Offer”",
  isCorrection: true,
  variables: ["Day"],
  dates: new Map([["Day", "dmy"]] as const),
  rows: [person],
  corrections: [why],
};
const again: ReusedSend = {
  mode: "manual",
  templateId: "t1",
  subject: "Hi",
  body: "<p>Hi</p>",
  dateFormat: "iso",
  timeFormat: "24hr",
  values: { Day: "3/4/2027" },
  startAt: null,
  people,
};

const taken = (more: Partial<ReusedSend> = {}) =>
  sendForm(EMPTY_FORM, { type: "again", again: { ...again, ...more } });
const listOf = ({ people }: SendForm): List => {
  if (people.now.list === null) throw new Error("There is a list.");
  return people.now.list;
};
/** As the request lists it: rows of the earlier send, each with its row here. */
const corrected = (list: List) => correctsOf(list, aCheck(filledList(list), []).rows).corrects;
const step = (form: SendForm, change: Extract<SendFormAction, { type: "list" }>["change"]) =>
  sendForm(form, { type: "list", change });
const withRow = (form: SendForm, id: number, address: string) =>
  step(step(form, { type: "add", count: 1 }), {
    type: "cells",
    cells: [{ id, header: "Email", cell: address }],
  });

describe("people of an earlier send", () => {
  it("become a list with a column for each value, with dates read the same way", () => {
    const form = taken();
    expect(form).toMatchObject({ choice: { kind: "template", id: "t1" }, values: {} });
    expect(form.people.now).toMatchObject({ mode: "csv", corrections: [why] });
    expect(listOf(form)).toMatchObject({
      columns: ["Email", "Day"],
      corrects: "earlier1",
      rows: [{ id: 1, line: null, cells: ["bo@x.org", "3/4/2027"], corrects: 7 }],
      mapping: {
        address: "Email",
        values: new Map([["Day", { column: "Day" }]]),
        dates: new Map([["Day", "dmy"]]),
      },
    });
  });

  it("become addresses with one value for everyone if there is no template", () => {
    const form = taken({ templateId: null });
    expect(form).toMatchObject({
      choice: { kind: "compose" },
      subject: "Hi",
      values: { Day: "3/4/2027" },
    });
    expect(form.people.now).toMatchObject({ mode: "manual", text: "bo@x.org", corrections: [why] });
    expect(corrected(listOf(form))).toEqual({ send: "earlier1", rows: [7], here: [1] });
  });

  it("who got the email become a list that corrects no one", () => {
    const form = taken({ people: { ...people, isCorrection: false, corrections: [] } });
    expect(listOf(form)).toMatchObject({ corrects: null, rows: [{ corrects: null }] });
    expect(corrected(listOf(form))).toBeUndefined();
  });

  it("get the email later if it was scheduled", () => {
    const startAt = "2027-03-01T07:00:00.000Z";
    expect(taken({ startAt }).when).toEqual({ kind: "later", at: startAt });
    expect(taken().when).toEqual({ kind: "now" });
  });
});

describe("why they didn't get it", () => {
  it("is part of the send, even if someone was added since", () => {
    const form = taken();
    expect(unsentPart(form, form).people.now).toMatchObject({ corrections: [], list: null });
    const left = unsentPart(withRow(form, 2, "cy@x.org"), form);
    expect(listOf(left)).toMatchObject({ corrects: null, rows: [{ id: 2, cells: ["cy@x.org"] }] });
    expect(left.people.now.corrections).toEqual([]);
  });

  it("goes away with them for another list, and comes back with them", () => {
    const other = sendForm(taken(), { type: "newList", list: aList("Email\nann@x.org") });
    expect(other.people.now.corrections).toEqual([]);
    const back = sendForm(other, { type: "undo" });
    expect(back.people.now.corrections).toEqual([why]);
    expect(corrected(listOf(back))).toEqual({ send: "earlier1", rows: [7], here: [1] });
    const away = sendForm(taken(), { type: "mode", mode: "manual" });
    expect(away.people.now.corrections).toEqual([]);
    expect(sendForm(away, { type: "undo" }).people).toEqual(taken().people);
  });

  it("stays for someone who was brought back into the list after Send", () => {
    const submitted = step(withRow(taken(), 2, "cy@x.org"), { type: "delete", ids: [1] });
    const back = sendForm(submitted, { type: "undo" });
    const left = unsentPart(back, submitted);
    expect(listOf(left)).toMatchObject({ corrects: "earlier1", rows: [{ id: 1, corrects: 7 }] });
    expect(left.people.now.corrections).toEqual([why]);
  });
});

const WHO = ["bo@exampel.org", "Cy Best <cy@x.org>", "di@x.org"];
const three = (templateId: string | null, who = WHO) => {
  const rows = who.map((recipient, index) => ({
    row: 10 * (index + 1),
    recipient,
    values: new Map(),
  }));
  return taken({ templateId, people: { ...people, variables: [], rows, corrections: [] } });
};
const pairs = (...all: [number, number][]) => ({
  send: "earlier1",
  rows: all.map(([row]) => row),
  here: all.map(([, here]) => here),
});

describe("in a list", () => {
  const list = listOf(three("t1"));
  const [bo, cy, di] = list.rows as [Row, Row, Row];
  const blank: Row = { id: 9, line: null, cells: [], skipped: null, corrects: null };

  it("everyone in it is corrected, regardless of their cells and their row's position", () => {
    const rows = [di, { ...bo, cells: ["li@y.org"] }, blank, cy];
    expect(corrected({ ...list, rows })).toEqual(pairs([30, 1], [10, 2], [20, 3]));
  });

  it("no one who was added, deleted or blanked out is corrected", () => {
    const rows = [{ ...blank, cells: ["eva@x.org"] }, { ...bo, cells: ["", ""] }, cy];
    expect(corrected({ ...list, rows })).toEqual(pairs([20, 2]));
    expect(corrected({ ...list, rows: rows.slice(0, 1) })).toBeUndefined();
  });

  it("skipped, invalid and duplicate people aren't corrected", () => {
    const skipped = applyChange(list, { type: "skip", ids: [1], as: "by_hand" });
    const received = applyChange(skipped, { type: "skip", ids: [2], as: "already_received" });
    expect(corrected(received)).toEqual(pairs([30, 3]));
    expect(
      corrected({
        ...list,
        rows: [{ ...bo, cells: ["nobody"] }, cy, { ...di, cells: ["CY@x.org"] }],
      }),
    ).toEqual(pairs([20, 2]));
  });

  it("a row with another row's mailbox is corrected if it's sent", () => {
    const twice = {
      ...list,
      columns: ["Email", "Name"],
      rows: [cy, { ...di, cells: ["cy@x.org", "Di"] }],
    };
    const sent = (repeats: List["repeats"]) => {
      const decided = { ...twice, repeats };
      return correctsOf(decided, aCheck(decided, [aVariable("Name", { required: false })]).rows);
    };
    expect(sent("first").corrects).toEqual(pairs([20, 1]));
    expect(sent("each").corrects).toEqual(pairs([20, 1], [30, 2]));
  });

  /** Types addresses one by one. */
  const typed = (...cells: [id: number, address: string][]) =>
    cells.reduce(
      (before, [id, cell]) =>
        applyChange(before, { type: "cells", cells: [{ id, header: "Email", cell }] }),
      list,
    );

  it.each<[string, List, ReturnType<typeof pairs>]>([
    [
      "two who change places by typing are themselves",
      typed([2, "di@x.org"], [3, "cy@x.org"]),
      pairs([10, 1], [30, 2], [20, 3]),
    ],
    [
      "another's address that is taken back",
      typed([2, "di@x.org"], [2, "cy@x.org"]),
      pairs([10, 1], [20, 2], [30, 3]),
    ],
    [
      "an address that was cleared and comes back",
      typed([2, ""], [2, "cy@x.org"]),
      pairs([10, 1], [20, 2], [30, 3]),
    ],
    [
      "an address that was cleared and comes back corrected",
      typed([1, ""], [1, "bo@example.org"]),
      pairs([10, 1], [20, 2], [30, 3]),
    ],
    [
      "the address of someone who was deleted",
      applyChange(typed([2, "di@x.org"]), { type: "delete", ids: [3] }),
      pairs([10, 1], [30, 2]),
    ],
  ])("%s: a row with a mailbox of the earlier send is that person", (_how, now, expected) => {
    expect(corrected(now)).toEqual(expected);
  });

  it("another list in its place corrects no one", () => {
    const other = sendForm(three("t1"), { type: "newList", list: aList("Email\nbo@exampel.org") });
    expect(corrected(listOf(other))).toBeUndefined();
  });

  it("rows added since Send correct no one twice", () => {
    const form = unsentPart(withRow(three("t1"), 4, "eva@x.org"), three("t1"));
    expect(corrected(listOf(form))).toBeUndefined();
  });
});

test.each([
  ["as they came", WHO.join("\n"), pairs([10, 1], [20, 2], [30, 3])],
  ["in another order and another case", "DI@x.org, cy@X.org", pairs([20, 2], [30, 1])],
  ["one corrected: we don't guess by the local part", `bo@example.org\n${WHO[1]}`, pairs([20, 2])],
  [
    "one with another address: we don't guess by the name",
    "Cy Best <best@y.org>\ndi@x.org",
    pairs([30, 2]),
  ],
  ["one deleted and someone else added", "eva@x.org, di@x.org", pairs([30, 2])],
  ["an address that occurs twice", "di@x.org\ncy@x.org\nDi Two <di@x.org>", pairs([20, 2])],
  ["all deleted", "", undefined],
])("in a field of addresses, %s", (_how, text, expected) => {
  const { list } = sendForm(three(null), { type: "manualText", text }).people.now;
  const claimed = list ? corrected(list) : undefined;
  // The order of their names doesn't matter.
  const sorted = (all: typeof claimed) =>
    all?.rows.map((row, index) => [row, all.here?.[index]]).sort();
  expect(sorted(claimed)).toEqual(sorted(expected));
});

test("in a field of addresses, an address that was deleted or cleared and comes back belongs to the same person", () => {
  const texts = (...all: string[]) =>
    listOf(all.reduce((form, text) => sendForm(form, { type: "manualText", text }), three(null)));
  expect(corrected(texts("cy@x.org", "cy@x.org\ndi@x.or", "cy@x.org\ndi@x.org"))).toEqual(
    pairs([20, 1], [30, 2]),
  );
  expect(corrected(texts("", "di@x.org"))).toEqual(pairs([30, 1]));
});

test("in a field of addresses, the server finds the same row in the text", () => {
  const form = three(null, ["ann at x.org", "", "di@x.org"]);
  expect(form.people.now.text).toBe("ann at x.org\n\ndi@x.org");
  expect(listOf(form).rows.map(({ cells: [cell] }) => cell)).toEqual([
    "ann",
    "at",
    "x.org",
    "di@x.org",
  ]);
  expect(corrected(listOf(form))).toEqual(pairs([30, 4]));
});

test("in a field of addresses, people of one company are never mixed up", () => {
  const form = three(null, ["info@firma-a.de", "info@firma-b.de"]);
  const other = sendForm(form, { type: "manualText", text: "info@firma-b.de" });
  expect(corrected(listOf(other))).toEqual(pairs([20, 1]));
});
