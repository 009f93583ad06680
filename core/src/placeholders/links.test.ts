import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withLinks } from "./links.ts";
import { compileTemplate, leadsNowhere, liveTokens, tokenize } from "./placeholders.ts";

const formats = { dateFormat: "iso", timeFormat: "24hr" } as const;

function render(body: string, values: Record<string, string>, mark = false) {
  return compileTemplate({ body }).render(new Map(Object.entries(values)), { ...formats, mark });
}

/** The names of the placeholders whose links lead nowhere. */
function bad(body: string, values: Record<string, string>) {
  return compileTemplate({ body })
    .badLinks(new Map(Object.entries(values)), formats)
    .map(({ names }) => names);
}

describe("a link with placeholders", () => {
  it("leads nowhere in the check where it does in the email", () => {
    const own = fc.constantFrom(
      ..."https://x.yy/? https://x.yy?a= HTTPS://? https://x..yy? x.yy/? mailto:?to= tel:1? {{^A}} {{/A}} ? & # / @x.yy".split(
        " ",
      ),
    );
    const value = fc.constantFrom("", "a b", "https://x.yy", "a@b.co", "1;2", "?", "#", "\ud800");
    const pieces = fc.array(fc.oneof(own, fc.constantFrom("{{A}}", "{{B}}", "{{B|text:c}}")));
    return fc.assert(
      fc.property(own, pieces, value, value, (first, rest, A, B) => {
        const body = `<a href="${first}${rest.join("")}">a</a>`;
        const { html } = render(body, { A, B }, true);
        expect(bad(body, { A, B }).length > 0).toBe(html.includes("<a data-variable"));
      }),
    );
  });

  it.each<[why: string, body: string, values: Record<string, string>, html: string]>([
    [
      "is encoded as a browser would",
      '<a href="https://x.yy/{{Code}}" rel="noopener">a</a>',
      { Code: "a b/ü?x=1" },
      '<a href="https://x.yy/a%20b/%C3%BC?x=1" rel="noopener">a</a>',
    ],
    [
      "keeps a value after its own ? as one",
      '<a href="https://x.yy/?a=1&amp;n={{Name}}">a</a>',
      { Name: "Müller & Söhne" },
      '<a href="https://x.yy/?a=1&amp;n=M%C3%BCller%20%26%20S%C3%B6hne">a</a>',
    ],
    [
      "takes only the parts that the row has",
      '<a href="https://x.yy/{{#A}}?a={{A}}{{#B}}&b={{B}}{{/B}}{{/A}}{{^A}}{{B}}{{/A}}">a</a>',
      { B: "1 & 2" },
      '<a href="https://x.yy/1%20&amp;%202">a</a>',
    ],
    [
      "takes a fallback",
      '<a href="{{Link|text:x.yy/a b}}">a</a>',
      {},
      '<a href="https://x.yy/a%20b">a</a>',
    ],
    [
      "takes a formatted date",
      '<a href="https://x.yy/{{D|date}}">a</a>',
      { D: "1. April 2026" },
      '<a href="https://x.yy/2026-04-01">a</a>',
    ],
    ["doesn't affect a text", "<p>{{Link}}</p>", { Link: "see portal" }, "<p>see portal</p>"],
    [
      "loses meaningless braces that lead nowhere",
      '<a href="java{{script:x">a</a>',
      {},
      "<a >a</a>",
    ],
    [
      "can be in single quotes too",
      "<a href='{{Link}}'>a</a>",
      { Link: "x.yy/'" },
      '<a href="https://x.yy/&#39;">a</a>',
    ],
  ])("%s", (_why, body, values, html) => {
    expect(render(body, values).html).toBe(html);
    expect(bad(body, values)).toEqual([]);
  });

  it.each<[why: string, body: string, values: Record<string, string>, names: string[]]>([
    [
      "with a value that isn't an address",
      '<a href="{{Link}}">a</a>',
      { Link: "see portal" },
      ["Link"],
    ],
    ["with a blank fallback", '<a href="{{Link|text:}}">a</a>', {}, ["Link"]],
    ["with a fallback that isn't an address", '<a href="{{Link|text:soon}}">a</a>', {}, ["Link"]],
    ["that a condition leaves empty", '<a href="{{#Link}}{{Link}}{{/Link}}">a</a>', {}, ["Link"]],
    [
      "because of the value that decides",
      '<a href="https://{{Host}}/{{Id}}?{{Q}}">a</a>',
      { Host: "n/a", Id: "1", Q: "2" },
      ["Host"],
    ],
    [
      "because of the template's own mistake, with all values",
      '<a href="see {{A}}/{{B}}">a</a>',
      { A: "1", B: "2" },
      ["A"],
    ],
  ])("leads nowhere %s", (_why, body, values, names) => {
    expect(bad(body, values)).toEqual([names]);
    expect(() => render(body, values)).toThrow(
      expect.objectContaining({ reason: "invalid_values", details: { invalid: names } }),
    );
    const preview = render(body, values, true);
    expect(preview.missing).toEqual(names);
    expect(preview.html).toBe(
      `<a data-variable="${names[0]}" data-type="text" data-missing="true">a</a>`,
    );
  });

  it("counts only if the email contains it", () => {
    const body = '{{#VIP}}<a href="{{Link|text:}}">a</a>{{/VIP}}';
    expect(bad(body, { Link: "see portal" })).toEqual([]);
    expect(render(body, { Link: "see portal" }).html).toBe("");
    expect(bad(body, { VIP: "x", Link: "see portal" })).toEqual([["Link"]]);
    expect(
      bad('{{^VIP}}<a href="{{Link|text:}}">a</a>{{/VIP}}', { VIP: "x", Link: "see portal" }),
    ).toEqual([]);
  });

  it("knows its variables", () => {
    const template = compileTemplate({
      body: '{{#A}}<p>{{^B}}<a href="{{#C}}x{{/C}}{{D}}">a</a>{{/B}}</p>{{/A}}',
    });
    expect(template.badLinks(new Map([["A", "x"]]), formats)).toEqual([
      { names: ["D"], needs: ["A", "B", "C", "D"] },
    ]);
  });

  it("has a limit of values and characters per email", () => {
    const body = (count: number) => '<a href="https://x.yy/{{a}}">a</a>'.repeat(count);
    expect(bad(body(199), { a: "1" })).toEqual([]);
    expect(bad(body(201), { a: "1" })).toContainEqual(["a"]);
    // Each link and each value in it counts as 500 characters: this comes to 200,000.
    const last = `${body(198)}<a href="https://x.yy/{{b}}">b</a>`;
    expect(bad(last, { a: "1", b: "x".repeat(802) })).toEqual([]);
    expect(bad(last, { a: "1", b: "x".repeat(803) })).toEqual([["b"]]);
    expect(bad(body(18), { a: "x".repeat(10_000) })).toEqual([]);
    expect(bad(body(19), { a: "x".repeat(10_000) })).toEqual([["a"]]);
  });
});

it("is found among more placeholders than a call takes as arguments", () => {
  const { live } = liveTokens(tokenize("{{a}}", "html"));
  const many = Array.from({ length: 500_000 }, () => live).flat();
  expect(withLinks("", [], many)).toHaveLength(500_000);
});

describe("a link in the template's own words", () => {
  const NOWHERE =
    "is not a web address, an email address or a phone number, so the link will not work.";
  it.each([
    ["see portal", `"see portal" ${NOWHERE}`],
    ["http://", `"http://" ${NOWHERE}`],
    ["#top", `"#top" ${NOWHERE}`],
    ["ftp://{{Host}}/x", `"ftp://{{Host}}/x" ${NOWHERE}`],
    ["javascript:{{x}}", `"javascript:{{x}}" ${NOWHERE}`],
    ["{{Link}} portal", `"{{Link}} portal" ${NOWHERE}`],
    ["https://x.yy/a b", '"https://x.yy/a b" has a space in it, which the link writes as %20.'],
    [
      "https://x.yy/{{a}} b",
      '"https://x.yy/{{a}} b" has a space in it, which the link writes as %20.',
    ],
  ])("gets a warning if it is %j", (href, warning) => {
    expect(compileTemplate({ body: `<p><a href="${href}">a</a></p>` }).warnings).toEqual([warning]);
    expect(leadsNowhere(href)).toBe(warning.endsWith(NOWHERE));
  });

  it.each([
    "https://x.yy/?a=1&amp;b=2",
    "x.yy",
    " https://x.yy ",
    "mailto:a@b.co?subject=Hi you",
    "tel:+49 30 1234",
    "{{Link}}",
    "{{Link|text:https://x.yy/a b}}",
    "{{Link}}&utm_source=email",
    "{{Folder}}report.pdf",
    "{{Scheme}}://x.yy",
    "https://{{Host}}:{{Port}}/",
    "https://x.yy:{{Port}}/",
    "mailto:{{Email|email}}",
    "mailto:{{User}}@x.yy",
    "tel:{{Phone}}",
    "{{#a}}https://x.yy/{{a}}{{/a}}{{^a}}https://x.yy{{/a}}",
    "",
  ])("gets no warning if it is %j", (href) => {
    expect(compileTemplate({ body: `<a href="${href}">a</a>` }).warnings).toEqual([]);
    expect(leadsNowhere(href)).toBe(false);
  });
});
