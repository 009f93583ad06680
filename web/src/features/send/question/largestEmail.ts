import { clippedMessage, htmlBytes, mayBeClipped } from "@sendwright/core/body/clipped";
import { rowsOfEmail } from "@sendwright/core/check/joinedRows";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { AppError, type Variable } from "@sendwright/core/contract";
import { occurrences } from "@sendwright/core/occurrences";
import { placeholderNames, tokenize } from "@sendwright/core/placeholders";
import { useState } from "react";
import { useSettings } from "../../../data/accountQueries.ts";
import { type PreviewInput, useRenderedPreview } from "../../../data/previews.ts";
import { whoIs } from "../check/findings.ts";
import type { Email } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";
import { previewInput } from "../preview/previewInput.ts";

/**
 * Bytes that a character of a value can become: `"` is written as `&quot;`, a line break as `<br>`.
 */
const BYTES_OF_CHARACTER = 6;

/**
 * The email whose values take the most room in a body, each as often as it appears: its leading
 * row, how many characters they have, and how many rows it is for.
 *
 * @param checked all rows of the check
 */
export function largestEmail(
  body: string,
  variables: readonly Variable[],
  checked: readonly CheckedRow[],
): { row: CheckedRow; length: number; rows: number } | null {
  const places = placesIn(body);
  let largest: { row: CheckedRow; length: number; rows: number; size: number } | null = null;
  for (const row of checked) {
    if (row.verdict !== "ready") continue;
    const rows = rowsOfEmail(checked, row);
    let length = 0;
    for (const { values } of rows)
      for (const [at, { name }] of variables.entries())
        length += (places.get(name) ?? 0) * (values[at]?.length ?? 0);
    // What the email has beside its values may be repeated with each row.
    const size = length + (rows.length - 1) * body.length;
    if (largest === null || size > largest.size) largest = { row, length, rows: rows.length, size };
  }
  return largest;
}

/** How often a body has each placeholder. */
function placesIn(body: string): ReadonlyMap<string, number> {
  return occurrences(placeholderNames(tokenize(body, "html")));
}

/** An email whose size is asked: how it is rendered, and the characters of its values. */
interface SizedEmail {
  input: PreviewInput;
  revision?: string | undefined;
  body: string;
  length: number;
  /** How many rows it is for; one if absent. */
  rows?: number;
  which?: string;
}

/**
 * A function that says in a sentence that Gmail would show only a part of an email, or returns null
 * if it shows all of it.
 */
function useClippedEmail() {
  const rendered = useRenderedPreview();
  const signature = useSettings().data?.signature ?? "";
  return async ({
    input,
    revision,
    body,
    length,
    rows = 1,
    which,
  }: SizedEmail): Promise<string | null> => {
    const values = length * BYTES_OF_CHARACTER;
    if (!mayBeClipped({ body, signature, values, rows })) return null;
    try {
      const { rendered_body_html } = await rendered(input, revision);
      return clippedMessage(htmlBytes(rendered_body_html), which);
    } catch (error) {
      // The send doesn't depend on it, and says itself if the email can't be rendered.
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}

/** As `useLargestEmail`, for an email that is the same for everyone; null without one. */
export function useSameEmail(input: PreviewInput | null, mail: Email | null) {
  const clipped = useClippedEmail();
  return async (): Promise<string | null> => {
    if (!input || !mail) return null;
    const { body, revision } = mail;
    const length = [...placesIn(body)].reduce(
      (sum, [name, times]) => sum + times * (input.variables[name]?.length ?? 0),
      0,
    );
    return clipped({ input, revision, body, length });
  };
}

/** Finds out whether Gmail would show only a part of a send's largest email. */
export function useLargestEmail() {
  const clipped = useClippedEmail();
  const [isLooking, setLooking] = useState(false);
  /** A sentence, or null if Gmail shows all of it. */
  const look = async (form: SendForm, mail: Email, check: CheckResult): Promise<string | null> => {
    const largest = largestEmail(mail.body, mail.variables, check.rows);
    const input = largest && previewInput(form, mail, check, largest.row);
    if (!largest || !input) return null;
    const { body, revision } = mail;
    const which = check.summary.ready === 1 ? undefined : `The one to ${whoIs(largest.row)}`;
    setLooking(true);
    try {
      return await clipped({
        input,
        revision,
        body,
        length: largest.length,
        rows: largest.rows,
        ...(which && { which }),
      });
    } finally {
      setLooking(false);
    }
  };
  return { look, isLooking };
}
