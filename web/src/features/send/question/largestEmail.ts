import { clippedMessage, htmlBytes, mayBeClipped } from "@sendwright/core/body/clipped";
import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import { AppError, type Variable } from "@sendwright/core/contract";
import { tokenize } from "@sendwright/core/placeholders";
import { useState } from "react";
import { useSettings } from "../../../data/accountQueries.ts";
import { useRenderedPreview } from "../../../data/previews.ts";
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
  const places = new Map<string, number>();
  for (const token of tokenize(body, "html"))
    if (token.kind === "placeholder") places.set(token.name, (places.get(token.name) ?? 0) + 1);
  let largest: { row: CheckedRow; length: number } | null = null;
  for (const row of rows) {
    let length = 0;
    for (const [at, { name }] of variables.entries())
      length += (places.get(name) ?? 0) * (row.values[at]?.length ?? 0);
    if (largest === null || length > largest.length) largest = { row, length };
  }
  return largest;
}

/** Finds out whether Gmail would show only a part of a send's largest email. */
export function useLargestEmail() {
  const rendered = useRenderedPreview();
  const signature = useSettings().data?.signature ?? "";
  const [isLooking, setLooking] = useState(false);
  /** A sentence, or null if Gmail shows all of it. */
  const look = async (form: SendForm, mail: Email, check: CheckResult): Promise<string | null> => {
    const ready = check.rows.filter(({ verdict }) => verdict === "ready");
    const largest = largestRow(mail.body, mail.variables, ready);
    const input = largest && previewInput(form, mail, check, largest.row);
    const values = (largest?.length ?? 0) * BYTES_OF_CHARACTER;
    if (!largest || !input || !mayBeClipped({ body: mail.body, signature, values })) return null;
    setLooking(true);
    try {
      const { rendered_body_html } = await rendered(input, mail.revision);
      const which = ready.length === 1 ? "This one" : `The one to ${whoIs(largest.row)}`;
      return clippedMessage(htmlBytes(rendered_body_html), which);
    } catch (error) {
      // The send doesn't depend on it, and says itself if the email can't be rendered.
      if (error instanceof AppError) return null;
      throw error;
    } finally {
      setLooking(false);
    }
  };
  return { look, isLooking };
}
