import type { Variable } from "@sendwright/core/contract";
import { type LookAlike, parseTemplate, type TemplateSource } from "@sendwright/core/placeholders";

/** The warnings of one text, and what it has that only looks like a placeholder. */
export interface WarningsOfText {
  warnings: readonly string[];
  lookAlikes: readonly LookAlike[];
}

/**
 * The variables of an email that is being written, and its warnings, each below the text that it is
 * about. `columns` are those of its list. `joining` is null unless it is for several rows; `sums` are its totals.
 */
export function readTexts(source: Required<TemplateSource>, columns?: readonly Variable[]) {
  const parsed = parseTemplate(source, columns);
  const { variables, warnings, subjectWarnings: ofSubject, lookAlikes, joining, sums } = parsed;
  const ofTexts: Record<"subject" | "body", WarningsOfText> = {
    subject: {
      warnings: warnings.filter((warning) => ofSubject.has(warning)),
      lookAlikes: lookAlikes.subject,
    },
    body: {
      warnings: warnings.filter((warning) => !ofSubject.has(warning)),
      lookAlikes: lookAlikes.body,
    },
  };
  return { variables, warnings: ofTexts, joining, sums };
}
