import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { storeDrafts } from "../../lib/drafts.ts";
import { withCell, withEmptyRows } from "../../sending/tableRows.ts";
import { bulkForms } from "./bulkWay.ts";
import { asideName } from "./form/aside.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./form/bulkForm.ts";
import { type BulkFormAction, bulkForm } from "./form/bulkFormReducer.ts";
import { isTyped } from "./form/typedTable.ts";

const aFile = (content: string) => new File([content], "people.csv", { lastModified: 1 });
const chosen = (file: File): BulkFormAction => ({ type: "source", source: { name: file.name, content: file } });
const composed: BulkFormAction[] = [
  { type: "mode", mode: "manual" },
  { type: "choice", choice: { kind: "compose" } },
  { type: "compose", subject: "Tea", body: "<p>On Friday</p>" },
  { type: "manualText", text: "ann@x.org" },
];
const ofFile: BulkFormAction[] = [
  { type: "choice", choice: { kind: "template", id: "t1" } },
  chosen(aFile("Email\nann@x.org")),
  { type: "edit", row: 1, header: "Email", value: "bo@x.org" },
];
const again = { mode: "manual", templateId: null, subject: "S", body: "B", values: {} } as const;

/** The form of the same account after a reload of its tab; `frozen`: what a send is being made of meanwhile. */
function reloaded(store = bulkForms({ uid: "uid-ada", cache: new QueryClient() }), frozen: BulkForm | null = null) {
  storeDrafts("uid-ada", new Map([["bulk", store.draft(frozen)]]));
  return bulkForms({ uid: "uid-ada", cache: new QueryClient() });
}

function after(...actions: BulkFormAction[]) {
  const store = bulkForms({ uid: "uid-ada", cache: new QueryClient() });
  for (const action of actions) store.change(action);
  return reloaded(store);
}

beforeEach(() => sessionStorage.clear());

describe("what was restored in Bulk Send", () => {
  it.each<[string, BulkFormAction[], (form: BulkForm) => BulkFormAction]>([
    ["is sent", composed, (frozen) => ({ type: "begun", frozen })],
    [
      "is replaced by another mail",
      composed,
      () => ({ type: "again", again: { ...again, dateFormat: "iso", timeFormat: "24hr", startAt: null } }),
    ],
    ["is replaced by people from Direct Send", composed, () => ({ type: "takeOver", templateId: "t2", rows: [] })],
    [
      "is replaced by another file",
      [...ofFile, { type: "value", variable: "Sender", value: "Ada", isUnfinished: false }],
      () => chosen(aFile("Email\ncy@x.org")),
    ],
    ["is thrown away", composed, () => ({ type: "afresh" })],
    ["loses its list to the other mode", composed, () => ({ type: "mode", mode: "csv" })],
    ["is emptied", [{ type: "manualText", text: "ann@x.org" }], () => ({ type: "manualText", text: "" })],
  ])("is told until it %s", (_what, before, action) => {
    const store = after(...before);
    expect(store.restored()).not.toBeNull();
    store.change(action(store.read()));
    expect(store.restored()).toBeNull();
  });

  it("is told on while it is gone on with, and when its own file is there again", () => {
    const list = after(...composed);
    list.change({ type: "manualText", text: "ann@x.org bo@x.org" });
    expect(list.restored()).not.toBeNull();
    const file = after(...ofFile);
    file.change(chosen(aFile("Email\nann@x.org")));
    expect(file.restored()).not.toBeNull();
    expect(file.read().rowEdits).toEqual({ 1: { Email: "bo@x.org" } });
  });

  it("is not told of a mail that was sent before the reload", () => {
    const store = after(...composed, { type: "begun", frozen: composed.reduce(bulkForm, EMPTY_BULK_FORM) });
    expect(store.read().subject).toBe("Tea");
    expect(store.restored()).toBeNull();
  });

  const typed: BulkFormAction = {
    type: "rows",
    rows: [{ id: 1, cells: new Map([["Email", "cy@x.org"]]) }],
  };

  it("has beside it what gave way: a list, a table, and a file that is chosen again with what was put right in it", () => {
    const store = after(...ofFile, typed, { type: "mode", mode: "manual" }, { type: "manualText", text: "di@x.org" });
    store.change({ type: "mode", mode: "csv" });
    store.change({ type: "bringBack" });
    const again = reloaded(store);
    expect(isTyped(again.read().source?.content)).toBe(true);
    again.change({ type: "mode", mode: "manual" });
    again.change({ type: "bringBack" });
    expect(again.read().manualText).toBe("di@x.org");

    const file = after(...ofFile, typed);
    const { csv } = file.read().asides;
    expect(csv && asideName(csv)).toBe("people.csv");
    file.change({ type: "bringBack" });
    expect(file.read()).toMatchObject({ source: null, awaited: { file: { name: "people.csv" } } });
    const twice = reloaded(file);
    twice.change(chosen(aFile("Email\nann@x.org")));
    expect(twice.read().rowEdits).toEqual({ 1: { Email: "bo@x.org" } });
    expect(isTyped(twice.read().asides.csv?.source?.content)).toBe(true);
  });

  it("loses beside it what is sent after the reload", () => {
    const store = after(typed);
    const frozen = store.read();
    store.change(chosen(aFile("Email\nann@x.org")));
    const page = reloaded(reloaded(store, frozen));
    expect(page.read().asides.csv).not.toBeNull();
    const sent = page.sent();
    if (!sent) throw new Error("Nobody knows what was sent.");
    page.change({ type: "begun", frozen: sent });
    expect(page.read().asides.csv).toBeNull();
  });

  it("names the files of a list that gave way, and nothing of what is beside it is left when it begins afresh", () => {
    const attached: BulkFormAction = { type: "attachments", files: [new File(["x"], "map.pdf")] };
    const store = after(...composed, attached, { type: "mode", mode: "csv" });
    expect(store.restored()?.files).toEqual(["map.pdf"]);
    store.change({ type: "afresh" });
    expect(reloaded(store).read().asides).toEqual({ csv: null, manual: null });
  });

  it("leaves who was added while it was held, when it goes out after a reload", () => {
    const store = bulkForms({ uid: "uid-ada", cache: new QueryClient() });
    const row = (email: string, index: number) =>
      withCell({ ...withEmptyRows([], 1)[0], id: index + 1, cells: new Map() }, "Email", email);
    store.change({ type: "rows", rows: ["ann@x.org", "bo@x.org"].map(row) });
    const frozen = store.read();
    store.change({ type: "rows", rows: ["ann@x.org", "bo@x.org", "cy@x.org"].map(row) });
    const page = reloaded(reloaded(store, frozen));
    const sent = page.sent();
    if (!sent) throw new Error("Nobody knows what was sent.");
    page.change({ type: "begun", frozen: sent });
    const content = page.read().source?.content;
    expect(isTyped(content) && content.map(({ cells }) => cells.get("Email"))).toEqual(["cy@x.org"]);
    expect(page.sent()).toBeNull();
  });
});
