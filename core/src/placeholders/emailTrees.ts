import type { Variable } from "../contract/templates.ts";
import { formatDate } from "../dates/dates.ts";
import { dateStyleOf, formatOrder } from "../dates/formats.ts";
import { formatTime } from "../dates/times.ts";
import { isBlank } from "../isBlank.ts";
import { bareAddress } from "../recipients/recipients.ts";
import type { CompiledRow, RenderOptions } from "./compiledRow.ts";
import type { Condition } from "./conditions.ts";
import { GONE, saysNothing } from "./gaps.ts";
import { SUM } from "./grammar.ts";
import { decodeHtml, escapeHtml } from "./htmlText.ts";
import type { TemplatePart } from "./layout.ts";
import { type AddressPiece, addressIn, leadsWithAny, namesIn } from "./links.ts";
import { MustacheTree } from "./mustacheTree.ts";
import type { Markup, PlaceholderToken } from "./tokenize.ts";
import { type ValuePlace, writeValue } from "./writeValue.ts";

export type VariablesByName = ReadonlyMap<string, Variable>;

export function treeOf(
  parts: readonly TemplatePart[],
  markup: Markup,
  variables: VariablesByName,
): MustacheTree<CompiledRow> {
  const tree = new MustacheTree<CompiledRow>();
  const instead = markup === "text" ? " " : "";
  let isRepeated = false;
  for (const part of parts) {
    const isIn = isRepeated;
    if (part.kind === "text") tree.text(part.text.replaceAll(GONE, instead));
    else if (part.kind === "value") {
      const slot = part.token.isSum && !isRepeated ? sumSlot : valueSlot;
      tree.value(slot(part.token, markup, variables));
    } else if (part.kind === "gone")
      tree.value((row) => (part.condition && row.meets(part.condition, isIn) ? "" : GONE));
    else if (part.kind === "link")
      tree.value(linkSlot({ pieces: part.pieces, around: [], isRepeated }, variables));
    else if (part.kind === "number")
      tree.value((row) => `${part.number + part.perRow * (row.all.length - 1)}`);
    else if (part.kind === "open") tree.open((row) => row.meets(part.condition, isIn));
    else if (part.kind === "repeat") {
      isRepeated = true;
      repeat(tree, part.between);
    } else {
      if (part.kind === "repeated") isRepeated = false;
      tree.close();
    }
  }
  return tree;
}

/** Begins a part that each row of an email has. */
function repeat(tree: MustacheTree<CompiledRow>, between: string): void {
  tree.open((row) => row.all);
  if (between !== "") tree.value((row) => (row.isLeading ? "" : between));
}

/** The HTML that every email has, whatever its values; without texts that may go with them. */
export function certainPart(parts: readonly TemplatePart[], variables: VariablesByName): string {
  let depth = 0;
  const certain = parts.flatMap((part) => {
    if (part.kind === "open") depth++;
    else if (part.kind === "close") depth--;
    else if (depth > 0 || part.kind === "repeat" || part.kind === "repeated") return [];
    else if (part.kind === "text") return part.text;
    else if (part.kind === "link") return 'href=""';
    else if (part.kind === "value" && !isBlank(fallbackOf(part.token, variables) ?? "x"))
      return "x";
    return [];
  });
  return certain
    .join("")
    .replace(/(?<=^|>)[^<>]+/g, (text) => (saysNothing(decodeHtml(text)) ? "" : text));
}

/**
 * As `treeOf`, but only the links with placeholders and the conditions around them; null if there
 * are none.
 */
export function linkTreeOf(
  parts: readonly TemplatePart[],
  variables: VariablesByName,
): MustacheTree<CompiledRow> | null {
  if (!parts.some(({ kind }) => kind === "link")) return null;
  const tree = new MustacheTree<CompiledRow>();
  const around: string[] = [];
  let isRepeated = false;
  for (const part of parts) {
    const isIn = isRepeated;
    if (part.kind === "link")
      tree.value(
        linkSlot({ pieces: part.pieces, around, isRepeated }, variables, leadsWithAny(part.pieces)),
      );
    else if (part.kind === "open") {
      tree.open((row) => row.meets(part.condition, isIn));
      around.push(part.condition.name);
    } else if (part.kind === "close") {
      tree.close();
      around.pop();
    } else if (part.kind === "repeat") {
      isRepeated = true;
      tree.open((row) => row.all);
    } else if (part.kind === "repeated") {
      isRepeated = false;
      tree.close();
    }
  }
  return tree;
}

interface PlacedLink {
  pieces: readonly AddressPiece[];
  /** The names of the conditions around it. */
  around: readonly string[];
  isRepeated: boolean;
}

/** A link's `href`, or the mark of a gap in its place. `isSure`: as for `addressIn`. */
function linkSlot(
  { pieces, around, isRepeated }: PlacedLink,
  variables: VariablesByName,
  isSure = false,
): (row: CompiledRow) => string {
  const all = namesIn(pieces);
  const needs = [...new Set([...around, ...all])];
  if (all.length === 0) {
    // Its braces have no meaning.
    const { address } = addressIn(pieces, {
      meets: ({ keptWhen }) => !keptWhen,
      shown: () => null,
    });
    return () => (address === null ? "" : `href="${escapeHtml(address)}"`);
  }
  return (row) => {
    // Names links beyond the limit once.
    if (row.isFullOfLinks) return "";
    const shown = (token: PlaceholderToken) => {
      const shownAs = token.isSum && !isRepeated ? totalIn : shownIn;
      const text = row.hasRoomInLinks() ? shownAs(row, token, variables) : null;
      return row.hasRoomInLinks(text?.length ?? 0) ? text : null;
    };
    const meets = (condition: Condition) => row.meets(condition, isRepeated);
    const { address, names } = row.hasRoomInLinks()
      ? addressIn(pieces, { meets, shown }, isSure)
      : { address: null, names: all };
    if (address !== null) return `href="${escapeHtml(address)}"`;
    const [name = ""] = names;
    row.badLinks.push({ names, needs });
    const { type } = variables.get(name) ?? { type: "text" };
    return `data-variable="${escapeHtml(name)}" data-type="${type}" data-missing="true"`;
  };
}

/** A placeholder's own fallback, or the one declared with its name elsewhere; null for none. */
function fallbackOf(
  { name, fallback }: PlaceholderToken,
  variables: VariablesByName,
): string | null {
  return fallback ?? variables.get(name)?.fallback ?? null;
}

/** A placeholder's formatted value in an email, or its fallback; null for a gap. */
function shownIn(
  row: CompiledRow,
  token: PlaceholderToken,
  variables: VariablesByName,
): string | null {
  const { name } = token;
  const variable = variables.get(name);
  if (row.isBlank(name)) return fallbackOf(token, variables);
  return shownValue({ name, type: variable?.type ?? token.type }, row.value(name), row.options);
}

function valueSlot(token: PlaceholderToken, markup: Markup, variables: VariablesByName) {
  const { name } = token;
  const type = variables.get(name)?.type ?? token.type;
  const fallback = fallbackOf(token, variables);
  const place = placeOf(token, markup);
  return (row: CompiledRow): string => {
    const { mark } = row.options;
    const isMissing = fallback === null;
    if (row.isBlank(name)) {
      if (!isMissing && isBlank(fallback)) return GONE;
      return writeValue(fallback ?? `{{${name}}}`, place, mark ? { name, type, isMissing } : null);
    }
    return row.written(name, place, (value) => {
      const shown = shownValue({ name, type }, value, row.options);
      return writeValue(shown, place, mark ? { name, type, isMissing: false } : null);
    });
  };
}

/** As `shownIn`, for the total of all rows. */
function totalIn(
  row: CompiledRow,
  token: PlaceholderToken,
  variables: VariablesByName,
): string | null {
  if (row.all.length === 1) return shownIn(row, token, variables);
  const total = row.total(token.name);
  return total === "blank" ? fallbackOf(token, variables) : total.text;
}

/** The total of a placeholder's values in all rows; with one row, that row's text. */
function sumSlot(token: PlaceholderToken, markup: Markup, variables: VariablesByName) {
  const { name } = token;
  const { type } = variables.get(name) ?? token;
  const place = placeOf(token, markup);
  const ofOne = valueSlot(token, markup, variables);
  return (row: CompiledRow): string => {
    if (row.all.length === 1) return ofOne(row);
    const text = totalIn(row, token, variables);
    if (text !== null && isBlank(text)) return GONE;
    const mark = row.options.mark ? { name, type, isMissing: text === null } : null;
    return row.fitting(writeValue(text ?? `{{${name}|${SUM}}}`, place, mark), place);
  };
}

function placeOf({ scope }: PlaceholderToken, markup: Markup): ValuePlace {
  if (markup === "text") return "subject";
  return scope > 0 ? "attribute" : "text";
}

/** A value, as its variable shows it in an email. */
export function shownValue(
  { name, type }: Pick<Variable, "name" | "type">,
  value: string,
  options: RenderOptions,
): string {
  if (type === "time") return formatTime(value, options.timeFormat).text;
  if (type === "email") return bareAddress(value) ?? value;
  if (type !== "date") return value;
  const order = options.dateOrders?.get(name) ?? formatOrder(options.dateFormat);
  return formatDate(value, { ...dateStyleOf(options), order }).text;
}
