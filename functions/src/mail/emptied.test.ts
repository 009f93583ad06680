import fc from "fast-check";
import { expect, test } from "vitest";
import { type HtmlNode, isTag, isText, parseBody, type Tag } from "./normalize/dom.ts";
import { prepareMail } from "./prepareMail.ts";

/** One word of a line: text, a picture, or something that depends on a value. */
interface Word {
  kind: "text" | "filled" | "shown" | "picture" | "blank" | "hidden" | "hiddenPicture";
  wrap: "" | "strong" | "em" | "a";
  /** What separates it from the word before it, and encloses it. */
  joiner: (typeof JOINERS)[number];
  around: readonly [string, string];
}
interface Line {
  /** A bullet or letter that its writer typed. */
  mark: "" | "\u2022 " | "\u2013 " | "a) ";
  words: Word[];
}
type Item = { lines: Line[]; lists: List[] };
type List = { kind: "list"; isNumbered: boolean; items: Item[]; continued: Item[] };
type Block =
  | { kind: "p" | "h2"; lines: Line[] }
  | { kind: "quote"; paragraphs: Line[][] }
  | { kind: "table"; rows: { cells: Line[]; isJoined: boolean }[] }
  | List;

/** Those that separate more come later. */
const JOINERS = [" ", " & ", ", ", "; ", " / "] as const;
const PICTURE = '<img src="cid:picture-0123456789abcdef.png" alt="P">';
const isGone = ({ kind }: Word) =>
  kind === "blank" || kind === "hidden" || kind === "hiddenPicture";

/** The email as a person would write it. */
class Writer {
  #words = 0;

  body(blocks: readonly Block[]): string {
    return blocks.map((block) => this.#block(block)).join("");
  }

  #block(block: Block): string {
    if (block.kind === "quote")
      return `<blockquote>${block.paragraphs.map((lines) => `<p>${this.#lines(lines)}</p>`).join("")}</blockquote>`;
    if (block.kind === "table") {
      const rows = block.rows.map(({ cells, isJoined }) => {
        const span = isJoined ? ' colspan="2"' : "";
        return `<tr>${cells.map((line) => `<td${span}>${this.#lines([line])}</td>`).join("")}</tr>`;
      });
      return `<table><tbody>${rows.join("")}</tbody></table>`;
    }
    if (block.kind === "list") return this.#list(block);
    return `<${block.kind}>${this.#lines(block.lines)}</${block.kind}>`;
  }

  #list({ isNumbered, items, continued }: List): string {
    const name = isNumbered ? "ol" : "ul";
    const first = `<${name}>${this.#items(items)}</${name}>`;
    if (continued.length === 0) return first;
    return `${first}<ol start="${items.length + 1}">${this.#items(continued)}</ol>`;
  }

  #items(items: readonly Item[]): string {
    return items
      .map(({ lines, lists }) => {
        const own = this.#lines(lines);
        return `<li>${own}${lists.map((list) => this.#list(list)).join("")}</li>`;
      })
      .join("");
  }

  /** A `<br>` at the end of a block begins no line. */
  #lines(lines: readonly Line[]): string {
    const isLastEmpty = lines.length > 1 && lines.at(-1)?.words.length === 0;
    return lines.map((line) => this.#line(line)).join("<br>") + (isLastEmpty ? "<br>" : "");
  }

  #line({ mark, words }: Line): string {
    const written = words.map(({ kind, wrap, joiner, around: [open, close] }, at) => {
      const word = this.#word(kind);
      const link = ' href="https://example.org"';
      const tag = wrap === "a" ? `a${link}` : wrap;
      const wrapped = wrap === "" ? word : `<${tag}>${word}</${wrap}>`;
      return (at === 0 ? "" : joiner.replace("&", "&amp;")) + open + wrapped + close;
    });
    return mark + written.join("");
  }

  #word(kind: Word["kind"]): string {
    const n = ++this.#words;
    if (kind === "filled") return `T${n}{{Given|text:}}`;
    if (kind === "shown") return `{{^Blank}}T${n}{{/Blank}}`;
    if (kind === "picture") return PICTURE;
    if (kind === "blank") return "{{Blank|text:}}";
    if (kind === "hidden") return `{{#Blank}}T${n}{{/Blank}}`;
    if (kind === "hiddenPicture") return `{{^Given}}${PICTURE}{{/Given}}`;
    return `T${n}`;
  }
}

/** One line as a reader sees it: how deep it is in lists, its number or bullet, and its text. */
type Seen = [depth: number, mark: string, text: string];

/** The reference: what is left of an email, from the words alone. */
class Reference {
  #words = 0;

  body(blocks: readonly Block[]): Seen[] {
    return blocks.flatMap((block) => this.#block(block));
  }

  #block(block: Block): Seen[] {
    if (block.kind === "list") return this.#list(block, 0);
    if (block.kind === "table") {
      const rows = block.rows.map(({ cells }) => cells.map((line) => this.#line(line)));
      return rows
        .filter((cells) => !isEmptied(cells))
        .map(
          (cells): Seen => [
            0,
            "row",
            cells.map((cell) => (isEmptied([cell]) ? "" : cell.text)).join("|"),
          ],
        );
    }
    const paragraphs = block.kind === "quote" ? block.paragraphs : [block.lines];
    const read = paragraphs.map((lines) => lines.map((line) => this.#line(line)));
    if (isEmptied(read.flat())) return [];
    return read
      .filter((lines) => !isEmptied(lines))
      .flatMap((lines) => left(lines).map(({ text }): Seen => [0, block.kind, text]));
  }

  #list({ isNumbered, items, continued }: List, depth: number): Seen[] {
    let number = 0;
    const seen = (isOrdered: boolean) => (item: Item) => {
      const { own, lists, all } = this.#item(item, depth);
      if (isEmptied(all)) return [];
      if (isEmptied(own)) return lists;
      number++;
      const mark = isOrdered ? `${number}.` : "-";
      return [
        ...left(own).map(({ text }, at): Seen => [depth, at === 0 ? mark : "", text]),
        ...lists,
      ];
    };
    const shown = items.flatMap(seen(isNumbered));
    if (!isNumbered) number = items.length;
    return [...shown, ...continued.flatMap(seen(true))];
  }

  #item({ lines, lists }: Item, depth: number) {
    const own = lines.map((line) => this.#line(line));
    const from = this.#words;
    const seen = lists.flatMap((list) => this.#list(list, depth + 1));
    this.#words = from;
    const all = [...own, ...lists.flatMap((list) => this.#linesOf(list))];
    return { own, lists: seen, all };
  }

  #linesOf({ items, continued }: List): ReadLine[] {
    return [...items, ...continued].flatMap(({ lines, lists }) => [
      ...lines.map((line) => this.#line(line)),
      ...lists.flatMap((list) => this.#linesOf(list)),
    ]);
  }

  #line({ mark, words }: Line): ReadLine {
    let text = "";
    let strongest = 0;
    for (const word of words) {
      const n = ++this.#words;
      strongest = Math.max(strongest, JOINERS.indexOf(word.joiner));
      if (isGone(word)) continue;
      const [open, close] = word.around;
      const shown =
        word.kind === "picture" ? "[P]" : word.kind === "filled" ? `T${n}given` : `T${n}`;
      text += `${text === "" ? "" : JOINERS[strongest]}${open}${shown}${close}`;
      strongest = 0;
    }
    const isBlank = text === "";
    return { text: (mark + text).trimEnd(), isBlank, isGone: words.some(isGone) };
  }
}

interface ReadLine {
  text: string;
  isBlank: boolean;
  isGone: boolean;
}

/** Whether lines are blank because of a value. */
const isEmptied = (lines: readonly ReadLine[]) =>
  lines.every(({ isBlank }) => isBlank) && lines.some((line) => line.isGone);
const left = (lines: readonly ReadLine[]) => lines.filter((line) => !isEmptied([line]));

/** What a mail program shows of HTML. */
function seenIn(html: string): Seen[] {
  const seen: Seen[] = [];
  const list = (tag: Tag, depth: number) => {
    let number = Number(tag.attribs.start ?? 1);
    for (const child of tag.children) {
      if (isTag(child, "ul", "ol")) list(child, depth + 1);
      else if (isTag(child, "li")) item(child, depth, tag.name === "ol" ? `${number++}.` : "-");
    }
  };
  const item = (tag: Tag, depth: number, mark: string) => {
    const own = tag.children.filter((child) => !isTag(child, "ul", "ol"));
    for (const [at, text] of linesIn(own).entries()) seen.push([depth, at === 0 ? mark : "", text]);
    for (const child of tag.children) if (isTag(child, "ul", "ol")) list(child, depth + 1);
  };
  const block = (node: HtmlNode, of = "") => {
    if (!isTag(node)) return;
    const { name, children } = node;
    if (name === "ul" || name === "ol") list(node, 0);
    else if (name === "tr") {
      const cells = children.map((cell) => (isTag(cell) ? linesIn(cell.children).join("/") : ""));
      seen.push([0, "row", cells.join("|")]);
    } else if (name === "p" || name === "h2")
      for (const text of linesIn(children)) seen.push([0, of || name, text]);
    else for (const child of children) block(child, name === "blockquote" ? "quote" : of);
  };
  for (const node of parseBody(html).children) block(node);
  return seen;
}

function linesIn(nodes: readonly HtmlNode[]): string[] {
  const lines = [""];
  const walk = (node: HtmlNode) => {
    const add = (text: string) => lines.push((lines.pop() ?? "") + text);
    if (isText(node)) add(node.data.replaceAll("\u00a0", " "));
    if (!isTag(node)) return;
    if (node.name === "br") lines.push("");
    else if (node.name === "img") add("[P]");
    else node.children.forEach(walk);
  };
  nodes.forEach(walk);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.trimEnd());
}

const AROUND = [
  ["", ""],
  ["", ""],
  ["", ""],
  ["(", ")"],
  ["\u00ab", "\u00bb"],
  ['"', '"'],
] as const;
const KINDS: Word["kind"][] = ["text", "filled", "shown", "picture", "blank", "blank", "hidden"];
const word: fc.Arbitrary<Word> = fc.record({
  kind: fc.constantFrom(...KINDS, "hiddenPicture" as const),
  wrap: fc.constantFrom<Word["wrap"][]>("", "", "strong", "em", "a"),
  joiner: fc.constantFrom(" ", ...JOINERS),
  around: fc.constantFrom(...AROUND),
});
const line = fc
  .record({
    mark: fc.constantFrom<Line["mark"][]>("", "", "", "\u2022 ", "\u2013 ", "a) "),
    words: fc.array(word, { maxLength: 4 }),
  })
  .map((made): Line => (made.words.length === 0 ? { ...made, mark: "" } : made));
/** A long cell, as one with a link's address, becomes several lines of the text. */
const cell = line.map(
  (made): Line => ({
    ...made,
    words: made.words.map((one) => (one.wrap === "a" ? { ...one, wrap: "" } : one)),
  }),
);
const lines = fc.array(line, { minLength: 1, maxLength: 4 });
const { list } = fc.letrec<{ list: List; item: Item }>((tie) => ({
  item: fc
    .record({
      lines,
      lists: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constant<List[]>([]),
        fc.array(tie("list"), { minLength: 1, maxLength: 2 }),
      ),
    })
    // A list after an empty line of an item is another matter: its mark is hidden.
    .map((item) => (item.lines[0]?.words.length === 0 ? { ...item, lists: [] } : item)),
  list: fc
    .record({
      kind: fc.constant("list" as const),
      isNumbered: fc.boolean(),
      items: fc.array(tie("item"), { minLength: 1, maxLength: 4 }),
      continued: fc.array(tie("item"), { maxLength: 2 }),
    })
    .map((made) => (made.isNumbered ? made : { ...made, continued: [] })),
}));
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constantFrom("p" as const, "h2" as const), lines }),
  fc.record({
    kind: fc.constant("quote" as const),
    paragraphs: fc.array(lines, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("table" as const),
    rows: fc.array(
      fc.oneof(
        fc.record({ cells: fc.tuple(cell, cell), isJoined: fc.constant(false) }),
        fc.record({ cells: fc.tuple(cell), isJoined: fc.constant(true) }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  list,
);

const TOKENS = /T\d+(?:given)?|\[P\]|\d+\.(?=\s|$)/gm;

test("what a value empties is left out of HTML and text, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const body = `<p>Hi</p>${new Writer().body(blocks)}<p>Bye</p>`;
      const mail = prepareMail({
        subject: "Hi",
        body,
        dateFormat: "long",
        timeFormat: "12hr",
      });
      const values = new Map([["Given", "given"]]);
      const { html, text } = mail.render(values);
      const expected: Seen[] = [[0, "p", "Hi"], ...new Reference().body(blocks), [0, "p", "Bye"]];
      expect(seenIn(html)).toEqual(expected);
      // Lists within lists have letters and Roman numbers.
      const words = expected.flatMap(
        ([depth, mark, shown]) => `${depth % 3 === 0 ? mark : ""} ${shown}`.match(TOKENS) ?? [],
      );
      expect(text.match(TOKENS) ?? []).toEqual(words);
      // Without values, the preview shows the same email but for its marks.
      const marked = mail.render(values, { mark: true }).html;
      expect(seenIn(marked)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
