import { isEmptyBody } from "../body/length.ts";
import { AppError } from "../contract/appError.ts";
import type { BLANK_PART } from "../contract/messages.ts";
import type { Variable } from "../contract/templates.ts";
import { formatDate } from "../dates/dates.ts";
import { dateStyleOf, formatOrder } from "../dates/formats.ts";
import { formatTime } from "../dates/times.ts";
import { isBlank } from "../isBlank.ts";
import { lazily } from "../lazily.ts";
import { bareAddress } from "../recipients/recipients.ts";
import { CompiledRow, type RenderOptions } from "./compiledRow.ts";
import {
  type Choice,
  type Condition,
  type ConditionProblem,
  choicesIn,
  covers,
  emptyConditions,
  type LiveToken,
  liveTokens,
  namesWithEquals,
  withOwnNames,
} from "./conditions.ts";
import { withoutEmptied } from "./emptied.ts";
import { closeGaps, GONE, saysNothing } from "./gaps.ts";
import { newPlaceholder, type Placeholder } from "./grammar.ts";
import { decodeHtml, escapeHtml } from "./htmlText.ts";
import { layOut, type TemplatePart } from "./layout.ts";
import { type AddressPiece, addressIn, type BadLink, linkProblems, namesIn } from "./links.ts";
import { KnownPlaceholders, type LookAlike, lookAlikesIn } from "./lookAlikes.ts";
import { MustacheTree } from "./mustacheTree.ts";
import { type Markup, type PlaceholderToken, tokenizeWithTags } from "./tokenize.ts";
import { Variables } from "./variables.ts";
import { oneLine, writeValue } from "./writeValue.ts";

/** A template's source; each part may be absent. */
export interface TemplateSource {
  subject?: string | undefined;
  body?: string | undefined;
}

interface RenderedTemplate {
  /** One line of plain text. */
  subject: string;
  html: string;
  /**
   * Required variables without a value, and those whose link leads nowhere; always empty unless
   * marked.
   */
  missing: string[];
}

/** How rows of one mailbox become one email (decision 38). */
export interface Joining {
  /** Placeholders used outside the repeated part, other than as a sum: rows agree in them. */
  common: ReadonlySet<string>;
}

export interface CompiledTemplate {
  /** Null without a repeated part. */
  readonly joining: Joining | null;
  /** The placeholders that are added up, with or without a fallback for blanks. */
  readonly sums: ReadonlyMap<string, { hasFallback: boolean }>;
  /** In order of first appearance, the subject's first. */
  variables: Variable[];
  /** Sentences that quote the problem (rule: syntax warnings). */
  readonly warnings: string[];
  /**
   * What only looks like a placeholder in subject and body; its messages are among the warnings.
   */
  readonly lookAlikes: Record<keyof TemplateSource, LookAlike[]>;
  /**
   * Renders one email with the values by variable. Throws `missing_variables`, with the names in
   * `details.missing`, if a required value is blank, and `invalid_values`, with the names in
   * `details.invalid`, if a link leads nowhere, unless they are to be marked.
   */
  render(values: ReadonlyMap<string, string>, options: RenderOptions): RenderedTemplate;
  /**
   * The placeholders that choose between texts, but whose values choose none (rule: conditions by
   * value).
   */
  uncovered(values: ReadonlyMap<string, string>): string[];
  /**
   * The part of one email that its values empty (rule: no blank email); null if none. A gap isn't
   * blank.
   */
  blankPart(values: ReadonlyMap<string, string>, options: RenderOptions): BlankPart | null;
  /** The links of one email that lead nowhere because of its values. */
  badLinks(values: ReadonlyMap<string, string>, options: RenderOptions): BadLink[];
  /**
   * The subject alone, with gaps as they are written. If it gets too long, the remaining values are
   * omitted.
   */
  renderSubject(values: ReadonlyMap<string, string>, options: RenderOptions): string;
}

type BlankPart = keyof typeof BLANK_PART;

/** The most warnings for one template; further ones are only counted. */
const MAX_WARNINGS = 20;

/**
 * Reads a template once, to be rendered many times. Any text is a template: invalid parts get a
 * warning and stay as they are. A look-alike of one of the list's `columns` is one, too. Linear in
 * the template; never throws.
 */
export function compileTemplate(
  { subject = "", body = "" }: TemplateSource,
  columns: readonly Placeholder[] = [],
): CompiledTemplate {
  const variables = new Variables();
  const written = [tokenizeWithTags(subject, "text"), tokenizeWithTags(body, "html")] as const;
  const names = new Set(written.flatMap(({ tokens }) => namesWithEquals(tokens)));
  const sources = [
    readTemplate(subject, written[0], names),
    readTemplate(body, written[1], names),
  ] as const;
  const contradictions = sources.map(({ live }) => variables.add(live));
  const all = variables.all();
  const lookAlikes = lazily(() => {
    const known = new KnownPlaceholders(
      all.map(({ name }) => newPlaceholder(name)),
      columns,
    );
    return {
      subject: lookAlikesIn(subject, "text", known),
      body: lookAlikesIn(body, "html", known),
    };
  });
  const problems = () =>
    sources.flatMap(({ problems: found, live }, i) =>
      [
        ...found,
        ...(contradictions[i] ?? []),
        ...variables.comparisons(live),
        ...lookAlikes()[i === 0 ? "subject" : "body"],
      ].sort((a, b) => a.start - b.start),
    );
  const choices = sources.flatMap(({ source, live }) => choicesIn(source, live));
  const byName = new Map(all.map((variable) => [variable.name, variable]));
  // Most callers need no more than the variables.
  const bodyParts = lazily(() => layOut(sources[1]));
  const subjectParts = lazily(() => layOut(sources[0]));
  const subjectTree = lazily(() => treeOf(subjectParts(), "text", byName));
  const bodyTree = lazily(() => treeOf(bodyParts(), "html", byName));
  const linkTree = lazily(() => linkTreeOf(bodyParts(), byName));

  const canBeEmptied = lazily(
    () => !isEmptyBody(body) && isEmptyBody(certainPart(bodyParts(), byName)),
  );
  // The text between two values goes with them, but never a word.
  const canSubjectBeEmptied = lazily(
    () => !isBlank(subject) && !/[\p{L}\p{N}]/u.test(certainPart(subjectParts(), byName)),
  );
  const warnings = lazily(() =>
    warningsOf([
      ...problems().map(({ message }) => message),
      ...choices.flatMap((choice) => optionWarnings(choice, byName.get(choice.name))),
    ]),
  );

  const subjectOf = (row: CompiledRow) => oneLine(closeGaps(subjectTree().render(row))).trim();
  const htmlOf = (row: CompiledRow) => withoutEmptied(bodyTree().render(row));
  return {
    joining: null,
    sums: new Map(),
    variables: all,
    get warnings() {
      return warnings();
    },
    get lookAlikes() {
      return lookAlikes();
    },
    uncovered: (values) => [
      ...new Set(
        choices
          .filter((choice) => !covers(choice, values.get(choice.name) ?? ""))
          .map(({ name }) => name),
      ),
    ],
    renderSubject: (values, options) => subjectOf(new CompiledRow(values, options)),
    render(values, options) {
      const row = new CompiledRow(values, options);
      const missing = all
        .filter(({ name, required }) => required && row.isBlank(name))
        .map(({ name }) => name);
      if (missing.length > 0 && !options.mark) {
        throw new AppError(
          "missing_variables",
          `Missing required variables: ${missing.join(", ")}`,
          {
            details: { missing },
          },
        );
      }
      const html = htmlOf(row);
      const invalid = row.badLinks.flatMap(({ names }) => names);
      if (invalid.length > 0 && !options.mark) throw withoutLink([...new Set(invalid)]);
      return { subject: subjectOf(row), html, missing: [...new Set([...missing, ...invalid])] };
    },
    blankPart(values, options) {
      const row = new CompiledRow(values, options);
      if (canSubjectBeEmptied() && isBlank(subjectOf(row))) return "subject";
      return canBeEmptied() && isEmptyBody(htmlOf(row)) ? "body" : null;
    },
    badLinks(values, options) {
      const row = new CompiledRow(values, options);
      linkTree()?.render(row);
      return row.badLinks;
    },
  };
}

function withoutLink(invalid: string[]): AppError {
  const named = invalid.map((name) => `{{${name}}}`).join(", ");
  return new AppError("invalid_values", `The value of ${named} doesn't make a working link.`, {
    details: { invalid },
  });
}

/**
 * Increases with every change that makes `parseTemplate` find other variables in some text: the
 * server stores a template's variables with this number, and finds them again if it changes.
 */
export const GRAMMAR = 1;

/** As `compileTemplate`, for callers that only need a template's variables. */
export function parseTemplate(
  source: TemplateSource,
  columns?: readonly Placeholder[],
): Pick<CompiledTemplate, "variables" | "warnings" | "lookAlikes"> {
  return compileTemplate(source, columns);
}

interface ParsedSource {
  source: string;
  live: LiveToken[];
  problems: ConditionProblem[];
  tags: ReturnType<typeof tokenizeWithTags>["tags"];
}

function readTemplate(
  source: string,
  { tokens, tags }: ReturnType<typeof tokenizeWithTags>,
  names: ReadonlySet<string>,
): ParsedSource {
  const { live, problems } = liveTokens(withOwnNames(tokens, names));
  return {
    source,
    tags,
    live,
    problems: [...problems, ...emptyConditions(source, live), ...linkProblems(source, tags, live)],
  };
}

type VariablesByName = ReadonlyMap<string, Variable>;

function treeOf(
  parts: readonly TemplatePart[],
  markup: Markup,
  variables: VariablesByName,
): MustacheTree<CompiledRow> {
  const tree = new MustacheTree<CompiledRow>();
  const instead = markup === "text" ? " " : "";
  for (const part of parts) {
    if (part.kind === "text") tree.text(part.text.replaceAll(GONE, instead));
    else if (part.kind === "value") tree.value(valueSlot(part.token, markup, variables));
    else if (part.kind === "gone") tree.value((row) => (row.meets(part.condition) ? "" : GONE));
    else if (part.kind === "link") tree.value(linkSlot(part.pieces, [], variables));
    else if (part.kind === "open") tree.open((row) => row.meets(part.condition));
    else tree.close();
  }
  return tree;
}

/** The HTML that every email has, whatever its values; without texts that may go with them. */
function certainPart(parts: readonly TemplatePart[], variables: VariablesByName): string {
  let depth = 0;
  const certain = parts.flatMap((part) => {
    if (part.kind === "open") depth++;
    else if (part.kind === "close") depth--;
    else if (depth > 0) return [];
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
function linkTreeOf(
  parts: readonly TemplatePart[],
  variables: VariablesByName,
): MustacheTree<CompiledRow> | null {
  if (!parts.some(({ kind }) => kind === "link")) return null;
  const tree = new MustacheTree<CompiledRow>();
  const around: string[] = [];
  for (const part of parts) {
    if (part.kind === "link") tree.value(linkSlot(part.pieces, around, variables));
    else if (part.kind === "open") {
      tree.open((row) => row.meets(part.condition));
      around.push(part.condition.name);
    } else if (part.kind === "close") {
      tree.close();
      around.pop();
    }
  }
  return tree;
}

/**
 * A link's `href`, or the mark of a gap in its place. `around` are the names of the conditions
 * around it.
 */
function linkSlot(
  pieces: readonly AddressPiece[],
  around: readonly string[],
  variables: VariablesByName,
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
      const text = row.hasRoomInLinks() ? shownIn(row, token, variables) : null;
      return row.hasRoomInLinks(text?.length ?? 0) ? text : null;
    };
    const meets = (condition: Condition) => row.meets(condition);
    const { address, names } = row.hasRoomInLinks()
      ? addressIn(pieces, { meets, shown })
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
  const place = markup === "text" ? "subject" : token.scope > 0 ? "attribute" : "text";
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

/** Options of a dropdown that chooses a text, but has none for them. */
function optionWarnings(choice: Choice, variable: Variable | undefined): string[] {
  const left = variable?.options.filter((option) => !covers(choice, option)) ?? [];
  return left.map(
    (option) =>
      `No condition on {{${choice.name}}} is for the option "${option}", so it shows none of their texts.`,
  );
}

function warningsOf(found: readonly string[]): string[] {
  const messages = [...new Set(found)];
  if (messages.length <= MAX_WARNINGS) return messages;
  return [
    ...messages.slice(0, MAX_WARNINGS),
    `There are ${messages.length - MAX_WARNINGS} more warnings of this kind.`,
  ];
}
