import { afterEach, beforeAll, expect, it } from "vitest";
import { bodyOf } from "./bodyHtml.ts";
import { anEditorWith } from "./editorTesting.ts";
import { SHOWN_MARK } from "./mailLook.ts";
import { PASTE_READER } from "./paste/lateReader.ts";
import { KEYS, Quill } from "./quillParts.ts";

// As on the page, where it loads soon after the editor.
beforeAll(PASTE_READER.preload);
afterEach(() => document.body.replaceChildren());

function anEditor(body: string) {
  const { editor, host } = anEditorWith(body);
  const quill = Quill.find(host);
  if (!(quill instanceof Quill)) throw new Error("The editor isn't there.");
  const marks = () =>
    [...quill.root.querySelectorAll("li > .ql-ui")].map((mark) => mark.getAttribute(SHOWN_MARK));
  return { editor, quill, marks, saved: () => bodyOf(quill.root) };
}

const item = (text: string, rest = "") => `<li data-list="ordered"${rest}>${text}</li>`;
const LIST = `<ol>${item("a", ' data-start="3" data-type="a"')}${item("b", ' data-start="3" data-type="a"')}</ol>`;

it.each([
  ["the editor's own", LIST, LIST, ["c.", "d."]],
  [
    "one that comes from elsewhere",
    '<ol start="3" type="a"><li>a</li><li>b</li></ol>',
    LIST,
    ["c.", "d."],
  ],
  [
    "a list in a list",
    '<ol><li>a<ol start="2" type="1"><li>b</li></ol></li><li>c</li></ol>',
    `<ol>${item("a")}${item("b", ' class="ql-indent-1" data-start="2" data-type="1"')}${item("c")}</ol>`,
    ["1.", "2.", "2."],
  ],
  [
    "a list in a numbered item, which has numbers of its own",
    '<ol start="3" type="A"><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>d</li></ol>',
    `<ol>${item("a", ' data-start="3" data-type="A"')}<li data-list="bullet" class="ql-indent-1">b</li>${item("c", ' class="ql-indent-1"')}${item("d", ' data-start="3" data-type="A"')}</ol>`,
    ["C.", null, "a.", "D."],
  ],
  ["nonsense", '<ol start="x" type="z"><li>a</li></ol>', `<ol>${item("a")}</ol>`, ["1."]],
])(
  "a stored list is shown with its numbers and saved with them: %s",
  (_, body, expected, shown) => {
    const { saved, marks } = anEditor(body);
    expect([saved(), marks()]).toEqual([expected, shown]);
  },
);

it("numbers on when an item is added or removed", () => {
  const { quill, marks } = anEditor(LIST);
  quill.setSelection(1, 0);
  const [enter] = quill.keyboard.bindings.Enter?.slice(-2) ?? [];
  expect(enter).toBeDefined();
  quill.updateContents([{ retain: 1 }, { insert: "\n", attributes: quill.getFormat(1) }], "user");
  expect(marks()).toEqual(["c.", "d.", "e."]);
  quill.deleteText(0, 2, "user");
  expect(marks()).toEqual(["c.", "d."]);
});

it("begins anew with another kind or level, and undo brings the numbers back", () => {
  const { editor, quill, marks, saved } = anEditor(LIST);
  editor.select(2, 1);
  editor.format("indent", "+1");
  expect(marks()).toEqual(["c.", "a."]);
  editor.select(0, 3);
  editor.format("list", "bullet");
  editor.format("list", "ordered");
  expect(marks()).toEqual(["1.", "a."]);
  for (let step = 0; step < 3; step++) quill.history.undo();
  expect(saved()).toBe(LIST);
});

it("indents by the keyboard in the same way", () => {
  const { editor, quill, marks } = anEditor(LIST);
  KEYS.indentMore.handler.call({ quill }, { index: 2, length: 1 });
  expect(marks()).toEqual(["c.", "a."]);
  editor.select(0, 0);
  KEYS.indentMore.handler.call({ quill }, { index: 0, length: 1 });
  KEYS.indentLess.handler.call({ quill }, { index: 0, length: 1 });
  expect(marks()).toEqual(["1.", "a."]);
});

it("a line that is no item is saved without numbers", () => {
  const { quill, saved } = anEditor(LIST);
  quill.formatLine(0, 1, "list", false, "user");
  expect(saved()).toMatch(/^<p>a<\/p><ol><li data-list="ordered" data-start="3"/);
});

it.each([
  LIST,
  `<ol>${item("a")}${item("b", ' class="ql-indent-1"')}${item("c", ' class="ql-indent-1"')}</ol>`,
  `<p>x</p><ol>${item("a", ' data-start="7"')}<li data-list="bullet" class="ql-indent-2">b</li>${item("c", ' data-start="7"')}</ol>`,
])("copied and pasted, a list keeps its numbers: %s", (body) => {
  const { quill } = anEditor(body);
  const { html } = quill.clipboard.onCopy({ index: 0, length: quill.getLength() - 1 }, false);
  const other = anEditor("");
  other.quill.clipboard.onPaste({ index: 0, length: 0 }, { html });
  expect(other.saved()).toBe(body);
});
