import { describe, expect, it } from "vitest";
import type { PrefilledEmail } from "../shared/stored.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import {
  afterWriteTask,
  restoredRecipients,
  unusedRecipients,
  withTemplate,
  withWords,
} from "./draftChanges.ts";

const blank = { ...aDraft, templateId: null, recipients: [], values: [] };
const nothing: PrefilledEmail = { recipients: [], subject: "", body: "" };
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);

describe('"Add … to the recipients"', () => {
  it("brings people and words into a blank form, and leaves nothing over", () => {
    const { change, leftover } = afterWriteTask(
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
    const { change, leftover } = afterWriteTask(
      draft,
      { recipients: people(1), subject: "Offer", body: "" },
      10,
    );
    expect(change).toEqual({ recipients: people(1) });
    expect(leftover).toEqual({ recipients: [], subject: "Offer", body: "" });
  });

  it("fills the form up to its limit, and names those for whom there is no room", () => {
    const draft = {
      ...blank,
      recipients: people(3),
      takenOut: ["ann@example.org", "P10@example.org"],
    };
    const { change, leftover } = afterWriteTask(draft, { ...nothing, recipients: people(12) }, 10);
    expect(change.recipients).toEqual(people(10));
    expect(leftover).toEqual({ ...nothing, recipients: ["p10@example.org", "p11@example.org"] });
    // Closing the notice loses no one: the button brings them back.
    expect(change.takenOut).toEqual(["ann@example.org", "P10@example.org", "p11@example.org"]);
  });

  it("removes no one who is already in the form", () => {
    const draft = { ...blank, recipients: people(11) };
    const { change, leftover } = afterWriteTask(
      draft,
      { ...nothing, recipients: ["new@example.org"] },
      10,
    );
    expect(change.recipients).toEqual(people(11));
    expect(leftover?.recipients).toEqual(["new@example.org"]);
  });

  it("says so if there was no address, but not if the address was already there", () => {
    expect(afterWriteTask(blank, nothing, 10)).toMatchObject({ leftover: null, isEmptyTask: true });
    const draft = { ...blank, recipients: people(1) };
    const again = afterWriteTask(draft, { ...nothing, recipients: people(1) }, 10);
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
  it("starts over; recipients can be brought back", () => {
    const draft = {
      ...aDraft,
      takenOut: ["ann@example.org", "cy@example.org"],
      unfinished: ["When"],
    };
    expect(withTemplate(draft, "t2", true)).toEqual({
      templateId: "t2",
      isPreviewed: false,
      unfinished: [],
      values: [],
      recipients: [],
      takenOut: draft.recipients,
    });
  });

  it("twice brings back the recipients of the last change, never more than there is room for", () => {
    const first = { ...aDraft, recipients: people(10), takenOut: ["left@example.org"] };
    const second = {
      ...first,
      ...withTemplate(first, "t2", true),
      recipients: ["new@example.org"],
    };
    const third = { ...second, ...withTemplate(second, "t3", true) };
    expect(unusedRecipients(third)).toEqual(["new@example.org"]);
    expect(restoredRecipients(third, 10)).toEqual({
      recipients: ["new@example.org"],
      takenOut: [],
    });
    const { takenOut } = { ...third, ...withTemplate(third, "t4", true) };
    expect(takenOut).toEqual(["new@example.org"]);
  });

  it("brings them back as far as there is room, each person once", () => {
    const draft = {
      ...aDraft,
      recipients: people(9),
      takenOut: ["P0@example.org", "ann@example.org", "bo@example.org"],
    };
    expect(restoredRecipients(draft, 10)).toEqual({
      recipients: [...people(9), "ann@example.org"],
      takenOut: ["bo@example.org"],
    });
  });

  it("counts only people who aren't in the form", () => {
    const draft = {
      ...aDraft,
      recipients: ["ann@example.org"],
      takenOut: ["Ann <Ann@example.org>", "bo@example.org"],
    };
    expect(unusedRecipients(draft)).toEqual(["bo@example.org"]);
  });

  it("keeps everything written before any was chosen", () => {
    const { recipients, values, takenOut } = withTemplate(
      { ...aDraft, templateId: null },
      "t1",
      true,
    );
    expect([recipients, values, takenOut]).toEqual([undefined, undefined, undefined]);
  });

  it("keeps the recipients where it is only to be inserted", () => {
    const { recipients, values } = withTemplate(aDraft, "t2", false);
    expect([recipients, values]).toEqual([undefined, []]);
  });
});
