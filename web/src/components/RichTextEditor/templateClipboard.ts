import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS } from "@sendwright/core/contract/limits";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import type Quill from "quill/core.js";
import type { Range } from "quill/core.js";
import Clipboard, { traverse } from "quill/modules/clipboard.js";
import Delta, { Op } from "quill-delta";
import { inertDocument } from "../../lib/inertDocument.ts";
import { WRITTEN, withChips } from "./bodyHtml.ts";
import {
  asCellLines,
  beginsWithCell,
  deltaText,
  endsLine,
  endsTable,
  isSeveralLines,
  onlyCells,
  textWithChips,
  withoutMarks,
} from "./deltas.ts";
import { numbersOnItems, withNumbers } from "./listNumbering.ts";
import { PASTE_READER } from "./paste/lateReader.ts";
import { type Clip, type Span, WaitingPastes } from "./paste/waitingPastes.ts";
import { NO_PICTURES } from "./pictureBlot.ts";
import { CellLine } from "./tableBlots.ts";
import { deleteAcrossCells, isAcrossCells } from "./tableEdits.ts";
import {
  type BodyCell,
  isEditable,
  KEPT_HTML,
  KEPT_TABLE,
  readCell,
  tablesToCellLines,
} from "./tableHtml.ts";
import { asOneStep } from "./undoStep.ts";

const PLAIN = "We couldn't load a part of the page, so we pasted the text without its formats.";
const DELETIONS = "Deleted text that was still marked wasn't pasted.";
const TABLE_IN_TABLE = "A table can't be in another table. We pasted it as text.";
const tooLarge = () =>
  `The table is too large: at most ${MAX_TABLE_COLUMNS} columns, and ` +
  `${withCommas(MAX_TABLE_CELLS)} cells in all tables. We pasted it as text.`;

function droppedPictures(count: number): string {
  const subject = pluralize(count, "picture wasn't", "pictures weren't");
  return `${subject} pasted. Insert ${count === 1 ? "it as a file" : "them as files"}.`;
}

/**
 * Quill's clipboard, for which placeholders are chips inside the editor and plain `{{…}}` outside
 * of it. With the option `isLiteral` there are no chips.
 */
export class TemplateClipboard extends Clipboard {
  /** Called with a sentence about what could not be pasted as it was. */
  onLoss: (sentence: string) => void = () => undefined;
  readonly waiting = new WaitingPastes({
    quill: this.quill,
    put: (...given) => this.put(...given),
    say: (sentence) => this.onLoss(sentence),
  });

  constructor(...given: ConstructorParameters<typeof Clipboard>) {
    super(...given);
    this.addMatcher(Node.TEXT_NODE, (_node, text) => withoutMarks(text));
  }

  /** The editor's whole content for a stored body. */
  read(body: string): Delta {
    const content = this.convertHTML(this.chipped(body));
    return endsLine(content) && !endsTable(content) ? content : content.insert("\n");
  }

  /**
   * Gives the editor the content of another body, as one step that undo takes back, and puts the
   * cursor behind it.
   */
  change(body: string): void {
    const { quill } = this;
    const changes = quill.getContents().diff(this.read(body));
    const end = changes.reduce((at, op) => at + (op.delete ? 0 : Op.length(op)), 0);
    asOneStep(quill, () => quill.updateContents(changes, "user"));
    quill.focus();
    quill.setSelection(end, 0, "silent");
  }

  override convert({ html, text = "" }: Clip, formats: Record<string, unknown> = {}): Delta {
    if (formats["code-block"] || (this.isLiteral && !html)) return super.convert({ text }, formats);
    if (html) return super.convert({ html: this.chipped(html), text }, formats);
    return textWithChips(text, formats);
  }

  /**
   * As Quill has it, but for the parser: Quill's takes text as it comes, which Trusted Types do not
   * allow.
   */
  protected override convertHTML(html: string): Delta {
    const content = inertDocument(html);
    this.normalizeHTML(content);
    keepTables(content.body);
    numbersOnItems(content.body);
    tablesToCellLines(content.body);
    const matches = new WeakMap();
    const [elements = [], texts = []] = this.prepareMatching(content.body, matches) as Parameters<
      typeof traverse
    >[2][];
    return onlyCells(traverse(this.quill.scroll, content.body, elements, texts, matches));
  }

  private get isLiteral(): boolean {
    return (this.options as { isLiteral?: boolean }).isLiteral === true;
  }

  private chipped(html: string): string {
    return this.isLiteral ? html.replaceAll("\ufeff", "") : withChips(html);
  }

  /**
   * A picture that comes as a file beside markup is pasted if it is all there is: copied pictures
   * bring both, but Word and Excel add a picture of the text.
   */
  override onCapturePaste(event: ClipboardEvent): void {
    const html = event.clipboardData?.getData("text/html");
    if (!html || event.defaultPrevented || !this.quill.isEnabled()) {
      super.onCapturePaste(event);
      return;
    }
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0 && plainText(html).trim() === "") {
      this.quill.uploader.upload(this.quill.getSelection(true), files);
      return;
    }
    const text = event.clipboardData?.getData("text/plain") ?? "";
    this.onPaste(this.quill.getSelection(true), { html, text });
  }

  override onPaste({ index, length }: Range, clip: Clip): void {
    const range = deleteAcrossCells(this.quill, { index, length })
      ? { index, length: 0 }
      : { index, length };
    if (!this.waiting.isEmpty() || (PASTE_READER.loaded() === null && needsReader(clip)))
      this.waiting.add(range, clip);
    else this.put(range, clip);
  }

  /** Puts a paste at a place, and the cursor behind it unless that is elsewhere by now. */
  private put(range: Span, clip: Clip, isCursorHere = true): void {
    const { quill } = this;
    const [line, offset] = quill.getLine(range.index);
    const cell = line instanceof CellLine ? line : null;
    const { content, losses } = this.contentOf(clip, quill.getFormat(range.index), cell);
    const isInLine = cell === null && offset > 0 && beginsWithCell(content);
    const pasted = isInLine ? new Delta().insert("\n").concat(content) : content;
    // A paste that ends with a whole line (a list, a heading) replaces the empty line it is pasted
    // into.
    const isEmptyLine = range.length === 0 && line?.length() === 1 && cell === null;
    const isLast = range.index >= quill.getLength() - 1;
    const isWholeLine = isEmptyLine && endsLine(pasted) && !(isLast && endsTable(pasted));
    const change = new Delta().retain(range.index).delete(range.length).concat(pasted);
    if (isWholeLine) change.delete(1);
    else if (isSeveralLines(pasted) && cell === null) change.retain(1, this.plainEndAfter(range));
    quill.updateContents(change, "user");
    if (isCursorHere) {
      quill.setSelection(range.index + pasted.length() - (isWholeLine ? 1 : 0), 0, "silent");
      quill.scrollSelectionIntoView();
    }
    if (losses.length > 0) this.onLoss(losses.join(" "));
  }

  /**
   * The content of a paste for a place with these formats, in a cell or not, and a sentence for each
   * thing that it loses.
   */
  private contentOf(
    { html: copied, text = "" }: Clip,
    formats: Record<string, unknown>,
    cell: CellLine | null,
  ): { content: Delta; losses: string[] } {
    const isCode = Boolean(formats["code-block"]);
    const reader = PASTE_READER.loaded();
    const html = copied || (isCode || cell ? null : reader?.tableOfText(text));
    const clean = html
      ? reader?.cleanPaste(html, {
          room: cell ? 0 : MAX_TABLE_CELLS - cellsIn(this.quill.root),
          keepsPictures: !this.isLiteral,
        })
      : undefined;
    const read = this.convert(
      clean ? { html: clean.html, text } : { text: text || plainText(html ?? "") },
      formats,
    );
    const content = cell ? asCellLines(read, cell) : read;
    if (isCode) return { content, losses: [] };
    const pictures = clean?.droppedPictures ?? 0;
    const losses = [
      ...(html && !clean ? [PLAIN] : []),
      ...(clean?.hasTableAsText ? [cell ? TABLE_IN_TABLE : tooLarge()] : []),
      ...(clean?.hasDeletions ? [DELETIONS] : []),
      ...(pictures > 0 ? [this.isLiteral ? NO_PICTURES : droppedPictures(pictures)] : []),
    ];
    return { content, losses };
  }

  /**
   * When several lines replace whole ones, nothing of the old lines remains: the old ending would
   * make the last pasted line a heading or an item.
   */
  private plainEndAfter({ index, length }: Span): Record<string, null> {
    const { quill } = this;
    const [line, offset] = quill.getLine(index + length);
    const [, before] = quill.getLine(index);
    const isWhole = length > 0 && before === 0 && line !== null && offset === line.length() - 1;
    if (!isWhole) return {};
    return Object.fromEntries(
      Object.keys(quill.getFormat(index + length, 1)).map((name) => [name, null]),
    );
  }

  override onCopy(range: Range, _isCut: boolean): { html: string; text: string } {
    return {
      html: ordinarySpaces(withNumbers(this.quill.getSemanticHTML(range), this.quill, range)),
      text: copiedText(this.quill, range),
    };
  }

  /** As Quill's, but cutting a part of a table keeps its cells. */
  override onCaptureCopy(event: ClipboardEvent, isCut = false): void {
    const range = this.quill.getSelection();
    const isTaken = isCut && range !== null && isAcrossCells(this.quill, range);
    super.onCaptureCopy(event, isCut && !isTaken);
    if (isTaken) deleteAcrossCells(this.quill, range);
  }
}

/**
 * Quill makes every space a non-breaking one; only of several together all but the last have to be.
 */
function ordinarySpaces(html: string): string {
  return html.replaceAll(/((?:&nbsp;)*)&nbsp;/g, "$1 ");
}

function plainText(html: string): string {
  return inertDocument(html).body.textContent ?? "";
}

/** Whether a paste is more than text: a table of text has tabs between its cells. */
function needsReader({ html, text = "" }: Clip): boolean {
  return Boolean(html) || text.includes("\t");
}

/** The cells of all tables in the editor, spanning ones as often as they span. */
function cellsIn(root: HTMLElement): number {
  return [...root.querySelectorAll("td")].reduce(
    (sum, { colSpan, rowSpan }) => sum + colSpan * rowSpan,
    0,
  );
}

/** Marks the tables that the editor shows as a whole. */
function keepTables(content: Element): void {
  for (const table of content.querySelectorAll("table")) {
    if (table.parentElement?.closest("table") || isEditable(table)) continue;
    for (const chip of table.querySelectorAll(`[${WRITTEN}]`))
      chip.replaceWith(chip.getAttribute(WRITTEN) ?? "");
    const kept = table.ownerDocument.createElement("div");
    kept.className = KEPT_TABLE;
    kept.setAttribute(KEPT_HTML, table.outerHTML);
    table.replaceWith(kept);
  }
}

/** The text of some content, with a tab between the cells of a row, as spreadsheets read it. */
function copiedText(quill: Quill, { index, length }: Span): string {
  const content = quill.getContents(index, length);
  const lines: { text: string; cell: BodyCell | null }[] = [];
  const add = (line: Delta, cell: unknown) => {
    lines.push({ text: deltaText(line), cell: typeof cell === "string" ? readCell(cell) : null });
  };
  content.eachLine((line, { cell }) => add(line, cell));
  if (endsLine(content)) add(new Delta(), null);
  const last = lines.at(-1);
  const { cell } = quill.getFormat(index + length);
  if (last && typeof cell === "string") last.cell = readCell(cell);
  return lines.reduce((all, { text, cell }, i) => {
    const before = i > 0 ? lines[i - 1]?.cell : undefined;
    const isInRow = cell !== null && cell.table === before?.table && cell.row === before.row;
    const gap = i === 0 ? "" : !isInRow ? "\n" : cell.column === before?.column ? " " : "\t";
    return all + gap + text;
  }, "");
}
