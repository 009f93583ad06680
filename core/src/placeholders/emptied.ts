import { isBlank } from "../isBlank.ts";
import { closeGaps, GONE, LineText, saysNothing } from "./gaps.ts";
import { decodeHtml, type HtmlTag, INLINE, readTag, VOID } from "./htmlText.ts";

/** A line of a block: up to a `<br>`, to another block or to the end. */
interface Line {
  text: LineText;
  hasContent: boolean;
  /** Whether it has bullets, separators or brackets: content unless a value left nothing beside. */
  hasSigns: boolean;
  isGone: boolean;
  /** The piece with the `<br>` before it, and whether the line before that has content. */
  break: number | null;
  isAfterContent: boolean;
  /** Whether a removed block separated it from content. */
  needsBreak: boolean;
  /** The piece for the `<br>` that it then needs, before its signs. */
  breakPlace: number | null;
}

/** An open element, or the email itself. */
interface Frame {
  name: string;
  /** Its opening tag's piece. */
  start: number;
  tag: HtmlTag | null;
  /** The block that holds its text: itself, unless it is inline. */
  block: Block;
  hasContent: boolean;
  hasSigns: boolean;
  isGone: boolean;
}

interface Block extends Frame {
  line: Line;
  /** Of its own, apart from lists in it. */
  hasOwnContent: boolean;
  isOwnGone: boolean;
  breaks: number[];
  /** Elements that stay, in a list or table. */
  kept: number;
  /** Whether content before it would run into the content after it. */
  separates: boolean;
  /** Of a list: its items, removed ones included. */
  items: number;
  /**
   * The numbers that would follow lists in it, and those that do; those of an item are its own.
   */
  numbers: Map<number, number>;
  /** Rows that one cell spans, as yet. */
  rows: { start: number; left: number; hasContent: boolean; isGone: boolean } | null;
}

/** Without an element in them, these are nothing. */
const LISTS = new Set(["ul", "ol"]);
const CONTAINERS = new Set([...LISTS, "table", "thead", "tbody", "tfoot"]);
/** Lists elsewhere may continue each other's numbers: in cells, quotations. */
const OWN_NUMBERS = new Set([...LISTS, "li", ""]);
/** A row without one of its cells would shift. */
const CELLS = new Set(["td", "th"]);

/**
 * An email's HTML without the parts that its values emptied (rule: what a value empties): lines,
 * paragraphs, items, rows and other elements that are blank, and would not be without a `GONE` in
 * them, and each `GONE` with its space. Linear in the HTML; never throws.
 */
export function withoutEmptied(html: string): string {
  if (!html.includes(GONE)) return html;
  const reader = new Emptier(html);
  return reader.read();
}

const NOTHING_YET = { hasContent: false, hasSigns: false, isGone: false };

/** Text up to the next tag, mark or line of a code block. */
const TEXT = /[^<\0\n]+/y;

class Emptier {
  readonly #html: string;
  readonly #out: string[] = [];
  readonly #root: Block;
  readonly #stack: Frame[];
  readonly #open = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
    this.#root = this.#block({ name: "", start: 0, tag: null, ...NOTHING_YET }, false);
    this.#stack = [this.#root];
  }

  read(): string {
    const html = this.#html;
    for (let at = 0; at < html.length; ) {
      if (html[at] === GONE) {
        this.#markGone();
        at++;
        continue;
      }
      const tag = html[at] === "<" ? readTag(html, at) : null;
      if (tag === "unfinished") {
        this.#text(html.slice(at).replaceAll(GONE, ""));
        break;
      }
      if (tag) {
        this.#tag(tag);
        at = tag.end;
      } else if (html[at] === "\n" && this.#open.get("pre")) {
        this.#break("\n");
        at++;
      } else {
        TEXT.lastIndex = at + 1;
        const end = TEXT.test(html) ? TEXT.lastIndex : at + 1;
        this.#text(html.slice(at, end));
        at = end;
      }
    }
    while (this.#stack.length > 1) this.#close("");
    this.#endLine(this.#root);
    return this.#out.join("");
  }

  get #top(): Frame {
    return this.#stack.at(-1) ?? this.#root;
  }

  #block(frame: Omit<Frame, "block">, separates: boolean): Block {
    const block: Block = {
      ...frame,
      get block() {
        return block;
      },
      line: this.#line(null, false, frame.name === "pre"),
      hasOwnContent: false,
      isOwnGone: false,
      breaks: [],
      kept: 0,
      separates,
      items: 0,
      numbers: OWN_NUMBERS.has(frame.name) ? new Map() : this.#top.block.numbers,
      rows: null,
    };
    return block;
  }

  #line(br: number | null, isAfterContent: boolean, isCode = false): Line {
    const text = new LineText(this.#out, isCode);
    const place = { break: br, isAfterContent, needsBreak: false, breakPlace: null };
    return { text, ...NOTHING_YET, ...place };
  }

  #markGone(): void {
    const { line } = this.#top.block;
    this.#top.isGone = true;
    line.isGone = true;
    line.text.gap();
  }

  #text(text: string): void {
    const { block } = this.#top;
    const { line } = block;
    const shown = decodeHtml(text);
    const isFirst = !line.hasSigns && !line.isGone;
    if (block.name !== "pre" && saysNothing(shown, isFirst)) this.#signs(shown);
    else if (!isBlank(shown)) this.#content();
    line.text.add(text);
  }

  #signs(shown: string): void {
    if (isBlank(shown)) return;
    const { line } = this.#top.block;
    line.hasSigns = true;
    this.#top.hasSigns = true;
    if (line.needsBreak) line.breakPlace ??= this.#out.push("") - 1;
  }

  /** Something that a reader sees is next. */
  #content(): void {
    const { line } = this.#top.block;
    this.#needBreak(line);
    line.hasContent = true;
    this.#top.hasContent = true;
  }

  #needBreak(line: Line): void {
    if (!line.needsBreak) return;
    line.needsBreak = false;
    if (line.breakPlace === null) this.#out.push("<br>");
    else this.#out[line.breakPlace] = "<br>";
  }

  /** Ends a line's text. Its signs are content if no value left nothing beside them. */
  #endText(block: Block): void {
    const { line } = block;
    line.text.end();
    if (line.isGone || !line.hasSigns || line.hasContent) return;
    this.#needBreak(line);
    line.hasContent = true;
    block.hasContent = true;
  }

  #tag(tag: HtmlTag): void {
    const written = this.#written(tag);
    const { name } = tag;
    if (tag.kind === "comment" || name === "wbr") this.#out.push(written);
    else if (name === "br") this.#break(written);
    else if (tag.kind === "close") {
      if (!this.#open.get(name)) this.#out.push(written);
      else {
        while (this.#top.name !== name) this.#close("");
        this.#close(written);
      }
    } else if (VOID.has(name)) {
      const { block } = this.#top;
      if (name === "hr") {
        this.#endLine(block);
        block.line = this.#line(null, false);
      }
      this.#content();
      block.line.text.add(written);
      if (name === "hr") {
        block.hasOwnContent = true;
        block.line = this.#line(null, false);
      }
    } else this.#openTag(tag, written);
  }

  /** A tag as written, its descriptions without each `GONE` and its space. */
  #written(tag: HtmlTag): string {
    const written = this.#html.slice(tag.start, tag.end);
    if (!written.includes(GONE)) return written;
    let text = "";
    let done = tag.start;
    for (const { from, to } of tag.attributes) {
      text += this.#html.slice(done, from) + closeGaps(this.#html.slice(from, to));
      done = to;
    }
    return text + this.#html.slice(done, tag.end).replaceAll(GONE, "");
  }

  #openTag(tag: HtmlTag, written: string): void {
    const { name } = tag;
    const { block } = this.#top;
    const frame = { name, start: this.#out.length, tag, ...NOTHING_YET };
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    if (INLINE.has(name)) this.#stack.push({ ...frame, block });
    else {
      const opened = this.#block(frame, this.#endLine(block));
      block.line = this.#line(null, false);
      if (name === "tr")
        block.rows ??= { start: opened.start, left: 1, hasContent: false, isGone: false };
      const rows = block.name === "tr" ? (this.#stack.at(-2)?.block.rows ?? null) : null;
      if (CELLS.has(name) && rows) rows.left = Math.max(rows.left, rowspanOf(this.#html, tag));
      this.#stack.push(opened);
    }
    this.#out.push(written);
  }

  #break(written: string): void {
    const { block } = this.#top;
    const { line } = block;
    this.#endText(block);
    if (line.isGone) block.isOwnGone = true;
    if (line.isGone && !line.hasContent) {
      line.text.clear();
      const next = this.#line(line.break, line.isAfterContent, block.name === "pre");
      block.line = { ...next, needsBreak: line.needsBreak };
      return;
    }
    if (line.hasContent) block.hasOwnContent = true;
    if (line.needsBreak) block.breaks.push(this.#out.push("<br>") - 1);
    const at = this.#out.push(written) - 1;
    block.breaks.push(at);
    block.line = this.#line(at, line.hasContent, block.name === "pre");
  }

  /**
   * Ends a block's line at the beginning of another block, or at its own end. Returns whether more
   * text would run into its content.
   */
  #endLine(block: Block): boolean {
    const { line } = block;
    this.#endText(block);
    if (line.hasContent) block.hasOwnContent = true;
    if (line.isGone) block.isOwnGone = true;
    if (line.hasContent || !line.isGone) return line.hasContent || line.needsBreak;
    line.text.clear();
    if (line.break === null || !line.isAfterContent) return line.needsBreak;
    this.#out[line.break] = "";
    return true;
  }

  /** Closes the innermost element; `written` is its closing tag. */
  #close(written: string): void {
    const frame = this.#stack.pop();
    if (!frame) return;
    this.#open.set(frame.name, (this.#open.get(frame.name) ?? 1) - 1);
    const parent = this.#top;
    parent.hasContent ||= frame.hasContent;
    parent.isGone ||= frame.isGone;
    parent.hasSigns ||= frame.hasSigns;
    if (frame.name === "a" && frame.hasSigns && !frame.isGone) this.#content();
    if (frame.block === frame) this.#closeBlock(frame.block, parent.block, written);
    else if (frame.isGone && !frame.hasContent) this.#out[frame.start] = "";
    else this.#out.push(written);
  }

  #closeBlock(block: Block, parent: Block, written: string): void {
    this.#endLine(block);
    const { name } = block;
    if (block.rows) this.#endRows(block);
    if (name === "ol") this.#renumber(block, parent);
    if (name === "li") parent.items++;
    if (name === "tr" && parent.rows) {
      this.#out.push(written);
      parent.rows.hasContent ||= block.hasContent;
      parent.rows.isGone ||= block.isGone;
      parent.rows.left--;
      if (parent.rows.left <= 0) this.#endRows(parent);
      return;
    }
    const isBlock = block.isGone && !block.hasContent && !CELLS.has(name);
    if (isBlock && (!CONTAINERS.has(name) || block.kept === 0)) {
      this.#out.length = block.start;
      parent.line.needsBreak = block.separates;
      if (!LISTS.has(name)) parent.isOwnGone = true;
      return;
    }
    if (name === "li" && block.isOwnGone && !block.hasOwnContent) {
      // Its own text is gone: its content takes its place, and the next item its number.
      for (const at of [block.start, ...block.breaks]) this.#out[at] = "";
      return;
    }
    this.#out.push(written);
    parent.kept++;
    if (!LISTS.has(name)) parent.hasOwnContent = true;
  }

  /** Removes rows that their values emptied, if no cell spans them and others. */
  #endRows(table: Block): void {
    const { rows } = table;
    table.rows = null;
    if (rows === null) return;
    if (rows.isGone && !rows.hasContent) this.#out.length = rows.start;
    else table.kept++;
  }

  /** A list that continues the numbers of one before it continues those that are left. */
  #renumber(list: Block, parent: Block): void {
    const start = list.tag?.attributes.find(({ name }) => name === "start");
    const first = Number(start && this.#html.slice(start.from, start.to)) || 1;
    const shown = (start && parent.numbers.get(first)) ?? first;
    if (start && list.tag && shown !== first) {
      const { start: from, end } = list.tag;
      const [before, after] = [this.#html.slice(from, start.from), this.#html.slice(start.to, end)];
      this.#out[list.start] = before + shown + after;
    }
    parent.numbers.set(first + list.items, shown + list.kept);
  }
}

/** How many rows a cell takes. */
function rowspanOf(html: string, { attributes }: HtmlTag): number {
  const span = attributes.find(({ name }) => name === "rowspan");
  return Number(span && html.slice(span.from, span.to)) || 1;
}
