import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { splitRecipients } from "./list.ts";
import { formatRecipient } from "./recipients.ts";

/** Each piece as `address|name`, or `!text` without an address. */
function read(text: string): string[] {
  return splitRecipients(text).map((piece) =>
    piece.address === null ? `!${piece.text}` : `${piece.address}|${piece.name}`,
  );
}

describe("splitRecipients", () => {
  test.each<[string, string[]]>([
    ["", []],
    [" \n,;\t , ", []],
    ["a@b.co", ["a@b.co|"]],
    ["a@b.co b@b.co,c@b.co;d@b.co\ne@b.co\r\nf@b.co\tg@b.co", "abcdefg".split("").map((x) => `${x}@b.co|`)],
    ["a@b.co\u00a0b@b.co\u2003c@b.co\u2028d@b.co", ["a@b.co|", "b@b.co|", "c@b.co|", "d@b.co|"]],
    ["Ann Good <a@b.co>", ["a@b.co|Ann Good"]],
    ["Ann Good <a@b.co>, Bo Li <b@b.co>", ["a@b.co|Ann Good", "b@b.co|Bo Li"]],
    ["Ann Good <a@b.co> Bo Li <b@b.co>", ["a@b.co|Ann Good", "b@b.co|Bo Li"]],
    ["Ann<a@b.co><b@b.co>", ["a@b.co|Ann", "b@b.co|"]],
    ["c@b.co Ann <a@b.co> d@b.co", ["c@b.co|", "a@b.co|Ann", "d@b.co|"]],
    ['"Good, Ann" <a@b.co>; "Li; Bo" <b@b.co>', ["a@b.co|Good, Ann", "b@b.co|Li; Bo"]],
    ['"Ann \\"A; B\\" Good" <a@b.co>', ['a@b.co|Ann "A; B" Good']],
    ["Good, Ann <a@b.co>; Li, Bo <b@b.co>", ["a@b.co|Good, Ann", "b@b.co|Li, Bo"]],
    ["Ann, Bo, Li, Bo <b@b.co>", ["!Ann", "!Bo", "b@b.co|Li, Bo"]],
    ["Ann, <a@b.co>", ["!Ann", "a@b.co|"]],
    ["annb.co, Bo <b@b.co>", ["!annb.co", "b@b.co|Bo"]],
    ["ann@, Bo <b@b.co>", ["!ann@", "b@b.co|Bo"]],
    ["c@b.co, Ann <a@b.co>", ["c@b.co|", "a@b.co|Ann"]],
    ["a@b.co <a@b.co>", ["a@b.co|"]],
    ["A@b.co <a@b.co>, 'c@b.co' <c@b.co>", ["a@b.co|", "c@b.co|"]],
    ["c@b.co <a@b.co>", ["c@b.co|", "a@b.co|"]],
    ["Ann\n<a@b.co>", ["!Ann", "a@b.co|"]],
    ["Ann Good a@b.co", ["!Ann", "!Good", "a@b.co|"]],
    ['c@b.co, not-mail, "Smith, Jo" <a@b.co>', ["c@b.co|", "!not-mail", "a@b.co|Smith, Jo"]],
    ["a@b.co. Then b@b.co!", ["a@b.co|", "!Then", "b@b.co|"]],
    ["(a@b.co), [b@b.co]", ["a@b.co|", "b@b.co|"]],
    ["mailto:a@b.co MAILTO:b@b.co?subject=Hi", ["a@b.co|", "b@b.co|"]],
    ["\u200ba@b.co\ufeff, Ann <b\u2060@b.co>", ["a@b.co|", "b@b.co|Ann"]],
    ["please mail: Ann Good <a@b.co>", ["!please", "!mail:", "a@b.co|Ann Good"]],
    ["a@b.co: Ann <b@b.co>", ["a@b.co|", "b@b.co|Ann"]],
    ["Ann <ann>", ["!Ann <ann>"]],
    ["Ann <a@b.co", ["!Ann", "!<a@b.co"]],
    ['"Ann <a@b.co>', ['!"Ann <a@b.co>']],
    ['"Ann\nBo <b@b.co>', ['!"Ann', "b@b.co|Bo"]],
    ['"ann"@b.co', ['"ann"@b.co|']],
    ["a@b.co> b@b.co", ["!a@b.co>", "b@b.co|"]],
    ["<>", ["!<>"]],
    ["a\u202e@b.co,b@b.co", ["!a\u202e@b.co", "b@b.co|"]],
    ["a@b.co\u0000,b@b.co", ["!a@b.co\u0000", "b@b.co|"]],
  ])("reads %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("returns the text of each piece as written", () => {
    expect(splitRecipients('  "Good, Ann"   <A@b.co> ;x').map((piece) => piece.text)).toEqual([
      '"Good, Ann"   <A@b.co>',
      "x",
    ]);
  });

  const name = fc.string({ unit: fc.constantFrom(..."abÜ .,;\"\\'<>-山"), maxLength: 12 }).map((text) => text.trim());
  const recipient = fc.record({ address: fc.emailAddress().filter((a) => a.length < 60 && !a.includes("=?")), name });

  it("finds every recipient of a well-written list, in order, with any separators", () => {
    fc.assert(
      fc.property(fc.array(recipient), fc.constantFrom(", ", ";", "\n", "\r\n", "; "), (recipients, separator) => {
        const text = recipients.map(formatRecipient).join(separator);
        expect(splitRecipients(text).map((piece) => piece.address)).toEqual(recipients.map((r) => r.address));
      }),
    );
  });

  it("loses nothing: every character that isn't a separator is in a piece", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a@b.co ,;<>"\\\n'), maxLength: 60 }), (text) => {
        const bare = (some: string) => some.replace(/[\s,;]/g, "");
        expect(
          bare(
            splitRecipients(text)
              .map((piece) => piece.text)
              .join(""),
          ),
        ).toBe(bare(text));
      }),
    );
  });

  it("accepts a name without end", () => {
    const pieces = splitRecipients(`"${"x".repeat(20_000_000)}" <a@b.co>`);
    expect(pieces.map(({ address }) => address)).toEqual([null]);
  });
});
