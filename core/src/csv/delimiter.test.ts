import { expect, it, test } from "vitest";
import { detectDelimiter } from "./delimiter.ts";

test.each([
  ["commas", "Name,Email\nAnn,a@b.co", ","],
  ["semicolons", "Name;Email\nAnn;a@b.co", ";"],
  ["tabs", "Name\tEmail\nAnn\ta@b.co", "\t"],
  ["bars", "Name|Email\nAnn|a@b.co", "|"],
  ["semicolons and decimal commas", "Name;Betrag;Mail\nAnn;1,50;a@b.co\nBo;2,75;b@b.co", ";"],
  ["semicolons, and a comma in a header", "Name;Betrag, EUR;Mail\nAnn;1,50;a@b.co", ";"],
  ["semicolons in quotes", 'Name,Email\n"a;b;c;d",a@b.co\n"a;b;c;d",b@b.co', ","],
  ["commas in quotes", 'Name;Email\n"a, b, c";a@b.co', ";"],
  ["line breaks in quotes", 'Name;Email\n"a,\nb,\nc";a@b.co', ";"],
  ["a quoted header", '"Name, first";"Email"\n"Ann";"a@b.co"', ";"],
  ["one column", "Email\na@b.co\nb@b.co", ","],
  ["one column with commas in it", "Email\nGood, Ann <a@b.co>\nb@b.co", ";"],
  ["one column with all of them in it", "Email\na,b\na;b\na\tb\na|b", ","],
  ["headers only", "Name;Email", ";"],
  ["nothing", "", ","],
  ["empty lines first", "\n\nName;Email\nAnn;a@b.co", ";"],
  ["ragged rows", "Name,Email,Note\nAnn,a@b.co\nBo,b@b.co\nCy,c@b.co,x|y", ","],
  ["an unclosed quote", 'Name;Email\n"Ann;a@b.co\nBo;b@b.co', ";"],
])("finds %s", (_, text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

it("looks at the beginning only", () => {
  const text = `Name;Email\n${"Ann;a@b.co\n".repeat(5_000)}${"1,2,3,4\n".repeat(2_000_000)}`;
  expect(detectDelimiter(text)).toBe(";");
});
