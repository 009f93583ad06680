import { expect, it } from "vitest";
import { nameWords } from "./nameWords.ts";

it.each([
  ["José Đỗ", "jose do"],
  ["Łukasz Sørensen", "LUKASZ SORENSEN"],
  ["O’Neil-Smith", "smith neil o"],
  ["İnci", "inci"],
  ["مُحَمَّد", "محمد"],
])("finds %s by %s", (name, asked) => {
  expect(nameWords(name).toSorted()).toEqual(nameWords(asked).toSorted());
});

it.each([
  ["कमल", "कोमल"],
  ["ส้ม", "สม"],
])("keeps %s and %s apart", (name, other) => {
  expect(nameWords(name)).not.toEqual(nameWords(other));
});
