import { handedList, type Variable } from "@sendwright/core/contract";
import { readCsv } from "@sendwright/core/csv/readCsv";
import { writeCsv } from "@sendwright/core/csv/write";
import { type List, textIn } from "@sendwright/core/list/list";
import { feedsOf } from "@sendwright/core/list/mapping";
import { unskippedRows } from "@sendwright/core/list/ownValues";
import { listOfTable } from "@sendwright/core/list/read";
import { beforeEach, describe, expect, it } from "vitest";
import type { Draft } from "../shared/stored.ts";
import { type FakeChrome, fakeChrome } from "../testing/fakeChrome.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { withTemplate } from "./draftChanges.ts";
import { handToBulkSend } from "./handToBulkSend.ts";
import {
  changeTable,
  listOfDraft,
  withOwnValues,
  withPeople,
  withSameValue,
} from "./peopleOfDraft.ts";
import type { PanelForm } from "./usePanelForm.ts";

let browser: FakeChrome;
beforeEach(() => {
  browser = fakeChrome();
});

const aVariable = (name: string, more: Partial<Variable> = {}): Variable => ({
  name,
  type: "text",
  required: true,
  fallback: null,
  options: [],
  ...more,
});
const [code, place, email, first] = ["Code", "Place", "Email", "First Name"].map((name) =>
  aVariable(name),
) as [Variable, Variable, Variable, Variable];

/** The panel's form, as someone works on it. */
function aForm(recipients: string[], variables: Variable[], values: [string, string][] = []) {
  let draft: Draft = { ...aDraft, recipients, values };
  let now = variables;
  const list = (): List => listOfDraft(draft, now);
  const feeds = () => feedsOf(list(), now);
  const isTable = () => [...feeds().values()].some((header) => header !== null);
  const shared = () => new Map(draft.values);
  const input = () => ({
    draft,
    list: list(),
    isTable: isTable(),
    mail: { variables: now, dateFormat: "long" as const },
    values: shared(),
  });
  const change = (patch: Partial<Draft>) => {
    draft = { ...draft, ...patch };
  };
  const set = (id: number, header: string, cell: string) =>
    change(changeTable(list(), { type: "cells", cells: [{ id, header, cell }] }));
  return {
    change,
    list,
    isTable,
    draft: () => draft,
    own: (variable: Variable, ...cells: string[]) => {
      change(withOwnValues(variable, input() as never));
      for (const [at, cell] of cells.entries()) set(list().rows[at]?.id ?? 0, variable.name, cell);
    },
    same: (variable: Variable, value: string) => {
      change(withSameValue(variable, input() as never));
      change({
        values: [
          ...draft.values.filter(([name]) => name !== variable.name),
          [variable.name, value],
        ],
      });
    },
    skip: (at: number) =>
      change(changeTable(list(), { type: "skip", ids: [list().rows[at]?.id ?? 0], as: "by_hand" })),
    choose: (templateId: string, of: Variable[]) => {
      change(withTemplate(draft, templateId));
      now = of;
    },
    /** What each person's email would say if the panel sent it. */
    says: () => saying(list(), now, shared()),
    /** The same after Bulk Send has taken over these people, and `more`. */
    async saysInBulkSend(...more: string[]) {
      const form = {
        uid: "ada",
        draft,
        values: shared(),
        feeds: feeds(),
        template: { data: { parsed_variables: now } },
      };
      await handToBulkSend(form as unknown as PanelForm, withPeople(list(), more));
      const handed = handedList(browser.session.handed, "ada");
      const [headers = [], ...rows] = handed?.rows ?? [];
      const table = listOfTable(readCsv(writeCsv(headers, rows), {}), { kind: "paste", name: "" });
      return saying(table, now, new Map(handed?.values));
    },
  };
}

function saying(list: List, variables: readonly Variable[], shared: ReadonlyMap<string, string>) {
  const feeds = feedsOf(list, variables);
  return unskippedRows(list).map((row) =>
    variables.map(({ name }) => {
      const header = feeds.get(name) ?? null;
      return header === null ? (shared.get(name) ?? "") : textIn(list, row, header);
    }),
  );
}

describe("people on their way to Bulk Send", () => {
  it("have their own values, also at the mailbox of someone else", async () => {
    const form = aForm(["Ann <fam@x.org>", "Bob <fam@x.org>"], [code]);
    form.own(code, "ANN-1", "BOB-2");
    expect(await form.saysInBulkSend("Cy <cy@x.org>")).toEqual([["ANN-1"], ["BOB-2"], [""]]);
  });

  it("are without those who were skipped, and those without an address aren't lost", async () => {
    const form = aForm(["ann@x.org", "bo@x.org", "cy@x.org"], [code]);
    form.own(code, "ANN-1", "BO-2", "CY-3");
    form.skip(1);
    const id = form.list().lastId + 1;
    const cells = [{ id, header: "Code", cell: "X-4" }];
    form.change(changeTable(form.list(), { type: "cells", cells, add: 1 }));
    expect(await form.saysInBulkSend("bo@x.org", "di@x.org")).toEqual([
      ["ANN-1"],
      ["CY-3"],
      ["X-4"],
      [""],
    ]);
  });

  it.each<[string, Variable, string]>([
    ["a code", code, "SUMMER"],
    ["nothing", code, ""],
    ["a name", first, "friends"],
    ["an address", email, "office@x.org"],
  ])(
    "have the value that all have again, not those that were left: %s",
    async (_what, variable, value) => {
      const form = aForm(["Ann <ann@x.org>", "Bo <bo@x.org>"], [variable, place]);
      form.own(place, "Rome", "Oslo");
      if (variable !== email) form.own(variable, "ANN-1", "BO-2");
      form.same(variable, value);
      expect(form.says()).toEqual([
        [value, "Rome"],
        [value, "Oslo"],
      ]);
      expect(await form.saysInBulkSend()).toEqual(form.says());
      form.same(place, "Graz");
      expect(form.isTable()).toBe(false);
      expect(await form.saysInBulkSend()).toEqual([
        [value, "Graz"],
        [value, "Graz"],
      ]);
    },
  );

  it("don't get their own names in place of a remembered value", async () => {
    const form = aForm(
      ["Ann <ann@x.org>"],
      [aVariable("Name", { type: "sticky" })],
      [["Name", "Ada"]],
    );
    expect(await form.saysInBulkSend()).toEqual([["Ada"]]);
    expect(browser.session.handed).toMatchObject({ rows: [["Email"], ["Ann <ann@x.org>"]] });
  });

  it("have their own names beside other values of their own", async () => {
    const form = aForm(["Ann <ann@x.org>", "Bo <bo@x.org>"], [first, code]);
    form.own(code, "ANN-1", "BO-2");
    expect(await form.saysInBulkSend()).toEqual([
      ["Ann", "ANN-1"],
      ["Bo", "BO-2"],
    ]);
    form.own(first);
    form.same(first, "Ann");
    expect(await form.saysInBulkSend()).toEqual([
      ["Ann", "ANN-1"],
      ["Bo", "BO-2"],
    ]);
  });

  it("have their own names, whatever was typed for one of them", async () => {
    const form = aForm(["Ann <ann@x.org>"], [first], [["First Name", "Ann"]]);
    expect(await form.saysInBulkSend("Bo <bo@x.org>")).toEqual([["Ann"], ["Bo"]]);
  });

  it("have the dates that were picked", async () => {
    const due = aVariable("Due", { type: "date" });
    const form = aForm(["ann@x.org"], [due], [["Due", "2027-04-03"]]);
    form.own(due);
    expect(await form.saysInBulkSend()).toEqual([["2027-04-03"]]);
  });
});

describe("the table of the panel", () => {
  it("gives no one who was skipped the value that all have again", () => {
    const form = aForm(["ann@x.org", "bo@x.org"], [code]);
    form.own(code, "ANN-1", "BO-2");
    form.skip(1);
    form.same(code, "SUMMER");
    expect(form.draft().recipients).toEqual(["ann@x.org"]);
    expect(form.says()).toEqual([["SUMMER"]]);
  });

  it("keeps values and decisions when someone is added", () => {
    const form = aForm(["Ann <fam@x.org>", "fam@x.org", "fam@x.org"], [code]);
    form.own(code, "ANN-1", "BOB-2", "CY-3");
    form.skip(2);
    form.change({ recipients: [...form.draft().recipients, "di@x.org"] });
    expect(form.says()).toEqual([["ANN-1"], ["BOB-2"], [""]]);
    expect(form.list().rows.map(({ skipped }) => skipped)).toEqual([null, null, "by_hand", null]);
  });

  it("is no one else's after another template", () => {
    const form = aForm(["Ann <fam@x.org>"], [code]);
    form.own(code, "ANN-1");
    form.choose("t2", [place]);
    form.change({ recipients: ["Bob <fam@x.org>"] });
    form.choose("t1", [code]);
    expect(form.says()).toEqual([[""]]);
  });

  it("brings no values back to another template that were left before", () => {
    const form = aForm(["ann@x.org"], [code]);
    form.own(code, "ANN-1");
    form.same(code, "SUMMER");
    form.choose("t2", [code]);
    expect(form.says()).toEqual([[""]]);
    form.own(code);
    expect(form.says()).toEqual([[""]]);
  });
});
