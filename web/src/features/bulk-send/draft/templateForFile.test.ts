import { parseTemplate } from "@sendwright/functions/core";
import { describe, expect, it } from "vitest";
import { aTable } from "../factories.ts";
import { templateForFile } from "./templateForFile.ts";

const FILE =
  "Full Name,Email,Talk <Title>,Day,At,Contact,a|b,#odd\nAnn Good,ann@x.org,Mail,2026-12-01,14:30,desk@x.org,x,y\n";

describe("a template for a file", () => {
  it("has the columns as placeholders, with the types that the values have", () => {
    const { fields } = templateForFile("conference 12.csv", aTable(FILE), "Email");
    expect(fields).toMatchObject({ name: "conference 12", subject: "", dateFormat: "mmddyyyy", timeFormat: "12hr" });
    expect(fields.body).toContain("<p>Dear {{Full Name}},</p>");
    const { variables, warnings } = parseTemplate(fields);
    expect(variables.map(({ name, type }) => [name, type])).toEqual([
      ["Full Name", "text"],
      ["Talk <Title>", "text"],
      ["Day", "date"],
      ["At", "time"],
      ["Contact", "email"],
    ]);
    expect(warnings).toEqual([]);
  });

  it("has the first row as its sample", () => {
    const { sample } = templateForFile("a.csv", aTable(FILE), "Email");
    expect(sample.from).toBe("a.csv");
    expect([...sample.values].slice(0, 3)).toEqual([
      ["Full Name", "Ann Good"],
      ["Talk <Title>", "Mail"],
      ["Day", "2026-12-01"],
    ]);
  });

  it("greets nobody by name where no column holds one", () => {
    expect(templateForFile("a.csv", aTable("Email,City\na@x.org,Oslo\n"), "Email").fields.body).toBe(
      "<p>Hello,</p><p><br></p><p>City: {{City}}</p><p><br></p><p>Kind regards,</p>",
    );
  });

  it("takes at most thirty columns, and a name that fits", () => {
    const headers = Array.from({ length: 40 }, (_, i) => `C${i}`);
    const { fields, sample } = templateForFile(
      `${"x".repeat(200)}.csv`,
      aTable(`Email,${headers}\na@x.org\n`),
      "Email",
    );
    expect(sample.values.size).toBe(30);
    expect(fields.name).toHaveLength(100);
  });
});
