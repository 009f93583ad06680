import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A clipboard of another program, and all that becomes of it. */
export interface Clipboard {
  name: string;
  /** How it was made. */
  made: string;
  /** The HTML on the clipboard. */
  clipboard: string;
  /** The body that the editor saves. */
  body: string;
  /** The delivered email, in the order of the parts. */
  html: string;
  text: string;
  /** The sentence about what wasn't pasted; "" for none. */
  loss: string;
}

const FOLDER = join(import.meta.dirname, "clipboards");
const PARTS = ["clipboard", "body", "html", "text", "loss"] as const;

/** All clipboards in `clipboards/`: a file each, with a line `==== name` before each part. */
export function readClipboards(): Clipboard[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => {
      const [made = "", ...parts] = readFileSync(join(FOLDER, file), "utf8").split(/^==== .*\n/m);
      const named = PARTS.map((name, at) => [name, (parts[at] ?? "").replace(/\n$/, "")] as const);
      return {
        name: file.replace(".txt", ""),
        made: made.trim(),
        ...(Object.fromEntries(named) as Record<(typeof PARTS)[number], string>),
      };
    });
}

/** HTML with a line for each block, as the files have it. */
export function inLines(html: string): string {
  return html.replace(/(?<=>)(?=<(?:p|div|h[1-3]|ol|ul|li|table|tr|blockquote)\b)/g, "\n");
}
