import { describe, expect, it } from "vitest";
import { pictureTag } from "../pictureBlot.ts";
import { cleanPaste } from "./cleanPaste.ts";

const cleaned = (html: string) => cleanPaste(html).html;
const LINE = "<p><br></p>";

describe("emoji as pictures", () => {
  it.each([
    ["by their description", '<img alt="\u{1f44d}\u{1f3fd}">', "\u{1f44d}\u{1f3fd}"],
    ["a flag", '<img alt="\u{1f1e9}\u{1f1ea}">', "\u{1f1e9}\u{1f1ea}"],
    ["a keycap", '<img alt="1\ufe0f\u20e3">', "1\ufe0f\u20e3"],
    [
      "by the file's name",
      '<img class="emoji" src="https://a.bc/72x72/1f468-200d-1f4bb.png">',
      "\u{1f468}\u200d\u{1f4bb}",
    ],
    [
      "by a name where there is no such character",
      '<img data-stringify-type="emoji" alt=":party:" src="https://a.bc/x.png">',
      ":party:",
    ],
    [
      "by the label of an empty element",
      '<span role="img" aria-label="\u{1f600}"></span>',
      "\u{1f600}",
    ],
  ])("are text: %s", (_, html, text) => {
    expect(cleanPaste(`<p>a ${html}</p>`)).toMatchObject({
      html: `<p>a ${text}</p>`,
      droppedPictures: 0,
    });
  });

  it.each([
    ["a picture with a number", '<img alt="5" src="https://a.bc/x.png">'],
    ["a picture with words", '<img alt="Our office" src="https://a.bc/1f600.png">'],
  ])("but %s is a picture", (_, html) => {
    expect(cleanPaste(`<p>a${html}</p>`)).toMatchObject({ html: "<p>a</p>", droppedPictures: 1 });
  });

  it("and a picture of the editor stays, whatever its description", () => {
    const picture = pictureTag({
      name: "picture-0123456789abcdef.png",
      alt: "\u{1f600}",
      width: 10,
    });
    expect(cleaned(`<p>${picture.outerHTML}</p>`)).toBe(`<p>${picture.outerHTML}</p>`);
  });
});

describe("space between paragraphs", () => {
  it.each([
    ["points", "margin-bottom:8pt"],
    ["pixels", "margin:0px 0px 16px"],
    ["centimeters", "margin:0cm 0cm .3cm 0cm"],
    ["what the reader has", "mso-margin-bottom-alt:auto"],
  ])("is an empty line: %s", (_, style) => {
    expect(cleaned(`<p style="${style}">a</p><p>b</p>`)).toBe(`<p>a</p>${LINE}<p>b</p>`);
  });

  it.each([
    ["none is shown", '<p style="margin:0">a</p><p style="margin:0pt">b</p>', "<p>a</p><p>b</p>"],
    ["next to nothing is shown", '<p style="margin-bottom:2pt">a</p><p>b</p>', "<p>a</p><p>b</p>"],
    [
      "there is an empty line already",
      `<p style="margin-bottom:8pt">a</p>${LINE}<p>b</p>`,
      `<p>a</p>${LINE}<p>b</p>`,
    ],
    ["a program writes its lines in the source", "<p>a<br>\n  b<br>\n</p>", "<p>a<br>b<br></p>"],
    ["nothing follows", '<p style="margin-bottom:8pt">a</p>', "<p>a</p>"],
    [
      "a cell has paragraphs",
      '<table><tr><td><p style="margin-bottom:8pt">a</p><p>b</p></td><td>c</td></tr></table>',
      "<table><tbody><tr><td><p>a</p><p>b</p></td><td>c</td></tr></tbody></table>",
    ],
    [
      "items have space",
      '<ul><li style="margin-bottom:8pt">a</li><li>b</li></ul>',
      '<ul><li data-list="bullet">a</li><li data-list="bullet">b</li></ul>',
    ],
  ])("is no empty line where %s", (_, html, clean) => {
    expect(cleaned(html)).toBe(clean);
  });

  it("is an empty line in a table that only puts things in their places", () => {
    const inside = '<p style="margin:0 0 16px">a</p><p>b</p>';
    const table = `<table role="presentation"><tr><td>${inside}</td></tr></table>`;
    expect(cleaned(table)).toContain(`<p>a</p>${LINE}<p>b</p>`);
  });

  it("reads the style sheet: a class wins over its tag, its own style over both", () => {
    const sheet = "<style>p{margin-bottom:8pt} p.x{margin:0} .y{margin-bottom:9pt}</style>";
    expect(
      cleaned(
        `${sheet}<p>a</p><p class="x">b</p><p class="x" style="margin-bottom:9pt">c</p><p>d</p>`,
      ),
    ).toBe(`<p>a</p>${LINE}<p>b</p><p>c</p>${LINE}<p>d</p>`);
  });
});

describe("the numbers of lists", () => {
  const item = (rest: string) => `<li data-list="ordered"${rest}>`;
  it.each([
    ["a start and a type", '<ol start="3" type="i"><li>a</ol>', [' data-type="i" data-start="3"']],
    ["a style", '<ol style="list-style-type:upper-latin"><li>a</ol>', [' data-type="A"']],
    [
      "an item's own number",
      '<ol><li>a<li value="7">b<li>c</ol>',
      ["", ' data-start="7"', ' data-start="7"'],
    ],
    ["two lists that touch", "<ol><li>a</ol><ol><li>b</ol>", ["", ' data-start="1"']],
    ["two lists that count on", '<ol><li>a</ol><ol start="2"><li>b</ol>', ["", ""]],
    ["a list with numbers in dots", '<ul style="list-style-type:decimal"><li>a</ul>', [""]],
  ])("are kept: %s", (_, html, items) => {
    expect(cleaned(html).match(/<li[^>]*>/g)).toEqual(items.map(item));
  });

  it.each([
    ["a)", ' data-type="a"'],
    ["(c)", ' data-type="a" data-start="3"'],
    ["B.", ' data-type="A" data-start="2"'],
    ["i.", ' data-type="i"'],
    ["iv.", ' data-type="i" data-start="4"'],
    ["XII)", ' data-type="I" data-start="12"'],
    ["9", ' data-start="9"'],
    ["bb.", ' data-type="a" data-start="28"'],
  ])("are read from Word's mark %s", (mark, rest) => {
    const line = `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${mark}&nbsp; </span>x</p>`;
    expect(cleaned(line)).toBe(`<ol>${item(rest)}x</li></ol>`);
  });

  it("knows a letter behind h from a Roman number by its list", () => {
    const line = (list: string, mark: string) =>
      `<p style="mso-list:${list} level1 lfo1"><span style="mso-list:Ignore">${mark}</span>x</p>`;
    const marks = cleaned(
      `${line("l0", "h.")}<p>y</p>${line("l0", "i.")}<p>y</p>${line("l1", "i.")}`,
    );
    expect(marks.match(/<li[^>]*>/g)).toEqual([
      item(' data-type="a" data-start="8"'),
      item(' data-type="a" data-start="9"'),
      item(' data-type="i"'),
    ]);
  });

  it.each(["1.1.", "2.a)", "Article 3.", "\u00a7 4"])(
    "stay as text where a list can't have them: %s",
    (mark) => {
      const line = `<p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">${mark}&nbsp;</span>x</p>`;
      expect(cleaned(line).replace(/<[^>]*>/g, "")).toBe(`${mark} x`);
    },
  );

  it("are text in a cell, as they were", () => {
    const cell = '<td><ol start="3" type="a"><li>x</li><li>y</li></ol></td><td>z</td>';
    expect(cleaned(`<table><tr>${cell}</tr></table>`)).toContain("<p>c. x</p><p>d. y</p>");
  });
});

describe("ticks", () => {
  it.each([
    [
      "a box in an item",
      "<ul><li><input type=checkbox checked>a</li><li><input type=checkbox>b</li></ul>",
    ],
    [
      "ARIA",
      '<ul><li role="checkbox" aria-checked="true">a</li><li role="checkbox" aria-checked="false">b</li></ul>',
    ],
    ["brackets", "<ul><li>[x] a</li><li>[ ] b</li></ul>"],
    ["signs", "<ul><li>\u2611 a</li><li>\u2610 b</li></ul>"],
    ["data", '<ul><li data-checked="true">a</li><li data-checked="false">b</li></ul>'],
  ])("of a checklist are kept: %s", (_, html) => {
    expect(cleaned(html)).toBe(
      '<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>',
    );
  });

  it("are signs elsewhere", () => {
    expect(cleaned("<p><input type=checkbox checked>a <input type=checkbox>b</p>")).toBe(
      "<p>\u2611 a \u2610 b</p>",
    );
  });

  it("need no strikethrough, and brackets within an item are text", () => {
    const struck = '<span style="text-decoration:line-through">a</span>';
    expect(cleaned(`<ul><li data-checked="true">${struck}</li><li>b [x]</li></ul>`)).toBe(
      '<ul><li data-list="checked">a</li><li data-list="bullet">b [x]</li></ul>',
    );
  });
});

it("writes the marks of a quotation, and of one in another", () => {
  expect(cleaned("<p><q>a <q>b</q></q></p>")).toBe("<p>\u201ca \u2018b\u2019\u201d</p>");
});

describe("lines of an item", () => {
  it.each([
    ["text before a line", "<li>a<p>b</p></li>", "a<br>b"],
    ["text behind a line", "<li><div>a</div><b>b</b></li>", "a<br><strong>b</strong>"],
    ["lines around text", "<li><p>a</p>b<p>c</p></li>", "a<br>b<br>c"],
    ["an empty box", "<li><div></div><p>a</p></li>", "a"],
  ])("stay apart: %s", (_, item, text) => {
    expect(cleaned(`<ul>${item}</ul>`)).toBe(`<ul><li data-list="bullet">${text}</li></ul>`);
  });
});
