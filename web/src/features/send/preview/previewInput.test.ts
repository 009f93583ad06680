import { applyChange } from "@sendwright/core/list/change";
import { historyOf } from "@sendwright/core/list/history";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aForm, aList, aMail } from "../factories.ts";
import { NO_PEOPLE, type SendForm } from "../form/sendForm.ts";
import { previewedRow, previewInput } from "./previewInput.ts";

const variables = [
  aVariable("Name"),
  aVariable("Due", { type: "date" }),
  aVariable("At", { type: "time" }),
];
const list = aList(
  "Name,Email,Due,At\nAnn,ann@example.org,1/2/2025,2pm\nBo,bo@example.org,13/2/2025,soon\n",
);
const csv = aForm(list, { choice: { kind: "template", id: "t1" }, previewRow: 1 });
const manual: SendForm = { ...csv, people: historyOf({ ...NO_PEOPLE, mode: "manual" }) };

describe("the input of a preview", () => {
  it("is the row on screen, with dates read like their whole column and times in the template's format", () => {
    const mail = aMail({ parsed_variables: variables, dateFormat: "long", timeFormat: "24hr" });
    const check = aCheck(list, variables);
    const [ann = null, bo = null] = check.rows;
    expect(previewInput(csv, mail, check, ann)).toEqual({
      template_id: "t1",
      variables: { Name: "Ann", Due: "February 1, 2025", At: "14:00" },
      dateFormat: "long",
      timeFormat: "24hr",
    });
    expect(previewInput(csv, mail, check, bo)?.variables).toEqual({
      Name: "Bo",
      Due: "February 13, 2025",
      At: "soon",
    });
  });

  it("has dates in English, which the server reads, and the language for the server to write them in", () => {
    const words = { date_language: "fr", date_weekday: true } as const;
    const mail = aMail({ parsed_variables: variables, dateFormat: "long", ...words });
    const check = aCheck(list, variables);
    expect(previewInput(csv, mail, check, check.rows[0] ?? null)).toMatchObject({
      variables: { Due: "February 1, 2025" },
      dateFormat: "long",
      ...words,
    });
  });

  it("is the email of all rows that share it, from any of them, unless the template repeats nothing", () => {
    const family = aList(
      "Name,Email\nAnn,fam@example.org\nBo,bo@example.org\nCy,fam@example.org\n",
    );
    const mail = aMail({ subject: "Hello", body: "<p>{{#rows}}{{Name}}{{/rows}}</p>" });
    const check = aCheck(family, mail.variables, mail);
    const form = aForm(family, { choice: { kind: "template", id: "t1" }, previewRow: 3 });
    const row = previewedRow(form, mail, check);
    expect(row?.n).toBe(1);
    expect(previewInput(form, mail, check, row)).toMatchObject({
      variables: { Name: "Ann" },
      rows: [{ Name: "Cy" }],
    });
    const other = { ...mail, body: "<p>{{Name}}</p>" };
    expect(previewInput(form, other, check, row)).not.toHaveProperty("rows");
  });

  it("has the values that everyone gets, in a list and in a field of addresses", () => {
    const mail = aMail({
      parsed_variables: [aVariable("Name"), aVariable("Due", { type: "date" })],
      dateFormat: "long",
    });
    const values = new Map([["Due", "2025-02-01"]]);
    const check = aCheck(aList(), mail.variables, { values });
    expect(previewInput(csv, mail, check, check.rows[0] ?? null)?.variables).toEqual({
      Name: "Ann",
      Due: "February 1, 2025",
    });
    expect(previewInput(manual, mail, check, check.rows[0] ?? null)?.variables).toMatchObject({
      Name: "Ann",
    });
  });

  it("has the values of the fields in manual mode as long as there are no people", () => {
    const form: SendForm = { ...manual, values: { Name: "you all" } };
    expect(previewInput(form, aMail(), null, null)).toMatchObject({
      template_id: "t1",
      variables: { Name: "you all" },
    });
  });

  it("is the composed email if there is no template", () => {
    const form: SendForm = {
      ...manual,
      choice: { kind: "compose" },
      subject: "Hi",
      body: "<p>x</p>",
    };
    expect(previewInput(form, aMail(), null, null)).toMatchObject({
      template_id: "",
      subject: "Hi",
      body: "<p>x</p>",
    });
    expect(previewInput(form, aMail(), null, null)).not.toHaveProperty("signature");
    expect(previewInput({ ...form, signature: false }, aMail(), null, null)).toMatchObject({
      signature: false,
    });
    // A template has its own choice.
    expect(previewInput({ ...manual, signature: false }, aMail(), null, null)).not.toHaveProperty(
      "signature",
    );
  });

  it.each<[string, Parameters<typeof previewInput>]>([
    [
      "no preview was requested in manual mode",
      [{ ...manual, previewRow: null }, aMail(), null, null],
    ],
    ["there is no email", [manual, null, null, null]],
    ["the list isn't checked yet", [csv, aMail(), null, null]],
  ])("is null while %s", (_why, given) => {
    expect(previewInput(...given)).toBeNull();
  });
});

describe("the row in the preview", () => {
  const asked = { ...csv, previewRow: null };
  const shown = (...given: Parameters<typeof previewedRow>) => previewedRow(...given)?.id ?? null;

  it("is the first that gets an email", () => {
    const { rows, ...check } = aCheck(list, variables);
    const [first, ...others] = rows;
    if (!first) throw new Error("The list has rows.");
    const skipped = { ...check, rows: [{ ...first, verdict: "skip" as const }, ...others] };
    expect(shown(asked, aMail(), skipped)).toBe(2);
    // In manual mode a missing value blocks everyone, but their email is still worth seeing.
    expect(shown({ ...manual, previewRow: null }, aMail(), skipped)).toBe(1);
    // If no one gets one yet, the first row that isn't skipped shows the missing values.
    const blank = { ...check, rows: rows.map((row) => ({ ...row, verdict: "skip" as const })) };
    expect(shown(asked, aMail(), blank)).toBe(1);
    const skip = applyChange(list, { type: "skip", ids: [1], as: "by_hand" });
    expect(
      shown({ ...asked, people: historyOf({ ...NO_PEOPLE, list: skip }) }, aMail(), blank),
    ).toBe(2);
    const nobody = aCheck(aList("Email\nnobody\n"), []);
    expect(shown({ ...manual, previewRow: null }, aMail(), nobody)).toBeNull();
  });

  it("is null while there is no check, no email or no row", () => {
    const check = aCheck(list, variables);
    expect(shown(asked, aMail(), null)).toBeNull();
    expect(shown(asked, null, check)).toBeNull();
    expect(shown(asked, aMail({ subject: " ", body: "" }), check)).toBeNull();
  });

  it("is the requested one, by its id, anywhere in the list", () => {
    const check = aCheck({ ...list, rows: [...list.rows].reverse() }, variables);
    expect(previewedRow({ ...csv, previewRow: 2 }, aMail(), check)).toMatchObject({ id: 2, n: 1 });
    expect(previewedRow({ ...csv, previewRow: 1 }, aMail(), check)).toMatchObject({ id: 1, n: 2 });
  });

  it("is the first again if the requested one is deleted", () => {
    const check = aCheck({ ...list, rows: list.rows.slice(1) }, variables);
    expect(shown({ ...csv, previewRow: 1 }, aMail(), check)).toBe(2);
  });
});
