import { describe, expect, it, test, vi } from "vitest";
import { cleanPaste } from "./cleanPaste.ts";
import excel from "./fixtures/excel.clipboard.txt?raw";
import gmail from "./fixtures/gmail.clipboard.txt?raw";
import googleDocs from "./fixtures/googleDocs.clipboard.txt?raw";
import word from "./fixtures/word.clipboard.txt?raw";
import wordOnline from "./fixtures/wordOnline.clipboard.txt?raw";

/** White space in the source between lines means nothing. */
function cleaned(html: string): string[] {
  return cleanPaste(html)
    .replace(/[ \n]+/g, " ")
    .replace(/> ?<(?=(p|h\d|ol|ul|li|div|blockquote|br)\b)/g, ">\n<")
    .split("\n");
}

describe("cleanPaste", () => {
  it("reads Word: lines, lists within lists, formats, links; no rubbish", () => {
    expect(cleaned(word)).toEqual([
      "<h1>Annual report</h1>",
      "<p>Dear {{First Name}},</p>",
      "<p>",
      "<br></p>",
      "<p>This text is long enough that Word has wrapped its source after some seventy characters, and it has " +
        "<strong>bold</strong>, <em>italic</em> and <strong><em><u>all of them</u></em></strong>, and a " +
        '<a href="https://example.com/report?a=1&amp;b=2">link</a>.</p>',
      "<ol>",
      '<li data-list="bullet">First point</li>',
      '<li data-list="bullet" class="ql-indent-1">Below <strong>it</strong></li>',
      '<li data-list="bullet">Second point</li></ol>',
      '<p class="ql-align-center">In the middle</p>',
      "<ol>",
      '<li data-list="ordered">One</li></ol>',
      "<p>Regards</p>",
    ]);
  });

  it("reads Word on the web, which writes every item as a separate list", () => {
    expect(cleaned(wordOnline)).toEqual([
      "<div>",
      "<p><strong>Agenda</strong></p></div>",
      "<div>",
      "<ul>",
      '<li data-list="bullet">Welcome</li></ul></div>',
      "<div>",
      "<ul>",
      '<li data-list="bullet" class="ql-indent-1"><em>Coffee</em></li></ul></div>',
    ]);
  });

  it("reads Google Docs, whose formats are styles and whose bold tags aren't bold", () => {
    expect(cleaned(googleDocs)).toEqual([
      "<h2>Minutes</h2>",
      '<p>Dear {{First <strong>Name}}</strong>, here is H<sub>2</sub>O and a <a href="https://example.com/notes">link</a>' +
        "<s><em> gone</em></s></p>",
      "<br>",
      "<ul>",
      '<li data-list="bullet">Outer</li>',
      "<ul>",
      '<li data-list="bullet" class="ql-indent-1">Inner</li></ul></ul>',
      '<p class="ql-align-right">Two&nbsp;&nbsp;spaces</p>',
    ]);
  });

  it("reads Gmail, whose lines are boxes", () => {
    expect(cleaned(gmail).join("")).toBe(
      '<div><div>Hi Bo,</div><div><br></div><div>see <a href="https://example.com/a">this page</a><br>and tell me.<br></div>' +
        '<div><ol><li data-list="ordered">One</li><li data-list="ordered"><strong>Two</strong></li></ol></div>' +
        "<blockquote><div>Earlier words</div></blockquote>-- <br><div><div>Ada</div></div></div>",
    );
  });

  it("reads Excel: a row is a line", () => {
    expect(cleaned(excel).join("")).toBe(
      "<p><strong>Name</strong> | Amount</p><p>Ada Lovelace | 1,200.50</p><p><br></p>" +
        '<p><a href="mailto:bo@example.com">bo@example.com</a> | | yes</p>',
    );
  });

  it.each([
    ["one cell", "<table><tr><td>42</td></tr></table>", "<p>42</p>"],
    [
      "a table that lays out a page",
      "<table><tr><td><p>a</p><p>b</p></td><td><table><tr><td>c</td><td>d</td></tr></table></td></tr></table>",
      "<div><p>a</p><p>b</p></div><div><p>c | d</p></div>",
    ],
    [
      "code with its lines",
      '<div style="white-space: pre">if a:\n  b\tc</div>',
      "<div>if a:<br>&nbsp;&nbsp;b&nbsp;&nbsp;&nbsp;&nbsp;c</div>",
    ],
    ["an item of several lines", "<ul><li><p>a</p><p>b</p></li></ul>", '<ul><li data-list="bullet">a<br>b</li></ul>'],
    ["hidden text", 'a<span style="display:none">secret</span>b', "ab"],
    ["text in a hidden element", "a<p hidden>secret</p>b", "ab"],
    ["text that is not seen", 'a<span style="visibility: hidden">secret</span>b', "ab"],
    ["text without a size", '<p style="font-size:0px">secret</p><p>a</p>', "<p>a</p>"],
    ["small text, which is seen", '<p style="font-size:0.5em;opacity:0.9">a</p>', "<p>a</p>"],
    [
      "a signature with a picture in a separate column",
      "<table><tr><td><img src=x></td><td></td><td>Ada Lovelace<br>Sluice</td></tr></table>",
      "<p>Ada Lovelace<br>Sluice</p>",
    ],
    [
      "a line break within a cell of Excel",
      "<table><tr><td>Main Street 1<br>Cork</td><td>5</td></tr></table>",
      "<p>Main Street 1 Cork | 5</p>",
    ],
    ["a script", '<p onclick="x()">a<script>alert(1)</script></p>', "<p>a</p>"],
    ["a link that would run", '<a href="javascript:alert(1)">a</a>', "a"],
    ["a link to nowhere", '<a name="top">a</a>', "a"],
    ["a link with a placeholder", '<a href="{{Link}}">a</a>', '<a href="{{Link}}">a</a>'],
    ["a picture", '<p>a<img src="https://example.com/x.png" onerror="x()"></p>', "<p>a</p>"],
    ["deep headings", "<h5>a</h5>", "<h3>a</h3>"],
    ["old tags", "<b>a</b><strike>b</strike><font color=red>c</font>", "<strong>a</strong><s>b</s>c"],
    ["bold tags that aren't bold", '<b style="font-weight:normal">a</b>', "a"],
    ["what this editor copied", '<p class="ql-align-center x">{{Name}}</p>', '<p class="ql-align-center">{{Name}}</p>'],
    ["nothing", "<!-- nothing --><meta charset=utf-8>", ""],
  ])("reads %s", (_what, html, expected) => {
    expect(cleanPaste(html)).toBe(expected);
  });
});

test("pictures of a page are left out and counted; those of an editor stay", () => {
  const own = '<img src="cid:picture-0123456789abcdef.png" alt="A map" width="300">';
  const onLeftOut = vi.fn();
  const remote = '<img src="https://x.yy/a.png"><img src="data:image/png;base64,AA" alt="b">';
  const html = `<p>a${own}${remote}<img src="https://x.yy/seen.gif" width="1" height="1"></p>`;
  expect(cleanPaste(html, onLeftOut)).toBe(`<p>a${own}</p>`);
  expect(onLeftOut.mock.calls).toEqual([[2]]);
  cleanPaste(own, onLeftOut);
  expect(onLeftOut).toHaveBeenCalledOnce();
});
