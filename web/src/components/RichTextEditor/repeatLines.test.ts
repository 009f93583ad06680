import { DEFAULT_FORMATS } from "@sendwright/core/contract";
import { compileTemplate } from "@sendwright/core/placeholders";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { anEditorWith, clip } from "./editorTesting.ts";
import { PASTE_READER } from "./paste/lateReader.ts";

// As on the page, where it loads soon after the editor.
beforeAll(PASTE_READER.preload);

const onBody = vi.fn<(body: string) => void>();
const onRepeatProblem = vi.fn<(sentence: string | null) => void>();
afterEach(() => {
  onBody.mockReset();
  onRepeatProblem.mockReset();
  document.body.replaceChildren();
});

/** The editor with a body, in which the text between two positions is selected. */
function anEditor(body: string, index: number, length = 0) {
  const { editor, root } = anEditorWith(body, {
    onBody: (read) => onBody(read()),
    onRepeatProblem,
  });
  editor.select(index, length);
  const chip = (text: string) => {
    const found = root.querySelector<HTMLElement>(`[data-written="${text}"]`);
    if (!found) throw new Error(`There is no chip ${text}.`);
    return found;
  };
  const undo = () =>
    root.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  return { editor, root, chip, undo, body: () => onBody.mock.lastCall?.[0] };
}

const OPEN = "<p>{{#rows}}</p>";
const CLOSE = "<p>{{/rows}}</p>";
const BULLETS = (...items: string[]) =>
  `<ol>${items.map((item) => `<li data-list="bullet">${item}</li>`).join("")}</ol>`;
const TABLE = (...rows: string[][]) =>
  `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody></table>`;

/** What is selected of a body, and the body in which that repeats. */
const REPEATED: [what: string, body: string, range: [number, number], repeated: string][] = [
  ["the line with the cursor", "<p>ab</p><p>c</p>", [1, 0], `${OPEN}<p>ab</p>${CLOSE}<p>c</p>`],
  ["the last line", "<p>ab</p><p>c</p>", [3, 0], `<p>ab</p>${OPEN}<p>c</p>${CLOSE}`],
  ["an empty line", "<p>a</p><p><br></p>", [2, 0], `<p>a</p>${OPEN}<p><br></p>${CLOSE}`],
  ["a part of a line", "<p>abc</p>", [1, 1], `${OPEN}<p>abc</p>${CLOSE}`],
  [
    "parts of two lines",
    "<p>a</p><p>bc</p><p>de</p><p>f</p>",
    [3, 3],
    `<p>a</p>${OPEN}<p>bc</p><p>de</p>${CLOSE}<p>f</p>`,
  ],
  ["a whole line with its end", "<p>ab</p><p>c</p>", [0, 3], `${OPEN}<p>ab</p>${CLOSE}<p>c</p>`],
  ["a heading", "<h2>a</h2><p>b</p>", [0, 0], `${OPEN}<h2>a</h2>${CLOSE}<p>b</p>`],
  [
    "a last line in the middle",
    '<p class="ql-align-center">a</p>',
    [0, 0],
    `${OPEN}<p class="ql-align-center">a</p>${CLOSE}`,
  ],
  [
    "a quotation",
    "<blockquote>a</blockquote>",
    [0, 0],
    `${OPEN}<blockquote>a</blockquote>${CLOSE}`,
  ],
  [
    "a line that is a link",
    '<p><a href="https://a.example">a</a></p>',
    [0, 1],
    `${OPEN}<p><a href="https://a.example">a</a></p>${CLOSE}`,
  ],
  [
    "lines around a list and a table",
    `<p>a</p>${BULLETS("b")}${TABLE(["c"])}<p>d</p>`,
    [0, 7],
    `${OPEN}<p>a</p>${BULLETS("b")}${TABLE(["c"])}<p>d</p>${CLOSE}`,
  ],
  [
    "a line before a list",
    `<p>a</p>${BULLETS("b")}`,
    [0, 0],
    `${OPEN}<p>a</p>${CLOSE}${BULLETS("b")}`,
  ],
  [
    "a line between tables",
    `${TABLE(["a"])}<p>b</p>${TABLE(["c"])}`,
    [2, 0],
    `${TABLE(["a"])}${OPEN}<p>b</p>${CLOSE}${TABLE(["c"])}`,
  ],
  ["an item", BULLETS("a", "bc", "d"), [3, 0], BULLETS("a", "{{#rows}}bc{{/rows}}", "d")],
  [
    "an item that begins and ends with a link",
    BULLETS('<a href="https://a.example">a</a>'),
    [0, 1],
    BULLETS('{{#rows}}<a href="https://a.example">a</a>{{/rows}}'),
  ],
  ["several items", BULLETS("a", "b", "c"), [0, 3], BULLETS("{{#rows}}a", "b{{/rows}}", "c")],
  [
    "the row of a cell",
    TABLE(["a", "b"], ["c", "d"]),
    [6, 0],
    TABLE(["a", "b"], ["{{#rows}}c", "d{{/rows}}"]),
  ],
  ["cells of a row", TABLE(["a", "b", "c"]), [2, 3], TABLE(["{{#rows}}a", "b", "c{{/rows}}"])],
  [
    "several rows",
    TABLE(["a", "b"], ["c", "d"], ["e", "f"]),
    [2, 3],
    TABLE(["{{#rows}}a", "b"], ["c", "d{{/rows}}"], ["e", "f"]),
  ],
  ["an empty row", TABLE(["", ""]), [0, 0], TABLE(["{{#rows}}", "{{/rows}}"])],
];

/** The lines, items and rows of tables of an email, as texts. */
function linesOf(html: string): string[] {
  const email = document.implementation.createHTMLDocument("").body;
  email.innerHTML = html;
  return [...email.querySelectorAll("p, h2, li, tr, blockquote")].map(({ textContent }) =>
    textContent.trim(),
  );
}

it.each<[what: string, body: string, range: [number, number], lines: string[]]>([
  ["a line", "<p>Hello</p><p>{{A}}</p><p>Bye</p>", [7, 0], ["Hello", "1", "2", "3", "Bye"]],
  ["a heading at the end", "<p>Hello</p><h2>{{A}}</h2>", [7, 0], ["Hello", "1", "2", "3"]],
  [
    "two lines",
    "<p>{{A}}</p><blockquote>x {{A}}</blockquote>",
    [0, 4],
    ["1", "x 1", "2", "x 2", "3", "x 3"],
  ],
  ["an item", BULLETS("a", "{{A}}", "z"), [3, 0], ["a", "1", "2", "3", "z"]],
  ["two items", BULLETS("{{A}}", "x {{A}}"), [0, 4], ["1", "x 1", "2", "x 2", "3", "x 3"]],
  ["a row of a table", TABLE(["a", "b"], ["{{A}}", "c"]), [4, 0], ["ab", "1c", "2c", "3c"]],
  ["two rows", TABLE(["{{A}}"], ["x {{A}}"]), [0, 4], ["1", "x 1", "2", "x 2", "3", "x 3"]],
])("what repeats of %s is in an email once for each of its rows", (_what, body, range, lines) => {
  const { editor, body: now } = anEditor(body, ...range);
  editor.repeat();
  const { render, joining, warnings } = compileTemplate({ body: now() ?? "" });
  expect(joining).not.toBeNull();
  expect(warnings).toEqual([]);
  const [first = new Map(), ...further] = ["1", "2", "3"].map((a) => new Map([["A", a]]));
  expect(linesOf(render(first, { ...DEFAULT_FORMATS, further }).html)).toEqual(lines);
});

it.each(REPEATED.filter(([what]) => !/in the middle|between tables|around a list/.test(what)))(
  "copies and pastes %s with its ends",
  (_what, _body, _range, repeated) => {
    const data = new Map<string, string>();
    const from = anEditor(`${repeated}<p>z</p>`, 0);
    // In happy-dom, the cells of a row come together at the first change.
    from.editor.edit((body) => body.replace("<p>z</p>", "<p>y</p>"));
    from.editor.select(0, 1000);
    clip(from.root, "copy", data);
    const to = anEditor("", 0);
    clip(to.root, "paste", data);
    expect(to.body()).toBe(`${repeated}<p>y</p>`);
  },
);

describe("Repeat for each row", () => {
  it.each(REPEATED)("repeats %s", (_what, body, range, repeated) => {
    const { editor, body: now, undo, root } = anEditor(body, ...range);
    expect(onRepeatProblem).toHaveBeenLastCalledWith(null);
    editor.repeat();
    expect(now()).toBe(repeated);
    undo();
    expect(now()).toBe(body);
    expect(root.querySelector("[data-rows]")).toBeNull();
  });

  it.each(REPEATED)(
    "removes both ends around %s, and undo brings them back",
    (_what, body, range, repeated) => {
      const { editor, body: now, chip, undo } = anEditor(body, ...range);
      editor.repeat();
      editor.removeEnds([chip("{{#rows}}"), chip("{{/rows}}")]);
      expect(now()).toBe(body);
      undo();
      expect(now()).toBe(repeated);
    },
  );

  it.each(REPEATED)(
    "opens and saves a body that repeats %s as it is",
    (_what, _body, _range, repeated) => {
      const { editor, chip, body } = anEditor(`${repeated}<p>z</p>`, 0);
      expect(chip("{{#rows}}").dataset.kind).toBe("rows");
      editor.edit((now) => now.replace("<p>z</p>", "<p>y</p>"));
      expect(body()).toBe(`${repeated}<p>y</p>`);
    },
  );

  it.each<[why: string, body: string, range: [number, number], sentence: string]>([
    ["is in a repeated part", `${OPEN}<p>a</p>${CLOSE}`, [2, 0], "This part repeats already."],
    [
      "is in a repeated item",
      BULLETS("{{#rows}}a{{/rows}}"),
      [1, 0],
      "The selection has a part that repeats already.",
    ],
    [
      "has a repeated part",
      `<p>z</p>${OPEN}<p>a</p>${CLOSE}<p>z</p>`,
      [0, 9],
      "The selection has a part that repeats already.",
    ],
    [
      "has one of its ends",
      `<p>z</p>${OPEN}<p>a</p>${CLOSE}<p>z</p>`,
      [0, 3],
      "The selection has a part that repeats already.",
    ],
    [
      "has one end of a condition",
      "<p>{{#Name}}a</p><p>b{{/Name}}</p>",
      [3, 0],
      "Select both ends of the condition, or neither.",
    ],
    [
      "begins in a list and ends outside",
      `${BULLETS("a")}<p>b</p>`,
      [0, 3],
      "Select items of one list, or lines outside of it.",
    ],
    [
      "begins outside of a list",
      `<p>b</p>${BULLETS("a")}`,
      [0, 3],
      "Select items of one list, or lines outside of it.",
    ],
    [
      "is in two lists",
      `${BULLETS("a")}<p>c</p>${BULLETS("b")}`,
      [0, 5],
      "Select items of one list, or lines outside of it.",
    ],
    [
      "is in two tables",
      `${TABLE(["a"])}${TABLE(["b"])}`,
      [0, 3],
      "Select rows of one table, or lines outside of it.",
    ],
    [
      "begins in a table and ends outside",
      `${TABLE(["a"])}<p>b</p>`,
      [0, 3],
      "Select rows of one table, or lines outside of it.",
    ],
    [
      "ends in a table",
      `<p>b</p>${TABLE(["a"])}`,
      [0, 3],
      "Select rows of one table, or lines outside of it.",
    ],
    [
      "is in a row with a cell that spans rows",
      '<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
      [4, 0],
      "A row with a cell that spans several rows can't repeat.",
    ],
    ["is code", "<pre>a\nb\n</pre>", [0, 0], "Lines of code can't repeat."],
  ])("says why nothing can repeat: the selection %s", (_why, body, range, sentence) => {
    const { editor } = anEditor(body, ...range);
    expect(onRepeatProblem).toHaveBeenLastCalledWith(sentence);
    editor.repeat();
    expect(onRepeatProblem).toHaveBeenLastCalledWith(sentence);
  });

  it("says that a placeholder has the name of the tags, which are a condition then", () => {
    const { editor, chip } = anEditor(`${OPEN}<p>a</p>${CLOSE}<p>b</p>`, 6);
    const seen = () => chip("{{#rows}}").querySelector('[role="img"]')?.getAttribute("aria-label");
    expect(seen()).toBe("Repeated part for each row");
    const rows = {
      name: "rows",
      type: "text",
      options: [],
      fallback: null,
      required: true,
    } as const;
    editor.showTypes([{ ...rows, options: [] }]);
    expect(onRepeatProblem).toHaveBeenLastCalledWith(
      "The email has a placeholder {{rows}}: with another name for it, lines can repeat.",
    );
    expect(seen()).toBe("Condition if there is rows");
    editor.showTypes([]);
    expect(onRepeatProblem).toHaveBeenLastCalledWith(null);
    expect(seen()).toBe("Repeated part for each row");
  });
});
