import { expect, test } from "vitest";
import { readCsv } from "../csv/readCsv.ts";
import { guessRecipientColumn } from "./addressColumns.ts";

test.each([
  ["the word itself", ["Name", "Email"], "Email"],
  ["any spelling", ["Name", " e-MAIL "], " e-MAIL "],
  ["an address", ["Name", "Email Address"], "Email Address"],
  ["the one with the word email, not one with mail", ["Mailing list", "Work email"], "Work email"],
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
