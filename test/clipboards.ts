import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "clipboards");

/**
 * The clipboards of other programs in `clipboards/`, by name. Each has three files: what is on the
 * clipboard, beginning with a comment that says how it was made, the body that the editor saves,
 * and the email that is delivered.
 */
export function clipboardNames(): string[] {
  return readdirSync(FOLDER).flatMap((file) => /^(.+)\.clipboard\.html$/.exec(file)?.[1] ?? []);
}

export function fileOfClipboard(name: string, part: "clipboard.html" | "body.html" | "email.txt") {
  return join(FOLDER, `${name}.${part}`);
}

/** What is on a clipboard: its file without the comment. */
export function readClipboard(name: string): string {
  return readFileSync(fileOfClipboard(name, "clipboard.html"), "utf8").replace(/^<!--.*-->\n/, "");
}

/** HTML with a line for each block, as the files have it. */
export function inLines(html: string): string {
  return html.replace(/(?<=>)(?=<(?:p|div|h[1-3]|ol|ul|li|table|tr|blockquote)\b)/g, "\n");
}
