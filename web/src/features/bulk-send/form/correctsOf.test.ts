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
/** Rows of the earlier send, each with its row here. */
const rows = (...pairs: [number, number][]) => ({
  ...{ send: "earlier1", rows: pairs.map(([row]) => row), here: pairs.map(([, here]) => here) },
});

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
    expect(taken(after("t1", { type: "rows", rows: changed }))).toEqual(rows([30, 1], [10, 2], [20, 3]));
  });

  it("who was added, taken out or emptied is not", () => {
    const [bo, cy] = content();
    if (!bo || !cy) throw new Error("Two.");
    const changed = [{ id: 9, cells: new Map([[ADDRESS, "eva@x.org"]]) }, { ...bo, cells: new Map() }, cy];
    expect(taken(after("t1", { type: "rows", rows: changed }))).toEqual(rows([20, 2]));
    expect(correctsOf(after("t1", { type: "rows", rows: changed.slice(0, 1) }), NOBODY)).toEqual({});
  });

  it("who was left out is not, nor who is a duplicate here", () => {
    const form = after("t1");
    expect(taken({ ...form, skipRows: [1, 2], sentBefore: [2] })).toEqual(rows([30, 3]));
    const duplicate = { ...A_ROW, n: 3, duplicateOf: 1, verdict: "skip" } as const;
    expect(correctsOf(form, { rows: [duplicate] }).corrects).toEqual(rows([10, 1], [20, 2]));
    expect(correctsOf(form, { rows: [{ ...duplicate, verdict: "ready" }] }).corrects).toEqual(
      rows([10, 1], [20, 2], [30, 3]),
    );
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
  ["as they came", WHO.join("\n"), rows([10, 1], [20, 2], [30, 3])],
  ["in another order and another case", "DI@x.org, cy@X.org", rows([20, 2], [30, 1])],
  ["one put right: nobody guesses by the local part", `bo@example.org\n${WHO[1]}`, rows([20, 2])],
  ["one with another address: nobody guesses by the name", "Cy Best <best@y.org>\ndi@x.org", rows([30, 2])],
  ["one taken out and somebody else added", "eva@x.org, di@x.org", rows([30, 2])],
  ["an address that occurs twice", "di@x.org\ncy@x.org\nDi Two <di@x.org>", rows([20, 2])],
  ["all taken out", "", undefined],
])("in a list, %s", (_how, text, corrects) => {
  expect(taken(after(null, { type: "manualText", text }))).toEqual(corrects);
});

it("in a list, never takes one firm's person for another's", () => {
  const who = ["info@firma-a.de", "info@firma-b.de"];
  const people = who.map((one, i) => ({ row: i + 1, who: one, reason: "No." }));
  const form = {
    ...after(null, { type: "manualText", text: "info@firma-b.de" }),
    corrects: { send: "earlier1", people },
  };
  expect(taken(form)).toEqual(rows([2, 1]));
});
