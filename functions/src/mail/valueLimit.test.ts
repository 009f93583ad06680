import { AppError } from "@sendwright/core/contract/appError";
import { expect, test } from "vitest";
import { requireSubjectFits, requireTextFits, valueLimit } from "./valueLimit.ts";

/** The problem of an email at a number, as a reason and a sentence; null if there is none. */
function problem(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

const values = (value: string, places: number) =>
  problem(() => valueLimit("{{A}}", "<p>{{A}}</p>".repeat(places - 1))(new Map([["A", value]])));
/** As `values`, in further rows of the email. */
const further = (value: string, rows: number, repeated: string) =>
  problem(() =>
    valueLimit("{{A}}", `<p>{{A}}</p>{{#rows}}${repeated}{{/rows}}`)(
      new Map(),
      Array.from({ length: rows }, () => new Map([["A", value]])),
    ),
  );
/** Of an email for three rows, whose leading one has the shortest value. */
const totals = (value: string, places: number) =>
  problem(() =>
    valueLimit("", `{{#rows}}x{{/rows}}${"{{A|sum}}".repeat(places)}`)(new Map(), [
      new Map([["A", value]]),
      new Map([["A", "1"]]),
    ]),
  );
const TOO_LARGE = "invalid_values: With these values, the email is too large to send.";
const LONG_SUBJECT =
  "subject_too_long: With these values, the subject is too long (at most 998 bytes).";

test.each<[limit: string, most: number, problem: (count: number) => string | null, words: string]>([
  ["characters of a value", 1_000_000, (n) => values("x".repeat(n), 1), TOO_LARGE],
  ["places of a value", 100, (n) => values("x".repeat(10_000), n), TOO_LARGE],
  [
    "characters beside a line break, which is eleven",
    999_989,
    (n) => values(`\n${"x".repeat(n)}`, 1),
    TOO_LARGE,
  ],
  [
    "characters of a further row's value",
    1_000_000,
    (n) => further("x".repeat(n), 1, "{{A}}"),
    TOO_LARGE,
  ],
  ["values of further rows", 100, (n) => further("x".repeat(10_000), n, "{{A}}"), TOO_LARGE],
  ["places of a total", 99, (n) => totals("9".repeat(10_000), n), TOO_LARGE],
  ["repeated texts", 100, (n) => further("", n, "x".repeat(10_000)), TOO_LARGE],
  ["characters of the plain text", 2_000_000, (n) => problem(() => requireTextFits(n)), TOO_LARGE],
  [
    "bytes of a subject",
    998,
    (n) => problem(() => requireSubjectFits(`ü${"x".repeat(n - 2)}`)),
    LONG_SUBJECT,
  ],
])(
  "a limit of an email holds at its number and refuses one more: %s (%i)",
  (_limit, most, of, words) => {
    expect(of(most)).toBeNull();
    expect(of(most + 1)).toBe(words);
  },
);
