import { AppError } from "@sendwright/core/contract/appError";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody, sanitizeSignature } from "./sanitizeBody.ts";

const MALICIOUS: [what: string, html: string, clean: string][] = [
  ["a script", "a<script>alert(1)</script>b", "ab"],
  ["a script in capitals that never ends", "a<SCRIPT SRC=//x.y/z.js>alert(1)", "a"],
  ["a script within a script", "<scr<script>ipt>alert(1)</script>", "ipt&gt;alert(1)"],
  ["an image with a handler", '<p>a<img src=x onerror="alert(1)">b</p>', "<p>ab</p>"],
  ["a handler on an allowed tag", '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p>', "<p>a</p>"],
  ["a javascript link", '<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ["one in capitals with spaces", '<a href="  JaVaScRiPt:alert(1)">a</a>', "<a>a</a>"],
  ["one with a tab and a line break", '<a href="java\tscr\nipt:alert(1)">a</a>', "<a>a</a>"],
  ["one with entities", '<a href="&#106;avascript&colon;alert(1)">a</a>', "<a>a</a>"],
  ["one with a control character before it", '<a href="&#1;javascript:alert(1)">a</a>', "<a>a</a>"],
  ["one with a comment inside", '<a href="java<!-- -->script:alert(1)">a</a>', "<a>a</a>"],
  ["a vbscript link", '<a href="vbscript:x">a</a>', "<a>a</a>"],
  ["a data link", '<a href="data:text/html,<script>alert(1)</script>">a</a>', "<a>a</a>"],
  ["a file link", '<a href="file:///etc/passwd">a</a>', "<a>a</a>"],
  ["an image as data", '<img src="data:image/svg+xml;base64,AAAA">', ""],
  [
    "a remote picture",
    '<p>a<img src="https://x.yy/picture-0123456789abcdef.png"><img src="//x.yy/a.png">b</p>',
    "<p>ab</p>",
  ],
  [
    "a picture of another name or kind",
    '<img src="cid:logo.png"><img src="cid:picture-0123456789abcdef.svg">a',
    "a",
  ],
  [
    "a picture with other attributes",
    '<img srcset="//x.yy/a.png 2x" src="cid:picture-0123456789abcdef.png" width="1201" height="9" style="text-align:left" onload="x">',
    '<img src="cid:picture-0123456789abcdef.png" style="text-align:left" />',
  ],
  ["a style sheet", "<style>p{display:none}</style><p>a</p>", "<p>a</p>"],
  ["an SVG that runs", "<svg onload=alert(1)><script>alert(1)</script><text>a</text></svg>", "a"],
  [
    "a style that hides and loads",
    '<p style="display:none;background:url(//x.y)">a</p>',
    "<p>a</p>",
  ],
  [
    "an expression in an allowed style",
    '<p style="margin-left:expression(alert(1))">a</p>',
    "<p>a</p>",
  ],
  [
    "a style that breaks out",
    '<p style="text-align:left}*{color:red">a</p>',
    '<p style="text-align:left">a</p>',
  ],
  ["a form", '<form action="//x.y"><input name=a><button>b</button></form>', "<div>b</div>"],
  [
    "a frame",
    '<iframe src="//x.y"></iframe><object data="//x.y"></object><embed src="//x.y">a',
    "a",
  ],
  [
    "a base and a refresh",
    '<base href="//x.y"><meta http-equiv=refresh content="0;url=//x.y">a',
    "a",
  ],
  [
    "text in a hidden tag",
    "<textarea>a</textarea><noscript><p>b</p></noscript><title>c</title>d",
    "d",
  ],
  [
    "a name for scripts to find",
    '<p id="a" name="b" data-x="c" class="d ql-align-right e">f</p>',
    '<p class="ql-align-right">f</p>',
  ],
  [
    "a cell that spans a billion columns",
    '<table><tr><td colspan="1000000000" rowspan="21">a</td></tr></table>',
    "<table><tr><td>a</td></tr></table>",
  ],
  [
    "an invalid number",
    '<ol start="{{x}}"><li>a</li></ol><p dir="{{x}}">b</p>',
    "<ol><li>a</li></ol><p>b</p>",
  ],
  ["unclosed tags", "<p><strong>a<p>b", "<p><strong>a<p>b</p></strong></p>"],
  [
    "tags closed in the wrong order",
    "<strong><em>a</strong>b</em>",
    "<strong><em>a</em></strong>b",
  ],
  ["a tag that never ends", '<p>a</p><p onclick="', "<p>a</p>"],
  ["Word's own tags", "<o:p>a</o:p><w:x>b</w:x><!--[if mso]><p>c</p><![endif]-->", "ab"],
  ["control characters", "<p>a\u0000b\u0008c&#8;d\te</p>", "<p>abcd\te</p>"],
  ["half of an emoji", "<p>a\ud83db</p>", "<p>a\ufffdb</p>"],
];

const KEPT: [what: string, html: string][] = [
  ["headings", "<h1>a</h1><h2>b</h2><h3>c</h3>"],
  [
    "inline formats",
    "<p><strong>a</strong><em>b</em><u>c</u><s>d</s>H<sub>2</sub>O<sup>2</sup><code>e</code></p>",
  ],
  ["an empty line", "<p><br /></p>"],
  ["a quote", "<blockquote>a</blockquote>"],
  [
    "lists",
    '<ol start="3"><li data-list="bullet" class="ql-indent-1">a</li></ol><ul><li>b</li></ul>',
  ],
  [
    "a code block",
    '<div class="ql-code-block-container"><div class="ql-code-block">a  b</div></div><pre>\n  a\n</pre>',
  ],
  ["alignment and indent as classes", '<p class="ql-align-center ql-indent-3">a</p>'],
  ["alignment and indent as styles", '<p style="text-align:right;padding-left:3em">a</p>'],
  ["direction", '<p dir="rtl" class="ql-direction-rtl">שלום</p>'],
  [
    "a table",
    '<table><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table>',
  ],
  [
    "links",
    '<a href="https://x.y/?a=1&amp;b=2">a</a><a href="mailto:a@b.c">b</a><a href="tel:+491234">c</a><a href="x.y">d</a>',
  ],
  [
    "placeholders",
    "<p>{{First Name|text:there}} {{#A}}<strong>{{a.b}}</strong>{{/A}}{{^A}}{{Offer|dropdown:X,Y}}{{/A}}</p>",
  ],
  ["a placeholder with an ampersand and a quote", '<p>{{R&amp;D}} {{"x"}}</p>'],
  [
    "placeholders in links",
    '<a href="{{Link}}">a</a><a href="{{Link|text:https://x.y/?a=1&amp;b=2}}">b</a><a href="https://x.y/{{Id}}">c</a>',
  ],
  ["a picture as wide as allowed", '<img src="cid:picture-0123456789abcdef.png" width="1200" />'],
  [
    "many scripts",
    "<p>Grüße, Zażółć, Καλημέρα, Привет, مرحبا, שלום, 你好, こんにちは, สวัสดี, नमस्ते, 👩‍👩‍👧</p>",
  ],
];

const TAG_SOUP = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."<p> </p> <b> </b> <em> </em> <ul> </ul> <ol> <li> </li> <pre> </pre> <br> <table> <tr> <td> </table> <div> </div> <span> </span>".split(
          " ",
        ),
        ..."<script> </script> <style> </style> <svg> <!-- --> < > & &amp; &lt;script&gt; &nbsp; {{ }} {{a}} {{#a}} \" ' = / </ <a <p".split(
          " ",
        ),
        '<a href="javascript:x">',
        '<a href="{{Link}}">',
        "</a>",
        '<p style="text-align:center;color:red">',
        '<p class="ql-align-center x" onclick="x">',
        "<textarea>",
        "</textarea>",
        "<title>",
        "<option>",
        "<h4>",
        "\n",
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));

const TOO_DEEP = new AppError(
  "invalid_input",
  "The body's formatting is nested too deeply (more than 30 levels). Paste it as plain text and format it again.",
);

describe("sanitizeBody", () => {
  it.each(MALICIOUS)("disarms %s", (_, html, clean) => {
    expect(sanitizeBody(html)).toBe(clean);
  });

  it.each(KEPT)("keeps %s", (_, html) => {
    expect(sanitizeBody(html)).toBe(html);
  });

  it("replaces other tags with the editor's own", () => {
    expect(
      sanitizeBody(
        "<b>a</b><i>b</i><del>c</del><ins>d</ins><h5>e</h5><span style='color:red'>f</span>",
      ),
    ).toBe("<strong>a</strong><em>b</em><s>c</s><u>d</u><h3>e</h3>f");
  });

  it.each([
    ['<p dir="RTL">a</p>', '<p dir="rtl">a</p>'],
    ['<b style="FONT-WEIGHT: Normal">a</b>', "a"],
    ['<b style="font-weight:bold">a</b>', "<strong>a</strong>"],
    ['<span style="TEXT-DECORATION:Line-Through">a</span>', "<s>a</s>"],
  ])("reads attributes in capitals: %s", (html, clean) => expect(sanitizeBody(html)).toBe(clean));

  it("changes nothing the second time, and leaves nothing that runs", () =>
    fc.assert(
      fc.property(TAG_SOUP, (html) => {
        const clean = sanitizeBody(html);
        expect(sanitizeBody(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /<(?!\/?(h[123]|p|div|br|hr|strong|em|[usa]|ol|ul|li|sub|sup|blockquote|pre|code|t(able|head|body|foot|r|h|d)|caption)[ >])/,
        );
        expect(clean).not.toMatch(/<[^>]* on\w+=|<[^>]*="\s*javascript:/i);
      }),
    ));

  it.each(["<b>", "<div>", "<ul><li>", "<table><tr><td>", "<blockquote>", "<p><b>", "<svg>"])(
    "refuses 1 MB of nested %s at once",
    (piece) => {
      const html = piece.repeat(1_000_000 / piece.length);
      expect(() => sanitizeBody(html)).toThrow(TOO_DEEP);
    },
  );

  it("refuses 31 levels, and reads 30", () => {
    const nested = (levels: number) =>
      `${"<blockquote>".repeat(levels)}a${"</blockquote>".repeat(levels)}`;
    expect(sanitizeBody(nested(30))).toBe(nested(30));
    expect(() => sanitizeBody(nested(31))).toThrow(TOO_DEEP);
  });

  it("reads 90 wrappers that don't stay, as in pasted emails", () => {
    expect(sanitizeBody(`${"<span>".repeat(90)}a${"</span>".repeat(90)}`)).toBe("a");
  });

  it.each([
    "<b></b>",
    "<p>",
    "<li>",
    "<",
    "</p>",
    "&",
    "{{",
    "<br>",
    "<!--",
    "<a ",
    "<p style='text-align:left'>x</p>",
    "<option>",
  ])("reads 200 kB of %j in a bounded time", (piece) => {
    expect(sanitizeBody(piece.repeat(200_000 / piece.length))).toEqual(expect.any(String));
  });

  it.each(["span", "font", "b", "p", "dd", "center"])(
    "drops a long style of <%s> unread",
    (tag) => {
      const long = `text-decoration:line-through;font-weight:normal;${"x".repeat(1_000)}`;
      const clean = sanitizeBody(`<${tag} style="${long}">a</${tag}>`);
      expect(clean).toBe(sanitizeBody(`<${tag}>a</${tag}>`));
    },
  );

  it("drops a style of 1 MB unread", () => {
    const html = `<p style="${"text-align:left;".repeat(60_000)}">a</p>`;
    expect(sanitizeBody(html)).toBe("<p>a</p>");
  });
});

const pieces = [
  ..."<p> </p> <div> </div> <ul> <ol> <li> </li> </ul> </ol> <pre> </pre> <table> <tr> <td> </td> </table> <blockquote>".split(
    " ",
  ),
  ..."<script> </script> <style> </style> <svg> <math> <template> <iframe> <textarea> <noscript> <!-- --> <![CDATA[ ]]>".split(
    " ",
  ),
  ..."< > </ /> & &# &#x &lt; &nbsp; &#x110000; \" ' = {{a}} {{#a}} {{/a}} \0 \ud83d \ufeff \u00a0 \t".split(
    " ",
  ),
  '<a href="javascript:x">',
  '<a href="{{a}}">',
  '<img src=x onerror="y">',
  '<p style="text-align:center;background:url(x)" onclick=x>',
  '<ol start="999999999999"><li data-list="ordered" class="ql-indent-8">',
  '<td colspan="999999" rowspan="-1">',
  '<div class="ql-code-block-container"><div class="ql-code-block">',
  "\n",
  " ",
];
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const repeated = fc
  .tuple(piece, fc.constantFrom(1, 1, 1, 2, 120))
  .map(([text, times]) => text.repeat(times));
const anyHtml = fc.array(repeated, { maxLength: 30 }).map((parts) => parts.join(""));

/** Sanitized HTML, or null if it is refused as too confused or too deep. */
function sanitized(html: string): string | null {
  try {
    return sanitizeBody(html);
  } catch (error) {
    if (error instanceof AppError && error.reason === "invalid_input") return null;
    throw error;
  }
}

test("a signature has no pictures, even inside other elements", () => {
  const picture = '<img src="cid:picture-0123456789abcdef.png" alt="a > b" width="300">';
  expect(sanitizeBody(`<p>a${picture}b</p>`)).toContain("<img");
  expect(
    sanitizeSignature(
      `<p>a${picture}b</p><table><tbody><tr><td>${picture}</td></tr></tbody></table>`,
    ),
  ).toBe("<p>ab</p><table><tbody><tr><td></td></tr></tbody></table>");
});

test("any body becomes an email that runs and loads nothing, or is refused in a sentence", () => {
  void fc.assert(
    fc.property(anyHtml, (html) => {
      const clean = sanitized(html);
      if (clean === null) return;
      const mail = inlineStyles(normalizeBody(clean));
      expect(mail).not.toMatch(/<(script|style|svg|math|template|iframe|textarea|noscript|img)\b/i);
      expect(mail).not.toMatch(/<[^>]* on\w+=|<[^>]*="\s*javascript:|<[^>]*url\(/i);
      expect(plainText(clean)).toEqual(expect.any(String));
    }),
  );
});
