import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  addressKey,
  asciiAddress,
  formatRecipient,
  isEmailAddress,
  parseRecipient,
  uniqueRecipients,
} from "./recipients.ts";

describe("isEmailAddress", () => {
  test.each([
    "ann@example.org",
    "Ann.Good+news@mail.example.co.uk",
    "o'brien@example.org",
    "x@example.museum",
    "1@2.co",
    "a@xn--mnchen-3ya.de",
    "a@münchen.de",
    "a@mu\u0308nchen.de",
    "info@例え.テスト",
    "a@[192.168.0.1]",
    "a@[IPv6:2001:db8::1]",
    '"very.(),:unusual"@example.org'.replace("(),", ""),
    `${"l".repeat(64)}@example.org`,
    `a@${"d".repeat(63)}.org`,
  ])("takes %s", (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["no @", "ann.example.org"],
    ["no local part", "@example.org"],
    ["no domain", "ann@"],
    ["two @", "ann@b@example.org"],
    ["a domain without a dot", "ann@localhost"],
    ["a dot at the start", ".ann@example.org"],
    ["a dot at the end of the local part", "ann.@example.org"],
    ["two dots", "ann..good@example.org"],
    ["two dots in the domain", "ann@example..org"],
    ["a dot at the end", "ann@example.org."],
    ["a hyphen at a label's start", "ann@-example.org"],
    ["a hyphen at a label's end", "ann@example-.org"],
    ["a top level of digits", "ann@example.123"],
    ["a top level of one letter", "ann@example.o"],
    ["a space", "ann good@example.org"],
    ["a space before", " ann@example.org"],
    ["a space in quotes", '"ann good"@example.org'],
    ["a line break", "ann@example.org\r\nBcc: eve@example.org"],
    ["a line break at the end", "ann@example.org\n"],
    ["a NUL", "ann\u0000@example.org"],
    ["a right-to-left override", "ann\u202e@example.org"],
    ["a right-to-left override in the domain", "ann@exam\u202eple.org"],
    ["a zero-width space", "ann\u200b@example.org"],
    ["a soft hyphen", "ann@exam\u00adple.org"],
    ["an invisible letter", "ann@exam\u3164ple.org"],
    ["a variation selector", "ann@example\ufe0f.org"],
    ["a no-break space", "ann\u00a0@example.org"],
    ["a name", "Ann <ann@example.org>"],
    ["brackets", "<ann@example.org>"],
    ["a local part of another script", "jürgen@example.org"],
    ["a comma", "ann,bo@example.org"],
    ["an IP without brackets closed", "a@[192.168.0.1"],
    ["an invalid IP", "a@[192.168.0.256]"],
    ["an IP of three parts", "a@[192.168.0]"],
    ["a local part of 65 characters", `${"l".repeat(65)}@example.org`],
    ["a label of 64 characters", `a@${"d".repeat(64)}.org`],
    ["255 characters", `a@${"d.".repeat(125)}org`],
    ["an emoji", "ann@😀.org"],
    ["an encoded word", "=?utf-8?Q?evil=40evil=2Ecom?=@good.com"],
    ["an encoded word in quotes", '"=?utf-8?Q?evil?="@good.com'],
    ["an IP address of fullwidth digits", "a@１.１.１.１２"],
    ["a domain that has no ASCII form", "a@xn--a.münchen.de"],
    ["a label of more than 63 characters in ASCII", `a@${"ü".repeat(60)}.de`],
  ])("refuses %s", (_, text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it("refuses long nonsense in a bounded time", () => {
    for (const unit of ["a", "a.", "a@", "a-", "[", '"', "ü", "1."]) {
      expect(isEmailAddress(`a@${unit.repeat(1_000_000)}`)).toBe(false);
    }
    for (const unit of ["a-", "1.", "ü", "aa."]) {
      expect(isEmailAddress(`a@${unit.repeat(250 / unit.length)}!`)).toBe(false);
    }
  });
});

describe("parseRecipient", () => {
  test.each([
    ["ann@example.org", "ann@example.org", ""],
    ["  ann@example.org\t", "ann@example.org", ""],
    ["\ufeffann@example.org", "ann@example.org", ""],
    ["<ann@example.org>", "ann@example.org", ""],
    ["< ann@example.org >", "ann@example.org", ""],
    ["Ann Good <ann@example.org>", "ann@example.org", "Ann Good"],
    ["Ann\u00a0Good  <ann@example.org>", "ann@example.org", "Ann Good"],
    ["Ann\nGood <ann@example.org>", "ann@example.org", "Ann Good"],
    ["Ann<ann@example.org>", "ann@example.org", "Ann"],
    ['"Good, Ann" <ann@example.org>', "ann@example.org", "Good, Ann"],
    ['"Ann \\"Annie\\" Good" <ann@example.org>', "ann@example.org", 'Ann "Annie" Good'],
    ["'Ann Good' <ann@example.org>", "ann@example.org", "Ann Good"],
    ["Good, Ann <ann@example.org>", "ann@example.org", "Good, Ann"],
    ["山田 太郎 <yamada@example.org>", "yamada@example.org", "山田 太郎"],
    ["ANN@example.org <ann@example.org>", "ann@example.org", ""],
    ["'ann@example.org' <ann@example.org>", "ann@example.org", ""],
    ["nn\u202eA <ann@example.org>", "ann@example.org", "nnA"],
    ["Ann\u0007 <ann@example.org>", "ann@example.org", "Ann"],
  ])("reads %j", (text, address, name) => {
    expect(parseRecipient(text)).toEqual({ address, name });
  });

  test.each([
    "",
    "Ann",
    "Ann Good",
    "Ann <ann>",
    "Ann <>",
    "<>",
    ">",
    "Ann ann@example.org>",
    "Ann <ann@example.org",
    "Ann <ann@example.org> Good",
    "bo@example.org, Ann <ann@example.org>",
    "bo@example.org <ann@example.org>",
    "Ann <ann@example.org>, Bo <bo@example.org>",
    "Ann <<ann@example.org>>",
    "ann@example.org, bo@example.org",
    "ann@example.org bo@example.org",
    "mailto:ann@example.org, x",
    '"Ann <ann@example.org>',
  ])("refuses %j", (text) => {
    expect(parseRecipient(text)).toBeNull();
  });

  it("refuses a name that no header could carry, at any length", () => {
    expect(parseRecipient(`${"x".repeat(1_000)} <ann@example.org>`)).toBeNull();
    expect(parseRecipient(`"${"x".repeat(20_000_000)}" <ann@example.org>`)).toBeNull();
  });

  it("reads back any name that formatRecipient wrote", () => {
    const names = fc
      .string({ unit: "grapheme", maxLength: 40 })
      .map((name) => parseRecipient(formatRecipient({ address: "ann@example.org", name })))
      .filter((recipient) => recipient !== null);
    fc.assert(
      fc.property(names, (recipient) => {
        expect(parseRecipient(formatRecipient(recipient))).toEqual(recipient);
      }),
    );
  });

  test.each([
    ["", "ann@example.org"],
    ["Ann Good", "Ann Good <ann@example.org>"],
    ["Good, Ann", '"Good, Ann" <ann@example.org>'],
    ['Ann "Annie"', '"Ann \\"Annie\\"" <ann@example.org>'],
    ["bo@example.org", '"bo@example.org" <ann@example.org>'],
  ])("writes the name %j so that it can be read back", (name, text) => {
    expect(formatRecipient({ address: "ann@example.org", name })).toBe(text);
    expect(parseRecipient(text)).toEqual({ address: "ann@example.org", name });
  });
});

describe("duplicates", () => {
  it("keeps the first of each address, whatever its case", () => {
    const [first, second, other] = [
      { address: "Dup@Example.org" },
      { address: "dup@example.ORG" },
      { address: "x@example.org" },
    ];
    expect(uniqueRecipients([first, second, other])).toEqual([first, other]);
  });

  test.each([
    ["case", "Ann@Example.ORG", "ann@example.org"],
    ["composed and decomposed letters", "a@mu\u0308nchen.de", "A@M\u00fcnchen.de"],
    ["a domain in Unicode and in ASCII", "info@münchen.de", "info@XN--mnchen-3ya.de"],
    ["compatible letters", "a@ℯxample.com", "a@example.com"],
    ["case of another script", "a@ПРИМЕР.рф", "a@пример.рф"],
  ])("%s: one mailbox", (_, one, other) => {
    expect(addressKey(one)).toBe(addressKey(other));
    expect(uniqueRecipients([{ address: one }, { address: other }])).toHaveLength(1);
  });

  test.each([
    ["ß and ss", "a@straße.de", "a@strasse.de"],
    ["bracketed IP addresses", "a@[192.168.0.1]", "a@[192.168.0.2]"],
    ["local parts", "ann@example.org", "ann.good@example.org"],
    ["texts that aren't addresses", "jürgen@example.org", "jürgen@example.com"],
  ])("%s: two mailboxes", (_, one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other));
  });

  it("writes the domain in ASCII, and keeps the rest", () => {
    expect(asciiAddress("Info@Mu\u0308nchen.de")).toBe("Info@xn--mnchen-3ya.de");
    expect(asciiAddress("a@ℯxample.com")).toBe("a@example.com");
    expect(asciiAddress("Ann@Example.org")).toBe("Ann@Example.org");
    expect(asciiAddress("a@[IPv6:2001:db8::1]")).toBe("a@[IPv6:2001:db8::1]");
    expect(asciiAddress("a@ü ü")).toBeNull();
    expect(asciiAddress("a@ü/b.de")).toBeNull();
  });
});
