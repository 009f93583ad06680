import { describe, expect, test } from "vitest";
import { addressHint, repairedAddress } from "./repairedAddress.ts";

const INVISIBLE = " (it contains an invisible character)";
const SPACE = " (it contains a space)";
const COMMA = " (it contains a comma)";

describe("an invalid address", () => {
  test.each([
    ["mailto:a@b.co", ""],
    ["mailto: <a@b.co>,", ""],
    ["(a@b.co).", ""],
    ["'a@b.co',", ""],
    [" a@b.co.\n", ""],
    ["a @ b.co", ""],
    ["a@b,co", ""],
    ["a\u200b@b.co", INVISIBLE],
    ["a@b.co\u202e", INVISIBLE],
  ])("is corrected if no one else can be meant: %j", (text, hint) => {
    expect(repairedAddress(text)).toBe("a@b.co");
    expect(addressHint(text)).toBe(hint);
  });

  test.each([
    ["max muster@b.co", SPACE],
    ["Ann Good a@b.co", SPACE],
    ["Ann Good a@b.co>", SPACE],
    ["max\tmuster@b.co", SPACE],
    ["max\nmuster@b.co", SPACE],
    ["max. muster@b.co", SPACE],
    ["a@b.co. Me", SPACE],
    ["a@b. co", SPACE],
    ["max,muster@b.co", COMMA],
    ["a@b,co,uk", COMMA],
    ["a@b.co,uk", COMMA],
    // A wrongly decoded letter, a blank of another script, a place to hyphenate, a change of direction.
    ["m\u0081ller@b.co", INVISIBLE],
    ["max\u3164muster@b.co", INVISIBLE],
    ["max\u00admuster@b.co", INVISIBLE],
    ["xam\u202emuster@b.co", INVISIBLE],
    ["Bo Li", ""],
    ["a@@b.co", ""],
    ["a@b..co", ""],
  ])("stays for the person to correct if it could be a stranger's, with the problem named: %j", (text, hint) => {
    expect(repairedAddress(text)).toBeNull();
    expect(addressHint(text)).toBe(hint);
  });
});
