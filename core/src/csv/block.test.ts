import { describe, expect, test } from "vitest";
import { readBlock } from "./block.ts";

describe("a block of cells", () => {
  test.each([
    ["one cell", "Ann", [["Ann"]]],
    [
      "as Excel copies it",
      "Ann\tann@x.org\r\nBo\tbo@x.org\r\n",
      [
        ["Ann", "ann@x.org"],
        ["Bo", "bo@x.org"],
      ],
    ],
    ["with an empty row and an empty cell", "a\t\n\nb\tc", [["a", ""], [""], ["b", "c"]]],
    [
      "with line breaks and quotes in cells",
      '"two\nlines"\t"say ""hi"""\nx\ty',
      [
        ["two\nlines", 'say "hi"'],
        ["x", "y"],
      ],
    ],
    [
      "with a quote that is just one",
      '5" pipe\t"open\nx\ty',
      [
        ['5" pipe', '"open'],
        ["x", "y"],
      ],
    ],
    ["with commas", "Good, Ann\tx", [["Good, Ann", "x"]]],
  ])("is read: %s", (_what, text, rows) => {
    expect(readBlock(text)).toEqual(rows);
  });
});
