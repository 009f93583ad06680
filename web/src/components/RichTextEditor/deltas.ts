import { tokenize } from "@sendwright/core/placeholders";
import Delta from "quill-delta";
import { WITHOUT_NUMBERS } from "./listNumbering.ts";
import { CellLine, KeptTable } from "./tableBlots.ts";
import { isChip } from "./writtenPlaceholder.ts";

/** The formats of lines that a line in a cell can't have. */
const LINE_FORMATS = new Set([
  ...["cell", "list", "header", "blockquote", "code-block"],
  ...Object.keys(WITHOUT_NUMBERS),
]);

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

export function isSeveralLines(delta: Delta): boolean {
  return delta.ops.some(({ insert }) => typeof insert === "string" && insert.includes("\n"));
}

export function endsLine(delta: Delta): boolean {
  const last = delta.ops.at(-1)?.insert;
  return typeof last === "string" && last.endsWith("\n");
}

/** Whether some content ends with a table, but for empty lines. */
export function endsTable({ ops }: Delta): boolean {
  const last = ops.findLast(
    ({ insert, attributes }) => attributes !== undefined || !/^\n*$/.test(String(insert)),
  );
  const isKept = typeof last?.insert === "object" && KeptTable.blotName in last.insert;
  return isKept || last?.attributes?.cell !== undefined;
}

/** Whether the first line of some content is in a cell. */
export function beginsWithCell(delta: Delta): boolean {
  const first = delta.ops.find(({ insert }) => typeof insert === "string" && insert.includes("\n"));
  return first?.attributes?.cell !== undefined;
}

/** Some content without byte order marks, which are no text. */
export function withoutMarks(delta: Delta): Delta {
  return delta.reduce((kept, { insert, attributes }) => {
    return kept.insert(
      typeof insert === "string" ? insert.replaceAll("\ufeff", "") : (insert ?? ""),
      attributes,
    );
  }, new Delta());
}

/** Some content whose lines in cells have no other format, whatever surrounds their table. */
export function onlyCells(delta: Delta): Delta {
  return delta.reduce((all, { insert = "", attributes = {} }) => {
    const { cell } = attributes;
    return all.insert(
      insert,
      cell === undefined ? attributes : { ...withoutLines(attributes), cell },
    );
  }, new Delta());
}

/** Some content as lines of one cell. */
export function asCellLines(delta: Delta, line: CellLine): Delta {
  const cell = CellLine.formats(line.domNode as Element);
  const own = delta.reduce((all, { insert = "", attributes = {} }) => {
    const formats = withoutLines(attributes);
    if (typeof insert !== "string") return all.insert(insert, formats);
    for (const [i, part] of insert.split("\n").entries()) {
      if (i > 0) all.insert("\n", { ...formats, cell });
      all.insert(part, formats);
    }
    return all;
  }, new Delta());
  return endsLine(own) ? own.slice(0, own.length() - 1) : own;
}

function withoutLines(formats: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(formats).filter(([name]) => !LINE_FORMATS.has(name)));
}

/** A plain text as content, its placeholders as chips. */
export function textWithChips(text: string, formats: Record<string, unknown>): Delta {
  const delta = new Delta();
  for (const token of tokenize(text.replaceAll("\ufeff", "").replaceAll(/\r\n?/g, "\n"), "text")) {
    if (isChip(token)) delta.insert({ placeholder: token.text }, formats);
    else delta.insert(token.source, formats);
  }
  return delta;
}
