import { isEmptyBody } from "../body/length.ts";
import { AppError } from "../contract/appError.ts";
import type { BLANK_PART } from "../contract/messages.ts";
import { isBlank } from "../isBlank.ts";
import { lazily } from "../lazily.ts";
import { CompiledRow, type RenderOptions } from "./compiledRow.ts";
import { type Choice, coversValue } from "./conditions.ts";
import { certainPart, linkTreeOf, treeOf } from "./emailTrees.ts";
import { withoutEmptied } from "./emptied.ts";
import { closeGaps } from "./gaps.ts";
import type { Placeholder } from "./grammar.ts";
import { layOut } from "./layout.ts";
import type { BadLink } from "./links.ts";
import { type ParsedTemplate, readEmailTexts, type TemplateToRead } from "./parseTemplate.ts";
import { oneLine } from "./writeValue.ts";

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

export interface CompiledTemplate extends ParsedTemplate {
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
  /** Whether values can make a link that leads nowhere, or choose none of several texts. */
  readonly judgesValues: boolean;
  /** Whether values can empty the subject or the body. */
  readonly canBeBlank: boolean;
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

/** As `parseTemplate`: reads a template once, to be rendered many times. */
export function compileTemplate(
  source: TemplateToRead,
  columns?: readonly Placeholder[],
): CompiledTemplate {
  const { subject = "", body = "" } = source;
  const { parsed, sources, choices, byName } = readEmailTexts(source, columns);
  const { joining, sums, variables: all } = parsed;
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
  const leadingRow = (values: ReadonlyMap<string, string>, options: RenderOptions) =>
    CompiledRow.leading(values, options, sums);
  const subjectOf = (row: CompiledRow) => oneLine(closeGaps(subjectTree().render(row))).trim();
  const htmlOf = (row: CompiledRow) => withoutEmptied(bodyTree().render(row));
  return {
    joining,
    sums,
    variables: all,
    get warnings() {
      return parsed.warnings;
    },
    get subjectWarnings() {
      return parsed.subjectWarnings;
    },
    get lookAlikes() {
      return parsed.lookAlikes;
    },
    uncovered: (values, { further = [] } = {}) => {
      const rows = [values, ...further];
      const isCovered = (choice: Choice) =>
        rows.every((row) => coversValue(choice, row.get(choice.name) ?? ""));
      return [...new Set(choices.flatMap((one) => (isCovered(one) ? [] : one.name)))];
    },
    renderSubject: (values, options) => subjectOf(leadingRow(values, options)),
    render(values, options) {
      const row = leadingRow(values, options);
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
    get judgesValues() {
      return choices.length > 0 || linkTree() !== null;
    },
    get canBeBlank() {
      return canSubjectBeEmptied() || canBeEmptied();
    },
    blankPart(values, options) {
      if (!canSubjectBeEmptied() && !canBeEmptied()) return null;
      const row = leadingRow(values, options);
      if (canSubjectBeEmptied() && isBlank(subjectOf(row))) return "subject";
      return canBeEmptied() && isEmptyBody(htmlOf(row)) ? "body" : null;
    },
    badLinks(values, options) {
      const tree = linkTree();
      if (tree === null) return [];
      const row = leadingRow(values, options);
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
