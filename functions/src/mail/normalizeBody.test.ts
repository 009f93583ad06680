import { parseTemplate } from "@sendwright/core/placeholders";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody } from "./sanitizeBody.ts";

const UI = '<span class="ql-ui" contenteditable="false"></span>';
const item = (kind: string, text: string, classes = "") =>
  `<li data-list="${kind}"${classes && ` class="${classes}"`}>${UI}${text}</li>`;
const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`;

/**
 * The left side is written as Quill 2 does: as `root.innerHTML`, or, if spaces are non-breaking, as
 * `getSemanticHTML()`.
 */
const CASES: [what: string, html: string, mail: string][] = [
  ["nothing", "", ""],
  [
    "spaces as Quill writes them",
    "<p>Dear&nbsp;Ada,&nbsp;how&nbsp;are&nbsp;you?</p>",
    "<p>Dear Ada, how are you?</p>",
  ],
  [
    "several intended spaces",
    "<p>a&nbsp;&nbsp;b&nbsp;&nbsp;&nbsp;c</p>",
    "<p>a&nbsp; b&nbsp;&nbsp; c</p>",
  ],
  ["several ordinary spaces, which the editor shows", "<p>a  b</p>", "<p>a&nbsp; b</p>"],
  [
    "spaces at the beginning of a line",
    "<p>&nbsp;a</p><p>&nbsp;&nbsp;b<br>&nbsp;c</p>",
    "<p>&nbsp;a</p><p>&nbsp; b<br>&nbsp;c</p>",
  ],
  [
    "two spaces in different formats",
    "<p>a&nbsp;<strong>&nbsp;b</strong></p>",
    "<p>a <strong>&nbsp;b</strong></p>",
  ],
  ["a tab", "<p>a\tb</p>", "<p>a&nbsp;&nbsp;&nbsp; b</p>"],
  [
    "a source in lines",
    "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n\n<p>c\n  d</p> <p>\n  e</p>\n",
    "<ul><li>a</li><li>b</li></ul><p>c d</p><p>e</p>",
  ],
  ["the cursor's own character", "<p>a\ufeffb</p>", "<p>ab</p>"],
  [
    "empty lines",
    "<p>a</p><p><br></p><p></p><p><strong></strong></p><h1></h1>",
    "<p>a</p><p><br></p><p><br></p><p><strong></strong><br></p><h1><br></h1>",
  ],
  [
    "a quote with an empty line",
    "<blockquote>a</blockquote><blockquote></blockquote>",
    "<blockquote>a</blockquote><blockquote><br></blockquote>",
  ],
  [
    "alignment",
    '<p class="ql-align-center">a</p><h2 class="ql-align-right">b</h2><p class="ql-align-justify">c</p><p style="text-align: right">d</p>',
    '<p style="text-align:center">a</p><h2 style="text-align:right">b</h2><p style="text-align:justify">c</p><p style="text-align:right">d</p>',
  ],
  [
    "indent",
    '<p class="ql-indent-1">a</p><p class="ql-align-right ql-indent-8">b</p><p style="padding-left: 3em">c</p>',
    '<p style="margin-left:3em">a</p><p style="text-align:right;margin-left:24em">b</p><p style="margin-left:3em">c</p>',
  ],
  [
    "indent on both sides, which Outlook supports only as a margin",
    '<p style="padding-left: 3em; padding-right: 1em">a</p><p style="padding-right: 2em">b</p>',
    '<p style="margin-left:3em;margin-right:1em">a</p><p style="margin-right:2em">b</p>',
  ],
  [
    "direction",
    '<p class="ql-direction-rtl ql-align-right">שלום</p>',
    '<p style="text-align:right" dir="rtl">שלום</p>',
  ],
  [
    "a bullet list",
    `<ol>${item("bullet", "a")}${item("bullet", "b")}</ol>`,
    "<ul><li>a</li><li>b</li></ul>",
  ],
  [
    "a numbered list",
    `<ol>${item("ordered", "a")}${item("ordered", "b", "ql-align-right")}</ol>`,
    '<ol><li>a</li><li style="text-align:right">b</li></ol>',
  ],
  [
    "lists within lists",
    `<ol>${item("bullet", "a")}${item("ordered", "b", "ql-indent-1")}${item("bullet", "c", "ql-indent-2")}${item("ordered", "d", "ql-indent-1")}${item("bullet", "e")}</ol>`,
    "<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li><li>e</li></ul>",
  ],
  [
    "numbers that continue after a bullet",
    `<ol>${item("ordered", "1")}${item("bullet", "x")}${item("ordered", "2")}</ol>`,
    '<ol><li>1</li></ol><ul><li>x</li></ul><ol start="2"><li>2</li></ol>',
  ],
  [
    "numbers that restart below the next item",
    `<ol>${item("ordered", "1")}${item("ordered", "a", "ql-indent-1")}${item("ordered", "2")}${item("ordered", "a", "ql-indent-1")}</ol>`,
    "<ol><li>1<ol><li>a</li></ol></li><li>2<ol><li>a</li></ol></li></ol>",
  ],
  [
    "a skipped level",
    `<ol>${item("ordered", "x", "ql-indent-2")}${item("ordered", "1")}</ol>`,
    '<ul><li style="list-style-type:none"><ul><li style="list-style-type:none"><ol><li>x</li></ol></li></ul></li></ul><ol><li>1</li></ol>',
  ],
  [
    "an empty item",
    `<ol>${item("bullet", "<br>")}${item("bullet", "a")}</ol>`,
    "<ul><li><br></li><li>a</li></ul>",
  ],
  [
    "a list to tick",
    `<ol>${item("checked", "a")}${item("unchecked", "b")}</ol>`,
    '<ul><li style="list-style-type:none">☑ a</li><li style="list-style-type:none">☐ b</li></ul>',
  ],
  [
    "a list that begins at a number, and one with other marks",
    '<ol><li data-list="ordered" data-start="3" data-type="a">a</li><li data-list="ordered" data-start="3" data-type="a">b</li><li data-list="ordered" data-type="I">c</li></ol>',
    '<ol start="3" type="a"><li>a</li><li>b</li></ol><ol type="I"><li>c</li></ol>',
  ],
  [
    "a list in a list that begins at a number",
    '<ol><li data-list="ordered">a</li><li data-list="ordered" class="ql-indent-1" data-start="4" data-type="1">b</li><li data-list="ordered">c</li></ol>',
    '<ol><li>a<ol start="4" type="1"><li>b</li></ol></li><li>c</li></ol>',
  ],
  [
    "a flat list whose first item doesn't say where it begins",
    '<ol start="5" type="A"><li data-list="ordered">a</li><li>b</li></ol>',
    '<ol start="5" type="A"><li>a</li><li>b</li></ol>',
  ],
  [
    "a real list at 0",
    '<ol start="0" type="i"><li>a</li></ol>',
    '<ol start="0" type="i"><li>a</li></ol>',
  ],
  [
    "starts and marks that no list has",
    '<ol><li data-list="ordered" data-start="12345" data-type="x">a</li><li data-list="bullet" data-start="3">b</li></ol>',
    "<ol><li>a</li></ol><ul><li>b</li></ul>",
  ],
  [
    "lists of Quill 1",
    '<ul><li>a</li><li class="ql-indent-1">b</li></ul>',
    "<ul><li>a<ul><li>b</li></ul></li></ul>",
  ],
  [
    "lists that are already real",
    "<ul><li>a<ol><li>b</li></ol></li></ul>",
    "<ul><li>a<ol><li>b</li></ol></li></ul>",
  ],
  [
    "an item that only contains a list",
    "<ul><li><ul><li>a</li></ul></li></ul>",
    '<ul><li style="list-style-type:none"><ul><li>a</li></ul></li></ul>',
  ],
  [
    "a condition between the items of a list",
    `<ol>${item("bullet", "{{#A}}a")}${item("bullet", "b{{/A}}")}</ol>`,
    "<ul><li>{{#A}}a</li><li>b{{/A}}</li></ul>",
  ],
  [
    "a code block",
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block">if (a &lt; b) {</div><div class="ql-code-block"><br></div><div class="ql-code-block">  c  = "d"</div></div>',
    '<pre>\nif (a &lt; b) {\n\n  c  = "d"\n</pre>',
  ],
  [
    "a line of code that is two in the source",
    '<div class="ql-code-block">a {{First \nName}}<pre>b\nc</pre></div>',
    "<pre>\na {{First Name}}\nb\nc\n</pre>",
  ],
  [
    "a code block as semantic HTML",
    '<pre data-language="plain">\n\n  a\n\n</pre>',
    "<pre>\n\n  a\n\n</pre>",
  ],
  [
    "a code block of Quill 1",
    '<pre class="ql-syntax" spellcheck="false">a&nbsp; b<br>c\n</pre>',
    "<pre>\na  b\nc\n</pre>",
  ],
  [
    "a link in a code block",
    '<pre>a <a href="x.yy/{{Id}}"><b>b</b></a>\nc <a href="nowhere">d</a></pre>',
    '<pre>\na <a href="x.yy/{{Id}}" target="_blank" rel="noopener noreferrer">b</a>\nc d\n</pre>',
  ],
  [
    "a link in a line of code",
    '<div class="ql-code-block-container"><div class="ql-code-block"><a href="https://x.yy/{{Id}}">a</a></div><div class="ql-code-block">b</div></div>',
    '<pre>\n<a href="https://x.yy/{{Id}}" target="_blank" rel="noopener noreferrer">a</a>\nb\n</pre>',
  ],
  ["a code block without an end of line", "<pre>a</pre>", "<pre>\na\n</pre>"],
  [
    "a link",
    '<p><a href="https://x.y.zz/?a=1&amp;b=2">a</a></p>',
    `<p>${link("https://x.y.zz/?a=1&amp;b=2", "a")}</p>`,
  ],
  ["a link without a scheme", '<a href="example.com/a">a</a>', link("https://example.com/a", "a")],
  ["a link to an address", '<a href="ada@example.com">a</a>', link("mailto:ada@example.com", "a")],
  [
    "a link to nowhere",
    '<p>a <a href="/b"><strong>b</strong></a> <a>c</a></p>',
    "<p>a <strong>b</strong> c</p>",
  ],
  [
    "a link to a placeholder",
    '<a href="{{Link|text:https://x.yy}}">a</a>',
    link("{{Link|text:https://x.yy}}", "a"),
  ],
  [
    "a link that contains a placeholder",
    '<a href="https://x.yy/{{Id}}">a</a>',
    link("https://x.yy/{{Id}}", "a"),
  ],
  [
    "placeholders",
    "<p>{{First&nbsp;Name|text:my&nbsp;friend}}&nbsp;{{#A}}&amp;{{/A}}</p>",
    "<p>{{First Name|text:my friend}} {{#A}}&amp;{{/A}}</p>",
  ],
  [
    "all scripts, without entities",
    "<p>Grüße „Zażółć“ 你好 مرحبا 👩‍👩‍👧</p>",
    "<p>Grüße „Zażółć“ 你好 مرحبا 👩‍👩‍👧</p>",
  ],
];

const BODY = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<p>a</p>",
        "<p></p>",
        "<p>&nbsp;</p>",
        "<p>&nbsp;a&nbsp;&nbsp;b </p>",
        "<p>a <strong>&nbsp;b</strong>&nbsp;<em> c</em></p>",
        '<p class="ql-indent-2 ql-align-center">{{First&nbsp;Name}}</p>',
        `<ol>${item("bullet", "a", "ql-indent-3")}${item("ordered", "b")}${item("checked", "c", "ql-indent-1")}</ol>`,
        `<ol>${item("ordered", "a")}${item("bullet", "")}${item("ordered", "", "ql-indent-1")}</ol>`,
        '<ol><li data-list="ordered" data-start="3" data-type="a">a</li><li data-list="ordered">b</li></ol>',
        '<ol start="3" type="I"><li>a</li><li data-list="ordered" data-start="3">b</li></ol>',
        "<ul><li><ul><li>x</li></ul></li></ul>",
        '<div class="ql-code-block-container"><div class="ql-code-block"><br></div><div class="ql-code-block">a  b</div></div>',
        '<div class="ql-code-block">a</div>',
        "<pre>\n\na\n\n</pre>",
        '<a href="x.yy">b</a>',
        '<a href="nowhere">b</a>',
        "<blockquote>a</blockquote>",
        "<table><tr><td> a </td></tr></table>",
        "<ul><li>",
        "</li></ul>",
        "<p>",
        "</p>",
        "<br>",
        "<strong>",
        "</strong>",
        "<pre>",
        "</pre>",
        '<a href="x.yy">',
        "</a>",
        " ",
        "\n",
        "&nbsp;",
        "\t",
        "{{a.b}}",
        "{{First",
        "Name}}",
        "{{#A}}",
        "{{/A}}",
        "{{First\tName}}",
        "{{First \u00a0\nName}}",
        "<p>Name}}</p>",
        '<a href="{{Link}}">b</a>',
        '<a href="{{Link}}">',
        '<a href="x.yy/{{Id}}"></a>',
        '<pre>a <a href="x.yy/{{Id}}">b<br></a></pre>',
        '<div class="ql-code-block">a <a href="{{Link}}">b</a></div>',
        '<div class="ql-code-block-container"><div class="ql-code-block">{{First</div><div class="ql-code-block">Name}}</div></div>',
        '<div class="ql-code-block">',
        "</div>",
        "{{Due|date}}",
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 15 },
  )
  .map((pieces) => sanitizeBody(pieces.join("")));

describe("normalizeBody", () => {
  it.each(CASES)("turns into email HTML: %s", (_, html, mail) => {
    expect(normalizeBody(sanitizeBody(html))).toBe(mail);
  });

  it.each(CASES)("changes nothing the second time: %s", (_, __, mail) => {
    expect(normalizeBody(mail)).toBe(mail);
  });

  it("changes nothing the second time, loses no letter and no variable", () => {
    const letters = (html: string) =>
      html.replace(/<[^>]*>|&nbsp;|[\s\u00a0\ufeff☑☐]/g, "").replaceAll('"', "&quot;");
    return fc.assert(
      fc.property(BODY, (html) => {
        const mail = normalizeBody(html);
        expect(normalizeBody(mail)).toBe(mail);
        expect(letters(mail)).toBe(letters(html));
        expect(parseTemplate({ body: mail }).variables).toEqual(
          parseTemplate({ body: html }).variables,
        );
      }),
    );
  });

  it.each([
    ["paragraphs", "<p>a&nbsp;b</p>"],
    ["items", '<li data-list="bullet" class="ql-indent-1">a</li>'],
    ["lists", '<ol><li data-list="bullet">a</li></ol>'],
    ["links", '<a href="x.yy">a</a>'],
    ["lines of code", '<div class="ql-code-block">a</div>'],
    ["spaces", "&nbsp; "],
  ])("reads 100 kB of %s in a bounded time", (_, piece) => {
    const html = sanitizeBody(
      piece.includes("<li") && !piece.includes("<ol")
        ? `<ol>${piece.repeat(2_000)}</ol>`
        : piece.repeat(100_000 / piece.length),
    );
    expect(normalizeBody(html)).toEqual(expect.any(String));
  });
});

/**
 * Based on the clipboard contents of these programs. The editor handles them its own way; this is
 * how they arrive without it.
 */
const PASTED: [program: string, html: string, mail: string, text: string][] = [
  [
    "Word",
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {mso-style-unhide:no; margin:0cm;} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->

<p class=MsoNormal style='margin-bottom:8.0pt;mso-line-height-rule:exactly'><b><span style='font-size:11.0pt;mso-fareast-language:EN-US'>Guten
Tag</span></b><span lang=EN-US>,<o:p></o:p></span></p>

<p class=MsoNormal align=center style='text-align:center'><span style='color:red'>mitte</span></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]> Punkt</p>

<!--EndFragment--></body></html>`,
    '<p><strong>Guten Tag</strong>,</p><p style="text-align:center">mitte</p><p>&nbsp;</p><p>· Punkt</p>',
    "Guten Tag,\nmitte\n\n· Punkt",
  ],
  [
    "Google Docs",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial;color:#000000;">Hello </span><a href="https://example.com" style="text-decoration:none;"><span style="color:#1155cc;">there</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    '<p dir="ltr">Hello <a href="https://example.com" target="_blank" rel="noopener noreferrer">there</a></p><br><ul><li dir="ltr"><p dir="ltr">one</p></li></ul><br>',
    "Hello there <https://example.com>\n\n - one",
  ],
  [
    "Gmail",
    `<div dir="ltr">Hi Ada,<div><br></div><div>see you&nbsp;<b>soon</b>.</div><div><ul><li>one</li></ul></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">quoted</blockquote></div>`,
    '<div dir="ltr">Hi Ada,<div><br></div><div>see you <strong>soon</strong>.</div><div><ul><li>one</li></ul></div><blockquote>quoted</blockquote></div>',
    "Hi Ada,\n\nsee you soon.\n - one\n> quoted",
  ],
  [
    "Excel",
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\,";} .xl65 {border:.5pt solid windowtext;}--></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Name</td>
  <td class=xl65 align=right colspan=2 style='border-left:none'>12,5</td>
 </tr>
<!--EndFragment-->
</table></body></html>`,
    '<table><tr><td>Name</td><td colspan="2">12,5</td></tr></table>',
    "Name   12,5",
  ],
];

describe("bodies pasted from", () => {
  it.each(PASTED)("%s arrive clean", (_, html, mail, text) => {
    const clean = sanitizeBody(html);
    expect(sanitizeBody(clean)).toBe(clean);
    expect(normalizeBody(clean)).toBe(mail);
    expect(normalizeBody(mail)).toBe(mail);
    expect(plainText(inlineStyles(mail))).toBe(text);
  });
});
