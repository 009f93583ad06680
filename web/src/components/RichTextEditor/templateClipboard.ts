import { tokenize } from "@sendwright/functions/contract";
import type { Range } from "quill/core.js";
import Clipboard from "quill/modules/clipboard.js";
import Delta from "quill-delta";
import { withChips } from "./bodyHtml.ts";
import { isChip } from "./writtenPlaceholder.ts";

interface Clip {
  html?: string;
  text?: string;
}

/** Quill's clipboard, for which placeholders are chips inside the editor and plain `{{…}}` outside of it. */
export class TemplateClipboard extends Clipboard {
  override convert({ html, text = "" }: Clip, formats: Record<string, unknown> = {}): Delta {
    if (formats["code-block"]) return super.convert({ text }, formats);
    if (html) return super.convert({ html: withChips(html), text }, formats);
    return textWithChips(text, formats);
  }

  override onCopy(range: Range, _isCut: boolean): { html: string; text: string } {
    return { html: this.quill.getSemanticHTML(range), text: textOf(this.quill.getContents(range.index, range.length)) };
  }
}

function textWithChips(text: string, formats: Record<string, unknown>): Delta {
  const delta = new Delta();
  for (const token of tokenize(text.replaceAll(/\r\n?/g, "\n"), "text")) {
    if (isChip(token)) delta.insert({ placeholder: token.text }, formats);
    else delta.insert(token.source, formats);
  }
  return delta;
}

/** Takes content; gives its text with placeholders as they are written. */
export function textOf(delta: Delta): string {
  return delta.ops
    .map(({ insert }) => {
      if (typeof insert === "string") return insert;
      const written = insert?.placeholder;
      return typeof written === "string" ? written : "";
    })
    .join("");
}
