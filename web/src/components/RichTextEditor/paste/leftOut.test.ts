import { describe, expect, it } from "vitest";
import { cleanPaste } from "./cleanPaste.ts";

describe("marked changes", () => {
  it.each([
    ["a deletion beside an insertion", "<p>a <del>100</del><ins>80</ins> €</p>", "<p>a 80 €</p>"],
    ["a deletion with its author", '<p>a <del cite="x">b</del>c</p>', "<p>a c</p>"],
    ["a deletion with its time", '<p>a <del datetime="2026">b</del>c</p>', "<p>a c</p>"],
    ["Word's class", '<p>a <span class="msoDel">b</span>c</p>', "<p>a c</p>"],
    [
      "an editor's class",
      '<p>a <span class="ck-suggestion-marker-deletion">b</span>c</p>',
      "<p>a c</p>",
    ],
    ["a style", '<p>a <span style="mso-run-deleted:yes">b</span>c</p>', "<p>a c</p>"],
    [
      "a deleted line, item and list",
      '<p>a</p><p><del cite="x">b</del></p><ul><li>c</li><li><del cite="x">d</del></li></ul><ul><li><del cite="x">e</del></li></ul>',
      '<p>a</p><ul><li data-list="bullet">c</li></ul>',
    ],
    [
      "a deletion in a table, which keeps its cells",
      '<table><tr><td>a</td><td><del cite="x">b</del></td></tr><tr><td>c</td><td>d</td></tr></table>',
      "<table><tbody><tr><td>a</td><td></td></tr><tr><td>c</td><td>d</td></tr></tbody></table>",
    ],
  ])("%s is left out, and this is said", (_, html, clean) => {
    expect(cleanPaste(html)).toMatchObject({ html: clean, hasDeletions: true });
  });

  it.each([
    ["a struck text", "<p><s>a</s><strike>b</strike></p>", "<p><s>a</s><s>b</s></p>"],
    [
      "a text whose class only begins like a change",
      '<p class="trackModel">a</p><p class="TrackDelivery">b</p><p class="tracked-item-removable">c</p>',
      "<p>a</p><p>b</p><p>c</p>",
    ],
    ["a struck text of Notion", "<p>a <del>b</del></p>", "<p>a <s>b</s></p>"],
    [
      "a struck style",
      '<p><span style="text-decoration:line-through">a</span></p>',
      "<p><s>a</s></p>",
    ],
    ["an insertion without its underline", '<p>a<ins cite="x">b</ins></p>', "<p>ab</p>"],
    [
      "a person's underline in an insertion",
      '<p>a<ins cite="x"><u>b</u></ins></p>',
      "<p>a<u>b</u></p>",
    ],
    [
      "a class that only sounds like one",
      '<p><span class="model delicate">a</span></p>',
      "<p>a</p>",
    ],
  ])("%s stays", (_, html, clean) => {
    expect(cleanPaste(html)).toMatchObject({ html: clean, hasDeletions: false });
  });
});

describe("comments", () => {
  it.each([
    [
      "a part for programs without comments",
      "<p>a<![if !supportAnnotations]><a>[A1]</a><![endif]>b</p>",
      "<p>ab</p>",
    ],
    [
      "a note of LibreOffice Calc",
      '<p>a<a class="comment-indicator"></a><comment>b</comment></p>',
      "<p>a</p>",
    ],
    [
      "a box that holds more than the comment",
      '<div><p>a</p><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>b</p></div>',
      "<div><p>a</p></div>",
    ],
    ["a comment by its role", '<p>a</p><div role="comment">b</div>', "<p>a</p>"],
    ["a HTML comment", "<p>a<!-- b --></p>", "<p>a</p>"],
  ])("%s is left out", (_, html, clean) => {
    expect(cleanPaste(html).html).toBe(clean);
  });

  it.each([
    [
      "a footnote",
      '<div style="mso-element:footnote-list"><div style="mso-element:footnote"><p>a</p></div></div>',
      "a",
    ],
    ["text that is commented", '<p><a style="mso-comment-reference:A_1">a</a></p>', "a"],
    [
      "text in a cell with a note",
      '<p><![if !supportAnnotations]><span class="msocomspan1"><![endif]>a<![if !supportAnnotations]></span><![endif]></p>',
      "a",
    ],
  ])("%s stays", (_, html, text) => {
    expect(cleanPaste(html).html.replace(/<[^>]*>/g, "")).toBe(text);
  });
});
