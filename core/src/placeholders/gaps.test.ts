import { expect, test } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

const B = "{{Blank|text:}}";

/** A text in a subject and a paragraph, with "a" and "b" as values beside blank ones. */
function rendered(source: string): { subject: string; html: string } {
  const text = source.replaceAll("B", B);
  const { render } = compileTemplate({ subject: text, body: `<p>${text}</p>` });
  return render(
    new Map([
      ["Given", "a"],
      ["Other", "b"],
    ]),
    { dateFormat: "long", timeFormat: "12hr" },
  );
}

/** Where B is blank, and the text that is left. */
const LEFT: readonly (readonly [written: string, left: string])[] = [
  ["a, B, b", "a, b"],
  ["a B, b", "a, b"],
  ["a, B b", "a, b"],
  ["a; B; b", "a; b"],
  ["a / B / b", "a / b"],
  ["a | B | b", "a | b"],
  ["a · B · b", "a · b"],
  ["a – B – b", "a – b"],
  ["a - B - b", "a - b"],
  ["a、B、b", "a、b"],
  ["a, B; b", "a; b"],
  ["a; B, b", "a; b"],
  ["a – B, b", "a – b"],
  ["a, B, B, B, b", "a, b"],
  ["a, B / B; b", "a / b"],
  ["B, b", "b"],
  ["B – b", "b"],
  ["B, B, b", "b"],
  ["a, B", "a"],
  ["a – B", "a"],
  ["a, B.", "a."],
  ["a, B!", "a!"],
  ["a, B …", "a …"],
  ["a (B) b", "a b"],
  ["a (B)", "a"],
  ["a (B), b", "a, b"],
  ["a [ B ] b", "a b"],
  ["a (B, B) b", "a b"],
  ["a (B, b)", "a (b)"],
  ["a (b, B)", "a (b)"],
  ["a (b B)", "a (b)"],
  ["a: B, b", "a: b"],
  ["a «B» b", "a b"],
  ["a « B » b", "a b"],
  ["a “B” b", "a b"],
  ["a „B“ b", "a b"],
  ['a "B" b', "a b"],
  ["Dear «a B»", "Dear «a»"],
  ["Dear «B a»", "Dear «a»"],
  ["Dear „a B“, b", "Dear „a“, b"],
  ['Dear "a B" b', 'Dear "a" b'],
  ["Dear “a, B”", "Dear “a”"],
  ["Dear 'B a'", "Dear 'a'"],
  ["»a B« b", "»a« b"],
  ["[a B]", "[a]"],
  ["Hi B, b", "Hi, b"],
  ["Hi B,", "Hi,"],
  // What stands around values and other text stays.
  ["a, b, B", "a, b"],
  ["(a) B [b]", "(a) [b]"],
  ["aa. B, b", "aa., b"],
  ["a - b B", "a - b"],
  ["«a» B, b", "«a», b"],
  ["a (b) B (a)", "a (b) (a)"],
  ['"a" B "b"', '"a" "b"'],
  ["a B .NET", "a .NET"],
  ["a, B .NET", "a, .NET"],
  ["Re: B", "Re:"],
  ["a &amp; B", "a"],
  ["a &amp; B, b", "a, b"],
  ["a, B &amp; b", "a, b"],
  ["B &amp; b", "b"],
  ["a + B", "a"],
  ["a&lt; B; b", "a&lt;; b"],
  ["Tel.: B | Fax: b", "Tel.: | Fax: b"],
  ["a/B/b", "a/b"],
  ["a-B-b", "a-b"],
  ["B: b", "b"],
  ["B! Hi b", "Hi b"],
  ["Hi a. B. Go", "Hi a. Go"],
  ["Hi a! B. Go", "Hi a! Go"],
  ["Note: B.", "Note:"],
  ["Hi B. Go", "Hi. Go"],
  ["well-B known", "well- known"],
  ["a/B", "a/"],
  ["1, 2, B and 3", "1, 2, and 3"],
];

test.each(LEFT)("of %j, %j is left", (written, left) => {
  const { html, subject } = rendered(written);
  expect(html).toBe(`<p>${left}</p>`);
  if (!written.includes("&")) expect(subject).toBe(left);
});

// A letter behind a point belongs to it, which a tag between them hides.
test.each(LEFT.filter(([written]) => !written.includes(".N")))(
  "of %j in formatted parts, the same is left",
  (written, left) => {
    const parts = written.split(/(B|&amp;|[^\p{L}])/u);
    const wrapped = parts.map((part) => (part === "" ? "" : `<b>${part}</b>`)).join("");
    expect(rendered(wrapped).html.replace(/<\/?b>/g, "")).toBe(`<p>${left}</p>`);
  },
);

test.each([
  "B",
  "B!",
  "• B",
  "- B",
  "– B",
  "* B",
  "→ B",
  "✓ B",
  "☐ B",
  "1. B",
  "12) B",
  "(3) B",
  "a) B",
  "iv. B",
  "(B)",
  "«B»",
  "B, B",
  "B – B (B)",
  "1. B, B",
  "<b>•</b> B",
  "<b>2.</b> <i>B</i>",
])("a line %j says nothing without its values: it is left out, and blank alone", (line) => {
  const text = line.replaceAll("B", B);
  const body = `<p>a</p><p>${text}</p><p>b<br>${text}<br>c</p>`;
  const { html } = compileTemplate({ body }).render(new Map(), {
    dateFormat: "long",
    timeFormat: "12hr",
  });
  expect(html.replace(/<(\w)><\/\1>/g, "")).toBe("<p>a</p><p>b<br>c</p>");
  const subject = text.replace(/<[^>]*>/g, "");
  const formats = { dateFormat: "long", timeFormat: "12hr" } as const;
  expect(compileTemplate({ subject, body: "x" }).blankPart(new Map(), formats)).toBe("subject");
  expect(compileTemplate({ subject: "x", body: text }).blankPart(new Map(), formats)).toBe("body");
});

test.each([
  "• ",
  "1. ",
  "–",
  "• {{Given}}",
  "5 B",
  "Phone: B",
  "€ B",
  "🎂 B",
  "B 5.",
  "B <a href='https://example.org'>→</a>",
])("a line %j stays", (line) => {
  expect(rendered(`x</p><p>${line}</p><p>y`).html).toMatch(/^<p>x<\/p><p>.+<\/p><p>y<\/p>$/);
});

test("code keeps its signs", () => {
  const { html } = rendered(`x</p><pre>f(B, a, B)\n• B</pre><p>`);
  expect(html).toBe("<p>x</p><pre>f(, a,)\n•</pre><p></p>");
});

test("a long line of gaps takes no longer than its length", () => {
  const many = 20_000;
  expect(rendered("a, B, ".repeat(many)).html.length).toBeLessThan(3 * many + 20);
  expect(rendered(`a${"<b> </b>B".repeat(many)}`).html).toMatch(/^<p>a/);
});
