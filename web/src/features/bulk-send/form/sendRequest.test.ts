import { sendBulk } from "@sendwright/core/contract";
import { describe, expect, it } from "vitest";
import { aVariable } from "../../../testing/templates.ts";
import { aMail, aTable } from "../factories.ts";
import { type BulkForm, EMPTY_BULK_FORM } from "./bulkForm.ts";
import { bulkMail } from "./bulkMail.ts";
import { sendRequest } from "./sendRequest.ts";
import { TYPED_TABLE } from "./typedTable.ts";

const template = { kind: "template", id: "t1" } as const;

/** The call as it travels, and as the server reads it. */
function wire(form: BulkForm, parts: Partial<Parameters<typeof sendRequest>[0]> = {}) {
  const request = sendRequest({
    form,
    mail: aMail(),
    check: { rows: [] },
    table: null,
    recipientColumn: null,
    ...parts,
  });
  return { ...request, read: sendBulk.input.decode(sendBulk.input.encode(request.input)) };
}

describe("the call to send", () => {
  it("leaves out what was chosen for a variable that the template no longer has", () => {
    const form = { ...EMPTY_BULK_FORM, choice: template, columnMap: { Name: "Full name", Old: "Email" } };
    expect(wire(form, { table: aTable(), recipientColumn: "Email" }).read.column_map).toEqual({ Name: "Full name" });
  });

  it("uploads the rows that were taken, as read, and says how many were left out", async () => {
    const table = { ...aTable("Name;Email\nAnn;ann@example.org\n"), rowsOverLimit: 7 };
    const form = { ...EMPTY_BULK_FORM, choice: template, skipRows: [3], keepDuplicates: true };
    const { read, files } = wire(form, { table, recipientColumn: "Email" });
    expect(read).toEqual({
      mode: "csv",
      template_id: "t1",
      date_format_preference: "mmddyyyy",
      time_format_preference: "12hr",
      recipient_template: "Email",
      skip_rows: [3],
      keep_duplicates: true,
      delimiter: ";",
      rows_left_out: 7,
    });
    expect(await files.csv_file?.[0]?.text()).toBe("Name;Email\nAnn;ann@example.org\n");
    expect(files.attachments).toBeUndefined();
  });

  it("says that a table was typed, and of a file nothing", () => {
    const form = { ...EMPTY_BULK_FORM, choice: template };
    const given = { table: aTable(), recipientColumn: "Email" };
    const typed = { ...form, source: { id: 1, revision: 0, name: TYPED_TABLE, content: [] } };
    const picked = {
      ...form,
      source: { id: 1, revision: 0, name: "people.csv", content: new File(["Email"], "people.csv") },
    };
    expect(wire(typed, given).read.typed_table).toBe(true);
    expect(wire(picked, given).read).not.toHaveProperty("typed_table");
  });

  it("carries edits, mapping and answers, also of columns called like something every object has", () => {
    const rowEdits = { 2: Object.fromEntries([["__proto__", "x"]]) };
    const columnMap = Object.fromEntries([["constructor", "__proto__"]]);
    const mail = aMail({ parsed_variables: [aVariable("constructor")] });
    const dateOrders = JSON.parse('{"__proto__":"dmy"}');
    const form = { ...EMPTY_BULK_FORM, choice: template, rowEdits, columnMap, dateOrders };
    const { read } = wire(form, { table: aTable(), mail });
    expect(Object.entries(read.date_orders ?? {})).toEqual([["__proto__", "dmy"]]);
    expect(Object.entries(read.row_edits?.[2] ?? {})).toEqual([["__proto__", "x"]]);
    expect(Object.entries(read.column_map ?? {})).toEqual([["constructor", "__proto__"]]);
  });

  it("sends a list as it was typed, with one value for each variable, and files", () => {
    const attachment = new File(["x"], "a.txt");
    const mail = aMail({ parsed_variables: [aVariable("Name"), aVariable("toString", { required: false })] });
    const form: BulkForm = {
      ...EMPTY_BULK_FORM,
      mode: "manual",
      choice: template,
      manualText: "Ann <ann@example.org>",
      values: { Name: "Ann", Old: "left from another template" },
      attachments: [attachment],
    };
    const { read, files } = wire(form, { mail });
    expect(read).toMatchObject({ mode: "manual", manual_recipients: "Ann <ann@example.org>" });
    expect(read.variables).toEqual({ Name: "Ann", toString: "" });
    expect(files).toEqual({ attachments: [attachment] });
  });

  it("sends what was written here without a template, and when it shall begin", () => {
    const form: BulkForm = {
      ...EMPTY_BULK_FORM,
      mode: "manual",
      choice: { kind: "compose" },
      subject: " Hello ",
      dateFormat: "dmy_dots",
      body: "<p>Hi</p>",
      manualText: "a@example.org",
      when: { kind: "later", at: "2026-11-27T10:00:00.000Z" },
    };
    const { read } = wire(form, { mail: bulkMail(form, null) ?? aMail() });
    expect(read).toMatchObject({
      template_id: "",
      subject: "Hello",
      date_format_preference: "dmy_dots",
      time_format_preference: "12hr",
      body: "<p>Hi</p>",
      start_at: "2026-11-27T10:00:00.000Z",
    });
    expect(read).not.toHaveProperty("variables");
  });
});
