import { describe, expect, it, test } from "vitest";
import { ADDRESS } from "../../../sending/tableRows.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { type BulkFormAction, bulkForm } from "./bulkFormReducer.ts";
import { correctsOf } from "./correctsOf.ts";
import { isTyped } from "./typedTable.ts";

const WHO = ["bo@exampel.org", "Cy Best <cy@x.org>", "di@x.org"];
const again = (templateId: string | null): BulkFormAction => ({
  type: "again",
  again: {
    ...{ mode: "csv", templateId, subject: "", body: "", dateFormat: "iso", timeFormat: "24hr", values: {} },
    startAt: null,
    people: {
      ...{ send: "earlier1", variables: [], dateOrders: {} },
      rows: WHO.map((who, i) => ({ row: 10 * (i + 1), who, reason: "No.", cells: new Map([[ADDRESS, who]]) })),
    },
  },
});

const after = (templateId: string | null, ...actions: BulkFormAction[]) =>
  actions.reduce(bulkForm, bulkForm(EMPTY_BULK_FORM, again(templateId)));
const A_ROW = { n: 1, line: null, recipient: "", address: null, name: "", values: [], reason: "", notes: [] };
const NOBODY = { rows: [] };
const taken = (form: BulkForm) => correctsOf(form, NOBODY).corrects;
const rows = (...numbers: number[]) => ({ send: "earlier1", rows: numbers });

describe("in a table", () => {
  const content = () => {
    const rows = after("t1").source?.content;
    if (!isTyped(rows)) throw new Error("No table.");
    return rows;
  };

  it("who is there is corrected, whatever stands in the cells, and wherever the row stands", () => {
    const [bo, cy, di] = content();
    if (!bo || !cy || !di) throw new Error("Three.");
    const changed = [di, { ...bo, cells: new Map([[ADDRESS, "li@y.org"]]) }, { id: 9, cells: new Map() }, cy];
    expect(taken(after("t1", { type: "rows", rows: changed }))).toEqual(rows(30, 10, 20));
  });

  it("who was added, taken out or emptied is not", () => {
    const [bo, cy] = content();
    if (!bo || !cy) throw new Error("Two.");
    const changed = [{ id: 9, cells: new Map([[ADDRESS, "eva@x.org"]]) }, { ...bo, cells: new Map() }, cy];
    expect(taken(after("t1", { type: "rows", rows: changed }))).toEqual(rows(20));
    expect(correctsOf(after("t1", { type: "rows", rows: changed.slice(0, 1) }), NOBODY)).toEqual({});
  });

  it("who was left out is not, nor who is a duplicate here", () => {
    const form = after("t1");
    expect(taken({ ...form, skipRows: [1, 2], sentBefore: [2] })).toEqual(rows(30));
    const duplicate = { ...A_ROW, n: 3, duplicateOf: 1, verdict: "skip" } as const;
    expect(correctsOf(form, { rows: [duplicate] }).corrects).toEqual(rows(10, 20));
    expect(correctsOf(form, { rows: [{ ...duplicate, verdict: "ready" }] }).corrects).toEqual(rows(10, 20, 30));
  });

  it("another table in its place corrects nobody", () => {
    const other: BulkFormAction = { type: "source", source: { name: "b.csv", content: "Email\nbo@x.org" } };
    expect(correctsOf(after("t1", other), NOBODY)).toEqual({});
  });

  it("what is begun with rows added since the press corrects nobody twice", () => {
    const frozen = after("t1");
    const more = [...content(), { id: 9, cells: new Map([[ADDRESS, "eva@x.org"]]) }];
    const form = bulkForm(bulkForm(frozen, { type: "rows", rows: more }), { type: "begun", frozen });
    expect(correctsOf(form, NOBODY)).toEqual({});
  });
});

test.each([
  ["as they came", WHO.join("\n"), rows(10, 20, 30)],
  ["one put right in the domain", `bo@example.org\n${WHO[1]}\ndi@x.org`, rows(10, 20, 30)],
  ["all put right, and somebody added", "bo@example.org, cy@y.org, di@x.com, eva@x.org", rows(10, 20, 30)],
  ["one known by the name", "Cy Best <best@y.org>\nDI@x.org", rows(20, 30)],
  ["one taken out", WHO.slice(1).join("\n"), rows(20, 30)],
  ["one taken out and somebody else added", `${WHO.slice(1).join("\n")}\neva@x.org`, rows(20, 30)],
  ["one with another address altogether", `bo@x.org\nbest@y.org\ndi@x.org`, rows(10, 30)],
  ["all taken out", "", undefined],
])("in a list, %s", (_how, text, corrects) => {
  expect(taken(after(null, { type: "manualText", text }))).toEqual(corrects);
});
