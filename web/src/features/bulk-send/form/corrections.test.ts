import { expect, it } from "vitest";
import { ADDRESS } from "../../../sending/tableRows.ts";
import type { Again } from "../../../sending/way.ts";
import { EMPTY_BULK_FORM } from "./bulkForm.ts";
import { bulkForm } from "./bulkFormReducer.ts";
import { isTyped } from "./typedTable.ts";

const why = { row: 7, who: "bo@x.org", reason: "Gmail rejected the address." };
const cells = new Map([
  [ADDRESS, "bo@x.org"],
  ["Day", "3/4/2027"],
]);
const again: Again = {
  ...{ mode: "manual", templateId: "t1", subject: "Hi", body: "<p>Hi</p>", dateFormat: "iso", timeFormat: "24hr" },
  values: { Day: "3/4/2027" },
  startAt: null,
  people: { send: "earlier1", variables: ["Day"], dateOrders: { Day: "dmy" }, rows: [{ ...why, cells }] },
};

const corrects = { send: "earlier1", people: [why] };

const taken = (more: Partial<Again> = {}) => bulkForm(EMPTY_BULK_FORM, { type: "again", again: { ...again, ...more } });

it("a list's people stand in a table with a column for each value, its dates read as they were", () => {
  const form = taken();
  expect(form).toMatchObject({
    ...{ mode: "csv", choice: { kind: "template", id: "t1" }, values: {}, corrects },
    ...{ sameForAll: { Day: false }, dateOrders: { Day: "dmy" } },
  });
  expect(form.source?.content).toEqual([{ id: 1, cells, corrects: 7 }]);
});

it("without a template they stand in a list with a value that all have", () => {
  expect(taken({ templateId: null })).toMatchObject({
    ...{ mode: "manual", choice: { kind: "compose" }, subject: "Hi", manualText: "bo@x.org" },
    ...{ values: { Day: "3/4/2027" }, corrects, source: null },
  });
});

it("what was to begin later still is", () => {
  const startAt = "2027-03-01T07:00:00.000Z";
  expect(taken({ startAt }).when).toEqual({ kind: "later", at: startAt });
  expect(taken().when).toEqual({ kind: "now" });
});

it("why they did not get it goes with the send, also where somebody was added meanwhile", () => {
  const form = taken();
  expect(bulkForm(form, { type: "begun", frozen: form })).toMatchObject({ corrects: null, source: null });
  const content = form.source?.content;
  const rows = isTyped(content) ? [...content, { id: 2, cells: new Map([[ADDRESS, "cy@x.org"]]) }] : [];
  const left = bulkForm(bulkForm(form, { type: "rows", rows }), { type: "begun", frozen: form });
  expect(left.source?.content).toHaveLength(1);
  expect(left.corrects).toBeNull();
});

it("why they did not get it gives way with them to another table, and comes back with them", () => {
  const other = bulkForm(taken(), { type: "source", source: { name: "b.csv", content: "Email\nann@x.org" } });
  expect(other.corrects).toBeNull();
  expect(bulkForm(other, { type: "bringBack" }).corrects).toEqual(corrects);
});

it("who was taken back into the table after the press is still corrected there", () => {
  const frozen = bulkForm(taken(), { type: "rows", rows: [{ id: 2, cells: new Map([[ADDRESS, "cy@x.org"]]) }] });
  const back = bulkForm(frozen, { type: "undoTable" });
  const left = bulkForm(back, { type: "begun", frozen });
  expect(left.source?.content).toEqual([{ id: 1, cells, corrects: 7 }]);
  expect(left.corrects).toEqual(corrects);
});
