import type { Live } from "./conditions.ts";
import type { HtmlTag } from "./htmlTag.ts";
import { type AddressPiece, piecesOf, withLinks } from "./links.ts";
import { type Extent, lineAround, unpairedTags } from "./tagPairs.ts";
import type { ConditionToken } from "./tokenize.ts";

/** A source's parts, in order; a `link` is the `href` of a link with braces in it. */
export type Part = AddressPiece | { kind: "link"; pieces: AddressPiece[] };

interface TextSource {
  source: string;
  /** Placeholders, and conditions in pairs. */
  live: readonly Live[];
  /** None if the source is text. */
  tags: readonly HtmlTag[];
}

/**
 * The parts of a source that an email is made from. A condition alone on its line includes the line, so that neither
 * case leaves an empty one behind. If a skipped part contains one half of a pair of tags, that half stays.
 */
export function layOut({ source, live, tags }: TextSource): Part[] {
  const parts: Part[] = [];
  const open: { token: ConditionToken; extent: Extent }[] = [];
  let done = 0;
  const text = (written: string) => {
    if (written !== "") parts.push({ kind: "text", text: written });
  };

  for (const token of withLinks(source, tags, live)) {
    if ("href" in token) {
      text(source.slice(done, token.href.start));
      parts.push({ kind: "link", pieces: piecesOf(source, token) });
      done = token.href.end;
      continue;
    }
    const split = token.tagsBefore + token.tagsAfter;
    const isAlone = token.kind !== "placeholder" && token.scope === 0 && split === "";
    const extent = (isAlone ? lineAround(source, tags, token) : null) ?? token;
    text(source.slice(done, extent.start));
    done = extent.end;
    if (token.kind === "placeholder") {
      text(token.tagsBefore);
      parts.push({ kind: "value", token });
      text(token.tagsAfter);
    } else if (token.kind !== "close") {
      text(split);
      parts.push({ kind: "open", name: token.name, keptWhen: token.kind === "open" });
      open.push({ token, extent });
    } else {
      parts.push({ kind: "close" });
      const opener = open.pop();
      const left = opener ? unpairedTags(source, tags, { start: opener.extent.end, end: extent.start }) : "";
      if (opener && left !== "") {
        parts.push({ kind: "open", name: token.name, keptWhen: opener.token.kind !== "open" });
        text(left);
        parts.push({ kind: "close" });
      }
      text(split);
    }
  }
  text(source.slice(done));
  return parts;
}
