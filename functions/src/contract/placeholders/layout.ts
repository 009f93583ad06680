import type { Live } from "./conditions.ts";
import type { HtmlTag } from "./htmlTag.ts";
import type { PlaceholderToken } from "./tokenize.ts";

/** What a source is made of, in order; `open` and `close` always come in pairs. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "value"; token: PlaceholderToken }
  | { kind: "open"; name: string; keptWhen: boolean }
  | { kind: "close" };

/** Takes a source, its live tokens and its tags; gives the parts that a mail is made of. */
export function layOut({ source, live }: { source: string; live: readonly Live[]; tags: readonly HtmlTag[] }): Part[] {
  const parts: Part[] = [];
  const text = (written: string) => {
    if (written !== "") parts.push({ kind: "text", text: written });
  };
  let done = 0;
  for (const token of live) {
    text(source.slice(done, token.start));
    done = token.end;
    if (token.kind === "placeholder") {
      text(token.tagsBefore);
      parts.push({ kind: "value", token });
      text(token.tagsAfter);
    } else if (token.kind === "close") {
      parts.push({ kind: "close" });
      text(token.tagsBefore + token.tagsAfter);
    } else {
      text(token.tagsBefore + token.tagsAfter);
      parts.push({ kind: "open", name: token.name, keptWhen: token.kind === "open" });
    }
  }
  text(source.slice(done));
  return parts;
}
