import type { RowResult } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { storeDrafts } from "../../lib/drafts.ts";
import { aList } from "./factories.ts";
import { AS_DETECTED, EMPTY_FORM, type SendForm } from "./form/sendForm.ts";
import { type SendFormAction, sendForm } from "./form/sendFormReducer.ts";
import { bulkWay, directWay } from "./ways.ts";

/** A file is chosen and read. */
const chosen = (text: string, name = "people.csv"): SendFormAction => {
  const list: List = { ...aList(text), source: { kind: "file", name } };
  const raw = { of: list.source, content: new File([text], name), reading: AS_DETECTED };
  return { type: "newList", list, raw: { ...raw, label: "Comma, UTF-8", delimiter: "," } };
};
const cell = (id: number, text: string): SendFormAction => ({
  ...{ type: "list", change: { type: "cells", cells: [{ id, header: "Email", cell: text }] } },
});
const composed: SendFormAction[] = [
  { type: "mode", mode: "manual" },
  { type: "choice", choice: { kind: "compose" } },
  { type: "compose", subject: "Tea", body: "<p>On Friday</p>" },
  { type: "manualText", text: "ann@x.org" },
];
const ofFile: SendFormAction[] = [
  { type: "choice", choice: { kind: "template", id: "t1" } },
  chosen("Email\nann@x.org"),
  cell(1, "bo@x.org"),
];
/** A list is typed: two people and a blank row. */
const typed: SendFormAction[] = [
  { type: "newList", list: emptyList() },
  { type: "list", change: { type: "add", count: 3 } },
  cell(1, "ann@x.org"),
  cell(2, "bo@x.org"),
];
const again = { mode: "manual", templateId: null, subject: "S", body: "B", values: {} } as const;

/** The form of the same account after its tab was reloaded; `frozen`: the form that a send is being made of meanwhile. */
function reloaded(store = bulkWay.form({ uid: "uid-ada", cache: new QueryClient() }), frozen: SendForm | null = null) {
  storeDrafts("uid-ada", new Map([["bulk", store.draft(frozen)]]));
  return bulkWay.form({ uid: "uid-ada", cache: new QueryClient() });
}

function begun(...actions: SendFormAction[]) {
  const store = bulkWay.form({ uid: "uid-ada", cache: new QueryClient() });
  for (const action of actions) store.change(action);
  return store;
}
const after = (...actions: SendFormAction[]) => reloaded(begun(...actions));
const addressesOf = ({ people }: SendForm) => people.now.list?.rows.map(({ cells }) => cells[0]) ?? [];

beforeEach(() => sessionStorage.clear());

describe("what was restored in Bulk Send", () => {
  it.each<[string, SendFormAction[], (form: SendForm) => SendFormAction]>([
    ["is sent", composed, (frozen) => ({ type: "begun", frozen })],
    [
      "is replaced by another email",
      composed,
      () => ({ type: "again", again: { ...again, dateFormat: "iso", timeFormat: "24hr", startAt: null } }),
    ],
    [
      "is replaced by another file",
      [...ofFile, { type: "value", variable: "Sender", value: "Ada", isUnfinished: false }],
      () => chosen("Email\ncy@x.org"),
    ],
    ["is replaced by the same file, without what was changed in it", ofFile, () => chosen("Email\nann@x.org")],
    ["is thrown away", composed, () => ({ type: "afresh" })],
    ["loses its addresses to the other mode", composed, () => ({ type: "mode", mode: "csv" })],
    ["is removed", ofFile, () => ({ type: "newList", list: null })],
    ["is emptied", [{ type: "manualText", text: "ann@x.org" }], () => ({ type: "manualText", text: "" })],
  ])("is mentioned until it %s", (_what, before, action) => {
    const store = after(...before);
    expect(store.restored()).not.toBeNull();
    store.change(action(store.read()));
    expect(store.restored()).toBeNull();
  });

  it("is mentioned as long as someone works on it", () => {
    const addresses = after(...composed);
    addresses.change({ type: "manualText", text: "ann@x.org bo@x.org" });
    expect(addresses.restored()).not.toBeNull();
    const list = after(...ofFile);
    list.change(cell(1, "cy@x.org"));
    list.change({ type: "undo" });
    expect(list.restored()).not.toBeNull();
  });

  it("is a file's list with every change, as it was read too, without choosing the file again", () => {
    const store = after(...ofFile);
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    expect(store.restored()?.files).toEqual([]);
    expect(store.read().people.now.raw).toBeNull();
    const asRead = after(...ofFile.slice(0, 2));
    expect(addressesOf(asRead.read())).toEqual(["ann@x.org"]);
    expect(asRead.restored()).not.toBeNull();
  });

  it("has no step to take back, and a row keeps its id", () => {
    const store = after(...typed, { type: "list", change: { type: "delete", ids: [1, 3] } });
    store.change({ type: "undo" });
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    store.change({ type: "list", change: { type: "add", count: 1 } });
    expect(store.read().people.now.list?.rows.map(({ id }) => id)).toEqual([2, 4]);
  });

  it("is not an email that was sent before the reload", () => {
    const store = after(...composed, { type: "begun", frozen: composed.reduce(sendForm, EMPTY_FORM) });
    expect(store.read().subject).toBe("Tea");
    expect(store.restored()).toBeNull();
  });

  it("names the files that were attached", () => {
    const attached: SendFormAction = { type: "attachments", files: [new File(["x"], "map.pdf")] };
    const store = after(...composed, attached);
    expect(store.restored()?.files).toEqual(["map.pdf"]);
    store.change({ type: "afresh" });
    expect(reloaded(store).restored()).toBeNull();
  });
});

describe("when a send that was held begins after a reload", () => {
  /** The form after it; `since` happened while it was held. */
  function left(before: SendFormAction[], ...since: SendFormAction[]): SendForm {
    const store = begun(...before);
    const frozen = store.read();
    for (const action of since) store.change(action);
    // Reloaded twice.
    const page = reloaded(reloaded(store, frozen));
    const sent = page.sent();
    if (!sent) throw new Error("Nobody knows what was sent.");
    page.change({ type: "begun", frozen: sent });
    expect(page.sent()).toBeNull();
    return page.read();
  }

  it("people who were added while it was held stay", () => {
    expect(addressesOf(left(typed, cell(3, "cy@x.org")))).toEqual(["cy@x.org"]);
    expect(left(composed, { type: "manualText", text: "ann@x.org, cy@x.org" }).people.now.text).toBe("cy@x.org");
  });

  it("nobody else does", () => {
    expect(left(typed).people.now.list).toBeNull();
    expect(left(ofFile).people.now.list).toBeNull();
  });

  it("another list that was chosen while it was held stays", () => {
    expect(addressesOf(left(typed, chosen("Email\nann@x.org")))).toEqual(["ann@x.org"]);
    expect(addressesOf(left(ofFile, chosen("Email\nbo@x.org")))).toEqual(["bo@x.org"]);
  });
});

it("what a Direct Send was made of comes back after a reload, for whoever it didn't reach", () => {
  const account = { uid: "uid-ada", cache: new QueryClient() };
  const store = directWay.form(account);
  store.change({ type: "choice", choice: { kind: "template", id: "t1" } });
  store.change({ type: "recipients", recipients: ["Ann <Ann@x.org>", "bo@x.org"].map(recipientText) });
  store.change({ type: "ownValues", list: store.read().people.now.list ?? emptyList() });
  const frozen = store.read();
  store.change({ type: "begun", frozen });
  storeDrafts("uid-ada", new Map([["direct", store.draft(frozen)]]));

  const later = { uid: "uid-ada", cache: new QueryClient() };
  const rows = ["failed", "sent"].map((status, at) => ({ row: at + 1, line: null, recipient: "", status, reason: "" }));
  directWay.onEnded?.(later, null, rows as RowResult[]);
  const { now } = directWay.form(later).read().people;
  expect(now.mode).toBe("csv");
  expect(now.list?.rows.map(({ cells }) => cells[0])).toEqual(["Ann <Ann@x.org>"]);
});
