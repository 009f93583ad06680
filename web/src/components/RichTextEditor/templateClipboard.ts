import { tokenize } from "@sendwright/core/placeholders";
import type { Range } from "quill/core.js";
import Clipboard, { traverse } from "quill/modules/clipboard.js";
import Delta from "quill-delta";
import { inertDocument } from "../../lib/inertDocument.ts";
import { withChips } from "./bodyHtml.ts";
import { cleanPaste } from "./paste/cleanPaste.ts";
import { isChip } from "./writtenPlaceholder.ts";

interface Clip {
  html?: string;
  text?: string;
}

/** Quill's clipboard, for which placeholders are chips inside the editor and plain `{{…}}` outside of it. */
export class TemplateClipboard extends Clipboard {
  constructor(...given: ConstructorParameters<typeof Clipboard>) {
    super(...given);
    this.addMatcher(Node.TEXT_NODE, (_node, text) => withoutMarks(text));
  }

  readonly #tellLeftOut = (count: number) => {
    const { onLeftOut } = this.options as { onLeftOut?: (count: number) => void };
    onLeftOut?.(count);
  };

  /** The editor's whole content for a stored body. */
  read(body: string): Delta {
    const content = this.convertHTML(withChips(body));
    return endsLine(content) ? content : content.insert("\n");
  }

  override convert({ html, text = "" }: Clip, formats: Record<string, unknown> = {}): Delta {
    if (formats["code-block"]) return super.convert({ text }, formats);
    if (html) return super.convert({ html: withChips(html), text }, formats);
    return textWithChips(text, formats);
  }

  /** As Quill has it, but for the parser: Quill's takes text as it comes, which Trusted Types do not allow. */
  protected override convertHTML(html: string): Delta {
    const content = inertDocument(html);
    this.normalizeHTML(content);
    const matches = new WeakMap();
    const [elements = [], texts = []] = this.prepareMatching(content.body, matches) as Parameters<typeof traverse>[2][];
    return traverse(this.quill.scroll, content.body, elements, texts, matches);
  }

  /**
   * A picture that comes as a file beside markup is pasted if it is all there is: copied pictures bring both, but Word and
   * Excel add a picture of the text.
   */
  override onCapturePaste(event: ClipboardEvent): void {
    const html = event.clipboardData?.getData("text/html");
    if (!html || event.defaultPrevented || !this.quill.isEnabled()) {
      super.onCapturePaste(event);
      return;
    }
    event.preventDefault();
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length > 0 && inertDocument(html).body.textContent?.trim() === "") {
      this.quill.uploader.upload(this.quill.getSelection(true), files);
      return;
    }
    const text = event.clipboardData?.getData("text/plain") ?? "";
    this.onPaste(this.quill.getSelection(true), { html, text });
  }

  override onPaste(range: Range, { html, text = "" }: Clip): void {
    const { quill } = this;
    const formats = quill.getFormat(range.index);
    const pasted = this.convert(html ? { html: cleanPaste(html, this.#tellLeftOut), text } : { text }, formats);
    const [line] = quill.getLine(range.index);
    // What ends with a whole line (a list, a heading) takes the place of the empty line it is pasted into.
    const isWholeLine = endsLine(pasted) && range.length === 0 && line?.length() === 1;
    const change = new Delta().retain(range.index).delete(range.length).concat(pasted);
    if (isWholeLine) change.delete(1);
    else if (isSeveralLines(pasted)) change.retain(1, this.plainEndAfter(range));
    quill.updateContents(change, "user");
    quill.setSelection(range.index + pasted.length() - (isWholeLine ? 1 : 0), 0, "silent");
    quill.scrollSelectionIntoView();
  }

  /**
   * When several lines replace whole ones, nothing of the old lines remains: the old ending would make the last pasted
   * line a heading or an item.
   */
  private plainEndAfter({ index, length }: Range): Record<string, null> {
    const { quill } = this;
    const [line, offset] = quill.getLine(index + length);
    const [, before] = quill.getLine(index);
    const isWhole = length > 0 && before === 0 && line !== null && offset === line.length() - 1;
    if (!isWhole) return {};
    return Object.fromEntries(Object.keys(quill.getFormat(index + length, 1)).map((name) => [name, null]));
  }

  override onCopy(range: Range, _isCut: boolean): { html: string; text: string } {
    return {
      html: ordinarySpaces(this.quill.getSemanticHTML(range)),
      text: deltaText(this.quill.getContents(range.index, range.length)),
    };
  }
}

/** Quill makes every space a non-breaking one; only of several together all but the last have to be. */
function ordinarySpaces(html: string): string {
  return html.replaceAll(/((?:&nbsp;)*)&nbsp;/g, "$1 ");
}

function isSeveralLines(delta: Delta): boolean {
  return delta.ops.some(({ insert }) => typeof insert === "string" && insert.includes("\n"));
}

/** A byte order mark is no text; a line that holds nothing else is empty. */
function withoutMarks(delta: Delta): Delta {
  return delta.reduce((kept, { insert, attributes }) => {
    return kept.insert(typeof insert === "string" ? insert.replaceAll("\ufeff", "") : (insert ?? ""), attributes);
  }, new Delta());
}

function endsLine(delta: Delta): boolean {
  const last = delta.ops.at(-1)?.insert;
  return typeof last === "string" && last.endsWith("\n");
}

function textWithChips(text: string, formats: Record<string, unknown>): Delta {
  const delta = new Delta();
  for (const token of tokenize(text.replaceAll("\ufeff", "").replaceAll(/\r\n?/g, "\n"), "text")) {
    if (isChip(token)) delta.insert({ placeholder: token.text }, formats);
    else delta.insert(token.source, formats);
  }
  return delta;
}

/** The text of some content, with placeholders as they are written. */
export function deltaText(delta: Delta): string {
  return delta.ops
    .map(({ insert }) => {
      if (typeof insert === "string") return insert;
      const written = insert?.placeholder;
      return typeof written === "string" ? written : "";
    })
    .join("");
}
