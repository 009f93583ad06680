import { describe, expect, it, test } from "vitest";
import { MAX_ROW_VALUES_BYTES } from "../contract/limits.ts";
import { parseTemplate } from "../placeholders/placeholders.ts";
import {
  addresses,
  check,
  checked,
  formats,
  listOfText,
  short,
  variablesOf,
  verdicts,
} from "../testing/csvCheck.ts";
import { checkRecipient } from "./address.ts";
import { checkTogether, checkValues, requireValues } from "./value.ts";

const { variables } = parseTemplate({
  body: "{{Name}}{{Offer|dropdown:Discount,Free Trial}}{{Due|date}}{{Contact|email}}{{Nick|text:friend}}{{constructor}}",
});
const good = {
  Name: "Ann",
  Offer: "Discount",
  Due: "1/2/2026",
  Contact: "a@b.co",
  constructor: "c",
};
const values = (more: object = {}) => new Map<string, string>(Object.entries({ ...good, ...more }));

describe("checkValues", () => {
  it("accepts values that fit", () => {
    expect(checkValues(variables, values(), formats)).toEqual({
      missing: [],
      invalid: [],
      blankPart: null,
      notes: [],
    });
  });

  it("distinguishes missing, wrong and odd values", () => {
    const given = values({ Name: " \u00a0", Offer: "discount", Due: "soon", Contact: "ann" });
    given.delete("constructor");
    expect(checkValues(variables, given, formats)).toEqual({
      missing: ["Name", "constructor"],
      invalid: [
        {
          variable: "Offer",
          message: '"discount" is not an option of {{Offer}}',
          suggestion: "Discount",
        },
        { variable: "Contact", message: "Not an email address in {{Contact}}: ann (there's no @)" },
      ],
      blankPart: null,
      notes: [`"soon" in {{Due}} isn't a date and is sent as typed.`],
    });
  });
});

describe("checkTogether", () => {
  it.each([
    ["ASCII", "a", 1],
    ["umlauts", "ü", 2],
    ["Chinese", "語", 3],
    ["emoji", "😀", 4],
  ])(
    "accepts 200,000 bytes of %s in one row, however many values, and no more",
    (_what, letter, size) => {
      const half = letter.repeat(MAX_ROW_VALUES_BYTES / 2 / size);
      const filler = "a".repeat(
        MAX_ROW_VALUES_BYTES - 2 * size * Math.floor(MAX_ROW_VALUES_BYTES / 2 / size),
      );
      expect(checkTogether([half, half, filler])).toBeNull();
      expect(checkTogether([half, half, `${filler}a`])).toMatchObject({
        kind: "too_long",
        message: "All values of this row together are too long.",
      });
    },
  );
});

describe("requireValues", () => {
  it("returns the notes of values that can be sent", () => {
    expect(requireValues(variables, values({ Due: "soon" }), formats)).toHaveLength(1);
  });

  it("names the missing values", () => {
    expect(() => requireValues(variables, new Map([["Name", "Ann"]]), formats)).toThrow(
      expect.objectContaining({
        reason: "missing_variables",
        message: "Missing required variables: Offer, Due, Contact, constructor",
        details: { missing: ["Offer", "Due", "Contact", "constructor"] },
      }),
    );
  });

  it("names the values that don't fit", () => {
    expect(() => requireValues(variables, values({ Contact: "ann" }), formats)).toThrow(
      expect.objectContaining({
        reason: "invalid_values",
        message: "Not an email address in {{Contact}}: ann (there's no @).",
      }),
    );
  });
});

const LINK = '<p>{{Name}}: <a href="{{Link}}">your invoice</a></p>';

test("skips a row whose link doesn't work, and names the row and column", () => {
  const text =
    "Email,Name,Link\na@x.org,Ann,https://x.org/1\nb@x.org,Bo,see portal\nc@x.org,Cy,\nd@x.org,Di,www.x.org\ne@x.org,Ed,javascript:alert(1)";
  const result = check(text, LINK);
  expect(verdicts(result)).toEqual([
    "1: ready",
    "2: {{Link}} doesn't make a working link: see portal",
    "3: Blank value for {{Link}}",
    "4: ready",
    "5: {{Link}} doesn't make a working link: javascript:alert(1)",
  ]);
  expect(short(result)).toEqual([
    [2, "link", "error", undefined],
    [3, "blank", "error", undefined],
    [5, "link", "error", undefined],
  ]);
  expect(result.problems[0]).toMatchObject({ column: "Link", value: "see portal", line: 3 });
});

test("checks only the links that a row contains", () => {
  const text = "Email,Paid,Link\na@x.org,yes,see portal\nb@x.org,,see portal\nc@x.org,,";
  expect(
    verdicts(check(text, 'Hi{{^Paid}}<a href="{{Link|text:x.org}}">Pay</a>{{/Paid}}')),
  ).toEqual(["1: ready", "2: {{Link}} doesn't make a working link: see portal", "3: ready"]);
});

test("reports only one problem for a value", () => {
  const result = check(
    "Email,Contact\na@x.org,see portal",
    '<a href="mailto:{{Contact|email}}">a</a>',
  );
  expect(short(result)).toEqual([[1, "email", "error", undefined]]);
});

test("checks a link with a value for everyone in each row that has a cell in the link, too", () => {
  const body = 'Hi {{#Link}}<a href="https://{{Host}}/{{Link}}">a</a>{{/Link}}';
  const variables = variablesOf(body);
  const host = variables.filter(({ name }) => name === "Host");
  const values = new Map([["Host", "not one"]]);
  expect(checkValues(host, values, { ...formats, body }).invalid).toEqual([]);
  const result = checked(listOfText("Email,Link\na@x.org,1\nb@x.org,"), body, { values });
  expect(verdicts(result)).toEqual([
    "1: {{Host}} doesn't make a working link: not one",
    "2: ready",
  ]);
});

test("a list, Direct Send and a value for everyone follow the same rule", () => {
  const mail = { ...formats, body: LINK };
  const variables = variablesOf(LINK);
  const values = new Map([
    ["Name", "Ann"],
    ["Link", "see portal"],
  ]);
  const message = "{{Link}} doesn't make a working link: see portal";
  expect(checkValues(variables, values, mail).invalid).toEqual([{ variable: "Link", message }]);
  expect(() => requireValues(variables, values, mail)).toThrow(
    expect.objectContaining({
      reason: "invalid_values",
      message: `${message}.`,
      details: { invalid: ["Link"] },
    }),
  );
  expect(checked(addresses("a@x.org"), LINK, { values }).rows).toMatchObject([
    { verdict: "skip", reason: message },
  ]);
  const optional = '<a href="{{Link|text:}}">a</a>';
  expect(
    checkValues(variablesOf(optional), new Map(), { ...formats, body: optional }).missing,
  ).toEqual(["Link"]);
});

it("notes a value, or a blank, for which the email has none of its texts", () => {
  const texts = "{{#S=Ms}}geehrte Frau{{/S}}{{#S=Mr}}geehrter Herr{{/S}}";
  for (const mail of [
    { ...formats, body: texts },
    { ...formats, subject: texts, body: "<p>Hi</p>" },
  ]) {
    const notes = (S: string) => checkValues(variablesOf(texts), new Map([["S", S]]), mail).notes;
    expect(notes("ms")).toEqual([]);
    expect(notes("Dr")).toEqual(['The email has no text for "Dr" in {{S}}.']);
    expect(notes(" ")).toEqual(["The email has no text for a blank {{S}}."]);
  }
});

it("knows the subject, whose fallbacks hold for links in the body", () => {
  const subject = "{{Site|text:example.org}}";
  const body = '<a href="https://{{Site}}">x</a>';
  const { variables } = parseTemplate({ subject, body });
  expect(checkValues(variables, new Map(), { ...formats, subject, body })).toEqual({
    missing: [],
    invalid: [],
    blankPart: null,
    notes: [],
  });
});

it("corrects the domain of the address, and not that of a name before it", () => {
  const { findings } = checkRecipient('"ann@gmial.com" <ann@gmial.com>');
  expect(findings[0]).toMatchObject({
    severity: "note",
    suggestion: '"ann@gmial.com" <ann@gmail.com>',
  });
});

it.each(["", " \u00a0", "\u200b"])("says of %j that there is no address", (text) => {
  expect(checkRecipient(text)).toEqual({
    recipient: null,
    findings: [
      { kind: "recipient_missing", severity: "error", message: "No email address in this row." },
    ],
  });
});

it.each([
  [
    "ann@example.org, bo@example.org",
    "More than one email address: ann@example.org, bo@example.org",
    undefined,
  ],
  [
    "ann@example.org or so",
    "Not an email address: ann@example.org or so (a space can't be in an address)",
    undefined,
  ],
  ["nobody", "Not an email address: nobody (there's no @)", undefined],
  [
    "o’neil@example.org",
    "Not an email address: o’neil@example.org (the curly apostrophe “’” can't be in an address)",
    "o'neil@example.org",
  ],
])(
  "refuses %j as a recipient, and offers only one that it must mean",
  (text, message, suggestion) => {
    const { recipient, findings } = checkRecipient(text);
    expect(recipient).toBeNull();
    const error = { kind: "recipient_invalid", severity: "error", message };
    expect(findings).toEqual([suggestion ? { ...error, suggestion } : error]);
  },
);

describe("values that may mean something else", () => {
  const notesOf = (body: string, given: Record<string, string>) =>
    checkValues(variablesOf(body), new Map(Object.entries(given)), { ...formats, body }).notes;

  it("notes a year of two digits, whatever its century", () => {
    const years = ["12.05.45", "1/2/26", "15 Apr 99", "12.05.1945", "2045-05-12", "12.05.45 14:30"];
    const words = years.map((value) =>
      notesOf("{{Born|date}}", { Born: value })[0]?.replace(/^.* is read as /, ""),
    );
    expect(words).toEqual([
      "12 May 2045.",
      // Its day is open.
      "2026.",
      "15 April 1999.",
      undefined,
      undefined,
      "12 May 2045.",
    ]);
  });

  it.each(["FALSE", "no", "0", "Nein", "falsch", "non", "нет", "-", "–", "none", "N/A"])(
    "notes that %s counts as a value of a condition",
    (value) => {
      const message = `"${value}" counts as a value, so {{#Paid}} shows its text. Leave it blank for no.`;
      expect(notesOf("{{#Paid}}Thanks{{/Paid}}", { Paid: value })).toEqual([message]);
      expect(notesOf("{{^Paid}}Please pay{{/Paid}}", { Paid: value })).toEqual([message]);
      const compared = notesOf("{{Paid}}{{#Paid=no}}Please pay{{/Paid}}", { Paid: value });
      expect(compared).not.toContain(message);
    },
  );

  it("notes UTF-8 that was read in another encoding", () => {
    for (const garbled of ["JÃ¼rgen", "GrÃ¶ÃŸe", "donâ€™t", "FranÃ§ois"]) {
      expect(notesOf("{{Name}}", { Name: garbled })[0]).toContain("looks garbled");
    }
    for (const name of ["Jürgen", "SÃO PAULO", "Ângela", "naïve", "São"])
      expect(notesOf("{{Name}}", { Name: name })).toEqual([]);
  });

  describe("a text that programs and forms write where there is no value", () => {
    it.each([
      ["null", "NULL", "(null)", "<null>", "undefined", "NaN", "NaT", "\\N", "[object Object]"],
      ["N/A", "n/a", "n.a.", "k. A.", "k.A.", "(blank)", "(Leer)", "#REF!", "{{Name}}", "«Name»"],
    ])("is noted in any placeholder: %s", (...written) => {
      for (const text of written)
        for (const name of ["Name", "Bus"])
          expect(notesOf(`{{${name}}}`, { [name]: ` ${text} ` })).toEqual([
            `"${text}" in {{${name}}} looks like a missing value. It is sent as typed.`,
          ]);
    });

    it.each(["-", "—", "0", ".", "?", "none", "Keine", "unknown", "TBD", "no name", "xxx"])(
      "is noted where a name is asked for: %s",
      (text) => {
        for (const name of ["Name", "First name", "Vorname"])
          expect(notesOf(`{{${name}}}`, { [name]: text })[0]).toContain("looks like a missing");
        expect(notesOf("{{Allergies}}", { Allergies: text })).toEqual([]);
      },
    );

    it("isn't a name that people have, or a text with more in it", () => {
      for (const name of ["Nan", "Nat", "Null", "Nil", "O", "李", "Anna N/A", "Xi", "No", "Blank"])
        expect(notesOf("{{Name}}", { Name: name })).toEqual([]);
      expect(notesOf("{{#Name}}{{Name}}{{/Name}}", { Name: "-" })).toHaveLength(1);
    });
  });

  it("notes several values that Google Contacts joined", () => {
    expect(notesOf("{{Phone}}", { Phone: "1 ::: 2" })).toEqual([
      '"1 ::: 2" in {{Phone}} is several values, as Google Contacts joins them.',
    ]);
    for (const one of ["::: note :::", "a:::b", "a::b", "std :: string"])
      expect(notesOf("{{Phone}}", { Phone: one })).toEqual([]);
  });

  it("reads a date with a time after it", () => {
    for (const value of ["3/4/2026 14:30:05", "03.04.2026, 2:30 PM", "3-4-2026 09:00"]) {
      expect(notesOf("{{On|date}}", { On: value })).toEqual([]);
    }
  });
});
