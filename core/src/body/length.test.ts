import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBodyTooLong, isEmptyBody, textLength } from "./length.ts";

const CASES: [what: string, html: string, length: number][] = [
  ["nothing", "", 0],
  ["an empty editor", "<p><br></p>", 0],
  ["a blank one", "<p>&nbsp; </p>\n<p>\t</p>", 0],
  ["plain words", "<p>Dear Ada</p>", 8],
  ["spaces as Quill writes them", "<p>Dear&nbsp;Ada&nbsp;</p>", 8],
  ["several spaces", "<p>Dear &nbsp; Ada</p>", 8],
  ["paragraphs", "<p>a</p><p>b</p>", 3],
  ["paragraphs with an empty line between", "<p>a</p><p><br></p>\n<p>b</p>", 3],
  ["formatting inside a word", "<p>f<strong>o</strong><em class='x'>o</em></p>", 3],
  ["entities", "<p>&lt;&amp;&#65;&#x1F600;&hellip;</p>", 5],
  ["a blank written as a number", "<p>a&#160;b&#xA0;c</p>", 5],
  ["text that looks like an entity", "<p>AT&T; a & b</p>", 11],
  ["an emoji", "<p>😀</p>", 1],
  ["a composed emoji: its three people and two joiners", "<p>👩‍👩‍👧</p>", 5],
  ["Arabic", "<p>مرحبا</p>", 5],
  ["a placeholder, as written", "<p>{{First Name|text:there}}</p>", 25],
  ["a > inside an attribute", '<p title="a>b">c</p>', 1],
  ["quotes without an equals sign", "<p it's>c</p>", 1],
  ["a value without quotes", "<p title=it's>c</p>", 1],
  ["an equals sign inside a value", "<a href=x?y='z>c</a>", 1],
  ["a comment", "<p>a<!-- > hidden -->b</p>", 2],
  ["Word's conditions", "<p>a<![if !supportLists]>b<![endif]></p>", 2],
  [
    "a script and a style",
    "<p>a</p><script>if (a < b) alert('</p>')</script><STYLE>p{}</STYLE>",
    1,
  ],
  ["a list", "<ul><li>one</li><li>two</li></ul>", 7],
  ["a tag that never ends", 'a<p class="b', 1],
  ["a comment that never ends", "a<!-- b", 1],
  ["a script that never ends", "a<script>b", 1],
  ["letters that are longer in lower case", "<p>İİİ</p><script>İİİ</script>abc", 7],
  ["a lone <", "1 < 2 <3", 8],
];

describe("textLength", () => {
  it.each(CASES)("counts %s", (_, html, length) => {
    expect(textLength(html)).toBe(length);
  });

  it("counts a text without markup as its length with white space folded", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/[<&\u200b]/.test(text));
        expect(textLength(text)).toBe([...text.replace(/\s+/g, " ").trim()].length);
      }),
    ));

  it("is never negative, and doesn't change if a paragraph surrounds the body", () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^([<>&;="'/a! -]|<p>|<\/p>|&nbsp;|<script>){0,30}$/),
        (html) => {
          const length = textLength(html);
          expect(length).toBeGreaterThanOrEqual(0);
          expect(length).toBeLessThanOrEqual(html.length);
          expect(textLength(`<p>${html}`)).toBe(length);
        },
      ),
    ));

  it.each(["<", '<p a="', "<p a=", "<!--", "<script>", "&", "&#", "<p>", "</", "\u00a0 ", "= '"])(
    "reads 1 MB of %j in a bounded time",
    (piece) => {
      expect(textLength(piece.repeat(1_000_000 / piece.length))).toBeLessThanOrEqual(1_000_000);
    },
  );
});

describe("isEmptyBody", () => {
  it.each([
    ["an empty editor", "<p><br></p>", true],
    ["only spaces", "<p>&nbsp; </p>", true],
    ["text", "<p>a</p>", false],
    ["only a picture", '<p><IMG src="cid:picture-0123456789abcdef.png"></p>', false],
    ["text and a picture", '<p>a<img src="cid:picture-0123456789abcdef.png"></p>', false],
  ])("tells whether a reader sees nothing: %s", (_, html, isEmpty) => {
    expect(isEmptyBody(html)).toBe(isEmpty);
  });
});

describe("isBodyTooLong", () => {
  const limits = { MAX_BODY_LENGTH: 10 };
  it.each([
    ["as long as allowed", "<p>0123456789</p>", false],
    ["one character more", "<p>0123456789a</p>", true],
    ["HTML as long as allowed", `<p title="${"x".repeat(83)}">a</p>`, false],
    ["HTML of one character more", `<p title="${"x".repeat(84)}">a</p>`, true],
  ])("tells whether a body is too long: %s", (_, html, tooLong) => {
    expect(isBodyTooLong(html, limits)).toBe(tooLong);
  });
});
