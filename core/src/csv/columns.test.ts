import { describe, expect, test } from "vitest";
import { csvDetectionLabel, guessRecipientColumn } from "./columns.ts";
import { guessType } from "./guessType.ts";
import { readCsv } from "./readCsv.ts";

test.each([
  ["the word itself", ["Name", "Email"], "Email"],
  ["any spelling", ["Name", " e-MAIL "], " e-MAIL "],
  ["an address", ["Name", "Email Address"], "Email Address"],
  ["the exact one of two", ["Email opt-in", "E-Mail"], "E-Mail"],
  ["a part of the header", ["Name", "Customer email (work)"], "Customer email (work)"],
  ["mail", ["Name", "Mailadresse"], "Mailadresse"],
  ["none", ["Name", "City"], null],
  ["no headers", [], null],
])("without rows guesses by header: %s", (_, headers, expected) => {
  expect(guessRecipientColumn(headers)).toBe(expected);
});

test.each([
  ["the addresses decide between two", "Email sent,Contact\nyes,a@b.co\nno,Bo <b@b.co>", "Contact"],
  ["a header in another script", "名前\tメール\n太郎\ta@b.co", "メール"],
  ["a header that looks right although most are missing", "Email,Note\n,x\na@b.co,y\n,z", "Email"],
  ["the header before an equal column", "Contact,Email\nx@b.co,a@b.co", "Email"],
  ["some notes with addresses are no column", "Name,Note\nAnn,a@b.co\nBo,x\nCy,y", null],
  ["short rows", "Name,Email\nAnn\nBo,b@b.co", "Email"],
])("with rows: %s", (_, text, expected) => {
  const { headers, rows } = readCsv(text);
  expect(guessRecipientColumn(headers, rows)).toBe(expected);
});

test.each([
  [";", "windows-1252", "Semicolon, Windows-1252"],
  [",", "utf-8", "Comma, UTF-8"],
  ["\t", null, "Tab"],
] as const)("the detected format in words: %j %s", (delimiter, encoding, label) => {
  expect(csvDetectionLabel({ delimiter, encoding })).toBe(label);
});

describe("the type of a column", () => {
  test.each([
    [["Ann", "Bo"], "text"],
    [["", " "], "text"],
    [[], "text"],
    [["01.12.2026", "", "2026-12-02", "April 1, 2027"], "date"],
    [["1/2/2026", "2/2/2026", "3/2/2026", "4/2/2026", "soon"], "date"],
    [["1/2/2026", "soon"], "text"],
    [["14:30", "2pm"], "time"],
    [["12", "13"], "text"],
    [["ann@x.org", "bo@x.org"], "email"],
    [["ann@x.org", "nobody", "c@x.org", "d@x.org", "e@x.org"], "text"],
    [["Discount", "Discount", "Free Trial"], "text"],
  ])("%j is %s", (values, type) => {
    expect(guessType(values)).toBe(type);
  });
});
