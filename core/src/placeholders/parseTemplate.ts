import type { Variable } from "../contract/templates.ts";
import { lazily } from "../lazily.ts";
import {
  type Choice,
  type ConditionProblem,
  choicesIn,
  coversValue,
  emptyConditions,
  type LiveToken,
  liveTokens,
  namesWithEquals,
  withOwnNames,
} from "./conditions.ts";
import { newPlaceholder, type Placeholder } from "./grammar.ts";
import { linkProblems } from "./links.ts";
import { KnownPlaceholders, type LookAlike, lookAlikesIn } from "./lookAlikes.ts";
import {
  almostRepeats,
  type FoundRepeats,
  REPEATED,
  repeatedParts,
  repeatsInSubject,
} from "./repeated.ts";
import type { RepeatedPart } from "./repeatedPart.ts";
import {
  type Joining,
  joiningOf,
  type Summed,
  summedNames,
  sumProblems,
  totaledNames,
} from "./sums.ts";
import { type Markup, placeholderNames, tokenizeWithTags } from "./tokenize.ts";
import { Variables } from "./variables.ts";

/** A template's source; each part may be absent. */
export interface TemplateSource {
  subject?: string | undefined;
  body?: string | undefined;
}

/** A template's source, and how to read it. */
export interface TemplateToRead extends TemplateSource {
  /** Whether `{{#rows}}` is a condition in any case, as before parts could repeat. */
  asksForRows?: boolean | undefined;
}

/** What a template says, without its emails: the page's editor needs no more. */
export interface ParsedTemplate {
  /** Null without a repeated part. */
  readonly joining: Joining | null;
  /**
   * The placeholders that are added up, with or without a fallback for blanks; none without a
   * repeated part.
   */
  readonly sums: ReadonlyMap<string, Summed>;
  /** In order of first appearance, the subject's first. */
  variables: Variable[];
  /** Sentences that quote the problem (rule: syntax warnings). */
  readonly warnings: string[];
  /** Those of the warnings that are about the subject. */
  readonly subjectWarnings: ReadonlySet<string>;
  /**
   * What only looks like a placeholder in subject and body; its messages are among the warnings.
   */
  readonly lookAlikes: Record<keyof TemplateSource, LookAlike[]>;
}

/**
 * Increases with every change that makes `parseTemplate` find other variables in some text: the
 * server stores a template's variables with this number, and finds them again if it changes. With
 * 2, `{{#rows}}` repeats a part, and `{{Amount|sum:0}}` has a fallback.
 */
export const GRAMMAR = 2;

/** The most warnings for one template; further ones are only counted. */
const MAX_WARNINGS = 20;

/**
 * Reads a template. Any text is one: invalid parts get a warning and stay as they are. A look-alike
 * of one of the list's `columns` is one, too. Linear in the template; never throws.
 */
export function parseTemplate(
  source: TemplateToRead,
  columns?: readonly Placeholder[],
): ParsedTemplate {
  return readEmailTexts(source, columns).parsed;
}

/** As `parseTemplate`, with all that `compileTemplate` makes emails from. */
export function readEmailTexts(
  { subject = "", body = "", asksForRows = false }: TemplateToRead,
  columns: readonly Placeholder[] = [],
) {
  const variables = new Variables();
  const written = [tokenizeWithTags(subject, "text"), tokenizeWithTags(body, "html")] as const;
  const own = new Set(written.flatMap(({ tokens }) => placeholderNames(tokens)));
  if (asksForRows) own.add(REPEATED);
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
  const totaled = lazily(() => totaledNames(sources));
  const found = lazily(() =>
    sources.map((source, i) => {
      const { problems, live } = source;
      const own = [
        ...problems,
        ...(contradictions[i] ?? []),
        ...variables.comparisons(live),
        ...sumProblems(source, { hasRepeats, variables: byName, totaled: totaled() }),
        ...lookAlikes()[i === 0 ? "subject" : "body"],
      ].sort((a, b) => a.start - b.start);
      return own.map(({ message }) => message);
    }),
  );
  const choicesOf = sources.map(({ source, live }) => choicesIn(source, live));
  const choices = choicesOf.flat();
  const byName = new Map(all.map((variable) => [variable.name, variable]));
  const ofChoices = (some: readonly Choice[] = []) =>
    some.flatMap((choice) => optionWarnings(choice, byName.get(choice.name)));
  const warnings = lazily(() => warningsOf([...found().flat(), ...ofChoices(choices)]));
  const sums = hasRepeats ? summedNames(sources, byName) : new Map<string, Summed>();
  const parsed: ParsedTemplate = {
    joining: hasRepeats ? joiningOf(sources, sums) : null,
    sums,
    variables: all,
    get warnings() {
      return warnings();
    },
    get subjectWarnings() {
      return new Set([...(found()[0] ?? []), ...ofChoices(choicesOf[0])]);
    },
    get lookAlikes() {
      return lookAlikes();
    },
  };
  return { parsed, sources, choices, byName };
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
  const left = variable?.options.filter((option) => !coversValue(choice, option)) ?? [];
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
