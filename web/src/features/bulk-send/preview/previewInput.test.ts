import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aCheck, aMail, aTable } from "../factories.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "../form/bulkForm.ts";
import { previewedRow, previewInput } from "./previewInput.ts";

const variables = [aVariable("Name"), aVariable("Due", { type: "date" }), aVariable("At", { type: "time" })];
const table = aTable("Name,Email,Due,At\nAnn,ann@example.org,1/2/2025,2pm\nBo,bo@example.org,13/2/2025,soon\n");
const csv: BulkForm = { ...EMPTY_BULK_FORM, choice: { kind: "template", id: "t1" }, previewRow: 1 };

describe("what a preview is made of", () => {
  it("is the row on screen, its dates as their whole column says and its times in the template's format", () => {
    const mail = aMail({ parsed_variables: variables, dateFormat: "long", timeFormat: "24hr" });
    const check = aCheck(table, variables);
    expect(previewInput(csv, mail, check)).toEqual({
      template_id: "t1",
      variables: { Name: "Ann", Due: "February 1, 2025", At: "14:00" },
      dateFormat: "long",
      timeFormat: "24hr",
    });
    expect(previewInput({ ...csv, previewRow: 2 }, mail, check)?.variables).toEqual({
      Name: "Bo",
      Due: "February 13, 2025",
      At: "soon",
    });
  });

  it("is the same for all in manual mode", () => {
    const form: BulkForm = { ...csv, mode: "manual", values: { Name: "you all" } };
    expect(previewInput(form, aMail(), null)).toMatchObject({ template_id: "t1", variables: { Name: "you all" } });
  });

  it("is what was written here where there is no template", () => {
    const form: BulkForm = { ...csv, mode: "manual", choice: { kind: "compose" }, subject: "Hi", body: "<p>x</p>" };
    expect(previewInput(form, aMail(), null)).toMatchObject({ template_id: "", subject: "Hi", body: "<p>x</p>" });
  });

  it.each<[string, Parameters<typeof previewInput>]>([
    ["nobody asked", [{ ...csv, previewRow: null }, aMail(), aCheck(aTable())]],
    ["there is no mail", [csv, null, null]],
    ["the file is not checked yet", [csv, aMail(), null]],
  ])("is nothing while %s", (_why, given) => {
    expect(previewInput(...given)).toBeNull();
  });
});

describe("the row that is shown without being asked for", () => {
  const asked = { ...csv, previewRow: null };

  it("is the first that gets a mail", () => {
    const { rows, ...check } = aCheck(table, variables);
    const [first, ...others] = rows;
    if (!first) throw new Error("The table has rows.");
    expect(previewedRow(asked, aMail(), { ...check, rows: [{ ...first, verdict: "skip" }, ...others] })).toBe(2);
  });

  it("is none while there is no check, no mail or nothing in it", () => {
    const check = aCheck(table, variables);
    expect(previewedRow(asked, aMail(), null)).toBeNull();
    expect(previewedRow(asked, null, check)).toBeNull();
    expect(previewedRow(asked, aMail({ subject: " ", body: "" }), check)).toBeNull();
  });

  it("gives way to the one that was asked for", () => {
    expect(previewedRow({ ...csv, previewRow: 2 }, aMail(), aCheck(table, variables))).toBe(2);
  });
});
