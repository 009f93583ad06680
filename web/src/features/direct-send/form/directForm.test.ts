import type { RowResult, RowStatus } from "@sendwright/core/contract";
import { parseRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { describe, expect, it } from "vitest";
import { type DirectForm, directForm, EMPTY_DIRECT_FORM } from "./directForm.ts";

function listOf(...texts: string[]): RecipientText[] {
  return texts.map((text) => ({ text, ...(parseRecipient(text) ?? { address: null, name: "" }) }));
}
const results = (rows: Record<string, RowStatus>): RowResult[] =>
  Object.entries(rows).map(([recipient, status], index) => ({
    row: index + 1,
    line: null,
    recipient,
    status,
    reason: "",
  }));
const texts = (form: DirectForm) => form.recipients.map(({ text }) => text);

const FILLED: DirectForm = {
  ...EMPTY_DIRECT_FORM,
  templateId: "t1",
  recipients: listOf("Ann <ann@x.org>", "bo@x.org", "cy@x.org"),
  values: new Map([["Name", "friends"]]),
  files: [new File(["x"], "a.pdf")],
  isPreviewed: true,
};

describe("choosing a template", () => {
  it("begins the variables, the recipients and the preview anew", () => {
    const form = directForm({ ...FILLED, typed: "x" }, { type: "template", id: "t2" });
    expect(form).toMatchObject({ templateId: "t2", recipients: [], typed: "", isPreviewed: false });
    expect(form.values.size).toBe(0);
    expect(form.generation).toBe(1);
  });

  it("keeps recipients that were typed before any was chosen", () => {
    const before = { ...EMPTY_DIRECT_FORM, recipients: listOf("ann@x.org"), typed: "bo" };
    expect(directForm(before, { type: "template", id: "t1" })).toMatchObject({
      recipients: before.recipients,
      typed: "bo",
    });
  });

  it("changes nothing when it is the same", () => {
    expect(directForm(FILLED, { type: "template", id: "t1" })).toBe(FILLED);
  });

  it("leaves those set apart of whom nobody can tell whether they got the last email", () => {
    const form = directForm({ ...FILLED, unknown: ["z@x.org"] }, { type: "template", id: "t2" });
    expect(form.unknown).toEqual(["z@x.org"]);
  });

  it("that is gone leaves the recipients", () => {
    const form = directForm(FILLED, { type: "templateGone" });
    expect(form.templateId).toBeNull();
    expect(texts(form)).toHaveLength(3);
  });
});

describe("what is left after sending", () => {
  const cases: [string, Record<string, RowStatus>, { recipients: string[]; unknown?: string[]; cleared: boolean }][] = [
    [
      "all sent",
      { "Ann <ann@x.org>": "sent", "bo@x.org": "sent", "cy@x.org": "sent" },
      { recipients: [], cleared: true },
    ],
    [
      "one refused",
      { "Ann <ann@x.org>": "sent", "bo@x.org": "failed", "cy@x.org": "sent" },
      { recipients: ["bo@x.org"], cleared: false },
    ],
    [
      "one unknown",
      { "Ann <ann@x.org>": "sent", "bo@x.org": "warning", "cy@x.org": "sent" },
      { recipients: [], unknown: ["bo@x.org"], cleared: false },
    ],
    [
      "one of each",
      { "ANN@x.org": "sent", "bo@x.org": "warning", "cy@x.org": "skipped" },
      { recipients: ["cy@x.org"], unknown: ["bo@x.org"], cleared: false },
    ],
    [
      "none sent",
      { "ann@x.org": "failed", "bo@x.org": "failed", "cy@x.org": "failed" },
      { recipients: ["Ann <ann@x.org>", "bo@x.org", "cy@x.org"], cleared: false },
    ],
    [
      "an earlier send, to fewer people",
      { "ann@x.org": "sent" },
      { recipients: ["bo@x.org", "cy@x.org"], cleared: false },
    ],
  ];

  it.each(cases)("%s", (_what, rows, { recipients, unknown = [], cleared }) => {
    const form = directForm(FILLED, { type: "ended", results: results(rows), frozen: FILLED });
    expect(texts(form)).toEqual(recipients);
    expect(form.unknown).toEqual(unknown);
    expect(form.templateId).toBe("t1");
    expect(form.values.size).toBe(cleared ? 0 : 1);
    expect(form.files).toHaveLength(cleared ? 0 : 1);
    expect(form.isPreviewed).toBe(!cleared);
  });

  it("nobody who got it can be brought back", () => {
    const form = { ...FILLED, takenOut: listOf("ann@x.org", "dora@x.org") };
    const rows = results({ "ann@x.org": "sent", "bo@x.org": "failed" });
    const { takenOut } = directForm(form, { type: "ended", results: rows, frozen: form });
    expect(takenOut.map(({ text }) => text)).toEqual(["dora@x.org"]);
  });

  it("after a reload, those who did not get it come back", () => {
    const reloaded = { ...EMPTY_DIRECT_FORM, templateId: "t1" };
    const rows = results({ "ann@x.org": "sent", "Bo <bo@x.org>": "failed", "cy@x.org": "warning" });
    const form = directForm(reloaded, { type: "ended", results: rows, frozen: null });
    expect(texts(form)).toEqual(["Bo <bo@x.org>"]);
    expect(form.unknown).toEqual(["cy@x.org"]);
  });

  it("an unknown one who was sent to again and got it is unknown no more", () => {
    const form = directForm(
      { ...FILLED, unknown: ["bo@x.org", "z@x.org"] },
      {
        type: "ended",
        results: results({ "ann@x.org": "sent", "bo@x.org": "sent", "cy@x.org": "sent" }),
        frozen: FILLED,
      },
    );
    expect(form.unknown).toEqual(["z@x.org"]);
  });

  it("what was written meanwhile stays", () => {
    const typed = { type: "value", name: "Name", value: "colleagues", isUnfinished: false } as const;
    const later = [typed, { type: "files", files: [...FILLED.files, new File([], "b.pdf")] } as const];
    const changed = later.reduce(directForm, FILLED);
    const form = directForm(changed, {
      type: "ended",
      results: results({ "ann@x.org": "sent", "bo@x.org": "sent", "cy@x.org": "sent" }),
      frozen: FILLED,
    });
    expect([...form.values]).toEqual([["Name", "colleagues"]]);
    expect(form.files.map(({ name }) => name)).toEqual(["b.pdf"]);
  });

  it("a send that is left to itself takes along what it was made of, and no more", () => {
    const more = { ...FILLED, recipients: [...FILLED.recipients, ...listOf("dee@x.org")] };
    const form = directForm(more, { type: "left", frozen: FILLED });
    expect(texts(form)).toEqual(["dee@x.org"]);
    expect(form).toMatchObject({ templateId: "t1", files: [] });
  });
});

describe("people of whom nobody can tell", () => {
  const form = { ...EMPTY_DIRECT_FORM, unknown: ["Ann <ann@x.org>", "bo@x.org"], recipients: listOf("BO@x.org") };

  it("come back among the recipients to be sent to again, once", () => {
    const again = directForm(form, { type: "again", address: "Ann <ann@x.org>" });
    expect(texts(again)).toEqual(["BO@x.org", "Ann <ann@x.org>"]);
    expect(again.unknown).toEqual(["bo@x.org"]);
    expect(texts(directForm(form, { type: "again", address: "bo@x.org" }))).toEqual(["BO@x.org"]);
  });

  it("are settled by whoever looked", () => {
    expect(directForm(form, { type: "settled", address: "bo@x.org" }).unknown).toEqual(["Ann <ann@x.org>"]);
  });
});

it("a date that is unfinished is none until it is finished or cleared", () => {
  const half = directForm(EMPTY_DIRECT_FORM, { type: "value", name: "Due", value: "", isUnfinished: true });
  expect([...half.unfinished]).toEqual(["Due"]);
  const whole = directForm(half, { type: "value", name: "Due", value: "2027-04-01", isUnfinished: false });
  expect([...whole.unfinished]).toEqual([]);
  expect(whole.values.get("Due")).toBe("2027-04-01");
});
