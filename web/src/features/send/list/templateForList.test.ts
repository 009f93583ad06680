import type { DateFormat, DateOrder } from "@sendwright/core/contract";
import { applyChange, type ListChange } from "@sendwright/core/list/change";
import type { List } from "@sendwright/core/list/list";
import { compileTemplate, parseTemplate } from "@sendwright/core/placeholders";
import { describe, expect, it } from "vitest";
import { aList } from "../factories.ts";
import { listSample, templateForList as templateWith } from "./templateForList.ts";

const FILE =
  "Full Name,Email,Talk <Title>,Day,At,Contact,a|b,#odd\nAnn Good,ann@x.org,Mail,2026-12-01,14:30,desk@x.org,x,y\nBo Li,bo@x.org,Post,2026-12-02,15:30,desk@x.org,x,y\n";

const templateForList = (list: List, names: string[] = []) =>
  templateWith(list, { subject: "", body: "" }, names);

it("keeps the text of an email that was written without a template", () => {
  const written = { subject: "Rehearsal", body: "<p>On Friday.</p>" };
  expect(templateWith(aList(FILE), written, []).fields).toMatchObject(written);
  const blank = { subject: "", body: "<p><br></p>" };
  expect(templateWith(aList(FILE), blank, []).fields.body).toContain("<p>Dear {{Full Name}},</p>");
});

describe("a template for a list", () => {
  it("has the columns as placeholders, with the types of their values", () => {
    const { fields } = templateForList({
      ...aList(FILE),
      source: { kind: "file", name: "conference 12.csv" },
    });
    expect(fields).toMatchObject({
      name: "conference 12",
      subject: "",
      dateFormat: "iso",
      timeFormat: "12hr",
    });
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

  it("has a name of its own", () => {
    const list: List = { ...aList(FILE), source: { kind: "file", name: "guests.csv" } };
    expect(templateForList(list, ["guests"]).fields.name).toBe("Copy of guests");
  });

  it("keeps a person's further addresses out of the body, and a desk's address in it", () => {
    const parents =
      "Child,Parent 1,Parent 2,Desk\nMia,a@x.org,b@x.org,d@x.org\nBen,c@x.org,e@x.org,d@x.org\n";
    const list = aList(parents);
    const mapping = { ...list.mapping, address: "Parent 1" };
    const { body } = templateForList({ ...list, mapping }).fields;
    expect(parseTemplate({ subject: "", body }).variables.map(({ name }) => name)).toEqual([
      "Child",
      "Desk",
    ]);
  });

  it.each([
    ["file", "guests.xlsx", "guests"],
    ["people", "People of “An offer”", "Follow-up to An offer"],
    ["people", "People of an earlier send", "People of an earlier send"],
  ] as const)("of kind %s, %s, has a name: %s", (kind, name, title) => {
    expect(templateForList({ ...aList(FILE), source: { kind, name } }).fields.name).toBe(title);
  });

  it("repeats a line with the columns that differ between rows of one mailbox, and adds up amounts", () => {
    const families = [
      "Email,Parent,Child,Class,Amount",
      "meyer@x.org,Jo Meyer,Anna,3,12.50",
      "MEYER@x.org,Jo Meyer,Tim,5,7.50",
      "li@x.org,Bo Li,Cy,3,10.00",
    ].join("\n");
    const { fields, sample } = templateForList(aList(families));
    expect(fields.body).toBe(
      [
        "<p>Dear {{Parent}},</p><p><br></p>",
        "<p>{{#rows}}</p><p>{{Child}}: {{Class}}, {{Amount}}</p><p>{{/rows}}</p>",
        "<p>Total: {{Amount|sum}}</p><p><br></p><p>Kind regards,</p>",
      ].join(""),
    );
    const { warnings, joining } = compileTemplate(fields);
    expect(warnings).toEqual([]);
    expect([...(joining?.common ?? [])]).toEqual(["Parent"]);
    expect(sample.family?.to).toBe("meyer@x.org");
    expect(sample.family?.rows.map((values) => values.get("Child"))).toEqual(["Anna", "Tim"]);
    expect([...sample.numberForms]).toEqual([["Amount", "point"]]);
  });

  it.each<[what: string, rows: string[], lines: string]>([
    ["no total of a text", ["a@x.org,A,free", "a@x.org,B,2.00"], "{{Child}}: {{Amount}}"],
    ["no total of two currencies", ["a@x.org,A,€ 2", "a@x.org,B,$ 2"], "{{Child}}: {{Amount}}"],
    [
      "a total that a missing amount keeps from being sent",
      ["a@x.org,A,€ 2", "a@x.org,B,"],
      "{{Child}}: {{Amount}} Total: {{Amount|sum}}",
    ],
    ["only the column that differs", ["a@x.org,A,€ 2", "a@x.org,B,€ 2"], "{{Child}}"],
  ])("has %s", (_what, rows, lines) => {
    const list = aList(["Email,Child,Amount", ...rows, "b@x.org,C,€ 3"].join("\n"));
    const text = templateForList(list)
      .fields.body.replace(/<[^>]*>/g, " ")
      .replace(/ +/g, " ");
    expect(
      text.split("{{#rows}}")[1]?.replace(" {{/rows}}", "").replace("Kind regards,", "").trim(),
    ).toBe(lines);
  });

  it.each<[why: string, rows: string[], change: Partial<List>]>([
    ["no mailbox has several rows", ["a@x.org,A", "b@x.org,B"], {}],
    ["their rows are equal", ["a@x.org,A", "a@x.org,A"], {}],
    ["each of them is to be an email", ["a@x.org,A", "a@x.org,B"], { repeats: "each" }],
  ])("repeats nothing if %s", (_why, rows, change) => {
    const list = { ...aList(["Email,Child", ...rows].join("\n")), ...change };
    expect(templateForList(list).fields.body).not.toContain("rows");
  });

  it("has the first row as its sample", () => {
    const { sample } = templateForList(aList(FILE));
    expect(sample).toMatchObject({ from: "people.csv", to: "ann@x.org", isFirst: true });
    expect([...sample.values].slice(0, 4)).toEqual([
      ["Full Name", "Ann Good"],
      ["Email", "ann@x.org"],
      ["Talk <Title>", "Mail"],
      ["Day", "2026-12-01"],
    ]);
  });

  it.each<[why: string, change: ListChange, to: string]>([
    ["the first row is skipped", { type: "skip", ids: [1], as: "by_hand" }, "bo@x.org"],
    ["it isn't included", { type: "filter", ids: [1] }, "bo@x.org"],
    ["it was deleted", { type: "delete", ids: [1] }, "bo@x.org"],
    ["the rows have another order", { type: "order", ids: [3, 1, 2] }, "cy@x.org"],
  ])("names whose row its sample is if %s", (_why, change, to) => {
    const list = applyChange(aList("Email,Name\nann@x.org,A\nbo@x.org,B\ncy@x.org,C\n"), change);
    expect(listSample(list)).toMatchObject({ to, isFirst: false });
  });

  it("reads the dates of its sample as the list does, also by rows that aren't included", () => {
    const list = aList("Email,Day\nann@x.org,25/12/2026\nbo@x.org,03/04/2026\n");
    const filtered = applyChange(list, { type: "filter", ids: [1] });
    const ordersOf = (of: List) => [...templateForList(of).sample.dateOrders];
    expect(ordersOf(filtered)).toEqual([["Day", "dmy"]]);
    expect(templateForList(filtered).fields.dateFormat).toBe("ddmmyyyy");
    expect(ordersOf(aList("Email,Day\nbo@x.org,03/04/2026\n"))).toEqual([]);
  });

  it("greets no one by name if no column holds names", () => {
    expect(templateForList(aList("Email,City\na@x.org,Oslo\n")).fields.body).toBe(
      "<p>Hello,</p><p><br></p><p>City: {{City}}</p><p><br></p><p>Kind regards,</p>",
    );
  });

  it("uses at most thirty columns, and a name that fits", () => {
    const headers = Array.from({ length: 40 }, (_, i) => `C${i}`);
    const { fields, sample } = templateForList({
      ...aList(`Email,${headers}\na@x.org\n`),
      source: { kind: "file", name: `${"x".repeat(200)}.csv` },
    });
    expect(sample.columns).toHaveLength(30);
    expect(fields.name).toHaveLength(100);
  });

  it.each<[why: string, cells: string[], answers: Record<string, DateOrder>, format: DateFormat]>([
    ["day first by its parts", ["03/04/2026", "31/05/2026"], {}, "ddmmyyyy"],
    ["month first by its parts", ["03/04/2026", "05/31/2026"], {}, "mmddyyyy"],
    ["dashes", ["3-4-26", "31-5-26"], {}, "ddmmyyyy"],
    ["dots", ["3.4.2026", "05.06.2026", "soon", "7.8.26", "9.9.2026"], {}, "dmy_dots"],
    ["year first", ["2026-04-03", "2026-12-01T10:00"], {}, "iso"],
    ["the month in words", ["April 3, 2026"], {}, "long"],
    ["the day before the month in words", ["3 Apr 2026", "4-Apr-26"], {}, "long"],
    ["the month in German", ["3. April 2026", "31. März 2026"], {}, "dmy_dots"],
    ["day first by an answer", ["03/04/2026"], { D: "dmy" }, "ddmmyyyy"],
    ["month first by an answer", ["03/04/2026"], { D: "mdy" }, "mmddyyyy"],
    [
      "a date without an answer yet: no later answer makes the email wrong",
      ["03/04/2026"],
      {},
      "long",
    ],
    ["parts that disagree", ["25/12/2026", "26/12/2026", "12/27/2026", "03/04/2026"], {}, "long"],
    ["one day either way", ["05/05/2026"], {}, "mmddyyyy"],
    ["no date", ["x"], {}, "mmddyyyy"],
    ["most of its dates", ["2026-04-03", "3.4.2026", "4.4.2026"], {}, "dmy_dots"],
  ])("writes dates like the list: %s", (_why, cells, answers, format) => {
    const text = ["Email;D", ...cells.map((cell, i) => `p${i}@example.org;${cell}`)].join("\n");
    const list = aList(text);
    const answered = {
      ...list,
      mapping: { ...list.mapping, dates: new Map(Object.entries(answers)) },
    };
    expect(templateForList(answered).fields.dateFormat).toBe(format);
  });
});
