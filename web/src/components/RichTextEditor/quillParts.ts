// Importing this file registers what the editor knows.
import Quill, { type Range } from "quill/core.js";
import { AlignClass } from "quill/formats/align.js";
import Blockquote from "quill/formats/blockquote.js";
import Bold from "quill/formats/bold.js";
import CodeBlock from "quill/formats/code.js";
import Header from "quill/formats/header.js";
import Indent from "quill/formats/indent.js";
import Italic from "quill/formats/italic.js";
import Link from "quill/formats/link.js";
import List from "quill/formats/list.js";
import Script from "quill/formats/script.js";
import Strike from "quill/formats/strike.js";
import Underline from "quill/formats/underline.js";
import Keyboard from "quill/modules/keyboard.js";
import Uploader from "quill/modules/uploader.js";
import { ListStart, ListType, WITHOUT_NUMBERS } from "./listNumbering.ts";
import { PictureBlot } from "./pictureBlot.ts";
import { PlaceholderBlot } from "./placeholderBlot.ts";
import { TABLE_BLOTS } from "./tableBlots.ts";
import { TABLE_KEYS } from "./tableEdits.ts";
import { TemplateClipboard } from "./templateClipboard.ts";

/** A body has three headings; deeper ones become the third. */
class ThreeHeaders extends Header {
  static override formats(element: Element): number {
    return Math.min(3, Header.formats(element));
  }
}

/** Takes all files: the page says which of them can't be a picture. Quill would ignore those. */
class EveryFile extends Uploader {
  override upload(range: Range, files: FileList | File[]): void {
    if (files.length > 0) this.options.handler?.call(this, range, [...files]);
  }
}

// Quill would drop a chip from a line of code.
CodeBlock.allowedChildren = [...CodeBlock.allowedChildren, PlaceholderBlot];

Quill.register(
  {
    "formats/align": AlignClass,
    "formats/blockquote": Blockquote,
    "formats/bold": Bold,
    "formats/code-block": CodeBlock,
    "formats/header": ThreeHeaders,
    "formats/indent": Indent,
    "formats/italic": Italic,
    "formats/link": Link,
    "formats/list": List,
    "formats/list-start": ListStart,
    "formats/list-type": ListType,
    "formats/picture": PictureBlot,
    "formats/placeholder": PlaceholderBlot,
    "formats/script": Script,
    "formats/strike": Strike,
    "formats/underline": Underline,
    ...Object.fromEntries(TABLE_BLOTS.map((blot) => [`formats/${blot.blotName}`, blot])),
    "modules/clipboard": TemplateClipboard,
    "modules/uploader": EveryFile,
  },
  true,
);

const { bindings } = Keyboard.DEFAULTS;
const indentKey = (key: string, by: "+1" | "-1") => ({
  key,
  shortKey: true,
  handler(this: { quill: Quill }, { index, length }: Range) {
    const change = { indent: by, ...WITHOUT_NUMBERS };
    this.quill.formatLine(index, length, change, Quill.sources.USER);
    return false;
  },
});

/**
 * The editor's keys: Tab leaves it, as everywhere, but goes through the cells of a table; Ctrl+]
 * and Ctrl+[ indent, as in Gmail.
 */
export const KEYS = {
  indent: false,
  outdent: false,
  tab: false,
  "remove tab": false,
  "indent code-block": false,
  "outdent code-block": false,
  // A list begins at 1: "21. November" is a date.
  "list autofill": {
    ...(bindings["list autofill"] as object),
    prefix: /^\s*?(1\.|-|\*)$/,
    format: { "code-block": false, blockquote: false, cell: false },
  },
  ...TABLE_KEYS,
  indentMore: indentKey("]", "+1"),
  indentLess: indentKey("[", "-1"),
};

export { Quill };
