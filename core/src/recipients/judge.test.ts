import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyChange } from "../list/change.ts";
import { addresses, checked, listOfRows } from "../testing/csvCheck.ts";
import { readAddresses } from "./copies.ts";
import { leftOutSentence } from "./faults.ts";
import { judgeAddress } from "./judge.ts";
import { readableLabel } from "./punycode.ts";
import { isEmailAddress } from "./recipients.ts";

const COUNTRIES =
  "ad ae al am ar at au az ba bd be bg bo br by ca ch ci cl cn co cr cz de dk do ec ee eg es fi fr ge gr hk hr hu id ie il in is it jp ke kr kz lt lu lv ma me mk mt mx my ng nl no nz pe ph pk pl pt ro rs ru se sg si sk th tn tr tw ua uk us uy uz ve vn za".split(
    " ",
  );
const OTHERS =
  "com org net edu info museum travel app dev co.uk com.br example test local рф xn--p1ai भारत 中国".split(
    " ",
  );
const ending = fc.constantFrom(...COUNTRIES, ...OTHERS);
const letters = (all: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...all), minLength, maxLength });
const ATOM = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+/=?^_`{|}~-";
const local = fc
  .array(letters(ATOM, 1, 8), { minLength: 1, maxLength: 3 })
  .map((atoms) => atoms.join("."))
  .filter((text) => !text.includes("=?"));
/** Letters of one script, or of those that are written together. */
const LABELS = [
  "abcdefghijklmnopqrstuvwxyzäöüéèñçßåøłőžščțğ",
  "абвгдежзийклмнопрстуфхцчшщыэюя",
  "αβγδεζηθικλμνξοπρστυφχψω",
  "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
  "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
  "אבגדהוזחטיכלמנסעפצקרשת",
  "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
  "कखगघचछजझटठडढतथदधनपफबभमयरलवशसह",
  "กขคงจฉชซญดตถทธนบปผพฟมยรลวศสห",
  "日本語東京大阪会社ひらがなカタカナtokyo",
  "中文公司北京上海网络bj",
  "한국어서울회사부산kr",
];
const LATIN = "abcdefghijklmnopqrstuvwxyz0123456789";
const ascii = fc
  .tuple(letters(LATIN.slice(0, 26), 1, 1), letters(LATIN, 6, 12))
  .map((parts) => parts.join(""));
const international = fc.constantFrom(...LABELS).chain((all) => letters(all, 4, 9));
const made = (label: fc.Arbitrary<string>) =>
  fc
    .tuple(local, label, ending)
    .map(([before, name, end]) => `${before}@${name}.${end}`)
    .filter(isEmailAddress);
const SEED = { seed: 20_260_101 };

test("5,000 made addresses are accepted as they are, without a question", () => {
  const sample = [
    ...fc.sample(made(ascii), { ...SEED, numRuns: 4_300 }),
    ...fc.sample(made(international), { ...SEED, numRuns: 700 }),
  ];
  expect(sample).toHaveLength(5_000);
  expect(
    new Set(
      sample
        .map((one) => one.slice(one.lastIndexOf(".") + 1))
        .filter((end) => COUNTRIES.includes(end)),
    ).size,
  ).toBeGreaterThan(60);
  expect(
    new Set(sample.filter((one) => /[^\0-\x7f]/.test(one.replace(/\.[^.]*$/, "")))).size,
  ).toBeGreaterThan(500);
  const locals = sample.map((one) => one.slice(0, one.lastIndexOf("@")));
  expect(new Set(locals).size).toBeGreaterThan(500);
  expect([...ATOM].filter((letter) => !locals.some((one) => one.includes(letter)))).toEqual([]);
  const wrong = sample.filter((one) => {
    const { recipient, doubt, leftOut } = judgeAddress(one);
    // An apostrophe at the start is what spreadsheets put before a text.
    const meant = /^'.*[^']@/.test(one) ? one.slice(1) : one;
    const isAsMeant =
      recipient?.address === meant ||
      (isEmailAddress(meant) === false && recipient?.address === one);
    return !isAsMeant || doubt !== null || (recipient?.address === one) !== (leftOut === null);
  });
  expect(wrong).toEqual([]);
});

/**
 * Texts with the reason to ask, in the words that name the character or the ending, and what is
 * probably meant.
 */
const ASKED: readonly (readonly [string, string, string | null])[] = [
  // Letters that look like those of a known domain.
  ...(
    [
      ["gmaıl.com", "“ı”", "gmail.com"],
      ["gmɑil.com", "“ɑ”", "gmail.com"],
      ["ɡmail.com", "“ɡ”", "gmail.com"],
      ["gmaiḷ.com", "“ḷ”", "gmail.com"],
      ["gmáil.com", "“á”", "gmail.com"],
      ["gmàil.com", "“à”", "gmail.com"],
      ["gmạil.com", "“ạ”", "gmail.com"],
      ["gmaïl.com", "“ï”", "gmail.com"],
      ["hotmaıl.com", "“ı”", "hotmail.com"],
      ["hötmail.com", "“ö”", "hotmail.com"],
      ["outlöök.com", "“ö”", "outlook.com"],
      ["outlооk.com", "“о” is a Cyrillic letter", "outlook.com"],
      ["yahоо.com", "“о” is a Cyrillic letter", "yahoo.com"],
      ["уahoo.com", "“у” is a Cyrillic letter", "yahoo.com"],
      ["gmаil.com", "“а” is a Cyrillic letter", "gmail.com"],
      ["gmail.соm", "“с” is a Cyrillic letter", "gmail.com"],
      ["gmail.cоm", "“о” is a Cyrillic letter", "gmail.com"],
      ["gmail.сom", "“с” is a Cyrillic letter", "gmail.com"],
      ["іcloud.com", "“і” is a Cyrillic letter", "icloud.com"],
      ["iсloud.com", "“с” is a Cyrillic letter", "icloud.com"],
      ["gmх.de", "“х” is a Cyrillic letter", "gmx.de"],
      ["wеb.de", "“е” is a Cyrillic letter", "web.de"],
      ["аоl.com", "“а” is a Cyrillic letter", "aol.com"],
      ["livе.com", "“е” is a Cyrillic letter", "live.com"],
      ["hοtmail.com", "“ο” is a Greek letter", "hotmail.com"],
      ["gmaiι.com", "“ι” is a Greek letter", null],
      ["ρaypal.com", "“ρ” is a Greek letter", "paypal.com"],
      ["раураӏ.com", "“р” is a Cyrillic letter", "paypal.com"],
      ["аррӏе.com", "“а” is a Cyrillic letter", "apple.com"],
      ["exаmple.org", "“а” is a Cyrillic letter", "example.org"],
      ["ехаmple.org", "“е” is a Cyrillic letter", "example.org"],
      ["gooɡle.com", "“ɡ”", "google.com"],
      ["mail.gmaıl.com", "“ı”", "mail.gmail.com"],
      ["xn--gmal-nza.com", "“ı”", "gmail.com"],
      ["gmai1.com", "“1” isn't the letter “l”", "gmail.com"],
      ["w3b.0utlook.com", "“0” isn't the letter “o”", "w3b.outlook.com"],
      ["0utlook.com", "“0”", "outlook.com"],
      ["yah00.com", "“0”", "yahoo.com"],
    ] as const
  ).filter(([, , meant]) => meant !== null),
  // Several scripts in one label.
  ["firmа.org", "“а” is a Cyrillic letter, not “a”", "firma.org"],
  ["sсhule.de", "“с” is a Cyrillic letter, not “c”", "schule.de"],
  ["vеrein.ch", "“е” is a Cyrillic letter", "verein.ch"],
  ["nοrd.eu", "“ο” is a Greek letter", "nord.eu"],
  ["nօrd.eu", "“օ” is an Armenian letter", "nord.eu"],
  ["жabc.com", "“ж” is Cyrillic, others are Latin", null],
  ["abcж.com", "“ж” is Cyrillic, others are Latin", null],
  ["школаabc.ru", "“ш” is Cyrillic, others are Latin", null],
  ["λabc.com", "“λ” is Greek, others are Latin", null],
  ["абвλ.com", "“λ” is Greek, others are Cyrillic", null],
  ["कa.com", "“क” is Devanagari, others are Latin", null],
  ["ไทยa.com", "“ไ” is Thai, others are Latin", null],
  ["ひらがな한국.jp", "is Hangul, others are Hiragana", null],
  ["東京б.jp", "“б” is Cyrillic, others are Han", null],
  ["agentж.example", "“ж” is Cyrillic", null],
  // Endings that no domain has.
  ...(
    [
      ["con", "com"],
      ["cmo", "com"],
      ["comm", "com"],
      ["coom", "com"],
      ["ccom", "com"],
      ["cim", "com"],
      ["cpm", "com"],
      ["xom", "com"],
      ["vom", "com"],
      ["ocm", "com"],
      ["com1", "com"],
      ["org1", "org"],
      ["orgg", "org"],
      ["ogr", "org"],
      ["orh", "org"],
      ["oeg", null],
      ["nte", "net"],
      ["ent", "net"],
      ["nett", "net"],
      ["ner", "net"],
      ["eud", null],
      ["edi", "edu"],
      ["ifno", null],
      ["infoo", "info"],
      ["inof", "info"],
      ["dee", "de"],
      ["dde", "de"],
      ["de1", "de"],
      ["uk2", "uk"],
      ["fr-1", "fr"],
      ["lan", null],
      ["corp", null],
      ["home", null],
      ["intranet", null],
      ["qq", null],
      ["xy", null],
      ["zz", null],
      ["yy", null],
      ["doc", null],
      ["pdf", null],
      ["abcdefgh", null],
    ] as const
  )
    .filter(([ending]) => !["oeg", "eud", "ifno"].includes(ending))
    .map(
      ([ending, meant]) => [`firma.${ending}`, `“.${ending}”`, meant && `firma.${meant}`] as const,
    ),
  ["firma.сом", "“с” is a Cyrillic letter, not “c”", "firma.com"],
  ["firma.со", "“с” is a Cyrillic letter, not “c”", "firma.co"],
  ["firma.сс", "“с” is a Cyrillic letter, not “c”", "firma.cc"],
  ["пример.рфф", "“.рфф”", null],
  // A provider that many people use.
  ["gmaiI.com", "A capital “I” isn't the letter “l”.", "gmail.com"],
  ["paypaI.com", "A capital “I” isn't the letter “l”.", "paypal.com"],
  ["hotrnail.com", "“rn” isn't the letter “m”.", "hotmail.com"],
  ...["gmial.com", "gmail.con", "gmail.co", "gnail.com"].map(
    (one) => [one, "Did you mean gmail.com?", "gmail.com"] as const,
  ),
];

describe("a question", () => {
  test.each(ASKED)("about %s names %s", (domain, named, meant) => {
    const { recipient, doubt } = judgeAddress(`ann@${domain}`);
    expect(recipient?.address).toBe(`ann@${domain}`);
    expect(doubt?.message).toContain(named);
    expect(doubt?.meant).toBe(meant);
    expect(
      doubt?.message.endsWith(meant === null ? "Is it right?" : `Did you mean ${meant}?`),
    ).toBe(true);
  });

  test.each([
    ...[
      "münchen.de",
      "xn--mnchen-3ya.de",
      "пример.рф",
      "пример.xn--p1ai",
      "例え.テスト",
      "例え.jp",
      "東京タワーtokyo.jp",
    ],
    ...[
      "한국hangul.kr",
      "公司abc.cn",
      "ελλάδα.gr",
      "straße.de",
      "роса.рф",
      "сухой.com",
      "x.example",
      "x.test",
    ],
    ...[
      "x.invalid",
      "x.localhost",
      "x.local",
      "x.internal",
      "x.onion",
      "x.alt",
      "mail.gov.uk",
      "a1.io",
      "web24.de",
    ],
  ])("isn't asked about %s", (domain) => {
    expect(judgeAddress(`ann@${domain}`)).toMatchObject({
      recipient: { address: `ann@${domain}` },
      doubt: null,
    });
  });
});

describe("the edges", () => {
  const INVISIBLE = "an invisible character";
  test.each([
    ...[
      "\u200b",
      "\u200c",
      "\u200d",
      "\u2060",
      "\ufeff",
      "\u00a0",
      "\u202f",
      "\u3000",
      "\u00ad",
      "\u200e",
      "\u200f",
    ],
    ...[
      "\u202a",
      "\u202c",
      "\u202e",
      "\u2066",
      "\u2069",
      "\u061c",
      "\u0000",
      "\u001f",
      "\u007f",
      "\u3164",
      "\u2800",
    ],
  ])("%j is left out, before and after", (mark) => {
    for (const text of [`${mark}ann@b.org`, `ann@b.org${mark}`, `Ann <${mark}ann@b.org${mark}>`]) {
      const { recipient, leftOut } = judgeAddress(text);
      expect(recipient?.address).toBe("ann@b.org");
      expect(leftOut).toContain(INVISIBLE);
    }
  });

  test.each([
    ...[
      "'ann@b.org",
      "'ann@b.org'",
      '"ann@b.org"',
      "“ann@b.org”",
      "„ann@b.org“",
      "‘ann@b.org’",
      "«ann@b.org»",
    ],
    ...[
      "‹ann@b.org›",
      "「ann@b.org」",
      "´ann@b.org´",
      "`ann@b.org`",
      "*ann@b.org*",
      "_ann@b.org_",
      "＂ann@b.org＂",
    ],
    ...[
      "<ann@b.org",
      "ann@b.org>",
      "＜ann@b.org＞",
      "(ann@b.org)",
      "[ann@b.org]",
      "mailto:ann@b.org",
      "MAILTO: ann@b.org",
    ],
    ...[
      "<mailto:ann@b.org>",
      "mailto:ann@b.org?subject=Hi",
      "ann@b.org.",
      "ann@b.org,",
      "ann@b.org;",
      "ann@b.org:",
    ],
    ...[
      "ann@b.org。",
      "ann@b.org，",
      "ann@b.org…",
      ", ann@b.org",
      '="ann@b.org"',
      "'ann@b.org',",
      "(ann@b.org).",
      "ann@b.org!",
    ],
  ])("of %s are left out, with a note", (text) => {
    const { recipient, leftOut, doubt } = judgeAddress(text);
    expect(recipient).toEqual({ address: "ann@b.org", name: "" });
    expect(leftOut).toMatch(/^We left out “.*” beside ann@b\.org\.$/);
    expect(doubt).toBeNull();
  });

  test.each([
    ["ann@b.org", "ann@b.org"],
    [" ann@b.org\r\n", "ann@b.org"],
    ["<ann@b.org>", "ann@b.org"],
    ["Ann <ann@b.org>", "ann@b.org"],
    ['"Good, Ann" <ann@b.org>;', "ann@b.org"],
    ["Ann Good <ann@b.org>.", "ann@b.org"],
    ["Ann <ann@b.org>،", "ann@b.org"],
    ["Ann <ann@b.org>\u200b", "ann@b.org"],
    ['"ann"@b.org', '"ann"@b.org'],
    ["'ann'@b.org", "'ann'@b.org"],
    ["*ann@b.org", "*ann@b.org"],
    ["o'neil@b.org", "o'neil@b.org"],
    ["ann@[192.168.0.1]", "ann@[192.168.0.1]"],
  ])("of %j aren't noted", (text, address) => {
    expect(judgeAddress(text)).toMatchObject({
      recipient: { address },
      leftOut: null,
      fault: null,
    });
  });
});

test.each([
  ["Ann Good <ann@b.org>>", "We left out “>” beside ann@b.org."],
  ["Ann <mailto:ann@b.org>.", "We left out “mailto:” beside ann@b.org."],
  [
    "Ann <mailto:ann@b.org?subject=Hi>",
    "We left out “mailto:” and “?subject=Hi” beside ann@b.org.",
  ],
  ["Ann\u200b <ann@b.org>", null],
])("what is left out of %j isn't the name", (text, leftOut) => {
  expect(judgeAddress(text)).toMatchObject({ recipient: { address: "ann@b.org" }, leftOut });
});

const REFUSED: readonly (readonly [string, string, string | null])[] = [
  ["nobody", "there's no @", null],
  ["ann.b.org", "there's no @", null],
  ["@b.org", "there's nothing before the @", null],
  ["ann@", "there's nothing after the @", null],
  ["ann@@b.org", "there's more than one @", null],
  ["ann@bo@b.org", "there's more than one @", null],
  ["ann bo@b.org", "a space can't be in an address", null],
  ["ann\u00a0bo@b.org", "a no-break space can't be in an address", null],
  ["ann\tbo@b.org", "a tab can't be in an address", null],
  ["ann\nbo@b.org", "a line break can't be in an address", null],
  ["ann@b org.de", "a space can't be in an address", null],
  ["ann @b.org", "a space can't be in an address", "ann@b.org"],
  ["a\u202en@b.org", "an invisible character can't be in an address", null],
  ["o’neil@b.org", "the curly apostrophe “’” can't be in an address", "o'neil@b.org"],
  ["o‘neil@b.org", "the curly apostrophe “‘” can't be in an address", "o'neil@b.org"],
  ["jo–li@b.org", "the dash “–” can't be in an address", "jo-li@b.org"],
  ["аnn@b.org", "the Cyrillic letter “а” can't be before the @", "ann@b.org"],
  ["аnnа@b.org", "the Cyrillic letter “а” can't be before the @", "anna@b.org"],
  ["вася@b.org", "the Cyrillic letter “в” can't be before the @", null],
  ["ωann@b.org", "the Greek letter “ω” can't be before the @", null],
  ["jürgen@b.org", "the letter “ü” can't be before the @", null],
  ["山田@b.org", "the Han letter “山” can't be before the @", null],
  ["ａnn@b.org", "the full-width “ａ” can't be before the @", "ann@b.org"],
  ["ann＠b.org", "the full-width “＠” can't be in an address", "ann@b.org"],
  ["ann@b，org", "the full-width “，” can't be in an address", "ann@b.org"],
  ["ann@b。org", "the ideographic full stop “。” can't be in an address", "ann@b.org"],
  ["ann@b,org", "the comma “,” can't be in an address", "ann@b.org"],
  [
    "lucia.romero@mail,example",
    "the comma “,” can't be in an address",
    "lucia.romero@mail.example",
  ],
  ["ann@b;org", "the semicolon “;” can't be in an address", "ann@b.org"],
  ["ann,bo@b.org", "the comma “,” can't be in an address", null],
  ["ann@b,co,uk", "the comma “,” can't be in an address", null],
  ["ann:bo@b.org", "the colon “:” can't be in an address", null],
  ["ann(bo)@b.org", "the parenthesis “(” can't be in an address", null],
  ["ann\\bo@b.org", "the backslash “\\” can't be in an address", null],
  ["ann@b/c.org", "the slash “/” can't be after the @", null],
  ["ann@b_c.org", "the underscore “_” can't be after the @", null],
  ["ann@😀.org", "the character “😀” can't be in an address", null],
  ["ann..bo@b.org", "there are two dots in a row", null],
  [".ann@b.org", "there's a dot at the start", null],
  ["ann.@b.org", "there's a dot before the @", null],
  ["ann@.b.org", "there's a dot after the @", null],
  ["ann@b..org", "there are two dots in a row", null],
  ["ann@b", "“b” has no ending, such as .com", null],
  ["ann@-b.org", "a hyphen can't be beside a dot or the @", null],
  ["ann@b-.org", "a hyphen can't be beside a dot or the @", null],
  ["ann@b.o", "“.o” can't be an ending", null],
  ["ann@b.123", "“.123” can't be an ending", null],
  ["ann@[1.2.3]", "the part in brackets isn't an IP address", null],
  ["=?x?=@b.org", "“=?” can't be in an address", null],
  ["Ann Good <ann@b>", "“b” has no ending, such as .com", null],
  ["Ann Good <ann@b_c.org", "the underscore “_” can't be after the @", null],
  ["Ann Good <ann@b.org", "there's no “>” after the address", "Ann Good <ann@b.org>"],
  ["Ann Good <ann@b.org>!", "the character “!” can't be after the address", "Ann Good <ann@b.org>"],
  ["bo@b.org <ann@b.org>", "there's more than one @", null],
  ["Ann <Good <ann@b.org>", "the angle bracket “<” can't be in a name", null],
  ["ann( at )b( dot )org", "there's no @", "ann@b.org"],
  ["*ann@b,org*", "the comma “,” can't be in an address", "ann@b.org"],
  [`${"l".repeat(65)}@b.org`, "the part before the @ is longer than 64 characters", null],
];

test.each(REFUSED)("%j is refused: %s", (text, fault, repair) => {
  expect(judgeAddress(text)).toEqual({
    recipient: null,
    leftOut: null,
    doubt: null,
    fault,
    repair,
  });
});

/** For each way in which an address comes: what is read, said, asked and offered. */
const WAYS = {
  To: (text: string) => seen(checked(listOfRows(["Email"], [[text]]), [])),
  "Direct Send, the extension and a list of addresses": (text: string) => {
    // The field shows what was left out: the list has the bare address.
    const leftOut = leftOutSentence(text);
    if (leftOut !== null) return { said: leftOut };
    return seen(checked(addresses(text), []));
  },
  Cc: (text: string) => copies("cc", text),
  Bcc: (text: string) => copies("bcc", text),
  "a value of {{…|email}}": (text: string) =>
    seen(checked(listOfRows(["Email", "Boss"], [["me@b.org", text]]), "{{Boss|email}}")),
} as const;

function copies(field: "cc" | "bcc", text: string) {
  const list = applyChange(listOfRows(["Email", "Copy"], [["me@b.org", text]]), {
    type: "copies",
    field,
    header: "Copy",
  });
  return seen(checked(list, []));
}

function seen({ problems }: ReturnType<typeof checked>) {
  const [problem] = problems;
  if (!problem) return null;
  const { kind, message, suggestion } = problem;
  const said = ["domain", "left_out"].includes(kind)
    ? message
    : (/\((.*)\)$/.exec(message)?.[1] ?? "");
  return { said, suggestion };
}

describe.each(Object.entries(WAYS))("%s", (_, judge) => {
  it.each([
    "ann@gmaıl.com",
    "ann@firma.con",
    "ann@gmial.com",
    "ann@жabc.com",
    "'ann@b.org",
    "\u200bann@b.org",
    "ann@b.org.",
  ])("judges %j as the others do", (text) => {
    const { leftOut, doubt } = judgeAddress(text);
    const suggestion = doubt?.meant ? `ann@${doubt.meant}` : undefined;
    expect(judge(text)).toEqual({ said: doubt?.message ?? leftOut, suggestion });
  });

  it.each(["o’neil@b.org", "аnn@b.org", "ann@b,org", "jürgen@b.org", "nobody"])(
    "refuses %j as the others do",
    (text) => {
      const { fault, repair } = judgeAddress(text);
      expect(judge(text)).toEqual({ said: fault, suggestion: repair ?? undefined });
    },
  );

  it("says nothing of an ordinary address", () => {
    expect(judge("ann@münchen.de")).toBeNull();
  });
});

test.each(["Cc", "Bcc", "Reply-To"])("%s for everyone is judged in the same way", (field) => {
  expect(readAddresses("x@b.org, o’neil@b.org", field)).toMatchObject({
    problem: `Not an email address in ${field}: o’neil@b.org (the curly apostrophe “’” can't be in an address)`,
    repair: "x@b.org, o'neil@b.org",
  });
  expect(readAddresses("'ann@b.org, x@b.org", field)).toMatchObject({
    people: [{ address: "ann@b.org" }, { address: "x@b.org" }],
    leftOut: ["We left out “'” beside ann@b.org."],
  });
  const place = { Cc: "cc", Bcc: "bcc", "Reply-To": "replyTo" }[field] ?? "";
  const given = { cc: "", bcc: "", [place]: "x@b.org, ann@gmial.com" };
  expect(checked(addresses("me@b.org"), [], { copies: given }).doubts).toMatchObject([
    {
      place: { field: place },
      message: "Did you mean gmail.com?",
      suggestion: "x@b.org, ann@gmail.com",
    },
  ]);
});

test("a value of {{…|email}} for everyone is judged in the same way", () => {
  const values = new Map([["Boss", "ann@firma.con"]]);
  expect(checked(addresses("me@b.org"), "{{Boss|email}}", { values }).doubts).toMatchObject([
    { place: { variable: "Boss" }, suggestion: "ann@firma.com" },
  ]);
});

test.each([
  ["xn--mnchen-3ya", "münchen"],
  ["xn--e1afmkfd", "пример"],
  ["xn--wgv71a119e", "日本語"],
  ["xn--p1ai", "рф"],
  ["munich", "munich"],
  ["xn--zzz-9999999", "xn--zzz-9999999"],
])("%s is read as %s", (label, readable) => {
  expect(readableLabel(label)).toBe(readable);
});
