import { DEFAULT_FORMATS, type RowResult } from "@sendwright/core/contract";
import type { List } from "@sendwright/core/list/list";
import { emptyList } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { beforeEach, describe, expect, it } from "vitest";
import { storeDrafts } from "../../../lib/drafts.ts";
import { AS_DETECTED } from "../../../lib/lists/reading.ts";
import type { SendingEvent } from "../../../sending/sendingEvents.ts";
import { aList } from "../factories.ts";
import type { SendFormAction } from "./formActions.ts";
import { FormStore } from "./formStore.ts";
import type { SendForm } from "./sendForm.ts";

/** A file is chosen and read. */
const chosen = (text: string, name = "people.csv"): SendFormAction => {
  const list: List = { ...aList(text), source: { kind: "file", name } };
  const raw = { of: list.source, content: new File([text], name), reading: AS_DETECTED };
  return {
    type: "newList",
    list,
    raw: {
      ...raw,
      label: "Comma, UTF-8",
      delimiter: ",",
      facts: { above: null, below: null, guesses: [] },
      workbook: null,
    },
  };
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

const sentAgain = {
  ...again,
  ...DEFAULT_FORMATS,
  startAt: null,
  people: {
    send: "later-0001",
    name: "People",
    isCorrection: true,
    variables: [],
    dates: new Map(),
    numbers: new Map(),
    rows: [{ row: 1, recipient: "ann@x.org", values: new Map(), copyCells: {} }],
    corrections: [{ row: 1, who: "ann@x.org", reason: "" }],
  },
};

/** The same account's form after a reload. */
function reloaded(store = new FormStore("bulk", "uid-ada")) {
  const { tab } = store;
  storeDrafts("uid-ada", new Map([[tab, store.draft()]]));
  return new FormStore(tab, "uid-ada");
}

function begun(...actions: SendFormAction[]) {
  const store = new FormStore("bulk", "uid-ada");
  for (const action of actions) store.change(action);
  return store;
}

/** A click on Send. Returns the submitted form. */
function click(store: FormStore, key = "key1", form = store.read()): SendForm {
  store.freeze(form);
  store.onEvent({ type: "asked", key });
  return form;
}

type Outcome = Extract<SendingEvent, { key: string }>["type"];

/** What becomes of a click on Send. */
function becomes(store: FormStore, type: Exclude<Outcome, "ended">, key = "key1"): void {
  store.onEvent({ type, key });
}

/** A click on Send whose send is held. Returns the submitted form. */
function hold(store: FormStore, key = "key1", form = store.read()): SendForm {
  click(store, key, form);
  becomes(store, "held", key);
  return form;
}

const after = (...actions: SendFormAction[]) => reloaded(begun(...actions));
const addressesOf = ({ people }: SendForm) =>
  people.now.list?.rows.map(({ cells }) => cells[0]) ?? [];

beforeEach(() => sessionStorage.clear());

describe("the restored form of Bulk Send", () => {
  it.each<[string, SendFormAction[], (form: SendForm) => SendFormAction]>([
    [
      "is replaced by another email",
      composed,
      () => ({
        type: "again",
        again: { ...again, dateFormat: "iso", timeFormat: "24hr", startAt: null },
      }),
    ],
    [
      "is replaced by another file",
      [...ofFile, { type: "value", variable: "Sender", value: "Ada", isUnfinished: false }],
      () => chosen("Email\ncy@x.org"),
    ],
    ["is replaced by the same file without its changes", ofFile, () => chosen("Email\nann@x.org")],
    ["is thrown away", composed, () => ({ type: "startOver" })],
    ["loses its addresses to the other mode", composed, () => ({ type: "mode", mode: "csv" })],
    ["is removed", ofFile, () => ({ type: "newList", list: null })],
    [
      "is emptied",
      [{ type: "manualText", text: "ann@x.org" }],
      () => ({ type: "manualText", text: "" }),
    ],
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
    // The same file, chosen again, keeps the correction.
    const asRead = after(...ofFile.slice(0, 2));
    expect(addressesOf(asRead.read())).toEqual(["bo@x.org"]);
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
    hold(store);
    expect(store.restored()).toBeNull();
  });

  it("doesn't include an email that was sent before the reload", () => {
    const before = begun(...composed);
    hold(before);
    becomes(before, "begun");
    const store = reloaded(before);
    expect(store.read().subject).toBe("Tea");
    expect(store.restored()).toBeNull();
  });

  it("names the attached files", () => {
    const attached: SendFormAction = { type: "attachments", files: [new File(["x"], "map.pdf")] };
    const store = after(...composed, attached);
    expect(store.restored()?.files).toEqual(["map.pdf"]);
    store.change({ type: "startOver" });
    expect(reloaded(store).restored()).toBeNull();
  });
});

const people = (text: string): SendFormAction => ({ type: "manualText", text });
const textOf = ({ people: { now } }: SendForm) => now.text;

describe("during the hold", () => {
  /** A form with its email held under "key1". */
  function held(...actions: SendFormAction[]) {
    const store = begun(...actions);
    return { store, submitted: hold(store) };
  }

  it("the form is free, and entries stay when the send starts", () => {
    const { store } = held(...composed);
    expect(textOf(store.read())).toBe("");
    store.change(people("ann@x.org"));
    // The send starts while the same person is getting another email.
    becomes(store, "begun");
    expect(textOf(store.read())).toBe("ann@x.org");
    expect(store.unsentEmails()).toEqual([]);
  });

  it("the email comes back into an empty form if nothing is sent", () => {
    const { store, submitted } = held(...composed);
    becomes(store, "undone");
    expect(store.read()).toBe(submitted);
    expect(store.unsentEmails()).toEqual([]);
  });

  it("the email is kept as unsent if there is another one, and you can swap them", () => {
    const { store, submitted } = held(...composed);
    store.change(people("cy@x.org"));
    becomes(store, "undone");
    expect(textOf(store.read())).toBe("cy@x.org");
    const [aside] = store.unsentEmails();
    expect(aside?.form).toBe(submitted);
    if (!aside) throw new Error("No unsent email.");
    store.swap(aside);
    expect(store.read()).toBe(submitted);
    expect(store.unsentEmails().map(({ form }) => textOf(form))).toEqual(["cy@x.org"]);
    const [other] = store.unsentEmails();
    if (other) store.discard(other);
    expect(store.unsentEmails()).toEqual([]);
  });

  it("the whole list comes back, with the rows above the limit that stayed for the next send", () => {
    const store = begun(...typed);
    const submitted = hold(store, "key1", { ...store.read(), upTo: 1 });
    expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
    becomes(store, "undone");
    expect(store.read()).toBe(submitted);
  });

  it("a file that was chosen in the meantime isn't replaced", () => {
    const { store } = held(...ofFile);
    store.change(chosen("Email\ncy@x.org"));
    becomes(store, "undone");
    expect(addressesOf(store.read())).toEqual(["cy@x.org"]);
    expect(store.unsentEmails()).toHaveLength(1);
  });

  it("another template that was chosen in the meantime stays", () => {
    const { store, submitted } = held(...ofFile);
    store.change({ type: "choice", choice: { kind: "template", id: "t2" } });
    becomes(store, "undone");
    expect(store.read().choice).toEqual({ kind: "template", id: "t2" });
    expect(store.unsentEmails()[0]?.form).toBe(submitted);
  });

  it("a send whose email never left the form gives nothing back", () => {
    const store = begun(...ofFile);
    const before = click(store);
    store.change(cell(1, "cy@x.org"));
    becomes(store, "refused");
    expect(addressesOf(store.read())).toEqual(["cy@x.org"]);
    expect(store.unsentEmails()).toEqual([]);
    // Unless you emptied the form in the meantime.
    click(store, "key2", before);
    store.change({ type: "newList", list: null });
    becomes(store, "refused", "key2");
    expect(store.read()).toBe(before);
  });

  it("an email that is refused while you write the next one is kept as unsent", () => {
    const to = (address: string) =>
      ({ type: "recipients", recipients: [recipientText(address)] }) as const;
    const template = (id: string) =>
      ({ type: "choice", choice: { kind: "template", id } }) as const;
    /** A click on Send, then these changes, then the refusal. */
    const refusedAfter = (...changes: SendFormAction[]) => {
      const store = new FormStore("direct", "uid-ada");
      for (const action of [template("t1"), to("ann@x.org")]) store.change(action);
      const submitted = click(store);
      for (const action of changes) store.change(action);
      becomes(store, "refused");
      return { store, submitted };
    };
    // No answer yet: another email, of the same template or another one.
    for (const next of [
      [to("bo@x.org")],
      [template("t2"), to("bo@x.org")],
      [{ type: "recipients", recipients: [] } as const, to("bo@x.org")],
    ]) {
      const { store, submitted } = refusedAfter(...next);
      expect(addressesOf(store.read())).toEqual(["bo@x.org"]);
      expect(store.unsentEmails().map(({ form }) => form)).toEqual([submitted]);
    }
    // A second person, or other words, for the same email: it is still in the form.
    const { store } = refusedAfter({
      type: "recipients",
      recipients: ["ann@x.org", "bo@x.org"].map(recipientText),
    });
    expect(store.unsentEmails()).toEqual([]);
  });

  it("an email that is kept or replaced before the answer is restored once, also after a reload", () => {
    const store = begun(...composed);
    click(store);
    store.keepUnsent({ type: "startOver" });
    becomes(store, "refused");
    expect(store.unsentEmails()).toHaveLength(1);

    const before = begun(...ofFile);
    click(before);
    const page = reloaded(before);
    page.change(chosen("Email\ncy@x.org"));
    becomes(page, "absent");
    expect(addressesOf(page.read())).toEqual(["cy@x.org"]);
    expect(page.unsentEmails().map(({ form }) => addressesOf(form))).toEqual([["bo@x.org"]]);
  });

  it("files that a reload lost stay named: after another click on Send and Undo, and if the send fails", () => {
    const store = begun(...composed, { type: "attachments", files: [new File(["x"], "map.pdf")] });
    const page = reloaded(store);
    hold(page);
    becomes(page, "undone");
    expect(page.restored()?.files).toEqual(["map.pdf"]);
    hold(page, "key2");
    becomes(page, "undone", "key2");
    expect(page.restored()?.files).toEqual(["map.pdf"]);

    // An earlier send has no part in it.
    const other = begun(...composed);
    hold(other, "key0");
    becomes(other, "begun", "key0");
    for (const action of composed) other.change(action);
    other.change({ type: "attachments", files: [new File(["x"], "map.pdf")] });
    const late = reloaded(other);
    hold(late);
    becomes(late, "undone");
    expect(late.restored()?.files).toEqual(["map.pdf"]);

    const { store: held1 } = held(...composed, {
      type: "attachments",
      files: [new File(["x"], "map.pdf")],
    });
    const later = reloaded(held1);
    becomes(later, "held");
    becomes(later, "undone");
    expect(later.restored()?.files).toEqual(["map.pdf"]);
  });

  it("files that a reload lost stay named for the people whom a Direct Send doesn't reach", () => {
    const store = new FormStore("direct", "uid-ada");
    store.change({ type: "choice", choice: { kind: "template", id: "t1" } });
    store.change({ type: "recipients", recipients: [recipientText("ann@x.org")] });
    store.change({ type: "attachments", files: [new File(["x"], "map.pdf")] });
    const page = reloaded(store);
    hold(page);
    becomes(page, "begun");
    page.onEvent({ type: "ended", key: "key1", results: [aResult(1, "failed", "ann@x.org")] });
    expect(page.restored()?.files).toEqual(["map.pdf"]);
  });

  it("a reload keeps both emails, the people as they were, and names the lost files", () => {
    const store = begun(...composed, { type: "attachments", files: [new File(["x"], "map.pdf")] });
    hold(store);
    store.change(people("ann@x.org"));
    // Reloaded twice.
    const page = reloaded(reloaded(store));
    becomes(page, "held");
    expect(textOf(page.read())).toBe("ann@x.org");
    becomes(page, "undone");
    const [aside] = page.unsentEmails();
    expect(aside).toMatchObject({ files: ["map.pdf"], form: { subject: "Tea" } });
    // Unsent emails outlive a reload, too.
    const later = reloaded(page);
    const [kept] = later.unsentEmails();
    if (!kept) throw new Error("No unsent email.");
    later.swap(kept);
    expect(later.restored()?.files).toEqual(["map.pdf"]);
    expect(textOf(later.read())).toBe("ann@x.org");
  });

  it("a reload finds the email for an empty form", () => {
    const { store } = held(...composed);
    const page = reloaded(store);
    becomes(page, "undone");
    expect(textOf(page.read())).toBe("ann@x.org");
    expect(page.unsentEmails()).toEqual([]);
  });

  it("starting or replacing an email after a reload doesn't lose the held one", () => {
    const { store } = held(...composed);
    const page = reloaded(store);
    page.change({ type: "startOver" });
    page.change(chosen("Email\ncy@x.org"));
    becomes(page, "undone");
    expect(page.unsentEmails()[0]?.form.subject).toBe("Tea");
  });
});

it("starting a new email, or reusing one of an earlier send, keeps yours as unsent", () => {
  const store = begun(...composed);
  const first = store.read();
  store.keepUnsent({ type: "startOver" });
  store.keepUnsent({ type: "startOver" });
  expect(store.unsentEmails().map(({ form }) => form)).toEqual([first]);
  expect(reloaded(store).hasUnsent()).toBe(true);
  expect(new FormStore("bulk", "uid-bo").hasUnsent()).toBe(false);
});

describe("a scheduled send that is edited", () => {
  const replaces = { send: "later-0001", startsAt: "2099-01-01T08:00:00Z", files: [] };
  const editing = (files: string[] = []) => {
    const store = begun();
    store.onEvent({ type: "reused", send: { ...sentAgain, replaces: { ...replaces, files } } });
    return store;
  };

  it("is replaced by the form's email, also after a reload or swapped with another", () => {
    const store = editing();
    expect(reloaded(store).read().replaces).toEqual(replaces);
    store.keepUnsent({ type: "startOver" });
    expect(store.read().replaces).toBeUndefined();
    const [kept] = store.unsentEmails();
    if (kept) store.swap(kept);
    expect(store.read().replaces).toEqual(replaces);
  });

  it("is replaced once: the rest of the form is an email of its own", () => {
    const store = editing();
    click(store);
    store.change({ type: "manualText", text: "ann@x.org, cy@x.org" });
    becomes(store, "begun");
    expect(store.read().replaces).toBeUndefined();
    expect(store.read().people.now.text).toContain("cy@x.org");
  });

  it.each(["S", "Typed since"])(
    "isn't replaced once it is too late; “%s” stays and needs its files",
    (subject) => {
      const store = editing(["contract.pdf"]);
      click(store);
      if (subject !== "S") store.change({ type: "compose", subject });
      becomes(store, "tooLateToEdit");
      for (const page of [store, reloaded(store)]) {
        expect(page.read()).toMatchObject({ subject });
        expect(page.read().replaces).toBeUndefined();
        expect(page.restored()?.files).toEqual(["contract.pdf"]);
      }
      expect(store.unsentEmails()).toEqual([]);
    },
  );

  it("is still to be replaced if the answer was lost and nothing was sent", () => {
    const store = editing();
    click(store);
    becomes(store, "absent");
    expect(store.read().replaces).toEqual(replaces);
    expect(reloaded(store).read().replaces).toEqual(replaces);
  });

  it("gives no one back to Direct Send, where it was begun", () => {
    const store = sendingTable();
    becomes(store, "replaced");
    expect(store.read().people.now.list).toBeNull();
    expect(store.unsentEmails()).toEqual([]);
    expect(store.draft()?.sent ?? null).toBeNull();
  });
});

it.each([
  ["an older version", { form: { version: 5 }, sent: null }, true],
  ["no form", { form: null, sent: null, taken: null, aside: [] }, false],
  ["nothing it knows", "draft", false],
])("reports an unreadable draft: %s", (_what, stored, isUnreadable) => {
  storeDrafts("uid-ada", new Map([["bulk", stored]]));
  expect(new FormStore("bulk", "uid-ada").isUnreadable).toBe(isUnreadable);
});

describe("when a lost send starts after a reload", () => {
  /** The resulting form; `since` runs while the answer is pending. */
  function left(before: SendFormAction[], ...since: SendFormAction[]): SendForm {
    const store = begun(...before);
    click(store);
    for (const action of since) store.change(action);
    // Reloaded twice.
    const page = reloaded(reloaded(store));
    expect(page.draft()?.sent ?? null).not.toBeNull();
    becomes(page, "begun");
    expect(page.draft()?.sent ?? null).toBeNull();
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

const aResult = (row: number, status: RowResult["status"], recipient = ""): RowResult => ({
  row,
  line: null,
  recipient,
  status,
  reason: "",
});

/** A Direct Send in progress, with a table of two people. */
function sendingTable() {
  const store = new FormStore("direct", "uid-ada");
  store.change({ type: "choice", choice: { kind: "template", id: "t1" } });
  store.change({
    type: "recipients",
    recipients: ["Ann <Ann@x.org>", "bo@x.org"].map(recipientText),
  });
  store.change({ type: "ownValues", list: store.read().people.now.list ?? emptyList() });
  hold(store);
  becomes(store, "begun");
  return store;
}
const results = [aResult(1, "failed"), aResult(2, "sent")];

it("a Direct Send keeps its submitted form through a reload, for people it doesn't reach", () => {
  const later = reloaded(sendingTable());
  becomes(later, "begun");
  later.onEvent({ type: "ended", key: "key1", results });
  const { now } = later.read().people;
  expect(now.mode).toBe("csv");
  expect(now.list?.rows.map(({ cells }) => cells[0])).toEqual(["Ann <Ann@x.org>"]);
});

it("people of a canceled Direct Send wait beside the form, without its time", () => {
  const store = sendingTable();
  const canceled = results.map((one) => ({
    ...one,
    status: "skipped" as const,
    cancelled: true as const,
  }));
  store.onEvent({ type: "ended", key: "key1", results: canceled });
  expect(store.read().people.now.list).toBeNull();
  const [kept] = store.unsentEmails();
  expect(kept && addressesOf(kept.form)).toEqual(["Ann <Ann@x.org>", "bo@x.org"]);
  expect(kept?.form.when).toEqual({ kind: "now" });
});

it("people of an earlier Direct Send come back beside the next email, once, and no one of a send that is gone", () => {
  const store = sendingTable();
  becomes(store, "left");
  store.change({ type: "recipients", recipients: [recipientText("cy@x.org")] });
  hold(store, "key2");
  becomes(store, "begun", "key2");
  store.change({ type: "recipients", recipients: [recipientText("dee@x.org")] });
  store.onEvent({ type: "ended", key: "key1", results });
  expect(addressesOf(store.read())).toEqual(["dee@x.org"]);
  expect(store.unsentEmails().map(({ form }) => addressesOf(form))).toEqual([["Ann <Ann@x.org>"]]);
  becomes(store, "left", "key2");
  becomes(store, "gone", "key2");
  expect(store.unsentEmails()).toHaveLength(1);
  expect(store.draft()?.sent).toBeNull();
});

it("no one comes back from the earlier email of a key, or from a Bulk Send", () => {
  const store = new FormStore("direct", "uid-ada");
  store.change({ type: "recipients", recipients: [recipientText("ann@x.org")] });
  click(store);
  becomes(store, "conflicted");
  expect(addressesOf(store.read())).toEqual(["ann@x.org"]);
  expect(store.draft()?.sent).toBeNull();

  const bulk = begun(...composed);
  hold(bulk);
  becomes(bulk, "begun");
  bulk.onEvent({ type: "ended", key: "key1", results });
  expect(bulk.unsentEmails()).toEqual([]);
  expect(bulk.read().people.now.list).toBeNull();
});

it("an email that was given up and begins after all leaves the form", () => {
  const store = begun(...composed);
  click(store);
  becomes(store, "absent");
  expect(textOf(store.read())).toBe("ann@x.org");
  becomes(store, "begun");
  expect(textOf(store.read())).toBe("");
});
