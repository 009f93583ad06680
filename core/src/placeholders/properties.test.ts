import * as fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { describe, expect, it } from "vitest";
import type { RenderOptions } from "./compiledRow.ts";
import { compileTemplate } from "./compileTemplate.ts";
import { parseTemplate } from "./parseTemplate.ts";
import { serializePlaceholder } from "./serialize.ts";
import { type Markup, tokenize } from "./tokenize.ts";

const formats: RenderOptions = { dateFormat: "long", timeFormat: "12hr", mark: true };

/** Pieces that people, editors and attackers put into templates and values, in any order. */
const fragments = [
  ..."{}<>/|#^&!=\"' \n\r\u0000\u00a0ab",
  ..."{{ }} {{{ }}} {{# {{^ {{/ {{a}} {{b|date}} {{c|text:x}} {{#a}} {{/a}} {{^a}} {{#b}} {{/b}} {{#a=x}} {{^a=x}} {{/a=x}} {{a=x}} {{#rows}} {{/rows}} {{b|sum}} {{b|sum:x}}".split(
    " ",
  ),
  ...'<b> </b> <p> </p> <br> <!-- --> <a href=" "> {{x|dropdown:a,b}} |date :'.split(" "),
  ..."&amp; &nbsp; &#123; &rcub; &lt;script&gt; ]]> __proto__ . $&".split(" "),
];
const braces = /[{}]|&#123;|&rcub;/;
const soup = fc.array(
  fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "binary", maxLength: 3 })),
  {
    maxLength: 30,
  },
);
const anySource = soup.map((parts) => parts.join(""));
const braceless = soup.map((parts) => parts.filter((part) => !braces.test(part)).join(""));
const anyMarkup = fc.constantFrom<Markup>("text", "html");
const anyValue = anySource.filter((value) => /[a-z0-9]/i.test(value));

/** Well-formed HTML with placeholders and conditions anywhere in its text. */
const soundHtml = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 4 }).map((nodes) => nodes.join("")),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "x",
      " ",
      "<br>",
      "{{a}}",
      "{{#a}}",
      "{{^a}}",
      "{{/a}}",
      "{{#b}}",
      "{{/b}}",
      "{{#a=x}}",
      "{{/a=x}}",
      "{{#rows}}",
      "{{/rows}}",
      "{{",
      "}}",
      "#a",
      "/a",
    ),
    fc
      .tuple(fc.constantFrom("b", "p", "i", "li", "ul", "tr"), tie("nodes"))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    tie("nodes").map((inner) => `<a href="{{b}}">${inner}</a>`),
  ),
})).nodes;

function valuesFor(
  source: { subject?: string; body?: string },
  value: (index: number) => string,
): Map<string, string> {
  return new Map(parseTemplate(source).variables.map(({ name }, index) => [name, value(index)]));
}

/** Whether each tag closes the one opened last, in HTML of only plain tags. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, close, name = ""] of html.matchAll(/<(\/?)([a-z]+)/g)) {
    if (name === "br") continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

describe("the grammar", () => {
  it("returns tokens that cover any source", () => {
    return fc.assert(
      fc.property(anySource, anyMarkup, (source, markup) => {
        const tokens = tokenize(source, markup);
        expect(tokens.map((token) => token.source).join("")).toBe(source);
      }),
    );
  });

  it("renders a source without braces unchanged", () => {
    return fc.assert(
      fc.property(braceless, (source) => {
        const { variables, warnings, render } = compileTemplate({ subject: source, body: source });
        expect(variables).toEqual([]);
        expect(warnings.filter((warning) => !warning.includes("link"))).toEqual([]);
        const { subject, html } = render(new Map(), formats);
        expect(html).toBe(source.replaceAll("\0", ""));
        expect(subject).toBe(source.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim());
      }),
    );
  });

  it("renders sanitized HTML without braces unchanged", () => {
    return fc.assert(
      fc.property(braceless, (source) => {
        const clean = sanitizeHtml(source);
        const { html } = compileTemplate({ body: clean }).render(new Map(), formats);
        expect(html).toBe(clean.replaceAll("\0", ""));
      }),
    );
  });

  it("never lets a value change tags, attributes or headers", () => {
    return fc.assert(
      fc.property(anySource, fc.array(anyValue, { minLength: 1 }), (source, values) => {
        const template = { subject: source, body: source };
        const { render } = compileTemplate(template);
        const ofRows = (value: (index: number) => string) => {
          const row = valuesFor(template, value);
          return render(row, { ...formats, further: [row] });
        };
        const plain = ofRows(() => "x");
        const nasty = ofRows((index) => values[index % values.length] ?? "");
        const skeleton = (html: string) => html.replaceAll("<br>", "").replace(/[^<>"]/g, "");
        expect(skeleton(nasty.html)).toBe(skeleton(plain.html));
        expect(nasty.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it("keeps tags paired, whichever conditions hold", () => {
    return fc.assert(
      fc.property(soundHtml, fc.constantFrom("", "x"), fc.constantFrom("", "y"), (body, a, b) => {
        const values = new Map([
          ["a", a],
          ["b", b],
        ]);
        const further = [new Map([["a", "x"]]), new Map()];
        const { html } = compileTemplate({ body }).render(values, { ...formats, further });
        expect(isBalanced(body)).toBe(true);
        expect(isBalanced(html.replace(/<\/?span\b[^>]*>/g, ""))).toBe(true);
      }),
    );
  });

  it("reads its own output the same way", () => {
    return fc.assert(
      fc.property(anySource, anyMarkup, (source, markup) => {
        const again = tokenize(source, markup)
          .map((token) =>
            token.kind === "placeholder"
              ? token.tagsBefore + serializePlaceholder(token, markup) + token.tagsAfter
              : token.source,
          )
          .join("");
        const read = (text: string) =>
          parseTemplate(markup === "html" ? { body: text } : { subject: text }).variables;
        expect(read(again)).toEqual(read(source));
      }),
    );
  });

  it("leaves no gap: if every required value is given, no variable's name remains as a placeholder", () => {
    return fc.assert(
      fc.property(soundHtml, (body) => {
        const { variables, render } = compileTemplate({ body });
        const values = new Map(
          variables.filter(({ required }) => required).map(({ name }) => [name, "x.yy"]),
        );
        const rendered = render(values, formats);
        expect(rendered.missing).toEqual([]);
        expect(rendered.html).not.toContain("data-missing");
      }),
    );
  });
});
