import { useMemo } from "react";
import { useSettled } from "./useSettled.ts";
import type { WarningsOfText } from "./warningsOfTexts.ts";

type Warnings = Record<"subject" | "body", WarningsOfText>;

/** The earlier warnings that still hold. */
function holding(before: WarningsOfText, now: WarningsOfText): WarningsOfText {
  const warnings = before.warnings.filter((warning) => now.warnings.includes(warning));
  return { ...now, warnings };
}

/**
 * An email's warnings while someone writes it: a new one comes once the text rests (`useSettled`),
 * but one that doesn't hold any longer goes at once, however slowly someone writes.
 */
export function useSettledWarnings(version: string, now: Warnings): Warnings {
  const settled = useSettled(version, now);
  return useMemo(
    () => ({
      subject: holding(settled.subject, now.subject),
      body: holding(settled.body, now.body),
    }),
    [settled, now],
  );
}
