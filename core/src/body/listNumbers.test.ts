import { expect, it, test } from "vitest";
import { ListNumbers, listMark, numberedAs, numberOf } from "./listNumbers.ts";

/**
 * The numbers of items written as "level start type", "-" being none and "*" an item without a
 * number.
 */
function numbers(...items: string[]): number[] {
  const list = new ListNumbers();
  return items.map((item) => {
    const [level, start, type] = item.split(" ");
    const numbered = start === "*" ? null : numberedAs(start, type);
    return list.next(Number(level), numbered).number;
  });
}

it.each([
  ["plain items", ["0 -", "0 -", "0 -"], [1, 2, 3]],
  ["a list that begins at 3", ["0 3", "0 3", "0 3"], [3, 4, 5]],
  ["a list at 0", ["0 0", "0 0"], [0, 1]],
  ["a list below, twice", ["0 -", "1 -", "1 -", "0 -", "1 -"], [1, 1, 2, 2, 1]],
  ["another start", ["0 -", "0 7", "0 7"], [1, 7, 8]],
  ["another type", ["0 -", "0 - a", "0 - a", "0 - i"], [1, 1, 2, 1]],
  ["a bullet between", ["0 -", "0 *", "0 -"], [1, 0, 2]],
  ["an item that was added", ["0 5", "0 -", "0 5"], [5, 6, 7]],
])("numbers %s", (_, items, expected) => {
  expect(numbers(...items)).toEqual(expected);
});

it.each([
  [3, null, 0, "3."],
  [3, null, 1, "c."],
  [3, null, 2, "iii."],
  [28, "a", 0, "ab."],
  [53, "A", 0, "BA."],
  [1994, "I", 0, "MCMXCIV."],
  [4000, "i", 0, "4000."],
  [0, "a", 0, "0."],
])("writes %s with type %s on level %s", (number, type, level, mark) => {
  expect(listMark(number, type, level)).toBe(mark);
});

test("a mark that was written is read again", () => {
  for (const type of ["1", "a", "A", "i", "I"]) {
    for (const number of [1, 2, 3, 4, 5, 9, 10, 14, 26, 40, 90, 400]) {
      const mark = listMark(number, type, 0).slice(0, -1);
      // Word repeats a letter for those behind z.
      if (/^(.)\1+$/.test(mark) && type.toLowerCase() === "a") continue;
      expect([mark, numberOf(mark, type)]).toEqual([mark, number]);
    }
  }
  expect([numberOf("bb", "a"), numberOf("aaa", "a")]).toEqual([28, 53]);
  expect([numberOf("iiii", "i"), numberOf("x1", "a"), numberOf("", "i")]).toEqual([
    null,
    null,
    null,
  ]);
});
