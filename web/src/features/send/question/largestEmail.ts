import { clippedMessage, htmlBytes, mayBeClipped } from "@sendwright/core/body/clipped";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { AppError, type Variable } from "@sendwright/core/contract";
import { occurrences } from "@sendwright/core/occurrences";
import { tokenize } from "@sendwright/core/placeholders";
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
 * The row whose values take the most room in a body, each as often as it appears, and how many
 * characters they have.
 */
export function largestRow(
  body: string,
  variables: readonly Variable[],
  rows: readonly CheckedRow[],
): { row: CheckedRow; length: number } | null {
  const places = placesIn(body);
  let largest: { row: CheckedRow; length: number } | null = null;
  for (const row of rows) {
    let length = 0;
    for (const [at, { name }] of variables.entries())
      length += (places.get(name) ?? 0) * (row.values[at]?.length ?? 0);
    if (largest === null || length > largest.length) largest = { row, length };
  }
  return largest;
}

/** How often a body has each placeholder. */
function placesIn(body: string): ReadonlyMap<string, number> {
  return occurrences(
    tokenize(body, "html").flatMap((token) => (token.kind === "placeholder" ? token.name : [])),
  );
}

/** An email whose size is asked: how it is rendered, and the characters of its values. */
interface SizedEmail {
  input: PreviewInput;
  revision?: string | undefined;
  body: string;
  length: number;
  which?: string;
}

/**
 * A function that says in a sentence that Gmail would show only a part of an email, or returns null
 * if it shows all of it.
 */
function useClippedEmail() {
  const rendered = useRenderedPreview();
  const signature = useSettings().data?.signature ?? "";
  return async ({ input, revision, body, length, which }: SizedEmail): Promise<string | null> => {
    const values = length * BYTES_OF_CHARACTER;
    if (!mayBeClipped({ body, signature, values })) return null;
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
    const ready = check.rows.filter(({ verdict }) => verdict === "ready");
    const largest = largestRow(mail.body, mail.variables, ready);
    const input = largest && previewInput(form, mail, check, largest.row);
    if (!largest || !input) return null;
    const { body, revision } = mail;
    const which = ready.length === 1 ? undefined : `The one to ${whoIs(largest.row)}`;
    setLooking(true);
    try {
      return await clipped({
        input,
        revision,
        body,
        length: largest.length,
        ...(which && { which }),
      });
    } finally {
      setLooking(false);
    }
  };
  return { look, isLooking };
}
