import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compileTemplate } from "../placeholders/placeholders.ts";
import { type EmailContent, emailText, rowTexts } from "./content.ts";

const SUBJECT = "For {{Name|fallback:you}} by {{Due|date}}";
const PLAIN = "<p>{{Name}} {{Due|date}} {{At|time}} {{Contact|email}}</p>";
const CHOOSING = `${PLAIN}<p>{{#Due=2026-02-01}}Early{{/Due}}{{#At}} at {{At}}{{/At}}</p>`;

const name = fc.constantFrom(
  "Ann",
  "Zo\u00eb",
  "Zoe\u0308",
  "a\nb",
  "a\r\nb",
  "a b",
  "1/2/2026",
  "",
);
const due = fc.constantFrom(
  "2026-02-01",
  "1/2/2026",
  "2/1/2026",
  "1 Feb 2026",
  "2026-01-02",
  "soon",
);
const at = fc.constantFrom("9:30", "09:30", "9:30 am", "9.30", "21:30", "");
const contact = fc.constantFrom("a@b.co", "Ann <a@b.co>", "A@b.co", "");
const files = fc.array(
  fc.record({
    name: fc.constantFrom("a.pdf", "b.pdf", "\u00e9.pdf", "e\u0301.pdf", "=?utf-8?Q?a=2Epdf?="),
    content: fc.constantFrom("1", "2"),
  }),
  { maxLength: 2 },
);
const email = fc.record({
  body: fc.constantFrom(PLAIN, CHOOSING),
  signature: fc.constantFrom("", "<p>Ann</p>"),
  dateFormat: fc.constantFrom("mmddyyyy", "ddmmyyyy", "iso", "long"),
  timeFormat: fc.constantFrom("12hr", "24hr"),
  date_language: fc.constantFrom(undefined, "", "de"),
  date_weekday: fc.constantFrom(undefined, false, true),
  order: fc.constantFrom("dmy", "mdy"),
  values: fc.tuple(name, due, at, contact),
  files,
  own: files,
});
type Email = typeof email extends fc.Arbitrary<infer One> ? One : never;

function readOf({ body, order, values, ...rest }: Email) {
  const template = compileTemplate({ subject: SUBJECT, body });
  const byName = new Map(["Name", "Due", "At", "Contact"].map((key, i) => [key, values[i] ?? ""]));
  const content: EmailContent = {
    ...rest,
    subject: SUBJECT,
    body,
    variables: template.variables,
    dateOrders: new Map([["Due", order]]),
  };
  const shown = template.render(byName, { ...content, mark: true });
  const row = template.variables.map((variable) => byName.get(variable.name) ?? "");
  return { content, shown, row };
}

/** What page and server hash. */
function textOf(one: Email): string {
  const { content, row } = readOf(one);
  return rowTexts(content)(emailText(content), row, one.own);
}

/** What the person gets. */
function mailOf(one: Email): unknown {
  const { shown } = readOf(one);
  const named = (some: Email["files"]) =>
    some
      .map((file) => `${file.name.startsWith("=?") ? "a.pdf" : file.name} ${file.content}`)
      .map((text) => text.normalize("NFC"))
      .sort();
  const { subject, html, missing } = shown;
  const texts = [subject, html, one.signature].map((text) => text.normalize("NFC"));
  return [...texts, missing, named(one.files), named(one.own)];
}

/** Two emails that differ in few parts, so that both answers are common. */
const pairs = fc.tuple(email, email, fc.nat()).map(([one, other, which]): [Email, Email] => {
  const keys = Object.keys(one) as (keyof Email)[];
  const changed = keys.filter(
    (_, i) => ((which >> i) & 1) === 1 && ((which >> (i + 12)) & 1) === 1,
  );
  const mixed = { ...one, ...Object.fromEntries(changed.map((key) => [key, other[key]])) };
  return [one, mixed];
});

test("emails with the same content look the same, and emails that look the same have it", () => {
  const seen = { same: 0, other: 0 };
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const isSame = textOf(one) === textOf(other);
      const looksSame = JSON.stringify(mailOf(one)) === JSON.stringify(mailOf(other));
      seen[isSame ? "same" : "other"] += 1;
      if (isSame) expect(mailOf(other)).toEqual(mailOf(one));
      // A condition reads its value as it was given, so it may count although nothing shows it.
      if (looksSame && one.body === PLAIN && other.body === PLAIN)
        expect(textOf(other)).toBe(textOf(one));
    }),
    { numRuns: 200 },
  );
  expect(Math.min(seen.same, seen.other)).toBeGreaterThan(20);
});

describe("the content of an email", () => {
  const base: Email = {
    body: PLAIN,
    signature: "",
    dateFormat: "long",
    timeFormat: "12hr",
    date_language: undefined,
    date_weekday: undefined,
    order: "mdy",
    values: ["Ann", "2026-02-01", "9:30", "a@b.co"],
    files: [],
    own: [],
  };
  const change = (more: Partial<Email>) => textOf({ ...base, ...more });

  it.each<[string, Partial<Email>]>([
    ["how other people's dates are read", { order: "dmy" }],
    ["how a date is typed", { values: ["Ann", "1 Feb 2026", "9:30", "a@b.co"] }],
    ["no language, and the default one", { date_language: "", date_weekday: false }],
  ])("doesn't differ by %s", (_, more) => {
    expect(change(more)).toBe(change({}));
  });

  it.each<[string, Partial<Email>]>([
    ["the day that a date means", { values: ["Ann", "2/1/2026", "9:30", "a@b.co"], order: "dmy" }],
    ["the format of its dates", { dateFormat: "iso" }],
    ["a file's name", { files: [{ name: "a.pdf", content: "1" }] }],
    ["whose file it is", { own: [{ name: "a.pdf", content: "1" }] }],
  ])("differs by %s", (_, more) => {
    expect(change(more)).not.toBe(change({}));
  });

  it("counts the value that a condition compares, also if its date looks the same", () => {
    const of = (value: "1 Feb 2026" | "2026-02-01") =>
      change({ body: CHOOSING, values: ["Ann", value, "", ""] });
    expect(of("1 Feb 2026")).not.toBe(of("2026-02-01"));
  });

  it("doesn't differ by the line breaks of a form", () => {
    const content = readOf(base).content;
    const text = (body: string) => emailText({ ...content, body });
    expect(text("<p>a</p>\r\n<p>b</p>")).toBe(text("<p>a</p>\n<p>b</p>"));
  });
});

describe("of an email for several rows", () => {
  const variables = compileTemplate({ body: "{{Child}}{{Amount}}" }).variables;
  const content = (numberForm: "point" | "comma"): EmailContent => ({
    subject: "Lunch",
    body: "<p>{{#rows}}{{Child}}{{/rows}} {{Amount|sum}}</p>",
    signature: "",
    dateFormat: "iso",
    timeFormat: "24hr",
    variables,
    dateOrders: new Map(),
    numberForms: new Map([["Amount", numberForm]]),
    files: [],
  });
  const text = (further?: string[][], form: "point" | "comma" = "point") =>
    rowTexts(content(form))("hash", ["Ann", "1,000"], [], further);
  const [bo, cy] = [
    ["Bo", "2"],
    ["Cy", "3"],
  ] as const;

  it("all its rows count, and their order", () => {
    const texts = [text(), text([[...bo]]), text([[...bo], [...cy]]), text([[...cy], [...bo]])];
    expect(new Set(texts).size).toBe(4);
    expect(text([[...bo]])).toBe(text([[...bo]]));
  });

  it("the notation of its amounts counts only with several rows", () => {
    expect(text([[...bo]], "comma")).not.toBe(text([[...bo]], "point"));
    expect(text(undefined, "comma")).toBe(text(undefined, "point"));
    expect(text([])).toBe(text());
  });
});
