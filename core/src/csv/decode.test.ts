import { describe, expect, it, test } from "vitest";
import { decodeCsv } from "./decode.ts";
import { readCsv } from "./readCsv.ts";

const TEXT = "Name,Email\nJürgen “J”,j@example.org\n";
const CHINESE = "姓名\n王小明\n李四中\n张三丰\n";
const LATIN = 'Müller;€ 5 – "ß"\n';

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: number[]) => Uint8Array.from(values);
const windows1252 = bytes(
  0x4d,
  0xfc,
  0x6c,
  0x6c,
  0x65,
  0x72,
  0x3b,
  0x80,
  0x20,
  0x35,
  0x20,
  0x96,
  0x20,
  0x22,
  0xdf,
  0x22,
  0x0a,
);

describe("decodeCsv", () => {
  test.each<[string, Iterable<number>, string, string]>([
    ["UTF-8", utf8(TEXT), TEXT, "utf-8"],
    ["UTF-8 with a mark", utf8(`\ufeff${TEXT}`), TEXT, "utf-8"],
    ["plain ASCII", utf8("a,b\n1,2"), "a,b\n1,2", "utf-8"],
    ["nothing", utf8(""), "", "utf-8"],
    ["UTF-16 LE with a mark", utf16(`\ufeff${TEXT}`, true), TEXT, "utf-16le"],
    ["UTF-16 BE with a mark", utf16(`\ufeff${TEXT}`, false), TEXT, "utf-16be"],
    ["UTF-16 LE without a mark", utf16(TEXT, true), TEXT, "utf-16le"],
    ["UTF-16 BE without a mark", utf16(TEXT, false), TEXT, "utf-16be"],
    [
      "UTF-16 LE of few Latin letters",
      utf16("名前\tメール\n一郎\tj@example.org\n", true),
      "名前\tメール\n一郎\tj@example.org\n",
      "utf-16le",
    ],
    [
      "UTF-16 LE with a byte of another program behind it",
      [...utf16(TEXT, true), 0x0a],
      TEXT,
      "utf-16le",
    ],
    [
      "UTF-16 BE with a byte of another program behind it",
      [...utf16(TEXT, false), 0x0a],
      TEXT,
      "utf-16be",
    ],
    ["a short UTF-16 LE of Chinese", utf16(CHINESE, true), CHINESE, "utf-16le"],
    ["a short UTF-16 BE of Chinese", utf16(CHINESE, false), CHINESE, "utf-16be"],
    ["UTF-16 LE that was cut", utf16(TEXT, true).slice(0, -1), TEXT.slice(0, -1), "utf-16le"],
    ["a short UTF-16 LE", utf16("a,b\n", true), "a,b\n", "utf-16le"],
    [
      "UTF-8 with a NUL in a short file",
      utf8("Email,Name\nann@x.org,Ann\0\n"),
      "Email,Name\nann@x.org,Ann\0\n",
      "utf-8",
    ],
    [
      "UTF-8 with NULs at the end of each line",
      utf8("E,N\0\na@x.org,Ann\0\n"),
      "E,N\0\na@x.org,Ann\0\n",
      "utf-8",
    ],
    [
      "a text that begins as an image does",
      utf8("GIF8 Card,Email\n"),
      "GIF8 Card,Email\n",
      "utf-8",
    ],
    ["Windows-1252", windows1252, LATIN, "windows-1252"],
    ["a mark in the middle", utf8('a,b\n\ufeff"x, y",2'), 'a,b\n"x, y",2', "utf-8"],
  ])("reads %s", (_, given, text, encoding) => {
    expect(decodeCsv(Uint8Array.from(given))).toMatchObject({
      text,
      encoding,
      oddLines: [],
    });
  });

  it("reads all of Windows-1252 as the standard has it", () => {
    const all = decodeCsv(
      Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at),
      "windows-1252",
    ).text;
    expect(all).toBe("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");
  });

  it("uses the encoding that was chosen", () => {
    expect(decodeCsv(utf8("ü"), "windows-1252")).toMatchObject({
      text: "Ã¼",
      encoding: "windows-1252",
    });
    expect(decodeCsv(windows1252, "utf-8").text).toContain("\ufffd");
  });

  it.each([true, false])("drops half a character of a chosen UTF-16, too (LE: %s)", (isLittle) => {
    const chosen = isLittle ? "utf-16le" : "utf-16be";
    for (const mark of ["", "\ufeff"])
      expect(decodeCsv(bytes(...utf16(mark + TEXT, isLittle), 0x0a), chosen).text).toBe(TEXT);
  });

  test.each([
    ["UTF-32 LE", [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], "Save it as UTF-8"],
    ["UTF-32 BE", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x41], "Save it as UTF-8"],
    ["a workbook", [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00], "Save the sheet as CSV"],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], "Save the sheet as CSV"],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d], "PDF"],
    ["a PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], "image"],
    ["a JPEG", [0xff, 0xd8, 0xff, 0xe0, 0x00], "image"],
    ["a GIF", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61], "image"],
  ])("refuses %s, named .csv or not", (_, start, word) => {
    expect(() => decodeCsv(bytes(...start, 1, 2, 3))).toThrow(
      expect.objectContaining({ reason: "csv_unreadable", message: expect.stringContaining(word) }),
    );
  });
});

describe("the encoding of a file that isn't UTF-8", () => {
  it.each([
    ["Müller,ann@x.org\0\n", false],
    ["ann@x.org,Ann\0\nbo@x.org,Bö\n", false],
    ["Müller,ann@x.org\n", true],
    ["ÄÖÜ,Ö\0\nßäöü,a\0\n", false],
  ])("isn't UTF-16 for one NUL: %j", (text, isUtf16) => {
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const { encoding, guess } = decodeCsv(isUtf16 ? utf16(text, true) : latin);
    expect([encoding, guess !== null]).toEqual(
      isUtf16 ? ["utf-16le", false] : [expect.stringMatching(/^windows-125/), true],
    );
  });

  it("is UTF-8 if most of it is: one other byte changes no other name, and its row says so", () => {
    for (const mark of ["", "\ufeff"]) {
      const [before, after] = [
        utf8(`${mark}Name,Email\nJürgen Größe,a@x.org\nM`),
        utf8("ller,b@x.org\nÄnne,c@x.org\n"),
      ];
      const table = readCsv(Uint8Array.from([...before, 0xfc, ...after]));
      expect(table).toMatchObject({ encoding: "utf-8", guess: null });
      expect(table.rows.map(({ cells }) => cells[0])).toEqual(["Jürgen Größe", "Müller", "Änne"]);
      expect(table.warnings).toEqual([
        {
          kind: "cells",
          n: 2,
          line: 3,
          message: expect.stringContaining("characters in another encoding"),
        },
      ]);
    }
  });
});
