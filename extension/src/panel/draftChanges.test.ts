import { tableWithOwn } from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { writtenList } from "@sendwright/web/parts";
import { describe, expect, it } from "vitest";
import type { PrefilledEmail } from "../shared/stored.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { applyWriteTask, withTemplate, withWords } from "./draftChanges.ts";

const blank = { ...aDraft, templateId: null, recipients: [], values: [] };
const nothing: PrefilledEmail = { recipients: [], subject: "", body: "" };
const addresses = listOfAddresses(["Ann <ann@example.org>"].map(recipientText), emptyList());
const NAME = {
  name: "Name",
  type: "text" as const,
  required: true,
  fallback: null,
  options: [],
};
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);

describe('"Add … to the recipients"', () => {
  it("brings people and words into a blank form, and leaves nothing over", () => {
    const { change, leftover } = applyWriteTask(
      blank,
      { recipients: people(2), subject: "Offer", body: "Hello" },
      10,
    );
    expect(change).toEqual({
      recipients: people(2),
      ...withWords({ subject: "Offer", body: "Hello" }),
    });
    expect(change).toMatchObject({ templateId: "", subject: "Offer", body: "Hello" });
    expect(leftover).toBeNull();
  });

  it.each([
    ["a subject", { subject: "Mine" }],
    ["a body", { body: "Mine" }],
    ["a value", { values: [["Name", "Ann"]] as [string, string][] }],
    ["a choice of template", { templateId: "t1" }],
  ])("replaces nothing where there is already %s, and offers its own words", (_what, written) => {
    const draft = { ...blank, ...written };
    const { change, leftover } = applyWriteTask(
      draft,
      { recipients: people(1), subject: "Offer", body: "" },
      10,
    );
    expect(change).toEqual({ recipients: people(1) });
    expect(leftover).toEqual({ recipients: [], subject: "Offer", body: "" });
  });

  it("fills the form up to its limit, and names those for whom there is no room", () => {
    const draft = { ...blank, recipients: people(3) };
    const { change, leftover } = applyWriteTask(draft, { ...nothing, recipients: people(12) }, 10);
    expect(change.recipients).toEqual(people(10));
    expect(leftover).toEqual({ ...nothing, recipients: ["p10@example.org", "p11@example.org"] });
  });

  it("removes no one who is already in the form", () => {
    const draft = { ...blank, recipients: people(11) };
    const { change, leftover } = applyWriteTask(
      draft,
      { ...nothing, recipients: ["new@example.org"] },
      10,
    );
    expect(change.recipients).toEqual(people(11));
    expect(leftover?.recipients).toEqual(["new@example.org"]);
  });

  it("says so if there was no address, but not if the address was already there", () => {
    expect(applyWriteTask(blank, nothing, 10)).toMatchObject({ leftover: null, isEmptyTask: true });
    const draft = { ...blank, recipients: people(1) };
    const again = applyWriteTask(draft, { ...nothing, recipients: people(1) }, 10);
    expect(again).toMatchObject({ leftover: null, isEmptyTask: false });
  });

  it("leaves no value of the earlier template when the link's words are used", () => {
    expect({
      ...aDraft,
      unfinished: ["When"],
      ...withWords({ subject: "Offer", body: "" }),
    }).toMatchObject({
      templateId: "",
      subject: "Offer",
      body: "",
      values: [],
      unfinished: [],
    });
  });
});

describe("choosing another template", () => {
  it("clears the values that everyone got, and keeps the recipients", () => {
    const draft = { ...aDraft, unfinished: ["When"], asTyped: ["gmial.com"] };
    expect(withTemplate(draft, "t2")).toEqual({
      templateId: "t2",
      isPreviewed: false,
      unfinished: [],
      values: [],
      asTyped: undefined,
    });
  });

  it("keeps each person's own values, for placeholders of the same name", () => {
    const table = writtenList(tableWithOwn(addresses, [NAME], {}, "iso"), "");
    expect(table.mapping.values).toEqual([["Name", { column: "Name" }]]);
    const changed = withTemplate({ templateId: "t1", table }, "t2").table;
    expect(changed).toEqual({ ...table, mapping: { ...table.mapping, values: [] } });
  });

  it("keeps everything written before any was chosen", () => {
    const { recipients, values, table } = withTemplate({ ...aDraft, templateId: null }, "t1");
    expect([recipients, values, table]).toEqual([undefined, undefined, undefined]);
  });
});
