import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { doubtAbout } from "./doubts.ts";
import { faultOf, repairedAddress } from "./faults.ts";
import { splitRecipients } from "./list.ts";
import { peopleNames, personNames } from "./peopleNames.ts";
import { asksForName, knownName } from "./personName.ts";
import {
  addressKey,
  asciiAddress,
  bareAddress,
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
    "a@[IPv6:::ffff:192.168.0.1]",
    "a@[IPv6:1:2:3:4:5:6:7:8]",
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
    ["an IPv6 address of colons", "a@[IPv6:::::::]"],
    ["an IPv6 address of three parts", "a@[IPv6:1:2:3]"],
    ["two gaps in an IPv6 address", "a@[IPv6:1::2::3]"],
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
    ["'Ann\nGood' <ann@example.org>", "ann@example.org", "Ann Good"],
    ["O'Brien, Ann <ann@example.org>", "ann@example.org", "O'Brien, Ann"],
    ["Good, Ann <ann@example.org>", "ann@example.org", "Good, Ann"],
    ["山田 太郎 <yamada@example.org>", "yamada@example.org", "山田 太郎"],
    ["ANN@example.org <ann@example.org>", "ann@example.org", ""],
    ["'ann@example.org' <ann@example.org>", "ann@example.org", ""],
    ["nn\u202eA <ann@example.org>", "ann@example.org", "nnA"],
    ["*Ann Good* <ann@example.org>", "ann@example.org", "Ann Good"],
    ["_Ann_ <ann@example.org>.", "ann@example.org", "Ann"],
    ["،ann@example.org؛", "ann@example.org", ""],
    ["='ann@example.org'", "ann@example.org", ""],
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
    ["'Ann'", `"'Ann'" <ann@example.org>`],
    ["Ann O'Brien", "Ann O'Brien <ann@example.org>"],
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
    ["quotation marks that change nothing", '"Ann.Lee+x"@Example.org', "ann.lee+x@example.org"],
  ])("are found in spite of different spellings: %s", (_, one, other) => {
    expect(addressKey(one)).toBe(addressKey(other));
    expect(uniqueRecipients([{ address: one }, { address: other }])).toHaveLength(1);
  });

  test.each([
    ["ß and ss", "a@straße.de", "a@strasse.de"],
    ["bracketed IP addresses", "a@[192.168.0.1]", "a@[192.168.0.2]"],
    ["local parts", "ann@example.org", "ann.good@example.org"],
    ["quotation marks that are needed", '"ann..lee"@example.org', "ann..lee@example.org"],
    ["quoted names before no @", '"ann"', "ann"],
    ["texts that aren't addresses", "jürgen@example.org", "jürgen@example.com"],
  ])("aren't found where two things differ: %s", (_, one, other) => {
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
    [
      "a@b.co b@b.co,c@b.co;d@b.co\ne@b.co\r\nf@b.co\tg@b.co",
      "abcdefg".split("").map((x) => `${x}@b.co|`),
    ],
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
    ["Ann <a@b.co", ["!Ann", "a@b.co|"]],
    ['"Ann <a@b.co>', ['!"Ann <a@b.co>']],
    ['"Ann\nBo <b@b.co>', ['!"Ann', "b@b.co|Bo"]],
    ['"ann"@b.co', ['"ann"@b.co|']],
    ["a@b.co> b@b.co", ["a@b.co|", "b@b.co|"]],
    ["x a.b@mail,example; c@b.co", ["!x", "!a.b@mail,example", "c@b.co|"]],
    [
      "a@mail,example <b@b.co>, c@mail,Bob <b@b.co>",
      ["!a@mail", "b@b.co|example", "!c@mail", "b@b.co|Bob"],
    ],
    ["<>", ["!<>"]],
    ["a\u202e@b.co,b@b.co", ["!a\u202e@b.co", "b@b.co|"]],
    ["a@b.co\u0000,b@b.co", ["a@b.co|", "b@b.co|"]],
  ])("reads %j", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("returns the text of each piece as written", () => {
    expect(splitRecipients('  "Good, Ann"   <A@b.co> ;x').map((piece) => piece.text)).toEqual([
      '"Good, Ann"   <A@b.co>',
      "x",
    ]);
  });

  const name = fc
    .string({ unit: fc.constantFrom(..."abÜ .,;\"\\'<>-山"), maxLength: 12 })
    .map((text) => text.trim());
  // An apostrophe at the start is left out.
  const address = fc
    .emailAddress()
    .filter((a) => a.length < 60 && !a.includes("=?") && !a.startsWith("'"));
  const recipient = fc.record({ address, name });

  it("finds every recipient of a well-written list, in order, with any separators", () => {
    fc.assert(
      fc.property(
        fc.array(recipient),
        fc.constantFrom(", ", ";", "\n", "\r\n", "; "),
        (recipients, separator) => {
          const text = recipients.map(formatRecipient).join(separator);
          expect(splitRecipients(text).map((piece) => piece.address)).toEqual(
            recipients.map((r) => r.address),
          );
        },
      ),
    );
  });

  it("loses nothing: every character that isn't a separator is in a piece", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'a@b.co ,;<>"\\\n'), maxLength: 60 }),
        (text) => {
          const bare = (some: string) => some.replace(/[\s,;]/g, "");
          expect(
            bare(
              splitRecipients(text)
                .map((piece) => piece.text)
                .join(""),
            ),
          ).toBe(bare(text));
        },
      ),
    );
  });

  it("accepts a name without end", () => {
    const pieces = splitRecipients(`"${"x".repeat(20_000_000)}" <a@b.co>`);
    expect(pieces.map(({ address }) => address)).toEqual([null]);
  });
});

test.each<[Record<string, string>, string]>([
  [{ Name: "Ann Good" }, "Ann Good"],
  [{ "Full name": "Ann Good", "First Name": "Annie" }, "Ann Good"],
  [{ Nachname: "Weiß", Vorname: "Jörg" }, "Jörg Weiß"],
  [{ "First Name": "Ann", "Last Name": "" }, "Ann"],
  [{ Prénom: "Zoé" }, "Zoé"],
  [{ Vorname: "Anna", Name: "Berger" }, "Anna Berger"],
  [{ Name: "von Berg", "First name": "Anna" }, "Anna von Berg"],
  [{ Prénom: "Zoé", Nom: "Petit" }, "Zoé Petit"],
  [{ Nom: "PETIT Zoé", Prénom: "Zoe" }, "PETIT Zoé"],
  [{ "First name": "Ann", Name: "Ann" }, "Ann"],
  [{ "First name": "Ann", Name: "ACME", "Full name": "Ann Good" }, "Ann Good"],
  [{ "First name": "Ann", Name: "Good, Ann" }, "Good, Ann"],
  [{ "First name": "Ann", Name: "", Nom: "" }, "Ann"],
  [{ "First name": "", Name: "Good" }, "Good"],
  [{ "First name": "Anna", Surname: "Berger", Name: "Anna M. Berger" }, "Anna M. Berger"],
  [{ Name: "", "Company Name": "Good & Sons" }, ""],
  [{ Name: "x".repeat(101) }, ""],
  [{}, ""],
])("%j is called %j", (values, name) => {
  expect(personNames(Object.keys(values))(Object.values(values))).toBe(name);
});

it.each([
  ["", { Name: "Anna Berger" }, ["Anna Berger"]],
  ["", { Parent: "Anna Berger", "Child first name": "Mia" }, ["Anna Berger", "Mia"]],
  ["", { "First name": "Anna", "Last name": "Berger", Player: "Mia" }, ["Anna Berger", "Mia"]],
  ["Anna Berger", { "First name": "Anna", Child: "Mia" }, ["Anna Berger", "Mia"]],
  ["Bo Li", { "First name": "Robert", Surname: "Li" }, ["Bo Li"]],
  ["", { Parent: "Anna Berger", Name: "Mia" }, ["Anna Berger", "Mia"]],
  ["Anna", { Name: "Anna" }, ["Anna"]],
  ["", { Child: "Ann", Parent: "Joann" }, ["Joann", "Ann"]],
  ["", { Child: "Li", Parent: "Oliver Good" }, ["Oliver Good", "Li"]],
  ["Anna Berger", { Player: "Berger, Anna" }, ["Anna Berger"]],
  ["", { Member: "yes", Guests: "2", Child: "mia@x.org", Room: "Gym" }, []],
])("names the people of a row: %j with %j", (recipient, values, names) => {
  expect(peopleNames(Object.keys(values))(Object.values(values), recipient)).toEqual(names);
});

describe("a name's part, by the name of its variable", () => {
  it.each([
    ["Full Name", "Ann Good", "Ann Good"],
    ["name", "Ann  Good", "Ann Good"],
    ["Recipient Name", "Good, Ann", "Ann Good"],
    ["First Name", "Ann Maria Good", "Ann"],
    ["first_name", "Good, Ann Maria", "Ann Maria"],
    ["Vorname", "Ann", "Ann"],
    ["Prénom", "Ann Good", "Ann"],
    ["Last Name", "Ann van Good", "Good"],
    ["Surname", "van Good, Ann", "van Good"],
    ["First name", "Anna,", "Anna"],
    ["Name", " , Anna  Good ,", "Anna Good"],
    ["Last name", "Anna Good,", "Good"],
    ["Last name", "Good,, Ann", "Good"],
  ])("%s of %s is %s", (variable, person, part) => {
    expect(knownName(variable, person)).toBe(part);
    expect(asksForName(variable)).toBe(true);
  });

  it.each([
    ["Company", "Ann Good"],
    ["Company Name", "Ann Good"],
    ["My Name", "Ann Good"],
    ["Username", "Ann Good"],
    ["Name", " "],
    ["Last Name", "Ann"],
    ["First Name", "Dr. Ann Good"],
    ["First Name", "ACME, Inc."],
    ["Name", "ACME, Inc."],
    ["Last Name", "John Smith, Jr."],
    ["Name", "ann@b.co"],
  ])("returns no name: %s of %j", (variable, person) => {
    expect(knownName(variable, person)).toBeNull();
  });
});

describe("an invalid address", () => {
  test.each([
    ["a @ b.co", "a@b.co"],
    ["a\u00a0@b.co", "a@b.co"],
    ["a@b,co", "a@b.co"],
    ["a@b;co", "a@b.co"],
    ["lucia.romero@mail，example", "lucia.romero@mail.example"],
    ["o’neil@b.co", "o'neil@b.co"],
    ["jo–li@b.co", "jo-li@b.co"],
    ["аnna@b.co", "anna@b.co"],
    ["ａnna＠b．co", "anna@b.co"],
  ])("%j is corrected, because no one else can be meant", (text, meant) => {
    expect(repairedAddress(text)).toBe(meant);
    expect(parseRecipient(text)).toBeNull();
  });

  test.each([
    ...[
      "max muster@b.co",
      "Ann Good a@b.co",
      "max. muster@b.co",
      "a@b.co. Me",
      "a@b. co",
      "max,muster@b.co",
    ],
    ...[
      "a@b.co,uk",
      "m\u0081ller@b.co",
      "max\u3164muster@b.co",
      "max\u00admuster@b.co",
      "xam\u202emuster@b.co",
    ],
    ...["Bo Li", "a@@b.co", "a@b..co", "jürgen@b.co", "вася@b.co"],
  ])("%j stays for the person to correct, because it could be a stranger's", (text) => {
    expect(repairedAddress(text)).toBeNull();
    expect(faultOf(text)).not.toBeNull();
  });
});

it.each([
  ["gmial.com", "gmail.com"],
  ["gmai.com", "gmail.com"],
  ["gmaill.com", "gmail.com"],
  ["gnail.com", "gmail.com"],
  ["gmail.con", "gmail.com"],
  ["gmail.co", "gmail.com"],
  ["GMAIL.CMO", "gmail.com"],
  ["gmial.con", "gmail.com"],
  ["hotmial.co.uk", "hotmail.co.uk"],
  ["hotmal.de", "hotmail.de"],
  ["outlok.com", "outlook.com"],
  ["yahooo.fr", "yahoo.fr"],
  ["iclould.com", "icloud.com"],
  ["t-onlin.de", "t-online.de"],
  ["gmx.ed", "gmx.de"],
  ["web.d", "web.de"],
  ["aol.con", "aol.com"],
])("%s probably means %s", (written, meant) => {
  expect(doubtAbout(`a@${written}`)).toEqual({
    domain: written,
    message: `Did you mean ${meant}?`,
    meant,
  });
});

it.each([
  ...[
    "gmail.com",
    "GMail.com",
    "googlemail.com",
    "hotmail.co.uk",
    "gmx.net",
    "gmx.at",
    "gmx.ch",
    "web.de",
    "live.de",
  ],
  ...[
    "ymail.com",
    "mail.com",
    "email.com",
    "fmail.com",
    "hotmail.se",
    "yahoo.co.jp",
    "outlook.org",
    "gmail.org",
  ],
  ...[
    "example.com",
    "web.dev",
    "webb.de",
    "smail.uni-koeln.de",
    "live.se",
    "freenet.at",
    "localhost",
  ],
  ...[
    "grail.com",
    "gail.com",
    "tonline.de",
    "yazoo.co.uk",
    "live.co",
    "gemail.com",
    "web.ee",
    "freenet.ee",
    "gmx.bet",
  ],
  ...["outlook.ee", "outlook.co", "yaho.de.example.org", "hotmail.com", "msn.co"],
  ...["gmail.com.example.org", "mygmail.com", "outlooks.example", "hot-mail.com.de"],
])("%s is left alone", (domain) => {
  expect(doubtAbout(`a@${domain}`)).toBeNull();
});

test.each([
  "'ann@example.org",
  "''ann@example.org",
  "'''ann@example.org",
  "'ann'@example.org",
  "<'ann@example.org>",
  '"ann"@example.org',
  "*_ann_@example.org*",
  "mailto:'ann@example.org?subject=x",
  "“'ann@example.org'”",
  "{ann}@example.org",
])("the address in %s is the same when it is read again", (text) => {
  const once = bareAddress(text);
  expect(once).not.toBeNull();
  expect(bareAddress(once ?? "")).toBe(once);
});
