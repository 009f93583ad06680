import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { storeDrafts } from "../../lib/drafts.ts";
import { directForms } from "./directWay.ts";
import type { DirectForm, DirectFormAction } from "./form/directForm.ts";

const anAccount = () => ({ uid: "uid-ada", cache: new QueryClient() });
const recipient = (address: string) => ({ text: address, address, name: "" });
const result = { row: 1, line: null, recipient: "bo@x.org", status: "failed", reason: "No." } as const;

/** Two people and a template, after a reload. */
function restored() {
  const store = directForms(anAccount());
  store.change({ type: "template", id: "t1" });
  store.change({ type: "recipients", recipients: ["ann@x.org", "bo@x.org"].map(recipient) });
  storeDrafts("uid-ada", new Map([["direct", store.draft(null)]]));
  return directForms(anAccount());
}

beforeEach(() => sessionStorage.clear());

describe("what was restored in Direct Send", () => {
  it.each<[string, (form: DirectForm) => DirectFormAction]>([
    ["is sent, also where some did not get it", (frozen) => ({ type: "ended", results: [result], frozen })],
    ["is left to go on by itself", (frozen) => ({ type: "left", frozen })],
    ["makes room for another template", () => ({ type: "template", id: "t2" })],
    ["is thrown away", () => ({ type: "afresh" })],
    ["is emptied", () => ({ type: "recipients", recipients: [] })],
  ])("is told until it %s", (_what, action) => {
    const store = restored();
    expect(store.restored()).not.toBeNull();
    store.change(action(store.read()));
    expect(store.restored()).toBeNull();
  });

  it("is told on while it is gone on with", () => {
    const store = restored();
    store.change({ type: "value", name: "Name", value: "friends", isUnfinished: false });
    store.change({ type: "template", id: "t1" });
    expect(store.restored()).not.toBeNull();
  });
});
