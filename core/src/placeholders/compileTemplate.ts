import { isEmptyBody } from "../body/length.ts";
import { AppError } from "../contract/appError.ts";
import type { BLANK_PART } from "../contract/messages.ts";
import type { Variable } from "../contract/templates.ts";
import { isBlank } from "../isBlank.ts";
import { lazily } from "../lazily.ts";
import { CompiledRow, type RenderOptions } from "./compiledRow.ts";
import {
  type Choice,
  type ConditionProblem,
  choicesIn,
  covers,
  emptyConditions,
  type LiveToken,
  liveTokens,
  namesWithEquals,
  withOwnNames,
} from "./conditions.ts";
import { certainPart, linkTreeOf, treeOf } from "./emailTrees.ts";
import { withoutEmptied } from "./emptied.ts";
import { closeGaps } from "./gaps.ts";
import { newPlaceholder, type Placeholder } from "./grammar.ts";
import { layOut } from "./layout.ts";
import { type BadLink, linkProblems } from "./links.ts";
import { KnownPlaceholders, type LookAlike, lookAlikesIn } from "./lookAlikes.ts";
import {
  almostRepeats,
  type FoundRepeats,
  placeholderNames,
  REPEATED,
  repeatedParts,
  repeatsInSubject,
} from "./repeated.ts";
import type { RepeatedPart } from "./repeatedPart.ts";
import { commonNames, summedNames, sumProblems } from "./sums.ts";
import { type Markup, tokenizeWithTags } from "./tokenize.ts";
import { Variables } from "./variables.ts";
import { oneLine } from "./writeValue.ts";

export { shownValue } from "./emailTrees.ts";

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
   * Required variables without a value, and those whose link leads nowhere or whose values can't be
   * added up; always empty unless marked.
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
  /**
   * The placeholders that are added up, with or without a fallback for blanks; none without a
   * repeated part.
   */
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
   * `details.invalid`, if a link leads nowhere or values can't be added up, unless they are to be
   * marked. All rows of the email count.
   */
  render(values: ReadonlyMap<string, string>, options: RenderOptions): RenderedTemplate;
  /**
   * The placeholders that choose between texts, but whose values choose none (rule: conditions by
   * value).
   */
  uncovered(
    values: ReadonlyMap<string, string>,
    options?: Pick<RenderOptions, "further">,
  ): string[];
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
  const own = new Set(written.flatMap(({ tokens }) => placeholderNames(tokens)));
  const sources = [
    readTemplate({ source: subject, markup: "text" }, written[0], own),
    readTemplate({ source: body, markup: "html" }, written[1], own),
  ] as const;
  const hasRepeats = sources[1].repeats.length > 0;
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
    sources.flatMap((source, i) => {
      const { problems: found, live } = source;
      return [
        ...found,
        ...(contradictions[i] ?? []),
        ...variables.comparisons(live),
        ...sumProblems(source, { hasRepeats, variables: byName }),
        ...lookAlikes()[i === 0 ? "subject" : "body"],
      ].sort((a, b) => a.start - b.start);
    });
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
    joining: hasRepeats ? { common: commonNames(sources) } : null,
    sums: hasRepeats ? summedNames(sources, byName) : new Map(),
    variables: all,
    get warnings() {
      return warnings();
    },
    get lookAlikes() {
      return lookAlikes();
    },
    uncovered: (values, { further = [] } = {}) => {
      const rows = [values, ...further];
      const isCovered = (choice: Choice) =>
        rows.every((row) => covers(choice, row.get(choice.name) ?? ""));
      return [...new Set(choices.flatMap((one) => (isCovered(one) ? [] : one.name)))];
    },
    renderSubject: (values, options) => subjectOf(CompiledRow.leading(values, options)),
    render(values, options) {
      const row = CompiledRow.leading(values, options);
      const missing = all
        .filter(({ name, required }) => required && row.isBlankInAny(name))
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
      const rendered = subjectOf(row);
      const unlinked = [...new Set(row.badLinks.flatMap(({ names }) => names))];
      if (row.badSums.size > 0 && !options.mark) throw withoutTotal(row.badSums);
      if (unlinked.length > 0 && !options.mark) throw withoutLink(unlinked);
      return {
        subject: rendered,
        html,
        missing: [...new Set([...missing, ...unlinked, ...row.badSums.keys()])],
      };
    },
    blankPart(values, options) {
      if (!canSubjectBeEmptied() && !canBeEmptied()) return null;
      const row = CompiledRow.leading(values, options);
      if (canSubjectBeEmptied() && isBlank(subjectOf(row))) return "subject";
      return canBeEmptied() && isEmptyBody(htmlOf(row)) ? "body" : null;
    },
    badLinks(values, options) {
      const tree = linkTree();
      if (tree === null) return [];
      const row = CompiledRow.leading(values, options);
      tree.render(row);
      return row.badLinks;
    },
  };
}

function withoutTotal(problems: ReadonlyMap<string, string>): AppError {
  const sentences = [...problems].map(
    ([name, problem]) => `{{${name}|sum}} can't be added up: ${problem}.`,
  );
  return new AppError("invalid_values", sentences.join(" "), {
    details: { invalid: [...problems.keys()] },
  });
}

function withoutLink(invalid: string[]): AppError {
  const named = invalid.map((name) => `{{${name}}}`).join(", ");
  return new AppError("invalid_values", `The value of ${named} doesn't make a working link.`, {
    details: { invalid },
  });
}

/**
 * Increases with every change that makes `parseTemplate` find other variables in some text: the
 * server stores a template's variables with this number, and finds them again if it changes. With
 * 2, `{{#rows}}` repeats a part, and `{{Amount|sum:0}}` has a fallback.
 */
export const GRAMMAR = 2;

/** As `compileTemplate`, for callers that only need a template's variables. */
export function parseTemplate(
  source: TemplateSource,
  columns?: readonly Placeholder[],
): Pick<CompiledTemplate, "variables" | "warnings" | "lookAlikes"> {
  return compileTemplate(source, columns);
}

interface ParsedSource {
  source: string;
  /** Without the tags of repeated parts. */
  live: LiveToken[];
  problems: ConditionProblem[];
  tags: ReturnType<typeof tokenizeWithTags>["tags"];
  /** None in a subject. */
  repeats: readonly RepeatedPart[];
}

/** `own` are the names of all placeholders of the email. */
function readTemplate(
  { source, markup }: { source: string; markup: Markup },
  { tokens, tags }: ReturnType<typeof tokenizeWithTags>,
  own: ReadonlySet<string>,
): ParsedSource {
  const { live: all, ends, problems } = liveTokens(withOwnNames(tokens, namesWithEquals(own)));
  const found: FoundRepeats = own.has(REPEATED)
    ? { parts: [], live: all, problems: [] }
    : markup === "text"
      ? repeatsInSubject(all)
      : repeatedParts({ source, tags, live: all, ends });
  const { parts, live } = found;
  return {
    source,
    tags,
    live,
    repeats: parts,
    problems: [
      ...problems,
      ...found.problems,
      ...almostRepeats(live, own),
      ...emptyConditions(source, all),
      ...linkProblems(source, tags, live),
    ],
  };
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
