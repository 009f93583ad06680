import { BODY_TAGS, LAYOUT_CLASS } from "@sendwright/core/body/tags";
import Block, { BlockEmbed } from "quill/blots/block.js";
import Container from "quill/blots/container.js";
import type { Parchment } from "quill/core.js";
import { inertDocument } from "../../lib/inertDocument.ts";
import { PictureBlot, pictureOf } from "./pictureBlot.ts";
import { CELL, CELL_LINE, KEPT_HTML, KEPT_TABLE, readCell } from "./tableHtml.ts";
import { unwrap } from "./unwrap.ts";

type OptimizeContext = Parameters<Container["optimize"]>[0];

/** A line within a cell. Its value says which cell (`readCell`), so lines alone make the table. */
export class CellLine extends Block {
  static override blotName = "cell";
  static override tagName = "P";
  static override className = CELL_LINE;

  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: `create` of the parent makes the element that this class names.
    const element = super.create() as HTMLElement;
    element.setAttribute(CELL, String(value));
    return element;
  }

  static override formats(element: Element): string | undefined {
    return element.getAttribute(CELL) ?? undefined;
  }

  override format(name: string, value: unknown): void {
    if (name === CellLine.blotName && value) this.domNode.setAttribute(CELL, String(value));
    else super.format(name, value);
  }
}

/** The value of the first line in a part of a table. */
function cellValueOf(part: Parchment.Blot | null): string {
  let blot: Parchment.Blot | null | undefined = part;
  while (blot instanceof TablePartBlot) blot = blot.children.head;
  return blot instanceof CellLine ? (CellLine.formats(blot.domNode) ?? "") : "";
}

/**
 * A part of a table that holds the lines whose values begin alike: the table's number, the row, the
 * column.
 */
class TablePartBlot extends Container {
  /** How many numbers of the value must be the same. */
  static depth = 1;

  #key(of: Parchment.Blot | null): string {
    const { depth } = this.statics as typeof TablePartBlot;
    return cellValueOf(of).split(" ", depth).join(" ");
  }

  override checkMerge(): boolean {
    return super.checkMerge() && this.#key(this) === this.#key(this.next);
  }

  override optimize(context: OptimizeContext): void {
    super.optimize(context);
    for (let child = this.children.head; child?.next; child = child.next) {
      if (this.#key(child) === this.#key(child.next)) continue;
      this.splitAfter(child).optimize(context);
      return;
    }
  }
}

class TableCell extends TablePartBlot {
  static override blotName = "table-cell";
  static override tagName = "TD";
  static override depth = 3;

  override optimize(context: OptimizeContext): void {
    super.optimize(context);
    const { rows, columns, isHead } = readCell(cellValueOf(this));
    set(this.domNode, "rowspan", rows > 1 ? String(rows) : null);
    set(this.domNode, "colspan", columns > 1 ? String(columns) : null);
    set(this.domNode, "role", isHead ? "columnheader" : null);
  }
}

/** Changes an attribute only if it must: every change makes Quill look at the element again. */
function set(element: Node, name: string, value: string | null): void {
  if (!(element instanceof HTMLElement) || element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

class TableRowBlot extends TablePartBlot {
  static override blotName = "table-row";
  static override tagName = "TR";
  static override depth = 2;
}

export class TableBlot extends TablePartBlot {
  static override blotName = "table-container";
  static override tagName = "TABLE";
}

TableBlot.allowedChildren = [TableRowBlot];
TableRowBlot.requiredContainer = TableBlot;
TableRowBlot.allowedChildren = [TableCell];
TableCell.requiredContainer = TableRowBlot;
TableCell.allowedChildren = [CellLine];
CellLine.requiredContainer = TableCell;

/**
 * A stored table that the editor can't show cell by cell. It stays as it is; it can be deleted as a
 * whole.
 */
export class KeptTable extends BlockEmbed {
  static override blotName = "kept-table";
  static override tagName = "DIV";
  static override className = KEPT_TABLE;

  static override create(html: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: `create` of the parent makes the element that this class names.
    const element = super.create() as HTMLElement;
    element.setAttribute(KEPT_HTML, String(html));
    element.contentEditable = "false";
    element.title = "You can delete this table, but not change it here.";
    const { body } = inertDocument(String(html));
    for (const part of body.querySelectorAll("*")) onlyShown(part);
    element.append(...body.childNodes);
    return element;
  }

  static override value(element: Element): string {
    return element.getAttribute(KEPT_HTML) ?? "";
  }

  /** The HTML for the clipboard. */
  html(): string {
    return KeptTable.value(this.domNode);
  }
}

/**
 * Removes links and styles from a part of a table, and unknown elements; pictures are shown as in
 * the editor.
 */
function onlyShown(part: Element): void {
  const picture = part.localName === "img" ? pictureOf(part) : null;
  if (picture) {
    part.replaceWith(PictureBlot.create(picture));
    return;
  }
  if (part.localName === "img" || !BODY_TAGS.includes(part.localName)) {
    unwrap(part);
    return;
  }
  for (const { name } of [...part.attributes]) {
    if (!/^(rowspan|colspan|class|data-list)$/.test(name)) part.removeAttribute(name);
  }
  for (const name of [...part.classList]) if (!LAYOUT_CLASS.test(name)) part.classList.remove(name);
}

export const TABLE_BLOTS = [CellLine, TableCell, TableRowBlot, TableBlot, KeptTable] as const;
