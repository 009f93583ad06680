import { describe, expect, test } from "vitest";
import { compileTemplate } from "./compileTemplate.ts";

/** An email whose `Blank` is blank, and whose `Given` is "x". */
function rendered(source: string, mark = false) {
  const { render } = compileTemplate({ subject: source, body: source });
  const formats = { dateFormat: "long", timeFormat: "12hr", mark } as const;
  return render(new Map([["Given", "x"]]), formats);
}

const html = (body: string) => rendered(body).html;
const B = "{{Blank|text:}}";
const HIDDEN = "{{#Blank}}text{{/Blank}}";
const PICTURE = '<img src="cid:picture-0123456789abcdef.png">';

describe.each([B, HIDDEN, `<strong>${B}</strong>`, `&nbsp;${HIDDEN} <em> ${B}</em>`])(
  "what %s empties",
  (gone) => {
    test.each([
      ["a paragraph", `<p>a</p><p>${gone}</p>`, "<p>a</p>"],
      ["a heading", `<h2>${gone}</h2>a`, "a"],
      ["a quotation", `<blockquote>${gone}</blockquote>a`, "a"],
      ["a quotation's paragraphs", `<blockquote><p>${gone}</p><p><br></p></blockquote>a`, "a"],
      ["a code block", `<pre>${gone}</pre>a`, "a"],
      ["a bullet", `<ul><li>a</li><li>${gone}</li></ul>`, "<ul><li>a</li></ul>"],
      [
        "an item with a box",
        `<ul><li>☐ a</li><li>☐ ${gone}</li><li>☑ ${gone}<ul><li>☐ b</li></ul></li></ul>`,
        "<ul><li>☐ a</li><ul><li>☐ b</li></ul></ul>",
      ],
      ["a list", `<ul><li>${gone}</li><li>${gone}<br></li></ul>a`, "a"],
      ["a deeper list", `<ul><li>a<ol><li>${gone}</li></ol></li></ul>`, "<ul><li>a</li></ul>"],
      ["a line", `<p>a<br>${gone}<br>b</p>`, "<p>a<br>b</p>"],
      ["the first line", `<p>${gone}<br>b</p>`, "<p>b</p>"],
      ["the last line", `<p>a<br>${gone}</p>`, "<p>a</p>"],
      ["lines of no block", `a<br>${gone}<br>${gone}<br/>b`, "a<br>b"],
      ["lines after an empty one", `<p>a<br><br>${gone}</p>`, "<p>a<br><br></p>"],
      [
        "a line before a list",
        `<li>a<br>${gone}<ul><li>b</li></ul></li>`,
        "<li>a<ul><li>b</li></ul></li>",
      ],
      ["a line of a code block", `<pre>a\n${gone}\nb\n${gone}</pre>`, "<pre>a\nb</pre>"],
      [
        "a row",
        `<table><tr><td>a</td></tr><tr><td>${gone}</td><td></td></tr></table>`,
        "<table><tr><td>a</td></tr></table>",
      ],
      [
        "a row with a wide cell",
        `<table><tr><td>a</td></tr><tr><td colspan="2"><p>${gone}</p></td></tr></table>`,
        "<table><tr><td>a</td></tr></table>",
      ],
      ["a table", `<table><tbody><tr><td>${gone}</td></tr></tbody></table>a`, "a"],
      [
        "rows under one cell",
        `<table><tr><td rowspan="2">${gone}</td><td></td></tr><tr><td>${gone}</td></tr><tr><td>a</td></tr></table>`,
        "<table><tr><td>a</td></tr></table>",
      ],
      ["a link", `<p>a<a href="https://example.org">${gone}</a></p>`, "<p>a</p>"],
      ["a block between texts", `<li>a<p>${gone}</p>b</li>`, "<li>a<br>b</li>"],
      [
        "a line and a block between texts",
        `<li>a<br>${gone}<p>${gone}</p>b</li>`,
        "<li>a<br>b</li>",
      ],
    ])("%s", (_, body, left) => {
      expect(
        html(body)
          .replaceAll("\u00a0", "&nbsp;")
          .replace(/(&nbsp;| )+(?=<|\n|$)/g, ""),
      ).toBe(left);
    });

    test.each([
      [
        "what the template left empty",
        `<p></p><p>&nbsp;</p><ul><li></li><li>${gone}</li></ul>`,
        "<p></p><p>&nbsp;</p><ul><li></li></ul>",
      ],
      ["empty lines", "<p>a<br><br>b</p>", "<p>a<br><br>b</p>"],
      ["an item's own box", `<ul><li>☐ </li><li>☐ ${gone}</li></ul>`, "<ul><li>☐ </li></ul>"],
      ["a picture", `<p>${gone}${PICTURE}</p>`, `<p>${PICTURE}</p>`],
      [
        "a horizontal line",
        `<blockquote>${gone}<hr></blockquote>`,
        "<blockquote><hr></blockquote>",
      ],
      ["a cell", `<tr><td>a</td><td>${gone}</td></tr>`, "<tr><td>a</td><td></td></tr>"],
      [
        "a row that a cell spans",
        `<table><tr><td rowspan="2">a</td></tr><tr><td>${gone}</td></tr></table>`,
        `<table><tr><td rowspan="2">a</td></tr><tr><td></td></tr></table>`,
      ],
      ["a value", `<p>${gone}{{Given}}</p>`, "<p>x</p>"],
    ])("%s stays", (_, body, left) => {
      expect(html(body).replace(/(?:&nbsp;| )+(?=<\/td|<\/bl|<hr|<img|x)/g, "")).toBe(left);
    });
  },
);

test("an item that lost its own text leaves its place to the list in it, and its number to the next", () => {
  const deeper = "<ul><li>b</li></ul>";
  expect(html(`<ol><li>a</li><li>${B}${deeper}</li><li>c</li></ol>`)).toBe(
    `<ol><li>a</li>${deeper}<li>c</li></ol>`,
  );
  expect(html(`<ol><li>a</li><li><p>${B}</p>${deeper}</li></ol>`)).toBe(
    `<ol><li>a</li>${deeper}</ol>`,
  );
  // The template itself left it empty.
  const empty = `<ol><li>${deeper}</li><li>${B}</li></ol>`;
  expect(html(empty)).toBe(`<ol><li>${deeper}</li></ol>`);
});

test("a list that continues another one's numbers has the number after the last that is left", () => {
  const first = `<ol><li>1</li><li>${B}</li><li>3</li></ol><p>a</p>`;
  const left = "<ol><li>1</li><li>3</li></ol><p>a</p>";
  expect(
    html(
      `${first}<ol start="4" dir="ltr"><li>4</li><li>${B}</li></ol><ol start="6"><li>6</li></ol>`,
    ),
  ).toBe(`${left}<ol start="3" dir="ltr"><li>4</li></ol><ol start="4"><li>6</li></ol>`);
  // The writer's own number.
  expect(html(`${first}<ol start="10"><li>10</li></ol>`)).toBe(
    `${left}<ol start="10"><li>10</li></ol>`,
  );
  expect(html(`<ol><li>${B}</li></ol><ol start="2"><li>2</li></ol>`)).toBe(
    '<ol start="1"><li>2</li></ol>',
  );
  const cell = (inside: string) => `<table><tr><td>${inside}</td><td>a</td></tr></table>`;
  const next = (start: number) => `<ol start="${start}"><li>4</li></ol>`;
  // In its own cell, in another one, in and out of a quotation.
  expect(html(cell(first + next(4)))).toBe(cell(left + next(3)));
  expect(html(first + cell(next(4)))).toBe(left + cell(next(3)));
  expect(html(cell(first) + cell(next(4)))).toBe(cell(left) + cell(next(3)));
  const quote = (inside: string) => `<blockquote>${inside}</blockquote>`;
  expect(html(quote(first) + next(4))).toBe(quote(left) + next(3));
  // A list of an item has numbers of its own.
  const deeper = (inside: string) => `<ul><li>a${inside}</li></ul>`;
  expect(html(first + deeper(next(4)))).toBe(left + deeper(next(4)));
});

test.each([
  [`Hi <strong>${B}</strong>,`, "Hi,"],
  [`Hi<strong> ${B}</strong>,`, "Hi,"],
  [`<b>Hi ${B}</b>, you`, "<b>Hi</b>, you"],
  [`<b>Hi <i>${B}</i></b><u>, you</u>`, "<b>Hi</b><u>, you</u>"],
  [`Hi <b>${B}</b> there`, "Hi there"],
  [`Hi&nbsp;<b>${B}</b>!`, "Hi!"],
  [`Hi <b>${B} </b>there`, "Hi there"],
  [`${B} <b>Smith</b>`, "<b>Smith</b>"],
  [`<b>${B}</b> Smith`, "Smith"],
  [`Smith <b>${B}</b>`, "Smith"],
  [`a <b>${B}</b><br>b`, "a<br>b"],
  [`a<br><b>${B}</b> b`, "a<br>b"],
  [`${B} ${B} ${B} a`, "a"],
  [`a ${B} ${B}${HIDDEN} ${B}.`, "a."],
  [`(see ${B}) (${B} b)`, "(see) (b)"],
  [`Hi ${HIDDEN}, you`, "Hi, you"],
  [`Hi${HIDDEN} you`, "Hi you"],
  [`Hi ${B}you`, "Hi you"],
  [`Hi ${PICTURE} ${B} you`, `Hi ${PICTURE} you`],
  [`Hi ${B}${PICTURE}`, `Hi ${PICTURE}`],
  [`Bonjour ${B} !`, "Bonjour !"],
])("of %j, a space of what is gone goes, too", (body, left) => {
  const shown = html(body).replace(/<(\w+)><\/\1>/g, "");
  expect(shown.replace(/<b> <\/b>/, " ")).toBe(left);
  expect(html(`<p>${body}</p>`).replace(/<b> <\/b>/, " ")).toBe(`<p>${left}</p>`);
});

test("a subject loses the same spaces, and those at its ends", () => {
  expect(rendered(` ${B} Fees ${B}, ${HIDDEN} now ${B}`).subject).toBe("Fees, now");
});

test("a preview leaves out the same, but shows gaps", () => {
  const body = `<ul><li>${B}</li><li>${HIDDEN}</li><li>{{Missing}}</li></ul>`;
  const gap =
    '<span data-variable="Missing" data-type="text" data-missing="true">{{Missing}}</span>';
  expect(rendered(body, true).html).toBe(`<ul><li>${gap}</li></ul>`);
});

test("a description of a picture loses a space with its placeholder, too", () => {
  expect(html(`<p><img alt="Photo of ${B}."></p>`)).toBe('<p><img alt="Photo of."></p>');
});

test("no character of a template or a value counts as gone", () => {
  expect(rendered("<p>a</p><p>\0</p>{{Given}}").html).toBe("<p>a</p><p></p>x");
  const { html: shown } = compileTemplate({ body: "<p>{{A}}</p><p>{{B|text:}}</p>" }).render(
    new Map([["A", "a\0"]]),
    { dateFormat: "long", timeFormat: "12hr" },
  );
  expect(shown).toBe("<p>a </p>");
});
