import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";
import { newPlaceholder } from "./grammar.ts";
import { escapeHtml } from "./htmlText.ts";
import { withDecodedBraces, withPlaceholders } from "./lookAlikes.ts";
import { parseTemplate } from "./parseTemplate.ts";

const KNOWN = "{{Name}} {{First Name}} {{Code}} {{Link}} {{Größe}} {{Due date|date}}";
const known = `<p>${KNOWN}</p>`;

/** What the body would say, with all look-alikes followed. */
function followed(body: string): string {
  let now = body;
  for (let round = 0; round < 20; round++) {
    const { lookAlikes, variables } = parseTemplate({ body: now });
    const [first] = lookAlikes.body;
    if (!first) return now;
    now = withPlaceholders(now, "html", first, variables);
  }
  throw new Error("following a look-alike leaves it");
}

/** Look-alikes in a text, and the text after they were followed. */
const SHOULD: readonly (readonly [string, string])[] = [
  ["«Name»", "{{Name}}"],
  ["Dear «First_Name»,", "Dear {{First Name}},"],
  ["«Last_Name»", "{{Last_Name}}"],
  ["«lastName»", "{{lastName}}"],
  ["«First Name»", "{{First Name}}"],
  ["«Größe»", "{{Größe}}"],
  ["‹Name›", "{{Name}}"],
  ["《Name》", "{{Name}}"],
  ["{Name}", "{{Name}}"],
  ["{ Name }", "{{Name}}"],
  ["{name}", "{{Name}}"],
  ["{first_name}", "{{First Name}}"],
  ["{Name|text:you}", "{{Name|text:you}}"],
  ["{#Name}", "{{#Name}}"],
  ["[Name]", "{{Name}}"],
  ["[FIRST NAME]", "{{First Name}}"],
  ["[first-name]", "{{First Name}}"],
  ["[Größe]", "{{Größe}}"],
  ["[Due date]", "{{Due date}}"],
  ["[[Name]]", "{{Name}}"],
  ["[%Name%]", "{{Name}}"],
  ["［Name］", "{{Name}}"],
  ["【Name】", "{{Name}}"],
  ["<Name>", "{{Name}}"],
  ["<<Name>>", "{{Name}}"],
  ["<<First_Name>>", "{{First Name}}"],
  ["<<Other_Field>>", "{{Other_Field}}"],
  ["<%= Name %>", "{{Name}}"],
  ["<%= other %>", "{{other}}"],
  ["<?= $name ?>", "{{Name}}"],
  ["<% Name %>", "{{Name}}"],
  ["*|NAME|*", "{{Name}}"],
  ["*|FNAME|*", "{{FNAME}}"],
  ["*|FIRST_NAME|*", "{{First Name}}"],
  ["((Name))", "{{Name}}"],
  ["%Name%", "{{Name}}"],
  ["%first_name%", "{{First Name}}"],
  ["%Other%Name%", "%Other{{Name}}"],
  ["%%Name%%", "{{Name}}"],
  ["%{name}", "{{Name}}"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: other tools write placeholders so.
  ["${Name}", "{{Name}}"],
  ["#{Name}", "{{Name}}"],
  ["@{Name}", "{{Name}}"],
  ["{$Name}", "{{Name}}"],
  ["{!Name}", "{{Name}}"],
  ["{% Name %}", "{{Name}}"],
  ["@@Name@@", "{{Name}}"],
  ["##Name##", "{{Name}}"],
  ["#Name#", "{{Name}}"],
  ["$Name$", "{{Name}}"],
  ["||Name||", "{{Name}}"],
  ["__Name__", "{{Name}}"],
  ["MERGEFIELD Name", "{{Name}}"],
  ["MERGEFIELD Other", "{{Other}}"],
  ["MERGEFIELD Name \\* MERGEFORMAT", "{{Name}}"],
  ["{ MERGEFIELD Name }", "{{Name}}"],
  ['{ MERGEFIELD "First Name" \\* MERGEFORMAT }', "{{First Name}}"],
  ["{MERGEFIELD First_Name \\* Upper \\* MERGEFORMAT}", "{{First Name}}"],
  ['MERGEFIELD "Due date" \\@ "d. MMMM yyyy"', "{{Due date}}"],
  ["«postalCode»", "{{postalCode}}"],
  ["«kundenNummer»", "{{kundenNummer}}"],
  ["{\u200b{Name}\u200b}", "{{Name}}"],
  ["{\u00a0{Name}}", "{{Name}}"],
  ["｛｛Name｝｝", "{{Name}}"],
  ["｛｛Other｝｝", "{{Other}}"],
  ["｛Name｝", "{{Name}}"],
  ["﹛﹛Name﹜﹜", "{{Name}}"],
  ["❴❴Name❵❵", "{{Name}}"],
  ["{ {Name} }", "{{Name}}"],
  ["{{ Name }", "{{Name}}"],
  ["{{Other}", "{{Other}}"],
  ["{Name}}", "{{Name}}"],
  ["\\{\\{Name\\}\\}", "{{Name}}"],
  ["%7B%7BCode%7D%7D", "{{Code}}"],
  ["%7b%7bOther%7d%7d", "{{Other}}"],
  ["{{%7BCode}}", "{{Code}}"],
  ["{{Code%7D%7D", "{{Code}}"],
  ["%257B%257BCode%257D%257D", "{{Code}}"],
  ["%7B%7BFirst%20Name%7D%7D", "{{First Name}}"],
  ["%7B%7BGr%C3%B6%C3%9Fe%7D%7D", "{{Größe}}"],
  ["%7B%7BDue%20date%7Cdate%7D%7D", "{{Due date|date}}"],
  ["%7BName%7D", "{{Name}}"],
  ["&#123;&#123;Name&#125;&#125;", "{{Name}}"],
  ["&#x7b;&#x7B;Other&#x7d;&#x7D;", "{{Other}}"],
  ["&lcub;&lcub;Name&rcub;&rcub;", "{{Name}}"],
  ["&lt;&lt;Name&gt;&gt;", "{{Name}}"],
];

const SHOULD_NOT = [
  "[1]",
  "[2] and [3]",
  "{x}",
  "{y} and {z}",
  "f(x) = {x | x > 1}",
  "[sic]",
  "[…]",
  "[100 €]",
  "[12.50]",
  "[Note: bring a pen]",
  "[Other]",
  "{Other}",
  "{}",
  "[]",
  "<>",
  "<3",
  "a < b and c > d",
  "Ada <ada@example.org>",
  "<https://example.org>",
  "<Other>",
  "p { color: red }",
  "p {color: red} a {color: blue}",
  "@media print { p { margin: 0 } }",
  '{"a":{"b":1}}',
  "{ok: true}",
  "function f() { return 1; }",
  "100 % of the amount, 20 % of it",
  "50% of Name, 20% of Code",
  "100%Name%",
  "5 $ or 6 $",
  "$5 and $6",
  "US$Name or $ Name $",
  "#1 and #2",
  "Ticket #Name and #Code",
  "#hashtag #other",
  "** important **",
  "*|*",
  "a*|b",
  "| Name | Code |",
  "« Name »",
  "«\u202fName\u202f»",
  "«name»",
  "«CODE»",
  "«Vorname»",
  "«Email»",
  "«Telefon»",
  "‹ Name ›",
  "<<Vorname>>",
  "< Name >",
  "[Name](https://example.org)",
  "![Name](x.png)",
  "[see here][Name]",
  "[Name]: https://example.org",
  "20 %Name%",
  "20 %Name%",
  "Name ____ Code ____",
  "____Name____",
  "___Name___",
  "## Name ##",
  "|| Name || Code ||",
  "#Name#Code",
  "«Bonjour»",
  "« Bonjour tout le monde »",
  "«Le Monde»",
  "«Война и мир»",
  "»Guten Tag«",
  "«YouTube», «WhatsApp» und «eBay»",
  "«SchülerInnen»",
  "«Schüler_innen»",
  "«Plan_2.pdf» und «Lied_zum_Mitsingen.mp3»",
  "<<PayPal>>",
  "‹Other›",
  "<<Back>>",
  "<< Back to the list >>",
  "((see below))",
  "(Name)",
  "(Name) and (Code)",
  "Name",
  "Name: Code",
  "@Name",
  "ada@@bo",
  "__init__",
  "_Name_",
  "snake_Name_case",
  "~~Name~~",
  "MERGEFIELD",
  "A MERGE FIELD Name",
  "merged Name",
  "<% other %>",
  "%20Name%20",
  "%other%",
  "%d of %s",
  "%C3%BCber%20Name",
  "https://example.org/?a=%7B%22a%22%3A%7B%22b%22%3A1%7D%7D",
  "https://example.org/?a=%7Bother%7D&b=[1]",
  "C:\\Users\\{Other}\\",
  "{{Name}}",
  "{{Name|text:[Name]}}",
  "{{Name|text:you}} and {{#Name}}yes{{/Name}}",
  "{{{Name}}}",
  "&nbsp;&nbsp;Name&nbsp;",
  "🙂[🙂]{🙂}",
];

describe("look-alikes of placeholders (rule: look-alikes)", () => {
  it("has at least sixty of each", () => {
    expect(SHOULD.length).toBeGreaterThanOrEqual(60);
    expect(SHOULD_NOT.length).toBeGreaterThanOrEqual(60);
  });

  it.each(SHOULD)("finds %s in a body and a subject", (text, right) => {
    const html = escapeHtml(text);
    expect(followed(`<p>${html}</p>${known}`)).toBe(`<p>${escapeHtml(right)}</p>${known}`);
    const source = { subject: `a ${text}`, body: known };
    const { lookAlikes, variables } = parseTemplate(source);
    expect(lookAlikes.subject).toHaveLength(1);
    const [one = { text: "", instead: "" }] = lookAlikes.subject;
    expect(withPlaceholders(source.subject, "text", one, variables)).toBe(`a ${right}`);
  });

  it.each(SHOULD)("finds %s in the text of a link and between others", (text, right) => {
    const html = escapeHtml(text);
    const link = (inside: string) =>
      `<p>{{Code}} <a href="https://example.org">${inside}</a> {{Name}}</p>`;
    expect(followed(link(html) + known)).toBe(link(escapeHtml(right)) + known);
  });

  it.each(SHOULD_NOT)("leaves %s alone", (text) => {
    const { subject, body } = parseTemplate({
      subject: text,
      body: `<p>${escapeHtml(text)}</p>${known}`,
    }).lookAlikes;
    expect([...subject, ...body]).toEqual([]);
  });

  it.each([
    ["https://example.org/%7B%7BCode%7D%7D", "https://example.org/{{Code}}"],
    [
      "https://example.org/?a=%7B%7Bother%7D%7D&amp;b=1",
      "https://example.org/?a={{other}}&amp;b=1",
    ],
    ["https://example.org/%257B%257BCode%257D%257D", "https://example.org/{{Code}}"],
    ["https://example.org/{{Code}}/%7B%7BName%7D%7D", "https://example.org/{{Code}}/{{Name}}"],
    ["http://page/%7B%7BLink%7D%7D", "{{Link}}"],
    ["https://example.org/%7BCode%7D", "https://example.org/{{Code}}"],
    ["https://example.org/{Code}", "https://example.org/{{Code}}"],
    ["https://example.org/%5BCode%5D", "https://example.org/{{Code}}"],
    ["https://example.org/%C2%ABFirst_Name%C2%BB", "https://example.org/{{First Name}}"],
    ["https://example.org/?a=*%7CNAME%7C*", "https://example.org/?a={{Name}}"],
    ["https://example.org/?a=%3C%3CName%3E%3E", "https://example.org/?a={{Name}}"],
    ["https://example.org/[First%20Name]", "https://example.org/{{First Name}}"],
    ["mailto:ada@example.org?subject=%7B%7BName%7D%7D", "mailto:ada@example.org?subject={{Name}}"],
  ])("finds one in the address %s", (address, right) => {
    const link = (href: string) => `<p><a href="${href}">a</a></p>`;
    expect(followed(link(address) + known)).toBe(link(right) + known);
  });

  it.each([
    ["<p>«<strong>Na</strong>me»</p>", "<p><strong>{{Name}}</strong></p>"],
    ["<p><em>«Name</em>»</p>", "<p><em>{{Name}}</em></p>"],
    ["<p><b>[</b><i>Name</i>]</p>", "<p><b></b><i>{{Name}}</i></p>"],
    ["<p>%7B%7B<u>Code%7D</u>%7D</p>", "<p><u>{{Code}}</u></p>"],
    [
      "<p>[<a href='https://example.org'>Name</a>]</p>",
      "<p><a href='https://example.org'>{{Name}}</a></p>",
    ],
  ])("is followed across formatting: %s", (written, right) => {
    expect(followed(written + known)).toBe(right + known);
  });

  it("doesn't look across lines", () => {
    expect(parseTemplate({ body: `<p>[Na</p><p>me]</p>${known}` }).lookAlikes.body).toEqual([]);
  });

  it("warns once for all with the same text, and one click follows them all", () => {
    const body = `<p>[Name] and [Name]</p>${known}`;
    const { warnings, lookAlikes, variables } = parseTemplate({ body });
    expect(warnings).toEqual([
      '"[Name]" looks like a placeholder but is plain text: use {{Name}}.',
    ]);
    const [one = { text: "", instead: "" }] = lookAlikes.body;
    expect(withPlaceholders(body, "html", one, variables)).toBe(
      `<p>{{Name}} and {{Name}}</p>${known}`,
    );
  });

  it("keeps the warning that half a pair of braces has, and offers its end", () => {
    const { warnings, lookAlikes } = parseTemplate({ body: "<p>{{Name} and more</p>" });
    expect(warnings).toEqual(['"{{Name" is not closed: a placeholder ends with }}.']);
    expect(lookAlikes.body).toMatchObject([{ message: warnings[0], instead: "{{Name}}" }]);
  });

  it("knows the list's columns, and names the column", () => {
    const columns = [newPlaceholder("Room"), newPlaceholder("Due", "date")];
    const source = { subject: "[room] {due}", body: "<p>{{Name}} [Other]</p>" };
    expect(parseTemplate(source).warnings).toEqual([]);
    expect(parseTemplate(source, columns).warnings).toEqual([
      '"[room]" is plain text, but the list has the column "Room": use {{Room}}.',
      '"{due}" is plain text, but the list has the column "Due": use {{Due|date}}.',
    ]);
  });

  it("shares the limit of all syntax warnings", () => {
    const body = Array.from({ length: 30 }, (_, n) => `*|Field ${n}|*`).join(" ");
    const { warnings } = parseTemplate({ body });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe("There are 10 more warnings of this kind.");
  });

  it.each([
    ["https://example.org/%7B%7BCode%7D%7D?a=%20", "https://example.org/{{Code}}?a=%20"],
    ["%7B%7BLink%7D%7D", "{{Link}}"],
    ["http://page/%7B%7BLink%7D%7D", "{{Link}}"],
    ["mailto:%7B%7BEmail%7Cemail%7D%7D", "mailto:{{Email|email}}"],
    ["https://example.org/{{a}}/%257B%257Bb%257D%257D", "https://example.org/{{a}}/{{b}}"],
    ["https://example.org/?a=%7B%22a%22%3A1%7D", null],
    ["https://example.org/[Name]/%7BName%7D", null],
    ["https://example.org/%7B%7B%7D%7D", null],
  ])("decodes %s", (address, right) => {
    expect(withDecodedBraces(address)).toBe(right ?? address);
  });

  it("changes no email", () => {
    for (const [text] of SHOULD.filter(([one]) => !/^\{\{.*\}\}$/.test(one))) {
      const html = `<p>${escapeHtml(text)}</p>`;
      const { render } = compileTemplate({ body: html });
      const marked = { dateFormat: "long", timeFormat: "12hr", mark: true } as const;
      expect(render(new Map(), marked).html).toBe(html);
    }
  });

  const pieces = [
    ...SHOULD.map(([text]) => text),
    ..."[ ] { } {{ }} %7B %7D « » <b> </b> Name & %".split(" "),
  ];
  it("finds parts of the source in order that don't overlap, and following them leaves valid ones", () => {
    void fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const body = parts.join("") + known;
        const found = parseTemplate({ body }).lookAlikes.body;
        let done = 0;
        for (const { start, end, instead } of found) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          expect(parseTemplate({ subject: instead }).lookAlikes.subject).toEqual([]);
          done = end;
        }
      }),
    );
  });
});
