import type { RowResult } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { storeDrafts } from "../../lib/drafts.ts";
import { aList } from "./factories.ts";
import type { SendFormAction } from "./form/sendForm.ts";
import { AS_DETECTED, type SendForm } from "./form/sendForm.ts";
import { bulkMode, directMode } from "./sendModes.ts";

/** A file is chosen and read. */
const chosen = (text: string, name = "people.csv"): SendFormAction => {
  const list: List = { ...aList(text), source: { kind: "file", name } };
  const raw = { of: list.source, content: new File([text], name), reading: AS_DETECTED };
  return { type: "newList", list, raw: { ...raw, label: "Comma, UTF-8", delimiter: ",", workbook: null } };
};
const cell = (id: number, text: string): SendFormAction => ({
  type: "list",
  change: { type: "cells", cells: [{ id, header: "Email", cell: text }] },
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

/** The same account's form after a reload; `submitted`: the form being sent. */
function reloaded(
  store = bulkMode.form({ uid: "uid-ada", cache: new QueryClient() }),
  submitted: SendForm | null = null,
) {
  storeDrafts("uid-ada", new Map([["bulk", store.draft(submitted)]]));
  return bulkMode.form({ uid: "uid-ada", cache: new QueryClient() });
}

function begun(...actions: SendFormAction[]) {
  const store = bulkMode.form({ uid: "uid-ada", cache: new QueryClient() });
  for (const action of actions) store.change(action);
  return store;
}
const after = (...actions: SendFormAction[]) => reloaded(begun(...actions));
const addressesOf = ({ people }: SendForm) => people.now.list?.rows.map(({ cells }) => cells[0]) ?? [];

beforeEach(() => sessionStorage.clear());

describe("the restored form of Bulk Send", () => {
  it.each<[string, SendFormAction[], (form: SendForm) => SendFormAction]>([
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
    ["is replaced by the same file without its changes", ofFile, () => chosen("Email\nann@x.org")],
    ["is thrown away", composed, () => ({ type: "afresh" })],
    ["loses its addresses to the other mode", composed, () => ({ type: "mode", mode: "csv" })],
    ["is removed", ofFile, () => ({ type: "newList", list: null })],
    ["is emptied", [{ type: "manualText", text: "ann@x.org" }], () => ({ type: "manualText", text: "" })],
  ])("shows its notice until it %s", (_what, before, action) => {
    const store = after(...before);
    expect(store.restored()).not.toBeNull();
    store.change(action(store.read()));
    expect(store.restored()).toBeNull();
  });

  it("shows its notice as long as someone works on it", () => {
    const addresses = after(...composed);
    addresses.change({ type: "manualText", text: "ann@x.org bo@x.org" });
    expect(addresses.restored()).not.toBeNull();
    const list = after(...ofFile);
    list.change(cell(1, "cy@x.org"));
    list.change({ type: "undo" });
    expect(list.restored()).not.toBeNull();
  });

  it("has a file's list with every change and how it was read, without choosing the file again", () => {
    const store = after(...ofFile);
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    expect(store.restored()?.files).toEqual([]);
    expect(store.read().people.now.raw).toBeNull();
    const asRead = after(...ofFile.slice(0, 2));
    expect(addressesOf(asRead.read())).toEqual(["ann@x.org"]);
    expect(asRead.restored()).not.toBeNull();
  });

  it("has no undo step, and rows keep their ids", () => {
    const store = after(...typed, { type: "list", change: { type: "delete", ids: [1, 3] } });
    store.change({ type: "undo" });
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    store.change({ type: "list", change: { type: "add", count: 1 } });
    expect(store.read().people.now.list?.rows.map(({ id }) => id)).toEqual([2, 4]);
  });

  it("shows its notice until it is sent", () => {
    const store = after(...composed);
    store.take("key1", store.read());
    expect(store.restored()).toBeNull();
  });

  it("doesn't include an email that was sent before the reload", () => {
    const before = begun(...composed);
    before.take("key1", before.read());
    const store = reloaded(before);
    expect(store.read().subject).toBe("Tea");
    expect(store.restored()).toBeNull();
  });

  it("names the attached files", () => {
    const attached: SendFormAction = { type: "attachments", files: [new File(["x"], "map.pdf")] };
    const store = after(...composed, attached);
    expect(store.restored()?.files).toEqual(["map.pdf"]);
    store.change({ type: "afresh" });
    expect(reloaded(store).restored()).toBeNull();
  });
});

const people = (text: string): SendFormAction => ({ type: "manualText", text });
const textOf = ({ people: { now } }: SendForm) => now.text;

describe("during the hold", () => {
  /** A form with its email held under "key1". */
  function held(...actions: SendFormAction[]) {
    const store = begun(...actions);
    const submitted = store.read();
    store.take("key1", submitted);
    return { store, submitted };
  }

  it("the form is free, and entries stay when the send starts", () => {
    const { store, submitted } = held(...composed);
    expect(textOf(store.read())).toBe("");
    store.change(people("ann@x.org"));
    // The send starts while the same person is getting another email.
    store.take("key1", submitted);
    expect(textOf(store.read())).toBe("ann@x.org");
    expect(store.aside()).toEqual([]);
  });

  it("the email comes back into an empty form if nothing is sent", () => {
    const { store, submitted } = held(...composed);
    store.giveBack("key1", submitted);
    expect(store.read()).toBe(submitted);
    expect(store.aside()).toEqual([]);
  });

  it("the email is put aside if there is another one, and you can swap them", () => {
    const { store, submitted } = held(...composed);
    store.change(people("cy@x.org"));
    store.giveBack("key1", submitted);
    expect(textOf(store.read())).toBe("cy@x.org");
    const [aside] = store.aside();
    expect(aside?.form).toBe(submitted);
    if (!aside) throw new Error("Nothing is aside.");
    store.swap(aside);
    expect(store.read()).toBe(submitted);
    expect(store.aside().map(({ form }) => textOf(form))).toEqual(["cy@x.org"]);
    const [other] = store.aside();
    if (other) store.discard(other);
    expect(store.aside()).toEqual([]);
  });

  it("the whole list comes back, with the rows above the limit that stayed for the next send", () => {
    const store = begun(...typed);
    const submitted = { ...store.read(), upTo: 1 };
    store.take("key1", submitted);
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    store.giveBack("key1", submitted);
    expect(store.read()).toBe(submitted);
  });

  it("a file that was chosen in the meantime isn't replaced", () => {
    const { store, submitted } = held(...ofFile);
    store.change(chosen("Email\ncy@x.org"));
    store.giveBack("key1", submitted);
    expect(addressesOf(store.read())).toEqual(["cy@x.org"]);
    expect(store.aside()).toHaveLength(1);
  });

  it("another template that was chosen in the meantime stays", () => {
    const { store, submitted } = held(...ofFile);
    store.change({ type: "choice", choice: { kind: "template", id: "t2" } });
    store.giveBack("key1", submitted);
    expect(store.read().choice).toEqual({ kind: "template", id: "t2" });
    expect(store.aside()[0]?.form).toBe(submitted);
  });

  it("a send whose email never left the form gives nothing back", () => {
    const store = begun(...ofFile);
    const before = store.read();
    store.change(cell(1, "cy@x.org"));
    store.giveBack("key1", before);
    expect(addressesOf(store.read())).toEqual(["cy@x.org"]);
    expect(store.aside()).toEqual([]);
    // Unless you emptied the form in the meantime.
    store.change({ type: "newList", list: null });
    store.giveBack("key1", before);
    expect(store.read()).toBe(before);
  });

  it("an email that is refused while you write the next one is put aside", () => {
    const account = { uid: "uid-ada", cache: new QueryClient() };
    const to = (address: string) => ({ type: "recipients", recipients: [recipientText(address)] }) as const;
    const template = (id: string) => ({ type: "choice", choice: { kind: "template", id } }) as const;
    const store = directMode.form(account);
    for (const action of [template("t1"), to("ann@x.org")]) store.change(action);
    const submitted = store.read();
    // No answer yet: another email, of the same template or another one.
    for (const next of [
      [to("bo@x.org")],
      [template("t2"), to("bo@x.org")],
      [{ type: "recipients", recipients: [] } as const, to("bo@x.org")],
    ]) {
      const page = directMode.form({ ...account });
      page.change(template("t1"));
      page.change(to("ann@x.org"));
      for (const action of next) page.change(action);
      page.giveBack("key1", submitted);
      expect(addressesOf(page.read())).toEqual(["bo@x.org"]);
      expect(page.aside().map(({ form }) => form)).toEqual([submitted]);
    }
    // A second person, or other words, for the same email: it is still in the form.
    store.change({ type: "recipients", recipients: ["ann@x.org", "bo@x.org"].map(recipientText) });
    store.giveBack("key1", submitted);
    expect(store.aside()).toEqual([]);
  });

  it("an email that is put aside or replaced before the answer comes back once, also after a reload", () => {
    const store = begun(...composed);
    const submitted = store.read();
    store.setAside({ type: "afresh" });
    store.giveBack("key1", submitted);
    expect(store.aside()).toHaveLength(1);

    const page = reloaded(begun(...ofFile), begun(...ofFile).read());
    page.change(chosen("Email\ncy@x.org"));
    page.giveBack("key1", null);
    expect(addressesOf(page.read())).toEqual(["cy@x.org"]);
    expect(page.aside().map(({ form }) => addressesOf(form))).toEqual([["bo@x.org"]]);
  });

  it("files that a reload lost stay named: after another click on Send and Undo, and if the send fails", () => {
    const store = begun(...composed, { type: "attachments", files: [new File(["x"], "map.pdf")] });
    const page = reloaded(store);
    const again = page.read();
    page.take("key1", again);
    page.giveBack("key1", again);
    expect(page.restored()?.files).toEqual(["map.pdf"]);
    page.take("key2", page.read());
    page.restore(again);
    expect(page.restored()?.files).toEqual(["map.pdf"]);

    // An earlier send has no part in it.
    const other = begun(...composed);
    other.take("key0", other.read());
    for (const action of composed) other.change(action);
    other.change({ type: "attachments", files: [new File(["x"], "map.pdf")] });
    const late = reloaded(other);
    const submittedLate = late.read();
    late.take("key1", submittedLate);
    late.giveBack("key1", submittedLate);
    expect(late.restored()?.files).toEqual(["map.pdf"]);

    const { store: held1, submitted } = held(...composed, { type: "attachments", files: [new File(["x"], "map.pdf")] });
    const later = reloaded(held1, submitted);
    later.take("key1", null);
    later.restore(submitted);
    expect(later.restored()?.files).toEqual(["map.pdf"]);
  });

  it("a reload keeps both emails, the people as they were, and names the lost files", () => {
    const store = begun(...composed, { type: "attachments", files: [new File(["x"], "map.pdf")] });
    const submitted = store.read();
    store.take("key1", submitted);
    store.change(people("ann@x.org"));
    // Reloaded twice.
    const page = reloaded(reloaded(store, submitted));
    page.take("key1", null);
    expect(textOf(page.read())).toBe("ann@x.org");
    page.giveBack("key1", null);
    const [aside] = page.aside();
    expect(aside).toMatchObject({ files: ["map.pdf"], form: { subject: "Tea" } });
    // Emails put aside outlive a reload, too.
    const later = reloaded(page);
    const [kept] = later.aside();
    if (!kept) throw new Error("Nothing is aside.");
    later.swap(kept);
    expect(later.restored()?.files).toEqual(["map.pdf"]);
    expect(textOf(later.read())).toBe("ann@x.org");
  });

  it("a reload finds the email for an empty form", () => {
    const { store, submitted } = held(...composed);
    const page = reloaded(store, submitted);
    page.giveBack("key1", null);
    expect(textOf(page.read())).toBe("ann@x.org");
    expect(page.aside()).toEqual([]);
  });

  it("starting or replacing an email after a reload doesn't lose the held one", () => {
    const { store, submitted } = held(...composed);
    const page = reloaded(store, submitted);
    page.change({ type: "afresh" });
    page.change(chosen("Email\ncy@x.org"));
    page.giveBack("key1", null);
    expect(page.aside()[0]?.form.subject).toBe("Tea");
  });
});

it("starting a new email, or reusing one of an earlier send, puts yours aside", () => {
  const store = begun(...composed);
  const first = store.read();
  store.setAside({ type: "afresh" });
  store.setAside({ type: "afresh" });
  expect(store.aside().map(({ form }) => form)).toEqual([first]);
  expect(bulkMode.hasUnsent({ uid: "uid-bo", cache: new QueryClient() })).toBe(false);
  const account = { uid: "uid-ada", cache: new QueryClient() };
  storeDrafts("uid-ada", new Map([["bulk", store.draft(null)]]));
  expect(bulkMode.hasUnsent(account)).toBe(true);
});

it.each([
  ["an older version", { form: { version: 5 }, sent: null }, true],
  ["no form", { form: null, sent: null, taken: null, aside: [] }, false],
  ["nothing it knows", "draft", false],
])("reports an unreadable draft: %s", (_what, stored, isUnreadable) => {
  storeDrafts("uid-ada", new Map([["bulk", stored]]));
  expect(bulkMode.form({ uid: "uid-ada", cache: new QueryClient() }).isUnreadable).toBe(isUnreadable);
});

describe("when a lost send starts after a reload", () => {
  /** The resulting form; `since` runs while the answer is pending. */
  function left(before: SendFormAction[], ...since: SendFormAction[]): SendForm {
    const store = begun(...before);
    const submitted = store.read();
    for (const action of since) store.change(action);
    // Reloaded twice.
    const page = reloaded(reloaded(store, submitted));
    expect(page.submitted()).not.toBeNull();
    page.take("key1", null);
    page.forget();
    expect(page.submitted()).toBeNull();
    return page.read();
  }

  it("people who were added in the meantime stay", () => {
    expect(addressesOf(left(typed, cell(3, "cy@x.org")))).toEqual(["cy@x.org"]);
    expect(textOf(left(composed, people("ann@x.org, cy@x.org")))).toBe("cy@x.org");
  });

  it("no one else does", () => {
    expect(left(typed).people.now.list).toBeNull();
    expect(left(ofFile).people.now.list).toBeNull();
  });

  it("another list that was chosen in the meantime stays", () => {
    expect(addressesOf(left(typed, chosen("Email\nann@x.org")))).toEqual(["ann@x.org"]);
    expect(addressesOf(left(ofFile, chosen("Email\nbo@x.org")))).toEqual(["bo@x.org"]);
  });
});

it("a Direct Send keeps its submitted form through a reload, for people it doesn't reach", () => {
  const account = { uid: "uid-ada", cache: new QueryClient() };
  const store = directMode.form(account);
  store.change({ type: "choice", choice: { kind: "template", id: "t1" } });
  store.change({ type: "recipients", recipients: ["Ann <Ann@x.org>", "bo@x.org"].map(recipientText) });
  store.change({ type: "ownValues", list: store.read().people.now.list ?? emptyList() });
  const submitted = store.read();
  store.take("key1", submitted);
  storeDrafts("uid-ada", new Map([["direct", store.draft(submitted)]]));

  const later = directMode.form({ uid: "uid-ada", cache: new QueryClient() });
  later.take("key1", null);
  const rows = ["failed", "sent"].map((status, at) => ({ row: at + 1, line: null, recipient: "", status, reason: "" }));
  const back = directMode.unreached?.(later.submitted(), rows as RowResult[]);
  if (back) later.restore(back);
  const { now } = later.read().people;
  expect(now.mode).toBe("csv");
  expect(now.list?.rows.map(({ cells }) => cells[0])).toEqual(["Ann <Ann@x.org>"]);
});
