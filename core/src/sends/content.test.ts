import { describe, expect, it } from "vitest";
import { type EmailContent, emailText, rowText } from "./content.ts";

const EMAIL: EmailContent = {
  subject: "Hello {{Name}}",
  body: "<p>Hi {{Name}}, see you {{Day|date}}</p>",
  signature: "<p>Dana</p>",
  dateFormat: "mmddyyyy",
  timeFormat: "12hr",
  variables: ["Name", "Day"],
  dateOrders: new Map([["Day", "dmy"]]),
  files: [
    { name: "a.pdf", content: "1" },
    { name: "b.pdf", content: "2" },
  ],
};

describe("the content of two emails", () => {
  const CHANGES: Partial<EmailContent>[] = [
    { subject: "Hello, {{Name}}" },
    { body: "<p>Hi {{Name}}</p>" },
    { signature: "" },
    { dateFormat: "ddmmyyyy" },
    { timeFormat: "24hr" },
    { date_language: "de" },
    { date_weekday: true },
    { variables: ["Day", "Name"] },
    { dateOrders: new Map([["Day", "mdy"]]) },
    { files: EMAIL.files.slice(1) },
    { files: [...EMAIL.files.slice(1), { name: "a.pdf", content: "3" }] },
    { files: [...EMAIL.files.slice(1), { name: "c.pdf", content: "1" }] },
  ];
  it.each(CHANGES)("differs by %j", (change) => {
    expect(emailText({ ...EMAIL, ...change })).not.toBe(emailText(EMAIL));
  });

  it("doesn't depend on the order of files, nor on what means the same", () => {
    const same = {
      subject: " Hello {{Name}} ",
      files: EMAIL.files.toReversed(),
      date_language: "",
      date_weekday: false,
    };
    expect(emailText({ ...EMAIL, ...same })).toBe(emailText(EMAIL));
    const [composed, split] = ["ü.pdf".normalize("NFC"), "ü.pdf".normalize("NFD")];
    expect(rowText("e", [], [{ name: split, content: "1" }])).toBe(
      rowText("e", [], [{ name: composed, content: "1" }]),
    );
  });

  it("differs by a row's values and its own files, and by where one value ends", () => {
    const own = [{ name: "a.pdf", content: "1" }];
    const texts = [
      rowText("e", ["Ann", ""]),
      rowText("f", ["Ann", ""]),
      rowText("e", ["", "Ann"]),
      rowText("e", ["Ann"]),
      rowText("e", ["Ann", ""], own),
      rowText("e", ["Ann", ""], [{ name: "a.pdf", content: "2" }]),
      rowText("e", ["Ann,"]),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});
