import { parseTemplate } from "@sendwright/core/placeholders";
import * as fc from "fast-check";
import { parseFragment, serialize } from "parse5";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bodyOf, WRITTEN, withChips } from "./bodyHtml.ts";
import { conditionAt, writeCondition } from "./conditionChips.ts";
import { anEditorWith, clip, paste } from "./editorTesting.ts";
import excel from "./paste/fixtures/excel.clipboard.txt?raw";
import gmail from "./paste/fixtures/gmail.clipboard.txt?raw";
import googleDocs from "./paste/fixtures/googleDocs.clipboard.txt?raw";
import word from "./paste/fixtures/word.clipboard.txt?raw";
import { PASTE_READER } from "./paste/lateReader.ts";
import { KEYS, Quill } from "./quillParts.ts";
import { readWritten } from "./writtenPlaceholder.ts";

// As on the page, where it loads soon after the editor.
beforeAll(PASTE_READER.preload);

const onBody = vi.fn<(body: string) => void>();
afterEach(() => {
  onBody.mockReset();
  document.body.replaceChildren();
});

const [onFiles, onLoss] = [
  vi.fn<(files: readonly File[]) => void>(),
  vi.fn<(sentence: string) => void>(),
];
const onFormats = vi.fn<() => void>();
const EVENTS = {
  onBody: (read: () => string) => onBody(read()),
  onFormats,
  onFiles,
  onLoss,
};
/** A browser reads no line break after `<pre>`, happy-dom does. */
const asRead = (body: string) => body.replaceAll("<pre>\n", "<pre>");

function anEditor(body = "") {
  const { editor, root } = anEditorWith(asRead(body), EVENTS);
  const chips = () =>
    [...root.querySelectorAll(`[${WRITTEN}]`)].map((chip) => chip.getAttribute(WRITTEN));
  return { editor, root, chips, body: () => onBody.mock.lastCall?.[0] };
}

/** Checks that neither a body nor its chips change by being opened and saved a second time. */
function staysTheSame(pieces: readonly string[]): void {
  // Sound HTML, as a browser reads it: happy-dom lets a paragraph hold blocks.
  const first = anEditor(serialize(parseFragment(`<p>${pieces.join("")}</p>`)));
  const saved = bodyOf(first.root);
  const again = anEditor(saved);
  expect(again.chips()).toEqual(first.chips());
  expect(bodyOf(again.root)).toBe(saved);
  const written = parseTemplate({ body: saved }).variables.map(({ name }) => name);
  const tokens = first.chips().map((chip) => readWritten(chip ?? ""));
  const names = tokens.flatMap((token) => (token?.kind === "placeholder" ? token.name : []));
  expect(written).toEqual(expect.arrayContaining(names));
  document.body.replaceChildren();
}

describe("what makes a list of a line", () => {
  it.each([
    ["1.", true],
    ["-", true],
    ["*", true],
    ["21.", false],
    ["2026.", false],
  ])("%s and a space: %s", (typed, isList) => {
    expect(KEYS["list autofill"].prefix.test(typed)).toBe(isList);
  });
});

it("searches the body for chips, pictures and lists at no letter, and at anything else", () => {
  const { editor, root } = anEditor("<p>Dear {{First}}, {{#Last}}x{{/Last}}</p>");
  const search = vi.spyOn(root, "querySelectorAll");
  const quill = Quill.find(root.parentElement as HTMLElement);
  if (quill instanceof Quill) quill.insertText(3, "a", "user");
  expect(root).toHaveTextContent("Deaar");
  expect(search).not.toHaveBeenCalled();
  editor.insert("{{City}}");
  expect(search).toHaveBeenCalled();
});

it.each([
  ["a placeholder", "<p>Dear {{First}}{{Last}}</p><p>Hello</p>"],
  ["a condition", "<p>Dear {{First}}{{#Last}}{{/Last}}</p><p>Hello</p>"],
])("inserts %s behind the chip that the cursor is to the right of", async (name, expected) => {
  const { editor, root, body } = anEditor("<p>Dear {{First}}</p><p>Hello</p>");
  onFormats.mockReset();
  // Where Chromium puts the cursor after a click to the right of a chip that ends its line.
  document.getSelection()?.collapse(root.querySelector(`[${WRITTEN}]`)?.lastChild ?? null, 0);
  document.dispatchEvent(new Event("selectionchange"));
  await expect.poll(() => onFormats).toHaveBeenCalled();
  if (name === "a placeholder") editor.insert("{{Last}}");
  else editor.wrap({ open: "{{#Last}}", close: "{{/Last}}" }, null);
  expect(body()).toBe(expected);
});

it("keeps the first letter first that is typed to the right of a chip at the end of its line", async () => {
  const { root, body } = anEditor("<p>Dear {{First}}</p><p>Hello</p>");
  const selection = document.getSelection();
  const guard = root.querySelector(`[${WRITTEN}]`)?.lastChild as Text;
  root.focus();
  for (const letter of ["a", "b"]) {
    // As Chromium types: into the text in which the cursor is, before the rest of it.
    const text = letter === "a" ? guard : (selection?.anchorNode as Text);
    const at = letter === "a" ? 0 : (selection?.anchorOffset ?? 0);
    text.data = text.data.slice(0, at) + letter + text.data.slice(at);
    selection?.collapse(text, at + 1);
    await expect.poll(() => body()).toContain(letter);
  }
  expect(body()).toBe("<p>Dear {{First}}ab</p><p>Hello</p>");
});

describe("opening a body", () => {
  it.each<[body: string, chips: string[]]>([
    ["<p>Dear {{First Name}},</p>", ["{{First Name}}"]],
    ["<p>{{<b>Na</b>me}}</p>", ["{{Name}}"]],
    ["<p>{{First&nbsp;Name}} {{R&amp;D}}</p>", ["{{First\u00a0Name}}", "{{R&D}}"]],
    ["<p>{{Offer|dropdown:a,b}}{{Due|date}}</p>", ["{{Offer|dropdown:a,b}}", "{{Due|date}}"]],
    ["<p>{{#Name}}Hi {{Name|text:}}{{/Name}}</p>", ["{{#Name}}", "{{Name|text:}}", "{{/Name}}"]],
    ['<p><a href="{{Link}}">{{Title}}</a></p>', ["{{Title}}"]],
    ["<pre>a {{Name}}\n</pre>", ["{{Name}}"]],
    ["<p>{{Name</p><p>{{{Raw}}} {{Due|datum}} {{}}</p>", []],
  ])("makes chips of what can be one: %s", (body, expected) => {
    expect(anEditor(body).chips()).toEqual(expected);
  });

  it.each<[body: string, expected?: string]>([
    ["<p>Hi {{Name}}, <strong>{{Due|date}}</strong></p>"],
    ["<p>a&nbsp;&nbsp;b</p><p>&nbsp;c&nbsp;</p>"],
    ["<p>a <strong>b</strong> c</p>"],
    ["<h1>a</h1><h2>b</h2><h3>c</h3>"],
    ['<p class="ql-align-center">a</p><p class="ql-indent-2">b</p>'],
    ['<ol><li data-list="bullet">a</li><li data-list="ordered" class="ql-indent-1">b</li></ol>'],
    ["<blockquote>a</blockquote><p><br></p><p>b</p>"],
    ["<pre>if a:\n    {{Name}}\n\nc\n</pre><p>d</p>"],
    ['<p><a href="{{Link}}">a</a><sub>b</sub><sup>c</sup><em><s><u>d</u></s></em></p>'],
    ["<p>a &lt;b&gt; &amp; {{R&amp;D}}</p>"],
    ["<p>{{<b>Na</b>me}}</p>", "<p><strong>{{Name}}</strong></p>"],
    [
      "<ul><li>a<ul><li>b</li></ul></li></ul>",
      '<ol><li data-list="bullet">a</li><li data-list="bullet" class="ql-indent-1">b</li></ol>',
    ],
    ["<p>a<br>b</p><p></p>", "<p>a</p><p>b</p><p><br></p>"],
    ["<h5>a</h5>", "<h3>a</h3>"],
    ["<p onclick='x()'>a<img src='x' onerror='x()'></p>", "<p>a</p>"],
  ])("keeps it: %s", (body, expected = body) => {
    expect(bodyOf(anEditor(body).root)).toBe(expected);
  });

  it("gives the same chips and body again for any body", () => {
    const piece = fc.constantFrom(
      "{{Name}}",
      "{{First Name|text:there}}",
      "{{Offer|dropdown:a,b}}",
      "{{<b>Na</b>me}}",
      "<em>{{Due</em>|date}}",
      "{{First&nbsp;Name}}",
      "{{#Name}}",
      "{{/Name}}",
      "{{",
      "}}",
      "{{{x}}}",
      " ",
      "&nbsp;",
      "  ",
      "a",
      "&lt;i&gt;",
      "&amp;amp;",
      "<strong>b ",
      "</strong>",
      "</p><p>",
      "<br>",
      "<h2>",
      '</p><ol><li data-list="bullet">',
      "</li><li>",
      "<pre>x\n  y",
      "</pre>",
      "\u{1f600}",
      "\n",
      "\t",
      "&#xfeff;",
      "<blockquote>",
      "<em>",
      '<a href="{{x}}">',
      "</a>",
      "<sub>",
      '<div class="ql-code-block">',
      "</div>",
    );
    void fc.assert(fc.property(fc.array(piece, { maxLength: 14 }), staysTheSame));
  });

  // Found by the property above.
  it.each<[pieces: string[]]>([
    [["<pre>x\n  y", '</p><ol><li data-list="bullet">', "{{Name}}", "&nbsp;", "{{Name}}"]],
    [["<pre>x\n  y", "&nbsp;", "{{Name}}", '</p><ol><li data-list="bullet">']],
    [["<pre>x\n  y", "</li><li>", "<h2>", "</li><li>"]],
    [["{{", "\u{1f600}", "  ", "}}"]],
    [["<pre>x\n  y", "{{", "<pre>x\n  y", "}}"]],
    [["<pre>x\n  y", '</p><ol><li data-list="bullet">', "&#xfeff;"]],
    [["{{", "{{Name}}", "</li><li>", "}}"]],
    [["<pre>x\n  y", "{{", "&#xfeff;", "{{Name}}", "}}"]],
    [["{{", "{{Name}}", '<a href="{{x}}">', '<div class="ql-code-block">', "}}"]],
  ])("gives the same body again: %j", staysTheSame);
});

describe("placeholders in the body", () => {
  it("are inserted at the cursor, in the format of the place", () => {
    const { editor, body } = anEditor("<p><strong>a</strong></p>");
    editor.insert("{{Name}}");
    expect(body()).toBe("<p><strong>a{{Name}}</strong></p>");
  });

  it("are changed and taken out as a whole", () => {
    const { editor, root, body } = anEditor("<p>a <em>{{Name}}</em> b</p>");
    const chip = () =>
      root.querySelector<HTMLElement>(`[${WRITTEN}]`) ?? document.createElement("i");
    editor.replace(chip(), "{{Due|date}}");
    expect(body()).toBe("<p>a <em>{{Due|date}}</em> b</p>");
    editor.replace(chip(), null);
    expect(body()).toBe("<p>a&nbsp;&nbsp;b</p>");
  });

  it("are copied as they are written, and pasted as chips", () => {
    const { editor, root, chips } = anEditor("<p>{{First Name}} <strong>{{Due|date}}</strong></p>");
    editor.select(0, 3);
    const data = new Map<string, string>();
    clip(root, "copy", data);
    expect(data.get("text/plain")).toBe("{{First Name}} {{Due|date}}");
    expect(data.get("text/html")).not.toContain("span");
    editor.select(3, 0);
    clip(root, "paste", data);
    expect(chips()).toEqual(["{{First Name}}", "{{Due|date}}", "{{First Name}}", "{{Due|date}}"]);
  });

  it("leave single spaces between words as they are when a text is copied", () => {
    const { editor, root } = anEditor("<p>one two&nbsp;&nbsp;three</p>");
    editor.select(0, 14);
    const data = new Map<string, string>();
    clip(root, "copy", data);
    expect(data.get("text/html")).toContain("one two&nbsp; three");
  });

  it.each([
    ["{{Name}", "<p>{{Name}}</p>", ["{{Name}}"]],
    ["{{{Name}", "<p>{{{Name}}</p>", []],
  ])(
    "%s becomes a chip with its last brace, unless there are three",
    async (typed, written, made) => {
      const { editor, root, body, chips } = anEditor(`<p>${typed}</p>`);
      editor.select(typed.length, 0);
      const text = root.querySelector("p")?.firstChild as Text;
      text.data += "}";
      document.getSelection()?.setBaseAndExtent(text, typed.length + 1, text, typed.length + 1);
      await expect.poll(() => body()).toBe(written);
      expect(chips()).toEqual(made);
    },
  );

  it("come out of pasted text too", () => {
    const { editor, root, body, chips } = anEditor("<p>x</p>");
    editor.focus();
    paste(root, { "text/plain": "a {{Name|date}}\r\nb {{open" });
    expect(body()).toBe("<p>xa {{Name|date}}</p><p>b {{open</p>");
    expect(chips()).toEqual(["{{Name|date}}"]);
  });
});

describe("pasting over whole lines", () => {
  it.each([
    ["a heading", "<h1>Title</h1>", "<p>one</p><p>two</p>", "<p>one</p><p>two</p>"],
    [
      "a list",
      '<ol><li data-list="bullet">a</li></ol>',
      "<p>one</p><p>two</p>",
      "<p>one</p><p>two</p>",
    ],
    ["a heading's words only", "<h1>Title</h1>", "one", "<h1>one</h1>"],
    ["a paragraph", "<p>Title</p>", "<h1>one</h1><p>two</p>", "<h1>one</h1><p>two</p>"],
  ])("of %s: the old line's format does not stay behind", (_what, before, html, after) => {
    const { editor, root, body } = anEditor(before);
    editor.select(0, root.textContent?.length ?? 0);
    paste(root, { "text/html": html, "text/plain": "not this" });
    expect(body()).toBe(after);
  });
});

describe("pasting from programs", () => {
  it.each([
    [
      "Word",
      word,
      "<h1>Annual report</h1><p>Dear {{First Name}},</p><p><br></p><p>This text is long enough that Word has wrapped its source " +
        "after some seventy characters, and it has <strong>bold</strong>, <em>italic</em> and " +
        '<strong><em><u>all of them</u></em></strong>, and a <a href="https://example.com/report?a=1&amp;b=2">link</a>.</p>' +
        '<p><br></p><ol><li data-list="bullet">First point</li><li data-list="bullet" class="ql-indent-1">Below <strong>it</strong></li>' +
        '<li data-list="bullet">Second point</li></ol><p class="ql-align-center">In the middle</p>' +
        '<p><br></p><ol><li data-list="ordered">One</li></ol><p>Regards</p>',
    ],
    [
      "Google Docs",
      googleDocs,
      '<h2>Minutes</h2><p>Dear {{First Name}}, here is H<sub>2</sub>O and a <a href="https://example.com/notes">link</a>' +
        '<em><s> gone</s></em></p><p><br></p><ol><li data-list="bullet">Outer</li>' +
        '<li data-list="bullet" class="ql-indent-1">Inner</li></ol><p class="ql-align-right">Two&nbsp;&nbsp;spaces</p>',
    ],
    [
      "Gmail",
      gmail,
      '<p>Hi Bo,</p><p><br></p><p>see <a href="https://example.com/a">this page</a></p><p>and tell me.</p>' +
        '<ol><li data-list="ordered">One</li><li data-list="ordered"><strong>Two</strong></li></ol>' +
        "<blockquote>Earlier words</blockquote><p>--&nbsp;</p><p>Ada</p>",
    ],
    [
      "Excel",
      excel,
      "<table><tbody><tr><td><strong>Name</strong></td><td><strong>Amount</strong></td><td></td></tr>" +
        '<tr><td>Ada Lovelace</td><td class="ql-align-right">1,200.50</td><td></td></tr>' +
        "<tr><td></td><td></td><td></td></tr>" +
        '<tr><td><a href="mailto:bo@example.com">bo@example.com</a></td><td></td><td>yes</td></tr></tbody></table>',
    ],
  ])("%s", (_program, html, expected) => {
    const { editor, root, body } = anEditor();
    editor.focus();
    paste(root, { "text/html": html, "text/plain": "not this" });
    expect(body()).toBe(expected);
  });
});

/** For each chip of a body, the condition that it belongs to, its ends by their place. */
function conditionsOf(body: string) {
  const content = document.createElement("div");
  content.innerHTML = withChips(body);
  const chips = [...content.querySelectorAll<HTMLElement>(".ql-placeholder")];
  const at = (chip: HTMLElement | null | undefined) => (chip ? chips.indexOf(chip) : null);
  return chips.map((chip) => {
    const own = conditionAt(content, chip);
    return own && [own.kind, own.name, at(own.opening), at(own.closing)];
  });
}

it("finds both ends from either of them, nested ones too", () => {
  expect(conditionsOf("<p>{{#A}}x {{A}}</p><p>{{^B}}y{{/B}}{{/A}}</p>")).toEqual([
    ["open", "A", 0, 4],
    null,
    ["inverted", "B", 2, 3],
    ["inverted", "B", 2, 3],
    ["open", "A", 0, 4],
  ]);
});

it("says how both ends are written", () => {
  expect(writeCondition({ kind: "inverted", name: "Due", value: null })).toEqual({
    open: "{{^Due}}",
    close: "{{/Due}}",
  });
  expect(writeCondition({ kind: "open", name: "S", value: "Ms" })).toEqual({
    open: "{{#S=Ms}}",
    close: "{{/S=Ms}}",
  });
});

it("recognizes an end without its partner", () => {
  const content = document.createElement("div");
  content.innerHTML = '<span class="ql-placeholder" data-written="{{/A}}"></span>';
  const chip = content.firstElementChild as HTMLElement;
  expect(conditionAt(content, chip)).toEqual({
    kind: "open",
    name: "A",
    value: null,
    opening: null,
    closing: chip,
  });
});

describe("a literal text", () => {
  it("has no chips, whether it is opened, pasted or typed, and is stored as written", () => {
    const onTyping = vi.fn();
    const { root } = anEditorWith("<p>{{Name}} &amp; {{#A}}a{{/A}}</p>", {
      ...EVENTS,
      onTyping,
      isLiteral: true,
    });
    expect(root.innerHTML).toBe("<p>{{Name}} &amp; {{#A}}a{{/A}}</p>");
    paste(root, { "text/html": "<b>{{Due|date}}</b>", "text/plain": "{{Due|date}}" });
    paste(root, { "text/plain": " {{Place}}" });
    expect(root.querySelector(`[${WRITTEN}]`)).toBeNull();
    expect(onBody.mock.lastCall?.[0]).toBe(
      "<p><strong>{{Due|date}} {{Place}}</strong>{{Name}} &amp; {{#A}}a{{/A}}</p>",
    );
    expect(onTyping).not.toHaveBeenCalled();
  });

  it("has no pictures, and says so when some are pasted", () => {
    const { root } = anEditorWith("<p>a</p>", { ...EVENTS, isLiteral: true });
    paste(root, {
      "text/html": '<p>b<img src="cid:picture-0123456789abcdef.png" alt="A map"></p>',
      "text/plain": "b",
    });
    expect(root.innerHTML).toBe("<p>ba</p>");
    expect(onLoss.mock.calls).toEqual([["This text can't have pictures."]]);
  });
});

describe("pictures", () => {
  const NAME = "picture-0123456789abcdef.png";
  const tag = `<img src="cid:${NAME}" alt="A map" width="300">`;

  it("come back as they were stored, and load nothing in between", () => {
    const { editor, root, body } = anEditor(`<p>a ${tag} b</p>`);
    expect(root.querySelector("img")?.getAttribute("src")).not.toBe(`cid:${NAME}`);
    editor.select(0, 0);
    editor.insert("{{Name}}");
    expect(body()).toBe(`<p>{{Name}}a ${tag} b</p>`);
  });

  it.each([
    ["a table", `<table><tbody><tr><td>a ${tag}</td><td>b</td></tr></tbody></table>`],
    ["the line after a table", `<table><tbody><tr><td>a</td></tr></tbody></table><p>${tag}</p>`],
    [
      "a table that is shown as a whole",
      `<table><tbody><tr><td><ul><li>${tag}</li></ul></td></tr></tbody></table>`,
    ],
  ])("come back from %s", (_, table) => {
    const { editor, root, body } = anEditor(`<p>a</p>${table}`);
    editor.showPictures({ [NAME]: "data:image/png,x" });
    expect([...root.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([
      "data:image/png,x",
    ]);
    editor.select(0, 0);
    editor.insert("{{Name}}");
    expect(body()).toBe(`<p>{{Name}}a</p>${table}`);
  });

  it("are shown by their bytes, or as missing", () => {
    const { editor, root } = anEditor(`<p>${tag}</p>`);
    const image = root.querySelector("img");
    editor.showPictures({ [NAME]: "data:image/png,x" });
    expect(image?.getAttribute("src")).toBe("data:image/png,x");
    expect(image?.hasAttribute("data-lost")).toBe(false);
    editor.showPictures({ [NAME]: null });
    expect(decodeURIComponent(image?.getAttribute("src") ?? "")).toContain(
      "This picture is missing",
    );
    expect(image?.hasAttribute("data-lost")).toBe(true);
    expect(onBody).not.toHaveBeenCalled();
  });

  it("are inserted at the cursor, changed and removed", () => {
    const { editor, body } = anEditor("<p>ab</p>");
    editor.select(1, 0);
    const image = editor.holdPlace().insertPicture({ name: NAME, alt: "", width: 600 });
    expect(body()).toBe(`<p>a<img src="cid:${NAME}" alt="" width="600">b</p>`);
    if (image) editor.changePicture(image, { name: NAME, alt: 'The "red" <house>', width: null });
    expect(body()).toContain(`<img src="cid:${NAME}" alt="The &quot;red&quot;`);
    const changed = document.querySelector<HTMLImageElement>(".ql-editor img");
    if (changed) editor.changePicture(changed, null);
    expect(body()).toBe("<p>ab</p>");
  });

  it("are inserted where the cursor was when they were chosen, in order", () => {
    const { editor, body } = anEditor("<p>ab</p><p>end</p>");
    editor.select(1, 0);
    const place = editor.holdPlace();
    editor.select(0, 0);
    editor.insert("{{Name}}");
    expect(place.insertPicture({ name: NAME, alt: "1", width: null })).toBeNull();
    place.insertPicture({ name: NAME, alt: "2", width: null });
    const [first, second] = ["1", "2"].map((alt) => `<img src="cid:${NAME}" alt="${alt}">`);
    expect(body()).toBe(`<p>{{Name}}a${first}${second}b</p><p>end</p>`);
  });

  it("replace the selection of their moment, and leave a held place after its release", () => {
    const { editor, body } = anEditor("<p>abcd</p>");
    editor.select(1, 2);
    const place = editor.holdPlace();
    expect(place.insertPicture({ name: NAME, alt: "", width: null })).not.toBeNull();
    place.release();
    expect(body()).toBe(`<p>a<img src="cid:${NAME}" alt="">d</p>`);
  });
});

it.each<[string, string, (editor: ReturnType<typeof anEditor>) => void]>([
  ["a placeholder", "<p>ab</p>", ({ editor }) => editor.insert("{{Name}}")],
  ["a link", "<p>ab</p>", ({ editor }) => editor.link("https://x.org")],
  ["bold text", "<p>ab</p>", ({ editor }) => editor.format("bold", true)],
  ["a list", "<p>ab</p>", ({ editor }) => editor.format("list", "bullet")],
  ["cleared formats", "<p><strong>ab</strong></p>", ({ editor }) => editor.clean()],
  [
    "a condition",
    "<p>ab</p>",
    ({ editor }) => editor.wrap({ open: "{{#A}}", close: "{{/A}}" }, null),
  ],
  [
    "a row of a table",
    "<table><tbody><tr><td>abc</td></tr></tbody></table>",
    ({ editor }) => editor.editTable("Add row"),
  ],
  [
    "a picture that is removed",
    '<p>ab<img src="cid:picture-0123456789abcdef.png" alt=""></p>',
    ({ editor, root }) => {
      const image = root.querySelector("img");
      if (image) editor.changePicture(image, null);
    },
  ],
  [
    "a chip that is removed",
    "<p>ab{{X}}</p>",
    ({ editor, root }) => {
      const chip = root.querySelector<HTMLElement>(`[${WRITTEN}]`);
      if (chip) editor.replace(chip, null);
    },
  ],
])(
  "%s is a step of its own for undo, between what you type before and after it",
  (_, before, change) => {
    const shown = anEditor(before);
    const quill = Quill.find(shown.root.parentElement ?? shown.root);
    if (!(quill instanceof Quill)) throw new Error("There is no editor.");
    const type = () => quill.insertText(0, "x", "user");
    type();
    const typed = bodyOf(shown.root);
    shown.editor.select(1, 2);
    change(shown);
    const changed = bodyOf(shown.root);
    expect(changed).not.toBe(typed);
    type();
    quill.history.undo();
    expect(bodyOf(shown.root)).toBe(changed);
    quill.history.undo();
    expect(bodyOf(shown.root)).toBe(typed);
  },
);
