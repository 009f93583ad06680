import * as fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bodyOf, WRITTEN } from "./bodyHtml.ts";
import type { BodyEditor } from "./createBodyEditor.ts";
import { anEditorWith, clip, paste } from "./editorTesting.ts";
import excelTable from "./paste/fixtures/excelTable.clipboard.txt?raw";
import { PASTE_READER } from "./paste/lateReader.ts";
import type { TableEdit } from "./tableEdits.ts";

// As on the page, where it loads soon after the editor.
beforeAll(PASTE_READER.preload);

const onBody = vi.fn<(body: string) => void>();
const onLoss = vi.fn<(sentence: string) => void>();
afterEach(() => {
  vi.clearAllMocks();
  document.body.replaceChildren();
});

function anEditor(body: string) {
  const { editor, root } = anEditorWith(body, { onBody: (read) => onBody(read()), onLoss });
  return { editor, root, body: () => bodyOf(root) };
}

function press(root: HTMLElement, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  root.dispatchEvent(event);
  return event;
}

const rows = (...each: string[]) =>
  `<table><tbody>${each.map((row) => `<tr>${row}</tr>`).join("")}</tbody></table>`;
const TWO = rows("<td>a</td><td>b</td>", "<td>c</td><td>d</td>");
/** The places of TWO's cells. */
const [A, B, C, D] = [0, 2, 4, 6];

describe("opening a body with a table", () => {
  it.each([
    `<p>a</p>${rows("<td>x</td><td>{{Name}} <strong>b</strong></td>", "<td></td><td>d</td>")}<p>b</p>`,
    `<table><thead><tr><th colspan="2">x</th></tr></thead><tbody><tr><td><p>a</p><p class="ql-align-center">b</p></td><td class="ql-align-right">5</td></tr></tbody><tfoot><tr><td><p>z</p></td><td><p class="ql-indent-1">y</p></td></tr></tfoot></table>`,
    `${TWO}${TWO}`,
    `${TWO}<p><br></p>`,
    `${TWO}<p><br></p><p><br></p>`,
    `${rows('<td rowspan="2">x</td><td>&nbsp;y&nbsp;&nbsp;</td>', '<td><a href="{{Link}}">z &lt;</a></td>')}<p>a</p>`,
    rows("<td>x</td><td>y</td>", "<td>only one</td>"),
    "<p><br></p><p>{{Name}}</p><p><br></p>",
  ])("stores it as it was: %s", (body) => {
    expect(anEditor(body).body()).toBe(body);
  });

  it.each([
    ["a list", rows("<td><ul><li>x {{Name}} &amp; y</li></ul></td>")],
    ["a caption", "<table><caption>c</caption><tbody><tr><td>x</td></tr></tbody></table>"],
    ["a table in a cell", rows(`<td>${TWO}</td>`)],
    ["a style", rows('<td style="text-align:right">5</td>')],
    ["a direction", '<table dir="rtl"><tbody><tr><td>x</td></tr></tbody></table>'],
    ["text beside a line", rows("<td>x<p>y</p></td>")],
    [
      "two bodies",
      "<table><tbody><tr><td>x</td></tr></tbody><tbody><tr><td>y</td></tr></tbody></table>",
    ],
  ])("shows one with %s as a whole, which Backspace takes away", (_what, table) => {
    const body = `<p>a</p>${table}<p>b</p>`;
    const { editor, root, body: now } = anEditor(body);
    expect(now()).toBe(body);
    expect(root.querySelectorAll("[contenteditable=false] td").length).toBeGreaterThan(0);
    expect(root.querySelector("[style], [dir]")).toBeNull();
    editor.select(3, 0);
    press(root, "Backspace");
    expect(now()).toBe("<p>a</p><p>b</p>");
  });

  it("shows nothing of one that runs or leads away", () => {
    const { root } = anEditor(
      rows(
        '<td><ul><li><a href="https://example.com">x</a><img src="x" onerror="x()"></li></ul></td>',
      ),
    );
    expect(root.querySelector("[href], img, [onerror]")).toBeNull();
    expect(root.textContent).toContain("x");
  });

  /** A cell as it is stored. */
  const content = fc.constantFrom(
    "",
    "a",
    "{{Name}}",
    "{{Due|date}} <strong>b</strong>",
    '<a href="{{Link}}">c</a>',
    "<p>a</p>",
    "<p>a</p><p>{{Name}}</p>",
    '<p class="ql-align-right">a</p><p><br></p><p>b</p>',
    "&lt;td&gt;",
  );
  const cell = fc.record({
    content,
    isHead: fc.boolean(),
    isRight: fc.boolean(),
    width: fc.integer({ min: 1, max: 3 }),
    height: fc.integer({ min: 1, max: 3 }),
  });

  /** A table of 3 × 3 places: each cell takes as many as are free. */
  function stored(
    cells: readonly (typeof cell extends fc.Arbitrary<infer C> ? C : never)[],
    headRows: number,
  ): string {
    const taken = new Set<string>();
    const at = (y: number, x: number) => `${y} ${x}`;
    const lines = [0, 1, 2].map((y) =>
      [0, 1, 2]
        .map((x) => {
          const {
            content: inside,
            isHead,
            isRight,
            width,
            height,
          } = cells[y * 3 + x] ?? {
            content: "",
            isHead: false,
            isRight: false,
            width: 1,
            height: 1,
          };
          if (taken.has(at(y, x))) return "";
          const end = y < headRows ? headRows : 3;
          let columns = 1;
          while (columns < width && x + columns < 3 && !taken.has(at(y, x + columns))) columns++;
          const rowCount = Math.min(height, end - y);
          for (let down = 0; down < rowCount; down++)
            for (let right = 0; right < columns; right++) taken.add(at(y + down, x + right));
          const spans = `${columns > 1 ? ` colspan="${columns}"` : ""}${rowCount > 1 ? ` rowspan="${rowCount}"` : ""}`;
          const align = isRight && !inside.startsWith("<p") ? ' class="ql-align-right"' : "";
          const name = isHead ? "th" : "td";
          return `<${name}${spans}${align}>${inside}</${name}>`;
        })
        .join(""),
    );
    const part = (name: string, some: string[]) =>
      some.length > 0
        ? `<${name}>${some.map((line) => `<tr>${line}</tr>`).join("")}</${name}>`
        : "";
    return `<table>${part("thead", lines.slice(0, headRows))}${part("tbody", lines.slice(headRows))}</table>`;
  }
  const anyTable = fc
    .tuple(fc.array(cell, { minLength: 9, maxLength: 9 }), fc.integer({ min: 0, max: 2 }))
    .map(([cells, head]) => stored(cells, head))
    .filter((html) => !html.includes("<tr></tr>"));
  const around = fc.constantFrom(
    "",
    "<p>before {{A}}</p>",
    "<p><br></p>",
    '<ol><li data-list="bullet">x</li></ol>',
  );

  it("stores any as it was, with its placeholders as chips", () => {
    void fc.assert(
      fc.property(around, anyTable, around, anyTable, around, (a, first, b, second, c) => {
        const body = a + first + b + second + c;
        const { root, body: now } = anEditor(body);
        expect(now()).toBe(body);
        expect(root.querySelectorAll(`[${WRITTEN}]`)).toHaveLength(
          body.match(/>?\{\{(A|Name|Due\|date)\}\}/g)?.length ?? 0,
        );
        document.body.replaceChildren();
      }),
    );
  });
});

describe("changing a table", () => {
  const change = (body: string, at: number, edit: TableEdit) => {
    const made = anEditor(body);
    made.editor.select(at, 0);
    made.editor.editTable(edit);
    return made;
  };

  it.each<[TableEdit, number, string]>([
    ["Add row", A, rows("<td>a</td><td>b</td>", "<td></td><td></td>", "<td>c</td><td>d</td>")],
    ["Add row", D, rows("<td>a</td><td>b</td>", "<td>c</td><td>d</td>", "<td></td><td></td>")],
    ["Remove row", B, rows("<td>c</td><td>d</td>")],
    ["Add column", A, rows("<td>a</td><td></td><td>b</td>", "<td>c</td><td></td><td>d</td>")],
    ["Remove column", D, rows("<td>a</td>", "<td>c</td>")],
    ["Delete table", C, ""],
  ])("%s at %i, and undo", (edit, at, expected) => {
    const { editor, root, body } = change(`${TWO}<p>z</p>`, at, edit);
    expect(body()).toBe(`${expected}<p>z</p>`);
    expect(onBody).toHaveBeenLastCalledWith(`${expected}<p>z</p>`);
    press(root, "z", { ctrlKey: true });
    expect(body()).toBe(`${TWO}<p>z</p>`);
    expect(editor.selectedText()).toBe("");
  });

  it.each<[TableEdit, number, string]>([
    // x x y / x x z: x is at 0, y at 2, z at 4.
    ["Add row", 2, rows('<td rowspan="3" colspan="2">x</td><td>y</td>', "<td></td>", "<td>z</td>")],
    ["Remove row", 2, rows('<td colspan="2">x</td><td>z</td>')],
    ["Remove row", 4, rows('<td colspan="2">x</td><td>y</td>')],
    [
      "Add column",
      0,
      rows('<td rowspan="2" colspan="2">x</td><td></td><td>y</td>', "<td></td><td>z</td>"),
    ],
    ["Remove column", 0, rows('<td rowspan="2">x</td><td>y</td>', "<td>z</td>")],
  ])("%s at %i keeps cells that span", (edit, at, expected) => {
    const spanning = rows('<td rowspan="2" colspan="2">x</td><td>y</td>', "<td>z</td>");
    const { body } = change(`${spanning}<p>z</p>`, at, edit);
    expect(body().replaceAll('colspan="2" rowspan', "rowspan")).toBe(
      `${expected.replace(/rowspan="(\d)" colspan="2"/, 'rowspan="$1"')}<p>z</p>`,
    );
  });

  it("makes a row below the headings an ordinary one, and one below numbers right-aligned", () => {
    const head = "<table><thead><tr><th>a</th></tr></thead><tbody>";
    const { editor, body } = change(
      `${head}<tr><td class="ql-align-right">5</td></tr></tbody></table>`,
      0,
      "Add row",
    );
    expect(body()).toBe(
      `${head}<tr><td></td></tr><tr><td class="ql-align-right">5</td></tr></tbody></table>`,
    );
    editor.select(3, 0);
    editor.editTable("Add row");
    expect(body()).toContain('5</td></tr><tr><td class="ql-align-right"></td></tr>');
  });

  it("makes a column of headings where a row has only headings", () => {
    expect(change(rows("<th>a</th>", "<td>b</td>"), 0, "Add column").body()).toBe(
      rows("<th>a</th><th></th>", "<td>b</td><td></td>"),
    );
  });

  it("deletes the table with its last row or column", () => {
    expect(change(rows("<td>a</td><td>b</td>"), 0, "Remove row").body()).toBe("<p><br></p>");
    expect(change(rows("<td>a</td>", "<td>b</td>"), 0, "Remove column").body()).toBe("<p><br></p>");
  });
});

describe("keys in a table", () => {
  const typed = (editor: BodyEditor) => editor.insert("{{X}}");

  it("Tab and Shift+Tab go to the cells, and leave at both ends", () => {
    const { editor, root, body } = anEditor(TWO);
    editor.select(A, 0);
    expect(press(root, "Tab").defaultPrevented).toBe(true);
    typed(editor);
    expect(body()).toBe(TWO.replace("<td>b", "<td>b{{X}}"));
    expect(press(root, "Tab", { shiftKey: true }).defaultPrevented).toBe(true);
    expect(press(root, "Tab", { shiftKey: true }).defaultPrevented).toBe(false);
    editor.select(D + 1, 0);
    expect(press(root, "Tab").defaultPrevented).toBe(false);
  });

  it("Enter makes another line in the cell", () => {
    const { editor, root, body } = anEditor(TWO);
    editor.select(A + 1, 0);
    press(root, "Enter");
    typed(editor);
    expect(body()).toBe(TWO.replace("<td>a</td>", "<td><p>a</p><p>{{X}}</p></td>"));
    press(root, "Backspace");
    press(root, "Backspace");
    expect(body()).toBe(TWO);
  });

  it("Enter at the beginning makes a line before a table that begins the body", () => {
    const { editor, root, body } = anEditor(TWO + TWO);
    editor.select(0, 0);
    press(root, "Enter");
    expect(body()).toBe(`<p><br></p>${TWO}${TWO}`);
    editor.select(9, 0);
    press(root, "Enter");
    expect(body()).toBe(`<p><br></p>${TWO}<p><br></p>${TWO}`);
  });

  it.each([
    ["Backspace at the beginning of a cell", B, "Backspace", `<p>z</p>${TWO}<p>z</p>`],
    ["Delete at the end of a cell", A + 1, "Delete", `<p>z</p>${TWO}<p>z</p>`],
    ["Backspace at the beginning of the line after it", 8, "Backspace", `<p>z</p>${TWO}<p>z</p>`],
    ["Delete at the end of the line before it", -1, "Delete", `<p>z</p>${TWO}<p>z</p>`],
  ])("%s leaves the table", (_what, at, key, expected) => {
    const { editor, root, body } = anEditor(`<p>z</p>${TWO}<p>z</p>`);
    editor.select(at + 2, 0);
    expect(press(root, key).defaultPrevented).toBe(true);
    expect(body()).toBe(expected);
  });

  it("removes an empty line beside it, but not the last", () => {
    const { editor, root, body } = anEditor(`<p><br></p>${TWO}<p><br></p><p>z</p>`);
    editor.select(9, 0);
    press(root, "Backspace");
    editor.select(0, 0);
    press(root, "Delete");
    expect(body()).toBe(`${TWO}<p>z</p>`);
    const ended = anEditor(TWO);
    ended.editor.select(8, 0);
    press(ended.root, "Backspace");
    expect(ended.body()).toBe(TWO);
    expect(ended.root.lastElementChild?.tagName).toBe("P");
  });

  const EMPTY = rows("<td></td><td></td>", "<td></td><td></td>");
  it.each<[what: string, from: number, to: number, expected: string]>([
    [
      "two cells",
      A + 3,
      B + 4,
      `<p>yz</p>${TWO.replace("<td>a", "<td>").replace("<td>b", "<td>")}<p>z</p>`,
    ],
    ["all cells", A + 3, D + 4, `<p>yz</p>${EMPTY}<p>z</p>`],
    ["the whole table", 1, D + 5, "<p>yz</p>"],
    ["the line before and a cell", 1, A + 4, `<p>y</p>${TWO.replace("<td>a", "<td>")}<p>z</p>`],
    ["a cell and the line after", D + 3, D + 6, `<p>yz</p>${TWO.replace("<td>d", "<td>")}`],
  ])("deleting %s keeps the other cells where they are", (_what, from, to, expected) => {
    const { editor, root, body } = anEditor(`<p>yz</p>${TWO}<p>z</p>`);
    editor.select(from, to - from);
    press(root, "Delete");
    expect(body()).toBe(expected);
    press(root, "z", { ctrlKey: true });
    expect(body()).toBe(`<p>yz</p>${TWO}<p>z</p>`);
  });

  it("cutting does, too, and gives spreadsheets their tabs", () => {
    const { editor, root, body } = anEditor(TWO);
    editor.select(A, 7);
    const data = new Map<string, string>();
    clip(root, "cut", data);
    expect(data.get("text/plain")).toBe("a\tb\nc\td");
    expect(data.get("text/html")).toContain("<td");
    expect(body()).toBe(EMPTY);
  });

  it("typing over cells writes into the first", () => {
    const { editor, root, body } = anEditor(TWO);
    editor.select(A, 3);
    const event = new InputEvent("beforeinput", {
      inputType: "insertText",
      data: "x",
      bubbles: true,
      cancelable: true,
    });
    root.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(body()).toBe(rows("<td>x</td><td></td>", "<td>c</td><td>d</td>"));
  });

  it.each(["header", "list", "blockquote", "code-block"])("%s is no format of a cell", (name) => {
    const { editor, body } = anEditor(`${TWO}<p>z</p>`);
    editor.select(0, 4);
    editor.format(name, name === "list" ? "bullet" : 1);
    expect(body()).toBe(`${TWO}<p>z</p>`);
  });

  it("clearing the formats keeps the cells and their placeholders", () => {
    const { editor, body } = anEditor(
      rows('<td class="ql-align-right"><strong>a {{X}}</strong></td><td>b</td>'),
    );
    // Without the end of the cell.
    editor.select(0, 3);
    editor.clean();
    expect(body()).toBe(rows("<td>a {{X}}</td><td>b</td>"));
  });
});

describe("pasting a table", () => {
  const copied = `<table>${"<tr><td>1</td><td>{{Name}}</td></tr>".repeat(2)}</table>`;
  const pasted = rows("<td>1</td><td>{{Name}}</td>", "<td>1</td><td>{{Name}}</td>");

  it.each([
    ["into nothing", "", 0, 0, pasted],
    ["into an empty line", "<p>a</p><p><br></p><p>b</p>", 2, 0, `<p>a</p>${pasted}<p>b</p>`],
    ["in the middle of a line", "<p>ab</p>", 1, 0, `<p>a</p>${pasted}<p>b</p>`],
    ["behind a line", "<p>ab</p>", 2, 0, `<p>ab</p>${pasted}`],
    ["over a table", `<p>a</p>${TWO}<p>b</p>`, 2, 8, `<p>a</p>${pasted}<p>b</p>`],
    ["behind another", TWO, 8, 0, TWO + pasted],
  ])("%s", (_where, before, at, length, expected) => {
    const { editor, root, body } = anEditor(before);
    editor.select(at, length);
    paste(root, { "text/html": copied, "text/plain": "not this" });
    expect(body()).toBe(expected);
    expect(root.querySelectorAll(`[${WRITTEN}]`)).toHaveLength(2);
    expect(onLoss).not.toHaveBeenCalled();
  });

  it("into a cell makes it text, and says so", () => {
    const { editor, root, body } = anEditor(TWO);
    editor.select(A + 1, 0);
    paste(root, {
      "text/html": `<h1>t</h1><ul><li>i</li></ul>${copied}`,
      "text/plain": "not this",
    });
    const lines = "<p>at</p><p>i</p><p>1 | {{Name}}</p><p>1 | {{Name}}</p>";
    expect(body()).toBe(TWO.replace("<td>a</td>", `<td>${lines}</td>`));
    expect(onLoss).toHaveBeenCalledWith("A table can't be in another table. We pasted it as text.");
  });

  it("of more cells than a body has makes it text, and says so; the tables that are there count", () => {
    const large = `<table>${`<tr>${"<td>1</td>".repeat(50)}</tr>`.repeat(100)}</table>`;
    const { editor, root, body } = anEditor(TWO);
    editor.select(8, 0);
    paste(root, { "text/html": large, "text/plain": "not this" });
    expect(body().startsWith(`${TWO}<p>1 | 1 |`)).toBe(true);
    expect(body().match(/1/g)).toHaveLength(5_000);
    expect(onLoss).toHaveBeenCalledWith(
      "The table is too large: at most 50 columns, and 5,000 cells in all tables. We pasted it as text.",
    );
  });

  it("of a spreadsheet's text is one, too, but stays text in a cell and in code", () => {
    const text = "1\t{{Name}}\n1\t{{Name}}\n";
    const free = anEditor("");
    free.editor.focus();
    paste(free.root, { "text/plain": text });
    expect(free.body()).toBe(pasted);
    const cell = anEditor(TWO);
    cell.editor.select(A + 1, 0);
    paste(cell.root, { "text/plain": text });
    expect(cell.body().match(/<table/g)).toHaveLength(1);
    const code = anEditor("<pre>x\n</pre>");
    code.editor.select(1, 0);
    paste(code.root, { "text/plain": text });
    expect(code.body()).toContain("<pre>x1");
    expect(onLoss).not.toHaveBeenCalled();
  });

  it("of Excel: its spans, its alignment, its lines, and a chip", () => {
    const { editor, root, body } = anEditor("");
    editor.focus();
    paste(root, { "text/html": excelTable, "text/plain": "not this" });
    expect(body()).toContain(
      '<td rowspan="2"><p><em>{{Company}}</em></p><p><em>Dublin</em></p></td>',
    );
    expect(body()).toContain(
      '<td colspan="2" class="ql-align-center"><strong>Invoice</strong></td>',
    );
    const saved = body();
    expect(anEditor(saved).body()).toBe(saved);
  });
});
